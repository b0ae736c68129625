"""Catch Up read a second time, as a story about dictionaries of lists; nothing is shared with the game."""

import functools
import itertools
import json

PHASES = ["start-roll", "rolling", "discarding", "roll-off", "over"]


class Refused(Exception):  # noqa: N818  it is what the reading does, not a fault of the test
    """The plain reading does not take this."""


def need(true):
    if not true:
        raise Refused


@functools.cache
def every_part(hand):
    return [(way, sum(way)) for size in range(1, len(hand) + 1) for way in itertools.combinations(hand, size)]


class Plain:
    """The book as a story about the facts themselves: dictionaries of lists, nothing shared with the game."""

    def __init__(self, players, options):
        self.n, self.o = players, options
        self.dice = 2 if options["short"] else 3
        self.suit = list(range(1, 11 if options["short"] else 14))

    def blank(self, given=None):
        return [given] * self.n

    # -- what follows from the rest

    def order(self, f):
        if f["phase"] == "rolling":
            return [(f["starter"] + step) % self.n for step in range(self.n)]
        return f["contenders"] if f["phase"] in ("start-roll", "roll-off") else []

    def completed(self, f):
        """The facts with those that always follow."""
        whole = None not in f["rolls"] and f["phase"] in ("discarding", "over")
        f["high"] = max(f["rolls"]) if whole else None
        f["waiting"] = [seat for seat in self.order(f) if f["rolls"][seat] is None][:1]
        if f["phase"] == "discarding":
            f["waiting"] = [seat for seat in range(self.n) if f["owes"][seat]]
        f["flags"] = []
        return f

    def exempt(self, f, seat):
        return self.o["triples_exempt"] and self.dice == 3 and len(set(f["faces"][seat] or [1, 2])) == 1

    def lacks(self, f):
        high = max(f["rolls"])
        return [0 if self.exempt(f, seat) else high - f["rolls"][seat] for seat in range(self.n)]

    # -- play

    def start(self):
        return self.place({})

    def sets(self, f, seat):
        """Every legal payment of a seat that owes, each a sorted tuple."""
        hand, owed = f["cards"][seat], f["owes"][seat]
        every = every_part(tuple(hand))
        exact = [way for way, sum_of_it in every if sum_of_it == owed]
        if exact and self.o["exact_if_possible"]:
            return exact
        legal = [way for way, sum_of_it in every if sum_of_it >= owed] or [tuple(hand)]
        if self.o["highest_below"] and not exact:
            bound = f["high"] if self.o["below"] == "high-roll" else owed
            legal += [(rank,) for rank in hand if rank < bound][-1:]
        return legal

    def rolled(self, f, seat, faces):
        need(f["phase"] in ("start-roll", "rolling", "roll-off") and [seat] == f["waiting"])
        need(len(faces) == self.dice and all(value in range(1, 7) for value in faces))
        f["rolls"][seat], f["faces"][seat] = sum(faces), faces
        if self.completed(f)["waiting"]:
            return f
        if f["phase"] == "rolling":
            f.update(phase="discarding", owes=[d if h else 0 for d, h in zip(self.lacks(f), f["cards"], strict=True)])
            return self.completed(f) if any(f["owes"]) else self.round_over(f)
        best = self.best(f, f["contenders"])
        if len(best) > 1:
            return self.completed(f | {"rolls": self.blank(), "faces": self.blank(), "contenders": best})
        if f["phase"] == "roll-off":
            return self.completed(f | {"phase": "over", "contenders": []})
        begun = {"phase": "rolling", "round": 1, "starter": best[0], "contenders": []}
        return self.completed(f | begun | {"rolls": self.blank(), "faces": self.blank()})

    def best(self, f, seats):
        top = max(f["rolls"][seat] for seat in seats)
        return [seat for seat in seats if f["rolls"][seat] == top]

    def discarded(self, f, seat, cards):
        need(f["phase"] == "discarding" and seat in f["waiting"])
        need(tuple(sorted(cards)) in self.sets(f, seat))
        f["cards"][seat] = [rank for rank in f["cards"][seat] if rank not in cards]
        f["set_aside"][seat] = sorted(f["set_aside"][seat] + cards)
        f["owes"][seat] = 0
        return self.completed(f) if any(f["owes"]) else self.round_over(f)

    def round_over(self, f):
        left = [seat for seat in range(self.n) if f["cards"][seat]]
        clean = {"rolls": self.blank(), "faces": self.blank()}
        if len(left) >= 2:
            turn = [(f["starter"] + step) % self.n for step in range(self.n)]
            high = [seat for seat in turn if f["rolls"][seat] == max(f["rolls"])]
            starter = high[0] if len(high) == 1 or self.o["starter_tie"] == "first" else f["starter"]
            following = {"phase": "rolling", "round": f["round"] + 1, "starter": starter, "holders": left}
            return self.completed(f | following | clean)
        best = left or self.best(f, f["holders"])
        if len(best) > 1 and self.o["final_tie"] == "roll-off":
            return self.completed(f | {"phase": "roll-off", "contenders": best} | clean)
        return self.completed(f | {"phase": "over"})

    def outcome(self, f):
        if f["phase"] != "over":
            return None
        first = [seat for seat in range(self.n) if f["cards"][seat]]
        if not first:
            first = self.best(f, f["holders"] if f["high"] else [s for s in range(self.n) if f["rolls"][s]])
        return [first, [seat for seat in range(self.n) if seat not in first]], [sum(hand) for hand in f["cards"]]

    # -- positions

    def place(self, given):
        """The whole facts that these begin, or Refused."""
        f = self.filled(json.loads(json.dumps(given)))
        self.anywhere(f)
        holding = [seat for seat in range(self.n) if f["cards"][seat]]
        if f["phase"] in ("start-roll", "rolling", "roll-off"):
            rolled = [f["rolls"][seat] is not None for seat in self.order(f)]
            need(not all(rolled) and True not in rolled[rolled.index(False) :])
        if f["phase"] in ("start-roll", "roll-off"):
            need(len(f["contenders"]) >= 2)
            need(all(f["rolls"][seat] is None for seat in range(self.n) if seat not in f["contenders"]))
        if f["phase"] == "start-roll":
            need(not any(f["set_aside"]))
        if f["phase"] == "rolling":
            need(len(holding) >= 2 and f["holders"] == holding)
        if f["phase"] == "roll-off":
            self.thrown_off(f, f["contenders"])
        if f["phase"] == "discarding":
            need(None not in f["rolls"] and any(f["owes"]))
        if f["phase"] == "over":
            self.ended(f, holding)
        if f["phase"] in ("discarding", "over") and None not in f["rolls"]:
            self.round_possible(f)
        else:
            need(not any(f["owes"]))
        whole = self.completed(dict(f))
        need(all(f.get(key, whole[key]) == whole[key] for key in whole))
        return whole

    def ended(self, f, holding):
        need(len(holding) < 2 and not any(f["owes"]))
        if None in f["rolls"]:
            throwers = [seat for seat in range(self.n) if f["rolls"][seat] is not None]
            need(not holding and len(throwers) >= 2)
            self.thrown_off(f, throwers)
            need(len(self.best(f, throwers)) == 1)
        elif not holding:
            need(self.o["final_tie"] == "shared" or len(self.best(f, f["holders"])) == 1)

    def thrown_off(self, f, throwers):
        need(self.o["final_tie"] != "shared" and not any(f["cards"]))
        need(set(throwers) <= set(f["holders"]) and len(f["holders"]) < self.n)

    def round_possible(self, f):
        for seat, lack in enumerate(self.lacks(f)):
            had_to = lack > 0 and seat in f["holders"]
            owed = f["owes"][seat]
            need(owed in (0, lack if had_to and f["cards"][seat] else 0))
            need(not (had_to and not owed and not f["set_aside"][seat]))
            need(not (seat in f["holders"] and not f["cards"][seat] and not had_to))

    def filled(self, given):
        """The facts with what was left out, of the right types."""
        need(set(given) <= {*SHAPES})
        for key, shape in SHAPES.items():
            need(key not in given or shape(self, given[key]))
        f = {"phase": "start-roll"} | given
        first = f["phase"] == "start-roll"
        everybody = list(range(self.n))
        aside = given.get("set_aside", self.blank([]))
        f.setdefault("round", 0 if first else 1)
        f.setdefault("starter", None if first else 0)
        f.setdefault("cards", [[rank for rank in self.suit if rank not in pile] for pile in aside])
        for key in ("cards", "set_aside"):
            f[key] = [sorted(pile) for pile in f.get(key, [])]
        f["set_aside"] = f["set_aside"] or [[r for r in self.suit if r not in hand] for hand in f["cards"]]
        f.setdefault("faces", self.blank())
        f.setdefault("rolls", [None if faces is None else sum(faces) for faces in f["faces"]])
        f.setdefault("contenders", everybody if first else [])
        holding = [seat for seat in everybody if f["cards"][seat]]
        f.setdefault("holders", everybody if first else f["contenders"] if f["phase"] == "roll-off" else holding)
        for key in {"waiting", "contenders", "holders"} & {*f}:
            f[key] = sorted(f[key])
        if "owes" not in f:
            owing = f["phase"] == "discarding" and None not in f["rolls"]
            f["owes"] = (
                [d if h else 0 for d, h in zip(self.lacks(f), f["cards"], strict=True)] if owing else [0] * self.n
            )
        return f

    def anywhere(self, f):
        first = f["phase"] == "start-roll"
        need((f["round"] == 0) == first and (f["starter"] is None) == first)
        for seat in range(self.n):
            need(sorted(f["cards"][seat] + f["set_aside"][seat]) == self.suit)
            faces, roll = f["faces"][seat], f["rolls"][seat]
            need(faces is None or roll == sum(faces))
            need(roll is None or faces is not None or not (self.o["triples_exempt"] and self.dice == 3))
            need(not f["cards"][seat] or seat in f["holders"])
        need(len(f["holders"]) >= 2)
        need(first or f["phase"] == "roll-off" or not f["contenders"])


