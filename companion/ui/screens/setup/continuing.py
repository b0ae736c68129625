"""A game that goes on at a table that changes: the setup filled from it, and the form of its facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.core.game import BadPosition, Game
from companion.core.table import Table
from companion.core.text import Text, say
from companion.record import codec
from companion.record.reseating import fitting, reseated
from companion.ui.screens.setup.fact_forms import FactForm, FreshTable, begun
from companion.views.setup_draft import Drafts, PlayersDraft, RulesDraft
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.kivy_app import CatsEyeApp


def fill(drafts: Drafts, session: Session, bots: Sequence[int], names: Sequence[str], colours: Sequence[str]) -> None:
    """What the setup shows next is this game's table; the other names and colours are for those who come."""
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


class ContinuedTable:
    """The facts of a session at a table with other people. `came_from` has for each seat the one its player had."""

    waits, on_board = True, False
    done, leave = say("Play on from here"), say("Leave this open")
    untouched = say("Nothing was entered here: it follows from the rest.")

    def __init__(
        self,
        app: CatsEyeApp,
        session: Session,
        table: Table,
        options: dict[str, Any],
        bots: Sequence[int],
        came_from: Sequence[int | None],
    ) -> None:
        """Raises BadOption."""
        self.game = game = session.game
        self.title = say("{game}: how does it stand?", game=game.title)
        self.key, self.back = f"{session.id} goes on", ("setup", {"game": game.id})
        self._app, self._before, self._plain, self._bots = app, session, options, tuple(bots)
        state, came = session.state, list(came_from)
        if game.leaves is not None:
            gone = [seat for seat in session.table.seats if seat not in came]
            for seat in gone:
                state = game.leaves(state, seat)
            came += gone
            colours = [session.table.colour(seat) for seat in gone] if table.colours else []
            table = Table((*table.players, *map(session.table.name, gone)), (*table.colours, *colours))
        self._table, self._options = table, codec.options_from_plain(game, options)
        kept = game.taken_along(state)
        facts = kept if isinstance(kept, Mapping) else game.facts(state)
        self._facts = reseated(game, facts, game.facts(game.start(table, self._options)), came)

    def draft(self, given: Mapping[str, Any] | None) -> TakeOverDraft:
        """As it stood, at the new seats; where that cannot be, each fact for itself."""
        try:
            present = fitting(self.game, self._table, self._options, self._facts)
        except BadPosition:
            return TakeOverDraft(self.game, self._table, self._options, {**self._facts, **(given or {})})
        return TakeOverDraft(self.game, self._table, self._options, given, present)

    def is_out_of_date(self, draft: TakeOverDraft) -> bool:
        """Nothing happens before it goes on."""
        del draft
        return False

    def nothing(self, draft: TakeOverDraft) -> Text | None:
        """A table may stand as before."""
        del draft
        return None

    def do(self, draft: TakeOverDraft) -> Text | str | None:
        """Begin the session in which it goes on."""
        now = self.game.facts(draft.state)
        facts = {field.key: now[field.key] for field in draft.fields if now[field.key] is not None}
        return begun(self._app, draft, self._plain, facts, self._bots, self._before.id)


def form_of(
    app: CatsEyeApp,
    game: Game,
    table: Table,
    options: dict[str, Any],
    bots: Sequence[int],
    before: Session | None,
    came_from: Sequence[int | None],
) -> FactForm:
    """What these people go on with, or begin where nothing was `before`. Raises BadOption, BadPosition."""
    if before is None:
        return FreshTable(app, game, table, options, bots)
    return ContinuedTable(app, before, table, options, bots, came_from)
