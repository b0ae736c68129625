"""The app's own figures: rules, journal, resume, roll and press through to the state, the first frame, memory.

usage: bench/app.py [all | rules | journal | roll | press | app | screens | frames]

Every figure stands beside its budget or beside a baseline measured in the same run. Two noisy cores: quote medians.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.app.settings import Settings
from companion.bootstrap import make_controller
from companion.bots.players import thrown
from companion.core.asks import Key
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up import bot
from companion.record.journal import Evidence, Journal
from companion.record.session import Session
from companion.referee.stale_presses import REACTION_S
from companion.views.setup_draft import COLOURS, NAMES

CATCH_UP = shelf()["catch-up"]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def line(name, figure, budget):
    print(f"{name:46} {figure:>28}   {budget}")


def play(session, random, events=10**9):
    """Play on with the game's bot and random dice; the number of events."""
    player = bot.make(session.table, session.options, random)
    count = 0
    while count < events and (asks := session.asks()):
        ask = asks[0]
        event = thrown(ask, random) if ask.roll is not None else player.choose(session.state, ask)
        session.submit(event)
        count += 1
    return count


def begin(journal, seats=3):
    return Session.begin(journal, CATCH_UP, Table(NAMES[:seats]), CATCH_UP.options())


def rules():
    random = Random(1)
    for seats in (2, 3, 4):
        games, events, start = 0, 0, time.perf_counter()
        while time.perf_counter() - start < 2.0:
            journal = Journal(":memory:")
            events += play(begin(journal, seats), random)
            journal.close()
            games += 1
        seconds = time.perf_counter() - start
        figure = f"{games / seconds:.0f} games/s, {events / seconds:.0f} events/s"
        line(f"Catch Up through Session, {seats} players", figure, ">= 300 games/s")


def journal_figures():
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        session = begin(journal)
        plain = Path(folder) / "plain"
        appends, fsyncs = [], []
        picture = Evidence(b"{}", os.urandom(50_000))
        with plain.open("ab") as file:
            for seq in range(1, 301):
                start = time.perf_counter()
                journal.append(session.id, seq, "tray", "Rolled", b'{"seat": 0}', picture if seq % 2 else None)
                appends.append((time.perf_counter() - start) * 1000)
                start = time.perf_counter()
                file.write(b"x" * 200)
                file.flush()
                os.fsync(file.fileno())
                fsyncs.append((time.perf_counter() - start) * 1000)
        figure = f"p50 {statistics.median(appends):.2f} p99 {percentile(appends, 0.99):.2f} ms"
        line("durable append, every second with a picture", figure, "p50 <= 6 ms")
        figure = f"p50 {statistics.median(fsyncs):.2f} p99 {percentile(fsyncs, 0.99):.2f} ms"
        line("  baseline: write + fsync of 200 bytes", figure, "")
        long = grown(journal, Random(2))
        times = []
        for _ in range(15):
            start = time.perf_counter()
            Session.resume(journal, shelf(), long.id)
            times.append((time.perf_counter() - start) * 1000)
        line("resume of 1,000 events", f"median {statistics.median(times):.1f} ms", "<= 60 ms")
        journal.close()


def grown(journal, random):
    """A session of 1,000 events that count: mostly rounds in which nobody owes anything."""
    session = begin(journal, 4)
    while len(session.entries) < 1000:
        player = bot.make(session.table, session.options, random)
        asks = session.asks()
        if not asks:
            raise RuntimeError("a game of Catch Up ended before 1,000 events")
        ask = asks[0]
        if ask.roll is not None:
            first = session.facts()["phase"] == "start-roll" and ask.seat == 0
            event = Rolled(ask.seat, (Face(3), Face(3), Face(4 if first else 3)))
        else:
            event = player.choose(session.state, ask)
        session.submit(event)
    return session


def wait_for(controller, true, seconds=10.0):
    """Tick the controller until something holds; the time it took, or None."""
    start = time.perf_counter()
    while not true():
        if time.perf_counter() - start > seconds:
            return None
        controller.tick()
        time.sleep(0.001)
    return time.perf_counter() - start


