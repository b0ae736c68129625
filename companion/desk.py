"""One evening at one tablet: the session, the devices and what there is to say about them.

Lives on the thread that owns the screen. Everything the screens show comes from here, everything they do goes here.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion import codec
from companion.core.events import Event, Face
from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import Text, say
from companion.devices.inbox import Inbox
from companion.history import Line, history
from companion.journal import Journal, JournalError
from companion.referee import Accepted, Doubtful, Ignored, Referee, Verdict
from companion.session import NothingToUndo, Session
from companion.signals import DeviceChanged, DeviceSaid, DiceMoving, DiceSeen, KeyPressed, Picked, Signal

if TYPE_CHECKING:  # the camera's libraries load after the first frame
    from companion.devices.box import BoxDevice
    from companion.devices.tray import Preview, TrayDevice

NOTICES = 40
LISTED = 12
LEFT_OVER_S = 30.0
"""A press this much before the app's beginning, and not older, is one that a killed app has not judged."""


@dataclass(frozen=True, slots=True)
class Device:
    """The camera or the boxes as the status line shows them; `why` says in plain words what is wrong when not `ok`.

    When `ok`, it says what is missing beside what works: one of two boxes.
    """

    name: str
    ok: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said to the table. `kind` is "note", "refused", "ignored", "device" or "trouble"."""

    text: Text
    kind: str
    rule: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A session one can go on with. `began` is ISO 8601, UTC."""

    id: str
    game: str
    players: tuple[str, ...]
    began: str
    events: int
    over: bool


