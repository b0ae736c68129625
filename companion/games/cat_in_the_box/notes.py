"""The notes of Cat in the Box: short, with names; the commonest are made once and kept."""

from __future__ import annotations

from functools import lru_cache

from catseye.colours import suit
from companion.core.game import Note
from companion.core.text import listed, say
from companion.games.cat_in_the_box.setup import Setup, card_name
from companion.games.cat_in_the_box.state import Flag, Past, Scored

KEPT = 2048
"""Notes kept for each kind; the names, colours and numbers of a table make fewer."""


@lru_cache(KEPT)
def taken_note(name: str, seat: int, colour: str, number: int) -> Note:
    """Say who took the trick, and with what."""
    return Note(say("{name} takes the trick with {card}.", name=name, card=card_name(colour, number)), seat, "R3.8")


@lru_cache(KEPT)
def lost_note(name: str, seat: int, colour: str) -> Note:
    """Say who did not follow, and which colour is closed to them from now on."""
    text = say("{name} does not follow: no more {colour} for {name}.", name=name, colour=suit(colour))
    return Note(text, seat, "R3.7")


@lru_cache(KEPT)
def broken_note(name: str, seat: int) -> Note:
    """Say who broke red."""
    return Note(say("{name} breaks red: it may be led now.", name=name), seat, "R3.5")


@lru_cache(KEPT)
def neutral_note(cells: tuple[tuple[str, int], ...]) -> Note:
    """Say which cells are blocked."""
    return Note(say("Neutral: {cells}.", cells=listed((card_name(*cell) for cell in cells), "and")), None, "R2.1")


def false_claim_note(name: str, flag: Flag, colours: list[str]) -> Note:
    """Say what the player could have led instead of red."""
    text = say(
        "{name} had a {number} in trick {trick}: it could have led as {colours}. You may go back there.",
        name=name,
        number=flag.number,
        trick=flag.trick,
        colours=listed(map(suit, colours)),
    )
    return Note(text, flag.seat, "R7.1")


def round_notes(setup: Setup, past: Past, result: Scored, *, hand_shown: bool) -> tuple[Note, ...]:
    """Say how the round ended, what each player scored, and who starts the next one and why this one ended early."""
    names = setup.table.players
    notes = []
    name = "" if result.paradox is None else names[result.paradox]
    if result.paradox is not None:
        if hand_shown:
            text, rule = say("Paradox! {name} can declare none of these cards.", name=name), "R4.1"
        else:
            text, rule = say("Paradox! No open cell is left for {name}.", name=name), "R4.3"
        notes.append(Note(text, result.paradox, rule))
    for seat, (player, points, bonus) in enumerate(zip(names, result.scores, result.bonus, strict=True)):
        if bonus:
            text = say("{name}: {points}, with a bonus of {bonus}.", name=player, points=points, bonus=bonus)
        else:
            text = say("{name}: {points}.", name=player, points=points)
        notes.append(Note(text, seat, "R5.1"))
    if past.round < setup.players:
        first = (setup.options.starter + past.round) % setup.players
        starts = say("Round {n}: {name} starts.", n=past.round + 1, name=names[first])
        if name:
            starts = say("{name} had a paradox. {starts}", name=name, starts=starts)
        notes.append(Note(starts, first, "R2.5"))
    else:
        notes.append(Note(say("The game is over."), None, "R6.1"))
    return tuple(notes)
