"""`PYTHON training/raytraced.py SCENES --seed N --tables T --throws K --out FOLDER`: ray-traced tables to learn from,
made by the tool of the folder SCENES (`../shared/tools/scenes`) and by a Python that holds its packages.

The dice have colours that the tool's own tables never have, and its textures another seed, so that its tables stay for
measuring: looks, grounds and seeds there are new to the networks. Straight twos, rings and two-tone faces, of which the
drawn scenes show less than light does to them, are more frequent than among people's dice.
"""

from __future__ import annotations

import colorsys
import importlib
import random
import runpy
import sys
from pathlib import Path
from typing import Any

SALT = 7919
"""Seed of the textures, and of the colours."""
LOOKS = {
    "plain": 0.12,
    "asian": 0.16,
    "ringed": 0.17,
    "twotone": 0.15,
    "marbled": 0.1,
    "pearl": 0.06,
    "translucent": 0.1,
    "glitter": 0.07,
    "lowcontrast": 0.03,
    "engraved": 0.04,
}
"""Shares of the kinds of dice."""
STRAIGHT = 0.5
"""Share of the kinds of dice whose two stands straight."""
ROWS = 14
"""Colours of each kind."""

Colour = tuple[float, float, float]
"""Linear red, green and blue, 0 to 0.9."""
_BLACK, _WHITE = (0.012, 0.012, 0.014), (0.84, 0.84, 0.82)


def palettes(chance: random.Random) -> dict[str, list[tuple[object, ...]]]:
    """Return the colours of each kind of dice: a name, the body, for some a second colour, and the pips."""
    found = dict[str, list[tuple[object, ...]]]()
    for kind in ("plain", "asian", "ringed", "marbled", "pearl", "translucent", "glitter", "lowcontrast"):
        rows = list[tuple[object, ...]]()
        for _ in range(ROWS):
            body = _pale(chance) if kind == "asian" else _colour(chance)
            ground = _apart(body, chance) if kind in ("ringed", "marbled") else None
            under = ground if ground is not None and kind == "ringed" else body
            pips = _faint(body, chance) if kind == "lowcontrast" else _ink(under, chance)
            rows.append(("", body, pips) if ground is None else ("", body, ground, pips))
        found[kind] = rows
    return found


def _luma(colour: Colour) -> float:
    """Return how light a linear colour looks, 0 to 1."""
    red, green, blue = colour
    return float((0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 2.2))


def _colour(chance: random.Random) -> Colour:
    pick = chance.random()
    if pick < 0.25:
        return _pale(chance)
    value = chance.uniform(0.01, 0.04) if pick < 0.4 else chance.uniform(0.08, 0.8)
    return colorsys.hsv_to_rgb(chance.random(), chance.uniform(0.5, 0.98), value)


def _pale(chance: random.Random) -> Colour:
    return colorsys.hsv_to_rgb(chance.uniform(0.05, 0.2), chance.uniform(0.0, 0.45), chance.uniform(0.6, 0.84))


def _apart(body: Colour, chance: random.Random) -> Colour:
    """Return a colour that differs from the body's."""
    while True:
        other = _colour(chance)
        if abs(_luma(other) - _luma(body)) > 0.15:
            return other


def _ink(ground: Colour, chance: random.Random) -> Colour:
    """Return a colour of pips that can be read on this ground."""
    if chance.random() < 0.25:
        for _ in range(20):
            other = _colour(chance)
            if abs(_luma(other) - _luma(ground)) > 0.35:
                return other
    return _BLACK if _luma(ground) > 0.45 else _WHITE


def _faint(body: Colour, chance: random.Random) -> Colour:
    """Return a colour of pips that hardly differs from the body's."""
    factor = chance.uniform(2.5, 6) if _luma(body) < 0.5 else chance.uniform(0.25, 0.45)
    red, green, blue = (min(part * factor, 0.84) for part in body)
    return red, green, blue


def main() -> None:
    """Render the tables."""
    scenes = Path(sys.argv.pop(1))
    sys.path.insert(0, str(scenes))
    own: dict[str, Any] = importlib.import_module("tablesets").TSETS["dev"]
    own.update(salt=SALT, straight=STRAIGHT, looks=LOOKS, palettes=palettes(random.Random(SALT)))
    runpy.run_path(str(scenes / "tables.py"), run_name="__main__")


if __name__ == "__main__":
    main()
