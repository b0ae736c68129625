"""Notifications for the people at the table: verdicts and news of devices.

They end with their reason: those about an event with the next event or its undo, those about a device when it works
again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.core.text import Text, say, sentence
from companion.record.entries import Entry
from companion.record.session import Session
from companion.referee.pending_review import unchanged
from companion.referee.verdicts import Accepted, Ignored, Verdict

KEPT = 40
OF_DEVICES = frozenset({"device", "trouble"})
"""Kinds that are not about an event: they survive undo, and stay long enough to be read."""
READ_S = 10.0
"""How long a notification about a device stays while play goes on, seconds: time to look up and read it (our choice).
Bots play sooner, and presses that waited in a box count at once.
"""


@dataclass(frozen=True, slots=True)
class Notification:
    """One message. `kind` is "note", "look" (it counts: is it right?), "refused", "ignored", "device" or "trouble";
    `after`: how many events counted.

    `about`: the device ("tray", "box", "journal") whose recovery ends it. `since`: when it was made. `told`: the screen
    has said it to whoever touched it.
    """

    text: Text
    kind: str
    rule: str = ""
    seat: int | None = None
    after: int = 0
    about: str = ""
    since: float = 0.0
    told: bool = False


class Notifications:
    """The last `KEPT` notifications; `all` has the newest first."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.all: deque[Notification] = deque(maxlen=KEPT)
        self._events = 0  # how many events count

    def notify(self, text: Text, kind: str, rule: str = "", seat: int | None = None, about: str = "") -> None:
        """Add one."""
        self.all.appendleft(Notification(text, kind, rule, seat, self._events, about, self._now()))

    def settle(self, about: str) -> None:
        """Drop the notifications about a device that works again."""
        self.all = deque((known for known in self.all if known.about != about), KEPT)

    def notify_once(self, text: Text, kind: str, seat: int) -> None:
        """Add one, unless the same is among the latest ones of its kind."""
        for known in self.all:
            if known.kind != kind:
                break
            if known.text == text:
                return
        self.notify(text, kind, seat=seat)

    def notify_lost(self, why: Text, kind: str, about: str = "") -> None:
        """Add one about a device that does not work."""
        self.notify(say("{why} Play goes on by touch.", why=sentence(why)), kind, about=about)

    def report(
        self,
        verdict: Verdict,
        before: Sequence[Entry],
        entries: Sequence[Entry],
        corrected: Sequence[Text] = (),
        *,
        told: bool = False,
    ) -> None:
        """Update after a verdict. `entries` count now, and those `before` it: notifications after one that changed are
        dropped. After a correction the news is what was `corrected` and which notes differ by that, not what the last
        event said; earlier notes are nobody's, because beside a name they would look current. Reviews and pointers are
        shown elsewhere. `told`: whoever is refused has been told.
        """
        same, read = unchanged(before, entries), self._now() - READ_S
        moved_on = len(entries) != same or same != self._events
        self.all = deque((known for known in self.all if not self._is_over(known, same, moved_on, read)), KEPT)
        self._events = len(entries)
        if isinstance(verdict, Ignored):
            kind = "note" if verdict.waits else "refused" if verdict.rule else "ignored"
            self.all.appendleft(
                Notification(verdict.why, kind, verdict.rule, verdict.seat, self._events, since=self._now(), told=told)
            )
        elif isinstance(verdict, Accepted):
            for text in verdict.left_out:
                self.notify(text, "ignored")
            if verdict.remark is not None:
                self.notify(verdict.remark, "look")
            replaced = {entry.seq: entry.notes for entry in before[same:]}
            for after, entry in enumerate(entries[same:], same + 1):
                earlier, shown = replaced.get(entry.seq), len(entries) if corrected else after
                for note in reversed(entry.notes if earlier != entry.notes else ()):
                    if after == shown:
                        self.all.appendleft(Notification(note.text, "note", note.rule, note.seat, shown))
                    elif note not in (earlier or ()):
                        self.all.appendleft(Notification(note.text, "note", note.rule, None, shown))
            for text in corrected:
                self.notify(text, "note")

    @staticmethod
    def _is_over(known: Notification, unchanged: int, moved_on: bool, read: float) -> bool:
        if known.kind in OF_DEVICES:
            return moved_on and known.since <= read
        return known.after > unchanged

    def open(self, session: Session) -> None:
        """Add the last notes of a session that is opened, and what is wrong with it."""
        self._events = len(session.entries)
        for note in session.notes:
            self.notify(note.text, "note", note.rule, note.seat)
        if session.rules_version != session.game.rules_version:
            self.notify(say("The rules have changed since this game began: check the score."), "trouble")
        if session.stopped:
            self.notify(session.stopped, "trouble")

    def clear(self) -> None:
        """Drop all notifications."""
        self.all.clear()
        self._events = 0
