"""Notices that the camera was bumped or zoomed or the tray moved: the backdrop is not where it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.backdrop import ALONE, TILE, WIDTH, Backdrop, reduced

Standing = Literal["steady", "covered", "moved", "blind"]

NEAR, FAR, FAR_TILES = 14, 70, 24
"""How far a tile is looked for, in reduced pixels (about millimetres): first near, and when that explains nothing and
the picture lies still, far, with the FAR_TILES most telling ones.
"""
LEAST_MATCH = 0.72
"""Normalized correlation from which on a tile counts as seen."""
FEWEST_TILES = 6


@dataclass(frozen=True)
class Drift:
    """How the tray stands in the picture. `moved_px` is the largest shift of a watched place, in pixels of the camera's
    picture. `why` says it in plain words; `sure` whether readings may be trusted.
    """

    standing: Standing
    moved_px: float = 0.0
    why: str = ""

    @property
    def sure(self) -> bool:
        """False from the first suspicion of a move until things are as they were, or settled anew."""
        return not self.why or self.standing in ("blind", "covered")


class _Shift(NamedTuple):
    votes: int
    px: float
    agreed: bool


class DriftWatch:
    """Feed it frames as they come; it looks at one in `every_s` seconds of their own time.

    `limit_px` is the shift in pixels of the camera's picture that counts as moved (0.6 % of its width if not given). A
    move is said once it lasts for `lasts_s`, and suspected (not sure) at once; a hand in the picture hides tiles but
    does not move them.
    """

    def __init__(
        self, backdrop: Backdrop, *, limit_px: float | None = None, every_s: float = 0.2, lasts_s: float = 0.6
    ) -> None:
        self._limit_px = 0.006 * backdrop.width if limit_px is None else limit_px
        self._every_s, self._lasts_s = every_s, lasts_s
        self._take(backdrop)
        self._checked_at: float | None = None
        self._since: float | None = None
        self.state = Drift("steady") if self._watching else _BLIND

    def feed(self, picture: NDArray[Any], at: float) -> Drift:
        """How things stand now; `at` is the frame's time in seconds. Pictures of another size are a move."""
        if self._checked_at is not None and 0 <= at - self._checked_at < self._every_s:
            return self.state
        self._checked_at = at
        small = reduced(picture)
        if small is None:
            return self.state
        if small.shape != self._small.shape:
            self.state = Drift("moved", float(picture.shape[1]), "The camera's picture has another shape now.")
        elif self._watching:
            self.state = self._judge(small, at)
        return self.state

    def settle(self, backdrop: Backdrop) -> None:
        """From now on this is how the tray stands."""
        self._take(backdrop)
        self._since = None
        self.state = Drift("steady") if self._watching else _BLIND

    def _take(self, backdrop: Backdrop) -> None:
        self._small = backdrop.picture()
        self._scale = backdrop.width / WIDTH
        self._tiles, self._rim = backdrop.tiles, backdrop.rim
        self._telling = _telling(self._small, backdrop.tiles)
        self._watching = len(backdrop.tiles) >= FEWEST_TILES
        self._before: NDArray[np.uint8] | None = None

    def _judge(self, small: NDArray[np.uint8], at: float) -> Drift:
        still = self._before is not None and _still(self._before, small)
        self._before = small
        shift = self._shift(small, NEAR)
        if still and shift.votes < 0.6 * len(self._tiles):
            farther = self._far_shift(small) or self._shift(small, FAR)
            if farther.agreed and (farther.votes > shift.votes or not shift.agreed):
                shift = farther
        if not shift.agreed:
            if self.state.standing == "moved" or (still and self._since is not None):
                return self.state
            self._since = None
            return Drift("covered", why="Too much of the tray's surroundings is covered to watch them.")
        if shift.px * self._scale <= self._limit_px:
            self._since = None
            return Drift("steady", round(shift.px * self._scale, 1))
        if self._since is None:
            self._since = at
        moved = round(shift.px * self._scale, 1)
        if at - self._since < self._lasts_s:
            return Drift("steady", moved, "Something may have moved: looking again.")
        return Drift("moved", moved, "The camera or the tray has been moved: put it back or set it up again.")

    def _far_shift(self, small: NDArray[np.uint8]) -> _Shift | None:
        """One shift that all tiles together like clearly better than none.

        Each tile's match for every shift is summed, so pieces of edges, which fit anywhere along them, agree only on
        the true one; they count the less the more they look like their own neighbourhood.
        """
        wide = _bordered(small)
        liked = np.zeros((2 * FAR + 1, 2 * FAR + 1), np.float32)
        for x, y, weight in self._telling:
            liked += weight * _everywhere(wide, self._small, x, y) ** 2
        total = sum(weight for _, _, weight in self._telling)
        liked = np.asarray(cv2.blur(liked / total, (3, 3)), np.float32)
        stay = max(1, int(self._limit_px / self._scale))
        here = float(liked[FAR - stay : FAR + stay + 1, FAR - stay : FAR + stay + 1].max())
        row, column = (int(one) for one in np.unravel_index(int(liked.argmax()), liked.shape))
        far = float(np.hypot(row - FAR, column - FAR))
        if far * self._scale <= self._limit_px or liked[row, column] < max(0.3, 1.15 * here):
            return None
        return _Shift(len(self._tiles), far, agreed=True)

    def _shift(self, small: NDArray[np.uint8], reach: int) -> _Shift:
        """How far the tiles have gone, as one motion of the camera or, apart from it, of a part of the picture."""
        places, offsets = [], []
        rim = 0
        for number, (x, y) in enumerate(self._tiles):
            found = _find(self._small, small, x, y, reach)
            if found is not None:
                places.append((x, y))
                offsets.append(found)
                rim += number < self._rim
        if len(places) < max(FEWEST_TILES, 0.3 * len(self._tiles)):
            return _Shift(0, 0.0, agreed=False)
        here, gone = np.array(places, np.float64), np.array(offsets, np.float64)
        far = np.linalg.norm(gone, axis=1)
        beyond = far * self._scale > self._limit_px
        for part, least in ((slice(None), 0.25), (slice(rim), 0.5)):
            together = _cluster(gone[part][beyond[part]])
            if together >= max(4, least * len(far[part])):
                return _Shift(together, float(np.median(far[part][beyond[part]])), agreed=True)
        model, _ = cv2.estimateAffinePartial2D(here, here + gone, method=cv2.RANSAC, ransacReprojThreshold=1.2)
        if model is not None and 0.7 < np.hypot(model[0, 0], model[0, 1]) < 1.4:
            carried = here @ model[:, :2].T + model[:, 2] - here
            near = np.linalg.norm(carried - gone, axis=1) < 1.5
            if near.sum() >= max(FEWEST_TILES, 0.4 * len(places)):
                return _Shift(int(near.sum()), float(np.linalg.norm(carried[near], axis=1).max()), agreed=True)
        calm = int((far * self._scale <= self._limit_px).sum())
        return _Shift(calm, float(np.median(far)), agreed=calm >= 0.5 * len(places))


