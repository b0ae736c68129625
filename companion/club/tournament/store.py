"""Events in the club's database: made, joined, paired; and how they stand by what the tables sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from catseye.names import comparison_key, seen
from companion.club.owner import ClubError, Connection, as_iso
from companion.club.tournament.points import Places, Standing, standings
from companion.club.tournament.rounds import Format, Round, round_robin, swiss
from companion.core.game import Game
from companion.people.matches import Match

MOST_PLAYERS = 500
"""Of one event: Swiss for 500 takes ten seconds."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A table of a round: its players by number, one for a pause; `places` is its result, None before it is known."""

    number: int
    players: tuple[int, ...]
    places: Places | None


@dataclass(frozen=True, slots=True)
class Event:
    """An event: players by number (`left` have gone), rounds with their results, the standings now."""

    id: int
    name: str
    game: str
    format: Format
    most: int
    players: Mapping[int, str]
    left: frozenset[int]
    rounds: tuple[tuple[Paired, ...], ...]
    standings: tuple[Standing, ...]

    @property
    def open(self) -> int:
        """How many results of the last round are not known."""
        return sum(each.places is None for each in self.rounds[-1]) if self.rounds else 0


def make(db: Connection, name: str, game: Game, kind: str, most: int, players: Iterable[str]) -> int:
    """Make an event and return its number. Raises ClubError with nothing changed."""
    names: dict[str, str] = {}
    for each in players:
        if called := seen(each).strip()[:60]:
            names.setdefault(comparison_key(called), called)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise ClubError(f"an event has 2 to {MOST_PLAYERS} players with different names")
    if not name.strip():
        raise ClubError("an event has a name")
    if kind not in set(Format):
        raise ClubError(f"{kind!r} is none of {', '.join(Format)}")
    if most not in game.player_counts or (kind == Format.ROUND_ROBIN and most != 2):
        raise ClubError(f"{game.title}: not {most} at a table in this format (round robin is for two)")
    with db.transaction():
        row = db.execute("INSERT INTO club.events (name, game, format, most) VALUES (%s, %s, %s, %s) RETURNING id",
                         (seen(name).strip()[:60], game.id, kind, most)).fetchone()  # fmt: skip
        assert row is not None, "an insert returns its row"
        for number, each in enumerate(names.values(), 1):
            db.execute("INSERT INTO club.players (event_id, number, name) VALUES (%s, %s, %s)", (row[0], number, each))
    return int(str(row[0]))


def listed(db: Connection) -> list[tuple[int, str]]:
    """Return number and name of every event, the newest first."""
    return [
        (int(str(number)), str(name))
        for number, name in db.execute("SELECT id, name FROM club.events ORDER BY id DESC")
    ]


def leave(db: Connection, event: int, player: int) -> None:
    """Let a player go: no later round has them."""
    db.execute(
        "UPDATE club.players SET left_at = clock_timestamp() WHERE (event_id, number) = (%s, %s)", (event, player)
    )


def next_round(db: Connection, event: Event, game: Game) -> None:
    """Pair the next round. Raises ClubError while results are missing, or if there is no further round."""
    here = [each for each in event.players if each not in event.left]
    if event.format is Format.FREE:
        raise ClubError("in free play people sit down as they like")
    if event.open:
        raise ClubError(f"{event.open} results of the last round are missing")
    done = [_round(each) for each in event.rounds]
    if event.format is Format.ROUND_ROBIN:
        if len(done) >= len(event.players) - 1 + len(event.players) % 2:
            raise ClubError("everybody has met everybody")
        made = round_robin(list(event.players), len(done))
        gone = [who for table in made.tables if event.left & {*table} for who in table]
        made = Round(tuple(table for table in made.tables if not event.left & {*table}), (*made.pausing, *gone))
        made = Round(made.tables, tuple(who for who in made.pausing if who not in event.left))
    else:
        ranked = [each for each in event.standings if each.player in here]
        made = swiss(ranked, done, event.most, min(game.player_counts))
    number = len(event.rounds) + 1
    with db.transaction():
        db.execute("INSERT INTO club.rounds (event_id, number) VALUES (%s, %s)", (event.id, number))
        for at, players in enumerate([*made.tables, *((who,) for who in made.pausing)], 1):
            db.execute("INSERT INTO club.pairings (event_id, round, number, players) VALUES (%s, %s, %s, %s)",
                       (event.id, number, at, list(players)))  # fmt: skip


