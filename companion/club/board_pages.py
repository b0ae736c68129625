"""The board of all tables, and the page of one. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from xml.etree.ElementTree import Element

from companion.club.board import GOOD, NONE, TROUBLE, Progress, SeatShown, TableShown
from companion.club.html import Look, e, page, posted, table, written
from companion.core.text import NOTHING, Text, decimal, say
from companion.i18n import Translate
from companion.record.history import Line
from companion.web.publisher import words_in

FULL = 3
"""Up to how many players a small card shows in a line each; of more, two and how many others there are."""
DEVICES = {GOOD: say("good"), NONE: say("none"), TROUBLE: say("in trouble")}
PROGRESS = {
    Progress.IDLE: say("No game yet"), Progress.PLAYING: say("Playing"), Progress.OVER: say("Over"),
    Progress.STOPPED: say("Stopped"),
}  # fmt: skip


def order(shown: TableShown) -> str:
    """Return what the board is sorted by: help wanted first, then what is in trouble, then the names."""
    urgent = 0 if shown.help and not shown.answered else 1 if shown.help else 2
    words = "".join(part.zfill(6) if part.isdecimal() else part.casefold() for part in _parts(shown.name))
    return f"{urgent} {words}"


def board_page(tables: Iterable[TableShown], connected: bool, look: Look) -> str:
    """Return the page of all tables."""
    w, every = look.words, sorted(tables, key=order)
    cards = (card(each, w) for each in every)
    nothing = e("p.quiet", w(say("No table has joined yet.")), id="nothing", hidden=bool(every))
    lost = e("p.lost-database", w(say("The database is away. The tables play on; this is how they were.")),
             id="lost", hidden=connected)  # fmt: skip
    return page(say("All tables"), look, _pages(w), lost, nothing, e("ol.board", cards, id="board"), path="/",
                kind="live")  # fmt: skip


def _pages(w: Translate) -> Element:
    """Return what stands above a board that turns its pages: `club.js` shows it and fills the gaps."""
    gaps = w(say("Page {n} of {m}", n="{n}", m="{m}"))
    turns = (
        e("button.quiet", sign, aria_label=w(words), title=w(words), data_turn=by)
        for by, sign, words in (
            ("-1", "◀", say("Page before")), ("0", "❚❚", say("Stay on this page")), ("1", "▶", say("Next page")),
        )
    )  # fmt: skip
    return e("div.pages", e("span", data_words=gaps), *turns, id="pages", hidden=True)


@lru_cache(maxsize=4096)
def card_written(shown: TableShown, language: str) -> str:
    """Return a table's card as HTML: made once for all who look."""
    return written(card(shown, words_in(language)))


def card(shown: TableShown, w: Translate) -> Element:
    """Return a table's card."""
    marks = [shown.progress.value]
    marks += [name for name, on in (("help", shown.help), ("answered", shown.answered), ("away", shown.away)) if on]
    return e(
        f"li.table-card.{'.'.join(marks)}",
        e("h2", e("a", shown.name, href=f"/table/{shown.id}")),
        e("p.played", _game(shown, w)),
        _help(shown, w) if shown.help else None,
        _seats(shown.seats, w) if shown.seats else None,
        e("p.asked", _waits(shown, w)) if shown.progress is Progress.PLAYING else None,
        e("p.signs", _signs(shown, w)),
        id=f"t{shown.id}", data_order=order(shown),
    )  # fmt: skip


def table_page(shown: TableShown, lines: Iterable[Line], look: Look) -> str:
    """Return the page of a table; `lines` are its history, newest first."""
    w = look.words
    placed = [
        (str(seat.place or ""), seat.name, w(seat.score), w(say("is waited for")) if seat.waited else "")
        for seat in _best_first(shown.seats)
    ]
    head = ["", w(say("Player")), w(say("Has")), ""]
    told = (e("li.undone" if line.undone else "li", f"{_at(line.at)} ", w(line.text)) for line in lines)
    return page(
        shown.name, look,
        e("p.prompt", _game(shown, w)),
        _help(shown, w) if shown.help else None,
        e("p.asked", _waits(shown, w)) if shown.progress is Progress.PLAYING else None,
        table(head, placed, w(say("How it stands"))) if placed else None,
        e("p.signs", _signs(shown, w)),
        e("h2", w(say("History"))), e("ol.told", told), kind="again",
    )  # fmt: skip


def _game(shown: TableShown, w: Translate) -> str:
    if shown.trouble is not NOTHING and not shown.game:
        return w(shown.trouble)
    parts = [shown.game] if shown.game else []
    if shown.round is not None:
        parts.append(w(say("round {n}", n=shown.round)))
    if shown.progress is not Progress.PLAYING:
        parts.append(w(PROGRESS[shown.progress]))
    return " · ".join(parts)


def _help(shown: TableShown, w: Translate) -> Element:
    since = say("Help wanted since {time}", time=_at(shown.help)[:5])
    acts = [("/helped", e("button", w(say("Settled"))))]
    if not shown.answered:
        acts.insert(0, ("/answer", e("button.primary", w(say("I am coming")))))
    forms = (posted(path, button, kind="organiser-only", table=str(shown.id)) for path, button in acts)
    return e("div.wanted", e("p", w(say("Somebody is on the way") if shown.answered else since)), *forms)


def _seats(seats: Sequence[SeatShown], w: Translate) -> Element:
    """Return the players, best first. A small card of many has how many are not shown there."""
    each = [_seat(seat, w) for seat in _best_first(seats)]
    if len(each) <= FULL:
        return e("ol.seats-now", each)
    return e("ol.seats-now.many", each, e("li.rest", f"+{len(each) - 2}"))


def _seat(seat: SeatShown, w: Translate) -> Element:
    return e(f"li{'.first' if seat.place == 1 else ''}{'.waited' if seat.waited else ''}",
             e("span", seat.name), e("b", w(seat.score)) if seat.score is not NOTHING else None)  # fmt: skip


def _waits(shown: TableShown, w: Translate) -> str:
    names = [seat.name for seat in shown.seats if seat.waited]
    if not names:
        return ""
    return w(say("{names}: {text}", names=", ".join(names), text=shown.asked))


def _signs(shown: TableShown, w: Translate) -> list[Element]:
    signs: list[tuple[Text, bool]] = []
    if shown.camera:
        signs.append((say("Camera: {state}", state=DEVICES[shown.camera]), shown.camera == TROUBLE))
    if shown.box:
        signs.append((say("Buttons: {state}", state=DEVICES[shown.box]), shown.box == TROUBLE))
    if shown.questions is not None:
        signs.append((say("{n} questions in 100 throws", n=decimal(shown.questions)), False))
    if shown.contact:
        at = _at(shown.contact)
        heard = say("Away, last heard {time}", time=at) if shown.away else say("last heard {time}", time=at)
        signs.append((heard, shown.away))
    return [e(f"span{'.bad' if bad else ''}", w(words)) for words, bad in signs]


def _best_first(seats: Iterable[SeatShown]) -> list[SeatShown]:
    return sorted(seats, key=lambda seat: seat.place or 99)


def _at(at: str) -> str:
    """Return a time of day, where the server stands."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return ""


def _parts(name: str) -> list[str]:
    """Return a name cut between digits and other letters: table 10 comes after table 9."""
    parts: list[str] = []
    for letter in name:
        if parts and parts[-1][-1].isdecimal() == letter.isdecimal():
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts
