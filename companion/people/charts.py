"""How people did, as pictures that any canvas draws: results, ratings, who beats whom, dice. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.game import Game
from companion.core.text import NOTHING, Text, counted, decimal, say
from companion.drawing import shapes
from companion.drawing.canvas import Canvas
from companion.drawing.geometry import Box, Point, columns_in, inset, rows_in
from companion.drawing.text_layout import common_size, fits, width_in_two
from companion.drawing.theme import LABEL, SMALL, mark_colour
from companion.people.fair_dice import SIDES, Die, verdict
from companion.people.matches import Match
from companion.people.people import Person
from companion.people.ratings import Rating
from companion.people.statistics import Pair, Record

ROW, HEAD, GAP = 60, 30, 6
"""Heights of a person's row and of the words above, and what lies between rows."""
NAME = 210
LEGEND = 270, 360
"""Least and largest width of the names beside the ratings: these must be seen, too."""
NARROW = 600
"""A picture at most so wide, as on a phone, has no room for all figures."""
NOBODY = "\N{EN DASH}"
"""Stands for a place that nobody had: the game itself won."""
CELL = 46
"""Width of one game in the grid of results."""
WIDE = 900
"""A picture narrower than this stacks what else stands side by side."""
DIE_ROW, FIGURE, SENTENCE = 118, 24, 130
"""Heights of a die's row, of a figure in it, and of the sentence below it in a narrow picture."""
MOST, MOST_NARROW = 8, 5
"""Most people in a picture: as many as there are colours, and as have room beside each other in a narrow one."""
FIRST = 25.0
"""Everybody's rating before their first game."""
LEAD = 8
"""Width of the stripe in a person's colour where they won or lead."""


