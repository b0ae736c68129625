"""Several boxes at once, coming and going: a folder like /dev/serial/by-id holds the emulators' terminals."""

from __future__ import annotations

import os
import pty
import queue
import threading
from pathlib import Path

import pytest

from firmware_bridge.factory import open_box, open_boxes
from firmware_bridge.host.box import ButtonBox, Colour, Led, Leds, Pattern, Tune
from firmware_bridge.host.boxes import ButtonBoxes
from tests.support.serial_ports import Port, PortBox
from tests.support.waiting import until


@pytest.fixture
def connectors(toolchain):
    made = [open_box("avr:", seed=seed) for seed in (11, 12, 13)]
    yield made
    for connector in made:
        connector.close()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "by-id"
    made.mkdir()
    return made


def plug(folder: Path, connector) -> None:
    (folder / connector.path.name).symlink_to(connector.path)


@pytest.fixture
def fleet(folder):
    presses: queue.Queue = queue.Queue()
    told: list = []
    boxes = ButtonBoxes(
        open_boxes(f"auto:{folder}"), on_press=presses.put, on_state=lambda path, state: told.append((path, state))
    )
    boxes.presses, boxes.told = presses, told
    boxes.start()
    yield boxes
    boxes.stop()


def connected(fleet) -> set[str]:
    return {state.device for state in fleet.states().values() if state.connected}


def was_let_be(fleet) -> bool:
    """Return whether a port that was open is closed."""
    return bool(fleet.told) and not fleet.states()


def test_boxes_come_and_go_while_it_runs(connectors, folder, fleet):
    plug(folder, connectors[0])
    plug(folder, connectors[1])
    until(lambda: len(connected(fleet)) == 2)
    plug(folder, connectors[2])
    until(lambda: len(connected(fleet)) == 3)
    devices = []
    for connector in connectors:
        connector.fingers.press(4)
        devices.append(fleet.presses.get(timeout=5).box)
        assert fleet.presses.get(timeout=5).box == devices[-1]
    assert len(set(devices)) == 3
    red = Leds((Led(Pattern.ON, Colour.RED),))
    fleet.show(devices[1], red)
    until(lambda: connectors[1].leds()[0] == red.leds[0])
    connectors[1].unplug()
    until(lambda: len(connected(fleet)) == 2)
    connectors[1].press(5)
    connectors[1].replug()
    assert fleet.presses.get(timeout=5).button == 5
    until(lambda: connectors[1].leds()[0] == red.leds[0])


@pytest.mark.parametrize("words", [b"hello\r\n", b""], ids=["talks", "silent"])
def test_stranger_is_left_alone_until_replugged(words, folder, fleet, monkeypatch):
    monkeypatch.setattr("firmware_bridge.host.keepalive.NONSENSE_S", 0.5)
    monkeypatch.setattr("firmware_bridge.host.keepalive.LISTEN_S", 0.25)
    master, slave = pty.openpty()
    link = folder / "usb-Some_GPS_receiver-if00"
    link.symlink_to(os.ttyname(slave))

    def chatters() -> bool:
        os.write(master, words)
        return was_let_be(fleet)

    until(chatters)
    link.unlink()
    until(lambda: fleet.told[-1] == (os.ttyname(slave), None))
    os.close(master)
    os.close(slave)


@pytest.fixture
def plugged(folder):
    made = []

    def make(number: int, *, plugged_in: bool = True) -> PortBox:
        made.append(PortBox(folder, number, plugged_in=plugged_in))
        return made[-1]

    yield make
    for box in made:
        box.close()


def test_known_box_may_talk_nonsense(plugged, fleet, monkeypatch):
    monkeypatch.setattr("firmware_bridge.host.keepalive.NONSENSE_S", 0.3)
    box = plugged(1)
    until(lambda: connected(fleet) == {box.device})
    due = box.box.due
    box.box.due = lambda now: b"\0\7\x55garbage\0" if due(now) else b""
    until(lambda: any("does not speak" in str(state.why) for state in fleet.states().values()))
    fleet.look()
    box.box.due = due
    box.press(4)
    assert [fleet.presses.get(timeout=5).button for _ in range(2)] == [4, 4]


def test_stranger_is_tried_again_later(plugged, fleet, monkeypatch):
    monkeypatch.setattr("firmware_bridge.host.keepalive.NONSENSE_S", 0.3)
    monkeypatch.setattr("firmware_bridge.host.boxes.STRANGER_S", 0.5)
    box = plugged(1, plugged_in=False)
    due = box.box.due
    box.box.due = lambda now: b"hello\r\n" if due(now) else b""
    box.replug()
    until(lambda: was_let_be(fleet))
    box.box.due = due
    until(lambda: connected(fleet) == {box.device})


