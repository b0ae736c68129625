"""What a field of a form is entered with: values to choose among, numbers, a board of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.forms import NONE, ChoiceField, FieldForm, Label, Number, Several
from companion.drawing.theme import TOUCH
from companion.i18n import translate
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, ChoicePages, put_grid
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.value_inputs import Segments, Stepper, Toggle

Values = Sequence[tuple[Any, Label]]
Changed = Callable[[Any], object]
_GAP = 6
MOST_BESIDE = 6
"""At most so many values of a choice, or of several, stand in a row beside their label; more have a page."""


class Palette(ChoicePages):
    """Values as buttons, as many on a page as fit at a finger's size. Those in `chosen` are marked.

    With `why`, nothing can be chosen, and a tap says why.
    """

    def __init__(
        self, values: Values, chosen: Collection[Any], tapped: Changed, size: float = 22, why: str = "", **kwargs: Any
    ) -> None:
        self._why = why
        self._marked: list[Callable[[], object]] = []
        choices = []
        for value, words in values:
            act = partial(tapped, value)
            if any(value == known and type(value) is type(known) for known in chosen):
                self._marked.append(act)
            choices.append((("✓ " if act in self._marked else "") + translate(words), act, False))
        super().__init__(choices, size, TOUCH, highest=TOUCH + 4, **kwargs)

    def _button(self, words: str, act: Callable[[], object], pointed: bool) -> Button:
        button = super()._button(words, act, pointed)
        button.say(words, kind="chosen" if act in self._marked else "plain", why=self._why)
        return button


def several(form: Several, value: Any, changed: Changed, size: float = 22) -> Palette:
    """Return buttons for different values, each of which stays down."""
    chosen = value or []

    def flip(tapped: Any) -> None:
        kept = [known for known, _ in form.values if (known in chosen) != (known == tapped)]
        changed(kept if kept or not form.optional else None)

    return Palette(form.values, chosen, flip, size)


def input_beside(form: FieldForm, value: Any, changed: Changed, most: int = MOST_BESIDE) -> Widget | None:
    """Return what a field is entered with in a row beside its label; None if it needs a page."""
    match form:
        case ChoiceField(((False, _), (True, _))):
            return Toggle(bool(value), changed)
        case ChoiceField(values) if len(values) <= most:
            return Segments([(known, translate(words)) for known, words in values], value, changed)
        case Number(low, high, optional):
            return Stepper(value, low, high, changed, optional=optional)
        case Several(values) if len(values) <= MOST_BESIDE:
            return several(form, value, changed, 20)
    return None


class Cells(Drawn):
    """Rows of cells: choose what goes into them above, then tap cells. `rows` has a word and the cells' values each."""

    def __init__(
        self, rows: Sequence[tuple[str, Sequence[Any]]], values: Values, changed: Callable[[int, int, Any], object],
        brush: Any = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        self._rows, self._values, self._changed = rows, values, changed
        self.brush = brush
        self._labels: list[tuple[str, canvas.Box]] = []
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def _take(self, value: Any) -> None:
        self.brush = value
        self._lay()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(200) or not self._rows:
            return
        above, cells = rows_in(self.box, 2 * TOUCH + _GAP, 0, gap=14)
        palette = Palette(self._values, (self.brush,), self._take, 20)
        put(palette, above)
        self.add_widget(palette)
        each = min(cells[3] / len(self._rows), dp(78))
        known = {value: NONE if value is None else translate(words) for value, words in self._values}
        self._labels = []
        for number, (words, row) in enumerate(self._rows):
            y = cells[1] + cells[3] - (number + 1) * each
            self._labels.append((words, (cells[0], y, dp(84), each - dp(_GAP))))
            buttons = [
                Button(f"{column + 1}\n{known.get(value, '')}", self._tapping(number, column), size=18)
                for column, value in enumerate(row)
            ]
            for button, value in zip(buttons, row, strict=True):
                button.kind = "plain" if value is None else "chosen"
                self.add_widget(button)
            put_grid(buttons, (cells[0] + dp(90), y, cells[2] - dp(90), each - dp(_GAP)), len(buttons), _GAP)
        self.again()

    def _tapping(self, row: int, column: int) -> Callable[[], object]:
        return lambda: self._changed(row, column, self.brush)

    def paint(self) -> None:
        """The words of the rows."""
        for words, box in self._labels:
            canvas.text(words, box, 20, "quiet", align="left")
