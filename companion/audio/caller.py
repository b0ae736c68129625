"""Watches a table and announces rolls, turns and what is still needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.audio.cues import TableSnapshot, cues
from companion.audio.output import Announcement
from companion.i18n import translate

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.app.notifications import Notification
    from companion.app.settings import Settings
    from companion.core.text import Text
    from companion.record.session import Session


class Output(Protocol):
    """Plays announcements."""

    def announce(self, announcement: Announcement) -> None:
        """Play it; return at once."""


class Caller:
    """Announces changes of a table. Call `step` about ten times a second on the controller's thread.

    `settings` returns the app's current settings: volume (0: quiet), voice, language.
    """

    def __init__(self, controller: TableController, output: Output, settings: Callable[[], Settings]) -> None:
        self._controller, self._output, self._settings = controller, output, settings
        self._before: TableSnapshot | None = None
        self._notified: tuple[Notification, ...] = ()
        self._mark: tuple[object, ...] = ()
        self._volume = 0

    def step(self) -> None:
        """Announce what has changed since the last call."""
        settings = self._settings()
        if settings.volume == 0 < self._volume:
            self._output.announce(Announcement((), "", "", 0.0))  # ends the current sound
        self._volume = settings.volume
        session = self._controller.session
        if session is None:
            self._before, self._mark = None, ()
            return
        notified = self._controller.notifications
        mark = (session.id, session.seq, self._controller.pending_review, tuple(map(id, notified)))
        if mark == self._mark:
            return
        self._mark = mark
        now = self._snapshot(session, notified)
        heard, self._before = cues(self._before, now), now
        if heard and settings.volume:
            words = " ".join(_sentence(text) for text in heard.sentences) if settings.voice else ""
            self._output.announce(Announcement(heard.sounds, words, settings.language, settings.volume / 100))

    def _snapshot(self, session: Session, notified: tuple[Notification, ...]) -> TableSnapshot:
        known = {id(each) for each in self._notified}
        refused = tuple(each.text for each in reversed(notified) if each.kind == "refused" and id(each) not in known)
        self._notified = notified
        review = self._controller.pending_review
        about_all = [note for note in session.notes if note.seat is None]
        notes = about_all or list(session.notes)
        events = tuple(entry.event for entry in session.entries)

        def describe(index: int) -> Text:
            return session.game.describe(session.at(index), events[index])

        return TableSnapshot(
            session.id,
            session.table,
            events,
            session.asks(),
            session.outcome(),
            notes[-1].text if notes else None,
            None if review is None else review.why,
            refused,
            figures(session),
            describe,
        )


def figures(session: Session) -> tuple[tuple[str, ...], ...]:
    """Return the values of the numbers beside each player's name."""
    beside = (session.game.figures(session.state, seat) for seat in session.table.seats)
    return tuple(tuple(figure.value for figure in of_one) for of_one in beside)


def _sentence(text: Text) -> str:
    """Return a text in the app's language as one sentence, with a full stop for a pause."""
    words = translate(text).strip()
    return words if words.endswith((".", "!", "?")) else f"{words}."
