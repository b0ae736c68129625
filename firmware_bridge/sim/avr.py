"""The real firmware in an emulator, behind the same Link as a real box.

The emulator (`firmware/sim`, with libsimavr) is a separate process that ends with this program. It is built together
with the firmware in the user's cache folder when first needed.
"""

from __future__ import annotations

import binascii
import os
import random
import socket
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from catseye.text import plain
from firmware_bridge.host.firmware_images import CHIPS, built_for, is_file
from firmware_bridge.host.links import Link, LinkLost, SerialLink
from firmware_bridge.host.messages import DARK, LEDS, Colour, Led, Pattern
from firmware_bridge.sim.firmware_build import build
from firmware_bridge.sim.hand import Hand


@dataclass(frozen=True)
class Seen:
    """What a person sees and hears at the box. `changed_at`: when a led last changed, seconds of time.monotonic."""

    leds: tuple[Led, ...]
    tone_hz: int
    changed_at: float


@dataclass(frozen=True)
class Figures:
    """Counters of the emulator."""

    sent: int
    taken: int
    overruns: int
    resets: int
    damaged: int
    now_us: int


class Emulator:
    """One emulated box. Its virtual time passes only in `step`, or if `real` with the clock, on a pseudo-terminal.

    `device` is its id, None for a new board; `boots` is how often it was switched on before.
    """

    def __init__(
        self,
        firmware: Path | None = None,
        *,
        real: bool = False,
        link: Path | None = None,
        reset_on_open: bool = False,
        boot_loader: Path | None = None,
        seed: int = 1,
        banks: int = 3,
        device: bytes | None = b"emulated",
        boots: int = 0,
    ) -> None:
        if firmware is None:
            built = build("build/box-328p.elf", "emulator")
            firmware = built / "box-328p.elf"
        else:
            built = build("emulator")
        if str(firmware) not in ("", ".") and not is_file(Path(firmware)):
            raise ValueError(f"there is no firmware file {firmware}")
        ours, theirs = socket.socketpair()
        name = "" if str(firmware) == "." else str(firmware)
        command = [str(built / "boxsim"), "--control", str(theirs.fileno()), "--firmware", name]
        command += ["--seed", str(seed), "--banks", str(banks)]
        command += ["--eeprom", _eeprom(device, boots).hex()] if device else []
        command += ["--real"] if real else []
        command += ["--link", str(link)] if link else []
        command += ["--reset-on-open"] if reset_on_open else []
        command += ["--boot-loader", str(boot_loader)] if boot_loader else []
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                # the library warns of a harmless record in a boot loader's .hex; AvrConnector reports a failed start
                stderr=subprocess.DEVNULL if boot_loader or real else None,
            )
        self._socket = ours
        self._replies = ours.makefile("r", encoding="ascii")
        self._lock = threading.Lock()

    def ask(self, command: str) -> str:
        """Send one command to boxsim and return its answer. ValueError if it refuses, LinkLost if it has ended."""
        with self._lock:
            try:
                self._socket.sendall(command.encode("ascii") + b"\n")
                reply = self._replies.readline().rstrip("\n")
            except (OSError, ValueError) as fault:
                raise LinkLost(plain("the emulator has ended")) from fault
        if not reply:
            raise LinkLost(plain("the emulator has ended"))
        if not reply.startswith("ok"):
            raise ValueError(f"the emulator refuses {command.split(maxsplit=1)[0]!r}: {reply}")
        return reply[3:]

    def step(self, microseconds: int) -> tuple[int, bytes]:
        """Let virtual time pass. Return the time now (µs) and what the box sent."""
        now, _, sent = self.ask(f"step {microseconds}").partition(" ")
        return int(now), bytes.fromhex(sent)

    def line(self, data: bytes) -> None:
        """Send bytes to the box (stepped mode)."""
        if data:
            self.ask(f"line {data.hex()}")

    def contact(self, contact: int, edges: list[tuple[bool, int]]) -> None:
        """Close or open a contact at each (closed, µs from now)."""
        self.ask(f"in {contact} " + " ".join(f"{int(closed)} {delay_us}" for closed, delay_us in edges))

    def seen(self) -> Seen:
        """Return what a person sees and hears now."""
        *leds, tone_hz, changed_ns = self.ask("leds").split()
        return Seen(tuple(_led(text) for text in leds), int(tone_hz), int(changed_ns) / 1e9)

    def figures(self) -> Figures:
        """Return the counters since the start."""
        return Figures(*(int(text) for text in self.ask("figures").split()))

    def now_us(self) -> int:
        """Return the board's own time, µs."""
        return self.figures().now_us

    def close(self) -> None:
        """End the emulator."""
        self._socket.close()
        self._replies.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _eeprom(device: bytes, boots: int) -> bytes:
    """Return the EEPROM of a box with an id and a count of boots, laid out as in identity.c."""
    id_and_room = b"\xff" * 16 + _sealed(device).ljust(32, b"\xff")
    return id_and_room + _sealed(boots.to_bytes(4, "little")) if boots else id_and_room


