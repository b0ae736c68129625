"""Snapshots as JSON for browsers: made on the server's thread, once for each language, theme and shape in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from companion.core.events import Event
from companion.drawing.game_pictures import paint_picture
from companion.drawing.geometry import Box
from companion.drawing.scene import GoBack, Refused, ShowsSheet, Switches
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES, Look
from companion.record.result_picture import HIGH, WIDE, paint_end
from companion.web import as_json
from companion.web.publisher import Snapshot, words_in
from companion.web.tap_gate import name_of

if TYPE_CHECKING:
    from companion.core.game import Game
    from companion.views.presenter import Translate
    from companion.web.home import Home

SHAPES = {"wide": (1040.0, 700.0), "tall": (1040.0, 680.0), "narrow": (600.0, 500.0), "none": (0.0, 0.0)}
"""The size of the board, in units: for a page that is wider than high, one that is not, a phone, and one without."""
UPRIGHT = (480.0, 1150.0)
"""The size of the result on a phone, in units."""
SHEET = (900.0, 560.0)
"""The size of a sheet over the board, in units."""
KEPT = 32
"""Pages kept: each language, theme and shape of the newest snapshot."""


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
        wide, high = SHAPES[style.shape]
        game, scene = snapshot.game, snapshot.scene
        if not wide or game is None or game.board is None or scene is None:
            return "", {}
        targets: dict[str, object] = {}

        def key(means: object) -> str:
            name = target_name(means)
            if name:
                targets[name] = means
            return name

        canvas = SvgCanvas(wide, high, look, key)
        if style.switched:
            scene = replace(scene, picked=frozenset({Switches(style.switched)}))
        game.board(canvas, _whole(wide, high), scene)
        if style.shape == "narrow" and any(x < 0 or x + across > wide for (x, _, across, _), *_ in canvas.targets.all):
            return Pages._board(snapshot, look, style._replace(shape="tall"))  # this board needs more width
        return canvas.document(), targets

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


def _whole(wide: float, high: float) -> Box:
    return 0.0, 0.0, wide, high
