"""Edges of buttons become presses somebody meant: what sticks, chatters or was hit with another one is told apart.

Pure: the time is an argument, in seconds of the host's monotonic clock. The play needs none of this (the firmware
debounces); learning which button is whose does, since what is learned wrongly stays wrong for every evening.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

SETTLE_S = 0.12
"""A press counts so long after the finger has left: by then a worn contact has had its say."""
CHATTER_S = 0.04
"""No finger comes down again so soon after it has left; a loose contact does."""
CHATTERS = 3
"""So many of these in one press, and the contact is bad."""
STUCK_S = 3.0
"""A button that is down for so long is not being pressed: something holds it."""

Button = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Edge:
    """A button of a box went down or came up, whatever it means; `at` is the host's time of the edge."""

    box: str
    button: int
    down: bool
    at: float = 0.0


class What(StrEnum):
    """What became of a button that went down."""

    PRESSED = "pressed"
    STUCK = "stuck"
    CHATTERING = "chattering"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Felt:
    """A button was pressed, or why what it did is no press (`TOGETHER`: other buttons were down as well)."""

    box: str
    button: int
    what: What


@dataclass(slots=True)
class _Contact:
    down: bool = False
    since: float = 0.0
    chatters: int = 0
    together: bool = False
    told: bool = False


@dataclass(slots=True)
class Contacts:
    """All buttons of all boxes. Give it every edge with `hear`, ask `felt` a few times a second."""

    _all: dict[Button, _Contact] = field(default_factory=dict)

    @property
    def down(self) -> frozenset[Button]:
        """The buttons with a finger on them; what is stuck is not among them."""
        return frozenset(key for key, contact in self._all.items() if contact.down and not contact.told)

    def hear(self, edge: Edge) -> None:
        """An edge. The release of a button that was down before anybody listened says nothing."""
        key = (edge.box, edge.button)
        contact = self._all.get(key)
        if contact is None:
            if not edge.down:
                return
            contact = self._all[key] = _Contact()
            others = self.down
            for other in others:
                self._all[other].together = contact.together = True
        elif edge.down and edge.at - contact.since < CHATTER_S:
            contact.chatters += 1
        contact.down, contact.since = edge.down, edge.at

    def felt(self, now: float) -> tuple[Felt, ...]:
        """What has become clear since the last time; each press is told once."""
        found = []
        for key, contact in list(self._all.items()):
            what = self._became(contact, now)
            if what is not None and not contact.told:
                contact.told = True
                found.append(Felt(*key, what))
            if not contact.down and now - contact.since >= SETTLE_S:
                del self._all[key]
        return tuple(found)

    @staticmethod
    def _became(contact: _Contact, now: float) -> What | None:
        if contact.chatters >= CHATTERS:
            return What.CHATTERING
        if contact.down:
            return What.STUCK if now - contact.since >= STUCK_S else None
        if now - contact.since < SETTLE_S:
            return None
        return What.TOGETHER if contact.together else What.PRESSED
