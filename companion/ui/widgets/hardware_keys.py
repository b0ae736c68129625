"""A real keyboard beside the keys on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.core.window import Window

from companion.ui.widgets.painted import Drawn

_BACKSPACE, _ENTER = 8, 13


class HardwareKeys:
    """Passes what is typed to a pad as long as it is on the screen: letters, backspace and enter."""

    def __init__(
        self, pad: Drawn, letters: Callable[[str], object], erase: Callable[[], object], enter: Callable[[], object]
    ) -> None:
        self._pad, self._letters = pad, letters
        self._keys = {_BACKSPACE: erase, _ENTER: enter}
        pad.bind(parent=self._listen)

    def _listen(self, *_: object) -> None:
        self._ignore()
        if self._pad.parent is not None:
            Window.bind(on_textinput=self._typed, on_key_down=self._key)

    def _ignore(self) -> None:
        Window.unbind(on_textinput=self._typed, on_key_down=self._key)

    def _is_shown(self) -> bool:
        """Whether the keyboard is meant for the pad: one that has left the screen listens no more."""
        if self._pad.get_parent_window() is None:
            self._ignore()
            return False
        return True

    def _typed(self, _window: object, letters: str) -> None:
        if self._is_shown():
            self._letters(letters)

    def _key(self, _window: object, key: int, *_: Any) -> bool:
        act = self._keys.get(key) if self._is_shown() else None
        if act is not None:
            act()
        return act is not None