def _sealed(words: bytes) -> bytes:
    return words + (binascii.crc_hqx(words, 0x1D1D) ^ 0xFFFF).to_bytes(2, "little")


def _led(text: str) -> Led:
    """Return a led as an eye sees it: its last two half-periods tell how it blinks."""
    colour, last, ago_us, *halves_us = (int(part) for part in text.split(","))
    for pattern, half_us in ((Pattern.SLOW, 512_000), (Pattern.FAST, 128_000)):
        steady = all(0.9 * half_us < each < 1.1 * half_us for each in halves_us)
        if steady and ago_us < 1.1 * half_us:
            return Led(pattern, Colour(colour or last))
    return Led(Pattern.ON, Colour(colour)) if colour else DARK


class AvrConnector:
    """Opens the pseudo-terminal of an emulated box, and is its simulated input; contacts bounce as real ones do.

    `boots` is how often it was switched on before, by default random: a box that always started with the same boot id
    and number 0 would repeat edges a host already has.
    """

    def __init__(
        self,
        name: str,
        firmware: str = "",
        *,
        reset_on_open: bool = False,
        seed: int = 1,
        banks: int = 3,
        boots: int | None = None,
    ) -> None:
        self.name = name
        other = built_for(Path(firmware)) if firmware and is_file(Path(firmware)) else ""
        if other not in ("", "m328p"):
            raise ValueError(f"{firmware} is for an {CHIPS[other]}: only an {CHIPS['m328p']} can be emulated")
        self._folder = tempfile.TemporaryDirectory(prefix="catseye-box-")
        self.by_id = Path(self._folder.name)
        self.path = self.by_id / f"usb-Cats_Eye_Button_Box_{seed:04d}-if00"
        try:
            self.emulator = Emulator(
                Path(firmware) if firmware else None,
                real=True,
                link=self.path,
                reset_on_open=reset_on_open,
                seed=seed,
                banks=banks,
                device=f"emul{seed:04d}".encode(),
                boots=int.from_bytes(os.urandom(4), "little") >> 1 if boots is None else boots,
            )
        except ValueError:
            self._folder.cleanup()
            raise
        try:
            self.emulator.ask("port")  # answered once the terminal is there
        except LinkLost as fault:
            self.close()
            what = f"no firmware for an ATmega328P that it can load: {firmware}" if firmware else "no terminal"
            raise ValueError(f"the button box's emulator does not start: {what}") from fault
        self._hand = Hand(self.emulator, random.Random(seed))
        self.fingers = self
        self.port = str(self.path)

    def power_cycle(self) -> None:
        """Switch the box off and on; it loses its memory."""
        self.emulator.ask("reset power")

    def connect(self) -> Link:
        """See `BoxConnector.connect`."""
        if not self.path.exists():
            raise LinkLost(plain("the emulated box is unplugged"))
        return SerialLink(str(self.path))

    def close(self) -> None:
        """See `BoxConnector.close`."""
        self.emulator.close()
        self._folder.cleanup()

    def press(self, button: int) -> None:
        """See `Hand.press`."""
        self._hand.press(button)

    def down(self, button: int) -> None:
        """See `Hand.down`."""
        self._hand.down(button)

    def up(self, button: int) -> None:
        """See `Hand.up`."""
        self._hand.up(button)

    def leds(self) -> tuple[Led, ...]:
        """Return what a person would see."""
        return self.emulator.seen().leds[:LEDS]

    def unplug(self) -> None:
        """Pull the cable; the box keeps running, as one with its own supply would."""
        self.emulator.ask("cut")

    def replug(self) -> None:
        """Put the cable back."""
        self.emulator.ask("join")
