"""A game that is over, to give away: a code for BG Stats on a phone, and files."""

from __future__ import annotations

from typing import Any, Protocol

from kivy.metrics import dp

from companion.app.folders import documents_folder
from companion.app.sharing import save_result
from companion.drawing.theme import LABEL, PROMPT
from companion.i18n import word
from companion.record.bgstats import play_link
from companion.record.journal import JournalError
from companion.record.session import Session
from companion.ui.drawing import scale
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in
from companion.ui.widgets.qr_picture import QrPicture


class Say(Protocol):
    """Says a sentence where people look."""

    def __call__(self, words: str, *, role: str) -> None:
        """Say it."""


class ShareCard(Drawn):
    """The code on the left; what it is for and the files on the right. `told` says what came of saving."""

    def __init__(self, session: Session, told: Say, **kwargs: Any) -> None:
        self._session, self._told = session, told
        super().__init__(**kwargs)
        self.link, self.code = "", QrPicture(word("There is no code: the names are too long."))
        try:
            self.link = play_link(session)
            self.code.show_text(self.link)
        except (ValueError, JournalError):  # too long for any code, or the journal cannot be read just now
            self.link = ""
        self._scan = Words(
            word("Scan this with a phone that has BG Stats: it opens with this game. The code holds all names."),
            PROMPT,
        )
        self._about = Words(
            word("Another tablet imports the file that ends in .jsonl, in its settings or on its browser page."),
            LABEL,
        )
        self.save = Button(word("Save the result"), self._save, "asked", PROMPT)
        for widget in (self.code, self._scan, self._about, self.save):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        side = min(self.height, self.width * 0.6) / dp(1)
        left, right = columns_in(self.box, side, 0, gap=32)
        put(self.code, left)
        scan, about, save = rows_in(right, 0, 110, 84, gap=16)
        put(self._scan, scan)
        put(self._about, about)
        put(self.save, save)

    def _save(self) -> None:
        """The result as pictures and in every form of export, among the people's documents."""
        folder = documents_folder()
        try:
            save_result(self._session, folder, scale.look())
        except (OSError, JournalError) as wrong:
            why = getattr(wrong, "text", wrong)
            self._told(word("The result could not be saved: {why}", why=why), role="danger")
            return
        said = word(
            "Saved among your documents, in “{folder}”: a picture, a page to print, a table, the game for BG Stats and "
            "to import on another tablet.",
            folder=folder.name,
        )
        self._told(said, role="good")
