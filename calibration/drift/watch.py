"""Drift watch: notices that the camera was bumped or zoomed, or the tray moved, by tiles of a reference picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_motion import fitted_motion, nothing_moves
from calibration.drift.reference import WIDTH, DriftReference, reduced_grey
from calibration.drift.tile_matching import (
    DRIFT,
    FAR,
    bordered,
    distinct_tiles,
    find_tile,
    largest_cluster,
    match_everywhere,
)
from catseye.reasons import SENTENCES
from catseye.text import NOTHING, Text, say

Standing = Literal["steady", "covered", "hidden", "lost", "moved", "blind"]
"""State of the tray. Covered: all visible tiles are where they were. Hidden: hardly any tile is where it was; it
becomes steady, moved or lost a moment later. Blind: too few tiles to watch.
"""


@dataclass(frozen=True)
class Drift:
    """The state of the tray. `moved_px` is the largest shift of a tile, px of the camera's picture; `why` is the state
    in English; `sure`: readings may be trusted.
    """

    standing: Standing
    moved_px: float = 0.0
    why: Text = NOTHING

    @property
    def sure(self) -> bool:
        """False from the first sign of a move until all is where it was, or `settle` is called."""
        return not self.why or self.standing in ("blind", "covered")

    @property
    def reported(self) -> bool:
        """Whether to report it. A hand or a head that hides everything for a moment is not reported."""
        return not self.sure and self.standing != "hidden"


class _Shift(NamedTuple):
    votes: int
    px: float
    agreed: bool
    stands: bool


class DriftWatch:
    """Checks one frame in `every_s` seconds of the frames' own time for motion of the tray or the camera.

    `limit_px` is the least shift of a move, px of the camera's picture, by default 0.6 % of its width. A move is
    reported once it lasts for `lasts_s`; readings are not sure from its first frame on. A hand hides tiles but does not
    shift them.
    """

    def __init__(
        self, backdrop: DriftReference, *, limit_px: float | None = None, every_s: float = 0.2, lasts_s: float = 0.6
    ) -> None:
        self._limit_px = 0.006 * backdrop.width if limit_px is None else limit_px
        self._every_s, self._lasts_s = every_s, lasts_s
        self._take(backdrop)
        self._checked_at: float | None = None
        self._since: float | None = None
        self._gone_since: float | None = None
        self.state = Drift("steady") if self._watching else _BLIND

    def feed(self, picture: NDArray[Any], at: float) -> Drift:
        """Return the state after the next frame; `at` in seconds. A picture of another shape is a move."""
        if self._checked_at is not None and 0 <= at - self._checked_at < self._every_s:
            return self.state
        return self.check(picture, at)

    def check(self, picture: NDArray[Any], at: float) -> Drift:
        """Return the state by this frame whatever `every_s` is: for a picture that is about to be read."""
        self._checked_at = at
        small = reduced_grey(picture)
        if small is None:
            return self.state
        if small.shape != self._small.shape:
            self.state = Drift("moved", float(picture.shape[1]), say("The camera's picture has another shape now."))
        elif self._watching:
            self.state = self._judge(small, at)
        return self.state

    def settle(self, backdrop: DriftReference) -> None:
        """Replace the reference: the tray has not moved from now on."""
        self._take(backdrop)
        self._since = self._gone_since = None
        self.state = Drift("steady") if self._watching else _BLIND

    def _take(self, backdrop: DriftReference) -> None:
        self._small = backdrop.picture()
        self._scale = backdrop.width / WIDTH
        self._tiles, self._rim = backdrop.tiles, backdrop.rim
        self._distinct = distinct_tiles(self._small, backdrop.tiles)
        self._watching = len(backdrop.tiles) >= DRIFT.fewest_tiles
        self._before: NDArray[np.uint8] | None = None

    def _judge(self, small: NDArray[np.uint8], at: float) -> Drift:
        still = self._before is not None and nothing_moves(self._before, small)
        self._before = small
        near = self._shift(small, DRIFT.near_px)
        shift = self._farther(small, near) if still and self.state.standing != "lost" else near
        beyond = shift.agreed and shift.px * self._scale > self._limit_px
        if near.stands or beyond:
            self._gone_since = None
        if beyond:
            return self._shifted(round(shift.px * self._scale, 1), at)
        if shift.agreed and near.stands:
            self._since = None
            return Drift("steady", round(shift.px * self._scale, 1))
        if self.state.standing == "moved" or (near.stands and still and self._since is not None):
            return self.state
        if not still:
            self._since = None
        return _COVERED if near.stands else self._gone(at, still=still)

    def _farther(self, small: NDArray[np.uint8], near: _Shift) -> _Shift:
        """Return the shift of most tiles, searched far away if it is not near."""
        if near.votes >= 0.6 * len(self._tiles):
            return near
        farther = self._far_shift(small) or self._shift(small, FAR)
        return farther if farther.agreed and (farther.votes > near.votes or not near.agreed) else near

    def _shifted(self, moved: float, at: float) -> Drift:
        """Return the state with all visible tiles shifted by `moved` px: reported once it lasts."""
        if self._since is None:
            self._since = at
        if at - self._since >= self._lasts_s:
            return Drift("moved", moved, SENTENCES["camera_moved"])
        if self.state.standing == "lost":
            return self.state
        return Drift("steady", moved, SENTENCES["may_have_moved"])

    def _gone(self, at: float, *, still: bool) -> Drift:
        """Return the state with hardly any tile found: lost once that lasts without motion."""
        if self.state.standing == "lost":
            return self.state
        if self._gone_since is None or not still:
            self._gone_since = at
        return _HIDDEN if at - self._gone_since < DRIFT.lost_s else _LOST

    def _far_shift(self, small: NDArray[np.uint8]) -> _Shift | None:
        """Return the shift that fits all tiles together clearly better than none; None without one.

        The correlation maps of all tiles are summed, so that pieces of edges, which fit anywhere along the edge, agree
        on the true shift only. Tiles similar to their surroundings have less weight.
        """
        wide = bordered(small)
        correlation = np.zeros((2 * FAR + 1, 2 * FAR + 1), np.float32)
        for x, y, weight in self._distinct:
            correlation += weight * match_everywhere(wide, self._small, x, y) ** 2
        total = sum(weight for _, _, weight in self._distinct)
        correlation = np.asarray(cv2.blur(correlation / total, (3, 3)), np.float32)
        stay = max(1, int(self._limit_px / self._scale))
        here = float(correlation[FAR - stay : FAR + stay + 1, FAR - stay : FAR + stay + 1].max())
        row, column = (int(one) for one in np.unravel_index(int(correlation.argmax()), correlation.shape))
        far = float(np.hypot(row - FAR, column - FAR))
        if far * self._scale <= self._limit_px or correlation[row, column] < max(0.3, 1.15 * here):
            return None
        return _Shift(len(self._tiles), far, agreed=True, stands=False)

    def _shift(self, small: NDArray[np.uint8], reach: int) -> _Shift:
        """Return the common shift of the tiles, by one motion of the camera or of a part of the picture."""
        places, offsets = [], []
        rim = 0
        for number, (x, y) in enumerate(self._tiles):
            found = find_tile(self._small, small, x, y, reach)
            if found is not None:
                places.append((x, y))
                offsets.append(found)
                rim += number < self._rim
        here, gone = np.array(places, np.float64).reshape(-1, 2), np.array(offsets, np.float64).reshape(-1, 2)
        far = np.linalg.norm(gone, axis=1)
        beyond = far * self._scale > self._limit_px
        stands = self._stand(~beyond, rim)
        if len(places) < max(DRIFT.fewest_tiles, 0.3 * len(self._tiles)):
            return _Shift(0, 0.0, agreed=False, stands=stands)
        for part, least in ((slice(None), 0.25), (slice(rim), 0.5)):
            together = largest_cluster(gone[part][beyond[part]])
            if together >= max(4, least * len(far[part])):
                return _Shift(together, float(np.median(far[part][beyond[part]])), agreed=True, stands=stands)
        motion = fitted_motion(here, here + gone, DRIFT.inlier_px)
        if motion is not None and 0.7 < np.hypot(motion.matrix[0, 0], motion.matrix[0, 1]) < 1.4:
            near = np.linalg.norm(motion.shifts - gone, axis=1) < DRIFT.agree_px
            if near.sum() >= max(DRIFT.fewest_tiles, 0.4 * len(places)):
                most = float(np.linalg.norm(motion.shifts[near], axis=1).max())
                return _Shift(int(near.sum()), most, agreed=True, stands=stands)
        calm = int((~beyond).sum())
        return _Shift(calm, float(np.median(far)), agreed=calm >= 0.5 * len(places), stands=stands)

    def _stand(self, calm: NDArray[np.bool_], rim: int) -> bool:
        """Return whether enough tiles, and enough of those on the rim, are where they were: `calm` (n,) of those found,
        the first `rim` of them on the rim.
        """
        parts = [(calm, len(self._tiles)), (calm[:rim], self._rim)][: 2 if self._rim >= DRIFT.fewest_tiles else 1]
        return all(part.sum() >= max(DRIFT.fewest_standing, DRIFT.standing_share * of) for part, of in parts)


_COVERED = Drift("covered", why=say("Too much of the tray's surroundings is covered to watch them."))
_HIDDEN = Drift("hidden", why=SENTENCES["tray_hidden"])
_LOST = Drift("lost", why=SENTENCES["tray_lost"])
_BLIND = Drift("blind", why=say("There is too little to see around the tray to notice when the camera moves."))
