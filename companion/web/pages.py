"""Snapshots as JSON for browsers: made on the server's thread, once for each language, theme and shape in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import msgspec

from companion.core.events import Event
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import Box
from companion.drawing.scene import GoBack, Refused, ShowsSheet, Switches
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.targets import Targets
from companion.drawing.theme import THEMES, Look
from companion.record.result_picture import HIGH, WIDE, paint_end
from companion.web import as_json
from companion.web.publisher import Snapshot, words_in
from companion.web.tap_gate import name_of

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.i18n import Translate
    from companion.web.home import Home

SHAPES = {
    "wide": ((1040.0, 700.0),),
    "tall": ((1040.0, 680.0),),
    "narrow": ((600.0, 500.0), (600.0, 900.0), (1040.0, 680.0)),
    "none": (),
}
"""The sizes of the board, in units, of which the first that has room is taken: for a page that is wider than high, one
that is not, a phone, and one without a board.
"""
UPRIGHT = (480.0, 1150.0)
"""The size of the result on a phone, in units."""
SHEET = (900.0, 560.0)
"""The size of a sheet over the board, in units."""
KEPT = 32
"""Pages kept: each language, theme and shape of the newest snapshot."""


class Tapped(Protocol):
    """A canvas that knows where a finger counts."""

    targets: Targets


C = TypeVar("C", bound=Tapped)


class Style(NamedTuple):
    """How a browser wants its page."""

    language: str = ""
    theme: str = "dark"
    shape: str = "none"
    switched: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A view as JSON, and what the targets of its board mean, by name."""

    snapshot: Snapshot
    json: bytes
    targets: Mapping[str, object]


class Pages:
    """Makes pages and keeps the newest ones. Runs on the server's thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, Style], Page] = OrderedDict()
        self._pictures: dict[tuple[str, str], str] = {}

    def page(self, snapshot: Snapshot, style: Style) -> Page:
        """Return the page of a snapshot in a style."""
        key = snapshot.at, style
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._made(snapshot, style)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _made(self, snapshot: Snapshot, style: Style) -> Page:
        words = words_in(style.language)
        look = Look(THEMES[style.theme], 1.0, words, snapshot.table)
        view: as_json.Json = {
            "at": snapshot.at,
            "session": snapshot.session,
            "seq": snapshot.seq,
            "home": None,
            "organiser": snapshot.organiser,
        }
        targets: Mapping[str, object] = {}
        table = snapshot.tables.get(style.language)
        if table is not None:
            view |= {
                "screen": "table",
                "game": snapshot.game.id if snapshot.game else "",
                **as_json.table(table, words),
                "own_dice": bool(snapshot.table.colours),
                "practice": snapshot.practice,
            }
            view["board"], targets = self._board(snapshot, look, style)
            view["result"] = self._result(snapshot, look, style)
        else:
            view |= {"screen": "home" if snapshot.home is not None else "waiting"}
            if snapshot.home is not None:
                view["home"] = self._home(snapshot.home, look, words)
        return Page(snapshot, msgspec.json.encode(view), targets)

    @staticmethod
    def _board(snapshot: Snapshot, look: Look, style: Style) -> tuple[str, Mapping[str, object]]:
        """Return the board as SVG, with a name at each target that a browser can tap, and what these mean."""
        game, scene = snapshot.game, snapshot.scene
        if style.shape == "none" or game is None or game.board is None or scene is None:
            return "", {}
        if style.switched:
            scene = replace(scene, picked=frozenset({Switches(style.switched)}))
        canvas = board_in(style.shape, lambda wide, high: SvgCanvas(wide, high, look, target_name), game.board, scene)
        return canvas.document(), {name: means for _, means, *_ in canvas.targets.all if (name := target_name(means))}

    def sheet(self, snapshot: Snapshot, style: Style, name: str) -> as_json.Json | None:
        """Return a sheet that a target of the board shows, None if there is no such target."""
        means = self.page(snapshot, style).targets.get(name)
        if not isinstance(means, ShowsSheet) or snapshot.scene is None:
            return None
        words = words_in(style.language)
        canvas = SvgCanvas(*SHEET, Look(THEMES[style.theme], 1.0, words, snapshot.table))
        means.paint(canvas, _whole(*SHEET), snapshot.scene.state)
        return {"title": words(means.title), "picture": canvas.document()}

    @staticmethod
    def _result(snapshot: Snapshot, look: Look, style: Style) -> str:
        if snapshot.sheet is None or style.shape == "none":
            return ""
        wide, high = (WIDE, HIGH) if style.shape != "narrow" else UPRIGHT
        canvas = SvgCanvas(wide, high, look)
        paint_end(canvas, _whole(wide, high), snapshot.sheet)
        return canvas.document()

    def _home(self, home: Home, look: Look, words: Translate) -> as_json.Json:
        titles = {game.id: game.title for game in home.games}
        return {
            "trouble": words(home.trouble),
            "games": [
                {
                    "id": game.id,
                    "title": game.title,
                    "about": words(game.about),
                    "players": [game.player_counts[0], game.player_counts[-1]],
                    "picture": self._picture(game, look),
                }
                for game in home.games
            ],
            "sessions": [
                {
                    "id": each.id,
                    "title": titles[each.game],
                    "players": list(each.players),
                    "began": each.began,
                    "over": each.over,
                    "events": each.events,
                    "standing": [words(count) for count in each.standing],
                }
                for each in home.sessions
                if each.game in titles
            ],
        }

    def _picture(self, game: Game, look: Look) -> str:
        key = game.id, look.theme.name
        if key not in self._pictures:
            canvas = SvgCanvas(240, 240, look)
            paint_picture(game, canvas, _whole(240, 240))
            self._pictures[key] = canvas.document()
        return self._pictures[key]


def target_name(means: object) -> str:
    """Return the name by which a browser says that it tapped a target."""
    match means:
        case Refused(event):
            return f"refused-{name_of(event)}"
        case GoBack(count):
            return f"back-{count}"
        case ShowsSheet(title):
            return f"sheet-{title.template}"
        case Switches(what):
            return f"switch-{what}"
        case Event():
            return name_of(means)
    return f"named-{means}" if isinstance(means, str) else ""


def board_in(shape: str, make: Callable[[float, float], C], paint: Callable[[Any, Box, Any], None], scene: Any) -> C:
    """Return the canvas on which a board was painted for a shape of page: the first size in which nothing that can be
    tapped is beside it, else the last one. `make` makes a canvas of a width and a height.
    """
    for wide, high in SHAPES[shape]:
        canvas = make(wide, high)
        paint(canvas, _whole(wide, high), scene)
        if all(x >= 0 and x + across <= wide for (x, _, across, _), *_ in canvas.targets.all):
            break
    return canvas


def _whole(wide: float, high: float) -> Box:
    return 0.0, 0.0, wide, high
