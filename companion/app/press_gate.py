"""The press gate: admits presses that still mean what they meant, and acknowledges those that are done with."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.app.device_manager import DeviceManager
from companion.app.notifications import Notifications
from companion.core.text import say
from companion.record.journal import Origin
from companion.record.session import Session
from companion.referee.messages import Stale
from companion.referee.referee import Referee
from companion.referee.signals import KeyPressed
from companion.referee.stale_presses import SOON_S, StalePresses, too_late


class PressGate:
    """Between the boxes and the referee. A press stays in its box until it is acknowledged."""

    def __init__(self, devices: DeviceManager, notifications: Notifications, now: Callable[[], float]) -> None:
        self._devices, self._notifications, self._now = devices, notifications, now
        self._stale = StalePresses(now())
        self._waiting: list[KeyPressed] = []  # made in a killed app: they count if their game is resumed

    def start(self) -> None:
        """Note that the devices start: earlier presses were made in a killed app, or in none."""
        self._stale.began = self._now()

    def open(self, referee: Referee, since: float, moved_at: float) -> None:
        """Open a game whose buttons have meant the same since `since`. Drop presses that waited for another game."""
        self._stale = StalePresses(self._stale.began, max(self._stale.moved_at, moved_at))
        self._stale.asked(referee.answers(), since)
        for press in self.release():
            self._devices.acknowledge(press)

    def follow(self, referee: Referee, moved_at: float | None, stepped: Collection[int]) -> None:
        """Note that the table moved (None: now). `stepped`: seats whose buttons had stepped to a choice until then."""
        now = self._now()
        self._stale.moved_at = max(self._stale.moved_at, now if moved_at is None else moved_at)
        self._stale.asked(referee.answers(), now, stepped)

    def admit(self, press: KeyPressed, referee: Referee | None) -> float | None:
        """Return when the table moves if this press counts; None if it must not be judged, because it waits or does not
        count, which people are told.
        """
        now = self._now()
        if referee is None:
            if self._stale.of_killed_app(press) and not too_late(press, now):
                self._waiting.append(press)
            return None
        stale = self._stale.stale(press, referee.choices_of(press.seat), now)
        if stale is None or referee.has_counted(press.mark):
            return self._stale.moves_at(press, now)
        if press.seat in referee.session.table.seats:
            notify = self._notifications.notify_once if stale is Stale.LATE else self._notifications.notify
            text = say(stale.value.template, name=referee.session.table.name(press.seat))
            notify(text, "ignored", seat=press.seat)
        return None

    def release(self) -> tuple[KeyPressed, ...]:
        """Return the presses that waited for a game, and forget them."""
        waiting, self._waiting = tuple(self._waiting), []
        return waiting

    def expire(self) -> None:
        """Acknowledge the presses that waited too long."""
        for press in self._waiting[:]:
            if too_late(press, self._now()):
                self._waiting.remove(press)
                self._devices.acknowledge(press)

    def acknowledge(self, signal: object) -> None:
        """Acknowledge a press to its box, unless it waits to be judged."""
        if isinstance(signal, KeyPressed) and signal.mark not in {each.mark for each in self._waiting}:
            self._devices.acknowledge(signal)


def idle_seconds(session: Session) -> float:
    """Return seconds since this game last moved, by wall clock time, as two apps share nothing else. A press may have
    been made a little before it was written. Raises JournalError.
    """
    row = session.journal.rows(session.id)[-1]
    return max(session.journal.since(row.at), 0.0) + (SOON_S if row.origin == Origin.BOX else 0.0)
