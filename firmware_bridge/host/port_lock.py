"""Find out who has a serial port open, and keep other programs away from it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no fcntl, and lets only one program open a port
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Holder:
    """A running program that has the port open, and its process id."""

    name: str
    number: int


def running(root: Path = Path("/")) -> Iterator[Path]:
    """Return the /proc folders of the running processes; none if there is no /proc."""
    return (path for path in (root / "proc").glob("[0-9]*") if path.is_dir())


def holders(port: str, processes: Iterable[Path]) -> Iterator[Holder]:
    """Yield the other programs that have this port open, as far as one may look."""
    device = os.path.realpath(port)
    for process in processes:
        try:
            holds = any(os.path.realpath(link) == device for link in (process / "fd").iterdir())
        except OSError:
            continue  # it ended, or belongs to somebody else
        if holds and int(process.name) != os.getpid():
            yield Holder(name_of(process), int(process.name))


def name_of(process: Path) -> str:
    """Return the name of a process, with its arguments if it runs Python; "" if it has ended."""
    try:
        name = (process / "comm").read_text().strip()
    except OSError:
        return ""
    if not name.startswith("python"):
        return name
    try:
        _, *words = (process / "cmdline").read_text(errors="replace").rstrip("\0").split("\0")
    except OSError:
        return name
    return " ".join([name, *words[:3]])


@contextmanager
def kept(port: str) -> Iterator[None]:
    """Lock the port as pyserial's `exclusive` does, without touching its settings, for a program started from here.

    Raises BlockingIOError if another program has it, OSError if it cannot be opened.
    """
    with ExitStack() as at_the_end:
        if fcntl is not None:
            descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            at_the_end.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
