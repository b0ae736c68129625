"""What else could have happened at an earlier entry, and what becomes of later ones that no longer fit. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.asks import Ask, Choice
from companion.core.events import Happening
from companion.core.text import NOTHING, Text, counted, say, sentence
from companion.record.entries import Amendment, Entry
from companion.record.judging import described, taken_along
from companion.referee.messages import impossible_then

if TYPE_CHECKING:
    from companion.record.session import OnConflict, Session

LISTED = 3
"""Entries that no longer fit are listed one by one up to this number: more have no room on the card."""


class Instead(NamedTuple):
    """An entry that people want to change: the state before it, and what its player was asked for then."""

    title: Text
    before: Any
    asks: tuple[Ask, ...]
    choices: tuple[Choice, ...]
    """What could have been chosen in its place."""


class Misfits(NamedTuple):
    """Later entries that no longer fit: how many, each with the reason, and the ways to go on, each with the words of
    its button.
    """

    title: Text
    texts: list[tuple[Text, Text]]
    ways: list[tuple[OnConflict, Text]]


def entry_of(session: Session, seq: int) -> Entry | None:
    """Return the entry with this number, None if it does not count."""
    return next((entry for entry in session.entries if entry.seq == seq), None)


def instead_of(session: Session, entry: Entry) -> Instead:
    """Return what could have happened instead of an entry that counts."""
    before, event = session.at(session.entries.index(entry)), entry.event
    asks = tuple(ask for ask in session.game.asks(before) if ask.seat == event.seat)
    title = say("Instead of “{event}”", event=described(session, before, event))
    return Instead(title, before, asks, tuple(each for ask in asks for each in ask.choices if each.event != event))


def gone_with(session: Session, entry: Entry, *, inclusive: bool) -> tuple[list[int], bool]:
    """Return the numbers of the entries after this one, with it if `inclusive`, and whether undoing as many steps takes
    out these alone: else something else happened since, which is kept.
    """
    later = [each.seq for each in session.entries if each.seq > entry.seq or (inclusive and each is entry)]
    return later, [step.seq for step in session.steps[-len(later) :] if isinstance(step, Entry)] == later


def came_of_change(session: Session) -> Text:
    """Return what the last step, a change of one entry, did to the game."""
    change = session.steps[-1]
    assert isinstance(change, Amendment)
    ((seq, event),) = change.changes.items()
    done = say("Taken out.") if event is None else say("Changed.")
    if change.dropped:
        return say("{done} {gone}", done=done, gone=sentence(taken_along(change)))
    followed = bool(change.after) and change.after[-1].seq > seq
    return say("{done} What followed was played again.", done=done) if followed else done


def misfits(session: Session, changes: Mapping[int, Happening | None]) -> Misfits | None:
    """Return what no longer fits after these changes; None if everything does. Raises NoSuchEntry, IllegalEvent."""
    skipping = session.preview(changes, "skip")
    if not skipping.misfits:
        return None
    stopping = session.preview(changes, "stop")
    gone = counted("{n} entry goes", "{n} entries go", len(skipping.dropped))
    ways: list[tuple[OnConflict, Text]] = [("skip", say("Keep all that fits: {gone}", gone=gone))]
    if stopping.dropped != skipping.dropped:
        gone = counted("{n} entry goes", "{n} entries go", len(stopping.dropped))
        ways.insert(0, ("stop", say("Keep up to there: {gone}", gone=gone)))
    places = {entry.seq: place for place, entry in enumerate(session.entries)}
    texts = [
        (described(session, session.at(places[each.entry.seq]), each.entry.event), impossible_then(each.why.text))
        for each in skipping.misfits[:LISTED]
    ]
    all_of = len(skipping.misfits)
    title = counted("A later entry no longer fits", "{n} later entries no longer fit", all_of)
    if (more := all_of - LISTED) > 0:
        texts.append((counted("And {n} more.", "And {n} more.", more), NOTHING))
    return Misfits(title, texts, ways)
