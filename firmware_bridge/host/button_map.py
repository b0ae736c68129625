"""What each button means: a pure map from (box, button) to (seat, meaning), learned by pressing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

Meaning = Literal["yes", "no", "next"]
MEANINGS: tuple[Meaning, ...] = get_args(Meaning)
ANY_BOX = ""
"""Entries for this box hold for every box without entries of its own."""
BUTTONS_A_LED = len(MEANINGS)
"""Led k is beside the buttons 3k to 3k + 2."""


@dataclass(frozen=True)
class Place:
    """The place of a button: a seat (counted from 0) and a meaning."""

    seat: int
    meaning: Meaning


@dataclass(frozen=True)
class ButtonMap:
    """An immutable map. Keys of `places` are (device id in hex or `ANY_BOX`, button).

    `bare` are the boxes that were taught but have no button left with a meaning.
    """

    places: Mapping[tuple[str, int], Place] = field(default_factory=dict)
    bare: frozenset[str] = frozenset()

    def of(self, box: str) -> dict[int, Place]:
        """Return the buttons of this box that mean something: only what it was taught, or else what is wired."""
        own = {button: place for (at, button), place in self.places.items() if at == box}
        if own or box in self.bare:
            return own
        return {button: place for (at, button), place in self.places.items() if at == ANY_BOX}

    def place(self, box: str, button: int) -> Place | None:
        """Return what this button means, or None."""
        return self.of(box).get(button)

    def led(self, box: str, seat: int) -> int | None:
        """Return the led beside the first button of this seat on this box, or None if it has none."""
        first = min((button for button, place in self.of(box).items() if place.seat == seat), default=None)
        return None if first is None else first // BUTTONS_A_LED

    def assigned(self, box: str, button: int, place: Place) -> ButtonMap:
        """Return the map in which this button, and no other, means this place."""
        kept = {key: found for key, found in self.places.items() if found != place}
        return replace(self, places={**kept, (box, button): place}, bare=self.bare - {box})

    def taught(self, box: str, mine: Mapping[int, Place]) -> ButtonMap:
        """Return the map in which this box has exactly these meanings, even if there are none."""
        others = {key: place for key, place in self.places.items() if key[0] != box}
        bare = self.bare - {box} if mine or box == ANY_BOX else self.bare | {box}
        return ButtonMap({**others, **{(box, button): place for button, place in sorted(mine.items())}}, bare)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for a TOML or JSON file: a row per button and per bare box."""
        rows: list[dict[str, Any]] = [
            {"box": box, "button": button, "seat": place.seat, "meaning": place.meaning}
            for (box, button), place in sorted(self.places.items(), key=lambda item: item[0])
        ]
        return {"buttons": [*rows, *({"box": box, "taught": True} for box in sorted(self.bare))]}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> ButtonMap:
        """Return the map saved by `to_dict`. Raises ValueError, with a plain sentence, for anything else."""
        rows = saved.get("buttons", []) if isinstance(saved, Mapping) else None
        if not isinstance(rows, list):
            words = f"the buttons' meanings are a list of rows, under the name buttons: {saved!r}"
            raise ValueError(words)  # noqa: TRY004  a file's fault, as the others
        places: dict[tuple[str, int], Place] = {}
        bare: set[str] = set()
        for row in rows:
            if _is_bare(row):
                bare.add(row["box"])
                continue
            key, place = _row(row)
            if key in places:
                raise ValueError(f"button {key[1]} of box {key[0]!r} is there twice")
            places[key] = place
        return cls(places, frozenset(bare - {box for box, _ in places}))


def _is_bare(row: Any) -> bool:
    """Return whether this row says only that a box was taught."""
    is_one = isinstance(row, dict) and row.keys() == {"box", "taught"} and row["taught"] is True
    return is_one and isinstance(row["box"], str) and row["box"] != ANY_BOX


def _row(row: Any) -> tuple[tuple[str, int], Place]:
    """Parse a row into ((box, button), place)."""
    try:
        box, button, seat, meaning = row["box"], row["button"], row["seat"], row["meaning"]
    except (KeyError, TypeError) as fault:
        raise ValueError(f"a button's row needs box, button, seat and meaning: {row!r}") from fault
    if not isinstance(box, str) or type(button) is not int or type(seat) is not int or min(button, seat) < 0:
        raise ValueError(f"box is a text, button and seat are numbers from 0: {row!r}")
    if meaning not in MEANINGS:
        raise ValueError(f"a button means yes, no or next, not {meaning!r}")
    return (box, button), Place(seat, meaning)


def default_mapping(seats: int = 6) -> ButtonMap:
    """Return the map as wired: buttons 3k, 3k+1 and 3k+2 of any box are yes, no and next of seat k."""
    return ButtonMap(
        {
            (ANY_BOX, seat * len(MEANINGS) + index): Place(seat, meaning)
            for seat in range(seats)
            for index, meaning in enumerate(MEANINGS)
        }
    )


@dataclass(frozen=True)
class ButtonLesson:
    """A map being learned by pressing: asks for each place in turn and takes each button once."""

    wanted: tuple[Place, ...]
    learned: ButtonMap = field(default_factory=ButtonMap)

    @property
    def asks_for(self) -> Place | None:
        """The place whose button to press now, or None when all are learned."""
        return self.wanted[0] if self.wanted else None

    def taught(self, box: str, button: int) -> ButtonLesson:
        """Return the lesson after this button went down; unchanged if the button already has a meaning."""
        if not self.wanted or (box, button) in self.learned.places:
            return self
        return ButtonLesson(self.wanted[1:], self.learned.assigned(box, button, self.wanted[0]))

    def skipped(self) -> ButtonLesson:
        """Return the lesson without the current place: it has no button."""
        return ButtonLesson(self.wanted[1:], self.learned)


def learn(seats: int) -> ButtonLesson:
    """Return a lesson for this many seats, seat by seat: yes, no, next."""
    return ButtonLesson(tuple(_places(seats)))


def _places(seats: int) -> Iterator[Place]:
    for seat in range(seats):
        for meaning in MEANINGS:
            yield Place(seat, meaning)
