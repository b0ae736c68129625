"""Metrics of the reader on labelled pictures: exact, silently wrong, coverage, and time."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from catseye.image_files import PICTURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.reading import Reading

SAME_COLOUR = {"ivory": "white"}
_BROKEN = (ValueError, KeyError, TypeError, AttributeError, RecursionError, csv.Error)
"""Errors of invalid labels: no text, no JSON, keys missing or of another type."""


@dataclass(frozen=True)
class Labelled:
    """A picture with its label: sorted `values` of the level dice (None if unlabelled), `colours` with values if known,
    `special` "" | "cocked" | "faint" (a face is hidden by glare or noise), `group` (source or kind of table).
    """

    path: Path
    values: tuple[int, ...] | None
    colours: Counter[tuple[str, int]] | None = None
    special: str = ""
    group: str = ""


def labelled(folder: Path) -> Iterator[Labelled]:
    """Yield the pictures of a folder with `index.csv` or `labels.jsonl`, or of any folder, unlabelled. Raises OSError
    if there is no such folder, and ValueError that names a file of invalid labels.
    """
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder}: no such folder")
    for name, read in (("index.csv", _from_index), ("labels.jsonl", _from_labels)):
        if (folder / name).is_file():
            try:
                yield from read(folder)
            except _BROKEN as wrong:
                raise ValueError(f"{folder / name}: not the labels of pictures ({wrong!r})") from wrong
            return
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in PICTURES:
            yield Labelled(path, None, group=path.parent.name)


def _from_index(folder: Path) -> Iterator[Labelled]:
    with (folder / "index.csv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            if row.get("score", "1") == "1":
                values = tuple(sorted(int(v) for v in row["values"].split(";") if v))
                yield Labelled(folder / row["file"], values, group=row["source_repo"])


def _from_labels(folder: Path) -> Iterator[Labelled]:
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        if "rests" in label or any(0.05 < die.get("in_frame", 1) <= 0.5 for die in label["dice"]):
            continue
        dice = [die for die in label["dice"] if die.get("in_frame", 1) > 0.5]
        flat = [die for die in dice if not die["cocked"]]
        faint = any(die.get("pip_contrast", 255) < 10 for die in dice)
        yield Labelled(
            folder / label["file"],
            tuple(sorted(die["value"] for die in flat)),
            Counter((SAME_COLOUR.get(die["colour"], die["colour"]), die["value"]) for die in flat),
            "cocked" if len(flat) < len(dice) else "faint" if faint else "",
            f"{label['scene']}/{label['camera']}",
        )


@dataclass(frozen=True)
class Score:
    """Shares of pictures unless stated. `macro` is the mean of the groups' exact shares."""

    pictures: int
    exact: float
    macro: float
    coverage: float
    silent_wrong: int
    colours_right: float
    cocked_caught: str
    ms_median: float
    ms_p95: float
    groups: dict[str, str]


def score(answers: Iterable[tuple[Labelled, Reading]]) -> Score:
    """Return the metrics of all answers; unlabelled pictures count for coverage and time only."""
    groups: dict[str, list[bool]] = defaultdict(list)
    times, sure, wrong, total = [], 0, 0, 0
    coloured = colours_right = cocked = caught = 0
    for label, reading in answers:
        total += 1
        times.append(reading.ms)
        sure += reading.sure
        same = label.values is None or reading.values == label.values
        if label.special == "cocked":
            marked = any(die.cocked for die in reading.dice)
            cocked, caught = cocked + 1, caught + (marked or not reading.sure)
            wrong += reading.sure and not marked
            continue
        wrong += reading.sure and not same
        if label.special == "faint" or label.values is None:
            continue
        groups[label.group].append(same)
        if same and label.colours is not None:
            seen = Counter((die.colour, die.value) for die in reading.dice if not die.cocked)
            coloured += len(label.values)
            colours_right += sum((seen & label.colours).values())
    n = sum(len(group) for group in groups.values())
    return Score(
        pictures=total,
        exact=sum(map(sum, groups.values())) / max(n, 1),
        macro=float(np.mean([np.mean(group) for group in groups.values()])) if groups else 0.0,
        coverage=sure / max(total, 1),
        silent_wrong=wrong,
        colours_right=colours_right / coloured if coloured else 0.0,
        cocked_caught=f"{caught}/{cocked}",
        ms_median=float(np.median(times)) if times else 0.0,
        ms_p95=float(np.percentile(times, 95)) if times else 0.0,
        groups={name: f"{sum(group)}/{len(group)}" for name, group in sorted(groups.items())},
    )
