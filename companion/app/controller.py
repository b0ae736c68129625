"""One evening at one tablet: signals and touches in, the session, what there is to say about them.

Lives on the thread that owns the screen. Everything the screens show comes from here, everything they do goes here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app.device_manager import Device
from companion.app.notifications import Notification, sentence
from companion.app.playing import Act, Playing
from companion.core.game import Game
from companion.core.table import Table
from companion.core.text import say
from companion.devices.inbox import Inbox
from companion.record import codec
from companion.record.history import Line
from companion.record.journal import Journal, JournalError, Origin
from companion.record.session import Session
from companion.record.session_list import Listed, sessions_of
from companion.referee.dice_matching import dice_asked
from companion.referee.referee import Accepted, Ignored, Referee, Verdict
from companion.referee.signals import DeviceChanged, DeviceSaid, DiceMoving, DiceSeen, KeyPressed, ReviewReason, Signal
from companion.referee.stale_presses import REACTION_S, SOON_S

if TYPE_CHECKING:  # the camera's libraries load after the first frame
    from companion.devices.box import BoxDevice
    from companion.devices.tray import TrayDevice

MOVED = ReviewReason("moved_after_reading")
IN_PAUSE = ReviewReason("rested_in_pause")
IN_SET_UP = ReviewReason("thrown_in_set_up")


class TableController(Playing):
    """Sits people down at games and drains the inbox."""

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
        super().__init__(journal, inbox, tray, box, now)
        self.games = games
        self.setting_up = False
        """The tray is being set up: what is thrown there is shown and counts nowhere."""
        self._moved_in_set_up = False  # what moves in the tray, or did last, began to while it was being set up
        self._lies: DiceSeen | None = None  # what lies in the tray, in whatever game it was thrown
        self._in_pause: DiceSeen | None = None  # what came to rest while nothing could be written down

    # --- sittings

    def tell_trouble(self, why: str) -> None:
        """Say that something about the devices cannot be had; play goes on by touch."""
        self._notifications.say_trouble(why)

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
        session, now = Session.begin(self.journal, game, table, chosen, facts), self._now()
        self._sit_down(Referee(session), now - REACTION_S)  # there was nothing else to answer
        self._late.moved(now)

    def resume(self, session_id: str) -> None:
        """Go on with a session ("last": the one last played). Raises KeyError, JournalError.

        Presses that a killed app had not judged count now, if it is this session they were made in.
        """
        session = Session.resume(self.journal, self.games, session_id)
        referee, since = Referee(session), _since_last_row(session)
        is_last = session.id == self.journal.header("last").session  # all is read: nothing was given up before
        if self._referee is None:
            self.tick()  # they may have come just now
        of_before, now = self._late.kept() if is_last else None, self._now()
        self._sit_down(referee, now if of_before is None else -math.inf)
        if session.rules_version != session.game.rules_version:
            self._notifications.say(
                say("Rules have changed since this game was begun: see that the score still holds."), "trouble"
            )
        if session.stopped:
            self._notifications.say(say("{why}", why=session.stopped), "trouble")
        self._late.moved(now if of_before is None else now - since)
        for press in of_before or ():
            self._press(press)
            self._told(press)

    def leave(self) -> None:
        """Get up from the game; it can be gone on with."""
        self._drop_stale_signals()
        given_up, self._unwritten = self._unwritten, None
        self._told(given_up.press if given_up is not None else None)
        self.session = self._referee = self.pending_review = self.seen = self._rolled = self._in_pause = None
        self.paused = ""
        self._notifications.clear()
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

    def retry(self) -> Verdict:
        """Try again to write what the journal could not take; play goes on when it can."""
        again = self._unwritten
        if again is None:
            self.paused = ""
            return Accepted()
        verdict = self._judged(again, retrying=True)
        self._told(again.press)
        if not self.paused and (seen := self._in_pause) is not None:
            self._judge_dice(replace(seen, sure=False, reasons=seen.reasons or (IN_PAUSE,)))
        return verdict

    # --- inside

    def _sit_down(self, referee: Referee, since: float) -> None:
        """`since`: when what is asked there came up."""
        self.leave()
        session = self.session = referee.session
        self._referee = referee
        if self._lies is not None:
            referee.passes_over(self._lies)
        self._late.seated(referee.answers(), since)
        for press in self._late.kept():  # what waited for another game is nobody's
            self.done_with(press)
        for note in session.notes:
            self._notifications.say(note.text, "note", note.rule, note.seat)
        self._light()

    def _drop_stale_signals(self) -> None:
        """Dice and presses that were meant for another game do not count in this one."""
        while (signal := self.inbox.take()) is not None:
            if isinstance(signal, DeviceChanged | DeviceSaid):
                self._take(signal)
            elif isinstance(signal, DiceMoving | DiceSeen):
                self.moving = isinstance(signal, DiceMoving) and signal.moving
                self._notes(signal if isinstance(signal, DiceSeen) else signal.seen)
            self.done_with(signal)

    def _take(self, signal: Signal) -> None:
        if isinstance(signal, DeviceChanged):
            self._device(signal)
        elif isinstance(signal, DeviceSaid):
            self._notifications.say(say("{why}", why=sentence(signal.text)), "device")
        elif isinstance(signal, DiceMoving):
            self._moves(signal)
        elif isinstance(signal, KeyPressed):
            self._press(signal)
        elif isinstance(signal, DiceSeen):
            self._rest(signal)
        elif self._referee is not None:
            self._judged(Act(lambda: self._playing().judge(signal)))

    def _moves(self, signal: DiceMoving) -> None:
        if not (signal.moving and self.moving):
            self._moved_in_set_up = signal.moving and self.setting_up
        self.moving = signal.moving
        self._notes(signal.seen)
        if self._referee is None:
            return
        if signal.moving:
            self._referee.moves()
        else:
            self._referee.rests()
        if signal.seen is not None:
            self._still(signal.seen)

    def _still(self, seen: DiceSeen) -> None:
        """Nobody threw. What is seen now may settle what could not be seen before; a doubt about dice that turn out to
        have counted before was about a hand.
        """
        if not seen.sure or self._referee is None:
            return
        self.seen = seen
        thrown = self._referee.saw(seen)
        if self.pending_review is not None and thrown:
            self._judge_dice(seen)
        elif seen.dice:
            self.pending_review = None

    def _rest(self, seen: DiceSeen) -> None:
        """Dice have come to rest, or the tray is empty."""
        self.moving, self.seen = False, seen
        self._notes(seen)
        in_set_up, self._moved_in_set_up = self._moved_in_set_up, False
        if self._referee is None:
            return
        self._referee.rests()
        if (
            seen.disturbed and self.pending_review is not None
        ):  # what was read before did not count: this may be the roll
            seen = replace(seen, disturbed=False, sure=False, reasons=seen.reasons or (MOVED,))
        self._referee.saw(seen)
        if seen.sure and self.pending_review is not None and not (seen.dice or self.pending_review.seen.dice):
            self.pending_review = None  # it was about a tray that is seen to be empty
        if not seen.dice and (seen.sure or not dice_asked(self._referee.session)):
            return
        if in_set_up and seen.dice:
            seen = replace(seen, sure=False, reasons=seen.reasons or (IN_SET_UP,))
        self._judge_dice(seen)

    def _notes(self, seen: DiceSeen | None) -> None:
        """Dice that lie there when one sits down were not thrown for that game. Where none is seen some may hide."""
        if seen is not None and (seen.dice or seen.sure):
            self._lies = seen

    def _judge_dice(self, seen: DiceSeen) -> None:
        if self.setting_up:
            self._playing().passes_over(seen)
            return
        self._in_pause = seen if self.paused else None
        self._judged(Act(lambda: self._playing().judge(seen), seen=seen))

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
            return
        stale = "" if referee.has_counted(press) else self._late.stale(press, referee.choices_of(press.seat), now)
        if not stale:
            moves_at = press.at if self._late.came_soon(press, now) else -math.inf
            self._judged(Act(lambda: self._playing().judge(press), moves_at, press))
        elif press.seat in referee.session.table.seats:
            name = referee.session.table.name(press.seat)
            if stale == "unseen":
                why = say("{name} pressed just as this came up: it does not count, please press again.", name=name)
                self._notifications.say(why, "ignored", seat=press.seat)
                return
            text = say("A press of {name}'s came too late and does not count.", name=name)
            self._notifications.say_once(text, "ignored", press.seat)

    def _device(self, change: DeviceChanged) -> None:
        lost = self.changed(change)
        if change.device == "box":
            self._light()
        if lost:
            self._notifications.say(say("{why} Play goes on by touch.", why=sentence(change.why)), "device")

    def _caught_up(self) -> Ignored:
        """Another app has gone on with this game: go on from there; what was to be written does not count."""
        try:
            self.resume(self._playing().session.id)
        except JournalError as wrong:
            return self._pause(wrong, None)
        elsewhere = Ignored(say("The game has gone on in another app. This is how it stands; please say that again."))
        self._notifications.tell(elsewhere)
        return elsewhere


def _since_last_row(session: Session) -> float:
    """Seconds since this game last moved, by the clock on the wall: two apps have nothing else in common. A press that
    moved it may have been made a little before it was written.
    """
    row = session.journal.rows(session.id)[-1]
    return max(session.journal.since(row.at), 0.0) + (SOON_S if row.origin == Origin.BOX else 0.0)


__all__ = ["Device", "Line", "Listed", "Notification", "TableController", "dice_asked"]
