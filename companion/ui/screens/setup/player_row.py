"""A player's row in the setup: shape, name, die."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.colours import colour as colour_name
from companion.i18n import translate
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, Tappable
from companion.ui.widgets.painted import Drawn, columns_in, put


class ColourButton(Tappable):
    """The colour of a die; a tap takes the next one that is free."""

    def __init__(self, colour: str, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.colour = colour
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The die and its colour's name."""
        x, y, width, height = self.box
        canvas.panel(self.box, "pressed" if self.down else "raised", 10)
        canvas.frame(self.box, "edge", 10, 1.2)
        side = height - dp(18)
        canvas.die(5, self.colour, (x + dp(10), y + dp(9), side, side))
        canvas.text(
            translate(colour_name(self.colour)), (x + side + dp(18), y, width - side - dp(24), height), 20, align="left"
        )


class PlayerRow(Drawn):
    """Where seat `seat` is renamed and gets another die; `colour` "" shows no die."""

    def __init__(
        self, seat: int, name: str, colour: str, rename: Callable[[int], object], recolour: Callable[[int], object],
        **kwargs: Any,
    ) -> None:  # fmt: skip
        self.seat = seat
        super().__init__(**kwargs)
        self.name = Button(name, lambda: rename(seat), size=26)
        self.colour = ColourButton(colour, lambda: recolour(seat)) if colour else None
        self.add_widget(self.name)
        if self.colour is not None:
            self.add_widget(self.colour)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        _, name, *die = columns_in(self.box, 100, 0, *([150] if self.colour is not None else []), gap=10)
        put(self.name, name)
        if self.colour is not None:
            put(self.colour, die[0])

    def paint(self) -> None:
        """Number and shape of the seat."""
        x, y, _, height = self.box
        canvas.text(f"{self.seat + 1}", (x, y, dp(36), height), 24, "quiet", align="left")
        canvas.seat_mark(self.seat, (x + dp(66), y + height / 2), dp(17))
