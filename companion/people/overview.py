"""What is looked at: the results, the ratings, who beats whom, or the dice, of all games or of one. Pure.

The app and the browser show the same pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from companion.core.game import Game
from companion.core.text import Text, say
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box
from companion.people import charts
from companion.people.fair_dice import Die, dice_of
from companion.people.matches import Match
from companion.people.people import Person, Results
from companion.people.ratings import Rating, ratings
from companion.people.statistics import Pair, Record, pairs, records

RESULTS, RATINGS, PAIRS, DICE = "results", "ratings", "pairs", "dice"
VIEWS = {RESULTS: say("Results"), RATINGS: say("Ratings"), PAIRS: say("Who beats whom"), DICE: say("Are my dice fair?")}
ALL = ""
"""Stands for all games."""
RATED = 480.0
"""Height of a chart of ratings; with the names below it is twice as high."""


@dataclass(frozen=True, slots=True)
class Overview:
    """One view of one game, or of all. `records`, `ratings` and `pairs` are of its matches, `dice` of all sessions."""

    view: str
    game: str
    people: Mapping[str, Person]
    matches: Sequence[Match]
    records: Sequence[Record]
    ratings: Mapping[str, Sequence[Rating]]
    pairs: Mapping[tuple[str, str], Pair]
    dice: Sequence[Die]

    def pages(self, box: Box) -> int:
        """Return how many pages a picture of this size has."""
        return max(1, ceil(len(self._rows) / self._fit(box)))

    def paint(self, canvas: Canvas, box: Box, page: int = 0) -> None:
        """Paint a page, with a target for each person and each die."""
        fit = self._fit(box)
        shown = slice(page * fit, (page + 1) * fit)
        if self.view == RATINGS:
            charts.paint_ratings(canvas, box, self.people, self.ratings)
        elif self.view == PAIRS:
            charts.paint_pairs(canvas, box, self.people, [one.person for one in self.records], self.pairs)
        elif self.view == DICE:
            charts.paint_dice(canvas, box, self.dice[shown])
        else:
            charts.paint_results(canvas, box, self.people, self.records[shown], self.matches)

    def rating_of(self, person: str) -> Rating | None:
        """Return a person's rating now, None if they have none in this game."""
        rated = self.ratings.get(person)
        return rated[-1] if rated else None

    @property
    def _rows(self) -> Sequence[object]:
        """What is cut into pages."""
        return self.records if self.view == RESULTS else self.dice if self.view == DICE else ()

    def height(self, width: float) -> float:
        """Return how high a picture of this width is that shows all on one page."""
        if self.view == RATINGS:
            return RATED if width > charts.WIDE else 2 * RATED
        rows = max(1, len(self.dice if self.view == DICE else self.records))
        return charts.HEAD + rows * (self._row(width) + charts.GAP) + (charts.HEAD if self.view == PAIRS else 0)

    def _row(self, width: float) -> float:
        """How high a row is in a picture of this width."""
        return charts.die_row(width) if self.view == DICE else charts.ROW

    def _fit(self, box: Box) -> int:
        """How many rows a page has."""
        return charts.rows_that_fit(box[3], self._row(box[2]))


def overview(read: Results, view: str, game: str, since: Mapping[str, str]) -> Overview:
    """Return a view of a game, or of all. Ratings are always of one: of the one played most if none is named."""
    if view == RATINGS and game == ALL:
        game = next((name for name, _ in Counter(each.game for each in read.matches).most_common(1)), ALL)
    matches = [each for each in read.matches if game in (ALL, each.game)]
    return Overview(
        view,
        game,
        read.people,
        matches,
        records(matches),
        ratings(matches) if game != ALL and view != DICE else {},
        pairs(matches) if view == PAIRS else {},
        dice_of(read.sessions, since) if view == DICE else (),
    )


def games_of(view: str, games: Mapping[str, Game]) -> list[tuple[str, Text | str]]:
    """Return what can be chosen in a view: games by their titles, and all of them where that makes sense."""
    titles: list[tuple[str, Text | str]] = [(game.id, game.title) for game in games.values()]
    return [] if view == DICE else titles if view == RATINGS else [(ALL, say("All games")), *titles]
