"""The command line with odd names, closed folders, and other mistakes."""

import json
import os
import shutil
import struct
import zlib
from pathlib import Path
from weakref import ref

import cv2
import numpy as np
import pytest

from calibration.profile.tray_profile import TrayProfile, profile_path
from catseye.image_files import Picture
from tests.calibration.test_main import Film, emptied, run, shots

__all__ = ["emptied", "run", "shots"]
LONG = "n" * 300


def flat(output):
    """The printed text without line breaks."""
    return " ".join(output.split())


@pytest.fixture(autouse=True)
def _settings(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path / "settings"))


@pytest.mark.parametrize("words", [("solve", LONG), ("check", LONG), ("solve", f"a/{LONG}/b")])
def test_too_long_name_is_no_folder(run, words):
    result = run(*words)
    assert result.exit_code == 2
    assert "nor is there a folder of that name" in result.output


def test_too_long_clip_name_has_no_errno(run):
    result = run("check", f"clip:{LONG}.avi")
    assert result.exit_code == 2
    assert "Errno" not in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("name", [LONG, f"{LONG}/tray.json", "n" * 250 + ".json"])
def test_unwritable_profile_is_found_first(run, shots, tmp_path, name):
    result = run("solve", shots[1], "--out", tmp_path / name)
    assert result.exit_code == 2
    assert "cannot be written (File name too long)" in result.output
    assert "looking for the chart" not in result.output


@pytest.mark.parametrize("command", ["solve", "check"])
def test_what_may_not_be_looked_at_is_reported(run, monkeypatch, command):
    def closed(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", closed)
    result = run(command, "closed/pictures")
    assert result.exit_code == 2
    assert "closed/pictures: Permission denied" in result.output


@pytest.mark.parametrize("words", [(), ("--replace",)], ids=["plain", "replace"])
@pytest.mark.parametrize(
    ("there", "said"),
    [
        ('{"version": 9, "camera": "usb:0"}', "has version 9, but this program knows only 1"),
        ("[", "this is not a tray profile"),
    ],
)
def test_newer_profile_and_other_files_are_not_overwritten(run, shots, tmp_path, words, there, said):
    path = tmp_path / "tray.json"
    path.write_text(there)
    result = run("solve", shots[1], "--tray", shots[2], "--out", path, *words)
    assert result.exit_code == 2
    assert said in flat(result.output)
    assert "Move that file away first" in flat(result.output)
    assert "looking for the chart" not in result.output
    assert path.read_text() == there


def test_unreadable_folder_takes_no_profile(run, shots, monkeypatch):
    monkeypatch.setattr("calibration.__main__.is_folder", lambda _source: True)

    def closed(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", closed)
    result = run("solve", shots[1], "--out", "closed/tray.json")
    assert result.exit_code == 2
    assert "closed/tray.json: cannot be written (Permission denied)" in result.output


def test_unprintable_file_names_are_escaped(run, shots, tmp_path):
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("such names are not possible here")
    for one in shots[1].iterdir():
        shutil.copy(one, folder / os.fsdecode(b"\xe9" + one.name.encode()))
    path = folder / "tray.json"
    result = run("solve", folder, "--camera", os.fsdecode(b"clip:\xe9.avi"), "--out", path)
    assert result.exit_code == 0, result.output
    found = TrayProfile.load(path)
    assert found.camera == "clip:\\udce9.avi"
    assert found.observations[0].name.startswith("\\udce9p")
    assert json.loads(path.read_text())


def test_unnamed_camera_is_checked_with_its_folder(run, shots, emptied):
    _, folder, tray = shots
    result = run("solve", folder, "--tray", tray, "--empty", emptied)
    assert result.exit_code == 0, result.output
    assert "No camera uses this until it is named: --camera usb:0" in result.output
    assert "tray: steady" in run("check", emptied.parent).output


def test_check_without_a_fitting_profile(run, shots, tmp_path):
    assert run("solve", shots[1]).exit_code == 0
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 640, 3), 90, np.uint8))
    result = run("check", tmp_path)
    assert result.exit_code == 0, result.output
    assert f"without the profile {profile_path('unknown')}: the tray was set up at 1280x720" in result.output


def test_one_picture_after_the_other_is_held(run, monkeypatch, tmp_path):
    held, most = [], []

    def load(_path):
        picture = np.full((480, 640, 3), 90, np.uint8)
        held.append(ref(picture))
        most.append(sum(one() is not None for one in held))
        return Picture(picture)

    monkeypatch.setattr("calibration.io.image_sets.names_in", lambda _folder: [Path(f"{n}.png") for n in range(9)])
    monkeypatch.setattr("calibration.io.image_sets.decode_file", load)
    monkeypatch.setattr("calibration.io.image_sets.strip_of", lambda _picture: np.zeros((48, 80), np.float32))
    run("check", tmp_path)
    assert max(most) <= 3


def test_too_small_pictures(run, tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((50, 50, 3), 90, np.uint8))
    assert "pictures of 50x50 are too small" in run("check", tmp_path).output


def test_why_no_position_is_kept_is_reported(run, monkeypatch, tmp_path):
    monkeypatch.setattr("vision.sources.open_source", lambda _name: Film([np.full((480, 640, 3), 90, np.uint8)], 3))
    result = run("solve", "usb:0", "--out", tmp_path / "a.json")
    assert result.exit_code == 2
    assert "the last picture: no chart is seen" in result.output
    assert "still needed: hold the chart before the camera so that it fills half of the picture" in flat(result.output)


def test_paper_name_ignores_case(run, tmp_path):
    assert run("chart", tmp_path / "both", "--paper", "Both").exit_code == 0
    assert len(list((tmp_path / "both").iterdir())) == 4
    result = run("chart", tmp_path / "none", "--columns", 20, "--rows", 5, "--square", 13)
    assert "does not fit on letter" in result.output
    assert not (tmp_path / "none").exists()


def test_wrong_sheet_is_refused(run, shots, tmp_path):
    result = run("solve", shots[1], "--rows", 5, "--out", tmp_path / "a.json")
    assert result.exit_code == 2
    assert "a chart of 9 x 5 squares does not have: is it another sheet?" in flat(result.output)


@pytest.mark.parametrize("size", [(8000, 8000), (20000, 20000)])
def test_huge_picture_is_refused_before_decoding(run, tmp_path, size, monkeypatch):
    width, height = size
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 1) * height)) if width < 9000 else b""
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    )
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    monkeypatch.setattr(cv2, "imdecode", None)
    result = run("solve", tmp_path / "set")
    assert result.exit_code == 2
    assert f"bomb.png: {width}x{height} pixels are more than the 50 million" in flat(result.output)
    assert "no pictures" in run("check", tmp_path / "set").output
