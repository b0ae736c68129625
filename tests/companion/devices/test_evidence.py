"""Evidence of an evening: rendered dice, read by the real reader, read again and written to a folder."""

import csv
import re
import subprocess
import sys
from contextlib import closing

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from companion.__main__ import app
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.devices.evidence import Example, NoEvidence, examples_in, examples_of, read_again, write
from companion.devices.tray_signals import dice_seen
from companion.games import shelf
from companion.games.catch_up.options import CatchUpOptions
from companion.record.journal import Evidence, Journal, Origin
from companion.record.session import Session
from vision import AskedDice, Outline, Tray, open_reader
from vision.evaluation.metrics import labelled
from vision.sim import StepClock, open_sim

VALUES = (1, 3, 6)
OUTLINE = Outline(((150.0, 60.0), (1130.0, 60.0), (1130.0, 660.0), (150.0, 660.0)))


@pytest.fixture(scope="module")
def seen():
    """Three dice in a rendered tray, as its camera's thread hands them on."""
    clock = StepClock()
    source = open_sim("seed=20", now=clock.now, sleep=clock.sleep)
    source.hand.throw(("white", "red", "blue"), values=VALUES)
    while clock.now() < source.hand.calm_at() + 0.2:
        clock.sleep(0.1)
    frame = source.read(1.0)
    width = frame.image.shape[1]
    tray = Tray(outline=OUTLINE.scaled(width / 1280))
    tray.asked = AskedDice(("", "", ""), fewer=True)
    read = open_reader(tray=tray).read(frame.image)
    assert read.sure
    assert read.values == VALUES
    return dice_seen(read, frame.image, tray, disturbed=False)


@pytest.fixture
def evening(seen, tmp_path):
    """The folder of an evening with one throw that the tray read."""
    facts = {"phase": "rolling", "cards": [[4], [9, 10]], "starter": 0}
    with closing(Journal(tmp_path / "journal.sqlite")) as journal:
        session = Session.begin(journal, shelf()["catch-up"], Table(("Ann", "Bo")), CatchUpOptions(), facts)
        faces = tuple(Face(value) for value in VALUES)
        session.submit(Rolled(0, faces), Origin.TRAY, Evidence(seen.reading, seen.picture))
        yield tmp_path, session


def ran(*words):
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_evidence_has_what_the_reader_knew(evening):
    _, session = evening
    (example,) = examples_of(session)
    assert (example.was, example.sure, example.truth, example.asked) == (VALUES, True, VALUES, ("", "", ""))
    assert np.allclose(example.outline, np.array(OUTLINE.points) / (1280, 720))
    ((_, again),) = read_again([example])
    assert again.values == VALUES


def test_rescore_says_what_is_read_differently_and_how_often_the_table_was_wrong(evening):
    folder, session = evening
    assert "1 pictures" in ran("rescore", "--folder", folder)
    session.amend({1: Rolled(0, (Face(1), Face(3), Face(5)))})
    said = ran("rescore", session.id, "--folder", folder)
    assert re.search(r"^at the table: +Of 1 throw read: 100.0 silently wrong in 100", said, re.MULTILINE)
    assert re.search(r"^today's reader: Of 1 throw read: ", said, re.MULTILINE)
    assert "it shows 1 3 5" in said


def test_exported_evidence_is_labelled_and_shows_nothing_outside_the_tray(evening):
    folder, session = evening
    assert "1 pictures" in ran("evidence", "export", folder / "sent", "--folder", folder)
    (label,) = labelled(folder / "sent")
    assert label.values == VALUES
    picture = cv2.imread(str(label.path))
    height, width = picture.shape[:2]
    outside = OUTLINE.scaled(width / 1280).mask(picture.shape) == 0
    far = cv2.erode(outside.astype(np.uint8), np.ones((35, 35))) > 0  # JPEG blurs the blocks at the edge
    assert picture[far].max() == 0
    assert picture[height // 2, width // 2].max() > 0
    assert "Ann" not in (folder / "sent" / "index.csv").read_text()
    (again,) = examples_in(folder / "sent")
    (kept,) = examples_of(session)
    assert (again.was, again.sure, again.truth, again.asked) == (kept.was, kept.sure, kept.truth, kept.asked)
    assert np.allclose(again.outline, kept.outline, atol=1e-4)
    assert "1 pictures" in ran("rescore", folder / "sent")


def test_export_overwrites_nothing(evening):
    folder, _ = evening
    ran("evidence", "export", folder / "sent", "--folder", folder)
    before = (folder / "sent" / "index.csv").read_bytes()
    done = CliRunner().invoke(app, ["evidence", "export", str(folder / "sent"), "--folder", str(folder)])
    assert done.exit_code == 2
    assert "not overwritten" in done.output
    assert (folder / "sent" / "index.csv").read_bytes() == before


def test_picture_without_outline_is_cut_to_its_dice_and_without_dice_left_out(seen, tmp_path):
    boxes = tuple(die.box for die in seen.dice)
    whole = Example("a-1", seen.picture, VALUES, True, VALUES, boxes=boxes)
    assert write([whole, Example("a-2", seen.picture, (), True, ())], tmp_path) == (1, 1)
    picture = cv2.imread(str(tmp_path / "a-1.jpg"))
    assert picture[:8, :8].max() == 0
    ((_, again),) = read_again(examples_in(tmp_path))
    assert again.values == VALUES


@pytest.mark.parametrize(("column", "value"), [("read", "a"), ("outline", "1"), ("values", "x")])
def test_index_that_is_no_evidence_is_named(seen, tmp_path, column, value):
    write([Example("a-1", seen.picture, VALUES, True, VALUES, boxes=((0.4, 0.4, 0.5, 0.5),))], tmp_path)
    rows = list(csv.DictReader((tmp_path / "index.csv").read_text().splitlines()))
    with (tmp_path / "index.csv").open("w") as index:
        sheet = csv.DictWriter(index, rows[0])
        sheet.writeheader()
        sheet.writerow({**rows[0], column: value})
    with pytest.raises(NoEvidence, match="line 2"):
        list(examples_in(tmp_path))


def test_rescore_of_nothing_says_what_is_missing(tmp_path):
    done = CliRunner().invoke(app, ["rescore", "--folder", str(tmp_path)])
    assert (done.exit_code, "there is no journal" in done.output) == (2, True)


def test_vision_reads_the_folder_by_its_own_bench(evening):
    folder, _ = evening
    ran("evidence", "export", folder / "sent", "--folder", folder)
    done = subprocess.run(
        [sys.executable, "-m", "vision", "bench", str(folder / "sent")], capture_output=True, text=True, check=True
    )
    assert "1.000" in done.stdout
