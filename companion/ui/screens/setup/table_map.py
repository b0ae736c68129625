"""A map of the table: every player at their edge, as the table screen has them; names can be dragged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Any

from kivy.metrics import dp

from catseye.colours import colour as colour_name
from companion.core.game import Game
from companion.drawing.geometry import Point, inset
from companion.drawing.theme import DICE, LABEL, SMALL
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put

_HIGH, _WIDE, _DIE, _GAP = 64, 216, 64, 8  # dp
_RIM, _LEAST_PICTURE, _HINT = 14, 90, 48
"""dp: the rim of the table, the smallest picture that is worth drawing, two lines of the smallest type."""
_DRAGGED = 16  # dp a finger moves before a name goes with it


class DieButton(Tappable):
    """A die of one colour; a tap opens the palette, or takes this colour from it. `words` stand below it."""

    def __init__(self, colour: str, tapped: Callable[[], object], words: str = "", **kwargs: Any) -> None:
        self.colour, self.words = colour, words
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The die, and words where there are any."""
        x, y, width, height = self.box
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        low = dp(30) if self.words else 0.0
        side = min(width, height - low) - dp(20)
        canvas.die(0, self.colour, (x + (width - side) / 2, y + low + (height - low - side) / 2, side, side))
        if self.words:
            canvas.text(self.words, (x + dp(4), y + dp(3), width - dp(8), low), SMALL)


class SeatName(Button):
    """A player's name: tapped it is changed, dragged it goes to another place."""

    def __init__(self, seat: int, name: str, tapped: Callable[[], object], dropped: Callable[[Point], object]) -> None:
        self.seat, self._dropped = seat, dropped
        self._from: Point = (0.0, 0.0)
        self.away: Point | None = None
        super().__init__(name, tapped, size=LABEL)

    def on_touch_down(self, touch: Any) -> bool:
        """Remembers where the finger began."""
        taken = super().on_touch_down(touch)
        if taken:
            self._from, self.away = touch.pos, None
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        """The name goes with the finger once that has moved."""
        if touch.grab_current is not self:
            return False
        shift = (touch.x - self._from[0], touch.y - self._from[1])
        if self.away is not None or hypot(*shift) > dp(_DRAGGED):
            self.away = shift
            self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """A name that was dragged is dropped there; otherwise it was tapped."""
        if touch.grab_current is not self or self.away is None:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self.down, self.away = False, None
        self.again()
        self._dropped(touch.pos)
        return True

    def paint(self) -> None:
        """Shape and name; once more under the finger while it is dragged."""
        x, y, width, height = self.box
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        canvas.seat_mark(self.seat, (x + dp(26), y + height / 2), dp(14))
        canvas.text(self.words, (x + dp(50), y + dp(2), width - dp(56), height - dp(4)), LABEL, bold=True, align="left")
        if self.away is not None:
            box = (x + self.away[0], y + self.away[1], width, height)
            canvas.panel(box, "asked", 10, 0.9)
            canvas.text(self.words, box, LABEL, "asked_ink", bold=True)


