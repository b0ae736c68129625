"""Keeps the films of throws that were asked about, corrected, taken back, or did not count though a roll was due."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from catseye import kept_files
from companion.core.events import Happening
from companion.core.text import Text, decimal, say
from companion.referee.signals import DiceSeen
from companion.referee.verdicts import NeedsReview

if TYPE_CHECKING:
    from companion.app.controller import TableController

MOST_BYTES = 64 * 1024 * 1024
"""Size of all films, bytes: about a thousand. The oldest are deleted first."""
REMEMBERED = 20
"""Throws whose films wait in memory for a correction: some megabytes."""
ENDING = ".webp"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Counted:
    """The film of a throw that counted, and its rolls by the numbers of their entries."""

    film: tuple[bytes, ...]
    rolls: Mapping[int, Happening]


class Films:
    """Follows a table, and writes films to a folder on a thread of its own. A film belongs to the picture of its throw.

    `wanted` is what people chose.
    """

    def __init__(self, controller: TableController, folder: Path, wanted: Callable[[], bool]) -> None:
        self._controller, self._folder, self._wanted = controller, folder, wanted
        self._counted: OrderedDict[str, _Counted] = OrderedDict()
        self._looked_at: DiceSeen | None = None
        self._last: DiceSeen | None = None
        self._asked: NeedsReview | None = None
        self._kept: set[str] = set()
        self._waiting: SimpleQueue[tuple[str, tuple[bytes, ...]] | None] = SimpleQueue()
        self._thread: Thread | None = None
        controller.followers.append(self.follow)
        self.follow()

    def follow(self) -> None:
        """Look at what has changed at the table."""
        controller, session = self._controller, self._controller.session
        wanted = controller.practice is None and self._wanted()
        controller.devices.keep_films(on=wanted)
        if session is None or not wanted:
            self._counted.clear()
            return
        last, seen, review = controller.last_roll_seen(), controller.seen, controller.pending_review
        if review is not None and review is not self._asked:
            self._asked = review
            self._keep(session.id, review.seen)
        if last is not None and last is not self._last and last.film and last.picture is not None:
            self._last = last
            rolls = {entry.seq: entry.event for entry in controller.last_throw()}
            self._counted.setdefault(film_name(session.id, last.picture), _Counted(last.film, rolls))
            while len(self._counted) > REMEMBERED:
                self._counted.popitem(last=False)
        if seen is not None and seen is not self._looked_at:
            self._looked_at = seen
            did_count = last is not None and last.picture is seen.picture
            one_by_one = controller.tray.one_by_one
            if seen.dice and review is None and not did_count and not one_by_one and controller.tray.asked(session):
                self._keep(session.id, seen)
        self._keep_changed()

    def _keep_changed(self) -> None:
        """Keep the films of throws whose rolls no longer count as they did."""
        session = self._controller.session
        assert session is not None, "a table has a session"
        wanted = {seq for counted in self._counted.values() for seq in counted.rolls}
        now = {entry.seq: entry.event for entry in session.entries if entry.seq in wanted}
        for name, counted in list(self._counted.items()):
            if name.startswith(session.id) and any(now.get(seq) != event for seq, event in counted.rolls.items()):
                del self._counted[name]
                self._write(name, counted.film)

    def _keep(self, session: str, seen: DiceSeen) -> None:
        if seen.film and seen.picture is not None:
            self._write(film_name(session, seen.picture), seen.film)

    def _write(self, name: str, film: tuple[bytes, ...]) -> None:
        if name in self._kept:
            return
        self._kept.add(name)
        if self._thread is None:
            self._thread = Thread(target=self._run, name="films", daemon=True)
            self._thread.start()
        self._waiting.put((name, film))

    def _run(self) -> None:
        from companion.devices.film import film_file  # noqa: PLC0415  OpenCV is slow to import

        while (work := self._waiting.get()) is not None:
            name, film = work
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                kept_files.write(self._folder / name, film_file(film))
                self._shorten()
            except (OSError, ValueError):
                _log.warning("the film %s is not kept", name, exc_info=True)

    def close(self) -> None:
        """Write what waits, and follow the table no more."""
        self._controller.followers.remove(self.follow)
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join()

    def _shorten(self) -> None:
        files = sorted(self._files(), key=lambda file: file.stat().st_mtime)
        size = sum(file.stat().st_size for file in files)
        while files and size > MOST_BYTES:
            oldest = files.pop(0)
            size -= oldest.stat().st_size
            oldest.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob(f"*{ENDING}"))


def film_name(session: str, picture: bytes) -> str:
    """Return the name of the film that belongs to the picture of a throw."""
    return f"{session}-{sha256(picture).hexdigest()[:16]}{ENDING}"


def film_of(folder: Path, session: str, jpeg: bytes | None) -> Path | None:
    """Return the file of the film that belongs to a throw's picture, if it was kept."""
    file = folder / film_name(session, jpeg or b"")
    return file if jpeg is not None and file.exists() else None


def films_in(folder: Path) -> tuple[int, int]:
    """Return how many films there are, and their size in bytes."""
    sizes = [file.stat().st_size for file in folder.glob(f"*{ENDING}")]
    return len(sizes), sum(sizes)


def size_words(size: int) -> Text:
    """Return the size of files in words; `size` is in bytes."""
    return say("{n} kB", n=max(1, round(size / 1e3))) if size < 1e6 else say("{n} MB", n=decimal(size / 1e6))


def delete_films(folder: Path, session: str = "") -> None:
    """Delete all films, or those of a session. Raises OSError."""
    for file in folder.glob(f"{session or '*'}-*{ENDING}"):
        file.unlink(missing_ok=True)
