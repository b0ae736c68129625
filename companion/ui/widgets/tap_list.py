"""A list that is tapped together, entry by entry; entries may repeat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.metrics import dp

from companion.i18n import word
from companion.ui.widgets.buttons import Button, put_grid
from companion.ui.widgets.painted import Drawn, Words, columns_in, put, rows_in

_HEAD = 60


class Listing(Drawn):
    """The list so far and a button that takes its last entry away; below, a button for each value.

    `values` are (value, words). Where they cannot be listed, `open_entry` is called to have one filled in, which then
    comes by `add`, and `words` says it. `count` is how many there must be, None for any number.
    """

    def __init__(
        self, values: Sequence[tuple[object, str]], changed: Callable[[tuple[object, ...]], object],
        count: int | None = None, start: Sequence[object] = (), open_entry: Callable[[], object] | None = None,
        words: Callable[[object], str] = str, **kwargs: Any,
    ) -> None:  # fmt: skip
        self.entries: list[object] = list(start)
        self._changed, self._count = changed, count
        self._known, self._words = dict(values), words
        super().__init__(**kwargs)
        self._list = Words("", 24)
        self.back = Button("⌫", self._take_back, "plain", 26)
        self.buttons = [Button(words, lambda v=value: self.add(v), size=22) for value, words in values]  # type: ignore[misc]
        self._adding = open_entry is not None
        if open_entry is not None:
            self.buttons = [Button(word("Add…"), open_entry, "plain", 22)]
        for widget in (self._list, self.back, *self.buttons):
            self.add_widget(widget)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()
        self._show()

    def add(self, value: object) -> None:
        """One more entry."""
        if self._count is None or len(self.entries) < self._count:
            self.entries.append(value)
            self._report()

    def _take_back(self) -> None:
        if self.entries:
            self.entries.pop()
            self._report()

    def _report(self) -> None:
        self._show()
        self._changed(tuple(self.entries))

    def _show(self) -> None:
        said = [self._words(value) if self._adding else self._known.get(value, str(value)) for value in self.entries]
        far = "" if self._count is None else f"   ({len(self.entries)} / {self._count})"
        self._list.words = (("; " if self._adding else "  ").join(said) or word("nothing yet")) + far
        full = self._count is not None and len(self.entries) >= self._count
        for button in self.buttons:
            button.say(button.words, why=word("That is all.") if full else "")
        self.back.say(self.back.words, why="" if self.entries else word("nothing yet"))

    def _lay(self, *_: object) -> None:
        if self._adding:
            words, back, add = columns_in(self.box, 0, _HEAD, 110)
            put_grid(self.buttons, add, 1)
        else:
            head, low = rows_in(self.box, _HEAD, 0, gap=8)
            words, back = columns_in(head, 0, _HEAD)
            fitting = max(1, int((low[2] + dp(6)) // dp(62)))
            rows = -(-len(self.buttons) // fitting)
            put_grid(self.buttons, low, max(1, -(-len(self.buttons) // max(1, rows))), 6)
        put(self._list, words)
        put(self.back, back)

    def paint(self) -> None:
        """Its pieces draw themselves."""
