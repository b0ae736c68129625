"""What a browser reads when it opens a card: the setup, a running table's facts, the history, an entry, the rules.

Runs on the session's thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from catseye.names import check_names, seen
from companion.app.bot_seats import why_no_bot
from companion.app.form_makers import label_of, option_form
from companion.app.form_words import words_of
from companion.core.events import Rolled
from companion.core.game import BadOption, Game, Offered
from companion.core.schema import fields_of
from companion.core.table import Table
from companion.core.text import Text, capital, say
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import DICE, Look
from companion.people.people import Known, People, proposed
from companion.record import codec
from companion.record.codec import Malformed
from companion.record.history import Line
from companion.record.journal import JournalError
from companion.record.row_bodies import Marks
from companion.record.session import Session
from companion.views.amending import entry_of, instead_of
from companion.views.continued_draft import continued_draft, marked
from companion.views.dice_views import DieView
from companion.views.local_time import wall
from companion.views.rules_text import rules_of
from companion.views.setup_draft import PlayersDraft
from companion.views.take_over_draft import TakeOverDraft
from companion.web import as_json
from companion.web.as_json import Json
from companion.web.tap_gate import name_of

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.drawing.scene import PaintPicture
    from companion.i18n import Translate

SMALL_PICTURE = (240.0, 150.0)
"""The size of the picture of a value, in units."""


class Paints(NamedTuple):
    """How a card is written and its pictures are painted; `folder` has what people have made for options."""

    words: Translate
    look: Look
    folder: Path | None = None

    def painted(self, paint: PaintPicture) -> str:
        """Return a picture as SVG."""
        canvas = SvgCanvas(*SMALL_PICTURE, self.look)
        paint(canvas, (0.0, 0.0, *SMALL_PICTURE))
        return canvas.document()


class NewTable(msgspec.Struct):
    """What was entered in the setup. `came_from` is there if the open game goes on at this table: for each seat the one
    that its player had, None for those who come. Without `marks` these are the seats.
    """

    game: str
    players: list[str]
    colours: list[str] = []
    options: dict[str, Any] = {}
    bots: list[int] = []
    facts: dict[str, Any] | None = None
    came_from: list[int | None] | None = None
    marks: Marks = ()

    def table(self) -> Table:
        """Who plays with which dice. Raises ValueError for names that cannot be told apart."""
        names = tuple(seen(name).strip() for name in self.players)
        check_names(names)
        return Table(names, tuple(self.colours), self.marks)


def setup(people: People, game: Game, paints: Paints, before: Session | None = None, bots: Sequence[int] = ()) -> Json:
    """The form of a new table: who played last, the dice, the options. With `before` it is that of a game that goes on
    with other people, seats or dice. Raises Malformed if people cannot come and go in it now.
    """
    words = paints.words
    try:
        known = people.known()
    except JournalError:
        known = Known(())
    who, counts, values = proposed(known), game.player_counts, {}
    own_dice = game.own_dice
    if before is not None:
        if isinstance(refused := game.taken_along(before.state), Text):
            raise Malformed(words(refused))
        who = PlayersDraft.of(before.table, bots, who.names, who.colours)
        own_dice, values = bool(before.table.colours), codec.options_to_plain(before.options)
    table = Table(who.names, marks=who.marks) if before is None else marked(before, Table(who.names))
    return {
        "game": game.id,
        "title": game.title if before is None else words(say("{game}: the table changes", game=game.title)),
        "about": words(game.about),
        "counts": list(counts),
        "players": max(counts[0], min(who.players, counts[-1])),
        "names": list(who.names),
        "known": [{"name": str(one.name), "die": one.die} for one in known.people],
        "dice": game.dice,
        "own_dice": own_dice,
        "colours": list(who.colours),
        "palette": list(DICE),
        "bots": why_no_bot(game) is None,
        "seated_bots": [] if before is None else list(who.bots),
        "marks": [table.mark(seat) for seat in table.seats],
        "came_from": None if before is None else list(who.came_from),
        "options": [_option(game, known, values, paints, who.names) for known in fields_of(game.options).values()],
    }


def _option(game: Game, known: Any, values: Mapping[str, Any], paints: Paints, players: Sequence[str]) -> Json:
    words, form = paints.words, option_form(known, players)
    as_form = _offered(game, known.name, paints) if form is None else as_json.form_of(form, words)
    return {
        "name": known.name,
        "label": words(label_of(known)),
        "help": words(known.labelled.help or ""),
        "form": as_form,
        "value": values.get(known.name, codec.plain(known.default)),
        "needs": {name: codec.plain(value) for name, value in (known.labelled.needs or {}).items()},
        "players": None if known.labelled.players is None else list(known.labelled.players),
    }


def _offered(game: Game, option: str, paints: Paints) -> Json | None:
    """Return what people can choose for an option that no form enters, each with its picture."""
    if game.choices is None or paints.folder is None:
        return None
    offered: list[Offered] = import_module(game.choices).offered(option, paints.folder)
    values = [
        {"value": codec.plain(each.value), "words": paints.words(each.label), "picture": paints.painted(each.paint)}
        for each in offered
    ]
    return {"kind": "choice", "values": values} if values else None


def check(controller: TableController, new: NewTable, words: Translate) -> Json:
    """What the rules say of a table that has been entered: what is wrong, or the remarks."""
    game = _game(controller, new.game)
    try:
        options = codec.options_from_plain(game, new.options)
        remarks = options.remarks(new.table())
    except BadOption as wrong:
        return {"wrong": wrong.name, "why": words(wrong.text), "remarks": []}
    except ValueError as wrong:
        return {"wrong": "players", "why": capital(words(getattr(wrong, "text", None) or str(wrong))), "remarks": []}
    return {"wrong": None, "why": "", "remarks": [words(note.text) for note in remarks]}


def take_over(controller: TableController, new: NewTable, words: Translate) -> Json:
    """The facts of a table that is running already, with those entered so far, and what the rules say of them."""
    return _draft(draft_of(controller, new), words)


def draft_of(controller: TableController, new: NewTable) -> TakeOverDraft:
    """Return the draft of a running table, or of the open game at a table that changes. Raises BadOption, Malformed,
    ValueError.
    """
    game, before = _game(controller, new.game), controller.session
    options = codec.options_from_plain(game, new.options)
    if new.came_from is None:
        return TakeOverDraft(game, new.table(), options, new.facts)
    if before is None or before.game is not game:
        raise Malformed("this game is not open")
    came = [seat for seat in new.came_from if seat is not None]
    if len(new.came_from) != len(new.players) or len(set(came)) != len(came) or not {*came} <= {*before.table.seats}:
        raise Malformed("came_from names a seat of before, or null, for each player, none twice")
    if not came:
        raise Malformed("nobody of the open game goes on")
    return continued_draft(before, new.table(), options, new.came_from)(new.facts)


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
                "said": words_of(field.form, draft.value(field.key), words),
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
        "mark": line.mark,
        "who": line.who,
        "text": words(line.text),
        "before": words(line.before) if line.before is not None else "",
        "dice": [as_json.die(DieView(face.value, face.colour)) for face in line.faces],
        "heading": words(line.heading) if line.heading is not None else "",
        "undone": line.undone,
        "picture": line.has_picture,
        "set_right": line.set_right,
        "changes": not line.undone and not line.session and line.seat is not None,
    }


def entry(session: Session, seq: int, words: Translate) -> Json | None:
    """What could have happened instead of an entry, None if there is no such entry."""
    found = entry_of(session, seq)
    if found is None:
        return None
    event, instead = found.event, instead_of(session, found)
    dice = event.faces if isinstance(event, Rolled) else ()
    names = session.table.players
    forms = [as_json.ask_form(form, names, words) for ask in instead.asks for form in ask.forms]
    given = codec.plain(event)
    for form, made in zip((form for ask in instead.asks for form in ask.forms), forms, strict=True):
        if isinstance(event, form.event):
            made["value"] |= {key: given[key] for key in made["value"] if key in given}
    return {
        "title": words(instead.title),
        "dice": [as_json.die(DieView(face.value, face.colour)) for face in dice],
        "choices": [{"words": words(choice.label), "choice": name_of(choice.event)} for choice in instead.choices],
        "forms": forms,
    }


def rules(game: Game, session: Session | None, language: str, words: Translate) -> list[Json]:
    """Return the rules of a game, with its options if it is the one being played, block by block."""
    played = session if session is not None and session.game is game else None
    options, players = (None, ()) if played is None else (played.options, played.table.players)
    return [
        {"text": each.text, "level": each.level, "rule": each.rule, "cells": list(each.cells)}
        for each in rules_of(game, options, language, words, players)
    ]


def _game(controller: TableController, name: str) -> Game:
    found = controller.games.get(name)
    if found is None:
        raise Malformed("there is no such game")
    return found
