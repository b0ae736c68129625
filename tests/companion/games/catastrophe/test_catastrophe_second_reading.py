"""Chapters R6, R7 and R8 read a second time: one card's effects worked out step by step, on plain lists."""

from random import Random

import pytest

from companion.core.game import BadPosition
from companion.games.catastrophe import GAME
from companion.games.catastrophe.effects import effect
from companion.games.catastrophe.events import EffectsApplied
from companion.record import codec
from tests.companion.games.catastrophe.played_games import any_options, facts, table

SESSIONS = 150


class SecondReading:
    """A position as lists by seat; every life, ball and card moves by itself."""

    def __init__(self, found, options):
        self.options = options
        self.lives, self.reapurr = list(found["life"]), found["reapurr"]
        self.goods = {what: list(found[what]) for what in ("yarn", "hand", "power", "held")}
        self.sanctuary, self.decks = found["sanctuary"], found["decks"]
        self.fallen = [list(group) for group in found["fallen"]]
        self.turns, self.skips = list(found["turns"]), [dict(skip) for skip in found["skips"]]
        self.order = [(found["turn"] + step) % len(self.lives) for step in range(len(self.lives))]
        self.here = [seat for seat in self.order if self.lives[seat]]

    def carry_out(self, entries):
        for change in (self._losses, self._gains, self._steps, self._goods, self._last):
            if len(self.here) > 1:
                change(entries)
        self.decks["main"]["discard"] += 1  # the card itself, finished
        self._reshuffle()

    def _reshuffle(self):
        for deck in self.decks.values():
            if self.options.reshuffle == "at-once" and not deck["draw"]:
                deck["draw"], deck["discard"] = deck["discard"], 0

    def _losses(self, entries):
        going = []
        for seat in self.here:
            for _ in range(self._total(entries, seat, -1)):
                if self.lives[seat]:
                    self.lives[seat] = self._below(seat)
            if self.lives[seat] < 1 or self.lives[seat] <= self.reapurr:
                self.lives[seat] = 0
                going.append(seat)
        self._leave(going)

    def _gains(self, entries):
        for seat in self.here:
            for _ in range(self._total(entries, seat, 1)):
                self.lives[seat] = self._above(seat)

    def _steps(self, entries):
        moved = self.reapurr + sum(entry["by"] for entry in entries if entry["what"] == "reapurr")
        self.reapurr = max(0, min(9, moved))
        self._leave([seat for seat in self.here if self.lives[seat] <= self.reapurr])

    def _goods(self, entries):
        self._reshuffle()
        for what in ("yarn", "hand", "power", "held"):
            for sign in (-1, 1):
                for seat in self.here:
                    for entry in entries:
                        if (entry["what"], entry.get("seat")) == (what, seat) and entry["by"] * sign > 0:
                            for _ in range(abs(entry["by"])):
                                self._one(what, seat, sign, entry.get("from", "deck"))
                            self._reshuffle()

    def _last(self, entries):
        for entry in entries:
            seat, by = entry.get("seat"), entry.get("by")
            match entry["what"]:
                case "revive":
                    while self.options.variant == "king-of-the-meowtain" and by < 9 and by in self.lives:
                        by += 1
                    self.lives[seat] = by
                    self.here = [at for at in self.order if at in [*self.here, seat]]
                    self.fallen = [left for group in self.fallen if (left := [at for at in group if at != seat])]
                case "swap" if seat in self.here and entry["with"] in self.here:
                    self.lives[seat], self.lives[entry["with"]] = self.lives[entry["with"]], self.lives[seat]
                case "turn" if seat in self.here:
                    self.turns[seat] += by
                case "skip" if seat in self.here:
                    self.skips.append({"seat": seat, "phase": entry["phase"]})

    def _one(self, what, seat, sign, source):
        """One ball or card, if there is one."""
        goods = self.goods[what]
        if sign < 0:
            if goods[seat]:
                goods[seat] -= 1
                self._put_away(what)
        elif source in ("deck", "discard"):
            goods[seat] += self._found(what, source)
        elif goods[source]:
            goods[source] -= 1
            goods[seat] += 1

    def _put_away(self, what):
        if what == "yarn":
            self.sanctuary += 1
        else:
            self.decks["main" if what == "hand" else "power"]["discard"] += 1

    def _found(self, what, source):
        if what == "yarn":
            self.sanctuary -= (got := bool(self.sanctuary))
            return got
        deck = self.decks["main" if what == "hand" else "power"]
        if source == "deck" and not deck["draw"]:
            deck["draw"], deck["discard"] = deck["discard"], 0
        pile = "draw" if source == "deck" else "discard"
        deck[pile] -= (got := bool(deck[pile]))
        return got

    def _leave(self, going):
        for group in [going] if self.options.together else [[seat] for seat in going]:
            for seat in group:
                self.here.remove(seat)
                self.lives[seat] = self.turns[seat] = 0
                self.skips = [skip for skip in self.skips if skip["seat"] != seat]
                for what, goods in self.goods.items():
                    while goods[seat]:
                        self._one(what, seat, -1, None)
            for _ in group:
                for seat in self.here:
                    self._one("yarn", seat, 1, "deck")
            if group:
                self.fallen.append(sorted(group))

    def _below(self, seat):
        free = range(self.lives[seat] - 1, 0, -1)
        if self.options.variant != "base":
            free = [space for space in free if not self._others_on(seat, space)]
        return next(iter(free), 0)

    def _above(self, seat):
        free = range(self.lives[seat] + 1, 9)
        if self.options.variant == "king-of-the-meowtain":
            free = [space for space in free if not self._others_on(seat, space)]
        return next(iter(free), 9)

    def _others_on(self, seat, space):
        return any(lives == space for other, lives in enumerate(self.lives) if other != seat)

    def _total(self, entries, seat, sign):
        return sum(
            abs(entry["by"])
            for entry in entries
            if (entry["what"], entry.get("seat")) == ("life", seat) and entry["by"] * sign > 0
        )


