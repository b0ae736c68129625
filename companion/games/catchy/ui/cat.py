"""The cat of Catchy! on the screen, and the card that only says who begins."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp

from companion.games.catchy.state import leads_before_swap
from companion.games.catchy.ui.cards import PAPER, SIDES, cat
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.painted import Drawn

MOVES_S = 0.22


class CatTile(Drawn):
    """The cat: its face on its upper side; walks where `go` sends it."""

    def __init__(self, **kwargs: Any) -> None:
        self._blue = False
        self._goal: tuple[float, float] | None = None
        super().__init__(**kwargs)

    def wear(self, *, blue: bool) -> None:
        """Shows one of its sides."""
        if blue != self._blue:
            self._blue = blue
            self.again()

    def go(self, goal: tuple[float, float]) -> None:
        """Walks there; the first time it is simply there, and so it is when the window changed."""
        before, self._goal = self._goal, goal
        if before == goal:
            return
        Animation.cancel_all(self)
        if before is None or before[0] != goal[0]:
            self.pos = goal
        else:
            Animation(pos=goal, d=MOVES_S, t="out_quad").start(self)

    def paint(self) -> None:
        """A tile in the colour of its side; the letter says which."""
        x, y, width, height = self.box
        side = "blue" if self._blue else "red"
        canvas.panel(self.box, SIDES[side], 14)
        canvas.frame(self.box, "ink", 14, 2)
        cat((x + width / 2, y + height * 0.52), width * 0.27, PAPER, SIDES[side])


class StartingCard(Drawn):
    """The seventeenth card: who held it."""

    def __init__(self, panel: Any, **kwargs: Any) -> None:
        self._panel = panel
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Struck out once it lies in the course; the holder's sign beneath."""
        state = self._panel.state
        x, y, width, height = self.box
        paper = (x, y + height * 0.5 + dp(4), width, height * 0.5 - dp(4))
        canvas.panel(paper, "panel", 9)
        canvas.frame(paper, "edge", 9, 1)
        gone = state.phase not in ("deal", "exchange") and not leads_before_swap(state)
        canvas.text(word("Start"), paper, 20, "quiet" if gone else "ink", bold=True)
        if gone:
            middle = paper[1] + paper[3] / 2
            canvas.line((x + dp(10), middle, x + width - dp(10), middle), "quiet", 2)
        if state.holder is not None:
            canvas.seat_mark(state.holder, (x + width / 2, paper[1] + dp(18)), dp(10))
