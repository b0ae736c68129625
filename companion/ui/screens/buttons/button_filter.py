"""Edges of buttons become presses: a button that sticks, chatters or was hit together with another is no press.

Pure: the time is an argument, in seconds of the host's monotonic clock. Play needs none of this (the firmware
debounces); the button lesson does, since what it learns wrongly stays wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.devices.box import Button, Edge

SETTLE_S = 0.12
"""A press counts this long after the release: a worn contact has come to rest by then."""
CHATTER_S = 0.04
"""A button that goes down again this soon after its release has a loose contact: no finger is as fast."""
CHATTERS = 3
"""With this many of these in one press, the contact is bad."""
STUCK_S = 3.0
"""A button that is down this long is not being pressed: something holds it."""


class ButtonOutcome(StrEnum):
    """What became of a button that went down. `TOGETHER`: other buttons were down as well."""

    PRESSED = "pressed"
    STUCK = "stuck"
    CHATTERING = "chattering"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class ButtonReport:
    """A button was pressed, or why what it did is no press."""

    box: str
    button: int
    outcome: ButtonOutcome


@dataclass(slots=True)
class _Contact:
    down: bool = False
    since: float = 0.0
    chatters: int = 0
    together: bool = False
    reported: bool = False


@dataclass(slots=True)
class ButtonFilter:
    """All buttons of all boxes. Give it every edge with `add`, ask for `reports` a few times a second."""

    _all: dict[Button, _Contact] = field(default_factory=dict)

    @property
    def down(self) -> frozenset[Button]:
        """The buttons with a finger on them; a stuck button is not among them."""
        return frozenset(key for key, contact in self._all.items() if contact.down and not contact.reported)

    def add(self, edge: Edge) -> None:
        """Take an edge. The release of a button that was down from the start means nothing."""
        key = (edge.box, edge.button)
        contact = self._all.get(key)
        if contact is None:
            if not edge.down:
                return
            others = self.down
            contact = self._all[key] = _Contact()
            for other in others:
                self._all[other].together = contact.together = True
        elif edge.down and edge.at - contact.since < CHATTER_S:
            contact.chatters += 1
        contact.down, contact.since = edge.down, edge.at

    def reports(self, now: float) -> tuple[ButtonReport, ...]:
        """What has become clear since the last call; each press is reported once."""
        found = []
        for key, contact in list(self._all.items()):
            outcome = self._outcome(contact, now)
            if outcome is not None and not contact.reported:
                contact.reported = True
                found.append(ButtonReport(*key, outcome))
            if not contact.down and now - contact.since >= SETTLE_S:
                del self._all[key]
        return tuple(found)

    @staticmethod
    def _outcome(contact: _Contact, now: float) -> ButtonOutcome | None:
        if contact.chatters >= CHATTERS:
            return ButtonOutcome.CHATTERING
        if contact.down:
            return ButtonOutcome.STUCK if now - contact.since >= STUCK_S else None
        if now - contact.since < SETTLE_S:
            return None
        return ButtonOutcome.TOGETHER if contact.together else ButtonOutcome.PRESSED
