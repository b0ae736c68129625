import sqlite3
from contextlib import closing, contextmanager
from random import Random

import msgspec
import psycopg
import pytest
from msgspec.structs import replace

from companion.club import shipping
from companion.club.demo import DemoTable
from companion.club.journal_reader import Pseudonyms
from companion.club.shipping import Shipper
from companion.club.verify import verify, verify_table
from companion.record.journal import Journal
from tests.support.relay import Relay
from tests.support.waiting import until

ENTRIES = "SELECT number, session, seq, at, origin, kind, body, attached, previous, checksum FROM"


class AtTable:
    """A table that plays when it is told to, and ships."""

    def __init__(self, club, name="Table 1", *, names=True, port=0):
        self.club, self.folder = club, club.folder_of(name)
        self.member = club.table(name, names=names)
        if port:
            self.member = replace(self.member, port=port)
        self.demo = DemoTable(None, self.folder, Random(name))
        self.shipper = None

    def play(self, events):
        for _ in range(events):
            self.demo.step()
        if self.shipper is not None:
            self.shipper.wake()

    @contextmanager
    def shipping(self):
        self.shipper = Shipper(self.member, self.folder, self.demo.file)
        self.shipper.start()
        try:
            yield self.shipper
        finally:
            self.shipper.stop()
            self.shipper = None

    def all_there(self):
        return verify_table(self.member, self.folder, self.demo.file).wrong == ""

    def entries(self):
        with closing(sqlite3.connect(self.demo.file)) as db:
            return db.execute(f"{ENTRIES} entries ORDER BY number").fetchall()


@pytest.fixture
def table(club):
    made = AtTable(club)
    yield made
    made.demo.close()


def in_club(club, journal=1):
    return (
        club.connect()
        .execute(f"{ENTRIES} club.rows WHERE journal = %s ORDER BY table_id, number", (journal,))
        .fetchall()
    )


def test_what_was_played_before_joining_and_what_comes_are_all_in_the_club(club, table):
    table.play(700)
    with table.shipping():
        until(table.all_there)
        table.play(50)
        until(table.all_there)
    assert in_club(club) == table.entries()
    (one,) = verify(club.connect())
    assert (one.rows, one.wrong) == (len(table.entries()), "")


def test_a_table_goes_on_where_it_was_after_a_restart(club, table):
    for _ in range(3):
        table.play(40)
        with table.shipping():
            until(table.all_there)
    assert in_club(club) == table.entries()
    assert club.connect().execute("SELECT count(*) FROM club.journals").fetchone() == (1,)


def test_a_table_plays_on_while_the_network_is_cut_or_frozen_and_catches_up(club, monkeypatch):
    monkeypatch.setattr(shipping, "DEADLINE_S", 0.5)
    relay = Relay(club.cluster.port)
    table = AtTable(club, port=relay.port)
    with table.shipping() as shipper:
        table.play(30)
        until(lambda: shipper.contact.connected)
        relay.cut()
        table.play(30)
        until(lambda: not shipper.contact.connected and shipper.contact.waiting)
        relay.restore()
        until(lambda: shipper.contact.connected)
        relay.freeze()
        table.play(30)
        until(lambda: not shipper.contact.connected)
        relay.thaw()
        until(lambda: shipper.contact.connected and not shipper.contact.waiting)
    until(table.all_there)
    relay.cut()
    table.demo.close()
    assert in_club(club) == table.entries()


def test_pseudonyms_leave_no_name_and_no_checksum_of_one(club):
    table = AtTable(club, names=False)
    table.play(300)
    with table.shipping():
        until(table.all_there)
        table.play(100)
        until(table.all_there)
    with table.shipping():  # the chain is found again after a restart
        table.play(20)
        until(table.all_there)
    with closing(Journal(table.demo.file, reading=True)) as journal:
        names = {name for listed in journal.sessions() for name in names_of(listed.header.header)}
    db = club.connect()
    headers = [bytes(row[0]) for row in db.execute("SELECT header FROM club.sessions")]
    sent = b"\n".join([*headers, *(bytes(row[0]) for row in db.execute("SELECT body FROM club.rows"))]).decode()
    assert not [name for name in names if f'"{name}"' in sent]
    alias = Pseudonyms(table.member.secret)
    assert {name for header in headers for name in names_of(header)} == {alias.of(name) for name in names}
    began = "SELECT attached FROM {} WHERE seq = 0"
    with closing(sqlite3.connect(table.demo.file)) as journal:
        own = {row[0] for row in journal.execute(began.format("entries"))}
    assert not own & {row[0] for row in db.execute(began.format("club.rows"))}
    (one,) = verify(db)
    assert (one.rows, one.wrong) == (len(table.entries()), "")
    assert db.execute("SELECT count(*) FROM club.journals").fetchone() == (1,)
    table.demo.close()


def names_of(header):
    return msgspec.json.decode(header)["players"]


