"""What a game's panel is: the base class, and what the table screen does for it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.asks import Ask, Form
from companion.core.events import Event, Happening
from companion.core.game import Game
from companion.drawing.geometry import Box, Point
from companion.drawing.scene import GoBack, Refused, Scene, ShowsSheet, Switches
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.sheet_card import SheetCard
from companion.ui.widgets.touched_board import TouchedBoard
from companion.views.board_scene import board_scene, changed_entries
from companion.views.presenter import TableView

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.record.session import Entry, Session

Offers = Sequence[object]
Action = tuple[str, Callable[[], object], bool]
_log = logging.getLogger(__name__)


class Host(Protocol):
    """What the table screen does for a panel. Positions are in window coordinates (`widget.to_window(*touch.pos)`)."""

    controller: TableController

    def submit(self, event: Happening, at: Point | None = None) -> bool:
        """Says that this happened; a refusal is shown beside the finger. True when it counts."""

    def toast(self, words: str, seat: int | None = None) -> None:
        """Say a sentence, turned to the seat; gone after a few seconds."""

    def open(
        self, widget: Widget, seat: int | None = None, title: str = "", *, offers: Callable[[], Offers] | None = None
    ) -> None:
        """Lays a widget over the panel's place, turned to the seat, with a button to close it. `offers` gives what the
        card's taps would mean now: it goes once anything that it offered at first is not among that any more.
        """

    def close(self) -> None:
        """Takes away what `open` laid there."""

    def fill(self, form: Form, given: dict[str, object] | None = None) -> None:
        """Opens the form filler for one of the asks' forms, some fields filled already."""

    def go_back(self, count: int) -> bool:
        """Undoes this many events; what lies over the panel goes. True when it did."""

    def angle_of(self, seat: int) -> int:
        """How far the strip of a seat is turned: 0, 90, 180 or 270 degrees."""


class Panel(TouchedBoard):
    """The middle of the table screen for one game: draws the board, offers its touches.

    The game's `board` paints it. A target goes down under a finger; when the finger is lifted from it in the same
    position, `act` does what it means. A subclass adds child widgets (animations, touches in progress) and any of the
    hooks below. `show` is called after every change with the new view; `self.session` is the running session.
    """

    turns = False
    """Whether the panel is turned to the players at the top edge while only they, of the people, are asked."""

    def __init__(self, host: Host, **kwargs: Any) -> None:
        self.host = host
        self.view: TableView | None = None
        self.left = False
        super().__init__(**kwargs)

    def continue_from(self, before: Panel) -> None:
        """Take over what is picked on a panel of the same table, in place of which this one is built."""
        self.picked = before.picked

    def hidden(self) -> None:
        """Another screen is seen for a while; `show` follows when the table is seen again. Timers stand still."""

    def gone(self) -> None:
        """The table screen is left: nothing more is painted or done. A subclass with timers ends them here."""
        self.left = True

    def _paint(self, *_: object) -> None:
        if not self.left:
            super()._paint()

    @property
    def session(self) -> Session:
        """The running session."""
        session = self.host.controller.session
        assert session is not None, "a panel lives only as long as its session"
        return session

    def show(self, view: TableView) -> None:
        """Takes the new view; paints again."""
        self.view = view
        self.again()

    def scene(self) -> Scene:
        """Return what the board is painted from now."""
        session, seats = self.session, self.view.seats if self.view is not None else ()
        angles = tuple(self.host.angle_of(seat) for seat in session.table.seats)
        scene = board_scene(session, seats, angles)
        return replace(scene, down=self.down, picked=self.picked)

    def paint(self) -> None:
        """Paint the game's board."""
        if self.view is not None:
            self.paint_board(self.session.game.board, self.scene())

    def standing(self) -> object:
        """Return the game's state, or None once the table is left."""
        return None if self.left else self.session.state

    def act(self, means: object, at: Point) -> None:
        """Do what a target means that was tapped at a point of the window. A subclass adds its own meanings."""
        if isinstance(means, GoBack):
            self.host.go_back(means.count)
        elif isinstance(means, Refused):
            self.host.submit(means.event, at)
        elif isinstance(means, ShowsSheet):
            self.host.open(SheetCard(means, self.session.state), None, translate(means.title))
        elif isinstance(means, Switches):
            self.picked ^= {means}
            self.again()
        elif isinstance(means, Event):
            self.host.submit(means, at)

    def hand(self, seat: int) -> Hand | None:
        """What lies before a player in their own strip (cards, counters), turned to them; None for nothing."""
        del seat
        return None

    def line(self) -> Box | None:
        """Where the line of news lies, in this widget's coordinates; None: below the panel, and above it, too."""
        return None

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Whether the panel offers the choices and forms of an ask by its own touches, so that the strip need not."""
        del ask
        return False

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Callable[[object], None]) -> Widget | None:
        """The setup form's editor for an option that is no plain number, word or yes/no; None where there is none."""
        del game, name, value, changed
        return None

    @staticmethod
    def choice_drawn(state: Any, event: Event) -> Callable[[Box], None] | None:
        """What draws a choice where it has a look, such as the card that is laid; None: its words say it."""
        del state, event
        return None

    @staticmethod
    def event_editor(state: Any, event: Event, changed: Callable[[Event], object]) -> Widget | None:
        """Return what an event is entered with on the table, to correct it in the history; `state` is the one before.
        None if its choices are tapped.
        """
        del state, event, changed
        return None

    @property
    def changed(self) -> list[Entry]:
        """The entries whose events were changed afterwards."""
        return changed_entries(self.session)

    @staticmethod
    def place_picker(state: Any, entered: Mapping[str, Any], tapped: Callable[[str], object]) -> Widget | None:
        """Return a picture in which a text of a fact is tapped, such as the square of a board, or None.

        `state` is that of a table that begins, `entered` are the facts as they stand.
        """
        del state, entered, tapped
        return None


