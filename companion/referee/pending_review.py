"""A reading in doubt while play goes on: which of the rolls it may show are still waited for. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Ask, RollCall
from companion.core.events import Event, Rolled
from companion.core.text import say
from companion.referee.referee import NeedsReview

OTHERS = say("Some of these dice were told: do the others show this?")
"""What was doubted before may have been about those."""
Asks = Sequence[Ask]


def left_of(
    pending_review: NeedsReview, before: Asks, since: Sequence[Asks], happened: Sequence[Event]
) -> NeedsReview | None:
    """What is left of a doubt: the same where nothing about it has changed, None where nobody waits for it any more.

    `before` was asked when it came up, `since` after each event that has counted or was taken back: `happened`. A roll
    in doubt is waited for in all of these, and none of its seat was told or taken back. Dice in the colours of a roll
    that is waited for no more are taken out.
    """
    told = {event.seat for event in happened if isinstance(event, Rolled)}
    first = _calls(before)
    left = [call for call in first if call[0] not in told and all(call in _calls(asks) for asks in since)]
    seats, rolls = [seat for seat, _ in left], dict(first)
    if not left:
        return None
    if pending_review.seat in rolls and pending_review.seat not in seats and not rolls[pending_review.seat].colours:
        return None  # dice of no particular colour were the first one's
    gone = _colours(first) - _colours(left)
    dice = tuple(die for die in pending_review.seen.dice if die.colour not in gone)
    if dice == pending_review.seen.dice and pending_review.seat in seats:
        return pending_review
    if pending_review.seen.dice and not dice:
        return None
    seat = pending_review.seat if pending_review.seat in seats else seats[0]
    if dice == pending_review.seen.dice:
        return replace(pending_review, seat=seat)
    return replace(pending_review, seen=replace(pending_review.seen, dice=dice), why=OTHERS, seat=seat)


def _calls(asks: Asks) -> list[tuple[int, RollCall]]:
    return [(ask.seat, ask.roll) for ask in asks if ask.roll is not None]


def _colours(calls: Sequence[tuple[int, RollCall]]) -> set[str]:
    return {colour for _, roll in calls for colour in roll.colours}
