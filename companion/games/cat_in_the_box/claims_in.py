"""Claims that a red lead was forced, as a table taken over gives them: read, and judged by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.core.game import BadPosition
from companion.core.schema import Bounds, Seat, fact
from companion.core.text import listed, say
from companion.games.cat_in_the_box.options import TRUMP
from companion.games.cat_in_the_box.rounds import neutral_cells
from companion.games.cat_in_the_box.setup import card_name
from companion.games.cat_in_the_box.state import Claim, Colour, State, starter
from companion.kit.validate import within


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """A red lead that was claimed to be forced; `cells` are the other cells that were open to the player."""

    seat: Seat = fact(say("Who"), needed=True)
    trick: Annotated[int, Bounds(1, 9)] = fact(say("Trick"), needed=True)
    cells: tuple[tuple[Colour, Annotated[int, Bounds(1, 9)]], ...] = fact(say("Other open cells"), needed=True)


def made(state: State, given: tuple[ClaimFacts, ...]) -> tuple[Claim, ...]:
    """The claims of a position as the rules keep them. Raises BadPosition for cells that cannot be."""
    setup, claims = state.setup, []
    for claim in given:
        cells = 0
        for colour, number in claim.cells:
            bit = setup.bit(colour, within("claims", number, 1, setup.numbers))
            if cells & bit or bit & setup.red:
                raise BadPosition("claims", say("{cell} cannot stand there", cell=card_name(colour, number)))
            cells |= bit
        claims.append(Claim(claim.seat, within("claims", claim.trick, 1, setup.full), cells))
    return tuple(claims)


def check_claims(state: State) -> None:
    """Raise BadPosition for claims that cannot have been made, and a red lead on the table that must have been one."""
    setup, number = state.setup, sum(state.won) + 1
    present = sum(setup.bit(play.suit, play.number) for play in state.trick)
    breaking = bool(state.trick) and state.trick[0].suit == TRUMP and not state.taken & setup.red & ~present
    if len(state.claims) > 1:
        raise BadPosition("claims", say("red is broken once in a round"))
    for claim in state.claims:
        _check_claim(state, claim, number, state.tokens[claim.seat] & ~(present if claim.trick < number else 0))
        if claim.trick == number and not (breaking and claim.seat == state.leader):
            raise BadPosition("claims", say("trick {number} was not led like that", number=number))
    if not breaking:
        return
    if not state.claims or state.claims[0].trick != number:
        raise BadPosition("claims", say("trick {number} was led with red, unbroken: that was claimed", number=number))
    lead = state.trick[0]
    free = setup.open_to[state.x[lead.seat]] & ~setup.red & ~(state.taken & ~present)
    if free & setup.numbered(lead.number):
        raise BadPosition("claims", say("the {number} led could have had another colour", number=lead.number))
    if state.claims[0].cells != free:
        cells = listed((card_name(*cell) for cell in setup.listed(free)), "and")
        raise BadPosition("claims", say("the other open cells were {cells}", cells=cells))


def _check_claim(state: State, claim: Claim, number: int, tokens: int) -> None:
    """Refuses one claim that cannot have been made up to trick `number`, the present one.

    `tokens` are those of its seat that can have been laid with it.
    """
    setup = state.setup
    name = setup.table.name(claim.seat)
    if not setup.options.red_lead_exemption:
        raise BadPosition("claims", say("claims are not used at this table"))
    if not tokens & setup.red:
        raise BadPosition("claims", say("{name} has no red token", name=name))
    if claim.trick > number or (claim.trick == number and not state.trick):
        raise BadPosition("claims", say("trick {trick} has not been led", trick=claim.trick))
    if claim.seat != starter(state) if claim.trick == 1 else not state.won[claim.seat]:
        raise BadPosition("claims", say("{name} cannot have led trick {trick}", name=name, trick=claim.trick))
    if claim.cells & neutral_cells(setup, state.revealed):
        raise BadPosition("claims", say("a neutral cell is never open"))
