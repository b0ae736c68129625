"""Options of the command line for a run of the app, and their checks."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.app.addresses import Address
from companion.app.folders import DataFolder
from companion.app.settings import Settings
from companion.core.text import NOTHING, Text

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
WINDOW = (320, 8192)
"""Smallest and largest side of a window, px."""


@dataclass(frozen=True)
class RunOptions:
    """Options of a run. `play_by_itself`: simulated players play (needs a rendered tray).

    `settings` are those of this run, `kept` those of the file, which the screens may change. `new_game`: do not resume
    an interrupted game. `bots` are the seats that bots play, from 0. `unusable` reports an unusable settings file. At
    `web` browsers can show the table, and with `metrics` Prometheus reads figures.
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
    web: Address | None = None
    metrics: bool = False


def has_display() -> bool:
    """Return whether a window can be shown; a named SDL driver counts (kmsdrm, for a tablet without a desktop)."""
    named = os.environ.get("SDL_VIDEODRIVER", "") not in ("", "offscreen", "dummy")
    return sys.platform != "linux" or named or any(os.environ.get(name) for name in SCREENS)


def plays_by_itself(tray: str, *, asked: bool) -> bool:
    """Return whether simulated players play. Raises ValueError if nobody can play at all."""
    rendered = tray.startswith("sim:")
    if asked and not rendered:
        raise ValueError(
            "a game plays itself only on a rendered tray: with --watch leave out --tray, or use --tray sim:"
        )
    if not (rendered or has_display()):
        raise ValueError(
            f"there is no screen: neither {' nor '.join(SCREENS)} is set. Without one, a game can play itself on a "
            "rendered tray (--tray sim:)"
        )
    return asked or not has_display()


def seeded(tray: str, seed: int) -> str:
    """Return the name of a rendered tray that throws the same dice at each start."""
    return tray if "seed=" in tray else tray.replace("sim:", f"sim:seed={seed}&", 1).rstrip("&")


def players_of(game: str, seats: int | None, *, new_game: bool) -> int:
    """Return the number of players of the `game`. Raises ValueError for options without a game."""
    if not game and (seats is not None or new_game):
        raise ValueError("--seats and --new need --game")
    return 3 if seats is None else seats


def bots_of(game: str, seats: int, bots: str) -> tuple[int, ...]:
    """Return the seats, from 0, of bots given as "2,3" (counted from 1). Raises ValueError for impossible seats."""
    if not bots:
        return ()
    numbers = [int(number) if number.strip().isdecimal() else 0 for number in bots.split(",")]
    if not game or any(not 1 <= number <= seats for number in numbers):
        raise ValueError(f"--bots names seats of a --game, from 1 to {seats}, like 2,3; not {bots!r}")
    return tuple(number - 1 for number in numbers)


def window_of(size: str) -> tuple[int, int]:
    """Parse a size like 1280x800. Raises ValueError if no window can have it."""
    width, by, height = size.partition("x")
    if not (by and width.isdecimal() and height.isdecimal()):
        raise ValueError(f"a window is WIDTHxHEIGHT pixels, not {size!r}")
    if not all(WINDOW[0] <= int(side) <= WINDOW[1] for side in (width, height)):
        raise ValueError(f"a window has sides of {WINDOW[0]} to {WINDOW[1]} pixels, not {size}")
    return int(width), int(height)
