"""How well this table is read: the rate of errors by what people corrected, and what is kept to find out."""

from __future__ import annotations

from kivy.clock import Clock

from companion.app.table_rate import find_rate
from companion.core.text import say
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import translate, word
from companion.record.throws import Rate
from companion.ui.drawing import canvas
from companion.ui.screens.screen import Screen
from companion.ui.widgets.painted import Words, put, rows_in


class EvidenceScreen(Screen):
    """The rate in full, and what it means."""

    title = say("How well this table is read")
    back = "devices"

    def build(self) -> None:
        """The sentences; the rate is looked up in the journal."""
        self._rate = Words(word("One moment…"), PROMPT, bold=True)
        self._means = Words(
            word(
                "A throw was silently wrong if people corrected what had counted without a question; a question was "
                "needless if they confirmed exactly what had been read. Wrong readings that nobody noticed are not in "
                "it. In brackets: between what the true rate lies, with 95 % confidence (Wilson)."
            ),
            LABEL,
        )
        self._send = Words(
            word(
                "“catseye evidence export” writes the pictures of throws with what they show to a folder, for people "
                "who work on the reader: all outside the tray is black, and no name is in it."
            ),
            LABEL,
            "quiet",
        )
        for widget in (self._rate, self._means, self._send):
            self.add_widget(widget)
        find_rate(self.controller.journal, self.controller.games, self._found)

    def _found(self, rate: Rate) -> None:
        def show(*_: object) -> None:
            self._rate.words = translate(rate.text)

        Clock.schedule_once(show, 0)

    def lay(self, body: canvas.Box) -> None:
        """One below the other."""
        rate, means, send, _ = rows_in(body, 110, 130, 90, 0, gap=16)
        put(self._rate, rate)
        put(self._means, means)
        put(self._send, send)
