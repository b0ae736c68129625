"""Checks of options that several command lines have."""

from __future__ import annotations

import math

import typer


def a_number(value: float) -> float:
    """Return the value of an option. Raises BadParameter for "nan", which no bound refuses."""
    if math.isnan(value):
        raise typer.BadParameter("it must be a number")
    return value
