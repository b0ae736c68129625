"""What browsers cost a table, and how soon phones show what happened: all on this machine, over loopback.

usage: .venv/bin/python bench/web.py [PHONES] [SILENT]

Phones are readers of `/view?shape=phone` in a process of their own, each from its own address. Silent ones ask for the
same and never read. A touch is timed from the inbox of the session's thread until its state stands and is published.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
import numpy as np

from companion.bots.players import thrown
from companion.core.bots import decided
from tests.support.served_table import HEADERS, served

if TYPE_CHECKING:
    from tests.support.served_table import ServedTable

PIPE = 1 << 20
"""Bytes that the phones may print before they are read, so that printing never stops them from reading."""
EVENTS, APART_S = 60, 0.15
"""Touches of each part, and seconds between two: faster than people, so that figures are not too kind."""


def cookie(table: ServedTable, address: str) -> str:
    """Pair a browser that only looks, from an address of its own."""
    headers = {"origin": table.origin, **HEADERS}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), headers=headers, timeout=20) as client:
        code = table.web.parts.pairing.make_code("player")
        client.post(f"{table.origin}/pair", json={"code": code, "role": "watch"}).raise_for_status()
        return client.cookies["catseye"]


def request(port: int, paired: str) -> bytes:
    """Ask for the views of a phone."""
    return f"GET /view?shape=phone HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: catseye={paired}\r\n\r\n".encode()


async def phone(port: int, address: str, paired: str) -> None:
    """Print the entry and the moment of each view once it is there as a whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 24)
    writer.write(request(port, paired))
    seq = ""
    while line := await reader.readline():
        if line.startswith(b"id:"):
            seq = line[3:].decode().strip()
        elif line.startswith(b"data:"):
            print(address, seq, time.monotonic(), flush=True)


async def phones(port: int, paired: list[str]) -> None:
    await asyncio.gather(*(phone(port, each.split("=")[0], each.split("=")[1]) for each in paired))


def play(table: ServedTable) -> tuple[list[float], dict[int, float]]:
    """Play a game; return how long touches took, in ms, and when each entry was touched."""
    session, random = table.do(lambda: table.controller.session), Random(3)
    bot = import_module(session.game.bot).make(session.table, session.options, random)
    took, at = [], {}
    for _ in range(EVENTS):
        ask = next(ask for ask in session.asks() if not ask.optional)
        event = decided(bot, session.state, ask) or thrown(ask, random)
        began = time.monotonic()
        table.do(lambda event=event: table.controller.touch(event))
        took.append(1000 * (time.monotonic() - began))
        at[session.seq] = began
        time.sleep(APART_S)
    return took, at


def said(what: str, figures: list[float]) -> None:
    """Print the distribution of some figures."""
    p50, p95 = np.percentile(figures, [50, 95])
    print(f"{what}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, max {max(figures):.1f} ms ({len(figures)})")


def resident_mb() -> float:
    """Return the memory of this process, MB."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def new_game(table: ServedTable) -> None:
    """Begin a game of many decisions for four."""
    table.begin("catch-22", "Ann", "Bo", "Cy", "Di")


def with_phones(table: ServedTable, count: int) -> None:
    paired = [f"{address}={cookie(table, address)}" for address in (f"127.0.1.{at + 1}" for at in range(count))]
    before = resident_mb()
    own = [sys.executable, __file__, "--phones", str(table.web.address.port), *paired]
    with subprocess.Popen(own, stdout=subprocess.PIPE, pipesize=PIPE, text=True) as reading:
        try:
            first = {reading.stdout.readline().split()[0] for _ in range(count)}
            took, at = play(table)
        finally:
            reading.terminate()
        rows = [line.split() for line in reading.stdout.read().splitlines()]
    grown = resident_mb() - before
    said(f"touch -> state, {len(first)} phones", took)
    delays = [1000 * (float(when) - at[int(seq)]) for _, seq, when in rows if int(seq) in at]
    said("touch -> on the phone", delays)
    print(f"views that reached phones: {len(delays)} of {count * len(at)}; memory {grown:+.1f} MB")


def with_silent(table: ServedTable, count: int) -> None:
    paired, before = cookie(table, "127.0.2.1"), resident_mb()
    with ExitStack() as stack:
        for at in range(count):
            silent = stack.enter_context(socket.socket())
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.bind((f"127.0.2.{at + 1}", 0))
            silent.connect(("127.0.0.1", table.web.address.port))
            silent.sendall(request(table.web.address.port, paired))
        took, _ = play(table)
        said(f"touch -> state, {table.web.parts.streams} that never read", took)
        print(f"memory {resident_mb() - before:+.1f} MB")


def main(count: int, silent: int) -> None:
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with served() as table:
        new_game(table)
        said("touch -> state, nobody looks", play(table)[0])
        new_game(table)
        with_phones(table, count)
    with served() as table:
        new_game(table)
        with_silent(table, silent)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--phones"]:
        asyncio.run(phones(int(sys.argv[2]), sys.argv[3:]))
    else:
        given = [int(each) for each in sys.argv[1:]]
        main(*(given or [50, 100]))
