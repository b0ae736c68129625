"""Pictures of throws with their labels: from a journal or a folder, read again, and written to a folder to send."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from catseye.image_files import NotAPicture, decode
from companion.devices.kept_tray import Corners, outline_in
from companion.record import codec
from companion.record.session import Session
from companion.record.throws import Values, throws_of
from vision import AskedDice, Outline, ReadContext, open_reader
from vision.frames import Image
from vision.reading import Box, Reading, Reason, ReasonKind

INDEX = "index.csv"
COLUMNS = (
    "file", "source_repo", "licence", "kind", "n_dice", "values", "boxes_json", "label_origin", "notes", "score",
    "outline", "asked", "read", "sure",
)  # fmt: skip
"""Those of labelled photographs (`vision.evaluation.metrics`), then what was known and read at the table."""
AROUND = 1.5
"""Where no outline is known, what is kept around the dice, in sides of the largest one."""
QUALITY = 95
"""JPEG quality of written pictures: reading them differs least from reading what the journal keeps."""


class NoEvidence(ValueError):  # noqa: N818  it says what is wrong with a folder
    """A folder cannot be read as evidence, or has some already."""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture of a throw, JPEG, with its label. `was` are the values read at the table, and `sure` whether that was
    accepted without a question; `boxes` (shares of the picture) are where. `truth` is None if nobody can say;
    `by_people`: they answered or corrected. `outline` and `asked` were known.
    """

    name: str
    picture: bytes
    was: Values
    sure: bool
    truth: Values | None
    by_people: bool = False
    boxes: tuple[Box, ...] = ()
    outline: Corners = ()
    asked: tuple[str, ...] = ()


def examples_of(session: Session) -> Iterator[Example]:
    """Yield the throws of a session of which the journal has a picture. Raises JournalError."""
    for throw in throws_of(session):
        kept = session.journal.evidence(session.id, throw.entry)
        if kept is None or kept.picture is None:
            continue
        setting = throw.read.tray
        width, height = setting.size if setting is not None else (0, 0)
        yield Example(
            f"{session.id}-{throw.entry:04}",
            kept.picture,
            throw.read.values,
            throw.read.sure,
            throw.truth,
            throw.by_people,
            tuple(_shares(die.box, width, height) for die in throw.read.dice) if width else (),
            setting.outline if setting is not None else (),
            setting.asked if setting is not None else (),
        )


def _shares(box: Box, width: int, height: int) -> Box:
    return box[0] / width, box[1] / height, box[2] / width, box[3] / height


def read_again(examples: Iterable[Example]) -> Iterator[tuple[Example, Reading]]:
    """Yield each picture with what today's reader reads on it, knowing the outline and the dice asked for then.

    The picture of the empty tray is not kept, and the camera's pictures were larger: some are asked about only here.
    Raises MissingModelsError.
    """
    reader = open_reader()
    for example in examples:
        try:
            image, damaged = decode(example.picture)
        except NotAPicture:
            yield example, Reading(reasons=(Reason(ReasonKind.NO_PICTURE),))
            continue
        asked = AskedDice(example.asked, fewer=True) if example.asked else None
        outline = outline_in(example.outline, image) if example.outline else None
        reading = reader.read(image, ReadContext(asked=asked, outline=outline))
        yield example, reading.vetoed(Reason(ReasonKind.DAMAGED)) if damaged else reading


