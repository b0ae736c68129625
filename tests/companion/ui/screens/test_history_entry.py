"""The history shows an entry's picture, or else its dice, or else its player."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.app.films import delete_films, film_name
from companion.app.folders import DataFolder
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.core.text import say
from companion.devices.film import film_file
from companion.record.history import Line, history
from companion.record.journal import Evidence
from companion.ui.drawing import canvas
from companion.ui.screens.history_entry import EntryPicture
from companion.ui.widgets.picture import Picture
from tests.support.waiting import until
from tests.support.written_words import paint


@pytest.fixture(name="drawn")
def _drawn(monkeypatch):
    """What is drawn: dice by their values, people by their marks, words."""
    found = []
    monkeypatch.setattr(canvas, "die", lambda value, _colour, box, *_: found.append((value, box)))
    monkeypatch.setattr(canvas, "person_mark", lambda mark, *_: found.append(("mark", mark)))
    monkeypatch.setattr(canvas, "text", lambda words, *_, **__: found.append(words))
    return found


def line(*faces):
    return Line(4, "2026-11-23T23:30:05+00:00", 2, say("what happened"), "touch", False, False, faces=faces, mark=3)


def painted(drawn, shown, jpeg=None):
    widget = EntryPicture(pos=(100, 100), size=(470, 400))
    widget.show(shown, jpeg)
    drawn.clear()
    paint(widget)
    return widget


def test_roll_without_a_picture_is_drawn_as_dice(driver, drawn):
    driver()
    for count in (1, 3, 6):
        painted(drawn, line(*(Face(value + 1) for value in range(count))))
        dice = [each for each in drawn if isinstance(each[1], tuple)]
        assert [value for value, _ in dice] == list(range(1, count + 1))
        assert all(x >= 100 and x + wide <= 570 for _, (x, _, wide, _) in dice)
        assert all(ours[1][0] + ours[1][2] < other[1][0] for ours, other in pairwise(dice))


def test_entry_without_a_roll_shows_its_player(driver, drawn):
    driver()
    painted(drawn, line())
    assert drawn == ["There is no picture of this.", ("mark", 3)]


def test_picture_replaces_dice_and_player(driver, drawn):
    driver()
    jpeg = cv2.imencode(".jpg", np.full((30, 40, 3), 90, np.uint8))[1].tobytes()
    widget = painted(drawn, line(Face(3)), jpeg)
    assert drawn == []
    (picture,) = (child for child in widget.children if isinstance(child, Picture))
    assert tuple(picture.size) == (470, 400)


def test_uncoloured_dice_have_their_players_colour(controller):
    """Dice that a bot throws or that are entered by hand."""
    controller.begin("catch-up", Table(("Ann", "Bo"), colours=("red", "blue")))
    controller.touch(Rolled(0, (Face(2), Face(3), Face(4, "black"))))
    (only,) = history(controller.session)
    assert [face.colour for face in only.faces] == ["red", "red", "black"]


def test_film_of_a_throw_is_played_over_its_picture(driver, tmp_path, monkeypatch):
    shown = driver()
    shown.app.folder = DataFolder(tmp_path)
    _, jpeg = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))
    picture = jpeg.tobytes()
    shown.controller.begin(
        "catch-up", Table(("Ann", "Bo")), {}, {"phase": "rolling", "cards": [[4], [9]], "starter": 0}
    )
    session = shown.controller.session
    session.submit(Rolled(0, (Face(1), Face(1), Face(2))), "tray", Evidence(b"{}", picture))
    films = shown.app.folder.films
    films.mkdir()
    (films / film_name(session.id, picture)).write_bytes(film_file([picture] * 3))
    shown.app.go("history")
    shown.frames(3)
    frames = []
    monkeypatch.setattr(Picture, "show_frame", lambda _picture, frame: frames.append(frame))
    shown.tap_on(shown.button("▶ Film"))
    until(lambda: frames, meanwhile=lambda: shown.frames(1))
    assert frames[0].shape == (90, 160, 3)
    delete_films(films)
    shown.app.go("table")
    shown.app.go("history")
    shown.frames(3)
    with pytest.raises(LookupError):
        shown.button("▶ Film")
