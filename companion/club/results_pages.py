"""Results and rankings of the club, and the page of a player: the same statistics as at a table. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from urllib.parse import quote
from xml.etree.ElementTree import Element

from companion.club.html import Look, e, page, picture, posted, table
from companion.core.game import Game
from companion.core.text import counted, say
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import THEMES
from companion.drawing.theme import Look as Painted
from companion.i18n import Translate
from companion.people.charts import sentences
from companion.people.matches import Match
from companion.people.overview import PAIRS, RATINGS, RESULTS, VIEWS, Overview, games_of
from companion.people.people import Results
from companion.people.ratings import Rating

WIDE, HIGH = 1248.0, 620.0
"""Size of the picture in units."""
MOST_MATCHES = 100
"""Games of the list; the export has all."""
TableOf = Callable[[str], str]
"""Returns the name of a session's table."""


def results_page(
    shown: Overview, read: Results, games: Mapping[str, Game], where: TableOf, members: Sequence[str], look: Look
) -> str:
    """Return a view of the results, its picture and the games themselves."""
    w = look.words
    views = [_link(w(VIEWS[view]), view, shown.game, view == shown.view) for view in (RESULTS, RATINGS, PAIRS)]
    kinds = [_link(w(name), shown.view, game, game == shown.game) for game, name in games_of(shown.view, games)]
    rows = [
        (
            e("a", w(shown.people[each.person].name), href=f"/player?who={quote(each.person)}"),
            str(each.played), str(each.won), str(each.longest),
            "" if (rating := shown.rating_of(each.person)) is None else f"{rating.mean:.1f} ± {rating.plus_minus:.1f}",
        )
        for each in shown.records
    ]  # fmt: skip
    head = [w(say("Player")), w(say("Games")), w(say("Won")), w(say("Most in a row")), w(say("Rating"))]
    exports: list[Element | str] = [e("a", w(say("Games as CSV")), href="/export/games.csv"), " · ",
               e("a", w(say("Games as JSON")), href="/export/games.json")]  # fmt: skip
    left = counted("{n} game is still being read…", "{n} games are still being read…", read.left)
    nothing = say("No game of two people or more was played to its end yet.")
    found = [
        e("div.chart", picture(_painted(shown, look), w(VIEWS[shown.view]))), table(head, rows, w(say("Ranking"))),
        e("h2", w(say("Games played"))), _matches(shown.matches, read, games, where, look), e("p", exports),
    ] if rows else [] if read.left else [e("p.quiet", w(nothing))]  # fmt: skip
    return page(
        say("Results"), look, e("nav.tabs", views, aria_label=w(say("Views"))),
        e("nav.tabs", kinds, aria_label=w(say("Games"))), e("p.quiet", w(left)) if read.left else None, found,
        _members(members, look), path="/results", kind="again" if read.left else "",
    )  # fmt: skip


def _members(members: Sequence[str], look: Look) -> Element:
    """Return who is a member, for the organiser to change, and what that means."""
    w = look.words
    about = say(
        "The name of a member, or of a player of an event, is one person at every table. Others are guests of a table."
    )
    names = e("textarea", "\n".join(members), name="members", rows="8")
    listed = e("label", e("span", w(say("Members of the club, one a line"))), names)
    form = posted("/members", listed, e("button", w(say("Keep this list"))), kind="organiser-only.tall")
    return e("section.screen-only", e("p.quiet", w(about)), form)


def player_page(
    who: str, shown: Overview, rating: Rating | None, rated: str, read: Results, games: Mapping[str, Game],
    where: TableOf, look: Look,
) -> str:  # fmt: skip
    """Return the page of somebody who has played; `rating` is that of the game `rated`."""
    w = look.words
    record = next((each for each in shown.records if each.person == who), None)
    lines = [] if record is None else sentences(record, rating, games, rated)
    mine = [each for each in shown.matches if who in each.people]
    return page(read.people[who].name, look, e("ul", (e("li", w(line)) for line in lines)),
                e("h2", w(say("Games played"))), _matches(mine, read, games, where, look))  # fmt: skip


def place_words(match: Match, read: Results, words: Translate) -> str:
    """Return a result in a line: places with names and scores."""
    return ", ".join(
        f"{at}. " + " = ".join(_with_score(who, match, read, words) for who in group)
        for at, group in enumerate(match.places, 1)
    )


def _with_score(who: str, match: Match, read: Results, words: Translate) -> str:
    name = words(read.people[who].name)
    return f"{name} ({match.scores[who]})" if who in match.scores else name


def _matches(matches: Sequence[Match], read: Results, games: Mapping[str, Game], where: TableOf, look: Look) -> Element:
    w = look.words
    rows = [
        (_day(each.began), where(each.session), games[each.game].title, place_words(each, read, w))
        for each in reversed(matches[-MOST_MATCHES:])
    ]
    head = [w(say("Began")), w(say("Table")), w(say("Game")), w(say("Result"))]
    return table(head, rows, w(say("Games played")))


def _day(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M") if at else ""


def _painted(shown: Overview, look: Look) -> str:
    canvas = SvgCanvas(WIDE, HIGH, Painted(THEMES[look.theme], 1.0, look.words))
    shown.paint(canvas, (0, 0, WIDE, HIGH))
    return canvas.document()


def _link(words: str, view: str, game: str, here: bool) -> Element:
    return e("a", words, href=f"/results?view={view}&game={game}", aria_current="page" if here else None)
