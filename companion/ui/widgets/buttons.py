"""Buttons, rows of them in one size, and pages of choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Any

from kivy.metrics import dp

from companion.drawing import shapes
from companion.drawing.theme import GAP, SMALL, TOUCH
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.tap_target import Tappable

__all__ = ["Button", "ChoicePages", "IconButton", "Tappable", "put_grid", "write_alike"]

CLOSE = 8


class Button(Tappable):
    """Words on a raised ground. `kind` as in `shapes.button`; `marked`: the button box points here."""

    def __init__(
        self,
        words: str,
        tapped: Callable[[], object] | None = None,
        kind: str = "plain",
        size: float = 24,
        **kwargs: Any,
    ) -> None:
        self.words, self.kind, self._size = words, kind, size
        self.designed = size
        self.marked = False
        self.note = kwargs.pop("note", "")
        super().__init__(tapped, **kwargs)

    def say(self, words: str, *, kind: str | None = None, why: str | None = None) -> None:
        """Changes its words, kind and reason."""
        changed = (words, self.kind if kind is None else kind, self.why if why is None else why)
        if changed != (self.words, self.kind, self.why):
            self.words, self.kind, self.why = changed
            self.again()

    def means_at(self, x: float, y: float) -> object:
        """Return what a tap would do: a button that is chosen may choose or take back."""
        return super().means_at(x, y), self.words, self.kind == "chosen"

    def write(self, size: float) -> None:
        """Write the words in another size."""
        if size != self._size:
            self._size = size
            self.again()

    def paint(self) -> None:
        """Ground, edge, words; a mark where the button box has stepped to."""
        kind, down = ("off", False) if self.why else (self.kind, self.down)
        shapes.button(
            KivyCanvas(), canvas.in_units(self.box), self.words, self._size, kind,
            note=self.note, down=down, marked=self.marked,
        )  # fmt: skip


class IconButton(Tappable):
    """An icon (see `ui.drawing.icons`) with a small word beneath."""

    def __init__(self, symbol: str, words: str, tapped: Callable[[], object] | None = None, **kwargs: Any) -> None:
        self.symbol, self.words, self._size = symbol, words, float(SMALL)
        super().__init__(tapped, **kwargs)

    @property
    def largest(self) -> float:
        """The largest size in which its word fits."""
        return canvas.common_size([self.words], self.width - dp(4), self.height * 0.42, SMALL)

    def write(self, size: float) -> None:
        """Write the word in the size that all its neighbours have."""
        if size != self._size:
            self._size = size
            self.again()

    def paint(self) -> None:
        """Icon above, word below; both quiet where it cannot be used now."""
        x, y, width, height = self.box
        ground = "pressed" if self.down else "panel" if self.why else "raised"
        canvas.raised(self.box, ground, flat=self.down or bool(self.why))
        ink = "quiet" if self.why else "ink"
        canvas.icon(self.symbol, (x, y + height * 0.46, width, min(height * 0.44, dp(26))), ink)
        canvas.text(self.words, (x + dp(2), y + dp(2), width - dp(4), height * 0.42), self._size, ink)


def put_grid(widgets: Sequence[Any], box: canvas.Box, columns: int, gap: float = GAP) -> None:
    """Place widgets row by row from the top left in equal cells; buttons among them are written in one size."""
    if not widgets:
        return
    rows = ceil(len(widgets) / columns)
    space = dp(gap)
    wide = (box[2] - space * (columns - 1)) / columns
    high = (box[3] - space * (rows - 1)) / rows
    for at, widget in enumerate(widgets):
        across, below = at % columns, at // columns
        put(widget, (box[0] + across * (wide + space), box[1] + box[3] - high - below * (high + space), wide, high))
    write_alike([widget for widget in widgets if isinstance(widget, Button)])


def write_alike(buttons: Sequence[Button], texts: Sequence[str] = ()) -> None:
    """Write the words of neighbours of one designed size in one size; `texts` has the longest that each will say."""
    said = dict(zip(buttons, texts or [button.words for button in buttons], strict=True))
    for designed in {button.designed for button in buttons}:
        alike = [button for button in buttons if button.designed == designed]
        rooms = [
            (button.width - dp(16), button.height - dp(shapes.LEDGE + 4)) for button in alike
        ]  # of `shapes.button`
        if min(map(min, rooms)) < dp(8):
            continue  # they have no place yet
        fits = [
            canvas.common_size([said[each]], *room, designed, bold=True)
            for each, room in zip(alike, rooms, strict=True)
        ]
        for button in alike:
            button.write(min(fits))


class ChoicePages(Drawn):
    """Choices as big buttons, as many on a page as fit at a finger's size; the last cell turns the page.

    `choices` are (words, what to do, pointed at by the button box). `primary`: the first is what is wanted. `highest`:
    a button has at most this height (dp), and what is left stays empty.
    """

    def __init__(
        self,
        choices: Sequence[tuple[str, Callable[[], object], bool]],
        size: float = 24,
        least: float = 130,
        highest: float = 140,
        **kwargs: Any,
    ) -> None:
        self._choices, self._size, self._least, self._highest = list(choices), size, least, highest
        self._page = 0
        self._primary = False
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def offer(self, choices: Sequence[tuple[str, Callable[[], object], bool]], *, primary: bool = False) -> None:
        """Shows other choices, from the first page (or the page the box points into)."""
        self._choices, self._page, self._primary = list(choices), 0, primary
        self._lay()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(20) or not self._choices:
            return
        longest = max(canvas.text_width(words, self._size, bold=True) for words, _, _ in self._choices)
        gap, (columns, rows) = GAP, self._cells(longest, TOUCH + 6, GAP)
        if columns * rows < len(self._choices):  # closer together and in two lines, rather than on more pages
            longest = max(canvas.width_in_two(words, bold=True) for words, _, _ in self._choices)
            gap, (columns, rows) = CLOSE, self._cells(longest, TOUCH, CLOSE)
        room = columns * rows
        pages = [self._choices] if len(self._choices) <= room else _paged(self._choices, max(1, room - 1))
        pointed = next((at for at, page in enumerate(pages) if any(mark for _, _, mark in page)), None)
        if pointed is not None:
            self._page = pointed
        self._page %= len(pages)
        shown = [self._button(*choice) for choice in pages[self._page]]
        if self._primary and self._page == 0:
            shown[0].say(shown[0].words, kind="asked")
        if len(pages) > 1:
            shown.append(
                Button(
                    word("More {page}/{pages}", page=self._page + 1, pages=len(pages)),
                    partial(self.scrolled, 1),
                    "quiet",
                    20,
                )
            )
        for button in shown:
            self.add_widget(button)
        columns = min(columns, len(shown))
        x, y, width, height = self.box
        high = min(height, ceil(len(shown) / columns) * dp(self._highest + gap))
        put_grid(shown, (x, y + height - high, width, high), columns, gap)

    def _cells(self, longest: float, high: float, gap: float) -> tuple[int, int]:
        """How many choices stand side by side and below each other; `longest` in pixels, the others in dp."""
        wide = min(max(dp(self._least), longest + dp(28)), dp(360), self.width)
        columns, rows = (self.width + dp(gap)) // (wide + dp(gap)), (self.height + dp(gap)) // dp(high + gap)
        return max(1, int(columns)), max(1, int(rows))

    def _button(self, words: str, act: Callable[[], object], pointed: bool) -> Button:
        button = Button(words, act, "plain", self._size)
        button.marked = pointed
        return button

    def scrolled(self, by: int) -> None:
        """Show the next page, or the one before."""
        self._page += by
        self._choices = [(words, act, False) for words, act, _ in self._choices]
        self._lay()


def _paged(items: list[Any], size: int) -> list[list[Any]]:
    return [items[at : at + size] for at in range(0, len(items), size)]
