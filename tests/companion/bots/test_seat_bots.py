"""A bot at a seat beside people: it plays its own turns, through the controller, and nobody else's."""

import random

import pytest

from companion.app.bot_seats import BotSeats
from companion.app.controller import TableController
from companion.bots.seat_bots import TAKEN_BACK_S, THINKING_S, SeatBots
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_22.board_files.default import default_board
from companion.games.catch_22.events import CubeRansomed
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, SeenDie, TrayMoved

NAMES = ("Ann", "Bo", "Cy")


class BotTable:
    """A table whose clock stands until `wait`."""

    def __init__(self):
        self.controller, self.seats, self.time = TableController(Journal(":memory:"), shelf()), BotSeats(), 0.0
        self.bots = SeatBots(self.controller, self.seats, random.Random(3), now=lambda: self.time)

    def begin(self, game, players, *bots):
        self.controller.begin(game, Table(NAMES[:players]))
        self.seats.choose(self.session.id, bots)

    @property
    def session(self):
        return self.controller.session

    def wait(self, seconds):
        self.bots.step()
        self.time += seconds
        self.bots.step()


@pytest.fixture
def table():
    made = BotTable()
    yield made
    made.controller.stop()


def roll(seat, *values):
    return Rolled(seat, tuple(map(Face, values)))


def seats_of(session):
    return [entry.event.seat for entry in session.entries]


def test_bot_waits_for_its_turn(table):
    table.begin("catch-up", 2, 1)
    table.wait(60)
    assert seats_of(table.session) == []
    table.controller.touch(roll(0, 6, 6, 6))
    table.wait(THINKING_S / 2)
    assert seats_of(table.session) == [0]
    table.wait(THINKING_S)
    assert seats_of(table.session)[:2] == [0, 1]
    assert [entry.origin for entry in table.session.entries] == ["touch", "bot"]


@pytest.mark.parametrize(("game", "players"), [("catch-up", 3), ("catch-22", 3)])
def test_game_of_one_person_and_bots(table, game, players):
    table.begin(game, players, 1, 2)
    chance = random.Random(7)
    for _ in range(4000):
        if table.session.outcome() is not None:
            break
        mine = next((ask for ask in table.session.asks() if ask.seat == 0 and not ask.optional), None)
        if mine is not None and mine.roll is not None:
            colours = mine.roll.colours or ("",) * mine.roll.count
            table.controller.touch(Rolled(0, tuple(Face(chance.randint(1, 6), colour) for colour in colours)))
        elif mine is not None:
            table.controller.touch(chance.choice(mine.choices).event)
        table.wait(THINKING_S)
    assert table.session.outcome() is not None
    assert set(seats_of(table.session)) == {0, 1, 2}


def test_undo_a_bot_s_turn(table):
    table.begin("catch-up", 2, 1)
    table.controller.touch(roll(0, 6, 6, 6))
    table.wait(THINKING_S)
    table.controller.undo()
    table.wait(THINKING_S)
    assert seats_of(table.session) == [0]
    table.controller.undo()
    table.wait(TAKEN_BACK_S)
    assert seats_of(table.session) == []


def test_bot_continues_after_undo(table):
    table.begin("catch-up", 2, 1)
    table.controller.touch(roll(0, 6, 6, 6))
    table.wait(THINKING_S)
    table.controller.undo()
    table.wait(TAKEN_BACK_S)
    assert seats_of(table.session) == [0, 1]


def test_bot_waits_for_dice_to_rest(table):
    table.begin("catch-up", 2, 0)
    table.controller.inbox.put(TrayMoved())
    table.controller.tick()
    table.wait(60)
    assert seats_of(table.session) == []
    table.controller.inbox.put(DiceSeen(tuple(map(SeenDie, (1, 2, 3))), sure=False))
    table.controller.tick()
    assert table.controller.pending_review is None, "nobody throws for a bot"
    table.wait(60)
    assert seats_of(table.session) == [0]


def test_bot_waits_for_the_answer_to_a_question(table):
    table.begin("catch-up", 2, 1)
    table.controller.inbox.put(DiceSeen(tuple(map(SeenDie, (1, 2, 3))), sure=False))
    table.controller.tick()
    assert table.controller.pending_review is not None
    table.wait(60)
    assert seats_of(table.session) == []
    table.controller.settle(tuple(map(Face, (1, 2, 3))))
    table.wait(60)
    assert seats_of(table.session) == [0, 1]


def test_no_bots_with_hidden_cards(table):
    table.begin("catastrophe", 2, 0, 1)
    table.wait(60)
    assert seats_of(table.session) == []


def test_no_bots(table):
    table.begin("catch-up", 2)
    table.wait(60)
    assert seats_of(table.session) == []


@pytest.mark.parametrize(("owner", "trades"), [(0, False), (2, True)], ids=["a person", "a bot"])
def test_a_bot_sells_a_cube_back_only_to_a_bot(table, owner, trades):
    squares, tokens = ["c1", "d1", "f1", "g1"], [0, 0, 0]
    tokens[owner] = 6
    supply, captured = [5, 5, 5], [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    supply[owner], captured[1][owner] = 0, 1
    usual = default_board()
    jackpots = {usual.id(place): usual.full[place] for place in usual.jackpots} | {"a1": 0, "q9": 0}
    facts = {
        "phase": "place", "turn": 1, "pawns": ["e3", "i9", "m1"], "tokens": tokens, "supply": supply,
        "captured": captured, "cubes": dict.fromkeys(squares, owner), "jackpots": jackpots,
    }  # fmt: skip
    sold = []
    for _ in range(40):
        table.controller.begin("catch-22", Table(NAMES), facts=facts)
        table.seats.choose(table.session.id, (1, 2))
        table.wait(THINKING_S)
        sold += [entry.event.owner for entry in table.session.entries if isinstance(entry.event, CubeRansomed)]
    assert set(sold) == ({owner} if trades else set())


def test_dice_that_people_throw_too_early_are_not_a_bots_roll(table):
    table.begin("catch-up", 2, 1)
    table.controller.touch(roll(0, 1, 2, 3))
    table.controller.inbox.put(TrayMoved())
    table.controller.inbox.put(DiceSeen(tuple(SeenDie(value) for value in (6, 6, 6)), sure=True))
    table.controller.tick()
    assert seats_of(table.session) == [0]
    assert str(table.controller.notifications[0].text) == "No roll is due: these dice do not count."
    table.wait(THINKING_S)
    assert seats_of(table.session) == [0, 1], "the bot rolls its own dice"


@pytest.mark.parametrize("sure", [True, False])
def test_a_persons_die_is_not_the_roll_of_a_bot_that_is_to_roll_too(table, sure):
    """All roll at once, with dice of any colour, as in practice: Ann is a bot, Bo throws."""
    table.begin("catastrophe", 2, 0)
    table.controller.inbox.put(TrayMoved())
    table.controller.inbox.put(DiceSeen((SeenDie(4),), sure=sure))
    table.controller.tick()
    if not sure:
        table.controller.settle((Face(4),))
    assert [entry.event for entry in table.session.entries] == [roll(1, 4)]
    assert not any("others might have thrown" in str(each.text) for each in table.controller.notifications)
