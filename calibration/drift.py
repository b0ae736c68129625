"""Notices that the camera was bumped or zoomed, or the tray moved: the surroundings are not where they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_motion import fitted_motion, nothing_moves
from calibration.drift_reference import WIDTH, Backdrop, reduced
from calibration.tile_matching import (
    FAR,
    PARAMS,
    bordered,
    distinct_tiles,
    find_tile,
    largest_cluster,
    match_everywhere,
)

Standing = Literal["steady", "covered", "hidden", "lost", "moved", "blind"]
"""How the tray stands in the picture. Covered: what is not hidden around it is where it was. Hidden: next to nothing is
where it was; a moment later it is seen again, is known to have moved, or is lost.
"""


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

    @property
    def reported(self) -> bool:
        """Whether people are to hear of it. A hand or a head that hides everything for a moment is no news."""
        return not self.sure and self.standing != "hidden"


class _Shift(NamedTuple):
    votes: int
    px: float
    agreed: bool
    stands: bool


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
        self._gone_since: float | None = None
        self.state = Drift("steady") if self._watching else _BLIND

    def feed(self, picture: NDArray[Any], at: float) -> Drift:
        """How things stand now; `at` is the frame's time in seconds. Pictures of another size are a move."""
        if self._checked_at is not None and 0 <= at - self._checked_at < self._every_s:
            return self.state
        return self.look(picture, at)

    def look(self, picture: NDArray[Any], at: float) -> Drift:
        """As `feed`, but this picture is looked at in any case: one from which dice are read."""
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
        self._since = self._gone_since = None
        self.state = Drift("steady") if self._watching else _BLIND

    def _take(self, backdrop: Backdrop) -> None:
        self._small = backdrop.picture()
        self._scale = backdrop.width / WIDTH
        self._tiles, self._rim = backdrop.tiles, backdrop.rim
        self._telling = distinct_tiles(self._small, backdrop.tiles)
        self._watching = len(backdrop.tiles) >= PARAMS.fewest_tiles
        self._before: NDArray[np.uint8] | None = None

    def _judge(self, small: NDArray[np.uint8], at: float) -> Drift:
        still = self._before is not None and nothing_moves(self._before, small)
        self._before = small
        near = self._shift(small, PARAMS.near_px)
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
        """What most tiles did, looked for far away where it is not near."""
        if near.votes >= 0.6 * len(self._tiles):
            return near
        farther = self._far_shift(small) or self._shift(small, FAR)
        return farther if farther.agreed and (farther.votes > near.votes or not near.agreed) else near

    def _shifted(self, moved: float, at: float) -> Drift:
        """All that is seen has moved by `moved` pixels: reported once it lasts."""
        if self._since is None:
            self._since = at
        if at - self._since >= self._lasts_s:
            return Drift("moved", moved, "The camera or the tray has been moved: put it back or set it up again.")
        if self.state.standing == "lost":
            return self.state
        return Drift("steady", moved, "Something may have moved: looking again.")

    def _gone(self, at: float, *, still: bool) -> Drift:
        """Next to nothing is where it was, nor anywhere else: said once it lasts and nothing stirs."""
        if self.state.standing == "lost":
            return self.state
        if self._gone_since is None or not still:
            self._gone_since = at
        return _HIDDEN if at - self._gone_since < PARAMS.lost_s else _LOST

    def _far_shift(self, small: NDArray[np.uint8]) -> _Shift | None:
        """One shift that all tiles together like clearly better than none.

        Each tile's match for every shift is summed, so pieces of edges, which fit anywhere along them, agree only on
        the true one; they count the less the more they look like their own neighbourhood.
        """
        wide = bordered(small)
        liked = np.zeros((2 * FAR + 1, 2 * FAR + 1), np.float32)
        for x, y, weight in self._telling:
            liked += weight * match_everywhere(wide, self._small, x, y) ** 2
        total = sum(weight for _, _, weight in self._telling)
        liked = np.asarray(cv2.blur(liked / total, (3, 3)), np.float32)
        stay = max(1, int(self._limit_px / self._scale))
        here = float(liked[FAR - stay : FAR + stay + 1, FAR - stay : FAR + stay + 1].max())
        row, column = (int(one) for one in np.unravel_index(int(liked.argmax()), liked.shape))
        far = float(np.hypot(row - FAR, column - FAR))
        if far * self._scale <= self._limit_px or liked[row, column] < max(0.3, 1.15 * here):
            return None
        return _Shift(len(self._tiles), far, agreed=True, stands=False)

    def _shift(self, small: NDArray[np.uint8], reach: int) -> _Shift:
        """How far the tiles have gone, as one motion of the camera or, apart from it, of a part of the picture."""
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
        if len(places) < max(PARAMS.fewest_tiles, 0.3 * len(self._tiles)):
            return _Shift(0, 0.0, agreed=False, stands=stands)
        for part, least in ((slice(None), 0.25), (slice(rim), 0.5)):
            together = largest_cluster(gone[part][beyond[part]])
            if together >= max(4, least * len(far[part])):
                return _Shift(together, float(np.median(far[part][beyond[part]])), agreed=True, stands=stands)
        motion = fitted_motion(here, here + gone, PARAMS.inlier_px)
        if motion is not None and 0.7 < np.hypot(motion.matrix[0, 0], motion.matrix[0, 1]) < 1.4:
            near = np.linalg.norm(motion.shifts - gone, axis=1) < PARAMS.agree_px
            if near.sum() >= max(PARAMS.fewest_tiles, 0.4 * len(places)):
                most = float(np.linalg.norm(motion.shifts[near], axis=1).max())
                return _Shift(int(near.sum()), most, agreed=True, stands=stands)
        calm = int((~beyond).sum())
        return _Shift(calm, float(np.median(far)), agreed=calm >= 0.5 * len(places), stands=stands)

    def _stand(self, calm: NDArray[np.bool_], rim: int) -> bool:
        """Whether enough of all tiles, and of the tray's rim where it is watched, is seen where it was: `calm` (n,) of
        those that were found, the first `rim` of them on the rim.
        """
        parts = [(calm, len(self._tiles)), (calm[:rim], self._rim)][: 2 if self._rim >= PARAMS.fewest_tiles else 1]
        return all(part.sum() >= max(PARAMS.fewest_standing, PARAMS.standing_share * of) for part, of in parts)


_COVERED = Drift("covered", why="Too much of the tray's surroundings is covered to watch them.")
_HIDDEN = Drift("hidden", why="Nothing around the tray is seen where it was: looking again.")
_LOST = Drift(
    "lost", why="Nothing around the tray is seen where it was: the camera was moved, or something is in front of it."
)
_BLIND = Drift("blind", why="There is too little to see around the tray to notice when the camera moves.")
SENTENCES = tuple(drift.why for drift in (_COVERED, _HIDDEN, _LOST, _BLIND))
"""What is said where no movement was measured."""
