"""A reading under review while play goes on: which of its rolls are still due. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.asks import Ask, RollCall
from companion.core.events import Happening, Rolled
from companion.record.entries import Entry
from companion.record.session import Session
from companion.referee.dice_matching import rolls_due
from companion.referee.messages import DiceReason, Why
from companion.referee.signals import DiceSeen, SeenDie, Share
from companion.referee.verdicts import NeedsReview

Asks = Sequence[Ask]


def unchanged(before: Sequence[Entry], now: Sequence[Entry]) -> int:
    """Return how many of the first events that counted before still count."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((at for at, (one, other) in pairs if one is not other), min(len(before), len(now)))


def review_of(
    seen: DiceSeen, dice: Sequence[SeenDie], reason: DiceReason, due: Sequence[tuple[int, RollCall]]
) -> NeedsReview:
    """Return the question about some dice of a reading."""
    shown = seen if len(dice) == len(seen.dice) else replace(seen, dice=tuple(dice))
    return NeedsReview(shown, reason, due[0][0])


def review_after(review: NeedsReview, before: Sequence[Entry], session: Session) -> NeedsReview | None:
    """Return what is left of a review, given the events that counted `before` and the session now."""
    now, same = session.entries, unchanged(before, session.entries)
    asked = session.game.asks(before[-1].state if before else session.start)
    since = [session.game.asks(entry.state) for entry in (*before[same:-1], *now[same:])]
    happened = [entry.event for entry in (*before[same:], *now[same:])]
    return review_left(review, asked, [*since, session.asks()], happened)


def review_within(review: NeedsReview, outline: Sequence[tuple[float, float]]) -> NeedsReview | None:
    """Return what is left of a review if only dice count that lie within this outline, in shares of the picture; all if
    it is empty, as it is not known then.
    """
    if not outline:
        return review
    dice = tuple(die for die in review.seen.dice if _lies_within(die.box, outline))
    if len(dice) == len(review.seen.dice) > 0:
        return review
    reading = tuple(why for why in review.reason.reading if why.box and _lies_within(why.box, outline))
    reason, seen = replace(review.reason, reading=reading), replace(review.seen, dice=dice)
    return replace(review, seen=seen, reason=reason) if dice else None


def _lies_within(box: Share, outline: Sequence[tuple[float, float]]) -> bool:
    """Whether the middle of a box lies within an outline: a line from there to the right leaves it once."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    crossed = ((y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0) for (x0, y0), (x1, y1) in sides)
    return sum(crossed) % 2 == 1


def review_left(
    review: NeedsReview, before: Asks, since: Sequence[Asks], happened: Sequence[Happening]
) -> NeedsReview | None:
    """Return what is left of a review: the same if nothing about it changed, None if its roll is no longer due.

    `before` are the asks when it came up, `since` those after each event that counted or was taken back (`happened`).
    A roll stays under review if it is due in all of these and no roll of its seat happened. Dice in the colours of
    rolls no longer due are removed.
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
