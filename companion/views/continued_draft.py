"""A game that goes on with other people, seats or dice: its facts at the new table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.game import BadPosition, Options
from companion.core.table import Table
from companion.record.evening import seated
from companion.record.journal import JournalError
from companion.record.reseating import fitting, reseated
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session


def continued_draft(
    before: Session, table: Table, options: Options, came_from: Sequence[int | None]
) -> Callable[[Mapping[str, Any] | None], TakeOverDraft]:
    """Return what makes the draft of `before` at this table from the facts that people entered; `came_from` has for
    each seat the one its player had, None for those who come. Whoever leaves a game in which they are out then keeps
    their seat.
    """
    game, state, came = before.game, before.state, list(came_from)
    players, colours = list(table.players), list(table.colours)
    for seat in before.table.seats:
        if game.leaves is not None and seat not in came:
            state = game.leaves(state, seat)
            place = came.index(seat - 1) + 1 if seat else 0
            came.insert(place, seat)
            players.insert(place, before.table.name(seat))
            if colours:
                colours.insert(place, before.table.colour(seat))
    table = marked(before, Table(tuple(players), tuple(colours)))
    kept = game.taken_along(state)
    facts = kept if isinstance(kept, Mapping) else game.facts(state)
    stood = reseated(game, facts, game.facts(game.start(table, options)), came)

    def draft(given: Mapping[str, Any] | None) -> TakeOverDraft:
        """As it stood, at the new seats; if that cannot be, each fact for itself."""
        try:
            present = fitting(game, table, options, stood)
        except BadPosition:
            return TakeOverDraft(game, table, options, {**stood, **(given or {})})
        return TakeOverDraft(game, table, options, given, present)

    return draft


def marked(before: Session, table: Table) -> Table:
    """Return the table that would continue a game with the marks of its players."""
    try:
        return seated(before.journal, before.id, table)
    except JournalError:  # said when the game goes on
        return table


def continued_facts(draft: TakeOverDraft) -> dict[str, Any]:
    """Return the facts that a game goes on from: all that people could enter, as they stand now."""
    now = draft.game.facts(draft.state)
    return {field.key: now[field.key] for field in draft.fields if now[field.key] is not None}
