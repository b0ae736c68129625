"""What the boards of trick-taking games share."""

from __future__ import annotations

from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.drawing.scene import GoBack, Scene
from companion.drawing.shapes import button


def paint_flag(canvas: Canvas, box: Box, claim: Text, back: int | None, scene: Scene) -> None:
    """Paint a claim that has proved untrue. A tap goes back to before it, if that is `back` events ago."""
    if back is None:
        button(canvas, box, claim, 22, "danger")
        return
    means = GoBack(back)
    words = say("{claim}  ↩ go back there", claim=claim)
    button(canvas, box, words, 22, "danger", down=means in scene.down)
    canvas.target(box, means)
