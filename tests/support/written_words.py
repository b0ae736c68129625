"""Every text on the screen, as it is laid into its box. A module imports the fixture `written`."""

from typing import NamedTuple

import pytest

from companion.drawing.text_layout import lay
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Words

FAR_AWAY = -1000
"""Units left of the screen: widgets that are not wanted now are put there."""


class Written(NamedTuple):
    """Words as they were wanted and as their lines stand there, the size of the type (units), whether some are lost."""

    words: str
    shown: str
    size: float
    cut: bool
    box: tuple


def paint(widget):
    """Paint a widget now, whether or not it has changed."""
    widget.again()
    widget.paint_due()


def sentences(shown):
    """What the screen's own lines say, a line each."""
    return "\n".join(each.words for each in shown.all(Words))


@pytest.fixture
def written(monkeypatch):
    """Everything that was written since the list was last cleared; what has no room on purpose is left out."""
    found = []
    text = KivyCanvas.text

    def note(canvas, words, box, size, colour="ink", **how):
        said = canvas.look.said(words)
        if said.strip() and min(box[2:]) > 2 and box[0] > FAR_AWAY:
            laid = lay(said, box, size, bold=how.get("bold", False), text_size=canvas.look.text_size)
            shown = "\n".join(line.words for line in laid.lines)
            found.append(Written(said, shown, laid.size, laid.cut, box))
        text(canvas, words, box, size, colour, **how)

    monkeypatch.setattr(KivyCanvas, "text", note)
    return found
