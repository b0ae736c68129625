"""Every game's table in many of its phases: targets are big enough, nothing is cut or overlaps, all is legible."""

import cv2
import numpy as np
import pytest

from companion.app.settings import Settings
from companion.core.table import Table
from companion.games import shelf
from companion.i18n import word
from companion.referee.signals import DeviceChanged, DiceSeen, ReviewReason, SeenDie
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from tests.support.screen_measures import measures

__all__ = ["measures"]

PICTURE = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
LEANING = (ReviewReason("may_lean", 1), ReviewReason("may_lean", 2))
COLOURS = ("red", "blue", "green", "yellow", "black", "white")
GAMES = [
    (name, players)
    for name, game in shelf().items()
    for players in sorted({game.player_counts[0], game.player_counts[-1]})
]
STEPS = 30
"""Events after each of which the table is measured."""
LONG_NAMES = ("Maximiliane-Jo", "Karl-Friedrich", "Anna-Elisabeth", "Bartholomaeus8", "Hans-Christian", "Friederike-Lu")


def openers(shown):
    """The buttons that open a card."""
    return sorted({each.words for each in shown.all(Button) if each.words.endswith("…")})


VARIANTS = {
    "German, large": Settings(language="de", text_size=1.5),
    "French, light": Settings(language="fr", theme="light"),
    "Spanish, high contrast": Settings(language="es", theme="contrast"),
}


def faults_while_playing(controller, shown, measures):
    """What is wrong with the table and the cards that its buttons open, by when it is."""
    found, opened = {}, set()
    for step in range(STEPS):
        shown.app.screen.refresh()
        shown.app.screen.rolls.moment.stop()
        shown.frames(2)
        found[f"after {step}"] = measures.faults(shown)
        for words in openers(shown):
            if words in opened:
                continue
            opened.add(words)
            shown.tap_on(shown.button(words))
            shown.frames(2)
            found[words] = measures.faults(shown)
            shown.app.screen.close()
            shown.frames(2)
        play(controller, 1, step)
    return {when: wrong for when, wrong in found.items() if wrong}


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_table_can_be_used_and_read(controller, driver, measures, game, players):
    controller.begin(game, Table(LONG_NAMES[:players], COLOURS[:players]))
    assert faults_while_playing(controller, driver(), measures) == {}


@pytest.mark.parametrize("game", shelf())
def test_on_an_upright_screen_too(begin, driver, measures, game):
    players = shelf()[game].player_counts[-1]
    controller = begin(players, game=game, colours=COLOURS[:players])
    assert faults_while_playing(controller, driver((800, 1280)), measures) == {}


@pytest.mark.parametrize(
    "variant",
    ["German, large", pytest.param("French, light", marks=pytest.mark.slow), "Spanish, high contrast"],
)
@pytest.mark.parametrize("game", shelf())
def test_in_other_languages_themes_and_sizes_too(begin, driver, measures, game, variant):
    players = shelf()[game].player_counts[-1]
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver((1920, 1200), settings=VARIANTS[variant])
    assert faults_while_playing(controller, shown, measures) == {}


def reading(controller, *, sure):
    """Dice as they are asked for; unless `sure`, two of them may lean."""
    due = [ask for ask in controller.session.asks() if ask.roll is not None]
    colours = [colour for ask in due for colour in ask.roll.colours] or [""] * due[0].roll.count
    dice = tuple(
        SeenDie(1 + at % 6, colour, box=(0.1 * at, 0.4, 0.1 * at + 0.09, 0.55)) for at, colour in enumerate(colours)
    )
    return DiceSeen(dice, sure, () if sure else LEANING, picture=PICTURE)


@pytest.mark.parametrize("variant", ["English", *VARIANTS])
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("game", [name for name, game in shelf().items() if game.dice])
def test_rolls_and_readings_can_be_used_and_read(begin, driver, measures, game, players, variant):
    if players not in shelf()[game].player_counts:
        return
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver(settings=VARIANTS.get(variant))
    found = {}
    for step in range(40):
        if any(ask.roll is not None for ask in controller.session.asks()):
            break
        play(controller, 1, step)
    shown.app.screen.refresh()
    shown.app.screen.dice.enter(next(ask.seat for ask in controller.session.asks() if ask.roll is not None))
    shown.frames(2)
    found["to enter"] = measures.faults(shown)
    shown.app.screen.close()
    controller.inbox.put(DeviceChanged("tray", ok=True))
    controller.inbox.put(reading(controller, sure=False))
    shown.frames(3)
    assert controller.pending_review is not None
    found["to review"] = measures.faults(shown)
    shown.tap_on(shown.button(word("This was no throw")))
    assert controller.pending_review is None
    controller.inbox.put(reading(controller, sure=True))
    shown.frames(3)
    assert shown.app.screen.rolls.moment.rolls
    found["the moment"] = measures.faults(shown)
    shown.tap_on(shown.app.screen.tray)
    shown.frames(2)
    found["to correct"] = measures.faults(shown)
    assert {when: wrong for when, wrong in found.items() if wrong} == {}
