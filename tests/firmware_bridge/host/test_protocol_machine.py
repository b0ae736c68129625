from __future__ import annotations

import random

from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import MENDED, Greeted, Leds, LostSome, Pressed, WrongProtocol
from firmware_bridge.host.keepalive import LISTEN_S
from firmware_bridge.host.messages import (
    Ack,
    Colour,
    Edge,
    Events,
    Hello,
    Kind,
    Led,
    Orders,
    Pattern,
    Query,
    Status,
    Tune,
)
from firmware_bridge.host.protocol_machine import ProtocolMachine
from firmware_bridge.host.wire import Decoder, frame
from firmware_bridge.sim.soft_box import QUEUE, SoftBox

DEVICE = b"8 bytes!"
RED = Leds((Led(Pattern.ON, Colour.RED),))


def hello(boot: int = 1, protocol: int = 1) -> bytes:
    return frame(Hello(protocol, (1, 0), boot, 19, 6, 1, 1, 1, 0, DEVICE))


def status(boot=1, *, down=0, tail=0, head=0, lost=0, generation=0, nonce=0) -> bytes:
    return frame(Status(boot, down, tail, head, lost, generation, nonce, 0, host_heard=True, spoiled=0))


def press(first: int, *buttons: int, boot: int = 1) -> bytes:
    return frame(Events(boot, first, tuple(Edge(Kind.DOWN, button, 0) for button in buttons)))


def said(talk: ProtocolMachine, now: float) -> list:
    return Decoder().feed(talk.due(now))


def greeted() -> ProtocolMachine:
    talk = ProtocolMachine()
    talk.open(0.0)
    talk.feed(hello(), 0.1)
    talk.due(0.1)
    return talk


def test_host_listens_first():
    talk = ProtocolMachine()
    talk.open(10.0)
    assert talk.due(10.0 + LISTEN_S - 0.01) == b""
    assert said(talk, 10.0 + LISTEN_S) == [Query()]
    assert talk.due(10.0 + LISTEN_S + 0.05) == b""
    assert said(talk, 10.0 + LISTEN_S + 0.11) == [Query()]


def test_sound_frame_ends_listening():
    talk = ProtocolMachine()
    talk.open(0.0)
    talk.feed(status(), 0.2)
    assert said(talk, 0.2) == [Query()]
    assert [type(heard) for heard in talk.feed(hello(), 0.3)] == [Greeted]


def test_presses_before_hello_wait_in_the_box():
    talk = ProtocolMachine()
    talk.open(0.0)
    assert talk.feed(press(0, 4), 0.1) == []
    talk.feed(hello(), 0.2)
    assert talk.feed(press(0, 4), 0.3) == [Pressed(DEVICE, 4, True, 0.3, 1, 0)]


def test_repeats_are_acknowledged_but_dropped():
    talk = greeted()
    assert len(talk.feed(press(0, 1, 2), 1.0)) == 2
    assert Ack(1, 2) in said(talk, 1.0)
    assert talk.feed(press(0, 1, 2), 1.1) == []
    assert Ack(1, 2) in said(talk, 1.1)
    assert talk.feed(press(1, 2, 3), 1.2) == [Pressed(DEVICE, 3, True, 1.2, 1, 2)]


def test_numbers_wrap():
    talk = greeted()
    talk.feed(status(tail=65534, head=65534), 0.5)
    assert [p.number for p in talk.feed(press(65534, 1, 2, 3), 1.0)] == [65534, 65535, 0]
    assert talk.feed(press(65535, 2, 3, 4), 1.1) == [Pressed(DEVICE, 4, True, 1.1, 1, 1)]


def test_age_is_subtracted():
    talk = greeted()
    heard = talk.feed(frame(Events(1, 0, (Edge(Kind.DOWN, 0, 1500),))), 10.0)
    assert heard == [Pressed(DEVICE, 0, True, 8.5, 1, 0)]


def test_dial_of_old_box_is_ignored():
    talk = greeted()
    turned = (Edge(Kind.RIGHT, 0, 20), Edge(Kind.DOWN, 3, 10), Edge(Kind.LEFT, 0, 0))
    assert talk.feed(frame(Events(1, 0, turned)), 1.0) == [Pressed(DEVICE, 3, True, 0.99, 1, 1)]
    assert Ack(1, 3) in said(talk, 1.0)
    assert talk.feed(frame(Events(1, 0, (*turned, Edge(Kind.UP, 3, 0)))), 1.2) == [Pressed(DEVICE, 3, False, 1.2, 1, 3)]


def test_new_boot_is_queried_and_reported():
    talk = greeted()
    talk.feed(press(0, 1), 0.5)
    assert talk.feed(press(0, 2, boot=9), 1.0) == []
    assert said(talk, 1.0) == [Query()]
    assert talk.feed(hello(boot=9), 1.1)[0].restarted
    assert talk.feed(press(0, 2, boot=9), 1.2) == [Pressed(DEVICE, 2, True, 1.2, 9, 0)]