def crowded(random):
    """A position low on the track, with short decks, in which an effect card is being carried out."""
    while True:
        seats = random.randint(2, 6)
        life = [random.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9]) for _ in range(seats)]
        turn = random.randrange(seats)
        goods = {"yarn": random.choice([3, 9]), "hand": 5, "held": 2, "power": 3}
        shown = {
            "phase": "effects",
            "turn": turn,
            "life": life,
            **{what: [random.randint(0, most) if left else 0 for left in life] for what, most in goods.items()},
            "reapurr": random.choice([0, 0, 0, 1, 2]),
            "stack": [{"card": "effect", "seat": turn}],
            "decks": {"main": {"draw": random.randint(0, 3)}, "power": {"draw": random.randint(0, 2)}},
        }
        try:
            return codec.position_from_plain(GAME, table(seats), any_options(random), shown)
        except BadPosition:
            continue


def wild_entries(random, state):
    left = [seat for seat, lives in enumerate(state.life) if lives]
    out = [seat for seat, lives in enumerate(state.life) if not lives]
    back = bool(out) and random.random() < 0.3
    if back:
        yield effect("revive", 9, random.choice(out))
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        seat, other = random.sample(left, 2)
        yield random.choice(
            [
                effect("turn", random.choice([-1, 1]), seat),
                effect("swap", seat=seat) | {"with": other},
                effect("skip", seat=seat) | {"phase": random.choice(["paw", "catastrophe"])},
            ]
        )
    for _ in range(random.randint(1, 7)):
        what = random.choice(["life", "life", "life", "yarn", "hand", "power", "held", "yarn" if back else "reapurr"])
        by = random.choice([-9, -3, -2, -1, -1, 1, 1, 2, 4, 9])
        seat = random.choice(left)
        others = [other for other in left if other != seat]
        source = None
        if by > 0 and what == "held":
            source = random.choice(others)
        elif by > 0 and what in ("hand", "power"):
            source = random.choice([None, "deck", "discard", *others])
        yield effect(what, by, None if what == "reapurr" else seat, source)


@pytest.mark.parametrize("seed", range(10))
def test_R6_3_effects_come_out_as_on_a_second_reading(seed):
    random = Random(seed)
    went_out = 0
    for _ in range(SESSIONS):
        state = crowded(random)
        reading = SecondReading(facts(state), state.options)
        entries = tuple(wild_entries(random, state))
        found = facts(GAME.apply(state, EffectsApplied(state.stack[-1].seat, entries)).state)
        reading.carry_out(entries)
        assert found["life"] == reading.lives
        assert {what: found[what] for what in reading.goods} == reading.goods
        assert (found["reapurr"], found["sanctuary"]) == (reading.reapurr, reading.sanctuary)
        assert (found["fallen"], found["decks"]) == (reading.fallen, reading.decks)
        if found["phase"] != "over" and found["turn"] == state.turn:
            assert (found["turns"], found["skips"]) == (reading.turns, reading.skips)
        went_out += len(found["fallen"]) > len(state.fallen)
    assert went_out > SESSIONS // 5
