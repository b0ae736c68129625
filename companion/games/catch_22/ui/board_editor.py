"""The board editor: a sheet of squared paper, tools beside it, and a line that says what is still missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.metrics import dp

from companion.core.text import Commas, Text, say
from companion.games.catch_22 import pieces
from companion.games.catch_22.board_files.choices import OURS
from companion.games.catch_22.board_files.edit import begun, state_of, tools
from companion.games.catch_22.board_files.grid import Cell, Grid, Place
from companion.games.catch_22.board_files.library import save
from companion.games.catch_22.board_map import Kind
from companion.games.catch_22.ui.editor_grid import Sheet
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.widgets.buttons import Button, Tappable, put_grid
from companion.ui.widgets.keyboard import Keyboard
from companion.ui.widgets.name_keyboard import name_pad
from companion.ui.widgets.painted import Drawn, Ground, columns_in, put, rows_in
from companion.ui.widgets.value_inputs import Stepper

TOOLS = 232
MOST_TOKENS = 99


class Editor(Drawn):
    """Paints a board. `use` gets the grid when it is to be played on; `hints` are squares to be looked at."""

    def __init__(
        self,
        grid: Grid | None,
        use: Callable[[Grid], object],
        folder: Path,
        *,
        hints: frozenset[Place] = frozenset(),
        reasons: tuple[Text, ...] = (),
        **kwargs: Any,
    ) -> None:
        self.edit = begun(grid, hints)
        self.tokens = 2
        self.kind: Kind | None = Kind.PLAIN
        self._use, self._folder = use, folder
        self._said = translate(say("Not sure: {reasons}", reasons=Commas(reasons))) if reasons else ""
        super().__init__(**kwargs)
        self.sheet = Sheet(self)
        self.tools = [Tool(name, kind, self._take) for name, kind in tools()]
        self.value = Stepper(self.tokens, 1, MOST_TOKENS, self._valued)
        self.undo = Button(word("Undo"), self._undo, size=20)
        self.save = Button(word("Save"), self._save, size=20)
        self.closer = Button(word("Closer"), self.sheet.turn, size=20)
        self.done = Button(word("Use it"), self._done, "asked", 22)
        self._pad: Keyboard | None = None
        self._ground = Ground()
        for widget in (self.sheet, *self.tools, self.value, self.closer, self.undo, self.save, self.done):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._take(Kind.PLAIN)

    def cell(self) -> Cell | None:
        """What the tool in hand paints."""
        if self.kind is None:
            return None
        return Cell(self.kind, self.tokens if self.kind is Kind.JACKPOT else 0)

    def stroke(self, place: Place, *, first: bool) -> None:
        """The finger is on a cell: paints it."""
        if first:
            self.edit = self.edit.begin_stroke()
            self._said = ""
        self.edit = self.edit.painted(place, self.cell())
        self._changed()

    def _changed(self) -> None:
        good, words = state_of(self.edit.grid)
        self.done.say(self.done.words, kind="asked" if good else "plain")
        self.undo.say(self.undo.words, why="" if self.edit.past else word("nothing to undo"))
        self._words = self._said or translate(words)
        self._good = good and not self._said
        self.sheet.again()
        self.again()

    def _take(self, kind: Kind | None) -> None:
        self.kind = kind
        for tool in self.tools:
            tool.chosen = tool.kind is kind
            tool.again()
        self._changed()

    def _valued(self, tokens: int) -> None:
        self.tokens = tokens
        self._take(Kind.JACKPOT)

    def _undo(self) -> None:
        self.edit = self.edit.undone()
        self._said = ""
        self._changed()

    def part_shown(self, part: int | None, parts: int) -> None:
        """The button says which part of the sheet is shown."""
        self.closer.say(word("Closer") if part is None else translate(say("Part {n}/{parts}", n=part + 1, parts=parts)))

    def _save(self) -> None:
        """Asks for a name, then writes the file; once at a time."""
        if self._pad is not None:
            return
        name = self.edit.grid.name
        self._pad = name_pad(word("My board") if name in {"", OURS.template} else name, [], self._named)
        self._ground.add_widget(self._pad)
        self.add_widget(self._ground)
        self._lay()

    def _named(self, name: str) -> None:
        if self._pad is not None:
            self.remove_widget(self._ground)
            self._ground.remove_widget(self._pad)
            self._pad = None
        self.edit = replace(self.edit, grid=replace(self.edit.grid, name=name))
        try:
            save(self._folder, self.edit.grid.trimmed())
            self._said = translate(say("Saved as {name}.", name=name))
        except OSError as failed:
            self._said = translate(say("It could not be saved: {why}", why=failed.strerror or failed))
        self._changed()

    def _done(self) -> None:
        """Whatever is wrong with it, the setup says so: small boards can be played with an option."""
        self._use(self.edit.grid)

    def _lay(self, *_: object) -> None:
        if self.width < dp(TOOLS + 60):
            return
        left, right = columns_in(self.box, 0, TOOLS, gap=14)
        sheet, self._line = rows_in(left, 0, 34, gap=6)
        put(self.sheet, sheet)
        kit, value, closer, both, done = rows_in(right, 0, 58, 56, 56, 62, gap=8)
        put_grid(self.tools, kit, 2, 6)
        put(self.value, value)
        put(self.closer, closer)
        for button, box in zip((self.undo, self.save), columns_in(both, 0, 0), strict=True):
            put(button, box)
        put(self.done, done)
        if self._pad is not None:
            put(self._ground, self.box)
            put(self._pad, self.box)

    def paint(self) -> None:
        """The line below the sheet."""
        if hasattr(self, "_line"):
            role = "good" if self._good else "warn"
            canvas.text(self._words, self._line, 20, role, align="left")


class Tool(Tappable):
    """Something to paint with: its picture and its name."""

    def __init__(self, name: Text, kind: Kind | None, take: Callable[[Kind | None], object], **kwargs: Any) -> None:
        self.name, self.kind, self.chosen = name, kind, False
        super().__init__(lambda: take(kind), **kwargs)

    def paint(self) -> None:
        """The square above, the word below, as large as those of the others; framed when in hand."""
        x, y, width, height = self.box
        canvas.raised(self.box, "pressed" if self.down or self.chosen else "raised", flat=self.down)
        if self.chosen:
            canvas.frame(self.box, "ink", 12, 2)
        side = max(dp(20), min(width * 0.5, height - dp(34)))
        centre = (x + width / 2, y + height - side / 2 - dp(6))
        if self.kind is None:
            canvas.panel((centre[0] - side / 2, centre[1] - side / 2, side, side), pieces.BLUE, 5)
        else:
            painted, middle = KivyCanvas(), canvas.point_in_units(centre)
            pieces.square(painted, middle, side / dp(1))
            pieces.printed(painted, self.kind, middle, side / dp(1))
        line = (x + dp(2), y + dp(2), width - dp(4), dp(26))
        size = canvas.common_size([translate(name) for name, _ in tools()], line[2], line[3], 18)
        canvas.text(translate(self.name), line, size)
