"""Golden playthroughs: `NAME.jsonl` holds requests of the line protocol, `NAME.txt` what the referee made of them.

`make golden` (this file as a program) writes every NAME.txt again; the diff then shows in review what a change of
rules means. `tests/contract/test_golden.py` compares.
"""

import json
from contextlib import closing
from pathlib import Path

from companion.core.events import IllegalEvent
from companion.games import shelf
from companion.protocol.answers import outcome_to_plain
from companion.protocol.line_server import begin
from companion.record import codec
from companion.record.journal import Journal

GAMES = Path(__file__).parent / "companion" / "games"


def playthroughs():
    """Every recorded playthrough there is."""
    return sorted(GAMES.glob("*/golden/*.jsonl"))


def rendered(path):
    """What the referee makes of one playthrough, as text."""
    requests = [
        json.loads(line) for line in path.read_text().splitlines() if line.strip() and not line.startswith("//")
    ]
    with closing(Journal(":memory:")) as journal:
        return _rendered(begin(requests[0]["new"], shelf(), journal), requests[1:])


def _rendered(session, requests):
    game, table = session.game, session.table
    facts = session.facts()
    lines = [f"{game.title}: {', '.join(table.players)}", *_changes({}, facts)]
    for request in requests:
        if "undo" in request or "redo" in request:
            (verb, count), *_ = request.items()
            (session.undo if verb == "undo" else session.redo)(count)
            lines += ["", f"{verb} {count}"]
        else:
            lines += ["", *_event(session, request["event"])]
        lines += _changes(facts, session.facts())
        facts = session.facts()
    lines += ["", f"outcome: {json.dumps(outcome_to_plain(session))}"]
    return "\n".join(lines) + "\n"


def _event(session, event):
    before = session.state
    happened = codec.event_from_plain(session.game, event)
    try:
        step = session.submit(happened)
    except IllegalEvent as refused:
        return [f"refused ({refused.rule}): {session.game.describe(before, happened)}", f"  {refused}"]
    notes = [f"  {note.text}" + (f" ({note.rule})" if note.rule else "") for note in step.notes]
    return [f"{session.game.describe(before, happened)}", *notes]


def _changes(before, after):
    return [f"    {key} = {json.dumps(value)}" for key, value in after.items() if before.get(key, ...) != value]


def main():
    for path in playthroughs():
        path.with_suffix(".txt").write_text(rendered(path))
        print(path.with_suffix(".txt").relative_to(GAMES.parent))


if __name__ == "__main__":
    main()
