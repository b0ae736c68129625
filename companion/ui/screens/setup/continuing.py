"""A game that goes on at a table that changes: the setup filled from it, and the form of its facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import Text
from companion.record import codec
from companion.ui.screens.setup.fact_forms import FactForm, begun, begun_elsewhere
from companion.views.continued_draft import continued_draft, continued_facts
from companion.views.setup_draft import Drafts, PlayersDraft, RulesDraft
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.kivy_app import CatsEyeApp


def fill(drafts: Drafts, session: Session, bots: Sequence[int], names: Sequence[str], colours: Sequence[str]) -> None:
    """Show this game's table in the setup; the other names and colours are for those who come."""
    table, game = session.table, session.game
    drafts.players = PlayersDraft.of(table, bots, names, colours)
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
    draft = continued_draft(before, table, codec.options_from_plain(game, options), came_from)

    def do(draft: TakeOverDraft) -> Text | str | None:
        seats = [draft.table.players.index(table.name(bot)) for bot in bots]
        return begun(app, draft, options, continued_facts(draft), seats, before.id)

    return replace(fresh, key=f"{before.id} goes on", draft=draft, do=do)
