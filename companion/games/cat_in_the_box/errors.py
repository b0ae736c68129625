"""Why something cannot happen at a Cat in the Box table: the paragraph, what was done, what would be right."""

from __future__ import annotations

from catseye.colours import suit
from companion.core.events import Event, IllegalEvent
from companion.core.text import Text, counted, listed, say
from companion.games.cat_in_the_box.events import CardPlayed, CardSetAside, NeutralRevealed, ParadoxShown, Predicted
from companion.games.cat_in_the_box.options import COPIES, TRUMP
from companion.games.cat_in_the_box.state import Phase, State, cards_left, needs_claim, openings, starter


def check_neutral(state: State, event: NeutralRevealed) -> None:
    """Raises IllegalEvent unless three cards may be turned up now and these can be they."""
    setup = state.setup
    if not setup.seeded:
        raise _refused("R2.1", state, event, say("neutral tokens are not used at this table"))
    if state.phase is not Phase.REVEAL:
        raise _refused("R2.1", state, event, say("that has been done in this round"))
    if event.seat != state.turn:
        first = setup.table.name(starter(state))
        raise _refused("R2.1", state, event, say("{name} starts this round and enters them", name=first))
    if len(event.numbers) != 3:
        raise _refused("R2.1", state, event, say("it must be three"))
    if not all(1 <= number <= setup.numbers for number in event.numbers):
        raise _refused("R2.1", state, event, _numbers(state))


def set_aside(state: State, event: CardSetAside) -> IllegalEvent:
    """Return why this player cannot set a card aside now."""
    if state.phase is Phase.SET_ASIDE:
        return _refused("R2.2", state, event, say("has done so already in this round"))
    return _wrong_phase(state, event)


def predicted(state: State, event: Predicted) -> IllegalEvent:
    """Return why this prediction cannot be made now."""
    setup = state.setup
    if not setup.allowed:
        return _refused("R2.3", state, event, say("two players make no predictions"))
    if state.phase is not Phase.PREDICT or state.turn is None:
        return _wrong_phase(state, event)
    if event.seat != state.turn:
        other = setup.table.name(state.turn)
        return _refused("R2.3", state, event, say("it is {name}'s turn to predict", name=other))
    allowed = listed(sorted(setup.allowed))
    return _refused("R2.4", state, event, say("{n} players may predict {allowed}", n=setup.players, allowed=allowed))


def played(state: State, event: CardPlayed) -> IllegalEvent:
    """Return why this card cannot be laid as this colour now; red leads are judged by `red_lead`."""
    setup, seat = state.setup, event.seat
    if state.phase is not Phase.PLAY or state.turn is None:
        return _wrong_phase(state, event)
    if seat != state.turn:
        return _refused("R3.1", state, event, _turn(state))
    if event.colour not in setup.row:
        return _refused("R3.2", state, event, say("the colours are {colours}", colours=_colours(setup.rows, "and")))
    if not 1 <= event.number <= setup.numbers:
        return _refused("R3.2", state, event, _numbers(state))
    return _closed(state, event)


def _closed(state: State, event: CardPlayed) -> IllegalEvent:
    """Return why the cell of this declaration is not open to its player."""
    setup, number, free = state.setup, event.number, openings(state, event.seat)
    open_as = [colour for colour in setup.rows if free & setup.bit(colour, number)]
    others = listed(
        say("{colour} (if nothing else is held)", colour=suit(colour))
        if colour == TRUMP and needs_claim(state)
        else suit(colour)
        for colour in open_as
    )
    instead = say("No cell is open for a {number}.", number=number)
    if open_as:
        instead = say("The {number} is open as {colours}.", number=number, colours=others)
    bit = setup.bit(event.colour, number)
    owner = next((seat for seat, tokens in enumerate(state.tokens) if tokens & bit), None)
    if not state.taken & bit:
        rule, why = "R3.4", say("has no {colour} left", colour=suit(event.colour))
    elif owner is None:
        rule, why = "R3.3", say("that cell is neutral")
    else:
        rule, why = "R3.3", say("that cell is {name}'s", name=setup.table.name(owner))
    refused = _refused(rule, state, event, why)
    return IllegalEvent(rule, say("{refused} {instead}", refused=refused.text, instead=instead))


