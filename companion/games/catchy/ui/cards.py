"""Catchy!'s cards and cat on the screen: a card, the whole deck to tap, a hand to show."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.graphics import SmoothEllipse
from kivy.metrics import dp

from companion.core.text import say
from companion.drawing.theme import ink_on
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.view_model import CardView
from companion.i18n import translate
from companion.ui.drawing import canvas, scale
from companion.ui.widgets.buttons import Button, Tappable
from companion.ui.widgets.painted import Drawn, put, rows_in

# Bands of the three colours of cards; `ink_on` is written on them.
NAMED = {
    "red": "B3241B",
    "yellow": "F2CE2B",
    "green": "1E6B3A",
    "blue": "2457B8",
    "purple": "7A3FA8",
    "pink": "B0306B",
    "rose": "B0306B",
    "orange": "A34A00",
    "mint": "0B6B5A",
    "sky": "1F6AA5",
    "white": "5B6660",
    "grey": "5B6660",
    "black": "262A2C",
}
PLAIN = ("B3241B", "F2CE2B", "1E6B3A")
SIGNS = ("●", "▲", "■")
SIDES = {"red": "C22A2A", "blue": "2457B8"}
PAPER = "FFFFFF"
RIM = 7
"""So far (dp) the thick edge of a card that stands out reaches into it; the colour's name lies above."""


def band(suit: int | None, options: CatchyOptions) -> str:
    """The colour of a suit's band: what its name says, where that is a colour we know."""
    return "3B4A42" if suit is None else NAMED.get(options.suits[suit].strip().lower(), PLAIN[suit])


def cat(centre: tuple[float, float], radius: float, body: str, ink: str) -> None:
    """A cat's face: two ears, a head, two eyes."""
    x, y = centre
    for side in (-1, 1):
        ear = [
            (x + side * radius * 0.95, y + radius * 1.05),
            (x + side * radius * 0.18, y + radius * 0.72),
            (x + side * radius * 0.9, y + radius * 0.05),
        ]
        canvas.polygon(ear, scale.role(body))
    canvas.colour(body)
    SmoothEllipse(pos=(x - radius, y - radius * 0.85), size=(2 * radius, 1.75 * radius))
    canvas.colour(ink)
    for side in (-1, 1):
        SmoothEllipse(pos=(x + side * radius * 0.42 - radius * 0.13, y), size=(radius * 0.26, radius * 0.34))
    canvas.line(
        (x - radius * 0.18, y - radius * 0.3, x, y - radius * 0.42, x + radius * 0.18, y - radius * 0.3), ink, 1.3
    )


def card(view: CardView, options: CatchyOptions, box: canvas.Box, *, down: bool = False, edge: str = "edge") -> None:
    """A card face up: its number, its colour as a band with sign and name, a cat where the number is odd."""
    x, y, width, height = box
    low = dp(RIM) if edge != "edge" else 0.0
    strip = low + (dp(28) if height > dp(84) else dp(24))
    canvas.panel(box, band(view.suit, options), 9)
    canvas.panel((x, y + strip, width, height - strip), "pressed" if down else "card", 9)
    name = translate(view.name)
    words = name if view.suit is None else f"{SIGNS[view.suit]} {name}"
    label = (x + dp(3), y + low + dp(1), width - dp(6), strip - low - dp(4))
    whole = canvas.fits(words, label[2], label[3], bold=True)  # a long word has no room for the sign
    canvas.text(words if whole else name, label, 22, ink_on(band(view.suit, options)), bold=True)
    upper = (x, y + strip, width, height - strip)
    number = str(options.joker_number) if view.suit is None else view.card[1]
    ink = "ink" if down else "card_ink"
    if view.suit is None:
        canvas.text("★", (x, upper[1], width * 0.5, upper[3]), 30, ink, bold=True)
        canvas.text(number, (x + width * 0.42, upper[1], width * 0.42, upper[3]), 40, ink, bold=True)
    else:
        canvas.text(number, upper, 46, ink, bold=True)
    if view.odd:
        cat((x + width - dp(16), y + height - dp(18)), dp(8), "5B6660" if not down else "ink", "card")
    canvas.frame(box, edge, 9, 4 if edge != "edge" else 1)


