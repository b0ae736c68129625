"""A Cat in the Box table taken over from its facts: the round on the table, judged by the rules.

`past_rounds` judges what is over (finished rounds, totals, flags), `claims_in` what was said of red leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from catseye.colours import suit
from companion.core.game import BadPosition
from companion.core.schema import AnySeat, Bounds, BySeat, Different, OneOf, Row, Seat, fact
from companion.core.table import Table
from companion.core.text import say
from companion.games.cat_in_the_box.claims_in import ClaimFacts, check_claims, made
from companion.games.cat_in_the_box.options import BoxOptions
from companion.games.cat_in_the_box.past_rounds import FlagFacts, check_end, check_flags, past
from companion.games.cat_in_the_box.rounds import neutral_cells, opened
from companion.games.cat_in_the_box.setup import Setup, card_name, setup_for
from companion.games.cat_in_the_box.state import Colour, Past, Phase, Scored, State, starter, stuck
from companion.kit.tricks import Play
from companion.kit.validate import one_each, within

_PHASES = {
    "reveal": say("turning up neutral cards"),
    "set-aside": say("setting a card aside"),
    "predict": say("predicting"),
    "play": say("playing tricks"),
    "over": say("the game is over"),
}
Holder = Annotated[int, AnySeat({-1: say("neutral")})]
_BEFORE_PLAY = (Phase.REVEAL, Phase.SET_ASIDE, Phase.PREDICT)


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """A card of the trick on the table."""

    seat: Seat = fact(say("Who"), needed=True)
    number: Annotated[int, Bounds(1, 9)] = fact(say("Number"), needed=True)
    colour: Colour = fact(say("Colour"), needed=True)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a position that do not follow from others; None if they are left out."""

    phase: Annotated[Phase, OneOf(_PHASES)] | None = fact(say("What is going on"))
    round: Annotated[int, Bounds(1, 5)] | None = fact(say("Round"))
    board: dict[Colour, Row[Holder | None]] | None = fact(say("Tokens on the board"))
    x: BySeat[Different[Colour]] | None = fact(say("X tokens left"))
    set_aside: BySeat[bool] | None = fact(say("Who set a card aside"), follows=("phase",))
    predictions: BySeat[int | None] | None = fact(say("Predictions"))
    tricks: BySeat[Annotated[int, Bounds(0)]] | None = fact(say("Tricks won"))
    trick: tuple[PlayFacts, ...] | None = fact(say("The trick on the table"))
    leader: Seat | None = fact(say("Who leads"), follows=("round", "trick", "tricks"))
    revealed: tuple[Annotated[int, Bounds(1, 9)], ...] | None = fact(say("Cards turned up"))
    claims: tuple[ClaimFacts, ...] | None = fact(say("Red leads said to be forced"))
    totals: BySeat[Annotated[int, Bounds(-20, 99)]] | None = fact(say("Points before this round"), follows=("rounds",))
    rounds: tuple[Scored, ...] | None = fact(say("Finished rounds"))
    flags: tuple[FlagFacts, ...] | None = fact(say("Claims proved false"))


def position(table: Table, options: BoxOptions, facts: Facts) -> State:
    """The state with these facts; the rest is as at the start. Raises BadPosition."""
    setup = setup_for(table, options)
    number = within("round", 1 if facts.round is None else facts.round, 1, setup.players)
    phase = facts.phase or opened(setup, Past(number, (), (), ())).phase
    if (phase is Phase.REVEAL and not setup.seeded) or (phase is Phase.PREDICT and not setup.allowed):
        raise BadPosition("phase", say("this table has no such phase"))
    if phase is Phase.OVER and number < setup.players:
        raise BadPosition("phase", say("the game has {n} rounds: it is not over before", n=setup.players))
    finished = number if phase is Phase.OVER else number - 1
    before = past(setup, number, finished, facts.rounds or (), facts.totals, facts.flags or ())
    state = _opening(opened(setup, before)._replace(phase=phase), facts)
    state = _trick(_on_board(state, facts), facts)
    state = state._replace(claims=made(state, facts.claims or ()), turn=_turn(state))
    _check_x(state)
    check_claims(state)
    check_flags(state)
    if phase is Phase.OVER:
        check_end(state)
    if phase is Phase.PLAY:
        if sum(state.won) >= setup.full:
            raise BadPosition("tricks", say("all {n} tricks are complete, so the round would be over", n=setup.full))
        if state.turn is not None and stuck(state, state.turn):
            why = say("{name} has a paradox, so the round would be over", name=table.name(state.turn))
            raise BadPosition("board", why)
    return state


