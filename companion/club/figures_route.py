"""The route of a table's own figures for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from companion.club.health import Health
from companion.club.metrics import at_table

if TYPE_CHECKING:
    from starlette.requests import Request

    from companion.app.controller import TableController
    from companion.club.at_table import TableInClub
    from companion.web.requests import Parts


def figures_route(parts: Parts, controller: TableController, club: TableInClub | None) -> Route:
    """Return the route. A table in no club has figures, too."""
    health = Health(controller) if club is None else club.health

    async def figures(_request: Request) -> Response:
        text = await parts.on_table(
            lambda: at_table(controller.session, health.now(), None if club is None else club.status)
        )
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")

    return Route("/metrics", figures)
