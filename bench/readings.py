"""Every reading over all pictures and clips at hand, written down and compared: a change of the code that should change
no reading is shown to change none.

usage: python bench/readings.py dump FILE [--set NAME ...] [--every N]
       python bench/readings.py compare OLD NEW [--ignore FIELD ...] [--common] [--tolerance T] [--show N]

`dump` writes a line of JSON for each picture (what was read, with the label) and each clip (the events of a watcher).
`compare` lists what differs and counts it by field, prints how well each dump reads each set, side by side, and ends
with 1 where anything differs.
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

import reading_clips as clips  # noqa: E402
import reading_sets as sets  # noqa: E402

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
"""For each set the folder that it needs, if any, and what yields its pictures or clips."""
RENAMED = {"upright": "top_offset", "upright_off": "top_offset_sigma"}
"""Fields that older dumps call otherwise."""
EARLY = 3
"""Frames by which a rest may be told before its label begins, or after it ends."""


def new_reader() -> Any:
    """Return a reader of single pictures. This and `new_watcher` are all that names the code under test."""
    from vision.pipeline.reader import Reader  # noqa: PLC0415  named in one place

    return Reader()


def new_watcher(set_up: clips.SetUp | None) -> Any:
    """Return a watcher of a tray, which was set up if `set_up` is given."""
    from calibration.colours import enrol, look_at  # noqa: PLC0415
    from calibration.drift_reference import backdrop_of  # noqa: PLC0415  named in one place
    from calibration.lens import Lens  # noqa: PLC0415
    from calibration.plane import plane_from_corners  # noqa: PLC0415
    from calibration.profile import TrayProfile  # noqa: PLC0415
    from vision import open_watcher  # noqa: PLC0415

    if set_up is None:
        return open_watcher()
    height, width = set_up.empty.shape[:2]
    lens = Lens(width, height, set_up.focal_px, set_up.focal_px, (width - 1) / 2, (height - 1) / 2)
    plane = plane_from_corners(set_up.corners_px, *set_up.size_mm, lens, width)
    backdrop = backdrop_of(set_up.empty, set_up.corners_px)
    bare = TrayProfile("sim:", width, height, "now", lens, plane, set_up.corners_px, backdrop=backdrop)
    reader, looks = new_reader(), {"red": [], "blue": []}
    for image in set_up.dice:
        for die in reader.read(image).dice:
            if die.colour in looks and (look := look_at(image, die.box, bare.ground(image))):
                looks[die.colour].append(look)
    dice = tuple(enrol(f"owner of {colour}", found) for colour, found in looks.items())
    return open_watcher(replace(bare, dice=dice))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    dumping = commands.add_parser("dump")
    dumping.add_argument("file", type=Path)
    dumping.add_argument("--set", dest="sets", action="append", choices=sorted(SETS), help="only this set")
    dumping.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth picture or clip of a set")
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
    comparing.add_argument("--show", type=int, default=40, help="so many differences are listed")
    comparing.set_defaults(run=compare)
    options = parser.parse_args()
    return int(options.run(options))


def dump(options: argparse.Namespace) -> int:
    """Read, and write what was read."""
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
                _write(out, _entry(item, reader))
                count += 1
            print(f"{name:18} {count:4d} in {time.perf_counter() - began:.0f} s", flush=True)
    return 0


def _about() -> dict[str, Any]:
    models = {path.name: _digest(path.read_bytes()) for path in sorted((ROOT / "vision").rglob("*.onnx"))}
    git = ["git", "-C", ROOT, "describe", "--always", "--dirty"]
    commit = subprocess.run(git, check=False, capture_output=True, text=True)
    return {"commit": commit.stdout.strip(), "models": models, "opencv": cv2.__version__, "numpy": np.__version__}


def _entry(item: sets.Picture | clips.Clip, reader: Any) -> dict[str, Any]:
    head = {"set": item.set_name, "file": item.name}
    if isinstance(item, clips.Clip):
        events = list(_events(item))
        return head | {"rests": item.rests, "events": events}
    image = item.load()
    if image is None:
        return head | {"error": "not a picture that can be opened"}
    return head | {"label": item.label, "pixels": _digest(image.tobytes())} | _fields(reader.read(image))


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
    from vision.trust.reasons import sentence  # noqa: PLC0415  named in one place

    fields = asdict(reading) | {"empty": reading.empty, "why": sentence(reading.reasons)}
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
    """Print what differs between two dumps, and how well each reads. 1 where anything differs."""
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
    _print_figures(old, new)
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


def _print_figures(old: dict[tuple[str, str], Any], new: dict[tuple[str, str], Any]) -> None:
    names = dict.fromkeys(key[0] for key in [*old, *new])
    for name in names:
        sides = [_figures([line for key, line in side.items() if key[0] == name]) for side in (old, new)]
        print(f"{name}:")
        for figure in dict.fromkeys([*sides[0], *sides[1]]):
            print(f"  {figure:22} {sides[0].get(figure, '-'):>8} {sides[1].get(figure, '-'):>8}")


def _figures(lines: list[dict[str, Any]]) -> dict[str, str]:
    pictures = [line for line in lines if "events" not in line]
    films = [line for line in lines if "events" in line]
    return (_of_pictures(pictures) if pictures else {}) | (_of_clips(films) if films else {})


def _flat(reading: dict[str, Any]) -> list[int]:
    return sorted(die["value"] for die in reading["dice"] if not die["cocked"])


def _of_pictures(lines: list[dict[str, Any]]) -> dict[str, str]:
    lines = [line for line in lines if line.get("label")]
    level = [line for line in lines if line["label"]["special"] == ""]
    leaning = [line for line in lines if line["label"]["special"] == "cocked"]
    exact = [line for line in level if _flat(line) == line["label"]["values"]]
    wrong = [line for line in lines if line["sure"] and line["label"]["special"] != "cocked"]
    marked = [line for line in leaning if any(die["cocked"] for die in line["dice"])]
    unseen = [line for line in leaning if line["sure"] and line not in marked]
    coloured = [line for line in exact if line["label"]["colours"]]
    dice = sum(len(line["label"]["values"]) for line in coloured)
    right = sum(_colours_right(line) for line in coloured)
    return {
        "pictures": str(len(lines)),
        "exact": f"{len(exact)}/{len(level)}",
        "exact, %": _percent(len(exact), len(level)),
        "sure, %": _percent(sum(line["sure"] for line in lines), len(lines)),
        "silently wrong": str(sum(_flat(line) != line["label"]["values"] for line in wrong) + len(unseen)),
        "leaning caught": f"{len(leaning) - len(unseen)}/{len(leaning)}",
        "colours right, %": _percent(right, dice),
    }


def _colours_right(line: dict[str, Any]) -> int:
    seen = Counter(
        (sets.SAME_COLOUR.get(d["colour"], d["colour"]), d["value"]) for d in line["dice"] if not d["cocked"]
    )
    return (seen & Counter((colour, value) for colour, value in line["label"]["colours"])).total()


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"


def _of_clips(lines: list[dict[str, Any]]) -> dict[str, str]:
    counts: Counter[str] = Counter()
    for line in lines:
        read = [event for event in line["events"] if event["event"] in {"rest", "disturbed"}]
        within: list[int] = []
        for rest in line["rests"]:
            counts["rests"] += 1
            here = [i for i, e in enumerate(read) if rest["first"] - EARLY <= e["frame"] <= rest["last"] + EARLY]
            here = [i for i in here if i not in within]
            within += here
            counts[_rest_came_out(rest, [read[i] for i in here])] += 1
        others = (event for i, event in enumerate(read) if i not in within)
        counts["phantom"] += sum(e["sure"] and bool(e["dice"]) and not e.get("again") for e in others)
    kinds = ("rests", "right", "asked", "missed", "silently wrong", "leaning caught", "phantom")
    return {"clips": str(len(lines))} | {kind: str(counts[kind]) for kind in kinds}


def _rest_came_out(rest: dict[str, Any], events: list[dict[str, Any]]) -> str:
    sure = [event for event in events if event["sure"] and (event["dice"] or not rest["values"])]
    if rest["cocked"]:
        unmarked = any(not any(die["cocked"] for die in event["dice"]) for event in sure)
        return "silently wrong" if unmarked else "leaning caught"
    if not sure:
        return "asked" if events else "missed"
    right = rest["partly"] or all(_flat(event) == rest["values"] for event in sure)
    return "right" if right else "silently wrong"


if __name__ == "__main__":
    raise SystemExit(main())
