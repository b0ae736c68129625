"""An old journal on a small, really full file system keeps every acknowledged row through a kill."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from functools import partial
from random import Random

import pytest

from tests.companion.record.old_journal import in_a_killed_app, old_journal, played, rows_in, wiped

RUNS = int(os.environ.get("CATSEYE_FULL_DISKS", "150"))
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root may mount a small file system"
)


@pytest.fixture
def small(tmp_path):
    """A file system of 1 MB."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=False)
    if mounted.returncode:
        pytest.skip("nothing may be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    path = tmp_path_factory.mktemp("old") / "journal.sqlite"
    old_journal(path)
    return path


class Filler:
    """Fills a file system up to some pages, and frees some."""

    def __init__(self, folder, room, chance):
        self._chance, self._chunks = chance, []
        free = shutil.disk_usage(folder).free
        for number in range((free - room) // 4096):
            self._chunks.append(folder / f"filler-{number}")
            self._chunks[-1].write_bytes(bytes(4096))

    def give_back(self):
        for _ in range(self._chance.randrange(60)):
            if self._chunks:
                self._chunks.pop().unlink()


def full_disks(small, old, tmp_path, count, seed):
    ends = Counter()
    before = rows_in(old)[0]
    for number in range(count):
        wiped(small)
        chance = Random(seed * 10_000 + number)
        path = small / "journal.sqlite"
        shutil.copyfile(old, path)
        filler = Filler(small, 4096 * chance.randrange(9, 60), chance)
        ended = in_a_killed_app(tmp_path, partial(played, path, 60, number, filler.give_back))
        shutil.copytree(small, tmp_path / "left", ignore=shutil.ignore_patterns("filler-*"))
        path = tmp_path / "left" / path.name
        rows, salvaged = rows_in(path)
        if ended is None:
            ends["not opened"] += 1
            assert rows == before
            shutil.rmtree(path.parent)
            continue
        acknowledged, refused = ended
        ends["refused" if refused else "not full"] += 1
        ends["went on"] += refused > 0 and len(acknowledged) >= 60
        (tmp_path / "ended").unlink()
        if rows != sorted(before + acknowledged, key=lambda row: row[:2]):
            ends["wrong"] += 1
        if salvaged:
            ends["salvaged"] += 1
        shutil.rmtree(path.parent)
    return ends


def test_full_disk_loses_no_acknowledged_row(small, old, tmp_path):
    ends = full_disks(small, old, tmp_path, 25, 2)
    assert ends["refused"] > 12
    assert ends["went on"]
    assert not ends["wrong"] + ends["salvaged"], ends


@pytest.mark.slow
def test_many_full_disks(small, old, tmp_path, capsys):
    ends = full_disks(small, old, tmp_path, RUNS, 2)
    with capsys.disabled():
        print(f"\n{RUNS} full disks: {dict(ends)}")
    assert ends["refused"] > RUNS // 2
    assert not ends["wrong"] + ends["salvaged"], ends
