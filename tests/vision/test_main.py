from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from catseye.image_files import PICTURES
from tests.support.waiting import until
from vision import __main__ as command_line
from vision.__main__ import app
from vision.detection.detector import Detector
from vision.imaging.crops import MODELS
from vision.pipeline.networks import MissingModelsError, Networks
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader

DATA = Path(__file__).parent / "data"
PIPED = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def lines(*words):
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_read_goes_on_after_a_bad_file(tmp_path):
    spoiled, empty = tmp_path / "spoiled.jpg", tmp_path / "empty.png"
    spoiled.write_bytes(b"\xff\xd8 no picture")
    empty.write_bytes(b"")
    files = [DATA / "d0071.jpg", spoiled, tmp_path / "nowhere.jpg", empty, tmp_path, DATA / "d0012.jpg"]
    answers = lines("read", *files)
    assert [answer["file"] for answer in answers] == [str(file) for file in files]
    assert [("error" in answer) for answer in answers] == [False, True, True, True, True, False]
    for answer in answers[1:5]:
        assert answer["dice"] == []
        assert answer["sure"] is False
    assert answers[0]["ms"] > 0
    for die in answers[0]["dice"]:
        assert set(die) >= {"value", "colour", "box", "value_confidence", "colour_confidence", "cocked"}
        assert len(die["box"]) == 4


def test_tray_options(tmp_path):
    picture = DATA / "d0071.jpg"
    (plain,) = lines("read", picture)
    number = len(plain["dice"])
    (one,) = lines("read", picture, "--asked", number)
    assert one["sure"]
    (missing,) = lines("read", picture, "--asked", number + 1)
    assert not missing["sure"]
    x0, y0, x1, y1 = plain["dice"][0]["box"]
    side = x1 - x0
    corners = (x0 - side, y0 - side, x1 + side, y0 - side, x1 + side, y1 + side, x0 - side, y1 + side)
    (within,) = lines("read", picture, "--outline", ",".join(map(str, corners)))
    assert 1 <= len(within["dice"]) < number
    (unchanged,) = lines("read", picture, "--empty", picture)
    assert unchanged["dice"] == []


def test_explain_says_what_is_known_of_the_tray(tmp_path):
    out = tmp_path / "drawn.png"
    told = run("explain", DATA / "d0071.jpg", out, "--outline", "0,0,900,0,900,700", "--empty", DATA / "d0012.jpg")
    assert told.exit_code == 0
    assert "outline: 3 corners (set up" in told.stdout
    assert "empty tray: a picture of brightness" in told.stdout
    known = cv2.imread(str(out))
    assert run("explain", DATA / "d0071.jpg", out).exit_code == 0
    assert known.shape[1] > cv2.imread(str(out)).shape[1]


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [("--outline", "1,2,3", "no outline"), ("--empty", "nowhere.png", "nowhere.png"), ("--asked", "-1", "asked")],
)
def test_wrong_knowledge_is_refused(option, value, said):
    done = run("read", DATA / "d0071.jpg", option, value)
    assert done.exit_code != 0
    assert said in done.output


