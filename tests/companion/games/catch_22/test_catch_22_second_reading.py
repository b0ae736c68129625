"""A second, plain reading of the rules plays beside the program: same answers, same facts, in games by chance.

The other reading keeps nothing but dictionaries and lists and writes out every path, so that it shares no idea with the
program: what a fast search or a set of bits gets wrong shows here.
"""

import copy
import json
from random import Random

import pytest

from companion.core.events import Face, IllegalEvent, Rolled
from companion.core.table import Table
from companion.games.catch_22 import GAME
from companion.games.catch_22.events import (
    CubeRansomed,
    CubeRemoved,
    CubesPlaced,
    Moved,
    PawnRobbed,
    StarChosen,
    Switched,
)
from companion.games.catch_22.options import Catch22Options
from companion.record import codec

NAMES = ("Red", "Blue", "Green", "Grey", "Gold", "Plum")
RULES = {
    "target": (22, 8, 3, 1),
    "reverse": ("never", "not-at-once", "free"),
    "pass_pawns": (True, False),
    "no_path": ("forfeit", "reroll"),
    "block_rule": ("one-step", "every-roll"),
    "cubes_before": ("first-roll", "every-roll"),
    "empty_jackpot": ("roll-again", "turn-over"),
    "steal_on_bonus": ("turn-over", "roll-again"),
    "several_pawns": ("all", "one"),
    "stars_safe": (False, True),
    "switch_wins": (False, True),
    "switch_protected": (False, True),
    "remove": ("optional", "obligatory"),
    "ransom": ("any-time", "any-time", "off"),
}
KINDS = ("plain",) * 6 + ("star", "jackpot", "jackpot", "roll-again", "switch", "remove-cube")


class Refused(Exception):  # noqa: N818  a refusal is no error
    """The second reading forbids it."""


def need(allowed):
    if not allowed:
        raise Refused


