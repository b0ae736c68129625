"""One evening at one tablet: signals and touches in, the session, what there is to say about them.

Lives on the thread that owns the screen. Everything the screens show comes from here, everything they do goes here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import codec
from companion.core.events import Event, Face
from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import say
from companion.devices.inbox import Inbox
from companion.dice import dice_asked
from companion.equipment import Device, Equipment
from companion.history import Line, history
from companion.journal import GoneOnError, Journal, JournalError
from companion.late import Late
from companion.listing import Listed, sessions_of
from companion.notices import Notice, Notices, sentence
from companion.referee import Accepted, Doubtful, Ignored, Referee, Verdict
from companion.session import NothingToUndo, Session
from companion.signals import DeviceChanged, DeviceSaid, DiceMoving, DiceSeen, KeyPressed, Picked, Signal

if TYPE_CHECKING:  # the camera's libraries load after the first frame
    from companion.devices.box import BoxDevice
    from companion.devices.tray import TrayDevice


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that may be written down. `at`: when it moves the table (None: now). `press`: what it answers."""

    do: Callable[[], Verdict]
    at: float | None = None
    press: KeyPressed | None = None


class Desk(Equipment):
    """Holds the session, drains the inbox, lights the lamps."""

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, Game],
        inbox: Inbox | None = None,
        tray: TrayDevice | None = None,
        box: BoxDevice | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(inbox, tray, box)
        self._now, self._late = now, Late(now())
        self.games, self.journal = games, journal
        self.session: Session | None = None
        self.doubt: Doubtful | None = None
        self.seen: DiceSeen | None = None
        self.paused = ""
        self._notices = Notices()
        self._referee: Referee | None = None
        self._unwritten: _Act | None = None

    # --- sittings

    def tell_trouble(self, why: str) -> None:
        """Say that something about the devices cannot be had; play goes on by touch."""
        self._notices.say_trouble(why)

    def start(self) -> None:
        """Let the devices begin."""
        self._late.began = self._now()
        super().start()
        self._light()

    def stop(self) -> None:
        """Let the devices go and close the journal; every acknowledged event is on the disk already."""
        super().stop()
        self.journal.close()

    def begin(
        self,
        game_id: str,
        table: Table,
        options: Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin a game, from the start or from a position. Raises BadOption, BadPosition, JournalError."""
        game = self.games[game_id]
        chosen = codec.options_from_plain(game, options or {})
        self._sit_down(Session.begin(self.journal, game, table, chosen, facts))
        self._late.moved(self._now())

    def resume(self, session_id: str) -> None:
        """Go on with a session ("last": the one last played). Raises KeyError, JournalError.

        Presses that a killed app had not judged count now, if it is this session they were made in.
        """
        session = Session.resume(self.journal, self.games, session_id)
        if self._referee is None:
            self.tick()  # they may have come just now
        of_before = self._late.kept() if session.id == self.journal.header("last").session else None
        self._sit_down(session)
        if session.rules_version != session.game.rules_version:
            self._notices.say(
                say("Rules have changed since this game was begun: see that the score still holds."), "trouble"
            )
        if session.stopped:
            self._notices.say(say("{why}", why=session.stopped), "trouble")
        if of_before is None:
            self._late.moved(self._now())
        for press in of_before or ():
            self._press(press)
            self._told(press)

    def leave(self) -> None:
        """Get up from the game; it can be gone on with."""
        self._drop_stale_signals()
        given_up, self._unwritten = self._unwritten, None
        self._told(given_up.press if given_up is not None else None)
        self.session = self._referee = self.doubt = self.seen = None
        self.paused = ""
        self._notices.clear()
        self._light()

    def sessions(self) -> tuple[Listed, ...]:
        """The sessions last played, newest first. Raises JournalError."""
        return sessions_of(self.journal, self.games)

    # --- what happens

    def tick(self) -> bool:
        """Judge all that has arrived; True if anything changed that a screen could show."""
        changed = False
        while (signal := self.inbox.take()) is not None:
            changed = True
            try:
                self._take(signal)
            finally:  # a press that fails the app must not fail it again at the next start
                self._told(signal)
        for press in self._late.expired(self._now()):
            self.done_with(press)
        return changed

    def touch(self, event: Event) -> Verdict:
        """Somebody touched this event."""
        return self._judged(_Act(lambda: self._playing().judge(Picked(event))))

    def undo(self, count: int = 1) -> Verdict:
        """Take back that many events."""
        return self._judged(_Act(lambda: self._turned_back(count, back=True)))

    def redo(self, count: int = 1) -> Verdict:
        """Bring that many events back."""
        return self._judged(_Act(lambda: self._turned_back(count, back=False)))

    def settle(self, faces: tuple[Face, ...]) -> Verdict:
        """The players say what the doubtful dice (or the last ones seen) show."""
        doubt = self.doubt
        seen = doubt.seen if doubt is not None else self.seen or DiceSeen((), sure=True)
        return self._judged(_Act(lambda: self._playing().settle(seen, faces)))

    def dismiss(self) -> None:
        """The doubtful reading was no roll."""
        self.doubt = None

    def retry(self) -> Verdict:
        """Try again to write what the journal could not take; play goes on when it can."""
        again = self._unwritten
        if again is None:
            self.paused = ""
            return Accepted()
        verdict = self._judged(again, retrying=True)
        self._told(again.press)
        return verdict

    # --- what there is to see

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was said, newest first."""
        return self._notices.newest_first

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

    def throw(self) -> None:
        """Throw the dice that are asked for into a rendered tray."""
        if self.session is not None:
            self.throw_dice(dice_asked(self.session))

    # --- inside

    def _sit_down(self, session: Session) -> None:
        self.leave()
        self.session, self._referee = session, Referee(session)
        for press in self._late.kept():  # what waited for another game is nobody's
            self.done_with(press)
        for note in session.notes:
            self._notices.say(note.text, "note", note.rule, note.seat)
        self._light()

    def _drop_stale_signals(self) -> None:
        """Dice and presses that were meant for another game do not count in this one."""
        while (signal := self.inbox.take()) is not None:
            if isinstance(signal, DeviceChanged | DeviceSaid):
                self._take(signal)
            self.done_with(signal)

    def _take(self, signal: Signal) -> None:
        if isinstance(signal, DeviceChanged):
            self._device(signal)
        elif isinstance(signal, DeviceSaid):
            self._notices.say(say("{why}", why=sentence(signal.text)), "device")
        elif isinstance(signal, DiceMoving):
            self.moving = signal.moving
        elif isinstance(signal, KeyPressed):
            self._press(signal)
        else:
            if isinstance(signal, DiceSeen):
                self.moving, self.seen = False, signal
                if not signal.dice:
                    return
            if self._referee is not None:
                self._judged(_Act(lambda: self._playing().judge(signal)))

    def _told(self, signal: Signal | None) -> None:
        """A signal was taken: its box need not keep a press, unless that waits here to be judged or written."""
        if not isinstance(signal, KeyPressed) or self._late.keeps(signal):
            return
        if self._unwritten is None or self._unwritten.press is not signal:
            self.done_with(signal)

    def _press(self, press: KeyPressed) -> None:
        """Judges a press in the situation it was made in, or not at all."""
        now, referee = self._now(), self._referee
        if referee is None:
            if not self._late.too_late(press, now):
                self._late.keep(press)
        elif referee.has_counted(press) or not self._is_stale(press, referee, now):
            moves_at = press.at if self._late.came_soon(press, now) else -math.inf
            self._judged(_Act(lambda: self._playing().judge(press), moves_at, press))
        elif press.seat in referee.session.table.seats:
            name = referee.session.table.name(press.seat)
            text = say("A press of {name}'s came too late and does not count.", name=name)
            self._notices.say_once(text, "ignored", press.seat)

    def _is_stale(self, press: KeyPressed, referee: Referee, now: float) -> bool:
        late = self._late
        if late.too_late(press, now) or late.overtaken(press, now):
            return True
        return late.unclear(press, referee.choices_of(press.seat))

    def _device(self, change: DeviceChanged) -> None:
        lost = self.changed(change)
        if change.device == "box":
            self._light()
        if lost:
            self._notices.say(say("{why} Play goes on by touch.", why=sentence(change.why)), "device")

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

    def _judged(self, act: _Act, *, retrying: bool = False) -> Verdict:
        """Do something that may be written down, and say what came of it."""
        before = self._playing().session.seq
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
        if self._playing().session.seq != before:
            self._late.moved(self._now() if act.at is None else act.at)
        if isinstance(verdict, Doubtful):
            self.doubt = verdict
        elif isinstance(verdict, Accepted):
            self.doubt = None
        self._notices.tell(verdict)
        self._light()
        return verdict

    def _caught_up(self) -> Ignored:
        """Another app has gone on with this game: go on from there; what was to be written does not count."""
        try:
            self.resume(self._playing().session.id)
        except JournalError as wrong:
            return self._pause(wrong, None)
        elsewhere = Ignored(say("The game has gone on in another app. This is how it stands; please say that again."))
        self._notices.tell(elsewhere)
        return elsewhere

    def _pause(self, wrong: JournalError, act: _Act | None) -> Ignored:
        """Nothing more counts until `retry`, which does `act` first."""
        self.paused, self._unwritten = sentence(str(wrong)), act
        paused = say("Play is paused: {why}", why=self.paused)
        self._notices.say(paused, "trouble")
        return Ignored(paused)

    def _light(self) -> None:
        if self.box_device is not None:
            asks = self.session.asks() if self.session is not None else ()
            self.box_device.show(asks, self.pointers)


__all__ = ["Desk", "Device", "Line", "Listed", "Notice", "dice_asked"]
