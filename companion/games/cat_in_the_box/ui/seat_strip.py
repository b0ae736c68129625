"""A player's strip in Cat in the Box: X tokens, card and group, or what they are asked."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

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
from companion.views.presenter import TableView


class Before(game_panel.AskingHand):
    """Buttons while a player sets aside, predicts or enters the neutral cards; else their tokens."""

    def __init__(self, panel: Any, seat: int, **kwargs: Any) -> None:
        self._asked = False
        super().__init__(panel, seat, **kwargs)

    @property
    def state(self) -> State:
        """The running game."""
        state = self.panel.session.state
        assert isinstance(state, State)
        return state

    def show(self, view: TableView) -> None:
        """Offer what this player is asked."""
        super().show(view)
        forms = [form for ask in view.seats[self.seat].offers for form in ask.forms]
        reveals = any(form.event is NeutralRevealed for form in forms)
        revealing = [(word("Enter the three cards"), self._open_reveal, False)] if reveals else []
        self._asked = self.ask(view, (CardSetAside, Predicted), *revealing)

    def _open_reveal(self) -> None:
        picker = NumberPicker(self.state.setup.numbers, 3, word("Turned up"), self._reveal)
        self.panel.host.open(picker, self.seat, word("Which three cards were turned up?"), offers=self.panel.now)

    def _reveal(self, numbers: tuple[int, ...]) -> None:
        self.panel.host.submit(NeutralRevealed(self.seat, numbers))

    def paint(self) -> None:
        """X tokens, the card of this trick, the largest group."""
        if self._asked:
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
        size = canvas.common_size([letter(scale.look(), each) for each, _ in mine.x], side, side, 26, bold=True)
        for at, (colour, kept) in enumerate(mine.x):
            self._paint_x(colour, (x + at * (side + dp(8)), y + (height - side) / 2, side, side), size, kept=kept)
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

    def _paint_x(self, colour: str, box: canvas.Box, size: float, *, kept: bool) -> None:
        if kept:
            canvas.panel(box, ROWS[colour], 8)
            canvas.text(letter(scale.look(), colour), box, size, ink_on(ROWS[colour]), bold=True)
            return
        x, y, width, height = box
        canvas.frame(box, "edge", 8, 1, alpha=0.7)
        canvas.text(letter(scale.look(), colour), box, size, "quiet")
        inset = dp(9)
        canvas.line((x + inset, y + inset, x + width - inset, y + height - inset), "ink", 2)
