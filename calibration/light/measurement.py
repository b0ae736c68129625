"""The light of a tray: exposure, glare, flicker, colour cast and focus, measured and graded, with advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.chart.detection import grey_of
from calibration.image_quality import QUALITY_LIMITS, ceiling, clipped, sharpest_part, sharpness
from calibration.light.flicker import Film, flicker_in, strip_of
from catseye.colours import colour
from catseye.text import Text, say

Grade = Literal["good", "fair", "bad"]
WIDTH = 640
"""Least width, px, of the subsampled picture on which light is measured; at most doubled."""


@dataclass(frozen=True)
class LightFigures:
    """Measurements of the light, each from 0 up. `level` is the median of brightness (0-255), `ceiling` what its
    brightest hundredth reaches; `dark`, `burnt` and `glare` are the shares of the tray that are black, clipped, and
    clipped in small spots. `cast` is the distance of the palest pixels from grey (0-1), `cast_name` its direction,
    `edge_px` the width of the sharpest edges. `flicker` is the swing of the brightness (peak to peak, as a share),
    `mains_hz` the frequency of the lamp that fits, or 0. None: not measurable in these pictures.
    """

    level: float
    ceiling: float
    dark: float
    burnt: float
    glare: float
    cast: float
    cast_name: str
    edge_px: float | None = None
    flicker: float | None = None
    mains_hz: float = 0.0


About = Literal["exposure", "glare", "flicker", "colour", "focus"]


@dataclass(frozen=True)
class Advice:
    """One finding: its subject, its grade, and advice."""

    about: About
    grade: Grade
    text: Text


def measure(
    pictures: Sequence[NDArray[Any]], fps: float = 0.0, mask: NDArray[np.uint8] | None = None
) -> LightFigures | None:
    """Return the light in the last of consecutive pictures (H, W, 3) uint8 BGR, with flicker if the frame rate `fps` is
    known (0: unknown). `mask` is the tray, at this or another size. None for an invalid picture.
    """
    last = pictures[-1] if pictures else None
    if not isinstance(last, np.ndarray) or last.ndim != 3:
        return None
    step = max(1, min(last.shape[1] // WIDTH, min(last.shape[:2]) // 64))
    small = np.ascontiguousarray(last[::step, ::step])
    grey = grey_of(small)
    if grey is None:
        return None
    inside = _inside(grey, mask)
    values = grey[inside]
    burnt = clipped(small) & inside
    cast, cast_name = _cast(small[inside][:: max(1, 7 // step)])
    part = grey_of(sharpest_part(last, grey, step))
    width = None if part is None else sharpness(part)
    figures = LightFigures(
        level=float(np.median(values)),
        ceiling=ceiling(values),
        dark=round(float((values < QUALITY_LIMITS.black).mean()), 4),
        burnt=round(float(burnt.sum() / inside.sum()), 4),
        glare=round(_spots(burnt, inside, 4 if step == 1 else 2), 5),
        cast=round(cast, 3),
        cast_name=cast_name,
        edge_px=None if width is None else round(width, 2),
    )
    return figures if not fps else with_flicker(figures, flicker_in([strip_of(one) for one in pictures], fps))


def with_flicker(figures: LightFigures, found: tuple[float | None, float]) -> LightFigures:
    """Return the figures with a separately measured flicker (see `flicker_in`)."""
    swing, mains = found
    return replace(figures, flicker=None if swing is None else round(swing, 4), mains_hz=mains)


def advise(figures: LightFigures) -> tuple[Advice, ...]:
    """Return the advice about the light, one entry for each measurement."""
    found = [_exposure(figures), _glare(figures), _colour(figures)]
    if figures.edge_px is not None:
        found.append(_focus(figures.edge_px))
    if figures.flicker is not None:
        found.append(_flickering(figures.flicker, figures.mains_hz))
    return tuple(found)


class LightWatch:
    """Watches the light during play, at most once in `every_s` seconds of the frames' own time."""

    def __init__(self, before: LightFigures, mask: NDArray[np.uint8] | None = None, every_s: float = 2.0) -> None:
        self._before, self._mask, self._every_s = before, mask, every_s
        self._checked_at: float | None = None
        self._off: dict[str, int] = {}
        self._film = Film()

    def feed(self, picture: NDArray[Any], at: float) -> tuple[Advice, ...]:
        """Return advice about what became worse since set-up, once it lasts for three checks; mostly ()."""
        self._film.add(picture, at)
        if self._checked_at is not None and at - self._checked_at < self._every_s:
            return ()
        self._checked_at = at
        figures = measure([picture], mask=self._mask)
        if figures is None:
            return ()
        figures = with_flicker(figures, self._film.flicker())
        worse: dict[str, Advice] = {one.about: one for one in self._changes(figures)}
        self._off = {about: self._off.get(about, 0) + 1 for about in worse}
        return tuple(worse[about] for about, times in self._off.items() if times == 3)

    def _changes(self, now: LightFigures) -> list[Advice]:
        then, found = self._before, []
        if now.level < 0.6 * then.level:
            change = f"{1 - now.level / max(then.level, 1.0):.0%}"
            found.append(
                Advice(
                    "exposure", "bad", say("The light is {change} darker than when the tray was set up.", change=change)
                )
            )
        if now.ceiling >= QUALITY_LIMITS.clipped and now.burnt > then.burnt + 0.03:
            found.append(Advice("glare", "bad", say("Part of the tray is washed out: has a lamp been turned on?")))
        if now.cast > then.cast + 0.2:
            turned = Advice(
                "colour",
                "fair",
                say("The light has turned {cast}: teach the dice again if mixed up.", cast=colour(now.cast_name)),
            )
            found.append(turned)
        if now.edge_px is not None and then.edge_px is not None and now.edge_px > 2 * then.edge_px + 1:
            found.append(Advice("focus", "bad", say("The picture is no longer sharp: is the lens clean and in focus?")))
        if now.flicker is not None and now.flicker > max(QUALITY_LIMITS.bad_flicker, 1.5 * (then.flicker or 0.0)):
            found.append(_flickering(now.flicker, now.mains_hz))
        return found


