"""Games that were exported on another tablet, to be let in: the files among people's documents."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.controller import TableController
from companion.app.folders import documents_folder
from companion.drawing.theme import LABEL
from companion.i18n import translate, word
from companion.protocol.importing import take_in
from companion.protocol.replay import RecordUnreadable, ReplayStopped, lines_of
from companion.record.journal import JournalError
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.painted import Drawn, Words, put, rows_in

_HIGH = 72
"""The height of a file's button, in dp."""


class ImportCard(Drawn):
    """A button a file. `told` gets what came of it: a sentence, and whether a game is here now."""

    def __init__(self, controller: TableController, told: Callable[[str, bool], object], **kwargs: Any) -> None:
        self._controller, self._told = controller, told
        super().__init__(**kwargs)
        folder = documents_folder()
        files = sorted(folder.glob("*.jsonl"), reverse=True)
        there = word("Games to import, from your documents in “{folder}”", folder=folder.name)
        none = word(
            "There is no game to import among your documents, in “{folder}”. Put the file that ends in .jsonl there.",
            folder=folder.name,
        )
        self._words = Words(there if files else none, LABEL)
        self._files = ChoicePages(
            [(file.stem, partial(self._take_in, file), False) for file in files], LABEL, 400, _HIGH
        )
        self.add_widget(self._words)
        self.add_widget(self._files)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        said, files = rows_in(self.box, 70, 0, gap=12)
        put(self._words, said)
        put(self._files, files)

    def _take_in(self, file: Path) -> None:
        try:
            take_in(lines_of(file), self._controller.games, self._controller.journal)
        except (ReplayStopped, JournalError) as wrong:
            why = translate(wrong.text)
        except RecordUnreadable as wrong:
            why = str(wrong)
        else:
            self._told(word("The game is here now."), True)
            return
        self._told(word("{file} was not imported: {why}", file=file.name, why=why), False)
