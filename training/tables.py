"""Reads ray-traced tables with and without set-up: how much is right, sure, silently wrong and asked about?

    python -m training.tables FOLDER...

A FOLDER is what `../shared/tools/scenes/tables.py --seed N --tables T --throws K --out FOLDER` writes: tables with a
picture of each empty, throws into it and things beside it, as webcams send them. Each throw is read alone with nothing
known, alone with the number of dice, and as an evening in a tray that was set up (outline, empty picture, number) and
learns: throws in order, questions answered with the truth. Seeds on which anything was chosen report nothing
(bench/VISION.md names them).
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from vision.imaging.outline import Outline
from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.pipeline.tray_reader import TrayReader
from vision.tray.tray import Tray
from vision.trust.asked import AskedDice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vision.frames import Image
    from vision.reading import DieReading, Reading

SEEN = 10.0
"""Least step between pips and face, levels, of a die that can be read; 5 for pips without paint."""
AROUND = 0.12
"""Share of a labelled box by which the middle of a read die may lie outside it."""


@dataclass(frozen=True, eq=False)
class Throw:
    """A picture of dice, and its label."""

    picture: Path
    label: dict[str, Any]

    @property
    def asked(self) -> AskedDice:
        """The number of dice that were thrown."""
        return AskedDice(("",) * self.label["asked"], alone=True)

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the dice in the tray."""
        return tuple(die["value"] for die in self.label["dice"])

    @property
    def leans(self) -> bool:
        """Whether a die in the tray leans."""
        return any(die["cocked"] for die in self.label["dice"])

    @property
    def faint(self) -> bool:
        """Whether nobody can read one of the dice."""
        least = (SEEN / 2 if die["look"] == "engraved" else SEEN for die in self.label["dice"])
        return any((die["pip_contrast"] or 0.0) < most for die, most in zip(self.label["dice"], least, strict=True))

    def exact(self, reading: Reading, *, beside: bool) -> bool:
        """Return whether each level die was read once with its value, each leaning one was marked, and nothing else was
        read; with `beside` dice that lie beside the tray may be read too, if rightly.
        """
        found: Counter[int | None] = Counter()
        dice = [*self.label["dice"], *self.label["outside"]]
        for die in reading.dice:
            number = _at(die, dice)
            found[number] += 1
            if number is None:
                return False
            same = die.cocked if dice[number]["cocked"] else die.value == dice[number]["value"] and not die.cocked
            if not same or (number >= len(self.values) and not beside):
                return False
        return all(found[k] == 1 for k in range(len(self.values))) and max(found.values(), default=0) <= 1


@dataclass(frozen=True, eq=False)
class Table:
    """A tray before one camera: its picture without dice, its outline, and what was thrown, in order."""

    empty: Image
    outline: Outline
    throws: tuple[Throw, ...]


def tables(folder: Path) -> Iterator[Table]:
    """Yield the tables of a folder. Raises OSError, and ValueError for other labels."""
    labels = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    for name in sorted({label["table"] for label in labels}):
        here = [label for label in labels if label["table"] == name]
        throws = tuple(Throw(folder / label["file"], label) for label in here if label["kind"] == "throw")
        (empty,) = (label for label in here if label["kind"] == "empty")
        outline = Outline(tuple((float(x), float(y)) for x, y in empty["outline"]))
        yield Table(picture(folder / empty["file"]), outline, throws)


def picture(path: Path) -> Image:
    """Return a picture of a file. Raises OSError if it is none."""
    image = cv2.imread(str(path))
    if image is None:
        raise OSError(path)
    return image.astype("uint8", copy=False)


def alone(reader: Reader, table: Table) -> Iterator[tuple[Throw, Reading]]:
    """Yield the readings with nothing known."""
    return ((throw, reader.read(picture(throw.picture))) for throw in table.throws)