# --- before play ------------------------------------------------------------------------------------------------------


def _opening(state: State, facts: Facts) -> State:
    """Return the state with the neutral cards, the cards set aside and the predictions."""
    setup, phase = state.setup, state.phase
    revealed = facts.revealed or ()
    for number in revealed:
        within("revealed", number, 1, setup.numbers)
    wanted = 3 if setup.seeded and phase is not Phase.REVEAL else 0
    if len(revealed) != wanted:
        why = say("{wanted} cards have been turned up in this phase, not {given}", wanted=wanted, given=len(revealed))
        raise BadPosition("revealed", why)
    later = phase not in (Phase.REVEAL, Phase.SET_ASIDE)
    aside = facts.set_aside if facts.set_aside is not None else (later,) * setup.players
    if any(aside) if phase is Phase.REVEAL else all(aside) != later:
        raise BadPosition("set_aside", say("this does not fit the phase"))
    return state._replace(
        revealed=revealed,
        taken=neutral_cells(setup, revealed),
        away=sum(1 << seat for seat, done in enumerate(aside) if done),
        predictions=_predictions(state, facts),
    )


def _predictions(state: State, facts: Facts) -> tuple[int | None, ...]:
    setup, nobody = state.setup, (None,) * state.setup.players
    given = nobody if facts.predictions is None else facts.predictions
    made = sum(tricks is not None for tricks in given)
    if any(given[seat] is None for seat in setup.table.clockwise(starter(state))[:made]):
        raise BadPosition("predictions", say("they are made in turn, from the starter"))
    for tricks in given:
        if tricks is not None and tricks not in setup.allowed:
            raise BadPosition("predictions", say("{tricks} may not be predicted at this table", tricks=tricks))
    if state.phase in (Phase.REVEAL, Phase.SET_ASIDE) and made:
        raise BadPosition("predictions", say("nobody has predicted yet in this phase"))
    if state.phase is Phase.PREDICT and made == setup.players:
        raise BadPosition("predictions", say("all have predicted, so play would have begun"))
    if state.phase in (Phase.PLAY, Phase.OVER) and setup.allowed and made < setup.players:
        raise BadPosition("predictions", say("somebody has not predicted"))
    return given


# --- the board and the trick ------------------------------------------------------------------------------------------


def _on_board(state: State, facts: Facts) -> State:
    """Return the state with the tokens, the X tokens and the tricks won."""
    setup = state.setup
    tokens = _tokens(state, facts)
    every = (setup.rows,) * setup.players
    xs = tuple(_x(setup, entry) for entry in (every if facts.x is None else facts.x))
    won = state.won if facts.tricks is None else facts.tricks
    if sum(won) > setup.full:
        raise BadPosition("tricks", say("a round has {n} tricks", n=setup.full))
    return state._replace(tokens=tokens, taken=state.taken | sum(tokens), x=xs, won=won)


def _tokens(state: State, facts: Facts) -> tuple[int, ...]:
    setup = state.setup
    if facts.board is None:
        return state.tokens
    if facts.board.keys() != set(setup.rows):
        raise BadPosition("board", say("a row is missing"))
    tokens, neutral = [0] * setup.players, 0
    for colour, row in facts.board.items():
        for number, owner in enumerate(one_each("board", row, setup.numbers), 1):
            if owner == -1:
                neutral |= setup.bit(colour, number)
            elif owner is not None:
                tokens[owner] |= setup.bit(colour, number)
    if neutral != state.taken:
        raise BadPosition("board", say("the neutral tokens are not those of the cards turned up"))
    return tuple(tokens)


