"""Every sentence about dice, presses and undoing that people read, made from a reason and its values."""

from __future__ import annotations

from companion.core.events import Face
from companion.core.text import Text, counted, listed, say
from companion.referee.reasons import DiceReason, Why
from companion.referee.stale_presses import Stale

_SENTENCES = {
    Why.NO_ROLL_DUE: say("No roll is due: these dice do not count."),
    Why.NO_DICE: say("There are no dice to count."),
    Why.ENTERED: say("You already entered these dice."),
    Why.COUNTED: say("These dice already counted: nobody threw them again."),
    Why.TURNED: say("A die was turned after it was read. What was read stands."),
    Why.LEANING: say("A die leans: throw it again, or say what it shows."),
    Why.MOVED: say("These dice moved after they were read: what do they show?"),
    Why.IN_PAUSE: say("These dice were thrown while play was paused: do they count?"),
    Why.IN_SET_UP: say("These dice were thrown while the tray was being set up: do they count?"),
    Why.MAYBE_THROWN: say("A die that counted shows another value now: was it thrown, or turned?"),
    Why.SOME_COUNTED: say("Some of these dice lie where they lay when they counted: were all of them thrown?"),
    Why.ENTERED_MEANWHILE: say("You entered a roll while these dice rolled: were they thrown again?"),
    Why.UNDONE_MEANWHILE: say("Something was taken back while these dice rolled: do they count now?"),
    Why.OTHERS_ENTERED: say("You entered some of these dice: do the others show this?"),
}


def sentence_of(reason: DiceReason) -> Text:
    """Why dice do not count, or what people are asked about them."""
    match reason.why:
        case Why.WRONG_NUMBER:
            seen = _dice(len(reason.faces))
            return say("{wanted} wanted, {seen} seen: this does not count.", wanted=_dice(reason.wanted), seen=seen)
        case Why.WRONG_DICE:
            seen = listed(map(_face, reason.faces), "and")
            return say("{seen}: {wanted} wanted, this does not count.", seen=seen, wanted=_dice(reason.wanted))
        case Why.STRANGE_DIE:
            die, due = _face(reason.faces[0]), listed(reason.colours)
            return say("Nobody throws the {die} now. Wanted: {colours}.", die=die, colours=due)
        case Why.UNSURE:
            return say("{why}", why=reason.words) if reason.words else say("Please look: what do the dice show?")
        case _:
            return _SENTENCES[reason.why]


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
        return counted(
            "Only {n} event can be taken back, not {wanted}.",
            "Only {n} events can be taken back, not {wanted}.",
            there,
            wanted=wanted,
        )
    return counted(
        "Only {n} event can be brought back, not {wanted}.",
        "Only {n} events can be brought back, not {wanted}.",
        there,
        wanted=wanted,
    )


def _dice(count: int) -> Text:
    return counted("{n} die", "{n} dice", count)


def _face(face: Face) -> Text:
    return say("{colour} {value}", colour=face.colour, value=face.value) if face.colour else say("{n}", n=face.value)
