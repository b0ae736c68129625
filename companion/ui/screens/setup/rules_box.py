"""The rules in the setup: folded into a few lines that say what differs from the standard, or every option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.app.form_words import words_of
from companion.app.forms import label_of, option_form
from companion.core.game import Game
from companion.core.schema import SchemaField, fields_of
from companion.core.text import counted
from companion.i18n import translate, word
from companion.record import codec
from companion.ui.drawing import canvas
from companion.ui.game_panel import panel_of
from companion.ui.screens.setup.option_row import OptionRow, rows_per_page
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Drawn, columns_in, put, rows_in

_MOST_LINES = 8
_DRAWING = 320  # dp


class RulesBox(Drawn):
    """Holds the chosen `values`; `changed` is called after each choice. `unfolded`: the options are shown, by pages."""

    def __init__(self, game: Game, values: dict[str, Any], changed: Callable[[], object], **kwargs: Any) -> None:
        self.game, self.values = game, values
        self.unfolded, self.page = False, 0
        self.options: list[OptionRow] = []
        self._changed = changed
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
            self.unfolded = True
            self._lay()
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
        head, room = rows_in(self.box, 60, 0, gap=10)
        title, fold = columns_in(head, 0, 230, gap=12)
        self._head, self._room = title, room
        self.fold.say(word("Fold the rules") if self.unfolded else word("Change the rules"))
        put(self.fold, fold)
        self.add_widget(self.fold)
        if self.unfolded:
            self._lay_options(room)
        elif self._differing():
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

    def _differing(self) -> list[str]:
        """What differs from the standard, a line each."""
        values = ((known, self._value(name)) for name, known in fields_of(self.game.options).items())
        return [option_line(known, value) for known, value in values if value != known.default]

    def paint(self) -> None:
        """One line where the rules are the standard ones; else a line for what differs."""
        if not hasattr(self, "_head"):
            return
        lines = self._differing()
        if lines:
            said = translate(
                counted("Rules: {n} differs from the standard", "Rules: {n} differ from the standard", len(lines))
            )
        else:
            said = word("Standard rules")
        canvas.text(said, self._head, 24, "ink", bold=True, align="left")
        if self.unfolded:
            return
        x, y, width, height = self._room
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], "…"]
        for number, line in enumerate(lines):
            box = (x, y + height - (number + 1) * dp(38), width, dp(36))
            canvas.text(f"•  {line}", box, 20, "quiet", align="left")
        free = height - len(lines) * dp(38) - (dp(70) if lines else 0.0)
        side = min(dp(_DRAWING), free)
        canvas.game_picture(
            self.game, (x + (width - side) / 2, y + (height - len(lines) * dp(38) - side) / 2, side, side)
        )


def option_line(known: SchemaField, value: Any) -> str:
    """An option and its value in words; of a value that has no words of its own, the option alone."""
    label, form = translate(label_of(known)), option_form(known)
    if form is None or not isinstance(value, str | int):
        return label
    return word("{label}: {value}", label=label, value=words_of(form, value))
