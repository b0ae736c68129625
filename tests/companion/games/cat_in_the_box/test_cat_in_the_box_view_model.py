"""What the panel of Cat in the Box computes, without a screen."""

from __future__ import annotations

from companion.core.table import Table
from companion.games.cat_in_the_box import GAME, view_model
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import BoxOptions
from companion.record.codec import position_from_plain
from companion.web.publisher import words_in
from tests.companion.games.cat_in_the_box.simulated_games import LAST, PLAYING

NAMES = ("Ann", "Bo", "Cy", "Di")
COLOUR = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}
SIXES = "A6B B1B C2B A6Y B1Y C2Y A6G B1G C2G"


def card(text):
    return CardPlayed("ABCD".index(text[0]), int(text[1]), COLOUR[text[2]], text.endswith("!"))


def taken(facts=None, players=3, **options):
    return position_from_plain(GAME, Table(NAMES[:players]), BoxOptions(**options), facts or {})


def after(state, plays, entries=None):
    for text in plays.split():
        state = GAME.apply(state, card(text)).state
        if entries is not None:
            entries.append((card(text), state))
    return state


def cell(state, text):
    rows = {each.colour: {one.number: one for one in row} for row in view_model.cells(state) for each in row}
    return rows[COLOUR[text[1]]][int(text[0])]


def test_cells_say_whose_they_are_and_what_is_open():
    state = after(taken(PLAYING), "A6B B1R")
    assert (cell(state, "6B").owner, cell(state, "6B").laid, cell(state, "6B").open) == (0, 1, False)
    assert (cell(state, "1R").owner, cell(state, "1R").laid) == (1, 2)
    assert (cell(state, "2B").owner, cell(state, "2B").open) == (None, True)
    assert cell(after(state, "C2B"), "2R").open is True
    assert cell(after(state, "C2B"), "2B").owner == 2
    neutral = taken({"phase": "play", "revealed": [4, 4, 4]}, 2)
    assert cell(neutral, "4G").owner == view_model.NEUTRAL
    assert not cell(neutral, "4G").open


def test_open_cells_are_exactly_what_is_listed():
    state = after(taken(PLAYING), "A6B B1R")
    while state.phase == "play":
        listed = {(c.event.colour, c.event.number) for ask in GAME.asks(state) for c in ask.choices}
        assert {(each.colour, each.number) for row in view_model.cells(state) for each in row if each.open} == listed
        state = GAME.apply(state, GAME.asks(state)[0].choices[0].event).state
    assert not any(each.open for row in view_model.cells(state) for each in row)


def test_the_largest_group_and_its_rim():
    group = view_model.largest_groups(taken(LAST))[1]
    assert group == frozenset({(0, 2), (1, 2), (1, 3), (2, 3), (2, 4)})
    sides = view_model.rim(group)
    assert len(sides) == len(set(sides)) == 12
    assert (0, 2, "below") not in sides
    assert (0, 2, "above") in sides
    assert view_model.largest_groups(taken())[0] == frozenset()
    assert view_model.rim(frozenset({(1, 1)})) == tuple((1, 1, side) for side in ("left", "right", "above", "below"))


def test_what_lies_before_a_player():
    mine = view_model.before(taken(LAST), 2)
    assert mine.x == (("red", True), ("blue", True), ("yellow", True), ("green", False))
    assert (mine.card, mine.group, mine.won, mine.wants, mine.on_course, mine.cards) == (
        (6, "yellow"),
        5,
        3,
        4,
        False,
        1,
    )
    assert view_model.before(after(taken(LAST), "A4G"), 0).card == (4, "green")


def test_the_score_sheet_shows_what_each_round_was_made_of():
    state = GAME.apply(taken(LAST), ParadoxShown(0, (1, 5))).state
    sheet = view_model.sheet(state)
    assert [number for number, _ in sheet.rounds] == [1, 2]
    assert [str(each.detail) for each in sheet.rounds[0][1]] == ["4 tricks, bonus 2", "1 trick, bonus 2", "3 tricks"]
    assert [(each.points, each.paradox) for each in sheet.rounds[1][1]] == [(-2, True), (2, False), (3, False)]
    assert str(sheet.rounds[1][1][0].detail) == "paradox, 2 tricks"
    assert (sheet.totals, sheet.unknown) == ((4, 5, 6), 0)
    assert view_model.between_rounds(state)
    assert not view_model.between_rounds(taken())
    late = view_model.sheet(taken({"round": 3, "rounds": LAST["rounds"], "totals": [9, 9, 9]}))
    assert ([number for number, _ in late.rounds], late.unknown) == ([2], 1)


def test_a_red_lead_is_asked_about_only_where_the_claim_may_be_true():
    state = after(taken(PLAYING), SIXES)
    assert view_model.asks_to_claim(state, "red", 6)
    assert not view_model.asks_to_claim(state, "red", 5)
    assert not view_model.asks_to_claim(state, "blue", 5)
    assert not view_model.asks_to_claim(after(state, "A6R! B5R C4R"), "red", 3)
    assert not view_model.asks_to_claim(after(taken(PLAYING, red_lead_exemption=False), SIXES), "red", 6)


def test_going_back_undoes_the_claim_itself():
    entries = []
    state = after(taken(PLAYING), SIXES + " A6R! B5R C4R A3Y B4Y C5Y C5B A3B", entries)
    (flag,) = view_model.flags(state, entries)
    assert str(flag.text) == "Ann claimed only red in trick 4 but had a 3"
    assert entries[-flag.back][0] == card("A6R!")
    assert not entries[-flag.back - 1][1].claims
    (flag,) = view_model.flags(state, entries[-3:])
    assert flag.back is None


def test_the_heading_counts_rounds_and_tricks():
    assert [str(text) for text in view_model.heading(taken(LAST))] == ["Round 2 of 3", "trick 8 of 8"]
    state = GAME.apply(taken(), CardSetAside(0)).state
    assert [str(text) for text in view_model.heading(state)] == ["Round 1 of 3"]
    assert view_model.led(taken(LAST)) == "yellow"
    assert view_model.led(taken()) == ""


def test_the_history_says_what_happened():
    words = {
        CardSetAside(1): "Bo sets a card aside",
        Predicted(2, 3): "Cy predicts 3",
        card("A5B"): "Ann lays blue 5",
        card("A6R!"): "Ann lays red 6: only red left",
        ParadoxShown(0, (5, 2)): "Ann shows a paradox: 2 and 5",
        NeutralRevealed(0, (4, 4, 5)): "Ann turns up 4, 4 and 5",
        CardSetAside(9): "seat 9 sets a card aside",
    }
    assert {event: str(GAME.describe(taken(), event)) for event in words} == words


def test_no_tricks_are_counted_as_each_language_does():
    label = view_model.figures(taken(), 0)[0].label
    assert (str(label), words_in("fr")(label), words_in("de")(label)) == ("tricks", "pli", "Stiche")
