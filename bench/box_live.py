"""Measures what a program sees of the emulated button box in real time: a pseudo-terminal, pyserial, a thread.

python bench/box_live.py                 the short rows, a minute
python bench/box_live.py --long          the rows at full length
python bench/box_live.py press led      only these rows
"""

from __future__ import annotations

import queue
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from box import Row, measure, said, spread

from firmware_bridge.factory import open_box, open_boxes
from firmware_bridge.host.box import ButtonBox, Colour, Led, Leds, Pattern, Press
from firmware_bridge.host.boxes import ButtonBoxes


class Live:
    """An emulated box in real time."""

    def __init__(self, seed: int = 1) -> None:
        self.connector = open_box("avr:", seed=seed)
        self.presses: queue.Queue[tuple[Press, float]] = queue.Queue()
        self.box = ButtonBox(
            self.connector,
            on_press=lambda press: self.presses.put((press, time.monotonic())),
            on_state=lambda _state: None,
        )
        self.box.start()
        self.until(connected=True)

    def until(self, *, connected: bool) -> float:
        """When it became so."""
        end = time.monotonic() + 10
        while self.box.state.connected is not connected:
            if time.monotonic() > end:
                sys.exit("the emulated box does not answer")
            time.sleep(0.0005)
        return time.monotonic()

    def close(self) -> None:
        """Let go of it."""
        self.box.stop()
        self.connector.close()


def press_latency(boxes: list[Live], count: int) -> list[float]:
    rng, times = random.Random(3), []
    for i in range(count):
        one = boxes[i % len(boxes)]
        began = time.monotonic()
        one.connector.press(rng.randrange(18))
        times.append(one.presses.get(timeout=5)[1] - began)
        one.presses.get(timeout=5)
        time.sleep(rng.random() * 0.02 + 0.02)  # any phase of the box's clock
    return times


def press_row(full: bool) -> None:
    """From a finger's first contact, bouncing, to the callback."""
    one = Live()
    said("press", "bouncing press -> Python: " + spread(press_latency([one], 2000 if full else 400)))
    one.close()


def led_row(full: bool) -> None:
    """From `show` to the LED's pin."""
    one, times = Live(), []
    for i in range(2000 if full else 400):
        time.sleep(0.005 + random.random() * 0.01)
        colour = Colour(i % 7 + 1)
        began = time.monotonic()
        one.box.show(Leds((Led(Pattern.ON, colour),)))
        while one.connector.emulator.seen().leds[0].colour is not colour:
            time.sleep(0.001)
        times.append(one.connector.emulator.seen().changed_at - began)
    one.close()
    said("led", "show -> pin, the 0.64 ms of its frame on the line included: " + spread(times))


def four_row(full: bool) -> None:
    """Four boxes at once."""
    boxes = [Live(seed) for seed in range(1, 5)]
    times = press_latency(boxes, 2000 if full else 400)
    lost = sum(one.box.state.lost for one in boxes)
    for one in boxes:
        one.close()
    said("four", f"four boxes at once, press -> Python: {spread(times)}, lost {lost}")


def unplug_row(full: bool) -> None:
    """The cable pulled and put back at any moment."""
    one, rng, gone, back = Live(), random.Random(4), [], []
    for _ in range(100 if full else 15):
        one.connector.press(rng.randrange(18))
        time.sleep(rng.random() * 0.3)
        began = time.monotonic()
        one.connector.unplug()
        gone.append(one.until(connected=False) - began)
        time.sleep(rng.random() * 0.5)
        one.connector.press(rng.randrange(18))
        began = time.monotonic()
        one.connector.replug()
        back.append(one.until(connected=True) - began)
    pressed = 2 * (100 if full else 15)
    time.sleep(0.5)
    edges = one.presses.qsize()
    one.close()
    said("unplug", "pulled -> said: " + spread(gone))
    said("unplug", f"put back -> connected: {spread(back)}; {edges} of {2 * pressed} edges arrived")


def hotplug_row(full: bool) -> None:
    """A box plugged in while the program watches for boxes."""
    times = []
    with tempfile.TemporaryDirectory() as name:
        folder, connector = Path(name), open_box("avr:", seed=9)
        fleet = ButtonBoxes(
            open_boxes(f"auto:{folder}"), on_press=lambda _press: None, on_state=lambda _path, _state: None
        )
        fleet.start()
        for i in range(40 if full else 8):
            link = folder / f"usb-Cats_Eye_Button_Box_{i}-if00"
            began = time.monotonic()
            link.symlink_to(connector.path)
            while not any(state.connected for state in fleet.states().values()):
                time.sleep(0.001)
            times.append(time.monotonic() - began)
            link.unlink()
            connector.unplug()
            while any(state.connected for state in fleet.states().values()):
                time.sleep(0.001)
            connector.replug()
        fleet.stop()
        connector.close()
    said("hotplug", "plugged in -> connected: " + spread(times))


ROWS: dict[str, Row] = {
    "press": press_row,
    "led": led_row,
    "four": four_row,
    "unplug": unplug_row,
    "hotplug": hotplug_row,
}


if __name__ == "__main__":
    measure(ROWS, __doc__.splitlines()[0])
