"""What is said to the table: verdicts and news of the devices as notices, newest first; nothing that was undone."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.core.text import Text, say
from companion.record.session import Entry
from companion.referee.referee import Accepted, Ignored, Verdict

KEPT = 40
OF_DEVICES = frozenset({"device", "trouble"})
"""Kinds that are not about the game: they stay when events are taken back."""


@dataclass(frozen=True, slots=True)
class Notification:
    """Something said to the table. `kind` is "note", "refused", "ignored", "device" or "trouble"; `after`: so many
    events counted by then.
    """

    text: Text
    kind: str
    rule: str = ""
    seat: int | None = None
    after: int = 0


class Notifications:
    """The last `KEPT` of them. `counting`: how many events count now."""

    def __init__(self, counting: Callable[[], int] = lambda: 0) -> None:
        self._notifications: deque[Notification] = deque(maxlen=KEPT)
        self._counting = counting

    @property
    def newest_first(self) -> tuple[Notification, ...]:
        """What was said, newest first."""
        return tuple(self._notifications)

    def say(self, text: Text, kind: str, rule: str = "", seat: int | None = None) -> None:
        """Say one thing."""
        self._notifications.appendleft(Notification(text, kind, rule, seat, self._counting()))

    def say_once(self, text: Text, kind: str, seat: int) -> None:
        """The same, unless it is among what was said last, before anything of another kind."""
        for notice in self._notifications:
            if notice.kind != kind:
                break
            if notice.text == text:
                return
        self.say(text, kind, seat=seat)

    def say_trouble(self, why: str) -> None:
        """Something about the devices cannot be had."""
        self.say(say("{why} Play goes on by touch.", why=sentence(why)), "trouble")

    def tell(self, verdict: Verdict, new: Sequence[Entry] = ()) -> None:
        """What became of something that happened, and the notes of the `new` events that count now; a doubt and a step
        of a pointer are shown, not said.
        """
        if isinstance(verdict, Accepted):
            for text in verdict.said:
                self.say(text, "ignored")
            for after, entry in enumerate(new, self._counting() - len(new) + 1):
                for note in reversed(entry.notes):
                    self._notifications.appendleft(Notification(note.text, "note", note.rule, note.seat, after))
        elif isinstance(verdict, Ignored):
            self.say(verdict.why, "refused" if verdict.rule else "ignored", verdict.rule, verdict.seat)

    def take_back(self, stayed: int) -> None:
        """Only the first so many events count still: what was said of the game after those is not true any more."""
        kept = [notice for notice in self._notifications if notice.after <= stayed or notice.kind in OF_DEVICES]
        self._notifications = deque(kept, KEPT)

    def clear(self) -> None:
        """Forget all."""
        self._notifications.clear()


def sentence(words: str) -> str:
    """Words of an error as a sentence."""
    words = words.strip() or "something went wrong"
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?" else ".")
