"""`python -m training.recipe FOLDER RENDERS PHOTOS BYLER [--out MODELS] [--cores N] [--device cuda] [--part 1]`:
trains all networks, from random weights to the four files that the referee runs. MODEL_CARD.md has the duration on an
accelerator and on two cores. `--part` reduces the scenes and steps to this share of the usual: networks of the same
kind, a little worse.

Only the hard examples (mined) need an existing finder: the shipped one. Shards that are in FOLDER are not rendered
again. Prints the duration of each stage.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.imaging.crops import MODELS

SHARDS = 260
"""Number of rendered shards of 200 scenes."""
STEPS = {"finder": (10_500,), "reader": (9_500, 1_500), "poser": (7_000,)}
"""Steps of the first training, and of the second, which continues it."""
AGAIN = {"finder": 6_700, "reader": 7_350}
"""Steps that continue the shipped networks, with new dice among the old."""
AGAIN_RATE, AGAIN_REAL, AGAIN_TURNED = 3e-3, 0.35, {"finder": 0.0, "reader": 0.2}
"""Learning rate, share of real pictures and share of rotated crops of these."""
AGAIN_SHARDS = 77
"""Shards for these: old kinds of dice are rehearsed in all of them."""
OBJECT_STEPS = 2_000
SIZES = {"finder": 192, "reader": 1024, "poser": 256}
RATES = {"finder": (1.2e-2,), "reader": (1e-2, 2e-3), "poser": (7e-3,)}
REAL_SHARES = {"finder": (0.35,), "reader": (0.3, 0.4), "poser": (0.3,)}
TURNED = {"finder": (0.0,), "reader": (0.1, 0.5), "poser": (0.0,)}
"""Share of the rotated crops, so that the reader does not infer the upright from the appearance of a known table."""
MISTAKES = 1300
"""Number of rendered scenes, and of boards, that are searched for the shipped finder's mistakes."""
KEPT = {
    "MALLOC_MMAP_THRESHOLD_": str(1 << 32),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 33),
    "MALLOC_TOP_PAD_": str(1 << 26),
    "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",
}
"""Settings of glibc's malloc: freed memory is kept for the next step (10 % faster), in large pages where the system has
them (3 % more).
"""

Command = tuple[str, ...]
"""A module of `training` and its arguments."""
Stage = tuple[str, tuple[tuple[Command, ...], ...]]
"""A name, and rows of commands: rows run in parallel, the commands of a row one after another."""


@dataclass(frozen=True)
class Given:
    """The recipe's folder, pictures and output folder, the processor's cores, the device for training, and the `part`
    of all scenes and steps, 0 to 1. `again`: the shipped finder and reader are trained further, also on the folders
    `unpipped` and `tables` if given; the other networks stay as they are.
    """

    folder: Path
    renders: Path
    photos: Path
    byler: Path
    out: Path = MODELS
    cores: int = 2
    device: str = "cpu"
    part: float = 1.0
    again: bool = False
    unpipped: str = ""
    tables: str = ""

    @property
    def more(self) -> tuple[str, ...]:
        """The folders of photographs of dice without pips and of ray-traced tables, as arguments."""
        return (self.unpipped, self.tables) if self.again else ()

    def count(self, whole: int) -> str:
        """Return the part of a number, as an argument of a command."""
        return str(round(self.part * whole))


def stages(given: Given) -> list[Stage]:
    """Return all stages, in order."""
    into = str(given.folder)
    renders, photos, byler = str(given.renders), str(given.photos), str(given.byler)
    trained = AGAIN if given.again else STEPS
    last = {network: _weights(given, network, 1 if given.again else len(STEPS[network])) for network in trained}
    shipped = ("mined", into, "1", str(MODELS / "finder.onnx"), given.count(MISTAKES))
    objects = ("objects", into, str(given.out / "objects.onnx"), "--steps", given.count(OBJECT_STEPS))
    written = tuple(("export", network, last[network], str(given.out / f"{network}.onnx")) for network in trained)
    networks: tuple[tuple[Command, ...], ...] = (
        (_trained(given, "finder", 1), _trained(given, "poser", 1)),
        (_trained(given, "reader", 1), _trained(given, "reader", 2), objects),
    )
    if given.again:
        networks = ((_again(given, "finder"),), (_again(given, "reader"),))
    return [
        ("scenes", _shards(given)),
        (
            "pictures",
            (
                ((*shipped, renders, photos, *given.more),),
                (("real", into, renders, photos, byler, *given.more), shipped),
            ),
        ),
        ("networks", networks),
        ("files", (written,)),
    ]


