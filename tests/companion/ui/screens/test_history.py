"""The history reports a journal that cannot be read, and the app goes on."""

import pytest

from companion.record.journal import Evidence, Journal, JournalError
from companion.ui.testing.screenshots import play
from companion.ui.widgets.refusal_note import Toast


def unreadable(*_):
    raise JournalError("the journal could not be read: disk I/O error")


@pytest.fixture
def shown(begin, driver):
    controller = begin(3)
    play(controller, 4, 1)
    return driver()


def said(shown):
    return [toast.words for toast in shown.all(Toast)]


def test_lines_that_cannot_be_read_are_said(shown, monkeypatch):
    monkeypatch.setattr(Journal, "pictures", unreadable)
    shown.tap_on(shown.app.screen.tools.history)
    shown.frames(2)
    assert shown.app.screen_name == "history"
    assert said(shown) == ["The journal cannot be read: the journal could not be read: disk I/O error"]


def test_unreadable_pictures_are_reported_and_lines_stay(shown, monkeypatch):
    monkeypatch.setattr(Journal, "pictures", lambda *_: frozenset(range(9)))
    monkeypatch.setattr(Journal, "evidence", lambda *_: Evidence(b"{}"))
    shown.tap_on(shown.app.screen.tools.history)
    shown.frames(2)
    lines = shown.app.screen.lines
    assert said(shown) == []
    monkeypatch.setattr(Journal, "evidence", unreadable)
    shown.tap_on(shown.app.screen.rows[1])
    shown.frames(2)
    assert "disk I/O error" in said(shown)[0]
    monkeypatch.setattr(Journal, "pictures", unreadable)
    shown.app.screen.refresh()
    shown.frames(2)
    assert shown.app.screen.lines == lines
    assert len(said(shown)) == 1


def test_undo_is_reported_although_its_line_cannot_be_read(shown, monkeypatch):
    before = len(shown.app.screen.controller.session.entries)
    monkeypatch.setattr(Journal, "pictures", unreadable)
    shown.tap_on(shown.app.screen.tools.undo)
    assert len(shown.app.screen.controller.session.entries) == before - 1
    assert said(shown) == ["Undone."]
