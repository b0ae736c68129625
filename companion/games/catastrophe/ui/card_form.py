"""Cards that are not the common case, entered with taps: special Attacks, several targets, Catfinity, red dots;
reactions; CATastrophe cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.core.asks import Choice
from companion.core.events import Event
from companion.core.text import say
from companion.games.catastrophe.events import (
    AttackPlayed,
    CucumberPlayed,
    CuriosityPlayed,
    EffectPlayed,
    EventRevealed,
    PassPlayed,
    ReapurrRevealed,
)
from companion.games.catastrophe.state import Phase, State, seats_in
from companion.games.catastrophe.ui.flow_layout import Break, Cell, Count, Flow, wide_enough
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn

NAME_FROM, NUMBER = 40, 64  # dp: where a name begins, and what a number's button takes
MOST_LINES = 3  # targets that have a line each
ATTACK, CURIOSITY, EFFECT, CUCUMBER, PASS = "attack", "curiosity", "effect", "cucumber", "pass"
_KINDS = {ATTACK: say("Attack"), CURIOSITY: say("Curiosity"), EFFECT: say("Ally / other")}
_REACTIONS = {CUCUMBER: say("Cucumber"), PASS: say("Pass")}
_EVENTS: dict[str, type[Event]] = {
    ATTACK: AttackPlayed,
    CURIOSITY: CuriosityPlayed,
    EFFECT: EffectPlayed,
    CUCUMBER: CucumberPlayed,
    PASS: PassPlayed,
}
_FLAGS = {
    "power": say("Power Cat"),
    "held": say("held Cat"),
    "stays": say("stays"),
    "red_dot": say("red dot"),
    "catfinity": say("cat symbol"),
    "effects": say("and more"),
    "anyone": say("anyone"),
}


@dataclass(frozen=True)
class Draft:
    """A card as far as it has been entered."""

    kind: str = ATTACK
    targets: tuple[int, ...] = ()
    number: int = 4
    lives: int = 1
    rolls: int = 1
    rollers: tuple[int, ...] = ()
    flags: frozenset[str] = field(default_factory=frozenset)

    def event(self, seat: int) -> Event | None:
        """The event entered so far, or None where a target must still be chosen."""
        cls = _EVENTS[self.kind]
        has = {entry.name for entry in fields(cls)}
        if "target" in has and not self.targets:
            return None
        values: dict[str, Any] = {name: name in self.flags for name in _FLAGS}
        values["power"] = bool(self.flags & {"power", "held", "stays", "anyone"})
        values |= {"target": (*self.targets, None)[0], "also": self.targets[1:], "rollers": self.rollers}
        values |= {"number": self.number, "lives": self.lives, "rolls": self.rolls}
        return cls(seat, **{name: value for name, value in values.items() if name in has})

    @property
    def flags_there(self) -> list[str]:
        """The flags that this kind of card can have."""
        return [entry.name for entry in fields(_EVENTS[self.kind]) if entry.name in _FLAGS]


class CardBuilder(Flow):
    """One card of a player. `done` gets the event and where the finger was; `missing` a sentence if one is missing."""

    def __init__(
        self, state: State, seat: int, done: Callable[[Event, Any], object], missing: Callable[[str, Any], object]
    ) -> None:
        self.seat, self._done, self._missing = seat, done, missing
        self._names = {at: state.table.name(at) for at in seats_in(state)}
        symbol = frozenset() if state.phase is Phase.CLAW and seat == state.turn else frozenset({"catfinity"})
        self._kinds = {**_KINDS, **_REACTIONS} if state.phase is Phase.REACT else _KINDS
        self._myself = state.options.target_self
        others = tuple(at for at in self._names if at != seat)
        power = frozenset() if state.hand[seat] else frozenset({"power"})
        self.draft = Draft(targets=others if len(others) == 1 else (), flags=symbol | power)
        self._may_hold = bool(state.held[seat])
        super().__init__()
        self._again()

    def change(self, **values: object) -> None:
        """Sets another part of the card."""
        self.draft = replace(self.draft, **values)  # type: ignore[arg-type]
        self._again()

    def _again(self) -> None:
        draft = self.draft
        cells: list[Cell] = [
            (self._choice(translate(words), draft.kind == kind, partial(self.change, kind=kind)), 130)
            for kind, words in self._kinds.items()
        ]
        cells.append(Break)
        flags = [name for name in draft.flags_there if name != "held" or self._may_hold]
        cells += [(self._flag(name, translate(_FLAGS[name])), 128) for name in flags]
        cells.append(Break)
        if draft.kind == EFFECT:
            cells += [_named(self._roller(at), 104) for at in self._names]
        elif draft.kind != CUCUMBER:
            own = self._myself or draft.kind == PASS
            cells += [_named(self._target(at), 104) for at in self._names if own or at != self.seat]
        cells.append(Break)
        if draft.kind == ATTACK:
            cells += [
                (self._count(word("needs"), "number", 2, 6), 240),
                (self._count(word("lives"), "lives", 0, 9), 240),
                (self._count(word("rolls"), "rolls", 1, 9), 240),
                Break,
            ]
        self.play = Button(word("Play it"), self._submit, "asked" if draft.event(self.seat) else "plain", 28)
        cells.append((self.play, 240))
        self.show(cells)

    def _choice(self, words: str, on: bool, act: Callable[[], object]) -> Button:
        return Button(("✓ " if on else "") + words, act, "chosen" if on else "plain", 22)

    def _flag(self, name: str, words: str) -> Button:
        return self._choice(words, name in self.draft.flags, lambda: self.change(flags=self.draft.flags ^ {name}))

    def _target(self, seat: int) -> Button:
        """One more target, or one less; a Pass has one."""
        targets = self.draft.targets
        after = tuple(at for at in targets if at != seat) if seat in targets else (*targets, seat)
        if self.draft.kind == PASS:
            after = (seat,)
        return self._choice(self._names[seat], seat in targets, lambda: self.change(targets=after))

    def _roller(self, seat: int) -> Button:
        rollers = self.draft.rollers
        on = seat in rollers
        after = tuple(at for at in rollers if at != seat) if on else (*rollers, seat)
        return self._choice(
            translate(say("{name} rolls", name=self._names[seat])), on, lambda: self.change(rollers=after)
        )

    def _count(self, words: str, name: str, low: int, high: int) -> Count:
        value = getattr(self.draft, name)
        return Count(words, str(value), lambda by: self.change(**{name: min(high, max(low, value + by))}))

    def _submit(self) -> None:
        at = self.play.to_window(*self.play.center)
        event = self.draft.event(self.seat)
        if event is None:
            self._missing(word("Who is it aimed at?"), at)
        else:
            self._done(event, at)


class RevealBuilder(Flow):
    """A CATastrophe card: the Reapurr's steps, or an event with its number of players and who rolls."""

    def __init__(self, state: State, seat: int, done: Callable[[Event, Any], object]) -> None:
        self.seat, self._done = seat, done
        self._names = {at: state.table.name(at) for at in seats_in(state)}
        self.steps, self.least, self.red_dot = 1, 2, False
        self.rollers: tuple[int, ...] = ()
        super().__init__()
        self._again()

    def _again(self) -> None:
        self.reapurr = Button(
            translate(say("Reapurr {steps}", steps=f"{self.steps:+d}")), self._reveal_reapurr, "plain", 26
        )
        self.event = Button(word("Event"), self._reveal_event, "plain", 26)
        cells: list[Cell] = [
            (Count(word("Reapurr's steps"), f"{self.steps:+d}", self._step), 330),
            (self.reapurr, 200),
            Break,
            (Count(word("event for at least"), str(self.least), self._limit), 330),
            (self.event, 200),
            Break,
        ]
        cells += [_named(self._roller(at), 120) for at in self._names]
        dot = Button(
            ("✓ " if self.red_dot else "") + word("red dot"), self._dot, "chosen" if self.red_dot else "plain", 22
        )
        cells.append((dot, 120))
        self.show(cells)

    def _dot(self) -> None:
        self.red_dot = not self.red_dot
        self._again()

    def _step(self, by: int) -> None:
        self.steps = min(9, max(-9, self.steps + by))
        self._again()

    def _limit(self, by: int) -> None:
        self.least = min(6, max(2, self.least + by))
        self._again()

    def _roller(self, seat: int) -> Button:
        on = seat in self.rollers
        words = ("✓ " if on else "") + translate(say("{name} rolls", name=self._names[seat]))
        return Button(words, lambda: self._flip(seat), "chosen" if on else "plain", 22)

    def _flip(self, seat: int) -> None:
        self.rollers = tuple(at for at in self._names if (at in self.rollers) != (at == seat))
        self._again()

    def _reveal_reapurr(self) -> None:
        self._done(ReapurrRevealed(self.seat, self.steps), self.reapurr.to_window(*self.reapurr.center))

    def _reveal_event(self) -> None:
        event = EventRevealed(self.seat, self.least, self.rollers, self.red_dot)
        self._done(event, self.event.to_window(*self.event.center))