def test_a_game_that_is_erased_at_the_table_goes_from_the_club(club, table):
    table.play(400)
    with table.shipping():
        until(table.all_there)
        with closing(Journal(table.demo.file)) as journal:
            erased = journal.sessions()[-1].header.session
            journal.erase(erased)
        until(lambda: in_club(club, 2) == table.entries())
        db = club.connect()
        until(lambda: db.execute("SELECT journal FROM club.journals WHERE replaced_at IS NULL").fetchall() == [(2,)])
    db.execute("SELECT club.prune()")
    assert db.execute("SELECT count(*) FROM club.rows WHERE session = %s", (erased,)).fetchone() == (0,)
    assert db.execute("SELECT game, header FROM club.sessions WHERE id = %s", (erased,)).fetchall() == [("", b"")]
    assert [one.wrong for one in verify(db)] == [""]


def test_a_call_for_the_organiser_and_signs_of_life_arrive(club, table):
    db = club.connect()
    with table.shipping() as shipper:
        until(lambda: shipper.contact.connected)
        shipper.call(wanted=True)
        latest = "SELECT body FROM club.signals WHERE kind = %s ORDER BY id DESC LIMIT 1"
        until(lambda: db.execute(latest, ("help",)).fetchone() == ({"wanted": True},))
        assert shipper.contact.called
        until(lambda: db.execute(latest, ("state",)).fetchone() == ({"waiting": 0},))


def test_readers_are_woken(club, table):
    table.play(20)
    listening = club.connect()
    listening.execute("LISTEN club")
    with table.shipping():
        told = next(listening.notifies(timeout=60, stop_after=1))
    assert told.payload == "1"


def test_altered_rows_in_the_club_are_found(club, table):
    table.play(60)
    with table.shipping():
        until(table.all_there)
    db = club.connect()
    for change in (
        "UPDATE club.rows SET body = '{}' WHERE number = 7",
        "DELETE FROM club.rows WHERE number = 20",
        "UPDATE club.sessions SET header = '{}'",
        "UPDATE club.journals SET count = count - 1",
    ):
        with db.transaction(force_rollback=True):
            db.execute(change)
            (one,) = verify(db)
            assert one.wrong, change
    assert verify(db)[0].wrong == ""


FORBIDDEN = (
    "SELECT * FROM club.rows",
    "SELECT count(*) FROM club.rows WHERE table_id = 2",
    "SELECT * FROM club.sessions",
    "SELECT * FROM club.tables",
    "SELECT * FROM club.journals",
    "SELECT * FROM club.signals",
    "UPDATE club.rows SET body = ''",
    "DELETE FROM club.rows",
    "TRUNCATE club.rows",
    "UPDATE club.journals SET number = 0",
    "DELETE FROM club.sessions",
    "INSERT INTO club.journals (table_id, journal) VALUES (1, 9)",
    "INSERT INTO club.signals (table_id, kind, body) VALUES (2, 'help', '{}')",
    "INSERT INTO club.signals (table_id, kind, body, at) VALUES (1, 'help', '{}', now())",
    "INSERT INTO club.sessions VALUES (2, 1, 'x', 'catchy', 1, '')",
    "INSERT INTO club.rows VALUES (2, 1, 99999, 'x', 0, '', '', '', '', NULL, 0, 0)",
    "INSERT INTO club.rows SELECT * FROM club.rows",
    "INSERT INTO club.rows VALUES (1, 1, 1) ON CONFLICT ON CONSTRAINT rows_pkey DO UPDATE SET body = ''",
    "SELECT club.prune()",
    "CREATE TABLE club.mine (x int)",
    "CREATE TABLE public.mine (x int)",
    "CREATE TEMPORARY TABLE mine (x int)",
    "CREATE ROLE other",
    "SET ROLE organiser",
    "COPY club.rows TO STDOUT",
    "DROP TRIGGER rows_arrived ON club.rows",
    "ALTER TABLE club.rows DISABLE ROW LEVEL SECURITY",
)


def test_a_tables_role_can_neither_read_others_rows_nor_change_its_own(club, table):
    other = AtTable(club, "Table 2")
    for each in (table, other):
        each.play(30)
        with each.shipping():
            until(each.all_there)
    other.demo.close()
    role, before = club.as_table(table.member), in_club(club)
    for query in FORBIDDEN:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            pytest.fail(f"{query}: {role.execute(query).statusmessage}")
    with pytest.raises(psycopg.Error, match="was used"):
        role.execute("SELECT club.enrol('SCRAM-SHA-256$4096:x')")
    last = table.entries()[-1]
    row = "INSERT INTO club.rows VALUES (1, 1, %s, 'x', 0, '', '', '', '', NULL, %s, 5)"
    for number, previous in ((last[0] + 2, 0), (last[0] + 1, 0), (last[0] + 1, 5), (last[0], last[-1])):
        with pytest.raises(psycopg.errors.IntegrityError):
            pytest.fail(f"{number}: {role.execute(row, (number, previous)).statusmessage}")
    assert in_club(club) == before
    assert role.execute("SELECT * FROM club.tips()").fetchall() == [(1, last[0], last[-1], len(table.entries()))]
