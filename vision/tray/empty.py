"""Pictures of the empty tray, in a few kinds of light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.imaging.background import shrink
from vision.imaging.change import to_compare
from vision.tracking.occlusion import occluded_since
from vision.tray.facts import Fact, Origin

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.imaging.background import Mask, Small

MOST_LIGHTS = 3
"""Pictures that are kept, the latest: daylight, a lamp, both."""
OTHER_LIGHT = 1.15
"""Least ratio of the brightness of two pictures in different light, as a lamp makes."""


@dataclass(frozen=True, eq=False)
class EmptyPicture:
    """A picture without dice in the tray, its reduced copy, and where it comes from."""

    image: Image
    small: Small
    origin: Origin
    at: float


class EmptyPictures:
    """The pictures of the empty tray. What people confirmed is replaced by what people confirm only, for each kind of
    light.
    """

    def __init__(self) -> None:
        self._kept: list[EmptyPicture] = []

    def of(self, small: Small, within: Mask | None = None) -> EmptyPicture | None:
        """Return the picture in the light that is most like this one's; None if there is none, or a hand reaches into
        the tray, `within` (h, w), in this picture or in that one. `small` is a picture reduced by
        `vision.imaging.background.shrink`.
        """
        alike = [each for each in self._kept if each.small.shape == small.shape]
        best = min(alike, key=lambda each: _light_between(each.small, small), default=None)
        return None if best is None or occluded_since(best.small, small, within) else best

    def learn(self, image: Image, origin: Origin, at: float, *, whole: bool) -> None:
        """Keep a picture of the empty tray, reduced unless `whole`."""
        small = shrink(image)
        here = [each for each in self._kept if each.small.shape == small.shape]
        same = [each for each in here if _light_between(each.small, small) < OTHER_LIGHT]
        if origin is Origin.LEARNED and any(each.origin is not Origin.LEARNED for each in same):
            return
        kept = EmptyPicture(np.array(image if whole else to_compare(image)), small, origin, at)
        self._kept = [*(each for each in here if each not in same), kept][-MOST_LIGHTS:]

    def facts(self) -> list[Fact]:
        """Return what is known."""
        return [
            Fact("empty tray", f"a picture of brightness {each.small.mean():.0f}", each.origin, each.at)
            for each in self._kept
        ]


def _light_between(one: Small, other: Small) -> float:
    """Return the ratio of the brightness of two pictures, at least 1."""
    ratio = float(np.median(one) + 1.0) / float(np.median(other) + 1.0)
    return max(ratio, 1.0 / ratio)