def rows_that_fit(height: float, row: float = ROW) -> int:
    """Return how many rows a picture of this height has room for."""
    return max(1, int((height - HEAD) // (row + GAP)))


def paint_results(
    canvas: Canvas, box: Box, people: Mapping[str, Person], records: Sequence[Record], matches: Sequence[Match]
) -> None:
    """Paint a row for each record: games won, streaks, the time of a turn, and the places in the newest games."""
    if not records:
        _paint_nothing(canvas, box)
        return
    x, y, width, height = box
    top, heads = y + height - HEAD, (say("Won"), say("In a row"), say("A turn"))
    figures = (120.0, 120.0, 110.0) if width > NARROW else (100.0,)
    grid = x + NAME + sum(figures) + 24
    shown = matches[-max(1, int((x + width - grid) // CELL)) :]
    columns = columns_in((x + NAME, top, sum(figures) + 16, HEAD), *figures)
    for words, head in zip(heads, columns, strict=False):
        canvas.text(words, head, SMALL, "quiet")
    if shown:
        canvas.text(say("Last games"), (grid, top, x + width - grid, HEAD), SMALL, "quiet", align="left")
    said = [_figures(canvas, record)[: len(figures)] for record in records]
    size = _one_size(canvas, (words for row in said for words in row), min(figures), ROW)
    for at, record in enumerate(records):
        low = top - (at + 1) * (ROW + GAP)
        canvas.panel((x, low, width, ROW), "panel")
        _paint_name(canvas, (x, low, NAME, ROW), people[record.person])
        for figure, (left, _, wide, _) in zip(said[at], columns, strict=True):
            canvas.text(figure, (left, low, wide, ROW), size)
        for number, match in enumerate(shown):
            if record.person in match.people:
                cell = (grid + number * CELL, low + 9, CELL - 4, ROW - 18)
                _paint_place(canvas, cell, match.place(record.person), mark_colour(people[record.person].mark))
        canvas.target((x, low, width, ROW), record.person)


def _paint_nothing(canvas: Canvas, box: Box) -> None:
    """Say why there is nothing to show: a stopped game has no result."""
    canvas.text(say("No game of two people or more was played to its end yet."), box, LABEL, "quiet")


def _figures(canvas: Canvas, record: Record) -> tuple[str, str, str]:
    """Return what stands in a person's row: games won, wins in a row, the time of a turn."""
    won = say("{won} of {played}", won=record.won, played=record.played)
    streak = say("{n} (best {most})", n=record.streak, most=record.longest) if record.longest else NOBODY
    turn = NOTHING if record.turn_s is None else time_words(record.turn_s)
    return canvas.look.said(won), canvas.look.said(streak), canvas.look.said(turn)


def _paint_place(canvas: Canvas, cell: Box, place: int | None, colour: str) -> None:
    """Paint the place somebody had, with a stripe in their colour if they won."""
    x, y, width, height = cell
    canvas.panel(cell, "raised", 8)
    if place == 1:
        canvas.panel((x, y, width, LEAD), colour, 4)
    figure = (x, y + LEAD, width, height - LEAD)
    canvas.text(NOBODY if place is None else str(place), figure, LABEL, bold=place == 1)


def _one_size(canvas: Canvas, texts: Iterable[str], wide: float, high: float) -> float:
    """Return the size in which all of these fit, so that neighbours are written alike."""
    return common_size(texts, wide, high, LABEL, bold=True, text_size=canvas.look.text_size)


def paint_ratings(
    canvas: Canvas, box: Box, people: Mapping[str, Person], ratings: Mapping[str, Sequence[Rating]]
) -> None:
    """Paint a line for each person: their rating after each game; at its end the name, and how sure the rating is."""
    order = sorted(ratings, key=lambda who: -ratings[who][-1].mean)[:MOST]
    if not order:
        _paint_nothing(canvas, box)
        return
    canvas.panel(box, "panel")
    longest = max(width_in_two(canvas.look.said(people[who].name), bold=True) for who in order)
    chart, names = _beside(box, min(LEGEND[1], max(LEGEND[0], longest + 160)), float(ROW) * len(order))
    x, y, width, height = chart[0] + 56, chart[1] + 20, chart[2] - 70 - 9 * len(order), chart[3] - 40
    every = [each for who in order for each in ratings[who]]
    ends = [ratings[who][-1] for who in order]
    low = min(*(each.mean for each in every), *(end.mean - end.plus_minus for end in ends))
    high = max(*(each.mean for each in every), *(end.mean + end.plus_minus for end in ends))
    last = 1 + max(each.game for each in every)

    def place(game: float, mean: float) -> Point:
        return x + width * game / last, y + height * (mean - low) / max(1e-6, high - low)

    for mark in _marks(low, high):
        up = place(0, mark)[1]
        canvas.line([(x, up), (x + width, up)], "edge", 1.2, alpha=0.4)
        canvas.text(str(mark), (chart[0] + 4, up - 14, 46, 28), SMALL, "quiet", align="right")
    high_row = min(float(ROW), (names[3] - 8) / len(order))
    top = names[1] + names[3] - 8
    for number, who in enumerate(order):
        one, colour, end = people[who], mark_colour(people[who].mark), ratings[who][-1]
        points = [place(1 + each.game, each.mean) for each in ratings[who]]
        canvas.line([place(ratings[who][0].game, FIRST), *points, place(last, end.mean)], colour, 4)
        bar = x + width + 12 + 9 * number
        canvas.line([(bar, place(last, end.mean + sign * end.plus_minus)[1]) for sign in (-1, 1)], colour, 5)
        shapes.person_mark(canvas, one.mark, (bar, place(last, end.mean)[1]), 7)
        row = (names[0], top - (number + 1) * high_row, names[2] - 8, high_row)
        shapes.person_mark(canvas, one.mark, (row[0] + 12, row[1] + high_row / 2), 10)
        name, figure = columns_in((row[0] + 32, row[1], row[2] - 32, high_row), 0, 110)
        canvas.text(one.name, name, LABEL, bold=True, align="left")
        canvas.text(rating_words(end), figure, LABEL, align="right")
        canvas.target(row, who)


def paint_pairs(
    canvas: Canvas, box: Box, people: Mapping[str, Person], order: Sequence[str], pairs: Mapping[tuple[str, str], Pair]
) -> None:
    """Paint a square of people: how often the one of the row was placed before the one of the column, and behind."""
    order = order[: MOST if box[2] > NARROW else MOST_NARROW]
    if not order:
        _paint_nothing(canvas, box)
        return
    x, y, width, height = box
    top, wide = y + height - HEAD - 26, (width - NAME) / max(1, len(order))
    high = min(ROW + GAP, (top - y) / max(1, len(order)))
    scores = {pair: f"{each.ahead} : {each.behind}" for pair, each in pairs.items()}
    size = _one_size(canvas, scores.values(), wide - GAP - LEAD, (high - GAP) * 0.56)
    canvas.text(say("ahead : behind"), (x, top, NAME, HEAD), SMALL, "quiet", align="left")
    for column, other in enumerate(order):
        left = x + NAME + column * wide
        shapes.person_mark(canvas, people[other].mark, (left + 12, top + 26), 10)
        if width > WIDE:
            head = (left + 28, top, wide - GAP - 28, HEAD + 22)
            name = canvas.look.said(people[other].name)
            canvas.text(name if fits(name, *head[2:], bold=True) else "", head, SMALL, bold=True, align="left")
    for at, one in enumerate(order):
        low = top - (at + 1) * high
        _paint_name(canvas, (x, low, NAME, high - GAP), people[one])
        canvas.target((x, low, NAME, high - GAP), one, GAP / 2)
        for column, other in enumerate(order):
            cell = (x + NAME + column * wide, low, wide - GAP, high - GAP)
            pair = pairs.get((one, other))
            if one == other or pair is None:
                canvas.panel(cell, "ground", 8)
                continue
            leads = pair.ahead > pair.behind
            canvas.panel(cell, "panel", 8)
            left, bottom, across, up = cell
            if leads:
                canvas.panel((left, bottom, LEAD, up), mark_colour(people[one].mark), 4)
            if pair.equal:
                canvas.text(f"= {pair.equal}", (left + LEAD, bottom + 1, across - LEAD, up * 0.44), SMALL, "quiet")
                bottom, up = bottom + up * 0.44, up * 0.56
            canvas.text(scores[one, other], (left + LEAD, bottom, across - LEAD, up), size, bold=leads)


def die_row(width: float) -> float:
    """Return how high the row of a die is in a picture of this width."""
    return DIE_ROW if width > WIDE else DIE_ROW + SENTENCE


def paint_dice(canvas: Canvas, box: Box, dice: Sequence[Die]) -> None:
    """Paint a row for each die: how often each face came, what would be fair, and what can be said."""
    x, y, width, height = box
    if not dice:
        canvas.text(say("No dice were thrown yet."), box, LABEL, "quiet")
    high = die_row(width)
    for at, die in enumerate(dice):
        row = (x, y + height - (at + 1) * (high + GAP), width, high)
        canvas.panel(row, "panel")
        figures, words = _beside(row, width - 432, SENTENCE)
        left, low = figures[0], figures[1]
        shapes.die(canvas, 5, die.colour, (left + 16, low + 31, 56, 56))
        _paint_faces(canvas, (left + 92, low + 8, 320, DIE_ROW - 16), die)
        canvas.text(verdict(die), inset(words, 12, 4), LABEL, "warn" if die.suspect else "ink", align="left")
        canvas.target(row, die)


def _beside(box: Box, wide: float, high: float) -> list[Box]:
    """Cut a box in two: the second is so wide on the right, or in a narrow picture so high below."""
    return columns_in(box, 0, wide, gap=0) if box[2] > WIDE else rows_in(box, 0, high, gap=0)


def _paint_faces(canvas: Canvas, box: Box, die: Die) -> None:
    """A column for each face, with its count above all columns; a line where a fair die would be."""
    x, y, width, height = box
    fair, room = die.rolls / SIDES, height - 2 * FIGURE - 4
    most = max(1, 2 * fair, *die.faces)
    for face, (left, _, wide, _) in enumerate(columns_in(box, *[0] * SIDES), 1):
        count = die.faces[face - 1]
        canvas.panel((left + 6, y + FIGURE, wide - 12, room * count / most), "edge", 3)
        canvas.text(str(face), (left, y, wide, FIGURE - 2), SMALL, "quiet")
        canvas.text(str(count), (left, y + height - FIGURE, wide, FIGURE), SMALL)
    up = y + FIGURE + room * fair / most
    canvas.line([(x, up), (x + width, up)], "asked", 2.5)


def sentences(record: Record, rating: Rating | None, games: Mapping[str, Game], rated: str) -> Iterator[Text]:
    """Yield what can be said about a person's games, a sentence each; the `rating` is that of the game `rated`."""
    yield counted("Won {won} of {n} game.", "Won {won} of {n} games.", record.played, won=record.won)
    yield say("Wins in a row: {n} now, {most} at most.", n=record.streak, most=record.longest)
    if record.turn_s is not None:
        yield say("A turn takes {time}.", time=time_words(record.turn_s))
    if rating is not None and rated in games:
        title = games[rated].title
        yield say("Rating in {game}: {rating}. Everybody begins at 25.", game=title, rating=rating_words(rating))
    for game, score in record.best.items():
        if game in games:
            tally = games[game].tally
            best = say("{n}", n=score) if tally is None else tally.unit(score)
            yield say("Best in {game}: {score}.", game=games[game].title, score=best)


def rating_words(rating: Rating) -> Text:
    """Return a rating with its uncertainty."""
    return say("{mean} ± {range}", mean=round(rating.mean), range=round(rating.plus_minus))


def time_words(seconds: float) -> Text:
    """Return the length of a turn in words."""
    if seconds < 60:
        return say("{n} s", n=round(seconds))
    return say("{minutes} min", minutes=decimal(seconds / 60))


def _paint_name(canvas: Canvas, box: Box, person: Person) -> None:
    x, y, width, height = box
    shapes.person_mark(canvas, person.mark, (x + 22, y + height / 2), 11)
    canvas.text(person.name, (x + 44, y, width - 50, height), LABEL, bold=True, align="left")


def _marks(low: float, high: float) -> range:
    """Return the round numbers beside a chart of these values."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if (high - low) / step <= 8 or step == 100)
    return range(int(-(-low // step)) * step, int(high) + 1, step)
