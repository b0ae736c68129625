"""The command line: what it writes and keeps; bad input gives a sentence, not a traceback."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import calibration.__main__ as cli
from calibration.chart.detection import find_chart
from calibration.chart.page import Chart
from calibration.io.image_sets import Shown, shown_by
from calibration.light.colours import DieColour
from calibration.profile.tray_profile import TrayProfile
from calibration.solve.lens import Lens
from calibration.solve.plane import plane_from_chart
from calibration.solve.solver import Solved
from vision.frames import Frame

DICE = (("Ann", 170.0), ("Bo", 90.0), ("Cy", 130.0))


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


@pytest.fixture(scope="session")
def emptied(tmp_path_factory, film):
    """A picture of the empty tray, alone in its folder."""
    path = tmp_path_factory.mktemp("emptied") / "empty.png"
    cv2.imwrite(str(path), film["empty"])
    return path


@pytest.fixture
def rich(shots, emptied, tmp_path):
    """A profile with more than the command can measure."""
    scene, _, tray = shots
    lens = replace(scene.lens, focal_sd=0.001, centre_sd_px=0.8)
    plane = replace(plane_from_chart(find_chart(cv2.imread(str(tray)), Chart()), Chart(), lens), error_mm=0.4)
    outline = ((250.0, 120.0), (1030.0, 130.0), (1090.0, 600.0), (190.0, 590.0))
    dice = tuple(DieColour(name, (120.0, at, at), (7.0, 3.0, 3.0), "light", (0.1, 0.2, 0.1), 5) for name, at in DICE)
    kept = TrayProfile("usb:0", 1280, 720, "then", lens=lens, plane=plane, region=outline, dice=dice)
    kept.save(tmp_path / "rich.json")
    return kept, tmp_path / "rich.json"


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


def test_papers_are_named_in_help_and_refusal(run, tmp_path):
    for done in (run("chart", tmp_path, "--paper", "a0"), run("chart", "--help")):
        assert "a4, letter or both" in " ".join(done.output.split())


@pytest.mark.parametrize(("name", "why"), [("notes.txt", "this is not a folder"), ("notes.txt/new", "Not a directory")])
def test_a_chart_wants_a_folder(run, tmp_path, name, why):
    (tmp_path / "notes.txt").touch()
    result = run("chart", tmp_path / name)
    assert result.exit_code == 2
    assert f"{tmp_path / name}: " in result.output
    assert why in result.output
    assert "Errno" not in result.output


def test_solve_writes_a_profile(run, shots, emptied, tmp_path):
    scene, folder, tray = shots
    (folder / "notes.txt").write_text("not a picture")
    path = tmp_path / "tray.json"
    result = run("solve", folder, "--tray", tray, "--empty", emptied, "--camera", "usb:0", "--out", path)
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


def test_other_parts_of_the_profile_are_kept(run, shots, rich):
    _, folder, tray = shots
    kept, path = rich
    result = run("solve", folder, "--tray", tray, "--out", path)
    assert result.exit_code == 0, result.output
    assert "kept from the stored profile: the outline, the dice Ann, Bo, Cy" in result.output
    found = TrayProfile.load(path)
    assert (found.camera, found.region, found.dice) == ("usb:0", kept.region, kept.dice)
    assert found.lens != kept.lens


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda p: replace(p, lens=replace(p.lens, centre_sd_px=1e-4)), "more surely"),
        (lambda p: replace(p, camera="usb:1"), "usb:1"),
        (lambda p: replace(p, height=960, lens=None, plane=None), "1280x960; this would be lost: the outline"),
    ],
)
def test_better_profile_is_kept_without_replace(run, shots, rich, change, said):
    _, folder, tray = shots
    kept, path = rich
    change(kept).save(path)
    before = path.read_bytes()
    words = ("solve", folder, "--tray", tray, "--camera", "usb:0", "--out", path)
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "--replace" in result.output
    assert path.read_bytes() == before
    assert run(*words, "--replace").exit_code == 0
    assert TrayProfile.load(path).dice == ()


def test_one_that_is_more_exact_is_kept(run, shots, rich, monkeypatch):
    _, folder, tray = shots
    kept, path = rich
    replace(kept, plane=replace(kept.plane, error_mm=0.05)).save(path)
    before = path.read_bytes()
    monkeypatch.setattr(cli, "plane_from_chart", lambda *known: replace(plane_from_chart(*known), error_mm=0.25))
    result = run("solve", folder, "--tray", tray, "--out", path)
    assert result.exit_code == 2
    assert "more exact" in result.output
    assert path.read_bytes() == before


def test_no_drift_reference_with_the_chart(run, shots, tmp_path):
    _, folder, tray = shots
    path = tmp_path / "tray.json"
    result = run("solve", folder, "--tray", tray, "--out", path)
    assert result.exit_code == 0
    assert "--empty" in result.output
    profile = TrayProfile.load(path)
    assert (profile.backdrop, profile.light) == (None, None)
    refused = run("solve", folder, "--tray", tray, "--empty", tray, "--out", tmp_path / "other.json")
    assert refused.exit_code == 2
    assert "the chart is still there" in refused.output
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.full((360, 640, 3), 90, np.uint8))
    refused = run("solve", folder, "--empty", small, "--out", tmp_path / "other.json")
    assert "640x360" in refused.output
    assert not (tmp_path / "other.json").exists()


def test_brackets_in_a_path_are_said_as_they_are(run, shots, tmp_path):
    _, folder, _ = shots
    result = run("solve", folder, "--out", tmp_path / "o [x].json")
    assert "o [x].json" in result.output
    assert (tmp_path / "o [x].json").exists()


def test_brackets_in_the_names_of_pictures_too(capsys):
    lens = Lens(640, 480, 500.0, 500.0, 320.0, 240.0)
    cli._say_solved(Solved(lens, (), ("p [red]1.png",), 0.5, 20.0), Console())
    assert "p [red]1.png" in capsys.readouterr().out


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
    said = {
        "empty": "there are no pictures",
        "garbage": "not a picture",
        "no chart": "no chart is seen",
        "one": "too few",
    }
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


@pytest.fixture
def unopened(monkeypatch):
    """No camera is opened."""
    monkeypatch.setattr("vision.sources.open_source", lambda name: pytest.fail(f"{name} was opened"))


@pytest.mark.parametrize(
    ("option", "named", "said"),
    [
        ("--tray", "none.png", "none.png: not a picture that can be opened"),
        ("--empty", "none.png", "none.png: not a picture that can be opened"),
        ("--tray", "empty.png", "no chart is seen"),
        ("--empty", "tray.png", "the chart is still there"),
    ],
)
def test_tray_pictures_are_checked_before_the_camera(run, shots, emptied, tmp_path, unopened, option, named, said):
    path = {"empty.png": emptied, "tray.png": shots[2]}.get(named, tmp_path / named)
    result = run("solve", "usb:0", option, path, "--out", tmp_path / "lens.json")
    assert result.exit_code == 2
    assert said in result.output
    assert "Hold" not in result.output


def test_tray_pictures_of_another_size_are_refused(run, emptied, monkeypatch):
    film = Film([np.full((480, 640, 3), 90, np.uint8)], 3)
    monkeypatch.setattr("vision.sources.open_source", lambda _name: film)
    result = run("solve", "usb:0", "--empty", emptied)
    assert result.exit_code == 2
    assert f"{emptied}: this picture is 1280x720, the lens is of 640x480" in result.output
    assert "Hold" not in result.output
    assert film.closed


@pytest.mark.parametrize(
    ("there", "said"),
    [
        ("rich", "Use --tray"),
        ("spoilt", "Move that file away"),
        ("folder", "this is a folder"),
        ("no folder", "takes no file"),
    ],
)
def test_existing_profile_is_found_before_the_camera(run, rich, unopened, there, said):
    _, path = rich
    if there == "spoilt":
        path.write_text("something else")
    if there == "folder":
        path = path.parent
    if there == "no folder":
        path /= "tray.json"
    result = run("solve", "usb:0", "--out", path)
    assert result.exit_code == 2
    assert said in result.output
    assert "Errno" not in result.output


def test_camera_is_opened_before_asking_for_the_chart(run):
    for command in ("solve", "check"):
        result = run(command, "nowhere")
        assert result.exit_code == 2
        assert "'nowhere' is not the name of a camera" in result.output
        assert "nor is there a folder of that name" in result.output
        assert "Hold" not in result.output


@pytest.mark.parametrize("fps", ["-3", "nan"])
def test_invalid_frame_rate_of_a_camera(run, unopened, fps):
    result = run("check", "usb:0", "--fps", fps)
    assert result.exit_code == 2
    assert f"not {fps}" in result.output


@pytest.mark.parametrize(("words", "rate"), [((), 30.0), (("--fps", "25"), 25.0)])
def test_an_entered_frame_rate_is_used(run, monkeypatch, words, rate):
    rates = []
    shown = Shown(np.full((480, 640, 3), 90, np.uint8), (), 30.0)
    monkeypatch.setattr("vision.sources.open_source", lambda _name: Film([], 1))
    monkeypatch.setattr(cli, "shown_by", lambda *_: shown)
    monkeypatch.setattr(cli, "flicker_in", lambda _strips, fps: rates.append(fps) or (None, 0.0))
    run("check", "usb:0", *words)
    assert rates == [rate]


def test_check_speaks_of_the_light_and_the_tray(run, shots, emptied, tmp_path):
    _, folder, tray = shots
    path = tmp_path / "tray.json"
    run("solve", folder, "--tray", tray, "--empty", emptied, "--out", path)
    result = run("check", emptied.parent, "--profile", path)
    assert result.exit_code == 0, result.output
    for word in ("exposure", "glare", "colour", "focus", "tray: steady"):
        assert word in result.output
    moved = tmp_path / "moved"
    moved.mkdir()
    cv2.imwrite(str(moved / "a.png"), np.roll(cv2.imread(str(emptied)), 40, axis=1))
    assert "tray: moved" in run("check", moved, "--profile", path).output


def test_check_refuses_unsuitable_profiles(run, shots, tmp_path):
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


def test_password_of_a_silent_camera_is_hidden(run, monkeypatch):
    film = Film([], 1)
    film.ended = True
    monkeypatch.setattr("vision.sources.open_source", lambda _name: film)
    result = run("check", "http://me:s3cret@cam/video")
    assert "http://cam/video: there are no pictures" in result.output
    assert "s3cret" not in result.output


def test_a_profile_of_a_lens_alone_is_one(tmp_path):
    profile = TrayProfile("usb:0", 640, 480, "now", lens=Lens(640, 480, 500.0, 500.0, 320.0, 240.0))
    profile.save(tmp_path / "a.json")
    assert TrayProfile.load(tmp_path / "a.json") == profile


def test_frame_rate_ignores_opening_time(monkeypatch):
    times = iter([5.0, 5.1, 5.2, 5.3])
    monkeypatch.setattr("calibration.io.image_sets.time.monotonic", lambda: next(times))
    frame = np.full((480, 640, 3), 90, np.uint8)
    shown = shown_by((frame for _ in range(9)), 4)
    assert len(shown.strips) == 4
    assert shown.fps == pytest.approx(10.0)
