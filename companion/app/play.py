"""Judges commands in the open game, and pauses play while the journal cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from companion.app.notifications import Notifications
from companion.app.press_gate import PressGate
from companion.core.text import NOTHING, Text, say, sentence
from companion.record.entries import Amendment
from companion.record.journal import GoneOnError, JournalError
from companion.record.judging import corrections
from companion.record.session import Session
from companion.referee.commands import Amend, Command, CorrectThrow, Settle, Touch
from companion.referee.referee import Referee
from companion.referee.signals import KeyPressed
from companion.referee.tray_referee import TrayReferee
from companion.referee.verdicts import Accepted, Ignored, Verdict


class Play:
    """The `referee` of the open game, and in `paused` why nothing can be written, or empty.

    `reopen` resumes a session by its id.
    """

    def __init__(
        self, tray: TrayReferee, gate: PressGate, notifications: Notifications, reopen: Callable[[str], None]
    ) -> None:
        self.referee: Referee | None = None
        self.paused = NOTHING
        self._tray, self._gate, self._notifications, self._reopen = tray, gate, notifications, reopen
        self._unwritten: tuple[Command, float | None] | None = None
        self._was_open: dict[tuple[str, int], float] = {}  # seconds since the last row of games that were closed

    @property
    def session(self) -> Session | None:
        """The open game, or None."""
        return self.referee.session if self.referee is not None else None

    def open(self, referee: Referee) -> None:
        """Play the game of this referee, which has not been open all the time since its last row."""
        self.referee, session = referee, referee.session
        was_open = self._was_open.pop((session.id, session.seq), 0.0)
        session.away = max(0.0, session.journal.since(session.moved_at) - was_open)

    def close(self) -> None:
        """Close the game, and give up what could not be written."""
        if (session := self.session) is not None:
            self._was_open[session.id, session.seq] = session.journal.since(session.moved_at) - session.away
        self.referee, self.paused = None, NOTHING
        self._hold(None)

    def run(self, command: Command, moved_at: float | None = None) -> Verdict:
        """Judge a command and report the verdict. `moved_at`: when the table moves if it counts (None: now)."""
        if self.paused:
            return Ignored(say("Play is paused: {why}", why=self.paused))
        return self._judged(command, moved_at, self._playing().judge)

    def retry(self) -> Verdict:
        """Judge again what the journal could not take, and resume play if it can be written now."""
        if self._unwritten is None:
            self.paused = NOTHING
            return Accepted()
        command, moved_at = self._unwritten
        verdict = self._judged(command, moved_at, self._playing().retry)
        if not self.paused and (decision := self._tray.resume(self._playing().session)) is not None:
            self.run(decision)
        return verdict

    def holds(self, signal: object) -> bool:
        """Return whether this is a press that could not be written: it stays in its box."""
        command = self._unwritten[0] if self._unwritten is not None else None
        return isinstance(command, KeyPressed) and isinstance(signal, KeyPressed) and command.mark == signal.mark

    def _hold(self, unwritten: tuple[Command, float | None] | None) -> None:
        """Keep this for `retry`, and give up what was kept before."""
        given_up, self._unwritten = self._unwritten, unwritten
        if given_up is not None and not self.holds(given_up[0]):
            self._gate.acknowledge(given_up[0])

    def _playing(self) -> Referee:
        if self.referee is None:
            raise RuntimeError("no game is being played")
        return self.referee

    def _judged(self, command: Command, moved_at: float | None, judge: Callable[[Command], Verdict]) -> Verdict:
        referee = self._playing()
        session, stepped = referee.session, tuple(referee.pointers)
        seq, before = session.seq, tuple(session.entries)
        try:
            verdict = judge(command)
            if isinstance(verdict, Ignored):
                session.look_again()
        except GoneOnError:
            return self._catch_up(session.id)
        except JournalError as wrong:
            return self._pause(wrong, (command, moved_at))
        if self.paused:
            self.paused = NOTHING
            self._hold(None)
            self._notifications.settle("journal")
        if session.seq != seq:
            self._gate.follow(referee, moved_at, stepped)
        told = isinstance(command, Touch | Amend | Settle | CorrectThrow)  # whoever touched a screen
        self._notifications.report(verdict, before, session.entries, _corrected(session, seq), told=told)
        return verdict

    def _catch_up(self, session_id: str) -> Ignored:
        """Reopen the game that another app has changed; the command does not count."""
        try:
            self._reopen(session_id)
        except JournalError as wrong:
            return self._pause(wrong, None)
        elsewhere = say("This game was played on in another app. This is how it stands; please try again.")
        self._notifications.notify(elsewhere, "ignored")
        return Ignored(elsewhere)

    def _pause(self, wrong: JournalError, unwritten: tuple[Command, float | None] | None) -> Ignored:
        """Let nothing count until `retry`, which judges this command first."""
        self.paused = sentence(wrong.text)
        self._hold(unwritten)
        paused = say("Play is paused: {why}", why=self.paused)
        self._notifications.notify(paused, "trouble", about="journal")
        return Ignored(paused)


def _corrected(session: Session, since: int) -> list[Text]:
    """Return a sentence about each entry that was corrected since this row."""
    steps = takewhile(lambda step: step.seq > since, reversed(session.steps))
    return [text for step in steps if isinstance(step, Amendment) for text in corrections(session, step)]