class CardTile(Tappable):
    """One card of the deck: to be tapped, laid already (struck out, with who laid it), or picked."""

    def __init__(self, view: CardView, options: CatchyOptions, tapped: Callable[[], object], **kwargs: Any) -> None:
        self.view, self.options = view, options
        self.pointed = self.picked = self.corrected = False
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """The card, or where it was."""
        x, y, width, height = self.box
        if self.view.by is None:
            edge = "asked" if self.pointed or self.picked else "edge"
            card(self.view, self.options, self.box, down=self.down, edge=edge)
            if self.picked:
                canvas.tick((x + dp(18), y + height - dp(18)), dp(9), "5B6660")
            return
        canvas.panel(self.box, "pressed" if self.down else "panel", 9)
        canvas.frame(self.box, "edge", 9, 1, alpha=0.6)
        sign = "★" if self.view.suit is None else f"{SIGNS[self.view.suit]} {self.view.mark}"
        canvas.text(sign, (x, y + height * 0.42, width, height * 0.5), 28, "quiet", bold=True)
        canvas.line((x + dp(10), y + height * 0.67, x + width - dp(10), y + height * 0.67), "quiet", 2)
        canvas.seat_mark(self.view.by, (x + width * 0.36, y + height * 0.23), dp(9))
        canvas.text(str(self.view.trick), (x + width * 0.48, y, width * 0.3, height * 0.46), 18, "quiet", align="left")
        if self.corrected:
            canvas.pencil((x + width - dp(8), y + dp(10)))


class CardPicker(Drawn):
    """The deck, a row a colour, the Joker at the end; `tapped` gets the name of a card, `situation` is its tiles'."""

    def __init__(
        self, tapped: Callable[[str], object], situation: Callable[[], object] | None = None, **kwargs: Any
    ) -> None:
        self._tapped, self._situation = tapped, situation
        self._views: tuple[CardView, ...] = ()
        self.tiles: dict[str, CardTile] = {}
        self.beside: Drawn | None = None
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def show(
        self,
        views: tuple[CardView, ...],
        options: CatchyOptions,
        pointed: str = "",
        picked: frozenset[str] = frozenset(),
        corrected: frozenset[str] = frozenset(),
    ) -> None:
        """These cards; `pointed` is what the seat's buttons stand on, `picked` stay lifted, `corrected` were changed
        afterwards.
        """
        if [view.card for view in views] != [view.card for view in self._views]:
            self.clear_widgets()
            self.tiles = {view.card: self._tile(view, options) for view in views}
            for tile in self.tiles.values():
                self.add_widget(tile)
            if self.beside is not None:
                self.add_widget(self.beside)
        self._views = views
        for view in views:
            tile = self.tiles[view.card]
            tile.view, tile.options = view, options
            tile.pointed, tile.picked = view.card == pointed, view.card in picked
            tile.corrected = view.card in corrected
            tile.again()
        self._lay()

    def _tile(self, view: CardView, options: CatchyOptions) -> CardTile:
        return CardTile(view, options, lambda: self._tapped(view.card), situation=self._situation)

    def _lay(self, *_: object) -> None:
        if self.width < dp(60) or not self.tiles:
            return
        gap = dp(8)
        full = len(self.tiles) == 16
        columns = 6 if full else max(1, min(7, ceil(len(self.tiles) / 2)))
        rows = 3 if full else ceil(len(self.tiles) / columns)
        wide, high = (self.width - gap * (columns - 1)) / columns, (self.height - gap * (rows - 1)) / rows
        for at, (name, tile) in enumerate(self.tiles.items()):
            across, below = (at % 5, at // 5) if full else (at % columns, at // columns)
            if full and name == "J":
                across, below = 5, 0
            put(tile, (self.x + across * (wide + gap), self.top - high - below * (high + gap), wide, high))
        if self.beside is not None:
            put(self.beside, (self.x + 5 * (wide + gap), self.y, wide, 2 * high + gap))

    def paint(self) -> None:
        """The cards draw themselves."""


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
        self._views, self._options, self._count, self._done = views, options, count, done
        self.picked: frozenset[str] = frozenset()
        super().__init__(**kwargs)
        self.picker = CardPicker(self._flip)
        self.button = Button("", self._show, "asked", 26)
        self.add_widget(self.picker)
        self.add_widget(self.button)
        self.bind(pos=self._lay, size=self._lay)
        self._update()

    def _flip(self, name: str) -> None:
        self.picked ^= {name}
        self._update()

    def _update(self) -> None:
        self.picker.show(self._views, self._options, picked=self.picked)
        count = say("Show {n} / {of}", n=len(self.picked), of=self._count)
        self.button.say(translate(count))

    def _show(self) -> None:
        self._done(tuple(sorted(self.picked)))

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        cards, button = rows_in(self.box, 0, 74, gap=10)
        put(self.picker, cards)
        put(self.button, button)

    def paint(self) -> None:
        """Its pieces draw themselves."""
