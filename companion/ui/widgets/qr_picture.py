"""QR codes on the screen, for phones to read."""

from __future__ import annotations

from companion.ui.widgets.picture import Picture

_MODULE, _QUIET = 8, 4
"""Pixels of a module before the picture is fitted, and the width of the white border, modules (ISO/IEC 18004)."""


class QrPicture(Picture):
    """A text as a QR code."""

    def show_text(self, text: str) -> None:
        """Show another text. Raises ValueError for one that is too long for any code."""
        import numpy as np  # noqa: PLC0415  slow to import, and seldom needed
        import segno  # noqa: PLC0415  the same

        dark = np.array([*segno.make_qr(text, error="l").matrix_iter(_MODULE, _QUIET)], np.uint8)
        self.show_frame(np.dstack([255 - 255 * dark] * 3))