def _named(button: Button, least: float) -> Cell:
    """A button with a player's name: as wide as two lines of it need."""
    return button, wide_enough(button.words, 20, least, bold=True)


class AttackGrid(Flow):
    """Each possible target with the common numbers of an Attack: one tap says both."""

    def __init__(
        self, state: State, seat: int, choices: Sequence[Choice], done: Callable[[Event, Any], object]
    ) -> None:
        events = [choice.event for choice in choices if isinstance(choice.event, AttackPlayed)]
        order = [target for target in state.table.clockwise(seat) if any(event.target == target for event in events)]
        found = {target: [event for event in events if event.target == target] for target in order}
        cells: list[Cell] = []
        for target, attacks in found.items():
            name, beside = state.table.name(target), NAME_FROM + NUMBER * len(attacks)
            cells.append((AttackLine(target, name, attacks, done), wide_enough(name, beside, 288, bold=True)))
            if len(found) <= MOST_LINES:
                cells.append(Break)
        super().__init__(cells, highest=100)


class AttackLine(Drawn):
    """One target and the numbers."""

    def __init__(
        self, target: int, name: str, attacks: Sequence[AttackPlayed], done: Callable[[Event, Any], object]
    ) -> None:
        self.target, self._name, self._named = target, name, dp(108)
        super().__init__()
        self.numbers: dict[int, Button] = {}
        for event in sorted(attacks, key=lambda attack: attack.number):
            button = Button(str(event.number), None, size=30)
            button.tapped = lambda event=event, button=button: done(event, button.to_window(*button.center))
            self.numbers[event.number] = button
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        self._named = max(dp(108), min(dp(180), self.width - dp(NUMBER) * len(self.numbers)))
        cells = (self.x + self._named, self.y, self.width - self._named, self.height)
        put_grid(list(self.numbers.values()), cells, len(self.numbers), 6)

    def paint(self) -> None:
        """Mark and name; the buttons draw themselves."""
        canvas.seat_mark(self.target, (self.x + dp(16), self.center_y), dp(12))
        canvas.text(
            self._name, (self.x + dp(34), self.y, self._named - dp(38), self.height), 24, bold=True, align="left"
        )