def write(examples: Iterable[Example], folder: Path) -> tuple[int, int]:
    """Write pictures and their labels to a new folder; return how many, and how many were left out.

    What lies outside the tray's outline is black; without an outline, what is not around dice. A picture of which
    neither is known is left out. Raises OSError, NoEvidence if the folder has labels already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        index = (folder / INDEX).open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise NoEvidence(f"{folder / INDEX} already exists and is not overwritten") from None
    written = left_out = 0
    with index:
        sheet = csv.DictWriter(index, COLUMNS)
        sheet.writeheader()
        for example in examples:
            picture = _without_surroundings(example)
            if picture is None:
                left_out += 1
                continue
            name = f"{example.name}.jpg"
            (folder / name).write_bytes(picture)
            sheet.writerow(_row(name, example, picture))
            written += 1
    return written, left_out


def _row(name: str, example: Example, picture: bytes) -> dict[str, object]:
    height, width = decode(picture).image.shape[:2]
    # A box has its value only if the reading was right: which die was wrong is not known.
    values = example.was if example.truth == example.was and len(example.boxes) == len(example.was) else ()
    boxes = [
        [value, round(x0 * width, 1), round(y0 * height, 1), round(x1 * width, 1), round(y1 * height, 1)]
        for value, (x0, y0, x1, y1) in zip(values, example.boxes, strict=False)
    ]
    return {
        "file": name,
        "source_repo": "catseye/" + example.name.split("-", 1)[0],
        "licence": "",
        "kind": "tray",
        "n_dice": "" if example.truth is None else len(example.truth),
        "values": _joined(example.truth or ()),
        "boxes_json": codec.to_json(boxes).decode(),
        "label_origin": "said by people" if example.by_people else "read, and not corrected",
        "notes": "" if example.truth is not None else "nobody can say what it shows",
        "score": int(example.truth is not None),
        "outline": " ".join(f"{x:.5f},{y:.5f}" for x, y in example.outline),
        "asked": ";".join(colour or "any" for colour in example.asked),
        "read": _joined(example.was),
        "sure": int(example.sure),
    }


def _joined(values: Values) -> str:
    return ";".join(map(str, values))


def _without_surroundings(example: Example) -> bytes | None:
    """Return the picture with nothing but the tray or the dice on it, None if nothing tells where they are."""
    try:
        image = decode(example.picture).image
    except NotAPicture:
        return None
    outline = outline_in(example.outline, image) if example.outline else _around(example.boxes, image)
    if outline is None:
        return None
    done, jpeg = cv2.imencode(".jpg", outline.only(image, (0, 0, 0)), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return jpeg.tobytes() if done else None


def _around(boxes: tuple[Box, ...], image: Image) -> Outline | None:
    if not boxes:
        return None
    height, width = image.shape[:2]
    places = np.array(boxes) * (width, height, width, height)
    beyond = AROUND * float((places[:, 2:] - places[:, :2]).max())
    (x0, y0), (x1, y1) = places[:, :2].min(axis=0) - beyond, places[:, 2:].max(axis=0) + beyond
    return Outline(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def examples_in(folder: Path) -> Iterator[Example]:
    """Yield what `write` wrote. Raises OSError, NoEvidence naming the row that is not from it."""
    with (folder / INDEX).open(encoding="utf-8", newline="") as index:
        rows = csv.DictReader(index)
        while True:
            try:
                row = next(rows, None)
                if row is None:
                    return
                example = _example(folder, row)
            except (KeyError, ValueError, TypeError, AttributeError, csv.Error) as wrong:
                line = rows.line_num
                raise NoEvidence(f"{folder / INDEX}, line {line}: not a label of a throw ({wrong!r})") from wrong
            yield example


def _example(folder: Path, row: dict[str, str]) -> Example:
    name = Path(row["file"]).name  # a label names a picture beside it, nothing elsewhere
    return Example(
        Path(name).stem,
        (folder / name).read_bytes(),
        _values(row["read"]),
        row["sure"] == "1",
        _values(row["values"]) if row["score"] == "1" else None,
        row["label_origin"] == "said by people",
        (),
        tuple(_corner(place) for place in row["outline"].split()),
        tuple("" if colour == "any" else colour for colour in row["asked"].split(";") if colour),
    )


def _values(text: str) -> Values:
    return tuple(sorted(int(value) for value in text.split(";") if value))


def _corner(text: str) -> tuple[float, float]:
    x, y = map(float, text.split(","))
    if not (0 <= x <= 1 and 0 <= y <= 1):
        message = f"{text[:20]!r} is no share of a picture"
        raise ValueError(message)
    return x, y
