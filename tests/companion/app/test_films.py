"""Films of throws: which are kept, how many, and how they go."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app import films
from companion.app.controller import TableController
from companion.app.films import Films, delete_films, film_name, films_in, size_words
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.devices.film import FilmRing, frames_of
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, SeenDie, TrayMoved
from vision import Outline

FACTS = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}


def film_of(brightness=90, seconds=3.0):
    """A ring after some seconds before a grey tray with a white face beside it."""
    ring = FilmRing()
    image = np.full((360, 640, 3), brightness, np.uint8)
    image[:, 560:] = 255
    for at in np.arange(0.0, seconds, 1 / 15):
        ring.add(image, float(at), Outline(((40.0, 40.0), (480.0, 40.0), (480.0, 320.0), (40.0, 320.0))))
    return ring.film()


FILM = film_of()


@pytest.fixture
def table(tmp_path):
    """A table at which films are kept in a folder."""
    controller = TableController(Journal(":memory:"), shelf())
    chosen = {"films": True}
    kept = Films(controller, tmp_path / "films", lambda: chosen["films"])
    controller.begin("catch-up", Table(("Ann", "Bo")), {}, FACTS)
    yield controller, kept, tmp_path / "films", chosen
    controller.stop()


def throw(controller, values, *, sure=True, picture=b"a picture", at=1.0):
    """Dice are thrown and come to rest."""
    places = [(0.1 * n, 0.1, 0.1 * n + 0.05, 0.2) for n in range(1, 9)]
    dice = tuple(SeenDie(value, "white", box=place) for value, place in zip(values, places, strict=False))
    controller.inbox.put(TrayMoved())
    controller.inbox.put(DiceSeen(dice, sure, at=at, picture=picture, film=FILM))
    controller.tick()


def names(folder: Path):
    return sorted(path.name for path in folder.glob("*"))


def test_film_shows_two_seconds_of_the_tray_and_nothing_beside_it():
    assert len(FILM) == pytest.approx(30, abs=1)
    frame = cv2.imdecode(np.frombuffer(FILM[0], np.uint8), cv2.IMREAD_COLOR)
    assert frame.shape[1] == 320
    assert frame[90, 100].tolist() == pytest.approx([90, 90, 90], abs=3)
    assert frame[:, 290:].max() < 8  # where the face was


def test_throw_that_simply_counts_leaves_no_film(table):
    controller, kept, folder, _ = table
    throw(controller, (1, 1, 2))
    assert len(controller.session.entries) == 1
    kept.close()
    assert names(folder) == []


def test_questioned_throw_leaves_its_film(table):
    controller, kept, folder, _ = table
    throw(controller, (1, 1, 2), sure=False)
    assert controller.pending_review is not None
    kept.close()
    assert names(folder) == [film_name(controller.session.id, b"a picture")]
    frames, seconds = frames_of((folder / names(folder)[0]).read_bytes())
    assert len(frames) * seconds == pytest.approx(2.0)
    assert len(frames) >= 1


@pytest.mark.parametrize("way", ["corrected", "amended", "undone"])
def test_throw_that_people_set_right_leaves_its_film(table, way):
    controller, kept, folder, _ = table
    throw(controller, (1, 1, 2))
    faces = (Face(1), Face(1), Face(3))
    if way == "corrected":
        controller.correct(faces, controller.last_roll_seen())
    elif way == "amended":
        throw(controller, (6, 6, 6), picture=b"another")  # Bo's; then Ann's is changed in the history
        controller.amend({1: Rolled(0, faces)}, "skip")
    else:
        controller.undo()
    kept.close()
    assert film_name(controller.session.id, b"a picture") in names(folder)
    assert film_name(controller.session.id, b"another") not in names(folder)


def test_throw_that_does_not_count_though_a_roll_is_due_leaves_its_film(table):
    controller, kept, folder, _ = table
    throw(controller, (1, 1))
    assert controller.session.entries == []
    kept.close()
    assert names(folder) == [film_name(controller.session.id, b"a picture")]


def test_nobody_who_chose_none_has_films(table):
    controller, kept, folder, chosen = table
    chosen["films"] = False
    throw(controller, (1, 1, 2), sure=False)
    kept.close()
    assert names(folder) == []


def test_oldest_films_go_first(table, monkeypatch):
    controller, kept, folder, _ = table
    folder.mkdir()
    (folder / "old-1.webp").write_bytes(b"x" * 9000)
    monkeypatch.setattr(films, "MOST_BYTES", 9000)
    throw(controller, (1, 1, 2), sure=False)
    kept.close()
    assert names(folder) == [film_name(controller.session.id, b"a picture")]


def test_films_are_deleted_with_their_game_or_all(tmp_path):
    for name in ("aaa-1.webp", "aaa-2.webp", "bbb-1.webp"):
        (tmp_path / name).write_bytes(b"1234")
    assert films_in(tmp_path) == (3, 12)
    delete_films(tmp_path, "aaa")
    assert names(tmp_path) == ["bbb-1.webp"]
    delete_films(tmp_path)
    assert films_in(tmp_path) == (0, 0)
    delete_films(tmp_path / "missing")


@pytest.mark.parametrize("damaged", [b"", b"RIFF", b"no film"])
def test_damaged_film_has_no_frames(damaged):
    assert frames_of(damaged)[0] == []


@pytest.mark.parametrize(
    ("size", "words"), [(0, "1 kB"), (300, "1 kB"), (41_234, "41 kB"), (999_900, "1000 kB"), (2_040_000, "2.0 MB")]
)
def test_sizes_are_never_nothing(size, words):
    assert str(size_words(size)) == words
