"""Every reason to ask about a picture: its English sentence, and the module that has its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.reading import ReasonKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reading import Reason

SENTENCES = {
    # vision.frames.unreadable
    ReasonKind.NO_PICTURE: "not a colour picture of 8 bits",
    ReasonKind.TOO_SMALL: "the picture is too small",
    # catseye.image_files.decode; of frames vision.tracking.watcher
    ReasonKind.DAMAGED: "the picture is damaged",
    # vision.imaging.quality.flaw
    ReasonKind.TOO_DARK: "the picture is too dark",
    ReasonKind.OVEREXPOSED: "a die is flooded with light",
    ReasonKind.BLURRED: "the picture is blurred",
    ReasonKind.HAZY: "the picture is hazy",
    ReasonKind.NOISY: "the picture is too noisy",
    # vision.trust.vetoes.die_veto, by vision.pose.tilt.lean_probabilities
    ReasonKind.MAY_LEAN: "a {value} may lean",
    # vision.trust.vetoes.die_veto
    ReasonKind.MAY_BE_NO_DIE: "a {value} may be no die",
    ReasonKind.HALF_HIDDEN: "a {value} may be half hidden",
    ReasonKind.LOW_CONFIDENCE: "a {value} is only {probability:.0%} likely",
    ReasonKind.CUT_OFF: "a {value} is cut off by the picture's edge",
    # vision.trust.vetoes.vetoes_since_empty
    ReasonKind.LAY_THERE_BEFORE: "a {value} lay there before",
    # vision.pipeline.stages, vision.tray.profiled
    ReasonKind.AT_TRAY_EDGE: "a {value} may lie beside the tray",
    # vision.tray.tray
    ReasonKind.NOT_OURS: "a {value} looks like none of the dice of tonight",
    # vision.trust.vetoes.vetoes
    ReasonKind.NONE_FOUND: "no dice found",
    ReasonKind.NO_DICE: "these may be no dice",
    ReasonKind.UNEXPLAINED_OBJECT: "something that may be a die cannot be read",
    # vision.pipeline.stages
    ReasonKind.TOO_MUCH: "more lies there than can be looked at at once",
    # vision.pipeline.reader
    ReasonKind.READ_TWO_WAYS: "the camera hangs askew, and upright the dice look otherwise",
    # vision.trust.asked
    ReasonKind.DICE_MISSING: "fewer dice are seen than are asked for: {value} missing",
    ReasonKind.TOO_MANY_DICE: "more dice are seen than are asked for: {value} too many",
    # calibration.drift; vision.tray.profiled.STANDINGS
    ReasonKind.MAY_HAVE_MOVED: "Something may have moved: looking again.",
    ReasonKind.CAMERA_MOVED: "The camera or the tray has been moved: put it back or set it up again.",
    ReasonKind.TRAY_HIDDEN: "Nothing around the tray is seen where it was: looking again.",
    ReasonKind.TRAY_LOST: "Nothing around the tray is seen where it was: the camera was moved, or something is in front"
    " of it.",
    # vision.tracking.watcher, by vision.tracking.occlusion
    ReasonKind.OBSTRUCTED: "something large lies in the picture that was not there before",
    ReasonKind.OTHER_VIEW: "the camera sees something else than the table",
    # vision.tracking.watcher, by vision.tracking.frozen_stream
    ReasonKind.FROZEN_STREAM: "the camera gives the same picture again and again",
    # vision.tracking.roll_history
    ReasonKind.THROW_NOT_SEEN: "these dice lay there before anything moved",
    ReasonKind.MOVED_OR_THROWN: "these dice were thrown, or moved by a hand",
    # vision.tracking.watcher, by vision.tracking.unrest
    ReasonKind.KEEPS_MOVING: "something in the picture keeps moving",
}
"""The sentence for each kind of reason. The comment above it names the module or function that gives the reason."""


def sentence(reasons: Sequence[Reason]) -> str:
    """Return the first of the reasons in English, "" where there is none."""
    if not reasons:
        return ""
    first = reasons[0]
    return SENTENCES[first.kind].format(value=first.value, probability=first.probability or 0.0)
