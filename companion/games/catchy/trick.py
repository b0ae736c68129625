"""How one trick moves the cat: winner, mood, step, next leader, in this order (R3.4 to R3.7)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from companion.core.text import Text, say
from companion.games.catchy.cards import JOKER, PRINTED, SUIT, card_name
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.state import Laid
from companion.kit.tricks import Play, taker


class Walk(NamedTuple):
    """The effect of a completed trick. `winner` is None if nobody won; then the cat stands still.

    `towards` is the player the cat stepped towards, `blue` its side after the trick, `leader` who leads next.
    """

    winner: int | None
    flipped: bool
    blue: bool
    towards: int | None
    leader: int


@cache
def walk(lead: Laid, answer: Laid, joker_number: int, *, blue: bool) -> Walk:
    """Return what a trick does to a cat that lies with its blue side up or not. There are a few thousand of them."""
    first, second = PRINTED[lead.card] or joker_number, PRINTED[answer.card] or joker_number
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


def why(done: Walk, lead: Laid, answer: Laid, options: CatchyOptions, names: tuple[str, ...]) -> Text:
    """Return why the cat went where it went, in one sentence."""
    if done.winner is None or done.towards is None:
        card = card_name(answer.card if lead.card == JOKER else lead.card, options)
        if not done.flipped:
            return say("Joker and {card} are equal: nobody takes the trick, the cat stays.", card=card)
        if done.blue:
            return say(
                "Joker and {card} are equal: nobody takes the trick, the cat flips to blue and stays.", card=card
            )
        return say("Joker and {card} are equal: nobody takes the trick, the cat flips to red and stays.", card=card)
    card = card_name(lead.card if done.winner == lead.seat else answer.card, options)
    values = {"winner": names[done.winner], "card": card, "towards": names[done.towards]}
    if done.flipped and done.blue:
        return say(
            "{winner} takes it with the {card}; both odd, the cat flips to blue "
            "and steps towards {towards}, the loser.",
            **values,
        )
    if done.flipped:
        return say(
            "{winner} takes it with the {card}; both odd, the cat flips to red "
            "and steps towards {towards}, the winner.",
            **values,
        )
    if done.blue:
        return say(
            "{winner} takes the trick with the {card}; blue side up, the cat steps towards {towards}, the loser.",
            **values,
        )
    return say(
        "{winner} takes the trick with the {card}; red side up, the cat steps towards {towards}, the winner.", **values
    )
