"""The form for a running table is made from the types of a game's facts, whoever wrote the game."""

from dataclasses import dataclass, fields
from typing import Annotated, Literal

import pytest

from companion.app.form_makers import fact_form, option_form
from companion.app.form_words import brief_of, words_of
from companion.app.forms import (
    NONE,
    ChoiceField,
    ListField,
    Number,
    Parts,
    Several,
    completed,
    fresh_value,
    part_of,
    replaced,
)
from companion.core.schema import Bounds, BySeat, Different, OneOf, Seat, fact, fields_of
from companion.core.table import Table
from companion.core.text import say
from companion.games.catastrophe.options import CatastropheOptions
from companion.record import codec
from companion.views.take_over_draft import TakeOverDraft
from tests.contract.all_games import all_games
from tests.contract.playing import bot_game, table_of

TABLE = Table(("Ann", "Bo", "Cy"))
NAMES, COLOURS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), ("red", "blue", "white", "green", "yellow", "black")
each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


@dataclass(frozen=True, slots=True)
class Laid:
    seat: Seat = fact(say("Who"), needed=True)
    card: Literal["cat", "dog"] = fact(say("Card"), needed=True)
    twice: bool = fact(say("Twice"), default=False)


@dataclass(frozen=True, slots=True)
class Facts:
    turn_of: Seat | None = None
    lives: BySeat[int | None] | None = fact(say("Lives"))
    hands: BySeat[Different[Annotated[int, Bounds(1, 4, {1: say("A")})]]] | None = fact(say("Hands"))
    laid: tuple[Laid, ...] | None = fact(say("On the table"))
    places: dict[Annotated[str, OneOf(lambda state: state)], Seat] | None = fact(say("Places"))


@pytest.fixture(name="form")
def _form():
    sample = {"lives": [3, None, 3], "hands": [[1], [], [4]], "laid": [], "places": {}}
    return {field.key: field for field in fact_form(Facts, TABLE, ("a1", "b2"), sample).parts}


def test_a_fact_without_a_label_is_called_by_its_key(form):
    assert form["turn_of"].label == "turn of"
    assert [str(field.label) for field in form.values()][1:] == ["Lives", "Hands", "On the table", "Places"]


def choices(form):
    """Yield the values of every choice in a form."""
    match form:
        case ChoiceField(values):
            yield values
        case Parts(parts):
            for part in parts:
                yield from choices(part.form)
        case ListField(of):
            yield from choices(of)


@each_game
def test_no_choice_is_a_bare_dash(game):
    table = table_of(game.player_counts[-1])
    state = game.start(table, game.options())
    parts = fact_form(game.facts_type, table, state, game.facts(state)).parts
    offered = {part.key: list(choices(part.form)) for part in parts}
    assert NONE not in [str(words) for found in offered.values() for values in found for _, words in values]
    assert None not in [value for values in offered.get("phase", ()) for value, _ in values], "something always goes on"


def test_seats_show_names_and_missing_values_a_word(form):
    assert [str(words) for _, words in form["turn_of"].form.values] == ["nobody", "Ann", "Bo", "Cy"]
    assert words_of(form["lives"].form, [3, None, 0]) == f"3 · {NONE} · 0"
    assert words_of(form["lives"].form, [None, None, None]) == NONE


def test_values_have_the_games_words(form):
    assert words_of(form["hands"].form, [[1, 2], [], [4]]) == "Ann A 2, Cy 4"


@pytest.mark.parametrize("kind", [Several, ListField])
def test_names_in_a_row_are_told_from_each_other(kind):
    names = ChoiceField(tuple(enumerate(("Mary Ann", "Bo Li", "שרה", "רחל"))))
    form = Several(names.values) if kind is Several else ListField(names)
    assert words_of(form, [0, 1, 2, 3]) == "Mary Ann, Bo Li, שרה, רחל"


def test_brief_form_gives_the_count(form):
    assert brief_of(form["hands"].form, [[1, 2], [], [4]]) == "2 · 0 · 1"
    assert brief_of(form["laid"].form, [{"seat": 1, "card": "dog", "twice": True}]) == "1"
    assert brief_of(form["lives"].form, [3, None, 0]) == f"3 · {NONE} · 0"


def test_a_new_entry_is_complete(form):
    assert fresh_value(form["laid"].form.of) == {"seat": 0, "card": "cat", "twice": False}
    assert words_of(form["laid"].form, [{"seat": 1, "card": "dog", "twice": True}]) == "Who Bo, Card dog, Twice yes"


def test_something_deep_within_is_changed_and_nothing_else(form):
    laid = [{"seat": 0, "card": "cat", "twice": False}, {"seat": 1, "card": "dog", "twice": False}]
    assert replaced(form["laid"].form, laid, [1, "card"], "cat") == [laid[0], {**laid[1], "card": "cat"}]
    assert laid[1]["card"] == "dog"
    assert replaced(form["places"].form, {"a1": 0, "b2": 1}, [1, 1], 2) == {"a1": 0, "b2": 2}


