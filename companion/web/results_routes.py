"""The route by which browsers look at results, ratings and dice: the same pictures as the app's."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route

from companion.core.text import counted
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look
from companion.people.charts import sentences
from companion.people.fair_dice import verdict
from companion.people.overview import ALL, DICE, RESULTS, VIEWS, Overview, games_of, overview
from companion.web.as_json import Json
from companion.web.publisher import words_in
from companion.web.requests import Parts, as_answer, number_of, style_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from companion.core.game import Game
    from companion.web.pages import Style

READ_S = 0.05
"""How long the table may stand still while sessions are read, seconds; the page asks again for the rest."""
SIZES = {"wide": (1248.0, 620.0), "narrow": (480.0, 1000.0)}
TALL = (768.0, 1000.0)
"""Sizes of the picture in units, at most so high: on a wide page, on a phone, and on any other."""


class ResultsRoutes:
    """Results for every paired browser."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def routes(self) -> list[BaseRoute]:
        """Return these routes."""
        return [Route("/results", self.results)]

    async def results(self, request: Request) -> Response:
        """Send a page of a view of a game, or of all games, and the same in words."""
        self._parts.need_role(request)
        view, game = request.query_params.get("view", RESULTS), request.query_params.get("game", ALL)
        people, games = self._parts.people, self._parts.publisher.controller.games
        if view not in VIEWS or game not in {ALL, *games}:
            raise HTTPException(404, "no such view")
        until = time.monotonic() + READ_S
        read = await self._parts.on_table(lambda: people.read(lambda: time.monotonic() > until))
        page, style, since = number_of(request, "page"), style_of(request), people.roster.dice

        def made() -> Json:
            return as_json(overview(read, view, game, since), games, page, style, read.left)

        return as_answer(await asyncio.to_thread(made))


def as_json(shown: Overview, games: Mapping[str, Game], page: int, style: Style, left: int) -> Json:
    """Return a view as JSON: its picture, what else can be chosen, and the same in words."""
    words = words_in(style.language)
    wide, high = SIZES.get(style.shape, TALL)
    high = min(high, shown.height(wide))
    pages = shown.pages((0, 0, wide, high))
    canvas = SvgCanvas(wide, high, Look(THEMES[style.theme], 1.0, words))
    shown.paint(canvas, (0, 0, wide, high), min(page, pages - 1))
    reading = counted("{n} game is still being read…", "{n} games are still being read…", left)
    if shown.view == DICE:
        said = [{"name": words(die.name), "lines": [words(verdict(die))]} for die in shown.dice]
    else:
        said = [
            {
                "name": words(shown.people[each.person].name),
                "lines": [words(line) for line in sentences(each, shown.rating_of(each.person), games, shown.game)],
            }
            for each in shown.records
        ]
    return {
        "view": shown.view,
        "views": [{"value": name, "words": words(title)} for name, title in VIEWS.items()],
        "game": shown.game,
        "games": [{"value": name, "words": words(title)} for name, title in games_of(shown.view, games)],
        "pages": pages,
        "picture": canvas.document(),
        "said": said,
        "left": left,
        "reading": words(reading) if left else "",
    }
