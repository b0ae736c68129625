"""What the panel of Catchy! shows, computed without a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.events import Happening
from companion.core.game import Figure
from companion.core.text import Text, counted, listed, say
from companion.games.catchy.cards import CARDS, HAND, JOKER, SUIT, SUITS, number_of, suit_name
from companion.games.catchy.events import CardPlayed
from companion.games.catchy.rounds import points
from companion.games.catchy.state import Flag, Laid, Phase, State
from companion.games.catchy.trick import Walk, walk, why
from companion.kit.trick_board import FlagView, flag_view


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of the cat's way: `kind` is "arms", "card" or "gap"; `place` is the course card's number, else None."""

    position: int
    kind: str
    place: int | None = None


@dataclass(frozen=True, slots=True)
class TrickView:
    """The trick in the middle, or the last one while the next has not begun (`past`).

    `cards` are the two seats' cards (None while a seat has not laid one), `leader` who led, `winner` who took it.
    """

    heading: Text
    cards: tuple[str | None, str | None]
    leader: int | None
    winner: int | None
    past: bool
    why: Text


@dataclass(frozen=True, slots=True)
class CardView:
    """One card of the deck: `name` is its suit's, `by` the seat that laid it in this round, `trick` in which trick."""

    card: str
    name: Text
    mark: str
    suit: int | None
    odd: bool
    by: int | None = None
    trick: int = 0


def way(state: State) -> tuple[Spot, ...]:
    """The places of the cat's way, seat 0's end first: cards at -2, 0 and 2, gaps between, arms at the ends."""
    far = state.options.steps_to_arms
    cards = {-2: 0, 0: 1, 2: 2}
    return tuple(
        Spot(
            position,
            "arms" if abs(position) == far else "card" if position in cards else "gap",
            cards.get(position) if abs(position) <= 2 else None,
        )
        for position in range(-far, far + 1)
    )


def with_cat(state: State, facts: Mapping[str, Any]) -> State:
    """Return the state with the cat where these facts say that it lies."""
    return state._replace(position=facts["cat"]["position"], blue=facts["cat"]["side"] == "blue")


def side(state: State) -> tuple[Text, Text]:
    """The upper side of the cat, and what it means."""
    return (say("blue"), say("to the loser")) if state.blue else (say("red"), say("to the winner"))


def trick(state: State) -> TrickView:
    """The trick on the table; between two tricks the last one, and why the cat went where it went."""
    number = len(state.history) + 1
    if state.trick or not state.history:
        return TrickView(
            heading=say("Round {round}", round=state.round) if state.phase is Phase.DEAL else _heading(state, number),
            cards=_by_seat(state.trick),
            leader=state.trick[0].seat if state.trick else state.leader,
            winner=None,
            past=False,
            why=_ended(state) if state.phase in (Phase.DEAL, Phase.OVER) and state.trick else last_why(state),
        )
    lead, answer = state.history[-1]
    return TrickView(
        heading=_heading(state, number - 1),
        cards=_by_seat((lead, answer)),
        leader=lead.seat,
        winner=_last_walk(state).winner,
        past=True,
        why=last_why(state),
    )


def _last_walk(state: State) -> Walk:
    """Return what the last completed trick of the round did."""
    lead, answer = state.history[-1]
    odd = number_of(lead.card, state.options) & number_of(answer.card, state.options) & 1
    return walk(lead, answer, state.options.joker_number, blue=state.blue ^ bool(odd))


def last_why(state: State) -> Text:
    """Return why the cat lies where it lies: the last completed trick of the round."""
    if not state.history:
        return say("")
    lead, answer = state.history[-1]
    return why(_last_walk(state), lead, answer, state.options, state.table.players)


def _heading(state: State, number: int) -> Text:
    return say("Round {round}, trick {n} of {all}", round=state.round, n=number, all=HAND)


def _ended(state: State) -> Text:
    """Return why an unfinished trick lies on the table after the round: the penalty."""
    name = state.table.name(state.trick[-1].seat)
    return say("{name} revoked: the trick is not played out.", name=name)


def _by_seat(plays: Sequence[Laid]) -> tuple[str | None, str | None]:
    laid = {play.seat: play.card for play in plays}
    return laid.get(0), laid.get(1)


def deck(state: State) -> tuple[CardView, ...]:
    """All cards that can be played, suit by suit, the Joker last, with who laid which when."""
    gone = {
        card: (seat, number) for number, plays in enumerate((*state.history, state.trick), 1) for seat, card in plays
    }
    return tuple(
        CardView(
            card,
            suit_name(SUIT[card], state.options),
            "★" if card == JOKER else card[1],
            SUITS.index(SUIT[card]) if SUIT[card] else None,
            number_of(card, state.options) % 2 == 1,
            *gone.get(card, (None, 0)),
        )
        for card in CARDS
    )


def unseen(state: State, seat: int) -> tuple[str, ...]:
    """The cards that may be in a hand shown now: not played, not in the other shown hand."""
    other = state.shown[1 - seat] or ()
    return tuple(card for card in CARDS if card not in state.played and card not in other)


def shows_none_of(state: State, seat: int) -> Text | None:
    """The colours a player declined in this round, unless that was proved a revoke; None for none."""
    proved = {(flag.trick, flag.suit) for flag in state.flags if flag.seat == seat}
    shown = {suit for who, trick, suit in state.declined if who == seat and (trick, suit) not in proved}
    names = tuple(suit_name(suit, state.options) for suit in sorted(shown))
    return say("shown to have no {colours}", colours=listed(names)) if names else None


def gained(state: State) -> tuple[int, int] | None:
    """Return what the finished round on the table gave each seat; None while none lies there."""
    return points(state) if state.phase in (Phase.DEAL, Phase.OVER) and state.history else None


def flags(state: State, entries: Sequence[tuple[Happening, State]]) -> tuple[FlagView, ...]:
    """The revokes proved in this round. `entries` are the events so far, each with the state after it, oldest first."""
    return tuple(_flag(state, flag, entries) for flag in state.flags)


def _flag(state: State, flag: Flag, entries: Sequence[tuple[Happening, State]]) -> FlagView:
    def declined(event: Happening, after: State) -> bool:
        trick = (after.round, len(after.history), after.trick)
        return isinstance(event, CardPlayed) and event.seat == flag.seat and trick == (state.round, flag.trick, ())

    suit = suit_name(flag.suit, state.options)
    text = say("{name} had {suit} in trick {n}", name=state.table.name(flag.seat), suit=suit, n=flag.trick)
    return flag_view(text, entries, declined)


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Points."""
    score = state.scores[seat]
    return (Figure(counted("point", "points", score), str(score)),)
