"""A hand of Catchy! to be shown: its cards to tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

from kivy.metrics import dp

from companion.core.text import say
from companion.drawing import shapes
from companion.games.catchy.card_faces import GREY, paint_card
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.view_model import CardView
from companion.i18n import translate, word
from companion.ui.drawing.canvas import in_units
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, put, rows_in


class CardTile(Tappable):
    """A card to be picked."""

    def __init__(self, view: CardView, options: CatchyOptions, tapped: Callable[[], object], **kwargs: Any) -> None:
        self._view, self._options, self._picked = view, options, False
        super().__init__(tapped, **kwargs)

    def pick(self, *, on: bool, why: str) -> None:
        """Picks it, or puts it back; `why` no more can be picked."""
        self._picked, self.why = on, "" if on else why
        self.again()

    def paint(self) -> None:
        """The card; a tick and an edge if it is picked."""
        canvas, box = KivyCanvas(), in_units(self.box)
        edge = "asked" if self._picked else "edge"
        paint_card(canvas, box, self._view, self._options, down=self.down, edge=edge)
        if self._picked:
            shapes.tick(canvas, (box[0] + 18, box[1] + box[3] - 18), 9, GREY)


class HandPicker(Drawn):
    """A hand to be shown: tap its cards, then show them."""

    def __init__(
        self,
        views: tuple[CardView, ...],
        options: CatchyOptions,
        count: int,
        done: Callable[[tuple[str, ...]], object],
        **kwargs: Any,
    ) -> None:
        self._count, self._done = count, done
        self.picked: frozenset[str] = frozenset()
        super().__init__(**kwargs)
        self.tiles = {view.card: CardTile(view, options, partial(self._flip, view.card)) for view in views}
        self.button = Button("", self._show, "asked", 26)
        for widget in (*self.tiles.values(), self.button):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._update()

    def _flip(self, name: str) -> None:
        self.picked ^= {name}
        self._update()

    def _update(self) -> None:
        full = word("That is all.") if len(self.picked) >= self._count else ""
        for name, tile in self.tiles.items():
            tile.pick(on=name in self.picked, why=full)
        count = say("Show {n} / {of}", n=len(self.picked), of=self._count)
        self.button.say(translate(count))

    def _show(self) -> None:
        self._done(tuple(sorted(self.picked)))

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        cards, button = rows_in(self.box, 0, 74, gap=10)
        put_grid(list(self.tiles.values()), cards, max(1, min(7, ceil(len(self.tiles) / 2))))
        put(self.button, button)