def red_lead(state: State, event: CardPlayed) -> IllegalEvent:
    """Return why red cannot be led: it is unbroken and the claim is missing, of no use, or untrue."""
    setup = state.setup
    if not setup.options.red_lead_exemption:
        return _refused("R3.5", state, event, say("red is not broken: another colour must be led"))
    other = setup.open_to[state.x[event.seat]] & ~state.taken & ~setup.red
    colours = [colour for colour in setup.rows if other & setup.bit(colour, event.number)]
    if colours:
        why = say("red is not broken: this card can be led as {colours}", colours=_colours(colours))
        return _refused("R3.6" if event.only_red else "R3.5", state, event, why)
    why = say("red is not broken: lead another colour, or say that you have nothing but red")
    return _refused("R3.5", state, event, why)


def check_paradox(state: State, event: ParadoxShown) -> None:
    """Raises IllegalEvent unless this hand can be the player's and nothing in it can be declared."""
    setup, seat = state.setup, event.seat
    if state.phase is not Phase.PLAY or state.turn is None:
        raise _wrong_phase(state, event)
    if seat != state.turn:
        raise _refused("R4.1", state, event, _turn(state))
    _check_hand(state, event)
    free = openings(state, seat)
    for cells in (free & ~setup.red, free):  # red may need a claim that the rest of the hand makes untrue
        for number in sorted(event.hand):
            colours = [colour for colour in setup.rows if cells & setup.bit(colour, number)]
            if colours:
                why = say("{number} as {colours} is possible", number=number, colours=_colours(colours))
                raise _refused("R4.1", state, event, why)


def _check_hand(state: State, event: ParadoxShown) -> None:
    """Raises IllegalEvent unless these can be all the cards the player holds."""
    setup, left = state.setup, cards_left(state, event.seat)
    if len(event.hand) != left:
        why = counted("holds {n} card, which must be shown", "holds {n} cards, which must all be shown", left)
        raise _refused("R4.2", state, event, why)
    if not all(1 <= number <= setup.numbers for number in event.hand):
        raise _refused("R4.2", state, event, _numbers(state))
    seen = [number for _, number in setup.listed(sum(state.tokens))] + list(state.revealed)
    for number in sorted(set(event.hand)):
        lying = seen.count(number)
        if lying + event.hand.count(number) <= COPIES:
            continue
        why = counted(
            "{n} card with the number {number} lies open and there are only {copies}",
            "{n} cards with the number {number} lie open and there are only {copies}",
            lying,
            number=number,
            copies=COPIES,
        )
        raise _refused("R4.2", state, event, why)


# --- sentences --------------------------------------------------------------------------------------------------------


def _refused(rule: str, state: State, event: Event, why: Text) -> IllegalEvent:
    """Return the refusal that says what was done and why it cannot be: `why` is a clause that can follow "but"."""
    return IllegalEvent(rule, say("{did}, but {why}.", did=_did(state, event), why=why))


def _did(state: State, event: Event) -> Text:
    name = state.setup.table.name(event.seat)
    match event:
        case NeutralRevealed():
            return say("{name} turns up cards", name=name)
        case CardSetAside():
            return say("{name} sets a card aside", name=name)
        case Predicted(_, tricks):
            return say("{name} predicts {tricks}", name=name, tricks=tricks)
        case CardPlayed(_, number, colour):
            return say("{name} lays a {number} as {colour}", name=name, number=number, colour=suit(colour))
    return say("{name} shows a paradox", name=name)


def _wrong_phase(state: State, event: Event) -> IllegalEvent:
    match state.phase:
        case Phase.REVEAL:
            return _refused("R2.1", state, event, say("first the neutral cards are turned up"))
        case Phase.SET_ASIDE:
            return _refused("R2.2", state, event, say("first everybody sets a card aside"))
        case Phase.PREDICT:
            return _refused("R2.3", state, event, say("first everybody predicts"))
    return _refused("R3.1", state, event, say("a round is being played"))


def _turn(state: State) -> Text:
    return say("it is {name}'s turn", name=state.setup.table.name(state.turn or 0))


def _numbers(state: State) -> Text:
    return say("the numbers in play are 1 to {last}", last=state.setup.numbers)


def _colours(colours: tuple[str, ...] | list[str], last: str = "or") -> Text:
    return listed(map(suit, colours), last)
