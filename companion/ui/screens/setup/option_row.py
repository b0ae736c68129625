"""An option in the setup: its label, its one-line explanation, its editor, all from the schema of the option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.form_makers import label_of, option_form
from companion.app.forms import ChoiceField, FieldForm
from companion.core.schema import SchemaField
from companion.drawing.theme import SMALL
from companion.i18n import translate
from companion.ui.drawing import canvas
from companion.ui.widgets.form_inputs import input_beside
from companion.ui.widgets.painted import Drawn, columns_in, put
from companion.ui.widgets.tap_target import refuse
from companion.ui.widgets.value_inputs import Segments

LONG = 320  # dp: a longer explanation needs a second line
SEGMENTS, MANY = 340, 430  # dp for values side by side, and for more than four of them
_HIGH, _HIGHER, _HIGHEST = 124, 146, 208  # dp: a row whose values need more lines; of more than four; than six
_MOST_SEGMENTS = 8
_IDLE = 0.35
"""The opacity of an editor that means nothing now."""


class OptionRow(Drawn):
    """One option for these players. `special` is the editor of the game's own panel, where it has one."""

    def __init__(
        self, known: SchemaField, value: object, changed: Callable[[Any], object], players: Sequence[str],
        special: Widget | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.name, self._wrong, self.why = known.name, False, ""
        self.label = translate(label_of(known))
        self._help = translate(known.labelled.help or "")
        super().__init__(**kwargs)
        form = option_form(known, players)
        self.editor = special
        if special is None and form is not None:
            self.editor = input_beside(form, value, changed, _MOST_SEGMENTS)
        long = canvas.text_width(self._help, SMALL) > dp(LONG if isinstance(self.editor, Segments) else LONG + 130)
        usual = 98 if long else 76
        count = len(form.values) if isinstance(form, ChoiceField) else 0
        self._many = count > 4
        if not self._has_room(form, usual):
            usual = _HIGHEST if count > 6 else _HIGHER if self._many else _HIGH
        self.wanted: float = getattr(special, "wanted", 0) or usual
        if self.editor is not None:
            self.add_widget(self.editor)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def _usual_wide(self) -> int:
        if not isinstance(self.editor, Segments):
            return 210
        return MANY if self._many else SEGMENTS

    @staticmethod
    def _has_room(form: FieldForm | None, high: float) -> bool:
        """Whether the words of all values can be read side by side in a row this high (dp)."""
        words = [f"✓ {translate(each)}" for _, each in form.values] if isinstance(form, ChoiceField) else []
        wide = (SEGMENTS - 6 * (len(words) - 1)) / max(1, len(words)) - 16
        return all(canvas.fits(each, dp(wide), dp(high - 18), bold=True) for each in words)

    def mark(self, *, wrong: bool) -> None:
        """Whether this one is what cannot be played."""
        if wrong != self._wrong:
            self._wrong = wrong
            self.again()

    def disable(self, why: str) -> None:
        """It means nothing now, and why; "" where it does."""
        if why != self.why:
            self.why = why
            if self.editor is not None:
                self.editor.opacity = _IDLE if why else 1
            self.again()

    def on_touch_down(self, touch: Any) -> bool:
        """A touch on an option that means nothing now says so."""
        if self.why and self.collide_point(*touch.pos):
            why = self.why
            refuse(self, why, lambda: self.why == why)
            return True
        return bool(super().on_touch_down(touch))

    def _parts(self) -> list[canvas.Box]:
        x, y, width, height = self.box
        inner = (x + dp(14), y + dp(7), width - dp(28), height - dp(14))
        wide = getattr(self.editor, "wanted_wide", 0) or self._usual_wide
        return columns_in(inner, 0, wide, gap=14)

    def _lay(self, *_: object) -> None:
        if self.editor is not None and self.width > dp(100):
            put(self.editor, self._parts()[1])

    def paint(self) -> None:
        """Ground, label, explanation."""
        canvas.panel(self.box, "panel", 12)
        if self._wrong:
            canvas.frame(self.box, "danger", 12, 3)
        x, y, width, height = self._parts()[0]
        label = dp(30) if self._help else height
        ink = "quiet" if self.why else "ink"
        canvas.text(self.label, (x, y + height - label, width, label), 22, ink, bold=True, align="left")
        if self._help:
            canvas.text(self._help, (x, y, width, height - label), SMALL, "quiet", align="left", valign="top")


def rows_per_page(rows: Sequence[OptionRow], height: float, gap: float = 8) -> list[list[OptionRow]]:
    """Cuts the rows into pages of this height (dp); a page that is not the only one keeps room for its button."""
    total = sum(row.wanted + gap for row in rows)
    room = height if total <= height + gap else height - 66
    pages: list[list[OptionRow]] = []
    used = room + 1
    for row in rows:
        if used + row.wanted > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += row.wanted + gap
    return pages