def test_damaged_picture_is_asked_about(tmp_path):
    whole = (DATA / "d0071.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) * 9 // 10])
    before, after = lines("read", DATA / "d0071.jpg", tmp_path / "cut.jpg")
    assert (before["sure"], before["why"]) == (True, "")
    assert (after["sure"], after["why"]) == (False, "the picture is damaged")
    assert len(after["dice"]) == len(before["dice"])


def test_too_large_picture_is_refused(tmp_path):
    jpeg = bytearray((DATA / "d0071.jpg").read_bytes())
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = (9000).to_bytes(2, "big") * 2
    (tmp_path / "large.jpg").write_bytes(jpeg)
    (answer,) = lines("read", tmp_path / "large.jpg")
    assert answer["error"] == "9000x9000 pixels are more than the 50 million that are read"
    assert answer["sure"] is False


def test_read_in_words(tmp_path):
    done = run("read", DATA / "d0071.jpg", tmp_path / "nowhere.jpg")
    assert done.exit_code == 1
    assert "d0071.jpg" in done.stdout
    assert "nowhere.jpg: not a picture" in done.stdout


def test_watch_prints_every_event_and_the_end():
    events = lines("watch", f"clip:{DATA / 'dc00.mp4'}")
    kinds = [event["event"] for event in events]
    assert kinds[-1] == "end"
    assert events[-1]["frames"] == 95
    assert set(events[-1]["ms_per_frame"]) == {"p50", "p95"}
    assert kinds.count("motion") == 1
    last = [event for event in events if event["event"] == "rest"][-1]
    assert 43 <= last["frame"] <= 56
    assert {"dice", "sure"} <= set(last)


def test_watch_reports_a_camera_that_is_lost(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    (tmp_path / "b.png").write_bytes(b"spoiled")
    events = lines("watch", f"clip:{tmp_path}")
    assert [event["event"] for event in events] == ["lost", "end"]
    assert "b.png" in events[0]["why"]


@pytest.mark.parametrize("source", ["telescope:1", "clip:/no/such/file.avi", "usb:x"])
def test_missing_source_is_refused(source):
    done = run("watch", source)
    assert done.exit_code == 2
    assert len(done.stderr) > 20


def test_what_was_recorded_plays_again(tmp_path):
    for k in range(12):
        cv2.imwrite(str(tmp_path / f"{k:02}.png"), np.full((48, 64, 3), 10 * k, np.uint8))
    film = tmp_path / "film.avi"
    assert "12 frames" in run("record", f"clip:{tmp_path}?fps=10", film).stdout
    assert lines("watch", f"clip:{film}")[-1]["frames"] == 12
    done = run("record", f"clip:{tmp_path}?fps=10", tmp_path / "short.avi", "--seconds", "0.5")
    assert "6 frames" in done.stdout
    assert run("record", f"clip:{tmp_path}", tmp_path / "film.gif").exit_code == 2


def test_a_terminated_recording_can_be_played(tmp_path):
    film = tmp_path / "film.avi"
    recording = subprocess.Popen([sys.executable, "-m", "vision", "record", "sim:", film], text=True, **PIPED)
    until(lambda: film.exists() and film.stat().st_size > 0)
    recording.terminate()
    said, wrong = recording.communicate()
    assert (recording.returncode, wrong) == (0, "")
    assert re.fullmatch(r"[1-9]\d* frames in .*film.avi\n", said)


@pytest.fixture
def unopened(monkeypatch):
    """No camera is opened."""
    monkeypatch.setattr(command_line, "open_source", lambda name: pytest.fail(f"{name} was opened"))


def test_a_film_that_is_there_stays_as_it_is(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    film = tmp_path / "film.avi"
    assert run("record", f"clip:{tmp_path}", film).exit_code == 0
    before = film.read_bytes()
    done = run("record", f"clip:{film}", film)
    assert (done.exit_code, film.read_bytes()) == (2, before)
    assert f"{film} already exists and is not overwritten" in done.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [("film.avi", "already exists"), ("nowhere/film.avi", "No such file"), ("a.txt/b.avi", "Not a dir")],
)
def test_no_camera_is_opened_if_no_film_can_be_made(name, why, tmp_path, unopened, capfd):
    (tmp_path / "film.avi").touch()
    (tmp_path / "a.txt").touch()
    done = run("record", "usb:0", tmp_path / name)
    assert done.exit_code == 2
    assert str(tmp_path / name) in done.stderr
    assert why in done.stderr
    assert "OpenCV" not in capfd.readouterr().err


@pytest.mark.parametrize("shown", ["nothing", b"spoiled"])
def test_without_a_picture_there_is_no_film(shown, tmp_path):
    source = tmp_path / "a.png"
    if isinstance(shown, bytes):
        source.write_bytes(shown)
    done = run("record", f"clip:{source}", tmp_path / "film.avi")
    assert done.exit_code != 0
    assert not (tmp_path / "film.avi").exists()


@pytest.mark.parametrize("seconds", ["-2", "nan"])
def test_a_film_of_no_length_is_refused(seconds, tmp_path, unopened):
    assert run("record", "usb:0", tmp_path / "film.avi", "--seconds", seconds).exit_code == 2
    assert not (tmp_path / "film.avi").exists()


@pytest.mark.parametrize("words", [("vision", "watch"), ("calibration", "check")])
def test_a_missing_camera_gives_one_line(words):
    tools, command = words
    plain = {name: value for name, value in os.environ.items() if name != "OPENCV_LOG_LEVEL"}
    done = subprocess.run(
        [sys.executable, "-m", tools, command, "usb:9999"], capture_output=True, text=True, check=False, env=plain
    )
    assert done.returncode == 2
    assert done.stderr.startswith("usb:9999: no such camera here")
    assert len(done.stderr.splitlines()) == 1


def test_explain_draws_the_stages(tmp_path):
    out = tmp_path / "why.png"
    assert run("explain", DATA / "d0071.jpg", out).exit_code == 0
    drawn = cv2.imread(str(out))
    assert drawn.shape[0] > 500
    assert drawn.shape[1] > 1500
    assert run("explain", tmp_path / "nowhere.jpg", out).exit_code == 2


def test_a_picture_is_not_drawn_over(tmp_path):
    picture = tmp_path / "dice.png"
    cv2.imwrite(str(picture), cv2.imread(str(DATA / "d0071.jpg")))
    before = picture.read_bytes()
    done = run("explain", picture, picture)
    assert (done.exit_code, picture.read_bytes()) == (2, before)
    assert "is the picture itself" in done.stderr
    assert run("explain", picture, tmp_path / "why.png").exit_code == 0
    assert run("explain", picture, tmp_path / "why.png").exit_code == 0  # a drawing may be made anew


def test_explaining_reads_the_picture_once(tmp_path, monkeypatch):
    reads = []
    for what, name in ((Reader, "read"), (Detector, "levels")):
        monkeypatch.setattr(what, name, _counted(getattr(what, name), reads))
    assert run("explain", DATA / "d0071.jpg", tmp_path / "why.png").exit_code == 0
    assert reads == ["read", "levels"]


def _counted(method, calls):
    def counted(*args, **options):
        calls.append(method.__name__)
        return method(*args, **options)

    return counted


@pytest.mark.parametrize("name", ["out", "out.xyz", "nowhere/out.png"])
def test_unwritable_drawing_is_reported(name, tmp_path):
    done = run("explain", DATA / "d0071.jpg", tmp_path / name)
    assert done.exit_code == 2
    assert name in done.stderr
    assert "cannot be written" in done.stderr
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.jsonl", b"{"),
        ("labels.jsonl", b"[1]"),
        ("labels.jsonl", b"7"),
        ("labels.jsonl", b'{"file": "a.png"}'),
        ("labels.jsonl", b'{"dice": [{}]}'),
        ("labels.jsonl", b"[" * 5000),
        ("labels.jsonl", b"\xff\xfe"),
        ("index.csv", b"file\na.png\n"),
        ("index.csv", b"file,values,source_repo\na.png,six,here\n"),
        ("index.csv", b"file,values,source_repo\na.png\n"),
        ("index.csv", b"\xff\xfe"),
    ],
)
def test_bench_names_labels_that_are_broken(name, text, tmp_path):
    (tmp_path / name).write_bytes(text)
    done = run("bench", tmp_path)
    assert done.exit_code == 2
    assert str(tmp_path / name) in done.stderr


def test_lost_clip_is_a_failure(tmp_path):
    (tmp_path / "a.png").write_bytes(b"spoiled")
    done = run("watch", f"clip:{tmp_path}", "--json")
    assert done.exit_code == 1
    assert [json.loads(line)["event"] for line in done.stdout.splitlines()] == ["lost", "end"]


@pytest.mark.parametrize("frames", [0, 2])
def test_lost_camera_is_a_failure(frames, tmp_path):
    for k in range(frames):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.zeros((48, 64, 3), np.uint8))
    (tmp_path / "z.png").write_bytes(b"spoiled")
    done = run("record", f"clip:{tmp_path}", tmp_path / "film.avi")
    assert done.exit_code == 1
    assert "camera lost" in done.stderr
    assert f"{frames} frames" in done.stdout


