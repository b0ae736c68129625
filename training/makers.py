"""Pips as makers place them: a straight 2, narrow rows of a 6, a big red 1, a red 4, large and small pips near the rim
or the middle; and faces of another colour than the body.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from training.looks import brightness, paint, plain_ink

if TYPE_CHECKING:
    from vision.sim.die import DieLook

_INSET, _HOOP = 0.2, 0.14
"""Probabilities of a panel and of a ring on each face."""
STRAIGHT = (0.28, 0.5)
"""Least and greatest distance between the pips of a straight 2, edges of the die: on dice of photographs."""
_RIM = 0.94
"""Farthest reach of a pip from the middle of its face, half edges."""
_APART = 1.08
"""Least distance between the middles of two pips, diameters."""


def as_made(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return the die with pips of another size and place, which never touch."""
    pip = float(rng.uniform(0.1, 0.27))
    spread = float(rng.uniform(0.34, 0.68))
    pip = min(pip, _RIM - spread, spread / (2 * _APART))
    made = replace(look, pip=pip, spread=spread, two=_two(pip, rng), rows=_rows(pip, spread, rng))
    made = replace(made, one_scale=float(rng.choice((0.8, 1.0, 1.0, 1.3))))
    if brightness(look.body) > 125 and rng.random() < 0.4:
        red = paint("red", rng)
        made = replace(made, one=red, one_scale=float(rng.uniform(1.5, 2.3)), four=red if rng.random() < 0.5 else None)
    pick = rng.random()
    return _with_inset(made, rng) if pick < _INSET else _with_hoop(made, rng) if pick < _INSET + _HOOP else made


def _two(pip: float, rng: np.random.Generator) -> float | None:
    """Return how far from the middle the pips of a 2 are that stands straight, as on every other die."""
    return max(float(rng.uniform(*STRAIGHT)), _APART * pip) if rng.random() < 0.5 else None


def _rows(pip: float, spread: float, rng: np.random.Generator) -> float:
    """Return the distance of the rows of a 6 over the length of a row: equal, or narrower."""
    narrow = max(float(rng.uniform(0.55, 0.85)), _APART * pip / spread)
    return narrow if rng.random() < 0.4 and narrow < 1.0 else 1.0


def _with_inset(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die with a panel of another colour on each face, and pips that differ from it."""
    inset = paint(str(rng.choice(("white", "ivory", "black", "any"))), rng)
    disc = rng.random() < 0.5
    corner = _corner(look) if disc else look.spread + look.pip
    half = float(rng.uniform(min(corner, 0.85), 0.92))
    shape = replace(look, spread=look.spread * half / corner, pip=look.pip * half / corner) if corner > half else look
    return replace(
        shape, name="", inset=inset, inset_half=half, inset_round=disc, pips=plain_ink(inset, rng), one=None, four=None
    )


def _with_hoop(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die with a ring round the pips of each face, which lie within it."""
    outer = float(rng.uniform(0.8, 0.95))
    inner = outer - float(rng.uniform(0.04, 0.14))
    fits = min((inner - 0.02) / _corner(look), 1.0)
    two = None if look.two is None else max(look.two * min(fits * 1.2, 1.0), _APART * look.pip * fits)
    ink = look.pips if rng.random() < 0.3 else paint(str(rng.choice(("white", "ivory", "black", "red", "any"))), rng)
    return replace(
        look,
        hoop=(ink, inner, outer),
        pip=look.pip * fits,
        spread=look.spread * fits,
        two=two,
        one_scale=min(look.one_scale, 0.6 * inner / (look.pip * fits)),
    )


def _corner(look: DieLook) -> float:
    """Return how far the outer pips reach from the middle of their face."""
    return float(np.hypot(look.spread, look.spread)) + look.pip