def enter(db: Connection, event: Event, number: int, table: int, places: Mapping[int, int]) -> None:
    """Enter a result by hand: the place of each player. Raises ClubError."""
    paired = next((each for each in event.rounds[number - 1] if each.number == table), None) if (
        0 < number <= len(event.rounds)) else None  # fmt: skip
    if paired is None or {*paired.players} != {*places}:
        raise ClubError("a result names every player of a table of this round")
    groups = [[who for who in paired.players if places[who] == at] for at in sorted({*places.values()})]
    db.execute("UPDATE club.pairings SET places = %s WHERE (event_id, round, number) = (%s, %s, %s)",
               (Jsonb(groups), event.id, number, table))  # fmt: skip


def read(db: Connection, event: int, matches: Sequence[Match]) -> Event:
    """Return an event as it stands with these games of the tables. Raises ClubError if there is none."""
    row = db.execute("SELECT name, game, format, most, made_at FROM club.events WHERE id = %s", (event,)).fetchone()
    if row is None:
        raise ClubError("there is no such event")
    name, game, kind, most, made_at = row
    found: list[tuple[Any, ...]] = db.execute(
        "SELECT number, name, left_at FROM club.players WHERE event_id = %s ORDER BY number", (event,)
    ).fetchall()
    players = {number: called for number, called, _ in found}
    keys = {comparison_key(called): number for number, called in players.items()}
    played = [_by_number(each, keys) for each in matches if each.game == game and {*each.people} <= {*keys}]
    pairings: list[tuple[Any, ...]] = db.execute(
        "SELECT round, p.number, players, places, made_at FROM club.pairings p JOIN club.rounds r ON "
        "(r.event_id, r.number) = (p.event_id, p.round) WHERE p.event_id = %s ORDER BY round, p.number", (event,)
    ).fetchall()  # fmt: skip
    rounds: dict[int, list[Paired]] = {}
    for number, table, seated, places, at in pairings:
        rounds.setdefault(number, []).append(Paired(table, tuple(seated), _result(seated, places, played, as_iso(at))))
    results = [each.places for some in rounds.values() for each in some if len(each.players) > 1 and each.places]
    if kind == Format.FREE:
        results = [places for began, places in played if began >= as_iso(made_at)]
    pauses = [each.players[0] for some in rounds.values() for each in some if len(each.players) == 1]
    return Event(
        event, str(name), str(game), Format(str(kind)), int(str(most)), players,
        frozenset(number for number, _, left in found if left is not None),
        tuple(map(tuple, rounds.values())), standings(list(players), results, pauses),
    )  # fmt: skip


def _round(tables: Iterable[Paired]) -> Round:
    every = [each.players for each in tables]
    return Round(tuple(each for each in every if len(each) > 1), tuple(each[0] for each in every if len(each) == 1))


def _by_number(match: Match, keys: Mapping[str, int]) -> tuple[str, Places]:
    """Return when a game began and its result; all are equal if the game itself won."""
    places = match.places or (match.people,)
    return match.began, tuple(tuple(keys[who] for who in group) for group in places)


def _result(players: Sequence[int], entered: Any, played: Iterable[tuple[str, Places]], since: str) -> Places | None:
    """Return what was entered by hand, or the first game that exactly these players began since they were paired."""
    if len(players) == 1:
        return ((players[0],),)
    if entered is not None:
        return tuple(map(tuple, entered))
    found = [
        places for began, places in played if began >= since and {who for one in places for who in one} == {*players}
    ]
    return found[0] if found else None
