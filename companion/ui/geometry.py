"""Shapes on the screen, in pixels from the lower left corner. Pure."""

from __future__ import annotations

Box = tuple[float, float, float, float]
"""x, y, width, height."""
Point = tuple[float, float]
"""x, y."""
