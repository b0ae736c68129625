"""A canvas that records what is painted, and the rules that every layout must keep. No window is needed."""

import re
from collections import defaultdict
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from companion.drawing.geometry import Box, contains, overlap
from companion.drawing.scene import Refused
from companion.drawing.shapes import face_of, words_box
from companion.drawing.targets import Targets
from companion.drawing.text_layout import Laid, lay
from companion.drawing.theme import TOUCH, Look, contrast, type_step

LEAST_CONTRAST = 4.5
"""Between words and their ground (WCAG 2.2, 1.4.3)."""
ROUNDED = 1.0
"""Units by which two boxes may overlap."""


@dataclass
class Recording:
    """Implements `Canvas`. Boxes are upright on the screen, after all turns."""

    look: Look = field(default_factory=Look)
    grounds: list = field(default_factory=list)
    texts: list = field(default_factory=list)
    points: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    strokes: list = field(default_factory=list)
    frames: list = field(default_factory=list)
    pieces: list = field(default_factory=list)
    targets: Targets = field(default_factory=Targets)

    def panel(self, box, colour="panel", radius=12, *, alpha=1.0):
        self._ground(box, colour, alpha)

    def frame(self, box, colour="edge", radius=12, width=2.5, *, alpha=1.0):
        self.frames.append((self.targets.placed(box), colour))

    def line(self, points, colour="edge", width=2.5, *, closed=False, alpha=1.0):
        assert len(points) > 1
        self.points += points
        self.lines.append((points, colour))
        self.strokes.append((points, width))

    def polygon(self, points, colour, *, alpha=1.0):
        assert len(points) > 2
        self.points += points

    def ellipse(self, box, colour, width=0.0, *, alpha=1.0):
        if not width:
            self._ground(box, colour, alpha)

    def text(self, words, box, size, colour="ink", *, bold=False, align="center", valign="middle", alpha=1.0):
        said = self.look.said(words)
        if not said.strip():
            return
        laid = lay(said, box, size, bold=bold, align=align, valign=valign, text_size=self.look.text_size)
        extent = laid.extent
        self.texts.append(
            Recorded(
                said,
                self.targets.placed(box),
                laid,
                self.look.colour(colour),
                len(self.grounds),
                self.targets.placed(extent) if extent else None,
                type_step(size),
                bold,
            )
        )

    @contextmanager
    def turned(self, degrees, centre):
        with self.targets.turned(degrees, centre):
            yield

    def piece(self, name, box, seat_angle=None):
        self.pieces.append((name, box))
        return nullcontext()

    def target(self, box, means, reach=0.0):
        self.targets.add(box, means, reach)

    def _ground(self, box, colour, alpha):
        if alpha > 0.5:
            self.grounds.append((self.targets.placed(box), self.look.colour(colour)))

    @property
    def words(self):
        """Everything that is written, in the order of writing."""
        return [each.words for each in self.texts]

    def faults(self, screen: Box, ground: str = "ground"):
        """All that is wrong with the picture, as sentences: what is cut or outside, overlaps, is pale or too small."""
        pale = self._pale(self.look.colour(ground))
        return sorted({*self._cut(screen), *self._crowded(), *pale, *self._small(), *self._mixed()})

    def _cut(self, screen):
        room = (screen[0] - ROUNDED, screen[1] - ROUNDED, screen[2] + 2 * ROUNDED, screen[3] + 2 * ROUNDED)
        for each in self.texts:
            if each.extent is None:
                yield f"{each.words!r} has no room"
            elif each.laid.cut:
                yield f"{each.words!r} is cut"
            elif not contains(room, each.extent):
                yield f"{each.words!r} is outside"

    def _crowded(self):
        texts, boxes = [each for each in self.texts if each.extent], [target.box for target in self.targets.all]
        for later, earlier in overlapping([each.extent for each in texts]):
            yield f"{texts[later].words!r} overlaps {texts[earlier].words!r}"
        for later, earlier in overlapping(boxes):
            yield f"targets overlap: {boxes[later]} and {boxes[earlier]}"

    def _pale(self, ground):
        for each in self.texts:
            x, y, width, height = each.extent or each.box
            middle = (x + width / 2, y + height / 2, 0.0, 0.0)
            paper = next(
                (colour for box, colour in reversed(self.grounds[: each.before]) if contains(box, middle)), ground
            )
            if contrast(each.ink, paper) < LEAST_CONTRAST:
                yield f"{each.words!r}: {each.ink} on {paper} is {contrast(each.ink, paper):.1f}"

    def _mixed(self):
        """Figures of one row or column, and words on equal buttons of one row, that stand in several sizes."""
        alike = defaultdict(dict)
        faces = [words_box(face_of(box)) for box, *_ in self.targets.all]
        for each in self.texts:
            if re.fullmatch(r"\W?\d+\W?", each.words):
                x, y, *size = map(round, each.box)
                for line in ((x, None, *size), (None, y, *size)):
                    alike[*line, each.wanted].setdefault(each.laid.size, each.words)
            elif each.bold and each.box in faces:
                alike[tuple(map(round, each.box[1:]))].setdefault(each.laid.size, each.words)
        yield from (f"figures or buttons in several sizes: {sizes}" for sizes in alike.values() if len(sizes) > 1)

    def _small(self):
        for box, means, reach in self.targets.all:
            if not isinstance(means, Refused) and min(box[2:]) + 2 * reach < TOUCH - ROUNDED:
                yield f"{means} is {box[2]:.0f} x {box[3]:.0f}"


@dataclass(frozen=True)
class Recorded:
    """Words with their box, how they are laid, their colour, the number of grounds beneath them, where they stand, the
    step of type that was wanted, and whether it is bold.
    """

    words: str
    box: Box
    laid: Laid
    ink: str
    before: int
    extent: Box | None
    wanted: float
    bold: bool


def overlapping(boxes):
    """Yield the places of two boxes, the later one first, that overlap by more than rounding; swept from the left."""
    smaller = [(x + ROUNDED, y + ROUNDED, w - 2 * ROUNDED, h - 2 * ROUNDED) for x, y, w, h in boxes]
    begun = []
    for at in sorted(range(len(boxes)), key=lambda at: smaller[at][0]):
        begun = [other for other in begun if smaller[other][0] + smaller[other][2] > smaller[at][0]]
        yield from ((max(at, other), min(at, other)) for other in begun if overlap(smaller[at], smaller[other]))
        begun.append(at)
