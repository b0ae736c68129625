"""Showing the camera its tray: taken once nothing moves, kept over a restart, dropped and offered when it moved."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.events import Face
from companion.core.text import NOTHING
from companion.devices import tray
from companion.devices.inbox import Inbox
from companion.devices.kept_tray import KeptTray, kept_path
from companion.devices.tray import TrayDevice
from companion.devices.tray_set_up import DONE, FULL, MOVED, NEEDLESS, WAITING
from companion.devices.tray_watch import TrayMonitor
from companion.referee.signals import DeviceSaid, DiceSeen, SeenDie
from tests.support.waiting import until
from vision import TrayReader, TrayWatcher
from vision.frames import Frame
from vision.reading import DieReading, Reading, Reason, ReasonKind

CORNERS = ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
DIE = (290, 220, 330, 260)


@pytest.fixture(autouse=True)
def _folder(monkeypatch, tmp_path):
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path))


def view(seed=1):
    """A picture (480, 640, 3) of a tray among things."""
    tiles = np.random.default_rng(seed).integers(0, 255, (12, 16, 3)).astype(np.uint8)
    picture = cv2.resize(tiles, (640, 480), interpolation=cv2.INTER_NEAREST)
    picture[120:360, 160:480] = 90
    return picture


def with_die(picture, box=DIE):
    drawn = picture.copy()
    drawn[box[1] : box[3], box[0] : box[2]] = 230
    cv2.circle(drawn, ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2), 5, (20, 20, 20), -1)
    return drawn


class Above:
    """A camera above the tray: the test sets what it shows, and what moves in the tray."""

    hand, ended = None, False

    def __init__(self):
        self.shows, self.moves, self.number = view(), False, 0

    def read(self, timeout_s):
        self.number += 1
        picture = self.shows.copy()
        if self.moves:
            x = 200 + self.number * 37 % 200
            picture[150:300, x : x + 60] = 20
        picture[0, 0, 0] = self.number % 251  # a working camera never sends the same twice
        return Frame(picture, self.number / 30, self.number)

    def close(self):
        pass


class Bright:
    """Reads a three wherever something is as bright as a die; asks about it if told to."""

    def __init__(self):
        self.doubts, self.told = False, []

    def read(self, image, context, *, at=0.0, frame=0):
        self.told.append(context)
        x0, y0, x1, y1 = DIE
        if image[y0 + 5 : y1 - 5, x0 + 5 : x1 - 5].mean() < 180 or context.furniture:
            return Reading(reasons=(Reason(ReasonKind.NONE_FOUND),), at=at, frame=frame)
        if self.doubts:
            box = tuple(float(v) for v in DIE)
            return Reading(reasons=(Reason(ReasonKind.UNEXPLAINED_OBJECT, box=box),), at=at, frame=frame)
        return Reading((DieReading(3, "white", DIE, 1.0, 1.0),), sure=True, at=at, frame=frame)


class Scene:
    """A tray device above a camera that the test moves."""

    def __init__(self, monkeypatch):
        self.camera, self.reader, self.inbox, self.heard, self.watchers = Above(), Bright(), Inbox(), [], []
        monkeypatch.setattr(tray, "open_source", lambda _name: self.camera)
        self.device = TrayDevice("usb:7", self.inbox, self._watch)

    def _watch(self, camera):
        self.watchers.append(TrayWatcher(TrayReader(self.reader)))
        return TrayMonitor(self.watchers[-1], kept=KeptTray.load(camera))

    def said(self):
        while (signal := self.inbox.take()) is not None:
            self.heard.append(signal)
        return [signal.text for signal in self.heard if isinstance(signal, DeviceSaid)]

    def passed(self, frames=60):
        first = self.camera.number
        until(lambda: self.camera.number > first + frames)


@pytest.fixture
def scene(monkeypatch):
    made = Scene(monkeypatch)
    made.device.start()
    until(lambda: made.device.newest is not None)
    yield made
    made.device.stop()


def shown(scene):
    scene.device.set_up.show(CORNERS)
    until(lambda: scene.device.set_up.done)


def test_a_new_camera_is_offered_its_tray_which_is_taken_and_kept(scene, monkeypatch):
    until(lambda: scene.device.set_up.offered)
    shown(scene)
    until(lambda: not scene.device.set_up.offered)
    assert scene.device.set_up.said == DONE
    assert scene.device.set_up.corners == CORNERS
    again = Scene(monkeypatch)
    again.device.start()
    try:
        until(lambda: again.device.set_up.corners)
        assert again.device.set_up.corners == CORNERS
        assert not again.device.set_up.offered
        again.camera.moves = True
        again.passed(20)
        again.camera.shows, again.camera.moves = with_die(view()), False
        until(lambda: again.reader.told and again.reader.told[-1].confirmed)
    finally:
        again.device.stop()


def test_the_tray_is_taken_once_nothing_moves_in_it(scene):
    scene.camera.moves = True
    scene.device.set_up.show(CORNERS)
    scene.passed()
    assert (scene.device.set_up.done, scene.device.set_up.said) == (0, WAITING)
    scene.camera.moves = False
    until(lambda: scene.device.set_up.done)
    _, empty = KeptTray.load("usb:7").at(view())
    assert np.abs(empty.astype(int) - view()).max() < 255  # the camera's number is in one pixel
    assert np.array_equal(empty[1:], view()[1:])


def test_dice_in_the_tray_are_not_learned_as_a_part_of_it(scene):
    scene.camera.shows = with_die(view())
    scene.device.set_up.show(CORNERS)
    until(lambda: scene.device.set_up.said == FULL)
    assert scene.device.set_up.done == 0
    scene.camera.shows = view()
    until(lambda: scene.device.set_up.done)


def test_a_set_up_that_was_left_takes_nothing(scene):
    scene.camera.moves = True
    scene.device.set_up.show(CORNERS)
    scene.passed(20)
    scene.device.set_up.cancel()
    scene.camera.moves = False
    scene.passed()
    assert (scene.device.set_up.done, scene.device.set_up.said) == (0, NOTHING)


def test_a_camera_that_stands_elsewhere_forgets_its_tray_and_offers_it(scene):
    shown(scene)
    until(lambda: scene.device.set_up.corners)
    for _ in range(2):
        scene.camera.moves = True
        scene.passed(20)
        scene.camera.shows, scene.camera.moves = view(8), False
        scene.passed(90)  # such a picture is read after a while only: somebody may be in front of the camera
    until(lambda: MOVED in scene.said())
    assert scene.device.set_up.offered
    assert not kept_path("usb:7").exists()


def test_pictures_of_another_shape_show_another_part_of_the_tray(monkeypatch):
    KeptTray.of(CORNERS, view()).save("usb:7")
    scene = Scene(monkeypatch)
    scene.camera.shows = np.ascontiguousarray(view()[:360])
    scene.device.start()
    try:
        until(lambda: any("another shape" in str(text) for text in scene.said()))
        assert scene.device.set_up.corners == ()
    finally:
        scene.device.stop()


def test_who_plays_on_is_left_alone_until_the_next_third_needless_question(scene):
    def throw():
        scene.camera.moves = True
        scene.passed(20)
        scene.camera.shows, scene.camera.moves = with_die(view()), False
        until(lambda: not scene.device.set_up.offered)

    scene.device.expect(("white",))
    throw()
    asked = DiceSeen((SeenDie(3),), sure=False)
    for _ in range(2):
        for number in range(1, NEEDLESS + 1):
            scene.device.answered((Face(4),), asked)  # it was right to ask
            scene.device.answered((Face(3),), asked)
            assert scene.device.set_up.offered == (number == NEEDLESS)
        throw()


def test_what_people_call_no_die_is_looked_at_no_more(scene):
    scene.reader.doubts = True
    scene.camera.moves = True
    scene.passed(20)
    scene.camera.shows, scene.camera.moves = with_die(view()), False

    def rests():
        scene.said()
        return [signal for signal in scene.heard if isinstance(signal, DiceSeen)]

    until(lambda: rests() and rests()[-1].reasons[0].box)
    scene.device.is_no_die(rests()[-1].reasons[0].box)
    until(lambda: rests()[-1].sure)
    assert rests()[-1].dice == ()


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"outline": [[0, 0]], "empty": ""}', b'{"outline": [[2,0],[0,1],[1,1]], "empty": ""}']
)
def test_a_file_that_cannot_be_used_is_said_and_the_tray_is_read_without(content):
    kept_path("usb:7").parent.mkdir(parents=True)
    kept_path("usb:7").write_bytes(content)
    monitor = tray.watch_tray("usb:7")
    assert "without its set-up" in str(monitor.remark)
    assert monitor.kept is None
