"""The game that is being played at a desk: what happens is judged and written down, and what follows can be seen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.device_manager import DeviceManager
from companion.app.notifications import Notification, Notifications, sentence
from companion.core.events import Event, Face
from companion.core.text import say
from companion.devices.inbox import Inbox
from companion.record.history import Line, history
from companion.record.journal import GoneOnError, Journal, JournalError
from companion.record.session import Entry, NothingToUndo, Session
from companion.referee.dice_matching import dice_asked
from companion.referee.pending_review import left_of
from companion.referee.referee import Accepted, Ignored, NeedsReview, Referee, Verdict
from companion.referee.signals import DiceSeen, KeyPressed, Picked
from companion.referee.stale_presses import Late

if TYPE_CHECKING:  # the camera's libraries load after the first frame
    from companion.devices.box import BoxDevice
    from companion.devices.tray import TrayDevice


@dataclass(frozen=True, slots=True)
class Act:
    """Something that may be written down. `at`: when it moves the table (None: now). `press` and `seen`: what
    it answers, and what its dice were read from.
    """

    do: Callable[[], Verdict]
    at: float | None = None
    press: KeyPressed | None = None
    seen: DiceSeen | None = None


class _NotInItsPlace(Exception):  # noqa: N818  it never leaves this file
    """What was to count in the place of something else is refused: then nothing is taken back for it."""

    def __init__(self, verdict: Ignored) -> None:
        super().__init__(str(verdict.why))
        self.verdict = verdict


class Playing(DeviceManager):
    """Holds the session, says what became of what happened, lights the leds. With no session nothing can happen."""

    def __init__(
        self,
        journal: Journal,
        inbox: Inbox | None,
        tray: TrayDevice | None,
        box: BoxDevice | None,
        now: Callable[[], float],
    ) -> None:
        super().__init__(inbox, tray, box)
        self._now, self._late = now, Late(now())
        self.journal = journal
        self.session: Session | None = None
        self.pending_review: NeedsReview | None = None
        self.seen: DiceSeen | None = None
        self.paused = ""
        self._notifications = Notifications(lambda: len(self._entries()))
        self._rolled: tuple[int, DiceSeen] | None = None
        self._referee: Referee | None = None
        self._unwritten: Act | None = None

    def touch(self, event: Event) -> Verdict:
        """Somebody touched this event."""
        return self._judged(Act(lambda: self._playing().judge(Picked(event))))

    def undo(self, count: int = 1) -> Verdict:
        """Take back that many events."""
        return self._judged(Act(lambda: self._turned_back(count, back=True)))

    def redo(self, count: int = 1) -> Verdict:
        """Bring that many events back."""
        return self._judged(Act(lambda: self._turned_back(count, back=False)))

    def settle(self, faces: tuple[Face, ...], read_from: DiceSeen | None = None) -> Verdict:
        """The players say what these dice show: those of a reading, else the doubtful ones, else the last seen."""
        doubtful = self.pending_review.seen if self.pending_review is not None else None
        seen = read_from or doubtful or self.seen or DiceSeen((), sure=True)
        return self._judged(Act(lambda: self._playing().settle(seen, faces), seen=seen))

    def correct(self, faces: tuple[Face, ...], read_from: DiceSeen) -> Verdict:
        """The roll that counted last was read wrong: this counts in its place. One step, of which a full disk takes
        nothing or all.
        """
        return self._judged(Act(lambda: self._corrected(faces, read_from), seen=read_from))

    def dismiss(self) -> None:
        """The doubtful reading was no roll."""
        self.pending_review = None

    # --- what there is to see

    @property
    def notifications(self) -> tuple[Notification, ...]:
        """What was said, newest first."""
        return self._notifications.newest_first

    @property
    def pointers(self) -> Mapping[int, int]:
        """Seat -> index of the choice its buttons have stepped to."""
        return self._referee.pointers if self._referee is not None else {}

    def history(self) -> tuple[Line, ...]:
        """Every event of this game, newest first, those taken back included."""
        return history(self.session) if self.session is not None else ()

    def picture(self, seq: int) -> bytes | None:
        """The JPEG an event was read from."""
        if self.session is None:
            return None
        evidence = self.journal.evidence(self.session.id, seq)
        return evidence.picture if evidence is not None else None

    def last_roll_seen(self) -> DiceSeen | None:
        """What the last event was read from, if that was in this sitting."""
        if self.session is None or self._rolled is None or self._rolled[0] != self.session.seq:
            return None
        return self._rolled[1]

    def throw(self) -> None:
        """Throw the dice that are asked for into a rendered tray."""
        if self.session is not None:
            self.throw_dice(dice_asked(self.session))

    # --- inside

    def _playing(self) -> Referee:
        if self._referee is None:
            raise RuntimeError("no game is being played")
        return self._referee

    def _turned_back(self, count: int, *, back: bool) -> Verdict:
        session = self._playing().session
        try:
            (session.undo if back else session.redo)(count)
        except NothingToUndo as wrong:
            return Ignored(say("{why}", why=sentence(str(wrong))))
        return Accepted(session.notes)

    def _corrected(self, faces: tuple[Face, ...], seen: DiceSeen) -> Verdict:
        try:
            with self._playing().session.together():
                return self._in_its_place(faces, seen)
        except NothingToUndo as wrong:
            return Ignored(say("{why}", why=sentence(str(wrong))))
        except _NotInItsPlace as refused:
            return refused.verdict

    def _in_its_place(self, faces: tuple[Face, ...], seen: DiceSeen) -> Verdict:
        referee = self._playing()
        referee.session.undo()
        verdict = referee.settle(seen, faces)
        if isinstance(verdict, Ignored):
            raise _NotInItsPlace(verdict)
        return verdict

    def _judged(self, act: Act, *, retrying: bool = False) -> Verdict:
        """Do something that may be written down, and say what came of it."""
        referee = self._playing()
        before, stepped, had = referee.session.seq, tuple(referee.pointers), self._entries()
        if self.paused and not retrying:
            return Ignored(say("Play is paused: {why}", why=self.paused))
        try:
            verdict = act.do()
        except GoneOnError:
            return self._caught_up()
        except JournalError as wrong:
            return self._pause(wrong, act)
        if retrying:
            self.paused, self._unwritten = "", None
        if referee.session.seq != before:
            self._rolled = None if act.seen is None else (referee.session.seq, act.seen)
            self._late.moved(self._now() if act.at is None else act.at)
            self._late.asked(referee.answers(), self._now(), stepped)
        if isinstance(verdict, NeedsReview):
            self.pending_review = verdict
        elif isinstance(verdict, Accepted):
            self.pending_review = (
                None if act.seen is not None else self._still_doubted(had)
            )  # dice that count settle it
        stayed = self._stayed(had)
        self._notifications.take_back(stayed)
        self._notifications.tell(verdict, self._entries()[stayed:])
        self._light()
        return verdict

    def _entries(self) -> tuple[Entry, ...]:
        return tuple(self.session.entries) if self.session is not None else ()

    def _stayed(self, had: tuple[Entry, ...]) -> int:
        """How many of the events that counted before count still."""
        pairs = enumerate(zip(had, self._entries(), strict=False))
        return next((at for at, (one, other) in pairs if one is not other), min(len(had), len(self._entries())))

    def _still_doubted(self, had: tuple[Entry, ...]) -> NeedsReview | None:
        """What is left of the doubt, where these events counted before and others do now."""
        if self.pending_review is None:
            return None
        session, now, both = self._playing().session, self._entries(), self._stayed(had)
        before = session.game.asks(had[-1].state if had else session.start)
        since = [session.game.asks(entry.state) for entry in (*had[both:-1], *now[both:])]
        happened = [entry.event for entry in (*had[both:], *now[both:])]
        return left_of(self.pending_review, before, [*since, session.asks()], happened)

    @abstractmethod
    def _caught_up(self) -> Ignored:
        """Another app has gone on with this game."""

    def _pause(self, wrong: JournalError, act: Act | None) -> Ignored:
        """Nothing more counts until `retry`, which does `act` first."""
        self.paused, self._unwritten = sentence(str(wrong)), act
        paused = say("Play is paused: {why}", why=self.paused)
        self._notifications.say(paused, "trouble")
        return Ignored(paused)

    def _light(self) -> None:
        if self.box_device is not None:
            asks = self.session.asks() if self.session is not None else ()
            self.box_device.show(asks, self.pointers)
