"""Errors of the set-up of a tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catseye.text import Text


class CalibrationError(ValueError):
    """A picture or stored data cannot be used; `why` says so to the person who sets the tray up."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why
