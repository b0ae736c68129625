"""The board in the setup form: its picture, and the ways to another one: chosen, painted, read off a photograph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.text import Text, counted
from companion.games.catch_22.board_checks import BadBoard, read_board
from companion.games.catch_22.board_files.choices import board_name, named_grids, paint_small
from companion.games.catch_22.board_files.default import default_grid
from companion.games.catch_22.board_files.grid import Grid, Place, board_of, grid_of
from companion.games.catch_22.board_map import Board, to_plain
from companion.games.catch_22.ui.board_editor import Editor
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in


class BoardOption(Drawn):
    """A small picture of the board and three buttons. `changed` gets the JSON-able board."""

    wanted = 170
    wanted_wide = 344

    def __init__(self, value: Any, changed: Callable[[object], None], **kwargs: Any) -> None:
        self.board = _board(value)
        self.name = default_grid().name if self.board == board_of(default_grid()) else ""
        self._changed = changed
        super().__init__(**kwargs)
        self.choose = Button(word("Choose"), self._choose, size=20)
        self.paint_it = Button(word("Paint"), self._paint_it, size=20)
        self.scan = Button(word("Photo"), self._scan, size=20)
        for button in (self.choose, self.paint_it, self.scan):
            self.add_widget(button)
        self.bind(pos=self._lay, size=self._lay)

    def use(self, grid: Grid) -> None:
        """This board is played on from now on. One that was changed and not saved has no name."""
        trimmed = grid.trimmed()
        self.board = board_of(trimmed)
        kept = any(
            board_of(each.trimmed()) == self.board for name, each in named_grids(self._folder()) if name == grid.name
        )
        self.name = grid.name if kept else ""
        self._changed(to_plain(self.board))
        self.again()
        self._screen().card.close()

    def edit(self, grid: Grid | None, hints: frozenset[Place] = frozenset(), reasons: tuple[Text, ...] = ()) -> None:
        """Opens the editor."""
        editor = Editor(grid, self.use, self._folder(), hints=hints, reasons=reasons)
        self._screen().card.open(editor, word("Paint a board"))

    def _choose(self) -> None:
        tiles = [
            Tile(translate(board_name(name)), grid, self._chooser(grid)) for name, grid in named_grids(self._folder())
        ]
        self._screen().card.open(Tiles(tiles), word("Choose a board"))

    def _chooser(self, grid: Grid) -> Callable[[], object]:
        return lambda: self.use(grid)

    def _paint_it(self) -> None:
        self.edit(grid_of(self.board, self.name) if self.board.squares else None)

    def _scan(self) -> None:
        from companion.games.catch_22.ui.photo_import import Photo  # noqa: PLC0415  OpenCV only when it is needed

        preview = self._screen().controller.devices.preview()
        image = None if preview is None else preview.image
        self._screen().card.open(Photo(image, self._folder(), self.edit), word("A board from a photograph"))

    def _folder(self) -> Path:
        """Where people's own boards are kept: in the app's data folder."""
        folder: Path = self._screen().app.folder.boards
        return folder

    def _screen(self) -> Any:
        """The screen this stands on: it opens cards."""
        above: Widget | None = self.parent
        while above is not None and not (hasattr(above, "card") and hasattr(above, "controller")):
            above = above.parent
        assert above is not None, "the form stands on a screen"
        return above

    def _parts(self) -> tuple[canvas.Box, canvas.Box]:
        picture, buttons = rows_in(self.box, 0, 56, gap=6)
        return picture, buttons

    def _lay(self, *_: object) -> None:
        if self.width < dp(60):
            return
        put_grid((self.choose, self.paint_it, self.scan), self._parts()[1], 3, 6)

    def paint(self) -> None:
        """The board, small, and its name."""
        picture, words = columns_in(self._parts()[0], 0, 120, gap=8)
        paint_small(self.board, KivyCanvas(), canvas.in_units(picture))
        name = translate(board_name(self.name)) or word("own board")
        canvas.text(name, (words[0], words[1] + words[3] / 2, words[2], words[3] / 2), 18, bold=True, align="left")
        count = translate(counted("{n} square", "{n} squares", len(self.board.squares)))
        canvas.text(count, (words[0], words[1], words[2], words[3] / 2), 18, "quiet", align="left")


class Tile(Tappable):
    """A board to choose: its picture and its name."""

    def __init__(self, name: str, grid: Grid, chosen: Callable[[], object], **kwargs: Any) -> None:
        self.words, self._board = name, board_of(grid)
        super().__init__(chosen, **kwargs)

    def paint(self) -> None:
        """Picture above, name below."""
        canvas.raised(self.box, "pressed" if self.down else "raised", flat=self.down)
        x, y, width, height = self.box
        picture = (x + dp(12), y + dp(46), width - dp(24), height - dp(58))
        paint_small(self._board, KivyCanvas(), canvas.in_units(picture))
        canvas.text(self.words, (x + dp(8), y + dp(6), width - dp(16), dp(36)), 22, bold=True)


class Tiles(Drawn):
    """Boards side by side, some to a page."""

    A_PAGE = 6

    def __init__(self, tiles: list[Tile], **kwargs: Any) -> None:
        self._tiles, self._page = tiles, 0
        super().__init__(**kwargs)
        self._more = Button("", partial(self.scrolled, 1), "quiet", 22)
        self.bind(pos=self._lay, size=self._lay)

    def scrolled(self, by: int) -> None:
        """Show the next page, or the one before."""
        self._page += by
        self._lay()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(100):
            return
        pages = -(-len(self._tiles) // self.A_PAGE)
        self._page %= pages
        shown_now = self._tiles[self._page * self.A_PAGE : (self._page + 1) * self.A_PAGE]
        box = self.box
        if pages > 1:
            box, below = rows_in(self.box, 0, 60, gap=8)
            self._more.say(word("More {page}/{pages}", page=self._page + 1, pages=pages))
            self.add_widget(self._more)
            put(self._more, below)
        columns = min(3, len(shown_now))
        x, y, width, height = box
        wide = width * (0.5 if columns == 1 else 1.0)
        high = height * (0.6 if len(shown_now) <= 3 else 1.0)
        for tile in shown_now:
            self.add_widget(tile)
        put_grid(shown_now, (x, y + height - high, wide, high), columns)


def _board(value: Any) -> Board:
    """The board that stands in the form; an empty one where that is none."""
    try:
        return read_board(value, strict_counts=None) if isinstance(value, Mapping) else Board((), ())
    except BadBoard:
        return Board((), ())
