"""One game at one table: the fold of its journal rows, and the only way to add to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

from companion.core.events import Happening, IllegalEvent
from companion.core.game import BadOption, BadPosition, Game, Note, Options, Outcome
from companion.core.game import Step as Judged
from companion.core.table import Table
from companion.core.text import NOTHING, say
from companion.record import codec
from companion.record.entries import (
    Amendment,
    Conflict,
    Entries,
    Entry,
    Misfit,
    NoSuchEntry,
    NothingToUndo,
    Step,
    recorded,
)
from companion.record.fold import play
from companion.record.journal import (
    AMENDED,
    REDONE,
    UNDONE,
    Evidence,
    GoneOnError,
    Header,
    Journal,
    JournalError,
    Origin,
)
from companion.record.judging import GameOver, ImpossiblePosition, judge, over, row_of, standings
from companion.record.rows import DamagedSessionError

__all__ = [
    "Amendment",
    "Conflict",
    "Entry",
    "GameOver",
    "ImpossiblePosition",
    "Misfit",
    "NoSuchEntry",
    "NothingToUndo",
    "Session",
]

OnConflict = Literal["refuse", "stop", "skip"]
"""Where a later entry no longer fits: nothing is changed, all before it stays, or only those that fit stay."""


class Session:
    """A running game. `submit`, `amend`, `undo` and `redo` are durable before the state moves.

    Made by `begin` or `resume`. `facts_at_start` is the position it was begun from (None: from the start),
    `continues` the session that goes on in this one ("": none),
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
        self.continues = ""
        start = game.start(table, options) if facts is None else codec.position_from_plain(game, table, options, facts)
        self._log = Entries(start)
        self._judge = partial(judge, game, table, options)
        self.seq = 0
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
    ) -> Session:
        """A new session, from the start or from a position; `continues` names an earlier one of the same evening.

        Raises BadOption (also for a wrong number of players), BadPosition, JournalError, and KeyError if the journal
        has no session to continue.
        """
        session = cls(journal, game, table, options, facts)
        if continues:
            session.continues = journal.header(continues).session
        session.notes = options.remarks(table)
        kept = None if facts is None else dict(facts)
        options_kept = codec.options_to_plain(options)
        header = codec.Began(table.players, table.colours, options_kept, kept, session.continues or None)
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
        began = codec.header_from_json(header.header)
        table = Table(began.players, began.colours)
        session = cls(journal, game, table, codec.options_from_plain(game, began.options), began.facts)
        session.id, session.rules_version = header.session, header.rules_version
        session.continues = began.continues or ""
        rows = journal.rows(header.session)
        session.seq = rows[-1].seq
        session._unplayed, session.stopped = play(session._log, rows, game, session._judge)
        session.notes = session.entries[-1].notes if session.entries else session.options.remarks(table)
        return session

    @property
    def entries(self) -> list[Entry]:
        """The events that count, oldest first."""
        return self._log.counting

    @property
    def steps(self) -> list[Step]:
        """What `undo` would take back, the next one last."""
        return self._log.steps

    @property
    def taken_back(self) -> list[Step]:
        """What `redo` would bring back, the next one last."""
        return self._log.taken_back

    @property
    def start(self) -> Any:
        """The state before the first event."""
        return self._log.start

    @property
    def state(self) -> Any:
        """The state now."""
        return self.at(len(self.entries))

    def at(self, count: int) -> Any:
        """The state after the first `count` events that count."""
        return self._log.at(count)

    def asks(self) -> tuple[Any, ...]:
        """What the table is asked for now; empty exactly when the game is over, or was stopped."""
        if self._log.ended is not None:
            return ()
        state = self.state
        if self._asked is None or self._asked[0] is not state:  # many want to know between two events
            self._asked = state, self.game.asks(state)
        return self._asked[1]

    def facts(self) -> dict[str, Any]:
        """The public position now."""
        return self.game.facts(self.state)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on. If it was stopped: the standings by the game's tally."""
        ended = self._log.ended
        return self.game.outcome(self.state) if ended is None else standings(self.game, self.table, self.state, ended)

    def submit(self, event: Happening, origin: str = Origin.TOUCH, evidence: Evidence | None = None) -> Judged:
        """Judge an event, a correction or an end, write it down, and only then let it count.

        Raises IllegalEvent (GameOver after the end, ImpossiblePosition for a correction) or JournalError (GoneOnError
        if another app has added to the game); then nothing changed.
        """
        with self._looking_again():
            step = self.judge(event)
        at = self._append(*row_of(self.game, event, self.state, step.state), origin, evidence)
        self._log.add(Entry(self.seq, at, str(origin), event, step.state, step.notes))
        self._moved(step.notes)
        return step

    def judge(self, event: Happening) -> Judged:
        """What would follow from an event; writes nothing. Raises IllegalEvent."""
        if self._log.ended is not None:
            raise over()
        return self._judge(self.state, event)

    def preview(self, changes: Mapping[int, Happening | None], on_conflict: OnConflict = "skip") -> Amendment:
        """What `amend` would do, with all that would no longer fit; writes nothing.

        Raises NoSuchEntry, IllegalEvent, Conflict as `amend` does.
        """
        amendment = self._log.amended(changes, self._judge, stop=on_conflict == "stop")
        if amendment.misfits and on_conflict == "refuse":
            raise Conflict(*amendment.misfits[0])
        return amendment

    def amend(
        self, changes: Mapping[int, Happening | None], on_conflict: OnConflict = "refuse", origin: str = Origin.TOUCH
    ) -> Amendment:
        """Change entries by their numbers (None takes one out) and play all later ones again after them.

        Raises NoSuchEntry, IllegalEvent where an event does not fit in the place of its entry, Conflict where a later
        one no longer fits and that is refused, JournalError; then nothing changed.
        """
        with self._looking_again():
            amendment = self.preview(changes, on_conflict)
        at = self._append(AMENDED, codec.amendment_to_json(changes, amendment.dropped), origin)
        amendment = recorded(amendment, self.seq, at)
        self._log.add(amendment)
        self._moved(self.entries[-1].notes if self.entries else ())
        return amendment

    def undo(self, count: int = 1, origin: str = Origin.TOUCH) -> None:
        """Take back that many steps: events, or changes of events. Raises NothingToUndo, JournalError; then nothing
        changed.
        """
        log = self._log.copy()
        with self._looking_again():
            log.undo(count)
        self._append(UNDONE, codec.count_to_json(count), origin)
        self._log, self.notes = log, ()

    def redo(self, count: int = 1, origin: str = Origin.TOUCH) -> None:
        """Bring back that many steps. Raises NothingToUndo, JournalError; then nothing changed."""
        log = self._log.copy()
        with self._looking_again():
            log.redo(count)
        self._append(REDONE, codec.count_to_json(count), origin)
        self._log, self.notes = log, log.counting[-1].notes if log.counting else ()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is done meanwhile counts and is on the disk afterwards; or it raises, and nothing has changed."""
        kept = self.seq, self._log.copy(), self.notes, self.stopped, self._unplayed
        try:
            with self.journal.together():
                yield
        except BaseException:
            self.seq, self._log, self.notes, self.stopped, self._unplayed = kept
            raise

    def look_again(self) -> None:
        """Raise GoneOnError where another app has added to this game: what is known here is out of date."""
        if self.journal.last_seq(self.id) > self.seq:
            raise GoneOnError(say("another app has added to this game: resume it to continue from there"))

    @contextmanager
    def _looking_again(self) -> Iterator[None]:
        """Nothing is refused for how the game stood before another app went on with it."""
        try:
            yield
        except (IllegalEvent, NothingToUndo, NoSuchEntry, Conflict):
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
        self.seq, self._unplayed, self.stopped = seq, 0, NOTHING
        return at

    def _moved(self, notes: tuple[Note, ...]) -> None:
        """The position has changed."""
        self.notes = notes
        if self.outcome() is not None:
            self.journal.back_up_soon()
