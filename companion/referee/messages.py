"""The sentences that the referee says about readings of the tray, each in one place, so that they can be translated."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.text import Text, say
from companion.referee.signals import ReviewReason

PLEASE_LOOK = say("Please look: what do the dice show?")
_UNREAD = say("something that may be a die cannot be read")
_QUESTIONS = {
    # what the camera's reader says: the codes are those of vision.reading.ReasonKind
    "no_picture": say("not a colour picture of 8 bits"),
    "too_small": say("the picture is too small"),
    "damaged": say("the picture is damaged"),
    "too_dark": say("the picture is too dark"),
    "overexposed": say("a die is flooded with light"),
    "blurred": say("the picture is blurred"),
    "hazy": say("the picture is hazy"),
    "noisy": say("the picture is too noisy"),
    "may_lean": say("a {value} may lean"),
    "may_be_no_die": say("a {value} may be no die"),
    "half_hidden": say("a {value} may be half hidden"),
    "low_confidence": say("a {value} is only {percent} likely"),
    "cut_off": say("a {value} is cut off by the picture's edge"),
    "lay_there_before": say("a {value} lay there before"),
    "at_tray_edge": say("a {value} may lie beside the tray"),
    "none_found": say("no dice found"),
    "no_dice": say("these may be no dice"),
    "read_two_ways": say("the camera hangs askew, and upright the dice look otherwise"),
    "unexplained_object": _UNREAD,
    "occluded_die": _UNREAD,
    "new_object": _UNREAD,
    "may_have_moved": say("Something may have moved: looking again."),
    "camera_moved": say("The camera or the tray has been moved: put it back or set it up again."),
    "tray_hidden": say("Nothing around the tray is seen where it was: looking again."),
    "tray_lost": say(
        "Nothing around the tray is seen where it was: the camera was moved, or something is in front of it."
    ),
    "obstructed": say("something large lies in the picture that was not there before"),
    "other_view": say("the camera sees something else than the table"),
    "frozen_stream": say("the camera gives the same picture again and again"),
    "throw_not_seen": say("these dice lay there before anything moved"),
    "moved_or_thrown": say("these dice were thrown, or moved by a hand"),
    # what the app adds
    "moved_after_reading": say("these dice were moved after they were read"),
    "rested_in_pause": say("these dice came to rest while play was paused"),
    "thrown_in_set_up": say("these dice were thrown while the tray was being set up"),
}


def reading_question(reasons: Sequence[ReviewReason]) -> Text:
    """What the players are asked about a reading that is not sure: its most important reason, the first."""
    if not reasons or reasons[0].code not in _QUESTIONS:
        return PLEASE_LOOK
    first = reasons[0]
    percent = "" if first.probability is None else f"{first.probability:.0%}"
    gaps = {"value": first.value, "percent": percent}
    template = _QUESTIONS[first.code].template
    return say(template, **{name: filled for name, filled in gaps.items() if f"{{{name}}}" in template})