def test_bench_prints_figures(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    assert "ms_median" in run("bench", tmp_path).stdout
    (tmp_path / "none").mkdir()
    assert run("bench", tmp_path / "none").exit_code == 2


@pytest.mark.parametrize(("name", "fits"), [("why.png", True), ("why.JPG", False), ("why.webp", False)])
def test_too_wide_drawing_is_refused(name, fits, tmp_path, monkeypatch):
    monkeypatch.setattr(command_line, "drawn_stages", lambda *_: np.zeros((8, 70_000, 3), np.uint8))
    done = run("explain", DATA / "d0071.jpg", tmp_path / name)
    assert (done.exit_code, (tmp_path / name).exists()) == ((0, True) if fits else (2, False))
    assert fits or "70000x8 is too large for" in done.stderr


@pytest.mark.parametrize("kind", sorted(PICTURES))
def test_commands_take_the_same_pictures(kind, tmp_path):
    cv2.imwrite(str(tmp_path / f"a{kind}"), np.zeros((48, 64, 3), np.uint8))
    assert "no dice" in run("read", tmp_path / f"a{kind}").stdout
    assert lines("watch", f"clip:{tmp_path}")[-1]["frames"] == 1
    done = run("bench", tmp_path)
    assert (done.exit_code, "pictures       1" in done.stdout) == (0, True)
    assert run("explain", tmp_path / f"a{kind}", tmp_path / f"why{kind}").exit_code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows keeps no pipes in folders")
def test_a_picture_may_come_through_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes((DATA / "d0071.jpg").read_bytes()), daemon=True)
    writer.start()
    assert sorted(run("read", pipe).stdout.split("  ")[1].strip().split(", ")) == ["blue 4", "blue 6"]
    writer.join(5)


