"""Why dice and presses do not count, or what people are asked about them: the reasons, and their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.core.events import Face
from companion.core.text import Text, counted, listed, say
from companion.referee.signals import ReviewReason

PLEASE_LOOK = say("Please look: what do the dice show?")
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
    "not_ours": say("a {value} looks like none of the dice of tonight"),
    "none_found": say("no dice found"),
    "no_dice": say("these may be no dice"),
    "read_two_ways": say("the camera hangs askew, and upright the dice look otherwise"),
    "dice_missing": say("fewer dice are seen than are asked for: {value} missing"),
    "too_many_dice": say("more dice are seen than are asked for: {value} too many"),
    "unexplained_object": say("something that may be a die cannot be read"),
    "too_much": say("more lies there than can be looked at at once"),
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
    "keeps_moving": say("something in the picture keeps moving"),
}


class Stale(Enum):
    """Why a press of the player called `name` does not mean what it meant when it was made."""

    LATE = say("A press by {name} came too late and does not count.")
    UNSEEN = say("{name} pressed just as this came up: it does not count, please press again.")


class Why(Enum):
    """The reasons about dice. The gaps of a sentence are filled from the values of its `DiceReason`."""

    NO_ROLL_DUE = say("No roll is due: these dice do not count.")
    NO_DICE = say("There are no dice to count.")
    ENTERED = say("You already entered these dice.")
    COUNTED = say("These dice already counted: nobody threw them again.")
    TURNED = say("A die was turned after it was read. What was read stands.")
    WRONG_NUMBER = say("{wanted} wanted, {seen} seen: this does not count.")
    WRONG_DICE = say("{dice}: {wanted} wanted, this does not count.")
    STRANGE_DIE = say("Nobody throws the {dice} now. Wanted: {colours}.")

    LEANING = say("A die leans: throw it again, or say what it shows.")
    UNSURE = PLEASE_LOOK
    MOVED = say("These dice moved after they were read: what do they show?")
    IN_PAUSE = say("These dice were thrown while play was paused: do they count?")
    IN_SET_UP = say("These dice were thrown while the tray was being set up: do they count?")
    BUSY = say("These dice came to rest while the app was busy: do they count?")
    MAYBE_THROWN = say("A die that counted shows another value now: was it thrown, or turned?")
    SOME_COUNTED = say("Some of these dice lie where they lay when they counted: were all of them thrown?")
    ENTERED_MEANWHILE = say("You entered a roll while these dice rolled: were they thrown again?")
    UNDONE_MEANWHILE = say("Something was taken back while these dice rolled: do they count now?")
    OTHERS_ENTERED = say("You entered some of these dice: do the others show this?")


@dataclass(frozen=True, slots=True)
class DiceReason:
    """A reason with its values: the dice it is about, how many are wanted and in which colours, and the reasons of a
    reading that is not sure.
    """

    why: Why
    faces: tuple[Face, ...] = ()
    wanted: int = 0
    colours: tuple[str, ...] = ()
    reading: tuple[ReviewReason, ...] = ()

    @property
    def sentence(self) -> Text:
        """The reason in words, for people."""
        if self.reading:
            return reading_question(self.reading)
        return say(
            self.why.value.template,
            dice=listed([f"{face.colour} {face.value}".strip() for face in self.faces], "and"),
            seen=counted("{n} die", "{n} dice", len(self.faces)),
            wanted=counted("{n} die", "{n} dice", self.wanted),
            colours=listed(self.colours),
        )


def nothing_to_undo(wanted: int, there: int, *, back: bool) -> Text:
    """Why `wanted` events cannot be taken back (or, not `back`, brought back), where only `there` are."""
    if not there:
        return say("There is nothing to take back.") if back else say("There is nothing to bring back.")
    events = counted("Only {n} event", "Only {n} events", there)
    if back:
        return say("{events} can be taken back, not {wanted}.", events=events, wanted=wanted)
    return say("{events} can be brought back, not {wanted}.", events=events, wanted=wanted)


def no_such_entry() -> Text:
    """Why an entry cannot be changed that counts no more."""
    return say("That entry does not count any more: it cannot be changed.")


def no_longer_fits(why: Text) -> Text:
    """Why an earlier entry is not changed: a later one would be refused then."""
    return say("Nothing was changed: what was entered later no longer fits. {why}", why=why)


def reading_question(reasons: Sequence[ReviewReason]) -> Text:
    """What the players are asked about a reading that is not sure: its most important reason, the first."""
    if not reasons or reasons[0].code not in _QUESTIONS:
        return PLEASE_LOOK
    first = reasons[0]
    percent = "" if first.probability is None else f"{first.probability:.0%}"
    gaps = {"value": first.value, "percent": percent}
    template = _QUESTIONS[first.code].template
    return say(template, **{name: filled for name, filled in gaps.items() if f"{{{name}}}" in template})
