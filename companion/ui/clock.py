"""Kivy's clock for those who must not know Kivy."""

from __future__ import annotations

from companion.ui import kivy_settings  # isort: skip  # what Kivy reads at its import

from collections.abc import Callable

from kivy.clock import Clock

__all__ = ["after", "every", "kivy_settings", "shown"]


def every(seconds: float, call: Callable[[float], None]) -> None:
    """Call again and again on the screen's thread, with the seconds since the last time."""
    Clock.schedule_interval(call, seconds)


def after(seconds: float, call: Callable[[], object]) -> None:
    """Call once on the screen's thread."""
    Clock.schedule_once(lambda _dt: call(), seconds)


def shown(call: Callable[[], object]) -> None:
    """Call once on the screen's thread, when the first frame has been shown. Opens the window if there is none yet."""
    from kivy.core.window import Window  # noqa: PLC0415  the window opens at this import: its size must be set before

    def flipped(*_: object) -> None:
        Window.unbind(on_flip=flipped)
        Clock.schedule_once(lambda _dt: call(), 0)

    Window.bind(on_flip=flipped)
