"""Events undone and redone on the table, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.text import Text, counted, say
from companion.i18n import translate
from companion.record.history import Line
from companion.record.journal import JournalError
from companion.referee.verdicts import Accepted
from companion.ui.screens.table.overlay import PanelOverlay

if TYPE_CHECKING:
    from companion.ui.screens.table.screen import TableScreen


class TableUndo:
    """Undoes and redoes events; cards that lie over the table go, as the position is another."""

    def __init__(self, table: TableScreen, laid: PanelOverlay) -> None:
        self._table, self._laid = table, laid

    def undo(self, count: int = 1) -> bool:
        """Undo this many events and say which was the first of them. Return whether that was possible."""
        verdict = self._table.controller.undo(count)
        undone = [line for line in self._history() if line.undone] if isinstance(verdict, Accepted) else []
        return self._show(verdict, _undone(_gone(undone[-1]), count - 1) if undone else say("Undone."))

    def redo(self) -> None:
        """Bring back what was undone last and say what it is."""
        coming = next((line for line in reversed(self._history()) if line.undone), None)
        back = say("Redone.") if coming is None else say("Redone: {event}", event=_gone(coming))
        self._show(self._table.controller.redo(1), back)

    def _history(self) -> tuple[Line, ...]:
        try:
            return self._table.controller.history()
        except JournalError:  # it cannot be read just now: nothing more can be said of it
            return ()

    def _show(self, verdict: object, done: Text) -> bool:
        self._laid.turned()
        if isinstance(verdict, Accepted):
            self._table.refresh()
            self._table.toast(translate(done), role="good")
            return True
        return self._table.judged(verdict, None)


def _undone(first: Text, later: int) -> Text:
    if not later:
        return say("Undone: {event}", event=first)
    return counted(
        "Undone: {event}, and {n} entry after it", "Undone: {event}, and {n} entries after it", later, event=first
    )


def _gone(line: Line) -> Text:
    """Return what was taken back: an event, or the correction of one that still counts."""
    if line.before is None:
        return line.text
    return say("the correction of “{before}” to “{event}”", before=line.before, event=line.text)
