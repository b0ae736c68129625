"""The rules in the setup: folded into a few lines that say what differs from the standard, or every option."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.app.form_makers import label_of, option_form
from companion.app.form_words import words_of
from companion.core.game import Game
from companion.core.schema import SchemaField, fields_of
from companion.core.text import counted
from companion.drawing.geometry import inset
from companion.drawing.theme import LABEL, SMALL
from companion.i18n import translate, word
from companion.record import codec
from companion.ui.drawing import canvas
from companion.ui.game_panel import panel_of
from companion.ui.screens.setup.option_row import OptionRow, rows_per_page
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in

PAD, FOOT = 20, 58  # dp: what is left free around the rules, the height of the buttons below them
Line = tuple[str, str, str]
"""A rule in a line: its label, its value, the ink of the value."""


class RulesBox(Drawn):
    """Holds the chosen `values`; `changed` is called after each choice. `unfolded`: the options are shown, by pages;
    `folded` is called when that changes.
    """

    def __init__(self, game: Game, values: dict[str, Any], changed: Callable[[], object], **kwargs: Any) -> None:
        self.game, self.values = game, values
        self.unfolded, self.page = False, 0
        self.options: list[OptionRow] = []
        self._changed = changed
        self.folded: Callable[[], object] = lambda: None
        self._players: tuple[str, ...] = ()
        super().__init__(**kwargs)
        self.fold = Button("", self._fold, "plain", 22)
        self.turn = Button("", partial(self.scrolled, 1), "quiet", 20)
        self.standard = Button(word("Back to the standard rules"), self._reset, "quiet", 20)
        self.bind(pos=self._lay, size=self._lay)

    def seat(self, players: tuple[str, ...]) -> None:
        """For these players: they matter to some options."""
        self._players = players
        self._make()

    def mark(self, wrong: str) -> None:
        """The option that cannot be played is framed, "" for none; those that mean nothing now are quiet."""
        for row in self.options:
            row.mark(wrong=row.name == wrong)
            row.disable(self._idle(row.name))
        if wrong and not self.unfolded:
            self._fold()
            self._turn_to(wrong)
        self.again()

    def plain(self) -> dict[str, Any]:
        """What was chosen, as the controller takes it."""
        return {name: codec.plain(value) for name, value in self.values.items()}

    def _value(self, name: str) -> Any:
        return self.values.get(name, self.game.options.default_of(name))

    def _idle(self, name: str) -> str:
        """Why an option means nothing now, "" where it does."""
        said = fields_of(self.game.options)[name].labelled
        for parent, wanted in (said.needs or {}).items():
            if self._value(parent) != wanted:
                label = next(row.label for row in self.options if row.name == parent)
                on = word("yes") if wanted is True else word("no") if wanted is False else str(wanted)
                return word("This matters only with “{option}”: {value}.", option=label, value=on)
        if said.players is not None and len(self._players) not in said.players:
            return word("This matters only with another number of players.")
        return ""

    def _make(self) -> None:
        editor = panel_of(self.game.panel).option_editor
        self.options = []
        for name, known in fields_of(self.game.options).items():
            value, setter = self._value(name), self._setter(name)
            special = editor(self.game, name, value, setter)
            self.options.append(OptionRow(known, value, setter, self._players, special))
        self._lay()

    def _setter(self, name: str) -> Callable[[Any], None]:
        def changed(value: object) -> None:
            self.values[name] = value
            self._changed()

        return changed

    def _fold(self) -> None:
        self.unfolded, self.page = not self.unfolded, 0
        self.folded()
        self._lay()

    def scrolled(self, by: int) -> None:
        """Show the next page, or the one before."""
        self.page += by
        self._lay()

    def _turn_to(self, option: str) -> None:
        """Show the page on which an option stands."""
        pages = rows_per_page(self.options, self._room[3] / dp(1))
        self.page = next((at for at, page in enumerate(pages) if any(row.name == option for row in page)), 0)
        self._lay()

    def _reset(self) -> None:
        self.values.clear()
        self._make()
        self._changed()

    def _lay(self, *_: object) -> None:
        self.clear_widgets()
        if self.width < dp(200):
            return
        box = self.box if self.unfolded else inset(self.box, dp(PAD))
        about = 0.01 if self.unfolded else canvas.text_height(translate(self.game.about), box[2], LABEL) / dp(1) + 8
        self._about, head, room = rows_in(box, about, 60, 0, gap=10)
        title, fold = columns_in(head, 0, 230, gap=12)
        self._head, self._room = title, room
        self.fold.say(word("Fold the rules") if self.unfolded else word("Change the rules"))
        put(self.fold, fold)
        self.add_widget(self.fold)
        if self.unfolded:
            self._lay_options(room)
        else:
            self._lay_foot(room)
        self.again()

    def _lay_foot(self, room: canvas.Box) -> None:
        """The buttons below the list: the next page of it, and the way back to the standard."""
        pages, (turn, standard) = len(self._pages()), columns_in(rows_in(room, 0, FOOT)[1], 0, 320)
        if pages > 1:
            self.turn.say(word("More options {page}/{pages}", page=self.page % pages + 1, pages=pages))
            x, y, width, height = turn
            put(self.turn, (x, y, min(width, dp(240)), height))
            self.add_widget(self.turn)
        if self.differing:
            put(self.standard, standard)
            self.add_widget(self.standard)

    def _lay_options(self, room: canvas.Box) -> None:
        pages = rows_per_page(self.options, room[3] / dp(1))
        self.page %= max(1, len(pages))
        shown = pages[self.page] if pages else []
        boxes = rows_in(room, *(row.wanted for row in shown), 0, gap=8)
        for row, box in zip(shown, boxes, strict=False):
            self.add_widget(row)
            put(row, box)
        if len(pages) > 1:
            self.turn.say(word("More options {page}/{pages}", page=self.page + 1, pages=len(pages)))
            x, y, width, _ = room
            put(self.turn, (x + width - dp(240), y, dp(240), dp(58)))
            self.add_widget(self.turn)

    def _lines(self, *, differing: bool) -> list[tuple[str, str]]:
        """Label and value of each option that differs from the standard, or of each of the others that has words."""
        values = ((known, self._value(name)) for name, known in fields_of(self.game.options).items())
        lines = [
            (
                translate(label_of(known)),
                _words(known, value, self._players),
                codec.plain(value) != codec.plain(known.default),
            )
            for known, value in values
        ]
        return [(label, value) for label, value, differs in lines if differs == differing and (differs or value)]

    @property
    def differing(self) -> list[tuple[str, str]]:
        """Label and value of each option that differs from the standard."""
        return self._lines(differing=True)

    def paint(self) -> None:
        """What the game is about, and by which rules: first what differs from the standard, then the rest."""
        if not hasattr(self, "_head"):
            return
        lines = self.differing
        if lines:
            said = translate(
                counted("Rules: {n} differs from the standard", "Rules: {n} differ from the standard", len(lines))
            )
        else:
            said = word("Standard rules")
        if not self.unfolded:
            canvas.panel(self.box, "panel", 16)
            canvas.text(translate(self.game.about), self._about, LABEL, align="left", valign="top")
        canvas.text(said, self._head, LABEL, bold=True, align="left")
        if self.unfolded:
            return
        pages, (left, right) = self._pages(), self._columns
        low = left[1] + left[3]
        for (label, value, ink), high in pages[self.page % len(pages)]:
            low -= high
            if ink == "ink":
                canvas.disc((self._room[0] + dp(6), low + high / 2), dp(5), "asked")
            canvas.text(label, (left[0], low, left[2], high), SMALL, "quiet", align="left")
            canvas.text(value, (right[0], low, right[2], high), SMALL, ink, bold=ink == "ink", align="left")

    @property
    def _columns(self) -> list[canvas.Box]:
        """Where labels and values stand in the list."""
        x, y, width, height = self._room
        return columns_in((x + dp(20), y, width - dp(20), height), 0, 230, gap=12)

    def _pages(self) -> list[list[tuple[Line, float]]]:
        """Return the lines by pages, each with its height: what differs from the standard, then the rest."""
        left, right = self._columns
        lines: list[Line] = [(*line, "ink") for line in self.differing]
        lines += [(*line, "quiet") for line in self._lines(differing=False)]
        wide, beside = left[2], right[2]
        highs = [
            dp(8) + max(canvas.text_height(label, wide, SMALL), canvas.text_height(value, beside, SMALL, bold=True))
            for label, value, _ in lines
        ]
        room = left[3] - (dp(FOOT + 8) if self.differing or sum(highs) > left[3] else 0.0)
        pages: list[list[tuple[Line, float]]] = [[]]
        for line, high in zip(lines, highs, strict=True):
            if pages[-1] and sum(each for _, each in pages[-1]) + high > room:
                pages.append([])
            pages[-1].append((line, high))
        return pages


def _words(known: SchemaField, value: Any, players: tuple[str, ...]) -> str:
    """The value of an option in words; "" if only an editor of the game's own can show it."""
    form = option_form(known, players)
    return "" if form is None or not isinstance(value, str | int) else words_of(form, value)
