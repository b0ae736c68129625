"""The real firmware in the emulator in stepped time: exactly repeatable. Long runs are in bench/box.py."""

from __future__ import annotations

import itertools
import random
import subprocess

import pytest

from firmware_bridge.host.events import MENDED, Greeted, Leds, Pressed
from firmware_bridge.host.messages import DARK, Chip, Colour, Hello, Led, Pattern, Status, Tune
from firmware_bridge.host.wire import Decoder
from firmware_bridge.sim.avr import Emulator
from firmware_bridge.sim.firmware_build import build
from firmware_bridge.sim.hand import bounce
from tests.support.started import processes
from tests.support.stepped_host import SteppedHost

__all__ = ["processes"]


def edges_of(host: SteppedHost) -> list[tuple[int, bool]]:
    return [(p.button, p.down) for p in host.delivered if isinstance(p, Pressed) and p.number != MENDED]


def finger(host: SteppedHost, button: int, rng: random.Random, made: list[tuple[int, bool]]) -> None:
    for closed in (True, False):
        host.emulator.contact(button, bounce(closed, rng))
        made.append((button, closed))
        host.run(rng.randrange(30_000, 45_000))


def finger_and_resets(
    host: SteppedHost, button: int, rng: random.Random, made: list[tuple[int, bool]], resets: float
) -> None:
    """Press a button of a box that is reset soon after each edge with this probability."""
    for closed in (True, False):
        host.emulator.contact(button, bounce(closed, rng))
        made.append((button, closed))
        if rng.random() < resets:
            host.run(rng.randrange(1, 12_000))
            host.emulator.ask("reset external")
        host.run(rng.randrange(35_000, 45_000))


def test_new_box_draws_and_keeps_an_id(emulators):
    seen = set()
    for seed in (1, 2):
        emulator = emulators(device=None, seed=seed)
        _, sent = emulator.step(3_000_000)
        first = next(m for m in Decoder().feed(sent) if isinstance(m, Hello))
        emulator.ask("reset power")
        _, sent = emulator.step(1_000_000)
        again = next(m for m in Decoder().feed(sent) if isinstance(m, Hello))
        assert again.device == first.device
        assert again.boot != first.boot
        assert first.chip == Chip.ATMEGA328P
        seen.add(first.device)
    assert len(seen) == 2


def test_boot_count_persists(emulators):
    def boot(emulator) -> int:
        _, sent = emulator.step(1_000_000)
        return next(m for m in Decoder().feed(sent) if isinstance(m, Hello)).boot

    fresh, older = emulators(), emulators(boots=5)
    boots = [boot(fresh), boot(older)]
    older.ask("reset power")
    boots.append(boot(older))
    assert len(set(boots)) == 3
    assert boot(emulators(boots=6)) == boots[2]


def test_all_buttons_bouncing_at_once(emulators):
    rng = random.Random(1)
    host = SteppedHost(emulators())
    host.run(100_000)
    rounds = 60
    for _ in range(rounds):
        for button in range(19):
            pressed = rng.randrange(15_000)
            released = pressed + rng.randrange(40_000, 60_000)
            edges = [(closed, pressed + at) for closed, at in bounce(True, rng)]
            host.emulator.contact(button, edges + [(closed, released + at) for closed, at in bounce(False, rng)])
        host.run(110_000)
    host.run(200_000)
    for button in range(19):
        assert [down for one, down in edges_of(host) if one == button] == [True, False] * rounds
    assert len(host.delivered) == 19 * 2 * rounds
    assert host.emulator.figures().overruns == 0


@pytest.mark.parametrize("resets", [0, 0.2])
@pytest.mark.parametrize("per_million", [0, 4_000, 20_000, 40_000])
def test_bad_cable_delivers_each_press_once_in_order(emulators, per_million, resets):
    rng = random.Random(per_million + 1)
    host, made = SteppedHost(emulators(), slice_us=5_000), []
    host.run(100_000)
    host.emulator.ask(f"damage {per_million} 7")
    for _ in range(150):
        finger_and_resets(host, rng.randrange(18), rng, made, resets)
    host.emulator.ask("damage 0 1")
    host.run(2_000_000)
    assert edges_of(host) == made
    assert host.talk.lost == 0
    assert sum(isinstance(heard, Greeted) and heard.restarted for heard in host.others) == 0


