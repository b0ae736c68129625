"""The review card: the picture, the die in question enlarged, what was read, what it is. One tap settles one die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kivy.metrics import dp

from catseye.colours import colour as colour_name
from companion.core.text import counted
from companion.drawing.theme import GAP, TOUCH
from companion.i18n import translate, word
from companion.referee.signals import Share
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid, write_alike
from companion.ui.widgets.die_button import DieButton
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in
from companion.ui.widgets.picture import Picture
from companion.views.dice_views import DieView, faces_of, in_question, leaning

LABELS, LABEL_HIGH = 92, 24
"""Width (dp) of the labels before the rows, two short lines; height of a label above its row."""
BESIDE = LABELS + 8 + 6 * TOUCH + 5 * GAP
"""From this width (dp) on six faces have room beside their label."""
ANSWERS = (0.42, 0.32, 0.26)
"""How the answers share their row: the first has the most words."""


class ReviewCard(Drawn):
    """Says what some dice show: `slots` as they were read (value 0: not known), or as they were said to be since they
    were `read`; `colours` to choose from where known.

    `settled` gets the faces once none is open: by the tap that settles the only open die, else by the button below.
    `dismissed` is for a reading that is no roll, `leans` gets where the dice lie that are thrown again; None leaves
    these buttons out.
    The die in question is chosen: `to_check`, else the first that is open; with neither, a die is tapped first. `thing`
    is where something lies that may be a die and was not read; `no_die` gets what people say is none (None: left out).
    Where nothing tells whose die is which, `owners` are the seats and names to choose from, and `settled` gets the
    seats after the faces. Dice without a colour of their own are drawn in `colour`, that of the player's dice.
    """

    def __init__(
        self, why: str, slots: Sequence[DieView], settled: Callable[..., object],
        dismissed: Callable[[], object] | None = None, colours: Sequence[str] = (), picture: bytes | None = None,
        boxes: Sequence[Share] = (), to_check: int | None = None, thing: Share | None = None,
        no_die: Callable[[Share], object] | None = None, owners: Sequence[tuple[int, str]] = (),
        read: Sequence[DieView] | None = None, leans: Callable[[Sequence[Share]], object] | None = None,
        colour: str = "", **kwargs: Any,
    ) -> None:  # fmt: skip
        self.read, self.slots = tuple(slots if read is None else read), list(slots)
        self.chosen = to_check
        if to_check is None:
            self.chosen = next((at for at, slot in enumerate(slots) if not slot.sure), None)
        if len(self.slots) == 1 or (owners and self.chosen is None):
            self.chosen = 0
        self._owners = dict(owners)
        self.seats: list[int | None] = [None] * len(self.slots)
        self._settled, self._dismissed, self._leans = settled, dismissed, leans
        self._colour_of_player = colour
        self._colours, self._boxes, self._thing, self._no_die = tuple(colours), tuple(boxes), thing, no_die
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
        self._narrow = False
        self._label_size = 20.0
        self.faces = [self._face(value) for value in range(1, 7)] if self.slots else []
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def continue_from(self, before: ReviewCard) -> None:
        """The same reading lay on a card before this one: what was settled there need not be again."""
        if before.read == self.read:
            self.slots, self.seats, self.chosen = list(before.slots), list(before.seats), before.chosen
            self._lay()

    def _lay(self, *_: object) -> None:
        for part in self._parts:
            self.remove_widget(part)
        self._parts = []
        if self.width < dp(100) or self.height < dp(100):
            return
        box, wide = self.box, self.width > self.height
        if self._whole is not None and self._close is not None:
            wide_dp, high = (self.width - dp(16)) / dp(1), self._picture_high()
            most = min(300.0, wide_dp / 2) if len(self._colours) > 2 else wide_dp / 2  # their names need the room
            beside = max(200.0, min(most, wide_dp - BESIDE))
            left, box = columns_in(box, beside, 0, gap=16) if wide else rows_in(box, high, 0, gap=12)
            self._lay_pictures(left, wide)
        self._narrow = box[2] < dp(BESIDE)
        boxes = rows_in(box, *self._heights(0), gap=6 if self._low else 10)
        put(self._why, boxes[0])
        dice = word("The dice") if len(self.slots) > 1 else word("The die")
        labels = [word("What I read") if self._whole is not None else dice, word("What it is")]
        labels.append(word("Whose it is") if self._owners else word("Its colour") if self._colours else "")
        across = box[2] if self._narrow else dp(LABELS)
        upwards = dp(LABEL_HIGH) if self._narrow else min(each[3] for each in boxes[1:-1])
        self._label_size = canvas.common_size(labels, across, upwards, 20)
        first = self._label(labels[0], boxes[1])
        self._add_grid([self._slot(at) for at in range(len(self.slots))], first, max(3, len(self.slots)))
        choices = [self._owner(seat) for seat in self._owners] or [self._colour(colour) for colour in self._colours]
        if choices:
            bare = self._narrow or len(choices) > 4  # they say themselves what they are
            row_box = boxes[2] if bare else self._label(labels[2], boxes[2])
            self._add_grid(choices, row_box, max(3, -(-len(choices) // self._colour_rows)))
        second = self._label(labels[1], boxes[-2])
        self._show_faces()
        self._add_grid(self.faces, second, 3 if second[3] > dp(2 * TOUCH + GAP) else 6)
        answers = self._answers()
        for button, share in zip(answers, _shared(boxes[-1], ANSWERS[-len(answers) :]), strict=True):
            self._add_grid([button], share, 1)
        write_alike(answers)

    @property
    def _low(self) -> bool:
        return bool(self._choices) and min(self.width, self.height) < dp(400)

    @property
    def _colour_rows(self) -> int:
        """In how many rows the names of the colours stand."""
        return 2 if self._narrow and self._choices > 4 and self.height > dp(600) else 1

    @property
    def _choices(self) -> int:
        """How many colours or owners are chosen from."""
        return len(self._owners) or len(self._colours)

    def _heights(self, faces: float) -> tuple[float, ...]:
        """The heights of the rows in dp, 0 for what is left. `faces` is that of the six faces."""
        low = self._low
        label = LABEL_HIGH + 2 if self._narrow else 0
        row = 60 if low else 84 if self.height > dp(440) else 70
        lines = self._colour_rows
        colours = ((56 if low else 60) * lines + GAP * (lines - 1),) if self._choices else ()
        return (44 if low else 64, row + label, *colours, faces, 66 if low else 70)

    def _picture_high(self) -> float:
        """How high (dp) the pictures above the rows are: as much as these leave."""
        self._narrow = self.width < dp(BESIDE)
        one_line = self.width >= dp(6 * TOUCH + 5 * GAP)
        heights = self._heights((TOUCH if one_line else 2 * TOUCH + GAP + 2) + LABEL_HIGH + 2)
        return max(80, min(230, self.height / dp(1) - sum(heights) - 10 * len(heights) - 12))

    def _answers(self) -> list[Button]:
        """What can be said of the dice as a whole."""
        buttons = []
        if self._leans is not None:
            leans = self._leans
            where = leaning(self.read, self._boxes, self.chosen)
            button = Button(word("It leans: throw only that die again"), lambda: leans(where), "plain", 22)
            button.why = "" if where or len(self._boxes) < 2 else word("Tap the die first.")
            buttons.append(button)
        if self._dismissed is not None:
            buttons.append(Button(word("This was no throw"), self._dismissed, "plain", 22))
        take = Button(word("Accept"), self._take, "asked", 22)
        blank = sum(slot.value == 0 for slot in self.slots)
        if blank:
            take.why = translate(counted("One die still has no value.", "{n} dice still have no value.", blank))
        if self._owners and None in self.seats:
            take.why = word("Tap each die, then whose it is.")
        return [*buttons, take]

    def _label(self, words: str, box: canvas.Box) -> canvas.Box:
        """A row's label before it, or above it in a narrow card; gives what is left of the row."""
        if self._narrow:
            label, row = rows_in(box, LABEL_HIGH, 0, gap=2)
        else:
            label, row = columns_in(box, LABELS, 0, gap=8)
        self._add_grid([Words(words, self._label_size, "quiet")], label, 1)
        return row

    def _lay_pictures(self, box: canvas.Box, wide: bool) -> None:
        assert self._whole is not None
        assert self._close is not None
        near = in_question(self._boxes, self._thing, self.chosen)
        if near is not None:
            whole, close = rows_in(box, 0, 0, gap=10) if wide else columns_in(box, 0, 0, gap=10)
            self._close.part = around(near)
            put(self._close, self._with_no_die(close, near))
        else:
            whole = box
            put(self._close, (box[0], box[1], 0, 0))
        put(self._whole, whole)
        self._whole.marks = [
            (mark, die) for mark, die in zip(self._boxes, self.slots, strict=False) if mark[2] > mark[0]
        ]
        self._whole.spot = self._thing
        self._whole.again()
        self._close.again()

    def _with_no_die(self, box: canvas.Box, near: Share) -> canvas.Box:
        """What is left of the place for the near picture, where people may say that it shows no die."""
        no_die = self._no_die
        if no_die is None:
            return box
        if box[3] > dp(2 * TOUCH):
            left, place = rows_in(box, 0, TOUCH, gap=6)
        else:
            left, place = columns_in(box, 0, LABELS, gap=6)
        self._add_grid([Button(word("That is not a die"), lambda: no_die(near), "plain", 20)], place, 1)
        return left

    def _add_grid(self, widgets: list[Any], box: canvas.Box, columns: int) -> None:
        put_grid(widgets, box, columns)
        for widget in widgets:
            self.add_widget(widget)
        self._parts += widgets

    def _slot(self, at: int) -> DieButton:
        button = DieButton(self._drawn(self.slots[at]), lambda: self._choose(at), self.read[at].value)
        button.marked, button.seat = at == self.chosen, self.seats[at]
        return button

    def _drawn(self, die: DieView) -> DieView:
        return replace(die, colour=die.colour or self._colour_of_player)

    def _owner(self, seat: int) -> Button:
        mine = self.chosen is not None and self.seats[self.chosen] == seat
        return Button(self._owners[seat], lambda: self._own(seat), "chosen" if mine else "plain", 20)

    def _own(self, seat: int) -> None:
        """The die is this player's, and no other one; the next that is nobody's is chosen."""
        assert self.chosen is not None, "one is chosen from the first"
        self.seats = [None if owner == seat else owner for owner in self.seats]
        self.seats[self.chosen] = seat
        self.chosen = next((at for at, owner in enumerate(self.seats) if owner is None), self.chosen)
        self._lay()

    def _face(self, value: int) -> DieButton:
        """A value to tap. It is about the chosen die: the second tap of a double tap says nothing of the next one."""
        button = DieButton(DieView(value), lambda: self._say(value), situation=lambda: self.chosen)
        button.repeats = True
        return button

    def _show_faces(self) -> None:
        """Show what the chosen die may be and what it is said to be."""
        slot = self.slots[self.chosen] if self.chosen is not None else DieView(0)
        for value, button in enumerate(self.faces, 1):
            button.die = self._drawn(DieView(value, slot.colour))
            button.marked = slot.value == value and slot.sure
            button.why = "" if self.chosen is not None else word("Tap the die first.")
            button.again()

    def _colour(self, colour: str) -> Button:
        slot = self.slots[self.chosen] if self.chosen is not None else DieView(0)
        button = Button(translate(colour_name(colour)), lambda: self._paint_slot(colour), "plain", 20)
        button.marked = slot.colour == colour
        button.why = "" if self.chosen is not None else word("Tap the die first.")
        return button

    def _choose(self, at: int) -> None:
        self.chosen = at
        self._lay()

    def _paint_slot(self, colour: str) -> None:
        assert self.chosen is not None, "the colours are refused until a die is chosen"
        self.slots[self.chosen] = replace(self.slots[self.chosen], colour=colour)
        self._lay()

    def _say(self, value: int) -> None:
        """A face was tapped: if that was the only open die, it is settled; else the next open die is chosen."""
        assert self.chosen is not None, "the faces are refused until a die is chosen"
        unsure = [at for at, slot in enumerate(self.slots) if not slot.sure]
        self.slots[self.chosen] = replace(self.slots[self.chosen], value=value, sure=True, cocked=False)
        left = [at for at, slot in enumerate(self.slots) if not slot.sure]
        if unsure and not left and not self._owners:
            self._take()
            return
        self.chosen = left[0] if left else self.chosen
        self._lay()

    def _take(self) -> None:
        faces = faces_of(self.slots)
        if faces is not None and not self._owners:
            self._settled(faces)
        elif faces is not None and None not in self.seats:
            self._settled(faces, tuple(self.seats))


def what_it_shows(dice: int) -> str:
    """Return what to do about this number of dice that were read wrong; a lone die is chosen already."""
    return word("Tap a die, then what it really shows.") if dice > 1 else word("Tap what the die really shows.")


def around(box: Share, margin: float = 0.6) -> Share:
    """The box with a margin (a share of its size) on every side, kept inside the picture."""
    across, down = (box[2] - box[0]) * margin, (box[3] - box[1]) * margin
    return max(0.0, box[0] - across), max(0.0, box[1] - down), min(1.0, box[2] + across), min(1.0, box[3] + down)


def _shared(box: canvas.Box, shares: Sequence[float]) -> list[canvas.Box]:
    """A row cut into these shares of its width, a gap between them."""
    x, y, width, height = box
    room = (width - dp(GAP) * (len(shares) - 1)) / sum(shares)
    cut = []
    for share in shares:
        cut.append((x, y, room * share, height))
        x += room * share + dp(GAP)
    return cut
