"""A finished game as files to keep and to send."""

import json
from io import BytesIO

import pytest
from PIL import Image

from companion.app.sharing import save_result, written
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.drawing.theme import Look
from companion.games import shelf
from companion.games.catch_up.events import Discarded
from companion.games.catch_up.options import CatchUpOptions
from companion.record.session import Session

FACTS = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}


@pytest.fixture
def session(journal):
    session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), FACTS)
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))))
    session.submit(Rolled(1, (Face(6), Face(1), Face(2))))
    return session


def test_save_result(session, tmp_path):
    with pytest.raises(ValueError, match="not over"):
        save_result(session, tmp_path, Look())
    assert list(tmp_path.iterdir()) == []
    session.submit(Discarded(0, (4,)))
    files = save_result(session, tmp_path / "new", Look())
    assert [path.suffix for path in files] == [".png", ".pdf", ".jsonl", ".csv", ".bgsplay"]
    before = [path.read_bytes() for path in files]
    assert [path.read_bytes() for path in save_result(session, tmp_path / "new", Look())] == before
    assert json.loads(before[4])["plays"]


def test_pictures_of_the_result(session):
    session.submit(Discarded(0, (4,)))
    picture = Image.open(BytesIO(written(session, "png", Look())))
    assert picture.width / picture.height == 1.6
    page = written(session, "pdf", Look())
    assert page.startswith(b"%PDF-")
    _, box = page.split(b"/MediaBox [")  # one page
    wide, high = (float(each) for each in box.split(b"]")[0].split()[2:])
    assert (wide, wide / high) == (pytest.approx(11 * 72, abs=1), pytest.approx(1.6, abs=0.01))  # A4 and Letter hold it


def test_saved_picture_has_no_boxes_for_a_name_that_no_font_can_write(journal):
    """Whose game it is does not show in its picture: the mark and the number stand for either."""

    def picture(name):
        game = Session.begin(journal, shelf()["catch-up"], Table(("Ann", name)), CatchUpOptions(), FACTS)
        for event in (Rolled(0, (Face(1), Face(1), Face(2))), Rolled(1, (Face(6), Face(1), Face(2)))):
            game.submit(event)
        game.submit(Discarded(0, (4,)))
        with Image.open(BytesIO(written(game, "png", Look()))) as drawn:
            return drawn.convert("RGB").tobytes()

    assert picture("\U0001fae8") == picture("\u20c0") != picture("Bo")


@pytest.mark.parametrize("form", ["png", "pdf", "bgstats"])
def test_game_that_goes_on_has_no_result(session, form):
    with pytest.raises(ValueError, match="not over"):
        written(session, form, Look())
