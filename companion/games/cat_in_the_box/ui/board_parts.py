"""Parts of Cat in the Box on the screen: a cell, the outlines of groups, the score sheet, dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from catseye.colours import colour as colour_name
from companion.core.text import say
from companion.drawing.theme import SMALL, TOUCH, ink_on
from companion.games.cat_in_the_box.view_model import NEUTRAL, CellView, Sheet
from companion.i18n import translate, word
from companion.ui.drawing import canvas, scale
from companion.ui.drawing.pencil import pencil
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, Words, put, rows_in

ROWS = {"red": "B3241B", "blue": "2457B8", "yellow": "F2CE2B", "green": "1E6B3A"}
"""The rows of the board; `ink_on` is written on them."""


def letter(colour: str) -> str:
    """The first letter of a colour, for those who cannot tell colours apart; more where others begin with it, too."""
    name = translate(colour_name(colour)).capitalize()
    others = [translate(colour_name(other)).capitalize() for other in ROWS if other != colour]
    shortest = next((n for n in range(1, len(name)) if not any(o.startswith(name[:n]) for o in others)), len(name))
    return name[:shortest]


class Cell(Tappable):
    """One cell of the research board."""

    def __init__(self, view: CellView, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.view, self.pointed, self.corrected = view, False, False
        super().__init__(tapped, **kwargs)

    def show(self, view: CellView, *, pointed: bool, corrected: bool) -> None:
        """Shows it as it is now; `pointed`: the buttons of the player on turn stand on it; `corrected`: the card was
        changed afterwards.
        """
        if (view, pointed, corrected) != (self.view, self.pointed, self.corrected):
            self.view, self.pointed, self.corrected = view, pointed, corrected
            self.again()

    def paint(self) -> None:
        """Open in its colour, closed as an outline, taken with its owner's sign."""
        view, (x, y, width, height) = self.view, self.box
        tint = ROWS[view.colour]
        corner = (x + dp(8), y + height - dp(32), dp(40), dp(28))
        if view.owner is None:
            if view.open or self.down:
                canvas.panel(self.box, "pressed" if self.down else tint, 9)
            else:
                canvas.panel(self.box, "panel", 9)
                canvas.frame(self.box, tint, 9, 1.5)
            ink = ink_on(tint) if view.open and not self.down else "ink" if self.down else "quiet"
            canvas.text(str(view.number), self.box, 36, ink, bold=view.open)
            canvas.text(letter(view.colour), corner, 22, ink, align="left")
        else:
            canvas.panel(self.box, "pressed" if self.down else "raised", 9)
            middle = (x + width / 2, y + height * 0.4)
            if view.owner == NEUTRAL:
                canvas.text("✕", (x, y, width, height * 0.8), 34, "quiet")
            else:
                canvas.seat_mark(view.owner, middle, min(dp(20), height * 0.24))
            canvas.text(f"{view.number}{letter(view.colour)}", corner, 22, "quiet", align="left")
            if view.laid:
                canvas.frame(self.box, "ink", 9, 2.5)
            if self.corrected:
                pencil(x + width - dp(8), y + dp(10))
        if self.pointed:
            canvas.frame(self.box, "asked", 9, 4)


def declared(colour: str, number: int, box: canvas.Box) -> None:
    """Draws a card as it was declared: the number on its colour, and the colour's name."""
    x, y, width, height = box
    ink = ink_on(ROWS[colour])
    canvas.panel(box, ROWS[colour], 9)
    canvas.text(str(number), (x, y + height * 0.32, width, height * 0.64), 36, ink, bold=True)
    canvas.text(translate(colour_name(colour)), (x + dp(3), y + dp(4), width - dp(6), height * 0.32), SMALL, ink)


class Outlines(Drawn):
    """The largest groups, each outlined in its player's colour. Takes no touches."""

    def __init__(self, **kwargs: Any) -> None:
        self._sides: Sequence[tuple[int, canvas.Box, str]] = ()
        super().__init__(**kwargs)

    def show(self, sides: Sequence[tuple[int, canvas.Box, str]]) -> None:
        """Sides to draw: seat, the cell's box, which side of it."""
        if list(sides) != list(self._sides):
            self._sides = list(sides)
            self.again()

    def paint(self) -> None:
        """A line in ink beneath, the seat's colour on it, as the shapes of the seats are outlined."""
        for width, role in ((dp(4.5), "ink"), (dp(2.8), "")):
            for seat, (x, y, wide, high), side in self._sides:
                ends = {
                    "left": (x, y, x, y + high),
                    "right": (x + wide, y, x + wide, y + high),
                    "above": (x, y + high, x + wide, y + high),
                    "below": (x, y, x + wide, y),
                }[side]
                Color(*(scale.role(role) if role else scale.seat_colour(seat)))
                SmoothLine(points=ends, width=width)


