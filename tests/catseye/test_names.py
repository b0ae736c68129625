"""Names: what is printed of any text on a terminal."""

import pytest

from catseye.names import printable


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("clip:\x1b[2J\x9b\u202e.avi", "clip:\\x1b[2J\\x9b\\u202e.avi"),
        ("caf\udce9", "caf\\udce9"),
        ("two\nlines", "two\\nlines"),
        ("\N{ARABIC LETTER MEEM}\u200c\N{ARABIC LETTER REH}", "\N{ARABIC LETTER MEEM}\u200c\N{ARABIC LETTER REH}"),
    ],
)
def test_printable(text, printed):
    assert printable(text) == printable(printed) == printed
