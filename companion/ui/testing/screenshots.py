"""Pictures of a game's table at any moment.

`python -m companion.ui.testing.screenshots catch-up --seats 4 --events 30 --to DIR`
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path
from random import Random

from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.core.game import decided
from companion.core.table import Table
from companion.games import shelf
from companion.i18n import LANGUAGES
from companion.record.journal import Journal
from companion.sim.players import thrown

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


def main() -> None:
    """Takes the pictures."""
    parser = argparse.ArgumentParser(description="Pictures of a game's table screen, painted without a display.")
    parser.add_argument("game", choices=list(shelf()))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--events", type=int, nargs="+", default=[0], help="after how many events a picture is taken")
    parser.add_argument("--size", nargs="+", default=["1280x800", "1920x1200"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--theme", default="dark")
    parser.add_argument("--language", default="", choices=list(LANGUAGES))
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--to", type=Path, default=Path("run/shots"))
    options = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    from companion.record.codec import parse  # noqa: PLC0415  after the arguments are known to be right
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  Kivy opens its window when it is imported

    for size in options.size:
        wide, high = (int(part) for part in size.split("x"))
        for events in options.events:
            controller = TableController(Journal(":memory:"), shelf())
            controller.begin(
                options.game, Table(_NAMES[: options.seats], _COLOURS[: options.seats]), parse(options.options.encode())
            )
            play(controller, events, options.seed)
            driver = ScreenDriver(controller, Settings(theme=options.theme, language=options.language), (wide, high))
            path = options.to / f"{options.game}-{options.seats}-{events}-{wide}.png"
            driver.shoot(path)
            driver.close()
            controller.stop()
            print(path)  # noqa: T201  it is a command


if __name__ == "__main__":
    main()
