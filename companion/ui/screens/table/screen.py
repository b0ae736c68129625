"""The table: seats at the edges, the game's panel in the middle, the tray and the tools in the corners."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.asks import Form
from companion.core.events import Happening
from companion.drawing.geometry import Point
from companion.i18n import translate, word
from companion.referee.verdicts import Accepted, Ignored
from companion.ui.drawing import canvas
from companion.ui.game_panel import Action, Hand, Offers, Panel, panel_of
from companion.ui.screens.screen import Screen
from companion.ui.screens.table import overlay_guard
from companion.ui.screens.table.dice import TableDice
from companion.ui.screens.table.more import TableMore
from companion.ui.screens.table.news import News
from companion.ui.screens.table.overlay import PanelOverlay
from companion.ui.screens.table.rolls import TableRolls
from companion.ui.screens.table.turn_timer import TurnTimer
from companion.ui.screens.table.undoing import TableUndo
from companion.ui.widgets.buttons import ChoicePages
from companion.ui.widgets.form import FormFiller, event_words
from companion.ui.widgets.painted import Turned, put
from companion.ui.widgets.refusal_note import Line
from companion.ui.widgets.seat_strip import SeatStrip
from companion.ui.widgets.sound_button import SoundButton
from companion.ui.widgets.tool_corner import Tools
from companion.ui.widgets.tray_corner import TrayCorner
from companion.views.presenter import ButtonView, PanelParts, SeatView, TableView, table_view
from companion.views.seating import LONG, edges_of, seating

PREVIEW_S = 1 / 10


class TableScreen(Screen):
    """Shows the session and hands touches to the controller. It is the `Host` of the game's panel."""

    card_inset = 4

    def build(self) -> None:
        """Panel, strips, corners."""
        session = self.controller.session
        assert session is not None, "the table screen needs a session"
        kind = panel_of(session.game.panel)
        self.panel: Panel = kind(self)
        self._parts = PanelParts(kind.covers, self.app.bots.of(session.id))
        self.view: TableView | None = None
        self._hidden = False
        self.dice = TableDice(self)
        self._laid = PanelOverlay(self, self.dice)
        self.hands: dict[int, Hand] = {}
        self.strips: list[SeatStrip] = []
        self._frames: list[Turned] = []
        self._middle = Turned(self.panel, 0)
        self.add_widget(self._middle)
        for seat in session.table.seats:
            self._add_strip(seat, session.table.seats.stop)
        self.news = News(self.panel, self._middle)
        self._has_tray = session.game.dice > 0
        self.tray = TrayCorner(self.dice.open_tray, lambda: self.app.go("tray_outline"))
        more, self.undoing = TableMore(self), TableUndo(self, self._laid)
        undoing, history = self.undoing, partial(self.app.go, "history")
        self.tools = Tools(
            undoing.undo, undoing.redo, more.open, history, self._look_up, self.leave, self._glyph
        )  # fmt: skip
        self.tools.add_sound(SoundButton(self.app))
        for widget in (self.news.below, self.news.above, *([self.tray] if self._has_tray else []), self.tools):
            self.add_widget(widget)
        self.timer = TurnTimer(self.strips, lambda: self.app.settings.timer_s)
        self._ticks = Clock.schedule_interval(self.timer.tick, 1.0)
        self.rolls = TableRolls(self.panel, self._middle, self.strips, self._frames)
        self.add_widget(self.rolls.moment)
        self._preview = Clock.schedule_interval(
            lambda _dt: self.tray.show_preview(self.controller.devices.preview()), PREVIEW_S
        )
        self.refresh()

    @property
    def _edges(self) -> tuple[str, ...]:
        """Where everybody sits."""
        return edges_of(len(self.panel.session.table.seats), self.app.settings.seats)

    def _add_strip(self, seat: int, players: int) -> None:
        hand = self.panel.hand(seat)
        if hand is not None:
            self.hands[seat] = hand
        strip = SeatStrip(seat, hand, self._open_choices)
        angle = seating(players, 1280, 800, 1, edges=self._edges).seats[seat].angle
        self.strips.append(strip)
        self._frames.append(Turned(strip, angle))
        self.add_widget(self._frames[-1])

    def lay(self, body: canvas.Box) -> None:
        """Everything to its place around the table."""
        del body
        places = seating(
            len(self.strips),
            self.width,
            self.height,
            dp(1),
            self.panel.session.game.depths,
            has_tray=self._has_tray,
            edges=self._edges,
        )
        for frame, place in zip(self._frames, places.seats, strict=True):
            put(frame, place.box)
        put(self.tray, places.tray)
        put(self.tools, places.tools)
        put(self._middle, places.board)
        if self.view is not None:
            self._turn_panel(self.view)
        self.news.lay(places)
        self._laid.lay(places.panel)
        put(self.rolls.moment, self.box)

    # --- the session

    def refresh(self) -> None:
        """Reads the session; paints what is different."""
        session = self.controller.session
        if session is None:
            return
        view = table_view(self.controller, self._parts, translate)
        self.timer.show(view)
        earlier, self.view = self.view, view
        seen_again, self._hidden = self._hidden, False
        if view == earlier:
            if seen_again:
                self.panel.show(view)
            self._laid.follow(view)
            return
        if earlier is not None:
            self.app.stage.changes(self)
        if earlier is not None and view.seq != earlier.seq:
            self.rolls.moment.stop()
            self.hush_outdated()
        for strip, seat in zip(self.strips, view.seats, strict=True):
            old = earlier.seats[seat.seat] if earlier is not None else None
            if seat != old or earlier is None or view.tray.can_throw != earlier.tray.can_throw:
                strip.show(seat, self._actions(seat, can_throw=view.tray.can_throw))
        self._turn_panel(view)
        self.panel.show(view)
        for hand in self.hands.values():
            hand.show(view)
        self.tray.show(view.tray)
        self.tools.show(view)
        self.news.show(view)
        self._laid.follow(view)
        self.rolls.show(earlier, view, beneath_card=self.opened is not None)

    def _turn_panel(self, view: TableView) -> None:
        """Turn the board towards the people who are asked (all of them while only bots are), if they all sit at the
        top edge; along the longer side of a room that is much higher than wide: boards are made for rooms wider than
        high.
        """
        people = [seat for seat in view.seats if not seat.bot]
        asked = {self.angle_of(seat.seat) for seat in [each for each in people if each.asked] or people}
        along = 90 if self._middle.height > LONG * self._middle.width else 0
        self._middle.turn(along + (180 if self.panel.turns and asked == {180} else 0))

    def _actions(self, seat: SeatView, *, can_throw: bool) -> list[Action]:
        """What the strip of a seat offers: a throw, its choices, its forms."""
        actions: list[Action] = []
        if seat.roll is not None:
            if can_throw:
                actions.append((word("Throw"), partial(self.dice.throw, seat.seat), False))
            actions.append((word("Enter dice"), lambda: self.dice.enter(seat.seat), False))
        actions += [(button.words, self._picking(button), button.pointed) for button in seat.buttons]
        actions += [(f"{event_words(form.event)}…", self._filling(form), False) for form in seat.forms]
        return actions

    def _picking(self, button: ButtonView) -> Any:
        return lambda: self.submit(button.event)

    def _filling(self, form: Form) -> Any:
        return lambda: self.fill(form)

    # --- what a panel may ask for (`companion.ui.game_panel.Host`)

    def submit(self, event: Happening, at: Point | None = None) -> bool:
        """Says that this happened; a refusal stands beside the finger. A card another seat has open stays open."""
        del at
        if event.seat is not None and event.seat in self._parts.bots:
            self.toast(word("A bot plays for {name}.", name=self.panel.session.table.name(event.seat)))
            return False
        counted = self.judged(self.controller.touch(event), event.seat, event)
        if counted:
            self._laid.counted(event.seat)
        return counted

    def judged(self, verdict: object, seat: int | None, event: Happening | None = None) -> bool:
        """Show why something does not count, for as long as it would be refused if it is an event against the rules.
        True if it counts.
        """
        if isinstance(verdict, Ignored):
            holds, rule = None, f"  ({verdict.rule})" if verdict.rule else ""
            if rule and event is not None:
                holds = partial(overlay_guard.is_refused, self.panel.session, event, verdict.why)
            self.toast(translate(verdict.why) + rule, seat, holds=holds)
        return isinstance(verdict, Accepted)

    def toast(
        self, words: str, seat: int | None = None, *, role: str = "warn", holds: Callable[[], bool] | None = None
    ) -> None:
        """A sentence that hides nothing: in a card's heading, else on the line between panel and strips that is
        nearest to the seat. It goes with the next event, or once it does not hold; fingers in other strips leave it.
        """
        angle = self.angle_of(seat) if seat is not None and 0 <= seat < len(self._frames) else 0
        card = self.card.overlay
        line, turned = self.news.place(angle)
        session = self.panel.session
        seq = session.seq
        others = [frame for at, frame in enumerate(self._frames) if seat not in {at, None}]
        self.say_in(
            Line(self._laid.beside_end(line), turned) if card is None else card,
            words,
            role,
            holds or (lambda: self.controller.session is session and session.seq == seq),
            others,
        )

    def hush(self) -> None:
        """What was said goes, and the dice of a roll that are shown large: something else is shown now."""
        Screen.hush(self)
        self.rolls.moment.stop()

    def open(
        self,
        widget: Widget,
        seat: int | None = None,
        title: str = "",
        *,
        offers: Callable[[], Offers] | None = None,
        anew: Callable[[TableScreen], object] | None = None,
    ) -> None:
        """Lay a card over the panel; see `PanelOverlay.open`."""
        self._laid.open(widget, seat, title, offers=offers, anew=anew)

    def continue_from(self, before: TableScreen) -> None:
        """Take over the cards that are picked and the open card as far as it is filled in."""
        self.panel.continue_from(before.panel)
        for seat, hand in self.hands.items():
            hand.continue_from(before.hands[seat])
        self._laid.continue_from(before._laid)

    def close(self) -> None:
        """Takes the card away."""
        self._laid.close()

    def card_place(self) -> canvas.Box:
        """What a card covers: the panel or, at the end, the whole table."""
        return self._laid.place

    def fill(self, form: Form, given: dict[str, object] | None = None) -> None:
        """The form filler, turned to the seat the form belongs to."""
        assert self.controller.session is not None
        filler = FormFiller(form, self.controller.session.table.players, self.submit, given)
        offers = partial(overlay_guard.form_of, self.panel.session, form)
        title = event_words(form.event)
        self.open(filler, form.seat, title, offers=offers, anew=lambda table: table.fill(form, filler.value))

    def angle_of(self, seat: int) -> int:
        """How far a seat's strip is turned."""
        return self._frames[seat].angle

    def _open_choices(self, seat: int, actions: list[Action]) -> None:
        """Everything a seat can do, large."""
        name = self.view.seats[seat].prompt if self.view is not None else ""
        offers = partial(overlay_guard.choices_of, self.panel.session, seat, self._parts.covers)
        self.open(ChoicePages(actions, 28, 170), seat, name, offers=offers)

    # --- tools

    def go_back(self, count: int) -> bool:
        """Undo this many events and say which was the first of them."""
        return self.undoing.undo(count)

    def leave(self) -> None:
        """Back home; the game can be resumed."""
        self.app.go("home")

    def _look_up(self) -> None:
        """Open the rules, at the paragraph quoted since the last event, if one was."""
        counting = len(self.panel.session.entries)
        quoted = next((each for each in self.controller.notifications if each.after == counting), None)
        self.app.go("rules", rule="" if quoted is None else quoted.rule)

    def _glyph(self) -> None:
        self.app.go("devices")

    def hidden(self) -> None:
        """No dice are shown large, and nothing counts down, for a table that is not seen."""
        self._hidden = True
        self.rolls.moment.stop()
        self.panel.hidden()

    def gone(self) -> None:
        """No more pictures, and the panel's end."""
        self._preview.cancel()
        self._ticks.cancel()
        self.rolls.moment.stop()
        self.panel.gone()
