"""The list of the history: its headings, its end, and what is chosen in it."""

import pytest

from companion.core.events import Face, Rolled
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from tests.support.written_words import written

__all__ = ["written"]


@pytest.fixture
def history(begin, driver):
    """Show the history after some events of Catch Up."""

    def show(events):
        controller = begin(2)
        play(controller, events, 1)
        shown = driver()
        shown.app.go("history")
        shown.frames(2)
        return shown

    return show


def test_the_oldest_entry_can_be_reached(history):
    shown = history(24)
    for _ in range(24):
        if shown.button("▼ older").why:
            break
        shown.tap_on(shown.button("▼ older"))
        shown.frames(2)
    assert shown.button("▼ older").why == "These are the oldest."
    assert shown.app.screen.rows[-1].line == shown.app.screen.lines[-1]


def test_the_first_rolls_have_their_heading(history, written):
    shown = history(3)
    written.clear()
    shown.tap_on(shown.button("Ann"))
    shown.frames(2)
    assert "Who begins?" in [each.words for each in written]


def test_a_filter_that_hides_the_chosen_entry_chooses_one_that_is_shown(history):
    shown = history(6)
    screen = shown.app.screen
    shown.tap_on(next(row for row in screen.rows if row.line.seat == 1))
    shown.tap_on(shown.button("Ann"))
    shown.frames(2)
    assert screen.chosen == next(row.line for row in screen.rows if row.line.seat == 0)


def test_with_an_empty_list_nothing_can_be_changed(begin, driver, written):
    controller = begin(2)
    controller.touch(Rolled(0, (Face(6), Face(6), Face(5))))
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    written.clear()
    shown.tap_on(shown.button("Bo"))
    shown.frames(2)
    assert "Nothing by Bo yet." in [each.words for each in written]
    assert {button.why for button in (shown.button("Change this"), shown.button("Go back to here"))} == {
        "No entry is chosen."
    }
    shown.tap_on(shown.button("Undo this too"))
    assert len(controller.session.entries) == 1


def test_what_else_is_undone_is_said_only_of_older_entries(history):
    shown = history(6)
    button = shown.button("Undo this")
    assert button.words == "Undo this"
    shown.tap_on(shown.app.screen.rows[1])
    assert button.words == "Undo this too"
    shown.tap_on(shown.app.screen.rows[0])
    shown.tap_on(button)
    assert len(shown.app.controller.session.entries) == 5


@pytest.mark.parametrize(("game", "has_dice"), [("catchy", False), ("cat-in-the-box", False), ("catastrophe", True)])
def test_only_a_game_with_dice_offers_its_rolls(begin, driver, game, has_dice):
    begin(2, game=game)
    shown = driver()
    shown.app.go("history")
    shown.frames(2)
    assert ("All rolls" in {button.words for button in shown.all(Button)}) == has_dice