class ScoreSheet(Drawn):
    """The rounds so far, a column a player."""

    def __init__(self, **kwargs: Any) -> None:
        self._sheet: Sheet | None = None
        super().__init__(**kwargs)

    def show(self, sheet: Sheet) -> None:
        """This sheet."""
        if sheet != self._sheet:
            self._sheet = sheet
            self.again()

    def paint(self) -> None:
        """Names, a line a round, the totals."""
        sheet = self._sheet
        if sheet is None or self.width < dp(200):
            return
        x, y, width, height = self.box
        first, count = dp(110), len(sheet.names)
        each = (width - first) / count
        lines = rows_in((x, y + dp(4), width, height - dp(8)), 46, *([0] * max(1, len(sheet.rounds))), 52, gap=6)
        for seat, name in enumerate(sheet.names):
            left = x + first + seat * each
            canvas.seat_mark(seat, (left + dp(12), lines[0][1] + lines[0][3] / 2), dp(10))
            canvas.text(name, (left + dp(26), lines[0][1], each - dp(30), lines[0][3]), 22, bold=True, align="left")
        for (number, row), line in zip(sheet.rounds, lines[1:-1], strict=False):
            self._paint_round(number, row, line, first, each)
        if not sheet.rounds:
            canvas.text(word("No round is finished yet."), lines[1], 22, "quiet")
        total = lines[-1]
        canvas.panel(total, "raised", 8)
        canvas.text(word("total"), (x + dp(10), total[1], first - dp(10), total[3]), 22, "quiet", align="left")
        for seat, points in enumerate(sheet.totals):
            canvas.text(
                _signed(points), (x + first + seat * each, total[1], each, total[3]), 34, bold=True, align="left"
            )

    def _paint_round(self, number: int, row: Any, line: canvas.Box, first: float, each: float) -> None:
        x, y, _, height = line
        high = min(height, dp(86))
        y += height - high
        canvas.text(
            translate(say("round {n}", n=number)), (x + dp(10), y, first - dp(10), high), 22, "quiet", align="left"
        )
        for seat, cell in enumerate(row):
            left = x + first + seat * each
            role = "danger" if cell.paradox else "ink"
            big, small = (left, y + dp(46), each - dp(6), high - dp(46)), (left, y, each - dp(6), dp(46))
            low = high < dp(80)
            if low:  # two lines have no room: beside each other
                wide = canvas.text_width(_signed(cell.points), 26, bold=True) + dp(8)
                big, small = (left, y, wide, high), (left + wide, y, each - wide - dp(6), high)
            canvas.text(_signed(cell.points), big, 26 if low else 30, role, bold=True, align="left")
            detail = translate(cell.detail)
            if canvas.text_width(detail, SMALL) > small[2]:
                detail = detail.replace(", ", ",\n", 1)
            canvas.text(detail, small, SMALL, "quiet", align="left", valign="middle" if low else "top")


def _signed(points: int) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")


class NumberPicker(Drawn):
    """Picks this many cards by their numbers, each as often as it is held; then submits them."""

    def __init__(
        self, numbers: int, count: int, says: str, done: Callable[[tuple[int, ...]], object], **kwargs: Any
    ) -> None:
        self.picked: list[int] = []
        self._count, self._says, self._done = count, says, done
        super().__init__(**kwargs)
        self.buttons = [Button(str(number), self._taking(number), size=36) for number in range(1, numbers + 1)]
        self.chosen = Words("", 32, bold=True, align="center")
        self.back = Button("⌫", self._drop, "plain", 28)
        self.done = Button("", self._say, "asked", 26)
        for widget in (*self.buttons, self.chosen, self.back, self.done):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._update()

    def _taking(self, number: int) -> Callable[[], None]:
        def take() -> None:
            self.picked.append(number)
            self._update()

        return take

    def _drop(self) -> None:
        del self.picked[-1:]
        self._update()

    def _update(self) -> None:
        self.chosen.words = "  ".join(str(number) for number in self.picked) or word("none yet")
        self.done.say(f"{self._says}  {len(self.picked)} / {self._count}")

    def _say(self) -> None:
        """Asks the rules, whatever the number of cards: they know what is missing."""
        self._done(tuple(self.picked))

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        keys, chosen, done = rows_in(self.box, 0, 64, 74, gap=10)
        fit = int((keys[2] + dp(10)) // dp(TOUCH + 10))
        put_grid(self.buttons, keys, max(1, min(len(self.buttons), fit)))
        put(self.chosen, (chosen[0], chosen[1], chosen[2] - dp(90), chosen[3]))
        put(self.back, (chosen[0] + chosen[2] - dp(80), chosen[1], dp(80), chosen[3]))
        put(self.done, done)

    def paint(self) -> None:
        """Its pieces draw themselves."""


class Confirm(Drawn):
    """A sentence and one button that says yes."""

    def __init__(self, words: str, yes: str, done: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = Words(words, 26, align="center")
        self.yes = Button(yes, done, "asked", 28)
        self.add_widget(self.words)
        self.add_widget(self.yes)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        words, yes = rows_in(self.box, 0, 84, gap=10)
        put(self.words, words)
        put(self.yes, yes)

    def paint(self) -> None:
        """Its pieces draw themselves."""
