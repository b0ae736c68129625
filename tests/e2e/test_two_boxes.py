"""Two boxes with the real firmware at one table, found by their names: the app's way from a bouncing contact on."""

import pytest

from companion.app.settings import Settings
from companion.bootstrap import make_controller
from companion.core.table import Table
from companion.record.journal import Journal
from firmware_bridge.factory import open_emulated
from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.button_map import ButtonMap, Place
from firmware_bridge.sim.firmware_build import missing_tools
from tests.support.waiting import until

DISCARDING = {"phase": "discarding", "round": 1, "rolls": [9, 16, 12], "faces": [[3, 3, 3], [6, 6, 4], [4, 4, 4]]}
ANN, CY = 0, 2
SAID_S, BACK_S = 1.2, 1.0


def id_of(seed):
    return f"emul{seed:04d}".encode().hex()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "ports"
    made.mkdir()
    return made


@pytest.fixture
def boxes(folder):
    """Two emulated boxes in a folder as the system's would be: a name comes and goes with its cable."""
    if hint := missing_tools():
        pytest.skip(f"the firmware's toolchain is not installed; {hint}")
    made = [open_emulated(seed=seed) for seed in (21, 22)]
    for box in made:
        (folder / box.path.name).symlink_to(box.path)
    yield made
    for box in made:
        box.close()


def test_two_real_boxes_at_one_table(boxes, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.referee.stale_presses.REACTION_S", 0.0)
    first, second = boxes
    meanings = ("yes", "no", "next")
    places = {(id_of(21), at): Place(ANN, meaning) for at, meaning in enumerate(meanings)}
    places |= {(id_of(22), 3 + at): Place(CY, meaning) for at, meaning in enumerate(meanings)}
    settings = Settings(tray="", box=f"auto:{folder}", buttons=ButtonMap(places).to_dict())
    controller = make_controller(settings, Journal(tmp_path / "journal.sqlite"))

    def ticking(met):
        return until(lambda: (controller.tick(), met())[1])

    try:
        controller.begin("catch-up", Table(("Ann", "Bo", "Cy")), facts=DISCARDING)
        controller.start()
        ticking(lambda: len(controller.devices.box_device.devices) == 2)
        ticking(lambda: first.leds()[0] == Led(Pattern.ON, Colour.BLUE))
        ticking(lambda: second.leds()[1] == Led(Pattern.ON, Colour.GREEN))

        first.press(2)
        second.press(5)
        ticking(lambda: controller.pointers == {ANN: 0, CY: 0})

        first.unplug()
        gone = ticking(lambda: any("is gone" in str(notice.text) for notice in controller.notifications))
        assert f"box {id_of(21)[-4:]} (seat 1)" in str(controller.notifications[0].text).lower()
        assert controller.devices.box.ok
        second.press(3)
        ticking(lambda: len(controller.session.entries) == 1)
        first.press(2)
        first.replug()
        back = ticking(lambda: not controller.devices.box.why)
        ticking(lambda: controller.pointers == {ANN: 0})  # stepped anew: what Cy did ended the first step
        first.press(0)
        ticking(lambda: len(controller.session.entries) == 2)
        assert [(entry.event.seat, entry.origin) for entry in controller.session.entries] == [(CY, "box"), (ANN, "box")]
        assert gone < SAID_S
        assert back < BACK_S
        print(f"said after {gone:.2f} s, back after {back:.2f} s")
    finally:
        controller.stop()
