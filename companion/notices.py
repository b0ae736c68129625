"""What is said to the table: verdicts and news of the devices as notices, newest first."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.core.text import Text, say
from companion.referee import Accepted, Ignored, Verdict

KEPT = 40


@dataclass(frozen=True, slots=True)
class Notice:
    """Something said to the table. `kind` is "note", "refused", "ignored", "device" or "trouble"."""

    text: Text
    kind: str
    rule: str = ""
    seat: int | None = None


class Notices:
    """The last `KEPT` of them."""

    def __init__(self) -> None:
        self._notices: deque[Notice] = deque(maxlen=KEPT)

    @property
    def newest_first(self) -> tuple[Notice, ...]:
        """What was said, newest first."""
        return tuple(self._notices)

    def say(self, text: Text, kind: str, rule: str = "", seat: int | None = None) -> None:
        """Say one thing."""
        self._notices.appendleft(Notice(text, kind, rule, seat))

    def say_once(self, text: Text, kind: str, seat: int) -> None:
        """The same, unless it is among what was said last, before anything of another kind."""
        for notice in self._notices:
            if notice.kind != kind:
                break
            if notice.text == text:
                return
        self.say(text, kind, seat=seat)

    def say_trouble(self, why: str) -> None:
        """Something about the devices cannot be had."""
        self.say(say("{why} Play goes on by touch.", why=sentence(why)), "trouble")

    def tell(self, verdict: Verdict) -> None:
        """What became of something that happened; a doubt and a step of a pointer are shown, not said."""
        if isinstance(verdict, Accepted):
            for text in verdict.said:
                self.say(text, "ignored")
            for note in reversed(verdict.notes):
                self.say(note.text, "note", note.rule, note.seat)
        elif isinstance(verdict, Ignored):
            self.say(verdict.why, "refused" if verdict.rule else "ignored", verdict.rule, verdict.seat)

    def clear(self) -> None:
        """Forget all."""
        self._notices.clear()


def sentence(words: str) -> str:
    """Words of an error as a sentence."""
    words = words.strip() or "something went wrong"
    return words[0].upper() + words[1:] + ("" if words[-1] in ".!?" else ".")
