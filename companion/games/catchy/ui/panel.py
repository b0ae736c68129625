"""The panel of Catchy!: the cat on its way, the trick, the deck to tap; in each strip what only that player can say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.metrics import dp

from companion.core.asks import Ask
from companion.core.events import Event
from companion.core.game import Game
from companion.drawing.geometry import Box
from companion.drawing.theme import CAPTION
from companion.games.catchy import view_model as shown
from companion.games.catchy.events import CardPlayed
from companion.games.catchy.state import State
from companion.games.catchy.ui.cards import PAPER, SIDES, CardPicker, card, cat
from companion.games.catchy.ui.cat import CatTile, StartingCard
from companion.games.catchy.ui.seat_strip import Before
from companion.games.catchy.ui.setup import SuitNames
from companion.i18n import translate, word
from companion.record.session import Session
from companion.ui import game_panel
from companion.ui.drawing import canvas
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Turned, columns_in, put, rows_in

SHORT_TRACK = 12


class Panel(game_panel.Panel):
    """The way between the players on the left, the trick in the middle, the deck on the right, turned to who lays."""

    def __init__(self, host: Any, **kwargs: Any) -> None:
        super().__init__(host, **kwargs)
        self.cat = CatTile()
        self._decks: dict[int, Turned] = {}
        self.deck: Turned | None = None
        self.flags: list[Button] = []
        self.add_widget(self.cat)
        self.bind(pos=self._lay, size=self._lay)

    def _deck(self, seat: int) -> Turned:
        """The deck as a player sees it upright."""
        picker = CardPicker(self._tapped, self._situation)
        picker.beside = StartingCard(self)
        return Turned(picker, self.host.angle_of(seat))

    @property
    def picker(self) -> CardPicker:
        """The deck that lies there now."""
        picker = None if self.deck is None else self.deck.inner
        assert isinstance(picker, CardPicker), "the deck lies there from the first view on"
        return picker

    # --- what the strips show

    def hand(self, seat: int) -> game_panel.Hand:
        """What only this player can say, and what they have shown to lack."""
        return Before(self, seat)

    @staticmethod
    def figures(session: Session, seat: int) -> tuple[Figure, ...]:
        """Points."""
        return (Figure(word("points"), str(session.state.scores[seat])),)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """Everything is tapped on the deck or in the strip."""
        return bool(ask.choices or ask.forms)

    @staticmethod
    def option_editor(game: Game, name: str, value: object, changed: Any, players: int) -> Any:
        """What the three colours are called."""
        del game, players
        return SuitNames(value, changed) if name == "suits" else None

    @staticmethod
    def choice_drawn(state: Any, event: Event) -> Callable[[Box], None] | None:
        """A card of the deck."""
        if not isinstance(event, CardPlayed):
            return None
        view = next(view for view in shown.deck(state) if view.card == event.card)
        return partial(card, view, state.options)

    # --- what is tapped

    @property
    def state(self) -> State:
        """The running game."""
        state = self.session.state
        assert isinstance(state, State)
        return state

    def _situation(self) -> State:
        """The deck is everybody's: what is tapped there is whose turn it was under the finger."""
        return self.state

    def _tapped(self, name: str) -> None:
        """The player asked lays this card; the rules refuse it where they cannot."""
        waiting = self.session.facts()["waiting"]
        tile = self.picker.tiles[name]
        self.host.submit(CardPlayed(waiting[0] if waiting else 0, name), tile.to_window(*tile.center))

    def go_back(self, count: int) -> None:
        """Takes back this many events: to before a revoke."""
        self.host.go_back(count)

    # --- what it shows

    def show(self, view: TableView) -> None:
        """The new position: the deck turns to who lays, the cat walks."""
        super().show(view)
        state = self.state
        asked = [seat.seat for seat in view.seats if seat.asked]
        pointed = next((seat.pointed.event for seat in view.seats if seat.pointed is not None), None)
        if self.deck is None or (len(asked) == 1 and state.phase in ("lead", "follow")):
            self._turn_to(asked[0] if len(asked) == 1 else 0)
        corrected = frozenset(event.card for event in self.corrected if isinstance(event, CardPlayed))
        aim = pointed.card if isinstance(pointed, CardPlayed) else ""
        self.picker.show(shown.deck(state), state.options, aim, corrected=corrected)
        if self.picker.beside is not None:
            self.picker.beside.again()
        self.cat.wear(blue=state.blue)
        self._show_flags()
        self._lay()

    def _turn_to(self, seat: int) -> None:
        deck = self._decks[seat] if seat in self._decks else self._decks.setdefault(seat, self._deck(seat))
        if deck is not self.deck:
            if self.deck is not None:
                self.remove_widget(self.deck)
            self.deck = deck
            self.add_widget(deck)

    def _show_flags(self) -> None:
        for button in self.flags:
            self.remove_widget(button)
        entries = [(entry.event, entry.state) for entry in self.session.entries]
        self.flags = []
        for flag in shown.flags(self.state, entries)[-2:]:
            words = translate(flag.text)
            if flag.back is None:
                button = Button(words, None, "danger", 20)
            else:
                button = Button(words + "\n↩ " + word("go back there"), _call(self.go_back, flag.back), "danger", 20)
            self.flags.append(button)
            self.add_widget(button)

    def _columns(self) -> list[canvas.Box]:
        x, y, width, height = self.box
        return columns_in((x + dp(10), y + dp(6), width - dp(20), height - dp(12)), 326, 0, 560, gap=22)

    def _spots(self) -> list[tuple[shown.Spot, canvas.Box]]:
        """The places of the way from seat 0's end at the bottom to seat 1's at the top."""
        x, y, _, height = self._columns()[0]
        way = shown.way(self.state)
        each = height / len(way)
        return [
            (spot, (x, y + at * each + dp(3), dp(134), each - dp(6)))
            for at, spot in enumerate(way)
        ]  # fmt: skip

    def _middle(self) -> list[canvas.Box]:
        """Heading, track, cards, the reason."""
        return rows_in(self._columns()[1], 34, 64, 0, 104, gap=8)

    def _lay(self, *_: object) -> None:
        if self.width < dp(200) or self.host.controller.session is None or self.deck is None:
            return
        put(self.deck, self._columns()[2])
        tall = self._columns()[0][3] / len(shown.way(self.state))
        size = max(dp(66), min(tall * 1.25, dp(84)))
        where = next(box for spot, box in self._spots() if spot.position == self.state.position)
        self.cat.size = (size, size)
        self.cat.go((where[0] + where[2] + dp(12), where[1] + where[3] / 2 - size / 2))
        put_grid(self.flags, self._middle()[3], len(self.flags), 6)

    def paint(self) -> None:
        """The way, the track, the trick and why the cat went there."""
        state = self.state
        for spot, box in self._spots():
            self._paint_spot(spot, box)
        self._paint_side()
        x, y, width, height = self._columns()[1]
        PushMatrix()
        if self.deck is not None and not self.flags:  # a flag's buttons stand upright
            Rotate(angle=self.deck.angle, axis=(0, 0, 1), origin=(x + width / 2, y + height / 2))
        self._paint_middle(state)
        PopMatrix()

    def _paint_middle(self, state: State) -> None:
        """Heading, track, trick and reason, turned with the deck to who lays."""
        heading, track, cards, reason = self._middle()
        trick = shown.trick(state)
        canvas.text(translate(trick.heading), heading, CAPTION, "quiet")
        self._paint_track(track)
        self._paint_trick(trick, cards)
        if not self.flags:
            canvas.text(translate(trick.why), reason, CAPTION, "ink" if trick.past else "quiet")

    def _paint_spot(self, spot: shown.Spot, box: canvas.Box) -> None:
        x, y, width, height = box
        seat = 0 if spot.position < 0 else 1
        here = spot.position == self.state.position
        if spot.kind == "card":
            canvas.panel(box, "card", 8)
            canvas.frame((x + dp(3), y + dp(3), width - dp(6), height - dp(6)), "5B6660", 6, 1)
            cat((x + width / 2, y + height / 2 - dp(1)), min(height * 0.26, dp(14)), "5B6660", "card")
        elif spot.kind == "gap":
            canvas.frame((x + width * 0.2, y, width * 0.6, height), "edge", 8, 1, alpha=0.7)
        else:
            canvas.panel(box, "raised", height / 2 / dp(1))
            canvas.frame(box, "ink" if here else "edge", height / 2 / dp(1), 2 if here else 1)
            canvas.seat_mark(seat, (x + height * 0.55, y + height / 2), min(dp(12), height * 0.28))
            room = (x + height, y, width - height * 1.3, height)
            says = f"{self.state.table.name(seat)} +3"
            whole = canvas.fits(says, room[2], dp(26), bold=True)  # a long name gives way: its shape stands there
            canvas.text(says if whole else "+3", room, 20 if whole else 28, "ink", bold=True, align="left")

    def _paint_side(self) -> None:
        """What the cat's upper side means, beside the middle of the way."""
        x, y, width, height = self._columns()[0]
        left = x + dp(134 + 94)
        upper, meaning = (translate(text) for text in shown.side(self.state))
        tint = SIDES["blue" if self.state.blue else "red"]
        box = (left, y + height / 2 - dp(52), x + width - left, dp(104))
        canvas.panel(box, tint, 10)
        inner = (box[0] + dp(4), box[1], box[2] - dp(8), box[3])
        canvas.text(f"{upper.upper()}\n{meaning}", inner, CAPTION, PAPER, bold=True)

    def _paint_track(self, box: canvas.Box) -> None:
        """A row a player, a cell a point; only the numbers where the way is long."""
        state = self.state
        target = state.options.target
        for seat, row in enumerate(reversed(rows_in(box, 0, 0, gap=6))):
            x, y, width, height = row
            canvas.seat_mark(seat, (x + dp(14), y + height / 2), dp(10))
            cells = (x + dp(34), y, width - dp(34), height)
            if target > SHORT_TRACK:
                canvas.text(f"{state.scores[seat]} / {target}", cells, 24, bold=True, align="left")
                continue
            for at, cell in enumerate(columns_in(cells, *([0] * target), gap=4), 1):
                if at <= state.scores[seat]:
                    canvas.panel(cell, "ink", 5)
                    canvas.text(str(at), cell, 18, "ground", bold=True)
                else:
                    canvas.frame(cell, "edge", 5, 1)
                    if at == target:
                        canvas.text(str(at), cell, 18, "quiet")

    def _paint_trick(self, trick: shown.TrickView, box: canvas.Box) -> None:
        """The two cards side by side, seat 0's on the left; whose they are, who led, who took them."""
        views = {view.card: view for view in shown.deck(self.state)}
        wide = min(dp(118), box[2] / 2 - dp(20))
        for seat, place in enumerate(columns_in(box, 0, 0, gap=10)):
            x, y, width, height = place
            paper = (x + (width - wide) / 2, y + dp(30), wide, height - dp(32))
            name = trick.cards[seat]
            if name is None:
                canvas.frame(paper, "edge", 9, 1.2, alpha=0.7)
                if trick.leader == seat:
                    canvas.text(word("leads"), paper, 22, "quiet")
            else:
                card(views[name], self.state.options, paper, edge="ink" if trick.winner == seat else "edge")
            self._paint_whose(seat, trick, (x, y, width, dp(28)))

    def _paint_whose(self, seat: int, trick: shown.TrickView, box: canvas.Box) -> None:
        x, y, width, height = box
        says = [word("led")] if trick.leader == seat and trick.cards[seat] is not None else []
        if trick.winner == seat:
            says.append(word("takes it"))
        words = " · ".join(says)
        wide = canvas.text_width(words, 22)
        left = x + (width - wide - dp(26)) / 2
        canvas.seat_mark(seat, (left + dp(10), y + height / 2), dp(9))
        canvas.text(words, (left + dp(24), y, wide + dp(4), height), 22, "quiet", align="left")


def _call(act: Any, *arguments: object) -> Any:
    return lambda: act(*arguments)
