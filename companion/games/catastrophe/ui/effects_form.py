"""What a card did, entered with taps: one kind of thing at a time, a line for each player; one step after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from companion.core.events import Event
from companion.core.text import Text, say, with_minus
from companion.drawing.theme import LABEL
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import EffectEntry, EffectsApplied
from companion.games.catastrophe.stack import ATTACK
from companion.games.catastrophe.state import State, seats_in
from companion.games.catastrophe.ui.flow_layout import DIE, GAP, Break, Cell, Count, Flow, wide_enough
from companion.i18n import translate, word
from companion.ui.widgets.buttons import Button

KINDS = (
    ("life", say("Lives")),
    ("yarn", say("Yarn")),
    ("hand", say("Cards")),
    ("power", say("Power Cats")),
    ("reapurr", say("Reapurr")),
    ("dice", say("Dice")),
)
TABLE = (
    ("number", say("Attack's number")),
    ("revive", say("Back in")),
    ("swap", say("Swap")),
    ("turn", say("Turns")),
    ("skip", say("Phases")),
)
"""Kinds that only some cards have; they are shown where they can be meant."""
_PHASES: dict[Literal["paw", "catastrophe"], Text] = {"paw": say("Paw"), "catastrophe": say("CATastrophe")}
SOURCED = ("hand", "power", "held")


class EffectsEditor(Flow):
    """Collects effects; `done` gets the event and where the finger was."""

    def __init__(self, state: State, seat: int, done: Callable[[Event, Any], object]) -> None:
        self.seat, self._done = seat, done
        self._names = {at: state.table.name(at) for at in seats_in(state)}
        self._out = {at: state.table.name(at) for at in state.table.seats if at not in self._names}
        self._rolled = {roll.seat: (roll.value, state.table.colour(roll.seat)) for roll in state.rolls if roll.value}
        beneath = len(state.stack) > 1 and state.stack[-2].card == ATTACK
        shown = {"number": beneath, "revive": bool(self._out), "held": any(state.held)}
        kinds = (*KINDS[:4], ("held", say("Held")), *KINDS[4:], *TABLE)
        self._kinds = [(kind, words) for kind, words in kinds if shown.get(kind, True)]
        self.kind = "life"
        self.amounts: dict[tuple[str, int | None, object], int] = {}
        self.rollers: tuple[int, ...] = ()
        self.swapped: tuple[int, ...] = ()
        self.skipped: tuple[tuple[int, Literal["paw", "catastrophe"]], ...] = ()
        self.source: object = "deck"
        self.more = False
        super().__init__()
        self._again()

    @property
    def entries(self) -> tuple[EffectEntry, ...]:
        """The effects entered so far."""
        found: list[EffectEntry] = []
        for (what, seat, source), by in self.amounts.items():
            each = (1 if by > 0 else -1) if what == "turn" else by
            entry = effect(what, each, seat, None if source == "deck" or by < 0 else source)  # type: ignore[arg-type]
            found += [entry] * (abs(by) if what == "turn" else min(1, abs(by)))
        if len(self.swapped) == 2:
            found.append({"what": "swap", "seat": self.swapped[0], "with": self.swapped[1]})
        for seat, phase in self.skipped:
            found.append({"what": "skip", "seat": seat, "phase": phase})
        return tuple(found)

    def pick(self, kind: str) -> None:
        """Turns to another kind of thing."""
        self.kind = kind
        if kind == "held" and self.source in ("deck", "discard"):
            self.source = next(iter(self._names))
        elif kind == "power" and self.source not in ("deck", "discard", *self._names):
            self.source = "deck"
        self._again()

    def step(self, seat: int | None, by: int) -> None:
        """One more or less of the kind shown."""
        source = self.source if self.kind in SOURCED else "deck"
        if source == seat:
            source = "deck"
        key = (self.kind, seat, source)
        amount = self.amounts.get(key, 0) + by
        self.amounts[key] = max(0, min(9, amount)) if self.kind == "revive" else amount
        self._again()

    def _again(self) -> None:
        cells: list[Cell] = [(self._kind_button(kind, words), 104) for kind, words in self._kinds]
        self.finish = Button(word("Done"), self._submit, "asked", LABEL)
        if self.kind in SOURCED:
            cells.append((Button(self._source_words(), self._next_source, "plain", LABEL), 130))
        cells += [(self._flag(word("Card goes on"), self.more, self._go_on), 130), (self.finish, 110), Break]
        if self.kind in ("reapurr", "number"):
            words = word("Reapurr's steps") if self.kind == "reapurr" else word("number needed")
            cells.append((Count(words, self._sum(None), lambda by: self.step(None, by)), 330))
        elif self.kind == "swap":
            cells += [_named(self._swapper(at, name)) for at, name in self._names.items()]
        elif self.kind == "skip":
            cells += [_named(self._skipper(at, phase)) for at in self._names for phase in _PHASES]
        elif self.kind == "dice":
            rollers = [self._roller(at) for at in self._names]
            cells += [_named(button) for button in rollers]
        else:
            cells += [
                self._counted(at, name) for at, name in (self._out if self.kind == "revive" else self._names).items()
            ]
        self.show(cells)

    def _counted(self, seat: int, name: str) -> Cell:
        """A player's count of the kind shown, with what they rolled for the card: the card over the table hides it."""
        die = self._rolled.get(seat)
        wide = wide_enough(name, 212 + (DIE + GAP if die else 0), 270)
        return Count(name, self._sum(seat), lambda by: self.step(seat, by), seat, die), wide

    def _sum(self, seat: int | None) -> str:
        total = sum(by for (what, at, _), by in self.amounts.items() if what == self.kind and at == seat)
        return with_minus(f"{total:+d}") if total and self.kind != "revive" else str(total)

    def _kind_button(self, kind: str, words: Text) -> Button:
        chosen = {"dice": self.rollers, "swap": self.swapped[1:], "skip": self.skipped}.get(kind)
        entered = chosen or any(what == kind and by for (what, _, _), by in self.amounts.items())
        mark = "• " if entered else ""
        return Button(
            mark + translate(words), lambda: self.pick(kind), "chosen" if kind == self.kind else "plain", LABEL
        )

    def _roller(self, seat: int) -> Button:
        words = translate(say("{name} rolls then", name=self._names[seat]))
        return self._flag(words, seat in self.rollers, lambda: self._flip(seat))

    @staticmethod
    def _flag(words: str, on: bool, act: Callable[[], object]) -> Button:
        return Button(("✓ " if on else "") + words, act, "chosen" if on else "plain", LABEL)

    def _go_on(self) -> None:
        self.more = not self.more
        self._again()

    def _swapper(self, seat: int, name: str) -> Button:
        def act() -> None:
            others = tuple(at for at in self.swapped if at != seat)
            self.swapped = others if seat in self.swapped else (*others, seat)[-2:]
            self._again()

        return self._flag(name, seat in self.swapped, act)

    def _skipper(self, seat: int, phase: Literal["paw", "catastrophe"]) -> Button:
        one = (seat, phase)

        def act() -> None:
            others = tuple(each for each in self.skipped if each != one)
            self.skipped = others if one in self.skipped else (*others, one)
            self._again()

        words = translate(say("{name}: no {phase}", name=self._names[seat], phase=_PHASES[phase]))
        return self._flag(words, one in self.skipped, act)

    def _flip(self, seat: int) -> None:
        self.rollers = tuple(at for at in self._names if (at in self.rollers) != (at == seat))
        self._again()

    def _source_words(self) -> str:
        if self.source in ("deck", "discard"):
            return word("from deck") if self.source == "deck" else word("from discard")
        return translate(say("from {name}", name=self._names.get(self.source, "")))  # type: ignore[call-overload]

    def _next_source(self) -> None:
        piles: tuple[object, ...] = () if self.kind == "held" else ("deck", "discard")
        sources = (*piles, *self._names)
        at = sources.index(self.source) if self.source in sources else -1
        self.source = sources[(at + 1) % len(sources)]
        self._again()

    def _submit(self) -> None:
        at = self.finish.to_window(*self.finish.center)
        self._done(EffectsApplied(self.seat, self.entries, self.rollers, self.more), at)


def _named(button: Button) -> Cell:
    """A button with a player's name: as wide as two lines of it need."""
    return button, wide_enough(button.words, 20, 150, bold=True)
