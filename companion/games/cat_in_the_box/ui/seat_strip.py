"""A player's strip in Cat in the Box: X tokens, card and group, or what they are asked."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.core.events import Event
from companion.core.text import say
from companion.drawing.theme import ink_on
from companion.games.cat_in_the_box import view_model as shown
from companion.games.cat_in_the_box.board import ROWS, letter
from companion.games.cat_in_the_box.events import CardSetAside, NeutralRevealed, Predicted
from companion.games.cat_in_the_box.state import Phase, State
from companion.games.cat_in_the_box.ui.dialogs import NumberPicker
from companion.i18n import translate, word
from companion.ui import game_panel
from companion.ui.drawing import canvas, scale
from companion.ui.widgets.buttons import Button, put_grid
from companion.views.presenter import SeatView, TableView

Offer = tuple[str, Event | None, bool]
"""Words, the event they stand for (None: a dialog makes it), whether the button box points at it."""


class Before(game_panel.Hand):
    """Buttons while a player sets aside, predicts or enters the neutral cards; else their tokens."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        self.buttons: list[Button] = []
        self._offered: list[Offer] = []
        super().__init__(panel, seat, **kwargs)
        self.bind(pos=self._lay, size=self._lay)

    @property
    def state(self) -> State:
        """The running game."""
        state = self.panel.session.state
        assert isinstance(state, State)
        return state

    def show(self, view: TableView) -> None:
        """New buttons where the player is asked something else; a touch goes on while others answer first."""
        super().show(view)
        offers = self._offers(view.seats[self.seat])
        if offers != self._offered:
            self._offered = offers
            for button in self.buttons:
                self.remove_widget(button)
            self.buttons = [self._button(*offer) for offer in offers]
            for button in self.buttons:
                self.add_widget(button)
            self._lay()

    def _offers(self, mine: SeatView) -> list[Offer]:
        """What the player is asked, as buttons."""
        offers: list[Offer] = []
        for ask in mine.offers:
            for choice in ask.choices:
                if isinstance(choice.event, CardSetAside | Predicted):
                    marked = mine.pointed is not None and mine.pointed.event == choice.event
                    offers.append((translate(choice.label), choice.event, marked))
            if any(form.event is NeutralRevealed for form in ask.forms):
                offers.append((word("Enter the three cards"), None, False))
        return offers

    def _button(self, words: str, event: Event | None, marked: bool) -> Button:
        """A button that submits an event, or opens the dialog for the neutral cards."""
        if event is None:
            return Button(words, self._open_reveal, size=24)
        button = Button(words, None, size=28)
        button.tapped = lambda: self.panel.host.submit(event, button.to_window(*button.center))
        button.marked = marked
        return button

    def _open_reveal(self) -> None:
        picker = NumberPicker(self.state.setup.numbers, 3, word("Turned up"), self._reveal)
        self.panel.host.open(picker, self.seat, word("Which three cards were turned up?"), offers=self.panel.now)

    def _reveal(self, numbers: tuple[int, ...]) -> None:
        self.panel.host.submit(NeutralRevealed(self.seat, numbers))

    def _lay(self, *_: object) -> None:
        if self.buttons and self.width > dp(60):
            x, y, width, height = self.box
            count = len(self.buttons)
            put_grid(self.buttons, (x, y, min(width, dp(240 if count == 1 else 120) * count), height), count)

    def paint(self) -> None:
        """X tokens, the card of this trick, the largest group."""
        if self.buttons:
            return
        state = self.state
        mine = shown.before(state, self.seat)
        x, y, width, height = self.box
        if state.phase in (Phase.REVEAL, Phase.SET_ASIDE, Phase.PREDICT):
            says = word("card set aside") if state.away >> self.seat & 1 else ""
            if mine.wants is not None:
                says = translate(say("predicts {n}", n=mine.wants))
            canvas.text(says, (x + dp(10), y, width - dp(20), height), 24, "quiet", align="left")
            return
        side = min(dp(52), height - dp(8))
        for at, (colour, kept) in enumerate(mine.x):
            self._paint_x(colour, (x + at * (side + dp(8)), y + (height - side) / 2, side, side), kept=kept)
        left = x + len(mine.x) * (side + dp(8)) + dp(14)
        if mine.card is not None:
            number, colour = mine.card
            card = (left, y + (height - min(height, dp(84))) / 2, dp(64), min(height, dp(84)))
            canvas.panel(card, ROWS[colour], 8)
            canvas.frame(card, "ink", 8, 1.5)
            canvas.text(f"{number}{letter(scale.look(), colour)}", card, 30, ink_on(ROWS[colour]), bold=True)
        left += dp(78)
        words = translate(say("group {n}", n=mine.group)) + (" ✓" if mine.on_course else "")
        canvas.text(words, (left, y, x + width - left, height), 24, "ink" if mine.on_course else "quiet", align="left")

    def _paint_x(self, colour: str, box: canvas.Box, *, kept: bool) -> None:
        if kept:
            canvas.panel(box, ROWS[colour], 8)
            canvas.text(letter(scale.look(), colour), box, 26, ink_on(ROWS[colour]), bold=True)
            return
        x, y, width, height = box
        canvas.frame(box, "edge", 8, 1, alpha=0.7)
        canvas.text(letter(scale.look(), colour), box, 22, "quiet")
        inset = dp(9)
        canvas.line((x + inset, y + inset, x + width - inset, y + height - inset), "ink", 2)
