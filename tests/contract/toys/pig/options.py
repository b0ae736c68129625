"""The options of Pig."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Options, option
from companion.core.text import say


@dataclass(frozen=True)
class PigOptions(Options):
    """The options of Pig."""

    target: int = option(100, say("Points to win"), say("Who has this many points wins."), low=10, high=500)
