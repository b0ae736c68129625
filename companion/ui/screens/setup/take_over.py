"""A running table, on its board or fact by fact: what lies there is entered, and the rules say what cannot be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.form_words import brief_of, by_place, words_of
from companion.core.text import NOTHING
from companion.drawing.geometry import inset
from companion.drawing.scene import Asks
from companion.i18n import translate, word
from companion.ui.drawing import canvas
from companion.ui.game_panel import panel_of
from companion.ui.screens.screen import Screen
from companion.ui.screens.setup.fact_board import FactBoard
from companion.ui.screens.setup.fact_forms import FactForm
from companion.ui.screens.setup.fact_tile import FactTile, write_tiles
from companion.ui.widgets.buttons import Button, ChoicePages, put_grid
from companion.ui.widgets.form_editor import FormEditor
from companion.ui.widgets.painted import HIDDEN, Words, columns_in, parts_in, put, rows_in, with_foot

_ONE_COLUMN = 8
"""At most this many facts stand below each other; more stand in two columns."""


class TakeOverScreen(Screen):
    """The board, or the facts on the left and the chosen one on the right; the rules' word below. `form` says what the
    facts are for.
    """

    card_inset = 120

    def __init__(self, app: Any, form: FactForm, **kwargs: Any) -> None:
        self._form, self.title, self.back = form, form.title, form.back[0]
        self._on_board = form.on_board and form.game.board is not None
        self._sheet: canvas.Box = HIDDEN
        self.draft = form.draft(app.drafts.facts.get(form.key))
        app.show_people(self.draft.table)
        super().__init__(app, **kwargs)

    def build(self) -> None:
        """The board; a tile a fact, an editor for the chosen one."""
        self.board = FactBoard(self._correct, self._ask, self._open_row)
        self.other = Button("", self._turn_over, "quiet", 22)
        self.tiles = [FactTile(translate(field.label), self._choosing(field.key)) for field in self.draft.fields]
        self.editor = FormEditor(self._enter, self._picker)
        self.leave_open = Button(translate(self._form.leave), self._leave, "quiet", 22)
        self.remark = Words("", 22)
        self.begin = Button(translate(self._form.done), self._begin, "asked", 28, refused=self._refuse)
        self.chosen = self.draft.fields[0].key
        self._choose_wrong()
        self._put_in()
        self._show()

    def _put_in(self) -> None:
        """Show the board or the form, and the way to the other one."""
        self.clear_widgets([child for child in self.children if child is not self._back])
        form = [*self.tiles, self.editor, self.leave_open]
        has_board = self._form.on_board and self._form.game.board is not None
        self.other.say(word("All as a list") if self._on_board else word("On the board"))
        way = [self.other] if has_board else []
        for widget in (*([self.board] if self._on_board else form), *way, self.remark, self.begin):
            self.add_widget(widget)

    def _turn_over(self) -> None:
        """From the board to the form, or back."""
        self._on_board = not self._on_board
        self._put_in()
        self._show()
        self._lay_soon()

    def gone(self) -> None:
        """What was entered and did not count stays for when one comes back."""
        if self.draft.given:
            self.app.drafts.facts[self._form.key] = self.draft.given

    def refresh(self) -> None:
        """What was entered stays; the rest is as the table is now."""
        if self._form.is_out_of_date(self.draft):
            self.draft = self._form.draft(self.draft.given)
            self._show()

    def _return(self) -> None:
        if not self._form.waits:
            self._forget()
        name, arguments = self._form.back
        self.app.go(name, **arguments)

    def _choosing(self, key: str) -> Any:
        def act() -> None:
            self.chosen = key
            self._show()

        return act

    def _enter(self, key: str, value: Any) -> None:
        self.draft.enter(key, value)
        self._show()

    def _correct(self, named: Mapping[str, Any]) -> None:
        """A tap on the board says that these facts are so."""
        self.card.close()
        self.draft.correct(named)
        self._show()

    def _ask(self, asks: Asks) -> None:
        """Something on the board can be one of several things: a card for them."""
        actions = [
            (translate(words), partial(self._correct, choice.facts), choice.facts.items() <= self.draft.facts.items())
            for words, choice in asks.choices
        ]
        self.card.open(ChoicePages(actions, 28, 200), translate(asks.title))

    def _open_row(self, key: str) -> None:
        """The board shows a fact only in part: its row of the form."""
        self.chosen = key
        self._turn_over()

    def _picker(self, tapped: Callable[[str], object]) -> Widget | None:
        """The game's own picture to tap a square in, with what was entered so far."""
        draft = self.draft
        entered = {field.key: draft.value(field.key) for field in draft.fields}
        return panel_of(self._form.game.panel).place_picker(draft.start, entered, tapped)

    def _leave(self) -> None:
        self.draft.leave_out(self.chosen)
        self._show()

    def _show(self) -> None:
        """What is entered, what follows, and what the rules say."""
        draft = self.draft
        if self._on_board:
            self.board.show(draft)
        for tile, field in zip(self.tiles, draft.fields, strict=True):
            tile.show(
                words_of(field.form, draft.value(field.key)),
                brief_of(field.form, draft.value(field.key)),
                by_place(field.form, draft.value(field.key), draft.table.players),
                entered=field.key in draft.given,
                wrong=field.key == draft.wrong,
                chosen=field.key == self.chosen,
            )
        write_tiles(self.tiles)
        self.editor.show(draft.field(self.chosen), draft.value(self.chosen))
        why = "" if self.chosen in draft.given else translate(self._form.untouched)
        self.leave_open.say(self.leave_open.words, why=why)
        wrong = self._wrong()
        if wrong:
            self.remark.say(wrong, "danger")
        elif self._on_board and not draft.given:
            self.remark.say(word("Tap what is different, or drag it to where it lies."), "quiet")
        elif draft.asked is not None:
            self.remark.say(word("Then the table is asked: {asked}", asked=draft.asked), "good")
        else:
            self.remark.say(word("Then the game is over."), "warn")
        nothing = None if draft.given else self._form.nothing
        self.begin.say(self.begin.words, why=wrong or translate(nothing or NOTHING))

    def _wrong(self) -> str:
        """What the rules refuse, with the word of the field; "" where all is well."""
        draft = self.draft
        if draft.wrong is None or draft.why is None:
            return ""
        label = next((translate(field.label) for field in draft.fields if field.key == draft.wrong), "")
        return f"{label}: {translate(draft.why)}" if label else translate(draft.why)

    def _refuse(self, words: str) -> None:
        """A tap on the button that cannot begin opens the field that is wrong."""
        self._choose_wrong()
        if self._on_board and self.draft.wrong:
            self._turn_over()
        self._show()
        self.toast(words, role="danger")

    def _choose_wrong(self) -> None:
        if any(field.key == self.draft.wrong for field in self.draft.fields):
            self.chosen = str(self.draft.wrong)

    def _begin(self) -> None:
        refused = self._form.do(self.draft)
        if refused is not None:
            self.toast(translate(refused), role="danger")
            return
        self._forget()
        self.app.go("table")

    def paint(self) -> None:
        """The sheet below the editor."""
        super().paint()
        if not self._on_board:
            canvas.panel(self._sheet, "panel", 16)

    def _forget(self) -> None:
        self.draft.given = {}
        self.app.drafts.facts.pop(self._form.key, None)

    def lay(self, body: canvas.Box) -> None:
        """The board, or facts left and the editor right; the rules' word and the buttons below."""
        upper, remark, other, begin = with_foot(body, 220, 360)
        put(self.remark, remark)
        put(self.other, other)
        put(self.begin, begin)
        if self._on_board:
            put(self.board, upper)
            self.again()
            return
        columns = 3 if upper[3] > upper[2] else 1 if len(self.tiles) <= _ONE_COLUMN else 2
        rows = -(-len(self.tiles) // columns)
        left, right = parts_in(upper, (300 if columns == 1 else 530, 0), (92 * rows, 0), gap=24)
        high = min(left[3], dp(92) * rows)
        put_grid(self.tiles, (left[0], left[1] + left[3] - high, left[2], high), columns, 8)
        write_tiles(self.tiles)
        self._sheet = right
        editor, tools = rows_in(inset(right, dp(16), dp(12)), 0, 60, gap=10)
        put(self.editor, editor)
        put(self.leave_open, columns_in(tools, 0, 260)[1])
        self.again()
