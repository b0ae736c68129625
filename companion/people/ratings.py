"""Ratings by game, with their uncertainty: openskill's Plackett-Luce model (Weng and Lin, JMLR 12, 2011). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.people.matches import Match


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's strength after a game, on openskill's scale: everybody begins at 25 ± 17. It lies within `plus_minus`
    of `mean` with a probability of 95 %. `game` is the number of the rated game, from 0; `match` its session.
    """

    game: int
    match: str
    mean: float
    plus_minus: float


def ratings(matches: Iterable[Match]) -> dict[str, list[Rating]]:
    """Return everybody's ratings after each of their games, the oldest first. The games are of one kind.

    Games that nobody won, or without places for everybody, rate nobody.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415  its import takes longer than rating a hundred games

    model = PlackettLuce()
    now: dict[str, Any] = {}
    found: dict[str, list[Rating]] = {}
    rated = (match for match in matches if match.places and sum(map(len, match.places)) == len(match.people))
    for number, match in enumerate(rated):
        order = [(who, place) for place, group in enumerate(match.places, 1) for who in group]
        teams = [[now.get(who) or model.rating()] for who, _ in order]
        after = model.rate(teams, ranks=[float(place) for _, place in order])
        for (who, _), (rating,) in zip(order, after, strict=True):
            now[who] = rating
            found.setdefault(who, []).append(Rating(number, match.session, rating.mu, 1.96 * rating.sigma))
    return found
