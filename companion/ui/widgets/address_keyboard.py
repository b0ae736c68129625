"""Letters, digits and signs under the finger for the address of a camera; a real keyboard works as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.hardware_keys import HardwareKeys
from companion.ui.widgets.painted import Drawn, rows_in

START = "http://192.168."
"""What addresses begin with in most home networks (RFC 1918): offered, so that people need to type the rest alone."""
KEYS = "1234567890" + "qwertyuiop" + "asdfghjkl:" + "zxcvbnm./-" + "_?=&%@+~#,"
_COLUMNS = 10
_DOTS = 3  # in an IPv4 address; behind the start that is offered there is one


class AddressPad(Drawn):
    """`done` gets the address once it is complete."""

    def __init__(self, address: str, done: Callable[[str], object], **kwargs: Any) -> None:
        self.address, self._done = address, done
        super().__init__(**kwargs)
        self._keys = [Button(key, lambda key=key: self.type(key), size=24) for key in KEYS]  # type: ignore[misc]
        self._last = [
            Button("http://", self._start, "quiet", 20),
            Button("⌫", self.erase, "plain", 26),
            Button(word("Done"), self._finish, "asked", 24),
        ]
        for button in (*self._keys, *self._last):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)
        self._hardware = HardwareKeys(self, self.type, self.erase, self._finish)

    def type(self, letters: str) -> None:
        """Adds letters; those no address has are left out."""
        for letter in letters:
            if letter.isascii() and letter.isprintable():
                self.address = lengthened(self.address, letter)
        self.again()

    def erase(self) -> None:
        """Takes the last letter away."""
        self.address = self.address[:-1]
        self.again()

    def _start(self) -> None:
        self.address = "http://"
        self.again()

    def _finish(self) -> None:
        if self.address.strip():
            self._done(self.address.strip())

    def _lay(self, *_: object) -> None:
        _, keys, last = rows_in(self.box, 64, 0, 66, gap=10)
        put_grid(self._keys, keys, _COLUMNS, 8)
        put_grid(self._last, last, 3)

    def paint(self) -> None:
        """The address as it stands, with a mark where the next letter goes."""
        line = rows_in(self.box, 64, 0)[0]
        canvas.panel(line, "ground", 10)
        canvas.frame(line, "edge", 10)
        canvas.text(f"{self.address}|", line, 28, bold=True)


def lengthened(address: str, letter: str) -> str:
    """The address with one more letter. What was offered at its start goes once a whole address is typed behind it."""
    address += letter
    scheme = max(address.rfind(start) for start in ("http://", "https://", "rtsp://"))
    if scheme > 0:
        return address[scheme:]
    typed = address.removeprefix(START)
    host = typed.partition("/")[0].partition(":")[0]
    whole = host.count(".") >= _DOTS or (host[:1].isalpha() and "." in host)
    return f"http://{typed}" if address.startswith(START) and whole else address
