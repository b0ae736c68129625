"""Pictures as PNG, without a window."""

from __future__ import annotations

from pathlib import Path

import resvg_py

from companion.drawing.fonts import FONT_FOLDER
from companion.drawing.svg_canvas import SvgCanvas

ZOOM = 2
"""Pixels to a unit: sharp on a phone and on paper."""


def png(picture: SvgCanvas) -> bytes:
    """Return the picture in pixels, in the fonts in which its words were measured."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture.document(),
            skip_system_fonts=True,
            font_dirs=[str(FONT_FOLDER)],
            font_files=sorted(font for font in picture.fonts if Path(font).is_absolute()),
            zoom=ZOOM,
        )
    )
