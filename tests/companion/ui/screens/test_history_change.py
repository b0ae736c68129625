"""An earlier entry is changed in the history; conflicts are shown before anything is written."""

import re

import pytest

from companion.core.events import Face, Rolled
from companion.games.catch_up.events import Discarded
from companion.ui.screens.history_change import MisfitsCard
from companion.ui.screens.history_sheet import RollSheet
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.cards import CardButton
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.painted import Words
from companion.ui.widgets.refusal_note import Toast
from companion.ui.widgets.review import ReviewCard

START = (Rolled(0, (Face(6), Face(6), Face(5))), Rolled(1, (Face(1), Face(1), Face(2))), Rolled(0, (Face(6),) * 3))
DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}


def opened(begin, driver, *events, players=2, **more):
    controller = begin(players, **more)
    for event in events:
        controller.touch(event)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    return controller, shown


@pytest.fixture
def played(begin, driver):
    return opened(begin, driver, *START)


def choose(shown, seq):
    shown.tap_on(next(row for row in shown.app.screen.rows if row.line.seq == seq))
    shown.tap_on(shown.button("Change this"))
    return shown.app.screen.opened


def show_die(shown, at, value):
    card = shown.app.screen.opened
    buttons = [each for each in shown.all(DieButton) if each not in card.faces]
    shown.tap_on(buttons[at])
    shown.tap_on(next(each for each in card.faces if each.die.value == value))


def values(controller):
    return [[face.value for face in entry.event.faces] for entry in controller.session.entries]


def said(shown):
    return [toast.words for toast in shown.all(Toast)]


def test_a_roll_three_back_is_changed_and_the_rest_stays(played):
    controller, shown = played
    assert isinstance(choose(shown, 1), ReviewCard)
    show_die(shown, 2, 4)
    shown.tap_on(shown.button("Accept"))
    assert values(controller) == [[6, 6, 4], [1, 1, 2], [6, 6, 6]]
    assert said(shown) == ["Changed. What followed was played again."]
    assert shown.app.screen.opened is None
    line = next(row.line for row in shown.app.screen.rows if row.line.seq == 1)
    assert "5" in str(line.before)


def test_a_lone_die_need_not_be_tapped_first(begin, driver):
    controller = begin(2, game="catch-22")
    play(controller, 3, 1)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    choose(shown, controller.session.entries[-1].seq)
    assert any(each.words == "Tap what the die really shows." for each in shown.all(Words))


def test_nothing_is_said_of_what_followed_the_newest_entry(played):
    controller, shown = played
    newest = controller.session.entries[-1].seq
    choose(shown, newest)
    show_die(shown, 2, 4)
    shown.tap_on(shown.button("Accept"))
    assert values(controller)[-1] == [6, 6, 4]
    assert said(shown) == ["Changed."]


def test_conflicts_are_shown_before_writing(played):
    controller, shown = played
    rows = len(controller.journal.rows(controller.session.id))
    choose(shown, 1)
    for at in range(3):
        show_die(shown, at, 1)
    shown.tap_on(shown.button("Accept"))
    assert isinstance(shown.app.screen.opened, MisfitsCard)
    assert any("Bo" in line.words for line in shown.all(Words))
    assert len(controller.journal.rows(controller.session.id)) == rows
    shown.tap_on(shown.button("Cancel: change nothing"))
    assert values(controller) == [[6, 6, 5], [1, 1, 2], [6, 6, 6]]
    assert shown.app.screen.opened is None


def test_ways_that_come_to_the_same_are_one_button(played):
    controller, shown = played
    choose(shown, 1)
    for at in range(3):
        show_die(shown, at, 1)
    shown.tap_on(shown.button("Accept"))
    ways = [button.words for button in shown.app.screen.opened.children if isinstance(button, Button)]
    assert sorted(ways) == ["Cancel: change nothing", "Keep all that fits: 1 entry goes"]
    shown.tap_on(shown.button("Keep all that fits: 1 entry goes"))
    assert values(controller) == [[1, 1, 1], [1, 1, 2]]
    assert said(shown) == ["Changed. 1 later entry was taken out."]
    controller.undo()
    assert values(controller) == [[6, 6, 5], [1, 1, 2], [6, 6, 6]]


ROUND = ((2, 5, 1), (3, 1, 4), (4, 4, 6), (4, 2, 1), (4, 1, 4), (4, 5, 1))


