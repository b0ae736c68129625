"""A game exported on another tablet is imported from the documents."""

import pytest

from companion.core.table import Table
from companion.games.catch_up.events import Discarded
from companion.record.export import to_jsonl
from companion.ui.screens import import_card
from companion.ui.screens.import_card import ImportCard
from companion.ui.widgets.refusal_note import Toast
from tests.support.screen_driver import controllers
from tests.support.written_words import sentences

__all__ = ["controllers"]
AT_THE_END = {
    "phase": "discarding", "round": 3, "rolls": [9, 14], "cards": [[4], [13]], "holders": [0, 1], "owes": [5, 0],
    "starter": 0,
}  # fmt: skip


@pytest.fixture
def documents(controllers, tmp_path, monkeypatch):
    """The folder of the documents, with a game of another tablet and one that the rules refuse."""
    folder = tmp_path / "papers"
    folder.mkdir()
    monkeypatch.setattr(import_card, "documents_folder", lambda: folder)
    there = controllers()
    there.begin("catch-up", Table(("Ann", "Zoé")), {"short": False}, AT_THE_END)
    there.touch(Discarded(0, (4,)))
    lines = list(to_jsonl(there.session))
    (folder / "2026-11-20 good.jsonl").write_bytes(b"".join(lines))
    (folder / "2026-11-19 bad.jsonl").write_bytes(lines[0].replace(b'"catch-up"', b'"chess"'))
    return folder


def test_game_is_imported_from_the_gear(documents, driver):
    shown = driver()
    shown.frames(3)
    shown.tap_on(shown.app.screen.gear)
    shown.tap_on(shown.button("Import a game"))
    shown.tap_on(shown.button("2026-11-19 bad"))
    assert "2026-11-19 bad.jsonl was not imported: line 1: no game" in next(shown.all(Toast)).words
    assert isinstance(shown.app.screen.opened, ImportCard)
    assert shown.controller.journal.sessions() == []
    shown.tap_on(shown.button("2026-11-20 good"))
    shown.frames(3)
    assert shown.app.screen.opened is None
    assert [tile.listed.players for tile in shown.app.screen.sessions] == [("Ann", "Zoé")]


def test_without_files_it_says_where_to_put_one(documents, driver):
    for file in documents.iterdir():
        file.unlink()
    shown = driver()
    shown.frames(3)
    shown.tap_on(shown.app.screen.gear)
    shown.tap_on(shown.button("Import a game"))
    assert "in “papers”" in sentences(shown)
