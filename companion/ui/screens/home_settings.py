"""The card behind the gear: language, theme, size of text, full screen, motion, and the way to import a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.drawing.theme import LABEL, TEXT_SIZES, THEME_NAMES
from companion.i18n import LANGUAGES, translate, word
from companion.ui.drawing import canvas, scale
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, put, rows_in
from companion.ui.widgets.value_inputs import Segments

_CAPTION = 30
"""Height (dp) of a caption."""
_BUTTON = 60
"""Height (dp) of the button below."""


class SettingsCard(Drawn):
    """A row of choices for each setting; a tap changes it at once."""

    def __init__(self, app: Any, import_game: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._import = Button(word("Import a game"), import_game, "plain", LABEL)
        self.add_widget(self._import)
        settings = app.settings
        themes = [(name, translate(words)) for name, words in THEME_NAMES.items()]
        sizes = [(size, f"{size:.0%}") for size in TEXT_SIZES]
        language = "" if settings.language == "en" else settings.language
        whole: list[tuple[object, str]] = [(True, word("full screen")), (False, word("in a window"))]
        motions: list[tuple[object, str]] = [("lively", word("lively")), ("calm", word("calm: nothing moves"))]
        self._rows: tuple[tuple[str, Segments], ...] = (
            (word("Language"), Segments(tuple(LANGUAGES.items()), language, app.appearance.set_language)),
            (word("Theme"), Segments(themes, settings.theme, app.appearance.set_theme)),
            (word("Text size"), Segments(sizes, settings.text_size, app.appearance.set_text_size)),
            (word("Screen"), Segments(whole, app.appearance.is_full_screen, app.appearance.set_full_screen)),
            (word("Motion"), Segments(motions, "calm" if scale.is_calm() else "lively", app.appearance.set_motion)),
        )
        for _, choices in self._rows:
            self.add_widget(choices)
        self.bind(pos=self._lay, size=self._lay)

    def _boxes(self) -> list[list[canvas.Box]]:
        rows = rows_in(self.box, *[0] * len(self._rows), _BUTTON, gap=8)
        return [rows_in(row, _CAPTION, 64, 0, gap=2) for row in rows[:-1]]

    def _lay(self, *_: object) -> None:
        for row, boxes in zip(self._rows, self._boxes(), strict=True):
            put(row[1], boxes[1])
        put(self._import, rows_in(self.box, 0, _BUTTON, gap=8)[1])

    def paint(self) -> None:
        """A caption over each row."""
        for row, boxes in zip(self._rows, self._boxes(), strict=True):
            KivyCanvas().text(row[0], canvas.in_units(boxes[0]), LABEL, "quiet", align="left")
