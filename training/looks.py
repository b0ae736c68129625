"""Random dice: bodies of every colour and material, with the usual name of the colour."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import numpy as np

from vision.reading import COLOUR_NAMES
from vision.sim.die import Bgr, DieLook

_HUES = {  # degrees, saturation, value: ranges with an unambiguous name
    "red": ((-8, 8), (0.72, 1.0), (0.45, 0.95)),
    "blue": ((205, 238), (0.6, 1.0), (0.3, 0.95)),
    "green": ((95, 165), (0.5, 1.0), (0.22, 0.8)),
    "yellow": ((46, 60), (0.65, 1.0), (0.75, 1.0)),
    "purple": ((265, 300), (0.4, 0.95), (0.25, 0.75)),
    "orange": ((17, 34), (0.75, 1.0), (0.8, 1.0)),
    "pink": ((315, 350), (0.3, 0.6), (0.8, 1.0)),
}
_USUAL = ("white", "white", "white", "white", "ivory", "ivory", "red", "red", "blue", "black", "green", "yellow")


def _bgr(hue_deg: float, saturation: float, value: float) -> Bgr:
    r, g, b = colorsys.hsv_to_rgb((hue_deg % 360) / 360, saturation, value)
    return 255 * b, 255 * g, 255 * r


def paint(name: str, rng: np.random.Generator) -> Bgr:
    """Return a shade (blue-green-red, 0-255) of a named body colour; "any" may give any colour."""
    if name == "any":
        return _bgr(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.1, 1.0))
    if name == "white":
        return _bgr(rng.uniform(0, 360), rng.uniform(0, 0.05), rng.uniform(0.84, 1.0))
    if name == "ivory":
        return _bgr(rng.uniform(30, 52), rng.uniform(0.1, 0.42), rng.uniform(0.78, 0.98))
    if name == "black":
        return _bgr(rng.uniform(0, 360), rng.uniform(0, 0.3), rng.uniform(0.04, 0.16))
    if name == "grey":
        return _bgr(rng.uniform(0, 360), rng.uniform(0, 0.08), rng.uniform(0.35, 0.6))
    hue, saturation, value = _HUES[name]
    return _bgr(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))


def brightness(colour: Bgr) -> float:
    """Return the luma (0-255) of a colour, by the weights of ITU-R BT.601."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def plain_ink(ground: Bgr, rng: np.random.Generator, over: float = 110) -> Bgr:
    """Return a black for a ground with a luma above `over`, else a white."""
    return paint("black" if brightness(ground) > over else "white", rng)


def _other_ink(body: Bgr, rng: np.random.Generator) -> Bgr:
    """Return a pip colour that is neither black nor white: a colour, gold, or the body's colour for drilled holes."""
    for _ in range(12):
        kind = rng.random()
        if kind < 0.5:
            ink = paint("any", rng)
        elif kind < 0.75:
            ink = _bgr(rng.uniform(36, 52), rng.uniform(0.4, 0.9), rng.uniform(0.6, 0.95))
        else:
            share = rng.uniform(0.35, 0.7)
            ink = (body[0] * share, body[1] * share, body[2] * share)
        apart = abs(brightness(ink) - brightness(body)) + 0.35 * max(abs(a - b) for a, b in zip(ink, body, strict=True))
        if apart > 60:
            return ink
    return plain_ink(body, rng, 125)


def light_pips(pips: Bgr) -> bool:
    """Return whether pips are so light that a glint on them would be invisible."""
    return brightness(pips) > 140


def unseen(look: DieLook, table: tuple[float, ...], rng: np.random.Generator) -> DieLook:
    """Return the die in the colour of the `table` (blue-green-red) it lies on, with pips of a different colour."""
    body = (min(table[0], 255.0), min(table[1], 255.0), min(table[2], 255.0))
    pips = plain_ink(body, rng)
    return replace(look, name="", body=body, pips=pips, one=None, swirl=None)


def random_look(rng: np.random.Generator) -> DieLook:
    """Return a random die; its `name` is one of COLOUR_NAMES, or "" for an ambiguous colour."""
    pick = rng.random()
    if pick < 0.62:
        kind = str(rng.choice(_USUAL))
    elif pick < 0.88:
        kind = str(rng.choice(COLOUR_NAMES))
    else:
        kind = "any"
    body = paint(kind, rng)
    light = brightness(body) > 125
    pips = paint("black" if light else "white", rng)
    if rng.random() < 0.22:
        pips = _other_ink(body, rng)
    red_one = light and rng.random() < 0.12
    one = paint("red", rng) if red_one else None
    clear = float(rng.uniform(0.3, 0.9)) if rng.random() < 0.14 else 0.0
    swirl = paint("any", rng) if kind == "any" and rng.random() < 0.6 else None
    name = "" if kind == "any" else "white" if kind == "ivory" else kind
    look = DieLook(
        name,
        body,
        pips,
        one=one,
        size_mm=float(rng.choice((12, 14, 16, 16, 16, 19))),
        edge=float(rng.uniform(0.04, 0.42)),
        ball=float(rng.uniform(1.26, 1.74)),
        pip=float(rng.uniform(0.13, 0.25)),
        spread=float(rng.uniform(0.42, 0.6)),
        one_scale=float(rng.uniform(1.5, 2.1) if red_one else rng.choice((1.0, 1.0, 1.2, 1.6))),
        dent=float(rng.choice((0.0, 0.3, 0.6, 0.9))),
        gloss=float(rng.choice((0.0, 0.25, 0.5, 0.9))),
        clear=clear,
        swirl=swirl,
        slants=tuple(bool(b) for b in rng.integers(0, 2, 3)),  # type: ignore[arg-type]
        glint=float(rng.uniform(0.25, 0.55)) if rng.random() < 0.15 and not light_pips(pips) else 0.0,
    )
    return replace(look, spread=min(look.spread, 0.95 - look.pip), pip=min(look.pip, look.spread * 0.48))
