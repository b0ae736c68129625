"""`python -m vision.training.recipe FOLDER RENDERS PHOTOS [--out MODELS] [--part 0.7]`: trains all networks, from
random weights to the three files that the referee runs, on two cores, in an hour and a quarter to an hour and three
quarters (MODEL_CARD.md), on processors that cannot multiply bfloat16 in more than three. With `--part` it draws and
steps only so much of what is usual: networks of the same kind, a little worse.

Only the hard examples (mined) need a finder already: the shipped one. Shards that are in FOLDER are not drawn again.
Prints what each stage took.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from vision.imaging.crops import MODELS

SHARDS = 74
"""Shards of 200 scenes that each of the two cores draws."""
STEPS = {"finder": (25_000,), "reader": (43_000, 4_200), "poser": (7_000,)}
"""Steps of the first training and of the one that goes on from it."""
SIZES = {"finder": 32, "reader": 64, "poser": 64}
RATES = {"finder": (1e-2,), "reader": (6e-3, 2e-3), "poser": (6e-3,)}
REAL_SHARES = {"finder": (0.35,), "reader": (0.3, 0.4), "poser": (0.3,)}
TURNED = {"finder": (0.0,), "reader": (0.0, 0.5), "poser": (0.0,)}
"""Share of the crops that are turned: so the reader does not know a table it has seen by its looks."""
MISTAKES = ((2000, 2000), (400, 600))
"""Drawn scenes, usual ones and boards, in which the shipped finder's mistakes are looked for, and the new one's own."""
LOOKALIKES = (3000, 3000)
"""Drawn tables with things on them that could pass for dice, for each of the two cores."""
PARTS = (4000, 2500)
"""Drawn scenes with sheets over dice, for each of the two cores."""
PARTS_OF_EACH = 4
"""Times that sheets are laid over each picture that may be trained on."""
KEPT = {
    "MALLOC_MMAP_THRESHOLD_": str(1 << 32),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 33),
    "MALLOC_TOP_PAD_": str(1 << 26),
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}
"""Settings of glibc's malloc: memory that was given back is kept for the next step (a tenth quicker), in large pages
where the system has them (3 % more)."""

Command = tuple[str, ...]
"""A module of vision.training and its arguments."""
Stage = tuple[str, tuple[tuple[Command, ...], ...]]
"""A name, and rows of commands: the rows side by side, a row's commands one after another."""


def stages(folder: Path, renders: Path, photos: Path, out: Path, part: float = 1.0) -> list[Stage]:
    """Return all there is to do, in order, or a `part` of it."""
    into, given = str(folder), (str(renders), str(photos))

    def weights(network: str, turn: int) -> str:
        return str(folder / f"{network}{turn}.pt")

    def trained(network: str, turn: int) -> Command:
        each = (("steps", STEPS), ("rate", RATES), ("real-share", REAL_SHARES), ("turned", TURNED))
        chosen = {name: values[network][turn - 1] for name, values in each}
        chosen["steps"] = round(part * chosen["steps"])
        options = [word for name, value in chosen.items() for word in (f"--{name}", str(value))]
        start = ("--start", weights(network, turn - 1)) if turn > 1 else ()
        size = ("--size", str(SIZES[network]), "--seed", str(turn))
        return ("train", network, into, weights(network, turn), *options, *size, *start)

    def mistakes(turn: int, finder: str) -> tuple[Command, Command]:
        usual, boards = (("mined", into, str(turn), finder, str(scenes)) for scenes in MISTAKES[turn - 1])
        return (*usual, *given), boards

    own = str(folder / "finder1.onnx")
    before, again = mistakes(1, str(MODELS / "finder.onnx")), mistakes(2, own)
    alike = tuple(
        (("lookalikes", into, str(number), str(round(part * count)), own),) for number, count in enumerate(LOOKALIKES)
    )
    hidden = tuple((("parts", into, str(number), str(round(part * count)), own),) for number, count in enumerate(PARTS))
    real_parts = ("parts", into, str(len(PARTS)), str(PARTS_OF_EACH), own, *given)
    taught = str(out / "reader.onnx")
    written = tuple(
        ("export", network, weights(network, len(STEPS[network])), str(out / f"{network}.onnx")) for network in STEPS
    )
    return [
        ("scenes", tuple((("shards", into, str(first), str(first + round(part * SHARDS))),) for first in (0, 100))),
        ("pictures", ((before[0],), (("real", into, *given), before[1]))),
        (
            "networks",
            ((trained("finder", 1), ("export", "finder", weights("finder", 1), own)), (trained("reader", 1),)),
        ),
        ("mistakes", tuple((each,) for each in again)),
        ("reader again, poser", ((trained("reader", 2),), (trained("poser", 1),))),
        ("lookalikes", alike),
        ("parts of dice", (*hidden[:-1], (*hidden[-1], real_parts))),
        ("files", (written,)),
        ("reader taught", ((("unlike", into, taught), ("partly", into, taught)),)),
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
                    [sys.executable, "-m", f"vision.training.{module}", *given], env={**os.environ, **KEPT}
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
    parser.add_argument("--part", type=float, default=1.0, help="of the scenes and steps, 0 to 1")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    for name, rows in stages(given.folder, given.renders, given.photos, given.out, given.part):
        started = time.monotonic()
        run(rows)
        now = time.monotonic()
        print(f"{name}: {(now - started) / 60:.1f} min, {(now - begun) / 60:.1f} in all", flush=True)


if __name__ == "__main__":
    main()
