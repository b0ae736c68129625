"""Drivers of cameras, for the process that reads a camera: each is opened by its name, as OpenCV's is."""

from __future__ import annotations

import json
import time

import numpy as np


class Driver:
    """Gives grey pictures as fast as they are read; the first has level 0, the next 1, ..."""

    def __init__(self, place):
        self.settings, self.count = {"opened": place}, 0

    def isOpened(self):
        return True

    def set(self, prop, value):
        self.settings[prop] = value
        return True

    def get(self, prop):
        return self.settings.get(prop, 0.0)

    def read(self):
        self.count += 1
        time.sleep(0.01)  # a camera's pace
        return True, np.full((48, 64, 3), (self.count - 1) % 256, np.uint8)


class Remembering(Driver):
    """Writes its settings into its pictures."""

    def read(self):
        image = np.zeros((1, 1024, 3), np.uint8)
        said = json.dumps(self.settings).encode()
        image[0, : len(said), 0] = list(said)
        return True, image


class Flaky(Driver):
    """Two pictures with failed reads between them, then none."""

    def read(self):
        self.count += 1
        time.sleep(0.1)  # time to fetch the last picture
        return self.count in {1, 4}, np.full((48, 64, 3), 1 if self.count == 1 else 2, np.uint8)


class Unplugged(Driver):
    """A few pictures, then none."""

    def read(self):
        self.count += 1
        return self.count < 3, np.full((48, 64, 3), 90, np.uint8)


class Closed(Driver):
    def isOpened(self):
        return False


class NeverRead(Driver):
    def read(self):
        while True:
            time.sleep(60)


def never_opened(_place):
    while True:
        time.sleep(60)


counting, remembering, flaky, unplugged, closed, never_read = (
    Driver,
    Remembering,
    Flaky,
    Unplugged,
    Closed,
    NeverRead,
)
