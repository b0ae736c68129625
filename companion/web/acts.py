"""The words that a tap can say, besides what the table is asked for: undo, dice, other games, other entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.bot_seats import why_no_bot
from companion.core.asks import open_to_people
from companion.core.events import Corrected, Ended, Event, IllegalEvent, Rolled
from companion.core.game import BadOption, BadPosition
from companion.core.text import say
from companion.record import codec
from companion.record.codec import Malformed
from companion.record.session import Entry, NoSuchEntry, Session
from companion.referee.messages import impossible_then, no_such_entry
from companion.views.amending import entry_of, instead_of, misfits
from companion.views.continued_draft import continued_facts
from companion.views.dice_views import ReviewView, in_question, leaning, review_view
from companion.views.standings import rematch
from companion.web.reading import NewTable, draft_of
from companion.web.tap_gate import MOVED_ON, name_of
from companion.web.taps import Act, Answer, Tap, Taps, answer_to, dice_in

if TYPE_CHECKING:
    from companion.record.session import OnConflict

CONFLICTS: Mapping[str, OnConflict] = {"refuse": "refuse", "skip": "skip", "stop": "stop"}


def undo(taps: Taps, tap: Tap) -> Answer:
    """Take back the last step."""
    del tap
    return answer_to(taps.controller.undo())


def redo(taps: Taps, tap: Tap) -> Answer:
    """Bring back what was taken back last."""
    del tap
    return answer_to(taps.controller.redo())


def retry(taps: Taps, tap: Tap) -> Answer:
    """Try again to write what the journal could not take."""
    del tap
    return answer_to(taps.controller.retry())


def settle(taps: Taps, tap: Tap) -> Answer:
    """Say what the dice of the pending reading show, and whose they are."""
    if isinstance(review := _review(taps, tap), Answer):
        return review
    seats = _converted(tap.given.get("seats", []), list[int])
    return answer_to(taps.controller.settle(dice_in(tap.given), seats=tuple(seats)))


def dismiss(taps: Taps, tap: Tap) -> Answer:
    """The pending reading was no roll."""
    if isinstance(review := _review(taps, tap), Answer):
        return review
    taps.controller.dismiss()
    return Answer(True)


def leans(taps: Taps, tap: Tap) -> Answer:
    """A die of the pending reading leans: only it, or all that were read as leaning, are thrown again."""
    if isinstance(review := _review(taps, tap), Answer):
        return review
    taps.controller.throw_again(leaning(review.slots, review.boxes, _converted(tap.given.get("die"), int | None)))
    return Answer(True)


def no_die(taps: Taps, tap: Tap) -> Answer:
    """What was taken for a die of the pending reading is none: the camera looks again."""
    if isinstance(review := _review(taps, tap), Answer):
        return review
    box = in_question(review.boxes, review.thing, _converted(tap.given.get("die"), int | None))
    if box is None:
        raise Malformed("there is no such die")
    taps.controller.devices.is_no_die(box)
    return Answer(True, say("The camera looks again, without it."))


def throw(taps: Taps, tap: Tap) -> Answer:
    """Throw a seat's dice into a rendered tray."""
    taps.controller.throw(_converted(tap.given.get("seat"), int | None))
    return Answer(True)


def leave(taps: Taps, tap: Tap) -> Answer:
    """Close the game, which can be resumed."""
    del tap
    taps.controller.leave()
    return Answer(True)


def resume(taps: Taps, tap: Tap) -> Answer:
    """Resume a game by its id."""
    try:
        taps.controller.resume(_converted(tap.given.get("session"), str))
    except KeyError:
        return Answer(False, say("That game is no longer in the journal."))
    return Answer(True)


def begin(taps: Taps, tap: Tap) -> Answer:
    """Begin a game: from the start, from the facts of a running table, or from the open game as it stands."""
    new = _converted(tap.given, NewTable)
    game = taps.controller.games.get(new.game)
    if game is None:
        raise Malformed("there is no such game")
    if new.bots and (why := why_no_bot(game)) is not None:
        return Answer(False, why)
    try:
        if new.came_from is None:
            table = new.table()
            taps.controller.begin(game.id, table, new.options, new.facts)
        else:
            draft = draft_of(taps.controller, new)
            if draft.why is not None:
                return Answer(False, draft.why)
            table, before = draft.table, _playing(taps)
            taps.controller.begin(game.id, table, new.options, continued_facts(draft), before.id)
            sat = dict(
                zip(before.table.players, before.table.seats, strict=True)
            )  # also who is out and keeps their seat
            sat |= zip(new.table().players, new.came_from, strict=True)
            taps.reseated(len(before.table.seats), [sat[name] for name in table.players])
    except (BadOption, BadPosition) as wrong:
        return Answer(False, wrong.text)
    except ValueError as wrong:
        return Answer(False, getattr(wrong, "text", None) or say("{why}", why=str(wrong)))
    bots = {new.table().name(bot) for bot in new.bots if 0 <= bot < len(new.players)}
    return _seat_bots(taps, [seat for seat in table.seats if table.name(seat) in bots])


