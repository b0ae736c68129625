"""A game as files to keep and to send: the result as a picture and a page, and every form of export."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.drawing import signs
from companion.drawing.png import pdf, png
from companion.drawing.svg_canvas import SvgCanvas
from companion.drawing.theme import Look
from companion.record import export
from companion.record.bgstats import on_the_wall
from companion.record.result_picture import HIGH, WIDE, paint_result
from companion.record.result_sheet import result_sheet
from companion.record.session import Session
from companion.record.summary import summary_of

ENDINGS = {"png": ".png", "pdf": ".pdf", **export.FORMS}
"""Forms of a game and the extensions of their files."""


def written(session: Session, form: str, look: Look) -> bytes:
    """Return the game in a form of `ENDINGS`; pictures have this look. Raises ValueError, JournalError."""
    return writer(session, form, look)()


def writer(session: Session, form: str, look: Look) -> Callable[[], bytes]:
    """Return what gives the game in a form of `ENDINGS`, on any thread: the session is read at once, and painted when
    that is called. Raises ValueError, JournalError.
    """
    if form not in {"png", "pdf"}:
        content = export.written(session, form)
        return lambda: content
    if session.outcome() is None:
        raise ValueError("the game is not over: there is no result yet")
    sheet, game, table = result_sheet(session, summary_of(session)), session.game, session.table

    def painted() -> bytes:
        drawn = SvgCanvas(WIDE, HIGH, look)
        with signs.seated(table):  # who opens the file may have no font for a name
            paint_result(drawn, sheet, game, on_the_wall(sheet.began)[:10])
        return png(drawn) if form == "png" else pdf(drawn)

    return painted


def save_result(session: Session, folder: Path, look: Look) -> tuple[Path, ...]:
    """Write the game to a folder in every form, and return the files, including those that already exist.

    Raises ValueError while the game goes on, JournalError, OSError naming the file that cannot be written.
    """
    export.make_folder(folder)
    paths = []
    for form, ending in ENDINGS.items():
        path = folder / f"{export.result_name(session)}{ending}"
        if not path.exists():
            with suppress(FileExistsError):  # the name contains the session and its length, so it is the same result
                export.save(path, written(session, form, look))
        paths.append(path)
    return tuple(paths)
