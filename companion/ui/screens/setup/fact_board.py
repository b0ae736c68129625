"""The game's own board, on which a table is set right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.drawing.geometry import Point
from companion.drawing.scene import Asks, Corrects, OpensRow, Scene, Takes
from companion.ui.widgets.touched_board import TouchedBoard
from companion.views.take_over_draft import TakeOverDraft


class FactBoard(TouchedBoard):
    """The board of a draft: pieces are tapped or dragged to where they stand.

    `corrects` gets the facts that a target names, `asks` a target with several answers, `opens_row` the key of a fact.
    """

    drags = True

    def __init__(
        self,
        corrects: Callable[[Mapping[str, Any]], object],
        asks: Callable[[Asks], object],
        opens_row: Callable[[str], object],
        **kwargs: Any,
    ) -> None:
        self._corrects, self._asks, self._opens_row = corrects, asks, opens_row
        self._draft: TakeOverDraft | None = None
        super().__init__(**kwargs)

    def show(self, draft: TakeOverDraft) -> None:
        """Show the table as people say that it is."""
        self._draft, self.picked = draft, frozenset()
        self.again()

    def standing(self) -> object:
        """Return the facts that people named."""
        return None if self._draft is None else dict(self._draft.given)

    def pressed(self, means: object) -> None:
        """Pick a piece up: the board then offers where it can go."""
        if isinstance(means, Takes):
            self.picked = frozenset({means})
            self._paint()  # at once: the finger may be lifted before the next frame

    def lifted(self, began: object, means: object, at: Point) -> None:
        """A piece is dragged to another place, or stays picked up if it was only tapped; all else is tapped."""
        if isinstance(began, Takes) and isinstance(means, Corrects):
            if self._draft is None or means.facts.items() <= self._draft.facts.items():
                return
        elif began != means:
            return
        super().lifted(began, means, at)

    def act(self, means: object, at: Point) -> None:
        """Take a target's word for it, or ask."""
        del at
        if isinstance(means, Corrects):
            self._corrects(means.facts)
        elif isinstance(means, Asks):
            self._asks(means)
        elif isinstance(means, OpensRow):
            self._opens_row(means.key)

    def paint(self) -> None:
        """Paint the board with targets that name facts."""
        draft = self._draft
        if draft is not None:
            scene = Scene(state=draft.state, down=self.down, picked=self.picked, facts=draft.facts)
            self.paint_board(draft.game.board, scene)
