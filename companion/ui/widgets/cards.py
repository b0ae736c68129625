"""Cards before a player: a row, or two where it is narrow, of cards big enough for a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any, NamedTuple

from kivy.metrics import dp

from companion.drawing.theme import PROMPT
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.painted import Drawn, put

TALL, PICKED_RIM = 84, 7  # dp: a higher card has its suit below its label; the rim of one that is picked


class CardFace(NamedTuple):
    """How one card looks: `ink` is a role or RRGGBB; `gone` cards are shown struck, in outline, with a pencil if that
    was `corrected`.
    """

    value: int
    label: str
    suit: str = ""
    ink: str = "card_ink"
    gone: bool = False
    corrected: bool = False


class CardButton(Tappable):
    """One card. `picked` lifts it and puts the accent around it."""

    def __init__(self, face: CardFace, tapped: Callable[[], object] | None, **kwargs: Any) -> None:
        self.face, self.picked, self._type = face, False, float(PROMPT)
        super().__init__(tapped, **kwargs)

    def means_at(self, x: float, y: float) -> object:
        """Return what a tap would do: which card it is about, and whether it picks it or puts it back."""
        return super().means_at(x, y), self.face.value, self.face.gone, self.picked

    def paint(self) -> None:
        """Paper, label, suit; only an outline when it is gone."""
        card(self.face, self.box, self.picked, self.down, self._type)

    def write(self, size: float) -> None:
        """Write label and suit in the size that all cards of the row have."""
        if size != self._type:
            self._type = size
            self.again()


def card(face: CardFace, box: canvas.Box, picked: bool = False, down: bool = False, size: float = PROMPT) -> None:
    """Draws one card into the box."""
    x, y, width, height = box
    if face.gone:
        canvas.frame((x, y, width, height), "edge", 8, 1, alpha=0.5)
        canvas.text(face.label, (x, y, width, height), 20, "quiet")
        if face.corrected:
            canvas.pencil((x + width - dp(4), y + dp(5)))
        return
    lift = dp(6) if picked else 0.0
    paper = (x + dp(1), y + lift, width - dp(2), height - dp(6))
    canvas.panel(paper, "pressed" if down else "card", 8)
    canvas.frame(paper, "asked" if picked else "edge", 8, 4 if picked else 1)
    ink = "ink" if down else face.ink
    if face.suit and height > dp(TALL):
        canvas.text(face.label, (x, y + lift + height * 0.4, width, height * 0.5), size, ink, bold=True)
        canvas.text(face.suit, (x, y + lift + height * 0.06, width, height * 0.36), 24, ink)
    else:
        rim = dp(PICKED_RIM if picked else 3)
        inside = (paper[0] + rim, paper[1], paper[2] - 2 * rim, paper[3])
        canvas.text(face.label + face.suit, inside, size, ink, bold=True)


class CardRow(Drawn):
    """Cards side by side, in as many rows as make them largest; `toggled` is called with a card's value.

    `picked` are the values now lifted. With `toggled` None they are only shown.
    """

    def __init__(self, toggled: Callable[[int], object] | None = None, **kwargs: Any) -> None:
        self._toggled = toggled
        self._faces: tuple[CardFace, ...] = ()
        self._cards: dict[int, CardButton] = {}
        super().__init__(**kwargs)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, faces: Sequence[CardFace], picked: frozenset[int] = frozenset(), live: bool = True) -> None:
        """These cards, those picked; not `live` means that a tap does nothing."""
        if tuple(faces) != self._faces:
            self.clear_widgets()
            self._faces = tuple(faces)
            self._cards = {face.value: CardButton(face, None) for face in faces}
            for button in self._cards.values():
                self.add_widget(button)
            self._lay()
        for value, button in self._cards.items():
            act = self._tap(value) if live and self._toggled is not None and not button.face.gone else None
            button.tapped = act
            if button.picked != (value in picked):
                button.picked = value in picked
                button.again()

    def _tap(self, value: int) -> Callable[[], object]:
        assert self._toggled is not None
        toggled = self._toggled
        return lambda: toggled(value)

    def _lay(self, *_: object) -> None:
        count = len(self._cards)
        if not count or self.width < 2 or self.height < 2:
            return
        gap = dp(6)
        rows = max((1, 2, 3), key=lambda rows: self._cell(count, rows, gap))
        columns = ceil(count / rows)
        wide = min((self.width - gap * (columns - 1)) / columns, dp(96))
        high = (self.height - gap * (rows - 1)) / rows
        for at, button in enumerate(self._cards.values()):
            across, below = at % columns, at // columns
            put(button, (self.x + across * (wide + gap), self.top - high - below * (high + gap), wide, high))
        tall = high > dp(TALL)
        words = [face.label if tall else face.label + face.suit for face in self._faces if not face.gone]
        room = (wide, high * 0.5) if tall else (wide - dp(2 + 2 * PICKED_RIM), high - dp(6))
        size = canvas.common_size(words, *room, PROMPT, bold=True)
        for button in self._cards.values():
            button.write(size)

    def _cell(self, count: int, rows: int, gap: float) -> float:
        """How comfortable a card is in that many rows: its smaller side, at most a finger's comfort, then its area."""
        columns = ceil(count / rows)
        wide, high = (self.width - gap * (columns - 1)) / columns, (self.height - gap * (rows - 1)) / rows
        return min(wide, high, dp(60)) + 1e-6 * min(wide, dp(96)) * high
