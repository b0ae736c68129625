"""Home: which game to begin, which one to go on with."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import SmoothEllipse
from kivy.metrics import dp

from companion.core.game import Game
from companion.core.text import counted
from companion.games import broken
from companion.i18n import LANGUAGES, translate, word
from companion.record.journal import JournalError
from companion.record.session_list import Listed
from companion.ui.drawing import canvas
from companion.ui.drawing.theme import THEME_NAMES
from companion.ui.local_time import wall
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.widgets.buttons import Button, Segments, Tappable, put_grid
from companion.ui.widgets.painted import Words, columns_in, put, rows_in

RESUMED = 6


class HomeScreen(Screen):
    """The shelf on the left, the last sessions on the right."""

    title = "Cat's Eye"

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = game
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """A tile a game, a tile a session."""
        self.tiles = [GameTile(game, self._begin(game.id)) for game in self.controller.games.values()]
        self.sessions: list[SessionTile] = []
        self._empty = Words("", 22, "quiet", valign="top")
        self.trouble = Words("", 20)
        self.devices = Button(word("Camera and buttons"), lambda: self.app.go("devices"), "plain", 22)
        self.look = Button(
            word("Theme: {theme}", theme=THEME_NAMES[self.app.settings.theme]), self._next_look, "plain", 22
        )
        language = "" if self.app.settings.language == "en" else self.app.settings.language
        self.language = Segments(tuple(LANGUAGES.items()), language, self.app.set_language)
        for widget in (*self.tiles, self._empty, self.trouble, self.devices, self.look, self.language):
            self.add_widget(widget)
        Clock.schedule_once(self._list, 0)
        self.refresh()

    def refresh(self) -> None:
        """What was chosen and cannot be had is said before a game is begun without it, quietly: touch does it all."""
        devices = ((word("Camera"), self.controller.devices.tray), (word("Button box"), self.controller.devices.box))
        lacking = (word("{name}: {why}", name=name, why=device.why) for name, device in devices if device.lacking)
        wrong = [translate(self.app.trouble)] if self.app.trouble else []
        wrong += [
            word("The game in {folder} cannot be loaded: {why}", folder=folder, why=why)
            for folder, why in broken().items()
        ]
        self.trouble.say("\n".join((*wrong, *lacking)), "warn" if wrong else "quiet")

    def _list(self, *_: object) -> None:
        """The last sessions, once the first frame stands: they are played through to see how far they are."""
        trouble = ""
        try:
            listed = self.controller.sessions()[:RESUMED]
        except JournalError as wrong:
            listed, trouble = (), word("The journal cannot be read: {why}", why=wrong)
        for each in listed:
            self.sessions.append(SessionTile(each, self.controller.games[each.game].title, self._resume(each.id)))
            self.add_widget(self.sessions[-1])
        self._empty.words = trouble or ("" if listed else word("Unfinished games appear here."))
        self._lay_soon()

    def _begin(self, game: str) -> Any:
        return lambda: self.app.go("setup", game=game)

    def _resume(self, session: str) -> Any:
        def act() -> None:
            try:
                self.controller.resume(session)
            except (JournalError, KeyError) as wrong:
                self.toast(word("This game cannot be resumed: {why}", why=wrong), role="danger")
                return
            self.app.go("table")

        return act

    def _next_look(self) -> None:
        names = list(THEME_NAMES)
        self.app.set_theme(names[(names.index(self.app.settings.theme) + 1) % len(names)])

    def lay(self, body: canvas.Box) -> None:
        """Two columns and a row of buttons."""
        upper, low = rows_in(body, 0, 64, gap=14)
        left, right = columns_in(upper, 0, 500, gap=24)
        put_grid(self.tiles, rows_in(left, 34, 0)[1], 2 if len(self.tiles) > 3 else 1, 14)
        self._heads = (rows_in(left, 34, 0)[0], rows_in(right, 34, 0)[0])
        room = rows_in(right, 34, 0)[1]
        rows = rows_in(room, *([84] * max(len(self.sessions), 1)), 0, gap=10)
        for tile, box in zip(self.sessions, rows, strict=False):
            put(tile, box)
        put(self._empty, room if not self.sessions else (0, 0, 0, 0))
        put(self.language, (self.right - dp(516), self.top - dp(TITLE - 8), dp(500), dp(TITLE - 18)))
        said, tools = columns_in(low, 0, 500, gap=24)
        put(self.trouble, said)
        put_grid([self.devices, self.look], tools, 2)
        self.again()

    def paint(self) -> None:
        """The sign beside the title, a heading over each column."""
        canvas.bar(self.box, "ground")
        y = self.top - dp(TITLE)
        cat_eye((self.x + dp(70), y + dp(TITLE) / 2 - dp(2)), dp(44))
        canvas.text("Cat's Eye", (self.x + dp(130), y, dp(400), dp(TITLE)), 42, bold=True, align="left")
        words = word("the referee at your table")
        canvas.text(words, (self.x + dp(350), y - dp(4), dp(420), dp(TITLE)), 22, "quiet", align="left")
        for head, words in zip(getattr(self, "_heads", ()), (word("New game"), word("Continue")), strict=False):
            canvas.text(words, head, 22, "quiet", align="left")


class GameTile(Tappable):
    """A game on the shelf."""

    def __init__(self, game: Game, tapped: Any, **kwargs: Any) -> None:
        self.game = game
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """Title, what it is, for how many."""
        canvas.panel(self.box, "pressed" if self.down else "raised", 14)
        canvas.frame(self.box, "edge", 14, 1.2)
        x, y, width, height = self.box
        inner = (x + dp(18), y + dp(12), width - dp(36), height - dp(24))
        seats = self.game.player_counts
        if len(seats) > 1:
            players = word("{low} to {high} players", low=seats[0], high=seats[-1])
        else:
            players = translate(counted("{n} player", "{n} players", seats[0]))
        title, about, low = rows_in(inner, 44, 0, 28, gap=4)
        canvas.text(self.game.title, title, 32, bold=True, align="left")
        canvas.text(translate(self.game.about), about, 21, "ink" if self.down else "quiet", align="left", valign="top")
        canvas.text(players, low, 20, "ink", align="left")


class SessionTile(Tappable):
    """A session to go on with."""

    def __init__(self, listed: Listed, title: str, tapped: Any, **kwargs: Any) -> None:
        self.listed, self._title = listed, title
        super().__init__(tapped, **kwargs)

    def paint(self) -> None:
        """Game and day, players, how far it is."""
        canvas.panel(self.box, "pressed" if self.down else "panel", 12)
        canvas.frame(self.box, "edge", 12, 1)
        x, y, width, height = self.box
        first, second = rows_in((x + dp(16), y + dp(5), width - dp(32), height - dp(10)), 28, 0, gap=0)
        listed = self.listed
        far = word("finished") if listed.over else translate(counted("{n} event", "{n} events", listed.events))
        when = wall(listed.began, "%Y-%m-%d  %H:%M")
        canvas.text(self._title, first, 25, bold=True, align="left")
        canvas.text(f"{far}  ·  {when}", first, 18, "quiet", align="right")
        canvas.text(", ".join(listed.players), second, 21, "ink", align="left")


def cat_eye(centre: tuple[float, float], radius: float) -> None:
    """The app's sign: a cat's eye."""
    x, y = centre
    wide, high = radius * 2, radius * 1.16
    canvas.colour("ink")
    SmoothEllipse(pos=(x - wide / 2, y - high / 2), size=(wide, high))
    canvas.colour("F0E442")
    SmoothEllipse(pos=(x - high / 2 + 2, y - high / 2 + 2), size=(high - 4, high - 4))
    canvas.colour("101010")
    SmoothEllipse(pos=(x - high * 0.11, y - high * 0.44), size=(high * 0.22, high * 0.88))
