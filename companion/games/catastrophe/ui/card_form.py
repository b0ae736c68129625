"""Cards of a player: those that are not the common case on a form, and common Attacks with one tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.metrics import dp

from companion.core.asks import Ask, Choice, Form
from companion.core.events import Event
from companion.games.catastrophe.asks import COMMON_NUMBERS
from companion.games.catastrophe.events import AttackPlayed, EventRevealed, ReapurrRevealed
from companion.games.catastrophe.state import State
from companion.games.catastrophe.ui.flow_layout import Break, Cell, Flow, wide_enough
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.form import FormFiller
from companion.ui.widgets.painted import Drawn

NAME_FROM, NUMBER = 40, 64  # dp: where a name begins, and what a number's button takes
MOST_LINES = 3  # targets that have a line each
_REVEALED = (ReapurrRevealed, EventRevealed)


def card_form(state: State, ask: Ask, done: Callable[[Event], object]) -> FormFiller:
    """Return the form of any card that a player may lay now, the likeliest kind first."""
    forms = [form for form in ask.forms if form.event not in _REVEALED]
    given = {"number": COMMON_NUMBERS[0], "power": not state.hand[ask.seat]}

    def play(event: Any) -> None:
        """What stays, what was held and what redirects any card is a Power Cat."""
        power = any(getattr(event, name, False) for name in ("power", "held", "stays", "anyone"))
        done(replace(event, power=power))

    return _filler(state, forms, play, given)


def reveal_form(state: State, ask: Ask, done: Callable[[Event], object]) -> FormFiller:
    """Return the form of any CATastrophe card."""
    return _filler(state, [form for form in ask.forms if form.event in _REVEALED], done, {"steps": 1})


def _filler(
    state: State, forms: Sequence[Form], done: Callable[[Event], object], given: Mapping[str, object]
) -> FormFiller:
    return FormFiller(forms[0], state.table.players, done, given, forms[1:])


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
