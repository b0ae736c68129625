"""The window's one widget: it holds the screen that is shown, and drops touches that do not mean what is there now."""

from __future__ import annotations

from collections.abc import Sequence
from time import time
from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.ui.drawing import scale
from companion.ui.glance import Glance, Lying, drawn_by, part_of, what_lies

if TYPE_CHECKING:
    from companion.ui.kivy_app import CatsEyeApp
    from companion.ui.screens.screen import Screen

MotionEvent.sync_with_dispatch = property(lambda _touch: False, lambda _touch, _value: None)
"""Kivy forgets where a finger was put down if it moves on before the next frame: here every touch keeps its origin."""
TWICE_S = 0.3  # two touches at the same spot within this time are a double tap
_SINCE = "since"


class Waiting:
    """Notes with each touch since when it may have waited: Kivy reads touches once a frame, and says they came then."""

    def process(self, events: list[tuple[str, MotionEvent]]) -> list[tuple[str, MotionEvent]]:
        """Return the events, as Kivy asks of what is added to its event loop."""
        for phase, touch in events:
            if phase == "begin":
                touch.ud[_SINCE] = touch.time_start - Clock.frametime
        return events


_WAITING = Waiting()


class Stage(Widget):
    """Holds one screen and gives it the whole window. A tap does only what could be seen under the finger: the second
    tap of two is dropped if the first one changed what it lands on, and so is any tap on what has only just come up by
    itself, because of a throw, a bot, the box or another player.
    """

    def __init__(self, app: CatsEyeApp, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        EventLoop.add_postproc_module(_WAITING)
        self._app = app
        self._last: tuple[float, float, float] = (-1.0, 0.0, 0.0)
        self._put_down = -1.0  # when the last finger touched something
        self._finger, self._lifted = -1, False
        self._glances: list[Glance] = []
        self._taken: tuple[Any, tuple[object, ...], object] = (None, (None, None, None), None)
        self.bind(size=self._fit)

    def show(self, screen: Screen) -> None:
        """This screen instead of the one before, which a finger asked for or not."""
        if self._lifted:
            self._glances = []
        else:
            for before in self.children:
                self.changes(before)
        self.clear_widgets()
        screen.pos, screen.size = self.pos, self.size
        self.add_widget(screen)

    def forget_touch(self) -> None:
        """No finger has touched the screen lately, and people have seen what is there."""
        self._last, self._put_down, self._glances = (-1.0, 0.0, 0.0), -1.0, []

    def changes(self, screen: Widget) -> None:
        """A screen is about to show something else. If a finger has just asked for it, it knows what to expect in the
        part of the screen that it touched.
        """
        taker = self._taken[0]
        touched = part_of(screen, taker()) if self._lifted and taker is not None else None
        self._glances = [each for each in self._glances if each.is_fresh(time())] + [Glance(screen, touched)]

    def _fit(self, *_: object) -> None:
        before = scale.theme(), self._app.scale
        self._app.scale = scale.fit_density(*self.size)
        screen = self._app.screen
        if screen is None:
            return
        if abs(before[1] - self._app.scale) > 0.001:
            self._app.again()
        else:
            screen.pos, screen.size = self.pos, self.size

    def on_touch_down(self, touch: Any) -> bool:
        """Take a touch where the finger was put down, though it may have moved on since the last frame."""
        touch.push()
        touch.pos = touch.x, touch.y = touch.opos
        taken = self._take(touch)
        touch.pop()
        return taken

    def _take(self, touch: Any) -> bool:
        """Give the tap to the screen, unless what lies under the finger could not be seen when it was put down."""
        if touch.is_mouse_scrolling:
            return bool(super().on_touch_down(touch))
        at, x, y = self._last
        since = touch.ud.get(_SINCE, touch.time_start)
        unseen = self._app.catch_up()  # several taps may come before the frame that shows what the first one did
        near = abs(touch.x - x) < dp(30) and abs(touch.y - y) < dp(30)
        if self._repeats():
            unseen, at, since = False, self._put_down, touch.time_start
        if near and (unseen or (since - at < TWICE_S and self._moved_on())):
            return True
        if self._came_up_by_itself(touch, since):
            return True
        self._last, self._finger = (touch.time_start, touch.x, touch.y), touch.uid
        self._put_down = touch.time_start
        situation = self._app.situation()
        touched = bool(super().on_touch_down(touch))
        taker = touch.grab_list[-1] if touch.grab_list else None
        self._taken = (taker, situation, self._means(taker() if taker is not None else None))
        return touched

    def _came_up_by_itself(self, touch: Any, since: float) -> bool:
        screen = self._app.screen
        fresh = [each for each in self._glances if each.is_fresh(since)]
        return screen is not None and any(each.differs(screen, *touch.pos) for each in fresh)

    def _means(self, widget: Any) -> object:
        """Return what a tap on the last touched place would do to a widget, as far as the widget says so."""
        says = getattr(widget, "means_at", None)
        return None if says is None else says(*widget.to_widget(*self._last[1:]))

    def on_touch_up(self, touch: Any) -> bool:
        """What the finger touched acts after this, and is shown before the next frame."""
        if touch.uid == self._finger:
            self._app.catch_up()
            self._lifted = True
            began = time()
            Clock.schedule_once(lambda _dt: self._brought_up(began, frames=2), 0)
            self._glances = [each for each in self._glances if each.is_fresh(began)]
            if self._glances and self._app.screen is not None:
                before = what_lies(self._app.screen)
                Clock.schedule_once(lambda _dt: self._know(before), -1)
        return bool(super().on_touch_up(touch))

    def _know(self, before: Sequence[Lying]) -> None:
        """People know what the finger itself has changed."""
        if self._app.screen is not None:
            after = what_lies(self._app.screen)
            for each in self._glances:
                each.know(before, after)

    def _brought_up(self, began: float, frames: int) -> None:
        """What a tap brought up is there only now: making and drawing it may have taken long."""
        self._lifted = frames == 2  # what it did may be shown only before the next frame
        if self._moved_on():
            self._last = (drawn_by(began), *self._last[1:])
        if frames:
            Clock.schedule_once(lambda _dt: self._brought_up(began, frames - 1), 0)

    def _repeats(self) -> bool:
        """Whether what the last finger touched still lies there, and is tapped several times in a row by people."""
        widget, lies_there = self._touched()
        return lies_there and getattr(widget, "repeats", False)

    def _moved_on(self) -> bool:
        """Whether what the last finger touched is gone, lies elsewhere, or would do something else now."""
        _, (screen, card, seq), meant = self._taken
        now = self._app.situation()
        widget, lies_there = self._touched()
        if (screen, card) != now[:2]:
            return True
        return seq != now[2] if widget is None else not lies_there or self._means(widget) != meant

    def _touched(self) -> tuple[Any, bool]:
        """Return what the last finger touched if the screen still has it, and whether it still lies there."""
        taker = self._taken[0]
        widget = None if taker is None else taker()
        if widget is None or widget.get_parent_window() is None:
            return None, False
        return widget, bool(widget.collide_point(*widget.to_widget(*self._last[1:])))
