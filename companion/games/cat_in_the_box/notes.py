"""What a Cat in the Box table is told aloud. Short, with names; the commonest are made once and kept."""

from __future__ import annotations

from functools import lru_cache

from companion.core.game import Note
from companion.core.text import say
from companion.games.cat_in_the_box.options import House
from companion.games.cat_in_the_box.state import Flag, Past, Scored

KEPT = 2048


@lru_cache(KEPT)
def taken_note(name: str, seat: int, colour: str, number: int) -> Note:
    """Who took the trick, and with what."""
    return Note(
        say("{name} takes the trick with {colour} {number}.", name=name, colour=colour, number=number), seat, "R3.8"
    )


@lru_cache(KEPT)
def lost_note(name: str, seat: int, colour: str) -> Note:
    """Who did not follow, and which colour is closed to him from now on."""
    return Note(say("{name} does not follow: no more {colour} for {name}.", name=name, colour=colour), seat, "R3.7")


@lru_cache(KEPT)
def broken_note(name: str, seat: int) -> Note:
    """Who broke red."""
    return Note(say("{name} breaks red: it may be led now.", name=name), seat, "R3.5")


def neutral_note(cells: list[tuple[str, int]]) -> Note:
    """Which cells are blocked."""
    return Note(say("Neutral: {cells}.", cells=[f"{colour} {number}" for colour, number in cells]), None, "R2.1")


def false_claim_note(name: str, flag: Flag, colours: list[str]) -> Note:
    """What the player could have led instead of red."""
    template = "{name} had a {number} in trick {trick}: it could have led as {colours}. You may go back there."
    return Note(
        say(template, name=name, number=flag.number, trick=flag.trick, colours=tuple(colours)), flag.seat, "R7.1"
    )


def round_notes(house: House, past: Past, result: Scored, *, hand_shown: bool) -> tuple[Note, ...]:
    """How the round ended, what each player made of it, and who starts the next one."""
    names = house.table.players
    notes = []
    if result.paradox is not None:
        name = names[result.paradox]
        if hand_shown:
            text, rule = say("Paradox! {name} can declare none of these cards.", name=name), "R4.1"
        else:
            text, rule = say("Paradox! No open cell is left for {name}.", name=name), "R4.3"
        notes.append(Note(text, result.paradox, rule))
    for seat, (points, bonus) in enumerate(zip(result.scores, result.bonus, strict=True)):
        template = "{name}: {points}, with a bonus of {bonus}." if bonus else "{name}: {points}."
        notes.append(Note(say(template, name=names[seat], points=points, bonus=bonus), seat, "R5.1"))
    if past.round < house.players:
        first = (house.options.starter + past.round) % house.players
        notes.append(Note(say("Round {n}: {name} starts.", n=past.round + 1, name=names[first]), first, "R2.5"))
    else:
        notes.append(Note(say("The game is over."), None, "R6.1"))
    return tuple(notes)
