"""Reasons to ask people about a picture of dice, with the one sentence for each."""

from __future__ import annotations

from catseye.text import NOTHING, Text, say

SENTENCES = {
    # the picture: vision.frames, vision.imaging.quality, catseye.image_files
    "no_picture": say("not a colour picture of 8 bits"),
    "too_small": say("the picture is too small"),
    "damaged": say("the picture is damaged"),
    "too_dark": say("the picture is too dark"),
    "overexposed": say("a die is overexposed"),
    "blurred": say("the picture is blurred"),
    "hazy": say("the picture is hazy"),
    "noisy": say("the picture is too noisy"),
    # dice: vision.trust, vision.pipeline, vision.tray
    "may_lean": say("a {value} may lean"),
    "low_confidence": say("a {value} is only {percent} likely"),
    "cut_off": say("a {value} is cut off by the picture's edge"),
    "lay_there_before": say("a {value} was already there"),
    "at_tray_edge": say("a {value} may be beside the tray"),
    "not_ours": say("a {value} looks like none of tonight's dice"),
    "none_found": say("no dice found"),
    "unlikely": say("this reading is only {percent} likely to be right"),
    "read_two_ways": say("the camera is tilted: the dice read differently when the picture is turned"),
    "dice_missing": say("fewer dice are seen than asked for: {value} missing"),
    "too_many_dice": say("more dice are seen than asked for: {value} too many"),
    "unexplained_object": say("something that may be a die cannot be read"),
    "too_much": say("there is too much in the picture to check"),
    # the camera: calibration.drift.watch
    "may_have_moved": say("Something may have moved: looking again."),
    "camera_moved": say("The camera or the tray has been moved: put it back or set it up again."),
    "tray_hidden": say("Nothing around the tray is where it was: looking again."),
    "tray_lost": say("Nothing around the tray is where it was: the camera was moved, or something is in front of it."),
    # the frames before: vision.tracking
    "obstructed": say("something large in the picture was not there before"),
    "other_view": say("the camera shows something other than the table"),
    "frozen_stream": say("the camera gives the same picture again and again"),
    "throw_not_seen": say("the camera did not see this being thrown"),
    "moved_or_thrown": say("this was thrown, or moved by a hand"),
    "keeps_moving": say("something in the picture keeps moving"),
    # in journals of earlier versions
    "may_be_no_die": say("a {value} may not be a die"),
    "half_hidden": say("a {value} may be half hidden"),
    "no_dice": say("these may not be dice"),
}
"""Sentences by the codes of `vision.reading.ReasonKind`. The comments name the packages that give the reasons."""


def reason_text(code: str, value: int | None = None, probability: float | None = None) -> Text:
    """Return the sentence for a reason about a die with this value, NOTHING for an unknown code."""
    template = SENTENCES.get(code, NOTHING).template
    gaps = {"value": value, "percent": "" if probability is None else f"{probability:.0%}"}
    return say(template, **{name: filled for name, filled in gaps.items() if f"{{{name}}}" in template})
