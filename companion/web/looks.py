"""The themes of the app as a style sheet."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

from companion.drawing.theme import MARK_COLOURS, THEMES, ink_on


@cache
def stylesheet() -> str:
    """Return the colours of each theme as variables, and those of the players' marks."""
    blocks = []
    for name, theme in THEMES.items():
        roles = "".join(
            f"--{role.replace('_', '-')}:#{value};" for role, value in asdict(theme).items() if role != "name"
        )
        blocks.append(f':root[data-theme="{name}"]{{{roles}}}')
    marks = [f'[data-mark="{at}"]{{--seat:#{each};--seat-ink:#{ink_on(each)}}}' for at, each in enumerate(MARK_COLOURS)]
    return "\n".join([*blocks, *marks]) + "\n"