class SeatChip(Drawn):
    """A player on the map: their name, and the die that is theirs (`colour` "": none)."""

    def __init__(
        self, seat: int, name: str, colour: str, rename: Callable[[], object], recolour: Callable[[], object],
        dropped: Callable[[Point], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        self.seat = seat
        super().__init__(**kwargs)
        self.name = SeatName(seat, name, rename, dropped)
        self.colour = DieButton(colour, recolour) if colour else None
        for widget in (self.colour, self.name):  # the name last: it is drawn over the map while it is dragged
            if widget is not None:
                self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        if self.colour is None:
            put(self.name, self.box)
            return
        name, die = columns_in(self.box, 0, _DIE, gap=5)
        put(self.name, name)
        put(self.colour, die)


class TableMap(Drawn):
    """The table from above, with the game in its middle. `swapped(seat, other)` is called when one player
    is dragged to another's place, `moved(seat, edge)` when they are dragged to another edge.
    """

    def __init__(
        self, game: Game, rename: Callable[[int], object], recolour: Callable[[int], object],
        swapped: Callable[[int, int], object], moved: Callable[[int, str], object], **kwargs: Any,
    ) -> None:  # fmt: skip
        self._rename, self._recolour, self._swapped, self._moved = rename, recolour, swapped, moved
        self._game = game
        self._edges: Sequence[str] = ()
        self.chips: list[SeatChip] = []
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, names: Sequence[str], colours: Sequence[str], edges: Sequence[str]) -> None:
        """These players, the colour of each one's die ("" for none), and where they sit."""
        self._edges = edges
        self.clear_widgets()
        self.chips = [self._chip(seat, *each) for seat, each in enumerate(zip(names, colours, strict=True))]
        for chip in self.chips:
            self.add_widget(chip)
        self._lay()

    def _chip(self, seat: int, name: str, colour: str) -> SeatChip:
        return SeatChip(
            seat,
            name,
            colour,
            lambda: self._rename(seat),
            lambda: self._recolour(seat),
            lambda at: self._drop(seat, at),
        )

    def _drop(self, seat: int, at: Point) -> None:
        """On another player: the two change places. Elsewhere: the player moves to the edge that is nearest."""
        under = next((chip.seat for chip in self.chips if chip.collide_point(*at)), None)
        edge = self._edge_at(at)
        if under is not None and under != seat:
            self._swapped(seat, under)
        elif under is None and edge != self._edges[seat]:
            self._moved(seat, edge)

    def _edge_at(self, at: Point) -> str:
        """The edge of the table that is nearest to a point."""
        across, up = (at[0] - self.center_x) / max(1, self.width), (at[1] - self.center_y) / max(1, self.height)
        if abs(up) > abs(across):
            return "top" if up > 0 else "bottom"
        return "right" if across > 0 else "left"

    def _lay(self, *_: object) -> None:
        if not self.chips or self.width < dp(100):
            return
        for edge in set(self._edges):
            seats = [seat for seat, there in enumerate(self._edges) if there == edge]
            # clockwise: along the bottom from right to left, along the right side downwards
            ordered = seats[::-1] if edge in {"bottom", "left"} else seats
            for number, seat in enumerate(ordered):
                put(self.chips[seat], self._place(edge, number, len(seats)))
        self.again()

    def _place(self, edge: str, number: int, count: int) -> canvas.Box:
        x, y, width, height = self.box
        if edge in {"bottom", "top"}:
            wide = min(dp(_WIDE), (width - dp(_GAP) * (count - 1)) / count)
            left = self.center_x + (number - count / 2) * (wide + dp(_GAP)) + dp(_GAP) / 2
            return (left, y if edge == "bottom" else y + height - dp(_HIGH), wide, dp(_HIGH))
        wide = min(dp(_WIDE), (width - dp(_GAP)) / 2)
        top = self.center_y + (count / 2 - number) * dp(_HIGH + _GAP) - dp(_GAP) / 2
        return (x if edge == "left" else x + width - wide, top - dp(_HIGH), wide, dp(_HIGH))

    def paint(self) -> None:
        """The table with the game on it, and what can be done there."""
        x, y, width, height = self.box
        sides, rim = dp(64), dp(_RIM)
        table = (x + sides, y + dp(_HIGH) / 2, width - 2 * sides, height - dp(_HIGH))
        canvas.raised(table, "raised", 44)
        inner = inset((table[0], table[1] + dp(4), table[2], table[3] - dp(4)), rim)
        canvas.panel(inner, "panel", 32)
        left, low, wide, high = self._middle
        hint = dp(_HINT) if len(self.chips) > 1 else 0.0
        side = min(wide, high - hint)
        pictured = side >= dp(_LEAST_PICTURE)
        if pictured:
            box = (left + (wide - side) / 2, low + hint + (high - hint - side) / 2, side, side)
            canvas.game_picture(self._game, box)
        if hint:
            below = (inner[0] + dp(16), low if pictured else inner[1] + dp(40), inner[2] - dp(32), hint)
            canvas.text(word("Drag a name to where that player sits."), below, SMALL, "quiet")

    @property
    def _middle(self) -> canvas.Box:
        """What the players' names leave free."""
        x, y, width, height = self.box
        left, right = (dp(_WIDE) if edge in self._edges else dp(64 + _RIM) for edge in ("left", "right"))
        low, top = (dp(_HIGH) if edge in self._edges else dp(_HIGH / 2 + _RIM) for edge in ("bottom", "top"))
        return inset((x + left, y + low, width - left - right, height - low - top), dp(14))


class DiePalette(Drawn):
    """The colours a die can have; `owners` names the players who have one of them already."""

    def __init__(self, owners: dict[str, str], chosen: Callable[[str], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._dice = [
            DieButton(name, lambda name=name: chosen(name), _labelled(name, owners.get(name, "")))  # type: ignore[misc]
            for name in DICE
        ]
        for die in self._dice:
            self.add_widget(die)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        put_grid(self._dice, self.box, 5, 12)


def _labelled(name: str, owner: str) -> str:
    words = translate(colour_name(name))
    return f"{words}: {owner}" if owner else words
