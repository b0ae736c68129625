"""The Kivy app: the window, its screens, the clock that drains the inbox."""

from __future__ import annotations

from companion.core.table import NOBODY, Table
from companion.core.text import NOTHING, Text, listed, say

from companion.ui import kivy_settings  # isort: skip  # what Kivy reads at its import

import logging
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle

from companion.app.archive import Archive
from companion.app.bot_seats import BotSeats
from companion.app.erasing import erase_game
from companion.app.folders import DataFolder, data_folder
from companion.app.phones import Phones, Served
from companion.app.practice import Practice
from companion.app.settings import BadSettings, Settings, load
from companion.core.game import Game
from companion.devices import button_map
from companion.drawing import signs
from companion.drawing.theme import TEXT_SIZES, THEMES
from companion.i18n import set_language, translate
from companion.people.people import People
from companion.ui.appearance import Appearance, catalogues
from companion.ui.clock import shown
from companion.ui.drawing import scale
from companion.ui.handler_errors import survived
from companion.ui.kept_screen import LOOKED_UP, KeptScreen
from companion.ui.screens.screen import Screen
from companion.ui.stage import Stage
from companion.ui.window import configure, finish_frame
from companion.views.setup_draft import Drafts

if TYPE_CHECKING:
    from companion.app.club import Club
    from companion.app.controller import TableController

_log = logging.getLogger(__name__)
SCREENS = {
    "home": "companion.ui.screens.home.HomeScreen",
    "setup": "companion.ui.screens.setup.screen.SetupScreen",
    "take_over": "companion.ui.screens.setup.take_over.TakeOverScreen",
    "table": "companion.ui.screens.table.screen.TableScreen",
    "history": "companion.ui.screens.history.HistoryScreen",
    "people": "companion.ui.screens.people.PeopleScreen",
    "rules": "companion.ui.screens.rules.RulesScreen",
    "devices": "companion.ui.screens.devices.DevicesScreen",
    "evidence": "companion.ui.screens.evidence.EvidenceScreen",
    "phones": "companion.ui.screens.phones.PhonesScreen",
    "cameras": "companion.ui.screens.cameras.CamerasScreen",
    "tray_outline": "companion.ui.screens.tray_outline.TrayOutlineScreen",
    "tray_setup": "companion.ui.screens.tray_setup.screen.TraySetupScreen",
    "buttons": "companion.ui.screens.buttons.screen.ButtonsScreen",
}

_OF_TABLE = frozenset({"home", "setup", "table", "history"})
"""Screens that are shown because a game is open, or none."""
_ESCAPE, _F11 = 27, 292  # Kivy's key codes

__all__ = ["SCREENS", "CatsEyeApp", "Stage", "kivy_settings"]


