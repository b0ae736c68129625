"""The rolls on the table screen: large over the panel when they count, then at rest in their seats' strips."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.metrics import dp

from companion.drawing.geometry import Box, Point, clearest_place, overlapped
from companion.drawing.scene import Refused
from companion.ui.drawing import canvas
from companion.ui.game_panel import Panel
from companion.ui.widgets.painted import Turned
from companion.ui.widgets.roll_moment import RollMoment
from companion.ui.widgets.seat_strip import SeatStrip
from companion.views.presenter import TableView


class TableRolls:
    """Shows the rolls of a view. `moment` is the widget that lies over the table; `frames` hold the `strips`."""

    def __init__(self, panel: Panel, middle: Turned, strips: Sequence[SeatStrip], frames: Sequence[Turned]) -> None:
        self._panel, self._middle, self._strips, self._frames = panel, middle, strips, frames
        self.moment = RollMoment(self._settled)

    def show(self, earlier: TableView | None, view: TableView, *, beneath_card: bool) -> None:
        """A roll that counts since the earlier view is shown large; one that counts no more is not shown.

        Beneath a card nothing is shown large: the strips show it at once.
        """
        standing = {roll.seq for roll in view.rolls}
        if any(roll.seq not in standing for roll in self.moment.rolls):
            self.moment.stop()
        fresh = [roll for roll in view.rolls if earlier is not None and roll.seq > earlier.seq]
        if not fresh or beneath_card or self._middle.width < 2:
            return
        names = {seat.seat: seat.name for seat in view.seats}
        angle = self._frames[fresh[0].seat].angle if len(fresh) == 1 else 0
        self.moment.show(fresh, names, angle, self._free, self._rest)
        for roll in fresh:
            self._strips[roll.seat].await_dice(True)

    def _free(self, sizes: Sequence[Point]) -> tuple[Box, bool]:
        """Return where a card of one of these sizes hides least of the board, and whether it hides something."""
        middle, panel = self._middle, self._panel
        panel.paint_due()
        touched = [target.box for target in panel.targets.all if not isinstance(target.means, Refused)]
        room = (middle.x, middle.y, middle.width, middle.height)
        line = panel.line()
        said = [] if line is None else [canvas.in_units(line)]
        touched, read = ([self._in_window(box) for box in boxes] for boxes in (touched, [*panel.read, *said]))
        place = clearest_place(room, sizes, touched, read)
        return place, overlapped(place, [*touched, *read]) > 0

    def _in_window(self, units: Box) -> Box:
        """A box of the panel, which may be turned, in pixels of the window."""
        box = x, y, _, _ = dp(units[0]), dp(units[1]), dp(units[2]), dp(units[3])
        (x, y), (right, top) = (
            self._middle.to_parent(*corner) for corner in (box[:2], (box[0] + box[2], box[1] + box[3]))
        )
        return (min(x, right), min(y, top), box[2], box[3])

    def _rest(self, seat: int, at: int) -> Box | None:
        return self.die_box(seat, at) if self._strips[seat].view.rolled else None

    def die_box(self, seat: int, at: int) -> Box:
        """Where a die of a seat's last roll rests, in window coordinates."""
        x, y, side, _ = self._strips[seat].die_box(at)
        middle = self._frames[seat].to_parent(x + side / 2, y + side / 2)
        return (middle[0] - side / 2, middle[1] - side / 2, side, side)

    def _settled(self) -> None:
        for strip in self._strips:
            strip.await_dice(False)
