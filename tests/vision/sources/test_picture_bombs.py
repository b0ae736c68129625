"""Small files that would become huge pictures, and files that never end, on every way in: refused in words, at once."""

from __future__ import annotations

import base64
import os
import struct
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from calibration.__main__ import app as calibration
from calibration.drift.reference import DriftReference
from calibration.errors import CalibrationError
from companion.games.catch_22.cli import app as board
from vision.__main__ import app as vision

BOMBS = {
    "bomb.gif": b"GIF89a"
    + struct.pack("<HH", 40_000, 60_000)
    + bytes(3)
    + b","
    + struct.pack("<4H", 0, 0, 40_000, 60_000)
    + b"\0\2\2\x4c\1\0;",
    "bomb.j2k": b"\xff\x4f\xff\x51\0\x29\0\0" + struct.pack(">II", 60_000, 60_000) + bytes(160),
    "bomb.hdr": b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n" + bytes(10_000),
    "bomb.bmp": struct.pack("<2s5I2i2H6I", b"BM", 54, 0, 54, 40, 0, 60_000, -60_000, 1, 8, 1, 0, 0, 0, 0, 0)[:54],
}
WAYS = {
    "read": lambda path: CliRunner().invoke(vision, ["read", "--json", str(path)]),
    "watch": lambda path: CliRunner().invoke(vision, ["watch", "--json", f"clip:{path}"]),
    "calibration": lambda path: CliRunner().invoke(calibration, ["solve", str(path.parent), "--tray", str(path)]),
    "board scan": lambda path: CliRunner().invoke(board, ["scan", str(path)]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", BOMBS)
def test_decompression_bomb_is_refused(way, name, tmp_path, monkeypatch):
    def decoded(*_, **__):
        raise AssertionError("the decoder was called")

    monkeypatch.setattr(cv2, "imdecode", decoded)
    for ending in (Path(name).suffix, ".png"):
        path = (tmp_path / name).with_suffix(ending)
        path.write_bytes(BOMBS[name])
        done = WAYS[way](path)
        assert isinstance(done.exception, SystemExit | None)
        assert path.name in done.output


@pytest.mark.parametrize("way", WAYS)
def test_silent_pipe_is_refused(way, tmp_path, monkeypatch):
    monkeypatch.setattr("catseye.image_files.PIPE_WAIT_S", 0.1)
    os.mkfifo(tmp_path / "pipe.jpg")
    done = WAYS[way](tmp_path / "pipe.jpg")
    assert isinstance(done.exception, SystemExit | None)
    assert "pipe.jpg" in done.output


def test_stored_tray_picture_is_checked_too():
    for data in BOMBS.values():
        with pytest.raises(CalibrationError):
            DriftReference(1280, 720, base64.b64encode(data).decode(), ()).picture()