def test_replugged_box_plays_no_old_tune(plugged, fleet):
    box = plugged(1, plugged_in=False)
    red, green = (Led(Pattern.ON, colour) for colour in (Colour.RED, Colour.GREEN))
    fleet.show(box.device, Leds((red,), Tune.DONE, 1))
    box.replug()
    until(lambda: box.leds()[0] == red)
    fleet.show(box.device, Leds((red, red), Tune.YOUR_TURN, 2))
    until(lambda: Tune.YOUR_TURN in box.box.tunes)
    for led in (red, green):
        box.unplug()
        until(lambda: not fleet.states())
        fleet.show(box.device, Leds((led, led, led), Tune.YOUR_TURN, 2 if led == red else 3))
        box.replug()
        until(lambda wanted=led: box.leds()[2] == wanted)
        fleet.show(box.device, Leds((led, led, led, led), Tune.YOUR_TURN, 2 if led == red else 3))
        until(lambda wanted=led: box.leds()[3] == wanted)
    assert [tune for tune in box.box.tunes if tune] == [Tune.YOUR_TURN]


@pytest.fixture
def keeping(folder):
    """Boxes that keep a press until it is done with."""
    presses: queue.Queue = queue.Queue()
    states: queue.Queue = queue.Queue()
    boxes = ButtonBoxes(
        open_boxes("auto", by_id=folder, ports=list),
        on_press=presses.put,
        on_state=lambda path, state: states.put((path, state)),
        until_done=True,
    )
    boxes.presses, boxes.port_states = presses, states
    boxes.start()
    yield boxes
    boxes.stop()


def edges(fleet, count: int) -> list[tuple[str, int, int]]:
    found = [fleet.presses.get(timeout=5) for _ in range(count)]
    return [(press.box, press.boot, press.number) for press in found]


def test_box_at_another_port_delivers_nothing_twice(plugged, keeping):
    first = plugged(1)
    until(lambda: connected(keeping) == {first.device})
    first.press(3)
    reported = edges(keeping, 2)
    assert first.waiting == 2  # nobody is done with them yet
    port = first.port
    first.unplug()
    until(lambda: not connected(keeping))
    second = plugged(2)
    until(lambda: connected(keeping) == {second.device})
    first.replug()
    until(lambda: len(connected(keeping)) == 2)
    assert second.port == port
    assert first.port != port
    first.press(4)
    assert [number for _, _, number in edges(keeping, 2)] == [2, 3]
    for device, boot, number in reported:
        keeping.done(device, boot, number)
    until(lambda: first.waiting == 2)
    second.press(5)
    assert [number for _, _, number in edges(keeping, 2)] == [0, 1], "nothing came between"


def test_waiting_box_does_not_block_another(plugged, keeping):
    first, second = plugged(1), plugged(2)
    until(lambda: len(connected(keeping)) == 2)
    for button in range(8):
        first.press(button)
    edges(keeping, 8)
    second.press(4)
    for name in edges(keeping, 2):
        keeping.done(*name)
    until(lambda: second.waiting == 0)
    assert first.waiting == 16
    assert keeping.presses.empty()


@pytest.mark.parametrize(
    "chip",
    [(0x1A86, 0x55D4), (0x1A86, 0x55D3), (0x1A86, 0x7522), (0x0403, 0x6015), (0x067B, 0x2303), (0x1234, 0xABCD)],
    ids=["CH9102", "CH343", "CH340 7522", "FT231X", "PL2303", "one that nobody knows"],
)
def test_auto_finds_the_box_behind_any_usb_chip(plugged, tmp_path, chip):
    """Beside it is another device at USB, which never answers: only the handshake tells which is the box."""
    box, (other_end, silent) = plugged(1), pty.openpty()
    ports = [Port(os.ttyname(silent), 0x1A86, 0x7523), Port(box.port, *chip)]
    presses: queue.Queue = queue.Queue()
    fleet = ButtonBoxes(
        open_boxes("auto", by_id=tmp_path / "none", ports=lambda: ports),
        on_press=presses.put,
        on_state=lambda _path, _state: None,
    )
    fleet.start()
    until(lambda: connected(fleet) == {box.device})
    box.press(3)
    assert presses.get(timeout=30).button == 3
    fleet.stop()
    os.close(other_end)
    os.close(silent)


def test_boxes_with_the_same_lasting_name(plugged, folder, keeping):
    """Boards without a serial number share one name in by-id, that of the last one plugged in."""
    first, second = plugged(1), plugged(2)

    keeping.stop()
    first.link.unlink()
    shared = folder / "usb-1a86_USB_Serial-if00-port0"
    second.link.rename(shared)
    presses: queue.Queue = queue.Queue()
    ports = open_boxes(
        "auto", by_id=folder, ports=lambda: [Port(each.port, 0x1A86, 0x7523) for each in (first, second)]
    )
    boxes = ButtonBoxes(ports, on_press=presses.put, on_state=lambda _path, _state: None)
    boxes.start()
    until(lambda: connected(boxes) == {first.device, second.device})
    shared.unlink()
    shared.symlink_to(first.port)  # the system may point it at the other one at any time
    for _ in range(3):
        boxes.look()
    assert connected(boxes) == {first.device, second.device}
    boxes.stop()
    first.link.symlink_to(first.port)
    shared.rename(second.link)


