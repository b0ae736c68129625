"""What the form of a table's facts is filled in for: to begin in the middle of a game, or to set one right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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


@dataclass(frozen=True, kw_only=True)
class FactForm:
    """What the form of a table's facts begins with, what becomes of it, and its words.

    `draft` makes the draft from the facts entered so far, `do` plays on from it and returns why that could not be.
    `key` is what its facts are kept by while another screen is shown, `back` the screen before, with its arguments.
    """

    game: Game
    title: Text
    key: str
    back: tuple[str, dict[str, Any]]
    draft: Callable[[Mapping[str, Any] | None], TakeOverDraft]
    do: Callable[[TakeOverDraft], Text | str | None]
    done: Text
    """The button that ends it."""
    leave: Text
    """The button that takes one fact out of it."""
    untouched: Text
    """Why there is nothing to take out."""
    waits: bool = True
    """Whether what was entered is there again after one has gone back."""
    on_board: bool = False
    """Whether the board shows how the table stands, so that it is entered there first."""
    nothing: Text | None = None
    """Why a draft in which nothing was entered cannot be played on from; None if it can."""
    is_out_of_date: Callable[[TakeOverDraft], bool] = lambda _draft: False
    """Whether the table has moved on since this draft was made."""


def begun_elsewhere(
    app: CatsEyeApp, game: Game, table: Table, options: dict[str, Any], bots: Sequence[int] = ()
) -> FactForm:
    """Return the form of a game that began without the app. `options` are plain, `bots` the seats that bots play."""
    return FactForm(
        game=game,
        title=say("{game}: how does it stand?", game=game.title),
        key=game.id,
        back=("setup", {"game": game.id}),
        draft=lambda given: TakeOverDraft(game, table, codec.options_from_plain(game, options), given),
        do=lambda draft: begun(app, draft, options, draft.given, bots),
        done=say("Play on from here"),
        leave=say("Leave this open"),
        untouched=say("Nothing was entered here: it follows from the rest."),
    )


def set_right(app: CatsEyeApp, session: Session) -> FactForm:
    """Return the form of what is different on the table: it takes the place of what was recorded, as one row."""

    def do(draft: TakeOverDraft) -> Text | str | None:
        verdict = app.controller.touch(Corrected(draft.given))
        return verdict.why if isinstance(verdict, Ignored) else None

    return FactForm(
        game=session.game,
        title=say("{game}: what is different?", game=session.game.title),
        key=session.id,
        back=("table", {}),
        draft=lambda given: TakeOverDraft(session.game, session.table, session.options, given, session.state),
        do=do,
        waits=False,
        on_board=True,
        done=say("That is how it lies"),
        leave=say("Leave as it was"),
        untouched=say("Nothing was changed here."),
        nothing=say("Nothing is different yet."),
        is_out_of_date=lambda draft: session.state is not draft.present,
    )


def begun(
    app: CatsEyeApp,
    draft: TakeOverDraft,
    options: dict[str, Any],
    facts: Mapping[str, Any],
    bots: Sequence[int],
    continues: str = "",
) -> Text | str | None:
    """Begin a session from these facts. Return why that could not be."""
    try:
        app.controller.begin(draft.game.id, draft.table, options, facts, continues)
    except (BadOption, BadPosition, JournalError, KeyError, ValueError) as wrong:
        return getattr(wrong, "text", str(wrong))
    if app.controller.session is not None:
        app.bots.choose(app.controller.session.id, bots)
    app.drafts.forget(draft.game.id)
    return None
