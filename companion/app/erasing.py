"""Erases games for good, with all that belongs to them."""

from __future__ import annotations

from companion.app.bot_seats import BotSeats
from companion.app.films import delete_films
from companion.app.folders import DataFolder
from companion.core.text import Text
from companion.record.evening import evening_alone
from companion.record.journal import Journal


def erase_game(journal: Journal, folder: DataFolder, bots: BotSeats, session: str) -> tuple[list[str], Text]:
    """Erase a game that is not open, with what came before its table changed, its pictures, films and bots.

    Return the ids of the erased sessions, and what may be left of them, in words. Raises KeyError, JournalError, with
    nothing changed.
    """
    erased = evening_alone(journal, session)
    left = journal.erase(*erased)
    for each in erased:
        for picture in folder.evidence.glob(f"{each}-*.jpg"):
            picture.unlink(missing_ok=True)
        delete_films(folder.films, each)
        bots.choose(each, ())
    return erased, left
