"""What is tapped in a browser, done on the session's thread; each answer says whether it counts, and else why."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import msgspec

from companion.core.asks import Form, RollCall
from companion.core.events import Event, Face, Happening, IllegalEvent, Rolled
from companion.core.text import NOTHING, Text, say
from companion.drawing.scene import GoBack, Refused
from companion.record import codec
from companion.record.codec import Malformed
from companion.record.journal import JournalError
from companion.referee.signals import Request
from companion.referee.verdicts import Accepted, Ignored, NeedsReview, Verdict
from companion.views.presenter import undoes
from companion.web.pairing import TABLE, seat_of
from companion.web.tap_gate import MOVED_ON, TOO_SOON

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.web.publisher import Publisher

_log = logging.getLogger(__name__)
KEPT = 512
"""Answers kept for taps that come again."""
LASTING = frozenset({"begin", "rematch", "resume"})
"""What is not done while a practice game is open: it would be forgotten with it."""
ONLY_PRACTICE = say("This is a practice game: leave it first.")


class Tap(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser says: what was tapped, on which view, and what was entered with it."""

    choice: str
    id: str
    seq: int
    session: str = ""
    given: dict[str, Any] = msgspec.field(name="with", default_factory=dict)


class Answer(msgspec.Struct, omit_defaults=True):
    """Whether a tap counts; if not, why and by which rule. `more` is what a card shows next."""

    ok: bool
    why: Text = NOTHING
    rule: str = ""
    more: Any = None


class NotAllowed(Exception):  # noqa: N818  it is an answer
    """The browser's role may not do this."""


Act = Callable[["Taps", Tap], Answer]
Reseated = Callable[[int, Sequence[int | None]], object]
"""Told when a game goes on at a table that changed: for how many it was laid before, and which seat each player had."""


class Taps:
    """Does what browsers tapped. `ask` is called on the server's thread, all else runs on the session's."""

    def __init__(
        self, publisher: Publisher, acts: Mapping[str, Act], reseated: Reseated = lambda _players, _seats: None
    ) -> None:
        self.reseated = reseated
        self.publisher, self.controller = publisher, publisher.controller
        self._acts = acts
        self._answers: OrderedDict[str, Answer] = OrderedDict()

    def ask(self, run: Callable[[], Any]) -> Future[Any]:
        """Have something done on the session's thread. The future has its result or its exception."""
        done: Future[Any] = Future()

        def do() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(run())
            except Exception as wrong:  # noqa: BLE001  it belongs to the browser that asked
                done.set_exception(wrong)

        self.controller.inbox.put(Request(do))
        return done

    def tap(self, role: str, tap: Tap, means: object) -> Answer:
        """Judge a tap. `means` is the target of a board that it names, if it names one. Raises NotAllowed."""
        if tap.id in self._answers:
            return self._answers[tap.id]
        answer = self._judged(role, tap, means)
        self._answers[tap.id] = answer
        if len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        return answer

    def _judged(self, role: str, tap: Tap, means: object) -> Answer:
        session = self.controller.session
        if tap.session != ("" if session is None else session.id):
            return Answer(False, MOVED_ON)
        if session is not None and self.controller.has_counted(tap.id):
            return Answer(True)
        act = self._acts.get(tap.choice)
        if self.controller.practice is not None and tap.choice in LASTING:
            return Answer(False, ONLY_PRACTICE)
        try:
            if act is not None:
                return self._act(role, act, tap, session)
            if session is None:
                return Answer(False, MOVED_ON)
            return self._choose(role, tap, means, session)
        except JournalError as wrong:
            return Answer(False, wrong.text)
        except Malformed as wrong:
            return Answer(False, say("{why}", why=str(wrong)))

    def _act(self, role: str, act: Act, tap: Tap, session: Session | None) -> Answer:
        if session is not None and tap.seq != session.seq:
            return Answer(False, MOVED_ON)
        if role != TABLE and not self._may(role, tap, session):
            raise NotAllowed
        if not self.publisher.gate.has_settled():
            return Answer(False, TOO_SOON)
        return act(self, tap)

    def _may(self, role: str, tap: Tap, session: Session | None) -> bool:
        """Whether a seat may say this word: it takes back its own last entry, and throws and settles its own dice."""
        seat, pending = seat_of(role), self.controller.pending_review
        if session is None or seat is None:
            return False
        match tap.choice:
            case "undo":
                return undoes(session) == seat
            case "throw":
                return tap.given.get("seat") == seat
            case "settle" | "dismiss" | "leans" | "no_die":
                return pending is not None and pending.seat == seat
        return False

    def _choose(self, role: str, tap: Tap, means: object, session: Session) -> Answer:
        only_there = tap.choice.startswith(("refused-", "back-", "named-"))
        if only_there or (isinstance(means, Event) and not self._offered(tap)):
            return self._board(role, tap, means, session)
        offer = self.publisher.gate.admit(tap.choice, tap.seq)
        if isinstance(offer, Text):
            return Answer(False, offer)
        self._check_seat(role, offer.seat)
        match offer.what:
            case Form():
                event: Event = codec.event_of(offer.what.event, {**offer.what.given, **_object(tap.given, "values")})
            case RollCall():
                event = Rolled(offer.seat, dice_in(tap.given))
            case _:
                event = offer.what
        return self.submit(event, tap.id)

    def _offered(self, tap: Tap) -> bool:
        return not isinstance(self.publisher.gate.admit(tap.choice, tap.seq), Text)

    def _board(self, role: str, tap: Tap, means: object, session: Session) -> Answer:
        """Do what a target of the board means that is no choice: it counts only if nothing has happened since."""
        if tap.seq != session.seq or means is None:
            return Answer(False, MOVED_ON)
        match means:
            case str():
                return Answer(False, say("For this, use the buttons beside the board."))
            case GoBack(count):
                self._check_seat(role, None)
                return answer_to(self.controller.undo(count))
            case Refused(event):
                try:
                    session.judge(event)
                except IllegalEvent as illegal:
                    return Answer(False, illegal.text, illegal.rule)
                return Answer(False, MOVED_ON)
            case Event():
                self._check_seat(role, means.seat)
                return self.submit(means, tap.id)
        return Answer(False, MOVED_ON)

    @staticmethod
    def _check_seat(role: str, seat: int | None) -> None:
        if role != TABLE and (seat is None or seat_of(role) != seat):
            raise NotAllowed

    def submit(self, event: Happening, mark: str) -> Answer:
        """Submit an event once, unless a bot plays the seat it belongs to."""
        session = self.controller.session
        if session is not None and event.seat in self.publisher.bots.of(session.id):
            return Answer(False, say("A bot plays for {name}.", name=session.table.name(event.seat or 0)))
        return answer_to(self.controller.touch(event, mark=mark))


def answer_to(verdict: Verdict) -> Answer:
    """Return the answer that a verdict gives."""
    match verdict:
        case Ignored(why, rule):
            return Answer(False, why, rule)
        case NeedsReview():
            return Answer(False, verdict.why)
        case Accepted((first, *_)):
            return Answer(True, first)
    return Answer(True)


def dice_in(given: Mapping[str, Any]) -> tuple[Face, ...]:
    """Return the dice that a browser sent. Raises Malformed."""
    try:
        return tuple(msgspec.convert(given.get("dice"), list[Face]))
    except msgspec.ValidationError as wrong:
        raise Malformed(str(wrong)) from None


def _object(given: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = given.get(name, {})
    if not isinstance(found, dict):
        raise Malformed(f"{name} is no object")
    return found
