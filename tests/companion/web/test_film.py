"""The picture of a throw, and its film where one was kept, in the history of every paired browser."""

from __future__ import annotations

import pytest

from companion.app.films import film_name
from companion.app.folders import DataFolder
from companion.devices.film import film_file
from companion.referee.signals import DiceSeen, SeenDie
from tests.support.served_table import served
from tests.support.table_browser import TableBrowser
from tests.vision.sources.test_phone import jpeg

pytestmark = pytest.mark.usefixtures("faster_than_people")
PLAYS = """() => {
  const shown = document.querySelector('img.thrown');
  return shown.src.includes('/film') && shown.complete && shown.naturalWidth > 240;
}"""


@pytest.fixture
def table(tmp_path):
    """Two throws that the camera read; of the second a film was kept."""
    with served(folder=DataFolder(tmp_path)) as table:
        table.begin("catch-up", "Ann", "Bo")
        for seat, size in enumerate([(320, 240), (240, 320)]):
            seen = DiceSeen(tuple(SeenDie(2 + seat) for _ in range(3)), sure=True, picture=jpeg(size=size))
            table.do(lambda seen=seen: table.controller.inbox.put(seen))
        assert len(table.events) == 2
        session = table.do(lambda: table.controller.session)
        picture = table.do(lambda: table.controller.picture(session.entries[1].seq))
        (tmp_path / "films").mkdir()
        (tmp_path / "films" / film_name(session.id, picture)).write_bytes(film_file([jpeg(), jpeg()]))
        yield table


@pytest.mark.parametrize("role", ["table", "seat:0", "watch"])
def test_every_paired_browser_gets_the_film_that_was_kept(table, role):
    with table.client(role) as client:
        first, second = (line["seq"] for line in sorted(client.get("/history").json(), key=lambda line: line["seq"]))
        film = client.get(f"/film?seq={second}&session=")
        assert (film.status_code, film.headers["content-type"]) == (200, "image/webp")
        assert film.content.startswith(b"RIFF")
        assert client.get(f"/film?seq={first}&session=").status_code == 204
        assert client.get("/film?seq=99&session=").status_code == 204
        assert client.get(f"/film?seq={second}&session=../../etc").status_code in {204, 404}


def test_a_stranger_gets_no_film(table):
    with table.client("") as client:
        assert client.get("/film?seq=2&session=").status_code == 401


@pytest.mark.parametrize("role", ["table", "seat:0"])
def test_a_film_is_played_from_the_history(table, browser, role):
    page = TableBrowser(table, browser, role)
    page.page.click('[data-key="history"]')
    page.page.locator("dialog[open] .history .picture-of").first.click()
    shown = page.page.locator("dialog[open] img.thrown")
    shown.wait_for()
    page.page.wait_for_function("() => document.querySelector('img.thrown').naturalWidth === 240")
    page.page.click('[data-key="film"]')
    page.page.wait_for_function(PLAYS)
    assert page.errors == []
    page.close()
