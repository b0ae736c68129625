"""Who is who: people by their spellings, what is known of them, and those whose names were deleted. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import combinations
from typing import Literal

import msgspec

from catseye.names import comparison_key, seen
from companion.core.text import Text, say

ALIKE = 0.8
"""Share of letters in common (difflib's ratio) from which two names may be one person's: Ann and Anne have 0.86."""
GONE = "\0"
"""Begins the key of a person whose name was deleted; no name has it."""


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of a person beyond the games: other `spellings` of the name, their colour, which is that of their
    `die`, the `language` of their phone ("en" for English), and the `edge` of the table where they sit. What is ""
    follows from the games, or is open.
    """

    name: str
    spellings: tuple[str, ...] = ()
    die: str = ""
    language: str = ""
    edge: Literal["", "bottom", "right", "top", "left"] = ""


class Deleted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person whose name was deleted: digests of its spellings, and until when (ISO 8601) games were theirs. Somebody
    with that name who plays later is another person.
    """

    digests: tuple[str, ...]
    until: str


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `people.toml`. `dice` says since when (ISO 8601) a colour means the dice that it means now.

    Without it everything but merged names, chosen profiles and deleted names follows from the journal.
    """

    people: tuple[Profile, ...] = ()
    deleted: tuple[Deleted, ...] = ()
    dice: dict[str, str] = {}

    def keys(self) -> dict[str, str]:
        """Return the key of each spelling's person, by the key of the spelling."""
        return {
            comparison_key(each): comparison_key(one.name) for one in self.people for each in (one.name, *one.spellings)
        }

    def person(self, name: str, began: str, keys: Mapping[str, str]) -> str:
        """Return the key of who played under this name in a game that began then. `keys` are `self.keys()`."""
        key = comparison_key(name)
        if self.deleted:
            digest = digest_of(key)
            for number, gone in enumerate(self.deleted, 1):
                if digest in gone.digests and began <= gone.until:
                    return f"{GONE}{number}"
        return keys.get(key, key)

    def profile(self, name: str) -> Profile:
        """Return the profile of the person with this name or spelling; a new one if there is none."""
        key = self.keys().get(comparison_key(name), comparison_key(name))
        return next((one for one in self.people if comparison_key(one.name) == key), Profile(seen(name).strip()))

    def with_profile(self, profile: Profile, instead_of: str) -> Roster:
        """Return the roster with this profile instead of the one of a name; a changed name leaves its spelling."""
        before = self.profile(instead_of)
        kept = [one for one in self.people if one != before]
        others = (before.name, *before.spellings, *profile.spellings)
        spellings = {comparison_key(each): each for each in reversed(others)}
        spellings.pop(comparison_key(profile.name), None)
        return msgspec.structs.replace(
            self, people=(*kept, msgspec.structs.replace(profile, spellings=tuple(spellings.values())))
        )

    def merged(self, name: str, other: str) -> Roster:
        """Return the roster in which the `other` name is one more spelling of a person's name."""
        one, also = self.profile(name), self.profile(other)
        rest = msgspec.structs.replace(self, people=tuple(each for each in self.people if each != also))
        spellings = (*one.spellings, also.name, *also.spellings)
        return rest.with_profile(msgspec.structs.replace(one, spellings=spellings), name)

    def without(self, name: str, now: str) -> Roster:
        """Return the roster in which a person's name is deleted: a pseudonym stands in all results until now."""
        gone = self.profile(name)
        digests = tuple(digest_of(comparison_key(each)) for each in (gone.name, *gone.spellings))
        return msgspec.structs.replace(
            self,
            people=tuple(each for each in self.people if each != gone),
            deleted=(*self.deleted, Deleted(digests, now)),
        )


def pseudonym(key: str) -> Text | None:
    """Return what stands for a person whose name was deleted; None for everybody else."""
    return say("Player {n}", n=key.removeprefix(GONE)) if key.startswith(GONE) else None


def digest_of(key: str) -> str:
    """Return what is kept of a deleted name: enough to know it again in the journal, not to read it."""
    return sha256(key.encode()).hexdigest()[:16]


def alike(people: Mapping[str, str], tables: Iterable[frozenset[str]]) -> Iterator[tuple[str, str]]:
    """Yield pairs of people, by key, whose names may be two spellings of one: alike, and never at one table.

    `people` has the names by key, those who played most first; `tables` who sat together.
    """
    together = {pair for table in tables for pair in combinations(sorted(table), 2)}
    for one, other in combinations([key for key in people if not key.startswith(GONE)], 2):
        if (min(one, other), max(one, other)) in together or min(len(one), len(other)) < 3:
            continue
        if SequenceMatcher(None, one, other).ratio() >= ALIKE:
            yield one, other
