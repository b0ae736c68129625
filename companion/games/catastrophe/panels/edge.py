"""What lies before one player in his strip: his counters, and his buttons for this moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.core.events import Event
from companion.core.text import say
from companion.games.catastrophe import actions as offered
from companion.games.catastrophe.panels import drawing
from companion.games.catastrophe.panels.builder import AttackGrid, CardBuilder, RevealBuilder
from companion.games.catastrophe.panels.effects import EffectsEditor
from companion.games.catastrophe.panels.flow import Count, least_width, row_widths
from companion.games.catastrophe.stack import Stack
from companion.games.catastrophe.state import State
from companion.games.catastrophe.view import ActionView
from companion.i18n import translate, word
from companion.ui import brush
from companion.ui import panel as house
from companion.ui.presenter import TableView
from companion.ui.widgets.buttons import Button, ChoicePages
from companion.ui.widgets.drawn import Drawn, put

NARROW = 480
COMPACT = 88
POINTED = 124
COUNTER = 166
BASKET = 52
LEAST = BASKET + 2 * 156 + 12
GAP = 6


def pictured(picture: Callable[[tuple[float, float], float], None], value: str, box: brush.Box) -> None:
    """A small picture above its number."""
    x, y, width, height = box
    picture((x + width / 2, y + height / 2 + dp(15)), dp(10))
    brush.text(value, (x, y + height / 2 - dp(31), width, dp(36)), 28, bold=True)


class Counter(Count):
    """A picture, a number, less and more: the table's own count, one tap each."""

    def __init__(self, picture: Callable[[tuple[float, float], float], None], changed: Any, **kwargs: Any) -> None:
        self._picture = picture
        super().__init__("", "0", changed, **kwargs)

    def _lay(self, *_: object) -> None:
        wide = dp(56)
        put(self.less, (self.x, self.y, wide, self.height))
        put(self.more, (self.right - wide, self.y, wide, self.height))

    def paint(self) -> None:
        """Picture above the number, between the buttons."""
        pictured(self._picture, self.value, (self.x + dp(56), self.y, self.width - dp(112), self.height))