def counted(reader: Reader, table: Table) -> Iterator[tuple[Throw, Reading]]:
    """Yield the readings with the number of dice."""
    return ((throw, reader.read(picture(throw.picture), ReadContext(asked=throw.asked))) for throw in table.throws)


def evening(reader: Reader, table: Table) -> Iterator[tuple[Throw, Reading]]:
    """Yield the readings in a tray that was set up. Questions are answered."""
    tray = Tray()
    tray.set_up(table.outline, table.empty)
    of_tray = TrayReader(reader, tray=tray)
    for number, throw in enumerate(table.throws, 1):
        tray.asked = throw.asked
        reading = of_tray.read(picture(throw.picture), at=float(number))
        yield throw, reading
        if not reading.sure:
            tray.confirm(throw.values, reading.at)


def report(name: str, readings: Iterable[tuple[Throw, Reading]], *, beside: bool) -> Counter[str]:
    """Print how many readings are right, sure and silently wrong, and why people are asked."""
    count: Counter[str] = Counter()
    why: Counter[str] = Counter()
    named = []
    for throw, reading in readings:
        exact = throw.exact(reading, beside=beside)
        count["sure at all"] += reading.sure
        count["wrong"] += reading.sure and not exact
        if not reading.sure:
            why[reading.reasons[0].kind.value] += 1
        elif not exact:
            named.append(f"{throw.picture.name} {throw.values} read as {reading.values}")
        if throw.faint or throw.leans:
            count["leaning or faint"] += 1
            continue
        count.update(throws=1, exact=exact, sure=reading.sure)
    most = upper_bound(count["wrong"], count["sure at all"])
    print(
        f"{name}: {count['throws']} throws, exact {share(count['exact'], count['throws'])}, sure "
        f"{share(count['sure'], count['throws'])}, {100 - 100 * count['sure'] / max(count['throws'], 1):.0f} questions "
        f"in 100; silently wrong {count['wrong']} of {count['sure at all']}, at most {100 * most:.1f} %; "
        f"{count['leaning or faint']} more lean or are faint"
    )
    for each in named:
        print(f"    silently wrong: {each}")
    print("    asked: " + ", ".join(f"{kind} {number}" for kind, number in why.most_common(6)))
    return count


def upper_bound(wrong: int, number: int, risk: float = 0.05) -> float:
    """Return the upper bound, at 95 %, on the share of wrong ones (Clopper and Pearson 1934)."""
    if wrong >= number:
        return 1.0
    low, high = wrong / number, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        chance = sum(math.comb(number, k) * middle**k * (1 - middle) ** (number - k) for k in range(wrong + 1))
        low, high = (middle, high) if chance > risk else (low, middle)
    return high


def share(part: int, whole: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / max(whole, 1):.1f} %"


def _at(die: DieReading, dice: list[dict[str, Any]]) -> int | None:
    """Return the number of the labelled die at a read one, None if there is none."""
    x, y = (die.box[0] + die.box[2]) / 2, (die.box[1] + die.box[3]) / 2
    near = []
    for number, each in enumerate(dice):
        x0, y0, x1, y1 = each["bbox"]
        across, down = AROUND * (x1 - x0), AROUND * (y1 - y0)
        if x0 - across <= x <= x1 + across and y0 - down <= y <= y1 + down:
            near.append((min(math.dist((x, y), each[key]) for key in ("centre", "top_centre")), number))
    return min(near)[1] if near else None


WAYS: dict[str, tuple[Callable[[Reader, Table], Iterator[tuple[Throw, Reading]]], bool]] = {
    "nothing known": (alone, True),
    "number known": (counted, True),
    "set up": (evening, False),
}


def main() -> None:
    """Read the folders of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    every = [table for folder in options.folders for table in tables(folder)]
    print(f"{len(every)} tables")
    for name, (way, beside) in WAYS.items():
        report(name, (pair for table in every for pair in way(reader, table)), beside=beside)


if __name__ == "__main__":
    main()
