"""What Catch Up's panel computes, without a screen."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.drawing.scene import Scene
from companion.drawing.theme import SMALL, TEXT_SIZES, THEMES, Look
from companion.games.catch_up import GAME, view_model
from companion.games.catch_up.options import CatchUpOptions
from companion.record.codec import position_from_plain
from companion.views.seating import seating
from companion.web.publisher import words_in
from tests.support.recorded_drawing import Recording

TABLE = Table(("Ann", "Bo", "Cy"))
ROLLED = {"phase": "discarding", "round": 2, "starter": 1, "rolls": [9, 16, 12]}


def state(**facts):
    return position_from_plain(GAME, TABLE, CatchUpOptions(), {**ROLLED, **facts})


def test_the_board_stands_in_the_order_of_throwing():
    board = view_model.board(state())
    assert [roll.name for roll in board.rolls] == ["Bo", "Cy", "Ann"]
    assert (board.number, str(board.caption)) == ("16", "is the high roll")
    assert [(roll.best, roll.owes) for roll in board.rolls] == [(True, 0), (False, 4), (False, 7)]


def test_before_all_have_rolled_there_is_a_roll_to_beat():
    board = view_model.board(state(phase="rolling", rolls=[None, 10, None]))
    assert (board.number, str(board.caption)) == ("10", "to beat")
    assert [roll.rolls_next for roll in board.rolls] == [False, True, False]


def test_who_has_no_cards_and_is_still_to_roll_is_not_called_out():
    waits = state(phase="rolling", rolls=[None, 10, None], cards=[[], [5, 6], [13]], holders=[1, 2])
    recording = Recording(Look(THEMES["dark"], 1.0, str))
    GAME.board(recording, (0, 0, 800, 500), Scene(waits))
    assert "no cards" in recording.words
    assert "out" not in recording.words


def test_a_roll_whose_dice_are_unknown_is_shown():
    waits = state(phase="rolling", rolls=[None, 10, 7])
    recording = Recording(Look(THEMES["dark"], 1.0, str))
    GAME.board(recording, (0, 0, 800, 500), Scene(waits))
    assert recording.words.count("7") == 1
    assert recording.words.count("to roll") == 1


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
def test_words_below_the_number_are_larger_in_large_text(language):
    words = words_in(language)
    waits = state(phase="rolling", rolls=[None, None, None])
    recording = Recording(Look(THEMES["dark"], TEXT_SIZES[-1], words))
    GAME.board(recording, seating(3, 1280, 800, 1).board, Scene(waits))
    sizes = {each.words: each.laid.size for each in recording.texts}
    assert sizes[words(say("nobody has rolled yet"))] >= SMALL * TEXT_SIZES[-1]


def test_players_keep_their_suit_when_somebody_joins_or_leaves():
    together = Table(("Ann", "Bo", "Di", "Cy"), marks=(0, 1, 3, 2))
    assert [view_model.suit_at(together, seat) for seat in together.seats] == [0, 1, 3, 2]
    later = Table(("Bo", "Cy", "Ed"), marks=(1, 2, 5))
    suits = [view_model.suit_at(later, seat) for seat in later.seats]
    assert suits[:2] == [1, 2]
    assert len({*suits}) == 3


def test_a_roll_off_is_called_one_and_the_round_before_it_is_over():
    now, entries = state(phase="rolling", round=9, starter=2, rolls=[None] * 3, cards=[[3], [], [5]]), []
    for dice in ((3, 3, 3), (3, 3, 3), (6, 6, 6), (2, 2, 2), (4, 4, 4)):  # Cy, Ann, Bo; then Ann and Cy
        while (asks := GAME.asks(now))[0].roll is None:
            entries.append((asks[0].choices[0].event, now := GAME.apply(now, asks[0].choices[0].event).state))
        roll = Rolled(asks[0].seat, tuple(map(Face, dice)))
        entries.append((roll, now := GAME.apply(now, roll).state))
        board = view_model.board(now)
        if now.phase in ("roll-off", "over"):
            assert str(board.heading) == "Roll-off"
            assert [row.round for row in view_model.earlier_sheet(now, entries).rows] == [9]
        if now.phase == "roll-off":
            assert [(roll.name, roll.empty) for roll in board.rolls] == [("Ann", False), ("Cy", False)]
    assert str(board.caption) == "Cy won"


@pytest.mark.parametrize("taken_over", [False, True])
def test_the_sheet_has_the_rounds_that_are_over_newest_first(taken_over):
    running = {"phase": "rolling", "round": 1, "starter": 1, "rolls": [None, None, None]}
    now = state(**running) if taken_over else GAME.start(TABLE, CatchUpOptions())
    entries, thrown = [], []
    for dice in ((6, 1, 1), (1, 1, 1), (2, 2, 2), (3, 3, 3), (5, 5, 5), (1, 2, 3), (4, 4, 4), (6, 6, 6), (2, 2, 1)):
        while (asks := GAME.asks(now))[0].roll is None:
            now = GAME.apply(now, asks[0].choices[0].event).state
            entries.append((asks[0].choices[0].event, now))
        before, roll = now, Rolled(asks[0].seat, tuple(map(Face, dice)))
        now = GAME.apply(now, roll).state
        entries.append((roll, now))
        if before.phase == "rolling":
            thrown.append((before.round, roll.seat, sum(dice)))
    shown = {
        (row.round, seat, total)
        for row in view_model.earlier_sheet(now, entries).rows
        for seat, total in enumerate(row.totals)
    }
    assert shown == {one for one in thrown if one[0] < now.round}
    assert [row.round for row in view_model.earlier_sheet(now, entries).rows] == list(range(now.round - 1, 0, -1))


def played_round(table, options, facts):
    """A round from a position at a table, to the next one: its entries and the state at the end."""
    now, entries = position_from_plain(GAME, table, options, facts), []
    number = now.round
    while now.round == number:
        ask = GAME.asks(now)[0]
        event = ask.choices[0].event if ask.roll is None else Rolled(ask.seat, (Face(2 + ask.seat),) * 3)
        now = GAME.apply(now, event).state
        entries.append((event, now))
    return entries, now


def test_the_sheet_is_one_for_the_evening_and_says_where_the_table_changed():
    options, facts = CatchUpOptions(), {"phase": "rolling", "round": 4, "starter": 0}
    first, _ = played_round(Table(("Ann", "Bo", "Cy")), options, facts)
    table = Table(("Ann", "Cy", "Di"), marks=(0, 2, 3))
    second, now = played_round(table, options, {**facts, "round": 5})
    sheet = view_model.earlier_sheet(now, second, [first])
    assert sheet.marks == (0, 2, 3, 1), "those at the table, then Bo, who has left"
    assert [(row.round, row.totals, row.changed) for row in sheet.rows] == [
        (5, (6, 9, 12, None), False),
        (4, (6, 12, None, 9), True),
    ]
    sat_down = position_from_plain(GAME, table, options, {**facts, "round": 5})
    assert [row.changed for row in view_model.earlier_sheet(sat_down, [], [first]).rows] == [True]


@pytest.mark.parametrize(
    ("picked", "total", "ready", "missing"),
    [((), 0, False, "7 more"), ((3,), 3, False, "4 more"), ((3, 4), 7, True, ""), ((10,), 10, False, "3 too many")],
)
def test_a_payment_says_what_is_missing(picked, total, ready, missing):
    payment = view_model.payment(state(), 0, frozenset(picked))
    assert (payment.owes, payment.sum, payment.ready, str(payment.missing)) == (7, total, ready, missing)


def test_who_cannot_reach_it_has_everything_picked_already():
    poor = state(cards=[[1, 2], [5, 6], [13]])
    assert view_model.suggested(poor, 0) == {1, 2}
    assert view_model.payment(poor, 0, frozenset({1})).ready is False
    assert str(view_model.payment(poor, 0, frozenset({1})).missing) == "give up every card"
    assert view_model.payment(poor, 0, frozenset({1, 2})).ready


def test_a_single_card_that_must_be_paid_is_reported():
    options = CatchUpOptions(highest_below=True)
    poor = position_from_plain(GAME, TABLE, options, ROLLED | {"cards": [[1, 4], [5, 6], [13]]})
    assert str(view_model.payment(poor, 0, frozenset({1})).missing) == "all, or just the 4"
    assert view_model.payment(poor, 0, frozenset({4})).ready
    stuck = position_from_plain(GAME, TABLE, options, ROLLED | {"cards": [[1, 4, 9], [5, 6], [13]]})
    assert str(view_model.payment(stuck, 0, frozenset({1})).missing) == "6 more, or just the 4"
    assert view_model.payment(stuck, 0, frozenset({4})).ready


def test_who_owes_nothing_has_no_payment():
    assert view_model.payment(state(), 1, frozenset()) is None
    assert view_model.suggested(state(), 1) == frozenset()


def test_a_suit_is_as_long_as_the_game_says():
    assert [name for _, name in view_model.suit_of(state())][::6] == ["A", "7", "K"]
    short = position_from_plain(GAME, TABLE, CatchUpOptions(short=True), {})
    assert len(view_model.suit_of(short)) == 10
