"""The rules of Catchy!: how it starts, what follows from an event, how it ends. RULES.md has the paragraphs."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.events import Event, IllegalEvent
from companion.core.game import Note, Outcome, Refusals, Rule, Step
from companion.core.table import Table
from companion.core.text import say
from companion.games.catchy.cards import SUIT, card_name, suit_name
from companion.games.catchy.events import CardPlayed, CourseExchanged, HandShown, StartingCardShown
from companion.games.catchy.options import CatchyOptions
from companion.games.catchy.rounds import exchanged, handed_to, laid, laid_by, opened, points, settle, shown
from companion.games.catchy.state import Flag, Phase, State, leads_before_swap
from companion.games.catchy.trick import walk, why


def start(table: Table, options: CatchyOptions) -> State:
    """The table before the first Starting card is shown."""
    return State(
        table, options, Phase.DEAL, 1, (0, 0), 0, False, None, None, (), (), frozenset(), (), (None, None), ()
    )  # fmt: skip


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    if state.phase is not Phase.OVER:
        return None
    first, second = state.scores
    places = ((0, 1),) if first == second else (((0,), (1,)) if first > second else ((1,), (0,)))
    return Outcome(places, {0: first, 1: second})


# --- a round begins ---------------------------------------------------------------------------------------------------


def _starting_card_shown(state: State, event: StartingCardShown) -> Step:
    seat, name = event.seat, state.table.name(event.seat)
    if state.phase is not Phase.DEAL:
        why_not = say("{name} shows the Starting card, but it is shown once a round.", name=name)
        raise IllegalEvent("R2.1", why_not)
    due = handed_to(state)
    if due is not None and due != seat:
        loser = state.table.name(due)
        why_not = say("The Starting card is handed to {loser}, who scored less, not to {name}.", loser=loser, name=name)
        raise IllegalEvent("R2.2", why_not)
    after = opened(state, seat)
    return Step(after, (Note(say("Round {n}: {name} leads.", n=after.round, name=name), seat, "R2.1"),))


def _course_exchanged(state: State, event: CourseExchanged) -> Step:
    seat, place, name = event.seat, event.place, state.table.name(event.seat)
    if state.phase is Phase.DEAL:
        why_not = say("{name} swaps a card of the course, but nobody has shown the Starting card.", name=name)
        raise IllegalEvent("R2.1", why_not)
    if state.phase is not Phase.EXCHANGE:
        if leads_before_swap(state):
            why_not = say("{name} swaps a card of the course, but first comes the holder's first card.", name=name)
        else:
            why_not = say("{name} swaps a card of the course, but the swap has been made in this round.", name=name)
        raise IllegalEvent("R2.3", why_not)
    if seat != state.holder:
        holder = state.table.name(1 - seat)
        why_not = say("{name} swaps a card, but {holder} holds the Starting card.", name=name, holder=holder)
        raise IllegalEvent("R2.3", why_not)
    if place not in (0, 1, 2):
        why_not = say("{name} swaps place {place}: the course has the places 0, 1 and 2.", name=name, place=place)
        raise IllegalEvent("R2.4", why_not)
    return Step(exchanged(state))


# --- tricks -----------------------------------------------------------------------------------------------------------


def _card_played(state: State, event: CardPlayed) -> Step:
    seat, card = event.seat, event.card
    _check_card(state, seat, card)
    after = laid(state, seat, card)
    notes = _proofs(state, after)
    if len(after.history) > len(state.history):
        lead, answer = after.history[-1]
        done = walk(lead, answer, state.options.joker_number, blue=state.blue)
        notes += (Note(why(done, lead, answer, state.options, state.table.players), done.winner, "R3.6"),)
        if len(after.declined) > len(state.declined):
            suit = suit_name(SUIT[lead.card], state.options)
            notes += (Note(say("{name} shows no {suit}.", name=state.table.name(seat), suit=suit), seat, "R4.1"),)
    if after.phase is not Phase.OVER:
        return Step(after, notes)
    settled = settle(after)
    return Step(settled, _verdict(settled) + notes)  # the line of news has the first of them


def _check_card(state: State, seat: int, card: str) -> None:
    """Raises IllegalEvent if this card cannot be laid now."""
    name, phase = state.table.name(seat), state.phase
    if phase is Phase.DEAL:
        raise IllegalEvent(
            "R2.1", say("{name} lays a card, but no round is running: first the Starting card is shown.", name=name)
        )
    if phase is Phase.EXCHANGE:
        holder = state.table.name(state.holder or 0)
        why_not = say("{name} lays a card, but {holder} must first swap the Starting card.", name=name, holder=holder)
        raise IllegalEvent("R2.3", why_not)
    turn = state.leader if phase is Phase.LEAD else 1 - state.trick[0].seat
    if seat != turn:
        why_not = say("{name} lays a card, but it is {other}'s turn.", name=name, other=state.table.name(1 - seat))
        raise IllegalEvent("R3.1", why_not)
    if card not in SUIT:
        why_not = say("{name} lays {card}: cards are A1 to C5 and J.", name=name, card=card_name(card, state.options))
        raise IllegalEvent("R3.2", why_not)
    if card in state.played:
        other, trick = laid_by(state, card)
        values = {"name": name, "card": card_name(card, state.options), "other": other, "trick": trick}
        raise IllegalEvent("R3.2", say("{name} lays the {card}, but {other} laid it in trick {trick}.", **values))


# --- revokes ----------------------------------------------------------------------------------------------------------


def _proofs(before: State, after: State) -> tuple[Note, ...]:
    return tuple(_proof(after, flag) for flag in after.flags if flag not in before.flags)


def _proof(state: State, flag: Flag) -> Note:
    values = {
        "name": state.table.name(flag.seat),
        "trick": flag.trick,
        "suit": suit_name(flag.suit, state.options),
        "later": flag.proved_in,
    }
    if flag.proved_in:
        text = say(
            "{name} revoked in trick {trick}: {suit} in trick {later} shows it. You may go back to trick {trick}.",
            **values,
        )
    else:
        text = say(
            "{name} revoked in trick {trick}: {suit} was in the shown hand. You may go back to trick {trick}.", **values
        )
    return Note(text, flag.seat, "R4.2")


def _hand_shown(state: State, event: HandShown) -> Step:
    seat, name = event.seat, state.table.name(event.seat)
    if state.phase is not Phase.DEAL or not state.history:
        why_not = say("{name} shows a hand, but hands are shown after a round that ended early.", name=name)
        raise IllegalEvent("R4.3", why_not)
    after = shown(state, seat, event.cards)
    proofs = tuple(_proof(after, flag) for flag in after.flags if flag not in state.flags)
    if any(flag.seat == seat for flag in state.flags):
        nothing = say("{name}'s hand shows no further revoke.", name=name)
    else:
        nothing = say("{name}'s hand shows no revoke.", name=name)
    return Step(after, proofs or (Note(nothing, seat, "R4.3"),))


# --- scoring ----------------------------------------------------------------------------------------------------------


def _verdict(state: State) -> tuple[Note, ...]:
    first, second = points(state)
    better = 0 if first > second else 1
    name = state.table.name(better)
    if state.trick:
        text, rule = say("The round ends: 3 points to {name} for the revoke.", name=name), "R4.4"
    elif first == second:
        text, rule = say("The cat stays in the middle: 1 point each."), "R5.3"
    elif max(first, second) == 3:
        text, rule = say("The cat jumps into {name}'s arms: 3 points.", name=name), "R5.1"
    else:
        text, rule = say("The cat ends up nearer to {name}: 2 points.", name=name), "R5.2"
    notes = (Note(text, None if first == second else better, rule),)
    if state.phase is not Phase.OVER:
        return notes
    ahead, behind = sorted(state.scores, reverse=True)
    if ahead == behind:
        return (*notes, Note(say("{n} to {n}: both win.", n=ahead), None, "R5.5"))
    winner = state.scores.index(ahead)
    won = say("{name} wins {ahead} to {behind}.", name=state.table.name(winner), ahead=ahead, behind=behind)
    return (*notes, Note(won, winner, "R5.5"))


REFUSALS = Refusals(over="R5.4")
RULES: Mapping[type[Event], Rule] = {
    StartingCardShown: _starting_card_shown,
    CourseExchanged: _course_exchanged,
    CardPlayed: _card_played,
    HandShown: _hand_shown,
}