def tiny_board(random):
    """A tree of a few squares with some paths more, one star at least."""
    count = random.randint(7, 16)
    squares = [{"id": str(3 * number), "kind": random.choice(KINDS) if number else "star"} for number in range(count)]
    for square in squares:
        if square["kind"] == "jackpot":
            square["tokens"] = random.randint(1, 9)
    paths = {(random.randrange(number), number) for number in range(1, count)}
    paths |= {tuple(sorted(random.sample(range(count), 2))) for _ in range(random.randint(0, count // 2))}
    return {"squares": squares, "paths": [[squares[one]["id"], squares[other]["id"]] for one, other in sorted(paths)]}


class Reading:
    """The rules once more. `facts` are those of the record but for what follows from them (see `shown`)."""

    def __init__(self, players, board, rules):
        self.players, self.rules = players, rules
        self.kind = {square["id"]: square["kind"] for square in board["squares"]}
        self.beside = {square: set() for square in self.kind}
        for one, other in board["paths"]:
            self.beside[one].add(other)
            self.beside[other].add(one)
        self.facts = {
            "phase": "stars",
            "turn": None,
            "starter": None,
            "contenders": [],
            "start_rolls": [None] * players,
            "pawns": [None] * players,
            "tokens": [0] * players,
            "supply": [5] * players,
            "resting": [0] * players,
            "cubes": {},
            "captured": [[0] * players for _ in range(players)],
            "jackpots": {square["id"]: square["tokens"] for square in board["squares"] if "tokens" in square},
            "rolled": None,
        }

    def shown(self):
        facts = copy.deepcopy(self.facts)
        moving = facts["phase"] == "move"
        facts["destinations"] = self.destinations(facts["turn"], facts["rolled"]) if moving else []
        return {**facts, "waiting": self.waiting(), "flags": []}

    def waiting(self):
        facts = self.facts
        if facts["phase"] == "stars":
            return [facts["pawns"].index(None)]
        if facts["phase"] == "start-roll":
            return [seat for seat in facts["contenders"] if facts["start_rolls"][seat] is None]
        return [] if facts["phase"] == "over" else [facts["turn"]]

    def rich(self, seat):
        return self.facts["tokens"][seat] >= self.rules["target"]

    def paths(self, seat, pips):
        """Every legal path, written out: of `pips` steps, or for the rich shorter and ending on a star."""
        start, rich = self.facts["pawns"][seat], self.rich(seat)
        others = {square for other, square in enumerate(self.facts["pawns"]) if other != seat}
        found, unfinished = [], [(start,)]
        while unfinished:
            path = unfinished.pop()
            entered = path[1:]
            if entered and (len(entered) == pips or (rich and self.kind[entered[-1]] == "star")):
                found.append(entered)
            stopped = entered and not self.rules["pass_pawns"] and entered[-1] in others
            if len(entered) < pips and not stopped:
                unfinished += [(*path, step) for step in self.beside[path[-1]] if self.may_step(seat, path, step)]
        return found

    def may_step(self, seat, path, step):
        if self.facts["cubes"].get(step, seat) != seat:
            return False
        if self.rules["reverse"] == "never":
            return step not in path
        return self.rules["reverse"] == "free" or path[-2:-1] != (step,)

    def destinations(self, seat, pips):
        return sorted({path[-1] for path in self.paths(seat, pips)})

    def victims(self, seat):
        here = self.facts["pawns"][seat]
        if self.rules["stars_safe"] and self.kind[here] == "star":
            return []
        return [
            other
            for other, square in enumerate(self.facts["pawns"])
            if other != seat and square == here and self.facts["cubes"].get(here) != other
        ]

    def partners(self, seat):
        here = self.facts["pawns"][seat]
        return [
            other
            for other, square in enumerate(self.facts["pawns"])
            if square != here and (self.rules["switch_protected"] or self.facts["cubes"].get(square) != other)
        ]

    def happen(self, event):
        """Whether it is allowed; if not, nothing has changed."""
        before = copy.deepcopy(self.facts)
        try:
            need(0 <= event.seat < self.players and self.facts["phase"] != "over")
            need(isinstance(event, CubeRansomed) or event.seat in self.waiting())
            getattr(self, f"on_{type(event).__name__}")(self.facts, event)
        except Refused:
            self.facts = before
            return False
        return True

    def end_turn(self):
        self.facts.update(phase="place", turn=(self.facts["turn"] + 1) % self.players, rolled=None)
        self.facts["resting"] = [0] * self.players

    def stuck(self, seat):
        self.facts["rolled"] = None
        if self.rules["no_path"] == "reroll" and any(self.destinations(seat, pips) for pips in range(1, 7)):
            self.facts["phase"] = "roll"
        else:
            self.end_turn()

    def on_StarChosen(self, facts, event):
        need(facts["phase"] == "stars" and self.kind.get(event.square) == "star")
        facts["pawns"][event.seat] = event.square
        if None not in facts["pawns"]:
            facts.update(phase="start-roll", contenders=list(range(self.players)))

    def on_Rolled(self, facts, event):
        need(len(event.faces) == 1 and 1 <= event.faces[0].value <= 6)
        pips = event.faces[0].value
        if facts["phase"] == "start-roll":
            facts["start_rolls"][event.seat] = pips
            if not self.waiting():
                self.start_rolled(facts)
            return
        need(facts["phase"] in ("place", "roll"))
        if self.destinations(event.seat, pips):
            facts.update(phase="move", rolled=pips)
        else:
            self.stuck(event.seat)

    def start_rolled(self, facts):
        highest = max(facts["start_rolls"][seat] for seat in facts["contenders"])
        best = [seat for seat in facts["contenders"] if facts["start_rolls"][seat] == highest]
        facts.update(start_rolls=[None] * self.players, contenders=best)
        if len(best) == 1:
            facts.update(phase="place", contenders=[], starter=best[0], turn=best[0])

    def on_CubesPlaced(self, facts, event):
        bonus = facts["phase"] == "roll" and self.rules["cubes_before"] == "every-roll"
        need(facts["phase"] == "place" or bonus)
        chosen = set(event.squares)
        need(chosen and len(chosen) == len(event.squares))
        need(len(chosen) <= facts["supply"][event.seat] - facts["resting"][event.seat])
        need(all(self.kind.get(square) == "plain" for square in chosen))
        need(not chosen & (facts["cubes"].keys() | set(facts["pawns"])))
        facts["cubes"].update(dict.fromkeys(chosen, event.seat))
        facts["supply"][event.seat] -= len(chosen)
        for other in range(self.players):
            if other != event.seat:
                beside = self.beside[facts["pawns"][other]]
                need(any(facts["cubes"].get(square, other) == other for square in beside))
                if self.rules["block_rule"] == "every-roll":
                    need(all(self.destinations(other, pips) for pips in range(1, 7)))

    def on_Moved(self, facts, event):
        need(facts["phase"] == "move")
        paths = [path for path in self.paths(event.seat, facts["rolled"]) if path[-1] == event.to]
        if event.path is not None:
            paths = [path for path in paths if path == event.path]
        need(paths)
        stars = [
            next((step, square) for step, square in enumerate(path) if self.kind[square] == "star")
            for path in paths
            if any(self.kind[square] == "star" for square in path)
        ]
        facts["rolled"] = None
        if self.rich(event.seat) and stars:
            facts["pawns"][event.seat] = min(stars)[1]
            facts["phase"] = "over"
            return
        facts["pawns"][event.seat] = event.to
        victims = self.victims(event.seat)
        if self.rules["several_pawns"] == "one" and len(victims) > 1:
            facts["phase"] = "rob"
        else:
            self.land(facts, event.seat, victims)

    def on_PawnRobbed(self, facts, event):
        need(facts["phase"] == "rob" and event.victim in self.victims(event.seat))
        self.land(facts, event.seat, [event.victim])

    def land(self, facts, seat, robbed):
        for other in robbed:
            facts["tokens"][seat] += facts["tokens"][other]
            facts["tokens"][other] = 0
        here = facts["pawns"][seat]
        kind, again = self.kind[here], self.kind[here] == "roll-again"
        if kind == "jackpot":
            again = facts["jackpots"][here] > 0 or self.rules["empty_jackpot"] == "roll-again"
            facts["tokens"][seat] += facts["jackpots"][here]
            facts["jackpots"][here] = 0
        if again and (not robbed or self.rules["steal_on_bonus"] == "roll-again"):
            facts["phase"] = "roll"
        elif kind == "switch" and self.partners(seat):
            facts["phase"] = "switch"
        elif kind == "remove-cube" and facts["cubes"]:
            facts["phase"] = "remove"
        else:
            self.end_turn()

    def on_Switched(self, facts, event):
        need(facts["phase"] == "switch" and event.other in self.partners(event.seat))
        pawns = facts["pawns"]
        pawns[event.seat], pawns[event.other] = pawns[event.other], pawns[event.seat]
        if self.rules["switch_wins"] and self.rich(event.seat) and self.kind[pawns[event.seat]] == "star":
            facts["phase"] = "over"
        else:
            self.end_turn()

    def on_CubeRemoved(self, facts, event):
        need(facts["phase"] == "remove")
        if event.square is None:
            need(self.rules["remove"] == "optional")
        else:
            need(event.square in facts["cubes"])
            owner = facts["cubes"].pop(event.square)
            if owner == event.seat:
                facts["supply"][owner] += 1
            else:
                facts["captured"][event.seat][owner] += 1
        self.end_turn()

    def on_CubeRansomed(self, facts, event):
        need(facts["phase"] in ("place", "roll", "move") and self.rules["ransom"] == "any-time")
        need(0 <= event.owner < self.players and facts["captured"][event.seat][event.owner])
        need(0 <= event.price <= facts["tokens"][event.owner])
        facts["tokens"][event.owner] -= event.price
        facts["tokens"][event.seat] += event.price
        facts["captured"][event.seat][event.owner] -= 1
        facts["supply"][event.owner] += 1
        if event.owner == facts["turn"] and facts["phase"] != "place":
            facts["resting"][event.owner] += 1
        if facts["phase"] == "move" and not self.destinations(facts["turn"], facts["rolled"]):
            self.stuck(facts["turn"])


def sensible(random, reading):
    """What somebody might do now, legal more often than not."""
    facts, seat = reading.facts, reading.waiting()[0]
    phase = facts["phase"]
    held = [(captor, owner) for captor, row in enumerate(facts["captured"]) for owner, some in enumerate(row) if some]
    if held and phase in ("place", "roll", "move") and random.random() < 0.3:
        captor, owner = random.choice(held)
        return CubeRansomed(captor, owner, random.randint(0, facts["tokens"][owner] + 1))
    if phase in ("place", "roll") and random.random() < 0.5:
        near = sorted(square for pawn in facts["pawns"] for square in reading.beside[pawn])
        return CubesPlaced(seat, tuple(random.choice(near) for _ in range(random.choice((1, 1, 2, 3)))))
    if phase in ("start-roll", "place", "roll"):
        return Rolled(seat, (Face(random.randint(1, 6)),))
    if phase == "move":
        path = random.choice(sorted(reading.paths(seat, facts["rolled"])))
        return Moved(seat, path[-1], random.choice((None, path)))
    if phase == "stars":
        return StarChosen(seat, random.choice([square for square, kind in reading.kind.items() if kind == "star"]))
    if phase == "remove":
        return CubeRemoved(seat, random.choice([None, *sorted(facts["cubes"])]))
    other = random.randrange(reading.players)
    return PawnRobbed(seat, other) if phase == "rob" else Switched(seat, other)


def nonsense(random, reading):
    """Any event at all."""
    seat, other = (random.randint(-1, reading.players) for _ in range(2))
    square = random.choice([*reading.kind, "nowhere"])
    walk, at = [], random.choice(list(reading.kind))
    for _ in range(random.randint(0, 7)):
        at = random.choice(sorted(reading.beside[at]))
        walk.append(at)
    return random.choice(
        (
            StarChosen(seat, square),
            Rolled(seat, tuple(Face(random.randint(0, 7)) for _ in range(random.choice((0, 1, 1, 2))))),
            CubesPlaced(seat, tuple(random.choices(list(reading.kind), k=random.randint(0, 3)))),
            Moved(seat, square),
            Moved(seat, at, tuple(walk)),
            PawnRobbed(seat, other),
            Switched(seat, other),
            CubeRemoved(seat, random.choice((None, square))),
            CubeRansomed(seat, other, random.randint(-1, 3)),
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_two_readings_of_the_rules_agree(seed, t1):
    random = Random(seed)
    board = t1() if seed % 3 == 0 else tiny_board(random)
    rules = {name: random.choice((values[0], random.choice(values))) for name, values in RULES.items()}
    players = random.choice((2, 2, 3, 3, 4, 6))
    table, options = Table(NAMES[:players]), Catch22Options(board=board, strict_counts=False, **rules)
    reading, state = Reading(players, board, rules), GAME.start(table, options)
    for _ in range(100):
        over = reading.facts["phase"] == "over"
        event = nonsense(random, reading) if over or random.random() < 0.25 else sensible(random, reading)
        allowed = reading.happen(event)
        try:
            state, done = GAME.apply(state, event).state, True
        except IllegalEvent:
            done = False
        assert done == allowed, event
        facts = GAME.facts(state)
        assert facts == reading.shown(), event
        assert codec.position_from_plain(GAME, table, options, json.loads(json.dumps(facts))) == state