def whole(value, low, high):
    return type(value) is int and low <= value <= high


def row(value, length, fits):
    return isinstance(value, list) and (length is None or len(value) == length) and all(fits(one) for one in value)


def different(value, low, high):
    return row(value, None, lambda one: whole(one, low, high)) and len(set(value)) == len(value)


def piles(plain, value):
    return row(value, plain.n, lambda pile: different(pile, 1, len(plain.suit)))


def seats(plain, value):
    return different(value, 0, plain.n - 1)


def or_none(fits):
    return lambda value: value is None or fits(value)


SHAPES = {
    "phase": lambda plain, value: value in PHASES,
    "waiting": seats,
    "round": lambda plain, value: whole(value, 0, 10**9),
    "starter": lambda plain, value: value is None or whole(value, 0, plain.n - 1),
    "cards": piles,
    "set_aside": piles,
    "rolls": lambda plain, value: row(value, plain.n, or_none(lambda one: whole(one, plain.dice, 6 * plain.dice))),
    "faces": lambda plain, value: row(
        value, plain.n, or_none(lambda one: row(one, plain.dice, lambda face: whole(face, 1, 6)))
    ),
    "high": lambda plain, value: value is None or whole(value, plain.dice, 6 * plain.dice),
    "owes": lambda plain, value: row(value, plain.n, lambda one: whole(one, 0, 10**9)),
    "contenders": seats,
    "holders": seats,
    "flags": lambda plain, value: value == [] and isinstance(value, list),
}
