"""The panel of Catastrophe: a farewell, the countdown; `board` paints the middle, the strips are `player_strip`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.clock import Clock

from companion.core.asks import Ask
from companion.core.game import Game
from companion.core.text import Text
from companion.drawing.scene import Scene
from companion.games.catastrophe import view_model as shown
from companion.games.catastrophe.board import track_box
from companion.games.catastrophe.events import ReactionsClosed
from companion.games.catastrophe.life_track import paint_farewell
from companion.games.catastrophe.state import Phase
from companion.games.catastrophe.ui.player_strip import Edge
from companion.i18n import word
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.value_inputs import Segments
from companion.views.presenter import TableView

FAREWELL_S = 6.0
COUNTDOWNS = (10, 20, 30)


class Panel(game_panel.Panel):
    """The board in the middle; every player acts at their own edge."""

    turns = True

    def __init__(self, host: game_panel.Host, **kwargs: Any) -> None:
        self._seq = -1
        self._farewell: Text | None = None
        self._gone: tuple[int, ...] = ()
        self._timers: dict[str, Any] = {}
        self._left_s = 0
        super().__init__(host, **kwargs)

    def hand(self, seat: int) -> game_panel.Hand:
        """Counters and buttons of a player."""
        return Edge(self, seat)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """All choices and forms are at the edges; dice keep the app's buttons."""
        del ask
        return True

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Callable[[object], None]) -> Segments | None:
        """How long the table waits for reactions."""
        del game
        if name != "countdown":
            return None
        editor = Segments([(0, word("none")), *((seconds, f"{seconds} s") for seconds in COUNTDOWNS)], value, changed)
        editor.wanted, editor.wanted_wide = 98, 430
        return editor

    def show(self, view: TableView) -> None:
        """The new board; somebody gone is celebrated, the countdown begins again."""
        if view.seq != self._seq:
            self._seq = view.seq
            self._notice_farewell()
            self._start_countdown()
        super().show(view)

    def _notice_farewell(self) -> None:
        entries = self.session.entries
        self._farewell, self._gone = None, ()
        if not entries:
            return
        before = self.session.at(len(entries) - 1)
        self._farewell = shown.farewell(before, self.session.state)
        if self._farewell is not None:
            self._gone = shown.fallen_now(before, self.session.state)
            self._after("farewell", self._forget_farewell, FAREWELL_S)

    def _forget_farewell(self, _dt: float = 0) -> None:
        self._farewell, self._gone = None, ()
        self.again()

    def _start_countdown(self) -> None:
        """Where the table plays with a countdown (R9.8): nobody reacts after this many seconds."""
        state = self.session.state
        self._left_s = state.options.countdown if state.phase is Phase.REACT else 0
        self._after("countdown", self._count_down if self._left_s else None, 1.0)

    def _count_down(self, _dt: float = 0) -> None:
        """One second less; the clock stands still while somebody has a card of choices open."""
        choosing = getattr(self.host, "opened", None) is not None
        self._left_s -= 0 if choosing else 1
        if self._left_s > 0:
            self._after("countdown", self._count_down, 1.0)
            self.again()
            return
        asked = next((ask.seat for ask in self.session.asks() if not ask.optional), None)
        if asked is not None and self.session.state.phase is Phase.REACT:
            self.host.submit(ReactionsClosed(asked))

    def _after(self, name: str, act: Any, seconds: float) -> None:
        if name in self._timers:
            self._timers.pop(name).cancel()
        if act is not None:
            self._timers[name] = Clock.schedule_once(act, seconds)

    def hidden(self) -> None:
        """Nobody counts down for a table that is not seen; the countdown begins again when it is."""
        for name in list(self._timers):
            self._after(name, None, 0)
        self._seq = -1

    def gone(self) -> None:
        """The timers end."""
        super().gone()
        self.hidden()

    def scene(self) -> Scene:
        """The seconds that are left."""
        return replace(super().scene(), countdown=self._left_s)

    def paint(self) -> None:
        """The board; over its track who has just gone out."""
        super().paint()
        if self._farewell is not None:
            paint_farewell(KivyCanvas(), track_box(canvas.in_units(self.box)), self._farewell, self._gone)
