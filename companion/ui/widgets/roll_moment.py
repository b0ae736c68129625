"""The dice of a roll that has just counted: large over the panel for a moment, then on their way to the strips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, radians, sin
from typing import Any

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.metrics import dp

from companion.drawing.geometry import Box, Point
from companion.drawing.theme import PROMPT, SMALL
from companion.ui.drawing import canvas, scale
from companion.ui.widgets.painted import Drawn
from companion.views.dice_views import DieView
from companion.views.tray_views import RollView

HELD_S, BRIEF_S = 2.0, 0.6
"""How long the dice are shown, their landing included: where they hide nothing, and where they do."""
LAND_S, SETTLE_S = 0.2, 0.22
"""How long they land, and move to their strips (design: 150 to 250 ms)."""
LARGE, SMALL_DIE = 132, 84  # dp: the side of a die of one roll, and of several rolls at once
FALL = 0.35  # by this share a die is larger when it begins to land
HEAD, PAD, SUM, LINE = 44, 18, 104, 56  # dp: a roll's name, the margin, the place of the sum and its one line
LEAST_HEAD = 22  # dp: a line of the smallest type
ACROSS, IN_ONE_LINE = 3, 4  # rolls side by side; the most that stand in one line
SCALES = (1.0, 0.75, 0.55, 0.4)  # rather smaller than over what is read

Target = Callable[[int, int], Box | None]
"""Where a seat's die rests (seat, number of the die), in window coordinates; None if it does not."""
Free = Callable[[Sequence[Point]], tuple[Box, bool]]
"""Chooses among the sizes of a card, and the place where it hides least, in window coordinates; says whether it hides
something that people read or tap.
"""


