"""A game that goes on at a table that changes: the setup filled from it, and the form of its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.game import BadPosition, Game
from companion.core.table import Table
from companion.core.text import Text
from companion.record import codec
from companion.record.reseating import fitting, reseated
from companion.ui.screens.setup.fact_forms import FactForm, begun, begun_elsewhere
from companion.views.setup_draft import Drafts, PlayersDraft, RulesDraft
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.kivy_app import CatsEyeApp


def fill(drafts: Drafts, session: Session, bots: Sequence[int], names: Sequence[str], colours: Sequence[str]) -> None:
    """Show this game's table in the setup; the other names and colours are for those who come."""
    table, game = session.table, session.game
    others = [name for name in names if name not in table.players]
    rest = [colour for colour in colours if colour not in table.colours]
    drafts.players = PlayersDraft(
        len(table.players),
        (*table.players, *others)[: len(names)],
        (*table.colours, *rest)[: len(colours)],
        tuple(bots),
        tuple(table.seats),
    )
    drafts.rules[game.id] = RulesDraft(bool(table.colours), codec.options_to_plain(session.options))
    drafts.continuing = session


def form_of(
    app: CatsEyeApp,
    game: Game,
    table: Table,
    options: dict[str, Any],
    bots: Sequence[int],
    before: Session | None,
    came_from: Sequence[int | None],
) -> FactForm:
    """Return the form of what these people go on with, or begin with if nothing was `before`; `came_from` has for each
    seat the one its player had. Raises BadOption, BadPosition.
    """
    fresh = begun_elsewhere(app, game, table, options, bots)
    if before is None:
        return fresh
    state, came = before.state, list(came_from)
    if game.leaves is not None:
        gone = [seat for seat in before.table.seats if seat not in came]
        for seat in gone:
            state = game.leaves(state, seat)
        came += gone
        colours = [before.table.colour(seat) for seat in gone] if table.colours else []
        table = Table((*table.players, *map(before.table.name, gone)), (*table.colours, *colours))
    typed, kept = codec.options_from_plain(game, options), game.taken_along(state)
    facts = kept if isinstance(kept, Mapping) else game.facts(state)
    stood = reseated(game, facts, game.facts(game.start(table, typed)), came)

    def draft(given: Mapping[str, Any] | None) -> TakeOverDraft:
        """As it stood, at the new seats; if that cannot be, each fact for itself."""
        try:
            present = fitting(game, table, typed, stood)
        except BadPosition:
            return TakeOverDraft(game, table, typed, {**stood, **(given or {})})
        return TakeOverDraft(game, table, typed, given, present)

    def do(draft: TakeOverDraft) -> Text | str | None:
        now = game.facts(draft.state)
        entered = {field.key: now[field.key] for field in draft.fields if now[field.key] is not None}
        return begun(app, draft, options, entered, bots, before.id)

    return replace(fresh, key=f"{before.id} goes on", draft=draft, do=do)
