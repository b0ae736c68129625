"""The tray's corner cuts no words, in any language or text size."""

import pytest

from companion.app.device_manager import Device
from companion.app.settings import Settings
from companion.core.table import Table
from companion.core.text import capital
from companion.i18n import word
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.review import DieButton
from companion.views.dice_views import DieView
from companion.views.tray_views import COUNTED, TrayView
from tests.support.screen_driver import controller, controllers, driver, show
from tests.support.written_words import paint

__all__ = ["controller", "controllers", "driver", "show"]


@pytest.fixture(name="written")
def _written(monkeypatch):
    """The words written since, each with whether it has room at 18."""
    written, text = [], canvas.text

    def note(words, box, size, *role, **more):
        written.append((words, canvas.fits(words, box[2], box[3])))
        text(words, box, size, *role, **more)

    monkeypatch.setattr(canvas, "text", note)
    return written


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_not_counted_is_not_cut(controller, show, written, game, text_size, language):
    controller.begin(game, Table(("Ann", "Bo", "Cy"), ("red", "blue", "white")))
    shown = show(controller, (1280, 800), Settings(language=language, text_size=text_size))
    controller.inbox.put(DiceSeen(tuple(SeenDie(value) for value in (1, 2, 3, 4)), sure=True))
    controller.tick()
    shown.frames(3)
    assert (word("not counted"), True) in written


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_that_a_roll_is_an_earlier_one_is_not_cut_and_leaves_the_picture_room(
    controller, show, written, game, text_size, language
):
    controller.begin(game, Table(("Ann", "Bo", "Cy"), ("red", "blue", "white")))
    shown = show(controller, (1280, 800), Settings(language=language, text_size=text_size))
    tray = shown.app.screen.tray
    tray.show(TrayView(ok=True, dice=(DieView(3),), came_to=COUNTED, earlier=True))
    written.clear()
    paint(tray)
    assert (word("An earlier roll"), True) in written
    assert tray.picture.height >= tray.height / 3


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
def test_what_a_roll_was_changed_from_is_not_cut(controller, show, written, language):
    facts = {"phase": "place", "turn": 0, "pawns": ["e3", "i9", "a5"]}
    controller.begin("catch-22", Table(("Ann", "Bo", "Cy")), facts=facts)
    shown = show(controller, (1280, 800), Settings(language=language))
    controller.inbox.put(DiceSeen((SeenDie(6),), sure=True))
    controller.tick()
    shown.frames(3)
    shown.tap_on(shown.app.screen.tray)
    shown.tap_on(next(each for each in shown.all(DieButton) if each.die.value == 5))
    shown.tap_on(next(each for each in shown.all(Button) if each.kind == "asked" and each.words == word("Accept")))
    shown.frames(3)
    corner = [(words, has_room) for words, has_room in written if "\u270e" in str(words)]
    assert corner
    assert all(has_room for _, has_room in corner)


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
def test_dice_that_were_moved_are_named_in_whole_words(controller, show, written, text_size, language):
    facts = {"phase": "place", "turn": 0, "pawns": ["e3", "i9", "a5"]}
    controller.begin("catch-22", Table(("Ann", "Bo", "Cy")), facts=facts)
    controller.devices.tray = Device("sim:", ok=True)
    shown = show(controller, (1280, 800), Settings(language=language, text_size=text_size))
    controller.inbox.put(DiceSeen((SeenDie(6),), sure=False, disturbed=True))
    controller.tick()
    shown.frames(3)
    paint(shown.app.screen.tray)
    assert (capital(word("the dice were moved")), True) in written
    assert (capital(word("the dice were moved")), False) not in written


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_what_is_to_be_done_is_not_cut(controller, show, written, game, text_size, language):
    """In Catch Up that is the longest of it: one die of several leans."""
    facts = {"phase": "place", "turn": 0, "pawns": ["e3", "i9", "a5"]} if game == "catch-22" else None
    controller.begin(game, Table(("Ann", "Bo", "Cy"), ("red", "blue", "white")), facts=facts)
    controller.devices.tray = Device("sim:", ok=True)
    shown = show(controller, (1280, 800), Settings(language=language, text_size=text_size))
    controller.throw_again([(0.1, 0.1, 0.2, 0.2)])
    shown.frames(3)
    written.clear()
    paint(shown.app.screen.tray)
    wanted = shown.app.screen.tray.without_dice
    assert (wanted, True) in written
    assert (wanted, False) not in written
