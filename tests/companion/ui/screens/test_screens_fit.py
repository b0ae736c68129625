"""The screens around the table, in other languages and text sizes: nothing is cut, small, outside or overlapping."""

from collections import defaultdict

import pytest
from kivy.metrics import dp

from companion.app.settings import Settings
from companion.core.table import Table
from companion.drawing.theme import THEMES, TOUCH
from companion.games import shelf
from companion.people.overview import RESULTS, VIEWS
from companion.ui.screens.setup.fact_tile import FactTile
from companion.ui.screens.table.over import OverCard
from companion.ui.testing.screenshots import play
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.overlay import Dim
from companion.ui.widgets.tap_target import Tappable
from tests.support.screen_measures import measures
from tests.support.written_words import paint, written

__all__ = ["measures", "written"]

NAMES = ("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay")
COLOURS = ("blue", "red", "green", "yellow", "purple", "black")
ROUNDED = 0.5
"""Pixels by which two things may lie over each other: they are rounded."""


def screens(shown):
    """Go to every screen in turn and yield its name."""
    play_one(shown.controller, "catch-22", 3, 40)
    shown.app.go("home")
    yield "home"
    for game in shelf().values():
        shown.app.go("setup", game=game.id)
        shown.app.screen.people.count.pick(game.player_counts[-1])
        yield f"setup {game.id}"
        rules = shown.app.screen.rules
        shown.tap_on(rules.fold)
        for page in range(4):
            yield f"rules {game.id} {page}"
            if rules.turn.parent is not None:
                shown.tap_on(rules.turn)
        shown.tap_on(rules.fold)
        shown.tap_on(shown.app.screen.middle)
        for tile in list(shown.all(FactTile)):
            shown.tap_on(tile)
            yield f"take over {game.id}: {tile.words}"
    yield from people(shown)
    shown.app.go("devices")
    yield "devices"
    shown.app.go("evidence")
    yield "evidence"
    shown.app.go("cameras")
    yield "cameras"
    shown.tap_on(shown.app.screen.address)
    yield "an address"
    shown.app.go("tray_outline")
    yield "tray_outline"
    shown.app.go("tray_setup")
    yield "tray_setup"


def people(shown):
    """Go to every view of the people and to a person's card, and yield their names."""
    play_one(shown.controller, "catch-up", 3, 4000)
    shown.app.go("home")
    shown.app.go("people")
    while shown.app.screen.read is None or shown.app.screen.read.left:
        shown.frames(1)
    for view in VIEWS:
        shown.app.screen.views.pick(view)
        yield f"people {view}"
    shown.app.screen.views.pick(RESULTS)
    shown.frames(2)
    shown.tap_target("cyril")
    yield "a person"


def play_one(controller, game, seats, events):
    controller.begin(game, Table(NAMES[:seats], COLOURS[:seats]))
    play(controller, events, seed=1)


def boxes_of(shown):
    """Return everything to tap that lies on top, with its place in the window."""
    covered = list(shown.all(Dim))
    found = []
    for each in shown.all(Tappable):
        if each.tapped is None or each.get_parent_window() is None:
            continue
        x, y = each.to_window(*each.pos)
        if covered and not any(type(up).__name__ == "Sheet" for up in parents(each)):
            continue
        found.append((each, (x, y, x + each.width, y + each.height)))
    return [(each, box) for each, box in found if box[2] > 0 and box[3] > 0]


def parents(widget):
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        yield widget


def troubles(shown, name):
    """Yield what is too small, outside, or over another target."""
    wide, high = shown.app.stage.size
    boxes = boxes_of(shown)
    for at, (each, box) in enumerate(boxes):
        words = getattr(each, "words", type(each).__name__)
        if min(each.size) < dp(TOUCH) - 1:
            yield name, "small", words, round(min(each.size) / dp(1))
        if box[0] < -ROUNDED or box[1] < -ROUNDED or box[2] > wide + ROUNDED or box[3] > high + ROUNDED:
            yield name, "outside", words
        for other, there in boxes[at + 1 :]:
            if min(box[2], there[2]) - max(box[0], there[0]) > ROUNDED and (
                min(box[3], there[3]) - max(box[1], there[1]) > ROUNDED
            ):
                yield name, "over each other", words, getattr(other, "words", type(other).__name__)


def check(shown, measures, screen_names):
    wrong = []
    for name in screen_names:
        shown.frames(2)
        wrong += [(name, fault) for fault in measures.faults(shown)]
        wrong += troubles(shown, name)
    return wrong


@pytest.mark.parametrize(
    ("size", "language", "text_size", "theme"),
    [
        ((1280, 800), "", 1.0, "dark"),
        ((1280, 800), "de", 1.5, "light"),
        pytest.param((1920, 1200), "de", 1.5, "dark", marks=pytest.mark.slow),
        ((1920, 1200), "fr", 1.25, "contrast"),
        ((1280, 800), "es", 1.5, "contrast"),
        pytest.param((800, 1280), "", 1.0, "dark", marks=pytest.mark.slow),
        ((800, 1280), "de", 1.5, "light"),
        ((1366, 768), "fr", 1.5, "dark"),
    ],
)
def test_every_screen_fits(controller, show, measures, size, language, text_size, theme):
    assert theme in THEMES
    shown = show(controller, size, Settings(language=language, text_size=text_size, theme=theme))
    assert check(shown, measures, screens(shown)) == []


@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", sorted(shelf()))
def test_the_end_of_every_game_fits(controller, show, written, game, text_size):
    """With all seats taken, in German."""
    play_one(controller, game, shelf()[game].player_counts[-1], 4000)
    assert controller.session.outcome() is not None
    shown = show(controller, (1280, 800), Settings(language="de", text_size=text_size))
    shown.frames(3)
    card = shown.app.screen.opened
    assert isinstance(card, OverCard)
    written.clear()
    paint(card)
    assert [each.words for each in written if each.cut] == []
    buttons = [each for each in card.children if isinstance(each, Button)]
    assert buttons
    assert all(min(button.size) >= dp(TOUCH) - 1 for button in buttons)
    sizes = defaultdict(set)
    for button in buttons:
        written.clear()
        paint(button)
        sizes[round(button.y), button.designed].add(written[0].size)
    assert [row for row in sizes.values() if len(row) > 1] == []
