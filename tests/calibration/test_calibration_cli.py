"""The command line: what it writes, what it keeps, and that bad input gets a sentence and not a traceback."""

import json

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

import calibration.__main__ as cli
from calibration.lens import Lens
from calibration.profile import TrayProfile
from vision.frames import Frame


@pytest.fixture
def run():
    def call(*words):
        result = CliRunner().invoke(cli.app, [str(word) for word in words])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return call


@pytest.fixture(scope="session")
def shots(tmp_path_factory, tour_pictures):
    """A folder of pictures of a careful tour, and one more of the chart lying in the tray."""
    scene, pictures = tour_pictures
    folder = tmp_path_factory.mktemp("shots")
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"p{number:02d}.png"), picture)
    tray = tmp_path_factory.mktemp("tray") / "tray.png"
    cv2.imwrite(str(tray), scene.picture(*scene.pose(600, 10, 40)))
    return scene, folder, tray


def test_chart_writes_both_papers(run, tmp_path):
    result = run("chart", tmp_path / "new")
    assert result.exit_code == 0
    assert {one.name for one in (tmp_path / "new").iterdir()} == {
        f"catseye-chart-{paper}.{kind}" for paper in ("a4", "letter") for kind in ("pdf", "png")
    }
    assert cv2.imread(str(tmp_path / "new" / "catseye-chart-a4.png"), 0).shape == (2480, 3508)


@pytest.mark.parametrize("words", [("--paper", "a0"), ("--square", "60"), ("--square", "-1"), ("--columns", "90")])
def test_chart_refuses(run, tmp_path, words):
    result = run("chart", tmp_path, *words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_solve_writes_a_profile(run, shots, tmp_path):
    scene, folder, tray = shots
    (folder / "notes.txt").write_text("not a picture")
    path = tmp_path / "tray.json"
    result = run("solve", folder, "--tray", tray, "--camera", "usb:0", "--out", path)
    assert result.exit_code == 0, result.output
    assert "tray: points to +-0." in result.output
    profile = TrayProfile.load(path)
    assert abs(profile.lens.fx / scene.lens.fx - 1) < 0.005
    assert profile.camera == "usb:0"
    assert profile.plane.method == "chart"
    assert profile.backdrop is not None
    assert profile.light is not None
    assert len(profile.observations) == 12
    assert json.loads(path.read_text())["chart"] == {"columns": 9, "rows": 6, "square_mm": 26.0}


def test_solve_keeps_what_is_better(run, shots, tmp_path):
    _, folder, tray = shots
    path = tmp_path / "tray.json"
    assert run("solve", folder, "--tray", tray, "--out", path).exit_code == 0
    before = path.read_bytes()
    result = run("solve", folder, "--out", path)
    assert result.exit_code == 2
    assert "knows the tray" in result.output
    assert path.read_bytes() == before
    path.write_text("something else")
    result = run("solve", folder, "--tray", tray, "--out", path)
    assert result.exit_code == 2
    assert path.read_text() == "something else"


@pytest.mark.parametrize("content", ["empty", "garbage", "no chart", "one"])
def test_solve_says_what_is_wrong(run, shots, tmp_path, content):
    _, folder, _ = shots
    here = tmp_path / "pictures"
    here.mkdir()
    if content == "garbage":
        (here / "a.png").write_bytes(b"\x89PNG nothing")
        (here / "b.jpg").write_bytes(b"")
        (here / "c.png").mkdir()
    if content == "no chart":
        cv2.imwrite(str(here / "a.png"), np.full((240, 320, 3), 90, np.uint8))
    if content == "one":
        (here / "a.png").write_bytes((folder / "p00.png").read_bytes())
    result = run("solve", here, "--out", tmp_path / "out.json")
    assert result.exit_code == 2
    assert not (tmp_path / "out.json").exists()
    said = {"empty": "there are no pictures", "garbage": "no picture", "no chart": "no chart is seen", "one": "too few"}
    assert said[content] in result.output


def test_solve_with_a_strange_source(run, tmp_path):
    for name in ("nowhere", tmp_path / "missing", "usb:x", "clip:none.avi"):
        result = run("solve", name)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


class Film:
    """A camera that shows each picture for a few frames."""

    def __init__(self, pictures, each):
        self.frames = [picture for picture in pictures for _ in range(each)]
        self.ended, self.closed, self.at = False, False, 0

    def read(self, timeout):
        if self.at >= len(self.frames):
            self.ended = True
            return None
        self.at += 1
        return Frame(self.frames[self.at - 1], self.at / 30, self.at - 1)

    def close(self):
        self.closed = True


def test_solve_from_a_camera(run, shots, tour_pictures, tmp_path, monkeypatch):
    _, pictures = tour_pictures
    film = Film(pictures, 3)
    monkeypatch.setattr("vision.sources.open_source", lambda _name: film)
    result = run("solve", "usb:0", "--out", tmp_path / "lens.json")
    assert result.exit_code == 0, result.output
    assert film.closed
    profile = TrayProfile.load(tmp_path / "lens.json")
    assert profile.camera == "usb:0"
    assert 8 <= len(profile.observations) <= 12


def test_check_speaks_of_the_light_and_the_tray(run, shots, tmp_path):
    scene, folder, tray = shots
    path = tmp_path / "tray.json"
    run("solve", folder, "--tray", tray, "--out", path)
    result = run("check", tray.parent, "--profile", path)
    assert result.exit_code == 0, result.output
    for word in ("exposure", "glare", "colour", "focus", "tray: steady"):
        assert word in result.output
    moved = tmp_path / "moved"
    moved.mkdir()
    turn, place = scene.pose(600, 10, 40)
    cv2.imwrite(str(moved / "a.png"), scene.picture(turn, place + np.array([12.0, 5.0, 0.0])))
    assert "tray: moved" in run("check", moved, "--profile", path).output


def test_check_refuses_another_shape_and_a_missing_profile(run, shots, tmp_path):
    _, folder, tray = shots
    path = tmp_path / "tray.json"
    run("solve", folder, "--tray", tray, "--out", path)
    other = tmp_path / "other"
    other.mkdir()
    cv2.imwrite(str(other / "a.png"), np.full((480, 640, 3), 90, np.uint8))
    result = run("check", other, "--profile", path)
    assert result.exit_code == 2
    assert "another shape" in result.output
    assert "no such profile" in run("check", other, "--profile", tmp_path / "none.json").output


def test_a_profile_of_a_lens_alone_is_one(tmp_path):
    profile = TrayProfile("usb:0", 640, 480, "now", lens=Lens(640, 480, 500.0, 500.0, 320.0, 240.0))
    profile.save(tmp_path / "a.json")
    assert TrayProfile.load(tmp_path / "a.json") == profile