def walk(form, value):
    """Every part of a field with what stands there."""
    yield form, value
    if isinstance(form, Parts):
        for part in form.parts:
            yield from walk(*part_of(form, value, part.key))
    elif isinstance(form, ListField):
        for at in range(len(value or ())):
            yield from walk(*part_of(form, value, at))


@each_game
def test_every_fact_of_a_game_can_be_entered(game):
    table = Table(NAMES[: game.player_counts[-1]], COLOURS[: game.player_counts[-1]])
    draft = TakeOverDraft(game, table, game.options())
    assert [field.key for field in draft.fields] == [entry.name for entry in fields(game.facts_type)]
    assert draft.wrong is None
    for field in draft.fields:
        assert all(words_of(*each) for each in walk(field.form, draft.value(field.key)))


@each_game
def test_entering_what_stands_there_changes_nothing(game):
    table = Table(NAMES[: game.player_counts[0]], COLOURS[: game.player_counts[0]])
    draft = TakeOverDraft(game, table, game.options())
    before = codec.position_from_plain(game, table, game.options(), {})
    for field in draft.fields:
        value = draft.value(field.key)
        if value != fresh_value(field.form) or value is not None:
            draft.enter(field.key, value)
    assert draft.wrong is None, draft.why
    assert codec.position_from_plain(game, table, game.options(), draft.given) == before


def test_rules_name_the_wrong_fact_and_the_next_question():
    game = next(game for game in all_games() if game.id == "pig")
    draft = TakeOverDraft(game, TABLE, game.options())
    draft.enter("scores", [-1, 0, 0])
    assert (draft.wrong, str(draft.why)) == ("scores", "-1 is too small: at least 0")
    draft.enter("scores", [30, 0, 0])
    draft.enter("turn", 1)
    assert (draft.wrong, str(draft.asked)) == (None, "Bo: Roll the die")
    draft.leave_out("turn")
    assert draft.given == {"scores": [30, 0, 0]}
    assert str(draft.asked) == "Ann: Roll the die"


def test_what_was_not_entered_follows_from_the_rest():
    game = next(game for game in all_games() if game.id == "catch-up")
    draft = TakeOverDraft(game, TABLE, game.options())
    draft.enter("phase", "rolling")
    draft.enter("cards", [[1, 2], [3], []])
    assert draft.wrong is None
    assert draft.value("round") == 1
    assert draft.value("holders") == [0, 1]


def cannot_hold(form, value):
    """The parts of a value that the form has no editor for."""
    match form:
        case ChoiceField(values):
            return [] if any(known == value and type(known) is type(value) for known, _ in values) else [value]
        case Number(low, high, optional):
            within = value is not None and value >= low and (high is None or value <= high)
            return [] if within or (value is None and optional) else [value]
        case Several(values, optional):
            if value is None:
                return [] if optional else [value]
            return [each for each in value if each not in dict(values)]
        case Parts(parts):
            return [each for part in parts for each in cannot_hold(part.form, value[part.key])]
    if value is None:
        return [] if form.optional else [value]
    entries = [list(pair) for pair in value.items()] if form.pairs else value
    return [each for entry in entries for each in cannot_hold(form.of, entry)]


@each_game
@pytest.mark.parametrize("extreme", [0, -1], ids=["fewest", "most"])
def test_every_position_of_a_game_can_be_entered(game, extreme):
    """Each fact of a bot's game has an editor, and entering all of them gives the same position."""
    seats = game.player_counts[extreme]
    table = table_of(seats)
    for number, (state, _) in enumerate(bot_game(game, seats, seed=8, events=600)):
        if number % 9:
            continue
        facts = game.facts(state)
        draft = TakeOverDraft(game, table, game.options(), {})
        shown = {field.key: completed(field.form, facts[field.key]) for field in draft.fields}
        assert [(field.key, cannot_hold(field.form, shown[field.key])) for field in draft.fields] == [
            (field.key, []) for field in draft.fields
        ]
        chosen = {field.key: facts[field.key] for field in draft.fields if facts[field.key] is not None}
        draft = TakeOverDraft(game, table, game.options(), chosen)
        assert draft.wrong is None, draft.why
        assert {field.key: draft.value(field.key) for field in draft.fields} == {
            field.key: shown[field.key] for field in draft.fields
        }


def test_none_has_the_words_that_its_option_gives_it():
    form = option_form(fields_of(CatastropheOptions)["first"])
    assert [(value, str(words)) for value, words in form.values[:2]] == [(None, "the dice decide"), (0, "seat 1")]


def test_all_who_are_asked_the_same_are_named():
    game = next(game for game in all_games() if game.id == "cat-in-the-box")
    draft = TakeOverDraft(game, TABLE, game.options())
    draft.leave_out("phase")
    assert str(draft.asked) == "Ann, Bo and Cy: Set a card aside"
