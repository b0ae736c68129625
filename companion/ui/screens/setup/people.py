"""The people in the setup: how many, who sits where, with which dice, on a map of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.bot_seats import why_no_bot
from companion.drawing.theme import LABEL
from companion.i18n import word
from companion.people.people import Person
from companion.ui.drawing import canvas
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.screens.setup.table_map import DiePalette, TableMap
from companion.ui.widgets.name_keyboard import name_pad
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in
from companion.ui.widgets.value_inputs import Segments
from companion.views.continued_draft import marked
from companion.views.seating import edges_of, moved, seat_for, seats_kept
from companion.views.setup_draft import NAMES, PlayersDraft

if TYPE_CHECKING:
    from companion.record.session import Session
    from companion.ui.screens.setup.screen import SetupScreen


class People(Drawn):
    """Owns `who` plays and whether they have their `own_dice`; `changed` is called when their number has changed.

    `known` are people to propose, `before` is the game that goes on, if any: then a player may leave the table. `named`
    is the seat whose name was asked for last.
    """

    def __init__(
        self, screen: SetupScreen, who: PlayersDraft, *, own_dice: bool, known: Sequence[Person],
        before: Session | None, **kwargs: Any,
    ) -> None:  # fmt: skip
        self._screen, self._app, self._game = screen, screen.app, screen.game
        self._known, self._before = known, before
        self.changed: Callable[[], object] = lambda: None
        self.own_dice, self.named = own_dice, 0
        counts = self._game.player_counts
        self.who = replace(
            who,
            players=max(counts[0], min(who.players, counts[-1])),
            bots=who.bots if why_no_bot(self._game) is None else (),
            came_from=(*who.came_from, *[None] * (len(who.names) - len(who.came_from))),
        )
        sat = () if before is None else edges_of(len(before.table.seats), self._app.settings.seats)
        self._edges_before = dict(enumerate(sat))
        super().__init__(**kwargs)
        self.count = Segments([(count, str(count)) for count in counts], self.who.players, self._count)
        self.dice = Segments([(False, word("any dice")), (True, word("a colour each"))], own_dice, self._own)
        self.map = TableMap(self._game, self.rename, self._choose_die, self._swap, self._move)
        for widget in (self.count, *([self.dice] if self._game.dice else []), self.map):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._show_players()

    def seat(self, who: PlayersDraft) -> None:
        """These people play, at these places."""
        self.who = who
        self._show_players()
        self.changed()

    def _show_players(self) -> None:
        table = self.who.table(own_dice=False)
        self._app.show_people(table if self._before is None else marked(self._before, table))
        names = [
            word("{name} · bot", name=name) if seat in self.who.bots else name
            for seat, name in enumerate(self.who.names[: self.who.players])
        ]
        colours = self.who.colours[: self.who.players] if self.own_dice else [""] * self.who.players
        self.map.show(names, colours, self._edges)

    def _count(self, players: int) -> None:
        while self._before is not None and self.who.players < players:
            last = self.who.players
            *sat, edge = self._sat(last + 1)
            at = seat_for(edge, sat)
            self.who = replace(self.who.seated([*range(at), last, *range(at, last)]), players=last + 1)
        self._keep_edges(players)
        self.seat(replace(self.who, players=players))

    def _own(self, own: bool) -> None:
        self.own_dice = own
        self._show_players()

    def _swap(self, seat: int, other: int) -> None:
        """Two players change places; each takes their die along."""
        self.seat(self.who.swapped(seat, other))
        self._note_edges()

    def _seat_bot(self, is_bot: bool) -> None:
        self.seat(self.who.with_bot(self.named, is_bot))

    def _move(self, seat: int, edge: str) -> None:
        """A player sits at another edge: seats go round clockwise, so others may get another seat."""
        try:
            order, edges = moved(self._edges, seat, edge)
        except ValueError:
            why = word("With these players nobody can sit at that edge. Drop the name on somebody to swap.")
            if self._edges.count("bottom") == 1 and self._edges[seat] == "bottom":
                why = word("Somebody must sit here at the near edge. Drop the name on somebody to swap.")
            self._screen.toast(why)
            return
        self._app.change(seats={**self._app.settings.seats, str(self.who.players): list(edges)})
        self.seat(self.who.seated(order))
        self._note_edges()

    def _sat(self, players: int) -> list[str | None]:
        """Return where the first players sat in the game that goes on, None for those who come."""
        return [None if seat is None else self._edges_before[seat] for seat in self.who.came_from[:players]]

    def _note_edges(self) -> None:
        """People of the game that goes on sit where they are now."""
        for seat, edge in zip(self.who.came_from, self._edges, strict=False):
            if seat is not None:
                self._edges_before[seat] = edge

    def _keep_edges(self, players: int) -> None:
        """Let everybody stay at their edge of the table in a game that goes on."""
        if self._before is None:
            return
        seats = seats_kept(self._app.settings.seats, self._sat(players))
        if seats != self._app.settings.seats:
            self._app.change(seats=seats)

    @property
    def _edges(self) -> tuple[str, ...]:
        return edges_of(self.who.players, self._app.settings.seats)

    def rename(self, seat: int, typed: str = "") -> None:
        """Ask for the name of a seat, with letters that were typed before."""
        self.named = seat
        others = [name for at, name in enumerate(self.who.names[: self.who.players]) if at != seat]
        known = [name for name in (*(str(one.name) for one in self._known), *NAMES) if name not in others]

        def done(typed: str) -> None:
            self._screen.card.close()
            name = self._app.people.roster.profile(typed).name
            if name in others:
                self._screen.toast(word("Another player has that name."))
                return
            self._take_seat(seat, name)

        pad = name_pad(self.who.names[seat], list(dict.fromkeys(known)), done)
        pad.type(typed)
        is_bot = seat in self.who.bots if why_no_bot(self._game) is None else None
        leave = partial(self._leave, seat) if self._before is not None else None
        self._screen.card.open(SeatCard(pad, is_bot, self._seat_bot, leave), word("Who sits here?"))

    def _take_seat(self, seat: int, name: str) -> None:
        """Somebody sits down; who is known has their die, and sits where they like to."""
        one = next((each for each in self._known if each.name == name), None)
        who = self.who.renamed(seat, name)
        if one is not None and one.die:
            who = who.recoloured(seat, one.die)
        if one is not None and one.edge in self._edges and self._edges[seat] != one.edge:
            who = who.swapped(seat, self._edges.index(one.edge))
        self.seat(who)

    def _choose_die(self, seat: int) -> None:
        """The palette; a colour that another player has is exchanged for this one."""
        others = {self.who.colours[at]: self.who.names[at] for at in range(self.who.players) if at != seat}

        def chosen(colour: str) -> None:
            self._screen.card.close()
            self.seat(self.who.recoloured(seat, colour))

        self._screen.card.open(
            DiePalette(others, chosen), word("Which die does {name} throw?", name=self.who.names[seat])
        )

    def _leave(self, seat: int) -> None:
        """Somebody goes; those after them move up."""
        self._screen.card.close()
        if self.who.players == self._game.player_counts[0]:
            self._screen.toast(word("{game} needs {n} players.", game=self._game.title, n=self.who.players))
            return
        self.who = self.who.without(seat)
        self.count.pick(self.who.players)

    def _lay(self, *_: object) -> None:
        """How many and with which dice above, the table below."""
        count, *dice, table = rows_in(self.box, 60, *([60] if self._game.dice else []), 0, gap=12)
        self._labels = []
        for words, widget, box in zip(
            (word("Players"), word("Dice")), (self.count, self.dice), (count, *dice), strict=False
        ):
            label, place = columns_in(box, 96, 0)
            self._labels.append((words, label))
            put(widget, place)
        put(self.map, table)
        self.again()

    def paint(self) -> None:
        """The words beside the choices."""
        labels = getattr(self, "_labels", [])
        if labels:
            size = canvas.common_size([words for words, _ in labels], labels[0][1][2], labels[0][1][3], LABEL)
            for words, box in labels:
                canvas.text(words, box, size, "quiet", align="left")
