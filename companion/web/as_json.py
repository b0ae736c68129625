"""Views, forms and dice as JSON for a browser, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.app.form_makers import event_form
from companion.app.forms import ChoiceField, FieldForm, Label, Letters, ListField, Number, Parts, Several, fresh_value
from companion.core.asks import Form
from companion.core.events import kind_words
from companion.core.text import capital
from companion.drawing.theme import die_colour, mark_colour, mark_shape
from companion.i18n import Translate
from companion.views.dice_views import DieView, ReviewView, in_question, leaning
from companion.views.presenter import ButtonView, SeatView, TableView
from companion.views.tray_views import TrayView, without_addresses
from companion.web.tap_gate import name_of

Json = dict[str, Any]


def table(view: TableView, words: Translate) -> Json:
    """The table of the running session."""
    return {
        "title": view.title,
        "headline": view.headline,
        "paused": view.paused,
        "notices": [
            {"text": each.text, "kind": each.kind, "rule": each.rule, "seat": each.seat} for each in view.notices
        ],
        "seats": [seat(each, [other.name for other in view.seats], words) for each in view.seats],
        "tray": tray(view.tray, words),
        "review": None if view.pending_review is None else review(view.pending_review),
        "can_undo": view.can_undo,
        "undoes": view.undoes,
        "can_redo": view.can_redo,
        "over": None
        if view.over is None
        else [{"place": row.place, "seat": row.seats[0], "name": row.names, "score": row.scores} for row in view.over],
    }


def seat(view: SeatView, names: Sequence[str], words: Translate) -> Json:
    """One player: figures, what is asked, dice."""
    return {
        "seat": view.seat,
        "name": view.name,
        "mark": view.mark,
        "colour": mark_colour(view.mark),
        "shape": mark_shape(view.mark),
        "asked": view.asked,
        "may": view.may,
        "bot": view.bot,
        "prompt": view.prompt,
        "said": view.said,
        "place": view.place,
        "figures": [{"label": each.label, "value": each.value, "role": each.role} for each in view.figures],
        "buttons": [button(each) for each in view.buttons],
        "forms": [ask_form(each, names, words) for each in view.forms],
        "roll": None
        if view.roll is None or view.bot
        else {
            "choice": name_of(view.roll, view.seat),
            "count": view.roll.count,
            "colours": list(view.roll.colours),
        },
        "rolled": [die(each) for each in view.rolled],
    }


def button(view: ButtonView) -> Json:
    """A choice as a button."""
    return {"words": view.words, "choice": name_of(view.event), "group": view.group, "pointed": view.pointed}


def ask_form(form: Form, names: Sequence[str], words: Translate) -> Json:
    """A form of an ask: what its button says, its fields, and what stands there before anything is entered."""
    fields = event_form(form.fields.values(), names)
    value = fresh_value(fields) if fields.parts else {}
    return {
        "words": words(kind_words(form.event)),
        "choice": name_of(form),
        "form": form_of(fields, words),
        "value": value | {part.key: None for part in fields.parts if part.needed and _is_open(part.form)},
    }


def form_of(form: FieldForm, words: Translate) -> Json:
    """What is entered, with its words."""
    match form:
        case ChoiceField(values, seats):
            return {"kind": "choice", "values": _values(values, words), **({"seats": True} if seats else {})}
        case Number(low, high, optional):
            return {"kind": "number", "low": low, "high": high, "optional": optional}
        case Several(values, optional):
            return {"kind": "several", "values": _values(values, words), "optional": optional}
        case Letters(longest, optional):
            return {"kind": "letters", "longest": longest, "optional": optional}
        case Parts(parts):
            each = [{"key": part.key, "label": words(part.label), "form": form_of(part.form, words)} for part in parts]
            return {"kind": "parts", "object": form.is_object, "parts": each}
        case ListField(of, pairs, optional, count):
            return {
                "kind": "entries",
                "of": form_of(of, words),
                "pairs": pairs,
                "optional": optional,
                "count": count,
                "fresh": fresh_value(of),
            }


def die(view: DieView) -> Json:
    """A die as it was read or recorded."""
    body, pips = die_colour(view.colour)
    return {
        "value": view.value,
        "colour": view.colour,
        "body": body,
        "pips": pips,
        "sure": view.sure,
        "before": view.before,
    }


def review(view: ReviewView) -> Json:
    """The question about a reading."""
    return {
        "name": name_of(view),
        "seat": view.seat,
        "why": view.why,
        "slots": [die(each) for each in view.slots],
        "colours": list(view.colours),
        "to_check": view.to_check,
        "owners": list(view.owners),
        "leans": [bool(leaning(view.slots, view.boxes, at)) for at in range(len(view.slots))],
        "no_die": [in_question(view.boxes, view.thing, at) is not None for at in range(len(view.slots))],
        "thing": in_question((), view.thing, None) is not None,
    }


def tray(view: TrayView, words: Translate) -> Json:
    """The tray's corner."""
    return {
        "ok": view.ok,
        "dice": [die(each) for each in view.dice],
        "came_to": view.came_to,
        "moving": view.moving,
        "can_throw": view.can_throw,
        "says": capital(without_addresses(words(view.says))),
    }


def _values(values: Sequence[tuple[Any, Label]], words: Translate) -> list[Json]:
    return [{"value": value, "words": words(label)} for value, label in values]


def _is_open(form: FieldForm) -> bool:
    """Whether one of several values must be chosen."""
    return isinstance(form, ChoiceField) and len(form.values) > 1