def _x(setup: Setup, colours: tuple[str, ...]) -> int:
    if not colours:
        raise BadPosition("x", say("nobody loses the last X"))
    return sum(1 << setup.row[colour] for colour in colours)


def _trick(state: State, facts: Facts) -> State:
    """Return the state with the trick on the table and its leader; check that the tokens fit the number of tricks."""
    setup, table = state.setup, state.setup.table
    plays = tuple(
        Play(
            play.seat,
            play.colour,
            within("trick", play.number, 1, setup.numbers),
        )
        for play in facts.trick or ()
    )
    first = starter(state)
    leader = facts.leader if facts.leader is not None else plays[0].seat if plays else first
    if len(plays) >= setup.players:
        raise BadPosition("trick", say("it is full, so somebody has taken it"))
    if [play.seat for play in plays] != list(table.clockwise(leader)[: len(plays)]):
        raise BadPosition("trick", say("it does not go clockwise from the leader"))
    if any(state.won) and not state.won[leader]:
        why = say("{name} has won no trick, and the winner of the last one leads", name=table.name(leader))
        raise BadPosition("leader", why)
    if not any(state.won) and leader != first:
        raise BadPosition("leader", say("{name} begins this round and leads its first trick", name=table.name(first)))
    for play in plays:
        if not state.tokens[play.seat] & setup.bit(play.suit, play.number):
            why = say("{card} is not on the board as {name}'s", card=card_name(*play[1:]), name=table.name(play.seat))
            raise BadPosition("trick", why)
    if state.phase in _BEFORE_PLAY and (any(state.tokens) or any(state.won) or plays):
        raise BadPosition("board", say("no card has been played in this phase"))
    for seat, mine in enumerate(state.tokens):
        cards = sum(state.won) + sum(play.seat == seat for play in plays)
        if mine.bit_count() != cards:
            values = {"name": table.name(seat), "cards": cards, "tokens": mine.bit_count()}
            why = say("cards {name} has played: {cards}; tokens of {name} that lie there: {tokens}", **values)
            raise BadPosition("board", why)
    return state._replace(trick=plays, leader=leader)


def _turn(state: State) -> int | None:
    """The seat asked, as it follows from the rest."""
    match state.phase:
        case Phase.REVEAL:
            return starter(state)
        case Phase.PREDICT:
            order = state.setup.table.clockwise(starter(state))
            return next(seat for seat in order if state.predictions[seat] is None)
        case Phase.PLAY:
            return (state.leader + len(state.trick)) % state.setup.players
    return None


def _check_x(state: State) -> None:
    """Refuses X tokens that nobody can have lost, or that somebody must have lost."""
    setup = state.setup
    for seat, x in enumerate(state.x):
        for row, colour in enumerate(setup.rows):
            span = setup.open_to[1 << row]
            others = (mine & span for other, mine in enumerate(state.tokens) if other != seat)
            if not x >> row & 1 and not any(others):
                values = {"name": setup.table.name(seat), "colour": suit(colour)}
                why = say("{name} cannot have lost {colour}: nobody else has played it", **values)
                raise BadPosition("x", why)
    for play in state.trick:
        row, led = setup.row[play.suit], setup.row[state.trick[0].suit]
        values = {"name": setup.table.name(play.seat), "colour": suit(play.suit)}
        if not state.x[play.seat] >> row & 1:
            raise BadPosition("x", say("{name} has just played {colour} and has that X", **values))
        if row != led and state.x[play.seat] >> led & 1:
            raise BadPosition("x", say("{name} did not follow with {colour} and has lost the X of the lead", **values))