def test_reset_with_memory_is_no_restart():
    talk = greeted()
    talk.feed(press(0, 1), 0.5)
    talk.open(2.0)
    assert not talk.feed(hello(), 2.1)[0].restarted
    assert talk.feed(press(0, 1, 2), 2.2) == [Pressed(DEVICE, 2, True, 2.2, 1, 1)]


def test_known_box_on_new_cable():
    talk = greeted()
    talk.feed(press(0, 1), 0.5)
    talk.open(2.0)
    assert talk.feed(press(0, 1, 2), 2.1) == [Pressed(DEVICE, 2, True, 2.1, 1, 1)]
    assert {type(message) for message in said(talk, 2.1)} == {Query, Ack, Orders}  # it is still asked for its name
    (heard,) = talk.feed(hello(), 2.2)
    assert isinstance(heard, Greeted)
    assert not heard.restarted
    assert talk.down == 0b110


def test_ack_is_for_one_boot_only():
    talk = greeted()
    talk.feed(press(0, 1, 2, 3) + hello(boot=9) + press(0, 1, 2, 3, 4, boot=9)[:3], 0.5)
    assert not [message for message in said(talk, 0.5) if isinstance(message, Ack)]


def test_losses_are_counted_once():
    talk = greeted()
    assert talk.feed(status(lost=3), 0.5) == [LostSome(3)]
    assert talk.feed(status(lost=3), 0.7) == []
    assert talk.feed(press(5, 1), 0.8)[0] == LostSome(8)  # somebody else fetched five
    assert talk.lost == 8


def test_edges_fetched_by_another_program_count_as_lost():
    talk = greeted()
    talk.feed(status(tail=5, head=5), 0.2)
    assert talk.feed(status(tail=9, head=10), 0.3) == [LostSome(4)]
    assert talk.feed(press(9, 1), 0.4) == [Pressed(DEVICE, 1, True, 0.4, 1, 9)]
    assert talk.feed(status(down=1 << 1, tail=10, head=10), 0.5) == []
    assert talk.lost == 4


def test_loss_counter_wraps():
    talk = greeted()
    assert talk.feed(status(lost=65535), 0.2) == [LostSome(65535)]
    assert talk.feed(status(lost=2), 0.3) == [LostSome(65538)]
    assert talk.feed(status(lost=2), 0.4) == []
    talk.feed(hello(boot=2), 0.5)
    assert talk.lost == 0


def test_power_loss_releases_buttons():
    talk = greeted()
    talk.feed(press(0, 4, 5), 0.2)
    heard = talk.feed(hello(boot=2), 3.0)
    assert heard[1:] == [Pressed(DEVICE, 4, False, 3.0, 2, MENDED), Pressed(DEVICE, 5, False, 3.0, 2, MENDED)]
    assert talk.feed(status(boot=2), 3.1) == []
    assert talk.down == 0


def test_power_loss_releases_buttons_of_another_port():
    ledger = DeliveryLedger()
    before, after, later = (ProtocolMachine(ledger) for _ in range(3))
    before.open(0.0)
    before.feed(hello() + press(0, 4, 5), 0.1)
    after.open(0.5)
    after.feed(hello(boot=2), 0.6)  # quicker than the port it was at is found to be gone
    before.close()
    assert after.feed(status(boot=2), 0.8) == [Pressed(DEVICE, button, False, 0.8, 2, MENDED) for button in (4, 5)]
    after.feed(press(0, 6, boot=2), 0.9)
    after.close()
    later.open(1.0)
    later.feed(hello(boot=2), 1.1)
    assert later.down == 1 << 6
    assert later.feed(status(boot=2, tail=1, head=1), 1.2) == [Pressed(DEVICE, 6, False, 1.2, 2, MENDED)]


def test_press_and_new_boot_in_one_read():
    talk = greeted()
    assert talk.feed(press(0, 4) + status(boot=2), 0.2) == [Pressed(DEVICE, 4, True, 0.2, 1, 0)]
    assert talk.device is None  # who speaks now is not known yet


def test_other_box_stays_down():
    ledger = DeliveryLedger()
    one, other = ProtocolMachine(ledger), ProtocolMachine(ledger)
    one.open(0.0)
    one.feed(hello() + press(0, 4), 0.1)
    other.open(0.0)
    duplicate = other.feed(hello() + status(), 0.2)  # the same id and boot, at a port of its own
    other.feed(frame(Hello(1, (1, 0), 7, 19, 6, 1, 1, 1, 0, b"another!")) + status(7), 0.3)
    assert [type(heard) for heard in duplicate] == [Greeted]
    assert one.down == 1 << 4


def test_stuck_button_is_released():
    talk = greeted()
    talk.feed(press(0, 4, 5), 0.5)
    assert talk.feed(status(down=1 << 4, tail=2, head=4), 0.6) == []  # two edges are still to come
    assert talk.feed(status(down=1 << 4, tail=2, head=2), 0.7) == [Pressed(DEVICE, 5, False, 0.7, 1, MENDED)]
    assert talk.feed(status(down=1 << 4, tail=2, head=2), 0.8) == []


