"""A served table and a browser for it."""

from __future__ import annotations

import pytest

from companion.web import guard, tap_gate
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser, chromium


@pytest.fixture(scope="module")
def browser():
    """Start Chromium once for each file: while it runs, nothing else can run an event loop on this thread."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def table():
    """Serve a table at which no game is open."""
    with served() as table:
        yield table


@pytest.fixture
def faster_than_people(monkeypatch):
    """Let taps count that come faster than people tap, from many pages at one address."""
    monkeypatch.setattr(tap_gate, "REACTION_S", 0.0)
    monkeypatch.setattr(guard, "RATE", 1000.0)
    monkeypatch.setattr(guard, "GUESSES", 1000)


@pytest.fixture
def opened(table, browser):
    """Return what opens a page with a role, as a phone or as the table; `network` is how it reaches the table."""
    pages = []

    def open_page(role="table", network=None):
        size = (1280, 800) if role == "table" else (360, 740)
        pages.append(TableBrowser(table, browser, role, size, None if network is None else network.origin))
        return pages[-1]

    yield open_page
    for page in pages:
        assert page.errors == []
        page.close()
