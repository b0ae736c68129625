"""Sentences in another language, and type that never gets too small."""

import struct

import pytest
from kivy.metrics import sp

from companion import i18n
from companion.core.text import say
from companion.drawing.theme import SMALL
from companion.ui.drawing.text_layout import _fitted, _written, text_height, text_width


def catalogue(messages):
    """A gettext catalogue (.mo) in bytes: magic, version, count, two tables, strings."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **messages}.items())
    keys = [key.encode() for key, _ in pairs]
    values = [value.encode() for _, value in pairs]
    start = 28 + 16 * len(pairs)
    tables, blob = [], b""
    for column in (keys, values):
        for text in column:
            tables.append((len(text), start + len(blob)))
            blob += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    return head + b"".join(struct.pack("<2I", *each) for each in tables) + blob


@pytest.fixture
def _silence():
    yield
    i18n.set_language("")


@pytest.mark.usefixtures("_silence")
def test_a_games_own_catalogue_is_spoken(tmp_path):
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "catseye.mo").write_bytes(catalogue({"{name}: roll {dice} dice": "{name}: wirf {dice} Würfel"}))
    assert i18n.set_language("xx", [tmp_path])
    assert i18n.translate(say("{name}: roll {dice} dice", name="Bo", dice=3)) == "Bo: wirf 3 Würfel"
    assert i18n.translate(say("{name} wins", name="Bo")) == "Bo wins"
    assert i18n.translate(say("")) == ""


def test_a_language_nobody_knows_is_said():
    assert not i18n.set_language("tlh")
    assert i18n.set_language("")


def test_words_shrink_to_eighteen_and_are_then_cut(driver, controller):
    driver()
    wide = _fitted("a fairly long sentence that does not fit", 4000, 200, 30, False, "left")
    assert wide.height > sp(30)
    small = _fitted("a fairly long sentence that does not fit at all into so little room", 120, 30, 30, False, "left")
    line = _written("Ag", sp(SMALL), False, None, "left").height
    assert small.height <= 31
    assert small.height >= line - 1


@pytest.mark.parametrize("words", ["Ann rolls", "two\nlines", "a ♠ and → 3", "⚀⚁", "W" * 30, "[b] & |", " "])
@pytest.mark.parametrize("size", [18, 20.5, 44])
def test_words_are_drawn_as_large_as_they_are_measured(words, size):
    assert _written(words, sp(size), False, None, "left").width == text_width(words, size)
    assert _written(words, sp(size), False, 300, "center").height == text_height(words, 300, size)
