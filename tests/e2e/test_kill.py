"""kill -9 between the inbox and the journal, or between the journal and the box: each press counts exactly once."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.table import Table
from companion.games import shelf
from companion.record import codec
from companion.record.journal import Journal
from companion.record.session import Session
from tests.support.serial_ports import PortBox
from tests.support.waiting import until

ROOT = Path(__file__).parents[2]
OWING_ONE = {"phase": "discarding", "round": 1, "rolls": [15, 16, 15], "faces": [[6, 6, 3], [6, 6, 4], [6, 6, 3]]}
ANN_YES, CY_YES = 0, 6

SITS = """
import signal, sys, time
from companion.bootstrap import make_controller
from companion.record.journal import Journal
from companion.app.settings import Settings

path, ports, dies, home = sys.argv[1:]

class Dying(Journal):
    '''A journal in front of which, or behind which, this program stands still until somebody kills it.'''

    def append(self, *row):
        if dies == "before":
            print("hangs", flush=True)
            signal.pause()
        at = super().append(*row)
        if dies == "after":
            print("hangs", flush=True)
            signal.pause()
        return at

controller = make_controller(Settings(tray="", box="auto:" + ports), Dying(path))
if not home:
    controller.resume("last")
controller.start()
ready, said, ended = False, 0, []
signal.signal(signal.SIGTERM, lambda *_: ended.append(1))
while not ended:
    controller.tick()
    if controller.devices.box.ok and not ready and len(controller.devices.box_device.devices) == 2:
        ready = True
        print("ready", flush=True)
    if home and ready and sys.stdin.readline():  # somebody taps the game that was interrupted
        home = ""
        controller.tick()
        controller.resume("last")
    while said < len(controller.notifications):
        said += 1
        print("said", controller.notifications[-said].text, flush=True)
    time.sleep(0.002)
"""


COUNTED = "That press has already been counted"


@pytest.fixture
def boxes(tmp_path):
    (tmp_path / "ports").mkdir()
    made = [PortBox(tmp_path / "ports", number) for number in (1, 2)]
    yield made
    for box in made:
        box.close()


@pytest.fixture
def start_app(tmp_path):
    processes = []
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    game = shelf()["catch-up"]
    Session.begin(journal, game, Table(("Ann", "Bo", "Cy")), game.options(), OWING_ONE)
    journal.close()

    def start(dies="", home=""):
        process = subprocess.Popen(
            [sys.executable, "-c", SITS, str(path), str(tmp_path / "ports"), dies, home],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        processes.append(process)
        return process

    start.journal = path
    yield start
    for process in processes:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def lines_until(process, word):
    """Reads what the program says until it says this; gives all it said."""
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(word):
            return lines
    raise AssertionError(f"it ended without {word!r}: {lines}")


def kill(process):
    """Gives what it had still said."""
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().splitlines()
    process.wait()
    return rest


def end(process):
    """Lets it say what it still has to say; gives that."""
    process.send_signal(signal.SIGTERM)
    rest = process.stdout.read().splitlines()
    process.wait()
    return rest


def presses_counted(path):
    """The marks of the presses in the journal, in the order they were written."""
    journal = Journal(path)
    try:
        session = journal.header("last").session
        rows = [row for row in journal.rows(session) if row.origin == "box"]
        return [codec.parse(journal.evidence(session, row.seq).reading) for row in rows]
    finally:
        journal.close()


@pytest.mark.parametrize(("dies", "home"), [("before", "home"), ("after", "")])
def test_a_press_the_app_was_killed_over_counts_exactly_once(boxes, start_app, dies, home):
    first, second = boxes
    app = start_app(dies)
    lines_until(app, "ready")
    first.press(ANN_YES)
    lines_until(app, "hangs")
    second.press(CY_YES)  # into the inbox of an app that will never look at it
    until(lambda: second.has_sent)
    kill(app)
    anns, cys = ({"box": box.device, "boot": box.box.hello.boot, "number": 0} for box in boxes)
    assert presses_counted(start_app.journal) == [anns] * (dies == "after")
    assert (first.waiting, second.waiting) == (2, 2)

    again = start_app(home=home)
    lines = lines_until(again, "ready")
    if home:
        until(lambda: first.has_sent and second.has_sent)  # what nobody on the home screen can judge
        again.stdin.write("tap\n")
        again.stdin.flush()
    until(lambda: first.waiting == second.waiting == 0)
    if dies == "after" and not any(COUNTED in line for line in lines):  # one box may be ready before the other
        lines += lines_until(again, f"said {COUNTED}")
    lines += end(again)
    counted = presses_counted(start_app.journal)
    assert sorted(counted, key=str) == sorted([anns, cys], key=str)
    assert sum("already been counted" in line for line in lines) == (dies == "after")

    third = start_app()
    lines_until(third, "ready")
    first.press(18)  # the extra button means nothing: what was before it would come with it
    until(lambda: first.waiting == 0)
    assert [line for line in kill(third) if "counted" in line or "asked" in line] == []
    assert presses_counted(start_app.journal) == counted
