"""The rules of Catchy! as functions of the state: start, asks, apply, outcome, facts. RULES.md has the paragraphs."""

from __future__ import annotations

from companion.core.events import Event, IllegalEvent
from companion.core.game import Note, Outcome, Step
from companion.core.table import Table
from companion.core.text import say
from companion.games.catchy.round_steps import exchanged, handed_to, laid, opened, points, settle, shown, where_it_lay
from companion.games.catchy.state import (
    SUIT,
    SUITS,
    CardPlayed,
    CatchyOptions,
    CourseExchanged,
    Flag,
    HandShown,
    StartingCardShown,
    State,
    called,
    leads_before_swap,
)
from companion.games.catchy.trick import walk, why


def start(table: Table, options: CatchyOptions) -> State:
    """The table before the first Starting card is shown."""
    return State(
        table, options, "deal", 1, (0, 0), 0, False, None, None, (), (), frozenset(), (), (None, None), ()
    )  # fmt: skip


def apply(state: State, event: Event) -> Step:
    """What follows from an event; raises IllegalEvent and changes nothing where the rules forbid it."""
    if event.seat not in (0, 1):
        raise IllegalEvent("R1.1", f"There is no seat {event.seat}: two play, at seats 0 and 1.")
    if state.phase == "over":
        raise IllegalEvent("R5.4", "The game is over.")
    match event:
        case CardPlayed(seat, card):
            return _card_played(state, seat, card)
        case StartingCardShown(seat):
            return _starting_card_shown(state, seat)
        case CourseExchanged(seat, place):
            return _course_exchanged(state, seat, place)
        case HandShown(seat, cards):
            return _hand_shown(state, seat, cards)
    raise IllegalEvent("R1.1", f"Catchy! knows no {type(event).__name__}.")


# --- a round begins ---------------------------------------------------------------------------------------------------


def _starting_card_shown(state: State, seat: int) -> Step:
    name = state.table.name(seat)
    if state.phase != "deal":
        raise IllegalEvent(
            "R2.1", f"{name} shows the Starting card, but round {state.round} is running: it is shown once."
        )
    due = handed_to(state)
    if due is not None and due != seat:
        loser = state.table.name(due)
        raise IllegalEvent("R2.2", f"{name} shows the Starting card, but it is handed to {loser}, who scored less.")
    after = opened(state, seat)
    return Step(after, (Note(say("Round {n}: {name} leads.", n=after.round, name=name), seat, "R2.1"),))


def _course_exchanged(state: State, seat: int, place: int) -> Step:
    name = state.table.name(seat)
    if state.phase == "deal":
        raise IllegalEvent("R2.1", f"{name} swaps a card of the course, but nobody has shown the Starting card.")
    if state.phase != "exchange":
        reason = (
            "first comes the holder's first card"
            if leads_before_swap(state)
            else "the swap has been made in this round"
        )
        raise IllegalEvent("R2.3", f"{name} swaps a card of the course, but {reason}.")
    if seat != state.holder:
        holder = state.table.name(1 - seat)
        raise IllegalEvent("R2.3", f"{name} swaps a card of the course, but {holder} holds the Starting card.")
    if place not in (0, 1, 2):
        raise IllegalEvent("R2.4", f"{name} swaps place {place}: the course has the places 0, 1 and 2.")
    return Step(exchanged(state))


# --- tricks -----------------------------------------------------------------------------------------------------------


def _card_played(state: State, seat: int, card: str) -> Step:
    name = state.table.name(seat)
    phase = state.phase
    if phase == "deal":
        raise IllegalEvent("R2.1", f"{name} lays a card, but no round is running: first the Starting card is shown.")
    if phase == "exchange":
        holder = state.table.players[state.holder or 0]
        raise IllegalEvent("R2.3", f"{name} lays a card, but {holder} must first swap the Starting card.")
    turn = state.leader if phase == "lead" else 1 - state.trick[0].seat
    if seat != turn:
        raise IllegalEvent("R3.1", f"{name} lays a card, but it is {state.table.name(1 - seat)}'s turn.")
    if card not in SUIT:
        raise IllegalEvent("R3.2", f"{name} lays {card!r}: cards are A1 to C5 and J.")
    if card in state.played:
        raise IllegalEvent("R3.2", f"{name} lays the {called(card, state.options)}, but {where_it_lay(state, card)}.")
    after = laid(state, seat, card)
    notes = _proofs(state, after)
    if len(after.history) > len(state.history):
        lead, answer = after.history[-1]
        done = walk(lead, answer, state.options, state.blue)
        notes += (Note(why(done, lead, answer, state.options, state.table.players), done.winner, "R3.6"),)
        if len(after.declined) > len(state.declined):
            suit = state.options.suits[SUITS.index(SUIT[lead.card])]
            notes += (Note(say("{name} shows no {suit}.", name=name, suit=suit), seat, "R4.1"),)
    if after.phase != "ended":
        return Step(after, notes)
    settled = settle(after)
    return Step(settled, notes + _verdict(settled))


# --- revokes ----------------------------------------------------------------------------------------------------------


def _proofs(before: State, after: State) -> tuple[Note, ...]:
    if after.flags is before.flags:
        return ()
    return tuple(_proof(after, flag) for flag in after.flags if flag not in before.flags)


def _proof(state: State, flag: Flag) -> Note:
    name, suit = state.table.name(flag.seat), state.options.suits[SUITS.index(flag.suit)]
    if flag.proved_in:
        template = (
            "{name} revoked in trick {trick}: {suit} in trick {later} shows it. You may go back to trick {trick}."
        )
    else:
        template = "{name} revoked in trick {trick}: {suit} was in the shown hand. You may go back to trick {trick}."
    return Note(say(template, name=name, trick=flag.trick, suit=suit, later=flag.proved_in), flag.seat, "R4.2")


def _hand_shown(state: State, seat: int, cards: tuple[str, ...]) -> Step:
    name = state.table.name(seat)
    if state.phase != "deal" or not state.history:
        raise IllegalEvent("R4.3", f"{name} shows a hand, but hands are shown after a round that ended early.")
    after = shown(state, seat, cards)
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
    if state.phase != "over":
        return notes
    ahead, behind = sorted(state.scores, reverse=True)
    if ahead == behind:
        return (*notes, Note(say("{n} to {n}: both win.", n=ahead), None, "R5.5"))
    winner = state.scores.index(ahead)
    won = say("{name} wins {ahead} to {behind}.", name=state.table.name(winner), ahead=ahead, behind=behind)
    return (*notes, Note(won, winner, "R5.5"))


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it runs."""
    if state.phase != "over":
        return None
    first, second = state.scores
    places = ((0, 1),) if first == second else (((0,), (1,)) if first > second else ((1,), (0,)))
    return Outcome(places, {0: first, 1: second})