def again(taps: Taps, tap: Tap) -> Answer:
    """The same people, dice and rules once more; with `turned` everybody moves on by one seat."""
    session = _playing(taps)
    turned = 1 if tap.given.get("turned") is True else 0
    table, bots = rematch(session, taps.publisher.bots.of(session.id), turned)
    try:
        taps.controller.begin(session.game.id, table, codec.options_to_plain(session.options))
    except (BadOption, BadPosition) as wrong:
        return Answer(False, wrong.text)
    return _seat_bots(taps, bots)


def set_right(taps: Taps, tap: Tap) -> Answer:
    """These facts take the place of the present ones."""
    facts = _converted(tap.given.get("facts"), dict[str, Any])
    if not facts:
        return Answer(False, say("Nothing is different yet."))
    return taps.submit(Corrected(facts), tap.id)


def stop(taps: Taps, tap: Tap) -> Answer:
    """Stop the game before it is over."""
    return taps.submit(Ended(), tap.id)


def amend(taps: Taps, tap: Tap) -> Answer:
    """Something else happened instead of an entry, or nothing did."""
    session = _playing(taps)
    seq = _converted(tap.given.get("entry"), int)
    entry = entry_of(session, seq)
    if entry is None:
        return Answer(False, no_such_entry())
    changes = {seq: _instead(session, entry, tap.given)}
    on_conflict = CONFLICTS.get(str(tap.given.get("on_conflict", "refuse")), "refuse")
    if on_conflict == "refuse":
        try:
            found = misfits(session, changes)
        except IllegalEvent as illegal:
            return Answer(False, impossible_then(illegal.text), illegal.rule)
        except NoSuchEntry:
            return Answer(False, no_such_entry())
        if found is not None:
            ways = [{"on_conflict": way, "words": words} for way, words in found.ways]
            texts = [{"event": event, "why": why} for event, why in found.texts]
            return Answer(False, found.title, more={"misfits": texts, "ways": ways})
    return answer_to(taps.controller.amend(changes, on_conflict))


def _instead(session: Session, entry: Entry, given: Mapping[str, Any]) -> Event | None:
    """Return what happened instead of an entry; None for nothing."""
    if given.get("out") is True:
        return None
    if isinstance(entry.event, Rolled):
        return Rolled(entry.event.seat, dice_in(given))
    choice = _converted(given.get("choice"), str)
    for ask in instead_of(session, entry).asks:
        for each in ask.choices:
            if name_of(each.event) == choice:
                return each.event
        for form in ask.forms:
            if name_of(form) == choice:
                values = _converted(given.get("values", {}), dict[str, Any])
                made: Event = codec.event_of(form.event, {**form.given, **values})
                return made
    raise Malformed("that could not have happened there")


def _review(taps: Taps, tap: Tap) -> ReviewView | Answer:
    """Return the question about dice that was tapped on, or the answer that it is settled or another one stands now."""
    pending, session = taps.controller.pending_review, taps.controller.session
    if pending is None or session is None:
        return Answer(False, say("The question about these dice is settled already."))
    asks = open_to_people(session.asks(), taps.controller.tray.bots(session.id))
    review = review_view(pending.seen, pending.seat, "", asks)
    return review if tap.given.get("review") == name_of(review) else Answer(False, MOVED_ON)


def _seat_bots(taps: Taps, bots: Sequence[int]) -> Answer:
    session = taps.controller.session
    if session is not None:
        taps.publisher.bots.choose(session.id, bots)
    return Answer(True)


def _playing(taps: Taps) -> Session:
    session = taps.controller.session
    if session is None:
        raise Malformed("no game is open")
    return session


def _converted(value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise Malformed(str(wrong)) from None


ACTS: Mapping[str, Act] = {
    "undo": undo,
    "redo": redo,
    "retry": retry,
    "settle": settle,
    "dismiss": dismiss,
    "leans": leans,
    "no_die": no_die,
    "throw": throw,
    "leave": leave,
    "resume": resume,
    "begin": begin,
    "rematch": again,
    "set_right": set_right,
    "stop": stop,
    "amend": amend,
}
