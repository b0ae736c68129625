"""A player's strip along his edge of the glass: who he is, how he stands, what he is asked, his hand or his buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.ui import brush
from companion.ui.panel import Hand
from companion.ui.presenter import Figure, SeatView
from companion.ui.theme import LABEL, PROMPT, SMALL
from companion.ui.widgets.buttons import Button, ChoicePages
from companion.ui.widgets.drawn import Drawn, put

Action = tuple[str, Callable[[], object], bool]
HEAD = 46
LARGE = 56  # so much room (dp) below the head lets the figures be large at rest
BESIDE = 2  # so many actions find room beside a hand
CHANGE_SHOWN_S = 5.0


class SeatStrip(Drawn):
    """One strip, upright in coordinates of its own; the table screen turns it to its player.

    `actions` are given by the table screen with each view: (words, what to do, pointed at). Where a hand lies in the
    strip they stand in a column beside it, and more than fit there are offered over the panel by `open_choices`.
    """

    def __init__(
        self, seat: int, hand: Hand | None, open_choices: Callable[[int, list[Action]], object], **kwargs: Any
    ) -> None:
        self.seat, self.hand = seat, hand
        self.view = SeatView(seat, "")
        self._actions: list[Action] = []
        self._open_choices = open_choices
        self._changes: dict[str, tuple[str, Any]] = {}
        super().__init__(**kwargs)
        self.pages = ChoicePages([])
        self._buttons: list[Button] = []
        if hand is not None:
            self.add_widget(hand)
        self.add_widget(self.pages)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: SeatView, actions: list[Action]) -> None:
        """Takes a new view and what can be done; remembers which figures changed, and by how much."""
        before = {figure.label: figure.value for figure in self.view.figures}
        for figure in view.figures:
            self._note_change(figure, before.get(figure.label))
        self.view, self._actions = view, actions
        self._lay()
        self.again()

    def _note_change(self, figure: Figure, before: str | None) -> None:
        if before is None or before == figure.value or not (_is_number(before) and _is_number(figure.value)):
            return
        if figure.label in self._changes:
            self._changes[figure.label][1].cancel()
        event = Clock.schedule_once(lambda _dt: self._forget(figure.label), CHANGE_SHOWN_S)
        self._changes[figure.label] = (f"{int(figure.value) - int(before):+d}", event)

    def _forget(self, label: str) -> None:
        self._changes.pop(label, None)
        self.again()

    @property
    def _inner(self) -> brush.Box:
        x, y, width, height = self.box
        return (x + dp(8), y + dp(8), width - dp(16), height - dp(HEAD) - dp(14))

    def _lay(self, *_: object) -> None:
        x, y, width, height = self._inner
        if width < dp(40) or height < dp(20):
            return
        for button in self._buttons:
            self.remove_widget(button)
        self._buttons = []
        if self.hand is None:
            put(self.pages, (x, y, width, height))
            self.pages.offer(self._actions)
            return
        self.pages.offer([])
        column = 0.0
        if self._actions:
            column = dp(170)
            self._stand_beside((x + width - column, y, column, height))
            column += dp(10)
        put(self.hand, (x, y, width - column, height))

    def _stand_beside(self, box: brush.Box) -> None:
        """The actions in a column beside the hand, or one button that opens them all."""
        actions = self._actions
        if len(actions) > BESIDE:
            actions = [
                ("Choose…", lambda: self._open_choices(self.seat, self._actions), any(a[2] for a in self._actions))
            ]
        self._buttons = [
            Button(words, act, "asked" if at == 0 and self.view.asked else "plain", 24)
            for at, (words, act, _) in enumerate(actions)
        ]
        stacked = box[3] >= dp(118)
        count = len(self._buttons)
        for at, (button, (_, _, pointed)) in enumerate(zip(self._buttons, actions, strict=True)):
            button.marked = pointed
            gap = dp(10)
            if stacked:
                high = (box[3] - gap * (count - 1)) / count
                put(button, (box[0], box[1] + box[3] - high - at * (high + gap), box[2], high))
            else:
                wide = (box[2] - gap * (count - 1)) / count
                put(button, (box[0] + at * (wide + gap), box[1], wide, box[3]))
            self.add_widget(button)

    def paint(self) -> None:
        """Ground, edge, name, prompt, figures."""
        view = self.view
        x, y, width, height = self.box
        brush.panel(self.box, "panel", 14)
        head = (x, y + height - dp(HEAD), width, dp(HEAD))
        ink = "ink"
        if view.asked:
            brush.panel(head, "asked", 14)
            brush.frame(self.box, "asked", 14, 3)
            ink = "asked_ink"
        elif view.may:
            brush.frame(self.box, "ink", 14, 1.5)
        left = self._who(head, ink)
        large = self.hand is None and not self._actions and self._inner[3] > dp(LARGE)
        crowded = bool(view.prompt) and self._prompt_room(left) < brush.text_width(view.prompt, SMALL, bold=True)
        right = x + width if large else self._figures_in_head(head, ink, bare=crowded)
        says = view.prompt or view.said
        if view.place is not None:
            says = {1: "★ winner"}.get(view.place, f"place {view.place}")
        size, tone = (PROMPT, ink) if view.prompt else (LABEL, "quiet")
        brush.text(
            says, (left + dp(14), head[1], right - left - dp(28), head[3]), size, tone, bold=view.asked, align="left"
        )
        if large:
            self._figures_large()

    def _who(self, head: brush.Box, ink: str) -> float:
        """Shape, die, name; gives where the name ends."""
        x, y, width, height = head
        middle = y + height / 2
        brush.seat_mark(self.seat, (x + dp(26), middle), dp(13))
        left = x + dp(48)
        if self.view.die:
            brush.die(5, self.view.die, (left, middle - dp(14), dp(28), dp(28)))
            left += dp(38)
        room = min(brush.text_width(self.view.name, 24, bold=True) + dp(4), width * 0.32)
        brush.text(self.view.name, (left, y, room, height), 24, ink, bold=True, align="left")
        return left + room

    def _prompt_room(self, left: float) -> float:
        """How wide a prompt can be between the name and all that the figures say."""
        figures = self.view.figures
        labels = sum(brush.text_width(figure.label, SMALL) for figure in figures)
        values = sum(brush.text_width(figure.value, 30, bold=True) for figure in figures)
        changes = sum(brush.text_width(change, LABEL) + dp(8) for change, _ in self._changes.values())
        return self.right - dp(42) - left - labels - values - changes - dp(22) * len(figures)

    def _figures_in_head(self, head: brush.Box, ink: str, *, bare: bool = False) -> float:
        """Values and labels at the right end; gives where they begin. `bare`: the values alone, and signs that are no
        words, for what is asked of a player must be read.
        """
        x, y, width, height = head
        right = x + width - dp(14)
        for figure in reversed(self.view.figures):
            value = brush.text_width(figure.value, 30, bold=True)
            if not bare or not figure.label.isalpha():
                label, tone = brush.text_width(figure.label, SMALL), ink if ink == "asked_ink" else "quiet"
                brush.text(figure.label, (right - label - 2, y, label + 4, height), SMALL, tone)
                right -= label + dp(6)
            role = ink if ink == "asked_ink" else figure.role
            brush.text(figure.value, (right - value - 2, y, value + 4, height), 30, role, bold=True)
            right -= value + dp(6)
            change = self._changes.get(figure.label)
            if change is not None and not bare:
                wide = brush.text_width(change[0], LABEL)
                brush.text(
                    change[0],
                    (right - wide, y, wide + 2, height),
                    LABEL,
                    ink if ink == "asked_ink" else _tone(change[0]),
                )
                right -= wide + dp(8)
            right -= dp(10)
        return right

    def _figures_large(self) -> None:
        """At rest and with nothing before him: the figures large."""
        x, y, width, height = self._inner
        figures = self.view.figures
        for at, figure in enumerate(figures):
            cell = (x + at * width / len(figures), y, width / len(figures), height)
            brush.text(figure.value, (cell[0], cell[1] + dp(24), cell[2], cell[3] - dp(24)), 44, figure.role, bold=True)
            brush.text(figure.label, (cell[0], cell[1], cell[2], dp(26)), SMALL, "quiet")
            change = self._changes.get(figure.label)
            if change is not None:
                beside = cell[0] + cell[2] / 2 + brush.text_width(figure.value, 44, bold=True) / 2 + dp(10)
                brush.text(
                    change[0],
                    (beside, cell[1] + dp(24), dp(70), cell[3] - dp(24)),
                    LABEL,
                    _tone(change[0]),
                    align="left",
                )


def _tone(change: str) -> str:
    return "warn" if change.startswith("-") else "good"


def _is_number(value: str) -> bool:
    return value.lstrip("+-").isdigit()
