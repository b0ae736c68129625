"""Materials of hobby players' dice: marbled, swirled, pearl, glitter, speckled, two-tone, layered, neon, frosted,
metal, wood; and faces with other marks than plain pips: rings, red fours, drilled holes, or symbols and numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from training.looks import brightness, paint
from training.marks import mark, print_word
from vision.sim.die import Bgr, DieLook
from vision.sim.texture import Texture

STAMP = 40
"""Side of a stamp in pixels."""
_LEAST_CONTRAST = 38.0
"""Least difference of pips from their surroundings, in levels of luma and a third of the colour's: people cannot read
less either.
"""
_SIGNS = ("swords", "letters", "numbers", "marks")


def made_of(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die of the same shape and another material, with pips that people can still read."""
    made = _MATERIALS[int(rng.choice(len(_MATERIALS), p=_SHARES))](look, rng)
    return _with_pips(made, rng)


def with_odd_pips(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die with pips in rings, with a red one and four, with a large one, or with drilled holes."""
    kind = rng.random()
    if kind < 0.3:
        ring = paint(str(rng.choice(("white", "black", "any"))), rng)
        return replace(look, ring=ring, ring_width=float(rng.uniform(0.2, 0.7)), pip=look.pip * 0.75)
    if kind < 0.55 and brightness(look.body) > 140:
        red = paint("red", rng)
        return replace(look, one=red, four=red, one_scale=float(rng.uniform(1.0, 2.3)))
    if kind < 0.75:
        return replace(look, one_scale=float(rng.uniform(1.6, 2.4)))
    light = brightness(look.body) > 90
    share = float(rng.uniform(0.4, 0.8)) if light else float(rng.uniform(1.6, 2.6))
    pips = tuple(min(part * share + (0 if light else 25), 255.0) for part in look.body)
    drilled = replace(look, pips=(pips[0], pips[1], pips[2]), dent=float(rng.uniform(0.6, 1.0)))
    return drilled if _apart(drilled.pips, look.body) > _LEAST_CONTRAST else look


def stamped(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die with symbols, letters or numbers instead of pips (story, poker and numeral dice)."""
    signs = str(rng.choice(_SIGNS))
    same = int(rng.integers(2**31)) if rng.random() < 0.2 else None
    stamps = tuple(_stamp(signs, np.random.default_rng(same) if same else rng) for _ in range(6))
    return replace(look, name="", stamps=stamps, dent=0.0, ring=None)


def _stamp(signs: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    sheet = np.zeros((STAMP, STAMP, 3), np.float32)
    white, middle = (255.0, 255.0, 255.0), STAMP / 2
    if signs == "letters":
        print_word(sheet, (0.42 * STAMP, middle), 0.38 * STAMP, white, chr(ord("A") + int(rng.integers(26))))
    elif signs == "numbers":
        print_word(sheet, (0.42 * STAMP, middle), 0.36 * STAMP, white, str(int(rng.integers(1, 13))))
    elif signs == "marks":
        mark(sheet, (middle, middle), float(rng.uniform(0.22, 0.4)) * STAMP, white, rng, dots=False)
    else:
        for _ in range(int(rng.integers(1, 4))):
            at = rng.uniform(0.25, 0.75, 2) * STAMP
            mark(sheet, (float(at[0]), float(at[1])), float(rng.uniform(0.12, 0.3)) * STAMP, white, rng, dots=False)
    return np.asarray(np.clip(sheet[..., 0], 0, 255), np.uint8)


def _phases(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.uniform(0, 6.28, 3)
    return float(x), float(y), float(z)


def _scales(rng: np.random.Generator, least: float, most: float) -> tuple[float, float, float]:
    x, y, z = np.exp(rng.uniform(np.log(least), np.log(most))) * rng.uniform(0.7, 1.4, 3)
    return float(x), float(y), float(z)


def _lighter(colour: Bgr, share: float) -> Bgr:
    blue, green, red = (part + (255 - part) * share for part in colour)
    return blue, green, red


def _marbled(look: DieLook, rng: np.random.Generator) -> DieLook:
    count = 2 if rng.random() < 0.4 else 1
    colours = tuple(paint(str(rng.choice(("any", "any", "black", "white"))), rng) for _ in range(count))
    body = paint(str(rng.choice(("any", "black", "red", "blue", "green", "purple"))), rng)
    texture = Texture("swirl", colours, _scales(rng, 1.0, 4.5), float(rng.uniform(0.5, 3)), phases=_phases(rng))
    return replace(look, name="", body=body, texture=texture, swirl=None)


def _pearl(look: DieLook, rng: np.random.Generator) -> DieLook:
    lighter = _lighter(look.body, float(rng.uniform(0.15, 0.6)))
    darker = tuple(part * float(rng.uniform(0.5, 0.9)) for part in look.body)
    colours = (lighter, (darker[0], darker[1], darker[2]))[: int(rng.integers(1, 3))]
    texture = Texture("swirl", colours, _scales(rng, 1.2, 5.0), float(rng.uniform(0.3, 1.2)), phases=_phases(rng))
    return replace(look, texture=texture, swirl=None, gloss=float(rng.uniform(0.4, 0.9)))


def _speckled(look: DieLook, rng: np.random.Generator) -> DieLook:
    fine = rng.random() < 0.5  # glitter
    colours = tuple(
        _lighter(look.body, float(rng.uniform(0.3, 0.9))) if fine else paint(str(rng.choice(("any", "white"))), rng)
        for _ in range(int(rng.integers(1, 3)))
    )
    scale = float(rng.uniform(9, 22) if fine else rng.uniform(4, 11))
    texture = Texture(
        "speckles", colours, (scale, scale, scale), share=float(rng.uniform(0.06, 0.3)), phases=_phases(rng)
    )
    return replace(look, texture=texture, swirl=None)


def _halves(look: DieLook, rng: np.random.Generator) -> DieLook:
    x, y, z = rng.normal(0, 1.5, 3)
    other = paint(str(rng.choice(("any", "black", "white", "red", "blue"))), rng)
    phases = tuple(float(v) for v in rng.uniform(-0.3, 0.3, 3))
    texture = Texture(
        "halves",
        (other,),
        (float(x), float(y), float(z)),
        float(rng.uniform(0.5, 4)),
        phases=(phases[0], phases[1], phases[2]),
    )
    return replace(look, name="", texture=texture, swirl=None)


def _layers(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return a die of layers of two colours, parallel to a pair of its faces or nearly."""
    other = paint(str(rng.choice(("any", "black", "white", "red", "blue"))), rng)
    scale = rng.normal(0, 0.15, 3)
    scale[int(rng.integers(3))] = rng.uniform(2.5, 6.0)
    x, y, z = (float(each) for each in scale)
    texture = Texture("layers", (other,), (x, y, z), float(rng.uniform(2, 8)), phases=_phases(rng))
    return replace(look, name="", texture=texture, swirl=None)


def _neon(look: DieLook, rng: np.random.Generator) -> DieLook:
    kind = str(rng.choice(("yellow", "green", "pink", "orange", "blue", "red")))
    blue, green, red = paint(kind, rng)
    most = max(blue, green, red)
    factor = 290 / most  # fluorescent: brighter than white in one colour
    body = (blue * factor, green * factor, red * factor)
    return replace(look, name="", body=body, clear=float(rng.choice((0.0, 0.4, 0.7))), swirl=None)


def _frosted(look: DieLook, rng: np.random.Generator) -> DieLook:
    body = _lighter(look.body, float(rng.uniform(0.1, 0.6)))
    return replace(look, name="", body=body, clear=float(rng.uniform(0.4, 0.95)), gloss=float(rng.choice((0.0, 0.2))))


def _metal(look: DieLook, rng: np.random.Generator) -> DieLook:
    grey = paint("grey", rng)
    gold = (float(rng.uniform(20, 60)), float(rng.uniform(90, 140)), float(rng.uniform(130, 190)))
    body = gold if rng.random() < 0.4 else grey
    return replace(look, name="", body=body, gloss=1.0, swirl=None, edge=float(rng.uniform(0.03, 0.15)))


def _wood(look: DieLook, rng: np.random.Generator) -> DieLook:
    value = float(rng.uniform(90, 235))
    body = (value * float(rng.uniform(0.4, 0.65)), value * float(rng.uniform(0.65, 0.85)), value)
    dark = (body[0] * 0.7, body[1] * 0.75, body[2] * 0.8)
    fine = float(rng.uniform(5, 11))
    texture = Texture("swirl", (dark,), (0.6, fine, fine), float(rng.uniform(0.4, 1.0)), phases=_phases(rng))
    return replace(look, name="", body=body, texture=texture, gloss=0.0, swirl=None)


def _with_pips(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Return the die with a pip colour that differs from all colours of its body."""
    grounds = [look.body, *(look.texture.colours if look.texture is not None else ())]
    for _ in range(16):
        pips = paint(str(rng.choice(("white", "white", "black", "yellow", "any"))), rng)
        if min(_apart(pips, ground) for ground in grounds) > _LEAST_CONTRAST:
            return replace(look, pips=pips, one=None)
    mean = sum(brightness(ground) for ground in grounds) / len(grounds)
    return replace(look, pips=paint("black" if mean > 120 else "white", rng), one=None)


def _apart(one: Bgr, other: Bgr) -> float:
    return abs(brightness(one) - brightness(other)) + 0.33 * max(abs(a - b) for a, b in zip(one, other, strict=True))


_Material = Callable[[DieLook, np.random.Generator], DieLook]
_MATERIALS: tuple[_Material, ...] = (
    _marbled,
    _pearl,
    _speckled,
    _halves,
    _layers,
    _neon,
    _frosted,
    _metal,
    _wood,
)
_SHARES = (0.32, 0.17, 0.14, 0.1, 0.05, 0.08, 0.06, 0.04, 0.04)
"""Probability of each material."""
