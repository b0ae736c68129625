"""Dump every reading of all pictures and clips at hand, and compare two dumps: shows whether a change of the code
changes a reading.

usage: python bench/readings.py dump FILE [--set NAME ...] [--every N] [--asked N]
       python bench/readings.py compare OLD NEW [--ignore FIELD ...] [--common] [--tolerance T] [--show N]

`dump` writes one line of JSON for each picture (the reading and the label) and each clip (the watcher's events). It
leaves out sets whose folder is missing. The whole takes three to five minutes on one core, `--every 8` about one.
With `--asked 0` the reader knows how many dice the label has, as in a game that asks for them; with `--asked -1` one
fewer, as if somebody threw one too many.
`compare` lists and counts the differences by field and prints the figures of both dumps for each set, side by side. It
exits with 1 where anything differs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

import reading_clips as clips
import reading_sets as sets
from reading_figures import print_figures

from vision.pipeline.context import ReadContext
from vision.trust.asked import AskedDice

DICE = ROOT.parent / "shared" / "dice"
SETS: dict[str, tuple[Path | None, Callable[[], Iterator[sets.Picture | clips.Clip]]]] = {
    "photos": (DICE / "photos", lambda: sets.photographs(DICE / "photos")),
    "photos-nell-byler": (DICE / "photos-nell-byler", lambda: sets.photographs(DICE / "photos-nell-byler")),
    "stills": (DICE / "renders", lambda: sets.stills(DICE / "renders")),
    "spoilt": (DICE, lambda: sets.spoilt(sets.all_pictures(DICE))),
    "drawn": (None, sets.drawn),
    "clips": (DICE / "renders", lambda: clips.clips(DICE / "renders")),
    "sessions": (None, clips.sessions),
    "set-up sessions": (None, clips.set_up_sessions),
}
"""For each set the folder that it needs, if any, and a function that yields its pictures or clips."""
RENAMED = {"upright": "top_offset", "upright_off": "top_offset_sigma"}
"""Renamed fields of older dumps."""


def new_reader() -> Any:
    """Return a reader of single pictures. This and `new_watcher` are all that names the code under test."""
    from vision.pipeline.reader import Reader  # noqa: PLC0415  named in one place

    return Reader()


def new_watcher(set_up: clips.SetUp | None) -> Any:
    """Return a watcher of a tray, which was set up if `set_up` is given."""
    from calibration.drift.reference import drift_reference_of  # noqa: PLC0415  named in one place
    from calibration.light.colours import colour_sample, enrol  # noqa: PLC0415
    from calibration.profile.tray_profile import TrayProfile  # noqa: PLC0415
    from calibration.solve.lens import Lens  # noqa: PLC0415
    from calibration.solve.plane import plane_from_corners  # noqa: PLC0415
    from vision import open_watcher  # noqa: PLC0415

    if set_up is None:
        return open_watcher()
    height, width = set_up.empty.shape[:2]
    lens = Lens(width, height, set_up.focal_px, set_up.focal_px, (width - 1) / 2, (height - 1) / 2)
    plane = plane_from_corners(set_up.corners_px, *set_up.size_mm, lens, width)
    backdrop = drift_reference_of(set_up.empty, set_up.corners_px)
    bare = TrayProfile("sim:", width, height, "now", lens, plane, set_up.corners_px, backdrop=backdrop)
    reader, samples = new_reader(), {"red": [], "blue": []}
    for image in set_up.dice:
        for die in reader.read(image).dice:
            if die.colour in samples and (sample := colour_sample(image, die.box, bare.ground(image))):
                samples[die.colour].append(sample)
    dice = tuple(enrol(f"owner of {colour}", found) for colour, found in samples.items())
    return open_watcher(replace(bare, dice=dice))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    dumping = commands.add_parser("dump")
    dumping.add_argument("file", type=Path)
    dumping.add_argument("--set", dest="sets", action="append", choices=sorted(SETS), help="only this set")
    dumping.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture or clip of a set")
    dumping.add_argument(
        "--asked", type=int, metavar="N", help="the reader knows the labelled number of dice plus this"
    )
    dumping.set_defaults(run=dump)
    comparing = commands.add_parser("compare")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument(
        "--ignore", action="append", default=[], metavar="FIELD", help="a field, like why or dice.box"
    )
    comparing.add_argument("--common", action="store_true", help="only what both dumps hold")
    comparing.add_argument(
        "--tolerance", type=float, default=0.0, help="by how much numbers with a fraction may differ"
    )
    comparing.add_argument("--show", type=int, default=40, help="list differences up to this number")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    return int(options.run(options))


def dump(options: argparse.Namespace) -> int:
    """Read all pictures and clips, and write the readings."""
    cv2.setNumThreads(1)
    reader = new_reader()
    with options.file.open("w", encoding="utf-8") as out:
        _write(out, {"about": _about()})
        for name in options.sets or SETS:
            folder, items = SETS[name]
            if folder is not None and not folder.is_dir():
                print(f"{name:18} left out: there is no folder {folder.relative_to(ROOT.parent)} beside the project")
                continue
            began, count = time.perf_counter(), 0
            for item in list(items())[:: options.every]:
                _write(out, _entry(item, reader, options.asked))
                count += 1
            print(f"{name:18} {count:4d} in {time.perf_counter() - began:.0f} s", flush=True)
    return 0


def _about() -> dict[str, Any]:
    models = {path.name: _digest(path.read_bytes()) for path in sorted((ROOT / "vision").rglob("*.onnx"))}
    git = ["git", "-C", ROOT, "describe", "--always", "--dirty"]
    commit = subprocess.run(git, check=False, capture_output=True, text=True)
    return {"commit": commit.stdout.strip(), "models": models, "opencv": cv2.__version__, "numpy": np.__version__}


def _entry(item: sets.Picture | clips.Clip, reader: Any, more: int | None) -> dict[str, Any]:
    head = {"set": item.set_name, "file": item.name}
    if isinstance(item, clips.Clip):
        events = list(_events(item))
        return head | {"rests": item.rests, "events": events}
    image = item.load()
    if image is None:
        return head | {"error": "not a picture that can be opened"}
    return (
        head
        | {"label": item.label, "pixels": _digest(image.tobytes())}
        | _fields(reader.read(image, known(item.label, more)))
    )


def known(label: dict[str, Any] | None, more: int | None) -> ReadContext:
    """Return what a game knows that asks for as many dice as the label has and this many `more`; nothing for None."""
    if label is None or more is None or len(label["values"]) + more < 1:
        return ReadContext()
    return ReadContext(asked=AskedDice(("",) * (len(label["values"]) + more)))


def _events(clip: clips.Clip) -> Iterator[dict[str, Any]]:
    watcher = new_watcher(clip.set_up())
    number = 0
    for frame in clip.frames():
        lost = isinstance(frame, str)
        number = number if lost else frame.number
        try:
            happened = watcher.lost(frame) if lost else watcher.feed(frame)
        except Exception as error:  # noqa: BLE001  a crash is a finding like another
            yield {"event": "error", "frame": number, "why": f"{type(error).__name__}: {error}"}
            continue
        for seen in happened:
            event = {"event": type(seen).__name__.lower(), "frame": number}
            event |= {key: getattr(seen, key) for key in ("again", "why") if hasattr(seen, key)}
            yield event | (_fields(seen.reading) if hasattr(seen, "reading") else {})


def _fields(reading: Any) -> dict[str, Any]:

    fields = asdict(reading) | {"empty": reading.empty, "why": str(reading.why)}
    return _rounded({key: value for key, value in fields.items() if key not in {"at", "frame", "ms"}})


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return round(float(value), 4) if isinstance(value, float | np.floating) else value


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _write(out: Any, line: dict[str, Any]) -> None:
    out.write(json.dumps(line, separators=(",", ":"), default=str) + "\n")


def compare(options: argparse.Namespace) -> int:
    """Print the differences of two dumps and the metrics of each. Return 1 if anything differs."""
    (about_old, old), (about_new, new) = _dumped(options.old), _dumped(options.new)
    for key in about_old.keys() | about_new.keys():
        if about_old.get(key) != about_new.get(key):
            print(f"{key}: {about_old.get(key)} -> {about_new.get(key)}")
    if options.common:
        both = old.keys() & new.keys()
        old, new = ({key: each[key] for key in each if key in both} for each in (old, new))
    ignored = set(options.ignore)
    counts: Counter[tuple[str, str]] = Counter()
    for key in dict.fromkeys([*old, *new]):
        for place, field, was, is_now in _differences(old.get(key), new.get(key), options.tolerance):
            if field in ignored or field.rpartition(".")[2] in ignored:
                continue
            counts[key[0], field] += 1
            if counts.total() <= options.show:
                print(f"{key[0]} {key[1]}: {place}: {_short(was)} -> {_short(is_now)}")
    print(f"{counts.total()} differences in {len(old)} and {len(new)} pictures and clips")
    for (name, field), count in sorted(counts.items()):
        print(f"  {name:18} {field or 'in one dump only':24} {count:6d}")
    print_figures(old, new)
    return int(bool(counts))


def _dumped(path: Path) -> tuple[dict[str, Any], dict[tuple[str, str], dict[str, Any]]]:
    text = path.read_text(encoding="utf-8")
    for old, new in RENAMED.items():
        text = text.replace(f'"{old}":', f'"{new}":')
    lines = [json.loads(line) for line in text.splitlines()]
    return lines[0]["about"], {(line["set"], line["file"]): line for line in lines[1:]}


def _differences(old: Any, new: Any, tolerance: float, place: str = "", field: str = "") -> Iterator[tuple[Any, ...]]:
    """Yield (place, field, old, new): the field is the place without the numbers of dice and events."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            deeper = (f"{each}.{key}".lstrip(".") for each in (place, field))
            yield from _differences(old.get(key), new.get(key), tolerance, *deeper)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip_longest(old, new)):
            yield from _differences(one, other, tolerance, f"{place}[{number}]", field)
    elif isinstance(old, float) and isinstance(new, float) and abs(old - new) <= tolerance + 1e-9:
        return
    elif old != new:
        yield place, field, old, new


def _short(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"))
    return text if len(text) <= 100 else f"{text[:97]}..."


if __name__ == "__main__":
    raise SystemExit(main())
