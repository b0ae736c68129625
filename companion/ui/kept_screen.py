"""The table screen, kept while people look something up: coming back from the rules builds nothing anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.ui.screens.screen import Screen

LOOKED_UP = frozenset({"history", "rules", "devices", "phones", "tray_outline"})
"""The screens from which one comes back to the table."""


class KeptScreen:
    """Holds at most one screen, and what it was built for: a session, a theme, a language, a size."""

    def __init__(self) -> None:
        self._screen: Screen | None = None
        self._built_for: tuple[object, ...] = ()

    def keep(self, screen: Screen, built_for: tuple[object, ...]) -> None:
        """Keep this one; one that was kept before is done with."""
        self.drop()
        screen.hidden()
        self._screen, self._built_for = screen, built_for

    def take(self, wanted_for: tuple[object, ...]) -> Screen | None:
        """The screen that was kept, if it was built for the same; else it is done with, and there is none."""
        if self._screen is None or self._built_for != wanted_for:
            self.drop()
            return None
        screen, self._screen = self._screen, None
        return screen

    def drop(self) -> None:
        """Nobody comes back to it."""
        if self._screen is not None:
            self._screen.gone()
            self._screen = None