def roll():
    """From the first frame in which rendered dice lie still to the state that counts them."""
    controller = make_controller(Settings(tray="sim:seed=11", box=""), Journal(":memory:"))
    controller.begin("catch-up", Table(NAMES[:3], COLOURS[:3]))
    controller.start()
    delays, asked = [], 0
    wait_for(controller, lambda: controller.devices.can_throw)
    for _ in range(20):
        if not controller.session.asks() or controller.session.asks()[0].roll is None:
            controller.undo()
        seq = controller.session.seq
        controller.throw()
        done = wait_for(controller, lambda: controller.session.seq > seq or controller.pending_review is not None, 8.0)  # noqa: B023
        if controller.pending_review is not None or done is None:
            asked += 1
            controller.dismiss()
            continue
        delays.append((time.monotonic() - controller.devices.tray_device.hand.calm_at()) * 1000)
    controller.stop()
    figure = f"median {statistics.median(delays):.0f} p95 {percentile(delays, 0.95):.0f} ms"
    line(f"dice at rest -> state changed ({len(delays)} rolls)", figure, "<= 400 ms at 30 fps")
    line("  asked about instead", str(asked), "")


def press(name="avr:"):
    """From a finger on the emulated button to the state that counts the press."""
    controller = make_controller(Settings(tray="", box=name), Journal(Path(tempfile.mkdtemp()) / "journal.sqlite"))
    facts = {"phase": "discarding", "faces": [[3, 3, 3], [6, 5, 5]], "starter": 0}
    controller.begin("catch-up", Table(NAMES[:2]), facts=facts)
    controller.start()
    if wait_for(controller, lambda: controller.devices.box.ok, 15.0) is None:
        line("press -> state changed", f"no box at {name}: {controller.devices.box.why}", "")
        controller.stop()
        return
    fingers = controller.devices.box_device.fingers
    yes, following = controller.devices.box_device.button(0, Key.YES), controller.devices.box_device.button(0, Key.NEXT)
    steps, counts = [], []
    for number in range(150):
        if number % 3 == 2:
            seq = controller.session.seq
            start = time.perf_counter()
            fingers.press(yes)
            wait_for(controller, lambda: controller.session.seq > seq)  # noqa: B023
            counts.append((time.perf_counter() - start) * 1000)
            controller.undo()
            wait_for(controller, lambda: False, 2 * REACTION_S)  # a press any sooner is no answer
        else:
            before = dict(controller.pointers)
            start = time.perf_counter()
            fingers.press(following)
            wait_for(controller, lambda: dict(controller.pointers) != before)  # noqa: B023
            steps.append((time.perf_counter() - start) * 1000)
        time.sleep(0.06)
    controller.stop()
    figure = f"p50 {statistics.median(counts):.1f} p99 {percentile(counts, 0.99):.1f} ms"
    line(f"press -> state changed and on the disk ({name})", figure, "p99 <= 30 ms")
    figure = f"p50 {statistics.median(steps):.1f} p99 {percentile(steps, 0.99):.1f} ms"
    line("  press -> choice stepped to (no disk)", figure, "")


APP = """
import os, resource, sys, tempfile, time
from pathlib import Path
began = float(sys.argv[1])
if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
from companion.app.run_options import RunOptions
from companion.bootstrap import run
from companion.app.settings import Settings
from companion.app.folders import DataFolder
from companion.ui.clock import after, shown
from kivy.app import App
def end():
    status = Path("/proc/self/status").read_text()
    rss = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    print("rss", int(rss.split()[1]) / 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, flush=True)
    App.get_running_app().stop()
shown(lambda: print("first", time.time() - began, flush=True))
after(4, lambda: App.get_running_app().controller.throw())
after(15, end)
folder = Path(tempfile.mkdtemp())
tray = os.environ.get("BENCH_TRAY", "sim:seed=1")
run(RunOptions(Settings(tray=tray, box="soft:"), Settings(), folder / "journal.sqlite", DataFolder(folder), "catch-up"))
"""


