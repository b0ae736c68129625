"""The web app: its pages and what they are made of, and the routes of others behind one guard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from companion.app.addresses import names_here
from companion.drawing.fonts import DEJAVU, ROBOTO, ROBOTO_BOLD, path_of
from companion.record.codec import Malformed
from companion.web.guard import Guard
from companion.web.looks import stylesheet
from companion.web.membership import Membership
from companion.web.page_words import page_words
from companion.web.requests import Parts, as_answer, language_of
from companion.web.results_routes import ResultsRoutes
from companion.web.share_routes import ShareRoutes
from companion.web.table_routes import TableRoutes
from companion.web.taps import NotAllowed

if TYPE_CHECKING:
    from starlette.requests import Request

STATIC = files("companion.web") / "static"


def make_app(parts: Parts, extra: Sequence[BaseRoute] = (), names: Sequence[str] = ()) -> Starlette:
    """Return the app; `extra` are routes of others behind the same guard, `names` more host names of this machine."""
    pages = {"/": "start", "/table": "table", "/seat": "seat"}
    shell = Template((STATIC / "page.html").read_text(encoding="utf-8"))
    return Starlette(
        routes=[
            *(Route(path, partial(page, shell.substitute(page=name))) for path, name in pages.items()),
            Route("/theme.css", theme),
            Route("/words", words),
            Route("/font/{name}", font),
            Mount("/static", StaticFiles(directory=str(STATIC))),
            *Membership(parts).routes(),
            *TableRoutes(parts).routes(),
            *ShareRoutes(parts).routes(),
            *ResultsRoutes(parts).routes(),
            *extra,
        ],
        middleware=[Middleware(Guard, names={*names_here(), *names})],
        exception_handlers={NotAllowed: not_allowed, Malformed: malformed},
    )


async def page(html: str, _request: Request) -> Response:
    """Send a page, the same to everybody."""
    return HTMLResponse(html, headers={"cache-control": "no-cache"})


async def theme(_request: Request) -> Response:
    """Send the colours of the app's themes."""
    return Response(stylesheet(), media_type="text/css", headers={"cache-control": "no-cache"})


async def words(request: Request) -> Response:
    """Send the words of the pages."""
    return as_answer(page_words(language_of(request)))


async def font(request: Request) -> Response:
    """Send one of the fonts that boards are measured with."""
    name = request.path_params["name"]
    if name not in {ROBOTO, ROBOTO_BOLD, DEJAVU}:
        raise HTTPException(404, "no such font")
    return FileResponse(path_of(name), media_type="font/ttf", headers={"cache-control": "max-age=86400"})


async def not_allowed(_request: Request, _wrong: Exception) -> Response:
    """Say that the role does not allow this."""
    return PlainTextResponse("not with this role", 403)


async def malformed(_request: Request, wrong: Exception) -> Response:
    """Say what is wrong with what was sent."""
    return PlainTextResponse(str(wrong)[:300], 400)