def test_bench_wants_a_folder(tmp_path):
    for place in (tmp_path / "nowhere", DATA / "d0071.jpg"):
        done = run("bench", place)
        assert (done.exit_code, done.stderr) == (2, f"{place}: no such folder\n")


@pytest.mark.parametrize("name", ["film.avi", "film.mp4"])
def test_what_is_reported_of_a_film_is_so(name, tmp_path):
    for k, size in enumerate(((48, 64), (48, 64), (64, 48))):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.zeros((*size, 3), np.uint8))
    film = tmp_path / name
    done = run("record", f"clip:{tmp_path}", film)
    assert (done.exit_code, done.stdout) == (1, f"2 frames in {film}\n")
    assert done.stderr == "the pictures are 48x64 now: the film ends before them\n"
    cv2.imwrite(str(tmp_path / "line.bmp"), np.zeros((1, 9, 3), np.uint8))
    done = run("record", f"clip:{tmp_path / 'line.bmp'}", tmp_path / f"line-{name}")
    assert (done.exit_code, (tmp_path / f"line-{name}").exists()) == (2, False)
    assert "no video can be made of pictures of 9x1" in done.stderr


def test_missing_model_is_named(tmp_path, monkeypatch):
    for path in MODELS.glob("*.onnx"):
        if path.stem != "poser":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(MissingModelsError, match=r"poser\.onnx missing"):
        Networks(tmp_path)
    monkeypatch.setattr(command_line, "open_reader", lambda: TrayReader(Reader(Networks(tmp_path))))
    done = run("read", DATA / "d0071.jpg")
    assert done.exit_code != 0
    assert "poser.onnx" in done.stderr
