"""Handling of standard output that cannot be written (a full device, a closed pipe), for every command line."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from catseye.folders import NoHomeFolder

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import ReadableBuffer


class OutputFailed(Exception):  # noqa: N818 - named after what happened
    """Standard output cannot be written; the message is the system's reason.

    It is not an OSError: commands catch those for their own files, and click ends silently at a closed pipe.
    """


class _Output(io.RawIOBase):
    """The raw stream under standard output. The first failure to write is an OutputFailed, and `failed` says why.

    Later writes are dropped: Python flushes the stream again at exit, and a second failure would end with code 120.
    """

    def __init__(self, raw: io.RawIOBase) -> None:
        super().__init__()
        self._raw = raw
        self.failed = ""

    def write(self, data: ReadableBuffer, /) -> int | None:
        if self.failed:
            return memoryview(data).nbytes
        try:
            return self._raw.write(data)
        except OSError as wrong:
            self.failed = wrong.strerror or str(wrong)
            raise OutputFailed(self.failed) from wrong

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()


def run(command: Callable[[], object], *, errors: str = "backslashreplace") -> NoReturn:
    """Run a command line and end the program. If standard output cannot be written, or no home folder is known, one
    line on standard error says so and the exit code is 2. `errors` says how characters are written that standard output
    cannot encode.
    """
    given, output = sys.stdout, None
    code: str | int | None = None
    if isinstance(given, io.TextIOWrapper):
        sys.stdout, output = _over(given, errors)
    try:
        try:
            command()
        finally:
            if sys.stdout is not None:  # None: closed by the caller
                sys.stdout.flush()
    except OutputFailed:
        pass
    except NoHomeFolder as wrong:
        typer.echo(str(wrong), err=True)
        code = 2
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.stdout = given
    if output is not None and output.failed:  # click swallows the failure of a first write that only tries the stream
        typer.echo(f"the standard output failed: {output.failed}", err=True)
        code = 2
    sys.exit(code)


def _over(given: io.TextIOWrapper, errors: str) -> tuple[io.TextIOWrapper, _Output]:
    """Return a text stream over an `_Output` on the raw stream of `given`, buffered alike; and the `_Output`."""
    below: Any = given.buffer
    raw = getattr(below, "raw", below)  # with PYTHONUNBUFFERED the buffer itself is the raw stream
    output = _Output(raw)
    buffer: Any = output if raw is below else io.BufferedWriter(output)
    text = io.TextIOWrapper(
        buffer,
        encoding=given.encoding,
        errors=errors,
        line_buffering=given.line_buffering,
        write_through=given.write_through,
    )
    return text, output
