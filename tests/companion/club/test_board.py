"""The board equals what the tables have: row by row, from nothing, and after the server died."""

import random
import time
from contextlib import closing
from importlib import import_module

import pytest

from companion.bots.players import thrown
from companion.club.board import Board, CentralRow, Progress
from companion.club.journal_reader import SentRow
from companion.club.reader import BoardShown, Reader
from companion.club.shipping import Shipper
from companion.core.bots import decided
from companion.core.events import Ended, IllegalEvent
from companion.core.table import Table
from companion.games import shelf
from companion.record.entries import NothingToUndo
from companion.record.journal import Journal
from companion.record.session import Session
from companion.web.publisher import Slot


def play(journal, game, chance, events, amends=True):
    """Play so many events, with steps taken back, brought back, changed, and at times a stop."""
    table = Table(("Ann", "Bo", "Cy")[: max(2, game.player_counts[0])])
    session = Session.begin(journal, game, table, game.options())
    bot = import_module(game.bot).make(table, session.options, chance)
    for _ in range(events):
        wish = chance.random()
        try:
            if wish < 0.1:
                session.undo(chance.randint(1, 3))
            elif wish < 0.15:
                session.redo(chance.randint(1, 2))
            elif wish < 0.2 and amends and session.entries:
                entry = chance.choice(session.entries)
                session.amend({entry.seq: None}, "skip")
            elif wish < 0.21:
                session.submit(Ended("late"))
            elif asks := session.asks():
                ask = next((ask for ask in asks if not ask.optional), asks[0])
                session.submit(decided(bot, session.state, ask) or thrown(ask, chance))
        except (IllegalEvent, NothingToUndo):
            continue
    return session


def entries(journal):
    """The rows of a journal in memory, which nothing else can open."""
    return journal._db.execute(f"SELECT {', '.join(SentRow._fields)} FROM entries ORDER BY number")


def central(journal, table=1):
    """The rows of a journal as the club gets them."""
    for row in map(SentRow._make, entries(journal)):
        yield CentralRow(table, 1, row.number, row.session, journal.rows(row.session)[row.seq])


@pytest.mark.parametrize("game", list(shelf().values()), ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(2))
def test_the_board_after_each_row_equals_one_that_begins_there(game, seed):
    with closing(Journal(":memory:")) as sent:
        follow_and_begin_anew(game, random.Random(seed), sent)


def follow_and_begin_anew(game, chance, sent):
    now = {"rows": 0}

    class Part:
        """The journal as it was after so many rows."""

        def header(self, session):
            return sent.header(session)

        def rows(self, session):
            known = {(row.session, row.row.seq) for row in rows[: now["rows"]]}
            return [row for row in sent.rows(session) if (session, row.seq) in known]

    for _ in range(2):
        play(sent, game, chance, 25)
    rows = list(central(sent))
    games = {game.id: game}
    board = Board(games, lambda _table, _journal: Part())
    board.know({1: "Table 1"})
    for at, row in enumerate(rows, 1):
        now["rows"] = at
        board.take([row])
        fresh = Board(games, lambda _table, _journal: Part())
        fresh.know({1: "Table 1"})
        fresh.take([row])
        assert board.tables[1].shown == fresh.tables[1].shown
        assert board.tables[1].session.entries == fresh.tables[1].session.entries
        assert board.tables[1].session.steps == fresh.tables[1].session.steps
        assert board.tables[1].session.taken_back == fresh.tables[1].session.taken_back


def shown_when(slot, check, seconds=30.0):
    """Return the board once it is so."""
    until = time.monotonic() + seconds
    while not check(slot.latest):
        assert time.monotonic() < until, slot.latest
        time.sleep(0.01)
    return slot.latest


@pytest.fixture
def reader(club):
    slot = Slot(BoardShown())
    made = Reader(club.url, shelf(), slot)
    made.start()
    yield slot
    made.stop()


def test_what_a_table_plays_is_on_the_board_and_also_after_the_server_died(club, reader, cluster):
    member = club.table("Window")
    path = club.folder_of("Window") / "journal.sqlite"
    journal = Journal(path)
    game = shelf()["catch-up"]
    health = {"camera": {"ok": True}, "box": None, "questions": 1, "throws": 40}
    shipper = Shipper(member, club.folder_of("Window"), path, lambda: health)
    session = play(journal, game, random.Random(1), 10, amends=False)
    shipper.start()

    def seen(board, table=1):
        return table in board.tables and board.tables[table][1].session == session.id and (
            board.tables[table][1].events == len(session.entries))  # fmt: skip

    try:
        shown = shown_when(reader, lambda board: seen(board) and board.tables[1][1].camera).tables[1][1]
        assert (shown.name, shown.game, shown.camera, shown.questions) == ("Window", game.title, "good", 2.5)
        assert [seat.name for seat in shown.seats] == list(session.table.players)
        shipper.call(wanted=True)
        shown_when(reader, lambda board: board.tables[1][1].help)
        cluster.kill()
        shown_when(reader, lambda board: not board.connected)
        if session.outcome() is None:
            session.submit(Ended("dinner"))
        cluster.start()
        shown = shown_when(reader, lambda board: board.connected and seen(board)).tables[1][1]
        assert shown.progress in {Progress.STOPPED, Progress.OVER}
        assert shown.help
        shipper.call(wanted=False)
        shown_when(reader, lambda board: not board.tables[1][1].help)
    finally:
        shipper.stop()
        journal.close()


def test_transactions_that_end_in_another_order_lose_nothing(club, reader):
    one, other = club.table("One"), club.table("Two")
    slow, fast = club.as_table(one), club.as_table(other)
    rows = {}
    for name, db in (("slow", slow), ("fast", fast)):
        journal = Journal(":memory:")
        game = shelf()["catch-up"]
        session = Session.begin(journal, game, Table(("Ann", "Bo")), game.options())
        for number, ask in enumerate(session.asks()[:1]):
            session.submit(thrown(ask, random.Random(number)))
        db.execute("SELECT club.open_journal()")
        rows[name] = session, journal
    with slow.transaction():
        ship(slow, *rows["slow"])
        with fast.transaction():
            ship(fast, *rows["fast"])
        shown_when(reader, lambda board: sum(bool(each.session) for _, each in board.tables.values()) == 1)
    board = shown_when(reader, lambda board: all(each.session for _, each in board.tables.values()))
    assert {each.session for _, each in board.tables.values()} == {session.id for session, _ in rows.values()}
    for _, journal in rows.values():
        journal.close()


def ship(db, session, journal):
    """Send the whole journal within the transaction that is open."""
    head = journal.header(session.id)
    db.execute("INSERT INTO club.sessions SELECT club.own(), 1, %s, %s, %s, %s",
               (head.session, head.game, head.rules_version, head.header))  # fmt: skip
    for row in entries(journal):
        db.execute("INSERT INTO club.rows SELECT club.own(), 1, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s", row)
