"""The drawing that stands for a game: from `tile.py` in the game's `ui` folder, else dice or cards."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from companion.core.game import Game
from companion.drawing.geometry import Box
from companion.ui.drawing import canvas
from companion.ui.drawing.cats import picture_square, playing_card

Draw = Callable[[Box], None]
_log = logging.getLogger(__name__)


def drawing_of(game: Game) -> Draw:
    """Draws the picture of a game into a box (pixels), on the canvas that is open."""
    return _drawing(game.panel or "", game.dice > 0)


@cache
def _drawing(panel: str, dice: bool) -> Draw:
    module = f"{panel.rpartition('.')[0]}.tile"
    try:
        if panel and find_spec(module) is not None:
            found: Draw = import_module(module).draw
            return found
    except Exception:  # noqa: BLE001  whatever strangers' code does when it is loaded
        _log.exception("the picture %s cannot be loaded", module)
    return _dice if dice else _cards


def _dice(box: Box) -> None:
    x, y, side, _ = picture_square(box)
    canvas.die(5, "red", (x + side * 0.05, y + side * 0.42, side * 0.5, side * 0.5))
    canvas.die(3, "white", (x + side * 0.45, y + side * 0.08, side * 0.5, side * 0.5))


def _cards(box: Box) -> None:
    x, y, side, _ = picture_square(box)
    for number, (words, turned) in enumerate((("2", 18), ("7", 0), ("K", -18))):
        playing_card((x + side * (0.25 + 0.25 * number), y + side * 0.5), side * 0.6, words, turned=turned)
