"""Reasons why dice and presses do not count or people are asked about them, with their sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique

from catseye.reasons import reason_text
from companion.core.events import Face
from companion.core.text import Text, counted, joined, listed, say, sentence
from companion.referee.signals import ReviewReason

PLEASE_LOOK = say("Please look: what do the dice show?")


@unique
class Stale(Enum):
    """Reasons why a press by the player `name` no longer means what it meant when it was made."""

    LATE = say("A press by {name} came too late and does not count.")
    UNSEEN = say("{name} pressed just as this came up: it does not count, please press again.")


@unique
class Why(Enum):
    """Reasons about dice. Gaps in the sentences are filled from the `DiceReason`."""

    NO_ROLL_DUE = say("No roll is due: these dice do not count.")
    NO_DICE = say("There are no dice to count.")
    ENTERED = say("You already entered these dice.")
    COUNTED = say("These dice already counted: nobody threw them again.")
    TURNED = say("A die was turned after it was read. The first reading stands.")
    SHIFTED = say("These dice moved, but show the same as before: nothing changes.")
    SHIFTED_IN_TURN = say("These dice moved, but show the same as before: if they were thrown, enter the roll.")
    WRONG_NUMBER = say("{wanted} wanted, {seen} seen: this does not count.")
    WRONG_DICE = say("{dice}: {wanted} wanted, this does not count.")
    STRANGE_DIE = say("Nobody throws the {dice} now. Wanted: {colours}.")

    LEANING = say("A die leans: throw only that die again, or say what it shows.")
    UNSURE = PLEASE_LOOK
    MOVED = say("These dice moved after they were read: what do they show?")
    IN_PAUSE = say("These dice were thrown while play was paused: do they count?")
    IN_SET_UP = say("These dice were thrown while the tray was being set up: do they count?")
    BUSY = say("These dice came to rest while the app was busy: do they count?")
    MAYBE_THROWN = say("A die that counted shows another value now: was it thrown, or turned?")
    SOME_COUNTED = say("Some of these dice are where they were when they counted: were all of them thrown?")
    ENTERED_MEANWHILE = say("You entered a roll before these dice came to rest: were they thrown again?")
    UNDONE_MEANWHILE = say("Something was taken back before these dice came to rest: do they count now?")
    CHANGED_MEANWHILE = say("Another roll is due than when these dice were picked up or thrown: do they count for it?")
    COLLECTED = say("So far {dice}: {wanted} wanted.")
    WHOSE = say("Several are to roll: whose die is which?")
    OTHERS_ENTERED = say("You entered some of these dice: do the others show this?")


@dataclass(frozen=True, slots=True)
class DiceReason:
    """A reason with its values: the dice it is about, how many are wanted and in which colours, and why the reading is
    not sure.
    """

    why: Why
    faces: tuple[Face, ...] = ()
    wanted: int = 0
    colours: tuple[str, ...] = ()
    reading: tuple[ReviewReason, ...] = ()

    @property
    def sentence(self) -> Text:
        """The reason as a sentence for people."""
        if self.reading:
            return reading_question(self.reading)
        return say(
            self.why.value.template,
            dice=listed([f"{face.colour} {face.value}".strip() for face in self.faces], "and"),
            seen=counted("{n} die", "{n} dice", len(self.faces)),
            wanted=counted("{n} die", "{n} dice", self.wanted),
            colours=listed(self.colours),
        )


def nothing_to_undo(wanted: int, there: int, *, back: bool, table_changed: bool = False) -> Text:
    """Say that `wanted` events cannot be taken back (or, not `back`, brought back), as there are only `there`; or, that
    more than those are from before the `table_changed`.
    """
    if back and table_changed:
        return say("The table has changed since then: what came before is set right, not taken back.")
    if not there:
        return say("There is nothing to take back.") if back else say("There is nothing to bring back.")
    events = counted("Only {n} event", "Only {n} events", there)
    if back:
        return say("{events} can be taken back, not {wanted}.", events=events, wanted=wanted)
    return say("{events} can be brought back, not {wanted}.", events=events, wanted=wanted)


def leaning_again(count: int) -> Text:
    """Ask for the dice that lean, and for no others."""
    return counted("Throw only the die that leans", "Throw only the {n} dice that lean", count)


def only_leaning(count: int) -> Text:
    """Say that of several dice only those that lean are thrown again."""
    return counted(
        "Throw only the die that leans again: the others stay as they lie.",
        "Throw only the {n} dice that lean again: the others stay as they lie.",
        count,
    )


def no_such_entry() -> Text:
    """Say that an entry that no longer counts cannot be changed."""
    return say("That entry no longer counts, so it cannot be changed.")


def no_longer_fits(event: Text, why: Text) -> Text:
    """Say that nothing was changed because a later event would be refused."""
    return say("Nothing was changed. “{event}” could not have happened then: “{why}”", event=event, why=sentence(why))


def impossible_then(why: Text) -> Text:
    """Say why an event could not have happened at its place in the record. The reason is worded as it was then."""
    return say("That could not have happened then: “{why}”", why=sentence(why))


def reading_question(reasons: Sequence[ReviewReason]) -> Text:
    """Return the question about a reading that is not sure: each reason once, the most important first."""
    found = (reason_text(reason.code, reason.value, reason.probability) for reason in reasons)
    return joined(dict.fromkeys(found)) or PLEASE_LOOK
