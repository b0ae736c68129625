"""Measures the button box's firmware in the emulator, in stepped time, and prints the figures.

python bench/box.py                 the short rows, a few minutes
python bench/box.py --long          the rows at full length (an hour and more)
python bench/box.py bounce chip     only these rows

What a program on this machine sees of it, in real time, is measured by bench/box_live.py.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firmware_bridge.host.box import Colour, Led, Pattern
from firmware_bridge.host.events import MENDED, Pressed
from firmware_bridge.host.framing import unwrap
from firmware_bridge.host.messages import LEDS, NUMBERS, Ack, Edge, Events, Kind, Orders, Query, Tune
from firmware_bridge.host.wire import Decoder, frame, payload
from firmware_bridge.sim.avr import Emulator
from firmware_bridge.sim.firmware_build import build
from firmware_bridge.sim.hand import bounce
from tests.support.stepped_host import SteppedHost

Row = Callable[[bool], None]


def said(row: str, text: str) -> None:
    print(f"{row:10} {text}", flush=True)


def spread(values: list[float]) -> str:
    """Median, 99th percentile and worst, milliseconds."""
    ordered = sorted(1000 * value for value in values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"median {statistics.median(ordered):.2f} ms, p99 {p99:.2f} ms, worst {ordered[-1]:.2f} ms, n {len(ordered)}"


def measure(rows: dict[str, Row], what: str) -> None:
    """The command line of a program with these rows: which of them, and how long."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("rows", nargs="*", choices=[[], *rows], help="which rows; all when none is named")
    parser.add_argument("--long", action="store_true", help="at full length")
    chosen = parser.parse_args()
    build("build/box-328p.elf", "emulator")
    said("machine", f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    for name in chosen.rows or rows:
        rows[name](chosen.long)


def edges_in(host: SteppedHost) -> list[tuple[int, bool]]:
    return [(p.button, p.down) for p in host.delivered if isinstance(p, Pressed) and p.number != MENDED]


def bounce_row(full: bool) -> None:
    """Every button at once, each press and release with 1 to 11 edges in 10 ms at any phase."""
    presses, rng, began = 100_000 if full else 5_000, random.Random(1), time.monotonic()
    emulator = Emulator()
    host = SteppedHost(emulator)
    host.run(100_000)
    rounds = -(-presses // 18)
    wrong = 0
    for _ in range(rounds):
        for button in range(18):
            pressed = rng.randrange(15_000)
            released = pressed + rng.randrange(40_000, 60_000)
            edges = [(closed, pressed + at) for closed, at in bounce(True, rng)]
            emulator.contact(button, edges + [(closed, released + at) for closed, at in bounce(False, rng)])
        host.run(110_000)
    host.run(200_000)
    for button in range(18):
        mine = [down for one, down in edges_in(host) if one == button]
        wrong += abs(len(mine) - 2 * rounds) + sum(a != b for a, b in zip(mine, [True, False] * rounds, strict=False))
    figures = emulator.figures()
    emulator.close()
    said(
        "bounce",
        f"{18 * rounds} presses and releases: {wrong} wrong, {host.talk.lost} lost, receiver overruns "
        f"{figures.overruns}, numbers wrapped {36 * rounds // NUMBERS} times ({time.monotonic() - began:.0f} s)",
    )


def cable_run(presses: int, per_million: int, resets: float, pulls: float, kills: float, seed: int) -> str:
    rng, began = random.Random(seed), time.monotonic()
    emulator = Emulator(seed=seed)
    host, made = SteppedHost(emulator, slice_us=5_000), []
    host.run(100_000)
    emulator.ask(f"damage {per_million} {seed}")
    for _ in range(presses):
        button = rng.randrange(18)
        for closed in (True, False):
            emulator.contact(button, bounce(closed, rng))
            made.append((button, closed))
            if rng.random() < resets:
                host.run(rng.randrange(1, 12_000))
                emulator.ask("reset external")
            host.run(rng.randrange(35_000, 45_000))
        chance = rng.random()
        if not host.plugged_in:
            if chance < 0.4:
                host.replug()
        elif chance < pulls:
            host.unplug()
        elif chance > 1 - kills:
            host.listen(rng.randrange(1, 9_000))
            host.die_and_start_again()
    if not host.plugged_in:
        host.replug()
    emulator.ask("damage 0 1")
    host.run(3_000_000)
    delivered, resets_seen = edges_in(host), emulator.figures().resets
    emulator.close()
    left = iter(made)
    in_order = all(edge in left for edge in delivered)
    accounted = len(delivered) + host.talk.lost == len(made)
    exact = (
        "every edge once and in order"
        if delivered == made
        else (
            f"{len(delivered)} delivered, {host.talk.lost} counted lost, "
            + ("all accounted for" if accounted else "NOT ACCOUNTED")
        )
    )
    return (
        f"{presses} presses, {per_million / 10_000:g} % damaged, resets on {resets:.0%} of edges ({resets_seen}), "
        f"pulls {pulls:.0%}, kills {kills:.0%}: {exact}{'' if in_order else ', OUT OF ORDER'}, "
        f"{host.talk.decoder.spoiled} frames spoiled ({time.monotonic() - began:.0f} s)"
    )


def cable_row(full: bool) -> None:
    """Damaged bytes, resets, pulled cables, killed hosts."""
    presses = 10_000 if full else 300
    for per_million in (0, 4_000, 20_000, 40_000, 100_000):
        for resets in (0.0, 0.2):
            said("cable", cable_run(presses, per_million, resets, 0, 0, seed=1))
    for per_million in (0, 20_000, 40_000):
        said("cable", cable_run(presses, per_million, 0.2, 0.05, 0.05, seed=2))


def chip_row(full: bool) -> None:
    """The firmware's own share, in the chip's time: what no busy machine can spoil."""
    rng, emulator = random.Random(7), Emulator()
    host = SteppedHost(emulator)
    host.run(300_000)
    lit, pressed = [], []
    for i in range(3000 if full else 600):
        host.run(rng.randrange(1_000, 9_000))
        emulator.step(1_000 + rng.randrange(1_000))  # what the host has just said is through
        colour = Colour(i % 7 + 1)
        emulator.line(frame(Orders(i % NUMBERS, 0, Tune.SILENCE, (Led(Pattern.ON, colour),) * LEDS)))
        emulator.step(4_000)
        ago_us = int(emulator.ask("leds").split()[0].split(",")[2])
        lit.append((4_000 - ago_us) / 1e6)
    for _ in range(1000 if full else 200):
        host.run(rng.randrange(60_000, 70_000))
        edges = bounce(True, rng)
        emulator.contact(3, [*edges, (False, 40_000)])
        waited, decoder = 0, Decoder()
        while not any(isinstance(message, Events) for message in decoder.feed(emulator.step(100)[1])):
            waited += 100
        pressed.append(waited / 1e6)
        host.run(60_000)
    emulator.close()
    said("chip", "first byte of new orders on the line -> pin: " + spread(lit))
    said("chip", "first contact of a bouncing press -> its frame is out: " + spread(pressed))


def decoder_row(full: bool) -> None:
    """Spoiled frames against the host's decoder."""
    count, rng, began = 10_000_000 if full else 300_000, random.Random(5), time.monotonic()
    messages = [Query(), Ack(7, 9), Orders(1, 2, Tune.CLICK, (Led(),) * LEDS)]
    messages += [Events(5, 6, tuple(Edge(Kind.DOWN, i, 0) for i in range(n))) for n in (1, 3, 8)]
    runs, good = [frame(message)[1:-1] for message in messages], {payload(message) for message in messages}
    whole = bad = 0
    for _ in range(count):
        run = bytearray(runs[rng.randrange(len(runs))])
        for _ in range(rng.randrange(1, 5)):
            run[rng.randrange(len(run))] = rng.randrange(256)
        if rng.random() < 0.3:
            del run[rng.randrange(len(run))]
        for piece in run.split(b"\0"):
            body = unwrap(bytes(piece))
            whole += body is not None
            bad += body is not None and body not in good
    decoder = Decoder()
    for _ in range(2000):
        decoder.feed(os.urandom(rng.randrange(2000)))
    said(
        "decoder",
        f"{count} spoiled frames: {whole} still whole, {bad} bad ones passed ({time.monotonic() - began:.0f} s)",
    )


def day_row(full: bool) -> None:
    """A day of virtual time."""
    said("day", day_run(24 if full else 0.25))


def day_run(hours: float) -> str:
    """A press now and then; the event numbers wrap by quick ones of the extra button."""
    rng, began = random.Random(6), time.monotonic()
    emulator = Emulator()
    host, made = SteppedHost(emulator, slice_us=100_000), []
    host.run(100_000)
    end = int(hours * 3600e6)
    while host.now_us < end:
        button = rng.randrange(18)
        for closed in (True, False):
            emulator.contact(button, bounce(closed, rng))
            made.append((button, closed))
            host.run(100_000)
        quick = [(step % 2 == 0, 20_000 * step) for step in range(20)]
        emulator.contact(18, quick)
        made += [(18, closed) for closed, _ in quick]
        host.run(400_000 + int(rng.expovariate(1 / 20e6)))
    host.run(1_000_000)
    emulator.close()
    return (
        f"{host.now_us / 3600e6:.2f} h of virtual time: {len(edges_in(host))} of {len(made)} edges "
        f"{'in order' if edges_in(host) == made else 'WRONG'}, lost {host.talk.lost}, "
        f"numbers wrapped {len(host.delivered) // NUMBERS} times ({time.monotonic() - began:.0f} s)"
    )


ROWS: dict[str, Row] = {
    "bounce": bounce_row,
    "cable": cable_row,
    "decoder": decoder_row,
    "chip": chip_row,
    "day": day_row,
}


if __name__ == "__main__":
    measure(ROWS, __doc__.splitlines()[0])
