"""What a card did, entered with taps: one kind of thing at a time, a line for each player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.events import Event
from companion.core.text import Text, say
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import EffectEntry, EffectsApplied
from companion.games.catastrophe.state import State, seats_in
from companion.games.catastrophe.ui.flow_layout import Break, Cell, Count, Flow, wide_enough
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
SOURCED = ("hand", "power", "held")


class EffectsEditor(Flow):
    """Collects effects; `done` gets the event and where the finger was."""

    def __init__(self, state: State, seat: int, done: Callable[[Event, Any], object]) -> None:
        self.seat, self._done = seat, done
        self._names = {at: state.table.name(at) for at in seats_in(state)}
        self._kinds = KINDS if not any(state.held) else (*KINDS[:4], ("held", say("Held")), *KINDS[4:])
        self.kind = "life"
        self.amounts: dict[tuple[str, int | None, object], int] = {}
        self.rollers: tuple[int, ...] = ()
        self.source: object = "deck"
        super().__init__()
        self._again()

    @property
    def entries(self) -> tuple[EffectEntry, ...]:
        """The effects entered so far."""
        return tuple(
            effect(what, by, seat, None if source == "deck" or by < 0 else source)  # type: ignore[arg-type]
            for (what, seat, source), by in self.amounts.items()
            if by
        )

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
        self.amounts[key] = self.amounts.get(key, 0) + by
        self._again()

    def _again(self) -> None:
        cells: list[Cell] = [(self._kind_button(kind, words), 104) for kind, words in self._kinds]
        self.finish = Button(word("Done"), self._submit, "asked", 26)
        if self.kind in SOURCED:
            cells.append((Button(self._source_words(), self._next_source, "plain", 20), 130))
        cells += [(self.finish, 110), Break]
        if self.kind == "reapurr":
            cells.append((Count(word("Reapurr's steps"), self._sum(None), lambda by: self.step(None, by)), 330))
        elif self.kind == "dice":
            rollers = [self._roller(at) for at in self._names]
            cells += [(button, wide_enough(button.words, 20, 180, bold=True)) for button in rollers]
        else:
            cells += [
                (Count(name, self._sum(at), lambda by, at=at: self.step(at, by), seat=at), wide_enough(name, 212, 270))
                for at, name in self._names.items()
            ]
        self.show(cells)

    def _sum(self, seat: int | None) -> str:
        total = sum(by for (what, at, _), by in self.amounts.items() if what == self.kind and at == seat)
        return f"{total:+d}" if total else "0"

    def _kind_button(self, kind: str, words: Text) -> Button:
        entered = any(what == kind and by for (what, _, _), by in self.amounts.items()) or (
            kind == "dice" and self.rollers
        )
        mark = "• " if entered else ""
        return Button(mark + translate(words), lambda: self.pick(kind), "chosen" if kind == self.kind else "plain", 21)

    def _roller(self, seat: int) -> Button:
        on = seat in self.rollers
        words = ("✓ " if on else "") + translate(say("{name} rolls then", name=self._names[seat]))
        return Button(words, lambda: self._flip(seat), "chosen" if on else "plain", 22)

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
        self._done(EffectsApplied(self.seat, self.entries, self.rollers), at)
