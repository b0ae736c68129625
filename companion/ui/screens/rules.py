"""The rules of a game: a page of pictures, then chapters on the left and their pages on the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.metrics import dp

from companion.core.game import Options
from companion.core.text import say
from companion.drawing.first_page import paint_first_page
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.kivy_canvas import KivyCanvas
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import columns_in, parts_in, put, rows_in
from companion.views.rules_text import Block, rules_of

_SIZE, HEADING, NUMBER_WIDE = 22, 28, 84
MOST_CHAPTERS = 11
"""As many buttons, each as high as a finger needs, stand one above the other."""
_TRY = 430
"""Width (dp) of the button that begins a practice game, beside those that turn pages."""


class RulesScreen(Screen):
    """Opens at paragraph `rule`, if one is given, and marks it; else with the pictures. Without `game` these are the
    rules of the game being played, else one comes from the setup with the chosen `options`, and can try it. `players`
    are those of the setup.
    """

    def __init__(
        self, app: Any, rule: str = "", game: str = "", options: Options | None = None,
        players: Sequence[str] = (), **kwargs: Any,
    ) -> None:  # fmt: skip
        session = app.controller.session
        self.game, self.rule = session.game if session is not None else app.controller.games[game], rule
        self.back, self._tries = ("table", False) if session is not None else ("setup", self.game.practice is not None)
        self._options = session.options if session is not None else options or self.game.options()
        self._players = session.table.players if session is not None else players
        first = self.game.first_page
        self._glance = None if first is None else first(self._options)
        self.first_page = None if rule else self._glance
        self.title = say("{game}: the rules", game=self.game.title)
        super().__init__(app, **kwargs)

    def _return(self) -> None:
        """To the game, or to its setup."""
        self.app.go(self.back, **({"game": self.game.id} if self.back == "setup" else {}))

    def build(self) -> None:
        """A button a chapter; pages are cut when the room is known."""
        self.blocks = [block for block in rules_of(self.game, self._options, players=self._players) if block.level != 1]
        chapters = [at for at, block in enumerate(self.blocks) if block.level == 2]
        self.chapters = [Button(self.blocks[at].text, self._opening(at), "plain", 20) for at in chapters]
        self._starts = chapters
        self.pictures = Button(word("At a glance"), self._open_pictures, "plain", 20)
        self.try_it = Button(
            word("Try it: two minutes against a bot"), lambda: self.app.try_out(self.game), "asked", 24
        )
        self.earlier = Button("▲ " + word("Previous page"), lambda: self._turn(-1), "plain", 22)
        self.later = Button("▼ " + word("Next page"), lambda: self._turn(1), "plain", 22)
        self.pages: list[list[int]] = []
        self.page = 0
        self._wanted = next((at for at, block in enumerate(self.blocks) if self.rule and block.rule == self.rule), 0)
        tried = [self.try_it] if self._tries else []
        for button in (*self._index, *tried, self.earlier, self.later):
            self.add_widget(button)

    @property
    def _index(self) -> list[Button]:
        return [*([self.pictures] if self._glance is not None else []), *self.chapters]

    def _open_pictures(self) -> None:
        self.first_page = self._glance
        self._lay_soon()

    def _opening(self, block: int) -> Any:
        def act() -> None:
            self.first_page, self.page = None, self._page_of(block)
            self._lay_soon()

        return act

    def _turn(self, by: int) -> None:
        """The pictures come before the first page."""
        if self.first_page is not None:
            self.first_page, self.page = (None, 0) if by > 0 else (self.first_page, 0)
        elif self.page + by < 0:
            self.first_page = self._glance
        else:
            self.page += by
        self._lay_soon()

    def scrolled(self, by: int) -> None:
        """Turn a page."""
        self._turn(by)

    def _page_of(self, block: int) -> int:
        return next((number for number, page in enumerate(self.pages) if block in page), 0)

    def lay(self, body: canvas.Box) -> None:
        """Chapters left, the page right, two buttons to turn it below."""
        columns = 3 if body[3] > body[2] else 1 if len(self._index) <= MOST_CHAPTERS else 2
        left, right = parts_in(body, (330, 0), (66 * -(-len(self._index) // columns), 0), gap=24)
        room, turn = rows_in(right, 0, 64, gap=12)
        high = min(left[3], dp(66) * -(-len(self._index) // columns))
        if self._index:
            put_grid(self._index, (left[0], left[1] + left[3] - high, left[2], high), columns, 8)
        widths = [0, 0, *([_TRY if body[2] > body[3] else 0] if self._tries else [])]
        earlier, later, *tried = columns_in(turn, *widths, gap=12)
        put(self.earlier, earlier)
        put(self.later, later)
        for place in tried:
            put(self.try_it, place)
        fresh = not self.pages
        self._room = room
        self.pages = self._cut(room)
        if fresh:
            self.page = self._page_of(self._wanted)
        self.page = min(max(0, self.page), len(self.pages) - 1)
        glance = self.first_page is not None
        is_first = glance or (not self.page and self._glance is None)
        self.earlier.say(self.earlier.words, why=word("This is the first page.") if is_first else "")
        last = not glance and self.page == len(self.pages) - 1
        self.pictures.say(self.pictures.words, kind="chosen" if glance else "plain")
        self.later.say(self.later.words, why=word("This is the last page.") if last else "")
        first, last_shown = self.pages[self.page][0], self.pages[self.page][-1]
        ends = [*self._starts[1:], len(self.blocks)]
        for start, end, button in zip(self._starts, ends, self.chapters, strict=True):
            is_shown = not glance and start <= last_shown and end > first
            button.say(button.words, kind="chosen" if is_shown else "plain")
        self.again()

    def _height(self, block: Block) -> float:
        if block.level:
            return canvas.text_height(block.text, self._room[2], HEADING, bold=True) + dp(14)
        if block.cells:
            return max(canvas.text_height(cell, box[2], _SIZE) for cell, box in self._cells(block, 0, 0)) + dp(8)
        wide = self._room[2] - (dp(NUMBER_WIDE) if block.rule else 0) - dp(12)
        return canvas.text_height(block.text, wide, _SIZE) + dp(12)

    def _cells(self, block: Block, low: float, high: float) -> Iterator[tuple[str, canvas.Box]]:
        """The cells of a row of a table, each with its place below the paragraphs."""
        x, _, width, _ = self._room
        row = (x + dp(NUMBER_WIDE), low, width - dp(NUMBER_WIDE), high)
        return zip(block.cells, columns_in(row, *[0] * len(block.cells), gap=16), strict=True)

    def _cut(self, room: canvas.Box) -> list[list[int]]:
        """Pages of whole paragraphs."""
        pages: list[list[int]] = [[]]
        used = 0.0
        for at, block in enumerate(self.blocks):
            high = self._height(block)
            follows = self._height(self.blocks[at + 1]) if block.level and at + 1 < len(self.blocks) else 0.0
            if pages[-1] and used + high + follows > room[3]:
                pages.append([])
                used = 0.0
            pages[-1].append(at)
            used += high
        return pages

    def paint(self) -> None:
        """The ground, the title, the page."""
        super().paint()
        if not self.pages:
            return
        if self.first_page is not None:
            paint_first_page(KivyCanvas(), canvas.in_units(self._room), self.first_page)
            return
        x, y, width, height = self._room
        top = y + height
        for at in self.pages[self.page]:
            block = self.blocks[at]
            high = self._height(block)
            low = top - high
            if block.level:
                canvas.text(block.text, (x, low, width, high), HEADING, bold=True, align="left")
            elif block.cells:
                begins = not self.blocks[at - 1].cells
                for cell, place in self._cells(block, low, high):
                    canvas.text(cell, place, _SIZE, "quiet" if begins else "ink", align="left", valign="bottom")
            else:
                left = x
                if block.rule:
                    if block.rule == self.rule:
                        marked = (x - dp(8), low + dp(2), width + dp(8), high - dp(2))
                        canvas.panel(marked, "raised", 8)
                        canvas.frame(marked, "warn", 8, 2)
                    number = (x, low, dp(NUMBER_WIDE), high - dp(6))
                    canvas.text(block.rule, number, _SIZE, "quiet", align="left", valign="top")
                    left = x + dp(NUMBER_WIDE)
                words = (left, low, width - (left - x) - dp(12), high - dp(6))
                canvas.text(block.text, words, _SIZE, align="left", valign="top")
            top = low
