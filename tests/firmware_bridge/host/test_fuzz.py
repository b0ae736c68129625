"""Coverage-guided fuzzing of the host's half: any bytes, any chunking, valid frames among the noise.

Inputs that reach new lines are kept and changed further. CATSEYE_FUZZ_RUNS sets the number of runs.
"""

from __future__ import annotations

import itertools
import os
import random
import sys
from collections import defaultdict
from pathlib import Path
from types import FrameType

import firmware_bridge
from firmware_bridge.host.events import MENDED, Leds, Pressed
from firmware_bridge.host.framing import MAX_PAYLOAD, wrap
from firmware_bridge.host.messages import NUMBERS, Hello
from firmware_bridge.host.protocol_machine import ProtocolMachine
from firmware_bridge.host.wire import Decoder, parse, payload

RUNS = int(os.environ.get("CATSEYE_FUZZ_RUNS", "4000"))
WATCHED = {
    str(Path(firmware_bridge.__file__).parent / "host" / name)
    for name in ("wire.py", "framing.py", "protocol_machine.py")
}
DEVICE = b"fuzz-box"


def play(script: bytes) -> None:
    """Run a script of operations against a host and assert what must hold whatever a box says."""
    talk, clock, stream, delivered = ProtocolMachine(), 0.0, b"", []
    talk.open(clock)
    left = iter(script)
    for operation in left:
        kind, amount = operation & 7, operation >> 3
        taken = bytes(itertools.islice(left, amount))
        match kind:
            case 0 | 1:
                portion = taken
            case 2 | 3:
                portion = wrap((taken or b"h")[:MAX_PAYLOAD])
            case 4:
                portion = wrap((b"HESEE"[amount % 5 :][:1] + taken)[:MAX_PAYLOAD])
            case 5:
                portion = wrap(payload(Hello(1, (1, 0), amount % 3, 19, 6, 1, 1, 1, 0, DEVICE)))
            case 6:
                portion, clock = b"", clock + amount / 8
            case _:
                portion = b""
                talk.show(Leds((), nonce=amount)) if amount % 2 else talk.open(clock)
        stream += portion
        edges = [heard for heard in talk.feed(portion, clock) if isinstance(heard, Pressed)]
        delivered += [(edge.boot, edge.number) for edge in edges if edge.number != MENDED]
        clock += 0.01
        assert all(parse(payload(message)) == message for message in Decoder().feed(talk.due(clock)))
        assert talk.verdict(clock) is None or clock > 1
    by_boot = defaultdict(list)
    for boot, number in delivered:
        by_boot[boot].append(number)
    for numbers in by_boot.values():
        steps = [(later - earlier) % NUMBERS for earlier, later in itertools.pairwise(numbers)]
        assert all(steps), "an edge was delivered twice"
    whole, pieces = Decoder(), Decoder()
    assert whole.feed(stream) == [m for i in range(0, len(stream), 3) for m in pieces.feed(stream[i : i + 3])]
    assert (whole.sound, whole.spoiled) == (pieces.sound, pieces.spoiled)


def lines_run(script: bytes) -> set[tuple[str, int]]:
    """The lines of the watched files that this script runs."""
    seen: set[tuple[str, int]] = set()

    def inside(frame: FrameType, event: str, _arg: object):
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def enter(frame: FrameType, _event: str, _arg: object):
        return inside if frame.f_code.co_filename in WATCHED else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        play(script)
    finally:
        sys.settrace(before)
    return seen


def changed(rng: random.Random, script: bytes, other: bytes) -> bytes:
    work = bytearray(script)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(work) + 1)
        match rng.randrange(5):
            case 0 if at < len(work):
                work[at] = rng.randrange(256)
            case 1:
                work[at:at] = rng.randbytes(rng.randrange(6))
            case 2:
                del work[at : at + rng.randrange(8)]
            case 3 if at < len(work):
                work[at] ^= 1 << rng.randrange(8)
            case _:
                work[at:at] = other[rng.randrange(len(other) + 1) :][:40]
    return bytes(work[:400])


def test_no_bytes_break_the_host():
    rng = random.Random(1)
    greeting = bytes([5 | 1 << 3])
    press = bytes([4 | 11 << 3]) + b"\1\0\0\0" + b"\0\0" + b"\1" + b"\x23\0\0"
    corpus, covered = [greeting + press, b"\0", bytes([6 | 31 << 3] * 8)], set()
    for script in corpus:
        covered |= lines_run(script)
    for _ in range(RUNS):
        script = changed(rng, rng.choice(corpus), rng.choice(corpus))
        fresh = lines_run(script) - covered
        if fresh:
            covered |= fresh
            corpus.append(script)
    assert len(corpus) > 10  # the guidance works: inputs that reach new lines were found and kept
