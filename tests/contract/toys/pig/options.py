"""The options of Pig."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.game import Options
from companion.core.schema import Bounds, option
from companion.core.text import say


@dataclass(frozen=True)
class PigOptions(Options):
    """The options of Pig."""

    target: Annotated[int, Bounds(10, 500)] = option(100, say("Points to win"), say("Who has this many points wins."))
