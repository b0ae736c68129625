"""Kivy's clock for those who must not know Kivy."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock


def every(seconds: float, call: Callable[[float], None]) -> None:
    """Call again and again on the screen's thread, with the seconds since the last time."""
    Clock.schedule_interval(call, seconds)


def after(seconds: float, call: Callable[[], object]) -> None:
    """Call once on the screen's thread."""
    Clock.schedule_once(lambda _dt: call(), seconds)
