"""Why dice and presses do not count, or what people are asked about them: the reasons, and their sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.core.events import Face
from companion.core.text import Text, counted, listed, say
from companion.referee.stale_presses import Stale


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
    UNSURE = say("Please look: what do the dice show?")
    READING = say("{words}")
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
    """A reason with its values: the dice it is about, how many are wanted, in which colours, and a reading's words."""

    why: Why
    faces: tuple[Face, ...] = ()
    wanted: int = 0
    colours: tuple[str, ...] = ()
    words: str = ""

    @property
    def sentence(self) -> Text:
        """The reason in words, for people."""
        return say(
            self.why.value.template,
            dice=listed([f"{face.colour} {face.value}".strip() for face in self.faces], "and"),
            seen=_dice(len(self.faces)),
            wanted=_dice(self.wanted),
            colours=listed(self.colours),
            words=self.words,
        )


def stale_press(stale: Stale, name: str) -> Text:
    """Why a press of this player does not count."""
    if stale is Stale.LATE:
        return say("A press by {name} came too late and does not count.", name=name)
    return say("{name} pressed just as this came up: it does not count, please press again.", name=name)


def nothing_to_undo(wanted: int, there: int, *, back: bool) -> Text:
    """Why `wanted` events cannot be taken back (or, not `back`, brought back), where only `there` are."""
    if not there:
        return say("There is nothing to take back.") if back else say("There is nothing to bring back.")
    if back:
        return say("{events} can be taken back, not {wanted}.", events=_events(there), wanted=wanted)
    return say("{events} can be brought back, not {wanted}.", events=_events(there), wanted=wanted)


def _events(count: int) -> Text:
    return counted("Only {n} event", "Only {n} events", count)


def _dice(count: int) -> Text:
    return counted("{n} die", "{n} dice", count)
