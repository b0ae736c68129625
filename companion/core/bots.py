"""What a simulated player can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from random import Random

    from companion.core.asks import Ask
    from companion.core.events import Event
    from companion.core.table import Table


class Bot(Protocol):
    """A simulated player, or a whole table of them: answers asks and may remember (a hand of cards) between them."""

    def choose(self, state: Any, ask: Ask) -> Event | None:
        """The next event for `ask`, which has choices or forms.

        None: the bot throws the dice of `ask.roll`. The caller throws them, and does not call this for an ask that has
        only a roll.
        """


@runtime_checkable
class Volunteer(Protocol):
    """A bot that also acts without being asked: a cube against a leader, a ransom, a reaction."""

    def volunteer(self, state: Any) -> Event | None:
        """An event somebody makes happen unasked now, or None."""


def decided(bot: Bot, state: Any, ask: Ask) -> Event | None:
    """Return what the bot does about `ask`; None: it throws the dice that are asked for.

    Raises ValueError if the bot wants to throw and no dice are asked for.
    """
    if ask.roll is not None and not ask.choices:
        return None
    event = bot.choose(state, ask)
    if event is None and ask.roll is None:
        raise ValueError(f"the bot would throw dice where none are asked for: {ask.text}")
    return event


class MakeBot(Protocol):
    """The signature of a bot module's `make`."""

    def __call__(self, table: Table, options: Any, random: Random) -> Bot:
        """A bot for one game at one table; all its chance comes from `random`."""
