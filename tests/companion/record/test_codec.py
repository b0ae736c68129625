"""The strict border between JSON and typed events."""

import pytest

from companion.core.events import Face, Rolled
from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.games import shelf
from companion.record import codec
from companion.record.strict_json import DEEPEST

CATCH_UP = shelf()["catch-up"]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ("no", "object"),
        ({}, "kind"),
        ({"kind": 3}, "kind"),
        ({"kind": "Jumped", "seat": 0}, "no event 'Jumped'"),
        ({"kind": "Rolled", "seat": 0}, "faces"),
        ({"kind": "Rolled", "seat": True, "faces": []}, "seat"),
        ({"kind": "Rolled", "seat": 1.0, "faces": []}, "seat"),
        ({"kind": "Rolled", "seat": "1", "faces": []}, "seat"),
        ({"kind": "Rolled", "seat": 0, "faces": [{"value": "3"}]}, r"faces\[0\].value"),
        ({"kind": "Rolled", "seat": 0, "faces": [{"value": 3, "size": 1}]}, "no field 'size'"),
        ({"kind": "Rolled", "seat": 0, "faces": [], "extra": 1}, "no field 'extra'"),
        ({"kind": "Rolled", "seat": 0, "faces": [], "": 1}, "no field ''"),
        ({"kind": "Rolled", "seat": 0, "faces": [{"value": 3, "": 1}]}, "no field ''"),
        ({"kind": "Discarded", "seat": 0, "cards": [1, None]}, r"cards\[1\]"),
    ],
)
def test_malformed_event_is_located(event, says):
    with pytest.raises(codec.Malformed, match=says):
        codec.event_from_plain(CATCH_UP, event)


def test_event_round_trip():
    event = Rolled(1, (Face(3), Face(6, "red"), Face(1)))
    plain = codec.event_to_plain(event)
    assert plain["faces"][1] == {"value": 6, "colour": "red"}
    assert codec.event_from_plain(CATCH_UP, plain) == event


@pytest.mark.parametrize(
    "line",
    [
        *[b"", b"nonsense", b"NaN", b'{"a": NaN}', b"\xff\xfe", b"[" * 200_000, b"1e999", b'"\\ud800"', b"9" * 400],
        b'{"n": 123456789012345678901234567890}',
    ],
)
def test_misleading_lines_are_refused(line):
    with pytest.raises(codec.Malformed):
        codec.parse(line)


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused(opening, closing):
    for depth in range(1, 1200):
        line = opening * depth + b"1" + closing * depth
        if depth > DEEPEST:
            with pytest.raises(codec.Malformed, match="deep"):
                codec.parse(line)
        else:
            assert len(repr(codec.parse(line))) > 2 * depth


@pytest.mark.parametrize(
    "options", [{"shrt": True}, {"short": 1}, {"short": "yes"}, {"below": "deck"}, {"below": 3}, {"final_tie": []}]
)
def test_bad_option_is_named(options):
    with pytest.raises(BadOption) as refused:
        codec.options_from_plain(CATCH_UP, options)
    assert refused.value.name == next(iter(options))


def test_options_round_trip():
    options = codec.options_from_plain(CATCH_UP, {"short": True})
    assert codec.options_from_plain(CATCH_UP, codec.options_to_plain(options)) == options


@pytest.mark.parametrize(
    ("facts", "key", "why"),
    [
        ({"colour": "red"}, "colour", "no such fact"),
        ({"x" * 200: 1}, "x" * 40, "no such fact"),
        ({"phase": "paused"}, "phase", '"paused" is not one of "start-roll"'),
        ({"phase": "rolling", "rolls": [9, True]}, "rolls", "true is not a whole number"),
        ({"rolls": None}, "rolls", "it says null, but [null, null] follows from the rest"),
        ({"phase": "rolling", "starter": None}, "starter", "it says null, but 0 follows from the rest"),
        ({"high": 12}, "high", "it says 12, but null follows from the rest"),
        ({"waiting": [False]}, "waiting", "it says [false], but [0] follows from the rest"),
    ],
)
def test_impossible_fact_is_named(facts, key, why):
    with pytest.raises(BadPosition) as refused:
        codec.position_from_plain(CATCH_UP, Table(("Ann", "Bo")), CATCH_UP.options(), facts)
    assert refused.value.key == key
    assert why in str(refused.value)


def test_unknown_field_of_fact_is_refused():
    game = shelf()["catchy"]
    trick = [{"seat": 0, "card": "A1", "why": ""}]
    with pytest.raises(BadPosition, match=r"trick.*no field .why"):
        codec.position_from_plain(game, Table(("Ann", "Bo")), game.options(), {"phase": "follow", "trick": trick})
