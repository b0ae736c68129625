"""A phone's browser as the tray's camera: Chromium with a fake camera that shows rendered dice."""

import re
from contextlib import closing

import cv2
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from companion import i18n
from companion.web.camera import STATIC, camera_routes
from companion.web.certificate import certificate_file
from tests.support.browsers import chromium, needs_chromium
from tests.support.waiting import until
from tests.support.web_servers import serving
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


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    """A film for a fake camera: JPEGs one after the other."""
    path = tmp_path_factory.mktemp("clip") / "dice.mjpeg"
    path.write_bytes(b"".join(cv2.imencode(".jpg", image)[1].tobytes() for image in dice_at_rest(4)))
    return path


@pytest.fixture
def app():
    routes = camera_routes(lambda _browser: "camera", lambda _language: i18n.translate, 8423)
    yield Starlette(routes=[*routes, Mount("/static", StaticFiles(directory=str(STATIC)))])
    until(lambda: not FEED.connected)


def fake_camera(clip):
    return (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={clip}",
    )


@needs_chromium
def test_dice_before_a_phone_are_read(app, clip, tmp_path):
    certificate = certificate_file(tmp_path / "own.pem", ["127.0.0.1"])
    with serving(app, str(certificate)) as port, chromium(*fake_camera(clip), ignore_https_errors=True) as page:
        page.goto(f"https://127.0.0.1:{port}/camera")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]", timeout=120_000)
        with closing(open_source("phone:")) as source:
            page.wait_for_selector("body[data-state=used]", timeout=120_000)
            frames = []
            until(lambda: frames.append(source.read(1.0)) or sum(frame is not None for frame in frames) >= 40)
            last = [frame for frame in frames if frame is not None][-1]
            said = page.inner_text("#state")
            assert re.search(r"\d+ pictures a second, each \d+ ms", said)
            page.click("#turn")
            until(lambda: (frame := source.read(1.0)) is not None and frame.image.shape == (1280, 720, 3))
            page.click("#stop")
        page.wait_for_selector("body[data-state=ready]")
    assert last.image.shape == (720, 1280, 3)
    assert not last.damaged
    reading = open_reader().read(last.image)
    assert sorted(die.value for die in reading.dice) == sorted(VALUES)


@needs_chromium
def test_page_says_what_to_do_where_the_browser_gives_no_camera(app):
    with serving(app) as port, chromium("--host-resolver-rules=MAP table.test 127.0.0.1") as page:
        page.goto(f"http://table.test:{port}/camera")
        page.wait_for_selector("body[data-state=not_secure]")
        assert "certificate" in page.inner_text("#state")
        assert page.get_attribute("#encrypted", "href") == "https://table.test:8423/camera"
        assert "IP Webcam" in page.inner_text("#otherwise")
        assert not page.is_visible("#start")


@needs_chromium
def test_page_says_what_is_wrong(app, clip):
    with serving(app) as port, chromium(*fake_camera(clip)) as page:
        page.goto(f"http://127.0.0.1:{port}/camera")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]", timeout=120_000)
        FEED.connect(lambda: None)  # another phone
        page.wait_for_selector("body[data-state=replaced]")
        assert page.is_visible("#start")
        page.click("#start")
        page.wait_for_selector("body[data-state=unused]")
    with chromium("--deny-permission-prompts") as page, serving(app) as port:
        page.goto(f"http://127.0.0.1:{port}/camera")
        page.click("#start")
        page.wait_for_selector("body[data-state=denied], body[data-state=no_camera]")
        assert "IP Webcam" in page.inner_text("#otherwise")
