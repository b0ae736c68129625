"""What a value may be is read from the type of its field, and a value that cannot be is refused with the reason."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from companion.core.schema import AnySeat, Bounds, BySeat, Different, OneOf, Seat, fact, fields_of, option
from companion.core.text import say
from companion.core.value_check import refused


@dataclass(frozen=True)
class Card:
    seat: Seat = fact(say("Who"), needed=True)
    colour: Literal["red", "blue"] = fact(say("Colour"), needed=True)
    twice: bool = fact(say("Twice"), default=False)


@dataclass(frozen=True)
class Marked:
    whole: Annotated[int, Bounds(1, 3)] = 1
    least: Annotated[int, Bounds(low=0)] = 0
    word: Annotated[str, OneOf({"b": say("bee"), "a": say("ay")})] = "a"
    by_seat: BySeat[int | None] = ()
    seats: Different[Seat] = ()
    holder: Annotated[int, AnySeat({-1: say("neutral")})] = 0
    cards: tuple[Card, ...] = ()
    pair: tuple[str, int] = ("", 0)
    places: dict[str, Seat] | None = None


@dataclass(frozen=True)
class TwoOrders:
    one: Annotated[str, OneOf({"x": say("ex"), "y": say("why")})] = "x"
    other: Annotated[str, OneOf({"y": say("why"), "x": say("ex")})] = "x"


@dataclass(frozen=True)
class Explained:
    short: bool = option(default=False, label=say("Short"), help=say("Fewer cards."), needs={"long": False})


def why(name, value, seats=2):
    text = refused(fields_of(Marked)[name].shape, value, seats)
    return None if text is None else str(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("whole", 3), ("least", 10_000), ("word", "b"), ("by_seat", [None, 4]), ("seats", [1, 0]), ("holder", -1),
        ("cards", [{"seat": 1, "colour": "red"}]), ("cards", (Card(0, "blue", twice=True),)), ("pair", ["x", 2]),
        ("places", {"a1": 1}), ("places", None),
    ],
)  # fmt: skip
def test_what_can_stand_there_is_not_refused(name, value):
    assert why(name, value) is None


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("whole", 0, "0 is too small: at least 1"),
        ("whole", 4, "4 is too large: at most 3"),
        ("whole", True, "true is not a whole number"),
        ("word", "c", '"c" is not one of "b", "a"'),
        ("by_seat", [1], "there must be 2 entries, not 1"),
        ("by_seat", 7, "7 is not a list"),
        ("seats", [1, 1], "1 is there twice"),
        ("seats", [2], "there is no seat 2: the seats are 0 to 1"),
        ("holder", -2, "there is no seat -2: the seats are 0 to 1"),
        ("cards", [{"seat": 0, "colour": "green"}], '"green" is not one of "red", "blue"'),
        ("cards", [{"seat": 0}], "“colour” is missing"),
        ("cards", [{"seat": 0, "colour": "red", "why": 1}], 'there is no field "why"'),
        ("cards", ["red"], '"red" is not an object'),
        ("pair", ["x"], "there must be 2 entries, not 1"),
        ("pair", [1, 2], "1 is not a text"),
        ("places", {"a1": 5}, "there is no seat 5: the seats are 0 to 1"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(name, value, said):
    assert why(name, value) == said


def test_seats_are_any_number_until_the_table_is_known():
    assert why("seats", [7], seats=None) is None


def test_the_same_values_in_another_order_stay_in_their_order():
    orders = [fields_of(TwoOrders)[name].shape.among() for name in ("one", "other")]
    assert orders == [("x", "y"), ("y", "x")]


def test_a_field_knows_its_label_and_whether_it_can_be_left_out():
    assert str(fields_of(Explained)["short"].labelled.label) == "Short"
    assert [known.needed for known in fields_of(Card).values()] == [True, True, False]
