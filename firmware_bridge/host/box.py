"""One button box for the rest of the program: a daemon thread that keeps the cable open and delivers presses once."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from catseye.text import Text, plain, say
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.events import BoxEvent, EdgeMark, Greeted, Leds, LostSome, Pressed, WrongProtocol
from firmware_bridge.host.links import Link, LinkLost
from firmware_bridge.host.messages import PROTOCOL_VERSION, Chip, Colour, Led, Pattern, Tune
from firmware_bridge.host.protocol_machine import ProtocolMachine

if TYPE_CHECKING:
    from firmware_bridge.host.ports import BoxConnector

_log = logging.getLogger(__name__)

__all__ = ["LISTENING", "BoxState", "ButtonBox", "Colour", "Led", "Leds", "Pattern", "Press", "Tune"]

LISTENING = say("listening for the box")
"""The cable is open, and nobody has said yet what is at its other end."""
STUMBLED = say("this program could not take what the box said")
"""A callback for presses or states failed: a fault of the program's, and no reason to stop listening."""
RETRY_S = 0.3
"""Pause between attempts to open a cable that is not there."""


@dataclass(frozen=True)
class Press:
    """A finger went down or came up. `at` is the host's monotonic time of the edge, its age already subtracted.

    `boot` and `number` name the edge for ever: whoever stores presses can refuse the same pair of a device twice.
    """

    box: str
    button: int
    down: bool
    at: float
    boot: int = 0
    number: int = 0


@dataclass(frozen=True)
class BoxState:
    """How things stand with a box, for people. `lost` counts edges that will never arrive, since its power-up.

    `device` is the box that is there, or was there last. `outdated`: it is a box, but must be flashed to be of use.
    `duplicate`: when it came, another box of the same id was there.
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
    """Keeps one port open for ever. The callbacks are called on its own thread; `show` never blocks.

    A press is delivered, then noted in `marks`, then acknowledged to the box. A `marks` mapping that lasts (a file)
    carries exactly-once over a restart of the program. A `ledger` may want presses noted and acknowledged only when
    they are done with: a program that is killed before gets them again from the box. Boxes that change ports share one.
    """

    def __init__(
        self,
        connector: BoxConnector,
        *,
        on_press: Callable[[Press], None],
        on_state: Callable[[BoxState], None],
        marks: MutableMapping[bytes, EdgeMark] | None = None,
        ledger: DeliveryLedger | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.connector = connector
        self._on_press, self._on_state = on_press, on_state
        self._marks: MutableMapping[bytes, EdgeMark] = {} if marks is None else marks
        self._now = now
        self._stop = threading.Event()
        self._sleep = self._stop.wait if sleep is None else sleep
        self._talk = ProtocolMachine(DeliveryLedger(self._marks) if ledger is None else ledger)
        self._wanted = Leds()
        self._link: Link | None = None
        self._state = BoxState(connected=False, why=plain("not started"))
        self._stumbled = False
        self._thread = threading.Thread(target=self._run, name=f"button box {connector.name}", daemon=True)

    @property
    def state(self) -> BoxState:
        """How things stand now."""
        return self._state

    @property
    def lost(self) -> int | None:
        """The edges that will never arrive; None while the box has not said: it does a moment after it was greeted."""
        return self._talk.lost if self._talk.reported_lost else None

    def start(self) -> None:
        """Begin to look for the box."""
        self._thread.start()

    def ask_to_stop(self) -> None:
        """The same without waiting."""
        self._stop.set()
        self.wake()

    def stop(self) -> None:
        """Let go of the cable and end the thread; waits for it briefly."""
        self.ask_to_stop()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def show(self, leds: Leds) -> None:
        """Let the box show exactly this from now on, also after the cable or the box was away."""
        self._wanted = leds.after(self._wanted)
        self.wake()

    def rename(self, device: bytes) -> None:
        """Give the box another id; `state` tells when it has it. One with firmware 1.0 never takes it."""
        self._talk.rename(device)
        self.wake()

    def wake(self) -> None:
        """Look at once whether there is something to say to the box; never blocks."""
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
        """One cable, from its opening to its end; says why it ended."""
        link: Link | None = None
        try:
            link = self._link = self.connector.connect()
            return self._talk_over(link)
        except LinkLost as fault:
            return fault.why
        except Exception:  # noqa: BLE001  a thread that ended in silence would leave a box that looks well
            _log.exception("the button box at %s", self.connector.name)
            return STUMBLED
        finally:
            self._link = None
            self._talk.close()
            if link is not None:
                link.close()

    def _talk_over(self, link: Link) -> Text:
        """Talk until the cable should be given up; says why."""
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
        self._say(link)  # what was done with just before the end is not delivered again at the next start
        return plain("stopped")

    def _say(self, link: Link) -> None:
        self._note()
        self._talk.show(self._wanted)
        out = self._talk.due(self._now())
        if out:
            link.write(out)

    def _pass_on(self, event: BoxEvent) -> None:
        match event:
            case Pressed(device, button, down, at, boot, number):
                press = Press(device.hex(), button, down, at, boot, number)
                if not self._call(self._on_press, press):
                    self._talk.ledger.done(device, boot, number)  # else the box would keep it, and all after it
            case Greeted(hello, restarted, duplicate):
                lost_power = say("the box has lost power: presses it had not yet delivered are gone")
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

    def _note(self) -> None:
        device, kept = self._talk.device, self._talk.kept
        if device is not None and kept is not None and self._marks.get(device) != kept:
            self._marks[device] = kept

    def _tell(self, **changes: object) -> None:
        state = replace(self._state, **changes)  # type: ignore[arg-type]  # the keywords are BoxState's own fields
        if state != self._state:
            self._state = state
            self._call(self._on_state, state)

    def _call(self, callback: Callable[[Reported], object], what: Reported) -> bool:
        """Whether the callback took it. This thread goes on, whatever comes of it: there may be more to tell."""
        try:
            callback(what)
        except Exception:  # noqa: BLE001  whatever is done with presses; it is logged and said
            _log.exception("reporting %s failed", what)
            self._stumbled = True
            return False
        return True
