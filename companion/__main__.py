"""The command line: `catseye referee` speaks the line protocol (`catseye --help` lists the rest)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def _root() -> None:
    """A table-side referee for real, physical games."""


@app.command()
def referee(
    journal: Annotated[
        Path | None, typer.Option(help="Keep the sessions in this file (without it: in memory).")
    ] = None,
) -> None:
    """The rules engine without a screen: one JSON request a line on standard input, one answer a line out."""
    from companion.games import shelf  # noqa: PLC0415  each command imports only what it needs: a quick start
    from companion.journal import Journal, JournalError  # noqa: PLC0415
    from companion.lines import LineReferee, serve  # noqa: PLC0415

    try:
        kept = Journal(journal if journal is not None else ":memory:")
    except JournalError as wrong:
        typer.echo(str(wrong), err=True)
        raise typer.Exit(2) from None
    serve(LineReferee(shelf(), kept), sys.stdin.buffer, sys.stdout.buffer)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
