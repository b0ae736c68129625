"""The status of all boxes, from the states of their ports. Pure.

A box is known by its id; its port may change. A box that went away is missing. Two boxes with the same id count as
one, and people are told how to change that.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.core.text import Text, counted, joined, listed, say
from firmware_bridge.host import ports
from firmware_bridge.host.box import LISTENING, BoxState

NO_BOX = ports.NO_BOX
BOX, UNPLUGGED = say("the box"), say("it was unplugged")


@dataclass(slots=True)
class BoxStatus:
    """Call `update` with every state of a port. `called` names a box in a sentence, if there are several."""

    called: Callable[[str], Text | str]
    _ports: dict[str, BoxState] = field(default_factory=dict)
    _troubles: dict[str, Text] = field(default_factory=dict)
    _known: list[str] = field(default_factory=list)
    _missing: dict[str, Text] = field(default_factory=dict)
    _lost: dict[str, int] = field(default_factory=dict)

    @property
    def known(self) -> tuple[str, ...]:
        """The ids of the boxes that are or were connected, in a fixed order."""
        return tuple(self._known)

    @property
    def here(self) -> tuple[str, ...]:
        """The ids of the boxes that work, in the same order."""
        return tuple(device for device in self._known if device not in self._missing)

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of the boxes that went away or cannot be used, in the same order."""
        return tuple(device for device in self._known if device in self._missing)

    def dismiss_missing(self) -> None:
        """Stop reporting the missing boxes until they are plugged in again."""
        self._known = list(self.here)
        self._missing.clear()

    @property
    def ok(self) -> bool:
        """Whether any box works."""
        return bool(self.here)

    @property
    def why(self) -> Text:
        """What is missing, and why; empty if all is well."""
        if len(self._known) == 1 and self._missing:
            return self._missing[self._known[0]]
        if self._missing or self.ok:
            missing = [*self._absences(), *self._others_work()] if self._missing else []
            return joined([*missing, *map(self._of_duplicates, self.duplicates)])
        return joined(dict.fromkeys(self._troubles.values())) or (LISTENING if self._ports else NO_BOX)

    @property
    def duplicates(self) -> tuple[str, ...]:
        """The ids that several boxes have at once (not a box that moved, which is at two ports for a moment)."""
        there = [state for state in self._ports.values() if state.connected]
        reported = {state.device for state in there if state.duplicate}
        at_ports = [state.device for state in there]
        return tuple(device for device in self._known if device in reported and at_ports.count(device) > 1)

    def update(self, port: str, state: BoxState | None) -> tuple[Text, ...]:
        """Take a port's new state (None: it is gone) and return news for people."""
        before, duplicates, old = self.here, self.duplicates, self._ports.get(port)
        state = None if state is None else replace(state, why=_without_port(state.why))
        if state is None:
            self._ports.pop(port, None)
            self._troubles.pop(port, None)
        else:
            self._ports[port] = state
            if state.why != LISTENING:  # keep the trouble while the port listens again, to avoid flicker
                self._troubles[port] = state.why
        there = {each.device for each in self._ports.values() if each.connected}
        if state is not None and state.connected and state.device not in self._known:
            insort(self._known, state.device)
        news = self._gone(before, there, state)
        if state is not None and state.connected:
            news += self._arrived(state, old)
        elif state is not None and state.outdated:
            news += self._outdated(state, old)
        if old is not None and old.outdated:
            self._unplugged_unused(old.device)
        return (*news, *(self._of_duplicates(device) for device in self.duplicates if device not in duplicates))

    @staticmethod
    def _of_duplicates(device: str) -> Text:
        command = "python -m firmware_bridge newid"
        return say(
            "two boxes have the id {id}: close the app, unplug one, type «{command}»", id=device[-4:], command=command
        )

    def _absences(self) -> list[Text]:
        """Return sentences about the missing boxes, grouped by reason."""
        reasons: dict[Text, list[Text | str]] = {}
        for device in self._known:
            if device in self._missing:
                reasons.setdefault(self._missing[device], []).append(self.called(device))
        return [
            counted(
                "{names} is missing ({why})",
                "{names} are missing ({why})",
                len(names),
                names=listed(names, "and"),
                why=why,
            )
            for why, names in reasons.items()
        ]

    def _gone(self, before: tuple[str, ...], there: set[str], state: BoxState | None) -> list[Text]:
        """Return news of boxes that just went away; none if no box is left, as `ok` then says so."""
        gone = [device for device in before if device not in there]
        why = UNPLUGGED if state is None or state.connected else state.why
        self._missing.update(dict.fromkeys(gone, why))
        if not self.ok:
            return []
        rest = self._others_work()[0]
        return [say("{box} is gone ({why}); {rest}", box=self.called(device), why=why, rest=rest) for device in gone]

    def _arrived(self, state: BoxState, old: BoxState | None) -> list[Text]:
        device, news = state.device, list[Text]()
        if self._missing.pop(device, None) is not None and len(self._known) > 1:
            news.append(say("{box} is back", box=self._name(device)))
        if state.restarts > (old.restarts if old is not None else 0):
            self._lost.pop(device, None)
            lost = say("{box} lost power: presses it had not yet delivered are gone", box=self._name(device))
            news.append(lost)
        more = state.lost - self._lost.get(device, 0)
        self._lost[device] = self._lost.get(device, 0) + max(more, 0)  # the count restarts at a new port
        if more > 0:
            undelivered = counted(
                "{box} could not deliver {n} press or release",
                "{box} could not deliver {n} presses and releases",
                more,
                box=self._name(device),
            )
            news.append(undelivered)
        return news

    def _outdated(self, state: BoxState, old: BoxState | None) -> list[Text]:
        """Return news of a box that must be flashed."""
        if state.device not in self._known:
            insort(self._known, state.device)
        if state.why != LISTENING or state.device not in self._missing:
            self._missing[state.device] = state.why
        if not self.ok or (old is not None and old.outdated):
            return []
        return [say("{box} cannot be used: {why}", box=self.called(state.device), why=state.why)]

    def _unplugged_unused(self, device: str) -> None:
        """Note that an unusable box, which was never `here`, has left its port."""
        if device in self._missing and all(state.device != device for state in self._ports.values()):
            self._missing[device] = UNPLUGGED

    def _name(self, device: str) -> Text | str:
        return self.called(device) if len(self._known) > 1 else say("the box")

    def _others_work(self) -> list[Text]:
        count = len(self.here)
        if not count:
            return []
        if count == 1:
            return [say("{box} still works", box=self.called(self.here[0]))]
        return [say("the other {count} boxes still work", count=count)]


def _without_port(why: Text) -> Text:
    """Return the reason about "the box" instead of its port, which means nothing to people."""
    return Text(why.template, tuple((name, BOX if name == "path" else value) for name, value in why.values), why.plural)
