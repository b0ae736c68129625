"""What goes wrong in setting a tray up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catseye.text import Text


class CalibrationError(ValueError):
    """What was shown or stored cannot be used; `why` says it to the person who sets the tray up."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why
