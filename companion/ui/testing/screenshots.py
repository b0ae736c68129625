"""Pictures of a game's table at any moment, or in each of its phases.

`python -m companion.ui.testing.screenshots catch-up --seats 4 --events 30 --to DIR`
`python -m companion.ui.testing.screenshots catch-up --seats 4 --phases --to DIR`
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.bots.players import thrown
from companion.core.bots import decided
from companion.core.table import Table
from companion.games import shelf
from companion.i18n import LANGUAGES
from companion.record.journal import Journal

_NAMES = ("Ann", "Bo", "Cyril", "Dot", "Eli", "Fay")
_COLOURS = ("blue", "red", "green", "yellow", "purple", "black")


def play(controller: TableController, events: int, seed: int) -> int:
    """Lets the game's bot play this many events; gives how many there were before the end."""
    session = controller.session
    assert session is not None
    game = session.game
    random = Random(seed)
    bot = import_module(game.bot).make(session.table, session.options, random) if game.bot else None
    for number in range(events):
        asks = [ask for ask in session.asks() if not ask.optional] or list(session.asks())
        if not asks:
            return number
        ask = asks[0]
        if bot is not None:
            event = decided(bot, session.state, ask)
        else:
            event = random.choice(ask.choices).event if ask.choices else None
        controller.touch(thrown(ask, random) if event is None else event)
    return events


def phases(controller: TableController, seed: int, most: int = 2000) -> Iterator[str]:
    """Let bots play a game to its end; yield each of its phases when it first comes."""
    session = controller.session
    assert session is not None
    seen: list[str] = []
    for step in range(most):
        phase = str(session.facts()["phase"])
        if phase not in seen:
            seen.append(phase)
            yield phase
        if play(controller, 1, seed + step) == 0:
            return


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description="Pictures of a game's table screen, painted without a display.")
    parser.add_argument("game", choices=list(shelf()))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--events", type=int, nargs="+", default=[0], help="after how many events a picture is taken")
    parser.add_argument("--phases", action="store_true", help="a picture of each phase instead, when it first comes")
    parser.add_argument("--size", nargs="+", default=["1280x800", "1920x1200"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--theme", default="dark")
    parser.add_argument("--text-size", type=float, default=1.0)
    parser.add_argument("--language", default="", choices=list(LANGUAGES))
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--to", type=Path, default=Path("run/shots"))
    options = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    from companion.record.codec import parse  # noqa: PLC0415  after the arguments are known to be right
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    def shown(size: str) -> Any:
        controller = TableController(Journal(":memory:"), shelf())
        table = Table(_NAMES[: options.seats], _COLOURS[: options.seats])
        controller.begin(options.game, table, parse(options.options.encode()))
        wide, high = (int(part) for part in size.split("x"))
        settings = Settings(theme=options.theme, language=options.language, text_size=options.text_size)
        return ScreenDriver(controller, settings, (wide, high))

    def shoot(driver: Any, name: str) -> None:
        driver.app.screen.refresh()
        driver.app.screen.rolls.moment.stop()
        path = options.to / f"{options.game}-{options.seats}-{name}-{driver.app.stage.width:.0f}.png"
        driver.shoot(path)
        print(path)  # noqa: T201  it is a command

    for size in options.size:
        for events in () if options.phases else options.events:
            driver = shown(size)
            play(driver.controller, events, options.seed)
            shoot(driver, str(events))
            driver.close()
            driver.controller.stop()
        if options.phases:
            driver = shown(size)
            for phase in phases(driver.controller, options.seed):
                shoot(driver, phase)
            driver.close()
            driver.controller.stop()


if __name__ == "__main__":
    main()
