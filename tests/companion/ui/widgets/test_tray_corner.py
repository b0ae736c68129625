"""The tray's corner says all it says in whole words, in every language and size of text."""

import pytest

from companion.app.settings import Settings
from companion.core.table import Table
from companion.i18n import word
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.drawing import canvas
from tests.support.screen_driver import controller, controllers, driver, show

__all__ = ["controller", "controllers", "driver", "show"]


@pytest.mark.parametrize("language", ["", "de", "fr", "es"])
@pytest.mark.parametrize("text_size", [1.0, 1.5])
@pytest.mark.parametrize("game", ["catch-up", "catch-22"])
def test_not_counted_is_not_cut(controller, show, monkeypatch, game, text_size, language):
    written, text = [], canvas.text

    def note(words, box, size, *role, **more):
        written.append((words, canvas.fits(words, box[2], box[3])))
        text(words, box, size, *role, **more)

    monkeypatch.setattr(canvas, "text", note)
    controller.begin(game, Table(("Ann", "Bo", "Cy"), ("red", "blue", "white")))
    shown = show(controller, (1280, 800), Settings(language=language, text_size=text_size))
    controller.inbox.put(DiceSeen(tuple(SeenDie(value) for value in (1, 2, 3, 4)), sure=True))
    controller.tick()
    shown.frames(3)
    assert (word("not counted"), True) in written
