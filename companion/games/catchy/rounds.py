"""One round of Catchy! as steps of the state: opened, exchanged, laid, settled, shown.

These do what the rules say follows; whose turn it is and what may be done then is judged in `rules`.
"""

from __future__ import annotations

from companion.core.events import IllegalEvent
from companion.core.text import Text, counted, say
from companion.games.catchy.cards import HAND, SUIT, card_name
from companion.games.catchy.state import Declined, Flag, Laid, Phase, State, cards_left
from companion.games.catchy.trick import walk


def handed_to(state: State) -> int | None:
    """Return who must be given the Starting card now (R2.2), or None if either may hold it."""
    if state.options.first_leader != "loser" or not state.history:
        return None
    first, second = points(state)
    return None if first == second else int(second < first)


def opened(state: State, holder: int) -> State:
    """The same game at the beginning of a round in which `holder` has the Starting card."""
    return state._replace(
        phase=Phase.EXCHANGE if state.options.exchange == "before-lead" else Phase.LEAD,
        round=state.round + bool(state.history),
        position=0,
        blue=state.blue and state.options.cat_side == "keep",
        holder=holder,
        leader=holder,
        trick=(),
        history=(),
        played=frozenset(),
        declined=(),
        shown=(None, None),
        flags=(),
    )


def exchanged(state: State) -> State:
    """The same round after the Starting card went into the course."""
    return state._replace(phase=Phase.FOLLOW if state.trick else Phase.LEAD)


def laid(state: State, seat: int, card: str) -> State:
    """The round after a card that may be laid; OVER if that card ends it, with its points not yet added."""
    flags = state.flags + _proved(state, seat, SUIT[card], len(state.history) + 1)
    trick = (*state.trick, Laid(seat, card))
    played = state.played | {card}
    if len(flags) > len(state.flags) and state.options.revoke == "penalty":
        return state._replace(phase=Phase.OVER, holder=None, leader=None, trick=trick, played=played, flags=flags)
    if len(trick) == 1:
        late = state.options.exchange == "after-lead" and not state.history
        return state._replace(phase=Phase.EXCHANGE if late else Phase.FOLLOW, trick=trick, played=played, flags=flags)
    return _resolved(state, trick[0], trick[1], played, flags)


def _resolved(state: State, lead: Laid, answer: Laid, played: frozenset[str], flags: tuple[Flag, ...]) -> State:
    done = walk(lead, answer, state.options.joker_number, blue=state.blue)
    history = (*state.history, (lead, answer))
    declined = state.declined
    suit = SUIT[lead.card]
    if suit and SUIT[answer.card] not in ("", suit):
        declined += (Declined(answer.seat, len(history), suit),)
    step = 0 if done.towards is None else 2 * done.towards - 1
    position = state.position + step
    ended = len(history) == HAND or abs(position) == state.options.steps_to_arms
    return state._replace(
        phase=Phase.OVER if ended else Phase.LEAD,
        position=position,
        blue=done.blue,
        holder=None if ended else state.holder,
        leader=None if ended else done.leader,
        trick=(),
        history=history,
        played=played,
        declined=declined,
        flags=flags,
    )


def laid_by(state: State, card: str) -> tuple[Text, int]:
    """Return who laid this card, and in which trick of the round; only for a card that was laid."""
    for number, trick in enumerate((*state.history, state.trick), 1):
        for seat, other in trick:
            if other == card:
                return state.table.who(seat), number
    raise AssertionError(card)


def _proved(state: State, seat: int, suit: str, proved_in: int) -> tuple[Flag, ...]:
    """The revokes that a card of this suit proves and that were not flagged before."""
    if not any(who == seat and declined == suit for who, _, declined in state.declined):
        return ()
    known = {flag.trick for flag in state.flags if flag.seat == seat}
    return tuple(
        Flag(seat, trick, suit, proved_in)
        for who, trick, declined in state.declined
        if who == seat and declined == suit and trick not in known
    )


def shown(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """The finished round with a player's last cards open; raises IllegalEvent for cards they cannot have held."""
    _check_shown(state, seat, cards)
    hand = tuple(sorted(cards))
    hands = (hand, state.shown[1]) if seat == 0 else (state.shown[0], hand)
    proved = {flag for card in hand for flag in _proved(state, seat, SUIT[card], 0)}
    in_play = tuple(flag for flag in state.flags if flag.proved_in)
    by_hand = sorted({*state.flags, *proved} - {*in_play})
    return state._replace(shown=hands, flags=(*in_play, *by_hand))


def _check_shown(state: State, seat: int, cards: tuple[str, ...]) -> None:
    """Raises IllegalEvent unless these can be all the cards that a player has left."""
    name, left = state.table.name(seat), cards_left(state, seat)
    if not left:
        raise IllegalEvent("R4.3", say("{name} shows a hand, but all seven cards were played.", name=name))
    if state.shown[seat] is not None:
        raise IllegalEvent("R4.3", say("{name} has shown this hand already.", name=name))
    if len(cards) != left or len(set(cards)) != left:
        why = counted(
            "{name} has {n} card left to show.", "{name} has {n} different cards left to show.", left, name=name
        )
        raise IllegalEvent("R4.3", why)
    for card in cards:
        values: dict[str, object] = {"name": name, "card": card_name(card, state.options)}
        if card not in SUIT:
            raise IllegalEvent("R3.2", say("{name} shows {card}: cards are A1 to C5 and J.", **values))
        if card in state.played:
            values["other"], values["trick"] = laid_by(state, card)
            raise IllegalEvent("R4.3", say("{name} shows the {card}, but {other} laid it in trick {trick}.", **values))
        if card in (state.shown[1 - seat] or ()):
            values["other"] = state.table.name(1 - seat)
            raise IllegalEvent("R4.3", say("{name} shows the {card}, which lies in {other}'s hand.", **values))


def voids(state: State, seat: int) -> list[str]:
    """The suits a player declined in completed tricks of this round, sorted."""
    return sorted({suit for who, _, suit in state.declined if who == seat})


def points(state: State) -> tuple[int, int]:
    """Return what the finished round on the table is worth to each seat (R5.1 to R5.3, R4.4)."""
    if state.trick:  # only a penalty leaves cards in an unfinished trick
        return (3, 0) if state.trick[-1].seat == 1 else (0, 3)
    if not state.position:
        return (1, 1)
    worth = 3 if abs(state.position) == state.options.steps_to_arms else 2
    return (worth, 0) if state.position < 0 else (0, worth)


def settle(state: State) -> State:
    """A round that ended, with its points added: DEAL or OVER."""
    gained = points(state)
    scores = (state.scores[0] + gained[0], state.scores[1] + gained[1])
    return state._replace(phase=Phase.OVER if max(scores) >= state.options.target else Phase.DEAL, scores=scores)
