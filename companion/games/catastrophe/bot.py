"""Simulated players for all seats of a table of Catastrophe.

Nobody can see the cards, so what is played is chance, in about the mixture of a real game. Anyone may react: the event
for an ask of one player may be another player's.
"""

from __future__ import annotations

from random import Random

from companion.core.asks import Ask
from companion.core.events import Event, Face, Rolled
from companion.core.table import Table
from companion.games.catastrophe import stack as pile
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import (
    AttackPlayed,
    CardsDrawn,
    ClawEnded,
    CucumberPlayed,
    CuriosityPlayed,
    Discarded,
    EffectEntry,
    EffectPlayed,
    EffectsApplied,
    EventRevealed,
    PassPlayed,
    ReactionsClosed,
    ReapurrRevealed,
    RollsAccepted,
    TakePlayed,
    YarnSpent,
)
from companion.games.catastrophe.options import CatastropheOptions
from companion.games.catastrophe.state import Phase, State, acting, excess, overfull, seats_in, turn_of

STEPS = (1, 1, 1, 2, 2, 3, -1, -1, -2)
NUMBERS = (3, 4, 4, 5, 5)


class CatastropheBot:
    """Chooses for every seat; all chance comes from `random`."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, state: State, ask: Ask) -> Event:
        """Return what happens next at the table. Legal in every state that is not over."""
        match state.phase:
            case Phase.CLAW:
                return self._claw(state)
            case Phase.REACT:
                return self._reaction(state) or ReactionsClosed(ask.seat)
            case Phase.START_ROLL | Phase.ROLL:
                return self._throw(state)
            case Phase.YARN:
                return self._yarn(state) or RollsAccepted(ask.seat)
            case Phase.EFFECTS:
                return self._effects(state)
            case Phase.DISCARD:
                return _discard(state, overfull(state)[0])
            case Phase.PAW:
                return self._symbol_card(state) or CardsDrawn(turn_of(state))
            case _:
                return self._symbol_card(state) or self._reveal(state)

    def _chance(self, percent: int) -> bool:
        return self._random.randrange(100) < percent

    def _claw(self, state: State) -> Event:
        seat = turn_of(state)
        card = self._symbol_card(state)
        if card is not None:
            return card
        if state.power[seat] and self._chance(15):
            return self._power_cat(state, seat, held=False)
        if state.held[seat] and self._chance(50):
            return self._power_cat(state, seat, held=True)
        if state.hand[seat] < 2 or self._chance(30):
            return ClawEnded(seat)
        return self._main_card(state, seat)

    def _main_card(self, state: State, seat: int, *, symbol: bool = False) -> Event:
        red_dot, target, kind = self._chance(10), self._other(state, seat), self._random.randrange(10)
        if kind < 5:
            lives, rolls = (2 if self._chance(10) else 1), (2 if self._chance(8) else 1)
            number = self._random.choice(NUMBERS)
            return AttackPlayed(seat, target, number, lives, rolls, catfinity=symbol, red_dot=red_dot)
        if kind < 7:
            return CuriosityPlayed(seat, target, catfinity=symbol, red_dot=red_dot)
        return EffectPlayed(seat, self._rollers(state), catfinity=symbol, red_dot=red_dot)

    def _power_cat(self, state: State, seat: int, *, held: bool, symbol: bool = False) -> Event:
        kind, target = self._random.randrange(6), self._other(state, seat)
        if kind == 0:
            return AttackPlayed(seat, target, 4, power=True, held=held, catfinity=symbol)
        if kind == 1:
            return CuriosityPlayed(seat, target, power=True, held=held, catfinity=symbol)
        return EffectPlayed(seat, self._rollers(state), power=True, held=held, catfinity=symbol)

    def _symbol_card(self, state: State) -> Event | None:
        """Now and then somebody has a card with the Catfinity symbol."""
        if not self._chance(4):
            return None
        seat = self._random.choice(seats_in(state))
        if state.power[seat]:
            return self._power_cat(state, seat, held=False, symbol=True)
        return self._main_card(state, seat, symbol=True) if state.hand[seat] else None

    def _reaction(self, state: State) -> Event | None:
        for seat in self._random.sample(seats_in(state), len(seats_in(state))):
            if self._chance(88) or not (state.hand[seat] or state.power[seat]):
                continue
            power = not state.hand[seat] or (state.power[seat] > 0 and self._chance(20))
            found = self._legal_reaction(state, seat, power)
            if found is not None:
                return found
        return self._symbol_card(state)

    def _legal_reaction(self, state: State, seat: int, power: bool) -> Event | None:
        targets = [
            target
            for target in seats_in(state)
            if pile.allowed(pile.check_pass, state.stack, state.options, seat, target)
        ]
        if targets and self._chance(60):
            return PassPlayed(seat, self._random.choice(targets), power=power)
        if self._chance(30) and pile.allowed(pile.check_take, state.stack, state.options):
            return TakePlayed(seat, power=power)
        if pile.allowed(pile.check_cucumber, state.stack, state.options):
            return CucumberPlayed(seat, power=power)
        return None

    def _throw(self, state: State) -> Event:
        """A die for who is due; only if the caller does not throw it."""
        spent = self._yarn(state) if state.phase is Phase.ROLL else None
        if spent is not None:
            return spent
        seat = self._random.choice([roll.seat for roll in state.rolls if roll.value is None])
        return Rolled(seat, (Face(self._random.randint(1, 6), state.table.colour(seat)),))

    def _yarn(self, state: State) -> Event | None:
        """Those about to lose a life roll again; sometimes somebody spoils another's roll."""
        for roll in state.rolls:
            if roll.value is None:
                continue
            failed = roll.value < (roll.need or 3)
            if failed and state.yarn[roll.seat] and self._chance(40):
                return YarnSpent(roll.seat, roll.seat)
            rich = [seat for seat in seats_in(state) if seat != roll.seat and state.yarn[seat]]
            if not failed and rich and self._chance(8):
                return YarnSpent(self._random.choice(rich), roll.seat)
        return None

    def _reveal(self, state: State) -> Event:
        seat = acting(state)
        if self._chance(45):
            return ReapurrRevealed(seat, self._random.choice(STEPS))
        return EventRevealed(seat, 3 if self._chance(20) else 2, self._rollers(state))

    def _rollers(self, state: State) -> tuple[int, ...]:
        seats = seats_in(state)
        if self._chance(75):
            return ()
        return tuple(self._random.sample(seats, self._random.randint(1, len(seats))))

    def _effects(self, state: State) -> Event:
        top = state.stack[-1]
        entries: list[EffectEntry] = []
        if top.card == pile.EVENT:
            losers = [roll.seat for roll in state.rolls if (roll.value or 6) < 3]
            if not state.rolls and self._chance(60):
                losers = self._random.sample(seats_in(state), self._random.randint(1, len(seats_in(state))))
            entries += [effect("life", -1, seat) for seat in losers]
        for _ in range(self._random.choice((0, 1, 1, 2))):
            entries.append(self._entry(state, top.seat))
        rollers = self._rollers(state) if self._chance(15) else ()
        return EffectsApplied(top.seat, tuple(entries), rollers)

    def _entry(self, state: State, seat: int) -> EffectEntry:
        other = self._other(state, seat)
        held = [at for at in seats_in(state) if at != seat and state.held[at]]
        kinds = [
            effect("life", 1, seat),
            effect("life", -1, other),
            effect("yarn", 2, seat),
            effect("yarn", -1, other),
            effect("hand", 2, seat),
            effect("hand", 1, seat, other),
            effect("hand", 1, seat, "discard"),
            effect("hand", -1, other),
            effect("power", 1, seat),
            effect("power", 1, seat, other),
            effect("power", -1, other),
            effect("reapurr", self._random.choice((1, -1))),
        ]
        if held:
            kinds += [effect("held", 1, seat, held[0]), effect("held", -1, held[0])]
        return self._random.choice(kinds)

    def _other(self, state: State, seat: int) -> int:
        """A target: often the one with most lives."""
        others = [at for at in seats_in(state) if at != seat]
        leader = max(others, key=lambda at: state.life[at])
        return leader if self._chance(40) else self._random.choice(others)


def make(table: Table, options: CatastropheOptions, random: Random) -> CatastropheBot:
    """A bot for one table. The state says who plays and with which options."""
    del table, options
    return CatastropheBot(random)


def _discard(state: State, seat: int) -> Event:
    """Return what is too much, Main cards first."""
    in_hand, in_front = excess(state, seat)
    hand = min(in_hand, state.hand[seat])
    return Discarded(seat, hand=hand, power=in_front, held=in_hand - hand)
