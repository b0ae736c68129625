"""Damaged JPEGs of stills: how many are called damaged, and how many of the others are read otherwise and sure.

usage: python bench/damaged_pictures.py [--each N] [--seed S] [FOLDER]      (default ../shared/dice/renders/stills)

Each still is damaged N times in every way of `WAYS`, as it is and encoded with restart markers, progressively,
coarsely and with the superfluous bytes of webcams. Only a picture that is not called damaged is read: any other is
never sure.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from catseye.image_files import NotAPicture, decode
from vision import ReadContext, Reading, open_reader

ENCODINGS: dict[str, list[int] | None] = {
    "as it is": None,
    "restarts": [cv2.IMWRITE_JPEG_QUALITY, 80, cv2.IMWRITE_JPEG_RST_INTERVAL, 80],
    "progressive": [cv2.IMWRITE_JPEG_QUALITY, 80, cv2.IMWRITE_JPEG_PROGRESSIVE, 1],
    "coarse": [cv2.IMWRITE_JPEG_QUALITY, 55],
    "padded": [cv2.IMWRITE_JPEG_QUALITY, 80, cv2.IMWRITE_JPEG_RST_INTERVAL, 80],
}
"""`padded` has superfluous bytes before its restart markers, as many webcams write them."""


def scan(data: bytes) -> int:
    """Return where the entropy-coded data begin."""
    at = data.index(b"\xff\xda")
    return at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")


def _flipped(data: bytes, random: Random, first: int, count: int = 1) -> bytes:
    changed = bytearray(data)
    for _ in range(count):
        changed[random.randrange(first, len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _place(data: bytes, random: Random) -> tuple[int, int]:
    length = random.choice((1, 2, 4, 16, 64, 512))
    return random.randrange(scan(data), max(scan(data) + 1, len(data) - length)), length


def _lost(data: bytes, random: Random) -> bytes:
    at, length = _place(data, random)
    return data[:at] + data[at + length :]


def _twice(data: bytes, random: Random) -> bytes:
    at, length = _place(data, random)
    return data[: at + length] + data[at:]


def _written(data: bytes, random: Random, *, zeros: bool) -> bytes:
    at, length = _place(data, random)
    return data[:at] + (bytes(length) if zeros else random.randbytes(length)) + data[at + length :]


def _marker(data: bytes, random: Random) -> bytes:
    at, _ = _place(data, random)
    marker = bytes([0xFF, random.choice((*range(0xD0, 0xDB), 0xC0, 0xC4, 0xDB, 0xDD))])
    return data[:at] + marker + data[at + random.choice((0, 2)) :]


def _swapped(data: bytes, random: Random) -> bytes:
    """Two pieces between restart markers change places, or one goes; without markers, two blocks of 64 bytes."""
    marks = restarts(data)
    if len(marks) > 4:
        first, second = sorted(random.sample(range(len(marks) - 1), 2))
        a, b, c, d = marks[first], marks[first + 1], marks[second], marks[second + 1]
        one, between, other = data[a + 2 : b], data[b : c + 2], data[c + 2 : d]
        return data[: a + 2] + (other if random.random() < 0.5 else b"") + between + one + data[d:]
    a = random.randrange(scan(data), len(data) - 200)
    return data[:a] + data[a + 64 : a + 128] + data[a : a + 64] + data[a + 128 :]


WAYS: dict[str, Callable[[bytes, Random], bytes]] = {
    "bit of the scan": lambda data, random: _flipped(data, random, scan(data)),
    "bit of the header": lambda data, random: _flipped(data[: scan(data)], random, 2) + data[scan(data) :],
    "four bits": lambda data, random: _flipped(data, random, scan(data), 4),
    "cut": lambda data, random: data[: random.randrange(scan(data), len(data))],
    "cut, with an end": lambda data, random: data[: random.randrange(scan(data), len(data))] + b"\xff\xd9",
    "bytes lost": _lost,
    "bytes twice": _twice,
    "zeros": lambda data, random: _written(data, random, zeros=True),
    "noise": lambda data, random: _written(data, random, zeros=False),
    "a marker": _marker,
    "pieces swapped": _swapped,
}


def encodings(still: Path) -> dict[str, bytes]:
    """Return a still in each encoding."""
    data = still.read_bytes()
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    found = {
        name: data if how is None else cv2.imencode(".jpg", image, how)[1].tobytes() for name, how in ENCODINGS.items()
    }
    random = Random(still.name)
    for at in reversed(restarts(found["padded"])):
        found["padded"] = (
            found["padded"][:at]
            + random.randbytes(random.randrange(10)).replace(b"\xff", b"\xfe")
            + found["padded"][at:]
        )
    return found


def restarts(data: bytes) -> list[int]:
    """Return where the restart markers are."""
    return [k for k in range(scan(data), len(data) - 1) if data[k] == 0xFF and 0xD0 <= data[k + 1] <= 0xD7]


def dice_of(reading: Reading) -> list[tuple[int, str]]:
    return sorted((die.value, die.colour) for die in reading.dice)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the pictures that were read otherwise and sure")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / ".." / "shared" / "dice" / "renders" / "stills")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    random, reader = Random(options.seed), open_reader()
    rows: dict[str, Counter[str]] = {f"{kind}: {way}": Counter() for kind in ENCODINGS for way in WAYS}
    for still in sorted(options.folder.glob("*.jpg")):
        for kind, data in encodings(still).items():
            whole = decode(data)
            rows[f"{kind}: {next(iter(WAYS))}"]["whole called damaged"] += whole.damaged
            expected = dice_of(reader.read(whole.image, ReadContext()))
            for way, damage in WAYS.items():
                for _ in range(options.each):
                    spoiled = damage(data, random)
                    result = judged(reader.read, spoiled, whole.image, expected) if spoiled != data else "same bytes"
                    rows[f"{kind}: {way}"][result] += 1
                    if options.keep and result in {"other values", "other colours"}:
                        name = f"{still.stem}-{kind}-{way}-{random.randrange(10**6)}.jpg".replace(" ", "_")
                        (options.keep / name).write_bytes(spoiled)
    total: Counter[str] = Counter()
    for name, row in rows.items():
        total += row
        print(f"{name:32}", dict(row))
    print(f"{sum(total.values())} pictures:", dict(total))
    return 0


def judged(read: Callable[..., Reading], spoiled: bytes, whole: np.ndarray, expected: list[tuple[int, str]]) -> str:
    """Say what became of a damaged picture, by what the whole one was read as."""
    try:
        picture = decode(spoiled)
    except NotAPicture:
        return "refused"
    if picture.damaged:
        return "called damaged"
    if picture.image.shape == whole.shape and np.array_equal(picture.image, whole):
        return "same picture"
    reading = read(picture.image, ReadContext())
    if not reading.sure:
        return "asked about"
    if [value for value, _ in dice_of(reading)] != [value for value, _ in expected]:
        return "other values"
    return "the same dice" if dice_of(reading) == expected else "other colours"


if __name__ == "__main__":
    sys.exit(main())
