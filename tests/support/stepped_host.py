"""An emulated box and a host on one virtual clock: exactly repeatable, and much faster than real time."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import MENDED, BoxEvent, Pressed
from firmware_bridge.host.messages import NUMBERS
from firmware_bridge.host.protocol_machine import ProtocolMachine
from firmware_bridge.sim.avr import Emulator


@dataclass
class SteppedHost:
    """The host's half of the protocol with a stepped emulator. `delivered` is what a program behind it received."""

    emulator: Emulator
    slice_us: int = 10_000
    delivered: list[Pressed] = field(default_factory=list)
    others: list[BoxEvent] = field(default_factory=list)
    now_us: int = 0
    plugged_in: bool = True
    talk: ProtocolMachine = field(default_factory=ProtocolMachine)

    def run(self, microseconds: int) -> None:
        """Let virtual time pass while host and box talk."""
        end = self.now_us + microseconds
        while self.now_us < end:
            self.listen(min(self.slice_us, end - self.now_us))
            self.speak()

    def listen(self, microseconds: int) -> None:
        """Let time pass and take what the box said."""
        self.now_us, sent = self.emulator.step(microseconds)
        if not self.plugged_in:
            return
        for event in self.talk.feed(sent, self.now_us / 1e6):
            if isinstance(event, Pressed):
                self.delivered.append(event)
            else:
                self.others.append(event)

    def speak(self) -> None:
        """Send what is due; open the cable again if it should be given up."""
        if not self.plugged_in:
            return
        now = self.now_us / 1e6
        if self.talk.verdict(now) is not None:
            self.talk.open(now)
        self.emulator.line(self.talk.due(now))

    def die_and_start_again(self) -> None:
        """Kill the program and start it again: it knows only what was delivered, as from a journal."""
        ledger = DeliveryLedger()
        for press in self.delivered:
            if press.number != MENDED:
                ledger.deliver(press.device, press.boot, (press.number + 1) % NUMBERS)
        self.talk = ProtocolMachine(ledger)
        self.talk.open(self.now_us / 1e6)

    def unplug(self) -> None:
        """Pull the cable."""
        self.emulator.ask("cut")
        self.plugged_in = False

    def replug(self) -> None:
        """Put the cable back; the host finds it at once."""
        self.emulator.ask("join")
        self.plugged_in = True
        self.talk.open(self.now_us / 1e6)