class Hand(Drawn):
    """What lies before one player in their strip. Lives in upright coordinates of its own; the strip turns it.

    `keeps`: so much (dp) at the right end is free for the strip's buttons whenever there may be some; with 0 the hand
    becomes narrower when they come.
    """

    keeps = 0

    def __init__(self, panel: Panel, seat: int, **kwargs: Any) -> None:
        self.panel, self.seat = panel, seat
        super().__init__(**kwargs)

    def _paint(self, *_: object) -> None:
        if not self.panel.left:
            super()._paint()

    def continue_from(self, before: Any) -> None:
        """Take over what is picked in the same hand, in place of which this one is built."""

    def show(self, view: TableView) -> None:
        """Takes the new view; paints again."""
        del view
        self.again()

    def offer(self, actions: Sequence[Action], *, asked: bool) -> bool:
        """Take the strip's own buttons (words, what to do, whether the button box points there) among those that lie
        here. False if the strip is to show them beside the hand. `asked`: the first is what is wanted.
        """
        del actions, asked
        return False


class AskingHand(Hand):
    """A hand with buttons for what only this player can say now."""

    def __init__(self, panel: Panel, seat: int, **kwargs: Any) -> None:
        super().__init__(panel, seat, **kwargs)
        self.pages = ChoicePages([])
        self._offered: object = None
        self.add_widget(self.pages)
        self.bind(pos=lambda *_: put(self.pages, self.box), size=lambda *_: put(self.pages, self.box))

    def ask(self, view: TableView, kinds: tuple[type[Event], ...], *dialogs: Action) -> bool:
        """Offer the choices that are events of these kinds, and dialogs; return whether there is anything to tap. While
        the same is offered the buttons stay: a touch goes on while others answer.
        """
        mine = view.seats[self.seat]
        choices = [choice for ask in mine.offers for choice in ask.choices]
        events = [(translate(choice.label), choice.event) for choice in choices if isinstance(choice.event, kinds)]
        marked = None if mine.pointed is None else mine.pointed.event
        offered = events, marked, [words for words, *_ in dialogs]
        if offered != self._offered:
            self._offered = offered
            submit = self.panel.host.submit
            self.pages.offer([*((words, partial(submit, event), event == marked) for words, event in events), *dialogs])
        return bool(events or dialogs)


class PlainPanel(Panel):
    """For a game that has no panel yet: its public facts as a list. It is played by the buttons of the asks."""

    trouble = ""
    """Why the game's own panel is not shown, where it has one."""

    def paint(self) -> None:
        """The facts, a line each."""
        facts = self.session.facts()
        lines = [
            f"{key.replace('_', ' ')}:  {value}" for key, value in facts.items() if value not in ([], None, {}, "")
        ]
        if self.trouble:
            lines.insert(0, word("The game's own board cannot be shown: {why}", why=self.trouble))
        x, y, width, height = self.box
        each = min(height / max(1, len(lines)), dp(40))
        for number, words in enumerate(lines):
            canvas.text(
                words,
                (x + dp(16), y + height - (number + 1) * each, width - dp(32), each),
                20,
                align="left",
            )


def panel_of(module: str | None) -> type[Panel]:
    """A game's panel, loaded now; the plain one where the game has none yet, or one that cannot be loaded: play goes on
    by the buttons of the asks. Then it says why, and it is logged.
    """
    if module is None:
        return PlainPanel
    try:
        kind = import_module(module).Panel
        if not issubclass(kind, Panel):
            raise TypeError(f"{kind.__name__} is no Panel")  # noqa: TRY301  handled like everything else that is wrong
    except Exception as wrong:  # noqa: BLE001  whatever strangers' code does when it is loaded
        _log.exception("the panel %s cannot be loaded", module)
        return type("PlainPanel", (PlainPanel,), {"trouble": f"{type(wrong).__name__}: {wrong}"})
    return cast("type[Panel]", kind)
