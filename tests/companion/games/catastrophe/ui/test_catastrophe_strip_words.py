"""The words on the buttons of a strip are whole, with long names, in large text and in other languages."""

import pytest

from companion.app.settings import Settings
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games.catastrophe import GAME
from companion.games.catastrophe.events import (
    AttackPlayed,
    CuriosityPlayed,
    EventRevealed,
    ReapurrRevealed,
)
from companion.i18n import word
from companion.ui.widgets.buttons import Button
from tests.support.written_words import paint, written

__all__ = ["written"]

NAMES = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friederike-Lu")
COLOURS = ("red", "blue", "green", "yellow", "black", "white")
TWO_LEFT = {"life": [0, 8, 0, 0, 0, 7], "fallen": [[0, 2], [3, 4]]}


def two_left(**facts):
    """Facts of a game in which the players of seats 1 and 5 are in."""
    return TWO_LEFT | {name: [5 if at in (1, 5) else 0 for at in range(6)] for name in ("hand", "yarn")} | facts


def write_buttons(show, controller, written, language):
    """Leave in `written` what the buttons of the table say, in the largest text."""
    shown = show(controller, (1280, 800), Settings(language=language, text_size=1.5))
    shown.frames(2)
    written.clear()
    for button in shown.all(Button):
        paint(button)


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize(
    ("facts", "played"),
    [
        ({"phase": "catastrophe", "turn": 2}, ()),
        (two_left(phase="catastrophe", turn=1, power=[0, 2, 0, 0, 0, 2]), ()),
        (two_left(phase="claw", turn=5, power=[0, 2, 0, 0, 0, 2]), ()),
        (two_left(phase="claw", turn=5, power=[0, 2, 0, 0, 0, 2]), (AttackPlayed(5, 1, 4),)),
        ({"phase": "claw", "turn": 0, "hand": [1, 0, 0, 0, 0, 0]}, (CuriosityPlayed(0, 4),)),
    ],
    ids=["a card is revealed", "two are left", "two play", "the only one to pass to", "nobody has a hand"],
)
def test_words_of_buttons_are_whole(controllers, show, written, facts, played, language):
    controller = controllers()
    controller.begin(GAME.id, Table(NAMES, COLOURS), {"pass_back": True}, facts)
    for event in played:
        controller.touch(event)
    write_buttons(show, controller, written, language)
    assert written
    assert [each.words for each in written if each.cut] == []


@pytest.mark.parametrize(("language", "heading"), [("", "Karl-Friedrich's turn"), ("fr", "Tour de Karl-Friedrich")])
def test_whose_turn_it_is_stands_as_a_heading(controllers, show, written, language, heading):
    controller = controllers()
    controller.begin(GAME.id, Table(NAMES, COLOURS), {}, {"phase": "claw", "turn": 1})
    shown = show(controller, (1280, 800), Settings(language=language))
    shown.frames(2)
    assert heading in {each.words for each in written}


def test_a_number_with_a_word_of_its_own_is_written_as_that(controllers, show, written):
    shown = show(controllers())
    shown.app.go("setup", game=GAME.id)
    shown.frames(2)
    assert {"Countdown for reactions", "none"} <= {each.words for each in written}


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("seats", [4, 6])
def test_ways_to_roll_are_whole_beside_yarn_for_others(controllers, show, written, seats, language):
    controller = controllers()
    controller.begin(GAME.id, Table(NAMES[:seats], COLOURS[:seats]), {}, {"phase": "catastrophe", "turn": 0})
    revealed, rolled = EventRevealed(0, rollers=tuple(range(seats))), Rolled(0, (Face(2, "red"),))
    for event in (revealed, rolled):
        controller.touch(event)
    write_buttons(show, controller, written, language)
    assert word("Enter dice") in {each.words for each in written}
    assert [each.words for each in written if each.cut] == []


def test_a_card_is_called_with_a_capital_wherever_its_name_stands_first(controllers, show, written):
    controller = controllers()
    facts = {"phase": "catastrophe", "turn": 0}
    controller.begin(GAME.id, Table(NAMES[:3], COLOURS[:3]), {"react_to_events": True}, facts)
    controller.touch(ReapurrRevealed(0, 1))
    shown = show(controller, (1280, 800), Settings(language="fr"))
    shown.frames(2)
    said = {each.words for each in written if "carte grim" in each.words.lower()}
    assert said
    assert not {words for words in said if words[0].islower()}
