"""The keyboard instead of a finger: Tab and the arrows move a ring from thing to thing, Enter and Space tap there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import Point
from companion.ui.drawing import canvas
from companion.ui.glance import box_of, is_part_of, touchable, within
from companion.ui.widgets.touched_board import TouchedBoard

if TYPE_CHECKING:
    from companion.ui.kivy_app import CatsEyeApp
    from companion.ui.screens.screen import Screen
    from companion.ui.stage import Stage

_TAB, _SPACE = 9, 32
_PRESSES = frozenset({13, 271, _SPACE})
_ARROWS = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
_OTHERS = frozenset({"ctrl", "alt", "meta"})
ROW = 30  # dp: what begins at most so far below another thing is read in one row with it
FOLLOWS_S = 0.1  # how often the ring looks where its thing lies now
_ids = count()


class Spot(NamedTuple):
    """Something that can be tapped: a widget, or a target of a board; and where it lies in the window."""

    widget: Any
    means: object
    box: canvas.Box

    @property
    def middle(self) -> Point:
        """Where a finger would tap it."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2


class KeyTouch(MotionEvent):
    """The touch that a key makes: screens cannot tell it from a finger's."""

    def __init__(self, at: Point) -> None:
        window = EventLoop.window
        place = {"x": at[0] / (window.width - 1.0), "y": at[1] / (window.height - 1.0)}
        super().__init__("keys", next(_ids), place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: Any) -> None:
        """Take the place in shares of the window."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def tap(self) -> None:
        """Go down and up at once."""
        for phase in ("begin", "end"):
            EventLoop.post_dispatch_input(phase, self)


class KeyFocus:
    """The ring, and the keys that move it. It is shown from the first such key until a finger or a letter comes."""

    def __init__(self, app: CatsEyeApp, stage: Stage) -> None:
        from kivy.core.window import Window  # noqa: PLC0415  its import opens the window, by now at the right size

        self._app, self._stage, self._window = app, stage, Window
        self._spot: Spot | None = None
        self._last: Spot | None = None  # what had the ring last on this screen or card
        self._seen: tuple[object, ...] = ()
        self._left: tuple[tuple[object, ...], Spot | None] = ((), None)  # the one before, and its last
        self._held: set[int] = set()  # keys that repeat themselves tap once
        self._follows = Clock.schedule_interval(lambda _dt: self._follow(), FOLLOWS_S)
        self._follows.cancel()
        self._window.bind(on_key_up=self._let_go)
        self._listen()

    def _listen(self) -> None:
        """Be asked about keys before a pad that is being typed on."""
        self._window.unbind(on_key_down=self._key, on_textinput=self._typed)
        self._window.bind(on_key_down=self._key, on_textinput=self._typed)

    @property
    def widget(self) -> Widget | None:
        """What has the ring, if anything."""
        return None if self._spot is None else self._spot.widget

    def hide(self) -> None:
        """Take the ring away: people point or type."""
        self._show(None)

    def _key(self, _window: object, key: int, _scan: object, _letter: object, modifiers: Sequence[str]) -> bool:
        if self._app.screen is None or self._stage.get_parent_window() is None or _OTHERS.intersection(modifiers):
            return False
        if key == _TAB:
            self._step(-1 if "shift" in modifiers else 1)
        elif key in _ARROWS:
            self._turn(*_ARROWS[key])
        elif key in self._held:
            return True
        elif key in _PRESSES and self._spot is not None:
            self._held.add(key)
            self._press()
        else:
            return False
        return True

    def _let_go(self, _window: object, key: int, *_: object) -> None:
        self._held.discard(key)

    def _typed(self, _window: object, letters: str) -> bool:
        """A letter belongs to a pad; the space that has just tapped is none."""
        taps = letters == " " and _SPACE in self._held
        if not taps:
            self.hide()
        return taps

    def _press(self) -> None:
        self._follow()
        if self._spot is not None:
            KeyTouch(self._spot.middle).tap()
            self._listen()
            self._follow()

    def _step(self, by: int) -> None:
        """Go to the next thing in reading order; from none to where the ring was last, else to what is wanted most."""
        spots = self._spots()
        here = self._among(spots)
        if here is not None:
            self._show(spots[(spots.index(here) + by) % len(spots)])
        elif (last := _found(self._last, spots)) is not None:
            self._show(last)
        elif spots:
            self._show(_wanted(spots, self._app.screen)[0 if by > 0 else -1])

    def _turn(self, across: int, up: int) -> None:
        """Go to the nearest thing in a direction."""
        spots = self._spots()
        here = self._among(spots)
        if here is None:
            self._step(1)
            return
        ways = [(_way(here.middle, spot.middle, across, up), spot) for spot in spots if spot is not here]
        there = min(((way, spot) for way, spot in ways if way is not None), key=lambda each: each[0], default=None)
        if there is not None:
            self._show(there[1])

    def _show(self, spot: Spot | None) -> None:
        self._spot = spot
        if spot is None:
            self._follows.cancel()
        else:
            self._last = spot
            self._follows()
            self._listen()
        self._paint()

    def _paint(self) -> None:
        """Draw a bright line in a dark one, to be seen on everything; what is chosen has a line in another colour."""
        above = self._stage.canvas.after
        above.clear()
        if self._spot is not None:
            x, y, width, height = self._spot.box
            with above:
                for name, reach, thick in (("ground", 6, 4.0), ("asked", 5, 2.0)):
                    edge = dp(reach)
                    canvas.frame((x - edge, y - edge, width + 2 * edge, height + 2 * edge), name, 14, thick)

    def _follow(self) -> None:
        """Keep the ring on its thing, or on what has taken its place; on another screen or card there is none."""
        if self._spot is not None and (spot := self._among(self._spots())) != self._spot:
            self._show(spot)

    def _among(self, spots: Sequence[Spot]) -> Spot | None:
        """Return where the thing with the ring is now, or None. Back from a card, the ring is where it was before."""
        now = self._app.situation()[:2]
        if now == self._seen:
            return _found(self._spot, spots)
        before, self._left = self._left, (self._seen, self._last)
        self._seen, self._last = now, before[1] if before[0] == now else None
        return None

    def _spots(self) -> list[Spot]:
        """All that can be tapped now, in reading order; what lies on a card comes first."""
        screen = self._app.screen
        if screen is None:
            return []
        lying = [(widget, box_of(widget)) for widget in touchable(screen)]
        card = screen.card.overlay
        found = []
        for widget, box in lying:
            on_card = card is not None and is_part_of(widget, card)
            for spot in _parts(widget, box):
                on_top = [other for other, lies in lying if within(lies, *spot.middle)][-1:] == [widget]
                covered = card is not None and not on_card and card.collide_point(*spot.middle)
                if (
                    on_top
                    and not covered
                    and 0 <= spot.middle[0] <= screen.width
                    and 0 <= spot.middle[1] <= screen.height
                ):
                    found.append((not on_card, -round((spot.box[1] + spot.box[3]) / dp(ROW)), spot.box[0], spot))
        return [spot for *_, spot in sorted(found, key=lambda each: each[:3])]


def _parts(widget: Any, box: canvas.Box) -> Iterator[Spot]:
    """Return what of a widget can be tapped: itself, or the targets of a board."""
    if not isinstance(widget, TouchedBoard):
        left, low, right, high = box
        yield Spot(widget, None, (left, low, right - left, high - low))
        return
    for target in widget.targets.all:
        x, y, wide, high = (dp(each) for each in target.box)
        one, other = widget.to_window(x, y), widget.to_window(x + wide, y + high)
        corner = min(one[0], other[0]), min(one[1], other[1])
        yield Spot(widget, target.means, (*corner, abs(other[0] - one[0]), abs(other[1] - one[1])))


def _found(old: Spot | None, spots: Sequence[Spot]) -> Spot | None:
    """Return where a thing is now, or what of its kind has taken its place, or None."""
    if old is None:
        return None
    same = [spot for spot in spots if (spot.widget, spot.means) == (old.widget, old.means)]
    alike = [spot for spot in spots if type(spot.widget) is type(old.widget)]
    there = [spot for spot in alike if _far(spot.middle, old.middle) < dp(8)]
    return min(same or there, key=lambda spot: _far(spot.middle, old.middle), default=None)


def _wanted(spots: Sequence[Spot], screen: Screen | None) -> Sequence[Spot]:
    """Return the things that are wanted most: on the card that lies there, else where people are asked, else all; of
    those the ones that say so by their colour, if there are any.
    """
    card = screen.opened if screen is not None else None
    lying = screen.walk(restrict=True) if screen is not None else ()
    wholes = [each for each in lying if getattr(each, "is_asked", False)] if card is None else [card]
    there = [spot for spot in spots if any(is_part_of(spot.widget, whole) for whole in wholes)] or spots
    return [spot for spot in there if getattr(spot.widget, "kind", "") == "asked" and not spot.widget.why] or there


def _far(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _way(here: Point, there: Point, across: int, up: int) -> float | None:
    """Return how far a thing is in a direction, one that lies aside being farther; None if it lies elsewhere."""
    x, y = there[0] - here[0], there[1] - here[1]
    along, aside = x * across + y * up, abs(x * up) + abs(y * across)
    return along + 2 * aside if along > dp(8) and aside <= 2 * along else None
