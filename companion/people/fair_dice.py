"""Are the dice fair? A sequential test that may be looked at after every roll. Pure.

The evidence is a likelihood ratio: any die, by a mixture with a Dirichlet prior of 1/2 a face, against a fair one.
With a fair die it reaches a number E at any time with a probability of at most 1/E (Ville's inequality), however often
people look; with any other die it grows without limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import lgamma, log, sqrt

from catseye.colours import colour
from companion.core.text import Text, counted, say
from companion.people.matches import SessionPlayed

SIDES = 6
PRIOR = 0.5
ALARM = log(100)
"""Evidence (logarithm) from which a die is called unfair: of a hundred fair dice at most one ever gets there."""
LOADED = (0.15, 0.15, 0.15, 0.15, 0.15, 0.25)
"""The die that people are told about: it shows a six one time in four."""
ROUNDED = 50
"""A number of rolls that a die is found after is given to the nearest of these."""


@dataclass(frozen=True, slots=True)
class Die:
    """The dice of one colour ("" if it does not matter): how often each face was thrown, since when (ISO 8601, "" for
    always), and the largest evidence (logarithm) there ever was that they are not fair.
    """

    colour: str
    faces: tuple[int, ...]
    since: str
    evidence: float

    @property
    def name(self) -> Text:
        """Its colour in words."""
        return colour(self.colour) if self.colour else say("any die")

    @property
    def rolls(self) -> int:
        """How often one was thrown."""
        return sum(self.faces)

    @property
    def suspect(self) -> bool:
        """Whether the evidence is enough to call it unfair."""
        return self.evidence >= ALARM


def dice_of(sessions: Iterable[SessionPlayed], since: Mapping[str, str]) -> tuple[Die, ...]:
    """Return all dice that people threw in these sessions (the oldest first), those thrown most first.

    `since` says by colour when the present dice were taken; what was thrown before was thrown with others.
    """
    thrown: dict[str, list[str]] = {}
    for each in sessions:
        for body, faces in each.played.faces.items():
            if each.began >= since.get(body, ""):
                thrown.setdefault(body, []).append(faces)
    dice = []
    for body, parts in thrown.items():
        values = "".join(parts)
        counts = tuple(values.count(str(face)) for face in range(1, SIDES + 1))
        dice.append(Die(body, counts, since.get(body, ""), largest_evidence(values)))
    return tuple(sorted(dice, key=lambda die: -die.rolls))


def evidence(faces: Sequence[float]) -> float:
    """Return the logarithm of the evidence that a die with these counts is not fair."""
    rolls = sum(faces)
    mixture = lgamma(SIDES * PRIOR) - lgamma(SIDES * PRIOR + rolls)
    mixture += sum(lgamma(PRIOR + count) for count in faces) - SIDES * lgamma(PRIOR)
    return mixture + rolls * log(SIDES)


def largest_evidence(values: str) -> float:
    """Return the largest evidence after any of these rolls ("36124..."): a die once found stays found."""
    counts, now, largest = dict.fromkeys("123456", PRIOR), 0.0, 0.0
    for rolls, value in enumerate(values):
        now += log(SIDES * counts[value] / (SIDES * PRIOR + rolls))  # what `evidence` grows by
        counts[value] += 1
        largest = max(largest, now)
    return largest


@cache
def rolls_to_find(shares: tuple[float, ...] = LOADED) -> int:
    """Return after about how many rolls a die with these shares of faces is found in half of all cases.

    The evidence is a random walk whose mean is the evidence of the expected counts plus half a degree of freedom for
    each free share. When it first arrives has about an inverse Gaussian distribution; its median is taken as that of
    the lognormal distribution with its mean and variance.
    """
    rolls, free = 1, (SIDES - 1) / 2
    while evidence([share * rolls for share in shares]) + free < ALARM:
        rolls += 1
    drift = sum(share * log(SIDES * share) for share in shares)
    spread = sum(share * log(SIDES * share) ** 2 for share in shares) - drift**2
    return round(rolls / sqrt(1 + spread / (drift**2 * rolls)) / ROUNDED) * ROUNDED


def verdict(die: Die) -> Text:
    """Return what can honestly be said about a die, in a sentence or two."""
    if die.suspect:
        worst = max(range(SIDES), key=lambda face: abs(die.faces[face] - die.rolls / SIDES))
        return say(
            "This does not look fair: in {rolls} rolls a {face} came {count} times; {fair} would be fair. Of a hundred "
            "fair dice at most one ever looks like this.",
            rolls=die.rolls,
            face=worst + 1,
            count=die.faces[worst],
            fair=round(die.rolls / SIDES),
        )
    needed = rolls_to_find()
    if die.rolls < needed:
        return counted(
            "{n} roll is not enough to say: a die that shows a six one time in four is found after about {needed}.",
            "{n} rolls are not enough to say: a die that shows a six one time in four is found after about {needed}.",
            die.rolls,
            needed=needed,
        )
    return counted(
        "Nothing speaks against it after {n} roll. A die that shows a six one time in four is found after about "
        "{needed}; a weaker fault takes longer.",
        "Nothing speaks against it after {n} rolls. A die that shows a six one time in four is found after about "
        "{needed}; a weaker fault takes longer.",
        die.rolls,
        needed=needed,
    )
