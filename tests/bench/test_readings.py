"""bench/readings.py finds what differs between two dumps of readings."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "bench" / "readings.py"
DIE = {"value": 4, "colour": "red", "box": [1.0, 2.0, 3.0, 4.0], "cocked": False}
LABEL = {"values": [4], "colours": [["red", 4]], "special": ""}
PICTURE = {"set": "photos", "file": "a.jpg", "label": LABEL, "dice": [DIE], "sure": True, "why": ""}
EVENT = {"event": "rest", "frame": 9, "dice": [DIE], "sure": True, "why": ""}
REST = {"first": 8, "last": 20, "values": [4], "cocked": False, "partly": False}
CLIP = {"set": "clips", "file": "b.avi", "rests": [REST], "events": [EVENT]}


def _compared(folder, old, new, *options):
    for name, lines in (("old", old), ("new", new)):
        text = "".join(json.dumps(line) + "\n" for line in ({"about": {"models": {}}}, *lines))
        (folder / name).write_text(text, encoding="utf-8")
    command = [sys.executable, PROGRAM, "compare", folder / "old", folder / "new", *options]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert not done.stderr
    return done.returncode, done.stdout


def _misread(line):
    changed = copy.deepcopy(line)
    (changed["events"][0] if "events" in changed else changed)["dice"][0]["value"] = 5
    return changed


def test_a_dump_equals_itself(tmp_path):
    code, said = _compared(tmp_path, [PICTURE, CLIP], [PICTURE, CLIP])
    assert code == 0
    assert "0 differences" in said


@pytest.mark.parametrize(("line", "field"), [(PICTURE, "dice.value"), (CLIP, "events.dice.value")])
def test_another_value_is_named_by_its_field_and_counts_as_silently_wrong(tmp_path, line, field):
    code, said = _compared(tmp_path, [line], [_misread(line)])
    assert code == 1
    assert f"{line['file']}: {field.replace('dice', 'dice[0]').replace('events', 'events[0]')}: 4 -> 5" in said
    wrong = next(row.split() for row in said.splitlines() if "silently wrong" in row)
    assert wrong[-2:] == ["0", "1"]
    assert _compared(tmp_path, [line], [_misread(line)], "--ignore", "value")[0] == 0


def test_a_picture_that_only_one_dump_holds_is_a_difference_unless_asked_otherwise(tmp_path):
    assert _compared(tmp_path, [PICTURE, CLIP], [PICTURE])[0] == 1
    assert _compared(tmp_path, [PICTURE, CLIP], [PICTURE], "--common")[0] == 0


def test_a_new_field_is_a_difference_until_ignored(tmp_path):
    more = PICTURE | {"reasons": []}
    assert _compared(tmp_path, [PICTURE], [more])[0] == 1
    assert _compared(tmp_path, [PICTURE], [more], "--ignore", "reasons")[0] == 0
