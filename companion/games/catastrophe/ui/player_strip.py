"""The inside of a player's strip: counters, and the buttons for this moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.asks import Ask
from companion.core.events import Event
from companion.core.text import capital, say
from companion.games.catastrophe import groups, strip_view
from companion.games.catastrophe.figures import paint_cat, paint_hand, paint_power_cat, paint_yarn
from companion.games.catastrophe.stack import Stack
from companion.games.catastrophe.state import State
from companion.games.catastrophe.strip_view import ButtonView
from companion.games.catastrophe.ui.card_form import AttackGrid, card_form, reveal_form
from companion.games.catastrophe.ui.counters import Counter, Small, pictured
from companion.games.catastrophe.ui.effects_form import EffectsEditor
from companion.games.catastrophe.ui.flow_layout import least_width, row_widths
from companion.games.catastrophe.ui.overlay_guard import standing
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button, ChoicePages, write_alike
from companion.ui.widgets.painted import put
from companion.views.presenter import TableView

NARROW = 480
COMPACT = 62
POINTED = 124
COUNTER = 190
BASKET = 60
LEAST = BASKET + 2 * 156 + 12
GAP = 6
"""Widths and heights in dp."""
_TITLES = {
    groups.ATTACK: say("Attack: whom, with which number?"),
    groups.CURIOSITY: say("Curiosity: on whom?"),
    groups.PASS: say("Pass: to whom?"),
    groups.YARN: say("Yarn: who rolls again?"),
    groups.LIVES: say("Lives"),
    groups.OTHER: say("Reactions"),
    groups.EVENTS: say("CATastrophe card"),
    strip_view.SPECIAL: say("A special card"),
    strip_view.EVENT: say("CATastrophe card"),
    strip_view.EFFECTS: say("What did the card do?"),
}


class Edge(game_panel.Hand):
    """The strip's inside. Everything it offers is an event; refusals come back beside the finger with their rule."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self.hand_count = Counter(paint_hand, word("cards"), lambda by: self._correct("hand", by))
        self.power_count = Counter(paint_power_cat, word("Power"), lambda by: self._correct("power", by))
        self.small = Small(self._open_counters)
        self.buttons: list[Button] = []
        self._buttons: tuple[ButtonView, ...] = ()
        self._cells: list[tuple[str, Button | None]] = []  # a place for each button: its words, None if it is not there
        self._rolls: list[Button] = []
        self._offered: tuple[tuple[str, ...], bool] = ((), False)
        self._pointed = ""
        self._stands: tuple[int, int, int, bool, int, bool, Stack] | None = None
        self._counts: canvas.Box = (0, 0, 0, 0)
        self._offered_only = False  # there is one thing the player may do, and nobody waits for it
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
        found = strip_view.buttons(state, mine.offers[0]) if mine.offers else ()
        counts = not (mine.bot or view.paused or view.over is not None)
        stands = (
            state.yarn[seat],
            state.hand[seat] + state.held[seat],
            state.power[seat],
            bool(state.life[seat]),
            len(state.fallen),
            counts,
            state.stack,
        )
        if (found, pointed, stands) == (self._buttons, self._pointed, self._stands):
            return
        self._buttons, self._pointed, self._stands = found, pointed, stands
        self.hand_count.say(str(stands[1]))
        self.power_count.say(str(stands[2]))
        self.hand_count.live = self.power_count.live = counts
        self.small.tapped = self._open_counters if counts else None
        self.small.counts = stands[:3]
        self.small.again()
        event = mine.pointed.event if mine.pointed is not None else None
        self._offered_only = mine.may and len(found) == 1
        self._cells = [
            (translate(words), None if action is None else self._button(action, event))
            for words, action in strip_view.cells(state, found)
        ]
        self.buttons = [button for _, button in self._cells if button is not None]
        self._lay()
        self.again()

    def offer(self, actions: Sequence[game_panel.Action], *, asked: bool) -> bool:
        """Take the ways to roll as the first buttons: the counters keep their places."""
        offered = tuple(words for words, _, _ in actions), asked
        if offered != self._offered:
            self._offered = offered
            self._rolls = [
                Button(words, act, "asked" if asked and not at else "plain", 24)
                for at, (words, act, _) in enumerate(actions)
            ]
            self._lay()
        for button, (_, act, pointed) in zip(self._rolls, actions, strict=True):
            button.tapped, button.marked = act, pointed
        return True

    def _button(self, action: ButtonView, pointed: Event | None) -> Button:
        asked = action.strong and any(
            seat.asked for seat in (self.panel.view.seats if self.panel.view else ()) if seat.seat == self.seat
        )
        about = self.state.stack  # the same answer to another card is another one
        button = Button(translate(action.words), None, "asked" if asked else "plain", 24, situation=lambda: about)
        button.tapped = lambda: self._tapped(action, button)
        button.marked = pointed is not None and action.event == pointed
        if self._offered_only:
            button.say(button.words, kind="quiet")
        return button

    def _tapped(self, action: ButtonView, button: Button) -> None:
        if action.event is not None:
            self.panel.host.submit(action.event, button.to_window(*button.center))
        else:
            self._open(action.opens)

    def _open(self, what: str) -> None:
        """A card for it over the panel; it lies there as long as what it offers stands."""
        stands = partial(self._standing, what)
        self.panel.host.open(self._card(what), self.seat, capital(translate(_TITLES[what])), offers=stands)

    def _card(self, what: str) -> Widget:
        host, state, seat = self.panel.host, self.state, self.seat
        ask = self._ask()
        match what:
            case groups.ATTACK if ask is not None:
                return AttackGrid(state, seat, strip_view.grouped(state, ask, what), host.submit)
            case strip_view.SPECIAL if ask is not None:
                return card_form(state, ask, host.submit)
            case strip_view.EVENT if ask is not None:
                return reveal_form(state, ask, host.submit)
            case strip_view.EFFECTS:
                return EffectsEditor(state, seat, host.submit)
            case _:
                return ChoicePages(self._listed(what), 26, 150)

    def _standing(self, what: str) -> list[object]:
        return standing(self.state, self.seat, what)

    def _ask(self) -> Ask | None:
        """What this seat is asked for; a player who is out is asked nothing."""
        return next((ask for ask in self.panel.session.asks() if ask.seat == self.seat), None)

    def _listed(self, group: str) -> list[tuple[str, Callable[[], object], bool]]:
        """The choices of a group, and the forms for what is not among them."""
        ask = self._ask()
        if ask is None:
            return []
        found = [(choice.label, self._does(choice.event)) for choice in strip_view.grouped(self.state, ask, group)]
        forms = strip_view.listed_forms(ask, group)
        found += [(form.words, partial(self._open, form.opens)) for form in forms]
        return [(translate(words), act, False) for words, act in found]

    def _does(self, event: Any) -> Callable[[], object]:
        return lambda: self.panel.host.submit(event, self.to_window(*self.center))

    def _correct(self, what: str, by: int) -> None:
        counter = self.hand_count if what == "hand" else self.power_count
        touched = self if counter.parent is None else counter
        self.panel.host.submit(
            strip_view.corrected(self.state, self.seat, what, by), touched.to_window(*touched.center)
        )

    def _open_counters(self) -> None:
        """One more or less with each tap, of what is counted by then."""
        name = self.panel.session.table.name(self.seat)
        choices = [
            (translate(say(words.template, by=f"{by:+d}")), partial(self._correct, what, by), False)
            for what, words in (("hand", say("Cards {by}")), ("power", say("Power Cats {by}")))
            for by in (-1, 1)
        ]
        title = translate(say("{name}: the count was wrong", name=name))
        self.panel.host.open(ChoicePages(choices, 28, 200), self.seat, title)

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(60) or self._stands is None or not self._stands[3]:
            return
        x, y, width, height = self.box
        many, gap = len(self._places), dp(GAP)
        if width < dp(NARROW if many > 4 else LEAST):
            wide = dp(POINTED if self._names_pointed else COMPACT)
            self._counts = (x, y, wide, height)
            if not self._names_pointed:
                put(self.small, self._counts)
                self.add_widget(self.small)
            left = x + wide + gap
            self._put_buttons((left, y, x + width - left, height), 2 if many > 1 else 1)
        elif width < dp(NARROW):
            high = (height - gap) / 2
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
    def _places(self) -> list[tuple[str, Button | None]]:
        """Places of buttons with the words they have room for: the ways to roll in the first that are empty."""
        rolls, cells = list(self._rolls), list(self._cells)
        for at, (words, button) in enumerate(cells):
            if button is None and rolls:
                roll = rolls.pop(0)
                cells[at] = max(words, roll.words, key=least_width), roll
        return [*((button.words, button) for button in rolls), *cells]

    @property
    def _names_pointed(self) -> bool:
        """Whether the choice the box has stepped to has no button here, and is named instead."""
        return bool(self._pointed) and not any(button.marked for button in self.buttons)

    def _put_counters(self, box: canvas.Box, wide: float, rows: int) -> None:
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

    def _put_buttons(self, box: canvas.Box, rows: int) -> None:
        """The places in rows; in a row each is as wide as its words need, and shares in what is left. A place that is
        empty stays so.
        """
        if not self._places:
            return
        x, y, width, height = box
        gap = dp(GAP)
        across = -(-len(self._places) // rows)
        high = min((height - gap * (rows - 1)) / rows, dp(118))
        top = y + height
        for first in range(0, len(self._places), across):
            row = self._places[first : first + across]
            widths = row_widths([least_width(words) for words, _ in row], width - gap * (len(row) - 1))
            left = x
            for (_, button), wide in zip(row, widths, strict=True):
                if button is not None:
                    put(button, (left, top - high, wide, high))
                    self.add_widget(button)
                left += wide + gap
            top -= high + gap
        write_alike([button for _, button in self._places if button is not None])

    def paint(self) -> None:
        """The yarn basket; who is out lies here in peace; the choice the button box has stepped to."""
        if self._stands is None:
            return
        if not self._stands[3]:
            self._paint_out()
            return
        x, y, width, height = self._counts
        if self._names_pointed:
            canvas.frame(self._counts, "asked", 8, 3)
            canvas.text(self._pointed, (x + dp(6), y, width - dp(12), height), 24, bold=True)
        elif self.hand_count.parent is not None:
            pictured(paint_yarn, str(self._stands[0]), (x, y, dp(BASKET), height), word("yarn"))

    def _paint_out(self) -> None:
        x, y, width, height = self.box
        middle = canvas.point_in_units((x + width / 2 - dp(90), y + height / 2))
        paint_cat(KivyCanvas(), self.seat, middle, min(26, height * 0.3 / dp(1)), out=True)
        words = strip_view.out_words(self.state, self.seat)
        canvas.text(translate(words), (x + width / 2 - dp(50), y, dp(200), height), 26, "quiet", align="left")
