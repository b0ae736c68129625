"""A reading under review while play goes on: which of the rolls it may show are still due. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Ask
from companion.core.events import Happening, Rolled
from companion.record.session import Entry, Session
from companion.referee.dice_matching import rolls_due
from companion.referee.messages import DiceReason, Why
from companion.referee.verdicts import NeedsReview

Asks = Sequence[Ask]


def unchanged(before: Sequence[Entry], now: Sequence[Entry]) -> int:
    """How many of the first events that counted before count now."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((at for at, (one, other) in pairs if one is not other), min(len(before), len(now)))


def review_after(review: NeedsReview, before: Sequence[Entry], session: Session) -> NeedsReview | None:
    """What is left of a review, where these events counted `before` and the session's count now."""
    now, same = session.entries, unchanged(before, session.entries)
    asked = session.game.asks(before[-1].state if before else session.start)
    since = [session.game.asks(entry.state) for entry in (*before[same:-1], *now[same:])]
    happened = [entry.event for entry in (*before[same:], *now[same:])]
    return review_left(review, asked, [*since, session.asks()], happened)


def review_left(
    review: NeedsReview, before: Asks, since: Sequence[Asks], happened: Sequence[Happening]
) -> NeedsReview | None:
    """What is left of a review: the same where nothing about it has changed, None where its roll is due no more.

    `before` was asked when it came up, `since` after each event that counted or was taken back: `happened`. A roll
    under review is due in all of these, and none of its seat was entered or taken back. Dice in the colours of a roll
    that is due no more are taken out.
    """
    rolled = {event.seat for event in happened if isinstance(event, Rolled)}
    first = rolls_due(before)
    left = [call for call in first if call[0] not in rolled and all(call in rolls_due(asks) for asks in since)]
    seats, rolls = [seat for seat, _ in left], dict(first)
    if not left:
        return None
    if review.seat in rolls and review.seat not in seats and not rolls[review.seat].colours:
        return None  # dice of any colour belonged to the first seat
    gone = {each for _, roll in first for each in roll.colours} - {each for _, roll in left for each in roll.colours}
    dice = tuple(die for die in review.seen.dice if die.colour not in gone)
    if dice == review.seen.dice and review.seat in seats:
        return review
    if review.seen.dice and not dice:
        return None
    seat = review.seat if review.seat in seats else seats[0]
    if dice == review.seen.dice:
        return replace(review, seat=seat)
    return NeedsReview(replace(review.seen, dice=dice), DiceReason(Why.OTHERS_ENTERED), seat)