def test_gone_port_is_reported(plugged, keeping):
    box = plugged(1)
    until(lambda: connected(keeping) == {box.device})
    port = box.port
    box.unplug()
    reported = [keeping.port_states.get(timeout=5)]
    while reported[-1] != (port, None):
        reported.append(keeping.port_states.get(timeout=5))
    assert not keeping.states()
    whys = [str(state.why) for path, state in reported[:-1] if path == port]
    assert "unplugged" in whys[whys.index("connected") + 1]  # it may be tried once more before it is gone


def test_named_port_stays(monkeypatch):
    monkeypatch.setattr("firmware_bridge.host.keepalive.NONSENSE_S", 0.1)
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    reported: queue.Queue = queue.Queue()
    name = f"serial:{os.ttyname(slave)}"
    boxes = ButtonBoxes(
        open_boxes(name), on_press=reported.put, on_state=lambda path, state: reported.put((path, str(state.why)))
    )
    boxes.start()

    def strangers() -> int:
        os.write(master, b"hello\r\n")
        return sum("does not speak" in why for path, why in list(reported.queue) if path == name)

    until(lambda: strangers() >= 2)
    assert list(boxes.states()) == [name]
    boxes.stop()
    os.close(master)
    os.close(slave)


def test_newest_leds_win_while_a_box_connects(monkeypatch):
    """The screen's thread orders at the very moment when the box's thread is about to show earlier orders."""
    connectors = open_boxes("soft:")
    boxes = ButtonBoxes(connectors, on_press=lambda _press: None, on_state=lambda _path, _state: None)
    device = connectors.fingers.box.hello.device.hex()
    red, green = (Leds((Led(Pattern.ON, colour),)) for colour in (Colour.RED, Colour.GREEN))
    screen = threading.Thread(target=lambda: boxes.show(device, green))
    show, shown = ButtonBox.show, []

    def slowly(box, leds):
        if leds == red:
            screen.start()
            screen.join(0.3)
        show(box, leds)
        shown.append(leds)

    monkeypatch.setattr(ButtonBox, "show", slowly)
    boxes.show(device, red)
    boxes.start()
    until(lambda: len(shown) == 2)
    until(lambda: connectors.fingers.leds()[0] == green.leds[0])
    boxes.stop()


@pytest.mark.parametrize(
    ("faults", "logged"),
    [([OSError("gone"), PermissionError("not now")], 0), ([RuntimeError("a bug of the program's")] * 3, 1)],
    ids=["a port that goes meanwhile", "what nobody thought of"],
)
def test_failing_look_is_logged_once(faults, logged, plugged, folder, caplog):
    connectors = open_boxes(f"auto:{folder}")
    look, faults = connectors.look, [*faults]

    def looks():
        if faults:
            raise faults.pop()
        return look()

    connectors.look = looks
    boxes = ButtonBoxes(connectors, on_press=lambda _press: None, on_state=lambda _path, _state: None)
    boxes.start()
    box = plugged(1)
    until(lambda: connected(boxes) == {box.device})
    boxes.stop()
    assert not faults
    assert caplog.text.count("RuntimeError: a bug of the program's") == logged


def test_failing_callback_does_not_stop_new_boxes(plugged, folder, caplog):
    def on_state(_path, state):
        if state is None:
            raise RuntimeError("a bug of the program's")

    boxes = ButtonBoxes(open_boxes(f"auto:{folder}"), on_press=lambda _press: None, on_state=on_state)
    one, other = plugged(1), plugged(2)
    other.unplug()
    boxes.look()
    until(lambda: connected(boxes) == {one.device})
    other.replug()  # before that one's port is free: it would be the same
    one.unplug()
    until(lambda: not connected(boxes))
    boxes.look()
    assert "a bug of the program's" in caplog.text
    until(lambda: connected(boxes) == {other.device})
    boxes.stop()


def test_circular_links(plugged, folder):
    itself, one, other = (folder / f"usb-Arduino_{name}-if00" for name in ("itself", "one", "other"))
    for link, leads_to in ((itself, itself), (one, other), (other, one)):
        link.symlink_to(leads_to)
    boxes = ButtonBoxes(open_boxes(f"auto:{folder}"), on_press=lambda _press: None, on_state=lambda _path, _state: None)
    boxes.look()
    assert boxes.states() == {}
    boxes.start()
    box = plugged(1)
    until(lambda: connected(boxes) == {box.device})
    boxes.stop()


def test_failing_port_listing(plugged, folder):
    asked: list[int] = []

    def ports():
        asked.append(1)
        if len(asked) < 3:
            raise TypeError("int() can't convert non-string with explicit base")
        return []

    boxes = ButtonBoxes(
        open_boxes("auto", by_id=folder, ports=ports), on_press=lambda _p: None, on_state=lambda _path, _state: None
    )
    boxes.start()
    until(lambda: len(asked) > 2)
    box = plugged(1)
    until(lambda: connected(boxes) == {box.device})
    boxes.stop()
