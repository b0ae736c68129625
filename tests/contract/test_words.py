"""Names are the field's own words: private words for standard things do not come back."""

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRIVATE = frozenset(
    {
        "befall",
        "befalls",
        "desk",
        "desks",
        "door",
        "doors",
        "doubt",
        "doubted",
        "doubtful",
        "doubts",
        "evening",
        "evenings",
        "glass",
        "house",
        "presser",
        "sitting",
        "sittings",
        "stance",
        "stances",
        "thrower",
        "told",
        "twin",
        "twins",
    }
)
LEDS = frozenset({"lamp", "lamps"})
"""An LED of the button box is no lamp. The lamps over tables and trays are."""
ALLOWED = {"vision/training/nets.py": {"told"}}
"""A layer's name in weights that were trained already."""
PHRASES = re.compile(
    r"\b(so many (?!more)|go(?:es|ne)? on with|for certain|besides|who (?:throws|asks|knows)|befall"
    r"|the (?:house|eye|glass|desk|evening|twin)|house rules?)\b",
    re.IGNORECASE,
)
PACKAGES = (".ci", "bench", "calibration", "companion", "firmware_bridge", "tests", "vision")
OF_BOXES = ("companion/", "firmware_bridge/", "tests/firmware_bridge/")


def tokens(path):
    return tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)


def parts(name):
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def files():
    return [
        path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if "build" not in path.parts and path != Path(__file__)
    ]


def private_in(path):
    """The words that no name in a file may have."""
    place = path.relative_to(ROOT).as_posix()
    return (PRIVATE | LEDS if place.startswith(OF_BOXES) else PRIVATE) - ALLOWED.get(place, set())


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_names_and_sentences_use_the_fields_words(path):
    private = private_in(path)
    found = [
        f"{token.start[0]}: {token.string}"
        for token in tokens(path)
        if token.type == tokenize.NAME and parts(token.string) & private
    ]
    found += [
        f"{token.start[0]}: {phrase[0]}"
        for token in tokens(path)
        if token.type in {tokenize.STRING, tokenize.COMMENT}
        for phrase in PHRASES.finditer(token.string)
    ]
    assert not found
    assert not parts(path.stem) & private


def test_the_check_finds_what_it_looks_for():
    assert parts("HouseRules") & PRIVATE
    assert parts("late_told") & PRIVATE
    assert not parts("CatsEyeApp") & PRIVATE
    assert PHRASES.search("What the glass shows")