def app():
    """The app with a live rendered camera: start to first frame, and resident memory after 12 s."""
    environment = {**os.environ, "KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "PYTHONPATH": str(ROOT)}
    firsts, memory = [], []
    for _ in range(3):
        began = str(time.time())
        done = subprocess.run(
            [sys.executable, "-c", APP, began],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        figures = dict(part.split(" ", 1) for part in done.stdout.splitlines() if part.startswith(("first", "rss")))
        if "first" not in figures or "rss" not in figures:
            line("the app", "did not start", done.stderr.strip()[-200:])
            return
        firsts.append(float(figures["first"]))
        memory.append([float(part) for part in figures["rss"].split()])
    line("process start -> first frame", f"median {statistics.median(firsts):.2f} s", "<= 1.5 s")
    figure = f"{statistics.median(now for now, _ in memory):.0f} MB (peak {max(peak for _, peak in memory):.0f})"
    line("RSS with a live camera", figure, "<= 320 MB")


def screens():
    """From a tap to the next screen drawn, and to the first change of the table, without a graphics card."""
    os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1")
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415, I001  it opens the one window
    from companion.ui.testing.screenshots import play as play_on  # noqa: PLC0415  the same
    from companion.ui.widgets.tap_target import Tappable  # noqa: PLC0415  the same
    from kivy.tests.common import UnitTestTouch  # noqa: PLC0415  the same

    ways = ("rules", "rules -> table", "history", "history -> table", "tap -> first change")
    for size in ((1280, 800), (1920, 1200)):
        took = {way: [] for way in ways}
        for game in shelf().values():
            controller = make_controller(Settings(tray="", box=""), Journal(":memory:"))
            controller.begin(game.id, Table(NAMES[: game.player_counts[-1]], COLOURS[: game.player_counts[-1]]))
            play_on(controller, 60, 1)
            driver = ScreenDriver(controller, Settings(), size)
            driver.draw(3)
            for _ in range(5):
                for way in ways[:-1]:
                    began = time.perf_counter()
                    driver.app.go(way.rpartition(" ")[2])
                    driver.draw(2)
                    took[way].append(1000 * (time.perf_counter() - began))
                button = next(driver.all(Tappable))
                finger = UnitTestTouch(*button.to_window(*button.center))
                began = time.perf_counter()
                finger.touch_down()
                driver.draw(1)
                took[ways[-1]].append(1000 * (time.perf_counter() - began))
                finger.touch_move(-50, -50)
                finger.touch_up()
            driver.close()
            controller.stop()
        for way, times in took.items():
            figure = f"median {statistics.median(times):.0f}, p95 {percentile(times, 0.95):.0f} ms"
            line(f"{way} at {size[0]}x{size[1]}", figure, "<= 100 ms" if way == ways[-1] else "<= 300 ms")


def frames():
    """How long a frame takes while the dice of a roll land and settle and the camera runs, without a graphics card: by
    the clock, and of the processor for the thread that draws, which says more on a busy machine.
    """
    os.environ.update(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1")
    from companion.ui.testing.driver import ScreenDriver  # noqa: PLC0415  it opens the one window

    for size in ((1280, 800), (1920, 1200)):
        controller = make_controller(Settings(tray="sim:seed=11", box=""), Journal(":memory:"))
        controller.begin("catch-up", Table(NAMES[:4], COLOURS[:4]))
        controller.start()
        driver = ScreenDriver(controller, Settings(), size)
        wait_for(controller, lambda: controller.devices.can_throw)  # noqa: B023
        took = []
        for _ in range(8):
            if not controller.session.asks() or controller.session.asks()[0].roll is None:
                controller.undo()
            took += _frames_of_a_roll(controller, driver)
        driver.close()
        controller.stop()
        for name, times in zip(("by the clock", "processor, drawing thread"), zip(*took, strict=True), strict=True):
            figure = f"median {statistics.median(times):.0f}, p95 {percentile(times, 0.95):.0f} ms"
            line(f"frame, {name}, {size[0]}x{size[1]} ({len(times)})", figure, "p95 <= 33 ms")


def _frames_of_a_roll(controller, driver):
    """Throw, and draw until the dice are in their strips; the milliseconds of each frame in which they moved."""
    seq, moment, took = controller.session.seq, driver.app.screen.rolls.moment, []
    controller.throw()
    until = time.perf_counter() + 10
    while time.perf_counter() < until and (controller.session.seq == seq or moment.rolls):
        moves, began, busy = moment.moves, time.perf_counter(), time.thread_time()
        driver.draw(1)
        if moves:
            took.append((1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - busy)))
        else:
            time.sleep(0.005)  # the camera's thread runs
    if controller.pending_review is not None:
        controller.dismiss()
    return took


PARTS = {"rules": rules, "journal": journal_figures, "roll": roll, "press": press, "app": app}
PARTS |= {"screens": screens, "frames": frames}


def main():
    wanted = sys.argv[1:] or ["all"]
    for name, part in PARTS.items():
        if name in wanted or "all" in wanted:
            part()
    line("this program's own peak RSS", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB", "")


if __name__ == "__main__":
    main()
