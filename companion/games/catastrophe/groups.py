"""Choices that share one button on the screen, by the name of their group."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.asks import Choice, Key
from companion.core.text import say
from companion.games.catastrophe.events import YarnSpent
from companion.games.catastrophe.state import State

ATTACK, CURIOSITY, PASS, YARN, LIVES, OTHER, EVENTS = (
    words.template
    for words in (
        say("Attack"), say("Curiosity"), say("Pass"), say("Yarn"), say("Lives"), say("Reactions"), say("Events"),
    )
)  # fmt: skip


def yarn_choices(state: State, seat: int) -> Iterator[Choice]:
    """A ball of yarn for each die that is rolled, the player's own first. The button NO stands for the first."""
    lying = [roll.seat for roll in state.rolls if roll.value is not None]
    key: Key | None = Key.NO
    if state.yarn[seat]:
        for roller in sorted(lying, key=lambda at: at != seat):
            label = say("Yarn: {name} rolls again", name=state.table.name(roller))
            yield Choice(YarnSpent(seat, roller), label, key, YARN)
            key = None
