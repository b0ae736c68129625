"""What a browser reads when it opens a card: the setup, a running table's facts, the history, an entry, the rules.

Runs on the session's thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from catseye.names import check_names, seen
from companion.app.bot_seats import why_no_bot
from companion.app.form_makers import label_of, option_form
from companion.core.asks import Ask
from companion.core.events import Rolled
from companion.core.game import BadOption, Game, Options
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.core.text import say
from companion.drawing.theme import DICE
from companion.people.people import Known, People, proposed
from companion.record import codec
from companion.record.codec import Malformed
from companion.record.history import Line
from companion.record.journal import JournalError
from companion.record.judging import described
from companion.record.session import Session
from companion.views.dice_views import DieView
from companion.views.local_time import wall
from companion.views.rules_text import rules_of
from companion.views.take_over_draft import TakeOverDraft
from companion.web import as_json
from companion.web.as_json import Json
from companion.web.tap_gate import name_of

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.views.presenter import Translate


class NewTable(msgspec.Struct):
    """What was entered in the setup."""

    game: str
    players: list[str]
    colours: list[str] = []
    options: dict[str, Any] = {}
    bots: list[int] = []
    facts: dict[str, Any] | None = None

    def table(self) -> Table:
        """Who plays with which dice. Raises ValueError for names that cannot be told apart."""
        names = tuple(seen(name).strip() for name in self.players)
        check_names(names)
        return Table(names, tuple(self.colours))


def setup(people: People, game: Game, words: Translate) -> Json:
    """The form of a new table: who played last, the dice, the options."""
    try:
        known = people.known()
    except JournalError:
        known = Known(())
    who, counts = proposed(known), game.player_counts
    return {
        "game": game.id,
        "title": game.title,
        "about": words(game.about),
        "counts": list(counts),
        "players": max(counts[0], min(who.players, counts[-1])),
        "names": list(who.names),
        "known": [{"name": str(one.name), "die": one.die} for one in known.people],
        "dice": game.dice,
        "own_dice": game.own_dice,
        "colours": list(who.colours),
        "palette": list(DICE),
        "bots": why_no_bot(game) is None,
        "options": [_option(known, words) for known in fields_of(game.options).values()],
    }


def _option(known: Any, words: Translate) -> Json:
    form = option_form(known)
    default = codec.plain(known.default)
    return {
        "name": known.name,
        "label": words(label_of(known)),
        "help": words(known.labelled.help or ""),
        "form": None if form is None else as_json.form_of(form, words),
        "value": default,
        "needs": {name: codec.plain(value) for name, value in (known.labelled.needs or {}).items()},
        "players": None if known.labelled.players is None else list(known.labelled.players),
    }


def check(controller: TableController, new: NewTable, words: Translate) -> Json:
    """What the rules say of a table that has been entered: what is wrong, or the remarks."""
    game = _game(controller, new.game)
    try:
        options = codec.options_from_plain(game, new.options)
        remarks = options.remarks(new.table())
    except BadOption as wrong:
        return {"wrong": wrong.name, "why": words(wrong.text), "remarks": []}
    except ValueError as wrong:
        return {"wrong": "players", "why": words(getattr(wrong, "text", None) or str(wrong)), "remarks": []}
    return {"wrong": None, "why": "", "remarks": [words(note.text) for note in remarks]}


def take_over(controller: TableController, new: NewTable, words: Translate) -> Json:
    """The facts of a table that is running already, with those entered so far, and what the rules say of them."""
    game = _game(controller, new.game)
    options = codec.options_from_plain(game, new.options)
    return _draft(TakeOverDraft(game, new.table(), options, new.facts), words)


def different(session: Session, facts: Mapping[str, Any], words: Translate) -> Json:
    """The facts of the open game, with those that people found different."""
    return _draft(TakeOverDraft(session.game, session.table, session.options, facts, session.state), words)


def _draft(draft: TakeOverDraft, words: Translate) -> Json:
    return {
        "fields": [
            {
                "key": field.key,
                "label": words(field.label),
                "form": as_json.form_of(field.form, words),
                "value": codec.plain(draft.value(field.key)),
                "given": field.key in draft.given,
            }
            for field in draft.fields
        ],
        "wrong": draft.wrong,
        "why": words(draft.why) if draft.why is not None else "",
        "asked": words(draft.asked) if draft.asked is not None else "",
    }


def history(controller: TableController, words: Translate) -> list[Json]:
    """Every event of the open game and of those it continues, newest first."""
    return [_line(line, words) for line in (*controller.history(), *controller.earlier())]


def _line(line: Line, words: Translate) -> Json:
    return {
        "seq": line.seq,
        "session": line.session,
        "at": wall(line.at, "%H:%M"),
        "seat": line.seat,
        "who": line.who,
        "text": words(line.text),
        "before": words(line.before) if line.before is not None else "",
        "dice": [as_json.die(DieView(face.value, face.colour)) for face in line.faces],
        "round": line.round,
        "undone": line.undone,
        "picture": line.has_picture,
        "set_right": line.set_right,
        "changes": not line.undone and not line.session and line.seat is not None,
    }


def entry(session: Session, seq: int, words: Translate) -> Json | None:
    """What could have happened instead of an entry, None if there is no such entry."""
    found = next((each for each in session.entries if each.seq == seq), None)
    if found is None:
        return None
    before = session.at(session.entries.index(found))
    event, asks = found.event, entry_asks(session, seq)
    dice = event.faces if isinstance(event, Rolled) else ()
    names = session.table.players
    forms = [as_json.ask_form(form, names, words) for ask in asks for form in ask.forms]
    given = codec.plain(event)
    for form, made in zip((form for ask in asks for form in ask.forms), forms, strict=True):
        if isinstance(event, form.event):
            made["value"] |= {key: given[key] for key in made["value"] if key in given}
    return {
        "title": words(say("Instead of: {event}", event=described(session, before, event))),
        "dice": [as_json.die(DieView(face.value, face.colour)) for face in dice],
        "choices": [
            {"words": words(choice.label), "choice": name_of(choice.event)}
            for ask in asks
            for choice in ask.choices
            if choice.event != event
        ],
        "forms": forms,
    }


def entry_asks(session: Session, seq: int) -> tuple[Ask, ...]:
    """Return what the player of an entry was asked for at its time. Raises Malformed for no such entry."""
    place = next((at for at, each in enumerate(session.entries) if each.seq == seq), None)
    if place is None:
        raise Malformed("there is no such entry")
    seat = session.entries[place].event.seat
    return tuple(ask for ask in session.game.asks(session.at(place)) if ask.seat == seat)


def rules(game: Game, options: Options | None, language: str, words: Translate) -> list[Json]:
    """Return the rules of a game with these options (None: the usual ones), block by block."""
    return [
        {"text": each.text, "level": each.level, "rule": each.rule} for each in rules_of(game, options, language, words)
    ]


def _game(controller: TableController, name: str) -> Game:
    found = controller.games.get(name)
    if found is None:
        raise Malformed("there is no such game")
    return found
