"""When a picture is good enough: the one set of limits, for the light at set-up and for each reading."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """Grey levels are 0-255. `unreadable`: no reading of such a picture is sure; `bad` and `fair`: what the light's
    advice says of the tray when it is set up. Limits of readings were measured on stills and photographs that were
    altered on purpose (bench/VISION.md); those of the advice on rendered trays (tests/calibration/test_light.py).
    """

    unreadable_ceiling: float = 40
    """Level that the brightest hundredth must reach. Below it 15 % of the sure readings of darkened stills were wrong,
    above it 6 %; the dimmest still as it was taken has 58."""
    bad_ceiling: float = 60
    fair_ceiling: float = 110
    """The same for the tray's advice: with a margin for a lamp that is turned off later."""
    black: float = 12
    """Level below which a place is black, and"""
    fair_black_share: float = 0.5
    """the share of the tray that may be."""
    clipped: int = 252
    """Level, in the lightest colour, from which a place of the tray is blown out, and"""
    bad_burnt_share: float = 0.08
    """the share of the tray that may be."""
    bad_glare_share: float = 0.004
    fair_glare_share: float = 0.0008
    """Share of the tray in blown-out spots smaller than a die: mirrored lamps."""
    bad_cast: float = 0.45
    fair_cast: float = 0.25
    """How far the palest tenth may be from grey, 0-1: beyond it colours of dice run together."""
    bad_edge_px: float = 5.0
    fair_edge_px: float = 3.4
    """Pixels, 10 to 90 %, of the tray's sharpest edges."""
    bad_flicker: float = 0.06
    fair_flicker: float = 0.025
    """Swing of the brightness, peak to peak, as a share."""
    die_clipped: int = 254
    """Level, in any colour, from which a pixel of a die may have been lighter, and"""
    unreadable_clipped_share: float = 0.85
    """the share of one die's pixels that may be. Of pictures exposed 1.6 to 3 times as long that were sure, 15 % were
    wrong where a die had more, 3 % otherwise; 0.69 is the most in a picture as it was taken."""
    unreadable_contrast: float = 0.3
    """Share of their lightest by which the darkest of dice must be darker. Of hazy pictures that were sure, 10 % were
    wrong below it, 2 % above it; 0.42 is the least in a picture as it was taken."""
    unreadable_noise: float = 0.13
    """Noise of dice over the range of their brightness. Of noisy pictures that were sure, 13 % were wrong above it, 1 %
    below it; 0.09 is the most in a picture as it was taken."""
    unreadable_blur: float = 0.12
    """Width of a die's blurred edges over the longer side of its box. Of blurred pictures that were sure, 21 % were
    wrong above it, 1.3 % below it."""


LIMITS = QualityLimits()