def _inside(grey: NDArray[np.uint8], mask: NDArray[np.uint8] | None) -> NDArray[np.bool_]:
    """Return the mask of the tray at the picture's size; all True without a mask."""
    if mask is None or not mask.any():
        return np.ones(grey.shape, bool)
    if mask.shape != grey.shape:
        mask = np.asarray(cv2.resize(mask, grey.shape[::-1], interpolation=cv2.INTER_NEAREST), np.uint8)
    return np.asarray(mask > 0)


def _exposure(figures: LightFigures) -> Advice:
    if figures.ceiling < QUALITY_LIMITS.bad_ceiling:
        return Advice("exposure", "bad", say("Far too dark: bring a lamp, or let the camera expose longer."))
    if figures.burnt > QUALITY_LIMITS.bad_burnt_share:
        return Advice(
            "exposure",
            "bad",
            say(
                "Too bright: {share} of the tray is washed out. Expose less, or turn the lamp away.",
                share=f"{figures.burnt:.0%}",
            ),
        )
    if figures.ceiling < QUALITY_LIMITS.fair_ceiling or figures.dark > QUALITY_LIMITS.fair_black_share:
        return Advice("exposure", "fair", say("Rather dark: dark dice may hide their pips. More light would help."))
    return Advice("exposure", "good", say("The brightness is right."))


def _glare(figures: LightFigures) -> Advice:
    if figures.glare > QUALITY_LIMITS.bad_glare_share:
        return Advice(
            "glare", "bad", say("A lamp is mirrored in the tray: move it to the side, or put a shade before it.")
        )
    if figures.glare > QUALITY_LIMITS.fair_glare_share:
        return Advice(
            "glare", "fair", say("There are small bright reflections: a lamp more to the side would be better.")
        )
    return Advice("glare", "good", say("There is no glare."))


