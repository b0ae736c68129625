"""Dice as they are taught, throw by throw, each by its name; a second die of the same name is noticed."""

from __future__ import annotations

from calibration.colours import FEWEST_LOOKS, BadEnrolment, DieColour, Look, enrol, fits
from calibration.profile import TrayProfile
from calibration.profile_update import Measured, with_die
from calibration.sentences import Sentence, say


class Lessons:
    """The looks so far. What a taught die is known by does not change by looks that are clearly not its own."""

    def __init__(self) -> None:
        self._looks: dict[str, list[Look]] = {}
        self._unlike: dict[str, list[Look]] = {}

    def clear(self) -> None:
        """All dice are taught anew, or compared with another ground."""
        self._looks.clear()
        self._unlike.clear()

    def teach(self, profile: TrayProfile, owner: str, seen: Look) -> Measured:
        """A look at the die of this name: the profile with what follows, and a sentence about it."""
        taught = next((die for die in profile.dice if die.owner == owner), None)
        if taught is not None and not fits(seen, taught):
            return profile, self._another(taught, seen)
        self._unlike.pop(owner, None)
        looks = self._looks.setdefault(owner, [])
        looks.append(seen)
        if taught is not None and len(looks) < FEWEST_LOOKS:
            return profile, say(
                "{owner} is known", owner=owner
            )  # from a draft: so few looks do not take the place of those it rests on
        try:
            return with_die(profile, owner, looks)
        except BadEnrolment as wrong:
            looks.clear()
            return profile, wrong.why

    def _another(self, taught: DieColour, seen: Look) -> Sentence:
        """What is to be said of looks that the taught die does not have."""
        owner = taught.owner
        looks = self._unlike.setdefault(owner, [])
        looks.append(seen)
        if len(looks) < FEWEST_LOOKS:
            return say("this does not look like the {owner} that is known: is it another die?", owner=owner)
        try:
            enrol(owner, looks[-FEWEST_LOOKS:])
        except BadEnrolment:
            return say("this does not look like the {owner} that is known, nor like the throws before", owner=owner)
        return say(
            "these are two dice that are both called {owner}: nobody could tell whose is whose. "
            "Use another die, or forget the dice and teach them anew",
            owner=owner,
        )
