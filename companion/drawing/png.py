"""Pictures as PNG and PDF, without a window."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import resvg_py

from companion.drawing.fonts import FONT_FOLDER
from companion.drawing.svg_canvas import SvgCanvas

ZOOM = 2
"""Pixels to a unit: sharp on a phone and on paper."""
PAGE_INCHES = 11.0
"""Width of a picture as PDF: it fills a sheet of A4 or Letter, laid across."""


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


def pdf(picture: SvgCanvas) -> bytes:
    """Return the picture as a page to print."""
    from PIL import Image  # noqa: PLC0415  few want one

    page = BytesIO()
    with Image.open(BytesIO(png(picture))) as drawn:
        drawn.convert("RGB").save(page, "PDF", resolution=picture.width * ZOOM / PAGE_INCHES, quality=95)
    return page.getvalue()
