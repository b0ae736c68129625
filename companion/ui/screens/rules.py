"""The rules of the game being played, to look something up: chapters on the left, a page on the right."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.core.text import say
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import columns_in, rows_in
from companion.views.rules_text import Block, rules_of

_SIZE, HEADING, NUMBER_WIDE = 22, 28, 84


class RulesScreen(Screen):
    """Opens at paragraph `rule` where one is given, and marks it."""

    back = "table"

    def __init__(self, app: Any, rule: str = "", **kwargs: Any) -> None:
        assert app.controller.session is not None, "rules are looked up during a game"
        self.rule = rule
        self.title = say("{game}: the rules", game=app.controller.session.game.title)
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """A button a chapter; pages are cut when the room is known."""
        assert self.controller.session is not None
        self.blocks = [block for block in rules_of(self.controller.session.game) if block.level != 1]
        chapters = [at for at, block in enumerate(self.blocks) if block.level == 2]
        self.chapters = [Button(self.blocks[at].text, self._opening(at), "plain", 20) for at in chapters]
        self._starts = chapters
        self.earlier = Button("▲ " + word("Previous page"), lambda: self._turn(-1), "plain", 22)
        self.later = Button("▼ " + word("Next page"), lambda: self._turn(1), "plain", 22)
        self.pages: list[list[int]] = []
        self.page = 0
        self._wanted = next((at for at, block in enumerate(self.blocks) if self.rule and block.rule == self.rule), 0)
        for button in (*self.chapters, self.earlier, self.later):
            self.add_widget(button)

    def _opening(self, block: int) -> Any:
        def act() -> None:
            self.page = self._page_of(block)
            self._lay_soon()

        return act

    def _turn(self, by: int) -> None:
        self.page += by
        self._lay_soon()

    def scrolled(self, by: int) -> None:
        """Turn a page."""
        self._turn(by)

    def _page_of(self, block: int) -> int:
        return next((number for number, page in enumerate(self.pages) if block in page), 0)

    def lay(self, body: canvas.Box) -> None:
        """Chapters left, the page right, two buttons to turn it below."""
        left, right = columns_in(body, 330, 0, gap=24)
        room, turn = rows_in(right, 0, 64, gap=12)
        high = min(left[3], dp(66) * -(-len(self.chapters) // (1 if len(self.chapters) < 11 else 2)))
        if self.chapters:
            put_grid(
                self.chapters,
                (left[0], left[1] + left[3] - high, left[2], high),
                1 if len(self.chapters) < 11 else 2,
                8,
            )
        put_grid([self.earlier, self.later], turn, 2)
        fresh = not self.pages
        self._room = room
        self.pages = self._cut(room)
        if fresh:
            self.page = self._page_of(self._wanted)
        self.page = min(max(0, self.page), len(self.pages) - 1)
        self.earlier.say(self.earlier.words, why="" if self.page else word("This is the first page."))
        last = self.page == len(self.pages) - 1
        self.later.say(self.later.words, why=word("This is the last page.") if last else "")
        first, last_shown = self.pages[self.page][0], self.pages[self.page][-1]
        ends = [*self._starts[1:], len(self.blocks)]
        for start, end, button in zip(self._starts, ends, self.chapters, strict=True):
            button.say(button.words, kind="chosen" if start <= last_shown and end > first else "plain")
        self.again()

    def _height(self, block: Block) -> float:
        if block.level:
            return canvas.text_height(block.text, self._room[2], HEADING, bold=True) + dp(14)
        wide = self._room[2] - (dp(NUMBER_WIDE) if block.rule else 0) - dp(12)
        return canvas.text_height(block.text, wide, _SIZE) + dp(12)

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
        x, y, width, height = self._room
        top = y + height
        for at in self.pages[self.page]:
            block = self.blocks[at]
            high = self._height(block)
            low = top - high
            if block.level:
                canvas.text(block.text, (x, low, width, high), HEADING, bold=True, align="left")
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
