"""Who has a serial port open, and keeping other programs away from one while it is used."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no fcntl, and gives a port to one program only
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Holder:
    """A running program that has the port open."""

    name: str
    number: int


def running(root: Path = Path("/")) -> Iterator[Path]:
    """The folders of the running processes; none where the system has no /proc."""
    return (path for path in (root / "proc").glob("[0-9]*") if path.is_dir())


def holders(port: str, processes: Iterable[Path]) -> Iterator[Holder]:
    """The programs that have this port open, as far as one may look; not this one."""
    device = os.path.realpath(port)
    for process in processes:
        try:
            holds = any(os.path.realpath(link) == device for link in (process / "fd").iterdir())
        except OSError:
            continue  # it ended, or is somebody else's
        if holds and int(process.name) != os.getpid():
            yield Holder(name_of(process), int(process.name))


def name_of(process: Path) -> str:
    """What people know a process by; "" when it has ended. One of Python's is known by what it runs."""
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
    """The port is this program's, as pyserial's `exclusive` means it: others hear that another program has it.

    Nothing is read from it or set, so that a program started from here can use it. OSError where it cannot be opened;
    BlockingIOError where another program keeps it.
    """
    with ExitStack() as at_the_end:
        if fcntl is not None:
            descriptor = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            at_the_end.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
