"""Knowledge about a picture before it is read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.imaging.change import Change

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.imaging.outline import Outline
    from vision.pose.table_pose import TablePose
    from vision.reading import Box
    from vision.tray.expected import ExpectedDice
    from vision.trust.asked import AskedDice


@dataclass(frozen=True, eq=False)
class ReadContext:
    """Knowledge about a picture before it is read: the pose of the `table`, a picture of the same view without dice
    (`background`, it may be smaller), the `expected` dice, which may lie there, the dice that a game `asked` for, the
    `outline` of the tray in the picture, and the size of dice, `die_px`. None where it is unknown. `confirmed`: people
    say that there are no dice in the `background`, so what lies there unchanged is none. What lies in the boxes of the
    `furniture` px is none either.
    """

    table: TablePose | None = None
    background: Image | None = None
    expected: ExpectedDice | None = None
    asked: AskedDice | None = None
    outline: Outline | None = None
    die_px: float | None = None
    confirmed: bool = False
    furniture: tuple[Box, ...] = ()

    def within(self, image: Image, scale: float) -> tuple[Image, ReadContext]:
        """Return a picture (H, W, 3), reduced by `scale`, of nothing but the tray, and the knowledge in its pixels."""
        scaled = replace(
            self,
            die_px=None if self.die_px is None else self.die_px * scale,
            furniture=tuple((x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in self.furniture),
        )
        if self.outline is None:
            return image, scaled
        outline = self.outline.scaled(scale)
        empty = self.background
        colour = outline.floor_colour(image if empty is None or empty.shape != image.shape else empty)
        if empty is not None:
            if empty.shape != image.shape:
                size = image.shape[1], image.shape[0]
                empty = np.asarray(cv2.resize(empty, size, interpolation=cv2.INTER_AREA), np.uint8)
            empty = outline.only(empty, colour)
        return outline.only(image, colour), replace(scaled, outline=outline, background=empty)

    def change(self, image: Image, size: float) -> Change | None:
        """Return the change of a picture since the tray was empty, None without a background that can be compared. Dice
        are about `size` px large.
        """
        if self.background is None:
            return None
        if self.outline is None:
            return Change.between(self.background, image, size)
        rows, columns = self.outline.window(image.shape)
        here = rows, columns
        return Change.between(self.background[here], image[here], size, (columns.start, rows.start))
