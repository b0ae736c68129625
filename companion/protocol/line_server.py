"""The referee's line protocol: all rules without a screen, one JSON object per line in and out.

A request is `new`, `event`, `amend`, `correct`, `end`, `undo`, `redo`, `show` or `resume`. An answer has `"ok": true`
and the facts, or `"ok": false`, an error code and a sentence. A refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

from catseye.names import check_names
from companion.core.events import Happening, IllegalEvent
from companion.core.game import BadOption, BadPosition, Game
from companion.core.table import Table
from companion.protocol.amending import amended
from companion.protocol.answers import Answer, Refusal, ask_to_plain, outcome_to_plain, record, refused
from companion.protocol.game_listing import game_to_plain
from companion.record import codec, row_bodies
from companion.record.entries import NothingToUndo
from companion.record.journal import Journal, JournalError, Listed
from companion.record.judging import GameOver, ImpossiblePosition
from companion.record.session import Session

LONGEST_LINE = 1 << 20
TOO_LONG = "the line is longer than 1 MiB"
VERBS = ("new", "event", "amend", "correct", "end", "undo", "redo", "show", "resume")


class LineReferee:
    """Answers requests, with one session at a time in `journal`."""

    def __init__(self, games: Mapping[str, Game], journal: Journal) -> None:
        self._games, self._journal = games, journal
        self._session: Session | None = None

    def answer(self, line: bytes) -> Answer:
        """Return the answer to one line; never raises because of its content."""
        try:
            return self._answer(*request_of(line))
        except Refusal as refusal:
            return refusal.answer
        except codec.Malformed as wrong:
            return refused("malformed", str(wrong))
        except JournalError as wrong:
            return refused("journal", str(wrong))

    def _answer(self, verb: str, request: Any) -> Answer:
        match verb:
            case "new":
                self._session = begin(request, self._games, self._journal)
                return self._position(session=self._session.id)
            case "event" | "correct" | "end":
                return self._happened(happening_of(verb, request, self._playing()))
            case "amend":
                return self._position(dropped=list(amended(self._playing(), request).dropped))
            case "show":
                return self._show(request)
            case "resume":
                return self._resume(request)
            case _:
                return self._turn_back(verb, request)

    def _happened(self, event: Happening) -> Answer:
        try:
            self._playing().submit(event)
        except GameOver as over:
            raise Refusal("over", str(over)) from None
        except ImpossiblePosition as wrong:
            raise Refusal("bad-position", f"{wrong.key}: {wrong}" if wrong.key else str(wrong)) from None
        except IllegalEvent as illegal:
            raise Refusal("illegal", str(illegal), illegal.rule) from None
        return self._position()

    def _turn_back(self, verb: str, count: object) -> Answer:
        session = self._playing()
        outcome = session.outcome()
        if verb == "redo" and outcome is not None and outcome.stopped:
            raise Refusal("over", "the game was stopped: take that back first")
        try:
            (session.undo if verb == "undo" else session.redo)(counted(count))
        except NothingToUndo as wrong:
            raise Refusal("nothing-to-undo", str(wrong)) from None
        return self._position()

    def _resume(self, request: object) -> Answer:
        if not isinstance(request, str):
            raise Refusal("malformed", '"resume" takes a session\'s id, or "last"')
        try:
            self._session = Session.resume(self._journal, self._games, request)
        except KeyError:
            raise Refusal("no-session", f"the journal has no session {request[:60]!r}") from None
        stopped = {"stopped": str(self._session.stopped)} if self._session.stopped else {}
        return self._position(session=self._session.id, **stopped)

    def _show(self, what: object) -> Answer:
        if what == "games":
            return {"ok": True, "games": [game_to_plain(game) for game in self._games.values()]}
        if what == "sessions":
            return {"ok": True, "sessions": [_listed(listed) for listed in self._journal.sessions()]}
        if what == "facts":
            return self._position()
        if what == "asks":
            return {"ok": True, "asks": [ask_to_plain(ask) for ask in self._playing().asks()]}
        if what == "record":
            return {"ok": True, **record(self._playing())}
        raise Refusal("malformed", '"show" takes "asks", "facts", "games", "record" or "sessions"')

    def _playing(self) -> Session:
        if self._session is None:
            raise Refusal("no-session", 'no session yet: begin one with "new" or "resume"')
        return self._session

    def _position(self, **more: object) -> Answer:
        session = self._playing()
        return {
            "ok": True,
            "seq": session.seq,
            **more,
            "facts": session.facts(),
            "notes": [{"text": str(note.text), "rule": note.rule, "seat": note.seat} for note in session.notes],
            "outcome": outcome_to_plain(session),
        }


def happening_of(verb: str, request: Any, session: Session) -> Happening:
    """Return what an "event", "correct" or "end" says happened. Raises Malformed."""
    if verb == "correct":
        return codec.correction_from_plain(request)
    if verb == "end":
        return codec.end_from_plain(request)
    return codec.event_from_plain(session.game, request)


def request_of(line: bytes) -> tuple[str, Any]:
    """Return the verb of a line and its argument, or for "amend" the whole request. Raises Malformed, Refusal."""
    request = codec.parse(line)
    if not isinstance(request, dict):
        raise Refusal("malformed", "not a request: that is a JSON object")
    verbs = [verb for verb in VERBS if verb in request]
    if "amend" in verbs and {*verbs} <= {"amend", "event"}:
        return "amend", request
    if len(verbs) != 1:
        raise Refusal("malformed", f"a request holds exactly one of {', '.join(VERBS)}")
    return verbs[0], request[verbs[0]]


def counted(count: object) -> int:
    """How many events an "undo" or "redo" is for. Raises Refusal."""
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise Refusal("malformed", "how many: a whole number from 1")
    return count


def begin(
    request: object,
    games: Mapping[str, Game],
    journal: Journal,
    *,
    recorded: bool = False,
    session_id: str = "",
    marks: tuple[int, ...] = (),
) -> Session:
    """Begin the session of a "new" request. Raises Refusal, Malformed or JournalError.

    A `recorded` request may have any names; its session keeps its id if that is free, and its players their `marks`.
    """
    if not isinstance(request, dict):
        raise Refusal("malformed", '"new" must be an object')
    stray = request.keys() - {"game", "players", "colours", "options", "facts", "continues"}
    if stray:
        raise Refusal("malformed", f'"new" has no field {min(stray)!r}')
    game = _game_of(request.get("game"), games)
    players = _names(request.get("players"))
    colours = _names([] if request.get("colours") is None else request["colours"])
    options = {} if request.get("options") is None else request["options"]
    facts = request.get("facts")
    if facts is not None and not isinstance(facts, dict):
        raise Refusal("malformed", '"facts" must be an object')
    continues = _continued(request.get("continues"))
    try:
        table = Table(players, colours, marks)
        check_names(() if recorded or len(players) not in game.player_counts else players)
    except ValueError as wrong:
        raise Refusal("malformed", str(wrong)) from None
    try:
        chosen = codec.options_from_plain(game, options)
        return Session.begin(journal, game, table, chosen, facts, continues, session_id)
    except KeyError:
        raise Refusal("no-session", f"the journal has no session {continues[:60]!r} to continue") from None
    except BadOption as wrong:
        raise Refusal("bad-option", str(wrong)) from None
    except BadPosition as wrong:
        raise Refusal("bad-position", str(wrong)) from None


def serve(referee: LineReferee, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `requests` until they end, in bounded memory."""
    while line := requests.readline(LONGEST_LINE + 1):
        if is_too_long(line):
            while (rest := requests.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            answer = refused("malformed", TOO_LONG)
        else:
            answer = referee.answer(line)
        answers.write(codec.to_json(answer) + b"\n")
        answers.flush()


def is_too_long(line: bytes) -> bool:
    """Return whether this is the beginning of a line that is too long."""
    return len(line) > LONGEST_LINE and not line.endswith(b"\n")


def _listed(listed: Listed) -> Answer:
    """Return a session for the list; "damaged" says what is wrong with it, and a damaged header has no players."""
    players: tuple[str, ...] = ()
    continues, damaged = None, listed.damaged
    try:
        began = row_bodies.header_from_json(listed.header.header)
        players, continues = began.players, began.continues
    except codec.Malformed as wrong:
        damaged = str(wrong)
    return {
        "id": listed.header.session,
        "game": listed.header.game,
        "players": players,
        "began": listed.began,
        "last": listed.last,
        "entries": max(0, listed.rows - 1),
        **({"continues": continues} if continues else {}),
        **({"damaged": damaged} if damaged else {}),
    }


def _continued(value: object) -> str:
    """Return the session that a new one continues, or "". Raises Refusal."""
    if value is not None and not (isinstance(value, str) and value):
        raise Refusal("malformed", '"continues" is the id of a session')
    return "" if value is None else value


def _game_of(name: object, games: Mapping[str, Game]) -> Game:
    if not isinstance(name, str):
        raise Refusal("malformed", '"new" needs a "game"')
    if name not in games:
        raise Refusal("unknown-game", f"no game {name[:60]!r} on the shelf; there are {', '.join(games)}")
    return games[name]


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Refusal("malformed", '"players" and "colours" must be lists of names')
    return tuple(value)
