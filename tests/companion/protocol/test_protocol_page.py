"""The page of the line protocol: every line of its examples is answered as it says."""

import json
import re
from pathlib import Path

import pytest

import companion.protocol
from companion.games import shelf
from companion.protocol.line_server import LineReferee

PAGE = Path(companion.protocol.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
SOME_ID = "9f2c01ab34de"
"""Stands on the page for the id of an example's first session."""
EXAMPLES = re.findall(r"([^\n]+)\n```\n(.*?)```", PAGE, re.DOTALL)


def answered(referee, request):
    return json.loads(json.dumps(referee.answer(json.dumps(request).encode())))


def agrees(found, expected):
    """Whether an answer has every key that is expected, at every depth."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return found.keys() >= expected.keys() and all(agrees(found[key], part) for key, part in expected.items())
    return found == expected


@pytest.mark.parametrize(("words", "lines"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_are_answered_as_the_page_says(words, lines, journal):
    referee, first = LineReferee(shelf(), journal), ""
    for line in lines.splitlines():
        request = json.loads(line.replace(SOME_ID, first))
        refused = request.pop("refused", None)
        if "expect" in request:
            now = answered(referee, {"show": "facts"})
            assert agrees(now, request["expect"]), (words, line, now)
        else:
            answer = answered(referee, request)
            assert answer.get("error") == refused, (words, line, answer)
            first = first or answer["session"]


def test_each_request_field_of_a_card_and_effect_has_an_example():
    for name in ("correct", "end", "continues", "amend"):
        assert f'"{name}":' in PAGE
    for name in ("also", "effects", "more", "red_dot", "anyone", "besides", "target_self", "pass_power", "reshuffle"):
        assert f'"{name}":' in PAGE
    for what in ("number", "turn", "skip", "revive", "swap"):
        assert f'"what": "{what}"' in PAGE
