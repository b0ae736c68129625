"""Constant sentences of the set-up, which a screen may translate."""

from __future__ import annotations

from calibration.colours import FEWEST_SAMPLES

HOLD_CHART = "hold the chart before the camera so that it fills half of the picture"
PLACES = ("upper left", "upper right", "lower left", "lower right")
CHART_IN = {place: f"the chart in the {place} of the picture" for place in PLACES}
HOLD_STILL = "hold still"
KEPT = "kept"
KEPT_BEFORE = "kept; move it and tilt it another way"
CHART_FLAT = "the whole chart flat in the tray, then hands off"
DIE_INSTEAD = "or, without a chart: throw one die of the size below"
LIE_STILL = "let it lie still"
TAP_CORNER = {place: f"tap the {place} corner" for place in PLACES}
CORNERS_TAPPED = tuple(f"corner {number} of 4" for number in range(1, 5))
INSIDE = "how wide and deep the tray is inside"
EMPTY_TRAY = "the empty tray, for a moment"
HANDS_OFF = "hands off for a moment"
CHART_THERE = "the chart is still there"
DICE_THERE = "there are dice in the tray: take them out"
LIGHT_GOOD = "the light is good"
TEACH_DIE = f"throw one die alone, {FEWEST_SAMPLES} times; then the next one"
DIE_SMALL = "this die is too small in the picture"

SENTENCES = (
    HOLD_CHART, *CHART_IN.values(), HOLD_STILL, KEPT, KEPT_BEFORE, CHART_FLAT, DIE_INSTEAD, LIE_STILL,
    *TAP_CORNER.values(), *CORNERS_TAPPED, INSIDE, EMPTY_TRAY, HANDS_OFF, CHART_THERE, DICE_THERE, LIGHT_GOOD,
    TEACH_DIE, DIE_SMALL,
)  # fmt: skip