class CatsEyeApp(App):
    """Runs the screens over one controller. `go` changes the screen, `shoot` takes a picture of it.

    `folder` is the data folder (None: the platform's own). `size` is the window's in pixels where the platform lets one
    choose. The caller starts and stops the controller. `drafts` is what was entered in the setup and not begun,
    `missing_sound` says what cannot be heard, `bots` knows the seats that bots play, `practice` begins and ends
    practice games, `phones` lets browsers in, `club` is the one the table is in.
    """

    def __init__(
        self,
        controller: TableController,
        settings: Settings,
        folder: DataFolder | None = None,
        size: tuple[int, int] = (1280, 800),
        **kwargs: Any,
    ) -> None:
        self.controller, self.settings, self.folder = controller, settings, folder or data_folder()
        self.drafts = Drafts()
        self.trouble: Text | str = ""
        self.missing_sound: Callable[[], Text] = lambda: NOTHING
        self.bots = BotSeats()
        self.phones = Phones(_nobody_serves, controller.inbox)
        self.club: Club | None = None
        self.people = People(lambda: controller.journal, controller.games)
        self.practice = Practice(controller, lambda: self.bots, lambda: self.settings.tray)
        self.archive = Archive(controller, lambda: self.settings.archived, lambda kept: self.change(archived=kept))
        self.screen: Screen | None = None
        self._kept = KeptScreen()
        self.screen_name = self._shown_session = ""
        self._shown_seq: object = None
        self.scale = 1.0
        self.appearance = Appearance(self)
        self._arguments: dict[str, Any] = {}
        self._sized = size
        configure(size)
        super().__init__(**kwargs)

    def situation(self) -> tuple[object, ...]:
        """What a finger can mean: the screen and what it lists, the card that lies over it, how far the game is."""
        session = self.controller.session
        listed, card = (self.screen.listed, self.screen.opened) if self.screen is not None else (None, None)
        return (self.screen, listed), card, None if session is None else session.seq

    def build(self) -> Stage:
        """The window's one widget, with the first screen: the table where a game is running, else home."""
        from kivy.core.window import Window  # noqa: PLC0415  its import opens the window, by now at the right size

        self.title = "Cat's Eye"
        self._check_settings()
        scale.set_theme(self.settings.theme)
        scale.set_text_size(self.settings.text_size)
        scale.set_calm(self.settings.motion == "calm")
        if Window.size != self._sized:
            Window.size = self._sized
        Window.clearcolor = scale.role("ground")
        Window.unbind(on_flip=finish_frame)
        Window.bind(on_flip=finish_frame, on_key_down=self._key)
        self.appearance.window = Window
        self.stage = Stage(self)
        self.scale = scale.fit_density(*Window.size)
        self.stage.size = Window.size
        self.controller.followers.append(Clock.create_trigger(lambda _dt: self._refresh(), -1))
        self.controller.inbox.wake = Clock.create_trigger(lambda _dt: self.controller.tick())
        self.go("table" if self.controller.session is not None else "home")
        self.controller.tick()
        return self.stage

    def run(self) -> None:
        """Show the app until it is stopped. An exception in a handler is told and logged; it does not end the app."""
        Clock.schedule_once(lambda _dt: self.appearance.take_the_screen(), 0)
        shown(self.appearance.follow_the_desktop)
        with survived(self._tell):
            super().run()

    def _tell(self, text: Text) -> None:
        if self.screen is not None:
            self.screen.toast(translate(text))

    def _refresh(self) -> None:
        """Shows the table as it is now: the one place where a screen learns that it has changed."""
        if self.screen is None:
            return
        if self._session_id != self._shown_session and self.screen_name in _OF_TABLE:  # a browser changed the game
            self.go("table" if self._session_id else "home")
        self.screen.refresh()
        self._shown_seq = self.situation()[2]

    def catch_up(self) -> bool:
        """Show the table as it is now, if events have counted since it was shown. Return whether they have."""
        behind = self.situation()[2] != self._shown_seq
        if behind:
            self._refresh()
        return behind

    @property
    def _session_id(self) -> str:
        return "" if self.controller.session is None else self.controller.session.id

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """A key of a real keyboard; Android's back button is Escape."""
        if self.screen is None or self.stage.get_parent_window() is None:
            return False
        act = {_ESCAPE: self.screen.escape, _F11: self.appearance.toggle_full_screen}.get(key)
        if act is not None:
            act()
        return act is not None

    def go(self, name: str, **arguments: Any) -> None:
        """Show a screen; if it cannot be made, raise why and show the table or home. Home and setup leave the game."""
        module, _, kind = SCREENS[name].rpartition(".")
        made = getattr(import_module(module), kind)
        if self.screen is not None and self.screen_name == "table" and name in LOOKED_UP:
            self._kept.keep(self.screen, self._built_for)
        elif self.screen is not None:
            self.screen.gone()
        if name not in LOOKED_UP and name != "table":
            self._kept.drop()
        if name in {"home", "setup"} and self.controller.session is not None:
            arguments.setdefault("game", self.controller.session.game.id)
            self.controller.leave()
        if name in {"home", "setup"}:
            self.practice.end()
        self._shown_session, self._shown_seq = self._session_id, self.situation()[2]
        self.show_people(NOBODY if self.controller.session is None else self.controller.session.table)
        self.screen_name, self._arguments = name, arguments
        kept = self._kept.take(self._built_for) if name == "table" else None
        try:
            self.screen = kept or made(self, **arguments)
        except Exception:
            if name not in {"home", "table"}:
                self.go("home" if self.controller.session is None else "table")
            raise
        self.stage.show(self.screen)
        if kept is not None:
            kept.refresh()

    def show_people(self, table: Table) -> None:
        """Show these players from now on by their names and marks."""
        signs.seat(table)
        scale.set_table(table)

    def try_out(self, game: Game) -> None:
        """Begin a practice game and show it."""
        self.practice.begin(game)
        self.go("table")

    @property
    def _built_for(self) -> tuple[object, ...]:
        """What a screen is built for; one that was built for something else is built anew."""
        looks = self.settings.theme, self.settings.language, self.settings.text_size, self.scale
        return (self.controller.session, *looks, *self.stage.size)

    def again(self) -> None:
        """Builds the screen anew: the theme or the density has changed. What is being entered stays."""
        if self.screen is None:
            return
        before = self.screen
        self.go(self.screen_name, **self._arguments)
        self.screen.continue_from(before)

    def can_go(self, name: str) -> bool:
        """Whether there is such a screen on this tablet."""
        return find_spec(SCREENS[name].rpartition(".")[0]) is not None

    def erase(self, session: str) -> Text:
        """Erase a game as `erase_game` does, and return what may be left of it, in words."""
        erased, left = erase_game(self.controller.journal, self.folder, self.bots, session)
        self.change(archived=[each for each in self.settings.archived if each not in erased])
        return left

    def change(self, **settings: Any) -> None:
        """Keeps settings, now and in the file; what else stands in the file stays as it is there now.

        A file that cannot be understood or written is left alone: that is said here and at home.
        """
        self.settings = replace(self.settings, **settings)
        try:
            replace(load(), **settings).save()
        except (BadSettings, OSError) as wrong:
            self.trouble = say("The settings could not be saved: {why}", why=wrong)
            if self.screen is not None:
                self.screen.toast(translate(self.trouble))
        else:
            self.trouble = ""

    def _check_settings(self) -> None:
        """Settings of the right shape may still name what is not there: the app starts without them and says so."""
        troubles = []
        if self.settings.theme not in THEMES:
            troubles.append(say("there is no theme {name}", name=repr(self.settings.theme)))
            self.settings = replace(self.settings, theme=Settings.theme)
        if not TEXT_SIZES[0] <= self.settings.text_size <= TEXT_SIZES[-1]:
            troubles.append(say("there is no text size {size}", size=self.settings.text_size))
            self.settings = replace(self.settings, text_size=Settings.text_size)
        if not set_language(self.settings.language, catalogues()):
            troubles.append(say("there is no language {name}", name=repr(self.settings.language)))
        _, wrong = button_map.kept(self.settings.buttons)
        if wrong:
            troubles.append(say("the buttons mean what they are wired for: {why}", why=wrong))
        self.trouble = say("In the settings, {troubles}.", troubles=listed(troubles, "and")) if troubles else ""

    def shoot(self, name: str) -> Path | None:
        """Saves what the screen shows as NAME.png a frame later; gives the path, None where none can be written."""
        try:
            self.folder.screenshots.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            _log.warning("no picture of the screen is kept: %s", wrong)
            return None
        path = self.folder.screenshots / f"{name}.png"
        Clock.schedule_once(lambda _dt: self.shoot_now(path), 0)
        return path

    def shoot_now(self, path: Path) -> None:
        """Save what was painted last, on the ground that is the window's own colour."""
        with self.stage.canvas.before:
            Color(*scale.role("ground"))
            Rectangle(pos=self.stage.pos, size=self.stage.size)
        self.stage.export_as_image().save(str(path))
        self.stage.canvas.before.clear()


def _nobody_serves() -> Served:
    raise OSError("this program has no web server")