def _colour(figures: LightFigures) -> Advice:
    if figures.cast > QUALITY_LIMITS.bad_cast:
        return Advice(
            "colour",
            "bad",
            say(
                "The light is very {cast}: colours run together. Use a whiter lamp or set the white balance.",
                cast=colour(figures.cast_name),
            ),
        )
    if figures.cast > QUALITY_LIMITS.fair_cast:
        return Advice(
            "colour",
            "fair",
            say("The light is rather {cast}: teach every die under this lamp.", cast=colour(figures.cast_name)),
        )
    return Advice("colour", "good", say("Colours are neutral enough."))


def _focus(edge_px: float) -> Advice:
    if edge_px > QUALITY_LIMITS.bad_edge_px:
        return Advice(
            "focus",
            "bad",
            say("Out of focus: edges are {width} pixels wide. Focus on the tray's ground.", width=f"{edge_px:.1f}"),
        )
    if edge_px > QUALITY_LIMITS.fair_edge_px:
        return Advice("focus", "fair", say("A little soft: edges are {width} pixels wide.", width=f"{edge_px:.1f}"))
    return Advice("focus", "good", say("The picture is sharp."))


def _flickering(flicker: float, mains_hz: float) -> Advice:
    mains, rate = f"{mains_hz / 2:.0f}", f"{mains_hz:.0f}"
    if flicker > QUALITY_LIMITS.bad_flicker and mains_hz:
        return Advice(
            "flicker",
            "bad",
            say(
                "The picture flickers by {share} with the light of {mains} Hz mains: set the exposure to a multiple of "
                "1/{rate} s.",
                share=f"{flicker:.0%}",
                mains=mains,
                rate=rate,
            ),
        )
    if flicker > QUALITY_LIMITS.bad_flicker:
        return Advice(
            "flicker",
            "bad",
            say(
                "The picture flickers by {share} with the light: try another lamp or daylight.", share=f"{flicker:.0%}"
            ),
        )
    if flicker > QUALITY_LIMITS.fair_flicker and mains_hz:
        return Advice(
            "flicker",
            "fair",
            say(
                "The picture flickers a little ({share}) with the light of {mains} Hz mains.",
                share=f"{flicker:.1%}",
                mains=mains,
            ),
        )
    if flicker > QUALITY_LIMITS.fair_flicker:
        return Advice(
            "flicker", "fair", say("The picture flickers a little ({share}) with the light.", share=f"{flicker:.1%}")
        )
    return Advice("flicker", "good", say("The light is steady."))


def _spots(burnt: NDArray[np.bool_], inside: NDArray[np.bool_], least: int) -> float:
    """Return the share of the tray in clipped spots of at least `least` pixels that are smaller than a die:
    reflections, not white paper.
    """
    count, _, stats, _ = cv2.connectedComponentsWithStats(burnt.astype(np.uint8))
    if count <= 1:
        return 0.0
    areas = stats[1:, cv2.CC_STAT_AREA]
    largest = 0.02 * inside.sum()
    return float(areas[(areas >= least) & (areas <= largest)].sum() / inside.sum())


def _cast(shown: NDArray[Any]) -> tuple[float, str]:
    """Return the distance of the palest tenth of pixels (n, 3) from grey, and its direction."""
    pixels = shown.astype(np.float64)
    high, low = pixels.max(axis=1), pixels.min(axis=1)
    usable = (high > 40) & (high < QUALITY_LIMITS.clipped)
    if usable.sum() < 50:
        return 0.0, "neutral"
    pixels, chroma = pixels[usable], ((high - low) / np.maximum(high, 1))[usable]
    palest = pixels[chroma <= np.quantile(chroma, 0.1)]
    blue, green, red = palest.mean(axis=0)
    cast = float((max(blue, green, red) - min(blue, green, red)) / max(blue, green, red))
    if cast < 0.08:
        return cast, "neutral"
    return cast, {0: "blue", 1: "green", 2: "yellow"}[int(np.argmax((blue, green, red)))]
