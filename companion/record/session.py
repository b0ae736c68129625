"""One game at one table, folded from its journal rows, and the only way to add to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cached_property, partial
from typing import Any, Literal

from companion.core.events import Happening, IllegalEvent
from companion.core.game import BadOption, BadPosition, Game, Note, Options, Outcome, Step
from companion.core.table import Table
from companion.core.text import NOTHING, say
from companion.record import codec, row_bodies
from companion.record.entries import Amendment, Conflict, Entries, Entry, NoSuchEntry, NothingToUndo, Undoable, recorded
from companion.record.evening import evening, seated
from companion.record.fold import play, play_on
from companion.record.journal import Evidence, GoneOnError, Header, Journal, JournalError, Origin, Row
from companion.record.judging import judge, over, row_of, standings
from companion.record.rows import AMENDED, REDONE, RESUMED, UNDONE, DamagedSessionError

__all__ = ["Amendment", "Entry", "NoSuchEntry", "Session"]

OnConflict = Literal["refuse", "stop", "skip"]
"""If a later entry no longer fits: change nothing, keep only what is before it, or keep all entries that fit."""
LEAST_AWAY_S = 20.0
"""A game that was closed for less than this, seconds, was open all the time: lengths of games are told in minutes."""


class Session:
    """A running game, made by `begin` or `resume`. Changes are on disk before the state moves.

    `facts_at_start` is the position it began from (None: the start of the game), `continues` the session it continues
    (or ""), `rules_version` that of the rules it began with. `stopped` says why its rows could not all be played by
    these rules; the next event then follows the last one that could. `moved_at` is the time of its last row, `away` for
    how many seconds since then it was not open; the next row is written with that.
    """

    def __init__(
        self, journal: Journal, game: Game, table: Table, options: Options, facts: Mapping[str, Any] | None
    ) -> None:
        """Set up a table before its first event. Raises BadOption (also for the number of players), BadPosition."""
        game.check_table(table)
        self.journal, self.id = journal, ""
        self.game, self.table, self.options = game, table, options
        self.facts_at_start, self.rules_version = facts, game.rules_version
        self.continues = ""
        start = game.start(table, options) if facts is None else codec.position_from_plain(game, table, options, facts)
        self._log = Entries(start)
        self._judge = partial(judge, game, table, options)
        self.seq, self.moved_at, self.away = 0, "", 0.0
        self.notes: tuple[Note, ...] = ()
        self.stopped = NOTHING
        self._unplayed = 0
        self._asked: tuple[Any, tuple[Any, ...]] | None = None

    @classmethod
    def begin(
        cls,
        journal: Journal,
        game: Game,
        table: Table,
        options: Options,
        facts: Mapping[str, Any] | None = None,
        continues: str = "",
        session_id: str = "",
    ) -> Session:
        """Begin a session from the start or from a position; `continues` names an earlier one of the evening. A game of
        another journal keeps its `session_id` if that is free.

        Raises BadOption (also for the number of players), BadPosition, JournalError, and KeyError for an unknown
        session to continue.
        """
        if continues:
            continues = journal.header(continues).session
            table = seated(journal, continues, table)
        session = cls(journal, game, table, options, facts)
        session.continues = continues
        session.notes = options.remarks(table)
        kept = None if facts is None else dict(facts)
        options_kept = codec.options_to_plain(options)
        header = row_bodies.Began(table.players, table.colours, options_kept, kept, continues or None, table.marks)
        session.id = journal.begin(game.id, game.rules_version, codec.to_json(header), session_id)
        session.moved_at = journal.rows(session.id)[0].at
        return session

    @classmethod
    def resume(cls, journal: Journal, games: Mapping[str, Game], session: str) -> Session:
        """Return a session from the journal exactly as acknowledged. `session` may be "last".

        Raises KeyError for an unknown session, JournalError if it cannot be read, is damaged, or its game is missing.
        """
        header = journal.header(session)
        if header.game not in games:
            raise JournalError(
                say("session {id} is a game of {game}, which is not on the shelf", id=header.session, game=header.game)
            )
        try:
            return cls._played(journal, games[header.game], header)
        except (BadOption, BadPosition) as wrong:
            name = wrong.name if isinstance(wrong, BadOption) else wrong.key
            why = say("{name}: {why}", name=name, why=wrong.text) if name else wrong.text
            raise JournalError(
                say("session {id} cannot begin by these rules: {why}", id=header.session, why=why)
            ) from wrong
        except (ValueError, TypeError, LookupError) as wrong:
            raise DamagedSessionError(header.session, str(wrong)) from wrong

    @classmethod
    def _played(cls, journal: Journal, game: Game, header: Header) -> Session:
        began = row_bodies.header_from_json(header.header)
        table = Table(began.players, began.colours, began.marks)
        session = cls(journal, game, table, codec.options_from_plain(game, began.options), began.facts)
        session.id, session.rules_version = header.session, header.rules_version
        session.continues = began.continues or ""
        session._play_again()
        return session

    def follow(self, row: Row) -> None:
        """Take in the next row, which another program has written. Raises Malformed, JournalError."""
        if self._unplayed or not play_on(self._log, row, self.game, self._judge):
            self._play_again()
        else:
            self.seq, self.moved_at = row.seq, row.at
            self.notes = self.entries[-1].notes if self.entries else ()

    def _play_again(self) -> None:
        rows, self._log = self.journal.rows(self.id), Entries(self.start)
        self._unplayed, self.stopped = play(self._log, rows, self.game, self._judge)
        self.seq, self.moved_at = rows[-1].seq, rows[-1].at
        self.notes = self.entries[-1].notes if self.entries else self.options.remarks(self.table)

    @property
    def entries(self) -> list[Entry]:
        """The events that count, oldest first."""
        return self._log.counting

    @property
    def steps(self) -> list[Undoable]:
        """The steps `undo` would take back, the next one last."""
        return self._log.steps

    @property
    def taken_back(self) -> list[Undoable]:
        """The steps `redo` would bring back, the next one last."""
        return self._log.taken_back

    @property
    def start(self) -> Any:
        """The state before the first event."""
        return self._log.start

    @property
    def state(self) -> Any:
        """The current state."""
        return self._log.state

    def at(self, count: int) -> Any:
        """Return the state after the first `count` events that count."""
        return self._log.at(count)

    @cached_property
    def before(self) -> tuple[Session, ...]:
        """The sessions of the evening that this one continues, newest first. Raises JournalError."""
        games = {self.game.id: self.game}
        return tuple(Session.resume(self.journal, games, each) for each in evening(self.journal, self.id)[1:])

    def asks(self) -> tuple[Any, ...]:
        """Return what the table is asked for now; empty exactly when the game is over or was stopped."""
        if self._log.ended is not None:
            return ()
        state = self.state
        if self._asked is None or self._asked[0] is not state:  # called often between two events
            self._asked = state, self.game.asks(state)
        return self._asked[1]

    def facts(self) -> dict[str, Any]:
        """Return the current public position."""
        return self.game.facts(self.state)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on; for a stopped game the standings by its tally."""
        ended = self._log.ended
        return self.game.outcome(self.state) if ended is None else standings(self.game, self.table, self.state, ended)

    def submit(self, event: Happening, origin: str = Origin.TOUCH, evidence: Evidence | None = None) -> Step:
        """Judge an event, a correction or an end, write it, and only then let it count.

        Raises IllegalEvent (GameOver after the end, ImpossiblePosition for a correction) or JournalError (GoneOnError
        if another app has added to the game), with nothing changed.
        """
        before = self.state
        try:
            step = self.judge(event)
        except IllegalEvent:
            self.look_again()
            raise
        at = self._append(*row_of(self.game, event, before, step.state), origin, evidence)
        self._log.add(Entry(self.seq, at, str(origin), event, step.state, step.notes))
        self._moved(step.notes)
        return step

    def judge(self, event: Happening) -> Step:
        """Return what would follow from an event, without writing it. Raises IllegalEvent."""
        if self._log.ended is not None:
            raise over()
        return self._judge(self.state, event)

    def preview(self, changes: Mapping[int, Happening | None], on_conflict: OnConflict = "skip") -> Amendment:
        """Return what `amend` would do, without writing it. Raises NoSuchEntry, IllegalEvent, Conflict as it does."""
        amendment = self._log.amended(changes, self._judge, stop=on_conflict == "stop")
        if amendment.misfits and on_conflict == "refuse":
            raise Conflict(*amendment.misfits[0])
        return amendment

    def amend(self, changes: Mapping[int, Happening | None], on_conflict: OnConflict = "refuse") -> Amendment:
        """Change entries by their numbers (None removes one) and play all later ones again.

        Raises, with nothing changed, NoSuchEntry, IllegalEvent if an event does not fit in its place, Conflict if a
        later one no longer fits and that is refused, and JournalError.
        """
        try:
            amendment = self.preview(changes, on_conflict)
        except (IllegalEvent, NoSuchEntry, Conflict):
            self.look_again()
            raise
        at = self._append(AMENDED, row_bodies.amendment_to_json(changes, amendment.dropped))
        amendment = recorded(amendment, self.seq, at)
        self._log.add(amendment)
        self._moved(self.entries[-1].notes if self.entries else ())
        return amendment

    def undo(self, count: int = 1) -> None:
        """Take back steps: events, or changes of events. Raises NothingToUndo, JournalError, with nothing changed."""
        log = self._log.copy()
        try:
            log.undo(count)
        except NothingToUndo as wrong:
            self.look_again()
            if self.continues:
                raise NothingToUndo(f"{wrong}: what was before the table changed is set right instead") from None
            raise
        self._append(UNDONE, row_bodies.count_to_json(count))
        self._log, self.notes = log, ()

    def redo(self, count: int = 1) -> None:
        """Bring back steps. Raises NothingToUndo, JournalError, with nothing changed."""
        log = self._log.copy()
        try:
            log.redo(count)
        except NothingToUndo:
            self.look_again()
            raise
        self._append(REDONE, row_bodies.count_to_json(count))
        self._log, self.notes = log, log.counting[-1].notes if log.counting else ()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write everything done in the block, or raise with nothing changed."""
        kept = self.seq, self._log.copy(), self.notes, self.stopped, self._unplayed, self.moved_at, self.away
        try:
            with self.journal.together():
                yield
        except BaseException:
            self.seq, self._log, self.notes, self.stopped, self._unplayed, self.moved_at, self.away = kept
            raise

    def look_again(self) -> None:
        """Raise GoneOnError if another app has added to this game."""
        if self.journal.last_seq(self.id) > self.seq:
            raise GoneOnError(say("another app has added to this game: resume it to continue from there"))

    def _append(self, kind: str, body: bytes, origin: str = Origin.TOUCH, evidence: Evidence | None = None) -> str:
        """Write a row and return its time. In the same transaction, take back what could not be replayed, and write for
        how long the game was not open.
        """
        let_go = [(UNDONE, row_bodies.count_to_json(self._unplayed))] if self._unplayed else []
        away = [(RESUMED, row_bodies.away_to_json(self.away))] if self.away >= LEAST_AWAY_S else []
        before = [*let_go, *away]
        seq = self.seq + len(before) + 1
        with self.journal.together() if before else nullcontext():
            for earlier, row in enumerate(before, self.seq + 1):
                self.journal.append(self.id, earlier, Origin.TOUCH, *row, None)
            at = self.journal.append(self.id, seq, origin, kind, body, evidence)
        self.seq, self._unplayed, self.stopped, self.moved_at, self.away = seq, 0, NOTHING, at, 0.0
        return at

    def _moved(self, notes: tuple[Note, ...]) -> None:
        """Set the notes, and back up if the game is over."""
        self.notes = notes
        if self.outcome() is not None:
            self.journal.back_up_soon()
