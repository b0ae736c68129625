"""The dice of tonight: how they look, learned from sure and confirmed readings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.light.colours import FEWEST_SAMPLES, BadEnrolment, colour_sample, enrol, fits
from vision.tray.facts import Fact, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calibration.light.colours import ColourSample, DieColour, Lab
    from vision.frames import Image
    from vision.reading import DieReading


@dataclass(frozen=True)
class LookParams:
    """When the dice of tonight are known. Chosen on tables rendered for it (bench/VISION.md)."""

    kept: int = 48
    """Last dice that are remembered."""
    known_after: int = 12
    """Dice in a row that were recognised before they were learned: from then on a strange one is asked about."""
    one_die: float = 18.0
    """Largest difference in colour, Lab of 8 bits, of two samples of one die."""
    fewest_sizes: int = 6
    """Dice from which their size is known as a function of place."""


LOOKS = LookParams()


class DiceOfTonight:
    """The colours and the sizes of the dice that were thrown in this tray."""

    def __init__(self) -> None:
        self._samples: list[list[ColourSample]] = []
        self._enrolled: list[DieColour] = []
        self._confirmed: list[ColourSample] = []
        self._recognised = 0
        self._places: list[tuple[float, float, float]] = []
        self._at, self._origin = 0.0, Origin.LEARNED

    def learn(self, image: Image, dice: Iterable[DieReading], ground: Lab, origin: Origin, at: float) -> None:
        """Learn the looks of dice that were surely read, or confirmed by people."""
        self._at, self._origin = at, origin
        for die in dice:
            x0, y0, x1, y1 = die.box
            self._places = [*self._places, ((x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0))][-LOOKS.kept :]
            sample = colour_sample(image, die.box, ground)
            if sample is None:
                continue
            if origin is Origin.CONFIRMED:
                self._confirmed = [*self._confirmed, sample][-LOOKS.kept :]
            else:
                self._recognised = self._recognised + 1 if self._is_known(sample) else 0
            self._group(sample).append(sample)
        self._enrol()

    def others_may_come(self) -> None:
        """Stop asking about unfamiliar dice until enough in a row are recognised again: the dice may have changed."""
        self._recognised = 0

    def strangers(self, image: Image, dice: Iterable[DieReading], ground: Lab) -> list[int]:
        """Return the numbers of the dice that look like none of tonight's; none while those are not known well."""
        if self._recognised < LOOKS.known_after:
            return []
        samples = [colour_sample(image, die.box, ground) for die in dice]
        return [k for k, sample in enumerate(samples) if sample is not None and not self._is_known(sample)]

    def size(self) -> float | None:
        """Return the usual size of a die's box, px, None while it is unknown."""
        if len(self._places) < LOOKS.fewest_sizes:
            return None
        return float(np.median([size for _, _, size in self._places]))

    def facts(self) -> list[Fact]:
        """Return what is known."""
        if not self._places:
            return []
        size = self.size()
        how = f"{len(self._places)} seen, {'of unknown size' if size is None else f'{size:.0f} px'}"
        found = [Fact("dice of tonight", how, self._origin, self._at)]
        for die in self._enrolled:
            lab = " ".join(f"{value:.0f}" for value in die.lab)
            found.append(Fact("a die", f"Lab {lab}, {die.pips} pips, {die.looks} looks", self._origin, self._at))
        return found

    def _is_known(self, sample: ColourSample) -> bool:
        return any(fits(sample, die) for die in self._enrolled) or any(
            _apart(sample, each) < LOOKS.one_die for each in self._confirmed
        )

    def _group(self, sample: ColourSample) -> list[ColourSample]:
        """Return the samples of the die that is most like this one, or of a new die."""

        def away(group: list[ColourSample]) -> float:
            return float(np.median([_apart(sample, each) for each in group]))

        best = min(self._samples, key=away, default=None)
        if best is None or away(best) > LOOKS.one_die:
            best = []
            self._samples.append(best)
        del best[: max(0, len(best) - LOOKS.kept)]
        return best

    def _enrol(self) -> None:
        enrolled = []
        for number, group in enumerate(self._samples):
            if len(group) >= FEWEST_SAMPLES:
                try:
                    enrolled.append(enrol(str(number), group))
                except BadEnrolment:
                    continue
        self._enrolled = enrolled


def _apart(one: ColourSample, other: ColourSample) -> float:
    """Return the distance of two samples in Lab."""
    return float(np.linalg.norm(np.subtract(one.lab, other.lab)))