_BLIND = Drift("blind", why="There is too little to see around the tray to notice when the camera moves.")


def _find(before: NDArray[np.uint8], now: NDArray[np.uint8], x: int, y: int, reach: int) -> tuple[float, float] | None:
    """Where the tile at (x, y) has gone, (dx, dy) in reduced pixels; None where it is not to be seen."""
    tile = before[y : y + TILE, x : x + TILE]
    top, left = max(y - reach, 0), max(x - reach, 0)
    window = now[top : y + TILE + reach, left : x + TILE + reach]
    match = cv2.matchTemplate(window, tile, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(match)
    if best < LEAST_MATCH:
        return None
    return left + column + _peak(match[row], column) - x, top + row + _peak(match[:, column], row) - y


def _bordered(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.copyMakeBorder(small, FAR, FAR, FAR, FAR, cv2.BORDER_REPLICATE), np.uint8)


def _everywhere(wide: NDArray[np.uint8], before: NDArray[np.uint8], x: int, y: int) -> NDArray[np.float32]:
    """How well the tile at (x, y) fits for every shift up to FAR, (2 FAR + 1, 2 FAR + 1), 0 to 1."""
    window = wide[y : y + TILE + 2 * FAR, x : x + TILE + 2 * FAR]
    match = cv2.matchTemplate(window, before[y : y + TILE, x : x + TILE], cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.maximum(match, 0), np.float32)


def _telling(small: NDArray[np.uint8], tiles: tuple[tuple[int, int], ...]) -> list[tuple[int, int, float]]:
    """The tiles that tell most about where they are, with weights: 1 less the best match elsewhere around them."""
    wide = _bordered(small)
    found = []
    for x, y in tiles:
        match = _everywhere(wide, small, x, y)
        match[FAR - 3 : FAR + 4, FAR - 3 : FAR + 4] = 0
        around = match[FAR - ALONE : FAR + ALONE + 1, FAR - ALONE : FAR + ALONE + 1]
        found.append((x, y, max(0.02, 1 - float(around.max()))))
    return sorted(found, key=lambda tile: -tile[2])[:FAR_TILES]


def _peak(values: NDArray[Any], at: int) -> float:
    """The top of the parabola through a maximum and its neighbours, relative to it."""
    if not 0 < at < len(values) - 1:
        return 0.0
    left, middle, right = (float(value) for value in values[at - 1 : at + 2])
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else float(np.clip((left - right) / (2 * bend), -0.5, 0.5))


def _cluster(offsets: NDArray[np.float64]) -> int:
    """How many of the offsets agree within 1.5 pixels, at most."""
    if not len(offsets):
        return 0
    apart = np.linalg.norm(offsets[:, None] - offsets[None], axis=2)
    return int((apart < 1.5).sum(axis=1).max())


def _still(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> bool:
    return float((cv2.absdiff(before, now) > 14).mean()) < 0.01
