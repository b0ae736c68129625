"""Draws the stages of one reading side by side, for bug reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from catseye.image_files import PICTURES
from vision.imaging.crops import cut
from vision.pipeline.reader import NOTHING_KNOWN, Reader
from vision.pipeline.stages import STAGES
from vision.trust.features import DIE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from vision.pipeline.context import ReadContext
    from vision.pipeline.networks import Networks
    from vision.reading import Reading
    from vision.trust.features import Candidate

    Image = NDArray[np.uint8]

HEIGHT = 540
CROP_SIDE = 64
"""Side, px, of a candidate's crop, which is drawn twice as large."""
HALF_EDGE_PX = 40.0
"""Half an edge of a die in an enlarged crop, px: the box fills the crop but for its margin."""
GREEN, ORANGE, RED = (60, 200, 60), (0, 160, 255), (60, 60, 230)


def drawn_stages(image: Image, networks: Networks, known: ReadContext = NOTHING_KNOWN) -> Image:
    """Return one wide picture: what came since the tray was empty, if that is `known`, the detections, each candidate's
    crop, and the reading of `image` (H, W, 3) uint8 BGR.
    """
    ways: list[tuple[Image, Sequence[Candidate]]] = []
    reading = Reader(networks).read(image, known, observer=lambda picture, found, _: ways.append((picture, found)))
    panels = [_titled("reading: " + _verdict(reading), _drawn_reading(image, reading))]
    if known.background is not None and known.background.shape == image.shape:
        panels.insert(0, _titled("what came since the tray was empty", _drawn_change(image, known)))
    if ways:  # a rolled camera: the picture is read as it is, then rotated
        shown, candidates = ways[-1]
        turned = ", rotated until they point up" if len(ways) > 1 else ""
        panels.insert(-1, _titled(f"candidates: {len(candidates)}{turned}", _drawn_candidates(shown, candidates)))
        panels.insert(-1, _titled("each candidate: probability, lean, top offset", _drawn_crops(shown, candidates)))
    return np.asarray(np.hstack(panels), np.uint8)


def save(drawn: Image, out: Path) -> None:
    """Write a drawing to a picture file. Raises ValueError for another kind of name, and OSError."""
    kind = out.suffix.lower()
    if kind not in PICTURES:
        raise ValueError("the name must end in .png")
    try:
        fits, raw = cv2.imencode(kind, drawn)
    except cv2.error:
        fits = False
    if not fits:
        raise ValueError(f"{drawn.shape[1]}x{drawn.shape[0]} is too large for {kind}, the name must end in .png")
    out.write_bytes(raw.tobytes())


def _verdict(reading: Reading) -> str:
    values = " ".join(str(die.value) + ("?" if die.cocked else "") for die in reading.dice) or "no dice"
    return f"{values}, {'sure' if reading.sure else 'not sure: ' + str(reading.why)} ({reading.ms:.0f} ms)"


def _titled(title: str, panel: Image) -> Image:
    width = max(1, round(panel.shape[1] * HEIGHT / panel.shape[0]))
    body = cv2.resize(panel, (width, HEIGHT), interpolation=cv2.INTER_AREA)
    head = np.full((28, width, 3), 30, np.uint8)
    cv2.putText(head, title, (6, 19), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (240, 240, 240), 1, cv2.LINE_AA)
    return np.asarray(np.vstack([head, body]), np.uint8)


def _pen(image: Image) -> tuple[int, float]:
    scale = max(image.shape[0] / HEIGHT, 0.6)
    return max(1, round(1.5 * scale)), 0.5 * scale


def _box(panel: Image, box: Sequence[float], colour: tuple[int, int, int], text: str) -> None:
    thick, size = _pen(panel)
    x0, y0, x1, y1 = (round(v) for v in box)
    cv2.rectangle(panel, (x0, y0), (x1, y1), colour, thick)
    cv2.putText(panel, text, (x0, y0 - 3 * thick), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def _drawn_reading(image: Image, reading: Reading) -> Image:
    panel = image.copy()
    for die in reading.dice:
        colour = ORANGE if die.cocked else GREEN if reading.sure else RED
        _box(panel, die.box, colour, f"{die.value} {die.colour} {die.value_confidence:.2f}")
    return panel


def _drawn_change(image: Image, known: ReadContext) -> Image:
    """Draw the outline, and in red what changed otherwise than the light, no shadow."""
    within, scaled = known.within(image, 1.0)
    panel = within // 2
    change = scaled.change(within, STAGES.usual_size * max(image.shape[:2]))
    if change is not None:
        size = (round(change.plainly.shape[1] * change.times), round(change.plainly.shape[0] * change.times))
        hot = cv2.resize(change.plainly, size, interpolation=cv2.INTER_NEAREST)
        x, y = (int(v) for v in change.corner)
        here = panel[y : y + size[1], x : x + size[0]]
        here[hot[: here.shape[0], : here.shape[1]] > 0, 2] = 255
    if known.outline is not None:
        edge = np.rint(np.array(known.outline.points)).astype(np.int32)
        cv2.polylines(panel, [edge], isClosed=True, color=GREEN, thickness=_pen(panel)[0])
    return panel


def _drawn_candidates(image: Image, candidates: Sequence[Candidate]) -> Image:
    panel = image.copy()
    for each in candidates:
        _box(panel, each.box.tolist(), GREEN if each.probability > DIE else ORANGE, f"{each.score:.2f}")
    return panel


def _drawn_crops(image: Image, candidates: Sequence[Candidate]) -> Image:
    """Draw each candidate's crop, with an arrow for its top offset."""
    columns = 4
    if not candidates:
        return np.zeros((2 * CROP_SIDE, columns * 2 * CROP_SIDE, 3), np.uint8)
    boxes = np.stack([each.box for each in candidates])
    crops, _ = cut(image, boxes, CROP_SIDE)
    cells = []
    for each, crop in zip(candidates, crops, strict=True):
        double = (2 * CROP_SIDE, 2 * CROP_SIDE)
        big = cv2.resize(crop, double, interpolation=cv2.INTER_CUBIC).astype(np.uint8, copy=False)
        right, down = (CROP_SIDE + HALF_EDGE_PX * each.top_offset).tolist()
        cv2.arrowedLine(big, (CROP_SIDE, CROP_SIDE), (round(right), round(down)), GREEN, 1, cv2.LINE_AA)
        words = f"{each.value} {each.probability:.2f} leans {each.lean:.2f}"
        cv2.putText(big, words, (3, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, RED, 1, cv2.LINE_AA)
        cells.append(big)
    while len(cells) % columns:
        cells.append(np.zeros_like(cells[0]))
    return np.asarray(np.vstack([np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)]), np.uint8)
