"""How the app looks, as people set it: theme, language, size of words, motion, full screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion import games
from companion.app.system_motion import desktop_is_calm
from companion.i18n import set_language
from companion.ui.drawing import scale
from companion.ui.touch_screen import has_touch_screen

if TYPE_CHECKING:
    from companion.ui.kivy_app import CatsEyeApp


class Appearance:
    """Each setting holds now and at the next start. `window` is Kivy's, once there is one."""

    def __init__(self, app: CatsEyeApp) -> None:
        self._app = app
        self.window: Any = None

    def take_the_screen(self) -> None:
        """Fill the screen as the settings say; if they say nothing, where fingers are what people point with."""
        on = self._app.settings.full_screen
        if on == "on" or (on == "by touch" and has_touch_screen()):
            self.window.fullscreen = "auto"

    def toggle_full_screen(self) -> None:
        """Change between the whole screen and a window."""
        self.set_full_screen(not self.is_full_screen)

    @property
    def is_full_screen(self) -> bool:
        """Whether the app has the whole screen."""
        return bool(self.window.fullscreen)

    def set_full_screen(self, on: bool) -> None:
        """Show the app on the whole screen or in a window."""
        self.window.fullscreen = "auto" if on else False
        self._app.change(full_screen="on" if on else "off")

    def set_theme(self, theme: str) -> None:
        """Show another theme."""
        scale.set_theme(theme)
        self.window.clearcolor = scale.role("ground")
        self._look(theme=theme)

    def set_text_size(self, size: float) -> None:
        """Write words in another size."""
        scale.set_text_size(size)
        scale.fit_density(*self._app.stage.size)
        self._look(text_size=size)

    def follow_the_desktop(self) -> None:
        """Be as calm as the desktop, if the settings leave it to it. It is asked on a thread: it may take a second."""
        if self._app.settings.motion == "by desktop":
            Thread(target=self._ask_the_desktop, daemon=True).start()

    def _ask_the_desktop(self) -> None:
        if desktop_is_calm():
            Clock.schedule_once(lambda _dt: scale.set_calm(self._app.settings.motion != "lively"), 0)

    def set_motion(self, motion: str) -> None:
        """Let things move, or show them at once where they belong."""
        scale.set_calm(motion == "calm")
        self._app.change(motion=motion)

    def set_language(self, language: str) -> None:
        """Speak another language."""
        set_language(language, catalogues())
        self._look(language=language)

    def _look(self, **settings: Any) -> None:
        """Build the screen by these settings, which it shows, and keep them."""
        self._app.settings = replace(self._app.settings, **settings)
        self._app.again()
        self._app.change(**settings)


def catalogues() -> list[Path]:
    """Return the folders with the games' own translations."""
    return [folder for path in games.__path__ for folder in sorted(Path(path).glob("*/locale"))]
