"""A journal of some games, and damage to one page or one bit of its files."""

import shutil
from dataclasses import dataclass
from itertools import count
from random import Random
from unittest.mock import patch
from uuid import UUID

from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.games.catch_up import bot
from companion.record.journal import Evidence, Journal
from companion.record.session import Session

GAMES = shelf()
PAGE = 4096


@dataclass(frozen=True)
class Kept:
    """Acknowledged rows, evidence and facts by session."""

    rows: dict
    evidence: dict
    facts: dict


def play(session, chance, events):
    """Continue playing, with some pictures and undos."""
    player = bot.make(session.table, session.options, chance)
    for _ in range(events):
        asks = session.asks()
        if not asks or (session.entries and chance.random() < 0.1):
            session.undo(1 if asks else min(3, len(session.entries)))
        elif asks[0].roll is not None:
            faces = tuple(Face(chance.randint(1, 6)) for _ in range(asks[0].roll.count))
            picture = chance.randbytes(chance.choice((100, 9_000))) if chance.random() < 0.3 else None
            session.submit(Rolled(asks[0].seat, faces), "tray", Evidence(b'{"seq": %d}' % session.seq, picture))
        else:
            session.submit(player.choose(session.state, asks[0]))


def begun(journal, names=("Ann", "Bo", "Cy")):
    return Session.begin(journal, GAMES["catch-up"], Table(names), GAMES["catch-up"].options())


def kept(journal):
    ids = [listed.header.session for listed in journal.sessions()]
    rows = {id_: journal.rows(id_) for id_ in ids}
    evidence = {(id_, row.seq): journal.evidence(id_, row.seq) for id_ in ids for row in rows[id_]}
    facts = {id_: Session.resume(journal, GAMES, id_).facts() for id_ in ids}
    return Kept(rows, {key: found for key, found in evidence.items() if found is not None}, facts)


def killed(path, to):
    """Copy what an app killed now leaves on disk."""
    shutil.copytree(path.parent, to, ignore=shutil.ignore_patterns("*-backups"))
    return to / path.name


def journals(folder, seed, sessions=3, events=60):
    """Return the folders of one journal, closed and as a killed app leaves it, and what was acknowledged."""
    chance, path = Random(seed), folder / "played" / "journal.sqlite"
    minutes = (f"2026-01-17T{minute // 60 % 24:02}:{minute % 60:02}:00.000+00:00" for minute in count())
    journal = Journal(path, now=lambda: next(minutes))
    with patch("companion.record.journal.uuid.uuid4", lambda: UUID(int=chance.getrandbits(128))):
        for _ in range(sessions):
            play(begun(journal), chance, events)
    killed(path, folder / "killed")
    acknowledged = kept(journal)
    journal.close()
    killed(path, folder / "closed")
    return [folder / "closed", folder / "killed"], acknowledged


def damage(path, chance):
    """Zero one page of a file or flip one bit, and return a description."""
    content = bytearray(path.read_bytes())
    if chance.random() < 0.5:
        at = PAGE * chance.randrange(-(-len(content) // PAGE))
        content[at : at + PAGE] = bytes(len(content[at : at + PAGE]))
        what = f"page {at // PAGE + 1} of {path.name} zeroed"
    else:
        at, bit = chance.randrange(len(content)), chance.randrange(8)
        if chance.random() < 0.3:
            at = chance.choice((at % 100, PAGE * (at // PAGE) + at % 16))  # where the structure is
        at = min(at, len(content) - 1)
        content[at] ^= 1 << bit
        what = f"bit {bit} of byte {at} of {path.name} flipped"
    path.write_bytes(content)
    return what
