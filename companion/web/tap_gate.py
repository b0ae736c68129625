"""Which taps still mean what could be seen: the rule of the press gate, for browsers.

A tap names what was shown and the view it was drawn from. It counts if that has been offered without a break since
then, and long enough to be seen. What has just been done is a new question, if it can be done once more.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import TYPE_CHECKING

from companion.core.asks import Ask, Form, RollCall, open_to_people
from companion.core.events import Event, Happening, Rolled
from companion.core.text import Text, say
from companion.record import codec
from companion.referee.stale_presses import REACTION_S
from companion.views.dice_views import ReviewView

if TYPE_CHECKING:
    from companion.record.session import Session

MOVED_ON = say("Play went on before this tap arrived: it does not count. Please look again.")
TOO_SOON = say("This came up just as you tapped: it does not count, please tap again.")


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat may do now: an event, a form or a roll, and what it is about."""

    seat: int
    what: Event | Form | RollCall
    subject: object = ()


@dataclass(frozen=True, slots=True)
class _Standing:
    offer: Offer
    seq: int
    since: float


def name_of(what: object, seat: int = -1) -> str:
    """Return the name by which a browser says what it means; the same for equal things, in every run."""
    if isinstance(what, RollCall):
        return f"roll-{seat}"
    if isinstance(what, Form):
        return f"form-{_digest(what.event.__name__, {**what.given})}"
    if isinstance(what, ReviewView):
        return f"review-{_digest('', replace(what, why=''))}"
    return f"event-{_digest(type(what).__name__, codec.plain(what))}"


def offers_of(asks: Iterable[Ask]) -> dict[str, Offer]:
    """Return what the seats may do now, by name."""
    found: dict[str, Offer] = {}
    for ask in asks:
        for choice in ask.choices:
            found[name_of(choice.event)] = Offer(ask.seat, choice.event, ask.subject)
        for form in ask.forms:
            found[name_of(form)] = Offer(ask.seat, form, (ask.subject, tuple(map(str, form.narrowed.values()))))
        if ask.roll is not None:
            found[name_of(ask.roll, ask.seat)] = Offer(ask.seat, ask.roll, ask.subject)
    return found


class TapGate:
    """Knows since which entry and since when each offer stands. `follow` is called after every change."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._session: str | None = None
        self._seq, self._moved = -1, -math.inf
        self._standing: Mapping[str, _Standing] = {}

    def follow(self, session: Session | None, bots: Container[int] = ()) -> None:
        """Note what people are offered now, if bots play these seats."""
        shown = ("", -1) if session is None else (session.id, session.seq)
        now = -math.inf if self._session is None else self._now()  # at first there was nothing else to tap
        if shown != (self._session, self._seq):
            self._moved = now
        if session is None:
            self._session, self._seq, self._standing = "", -1, {}
            return
        known, self._session = self._standing if session.id == self._session else {}, session.id
        found, done = {}, _names_of(session.entries[-1].event) if session.entries else ()
        for name, offer in offers_of(open_to_people(session.asks(), bots)).items():
            before = known.get(name)
            offered_anew = before is None or before.offer != offer or (name in done and self._seq != session.seq)
            found[name] = _Standing(offer, session.seq, now) if before is None or offered_anew else before
        self._standing, self._seq = found, session.seq

    def has_settled(self) -> bool:
        """Return whether what the table shows has been there long enough to be seen: of two taps at once one counts."""
        return self._now() >= self._moved + REACTION_S

    def admit(self, name: str, seq: int) -> Offer | Text:
        """Return the offer that a tap means, or why it does not count."""
        found = self._standing.get(name)
        if found is None or not found.seq <= seq <= self._seq:
            return MOVED_ON
        if self._now() < found.since + REACTION_S:
            return TOO_SOON
        return found.offer


def _names_of(event: Happening) -> tuple[str, ...]:
    """Return the names of the offers that this event may have answered."""
    if isinstance(event, Rolled):
        return (f"roll-{event.seat}",)
    return (name_of(event),) if isinstance(event, Event) else ()


def _digest(kind: str, value: object) -> str:
    return blake2s(kind.encode() + codec.to_json(value), digest_size=8).hexdigest()