@pytest.mark.parametrize(
    ("way", "left"), [("Keep up to there: 2 entries go", 4), ("Keep all that fits: 1 entry goes", 5)]
)
def test_the_table_chooses_what_becomes_of_it(begin, driver, way, left):
    """Ann, who now has the lower roll, need not catch up: her fifth roll does not fit, Bo's sixth does."""
    rolls = [Rolled(at % 2, tuple(map(Face, values))) for at, values in enumerate(ROUND)]
    controller, shown = opened(begin, driver, *rolls)
    choose(shown, 3)
    for at in range(3):
        show_die(shown, at, 1)
    shown.tap_on(shown.button("Accept"))
    shown.tap_on(shown.button(way))
    assert len(values(controller)) == left
    controller.undo()
    assert values(controller) == [list(each) for each in ROUND]


def test_changed_payment_keeps_what_followed(begin, driver):
    controller, shown = opened(begin, driver, Discarded(0, (7,)), Discarded(2, (4,)), players=3, facts=DISCARDING)
    choose(shown, controller.session.entries[0].seq)
    offered = [choice.event for ask in controller.session.game.asks(controller.session.start) for choice in ask.choices]
    other = next(event for event in offered if event.seat == 0 and event != Discarded(0, (7,)))
    for rank in {7} ^ set(other.cards):
        shown.tap_on(next(card for card in shown.all(CardButton) if card.face.value == rank))
    shown.tap_on(shown.button(f"Give up {sum(other.cards)}"))
    assert [entry.event for entry in controller.session.entries] == [other, Discarded(2, (4,))]


def test_entry_that_never_happened_is_removed(begin, driver):
    controller, shown = opened(begin, driver, Discarded(0, (7,)), Discarded(2, (4,)), players=3, facts=DISCARDING)
    choose(shown, controller.session.entries[1].seq)
    shown.tap_on(shown.button("Take this out: it did not happen"))
    assert [entry.event for entry in controller.session.entries] == [Discarded(0, (7,))]
    assert said(shown) == ["Taken out."]


def test_going_back_keeps_what_was_changed_since(played):
    controller, shown = played
    choose(shown, 1)
    show_die(shown, 2, 4)
    shown.tap_on(shown.button("Accept"))
    shown.tap_on(next(row for row in shown.app.screen.rows if row.line.seq == 1))
    shown.tap_on(shown.button("Go back to here"))
    assert values(controller) == [[6, 6, 4]]
    controller.undo()
    assert values(controller) == [[6, 6, 4], [1, 1, 2], [6, 6, 6]]


def test_looking_at_the_history_keeps_what_can_be_brought_back(played):
    controller, shown = played
    controller.undo(2)
    shown.tap_on(shown.app.screen.rows[-1])
    shown.app.go("table")
    shown.frames(2)
    assert shown.app.screen.view.can_redo
    controller.redo(2)
    assert len(values(controller)) == 3


def test_the_sheet_has_every_roll_that_counts(played):
    controller, shown = played
    controller.undo()
    shown.app.screen.refresh()
    shown.tap_on(shown.button("All rolls"))
    sheet = shown.app.screen.opened
    assert isinstance(sheet, RollSheet)
    rolls = [{seat: [face.value for face in faces] for seat, faces in row.rolls.items()} for row in sheet.rows]
    assert rolls == [{0: [6, 6, 5], 1: [1, 1, 2]}]


def test_one_players_lines_are_shown_alone(played):
    _, shown = played
    shown.tap_on(shown.button("Bo"))
    shown.frames(2)
    assert {row.line.seat for row in shown.app.screen.rows} == {1}


def test_undoing_a_correction_says_what_was_corrected(played):
    _controller, shown = played
    choose(shown, 1)
    show_die(shown, 2, 4)
    shown.tap_on(shown.button("Accept"))
    shown.app.go("table")
    shown.frames(2)
    shown.tap_on(shown.app.screen.tools.undo)
    assert any(re.fullmatch(r"Undone: the correction of “.* 6 6 5.*” to “.* 6 6 4.*”", words) for words in said(shown))
    shown.tap_on(shown.app.screen.tools.redo)
    assert any(re.fullmatch(r"Redone: the correction of “.* 6 6 5.*” to “.* 6 6 4.*”", words) for words in said(shown))


def test_dice_without_a_colour_are_drawn_in_the_players(begin, driver):
    controller, shown = opened(begin, driver, *START, colours=("red", "blue"))
    card = choose(shown, 2)
    assert {button.die.colour for button in shown.all(DieButton)} == {"blue"}
    show_die(shown, 0, 2)
    shown.tap_on(next(button for button in card.children if getattr(button, "words", "") == "Accept"))
    assert controller.session.entries[1].event == Rolled(1, (Face(2), Face(1), Face(2)))
