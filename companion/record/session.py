"""One game at one table: the fold of its journal rows, and the only way to add to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from companion.core.events import Event, IllegalEvent, check_seat
from companion.core.game import BadOption, BadPosition, Game, Note, Options, Outcome, Step
from companion.core.table import Table
from companion.core.text import say
from companion.record import codec
from companion.record.journal import (
    BEGAN,
    REDONE,
    UNDONE,
    Evidence,
    GoneOnError,
    Header,
    Journal,
    JournalError,
    Origin,
    Row,
)


class GameOver(IllegalEvent):
    """The game has ended: nothing more can happen in it."""


class NothingToUndo(ValueError):  # noqa: N818  the protocol's own word for it
    """There are not as many events to take back, or to bring back."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the record that counts: where it stands in the journal and what followed from it."""

    seq: int
    at: str
    origin: str
    event: Event
    state: Any
    notes: tuple[Note, ...]


class Session:
    """A running game. `submit`, `undo` and `redo` are durable before the state moves.

    Made by `begin` or `resume`. `entries` are the events that count, oldest first; `taken_back` those that `redo`
    would bring back, the next one last. `facts_at_start` is the position it was begun from (None: from the start),
    `rules_version` that of the rules it was begun by. `stopped` says why a record could not be played to its end by
    these rules ("" if it could); the next thing that happens then goes on from there.
    """

    def __init__(
        self, journal: Journal, game: Game, table: Table, options: Options, facts: Mapping[str, Any] | None
    ) -> None:
        """A table before its first event. Raises BadOption (also for a wrong number of players), BadPosition."""
        if len(table.players) not in game.player_counts:
            values = {"game": game.title, "few": game.player_counts[0], "many": game.player_counts[-1]}
            why = say("{game} is for {few} to {many} players, not {n}", **values, n=len(table.players))
            if len(game.player_counts) == 1:
                why = say("{game} is for {few} players, not {n}", **values, n=len(table.players))
            raise BadOption("players", why)
        self.journal, self.id = journal, ""
        self.game, self.table, self.options = game, table, options
        self.facts_at_start, self.rules_version = facts, game.rules_version
        if facts is None:
            self.start = game.start(table, options)
        else:
            self.start = codec.position_from_plain(game, table, options, facts)
        self.seq = 0
        self.entries: list[Entry] = []
        self.taken_back: list[Entry] = []
        self.notes: tuple[Note, ...] = ()
        self.stopped = ""
        self._unplayed = 0
        self._asked: tuple[Any, tuple[Any, ...]] | None = None

    @classmethod
    def begin(
        cls, journal: Journal, game: Game, table: Table, options: Options, facts: Mapping[str, Any] | None = None
    ) -> Session:
        """A new session, from the start or from a position.

        Raises BadOption (also for a wrong number of players), BadPosition, JournalError.
        """
        session = cls(journal, game, table, options, facts)
        session.notes = options.remarks(table)
        kept = None if facts is None else dict(facts)
        header = codec.Began(table.players, table.colours, codec.options_to_plain(options), kept)
        session.id = journal.begin(game.id, game.rules_version, codec.to_json(header))
        return session

    @classmethod
    def resume(cls, journal: Journal, games: Mapping[str, Game], session: str) -> Session:
        """A session from the journal, exactly as it was acknowledged. `session` may be "last".

        Raises KeyError (no such session), JournalError (it cannot be read, its game is not on the shelf, or what the
        journal has of it is damaged).
        """
        header = journal.header(session)
        if header.game not in games:
            raise JournalError(f"session {header.session} is a game of {header.game!r}, which is not on the shelf")
        try:
            return cls._played(journal, games[header.game], header)
        except (BadOption, BadPosition) as wrong:
            raise JournalError(f"session {header.session} cannot begin by these rules: {wrong}") from wrong
        except (ValueError, TypeError, LookupError) as wrong:
            raise JournalError(f"session {header.session} is damaged: {wrong}") from wrong

    @classmethod
    def _played(cls, journal: Journal, game: Game, header: Header) -> Session:
        began = codec.header_from_json(header.header)
        table = Table(began.players, began.colours)
        session = cls(journal, game, table, codec.options_from_plain(game, began.options), began.facts)
        session.id, session.rules_version = header.session, header.rules_version
        session._fold(journal.rows(header.session))
        return session

    @property
    def state(self) -> Any:
        """The state now."""
        return self.entries[-1].state if self.entries else self.start

    def at(self, count: int) -> Any:
        """The state after the first `count` events that count."""
        return self.entries[count - 1].state if count else self.start

    def asks(self) -> tuple[Any, ...]:
        """What the table is asked for now; empty exactly when the game is over."""
        state = self.state
        if self._asked is None or self._asked[0] is not state:  # many want to know between two events
            self._asked = state, self.game.asks(state)
        return self._asked[1]

    def facts(self) -> dict[str, Any]:
        """The public position now."""
        return self.game.facts(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    def submit(self, event: Event, origin: str = Origin.TOUCH, evidence: Evidence | None = None) -> Step:
        """Judge an event, write it down, and only then let it count.

        Raises IllegalEvent (GameOver after the end) or JournalError (GoneOnError where it is another app's game that
        has gone on); then nothing changed.
        """
        with self._looking_again():
            step = self.judge(event)
        at = self._append(type(event).__name__, codec.event_to_json(event), origin, evidence)
        self.entries.append(Entry(self.seq, at, str(origin), event, step.state, step.notes))
        self.taken_back.clear()
        self.notes = step.notes
        if self.outcome() is not None:
            self.journal.back_up_soon()
        return step

    def judge(self, event: Event) -> Step:
        """What would follow from an event; writes nothing. Raises IllegalEvent."""
        if self.outcome() is not None:
            raise GameOver("", say("The game is over. Only Take back goes on from here."))
        step = self.game.apply(self.state, event)
        check_seat(event, self.table.seats, "")  # games refuse that themselves, by their own paragraph
        return step

    def undo(self, count: int = 1, origin: str = Origin.TOUCH) -> None:
        """Take back that many events. Raises NothingToUndo, JournalError; then nothing changed."""
        with self._looking_again():
            if not 1 <= count <= len(self.entries):
                raise NothingToUndo(f"{_events(len(self.entries))} can be taken back, not {count}")
        self._append(UNDONE, codec.count_to_json(count), origin)
        self._take_back(count)
        self.notes = ()

    def redo(self, count: int = 1, origin: str = Origin.TOUCH) -> None:
        """Bring back that many events. Raises NothingToUndo, JournalError; then nothing changed."""
        with self._looking_again():
            if not 1 <= count <= len(self.taken_back):
                raise NothingToUndo(f"{_events(len(self.taken_back))} can be brought back, not {count}")
        self._append(REDONE, codec.count_to_json(count), origin)
        self._bring_back(count)
        self.notes = self.entries[-1].notes

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is done meanwhile counts and is on the disk afterwards; or it raises, and nothing has changed."""
        kept = self.seq, [*self.entries], [*self.taken_back], self.notes, self.stopped, self._unplayed
        try:
            with self.journal.together():
                yield
        except BaseException:
            self.seq, self.entries, self.taken_back, self.notes, self.stopped, self._unplayed = kept
            raise

    def look_again(self) -> None:
        """Raise GoneOnError where another app has added to this game: what is known here is out of date."""
        if self.journal.last_seq(self.id) > self.seq:
            raise GoneOnError("another app has added to this game: resume it to continue from there")

    @contextmanager
    def _looking_again(self) -> Iterator[None]:
        """Nothing is refused for how the game stood before another app went on with it."""
        try:
            yield
        except (IllegalEvent, NothingToUndo):
            self.look_again()
            raise

    def _append(self, kind: str, body: bytes, origin: str, evidence: Evidence | None = None) -> str:
        """Write a row, and give its time. What could not be replayed is taken back before it: both rows, or neither."""
        seq = self.seq + 1
        if not self._unplayed:
            at = self.journal.append(self.id, seq, origin, kind, body, evidence)
        else:
            let_go = codec.count_to_json(self._unplayed)
            with self.journal.together():
                self.journal.append(self.id, seq, Origin.TOUCH, UNDONE, let_go, None)
                seq += 1
                at = self.journal.append(self.id, seq, origin, kind, body, evidence)
        self.seq, self._unplayed, self.stopped = seq, 0, ""
        return at

    def _take_back(self, count: int) -> None:
        for _ in range(count):
            self.taken_back.append(self.entries.pop())

    def _bring_back(self, count: int) -> None:
        for _ in range(count):
            self.entries.append(self.taken_back.pop())

    def _fold(self, rows: list[Row]) -> None:
        """Play the rows again; stops politely at the first one these rules refuse."""
        effective, taken_back = surviving(rows)
        self.seq = rows[-1].seq
        state = self.start
        for number, row in enumerate(effective):
            entry = self._replayed(state, row)
            if entry is None:
                self._unplayed = len(effective) - number
                return
            self.entries.append(entry)
            state = entry.state
        replayed: list[Entry] = []
        for row in reversed(taken_back):
            entry = self._replayed(state, row)
            if entry is None:
                self.stopped = ""  # it was taken back anyway: it just cannot be brought back, nor what came after it
                break
            replayed.append(entry)
            state = entry.state
        self.taken_back = replayed[::-1]
        self.notes = self.entries[-1].notes if self.entries else self.options.remarks(self.table)

    def _replayed(self, state: Any, row: Row) -> Entry | None:
        try:
            event = codec.event_from_json(self.game, row.kind, row.body)
            step = self.game.apply(state, event)
        except (codec.Malformed, IllegalEvent) as wrong:
            self.stopped = f"entry {row.seq} ({row.kind}) is refused by these rules: {wrong}"
            return None
        return Entry(row.seq, row.at, row.origin, event, step.state, step.notes)


def surviving(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """The rows that count after all undoing and redoing, and those a redo would bring back, the next one last.

    Raises Malformed where a row does not say how many were taken or brought back.
    """
    effective: list[Row] = []
    taken_back: list[Row] = []
    for row in rows:
        if row.kind == BEGAN:
            continue
        if row.kind in {UNDONE, REDONE}:
            count = codec.count_from_json(row.body)
            source, target = (effective, taken_back) if row.kind == UNDONE else (taken_back, effective)
            for _ in range(min(count, len(source))):
                target.append(source.pop())
        else:
            effective.append(row)
            taken_back.clear()
    return effective, taken_back


def _events(count: int) -> str:
    return "1 event" if count == 1 else f"{count or 'no'} events"
