"""Sentences in another language."""

import struct

from companion import i18n
from companion.core.text import say


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


def test_catalogue_of_a_game(tmp_path):
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "catseye.mo").write_bytes(catalogue({"{name}: roll {dice} dice": "{name}: wirf {dice} Würfel"}))
    assert i18n.set_language("xx", [tmp_path])
    assert i18n.translate(say("{name}: roll {dice} dice", name="Bo", dice=3)) == "Bo: wirf 3 Würfel"
    assert i18n.translate(say("{name} wins", name="Bo")) == "Bo wins"
    assert i18n.translate(say("")) == ""


def test_unknown_language():
    assert not i18n.set_language("tlh")
    assert i18n.set_language("")