def test_pulled_cables_and_killed_hosts(emulators):
    rng = random.Random(3)
    host, made = SteppedHost(emulators(), slice_us=3_000), []
    host.run(100_000)
    host.emulator.ask("damage 10000 3")
    for _ in range(150):
        finger(host, rng.randrange(18), rng, made)
        chance = rng.random()
        if chance < 0.1 and host.plugged_in:
            host.unplug()
        elif chance < 0.5 and not host.plugged_in:
            host.replug()
        elif chance > 0.85 and host.plugged_in:
            host.listen(rng.randrange(1, 9_000))  # killed after it took something, before it could acknowledge
            host.die_and_start_again()
    if not host.plugged_in:
        host.replug()
    host.run(3_000_000)
    assert edges_of(host) == made


def test_very_bad_cable_counts_every_loss(emulators):
    rng = random.Random(4)
    host, made = SteppedHost(emulators(), slice_us=5_000), []
    host.run(100_000)
    host.emulator.ask("damage 100000 5")
    for _ in range(150):
        finger(host, rng.randrange(18), rng, made)
    host.emulator.ask("damage 0 1")
    host.run(3_000_000)
    delivered = edges_of(host)
    assert host.talk.lost > 0
    assert len(delivered) + host.talk.lost == len(made)
    left = iter(made)
    assert all(edge in left for edge in delivered)  # in order
    assert host.talk.down == 0


def test_unheard_presses_arrive_later_with_their_age(emulators):
    host, made = SteppedHost(emulators()), []
    host.run(100_000)
    host.unplug()
    pressed_at = host.now_us / 1e6
    finger(host, 3, random.Random(1), made)
    host.run(20_000_000)
    host.replug()
    host.run(500_000)
    assert edges_of(host) == made
    assert host.delivered[0].at == pytest.approx(pressed_at, abs=0.03)


def test_power_loss_is_a_new_boot(emulators):
    host, made = SteppedHost(emulators()), []
    host.run(100_000)
    finger(host, 3, random.Random(1), made)
    host.emulator.ask("reset power")
    host.run(300_000)
    assert host.others[-1].restarted
    finger(host, 4, random.Random(1), made)
    host.run(100_000)
    assert edges_of(host) == made
    assert len({p.boot for p in host.delivered}) == 2


def test_buttons_held_over_power_loss(emulators):
    host = SteppedHost(emulators())
    host.run(100_000)
    for button in (2, 5):
        host.emulator.contact(button, [(True, 0)])
        host.run(100_000)
    host.emulator.ask("reset power")
    host.emulator.contact(5, [(False, 0)])
    host.run(300_000)
    assert edges_of(host) == [(2, True), (5, True), (2, True)]
    mended = [(p.button, p.down) for p in host.delivered if isinstance(p, Pressed) and p.number == MENDED]
    assert mended == [(2, False), (5, False)]
    assert host.delivered[-1].number != MENDED  # what is held is reported last
    assert host.talk.down == 1 << 2


@pytest.mark.parametrize("banks", [2, 3])
def test_leds_buttons_and_absent_banks(emulators, banks):
    host = SteppedHost(emulators(banks=banks))
    leds = tuple(Led(Pattern.ON, Colour(seat + 1)) for seat in range(6))
    host.run(100_000)
    host.talk.show(Leds(leds))
    for button in range(18):
        host.emulator.contact(button, [(True, 0), (False, 50_000)])
    host.run(200_000)
    fitted = 2 * banks
    assert host.emulator.seen().leds == leds[:fitted] + (DARK,) * (6 - fitted)
    assert sorted({button for button, _ in edges_of(host)}) == list(range(3 * fitted))


def test_blinking_no_host_and_tunes(emulators):
    host = SteppedHost(emulators())
    host.run(100_000)
    slow, fast = Led(Pattern.SLOW, Colour.RED), Led(Pattern.FAST, Colour.CYAN)
    host.talk.show(Leds((slow, fast), Tune.YOUR_TURN, 1))
    tones = []
    for _ in range(40):
        host.run(10_000)
        tones.append(host.emulator.seen().tone_hz)
    assert [tone for tone in dict.fromkeys(tones) if tone] == [
        pytest.approx(660, rel=0.01),
        pytest.approx(990, rel=0.01),
    ]
    host.run(1_700_000)
    assert host.emulator.seen().leds[:2] == (slow, fast)
    assert host.emulator.seen().tone_hz == 0
    host.unplug()
    host.run(3_000_000)
    blue = set()
    for _ in range(200):
        host.run(20_000)
        blue |= {(seat, led.colour) for seat, led in enumerate(host.emulator.seen().leds) if led.pattern}
    assert blue == {(seat, Colour.BLUE) for seat in range(6)}


