"""Cameras and boxes that fail all the time, while all games are played: nothing counts that nobody did."""

import logging
import sys
import time
from pathlib import Path

import pytest

from companion.games import shelf
from companion.record.journal import Journal
from tests.e2e.faulty_table import FaultyTable
from tests.support import faulty_boxes, faulty_camera

WARM_UP = 60
"""Faults after which memory is first measured: all that is loaded once is loaded."""
GROWN_MB = 32
"""What memory may grow by after that; an endless list of frames takes as much within 20 s."""
CPU_S = 0.25
"""CPU a fault may cost, its 2.3 s of play included: it costs 0.045 s here, most of it drawing and reading."""
SWITCHES = 150
"""Turns of threads a second of play: it has 66; one that never waits would have thousands."""


def resident_mb():
    """This process's memory, 0 where the system does not say."""
    status = Path("/proc/self/status")
    if sys.platform != "linux" or not status.exists():
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


@pytest.mark.parametrize(
    ("seed", "faults"), [(3, 300), pytest.param(2, 10_000, marks=pytest.mark.slow, id="10000 faults")]
)
def test_faults_of_devices_bring_about_nothing_that_nobody_did(seed, faults, tmp_path, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)  # a failing camera is logged each time, with its traceback
    table = FaultyTable(seed, Journal(tmp_path / "journal.sqlite"), monkeypatch)
    try:
        table.run(WARM_UP)
        memory, cpu, clock, switches = resident_mb(), time.process_time(), table.time.now(), table.time.switches
        table.run(faults - WARM_UP)
        grown, cost = resident_mb() - memory, (time.process_time() - cpu) / (faults - WARM_UP)
        turns = (table.time.switches - switches) / (table.time.now() - clock)
    finally:
        table.stop()
    found = table.figures
    print(f"\n{found.faults.total()} faults in {(table.time.now() - 1000) / 3600:.1f} h of play: {dict(found.faults)}")
    print(
        f"games {dict(found.games)}; events {dict(found.origins)}; {found.presses} presses, {found.throws} throws, "
        f"{found.undone} taken back"
    )
    print(f"longest work of the screen's thread {1000 * found.longest_tick_s:.0f} ms, longest wait {found.waited_s} s")
    print(f"memory grew by {grown:.1f} MB; {1000 * cost:.0f} ms of CPU a fault; {turns:.0f} turns of threads a second")
    assert found.wrong == []
    assert table.time.crashed == []
    assert max(found.longest_tick_s, found.waited_s) < 1.0
    assert grown < GROWN_MB
    assert cost < CPU_S
    assert turns < SWITCHES
    assert found.faults.keys() == {
        *(f"camera {fault}" for fault in faulty_camera.FAULTS),
        *(f"box {fault}" for fault in faulty_boxes.FAULTS),
    }
    assert found.games.keys() == shelf().keys()
    assert min(found.origins[origin] for origin in ("tray", "box", "touch")) > faults / 30
