"""Judge events, corrections of the table and its end, and say how each is stored and described."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.core.events import Corrected, Ended, Happening, IllegalEvent, field_words
from companion.core.game import BadPosition, Game, Options, Outcome, Step
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.core.text import NOTHING, Commas, Text, counted, listed, say
from companion.record import codec, row_bodies
from companion.record.correcting import corrected

if TYPE_CHECKING:
    from companion.record.entries import Amendment
    from companion.record.session import Session


class GameOver(IllegalEvent):
    """The game has ended, so nothing more can happen in it."""


class ImpossiblePosition(IllegalEvent):
    """A correction leads to an impossible position; `key` names the fact."""

    def __init__(self, wrong: BadPosition) -> None:
        super().__init__("", wrong.text)
        self.key = wrong.key


def over() -> GameOver:
    """Return the refusal of anything after the end."""
    return GameOver("", say("The game is over. Only undo goes on from here."))


def judge(game: Game, table: Table, options: Options, state: Any, event: Happening) -> Step:
    """Return what follows from an event in a state. Raises IllegalEvent."""
    if game.outcome(state) is not None:
        raise over()
    if isinstance(event, Ended):
        return Step(state)
    if isinstance(event, Corrected):
        try:
            return Step(corrected(game, table, options, state, event.facts))
        except BadPosition as wrong:
            raise ImpossiblePosition(wrong) from wrong
    return game.apply(state, event)


def standings(game: Game, table: Table, state: Any, ended: Ended) -> Outcome:
    """Return the outcome of a game stopped in this state by its tally; all equal if it has none."""
    everybody = Outcome((tuple(table.seats),), {})
    outcome = everybody if game.tally is None else game.tally.standings(state)
    return outcome._replace(stopped=True, why=ended.why)


def row_of(game: Game, event: Happening, before: Any, after: Any) -> tuple[str, bytes]:
    """Return the kind and body of the row of an event that leads from one state to another."""
    if isinstance(event, Corrected):
        return codec.CORRECTED, row_bodies.correction_to_json(event, game.facts(before), game.facts(after))
    if isinstance(event, Ended):
        return codec.ENDED, codec.event_to_json(event)
    return type(event).__name__, codec.event_to_json(event)


def described(session: Session, state: Any, event: Happening) -> Text:
    """Return a short sentence about an event of a session; `state` is the one before it."""
    if isinstance(event, Corrected):
        return say("Set right on the table: {facts}", facts=listed(_changes(session, state, event.facts), "and"))
    if isinstance(event, Ended):
        return say("Stopped here: {why}", why=event.why) if event.why else say("Stopped here")
    return session.game.describe(state, event)


def taken_along(amendment: Amendment) -> Text:
    """Return how many later entries a change took out with it; NOTHING if none."""
    gone = len(amendment.dropped)
    return counted("{n} later entry was taken out", "{n} later entries were taken out", gone) if gone else NOTHING


def corrections(session: Session, amendment: Amendment) -> Iterator[Text]:
    """Yield a short sentence about each entry that was changed or taken out, oldest first, then what went with them."""
    for gone, entries in ((True, amendment.before), (False, amendment.after)):
        states = session.start, *(entry.state for entry in entries)
        for state, entry in zip(states, entries, strict=False):
            if entry.seq in amendment.changes and (amendment.changes[entry.seq] is None) is gone:
                event = described(session, state, entry.event)
                yield say("Taken out: {event}", event=event) if gone else say("Corrected: {event}", event=event)
    if amendment.dropped:
        yield taken_along(amendment)


def _changes(session: Session, state: Any, named: Mapping[str, Any]) -> Iterator[Text]:
    """Yield each corrected fact by its label in the form, or its key; with the numbers per seat that changed."""
    present, players = codec.plain(session.game.facts(state)), session.table.players
    labels = {name: known.labelled.label for name, known in fields_of(session.game.facts_type).items()}
    for name, now in named.items():
        label, before = labels.get(name) or say("{fact}", fact=field_words(name)), present.get(name)
        changed = []
        if _by_seat(before, len(players)) and _by_seat(now, len(players)):
            by_seat = zip(players, before, now, strict=True)
            changed = [say("{name} {before} → {now}", name=who, before=a, now=b) for who, a, b in by_seat if a != b]
        yield say("{label} ({changes})", label=label, changes=Commas(changed)) if changed else label


def _by_seat(value: object, seats: int) -> bool:
    """Return whether this is a list with a whole number per seat."""
    return isinstance(value, list) and len(value) == seats and all(type(each) is int for each in value)