def _weights(given: Given, network: str, turn: int) -> str:
    return str(given.folder / f"{network}{turn}.pt")


def _shards(given: Given) -> tuple[tuple[Command, ...], ...]:
    """Return a row for each core, with the command that renders its share of the shards."""
    count = AGAIN_SHARDS if given.again else SHARDS
    ends = [round(given.part * count * k / given.cores) for k in range(given.cores + 1)]
    row = ("shards", str(given.folder))
    return tuple(((*row, str(first), str(end)),) for first, end in itertools.pairwise(ends))


def _trained(given: Given, network: str, turn: int) -> Command:
    """Return the command that trains a network for the first time, or continues its training."""
    each = (("rate", RATES), ("real-share", REAL_SHARES), ("turned", TURNED))
    options = [word for name, values in each for word in (f"--{name}", str(values[network][turn - 1]))]
    options += ["--steps", given.count(STEPS[network][turn - 1]), "--size", str(SIZES[network]), "--seed", str(turn)]
    if given.device != "cpu":
        options += ["--device", given.device, "--processes", str(max(given.cores // 2 - 3, 1))]
    start = ("--start", _weights(given, network, turn - 1)) if turn > 1 else ()
    return ("train", network, str(given.folder), _weights(given, network, turn), *options, *start)


def _again(given: Given, network: str) -> Command:
    """Return the command that continues the training of a shipped network."""
    options: Command = (
        "--rate",
        str(AGAIN_RATE),
        "--real-share",
        str(AGAIN_REAL),
        "--turned",
        str(AGAIN_TURNED[network]),
    )
    options += ("--steps", given.count(AGAIN[network]), "--size", str(SIZES[network]), "--seed", "1")
    options += ("--start", str(MODELS / f"{network}.onnx"))
    if given.device != "cpu":
        options += ("--device", given.device, "--processes", str(max(given.cores // 2 - 3, 1)))
    return ("train", network, str(given.folder), _weights(given, network, 1), *options)


def run(rows: Sequence[Sequence[Command]]) -> None:
    """Run the rows in parallel. Raises CalledProcessError if a command fails; the rest of its row is not run."""
    waiting = [list(row) for row in rows]
    at_work: dict[int, subprocess.Popen[bytes]] = {}
    while any(waiting) or at_work:
        for place, row in enumerate(waiting):
            if place not in at_work and row:
                module, *given = row.pop(0)
                at_work[place] = subprocess.Popen(  # noqa: S603 - our own modules
                    [sys.executable, "-m", f"training.{module}", *given], env={**os.environ, **KEPT}
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
    for name in ("folder", "renders", "photos", "byler"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="that trains: cpu or cuda")
    parser.add_argument("--part", type=float, default=1.0, help="of the scenes and steps, 0 to 1")
    parser.add_argument("--again", action="store_true", help="continue the shipped finder and reader")
    parser.add_argument("--unpipped", default="", help="folder of photographs of dice without pips")
    parser.add_argument("--tables", default="", help="folder of ray-traced tables (training/raytraced.py)")
    given = Given(**vars(parser.parse_args()))
    for folder in (given.folder, given.out):
        folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    for name, rows in stages(given):
        started = time.monotonic()
        run(rows)
        now = time.monotonic()
        print(f"{name}: {(now - started) / 60:.1f} min, {(now - begun) / 60:.1f} in all", flush=True)


if __name__ == "__main__":
    main()
