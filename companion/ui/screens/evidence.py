"""How well this table is read: the rate of errors by what people corrected, and what is kept to find out."""

from __future__ import annotations

from companion.app.films import delete_films, films_in, size_words
from companion.core.text import counted, say
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import translate, word
from companion.record.throws import Rate
from companion.ui.drawing import canvas
from companion.ui.rate_reading import read_rate
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Words, columns_in, put, rows_in
from companion.ui.widgets.value_inputs import Segments


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
        self._films = Words(
            word(
                "If a throw was asked about, corrected or taken back, or did not count, the two seconds before it came "
                "to rest are kept as a short film on this device: black outside the outline of the tray, and without "
                "an outline all that the camera sees."
            ),
            LABEL,
        )
        keeps = self.app.settings.films
        self.keep = Segments([(True, word("keep films")), (False, word("no films"))], keeps, self._keep_films)
        self.delete = Button("", self._delete_films, "plain", LABEL)
        for widget in (self._rate, self._means, self._films, self.keep, self.delete, self._send):
            self.add_widget(widget)
        self._count_films()
        self._reading = read_rate(self.app.people, self._found)

    def gone(self) -> None:
        """Read no further."""
        self._reading.cancel()

    def _keep_films(self, on: bool) -> None:
        self.app.change(films=on)
        self.controller.devices.keep_films(on=on)

    def _delete_films(self) -> None:
        try:
            delete_films(self.app.folder.films)
        except OSError as wrong:
            self.toast(word("It could not be deleted: {why}", why=wrong.strerror or str(wrong)), role="danger")
        self._count_films()

    def _count_films(self) -> None:
        number, size = films_in(self.app.folder.films)
        words = counted("Delete the film ({size})", "Delete all {n} films ({size})", number, size=size_words(size))
        no_films = word("There are no films.")
        self.delete.say(translate(words) if number else word("Delete all films"), why="" if number else no_films)

    def _found(self, rate: Rate) -> None:
        self._rate.words = translate(rate.text)

    def lay(self, body: canvas.Box) -> None:
        """One below the other."""
        rate, means, films, choice, send, _ = rows_in(body, 100, 110, 110, 64, 84, 0, gap=16)
        keep, delete = columns_in(choice, 0, 0, gap=16)
        places = (rate, means, films, keep, delete, send)
        widgets = (self._rate, self._means, self._films, self.keep, self.delete, self._send)
        for widget, place in zip(widgets, places, strict=True):
            put(widget, place)
