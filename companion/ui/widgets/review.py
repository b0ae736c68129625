"""The review card: the picture, the die in question enlarged, the likely faces first. One tap settles one die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.metrics import dp

from companion.core.colours import colour as colour_name
from companion.core.events import Face
from companion.i18n import translate, word
from companion.ui.dice_views import DieView, faces_of, likely_first
from companion.ui.drawing import canvas
from companion.ui.drawing.theme import GAP, TOUCH
from companion.ui.geometry import Point
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in
from companion.ui.widgets.picture import Picture, Share


class DieButton(Tappable):
    """A die that can be tapped; `marked` has the accent around it."""

    def __init__(self, die: DieView, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.die, self.marked = die, False
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """Ground, die, a question mark where it is not sure."""
        x, y, width, height = self.box
        canvas.panel(self.box, "pressed" if self.down else "raised", 12)
        canvas.frame(self.box, "asked" if self.marked else "edge", 12, 4 if self.marked else 1.2)
        side = min(width, height) - dp(16)
        canvas.die(self.die.value, self.die.colour, (self.center_x - side / 2, self.center_y - side / 2, side, side))
        if not self.die.sure:
            spot = (x + width - dp(26), y + height - dp(28), dp(24), dp(26))
            canvas.panel(spot, "warn", 6)
            canvas.text("?", spot, 20, "warn_ink", bold=True)


class ReviewCard(Drawn):
    """Says what some dice show: `slots` as they were read (value 0: not known), `colours` to choose from where known.

    `settled` gets the faces once none is open: by the tap that settles the only open die, else by the button below.
    `dismissed` is for a reading that was no roll; None leaves that button out.
    """

    def __init__(
        self, why: str, slots: Sequence[DieView], settled: Callable[[tuple[Face, ...]], object],
        dismissed: Callable[[], object] | None = None, colours: Sequence[str] = (), picture: bytes | None = None,
        boxes: Sequence[Share] = (), **kwargs: Any,
    ) -> None:  # fmt: skip
        self.read, self.slots = tuple(slots), list(slots)
        self.chosen = next((at for at, slot in enumerate(slots) if not slot.sure), 0)
        self._settled, self._dismissed = settled, dismissed
        self._colours, self._boxes = tuple(colours), tuple(boxes)
        super().__init__(**kwargs)
        self._why = Words(why, 24, "warn" if picture else "ink")
        self._whole: Picture | None = Picture() if picture else None
        self._close: Picture | None = Picture() if picture else None
        for shown in (self._whole, self._close):
            if shown is not None:
                shown.show_jpeg(picture)
                self.add_widget(shown)
        self.add_widget(self._why)
        self._parts: list[Any] = []
        self.faces: list[DieButton] = []
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def continue_from(self, before: ReviewCard) -> None:
        """The same reading lay on a card before this one: what was settled there need not be again."""
        if before.read == self.read:
            self.slots, self.chosen = list(before.slots), before.chosen
            self._lay()

    def paint(self) -> None:
        """Its pieces draw themselves."""

    def _lay(self, *_: object) -> None:
        for part in self._parts:
            self.remove_widget(part)
        self._parts = []
        if self.width < dp(100) or self.height < dp(100):
            return
        box = self.box
        if self._whole is not None and self._close is not None:
            wide = self.width > self.height
            beside = 300 if len(self._colours) > 4 else 0  # their names need the room
            left, box = columns_in(box, beside, 0, gap=16) if wide else rows_in(box, 230, 0, gap=12)
            self._lay_pictures(left, wide)
        low = bool(self._colours) and self.height < dp(400)
        row = 60 if low else 84 if self.height > dp(440) else 70
        heights = (44 if low else 64, row, *((56 if low else 60,) if self._colours else ()), 0, 56 if low else 68)
        boxes = rows_in(box, *heights, gap=6 if low else 10)
        put(self._why, boxes[0])
        self._add_grid([self._slot(at) for at in range(len(self.slots))], boxes[1], max(3, len(self.slots)))
        if self._colours:
            self._add_grid([self._colour(colour) for colour in self._colours], boxes[2], max(3, len(self._colours)))
        self.faces = [self._face(value) for value in likely_first(self.slots[self.chosen].value)] if self.slots else []
        self._add_grid(self.faces, boxes[-2], 3 if boxes[-2][3] > dp(2 * TOUCH + GAP) else 6)
        buttons = [] if self._dismissed is None else [Button(word("Not a roll"), self._dismissed, "quiet", 22)]
        take = Button(word("Accept"), self._take, "asked", 24, refused=self._say_why)
        take.why = "" if faces_of(self.slots) is not None else word("One die still has no value.")
        self._add_grid([*buttons, take], boxes[-1], len(buttons) + 1)

    def _lay_pictures(self, box: canvas.Box, wide: bool) -> None:
        assert self._whole is not None
        assert self._close is not None
        near = self._boxes[self.chosen] if self.chosen < len(self._boxes) else None
        has_near = near is not None and near[2] > near[0] and near[3] > near[1]
        if has_near and near is not None:
            whole, close = rows_in(box, 0, 0, gap=10) if wide else columns_in(box, 0, 0, gap=10)
            self._close.part = around(near)
            put(self._close, close)
        else:
            whole = box
            put(self._close, (box[0], box[1], 0, 0))
        put(self._whole, whole)
        self._whole.marks = [
            (mark, die) for mark, die in zip(self._boxes, self.slots, strict=False) if mark[2] > mark[0]
        ]
        self._whole.again()
        self._close.again()

    def _add_grid(self, widgets: list[Any], box: canvas.Box, columns: int) -> None:
        put_grid(widgets, box, columns)
        for widget in widgets:
            self.add_widget(widget)
        self._parts += widgets

    def _slot(self, at: int) -> DieButton:
        button = DieButton(self.slots[at], lambda: self._choose(at))
        button.marked = at == self.chosen
        return button

    def _face(self, value: int) -> DieButton:
        return DieButton(DieView(value, self.slots[self.chosen].colour), lambda: self._say(value))

    def _colour(self, colour: str) -> Button:
        button = Button(translate(colour_name(colour)), lambda: self._paint_slot(colour), "plain", 20)
        button.marked = self.slots[self.chosen].colour == colour
        return button

    def _choose(self, at: int) -> None:
        self.chosen = at
        self._lay()

    def _paint_slot(self, colour: str) -> None:
        self.slots[self.chosen] = replace(self.slots[self.chosen], colour=colour)
        self._lay()

    def _say(self, value: int) -> None:
        """A face was tapped: if that was the only open die, it is settled; else the next open die is chosen."""
        unsure = [at for at, slot in enumerate(self.slots) if not slot.sure]
        self.slots[self.chosen] = replace(self.slots[self.chosen], value=value, sure=True, cocked=False)
        left = [at for at, slot in enumerate(self.slots) if not slot.sure]
        if unsure and not left:
            self._take()
            return
        self.chosen = left[0] if left else self.chosen
        self._lay()

    def _say_why(self, why: str, _at: Point) -> None:
        self._why.words = why

    def _take(self) -> None:
        faces = faces_of(self.slots)
        if faces is not None:
            self._settled(faces)


def around(box: Share, margin: float = 0.6) -> Share:
    """The box with a margin (a share of its size) on every side, kept inside the picture."""
    across, down = (box[2] - box[0]) * margin, (box[3] - box[1]) * margin
    return max(0.0, box[0] - across), max(0.0, box[1] - down), min(1.0, box[2] + across), min(1.0, box[3] + down)