class Small(Drawn):
    """The three counts without buttons, where the player has much to do; a tap opens the counters."""

    def __init__(self, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.counts = (0, 0, 0)
        self._tapped = tapped
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Opens the counters."""
        if not self.collide_point(*touch.pos):
            return False
        self._tapped()
        return True

    def paint(self) -> None:
        """Yarn, hand, Power Cats, one below the other."""
        brush.panel(self.box, "raised", 10)
        brush.frame(self.box, "edge", 10, 1.2)
        each = self.height / 3
        for row, (picture, value) in enumerate(
            zip((drawing.yarn, drawing.cards, drawing.power_cat), self.counts, strict=True)
        ):
            y = self.y + self.height - (row + 1) * each
            picture((self.x + dp(24), y + each / 2), min(dp(11), each * 0.34))
            brush.text(str(value), (self.x + dp(44), y, self.width - dp(50), each), 24, bold=True)


class Edge(house.Hand):
    """The strip's inside. Everything it offers is an event; refusals come back beside the finger with their rule."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self.hand_count = Counter(drawing.cards, lambda by: self._correct("hand", by))
        self.power_count = Counter(drawing.power_cat, lambda by: self._correct("power", by))
        self.small = Small(self._open_counters)
        self.buttons: list[Button] = []
        self._actions: tuple[ActionView, ...] = ()
        self._pointed = ""
        self._stands: tuple[int, int, int, bool, int, Stack] | None = None
        self._counts: brush.Box = (0, 0, 0, 0)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def state(self) -> State:
        """The game now."""
        found: State = self.panel.session.state
        return found

    def show(self, view: TableView) -> None:
        """New counts and buttons; what the seat's button box points at is marked or named."""
        state, seat = self.state, self.seat
        mine = view.seats[seat]
        pointed = mine.pointed.words if mine.pointed is not None else ""
        found = offered.actions(state, seat)
        stands = (
            state.yarn[seat],
            state.hand[seat] + state.held[seat],
            state.power[seat],
            bool(state.life[seat]),
            len(state.fallen),
            state.stack,  # the same answers to another card are other buttons: the second of two quick taps is neither
        )
        if (found, pointed, stands) == (self._actions, self._pointed, self._stands):
            return
        self._actions, self._pointed, self._stands = found, pointed, stands
        self.hand_count.say(str(stands[1]))
        self.power_count.say(str(stands[2]))
        self.small.counts = stands[:3]
        self.small.again()
        event = mine.pointed.event if mine.pointed is not None else None
        self.buttons = [self._button(action, event) for action in found]
        self._lay()
        self.again()

    def _button(self, action: ActionView, pointed: Event | None) -> Button:
        asked = action.strong and any(
            seat.asked for seat in (self.panel.view.seats if self.panel.view else ()) if seat.seat == self.seat
        )
        button = Button(translate(action.words), None, "asked" if asked else "plain", 24)
        button.tapped = lambda: self._tapped(action, button)
        button.marked = pointed is not None and action.event == pointed
        return button

    def _tapped(self, action: ActionView, button: Button) -> None:
        if action.event is not None:
            self.panel.host.submit(action.event, button.to_window(*button.center))
        else:
            self._open(action.opens)

    def _open(self, what: str) -> None:
        host, state, seat = self.panel.host, self.state, self.seat
        title = {
            offered.CURIOSITY: word("Curiosity: on whom?"),
            offered.PASS: word("Pass: to whom?"),
            offered.YARN: word("Yarn: who rolls again?"),
            offered.LIFE: word("Lives"),
        }.get(what)
        if what == offered.ATTACK:
            host.open(AttackGrid(state, seat, host.submit), seat, word("Attack: whom, with which number?"))
        elif title is not None:
            choices = [
                (translate(words), self._does(event), False) for words, event in offered.targets(state, seat, what)
            ]
            host.open(ChoicePages(choices, 28, 120), seat, title)
        elif what == offered.SPECIAL:
            host.open(CardBuilder(state, seat, host.submit, self._missing), seat, word("A special card"))
        elif what == offered.EVENT:
            host.open(RevealBuilder(state, seat, host.submit), seat, word("CATastrophe card"))
        elif what == offered.EFFECTS:
            host.open(EffectsEditor(state, seat, host.submit), seat, word("What did the card do?"))
        elif what == offered.MORE:
            choices = [(translate(words), act, False) for words, act in self._more(state)]
            host.open(ChoicePages(choices, 26, 150), seat, word("Reactions"))

    def _more(self, state: State) -> list[tuple[Any, Callable[[], object]]]:
        """All reactions the rules list, and a card with the Catfinity symbol."""
        asks = [ask for ask in self.panel.session.asks() if ask.seat == self.seat]
        found = [(choice.label, self._does(choice.event)) for ask in asks for choice in ask.choices]
        return [*found, (say("Catfinity…"), lambda: self._open(offered.SPECIAL))] if state.stack else found

    def _does(self, event: Any) -> Callable[[], object]:
        return lambda: self.panel.host.submit(event, self.to_window(*self.center))

    def _missing(self, words: str, at: Any) -> None:
        self.panel.host.toast(words, at, self.seat)

    def _correct(self, what: str, by: int) -> None:
        counter = self.hand_count if what == "hand" else self.power_count
        self.panel.host.submit(offered.corrected(self.state, self.seat, what, by), counter.to_window(*counter.center))

    def _open_counters(self) -> None:
        host, name = self.panel.host, self.panel.session.table.name(self.seat)
        choices = [
            (f"{word(words)} {by:+d}", self._does(offered.corrected(self.state, self.seat, what, by)), False)
            for what, words in (("hand", "Cards"), ("power", "Power Cats"))
            for by in (-1, 1)
        ]
        host.open(ChoicePages(choices, 28, 200), self.seat, f"{name}: {word('the count was wrong')}")

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(60) or self._stands is None or not self._stands[3]:
            return
        x, y, width, height = self.box
        many, gap = len(self.buttons), dp(GAP)
        if width < dp(NARROW if many > 4 else LEAST):
            wide = dp(POINTED if self._names_pointed else COMPACT)
            self._counts = (x, y, wide, height)
            if not self._names_pointed:
                put(self.small, self._counts)
                self.add_widget(self.small)
            left = x + wide + gap
            self._put_buttons((left, y, x + width - left, height), 2 if many > 1 else 1)
        elif width < dp(NARROW):
            high = (height - gap) / 2 if many else min(height, dp(74))
            count = (width - dp(BASKET) - 2 * gap) / 2
            self._put_counters((x, y + height - high, width, high), count, 1)
            self._put_buttons((x, y, width, height - high - gap), 1)
        else:
            rows = 1 if width > dp(1000) else 2
            wide = dp(BASKET) + (dp(COUNTER) + gap) * (1 if rows == 2 else 2)
            self._put_counters((x, y, wide, height), dp(COUNTER), rows)
            left = x + wide + dp(10)
            self._put_buttons((left, y, x + width - left, height), 2 if many > 3 else 1)

    @property
    def _names_pointed(self) -> bool:
        """Whether the choice the box has stepped to has no button here, and is named instead."""
        return bool(self._pointed) and not any(button.marked for button in self.buttons)

    def _put_counters(self, box: brush.Box, wide: float, rows: int) -> None:
        """The basket, and right of it the two counters, one below or beside the other."""
        x, y, _, height = box
        gap = dp(GAP)
        self._counts = box
        if self._names_pointed:
            return
        left = x + dp(BASKET)
        high = (height - gap * (rows - 1)) / rows
        for at, counter in enumerate((self.hand_count, self.power_count)):
            down, right = (at, 0) if rows == 2 else (0, at)
            put(counter, (left + right * (wide + gap), y + height - high - down * (high + gap), wide, high))
            self.add_widget(counter)

    def _put_buttons(self, box: brush.Box, rows: int) -> None:
        """The buttons in rows; in a row each is as wide as its words need, and shares in what is left."""
        if not self.buttons:
            return
        x, y, width, height = box
        gap = dp(GAP)
        across = -(-len(self.buttons) // rows)
        high = min((height - gap * (rows - 1)) / rows, dp(118))
        top = y + height
        for first in range(0, len(self.buttons), across):
            row = self.buttons[first : first + across]
            widths = row_widths([least_width(button.words) for button in row], width - gap * (len(row) - 1))
            left = x
            for button, wide in zip(row, widths, strict=True):
                put(button, (left, top - high, wide, high))
                self.add_widget(button)
                left += wide + gap
            top -= high + gap

    def paint(self) -> None:
        """The yarn basket; who is out lies here in peace; the choice the button box has stepped to."""
        if self._stands is None:
            return
        if not self._stands[3]:
            self._paint_out()
            return
        x, y, width, height = self._counts
        if self._names_pointed:
            brush.frame(self._counts, "asked", 8, 3)
            brush.text(self._pointed, (x + dp(6), y, width - dp(12), height), 24, bold=True)
        elif self.hand_count.parent is not None:
            pictured(drawing.yarn, str(self._stands[0]), (x, y, dp(BASKET), height))

    def _paint_out(self) -> None:
        x, y, width, height = self.box
        state = self.state
        group = next((at for at, gone in enumerate(state.fallen) if self.seat in gone), 0)
        later = sum(len(gone) for gone in state.fallen[group + 1 :])
        left = sum(1 for life in state.life if life)
        drawing.cat(self.seat, (x + width / 2 - dp(90), y + height / 2), min(dp(26), height * 0.3), out=True)
        words = f"{word('out')}  ·  {word('place')} {left + later + 1}" if left else word("out")
        brush.text(words, (x + width / 2 - dp(50), y, dp(200), height), 26, "quiet", align="left")