def test_orders_are_sent_and_repeated():
    talk = greeted()
    talk.show(RED)
    (orders,) = said(talk, 1.0)
    assert isinstance(orders, Orders)
    assert orders.leds[0] == RED.leds[0]
    assert talk.due(1.2) == b""
    assert said(talk, 1.5) == [orders]
    talk.feed(status(generation=orders.generation + 1), 1.6)  # the box shows something else
    assert said(talk, 1.6) == [orders]
    talk.show(RED)
    assert talk.due(1.7) == b""


def test_a_tune_is_played_once_and_never_late():
    talk = greeted()
    talk.show(Leds(tune=Tune.CLICK, nonce=1))
    assert said(talk, 1.0)[0].nonce == 0  # which nonce is new is known from the box's status
    talk.feed(status(generation=1, nonce=7), 1.1)
    orders = said(talk, 1.1)[0]
    assert (orders.nonce, orders.tune) == (8, Tune.CLICK)
    talk.open(5.0)
    talk.show(Leds(tune=Tune.DONE, nonce=2))  # while the box was away
    talk.feed(hello() + status(generation=1, nonce=8), 5.1)
    assert said(talk, 5.1)[0].nonce == 0


def listened(talk: ProtocolMachine, since: float, until: float) -> str | None:
    """Read a silent cable every 50 ms, as a box's thread does, and return why it is given up."""
    why, now = None, since
    while why is None and now < until:
        now += 0.05
        talk.feed(b"", now)
        why = talk.verdict(now)
    return why


def test_silence_and_nonsense_end_the_link():
    talk = greeted()
    talk.feed(status(), 1.0)
    assert listened(talk, 1.0, 1.9) is None
    assert "no word" in str(listened(talk, 1.9, 2.1))
    talk.open(3.0)
    for step in range(60):
        talk.feed(b"\0hello world\r\n", 3.0 + step / 10)
    assert "does not speak" in str(talk.verdict(8.9))


def test_silence_counts_only_while_listening():
    """A tablet that slept says nothing about the box."""
    talk = greeted()
    talk.feed(status(), 1.0)
    assert listened(talk, 1.0, 1.5) is None
    assert listened(talk, 61.5, 61.9) is None  # a minute in which nobody looked
    assert "no word" in str(listened(talk, 61.9, 62.2))  # 0.5 s before it, 0.6 s after it
    talk.open(100.0)
    assert listened(talk, 106.0, 110.0) is None
    assert "nothing answers" in str(listened(talk, 110.0, 111.2))
    talk.open(200.0)
    talk.feed(b"hello world", 206.0)
    assert talk.verdict(206.0) is None
    assert "does not speak" in str(listened(talk, 206.0, 212.0))


def test_echoing_port_is_no_box():
    talk, why = ProtocolMachine(), None
    talk.open(0.0)
    for step in range(200):
        now = step * 0.05
        talk.feed(talk.due(now), now)
        why = why or talk.verdict(now)
    assert "does not speak" in str(why)


def test_other_protocol_is_reported():
    talk = ProtocolMachine()
    talk.open(0.0)
    (heard,) = talk.feed(hello(protocol=2), 0.1)
    assert isinstance(heard, WrongProtocol)
    assert talk.device is None


def test_ledger_ahead_of_the_box_does_not_deadlock():
    talk = greeted()
    talk.feed(press(0, 1, 2, 3), 0.5)
    talk.feed(status(tail=1, head=2), 0.6)  # it forgot the third: cannot be, and yet must not hang
    assert [p.number for p in talk.feed(press(1, 7), 0.7)] == [1]


def test_soft_box_over_a_bad_cable():
    rng = random.Random(11)
    box, talk = SoftBox(DEVICE, 77), ProtocolMachine()
    talk.open(0.0)
    made, got, now = [], [], 0.0
    for tick in range(40_000):
        now = tick * 0.005
        if tick % 10 == 0 and tick < 30_000:
            button = tick // 20 % 18
            made.append((button, tick % 20 == 0))
            box.edge(Kind.DOWN if made[-1][1] else Kind.UP, button, now)
        for to_host in (True, False):
            sent = box.due(now) if to_host else talk.due(now)
            bad = bytes(b ^ 1 << rng.randrange(8) if rng.random() < 0.02 else b for b in sent if rng.random() > 0.002)
            if to_host:
                got += [heard for heard in talk.feed(bad, now) if isinstance(heard, Pressed)]
            else:
                box.feed(bad, now)
        if rng.random() < 0.001:
            talk.open(now)
    assert [(p.button, p.down) for p in got] == made
    assert box.lost == 0


def test_soft_box_counts_losses():
    box = SoftBox(DEVICE, 77)
    for i in range(QUEUE + 5):
        box.edge(Kind.UP if i % 2 else Kind.DOWN, 3, 0.0)
    assert box.lost == 5
