"""`python -m vision.training.recipe FOLDER RENDERS PHOTOS [--out MODELS]`: trains both networks, from random weights
to the two files that the reader runs, on two cores, in an hour and twenty minutes.

Only the hard examples (mined) need a finder already: the shipped one. Shards that are in FOLDER are not drawn again.
Prints what each stage took.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from vision.network import MODELS

SHARDS = 80
"""Shards of 200 scenes that each of the two cores draws."""
STEPS = {"finder": (28_000, 13_500), "reader": (49_000, 20_500, 4_600)}
"""Steps of the first training and of those that go on from it."""
SIZES = {"finder": 32, "reader": 64}
RATES = (3e-3, 1.5e-3, 8e-4)
REAL_SHARES = {"finder": (0.3, 0.4), "reader": (0.3, 0.3, 0.3)}

Command = tuple[str, ...]
"""A module of vision.training and its arguments."""
Stage = tuple[str, tuple[tuple[Command, ...], ...]]
"""A name, and rows of commands: the rows side by side, a row's commands one after another."""


def stages(folder: Path, renders: Path, photos: Path, out: Path) -> list[Stage]:
    """Return all there is to do, in order."""
    into, given = str(folder), (str(renders), str(photos))

    def weights(network: str, turn: int) -> str:
        return str(folder / f"{network}{turn}.pt")

    def trained(network: str, turn: int) -> Command:
        start = ("--start", weights(network, turn - 1)) if turn > 1 else ()
        each = (("steps", STEPS[network]), ("rate", RATES), ("real-share", REAL_SHARES[network]))
        options = [word for name, values in each for word in (f"--{name}", str(values[turn - 1]))]
        size = ("--size", str(SIZES[network]), "--seed", str(turn))
        return ("train", network, into, weights(network, turn), *options, *size, *start)

    def mistakes(turn: int) -> tuple[Command, Command]:
        finder = str(folder / f"finder{turn - 1}.onnx")
        return ("export", "finder", weights("finder", turn - 1), finder), ("mined", into, str(turn), finder, *given)

    written = tuple(
        ("export", network, weights(network, len(STEPS[network])), str(out / f"{network}.onnx")) for network in STEPS
    )
    return [
        ("scenes", tuple((("shards", into, str(first), str(first + SHARDS)),) for first in (0, 100))),
        ("pictures", ((("real", into, *given),), (("mined", into, "1", str(MODELS / "finder.onnx"), *given),))),
        ("networks", tuple((trained(network, 1),) for network in STEPS)),
        ("networks again", ((trained("finder", 2),), (*mistakes(2), trained("reader", 2)))),
        ("boards", ((*mistakes(3), trained("reader", 3)),)),
        ("files", (written,)),
    ]


def run(rows: Sequence[Sequence[Command]]) -> None:
    """Run the rows side by side. Raises CalledProcessError when a command fails; nothing more of its row is begun."""
    waiting = [list(row) for row in rows]
    at_work: dict[int, subprocess.Popen[bytes]] = {}
    while any(waiting) or at_work:
        for place, row in enumerate(waiting):
            if place not in at_work and row:
                module, *given = row.pop(0)
                at_work[place] = subprocess.Popen(  # noqa: S603 - our own modules
                    [sys.executable, "-m", f"vision.training.{module}", *given]
                )
        for place, process in list(at_work.items()):
            if process.poll() is not None:
                del at_work[place]
                if process.returncode:
                    for other in at_work.values():
                        other.terminate()
                        other.wait()
                    raise subprocess.CalledProcessError(process.returncode, process.args)
        time.sleep(0.2)


def main() -> None:
    """Run all stages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("renders", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--out", type=Path, default=MODELS)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    for name, rows in stages(given.folder, given.renders, given.photos, given.out):
        started = time.monotonic()
        run(rows)
        now = time.monotonic()
        print(f"{name}: {(now - started) / 60:.1f} min, {(now - begun) / 60:.1f} in all", flush=True)


if __name__ == "__main__":
    main()
