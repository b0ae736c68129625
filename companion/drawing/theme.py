"""All colours and sizes of the screen, as named roles. Pure: no widget holds a colour of its own.

The colours of marks are the palette of M. Okabe and K. Ito, "Color Universal Design" (2008), which stays distinct for
colour-blind eyes; every mark also has a shape of its own, so that colour never carries meaning alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log
from typing import NamedTuple

from companion.core.table import NOBODY, Table
from companion.core.text import Text, say

Rgba = tuple[float, float, float, float]

# Sizes in density-independent pixels of a 10 inch tablet of 1280 x 800 (about 6 of them to a millimetre).
TOUCH = 56  # 9 mm: the smallest thing a finger is asked to hit
GAP = 10
SMALL, LABEL, PROMPT, NUMBER, HERO = TYPE = 18, 22, 30, 48, 92
"""Type in five steps: a caption, what is read, what is asked, a number, the number that matters. A prompt's capitals
are 3.5 mm high: the whole table reads it."""

MARK_COLOURS = ("0072B2", "D55E00", "009E73", "F0E442", "CC79A7", "56B4E9", "E69F00", "FFFFFF")
MARK_SHAPES = ("disc", "square", "triangle", "diamond", "star", "ring", "cross", "hexagon")


class DieColour(NamedTuple):
    """How a die of a named colour is drawn: its body and its pips."""

    body: str
    pips: str


DICE = {
    "white": DieColour("F7F5EE", "1B1B1B"),
    "black": DieColour("262A2C", "F4F4F4"),
    "red": DieColour("C22A2A", "FFFFFF"),
    "blue": DieColour("2457B8", "FFFFFF"),
    "green": DieColour("23803F", "FFFFFF"),
    "yellow": DieColour("F2CE2B", "1B1B1B"),
    "purple": DieColour("7A3FA8", "FFFFFF"),
    "orange": DieColour("EE8A1D", "1B1B1B"),
    "pink": DieColour("F08CB4", "1B1B1B"),
    "grey": DieColour("8E969A", "101010"),
}
PLAIN_DIE = DieColour("E9E4D6", "1B1B1B")


@dataclass(frozen=True, slots=True)
class Theme:
    """One way the screen can look; fields are the roles, values are RRGGBB.

    `ground` lies under everything, `panel` is one step above it, `raised` what can be touched, with
    a `shade` below it; `edge` draws lines;
    `ink` is read, `quiet` is read second; `asked` means *you are asked* and nothing else; `good`, `warn`, `danger`
    say how something went; the `*_ink` roles are written on the filled role of the same name.
    """

    name: str
    ground: str
    panel: str
    raised: str
    pressed: str
    shade: str
    edge: str
    ink: str
    quiet: str
    asked: str
    asked_ink: str
    good: str
    good_ink: str
    warn: str
    warn_ink: str
    danger: str
    danger_ink: str
    card: str
    card_ink: str


THEMES = {
    theme.name: theme
    for theme in (
        Theme(
            name="dark", ground="10261F", panel="193A2F", raised="2A5546", pressed="39685A", shade="091711",
            edge="8FB3A2", ink="FFFBF0", quiet="D3E2D6", asked="C4F24A", asked_ink="14210A",
            good="8CE8B0", good_ink="08150E", warn="FFCE73", warn_ink="1C1200", danger="FFB3A6", danger_ink="210502",
            card="FBF5E6", card_ink="1F1B16",
        ),
        Theme(
            name="light", ground="E9DCC6", panel="F5ECDC", raised="FFFDF8", pressed="E2D0B2", shade="BFA983",
            edge="857459", ink="231B13", quiet="52453A", asked="2F6B00", asked_ink="FFFFFF",
            good="0B6037", good_ink="FFFFFF", warn="744300", warn_ink="FFFFFF", danger="A3180B", danger_ink="FFFFFF",
            card="FFFFFF", card_ink="231B13",
        ),
        Theme(
            name="contrast", ground="000000", panel="000000", raised="262626", pressed="4A4A4A", shade="FFFFFF",
            edge="FFFFFF", ink="FFFFFF", quiet="E6E6E6", asked="C8FF00", asked_ink="000000",
            good="6CFFB0", good_ink="000000", warn="FFD98A", warn_ink="000000", danger="FFB3A8", danger_ink="000000",
            card="FFFFFF", card_ink="000000",
        ),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How pictures are painted: the theme, how many times larger than designed words are written, what translates them,
    and the `table`, which knows the players' marks.
    """

    theme: Theme = THEMES["dark"]
    text_size: float = 1.0
    translate: Callable[[Text], str] = str
    table: Table = NOBODY

    def colour(self, name: str) -> str:
        """Return the RRGGBB of a role of the theme; six hexadecimal digits stand for themselves."""
        return str(getattr(self.theme, name, name))

    def mark(self, seat: int) -> int:
        """Return the mark of the player at a seat."""
        return self.table.mark(seat)

    def seat_colour(self, seat: int) -> str:
        """Return the colour of the player at a seat, RRGGBB; show it with their shape or name, never alone."""
        return mark_colour(self.mark(seat))

    def said(self, words: Text | str) -> str:
        """Return a text in the language of the picture; a name or a number is the same in all of them."""
        return words if isinstance(words, str) else self.translate(words)


