"""What goes down under a finger, and means what it meant when the finger was put there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from kivy.uix.widget import Widget

from companion.ui.widgets.painted import Drawn


@runtime_checkable
class Says(Protocol):
    """A screen: it has a place for a sentence that covers nothing people tap."""

    def toast(self, words: str, *, holds: Callable[[], bool] = ...) -> None:
        """Says this for some seconds, as long as it `holds`."""


def refuse(widget: Widget, why: str, holds: Callable[[], bool] = lambda: True) -> None:
    """Says on the screen that a widget lies on why a tap on it does nothing; it `holds` for so long at most."""
    host = widget.parent
    while host is not None and not isinstance(host, Says):
        host = host.parent
    if host is not None:
        host.toast(why, holds=lambda: widget.get_parent_window() is not None and holds())


class Tappable(Drawn):
    """Something that goes down under a finger and calls `tapped` when it is let go inside; two fingers are one tap.

    `why` is the reason it cannot be used now, "" when it can; a tap on it then says that reason, or calls `refused`.
    `situation` gives what a tap is about where that may change while the thing stays, as who is asked does on a board:
    a finger that was put down in another situation does nothing.
    `repeats`: people tap it several times in a row, as for equal dice, so only a double tap counts once.
    """

    repeats = False

    def __init__(self, tapped: Callable[[], object] | None = None, **kwargs: Any) -> None:
        self.down = False
        self.why = ""
        self.refused: Callable[[str], object] | None = kwargs.pop("refused", None)
        self.situation: Callable[[], object] | None = kwargs.pop("situation", None)
        self.tapped = tapped
        self._fingers: dict[int, object] = {}
        super().__init__(**kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Takes the touch and shows it at once."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._fingers[touch.uid] = self._about()
        self.down = True
        self.again()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Lets go; a tap if still inside, and still about the same."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch.uid not in self._fingers:
            return True  # another finger has tapped it meanwhile
        about = self._fingers.pop(touch.uid)
        self.down = bool(self._fingers)
        self.again()
        if self.get_parent_window() is None:
            return True  # it was taken away under the finger: what it stood for is no more
        if self.collide_point(*touch.pos) and about == self._about():
            self._fingers.clear()
            self.down = False
            self._act()
        return True

    def means_at(self, x: float, y: float) -> object:
        """Return what a tap would do; here, whether it does anything, and what it is about."""
        del x, y
        return not self.why, self._about()

    def _about(self) -> object:
        return None if self.situation is None else self.situation()

    def _act(self) -> None:
        why = self.why
        if why and self.refused is not None:
            self.refused(why)
        elif why:
            refuse(self, why, lambda: self.why == why)
        elif self.tapped is not None:
            self.tapped()
