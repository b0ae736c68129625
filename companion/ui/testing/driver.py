"""The app driven from a program, without a display: frames, real touches, pictures. For tests and screenshots.

Set `SDL_VIDEODRIVER=offscreen` before this is imported where there is no screen. One `ScreenDriver` lives at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.ui.kivy_app import CatsEyeApp  # isort: skip  # settles Kivy's surroundings first

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.app.controller import TableController
from companion.app.settings import Settings
from companion.ui.drawing import scale
from companion.ui.stage import TWICE_S
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.cards import CardButton


class ScreenDriver:
    """Shows a controller in a window of `size` pixels. `close` it before the next one is made."""

    def __init__(
        self, controller: TableController, settings: Settings | None = None, size: tuple[int, int] = (1280, 800)
    ) -> None:
        self.controller = controller
        self._tapped = 0.0  # when a finger last went down
        Clock._max_fps = 0  # noqa: SLF001  a program need not wait for a screen's next frame
        self.app = CatsEyeApp(controller, settings or Settings(), size=size)
        if not EventLoop.event_listeners:
            runTouchApp(embedded=True)
        self.app._run_prepare()  # noqa: SLF001  what App.run does before its loop
        self._window = self.app.appearance.window
        self._window.size = size
        self.frames(2)

    def frames(self, count: int = 2) -> None:
        """Lets the clock tick: what was asked for happens, is laid out and painted on the canvases.

        The graphics card draws nothing (that is what costs time on a machine without one); `draw` lets it.
        """
        for _ in range(count):
            Clock.tick()
            EventLoop.dispatch_input()
            Clock.tick_draw()

    def draw(self, count: int = 1) -> None:
        """Whole frames, drawn."""
        for _ in range(count):
            EventLoop.idle()

    def tap(self, x: float, y: float, *, at_once: bool = False) -> None:
        """A finger goes down and up at window coordinates, as the input system reports it: some time after the one
        before, or `at_once`, as the second of two quick taps does.
        """
        if not at_once:
            self.app.stage.forget_touch()
        touch = UnitTestTouch(x, y)
        if at_once:  # by the finger: frames may be slow
            touch.time_start = self._tapped + TWICE_S / 3
        self._tapped = touch.time_start
        touch.touch_down()
        self.frames(1)
        touch.touch_up()
        self.frames(2)

    def tap_on(self, widget: Widget) -> None:
        """A finger on the middle of a widget, wherever it is turned to."""
        self.tap(*widget.to_window(*widget.center))

    def place_of(self, means: object) -> tuple[float, float]:
        """The middle of the board's target with this meaning, in the window. Raises LookupError if there is none."""
        panel: Any = getattr(self.app.screen, "panel", None) or getattr(self.app.screen, "board")  # noqa: B009  not all
        for target in panel.targets.all:
            if target.means == means:
                x, y, wide, high = target.box
                return panel.to_window(dp(x + wide / 2), dp(y + high / 2))
        raise LookupError(f"no target means {means!r} among {[target.means for target in panel.targets.all]}")

    def tap_target(self, means: object) -> None:
        """A finger on the board's target with this meaning."""
        self.tap(*self.place_of(means))

    def all(self, kind: type[Any] = Widget, within: Widget | None = None) -> Iterator[Any]:
        """Every widget of a kind on the screen, or within one of its widgets."""
        for widget in (within or self.app.stage).walk(restrict=True):
            if isinstance(widget, kind) and widget is not self.app.stage:
                yield widget

    def button(self, words: str, within: Widget | None = None) -> Any:
        """The thing to tap that says these words (or begins with them). Raises LookupError naming those there are."""
        there = [widget for widget in self.all(Tappable, within) if isinstance(getattr(widget, "words", None), str)]
        for widget in there:
            if widget.words == words:
                return widget
        for widget in there:
            if widget.words.startswith(words):
                return widget
        raise LookupError(f"no button {words!r} among {[widget.words for widget in there]}")

    def card(self, hand: Widget, value: int) -> Any:
        """The card with this value in a hand."""
        return next(each for each in self.all(CardButton, hand) if each.face.value == value)

    def shoot(self, path: Path) -> None:
        """Saves what the window shows as a PNG."""
        self.draw(3)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.app.shoot_now(path)

    def close(self) -> None:
        """Takes the app off the window; the window stays for the next one."""
        if self.app.screen is not None:
            self.app.screen.gone()
        self.app.practice.give_back()
        self._window.remove_widget(self.app.stage)
        scale.set_theme("dark")
        scale.set_text_size(1.0)
        scale.set_calm(False)
        self.frames(1)
