"""A game on the rendered tray: dice are thrown, pushed, turned and taken up, hands and other things cover the lens,
light changes, the camera is bumped, loses its cable or repeats its pictures, and a real controller keeps the game.

usage: python bench/vision_soak.py [--seed 1] [--acts 150] [--size 640x480]

After each act the recorded roll is compared with the throw. Prints, for each kind of act, how often the roll was
accepted and right, asked about, WRONG (accepted but not thrown) or MISSED, and the questions without a throw. The
program ends with 1 if anything is WRONG.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from app_soak import AFTERWARDS_S, RenderedTable


def _throw(it: RenderedTable) -> None:
    it.throw()
    it.settle()


def _throw_under_a_hand(it: RenderedTable) -> None:
    it.throw()
    it.hand.pass_over()
    it.settle()


def _throw_while_something_lies_on_the_lens(it: RenderedTable) -> None:
    began = it.clock.now()
    it.throw()
    begins = it.random.uniform(began, it.hand.calm_at() + 1.0)
    ends = begins + it.random.uniform(0.1, 3.0)
    it.watch(max(it.hand.calm_at(), ends) + AFTERWARDS_S, it.covered(begins, ends))


def _throw_while_the_light_changes(it: RenderedTable) -> None:
    began = it.clock.now()
    it.throw()
    begins, takes = it.random.uniform(began, it.hand.calm_at() + 1.0), it.random.choice((0.03, 0.5, 2.0))
    it.watch(max(it.hand.calm_at(), begins + takes) + AFTERWARDS_S, it.dims(begins, takes))


def _throw_in_repeated_pictures(it: RenderedTable) -> None:
    it.camera.repeats = it.random.choice((0.1, 0.3, 0.5))
    _throw(it)
    it.camera.repeats = 0.0


def _throw_while_the_cable_is_out(it: RenderedTable) -> None:
    it.throw()
    it.watch(it.random.uniform(it.clock.now(), it.hand.calm_at()))
    it.lose()
    it.settle()


def _hand(it: RenderedTable) -> None:
    it.hand.pass_over()
    it.settle()


def _push(it: RenderedTable) -> None:
    if it.lying:
        it.hand.nudge(it.random.randrange(it.lying))
    it.settle()


def _turn(it: RenderedTable) -> None:
    if it.lying:
        it.hand.nudge(it.random.randrange(it.lying), value=it.random.randint(1, 6))
    it.settle()


def _push_and_throw(it: RenderedTable) -> None:
    if it.lying:
        it.hand.nudge(it.random.randrange(it.lying), value=it.random.choice((None, it.random.randint(1, 6))))
        it.watch(it.hand.calm_at() + it.random.choice((0.0, 0.1, 0.5)))
    _throw(it)


def _take_up(it: RenderedTable) -> None:
    it.hand.clear()
    it.lying = 0
    it.settle()


def _cover(it: RenderedTable) -> None:
    begins = it.clock.now()
    ends = begins + it.random.uniform(0.05, 3.0)
    it.watch(ends + 1.0 + AFTERWARDS_S, it.covered(begins, ends))


def _cover_and_throw(it: RenderedTable) -> None:
    it.watch(it.clock.now() + it.random.uniform(0.05, 3.0), it.covered(0.0, float("inf")))
    it.throw()
    calm = it.hand.calm_at()
    it.watch(it.random.choice((it.random.uniform(it.clock.now(), calm), calm + it.random.uniform(0.0, 2.0))))
    it.camera.cover = None
    it.watch(max(calm, it.clock.now()) + 1.0 + AFTERWARDS_S)


def _light(it: RenderedTable) -> None:
    begins, takes = it.clock.now(), it.random.choice((0.03, 0.5, 3.0))
    it.watch(begins + takes + AFTERWARDS_S, it.dims(begins, takes))


def _bump(it: RenderedTable) -> None:
    it.camera.shift = it.random.randint(-12, 12), it.random.randint(-12, 12)
    it.settle()


def _cable(it: RenderedTable) -> None:
    it.lose()
    it.settle()


ACTS: tuple[tuple[str, Callable[[RenderedTable], None], int], ...] = (
    ("a throw", _throw, 5),
    ("a throw, a hand over it", _throw_under_a_hand, 1),
    ("a throw, the lens covered", _throw_while_something_lies_on_the_lens, 1),
    ("a throw while the light changes", _throw_while_the_light_changes, 1),
    ("a throw in repeated pictures", _throw_in_repeated_pictures, 1),
    ("a throw, the cable out", _throw_while_the_cable_is_out, 1),
    ("a throw after a push or a turn", _push_and_throw, 1),
    ("a throw, the lens covered before", _cover_and_throw, 1),
    ("a hand", _hand, 1),
    ("a push", _push, 1),
    ("a turn", _turn, 1),
    ("dice taken up", _take_up, 1),
    ("the lens covered", _cover, 1),
    ("the light changes", _light, 1),
    ("the camera bumped", _bump, 1),
    ("the cable out", _cable, 1),
)
"""The acts and their relative frequencies."""


def happened(it: RenderedTable, act: Callable[[RenderedTable], None]) -> str:
    """Perform an act; return the outcome, and correct the record where needed."""
    it.thrown, counted = None, len(it.rolls()) if it.play_on() else 0
    act(it)
    new = it.rolls()[counted:]
    asked = it.controller.pending_review is not None
    if it.thrown is None:
        it.controller.dismiss()
        return "WRONG" if new else "asked for nothing" if asked else "right"
    if new:
        it.controller.dismiss()
        return "right" if new == [it.thrown] else "WRONG"
    it.tell(it.thrown)
    return "asked" if asked else "MISSED"


def main() -> int:
    """Play, and print the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int, default=150)
    parser.add_argument("--size", default="640x480")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    it, counts = RenderedTable(options.seed, options.size), {name: Counter[str]() for name, _, _ in ACTS}
    often = [share for _, _, share in ACTS]
    for number in range(options.acts):
        name, act, _ = it.random.choices(ACTS, often)[0]
        came = happened(it, act)
        counts[name][came] += 1
        if came in {"WRONG", "MISSED"}:
            print(f"act {number}, {name}: {came}; thrown {it.thrown}, counted {it.rolls()[-2:]}")
    columns = ("right", "asked", "asked for nothing", "MISSED", "WRONG")
    print(f"{options.acts} acts, seed {options.seed}".ljust(36) + "  ".join(columns))
    whole = sum(counts.values(), Counter[str]())
    for name, count in (*counts.items(), ("all", whole)):
        print(name.ljust(36) + "  ".join(f"{count[column]:{len(column)}d}" for column in columns))
    return int(whole["WRONG"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
