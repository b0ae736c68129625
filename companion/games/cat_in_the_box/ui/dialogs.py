"""The dialogs of Cat in the Box: the score sheet, cards by their numbers, a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.drawing.theme import TOUCH
from companion.i18n import word
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, Words, put, rows_in


class NumberPicker(Drawn):
    """Picks this many cards by their numbers, each as often as it is held; then submits them."""

    def __init__(
        self, numbers: int, count: int, says: str, done: Callable[[tuple[int, ...]], object], **kwargs: Any
    ) -> None:
        self.picked: list[int] = []
        self._count, self._says, self._done = count, says, done
        super().__init__(**kwargs)
        self.buttons = [Button(str(number), self._taking(number), size=36) for number in range(1, numbers + 1)]
        self.chosen = Words("", 32, bold=True, align="center")
        self.back = Button("⌫", self._drop, "plain", 28)
        self.done = Button("", self._say, "asked", 26)
        for widget in (*self.buttons, self.chosen, self.back, self.done):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._update()

    def _taking(self, number: int) -> Callable[[], None]:
        def take() -> None:
            self.picked.append(number)
            self._update()

        return take

    def _drop(self) -> None:
        del self.picked[-1:]
        self._update()

    def _update(self) -> None:
        self.chosen.words = "  ".join(str(number) for number in self.picked) or word("none yet")
        full = word("That is all.") if len(self.picked) >= self._count else ""
        for button in self.buttons:
            button.say(button.words, why=full)
        self.done.say(f"{self._says}  {len(self.picked)} / {self._count}")

    def _say(self) -> None:
        """Asks the rules, whatever the number of cards: they know what is missing."""
        self._done(tuple(self.picked))

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        keys, chosen, done = rows_in(self.box, 0, 64, 74, gap=10)
        fit = int((keys[2] + dp(10)) // dp(TOUCH + 10))
        put_grid(self.buttons, keys, max(1, min(len(self.buttons), fit)))
        put(self.chosen, (chosen[0], chosen[1], chosen[2] - dp(90), chosen[3]))
        put(self.back, (chosen[0] + chosen[2] - dp(80), chosen[1], dp(80), chosen[3]))
        put(self.done, done)


class Confirm(Drawn):
    """A sentence and one button that says yes."""

    def __init__(self, words: str, yes: str, done: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = Words(words, 26, align="center")
        self.yes = Button(yes, done, "asked", 28)
        self.add_widget(self.words)
        self.add_widget(self.yes)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        if self.width < dp(100):
            return
        words, yes = rows_in(self.box, 0, 84, gap=10)
        put(self.words, words)
        put(self.yes, yes)