def test_single_leds_light_for_any_colour(emulators):
    emulator = emulators()
    emulator.contact(19, [(True, 0)])
    emulator.ask("reset power")
    host = SteppedHost(emulator)
    host.run(100_000)
    host.talk.show(Leds((Led(Pattern.ON, Colour.BLUE), Led(Pattern.ON, Colour.GREEN))))
    host.run(50_000)
    assert [led.colour for led in emulator.seen().leds[:2]] == [Colour.RED, Colour.RED]


def test_watchdog_ends_a_hang_without_loss(emulators):
    host, made = SteppedHost(emulators()), []
    host.run(100_000)
    host.unplug()
    finger(host, 5, random.Random(2), made)
    host.emulator.ask("hang")
    host.replug()
    host.run(1_500_000)
    assert host.emulator.figures().resets >= 1
    assert edges_of(host) == made


def test_decayed_memory_starts_a_new_boot(emulators):
    rng = random.Random(8)
    emulator = emulators()
    _, sent = emulator.step(600_000)
    boot = Decoder().feed(sent)[0].boot
    for address in range(0x400, 0x680):
        if rng.random() < 0.3:
            emulator.ask(f"ram {address} {rng.randrange(256):02x}")
    emulator.ask("reset brown")
    _, sent = emulator.step(600_000)
    states = [m for m in Decoder().feed(sent) if isinstance(m, Status)]
    assert states
    assert states[-1].boot != boot
    assert states[-1].head == states[-1].tail


def test_clock_wraps_after_49_days_without_loss(emulators):
    host, made, rng = SteppedHost(emulators()), [], random.Random(10)
    host.run(100_000)
    symbols = subprocess.run(
        ["avr-nm", "-S", build() / "box-328p.elf"], capture_output=True, text=True, check=True
    ).stdout
    (line,) = [line for line in symbols.splitlines() if line.endswith(" keep")]
    start, size = (int(field, 16) for field in line.split()[:2])
    clock = (start & 0xFFFF) + size - 8
    host.emulator.ask(f"ram {clock} {'00f0ffff' * 2}")
    host.emulator.ask("reset external")
    for _ in range(60):
        finger(host, rng.randrange(18), rng, made)
    host.run(300_000)
    assert edges_of(host) == made
    assert all(late.at > early.at for early, late in itertools.pairwise(host.delivered))


def test_noise_on_the_line(emulators):
    rng = random.Random(9)
    host, made = SteppedHost(emulators(), slice_us=5_000), []
    host.run(100_000)
    for _ in range(60):
        host.emulator.line(rng.randbytes(rng.randrange(400)))
        finger(host, rng.randrange(18), rng, made)
    host.run(500_000)
    assert edges_of(host) == made
    assert host.emulator.figures().overruns == 0


def test_too_many_edges_are_refused_as_a_whole(emulators):
    emulator = emulators()
    with pytest.raises(ValueError, match="no room"):
        emulator.contact(3, [(step % 2 == 0, 1_000 * step) for step in range(4097)])
    host = SteppedHost(emulator)
    host.run(300_000)
    assert host.delivered == []
    emulator.contact(3, [(step % 2 == 0, 30_000 * step) for step in range(4096)])
    host.run(300_000)
    assert len(host.delivered) > 5


def test_emulator_ends_with_its_owner(toolchain, processes):
    emulator = Emulator()
    emulator.close()
    assert processes[-1].returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("per_million", [0, 20_000, 40_000])
def test_soak_everything_at_once(emulators, per_million):
    """Damage, resets, pulled cables and killed hosts together, 2,000 presses."""
    rng = random.Random(per_million + 77)
    host, made = SteppedHost(emulators(seed=77), slice_us=5_000), []
    host.run(100_000)
    host.emulator.ask(f"damage {per_million} 77")
    for _ in range(2_000):
        finger_and_resets(host, rng.randrange(18), rng, made, 0.2)
        chance = rng.random()
        if not host.plugged_in:
            if chance < 0.4:
                host.replug()
        elif chance < 0.05:
            host.unplug()
        elif chance > 0.95:
            host.listen(rng.randrange(1, 9_000))
            host.die_and_start_again()
    if not host.plugged_in:
        host.replug()
    host.emulator.ask("damage 0 1")
    host.run(3_000_000)
    assert edges_of(host) == made
    assert host.talk.lost == 0
