"""The one or two numbers that matter beside a player's name, and by how much they changed lately."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.text import with_minus
from companion.drawing.theme import LABEL, SMALL
from companion.ui.drawing import canvas, scale
from companion.views.presenter import FigureView

PAD = 14
UNDER = 80  # dp: from so much room on labels stand below their values
VALUE, LARGE_VALUE = 30, 44
CHANGE_SHOWN_S = 5.0
COUNT_S = 0.4
"""How long a number counts to its new value: two of the moments in which other things slide."""


class _Count(NamedTuple):
    """A number on its way from one value to another, and for how long, in seconds."""

    first: int
    last: int
    age: float = 0.0

    @property
    def now(self) -> int:
        return round(self.first + (self.last - self.first) * min(1.0, self.age / COUNT_S))


class FigureChanges:
    """By how much each figure changed in the last seconds, and how far those are that count up or down to their value;
    `again` is called when something else is to be shown.

    A figure is known by its place in the row: its label may follow its value ("card", "cards").
    """

    def __init__(self, again: Callable[[], object]) -> None:
        self._changes: dict[int, tuple[str, Any]] = {}
        self._counts: dict[int, _Count] = {}
        self._timer: Any = None
        self._again = again

    def note(self, before: Sequence[FigureView], now: Sequence[FigureView]) -> None:
        """Compares a row of figures with the one before it."""
        if len(before) == len(now):
            for at, (old, new) in enumerate(zip(before, now, strict=True)):
                self._note(at, old.value, new.value)

    def of(self, at: int) -> str:
        """What stands beside a figure that changed lately, "" beside another."""
        return self._changes[at][0] if at in self._changes else ""

    def count(self, at: int, value: str) -> str:
        """What stands now in the place of a value: a number before it, while it counts up or down."""
        return str(self._counts[at].now) if at in self._counts else value

    def _note(self, at: int, before: str, now: str) -> None:
        old, new = _number(before), _number(now)
        if old is None or new is None or old == new:
            return
        if at in self._changes:
            self._changes[at][1].cancel()
        if before.isdecimal() and now.isdecimal() and not scale.is_calm():
            self._counts[at] = _Count(int(self.count(at, before)), int(now))
            self._timer = self._timer or Clock.schedule_interval(self._tick, 1 / 30)
        event = Clock.schedule_once(lambda _dt: self._forget(at), CHANGE_SHOWN_S)
        self._changes[at] = (with_minus(f"{new - old:+d}"), event)

    def _forget(self, at: int) -> None:
        self._changes.pop(at, None)
        self._again()

    def _tick(self, dt: float) -> None:
        before = [count.now for count in self._counts.values()]
        counts = {at: count._replace(age=count.age + dt) for at, count in self._counts.items()}
        if before != [count.now for count in counts.values()]:
            self._again()
        self._counts = {at: count for at, count in counts.items() if count.age < COUNT_S}
        if not self._counts:
            self._timer.cancel()
            self._timer = None


class Beside(IntEnum):
    """How figures stand in a head: not at all; labels below their values, both in the type of 100 %; labels beside
    them; changes too.

    A value never stands without its label: a bare number beside an amount that is asked for would belong to it.
    """

    NOTHING = 0
    BELOW = 1
    LABELS = 2
    CHANGES = 3


def width_in_head(figures: Sequence[FigureView], changes: FigureChanges, beside: Beside) -> float:
    """How much of a head the figures take at its right end, in pixels."""
    return dp(PAD) + sum(sum(widths) + dp(10) for widths in _measured(figures, changes, beside))


def _measured(
    figures: Sequence[FigureView], changes: FigureChanges, beside: Beside
) -> list[tuple[float, float, float]]:
    """For each figure the widths of its value, of its label beside it and of its change, gaps included."""
    if beside is Beside.NOTHING:
        return []
    values = [(figure.value, changes.count(at, figure.value)) for at, figure in enumerate(figures)]
    if beside is Beside.BELOW:
        smaller = 1 / scale.look().text_size
        columns = [
            max(smaller * _wider(*value, LABEL), smaller * canvas.text_width(figure.label, SMALL)) + dp(6)
            for value, figure in zip(values, figures, strict=True)
        ]
        return [(wide, 0.0, 0.0) for wide in columns]
    return [
        (
            _wider(*value, VALUE) + dp(6),
            canvas.text_width(figure.label, SMALL) + dp(6),
            0.0 if beside < Beside.CHANGES or not changes.of(at) else canvas.text_width(changes.of(at), LABEL) + dp(8),
        )
        for at, (value, figure) in enumerate(zip(values, figures, strict=True))
    ]


def paint_in_head(
    figures: Sequence[FigureView], changes: FigureChanges, head: canvas.Box, ink: str, beside: Beside
) -> float:
    """Values and labels at the right end of a head; gives where they begin."""
    x, y, width, height = head
    right = x + width - dp(PAD)
    asked = ink == "asked_ink"
    widths = _measured(figures, changes, beside)
    for at, (value, label, change) in reversed([*enumerate(widths)]):
        figure = figures[at]
        if label:
            box = (right - label + dp(4), y, label, height)
            canvas.text(figure.label, box, SMALL, ink if asked else "quiet", align="left")
        right -= label
        box, align = (right - value + dp(4), y, value, height), "left"
        if beside is Beside.BELOW:
            left, align, middle = box[0], "center", y + height / 2 - dp(2)
            canvas.text(figure.label, (left, middle - dp(22), value, dp(22)), SMALL, ink if asked else "quiet")
            box = (left, middle, value, dp(27))
        canvas.number(
            changes.count(at, figure.value), box, VALUE, ink if asked else figure.role, bold=True, align=align
        )
        right -= value
        if change:
            says = changes.of(at)
            box = (right - change + dp(4), y, change, height)
            canvas.text(says, box, LABEL, ink if asked else _tone(says), align="left")
        right -= change + dp(10)
    return right


def paint_large(figures: Sequence[FigureView], changes: FigureChanges, box: canvas.Box) -> None:
    """The figures large, side by side: labels below them, or beside them where the box is low."""
    x, y, width, height = box
    for at, figure in enumerate(figures):
        left, wide = x + at * width / len(figures), width / len(figures)
        counted = changes.count(at, figure.value)
        number = _wider(figure.value, counted, LARGE_VALUE)
        said = changes.of(at)
        change = dp(10) + canvas.text_width(said, LABEL) if said else 0.0
        if height > dp(UNDER):
            below = (left, y, wide, dp(26))
            first = left + min((wide - number) / 2, wide - number - change)
            end = first + number
            value = (first, y + dp(24), number + dp(4), height - dp(24))
            if first < left:  # the change stands below in place of the label
                canvas.text(said, below, SMALL, _tone(said))
                said, value = "", (left, value[1], wide, value[3])
            else:
                canvas.text(figure.label, below, SMALL, "quiet")
        else:
            words = min(canvas.text_width(figure.label, LABEL) + dp(4), wide - number - dp(20))
            whole = number + words + dp(12)
            first = left + min((wide - whole) / 2, wide - whole - change)
            role, label = "quiet", figure.label
            if first < left:  # the change stands in place of the label
                first, role, label, said = left + (wide - whole) / 2, _tone(said), said, ""
            value = (first, y, number + dp(4), height)
            end = first + whole
            canvas.text(label, (end - words, y, words, height), LABEL, role, align="left")
        canvas.number(counted, value, LARGE_VALUE, figure.role, bold=True)
        if said:
            canvas.text(said, (end + dp(10), value[1], change, value[3]), LABEL, _tone(said), align="left")


def _wider(value: str, counted: str, size: float) -> float:
    return max(canvas.text_width(words, size, bold=True) for words in (value, counted))


def _tone(change: str) -> str:
    return "good" if change.startswith("+") else "warn"


def _number(value: str) -> int | None:
    """Return the whole number that a figure is; None if it is none."""
    digits = value.replace("\N{MINUS SIGN}", "-")
    return int(digits) if digits.lstrip("+-").isdigit() else None
