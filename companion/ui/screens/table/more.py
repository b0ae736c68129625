"""What is done about the table itself, not by its rules: set right, stop, other people."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.core.events import Ended
from companion.core.text import Text
from companion.i18n import translate, word
from companion.record.judging import over
from companion.ui.screens.setup.continuing import fill
from companion.ui.screens.setup.fact_forms import set_right
from companion.ui.screens.table.turn_timer import minutes, next_limit
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.confirm import ConfirmCard
from companion.views.setup_draft import COLOURS, NAMES
from companion.views.standings import standings_now

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.screens.table.screen import TableScreen


class TableMore:
    """Opens a card with a button for each of them."""

    def __init__(self, table: TableScreen) -> None:
        self._table = table

    def open(self) -> None:
        """The card; a game that is over has none."""
        session = self._table.controller.session
        if session is None:
            return
        if session.outcome() is not None:
            self._table.toast(translate(over().text))
            return
        actions: list[tuple[str, Callable[[], object]]] = [
            (word("Something is different on the table"), partial(self._set_right, session)),
            (word("We stop here"), partial(self._ask_to_stop, session)),
        ]
        is_practice = self._table.controller.practice is not None
        if not is_practice:
            actions.append((word("The table changes"), partial(self._change_table, session)))
        limit = self._table.app.settings.timer_s
        timed = word("Turn timer: {time}", time=minutes(limit)) if limit else word("Turn timer: off")
        actions.append((timed, self._next_timer))
        if session.table.colours and not is_practice:
            actions.append((word("Somebody throws another die"), partial(self._change_table, session)))
        if session.game.dice > 1:
            single = self._table.controller.tray.one_by_one
            words = word("All dice at once again") if single else word("The dice come one by one")
            actions.append((words, partial(self._one_by_one, begins=not single)))
        actions.append((word("Phones"), lambda: self._table.app.go("phones")))
        card = ChoicePages([(*action, False) for action in actions], 28, 320)
        self._table.open(card, None, word("The table"))

    def _set_right(self, session: Session) -> None:
        self._table.app.go("take_over", form=set_right(self._table.app, session))

    def _change_table(self, session: Session) -> None:
        app, refused = self._table.app, session.game.taken_along(session.state)
        if isinstance(refused, Text):
            self._table.toast(translate(refused))
            return
        fill(app.drafts, session, app.bots.of(session.id), NAMES, COLOURS)
        app.go("setup", game=session.game.id)

    def _next_timer(self) -> None:
        """Another limit for the timer; the card stays, with the new one."""
        self._table.app.change(timer_s=next_limit(self._table.app.settings.timer_s))
        self.open()

    def _one_by_one(self, *, begins: bool) -> None:
        self._table.close()
        self._table.controller.throw_one_by_one(begins=begins)
        self._table.toast(
            word("Single dice count together once all of a roll are thrown.")
            if begins
            else word("All dice of a roll are thrown together again.")
        )

    def _ask_to_stop(self, session: Session) -> None:
        words = word("{standings}. Undo goes on with the game.", standings=standings_now(session))
        card = ConfirmCard(words, (word("Stop the game"), self._stop), self._table.close)
        self._table.open(card, None, word("Stop here?"))

    def _stop(self) -> None:
        self._table.close()
        self._table.submit(Ended())
