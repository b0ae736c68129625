"""A phone's browser as the tray's camera: Chromium with a fake camera that shows rendered dice."""

import re
from contextlib import closing

import cv2
import pytest

from tests.support.browsers import chromium, needs_chromium
from tests.support.served_table import served
from tests.support.waiting import LONG_S, until
from vision import open_reader, open_source
from vision.sim import open_sim
from vision.sources.phone import FEED

VALUES = (2, 3, 6)


def dice_at_rest(count):
    """Pictures of a tray in which these dice have come to rest, each with noise of its own."""
    at = [0.0]
    tray = open_sim("seed=5&fps=30&size=1280x720", now=lambda: at[0], sleep=lambda s: at.append(at.pop() + s))
    with closing(tray):
        tray.hand.throw(["", "", ""], values=VALUES)
        frames = [tray.read(1.0) for _ in range(150)]
    return [frame.image for frame in frames[-count:]]


def dice_clip(path):
    """Write a film for a fake camera, JPEGs one after the other, and return its path."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", image)[1].tobytes() for image in dice_at_rest(4)))
    return path


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    return dice_clip(tmp_path_factory.mktemp("clip") / "dice.mjpeg")


def fake_camera(clip):
    return (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={clip}",
        "--host-resolver-rules=MAP catseye.local 127.0.0.1",
    )


@pytest.fixture
def table(tmp_path):
    with served(certificate=tmp_path / "own.pem") as found:
        yield found
    until(lambda: not FEED.connected)


def link(table):
    """The address of the code for a camera, as a phone in the room opens it."""
    return f"http://catseye.local:{table.web.address.port}/?code={table.web.parts.pairing.make_code('camera')}"


@needs_chromium
def test_dice_before_a_phone_are_read(table, clip):
    with chromium(*fake_camera(clip), ignore_https_errors=True) as page:
        page.goto(link(table))
        page.wait_for_selector("body[data-state=not_secure]")
        assert "certificate" in page.inner_text("#state")
        assert "IP Webcam" in page.inner_text("#otherwise")
        assert not page.is_visible("#start")
        page.click("#encrypted")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]", timeout=LONG_S * 1000)
        with closing(open_source("phone:")) as source:
            frames = []
            until(lambda: frames.append(source.read(1.0)) or sum(frame is not None for frame in frames) >= 40)
            last = [frame for frame in frames if frame is not None][-1]
            assert re.fullmatch(r"\d+ pictures a second, \d+ ms each", page.inner_text("#figures"))
            page.click("#turn")
            until(lambda: (frame := source.read(1.0)) is not None and frame.image.shape == (1280, 720, 3))
            page.click("#stop")
        page.wait_for_selector("body[data-state=ready]")
    assert last.image.shape == (720, 1280, 3)
    assert not last.damaged
    reading = open_reader().read(last.image)
    assert sorted(die.value for die in reading.dice) == sorted(VALUES)


@needs_chromium
def test_page_says_what_is_wrong(table, clip):
    with chromium(*fake_camera(clip)) as page:
        page.goto(f"{table.origin}/camera")
        page.click("#start")
        page.wait_for_selector("body[data-state=not_paired]")
        page.goto(link(table).replace("catseye.local", "127.0.0.1"))
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]", timeout=LONG_S * 1000)
        FEED.disconnect(FEED.connect(lambda: None))  # another phone came and went
        page.wait_for_selector("body[data-state=replaced]")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]")
        ((name, _role),) = table.web.parts.pairing.people()
        table.web.parts.pairing.give(name, "")
        page.wait_for_selector("body[data-state=not_paired]")
    with chromium("--deny-permission-prompts") as page:
        page.goto(link(table).replace("catseye.local", "127.0.0.1"))
        page.click("#start")
        page.wait_for_selector("body[data-state=denied], body[data-state=no_camera]")
        assert "IP Webcam" in page.inner_text("#otherwise")


CAN = """
window.asked = [];
MediaStreamTrack.prototype.getCapabilities = () => ({torch: true, zoom: {min: 1, max: 4, step: 0.5}});
MediaStreamTrack.prototype.applyConstraints = async (wanted) => { window.asked.push(wanted.advanced[0]); };
"""
"""A camera with a torch and zoom: Chromium's fake one has neither."""


@needs_chromium
def test_torch_and_zoom_are_offered_where_the_camera_has_them(table, clip):
    with chromium(*fake_camera(clip)) as page:
        page.add_init_script(CAN)
        page.goto(link(table).replace("catseye.local", "127.0.0.1"))
        page.click("#start")
        page.click("#torch")
        page.wait_for_selector("#torch[aria-pressed=true]")  # the camera answers in its own time
        page.locator("#zoom input").fill("2.5")
        page.click("#torch")
        page.wait_for_selector("#torch[aria-pressed=false]")
        assert page.evaluate("window.asked") == [{"torch": True}, {"zoom": 2.5}, {"torch": False}]
        page.click("#stop")
        assert not page.is_visible("#torch")
        assert not page.is_visible("#zoom")
