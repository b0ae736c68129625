"""The keyboard for the address of a camera: letters, digits and signs."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.widgets.keyboard import Keyboard

START = "http://192.168."
"""What addresses begin with in most home networks (RFC 1918): offered, so that people need to type the rest alone."""
KEYS = "1234567890" + "qwertyuiop" + "asdfghjkl:" + "zxcvbnm./-" + "_?=&%@+~#,"
_COLUMNS = 10
_DOTS = 3  # in an IPv4 address; behind the start that is offered there is one


def address_pad(address: str, done: Callable[[str], object]) -> Keyboard:
    """Return the keyboard. What was offered at the start goes once a whole address is typed behind it."""
    return Keyboard(address, done, KEYS, ("http://", "http://"), _grown, columns=_COLUMNS, line_size=28)


def _grown(address: str, letters: str) -> tuple[str, str]:
    """Add letters; those that no address has are left out."""
    for letter in letters:
        if letter.isascii() and letter.isprintable():
            address = lengthened(address, letter)
    return address, ""


def lengthened(address: str, letter: str) -> str:
    """Return the address with one more letter, without the offered start once a whole address is typed behind it."""
    address += letter
    scheme = max(address.rfind(start) for start in ("http://", "https://", "rtsp://"))
    if scheme > 0:
        return address[scheme:]
    typed = address.removeprefix(START)
    host = typed.partition("/")[0].partition(":")[0]
    whole = host.count(".") >= _DOTS or (host[:1].isalpha() and "." in host)
    return f"http://{typed}" if address.startswith(START) and whole else address