class Desk:
    """Holds the session, drains the inbox, lights the lamps. `tray` and `box` may be missing: touch does it all."""

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
        self._now, self._began = now, now()
        self._left_over: list[KeyPressed] = []
        self.games, self.journal = games, journal
        self.session: Session | None = None
        self.doubt: Doubtful | None = None
        self.seen: DiceSeen | None = None
        self.moving = False
        self.paused = ""
        self.inbox = inbox if inbox is not None else Inbox()
        self.attach(tray, box)
        self._notices: deque[Notice] = deque(maxlen=NOTICES)
        self._referee: Referee | None = None
        self._unwritten: Callable[[], Verdict] | None = None

    # --- sittings

    def attach(self, tray: TrayDevice | None, box: BoxDevice | None) -> None:
        """These are the camera and the box from now on; they are started by `start`."""
        self.tray_device, self.box_device = tray, box
        no_camera = "no camera was chosen" if tray is None else "starting"
        self.tray = Device(tray.name if tray else "", ok=False, why=no_camera)
        self.box = Device(box.name if box else "", ok=False, why="no box was chosen" if box is None else "starting")

    def tell_trouble(self, why: str) -> None:
        """Say that something about the devices cannot be had; play goes on by touch."""
        self._say(say("{why} Play goes on by touch.", why=_sentence(why)), "trouble")

    def start(self) -> None:
        """Let the devices begin."""
        self._began = self._now()
        if self.tray_device is not None:
            self.tray_device.start()
        if self.box_device is not None:
            self.box_device.start()
            self._light()

    def stop(self) -> None:
        """Let the devices go and close the journal; every acknowledged event is on the disk already."""
        if self.tray_device is not None:
            self.tray_device.stop()
        if self.box_device is not None:
            self.box_device.stop()
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

    def resume(self, session_id: str) -> None:
        """Go on with a session ("last": the one last played). Raises KeyError, JournalError.

        Presses that a killed app had not judged count now, if it is this session they were made in.
        """
        session = Session.resume(self.journal, self.games, session_id)
        left_over = self._left_over if session.id == self.journal.header("last").session else []
        self._sit_down(session)
        if session.stopped:
            self._say(say("{why}", why=session.stopped), "trouble")
        for press in left_over:
            self._take(press)

    def leave(self) -> None:
        """Get up from the game; it can be gone on with."""
        self._drop_stale_signals()
        self.session = self._referee = self.doubt = self.seen = self._unwritten = None
        self.paused = ""
        self._notices.clear()
        self._light()

    def sessions(self) -> tuple[Listed, ...]:
        """The sessions last played, newest first. Raises JournalError."""
        found: list[Listed] = []
        for listed in self.journal.sessions()[:LISTED]:
            try:
                session = Session.resume(self.journal, self.games, listed.header.session)
            except (JournalError, ValueError):
                continue  # a game that is not on this shelf, or no longer begins: it cannot be gone on with
            over = session.outcome() is not None
            players = session.table.players
            found.append(Listed(session.id, session.game.id, players, listed.began, len(session.entries), over))
        return tuple(found)

    # --- what happens

    def tick(self) -> bool:
        """Judge all that has arrived; True if anything changed that a screen could show."""
        changed = False
        while (signal := self.inbox.take()) is not None:
            changed = True
            try:
                self._take(signal)
            finally:  # a press that fails the app must not fail it again at the next start
                self._done_with(signal)
        return changed

    def touch(self, event: Event) -> Verdict:
        """Somebody touched this event."""
        return self._judged(lambda: self._playing().judge(Picked(event)))

    def undo(self, count: int = 1) -> Verdict:
        """Take back that many events."""
        return self._judged(lambda: self._turned_back(count, back=True))

    def redo(self, count: int = 1) -> Verdict:
        """Bring that many events back."""
        return self._judged(lambda: self._turned_back(count, back=False))

    def settle(self, faces: tuple[Face, ...]) -> Verdict:
        """The players say what the doubtful dice (or the last ones seen) show."""
        doubt = self.doubt
        seen = doubt.seen if doubt is not None else self.seen or DiceSeen((), sure=True)
        return self._judged(lambda: self._playing().settle(seen, faces))

    def dismiss(self) -> None:
        """The doubtful reading was no roll."""
        self.doubt = None

    def retry(self) -> Verdict:
        """Try again to write what the journal could not take; play goes on when it can."""
        again = self._unwritten
        if again is None:
            self.paused = ""
            return Accepted()
        return self._judged(again, retrying=True)

    # --- what there is to see

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was said, newest first."""
        return tuple(self._notices)

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

    def preview(self) -> Preview | None:
        """The newest camera picture, or None while there is none."""
        return self.tray_device.preview if self.tray_device is not None else None

    @property
    def wake(self) -> Callable[[], None]:
        """Called from a device's thread when something arrived; set it to what makes `tick` happen soon."""
        return self.inbox.wake

    @wake.setter
    def wake(self, call: Callable[[], None]) -> None:
        self.inbox.wake = call

    @property
    def can_throw(self) -> bool:
        """Whether the tray is a rendered one in which dice can be thrown from here."""
        return self.tray_device is not None and self.tray_device.hand is not None

    def throw(self) -> None:
        """Throw the dice that are asked for into a rendered tray."""
        if self.tray_device is not None and self.session is not None:
            colours = dice_asked(self.session)
            if colours:
                self.tray_device.throw(colours)

    # --- inside

    def _sit_down(self, session: Session) -> None:
        self.leave()
        self.session, self._referee, self._left_over = session, Referee(session), []
        for note in session.notes:
            self._say(note.text, "note", note.rule, note.seat)
        self._light()

    def _drop_stale_signals(self) -> None:
        """Dice and presses that were meant for another game do not count in this one."""
        while (signal := self.inbox.take()) is not None:
            if isinstance(signal, DeviceChanged | DeviceSaid):
                self._take(signal)
            self._done_with(signal)

    def _done_with(self, signal: Signal) -> None:
        """What a press came to is on the disk, or it came to nothing: its box need not keep it."""
        if isinstance(signal, KeyPressed) and signal.mark is not None and self.box_device is not None:
            self.box_device.done(signal.mark)

    def _take(self, signal: Signal) -> None:
        if isinstance(signal, DeviceChanged):
            self._device(signal)
        elif isinstance(signal, DeviceSaid):
            self._say(say("{why}", why=_sentence(signal.text)), "device")
        elif isinstance(signal, DiceMoving):
            self.moving = signal.moving
        else:
            if isinstance(signal, DiceSeen):
                self.moving, self.seen = False, signal
                if not signal.dice:
                    return
            if self._referee is not None:
                self._judged(lambda: self._playing().judge(signal))
            elif isinstance(signal, KeyPressed) and self._began - LEFT_OVER_S <= signal.at < self._began:
                self._left_over.append(signal)

    def _device(self, change: DeviceChanged) -> None:
        before = self.tray if change.device == "tray" else self.box
        after = Device(before.name, change.ok, change.why)
        if change.device == "tray":
            self.tray = after
            if not change.ok:
                self.moving = False
        else:
            self.box = after
            self._light()
        if before.ok and not change.ok:
            self._say(say("{why} Play goes on by touch.", why=_sentence(change.why)), "device")

    def _playing(self) -> Referee:
        if self._referee is None:
            raise RuntimeError("no game is being played")
        return self._referee

    def _turned_back(self, count: int, *, back: bool) -> Verdict:
        session = self._playing().session
        try:
            (session.undo if back else session.redo)(count)
        except NothingToUndo as wrong:
            return Ignored(say("{why}", why=_sentence(str(wrong))))
        return Accepted(session.notes)

    def _judged(self, act: Callable[[], Verdict], *, retrying: bool = False) -> Verdict:
        """Do something that may be written down, and say what came of it."""
        if self.paused and not retrying:
            return Ignored(say("Play is paused: {why}", why=self.paused))
        try:
            verdict = act()
        except JournalError as wrong:
            self.paused, self._unwritten = _sentence(str(wrong)), act
            self._say(say("Play is paused: {why}", why=self.paused), "trouble")
            return Ignored(say("Play is paused: {why}", why=self.paused))
        if retrying:
            self.paused, self._unwritten = "", None
        self._tell(verdict)
        self._light()
        return verdict

    def _tell(self, verdict: Verdict) -> None:
        if isinstance(verdict, Doubtful):
            self.doubt = verdict
        elif isinstance(verdict, Accepted):
            self.doubt = None
            for text in verdict.said:
                self._say(text, "ignored")
            for note in reversed(verdict.notes):
                self._say(note.text, "note", note.rule, note.seat)
        elif isinstance(verdict, Ignored):
            self._say(verdict.why, "refused" if verdict.rule else "ignored", verdict.rule, verdict.seat)

    def _say(self, text: Text, kind: str, rule: str = "", seat: int | None = None) -> None:
        self._notices.appendleft(Notice(text, kind, rule, seat))

    def _light(self) -> None:
        if self.box_device is not None:
            asks = self.session.asks() if self.session is not None else ()
            self.box_device.show(asks, self.pointers)


def dice_asked(session: Session) -> tuple[str, ...]:
    """The colours of the dice that are asked for now: what somebody would pick up and throw ("" where any will do).

    Where several seats throw dice of no particular colour, one after the other, these are the first one's.
    """
    calls = [(ask.seat, ask.roll) for ask in session.asks() if ask.roll is not None]
    coloured: tuple[str, ...] = tuple(colour for _, roll in calls for colour in roll.colours)
    if coloured or not calls:
        return coloured
    seat, roll = calls[0]
    return tuple(session.table.colour(seat) for _ in range(roll.count))


def _sentence(words: str) -> str:
    """Words of an error as a sentence."""
    words = words.strip() or "something went wrong"
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?" else ".")


__all__ = ["Desk", "Device", "Line", "Listed", "Notice", "dice_asked"]
