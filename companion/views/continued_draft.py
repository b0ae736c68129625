"""A game that goes on with other people, seats or dice: its facts at the new table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.game import BadPosition, Options
from companion.core.table import Table
from companion.record.reseating import fitting, reseated
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session


def continued_draft(
    before: Session, table: Table, options: Options, came_from: Sequence[int | None]
) -> Callable[[Mapping[str, Any] | None], TakeOverDraft]:
    """Return what makes the draft of `before` at this table from the facts that people entered; `came_from` has for
    each seat the one its player had, None for those who come.
    """
    game, state, came = before.game, before.state, list(came_from)
    if game.leaves is not None:
        gone = [seat for seat in before.table.seats if seat not in came]
        for seat in gone:
            state = game.leaves(state, seat)
        came += gone
        colours = [before.table.colour(seat) for seat in gone] if table.colours else []
        table = Table((*table.players, *map(before.table.name, gone)), (*table.colours, *colours))
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


def continued_facts(draft: TakeOverDraft) -> dict[str, Any]:
    """Return the facts that a game goes on from: all that people could enter, as they stand now."""
    now = draft.game.facts(draft.state)
    return {field.key: now[field.key] for field in draft.fields if now[field.key] is not None}
