"""Takes in what the devices and other threads report, one signal at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.app.device_manager import DeviceManager
from companion.app.notifications import Notifications
from companion.app.play import Play
from companion.app.press_gate import PressGate
from companion.core.text import sentence
from companion.devices.inbox import Inbox
from companion.referee.commands import Command
from companion.referee.signals import (
    MOTION,
    DeviceChanged,
    DeviceSaid,
    KeyPressed,
    Request,
    Signal,
    TrayMoved,
    TraySignal,
)
from companion.referee.tray_referee import TrayReferee


class Intake:
    """Hands each signal to whoever decides about it. `run` judges a command; its second argument says when the table
    moves if it counts (None: now).
    """

    def __init__(
        self, inbox: Inbox, devices: DeviceManager, tray: TrayReferee, play: Play, gate: PressGate,
        notifications: Notifications, run: Callable[[Command, float | None], object],
    ) -> None:  # fmt: skip
        self._inbox, self._devices, self._tray, self._play = inbox, devices, tray, play
        self._gate, self._notifications, self._run = gate, notifications, run

    def take(self, signal: Signal) -> None:
        """Act on a signal."""
        match signal:
            case KeyPressed():
                self._press(signal)
            case Request(run):
                run()
            case DeviceChanged():
                self._device(signal)
            case DeviceSaid(device, words, about):
                status = {"tray": self._devices.tray, "box": self._devices.box}.get(device)
                lacking = status is not None and status.lacking
                self._notifications.notify(sentence(words), "device", about=device if lacking else about)
            case _:
                if not isinstance(signal, TrayMoved):
                    self._notifications.settle(MOTION)
                decision = self._tray.observe(signal, self._play.session, paused=bool(self._play.paused))
                if decision is not None:
                    self._run(decision, None)

    def drop_stale(self) -> None:
        """Drop dice and presses that were meant for another game; requests say themselves which they mean."""
        requests = []
        while (signal := self._inbox.take()) is not None:
            if isinstance(signal, Request):
                requests.append(signal)
            elif isinstance(signal, DeviceChanged | DeviceSaid):
                self.take(signal)
            elif isinstance(signal, TraySignal):
                self._tray.observe(signal, None)
            self._devices.acknowledge(signal)
        for request in requests:
            self._inbox.put(request)

    def _press(self, press: KeyPressed) -> None:
        """Judge a press for whoever has the button now: it stays with its player when others come and go."""
        if self._play.session is not None:
            seat = self._play.session.table.seat_of(press.seat)
            if seat is None:
                return
            press = replace(press, seat=seat)
        moved_at = self._gate.admit(press, self._play.referee)
        if moved_at is not None:
            self._run(press, moved_at)

    def _device(self, change: DeviceChanged) -> None:
        if self._devices.changed(change):
            self._notifications.notify_lost(change.why, "device", change.device)
        elif change.ok and not change.why:
            self._notifications.settle(change.device)
        if change.device == "tray" and not change.ok:
            self._notifications.settle(MOTION)
            self._tray.lose()