TEXT_SIZES = (1.0, 1.25, 1.5)
"""How many times larger than designed people can have words written, where there is room."""

THEME_NAMES = {"dark": say("Dark"), "light": say("Light"), "contrast": say("High contrast")}

# What is written on what: each pair must reach 4.5:1 (WCAG 2.2, 1.4.3); a test goes through all themes.
TEXT_PAIRS = (
    *((ink, paper) for ink in ("ink", "quiet") for paper in ("ground", "panel", "raised", "pressed")),
    *((ink, paper) for ink in ("good", "warn", "danger") for paper in ("ground", "panel", "raised")),
    *((f"{role}_ink", role) for role in ("asked", "good", "warn", "danger", "card")),
)
# Edges and marks that carry meaning: 3:1 (WCAG 2.2, 1.4.11). Shapes of marks are outlined in `ink`.
MARK_PAIRS = (("asked", "ground"), ("asked", "panel"), ("ink", "panel"), ("edge", "raised"))


def type_step(size: float) -> float:
    """Return the step of type that is nearest to a size."""
    return min(TYPE, key=lambda step: abs(log(step / max(size, 1.0))))


def mark_colour(mark: int) -> str:
    """Return a mark's colour, RRGGBB; show it with the mark's shape or a name, never alone."""
    return MARK_COLOURS[mark % len(MARK_COLOURS)]


def mark_shape(mark: int) -> str:
    """Return the name of a mark's shape."""
    return MARK_SHAPES[mark % len(MARK_SHAPES)]


def die_colour(name: str) -> DieColour:
    """Return body and pips of a die of a named colour; a plain one if the name is unknown or empty."""
    return DICE.get(name, PLAIN_DIE)


def ink_on(paper: str) -> str:
    """White or nearly black, whichever stands out more from a colour (RRGGBB)."""
    return max(("FFFFFF", "1B1B1B"), key=lambda ink: contrast(ink, paper))


def mixed(one: str, other: str, share: float) -> str:
    """Return one colour with a share (0..1) of another in it, RRGGBB."""
    parts = zip(_channels(one), _channels(other), strict=True)
    return "".join(f"{round(255 * (a + (b - a) * share)):02X}" for a, b in parts)


def rgba(colour: str, alpha: float = 1.0) -> Rgba:
    """RRGGBB as four floats 0..1."""
    return (*_channels(colour), alpha)


@cache
def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1..21, as WCAG 2.2 defines it (relative luminance of sRGB)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgba(colour)[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
