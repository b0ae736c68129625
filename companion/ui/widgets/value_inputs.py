"""What a value is set with: a toggle, a stepper, a choice among few."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Any

from kivy.metrics import dp

from companion.drawing.theme import LABEL, TOUCH
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, Tappable, put_grid, write_alike
from companion.ui.widgets.painted import Drawn, put

LESS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
"""Stands for a number that is not there."""
_FAR, _FAR_STEP, _FAR_WIDTH = 10, 5, 330
"""A number with more than this between its bounds also steps by this, if there is so much room (dp)."""


class Toggle(Tappable):
    """Yes or no as a sliding knob; the words say which."""

    def __init__(self, on: bool, changed: Callable[[bool], object], **kwargs: Any) -> None:
        self.on, self._changed = on, changed
        super().__init__(self._flip, **kwargs)

    def means_at(self, x: float, y: float) -> object:
        """Return what a tap would do: switch on or off."""
        return super().means_at(x, y), self.on

    def _flip(self) -> None:
        self.on = not self.on
        self.again()
        self._changed(self.on)

    def paint(self) -> None:
        """Knob right and filled for yes, left and hollow for no."""
        x, y, _, height = self.box
        knob, track = dp(34), dp(70)
        low = y + (height - knob) / 2
        canvas.panel((x, low, track, knob), "good" if self.on else "raised", 17)
        canvas.frame((x, low, track, knob), "ink" if self.down else "edge", 17, 1.5)
        at = x + track - knob + dp(4) if self.on else x + dp(4)
        canvas.panel((at, low + dp(4), knob - dp(8), knob - dp(8)), "good_ink" if self.on else "ink", 13)
        canvas.text(
            word("yes") if self.on else word("no"), (x + track + dp(12), y, self.width - track - dp(12), height), LABEL,
            align="left",
        )  # fmt: skip


class Stepper(Drawn):
    """A whole number between buttons; if it has far to go and there is room, also in steps of five.

    `optional`: below the least there may be none.
    """

    def __init__(
        self, value: int | None, low: int | None, high: int | None, changed: Callable[[Any], object],
        *, optional: bool = False, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.value: Any = value
        self._low, self._high, self._optional, self._changed = low, high, optional, changed
        super().__init__(**kwargs)
        self._less, self._more = (Button(sign, partial(self._step, by), size=30) for sign, by in ((LESS, -1), ("+", 1)))
        self._far_less = Button(f"{LESS}{_FAR_STEP}", partial(self._step, -_FAR_STEP), size=LABEL)
        self._far_more = Button(f"+{_FAR_STEP}", partial(self._step, _FAR_STEP), size=LABEL)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()
        self._bound()

    def show(self, value: int | None) -> None:
        """Shows another number without telling anybody."""
        self.value = value
        self._bound()
        self.again()

    def _step(self, by: int) -> None:
        low, high = self._low, self._high
        if self.value is None:
            self.show(low or 0)
        elif low is not None and self.value + by < low:
            self.show(None if self._optional and self.value <= low else low)
        else:
            self.show(self.value + by if high is None else min(high, self.value + by))
        self._changed(self.value)

    def _bound(self) -> None:
        least = self.value is None or (self._low is not None and self.value <= self._low and not self._optional)
        most = self.value is not None and self._high is not None and self.value >= self._high
        at = self._low if self.value is None else self.value
        for button in (self._less, self._far_less):
            button.say(button.words, why=word("{n} is the least", n=at) if least else "")
        for button in (self._more, self._far_more):
            button.say(button.words, why=word("{n} is the most", n=at) if most else "")

    def _lay(self, *_: object) -> None:
        far = self._high is None or self._low is None or self._high - self._low > _FAR
        buttons = [self._less, self._more]
        if far and self.width >= dp(_FAR_WIDTH):
            buttons = [self._far_less, *buttons, self._far_more]
        self.clear_widgets()
        side = len(buttons) // 2
        wide = min(dp(TOUCH + 8), self.width / (2 * side + 1))
        for at, button in enumerate(buttons):
            x = self.x + at * wide if at < side else self.right - (len(buttons) - at) * wide
            put(button, (x, self.y, wide - (dp(6) if side > 1 else 0), self.height))
            self.add_widget(button)
        self._middle = (self.x + side * wide, self.y, self.width - 2 * side * wide, self.height)
        self.again()

    def paint(self) -> None:
        """The number between."""
        canvas.text(NONE if self.value is None else str(self.value), self._middle, 28, bold=True)


class Segments(Drawn):
    """One of a few values, side by side (or, where the words are long, one below the other)."""

    def __init__(
        self, values: Sequence[tuple[object, str]], chosen: object, changed: Callable[[Any], object], **kwargs: Any
    ) -> None:
        self.chosen, self._changed = chosen, changed
        super().__init__(**kwargs)
        self._words = [words for _, words in values]
        self._buttons = [(value, Button(words, partial(self.pick, value), size=LABEL)) for value, words in values]
        for _, button in self._buttons:
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def pick(self, value: object) -> None:
        """Choose one of them, as a finger does."""
        self.show(value)
        self._changed(value)

    def show(self, value: object) -> None:
        """Mark the one that holds now."""
        self.chosen = value
        self._lay()

    def _lay(self, *_: object) -> None:
        rows = max(1, min(len(self._buttons), int((self.height + dp(6)) // dp(TOUCH + 6))))
        columns = ceil(len(self._buttons) / rows)
        put_grid([button for _, button in self._buttons], self.box, columns, 6)
        for words, (value, button) in zip(self._words, self._buttons, strict=True):
            chosen = value == self.chosen
            button.say(("✓ " if chosen else "") + words, kind="chosen" if chosen else "plain")
        write_alike([button for _, button in self._buttons], [f"✓ {words}" for words in self._words])
