"""The people who play: results, ratings, who beats whom, and whether their dice are fair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from catseye.names import comparison_key
from companion.core.table import Table
from companion.core.text import counted, say
from companion.drawing import signs
from companion.drawing.geometry import Point
from companion.drawing.theme import LABEL
from companion.i18n import translate, word
from companion.people.fair_dice import Die
from companion.people.overview import ALL, DICE, RESULTS, VIEWS, Overview, games_of, overview
from companion.people.people import Results
from companion.people.roster import Roster, alike
from companion.record.journal import JournalError, utc_now
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.rate_reading import moment
from companion.ui.screens.person_card import PersonCard
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.confirm import ConfirmCard
from companion.ui.widgets.painted import Words, columns_in, put, rows_in
from companion.ui.widgets.touched_board import TouchedBoard
from companion.ui.widgets.value_inputs import Segments


class PeopleScreen(Screen):
    """A view of a game, its pages, and cards about a person or a die.

    `game` is the one that people chose, for every view; a view that needs one shows another if they chose all games.
    """

    title = say("People and dice")
    back = "home"

    def build(self) -> None:
        """Choose what is looked at above; the picture below it."""
        self.view, self.game, self._page = RESULTS, ALL, 0
        self.read: Results | None = None
        self.views = Segments([(name, translate(words)) for name, words in VIEWS.items()], self.view, self._look_at)
        self.games = self._games()
        self.board = PeopleBoard(self._tapped)
        self.said = Words("", LABEL, "quiet")
        self.merge = Button("", kind="asked", size=LABEL)
        self.more = Button("", self._turn, "quiet", LABEL)
        for widget in (self.views, self.games, self.board, self.said):
            self.add_widget(widget)
        self._reading = Clock.schedule_interval(lambda _dt: self._read(), 0)

    def gone(self) -> None:
        """Read no further."""
        self._reading.cancel()

    def _games(self) -> Segments:
        found = [(name, translate(title)) for name, title in games_of(self.view, self.controller.games)]
        return Segments(found, self.game, self._choose_game)

    def _read(self) -> None:
        """Read for a moment; sessions that are new are played again."""
        try:
            self.read = self.app.people.read(moment())
        except JournalError as wrong:
            self._reading.cancel()
            self.said.words = translate(wrong.text)
            return
        if not self.read.left:
            self._reading.cancel()
        self._show()

    def _show(self) -> None:
        if self.read is None:
            return
        left, people = self.read.left, self.app.people
        reading = counted("{n} game is still being read…", "{n} games are still being read…", left)
        self.said.words = translate(reading) if left else ""
        made = overview(self.read, self.view, self.game, people.roster.dice)
        self.games.show(made.game)
        self.board.show(made, self._page)
        self._offer_merge()
        self._lay_all()

    def _offer_merge(self) -> None:
        """Ask about two names that may be one person's."""
        assert self.read is not None
        names = {key: str(one.name) for key, one in self.read.people.items()}
        tables = (frozenset(match.people) for match in self.read.matches)
        found = None if self.read.left else next(alike(names, tables), None)
        self.remove_widget(self.merge)
        if found is not None:
            one, other = (names[key] for key in found)
            self.merge = Button(
                word("{name} and {other} are the same person", name=one, other=other),
                lambda: self.change(self.app.people.roster.merged(one, other)),
                "quiet",
                LABEL,
            )
            self.add_widget(self.merge)

    def change(self, roster: Roster, name: str = "") -> None:
        """Keep another roster, and show what follows from it, with the card of the person of this name."""
        try:
            self.app.people.change(roster)
        except OSError as wrong:
            self.toast(word("It could not be saved: {why}", why=wrong), role="danger")
            return
        self._read()
        if name:
            self._tapped(comparison_key(name))

    def _look_at(self, view: str) -> None:
        self.view, self._page = view, 0
        self.remove_widget(self.games)
        self.games = self._games()
        self.add_widget(self.games)
        self._show()

    def _choose_game(self, game: str) -> None:
        self.game, self._page = game, 0
        self._show()

    def _turn(self) -> None:
        self.scrolled(1)

    def scrolled(self, by: int) -> None:
        """Show the next page, or the one before."""
        self._page = (self._page + by) % self.board.pages
        self._show()

    # --- cards

    def _tapped(self, means: object) -> None:
        """Open the card of a person, or ask about other dice of a colour."""
        assert self.read is not None
        if isinstance(means, Die):
            words = word(
                "From now on other dice have this colour: their rolls are counted from the beginning. The games stay "
                "as they are."
            )
            card = ConfirmCard(words, (word("These are other dice"), lambda: self._other_dice(means)), self.card.close)
            self.card.open(card, word("Other dice?"))
        elif isinstance(means, str) and means in self.read.people:
            self.card.open(PersonCard(self, self.read, means), translate(self.read.people[means].name))

    def _other_dice(self, die: Die) -> None:
        roster = self.app.people.roster
        self.card.close()
        self.change(Roster(roster.people, roster.deleted, {**roster.dice, die.colour: utc_now()}))

    def lay(self, body: canvas.Box) -> None:
        """What is looked at, which game, the picture, what there is to say and do."""
        foot = 58 if self.merge.parent or self.said.words or self.board.pages > 1 else 0.01
        views, games, board, low = rows_in(body, 60, 60 if self.view != DICE else 0.01, 0, foot, gap=10)
        put(self.views, views)
        put(self.games, games)
        put(self.board, board)
        said, more = columns_in(low, 0, 240)
        put(self.said, said)
        if self.merge.parent:
            put(self.merge, said)
        if (self.board.pages > 1) != (self.more.parent is not None):
            (self.add_widget if self.more.parent is None else self.remove_widget)(self.more)
        put(self.more, more)
        page = word("More {page}/{pages}", page=self._page + 1, pages=self.board.pages)
        self.more.say("▶ " + page)


class PeopleBoard(TouchedBoard):
    """The picture of a view; a tap on a person or a die opens their card."""

    def __init__(self, tapped: Callable[[object], object], **kwargs: Any) -> None:
        self._tapped, self._page = tapped, 0
        self.shown: Overview | None = None
        super().__init__(**kwargs)

    def show(self, shown: Overview, page: int) -> None:
        """Paint another view."""
        self.shown, self._page = shown, page
        self.again()

    @property
    def pages(self) -> int:
        """How many pages this view has here."""
        return 1 if self.shown is None else self.shown.pages(canvas.in_units(self.box))

    def standing(self) -> object:
        """The view that is shown."""
        return self.shown, self._page

    def act(self, means: object, at: Point) -> None:
        """Tell what was tapped."""
        del at
        self._tapped(means)

    def paint(self) -> None:
        """Paint the page."""
        if self.shown is not None:
            named = [one for one in self.shown.people.values() if one.name]
            signs.seat(Table(tuple(str(one.name) for one in named), marks=tuple(one.mark for one in named)))
            painted = KivyCanvas()
            self.shown.paint(painted, canvas.in_units(self.box), self._page)
            self.targets = painted.targets
