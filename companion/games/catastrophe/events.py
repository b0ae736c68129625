"""What happens at a table of Catastrophe, as the record writes it.

In all cards played, `power` says that a Power Cat was used: from in front, or from the hand where `held` too. `stays`
says that this Power Cat is not used up: its text keeps it in front of the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from companion.core.events import Event
from companion.core.schema import Bounds, Labelled, Seat
from companion.core.text import say

Count = Annotated[int, Bounds(low=0)]
"""How many cards of one kind."""
PowerCat = Annotated[bool, Labelled(say("Power Cat"))]
HeldCat = Annotated[bool, Labelled(say("held Cat"))]
Stays = Annotated[bool, Labelled(say("stays"))]
RedDot = Annotated[bool, Labelled(say("red dot"))]
Catfinity = Annotated[bool, Labelled(say("cat symbol"))]
DoesMore = Annotated[bool, Labelled(say("and more"))]
Anyone = Annotated[bool, Labelled(say("anyone"))]
Rollers = Annotated[tuple[Seat, ...], Labelled(say("who rolls"))]
Also = Annotated[tuple[Seat, ...], Labelled(say("and against"))]
What = Literal[
    "life", "yarn", "hand", "power", "held", "reapurr", "number", "revive", "swap", "turn", "skip"
]  # fmt: skip
Source = int | Literal["deck", "discard"]

EffectEntry = TypedDict(
    "EffectEntry",
    {
        "what": What,
        "by": NotRequired[int],
        "seat": NotRequired[int],
        "from": NotRequired[Source],
        "with": NotRequired[int],
        "phase": NotRequired[Literal["paw", "catastrophe"]],
    },
)
"""One line of what a card did, as JSON has it (`from` is no word for a Python attribute); treated as frozen."""
NEEDED: Mapping[str, frozenset[str]] = {
    "reapurr": frozenset({"by"}),
    "number": frozenset({"by"}),
    "swap": frozenset({"seat", "with"}),
    "skip": frozenset({"seat", "phase"}),
}
"""What an entry says beside `what`; all other kinds have a `seat` and a `by`."""
SEAT_AND_BY = frozenset({"seat", "by"})


@dataclass(frozen=True, slots=True)
class YarnSpent(Event):
    """`seat` gives a yarn ball so that `roller` rolls again."""

    roller: Seat


@dataclass(frozen=True, slots=True)
class RollsAccepted(Event):
    """No more yarn for the rolls that lie there."""


@dataclass(frozen=True, slots=True)
class AttackPlayed(Event):
    """An Attack: the target, and all in `also`, need `number` or more, `rolls` times, or lose `lives`.

    `effects`: whoever fails makes it do something else besides, which its player says then.
    """

    target: Annotated[Seat, Labelled(say("against"))]
    number: Annotated[int, Bounds(2, 6), Labelled(say("needs"))]
    lives: Annotated[int, Bounds(0, 9)] = 1
    rolls: Annotated[int, Bounds(1, 9)] = 1
    power: PowerCat = False
    held: HeldCat = False
    catfinity: Catfinity = False
    red_dot: RedDot = False
    stays: Stays = False
    effects: DoesMore = False
    also: Also = ()


@dataclass(frozen=True, slots=True)
class CuriosityPlayed(Event):
    """A Curiosity: the target, and all in `also`, lose a life without a roll."""

    target: Annotated[Seat, Labelled(say("against"))]
    power: PowerCat = False
    held: HeldCat = False
    catfinity: Catfinity = False
    red_dot: RedDot = False
    stays: Stays = False
    also: Also = ()


@dataclass(frozen=True, slots=True)
class EffectPlayed(Event):
    """An Ally or Power Cat with any other effect; `rollers` must roll when it resolves."""

    rollers: Rollers = ()
    power: PowerCat = False
    held: HeldCat = False
    catfinity: Catfinity = False
    red_dot: RedDot = False
    stays: Stays = False


@dataclass(frozen=True, slots=True)
class CucumberPlayed(Event):
    """The newest card is to be blocked."""

    power: PowerCat = False
    held: HeldCat = False
    red_dot: RedDot = False


@dataclass(frozen=True, slots=True)
class TakePlayed(Event):
    """The newest card goes to the player's hand at once."""

    power: PowerCat = False
    held: HeldCat = False


@dataclass(frozen=True, slots=True)
class PassPlayed(Event):
    """The newest Attack or Curiosity gets another target. `anyone`: this Power Cat is not only for its target."""

    target: Annotated[Seat, Labelled(say("against"))]
    power: PowerCat = False
    held: HeldCat = False
    red_dot: RedDot = False
    anyone: Anyone = False


@dataclass(frozen=True, slots=True)
class ReactionsClosed(Event):
    """Nobody reacts to the newest card any longer: it resolves."""


@dataclass(frozen=True, slots=True)
class EffectsApplied(Event):
    """What the card being resolved did; `rollers` must now roll for it. `more`: it goes on after these effects.

    Raises ValueError for an entry that does not say all that its kind needs.
    """

    effects: tuple[EffectEntry, ...]
    rollers: Rollers = ()
    more: bool = False

    def __post_init__(self) -> None:
        for entry in self.effects:
            missing = NEEDED.get(entry["what"], SEAT_AND_BY) - entry.keys()
            if missing:
                raise ValueError(f"an effect on {entry['what']} needs a {min(missing)}")

    def __hash__(self) -> int:
        return hash((self.seat, tuple(_frozen(entry) for entry in self.effects), self.rollers, self.more))


@dataclass(frozen=True, slots=True)
class ClawEnded(Event):
    """The turn player plays no more cards this turn."""


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """The three cards of the Paw phase were drawn."""


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """What was too much went to the discard piles."""

    hand: Count = 0
    power: Count = 0
    held: Count = 0


@dataclass(frozen=True, slots=True)
class EventRevealed(Event):
    """A CATastrophe event for at least `min_players`; `rollers` must roll for it."""

    min_players: Annotated[int, Bounds(2, 6), Labelled(say("event for at least"))] = 2
    rollers: Rollers = ()
    red_dot: RedDot = False


@dataclass(frozen=True, slots=True)
class ReapurrRevealed(Event):
    """A Grim Reapurr card moves the Reapurr up or down."""

    steps: Annotated[int, Bounds(-9, 9), Labelled(say("Reapurr's steps"))]


@dataclass(frozen=True, slots=True)
class CountsCorrected(Event):
    """The table counted a player's cards and found other figures; None leaves a count as it is.

    Records of earlier versions have it; what people set right now is `core.events.Corrected`.
    """

    hand: Count | None = None
    power: Count | None = None
    held: Count | None = None


def _frozen(entry: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(entry.items()))
