"""A sentence in place of a title or of the news, turned to whoever it is said to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import Box, Point
from companion.drawing.theme import SMALL
from companion.ui.drawing import canvas, scale
from companion.ui.widgets.painted import Drawn, Turned, put

SHOWN_S, LOOKED_AT_S = 5.0, 0.2
"""How long it stands at most, and how often it looks whether its reason holds (seconds)."""
READ_S = 1.5
"""How long a confirmation stays whatever else happens, seconds: time to look there (our choice)."""
_SIZE = 22
_PAD = 14, 1  # dp: around the words, across and up


class Heading(Protocol):
    """Where a sentence can be said."""

    @property
    def angle(self) -> int:
        """How far it is turned."""

    def make_room(self, words: str) -> Box:
        """Keep the title, if there is one, out of the sentence's way; return the place of the sentence."""

    def take_back(self) -> None:
        """The sentence is gone."""


class Line(NamedTuple):
    """A line without a title."""

    box: Box
    angle: int

    def make_room(self, words: str) -> Box:
        """Return the line: it is there for sentences."""
        del words
        return self.box

    def take_back(self) -> None:
        """Nothing had to give way."""


def widths_of(title: str, size: float) -> tuple[float, float]:
    """Return how wide a title is in one line, and in two of the smallest type."""
    one = canvas.text_width(title, size, bold=True) + dp(4)
    return one, min(one, canvas.width_in_two(title, bold=True) + dp(4))


def beside_title(widths: Iterable[float], head: Box, words: str) -> tuple[float, Box]:
    """Return which of these widths a title keeps while a sentence stands in its heading, and where that stands: beside
    the title if it has room there, else in place of it, and the title keeps nothing.
    """
    x, y, width, height = head
    for kept in widths:
        taken = kept + dp(20)
        if canvas.fits(words, width - taken - 2 * dp(_PAD[0]), height - 2 * dp(_PAD[1])):
            return kept, (x + taken, y, width - taken, height)
    return 0.0, head


def with_room(words: str, place: Box, angle: int, middle: Point, *, bold: bool = False) -> Box:
    """Return the place of a sentence turned by `angle`, made higher towards the `middle` of the screen if the sentence
    has more lines than it holds: no sentence is cut.
    """
    x, y, width, height = place
    is_upright = angle % 180 == 0
    along, up = (width, height) if is_upright else (height, width)
    along, used = along - 2 * dp(_PAD[0]), 2 * dp(_PAD[1])
    if canvas.fits(words, along, up - used, bold=bold):
        return place
    more = max(0.0, canvas.text_height(words, along, SMALL, bold=bold) + used - up)
    if is_upright:
        return (x, y if y + height / 2 < middle[1] else y - more, width, height + more)
    return (x if x + width / 2 < middle[0] else x - more, y, width + more, height)


class Bubble(Drawn):
    """The sentence on a light ground with an edge in the colour of its kind."""

    def __init__(self, words: str, role: str, **kwargs: Any) -> None:
        self.words, self._role = words, role
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Ground, edge, words."""
        x, y, width, height = self.box
        canvas.panel(self.box, self._role, 12)
        across, up = dp(_PAD[0]), dp(_PAD[1])
        words = (x + across, y + up, width - 2 * across, height - 2 * up)
        canvas.text(self.words, words, _SIZE, f"{self._role}_ink")


class Toast(Turned):
    """Stands in a `heading`. It goes after some seconds, by a tap, or once it no longer `holds`. It is not meant for
    fingers on the widgets of `others`. A confirmation (the role "good") stays until it could be read, but for a tap on
    it, and goes then if the `card` on which it was said is gone.
    """

    def __init__(
        self,
        words: str,
        heading: Heading,
        middle: Point,
        role: str,
        holds: Callable[[], bool],
        others: Sequence[Widget] = (),
        *,
        card: Widget | None = None,
    ) -> None:
        self.bubble, self._heading, self._middle = Bubble(words, role), heading, middle
        self._holds, self._others, self._left = holds, others, SHOWN_S
        self._confirms, self.card = role == "good", card
        super().__init__(self.bubble, heading.angle, scale.role(role, 0))
        self._stand()
        self._ageing = Clock.schedule_interval(self.age, LOOKED_AT_S)

    @property
    def is_unread(self) -> bool:
        """Whether it confirms something and was not shown for long enough to be read."""
        return self._confirms and SHOWN_S - self._left < READ_S

    def is_for(self, touch: Any) -> bool:
        """Return whether this finger may be of somebody to whom it was said, and who has read it."""
        return not self.is_unread and not any(each.collide_point(*touch.pos) for each in self._others)

    def age(self, seconds: float) -> None:
        """Go if its time is over or it no longer holds. Nobody can read during a slow frame: it counts as one look."""
        self._left -= min(seconds, LOOKED_AT_S)
        is_left = self._confirms and self.card is not None and self.card.parent is None
        if self._left <= 0 or (not self.is_unread and (is_left or not self._holds())):
            self.go()

    def lift(self, heading: Heading) -> None:
        """Come to lie on top of everything, in the heading of the card that now lies there."""
        screen = self.parent
        screen.remove_widget(self)
        screen.add_widget(self)
        self._heading.take_back()
        self._heading = heading
        self.turn(heading.angle)
        self._stand()

    def _stand(self) -> None:
        heading = self._heading
        put(self, with_room(self.words, heading.make_room(self.words), heading.angle, self._middle))

    @property
    def words(self) -> str:
        """What it says."""
        return self.bubble.words

    def go(self) -> None:
        """Takes itself away."""
        self._ageing.cancel()
        self._heading.take_back()
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        """A tap sends it away and touches nothing beneath."""
        if not self.collide_point(*touch.pos):
            return False
        self.go()
        return True
