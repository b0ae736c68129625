"""The real app in a window on an X server, with a real pointer. Skipped if these are not installed."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WALK_S = 180
"""A walk that takes longer is stuck; the longest takes about 20 s on a quiet machine."""
PROGRAM = """
import sys
from companion.core.table import Table
from companion.app.controller import TableController
from companion.games import shelf
from companion.record.journal import Journal
from companion.app.settings import Settings
controller = TableController(Journal(":memory:"), shelf())
controller.begin("catch-up", Table(("Ann", "Bo")), None, {
    "phase": "discarding", "round": 1, "rolls": [9, 16], "faces": [[3, 3, 3], [6, 6, 4]]})
from companion.ui.kivy_app import CatsEyeApp
from companion.ui.clock import every
app = CatsEyeApp(controller, Settings())
shown = []
def look(_seconds):
    shown.append(1)
    if len(shown) == 10:  # laid out and painted by now
        hand = app.screen.hands[0]
        cards = {card.face.value: card for card in hand.picker.row.children}
        points = [cards[7].to_window(*cards[7].center), hand.picker.give.to_window(*hand.picker.give.center)]
        print("shown", *(round(v) for x, y in points for v in (x, 800 - y)), flush=True)
    if controller.session.entries:
        print(controller.session.entries[-1].event, flush=True)
        app.stop()
every(0.05, look)
app.run()
"""


@pytest.fixture
def display():
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("Xvfb and xdotool are not installed (apt install xvfb xdotool)")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x800x24"],
        pass_fds=(writer,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as printed:
        number = printed.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


def test_real_pointer_picks_and_gives_up_a_card(display):
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "KIVY_"))}
    surroundings |= {"DISPLAY": display, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as app:
        try:
            printed = app.stdout.readline().split()
            assert printed[:1] == ["shown"], app.stderr.read()
            for x, y in ((printed[1], printed[2]), (printed[3], printed[4])):
                for action in (["mousemove", x, y], ["mousedown", "1"], ["mouseup", "1"]):
                    subprocess.run(["xdotool", *action], env=surroundings, check=True)
            out, problems = app.communicate(timeout=30)
        finally:
            app.kill()
    assert "Discarded(seat=0, cards=(7,))" in out, problems


@pytest.mark.parametrize(
    ("walk", "says"),
    [
        ("play", [f"counted {game}" for game in ("catch-22", "catch-up", "catchy", "cat-in-the-box", "catastrophe")]),
        ("correct", ["amended 4 [4, 6, 5]"]),
        ("take_over", ["taken"]),
        (
            "set_right",
            [
                "set right catch-up {'round': 2}",
                "goes on catch-up True",
                "set right catastrophe {'reapurr': 1}",
                "goes on catastrophe True",
            ],
        ),
        (
            "come_and_go",
            ["goes on catastrophe ('Ann', 'Bo', 'Cy') True", "goes on catch-up ('Ann', 'Cy') True"],
        ),
        ("language", ["language de"]),
    ],
)
def test_a_real_pointer_finds_its_way(display, walk, says):
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "KIVY_"))}
    surroundings |= {"DISPLAY": display, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.support.pointer_walk", walk]
    printed = []
    with subprocess.Popen(command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as app:
        stop = threading.Timer(WALK_S, app.kill)
        stop.start()
        try:
            for line in app.stdout:
                printed.append(line.strip())
                verb, *where = line.split()
                if verb == "click":
                    for action in (["mousemove", *where], ["mousedown", "1"], ["mouseup", "1"]):
                        subprocess.run(["xdotool", *action], env=surroundings, check=True)
            problems = app.stderr.read()
        finally:
            stop.cancel()
            app.kill()
    assert printed[-1:] == ["done"], "\n".join((*printed, problems[-2000:]))
    for words in says:
        assert any(line.startswith(words) for line in printed), "\n".join(printed)
