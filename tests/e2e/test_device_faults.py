"""Cameras and boxes that fail all the time, while all games are played: nothing counts that nobody did."""

import logging

import pytest

from companion.games import shelf
from companion.record.journal import Journal
from tests.e2e.faulty_table import FaultyTable
from tests.support import faulty_boxes, faulty_camera


@pytest.mark.parametrize(
    ("seed", "faults"), [(3, 300), pytest.param(2, 10_000, marks=pytest.mark.slow, id="10000 faults")]
)
def test_faults_of_devices_bring_about_nothing_that_nobody_did(seed, faults, tmp_path, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)  # a failing camera is logged each time, with its traceback
    table = FaultyTable(seed, Journal(tmp_path / "journal.sqlite"), monkeypatch)
    try:
        table.run(faults)
    finally:
        table.stop()
    found = table.figures
    print(f"\n{found.faults.total()} faults in {(table.time.now() - 1000) / 3600:.1f} h of play: {dict(found.faults)}")
    print(
        f"games {dict(found.games)}; events {dict(found.origins)}; {found.presses} presses, {found.throws} throws, "
        f"{found.undone} taken back"
    )
    print(f"longest work of the screen's thread {1000 * found.longest_tick_s:.0f} ms, longest wait {found.waited_s} s")
    assert found.wrong == []
    assert table.time.crashed == []
    assert found.waited_s < 1.0
    assert found.faults.keys() == {
        *(f"camera {fault}" for fault in faulty_camera.FAULTS),
        *(f"box {fault}" for fault in faulty_boxes.FAULTS),
    }
    assert found.games.keys() == shelf().keys()
    assert min(found.origins[origin] for origin in ("tray", "box", "touch")) > faults / 30
