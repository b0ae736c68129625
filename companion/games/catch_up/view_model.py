"""What the panel of Catch Up shows, computed without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.events import Happening, Rolled
from companion.core.game import Figure
from companion.core.table import Table
from companion.core.text import Text, counted, say
from companion.games.catch_up.payments import NAMES, cards_of, due, named, pays, ranks_of, total
from companion.games.catch_up.state import Phase, State, high_roll, next_to_roll, winners

SUITS = 4
"""As many suits as a pack of cards has, one for each player."""


@dataclass(frozen=True, slots=True)
class RollView:
    """One seat's line on the board. `total` is None before its roll; `owes` what it must still give up; `empty`: it has
    no cards left, and goes on rolling (R3.2).
    """

    seat: int
    name: str
    faces: tuple[int, ...]
    total: int | None
    owes: int
    rolls_next: bool
    best: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The middle of the table: a heading, the number that matters, a line for each seat in playing order."""

    heading: Text
    number: str
    caption: Text
    rolls: tuple[RollView, ...]


@dataclass(frozen=True, slots=True)
class EarlierRolls:
    """The totals of a round that is over, by column; None for who did not roll in it. `changed`: then the table
    changed.
    """

    round: int
    totals: tuple[int | None, ...]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class EarlierSheet:
    """What everybody rolled before the present round, the newest round first: a column for each seat, then one for each
    player who has left. `marks` are those of the players.
    """

    marks: tuple[int, ...]
    rows: tuple[EarlierRolls, ...]


@dataclass(frozen=True, slots=True)
class PaymentView:
    """A hand while its player picks what to give up.

    `sum` and `owes` are cards picked and cards due; `ready` says that these may be given up, `missing` what is still
    wrong.
    """

    owes: int
    sum: int
    ready: bool
    missing: Text


def board(state: State, *, stopped: bool = False) -> BoardView:
    """The board in any phase; seats stand in the order in which they roll. If people `stopped`, nobody is asked."""
    turn = None if stopped else next_to_roll(state)
    only = state.phase in (Phase.START_ROLL, Phase.ROLL_OFF)
    order = state.contenders if only else state.table.clockwise(state.starter or 0)
    known = [roll for roll in state.rolls if roll is not None]
    best = max(known, default=None)
    rolls = tuple(
        RollView(
            seat=seat,
            name=state.table.name(seat),
            faces=state.faces[seat] or (),
            total=state.rolls[seat],
            owes=state.owes[seat],
            rolls_next=seat == turn,
            best=best is not None and state.rolls[seat] == best,
            empty=not state.hands[seat] and not only,
        )
        for seat in order
    )
    heading = say("Roll-off") if _rolled_off(state) else say("Round {n}", n=state.round)
    if state.phase is Phase.OVER:
        names = tuple(state.table.name(seat) for seat in winners(state))
        won = counted("{names} won", "{names} won", len(names), names=names)
        return BoardView(heading, "★", won, rolls)
    high = high_roll(state)
    if stopped and high is None:
        return BoardView(heading, "\N{EN DASH}", say("stopped here"), rolls)
    if state.phase is Phase.START_ROLL:
        heading = say("Who begins?")
    if high is not None:
        return BoardView(heading, str(high), say("is the high roll"), rolls)
    caption = say("to beat") if best is not None else say("nobody has rolled yet")
    return BoardView(heading, "\N{EN DASH}" if best is None else str(best), caption, rolls)


def _rolled_off(state: State) -> bool:
    """Return whether the rolls that lie there are those of a roll-off: not everybody rolls in it."""
    return state.phase is Phase.ROLL_OFF or (state.phase is Phase.OVER and None in state.rolls)


Entries = Sequence[tuple[Happening, State]]
"""Each event at a table with the state after it."""


def earlier_sheet(state: State, entries: Entries, earlier: Sequence[Entries] = ()) -> EarlierSheet:
    """The rounds before the one whose rolls lie there, also those at `earlier` tables of the evening, newest first."""
    columns = {state.table.name(seat): state.table.mark(seat) for seat in state.table.seats}
    rounds: dict[int, dict[str, int]] = {}
    changed = {state.round} if earlier and not entries else set()
    for at, table in enumerate((*reversed(earlier), entries)):
        phase, number = None, 0
        for event, after in table:
            if phase is None and at:
                changed.add(after.round)
            if phase is None and after.phase is not Phase.START_ROLL and any(after.rolls):  # begun with a round
                phase, number = Phase.ROLLING, after.round
            if isinstance(event, Rolled) and phase is Phase.ROLLING:
                name = after.table.name(event.seat)
                columns.setdefault(name, after.table.mark(event.seat))
                rounds.setdefault(number, {})[name] = sum(face.value for face in event.faces)
            phase, number = after.phase, after.round
    open_ = state.round + _rolled_off(state)
    over = [number for number in sorted(rounds, reverse=True) if number < open_]
    last = {max((number for number in over if number < at), default=0) for at in changed}
    rows = (EarlierRolls(at, tuple(rounds[at].get(name) for name in columns), at in last) for at in over)
    return EarlierSheet(tuple(columns.values()), tuple(rows))


def payment(state: State, seat: int, picked: frozenset[int]) -> PaymentView | None:
    """A seat's payment as it is being picked; None while it owes nothing. `picked` are ranks."""
    owes = state.owes[seat] if state.phase is Phase.DISCARDING else 0
    if not owes:
        return None
    hand = state.hands[seat]
    cards = cards_of(picked) & hand
    high = high_roll(state) or 0
    ready = bool(cards) and pays(cards, hand, owes, high, state.options)
    return PaymentView(owes, total(cards), ready, _missing(state, seat, cards, owes, ready))


def _missing(state: State, seat: int, cards: int, owes: int, ready: bool) -> Text:
    if ready:
        return say("")
    ways = due(state.hands[seat], owes, high_roll(state) or 0, state.options)
    if ways.everything and ways.single:
        return say("all, or just the {card}", card=named(ways.single))
    if ways.everything:
        return say("give up every card")
    short = owes - total(cards)
    if short > 0 and ways.single:
        return say("{n} more, or just the {card}", n=short, card=named(ways.single))
    return say("{n} more", n=short) if short > 0 else say("{n} too many", n=-short)


def suggested(state: State, seat: int) -> frozenset[int]:
    """The whole hand if there is no other choice, else nothing."""
    if state.phase is not Phase.DISCARDING or not state.owes[seat]:
        return frozenset()
    ways = due(state.hands[seat], state.owes[seat], high_roll(state) or 0, state.options)
    return frozenset(ranks_of(ways.sets[0])) if len(ways.sets) == 1 and not ways.more else frozenset()


def suit_at(table: Table, seat: int) -> int:
    """Return the number of a player's suit: that of their mark, which they keep all evening, or the first one left."""
    held: dict[int, int] = {}
    for at in sorted(table.seats, key=table.mark):
        free = [suit for suit in (table.mark(at) % SUITS, *range(SUITS)) if suit not in held.values()]
        held[at] = free[0]
    return held[seat]


def suit_of(state: State) -> tuple[tuple[int, str], ...]:
    """Rank and name of every card of a suit in this game."""
    return tuple((rank, NAMES[rank]) for rank in range(1, state.options.highest_rank + 1))


def figures(state: State, seat: int) -> tuple[Figure, ...]:
    """Cards left."""
    count = state.hands[seat].bit_count()
    return (Figure(counted("card", "cards", count), str(count), "ink" if count else "quiet"),)
