"""One button box: a daemon thread keeps its cable open and delivers each press once."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from catseye.text import Text, plain, say
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import BoxEvent, Greeted, Leds, LostSome, Pressed, WrongProtocol
from firmware_bridge.host.links import Link, LinkLost
from firmware_bridge.host.messages import PROTOCOL_VERSION, Chip, Colour, Led, Pattern, Tune
from firmware_bridge.host.protocol_machine import ProtocolMachine

if TYPE_CHECKING:
    from firmware_bridge.host.ports import BoxConnector

_log = logging.getLogger(__name__)

__all__ = ["LISTENING", "BoxState", "ButtonBox", "Colour", "Led", "Leds", "Pattern", "Press", "Tune"]

LISTENING = say("listening for the box")
"""The cable is open, but what is at its other end has not answered yet."""
STUMBLED = say("this program could not take what the box said")
"""A callback failed: that is a bug of this program, and no reason to stop listening."""
RETRY_S = 0.3
"""Pause between attempts to open the cable, seconds."""


@dataclass(frozen=True)
class Press:
    """A button went down or up at `at`, seconds of the host's monotonic clock.

    `box`, `boot` and `number` identify the edge for ever: a journal uses them to refuse duplicates.
    """

    box: str
    button: int
    down: bool
    at: float
    boot: int = 0
    number: int = 0


@dataclass(frozen=True)
class BoxState:
    """The state of a box, for people. `lost` counts edges since power-up that will never arrive.

    `device` is the id of the current or last box. `outdated`: its firmware is too old to use. `duplicate`: another box
    with the same id was connected when this one came.
    """

    connected: bool
    why: Text
    device: str = ""
    firmware: str = ""
    chip: str = ""
    buttons: int = 0
    lost: int = 0
    restarts: int = 0
    outdated: bool = False
    duplicate: bool = False


Reported = TypeVar("Reported", Press, BoxState)


class ButtonBox:
    """Keeps one port open for ever. Callbacks run on its own thread; `show` never blocks.

    A press is delivered first and acknowledged to the box afterwards: at once, or if the `ledger` says so only when it
    is done with, so that a killed program gets it again. All boxes of a program share one ledger.
    """

    def __init__(
        self,
        connector: BoxConnector,
        *,
        on_press: Callable[[Press], None],
        on_state: Callable[[BoxState], None],
        ledger: DeliveryLedger | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.connector = connector
        self._on_press, self._on_state = on_press, on_state
        self._now = now
        self._stop = threading.Event()
        self._sleep = self._stop.wait if sleep is None else sleep
        self._talk = ProtocolMachine(DeliveryLedger() if ledger is None else ledger)
        self._wanted = Leds()
        self._link: Link | None = None
        self._state = BoxState(connected=False, why=plain("not started"))
        self._stumbled = False
        self._thread = threading.Thread(target=self._run, name=f"button box {connector.name}", daemon=True)

    @property
    def state(self) -> BoxState:
        """The current state."""
        return self._state

    @property
    def lost(self) -> int | None:
        """The number of edges that will never arrive, or None until the box reports it, shortly after its hello."""
        return self._talk.lost if self._talk.reported_lost else None

    def start(self) -> None:
        """Start looking for the box."""
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Ask the thread to end, without waiting for it."""
        self._stop.set()
        self.wake()

    def stop(self) -> None:
        """Close the cable and end the thread. Waits up to 2 s."""
        self.ask_to_stop()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def show(self, leds: Leds) -> None:
        """Show exactly this from now on, also on a box that comes back."""
        self._wanted = leds.after(self._wanted)
        self.wake()

    def rename(self, device: bytes) -> None:
        """Give the box a new id; `state` shows it once the box has taken it. Firmware 1.0 never does."""
        self._talk.rename(device)
        self.wake()

    def wake(self) -> None:
        """Send what is due to the box now; never blocks."""
        link = self._link
        if link is not None:
            link.wake()

    def _run(self) -> None:
        while not self._stop.is_set():
            why = self._while_it_lasts()
            if not self._stop.is_set():
                self._tell(connected=False, why=why)
                self._sleep(RETRY_S)

    def _while_it_lasts(self) -> Text:
        """Open the cable, use it until it ends, and return why it ended."""
        link: Link | None = None
        try:
            link = self._link = self.connector.connect()
            return self._talk_over(link)
        except LinkLost as fault:
            return fault.why
        except Exception:  # noqa: BLE001  a dead thread would leave a box that looks connected
            _log.exception("the button box at %s", self.connector.name)
            return STUMBLED
        finally:
            self._link = None
            self._talk.close()
            if link is not None:
                link.close()

    def _talk_over(self, link: Link) -> Text:
        """Talk until the cable should be given up, and return why."""
        talk = self._talk
        talk.open(self._now())
        self._tell(connected=False, why=LISTENING)
        while not self._stop.is_set():
            self._say(link)
            portion = link.read(0.05)
            now = self._now()
            self._stumbled = False
            for event in talk.feed(portion, now):
                self._pass_on(event)
            why = STUMBLED if self._stumbled else talk.verdict(now)
            if why is not None:
                return why
        self._say(link)  # acknowledge what was done with just now, or it is delivered again at the next start
        return plain("stopped")

    def _say(self, link: Link) -> None:
        self._talk.show(self._wanted)
        out = self._talk.due(self._now())
        if out:
            link.write(out)

    def _pass_on(self, event: BoxEvent) -> None:
        match event:
            case Pressed(device, button, down, at, boot, number):
                press = Press(device.hex(), button, down, at, boot, number)
                if not self._call(self._on_press, press):
                    self._talk.ledger.done(device, boot, number)  # or the box would keep it, and everything after it
            case Greeted(hello, restarted, duplicate):
                lost_power = say("the box lost power: presses it had not yet delivered are gone")
                self._tell(
                    connected=True,
                    why=lost_power if restarted else plain("connected"),
                    device=hello.device.hex(),
                    firmware="{}.{}".format(*hello.firmware),
                    chip=Chip(hello.chip).name.lower() if hello.chip in set(Chip) else f"chip {hello.chip}",
                    buttons=hello.buttons,
                    lost=self._talk.lost,
                    restarts=self._state.restarts + restarted,
                    outdated=False,
                    duplicate=duplicate,
                )
            case LostSome(total):
                self._tell(lost=total)
            case WrongProtocol(hello):
                self._tell(
                    connected=False,
                    why=say(
                        "the box speaks protocol {its}, this program {ours}: close the app, then flash the box",
                        its=hello.protocol,
                        ours=PROTOCOL_VERSION,
                    ),
                    device=hello.device.hex(),
                    outdated=True,
                )

    def _tell(self, **changes: object) -> None:
        state = replace(self._state, **changes)  # type: ignore[arg-type]  # the keywords are BoxState's own fields
        if state != self._state:
            self._state = state
            self._call(self._on_state, state)

    def _call(self, callback: Callable[[Reported], object], what: Reported) -> bool:
        """Call it and return whether it succeeded. The thread goes on if it raises."""
        try:
            callback(what)
        except Exception:  # noqa: BLE001  any bug in a callback is logged and reported
            _log.exception("reporting %s failed", what)
            self._stumbled = True
            return False
        return True
