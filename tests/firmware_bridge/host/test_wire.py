from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.host.framing import MAX_ENCODED, MAX_PAYLOAD, unwrap, wrap
from firmware_bridge.host.messages import (
    BUTTONS,
    LEDS,
    Ack,
    Colour,
    Edge,
    Events,
    Hello,
    Kind,
    Led,
    Message,
    NewId,
    Orders,
    Pattern,
    Query,
    Status,
    Tune,
)
from firmware_bridge.host.wire import Decoder, frame, parse, payload

u8, u16, u32 = st.integers(0, 0xFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF)
edges = st.builds(Edge, st.sampled_from([Kind.UP, Kind.DOWN]), st.integers(0, BUTTONS - 1), u16) | st.builds(
    Edge, st.sampled_from([Kind.LEFT, Kind.RIGHT]), st.just(0), u16
)
leds = st.builds(Led, st.sampled_from(Pattern), st.sampled_from(Colour))
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Hello, u8, st.tuples(u8, u8), u32, u8, u8, u8, u8, u8, u8, st.binary(min_size=8, max_size=8)),
    st.builds(Events, u32, u16, st.lists(edges, min_size=1, max_size=8).map(tuple)),
    st.builds(Status, u32, st.integers(0, (1 << BUTTONS) - 1), u16, u16, u16, u16, u8, u32, st.booleans(), u8),
    st.builds(Ack, u32, u16),
    st.builds(Orders, u16, u8, st.sampled_from(Tune), st.lists(leds, min_size=LEDS, max_size=LEDS).map(tuple)),
    st.builds(Query, u8),
    st.builds(NewId, u32, st.binary(min_size=8, max_size=8)),
)


@given(messages)
def test_messages_round_trip(message):
    assert parse(payload(message)) == message
    assert len(payload(message)) <= MAX_PAYLOAD


@given(st.lists(messages, max_size=8), st.lists(st.integers(1, 50), max_size=40))
def test_chunking_does_not_matter(sent, cuts):
    stream = b"".join(frame(message) for message in sent)
    decoder, found = Decoder(), []
    for size in [*cuts, len(stream) + 1]:
        found += decoder.feed(stream[:size])
        stream = stream[size:]
    assert found == sent
    assert (decoder.sound, decoder.spoiled) == (len(sent), 0)


@given(st.lists(st.binary(max_size=60) | messages.map(frame), max_size=12))
def test_noise_between_frames(portions):
    decoder = Decoder()
    for portion in portions:
        decoder.feed(portion)
    decoder.feed(b"\0")
    assert decoder.feed(frame(Query(7))) == [Query(7)]


@given(messages, st.data())
def test_up_to_three_flipped_bits_are_detected(message, data):
    whole = bytearray(frame(message))
    places = st.integers(8, len(whole) * 8 - 9)  # between the delimiters
    for place in data.draw(st.sets(places, min_size=1, max_size=3)):
        whole[place // 8] ^= 1 << place % 8
    found = Decoder().feed(bytes(whole))
    assert found == []


@given(messages, st.binary(max_size=MAX_PAYLOAD))
def test_payload_of_wrong_length_is_refused(message, tail):
    body = payload(message)
    if tail:
        longer = parse(body + tail)
        assert longer is None or isinstance(longer, Events)
        assert not isinstance(message, Events) or longer is None
    assert parse(body[:-1]) is None


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"x",
        b"E" + bytes(4) + bytes(2) + b"\0",
        b"E" + bytes(4) + bytes(2) + b"\1" + bytes([4 << 5, 0, 0]),
        b"E" + bytes(4) + bytes(2) + b"\1" + bytes([1 << 5 | BUTTONS, 0, 0]),
        b"E" + bytes(4) + bytes(2) + b"\1" + bytes([2 << 5 | 1, 0, 0]),
        b"o" + bytes(4) + b"\x20" + bytes(5),
        b"o" + bytes(3) + b"\5" + bytes(6),
        b"S" + bytes(20) + b"\2\0",
        b"S" + bytes(6) + b"\xff" + bytes(15),
    ],
)
def test_fields_out_of_range_are_refused(body):
    assert parse(body) is None
    decoder = Decoder()
    assert decoder.feed(wrap(body) if body else b"\0\1\0") == []
    assert decoder.spoiled == 1


def test_endless_frame_takes_no_memory():
    decoder = Decoder()
    portion = b"\7" * 1000
    tracemalloc.start()
    for _ in range(1000):
        decoder.feed(portion)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50 * len(portion)
    assert decoder.feed(b"\0" + frame(Query())) == [Query()]
    assert decoder.spoiled == 1


def spoiled_frames(rng: random.Random, count: int) -> list[bytes]:
    """Frames with bytes changed, dropped, doubled, swapped or cut, and pure noise."""
    pool = [frame(m)[1:-1] for m in (Query(), Ack(7, 9), Orders(1, 2, Tune.CLICK, (Led(),) * LEDS))]
    pool += [frame(Events(5, 6, tuple(Edge(Kind.DOWN, i, 0) for i in range(n))))[1:-1] for n in (1, 3, 8)]
    spoiled = []
    for _ in range(count):
        run = bytearray(rng.choice(pool))
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(run) or 1)
            match rng.randrange(5):
                case 0 if run:
                    run[at : at + 1] = bytes([rng.randrange(256)])
                case 1 if run:
                    del run[at]
                case 2:
                    run.insert(at, rng.randrange(256))
                case 3 if len(run) > 1:
                    run[at - 1], run[at] = run[at], run[at - 1]
                case _:
                    run = bytearray(rng.randbytes(rng.randrange(MAX_ENCODED)))
        spoiled.append(bytes(run))
    return spoiled


def test_spoiled_frames_are_refused():
    rng = random.Random(20260)
    good = {unwrap(frame(m)[1:-1]) for m in (Query(), Ack(7, 9), Orders(1, 2, Tune.CLICK, (Led(),) * LEDS))}
    good |= {payload(Events(5, 6, tuple(Edge(Kind.DOWN, i, 0) for i in range(n)))) for n in (1, 3, 8)}
    for run in spoiled_frames(rng, 100_000):
        for piece in run.split(b"\0"):
            body = unwrap(piece)
            assert body is None or body in good, f"{run.hex()} passed as {body.hex()}"
