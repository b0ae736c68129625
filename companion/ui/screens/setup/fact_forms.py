"""What the form of a table's facts is filled in for: to begin in the middle of a game, or to set one right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.events import Corrected
from companion.core.game import BadOption, BadPosition, Game
from companion.core.table import Table
from companion.core.text import Text, say
from companion.record import codec
from companion.record.journal import JournalError
from companion.referee.verdicts import Ignored
from companion.views.take_over_draft import TakeOverDraft

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.kivy_app import CatsEyeApp


class FactForm(Protocol):
    """What the screen of the form asks: its words, what it begins with, and what becomes of it.

    `key` is what its facts are kept by while another screen is shown, `back` the screen before, with its arguments.
    """

    game: Game
    title: Text
    key: str
    back: tuple[str, dict[str, Any]]
    waits: bool
    """Whether what was entered is there again after one has gone back."""
    on_board: bool
    """Whether the board shows how the table stands, so that it is entered there first."""
    done: Text
    """The button that ends it."""
    leave: Text
    """The button that takes one fact out of it."""
    untouched: Text
    """Why there is nothing to take out."""

    def draft(self, given: Mapping[str, Any] | None) -> TakeOverDraft:
        """The facts as they are known, with those entered so far."""

    def is_out_of_date(self, draft: TakeOverDraft) -> bool:
        """Whether the table has moved on since this draft was made."""

    def nothing(self, draft: TakeOverDraft) -> Text | None:
        """Why there is nothing to do yet, None where there is."""

    def do(self, draft: TakeOverDraft) -> Text | str | None:
        """Do it: the game is played on from these facts. Gives why that could not be."""


class FreshTable:
    """A game that began without the app. `options` are plain, `bots` the seats that bots play."""

    waits, on_board = True, False
    done, leave = say("Play on from here"), say("Leave this open")
    untouched = say("Nothing was entered here: it follows from the rest.")

    def __init__(
        self, app: CatsEyeApp, game: Game, table: Table, options: dict[str, Any], bots: Sequence[int] = ()
    ) -> None:
        self.game, self.key = game, game.id
        self.title = say("{game}: how does it stand?", game=game.title)
        self.back = "setup", {"game": game.id}
        self._app, self._table, self._options, self._bots = app, table, options, tuple(bots)

    def draft(self, given: Mapping[str, Any] | None) -> TakeOverDraft:
        """As at the beginning."""
        return TakeOverDraft(self.game, self._table, codec.options_from_plain(self.game, self._options), given)

    def is_out_of_date(self, draft: TakeOverDraft) -> bool:
        """Nothing happens before it begins."""
        del draft
        return False

    def nothing(self, draft: TakeOverDraft) -> Text | None:
        """A table may stand as at the beginning."""
        del draft
        return None

    def do(self, draft: TakeOverDraft) -> Text | str | None:
        """Begin."""
        return begun(self._app, draft, self._options, draft.given, self._bots)


class SetRight:
    """A game that goes on: what is different on the table takes the place of what was recorded."""

    waits, on_board = False, True
    done, leave = say("That is how it lies"), say("Leave as it was")
    untouched = say("Nothing was changed here.")

    def __init__(self, app: CatsEyeApp, session: Session) -> None:
        self.game, self.key = session.game, session.id
        self.title = say("{game}: what is different?", game=session.game.title)
        self.back: tuple[str, dict[str, Any]] = ("table", {})
        self._app, self._session = app, session

    def draft(self, given: Mapping[str, Any] | None) -> TakeOverDraft:
        """As it stands now."""
        session = self._session
        return TakeOverDraft(self.game, session.table, session.options, given, session.state)

    def is_out_of_date(self, draft: TakeOverDraft) -> bool:
        """Dice and bots go on meanwhile."""
        return self._session.state is not draft.present

    def nothing(self, draft: TakeOverDraft) -> Text | None:
        """One fact at least must be another."""
        return None if draft.given else say("Nothing is different yet.")

    def do(self, draft: TakeOverDraft) -> Text | str | None:
        """One row that is undone whole."""
        verdict = self._app.controller.touch(Corrected(draft.given))
        return verdict.why if isinstance(verdict, Ignored) else None


def begun(
    app: CatsEyeApp,
    draft: TakeOverDraft,
    options: dict[str, Any],
    facts: Mapping[str, Any],
    bots: Sequence[int],
    continues: str = "",
) -> Text | str | None:
    """Begin a session from these facts. Gives why that could not be."""
    try:
        app.controller.begin(draft.game.id, draft.table, options, facts, continues)
    except (BadOption, BadPosition, JournalError, KeyError, ValueError) as wrong:
        return getattr(wrong, "text", str(wrong))
    if app.controller.session is not None:
        app.bots.choose(app.controller.session.id, bots)
    app.drafts.forget(draft.game.id)
    return None
