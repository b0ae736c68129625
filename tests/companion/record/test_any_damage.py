"""After any zeroed page or flipped bit nothing acknowledged is lost or changed, and play goes on."""

import os
import re
import shutil
from collections import Counter
from random import Random

import pytest

from companion.record.recovery.opening import open_journal
from companion.record.session import Session
from tests.companion.record.damage import GAMES, damage, journals, kept, killed, play

SHORT = 30
LONG = int(os.environ.get("CATSEYE_DAMAGES", "2000"))
EACH = 100
"""This many damages are done to one journal, then to another one."""


def tried(folder, count, seed):
    """Damage the journals of a seed in this many ways, one at a time, and count the outcomes."""
    ends = Counter()
    for first in range(0, count, EACH):
        (folder / str(first)).mkdir()
        folders, acknowledged = journals(folder / str(first), seed + first)
        for number in range(first, min(first + EACH, count)):
            chance = Random(seed * 1_000_000 + number)
            ends[one(folder / "try", chance.choice(folders), acknowledged, chance)] += 1
            shutil.rmtree(folder / "try")
        shutil.rmtree(folder / str(first))
    return ends


def named(lost):
    """Return the entries whose evidence is reported lost."""
    found = set()
    for each in lost:
        said = re.fullmatch(r"the evidence of entr(?:y|ies) ([\d, -]+) of session (\w+)", str(each))
        numbers, session = said.groups()
        for span in numbers.split(", "):
            first, _, last = span.partition("-")
            found |= {(session, seq) for seq in range(int(first), int(last or first) + 1)}
    return found


def one(folder, left, acknowledged, chance):
    """Damage the files once, then play, kill and start again."""
    shutil.copytree(left, folder / "table")
    files = sorted(part for part in (folder / "table").iterdir() if part.name[-4:] != "-shm" and part.stat().st_size)
    what = damage(chance.choices(files, [part.stat().st_size for part in files])[0], chance)
    journal = open_journal(folder / "table" / "journal.sqlite")
    try:
        found, lost = kept(journal), journal.salvaged.lost if journal.salvaged else ()
        assert found.rows == acknowledged.rows, what
        assert found.facts == acknowledged.facts, what
        gone = {key for key, evidence in acknowledged.evidence.items() if found.evidence.get(key) != evidence}
        assert named(lost) == gone, what
        play(Session.resume(journal, GAMES, "last"), chance, 5)
        found = kept(journal)
        killed(folder / "table" / "journal.sqlite", folder / "killed")
    finally:
        journal.close()
    again = open_journal(folder / "killed" / "journal.sqlite")
    try:
        assert again.salvaged is None, what
        assert kept(again) == found, what
    finally:
        again.close()
    return "salvaged, a picture was lost" if lost else "salvaged" if journal.salvaged else "no harm"


def test_any_damage_is_survived(tmp_path):
    ends = tried(tmp_path, SHORT, 1)
    assert sum(ends.values()) == SHORT
    assert ends["salvaged"]


@pytest.mark.slow
def test_two_thousand_damages(tmp_path, capsys):
    ends = tried(tmp_path, LONG, 2)
    with capsys.disabled():
        print(f"\n{LONG} damages: {dict(ends)}")
    assert sum(ends.values()) == LONG
