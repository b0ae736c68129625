"""Who looks at a button sees whether a tap on it does anything."""

import pytest

from companion.drawing import shapes
from companion.drawing.canvas import Look
from companion.drawing.theme import THEMES
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button
from tests.support.recorded_drawing import Recording

WORKING = ("plain", "asked", "chosen", "quiet", "danger")


class Lines(Recording):
    """Notes the grounds and frames of what it paints."""

    def __init__(self, look):
        super().__init__(look)
        self.seen = []

    def panel(self, box, colour="panel", radius=12, **how):
        """Note the colour it has in the theme."""
        self.seen.append((box, getattr(self.look.theme, colour)))
        super().panel(box, colour, radius, **how)

    def frame(self, box, colour="edge", radius=12, width=2.5, **how):
        """Note the line."""
        self.seen.append((box, getattr(self.look.theme, colour), width))
        super().frame(box, colour, radius, width, **how)


def test_a_quiet_button_that_works_looks_unlike_one_that_does_not(driver, monkeypatch):
    driver()
    frames = []
    monkeypatch.setattr(KivyCanvas, "frame", lambda _canvas, *given, **_how: frames.append(given))
    button = Button("Share", lambda: None, "quiet")
    button.size = (200, 60)
    looks = []
    for why in ("", "There is nothing to share."):
        button.why = why
        frames.clear()
        button.paint()
        looks.append(len(frames))
    assert looks == [1, 0]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", WORKING)
def test_a_button_that_works_looks_unlike_one_that_does_not(theme, kind):
    looks = []
    for each in (kind, "off"):
        canvas = Lines(Look(THEMES[theme], 1.0, str))
        shapes.button(canvas, (0, 0, 200, 60), "Share", kind=each)
        looks.append(canvas.seen)
    assert looks[0] != looks[1]
