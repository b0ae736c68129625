"""The rules in the setup: folded into a few lines that say what differs from the standard, or every option."""

from __future__ import annotations

from collections.abc import Callable
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

LINE, PAD = 32, 20  # dp: a line of the rules, what is left free around them


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
        self._players = game.player_counts[0]
        super().__init__(**kwargs)
        self.fold = Button("", self._fold, "plain", 22)
        self.turn = Button("", self._turn, "quiet", 20)
        self.standard = Button(word("Back to the standard rules"), self._reset, "quiet", 20)
        self.bind(pos=self._lay, size=self._lay)

    def seat(self, players: int) -> None:
        """For this many players: it matters to some options, and to editors of the game's own."""
        self._players = players
        self._make()

    def mark(self, wrong: str) -> None:
        """The option that cannot be played is framed, "" for none; those that mean nothing now are quiet."""
        for row in self.options:
            row.mark(wrong=row.name == wrong)
            row.disable(self._idle(row.name))
        if wrong and not self.unfolded:
            self._fold()
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
        if said.players is not None and self._players not in said.players:
            return word("This matters only with another number of players.")
        return ""

    def _make(self) -> None:
        editor = panel_of(self.game.panel).option_editor
        self.options = []
        for name, known in fields_of(self.game.options).items():
            value, setter = self._value(name), self._setter(name)
            special = editor(self.game, name, value, setter, self._players)
            self.options.append(OptionRow(known, value, setter, special))
        self._lay()

    def _setter(self, name: str) -> Callable[[Any], None]:
        def changed(value: object) -> None:
            self.values[name] = value
            self._changed()

        return changed

    def _fold(self) -> None:
        self.unfolded = not self.unfolded
        self.folded()
        self._lay()

    def _turn(self) -> None:
        self.page += 1
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
        elif self.differing:
            put(self.standard, columns_in(rows_in(room, 0, 58)[1], 0, 320)[1])
            self.add_widget(self.standard)
        self.again()

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
            (translate(label_of(known)), _words(known, value), codec.plain(value) != codec.plain(known.default))
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
        others = [(*line, "quiet") for line in self._lines(differing=False)]
        self._list([*((*line, "ink") for line in lines), *others], self._room[3] - (dp(70) if lines else 0.0))

    def _list(self, lines: list[tuple[str, str, str]], room: float) -> None:
        """Labels, values and inks in two columns, as many as find room."""
        x, y, width, height = self._room
        left, right = columns_in((x + dp(20), y, width - dp(20), height), 0, 230, gap=12)

        def high_for(label: str, value: str) -> float:
            beside = canvas.text_height(value, right[2], SMALL, bold=True)
            return max(canvas.text_height(label, left[2], SMALL), beside) + dp(8)

        highs = [high_for(label, value) for label, value, _ in lines]
        top, gone = y + height, 0.0
        for (label, value, ink), high in zip(lines, highs, strict=True):
            if gone + high > room - (dp(LINE) if sum(highs) > room else 0.0):
                canvas.text("…", (left[0], top - gone - dp(LINE), width, dp(LINE)), SMALL, "quiet", align="left")
                return
            gone += high
            low = top - gone
            if ink == "ink":
                canvas.disc((x + dp(6), low + high / 2), dp(5), "asked")
            canvas.text(label, (left[0], low, left[2], high), SMALL, "quiet", align="left")
            canvas.text(value, (right[0], low, right[2], high), SMALL, ink, bold=ink == "ink", align="left")


def _words(known: SchemaField, value: Any) -> str:
    """The value of an option in words; "" if only an editor of the game's own can show it."""
    form = option_form(known)
    return "" if form is None or not isinstance(value, str | int) else words_of(form, value)
