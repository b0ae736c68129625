"""What the boards of trick-taking games share: claims that play has proved untrue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.core.events import Happening
from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.drawing.scene import GoBack, Scene
from companion.drawing.shapes import button


class FlagView(NamedTuple):
    """A claim that has proved untrue, and how many events to take back to be before it (None: before the record)."""

    text: Text
    back: int | None


def flag_view(text: Text, entries: Sequence[tuple[Happening, Any]], made: Callable[[Happening, Any], bool]) -> FlagView:
    """Return a flag; `made(event, state after it)` recognises the event that made the claim, itself taken back too."""
    back = (count for count, (event, after) in enumerate(reversed(entries), 1) if made(event, after))
    return FlagView(text, next(back, None))


def paint_flag(canvas: Canvas, box: Box, flag: FlagView, scene: Scene) -> None:
    """Paint a claim that has proved untrue. A tap goes back to before it, if it was made in this record."""
    if flag.back is None or scene.still:
        button(canvas, box, flag.text, 22, "danger")
        return
    means = GoBack(flag.back)
    words = say("{claim}  ↩ go back there", claim=flag.text)
    button(canvas, box, words, 22, "danger", down=means in scene.down)
    canvas.target(box, means)
