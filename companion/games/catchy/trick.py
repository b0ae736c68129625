"""How one trick moves the cat: winner, mood, step, next leader, in this order (R3.4 to R3.7)."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.text import Text, say
from companion.games.catchy.state import JOKER, PRINTED, SUIT, CatchyOptions, Laid, called
from companion.kit.tricks import Play, taker


class Walk(NamedTuple):
    """What a completed trick did. `winner` is None where nobody won; then the cat stands still.

    `towards` is the player the cat stepped towards, `blue` its side after the trick, `leader` who leads next.
    """

    winner: int | None
    flipped: bool
    blue: bool
    towards: int | None
    leader: int


def number_of(card: str, options: CatchyOptions) -> int:
    """What a card counts; the Joker counts what the house rule says."""
    return PRINTED[card] or options.joker_number


def walk(lead: Laid, answer: Laid, options: CatchyOptions, blue: bool) -> Walk:
    """What a trick does to a cat that lies with its blue side up or not."""
    first, second = number_of(lead.card, options), number_of(answer.card, options)
    winner: int | None
    if JOKER in (lead.card, answer.card):
        winner = None if first == second else (lead.seat if first > second else answer.seat)
    else:
        winner = taker((Play(lead.seat, SUIT[lead.card], first), Play(answer.seat, SUIT[answer.card], second)))
    flipped = bool(first & second & 1)
    blue ^= flipped
    if winner is None:
        return Walk(None, flipped, blue, None, lead.seat)
    towards = 1 - winner if blue else winner
    return Walk(winner, flipped, blue, towards, towards)


_NOT_FLIPPED = (
    "{winner} takes the trick with the {card}; red side up, the cat steps towards {towards}, the winner.",
    "{winner} takes the trick with the {card}; blue side up, the cat steps towards {towards}, the loser.",
)
_FLIPPED = (
    "{winner} takes it with the {card}; both odd, the cat flips to red and steps towards {towards}, the winner.",
    "{winner} takes it with the {card}; both odd, the cat flips to blue and steps towards {towards}, the loser.",
)
_STANDS = "Joker and {card} are equal: nobody takes the trick, the cat stays."
_STANDS_FLIPPED = (
    "Joker and {card} are equal: nobody takes the trick, the cat flips to red and stays.",
    "Joker and {card} are equal: nobody takes the trick, the cat flips to blue and stays.",
)


def why(done: Walk, lead: Laid, answer: Laid, options: CatchyOptions, names: tuple[str, ...]) -> Text:
    """Why the cat went where it went, in one sentence."""
    if done.winner is None or done.towards is None:
        other = answer.card if lead.card == JOKER else lead.card
        return say(_STANDS_FLIPPED[done.blue] if done.flipped else _STANDS, card=called(other, options))
    card = lead.card if done.winner == lead.seat else answer.card
    return say(
        (_FLIPPED if done.flipped else _NOT_FLIPPED)[done.blue],
        winner=names[done.winner],
        card=called(card, options),
        towards=names[done.towards],
    )