class RollMoment(Drawn):
    """Lies over the table and shows nothing most of the time. `settled` is called when the dice are in their strips.

    `held_s` is how long they are shown. A tap ends it. On the dice it does nothing else, elsewhere it goes on to what
    lies there.
    """

    def __init__(self, settled: Callable[[], object], **kwargs: Any) -> None:
        self.rolls: tuple[RollView, ...] = ()
        self._settled = settled
        self._names: Mapping[int, str] = {}
        self._card: Box = (0, 0, 0, 0)
        self._angle, self._scale = 0, 1.0
        self._target: Target | None = None
        self._age, self.held_s = 0.0, HELD_S
        self._timer: Any = None
        super().__init__(**kwargs)

    @property
    def settling(self) -> bool:
        """Whether the dice are on their way to the strips."""
        return self._target is not None and self._age >= self.held_s

    @property
    def moves(self) -> bool:
        """Whether the dice land, or are on their way to the strips."""
        return bool(self.rolls) and (self.settling or self._age < LAND_S)

    def show(self, rolls: Sequence[RollView], names: Mapping[int, str], angle: int, free: Free, target: Target) -> None:
        """Show these rolls, turned by `angle`, where `free` finds room for them."""
        self.stop()
        self.rolls, self._names, self._angle, self._target = tuple(rolls), names, angle, target
        sizes = []
        for self._scale in SCALES:
            wide, high = self._size()
            sizes.append((high, wide) if angle in {90, 270} else (wide, high))
        self._card, hides = free(sizes)
        self.held_s = BRIEF_S if hides else HELD_S
        at = min(range(len(sizes)), key=lambda at: abs(sizes[at][0] - self._card[2]))
        self._scale = SCALES[at] * min(1.0, self._card[2] / sizes[at][0], self._card[3] / sizes[at][1])
        self._age = LAND_S if scale.is_calm() else 0.0
        self._timer = Clock.schedule_interval(self._tick, 0)
        self.again()

    def skip(self) -> None:
        """The dice have been seen: they go to their strips, those that rest there."""
        if self.rolls and (scale.is_calm() or not any(self._rests(roll.seat, 0) for roll in self.rolls)):
            self.stop()
        elif self.rolls and not self.settling:
            self._age = self.held_s
            self._wake()

    def _rests(self, seat: int, at: int) -> Box | None:
        return self._target(seat, at) if self._target is not None else None

    def stop(self) -> None:
        """Nothing is shown any more; the strips show the dice."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._target = None
        if self.rolls:
            self.rolls = ()
            self._settled()
            self.again()

    def _wake(self) -> None:
        self._timer.cancel()
        self._timer = Clock.schedule_interval(self._tick, 0)
        self.again()

    def _tick(self, dt: float) -> None:
        """One frame of the landing or the settling; between them nothing moves and nothing is painted."""
        self._age += min(dt, LAND_S / 3)  # a slow frame does not swallow the motion
        if self._age >= self.held_s + SETTLE_S:
            self.stop()
            return
        self.again()
        if LAND_S <= self._age < self.held_s:
            self._timer.cancel()
            self._timer = Clock.schedule_once(lambda _dt: self.skip(), self.held_s - self._age)

    def on_touch_down(self, touch: Any) -> bool:
        """A tap on the dice ends the moment and touches nothing beneath; one elsewhere ends it and goes on."""
        if not self.rolls or self.settling:
            return False
        x, y, width, height = self._card
        self.skip()
        return x <= touch.x <= x + width and y <= touch.y <= y + height

    # --- how it is laid out, upright around the middle of the card

    @property
    def _side(self) -> float:
        most = max(len(roll.dice) for roll in self.rolls)
        return self._dp(LARGE if len(self.rolls) == 1 and most <= ACROSS else SMALL_DIE)

    def _dp(self, size: float) -> float:
        """A length in pixels; smaller where the room is small."""
        return float(dp(size)) * self._scale

    @property
    def _head(self) -> float:
        return max(self._dp(HEAD), float(dp(LEAST_HEAD)))

    @property
    def _across(self) -> int:
        """How many rolls stand side by side."""
        return len(self.rolls) if len(self.rolls) <= IN_ONE_LINE else ACROSS

    def _cell(self) -> tuple[float, float]:
        """The size of one roll with its name."""
        most = max(len(roll.dice) for roll in self.rolls)
        dice = most * self._side + (most - 1) * self._dp(PAD) + (self._dp(SUM) if most > 1 else 0.0)
        name = max(canvas.text_width(self._names.get(roll.seat, ""), SMALL, bold=True) for roll in self.rolls)
        return max(dice, name + dp(4) + self._dp(40)), self._side + self._head

    def _size(self) -> tuple[float, float]:
        across = self._across
        down = -(-len(self.rolls) // self._across)
        wide, high = self._cell()
        return across * (wide + self._dp(PAD)) + self._dp(PAD), down * (high + self._dp(PAD)) + self._dp(PAD)

    def _cells(self) -> list[Box]:
        """Each roll's place."""
        wide, high = self._cell()
        whole = self._size()
        return [
            (
                self._dp(PAD) - whole[0] / 2 + (at % self._across) * (wide + self._dp(PAD)),
                whole[1] / 2 - (at // self._across + 1) * (high + self._dp(PAD)),
                wide,
                high,
            )
            for at in range(len(self.rolls))
        ]

    def _dice(self, roll: RollView, cell: Box) -> list[Box]:
        """Where the dice of a roll lie in its place."""
        side, count = self._side, len(roll.dice)
        long = count * side + (count - 1) * self._dp(PAD) + (self._dp(SUM) if count > 1 else 0.0)
        left = cell[0] + (cell[2] - long) / 2
        return [(left + at * (side + self._dp(PAD)), cell[1], side, side) for at in range(count)]

    def _middle(self) -> Point:
        x, y, width, height = self._card
        return x + width / 2, y + height / 2

    def _in_window(self, box: Box) -> Box:
        """A die's box on the turned card, upright in the window."""
        x, y, side, _ = box
        across, up, turn = x + side / 2, y + side / 2, radians(self._angle)
        middle = self._middle()
        return (
            middle[0] + across * cos(turn) - up * sin(turn) - side / 2,
            middle[1] + across * sin(turn) + up * cos(turn) - side / 2,
            side,
            side,
        )

    def paint(self) -> None:
        """The card with the dice, or the dice on their way."""
        if not self.rolls:
            return
        if self.settling:
            self._paint_settling()
            return
        PushMatrix()
        Translate(*self._middle(), 0)
        Rotate(angle=self._angle, axis=(0, 0, 1), origin=(0, 0))
        self._paint_card()
        PopMatrix()

    def _paint_card(self) -> None:
        wide, high = self._size()
        box = (-wide / 2, -high / 2, wide, high)
        canvas.panel(box, "raised", 18)
        canvas.frame(box, "ink", 18, 2)
        grown = 1 + FALL * (1 - _eased(self._age / LAND_S))
        cells = list(zip(self.rolls, self._cells(), strict=True))
        for roll, cell in cells:
            head = (cell[0], cell[1] + self._side, cell[2], self._head)
            name = self._names.get(roll.seat, "")
            long = min(canvas.text_width(name, PROMPT, bold=True) + self._dp(4), head[2] - self._dp(40))
            left = head[0] + (head[2] - long - self._dp(34)) / 2
            canvas.seat_mark(roll.seat, (left + self._dp(12), head[1] + head[3] / 2), self._dp(12))
            canvas.text(name, (left + self._dp(34), head[1], long, head[3]), PROMPT, bold=True, align="left")
        for roll, cell in cells:  # dice that fall are above all names
            dice = self._dice(roll, cell)
            for die, (x, y, side, _) in zip(roll.dice, dice, strict=True):
                _paint_die(die, side, (x + side / 2, y + side / 2), grown)
            if len(dice) > 1:
                x, y, side, _ = dice[-1]
                words = f"= {sum(die.value for die in roll.dice)}"
                line = self._dp(LINE)
                box = (x + side + self._dp(8), y + (side - line) / 2, self._dp(SUM - 8), line)
                canvas.text(words, box, 44, bold=True)

    def _paint_settling(self) -> None:
        share = _eased((self._age - self.held_s) / SETTLE_S)
        for roll, cell in zip(self.rolls, self._cells(), strict=True):
            for at, (die, box) in enumerate(zip(roll.dice, self._dice(roll, cell), strict=True)):
                if (last := self._rests(roll.seat, at)) is not None:
                    first = self._in_window(box)
                    x, y, now, _ = (a + (b - a) * share for a, b in zip(first, last, strict=True))
                    _paint_die(die, first[2], (x + now / 2, y + now / 2), now / first[2])


def _paint_die(die: DieView, side: float, middle: Point, grown: float) -> None:
    """Paint a die of this side around a point, larger or smaller by the graphics card: shapes of each size in between
    would be made by the processor.
    """
    PushMatrix()
    Translate(*middle, 0)
    Scale(grown, grown, 1)
    canvas.die(die.value, die.colour, (-side / 2, -side / 2, side, side), "ink")
    PopMatrix()


def _eased(share: float) -> float:
    """Fast at first, slow at the end (cubic ease-out); 0 to 1."""
    left = 1 - min(1.0, max(0.0, share))
    return 1 - left * left * left
