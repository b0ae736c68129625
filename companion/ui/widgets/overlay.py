"""A card laid over the game's panel, turned to the one who opened it; it never covers a seat's prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import inset
from companion.drawing.theme import TOUCH
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Turned, put
from companion.ui.widgets.refusal_note import Toast, beside_title, widths_of

_HEAD, TITLE = 60, 28  # dp: the height of a sheet's heading; units: the type of its title
_NARROW = 16
"""Most of the screen (dp) that is seen at the left and right of a card, if the screen is higher than wide."""


class Sheet(Drawn):
    """The card: title, close button, and the widget that was opened."""

    def __init__(self, inner: Widget, title: str, close: Callable[[], object] | None, **kwargs: Any) -> None:
        self.inner, self.title = inner, title
        self._kept: float | None = None  # the width of the title beside what is said
        super().__init__(**kwargs)
        self.add_widget(inner)
        self._close = Button("✕", close, "plain", 26) if close is not None else None
        if self._close is not None:
            self.add_widget(self._close)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.box
        head = dp(_HEAD) if self.title or self._close is not None else 0.0
        put(self.inner, (x + dp(14), y + dp(14), width - dp(28), height - head - dp(24)))
        if self._close is not None:
            put(self._close, (x + width - dp(TOUCH + 10), y + height - dp(TOUCH + 6), dp(TOUCH), dp(TOUCH)))

    @property
    def head(self) -> canvas.Box:
        """Where the title stands."""
        x, y, width, height = self.box
        right = dp(TOUCH + 20) if self._close is not None else dp(16)
        return (x + dp(20), y + height - dp(_HEAD + 8), width - dp(20) - right, dp(_HEAD + 6))

    def keep(self, width: float | None) -> None:
        """Write the title in so much of the heading; None: it has all of it."""
        self._kept = width
        self.again()

    def paint(self) -> None:
        """Ground, edge and title."""
        canvas.panel(self.box, "panel", 16)
        canvas.frame(self.box, "shade", 16)
        x, y, width, height = self.head
        kept = width if self._kept is None else self._kept
        canvas.text(self.title, (x, y, kept, height), TITLE, bold=True, align="left")


class Overlay(Widget):
    """Covers a box, dims what lies there, shows one sheet; a tap beside the sheet closes it where it may be closed."""

    def __init__(
        self, inner: Widget, angle: int, title: str, close: Callable[[], object] | None, **kwargs: Any
    ) -> None:
        self._inset = kwargs.pop("inset", 4)
        super().__init__(**kwargs)
        self.inner = inner
        self._dim = Dim()
        self._turned = Turned(Sheet(inner, title, close), angle)
        self._close = close
        self.add_widget(self._dim)
        self.add_widget(self._turned)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    def _lay(self, *_: object) -> None:
        x, y, width, height = self.x, self.y, self.width, self.height
        put(self._dim, (x, y, width, height))
        across = dp(self._inset if width > height else min(self._inset, _NARROW))
        self._dim.hides = across <= dp(_NARROW)
        put(self._turned, inset((x, y, width, height), across, dp(self._inset)))

    def dismiss(self) -> None:
        """Close the sheet, where it may be closed."""
        if self._close is not None:
            self._close()

    @property
    def angle(self) -> int:
        """How far the sheet is turned."""
        return self._turned.angle

    def make_room(self, words: str) -> canvas.Box:
        """Return where a sentence stands in the sheet's heading, in the coordinates of the overlay's parent; the title
        makes room.
        """
        sheet = self._turned.inner
        kept, (x, y, width, height) = beside_title(widths_of(sheet.title, TITLE), sheet.head, words)
        sheet.keep(kept)
        ends = (self._turned.to_parent(*corner) for corner in ((x, y), (x + width, y + height)))
        (left, low), (right, high) = ends
        return (min(left, right), min(low, high), abs(right - left), abs(high - low))

    def take_back(self) -> None:
        """The title has the whole heading again."""
        self._turned.inner.keep(None)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing beneath is touched."""
        if not self.collide_point(*touch.pos):
            return False
        if not super().on_touch_down(touch) and not self._turned.collide_point(*touch.pos):
            self.dismiss()
        return True


class CardSlot:
    """The card that lies over a screen, at most one; it fills `place`, but for `inset` dp on each side."""

    def __init__(
        self,
        screen: Widget,
        place: Callable[[], canvas.Box],
        inset: int,
        opening: Callable[[], object],
        going: Callable[[Widget], object],
    ) -> None:
        """`opening` is called before a card is laid there, `going` with one that goes."""
        self._screen, self._place, self._inset, self._opening, self._going = screen, place, inset, opening, going
        self.overlay: Overlay | None = None

    @property
    def inner(self) -> Widget | None:
        """What lies there, if anything."""
        return None if self.overlay is None else self.overlay.inner

    def open(
        self,
        inner: Widget,
        title: str,
        angle: int = 0,
        *,
        closing: bool = True,
        put_away: Callable[[], object] | None = None,
    ) -> None:
        """Lay a card there in place of another. If `closing`, it can be put away unanswered, by `put_away` if given."""
        self.close()
        self._opening()
        self.put_back(Overlay(inner, angle, title, (put_away or self.close) if closing else None, inset=self._inset))

    def put_back(self, overlay: Overlay) -> None:
        """Lay a card there that was made before."""
        self.overlay = overlay
        self._screen.add_widget(overlay)
        self.lay()
        for said in [each for each in self._screen.children if isinstance(each, Toast)]:
            said.lift(overlay)

    def close(self) -> None:
        """Take the card away."""
        if self.overlay is not None:
            self._going(self.overlay)
            self._screen.remove_widget(self.overlay)
            self.overlay = None

    def lay(self) -> None:
        """Put the card where it belongs now."""
        if self.overlay is not None:
            put(self.overlay, self._place())


class Dim(Drawn):
    """Darkens what lies beneath, or if it `hides` that, covers it: of words below a card only ends would be seen."""

    hides = False

    def paint(self) -> None:
        """A veil in the ground's colour."""
        canvas.bar(self.box, "ground", 1.0 if self.hides else 0.72)
