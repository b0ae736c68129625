"""The pages of events: standings, each round by table and by name, and what the organiser enters. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from xml.etree.ElementTree import Element

from companion.club.html import Look, e, field, page, posted, select, table
from companion.club.tournament.rounds import Format
from companion.club.tournament.store import Event, Paired
from companion.core.game import Game
from companion.core.text import Text, decimal, say

FORMATS = {
    Format.SWISS: say("Swiss: those with like points meet"),
    Format.ROUND_ROBIN: say("Round robin: everybody meets everybody"),
    Format.FREE: say("Free play: people sit down as they like"),
}


def events_page(events: Iterable[tuple[int, str]], games: Mapping[str, Game], look: Look) -> str:
    """Return the page of all events."""
    w, every = look.words, list(events)
    links = [e("li", e("a", name, href=f"/pairings/{number}")) for number, name in every]
    made = posted(
        "/events",
        e("h2", w(say("A new event"))),
        field(w(say("Name")), "name", required=True, maxlength="60"),
        select(w(say("Game")), "game", [(game.id, game.title) for game in games.values()]),
        select(w(say("Format")), "format", [(each.value, w(words)) for each, words in FORMATS.items()]),
        field(w(say("Most at a table")), "most", type="number", min="2", max="6", value="2"),
        e("label", e("span", w(say("Players, one a line"))), e("textarea", name="players", rows="8", required=True)),
        e("button.primary", w(say("Begin"))),
        kind="organiser-only.tall",
    )
    nothing = None if every else e("p.quiet", w(say("There is no event yet.")))
    return page(say("Pairings"), look, nothing, e("ol.links", links), made, path="/pairings")


def event_page(event: Event, games: Mapping[str, Game], look: Look) -> str:
    """Return the page of an event: the newest round first."""
    w = look.words
    game = games[event.game].title if event.game in games else event.game
    about = e("p.prompt", f"{game} · {w(FORMATS[event.format])}")
    rounds = [
        e(
            "section.round",
            e("h2", w(say("Round {n}", n=number))),
            _by_table(event, number, some, look),
            _by_name(event, some, look),
        )
        for number, some in reversed(list(enumerate(event.rounds, 1)))
    ]
    further = None
    if event.format is not Format.FREE:
        words = say("Pair round {n}", n=len(event.rounds) + 1)
        further = posted("/round", e("button.primary", w(words)), kind="organiser-only", event=str(event.id))
    going = [(str(who), event.players[who]) for who in event.players if who not in event.left]
    leaving = posted("/leave", select(w(say("Somebody leaves")), "player", going), e("button", w(say("They leave"))),
                     kind="organiser-only", event=str(event.id))  # fmt: skip
    export = e("p.screen-only", e("a", w(say("Standings as CSV")), href=f"/export/event/{event.id}.csv"))
    return page(
        event.name, look, about, further, rounds[:1], _standings(event, look), rounds[1:], leaving, export, kind="print"
    )


def _standings(event: Event, look: Look) -> Element:
    w = look.words
    rows = [
        (str(place), event.players[each.player], w(points(each.points)), w(points(each.others)), str(each.played))
        for place, each in enumerate(event.standings, 1)
    ]
    head = ["", w(say("Player")), w(say("Points")), w(say("Those they met")), w(say("Games"))]
    caption = w(say("Standings"))
    return e("section", e("h2", caption), table(head, rows, caption))


def _by_table(event: Event, number: int, some: Iterable[Paired], look: Look) -> Element:
    w = look.words
    rows: list[tuple[str | Element, ...]] = []
    for each in some:
        names = " + ".join(event.players[who] for who in each.players)
        if len(each.players) == 1:
            rows.append(("", names, w(say("pauses")), ""))
            continue
        rows.append((str(each.number), names, _told(event, each), _entering(event, number, each, look)))
    head = [w(say("Table")), w(say("Players")), w(say("Result")), ""]
    return table(head, rows, w(say("Round {n} by table", n=number)))


def _told(event: Event, paired: Paired) -> str:
    groups = [" = ".join(event.players[who] for who in group) for group in paired.places or ()]
    return ", ".join(f"{at}. {names}" for at, names in enumerate(groups, 1))


def _entering(event: Event, number: int, paired: Paired, look: Look) -> Element:
    """Return the form for a result by hand: a place for each player."""
    w = look.words
    chosen = {who: at for at, group in enumerate(paired.places or (), 1) for who in group}
    places = [(str(at), str(at)) for at in range(1, len(paired.players) + 1)]
    each = [
        select(event.players[who], f"place-{who}", places, str(chosen.get(who, at)))
        for at, who in enumerate(paired.players, 1)
    ]
    form = posted(
        "/result", each, e("button", w(say("Enter"))), event=str(event.id), round=str(number), table=str(paired.number)
    )
    return e("details.organiser-only", e("summary", w(say("Enter the result"))), form)


def _by_name(event: Event, some: Iterable[Paired], look: Look) -> Element:
    """Return where each player sits, by name: for the sheet on the wall."""
    w = look.words
    where = {who: each for each in some for who in each.players}
    rows = []
    for who in sorted(where, key=lambda each: event.players[each].casefold()):
        others = ", ".join(event.players[other] for other in where[who].players if other != who)
        rows.append((event.players[who], str(where[who].number) if others else w(say("pauses")), others))
    head = [w(say("Player")), w(say("Table")), w(say("Others"))]
    caption = w(say("By name"))
    return e("div.by-name", e("h3", caption), table(head, rows, caption))


def points(share: Fraction) -> Text:
    """Return points, with two decimals if they are not whole."""
    return say("{n}", n=share.numerator) if share.denominator == 1 else decimal(float(share), 2)
