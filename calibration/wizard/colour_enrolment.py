"""Enrolment of dice, throw by throw, each under its owner's name; notices a second die of the same name."""

from __future__ import annotations

from calibration.light.colours import FEWEST_SAMPLES, BadEnrolment, ColourSample, DieColour, enrol, fits
from calibration.profile.tray_profile import TrayProfile
from calibration.profile.update import Measured, with_die
from catseye.colours import colour
from catseye.text import Text, say


class ColourEnrolment:
    """The samples so far. Samples that do not fit an enrolled die do not change it."""

    def __init__(self) -> None:
        self._samples: dict[str, list[ColourSample]] = {}
        self._unlike: dict[str, list[ColourSample]] = {}

    def clear(self) -> None:
        """Forget all samples: dice are enrolled again, or the ground changed."""
        self._samples.clear()
        self._unlike.clear()

    def add(self, profile: TrayProfile, owner: str, seen: ColourSample) -> Measured:
        """Add a sample of the owner's die; return the profile with the result, and a sentence about it."""
        taught = next((die for die in profile.dice if die.owner == owner), None)
        if taught is not None and not fits(seen, taught):
            return profile, self._another(taught, seen)
        self._unlike.pop(owner, None)
        samples = self._samples.setdefault(owner, [])
        samples.append(seen)
        if taught is not None and len(samples) < FEWEST_SAMPLES:  # too few to replace those of the draft
            return profile, say("{owner} is known", owner=colour(owner))
        try:
            return with_die(profile, owner, samples)
        except BadEnrolment as wrong:
            samples.clear()
            return profile, wrong.why

    def _another(self, taught: DieColour, seen: ColourSample) -> Text:
        """Return the sentence about samples that do not fit the enrolled die."""
        owner = taught.owner
        samples = self._unlike.setdefault(owner, [])
        samples.append(seen)
        if len(samples) < FEWEST_SAMPLES:
            return say("this does not look like the {owner} that is known: is it another die?", owner=colour(owner))
        try:
            enrol(owner, samples[-FEWEST_SAMPLES:])
        except BadEnrolment:
            return say(
                "this does not look like the {owner} that is known, nor like the throws before", owner=colour(owner)
            )
        return say(
            "two different dice are called {owner}, and cannot be told apart. "
            "Use another die, or forget the dice and teach them again",
            owner=colour(owner),
        )
