"""Report the shipped reader on fresh drawn scenes that nothing was fitted or chosen on, by kind of difficulty.

usage: python bench/trust_report.py [--scenes 3000] [--first 0]

Each scene is read twice: without any knowledge, and as in a game that asks for as many dice as lie there. Of a scene in
which a die is partly hidden nobody can say what is right: it is left out. "At most" is Clopper and Pearson's bound, at
95 %, on the share of sure readings that are wrong. Takes half an hour on one core.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import trust_sets as sets
from fit_trust import upper_bound

from vision.pipeline.context import ReadContext
from vision.pipeline.reader import Reader
from vision.reading import Reading
from vision.trust.asked import AskedDice

SHOWN = 500
"""Scenes after which the table is printed again."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader, rows = Reader(), dict[str, Counter[str]]()
    for number, drawn in enumerate(sets.drawn(sets.REPORT + options.first, options.scenes), 1):
        _add(rows, drawn, reader)
        if number % SHOWN == 0 or number == options.scenes:
            print(f"{number} of {options.scenes} scenes\n")
            _print(rows)
    return 0


def _add(rows: dict[str, Counter[str]], drawn: sets.Drawn, reader: Reader) -> None:
    """Read a scene both ways, and count what came of it."""
    scene, count = drawn.scene, len(drawn.scene.dice)
    plain = reader.read(scene.picture)
    known = ReadContext(asked=AskedDice(("",) * count, fewer=True)) if count else ReadContext()
    asked = reader.read(scene.picture, known)
    right = sets.judged(scene, [(die.value, die.box) for die in plain.dice if not die.cocked])
    if right is None:
        return
    for kind in (drawn.kind, "all"):
        row = rows.setdefault(kind, Counter())
        row["scenes"] += 1
        row["exact"] += right
        for name, reading in (("plain", plain), ("asked", asked)):
            row[f"{name} sure"] += _accepted(reading)
            row[f"{name} wrong"] += _accepted(reading) and not right


def _accepted(reading: Reading) -> bool:
    """Whether nobody is asked: a sure reading without a leaning die."""
    return reading.sure and not any(die.cocked for die in reading.dice)


def _print(rows: dict[str, Counter[str]]) -> None:
    print("| scenes | number | exact | sure | silently wrong, at most | number known: sure | silently wrong, at most |")
    for kind, row in rows.items():
        shares = [f"{row[name] / row['scenes']:.1%}" for name in ("exact", "plain sure", "asked sure")]
        wrong = [
            f"{row[f'{name} wrong']}, {upper_bound(row[f'{name} wrong'], row[f'{name} sure']):.2%}"
            for name in ("plain", "asked")
        ]
        print(f"| {kind} | {row['scenes']} | {shares[0]} | {shares[1]} | {wrong[0]} | {shares[2]} | {wrong[1]} |")
    print(flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
