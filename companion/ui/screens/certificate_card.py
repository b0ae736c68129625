"""Asks whether a certificate nobody vouches for is that of the people's own camera."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.drawing.theme import PROMPT
from companion.i18n import translate, word
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, Words, put, rows_in

if TYPE_CHECKING:
    from companion.devices.camera_list import Candidate


class CertificateCard(Drawn):
    """A certificate nobody vouches for: its fingerprint, and one button that accepts it."""

    def __init__(self, candidate: Candidate, accept: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.why = Words(translate(candidate.why), PROMPT, "ink", align="center")
        self.accept = Button(word("Yes, accept it"), accept, "asked", 24)
        self.add_widget(self.why)
        self.add_widget(self.accept)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        words, key = rows_in(self.box, 0, 72, gap=12)
        put(self.why, words)
        put(self.accept, key)
