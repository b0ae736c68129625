"""Stills of dice encoded as webcams do: only damaged data are called damaged, whatever the quality and size."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from catseye.image_files import decode
from vision.__main__ import app

STILLS = Path(__file__).resolve().parents[3] / ".." / "shared" / "dice" / "renders" / "stills"
QUALITIES = (90, 75, 50, 35, 25)
WIDTHS = (640, 1280, 1920)
VALUES = {"d0025": [2, 5], "d0037": [3, 4, 5], "d0074": [4, 5, 6], "d0086": [5], "d0110": [3, 5]}
"""Stills on a board, on wood and on paper, of which every encoding here is read right."""

pytestmark = pytest.mark.skipif(not STILLS.is_dir(), reason="the rendered stills (../shared/dice/renders) are not here")


def encoded(name, width, quality):
    still = cv2.imread(str(STILLS / f"{name}.jpg"))
    height = round(width * still.shape[0] / still.shape[1])
    how = cv2.INTER_AREA if width < still.shape[1] else cv2.INTER_CUBIC
    settings = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR]
    picture = cv2.resize(still, (width, height), interpolation=how)
    return cv2.imencode(".jpg", picture, [*settings, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420])[1].tobytes()


def read(files):
    done = CliRunner().invoke(app, ["read", "--json", *map(str, files)])
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", VALUES)
def test_encoding_is_no_damage(name):
    for width in WIDTHS:
        for quality in QUALITIES:
            assert not decode(encoded(name, width, quality)).damaged, (width, quality)


@pytest.mark.parametrize("name", ["d0025", "d0074", "d0110"])
def test_nor_is_one_asked_about_for_it(name, tmp_path):
    files = []
    for width, quality in ((width, quality) for width in WIDTHS for quality in QUALITIES):
        files.append(tmp_path / f"{width}-{quality}.jpg")
        files[-1].write_bytes(encoded(name, width, quality))
    answers = read(files)
    assert sum(answer["sure"] for answer in answers) >= 0.8 * len(answers)  # the coarsest may be asked for their dice
    for answer in answers:
        assert "damaged" not in answer["why"], answer["file"]
        assert sorted(die["value"] for die in answer["dice"]) == VALUES[name]


DAMAGE = {
    "cut off": lambda data: data[: len(data) * 3 // 4],
    "without its end": lambda data: data[:-2],
    "with a part that was lost": lambda data: data[: len(data) // 2] + data[len(data) // 2 + 500 :],
    "with a part of zeros": lambda data: data[: len(data) // 2] + bytes(1000) + data[len(data) // 2 + 1000 :],
}


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_ones_are_read_and_never_sure(how, tmp_path):
    files = [tmp_path / f"{name}.jpg" for name in VALUES]
    for file in files:
        file.write_bytes(DAMAGE[how](encoded(file.stem, 1280, 75)))
    answers = read(files)
    assert [(answer["sure"], answer["why"]) for answer in answers] == [(False, "the picture is damaged")] * len(files)
