"""What the command line asks of a run of the app, and whether that can be."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.app.folders import DataFolder
from companion.app.settings import Settings
from companion.core.text import NOTHING, Text

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
WINDOW = (320, 8192)
"""The shortest and the longest side a window may have, in pixels."""


@dataclass(frozen=True)
class RunOptions:
    """What the command line asked for. `play_by_itself`: simulated players play (needs a rendered tray).

    `settings` are those of this run, `kept` those of the file, which the screens may change. `new_game`: resume no
    interrupted game. `bots` are the seats of the game that bots play, from 0. `unusable` says what became of a
    settings file that cannot be used.
    """

    settings: Settings
    kept: Settings
    journal: Path
    folder: DataFolder
    game: str = ""
    seats: int = 3
    play_by_itself: bool = False
    seed: int = 7
    size: tuple[int, int] = (1280, 800)
    new_game: bool = False
    bots: tuple[int, ...] = ()
    unusable: Text = NOTHING


def has_display() -> bool:
    """Whether a window can be seen here; a named SDL driver counts (kmsdrm, for a tablet without a desktop)."""
    named = os.environ.get("SDL_VIDEODRIVER", "") not in ("", "offscreen", "dummy")
    return sys.platform != "linux" or named or any(os.environ.get(name) for name in SCREENS)


def plays_by_itself(tray: str, *, asked: bool) -> bool:
    """Whether simulated players play. Raises ValueError where nobody can play at all."""
    rendered = tray.startswith("sim:")
    if asked and not rendered:
        raise ValueError(
            "only on a rendered tray a game plays itself: with --watch leave out --tray, or say --tray sim:"
        )
    if not (rendered or has_display()):
        raise ValueError(
            f"there is no screen here: neither {' nor '.join(SCREENS)} is set. On a rendered tray (--tray sim:) a game "
            "plays itself without one"
        )
    return asked or not has_display()


def players_of(game: str, seats: int | None, *, new_game: bool) -> int:
    """How many players begin the `game`. Raises ValueError where the command line says how, but not which."""
    if not game and (seats is not None or new_game):
        raise ValueError("--seats and --new say how a game begins: --game says which")
    return 3 if seats is None else seats


def bots_of(game: str, seats: int, bots: str) -> tuple[int, ...]:
    """The seats, from 0, of bots given as "2,3" (the first seat is 1). Raises ValueError where none can sit there."""
    if not bots:
        return ()
    numbers = [int(number) if number.strip().isdecimal() else 0 for number in bots.split(",")]
    if not game or any(not 1 <= number <= seats for number in numbers):
        raise ValueError(f"--bots says which seats of a --game bots play, 1 to {seats}, like 2,3; not {bots!r}")
    return tuple(number - 1 for number in numbers)


def window_of(size: str) -> tuple[int, int]:
    """The pixels of a size like 1280x800. Raises ValueError where no window has that size."""
    width, by, height = size.partition("x")
    if not (by and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"a window is WIDTHxHEIGHT pixels, not {size!r}")
    if not all(WINDOW[0] <= int(side) <= WINDOW[1] for side in (width, height)):
        raise ValueError(f"a window has sides of {WINDOW[0]} to {WINDOW[1]} pixels, not {size}")
    return int(width), int(height)
