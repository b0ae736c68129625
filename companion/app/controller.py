"""One table at one tablet: takes signals and touches, and provides the session and notifications.

Runs on the screen's thread. Everything the screens show comes from here, and everything they do goes here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.device_manager import DeviceManager
from companion.app.intake import Intake
from companion.app.notifications import Notification, Notifications
from companion.app.play import Play
from companion.app.press_gate import PressGate, idle_seconds
from companion.core.events import Face, Happening
from companion.core.game import Game, PracticeGame
from companion.core.table import NOBODY, Table
from companion.core.text import Text, sentence
from companion.devices.inbox import Inbox
from companion.record import codec
from companion.record.entries import Entry
from companion.record.history import Line, earlier, history
from companion.record.journal import Journal, Origin
from companion.record.session import OnConflict, Session
from companion.record.session_list import ResumableSession, sessions_of
from companion.referee.commands import Amend, Command, CorrectThrow, Redo, Settle, Touch, Undo
from companion.referee.referee import Referee
from companion.referee.signals import DiceSeen, Share, Signal
from companion.referee.stale_presses import REACTION_S
from companion.referee.tray_referee import TrayReferee
from companion.referee.verdicts import Accepted, NeedsReview, Verdict


class TableController:
    """Opens sessions and drains the inbox.

    `tray` decides about dice, `devices` holds the camera and the boxes. Each of `followers` is called after every
    change of the table, whoever made it, so that screens can read it again. `practice` is the one that is open, if any.
    """

    def __init__(
        self, journal: Journal, games: Mapping[str, Game], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.journal, self.games = journal, games
        self.practice: PracticeGame | None = None
        self.inbox = Inbox()
        self.devices, self.tray = DeviceManager(self.inbox), TrayReferee()
        self.followers: list[Callable[[], object]] = []
        self._now, self._notifications = now, Notifications(now)
        self._gate = PressGate(self.devices, self._notifications, now)
        self._play = Play(self.tray, self._gate, self._notifications, self.resume)
        self._intake = Intake(
            self.inbox, self.devices, self.tray, self._play, self._gate, self._notifications, self._run
        )
        self._notify_salvaged()

    def start(self) -> None:
        """Start the devices."""
        self._gate.start()
        self.devices.start()
        self.journal.check_pictures()
        self._show()

    def stop(self) -> None:
        """Stop the devices and close the journal; every acknowledged event is already on disk."""
        self.devices.stop()
        self.journal.close()

    def begin(
        self,
        game_id: str,
        table: Table,
        options: Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
        continues: str = "",
    ) -> None:
        """Begin a game from the start or from a position; `continues` is the evening's session before it.

        Raises BadOption, BadPosition, JournalError, and KeyError for an unknown session.
        """
        game = self.games[game_id]
        chosen = codec.options_from_plain(game, options or {})
        session, now = Session.begin(self.journal, game, table, chosen, facts, continues), self._now()
        self._open(Referee(session, self.tray), now - REACTION_S, now)  # there was nothing else to answer

    def resume(self, session_id: str) -> None:
        """Resume a session ("last": the one last played). Raises KeyError, JournalError.

        Presses that a killed app had not judged count now, if they were made in this session.
        """
        session = Session.resume(self.journal, self.games, session_id)
        referee, since = Referee(session, self.tray), idle_seconds(session)
        is_last = session.id == self.journal.header("last").session  # read everything before changing anything
        if self._play.referee is None:
            self.tick()  # they may have come just now
        waiting, now = self._gate.release() if is_last else (), self._now()
        self._open(referee, *((-math.inf, now - since) if is_last else (now, now)))
        for press in waiting:
            self._take(press)

    def leave(self) -> None:
        """Close the game, which can be resumed."""
        self._intake.drop_stale()
        self.tray.leave(self.session)
        self._play.close()
        self._notifications.clear()
        self._show()

    def sessions(self, wanted: Callable[[str], bool] = lambda _id: True) -> tuple[ResumableSession, ...]:
        """Return the sessions last played whose id is `wanted`, newest first. Raises JournalError."""
        return sessions_of(self.journal, self.games, wanted)

    def tick(self) -> None:
        """Judge everything that has arrived."""
        while (signal := self.inbox.take()) is not None:
            try:
                self._take(signal)
            finally:
                self._show()
        self._gate.expire()
        if damage := self.journal.damage():
            self._notifications.notify(sentence(damage), "trouble")

    def _take(self, signal: Signal) -> None:
        try:
            self._intake.take(signal)
        finally:  # a press that crashes the app must not crash it again at the next start
            if not self._play.holds(signal):
                self._gate.acknowledge(signal)

    def touch(self, event: Happening, origin: Origin = Origin.TOUCH, mark: str = "") -> Verdict:
        """Submit an event that somebody touched or, by `origin`, that a bot chose. One with a `mark` counts once."""
        return self._run(Touch(event, origin, mark))

    def has_counted(self, mark: str) -> bool:
        """Return whether a tap with this mark has already counted in the open game, even if taken back."""
        return self._play.referee is not None and self._play.referee.has_counted(mark)

    def undo(self, count: int = 1) -> Verdict:
        """Take back this many events."""
        return self._run(Undo(count))

    def redo(self, count: int = 1) -> Verdict:
        """Bring this many events back."""
        return self._run(Redo(count))

    def amend(self, changes: Mapping[int, Happening | None], on_conflict: OnConflict = "refuse") -> Verdict:
        """Replace entries by other events (None removes one) and play later entries again."""
        return self._run(Amend(changes, on_conflict))

    def settle(
        self, faces: tuple[Face, ...], read_from: DiceSeen | None = None, seats: tuple[int, ...] = ()
    ) -> Verdict:
        """Take people's word for these dice (and whose they are): those of a reading, or under review, or last seen."""
        under_review = self.pending_review.seen if self.pending_review is not None else None
        seen = read_from or under_review or self.seen or DiceSeen((), sure=True)
        return self._answered(self._run(Settle(faces, seen, seats)), faces, seen)

    def correct(self, faces: tuple[Face, ...], read_from: DiceSeen) -> Verdict:
        """Replace the last throw by these faces, for all its seats or none."""
        return self._answered(self._run(CorrectThrow(faces, read_from)), faces, read_from)

    def _answered(self, verdict: Verdict, faces: tuple[Face, ...], seen: DiceSeen) -> Verdict:
        """Tell the camera what people said, if it counts."""
        if isinstance(verdict, Accepted):
            self.devices.answered(faces, seen)
        return verdict

    def throw_one_by_one(self, *, begins: bool) -> None:
        """The dice of a roll are thrown one after the other from now on, or all together again."""
        self.tray.throw_one_by_one(begins=begins)
        self._show()

    def dismiss(self) -> None:
        """Close the review: the dice were not a roll."""
        self.tray.dismiss()
        self._show()

    def throw_again(self, leaning: Sequence[Share]) -> None:
        """Close the review: the dice at these places of the picture lean, so only they are thrown again."""
        if self.session is not None:
            self.tray.throw_again(leaning, self.session)
        self._show()

    def throw(self, seat: int | None = None) -> None:
        """Throw the dice that a seat, or the whole table, is asked for into a rendered tray, or only those that lean,
        unless the throw before it, or a review, is not decided yet.
        """
        asked = self.session, self.session and self.session.seq
        self.tick()  # that throw may be decided only now: then whoever taps has not seen what is asked next
        waits = self.tray.moving or self.tray.setting_up or self.pending_review is not None or bool(self.paused)
        if self.session is not None and asked == (self.session, self.session.seq) and not waits:
            self.devices.throw(self.tray.asked(self.session, seat), self.tray.leaning(self.session))
            if self.devices.can_throw:
                self.tray.throw_begins(self.session)

    def retry(self) -> Verdict:
        """Try again to write what the journal could not take, and resume play if that succeeds."""
        try:
            return self._play.retry()
        finally:
            self._show()

    def notify_trouble(self, why: Text) -> None:
        """Report a problem of the devices; play goes on by touch."""
        self._notifications.notify_lost(why, "trouble")
        self._show()

    @property
    def session(self) -> Session | None:
        """The open game, or None."""
        return self._play.session

    @property
    def notifications(self) -> tuple[Notification, ...]:
        """The notifications, newest first."""
        return tuple(self._notifications.all)

    @property
    def paused(self) -> Text:
        """Why nothing can be written, or empty."""
        return self._play.paused

    @property
    def pointers(self) -> Mapping[int, int]:
        """The index of the choice each seat's buttons have stepped to."""
        return self._play.referee.pointers if self._play.referee is not None else {}

    @property
    def pending_review(self) -> NeedsReview | None:
        """The reading that people must look at, or None."""
        return self.tray.review

    @property
    def seen(self) -> DiceSeen | None:
        """The last reading."""
        return self.tray.seen

    def last_roll_seen(self) -> DiceSeen | None:
        """Return the reading of the last throw, if the session was open then."""
        return self._play.referee.last_roll_seen if self._play.referee is not None else None

    def last_throw(self) -> list[Entry]:
        """Return the rolls that `last_roll_seen` made, of one or several seats."""
        return list(self._play.referee.last_throw) if self._play.referee is not None else []

    def history(self) -> tuple[Line, ...]:
        """Return every event of this game, newest first, with those taken back."""
        return history(self.session) if self.session is not None else ()

    def earlier(self) -> tuple[Line, ...]:
        """Return the events of the sessions this one continues, newest first. Raises JournalError."""
        return earlier(self.session) if self.session is not None else ()

    def picture(self, seq: int, session: str = "") -> bytes | None:
        """Return the JPEG of an event of the open session or another, or None. Raises JournalError."""
        if self.session is not None:
            session = session or self.session.id
        evidence = self.journal.evidence(session, seq) if session else None
        return evidence.picture if evidence is not None else None

    def _open(self, referee: Referee, since: float, moved_at: float) -> None:
        """Open a game. `since`: when its questions came up; `moved_at`: when the table last moved."""
        self.leave()
        self._play.open(referee)
        self.tray.open(referee.session)
        self.devices.play(referee.session.game.id, referee.session.table.colours)
        self._gate.open(referee, since, moved_at)
        self._notify_salvaged()
        self._notifications.open(referee.session)
        self._show()

    def _notify_salvaged(self) -> None:
        """If the journal was damaged, report what was saved and where the damaged files are."""
        if self.journal.salvaged is not None:
            self._notifications.notify(sentence(self.journal.salvaged.text), "trouble")

    def _run(self, command: Command, moved_at: float | None = None) -> Verdict:
        """Judge a command. `moved_at`: when the table moves if it counts (None: now)."""
        try:
            return self._play.run(command, moved_at)
        finally:
            self._show()

    def _show(self) -> None:
        """Update the boxes' leds, the dice the tray's reader expects, and the screens."""
        session = self.session
        if self.devices.box_device is not None:
            asks, table = ((), NOBODY) if session is None else (session.asks(), session.table)
            self.devices.box_device.show(asks, self.pointers, table)
        self.devices.expect(self.tray.expected(session) if session is not None else ())
        for follower in self.followers:
            follower()
