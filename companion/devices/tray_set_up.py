"""Whether a tray was shown to its camera: kept over a restart, dropped when the view changes, offered quietly."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from calibration.profile.tray_profile import BadProfile
from companion.core.text import NOTHING, Text, say
from companion.devices import kept_tray
from companion.devices.kept_tray import FOUR, Corners, KeptTray, outline_in
from vision.tracking.motion import RestDetector, RestParams
from vision.tray.suggestion import suggested_corners

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.referee.signals import DiceSeen
    from vision import Frame, TrayWatcher
    from vision.frames import Image

STILL_S = 1.0
"""Seconds without motion in the outline before the empty tray is taken: a hand has left it by then."""
NEEDLESS = 3
"""After so many questions that turned out to be needless, the set-up is offered again, until people play on."""
MOVED = say("the camera stands elsewhere: show it the tray again")
WAITING = say("Waiting until nothing moves in the tray…")
FULL = say("There are dice in the tray: take them out.")
DONE = say("This is the tray. Only what lies in it counts.")
_log = logging.getLogger(__name__)


class TraySetUp:
    """The set-up of the tray of one camera. Its screen calls `show`, `cancel` and reads the attributes; all else
    belongs to the camera's thread.

    `corners` are those of the tray, in shares of the picture, () while they are unknown; `said` tells how far the
    set-up is, and `done` counts those that were finished.
    """

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self.corners: Corners = ()
        self.said, self.done = NOTHING, 0
        self._kept: KeptTray | None = None  # to be used from the next frame on
        self._wanted: Corners | None = None
        self._still = RestDetector()
        self._offered, self._needless = True, 0

    @property
    def offered(self) -> bool:
        """Whether the set-up would help, and people have not passed it over by playing on."""
        return not self.corners and self._offered

    def first_corners(self, image: Image) -> Corners:
        """Return four corners to begin with: those that were shown before, else where the tray may lie in a picture."""
        return self.corners if len(self.corners) == FOUR else suggested_corners(image)

    def show(self, corners: Sequence[tuple[float, float]]) -> None:
        """People say: this is the tray, and it is empty. It is taken once nothing moves in it."""
        self._still, self.said = RestDetector(RestParams(rest_s=STILL_S)), WAITING
        self._wanted = tuple(corners)

    def cancel(self) -> None:
        """People have left the set-up."""
        self._wanted, self.said = None, NOTHING

    def wanted(self) -> None:
        """Something shows that the set-up would help now."""
        self._offered = True

    def played(self) -> None:
        """People play on: the offer is passed over."""
        self._offered = False

    def answered(self, values: Sequence[int], seen: DiceSeen) -> None:
        """Count a question about dice that were read right, and offer the set-up after every third one."""
        if not seen.sure and sorted(values) == sorted(die.value for die in seen.dice):
            self._needless += 1
            self._offered = self._offered or self._needless % NEEDLESS == 0

    def begin(self, kept: KeptTray | None) -> None:
        """A camera is watched anew, with the tray that was kept of it."""
        self._kept, self.corners = kept, ()

    def follow(self, watcher: TrayWatcher, frame: Frame) -> tuple[Text, ...]:
        """Use what was kept or shown, and notice that the camera was moved. Return what people should know."""
        try:
            news = self._use_kept(watcher, frame)
            if self._wanted is not None and (corners := self._wanted):
                self._take(watcher, frame, corners)
            return (*news, *self._look(watcher, frame))
        except OSError as wrong:
            _log.warning("the tray of a camera: %s", wrong)
            return (say("the tray could not be kept: {why}", why=wrong.strerror or wrong),)

    def _use_kept(self, watcher: TrayWatcher, frame: Frame) -> tuple[Text, ...]:
        kept, self._kept = self._kept, None
        if kept is None:
            return ()
        try:
            outline, empty = kept.at(frame.image)
        except BadProfile as wrong:
            kept_tray.forget(self._camera)
            return (wrong.why,)
        watcher.tray.set_up(outline, empty, frame.at)
        return ()

    def _take(self, watcher: TrayWatcher, frame: Frame, corners: Corners) -> None:
        """Take the picture of the empty tray, once nothing moves within these corners and no dice lie there."""
        outline, shape = outline_in(corners, frame.image), frame.image.shape
        here = outline.window(shape)
        if self._still.feed(frame.image[here], frame.at, outline.mask(shape)[here]) != "still":
            return
        reading = watcher.dice_in(frame.image, outline)
        if reading.sure and reading.dice:
            self._still, self.said = RestDetector(RestParams(rest_s=STILL_S)), FULL
            return
        self._wanted = None
        watcher.tray.set_up(outline, frame.image, frame.at)
        watcher.look_again()
        try:
            KeptTray.of(corners, frame.image).save(self._camera)
        finally:  # tonight it is known, even where it cannot be kept
            self._needless, self.said, self.done = 0, DONE, self.done + 1

    def _look(self, watcher: TrayWatcher, frame: Frame) -> tuple[Text, ...]:
        """Note whether the tray is known, and say so if it no longer is."""
        tray, was_known = watcher.tray, bool(self.corners)
        drift = None if tray.profiled is None else tray.profiled.drift
        outline = None if drift is not None and drift.reported else tray.outline
        height, width = frame.image.shape[:2]
        self.corners = () if outline is None else tuple((x / width, y / height) for x, y in outline.points)
        if not was_known or self.corners or self._kept is not None:
            return ()
        self._offered, self._needless = True, 0
        if tray.profiled is not None:
            return ()  # its own watch says why
        kept_tray.forget(self._camera)
        return (MOVED,)
