"""A player's strip along their edge of the screen: name, figures, prompt, hand or buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.metrics import dp

from companion.drawing.theme import LABEL, PROMPT, SMALL, TOUCH
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.game_panel import Action, Hand
from companion.ui.widgets import seat_figures
from companion.ui.widgets.buttons import Button, ChoicePages
from companion.ui.widgets.painted import Drawn, put
from companion.ui.widgets.seat_figures import PAD, Beside
from companion.views.presenter import SeatView

HEAD = 52  # two lines of a label
LARGE = 50  # so much room (dp) below the head lets the figures be large at rest
LOW = 100  # a strip lower than this is all head, its actions at the right end
ACTION = 170  # the width (dp) of an action beside a hand or in the head
BESIDE = 2  # this many actions find room beside a hand
NAME, SHARE, LEAST_NAME = 24, 0.32, 48  # a name's type, its share of a head, what is left of it at the worst (dp)
MARK, DIE, ROLLED = 48, 28, 36  # dp: the room of a player's mark, their die at rest, a die of their last roll
SIGN, UNDER = 23, 27  # dp: the sign of a bot, the word below it


class _Shares(NamedTuple):
    """How a head is shared: the name's width, what stands beside it, what with the figures, and whether dice do."""

    name: float
    says: str
    beside: Beside
    with_dice: bool


class SeatStrip(Drawn):
    """One strip, upright in coordinates of its own; the table screen turns it to its player.

    `actions` are given by the table screen with each view: (words, what to do, pointed at). Where a hand lies in the
    strip they stand in a column beside it, and more than fit there are offered over the panel by `open_choices`.
    """

    def __init__(
        self, seat: int, hand: Hand | None, open_choices: Callable[[int, list[Action]], object], **kwargs: Any
    ) -> None:
        self.seat, self.hand = seat, hand
        self.view = SeatView(seat, "")
        self._actions: list[Action] = []
        self._open_choices = open_choices
        self._awaits_dice = False
        self.waited, self.late = "", False
        super().__init__(**kwargs)
        self.changes = seat_figures.FigureChanges(self.again)
        self.pages = ChoicePages([])
        self._buttons: list[Button] = []
        if hand is not None:
            self.add_widget(hand)
        self.add_widget(self.pages)
        self.bind(pos=self._lay, size=self._lay)

    def show(self, view: SeatView, actions: list[Action]) -> None:
        """Takes a new view and what can be done; remembers which figures changed, and by how much."""
        self.changes.note(self.view.figures, view.figures)
        self.view, self._actions = view, actions
        self._lay()
        self.again()

    def wait(self, waited: str, *, late: bool) -> None:
        """How long the table has waited for this player ("": it is not shown), and whether they are nudged."""
        if (waited, late) != (self.waited, self.late):
            self.waited, self.late = waited, late
            self.again()

    def await_dice(self, awaits: bool) -> None:
        """Whether the dice of the last roll are still on their way here: their places stay empty."""
        if awaits != self._awaits_dice:
            self._awaits_dice = awaits
            self.again()

    def die_box(self, at: int) -> canvas.Box:
        """Where a die of the last roll rests, in this strip's own coordinates: at the mark if dice have no room."""
        x, y, side, _ = self._place_of(at)
        return (x if self._divided().with_dice else self.x + dp(26) - side / 2, y, side, side)

    def _place_of(self, at: int) -> canvas.Box:
        """Where a die of the last roll lies beside the mark, if dice have room."""
        side = dp(ROLLED)
        middle = self._head[1] + self._head[3] / 2
        return (self.x + dp(MARK) + at * (side + dp(4)), middle - side / 2, side, side)

    @property
    def _inner(self) -> canvas.Box:
        x, y, width, height = self.box
        return (x + dp(8), y + dp(8), width - dp(16), height - dp(HEAD) - dp(14))

    @property
    def _low(self) -> bool:
        return self.height < dp(LOW)

    @property
    def _head(self) -> canvas.Box:
        """Name, prompt and figures; in a low strip all that its actions leave."""
        x, y, width, height = self.box
        if not self._low:
            return (x, y + height - dp(HEAD), width, dp(HEAD))
        return (x, y, width - self._actions_wide, height)

    @property
    def _actions_wide(self) -> float:
        count = 1 if len(self._actions) > BESIDE else len(self._actions)
        return dp(ACTION + 8) * count + dp(4) if count else 0.0

    def _lay_low(self) -> None:
        """The actions beside each other at the right end."""
        x, y, width, height = self.box
        self.pages.offer([])
        if self._actions:
            wide = self._actions_wide
            self._stand_beside((x + width - wide + dp(4), y + dp(4), wide - dp(8), height - dp(8)))

    def _lay(self, *_: object) -> None:
        x, y, width, height = self._inner
        if self._low and self.hand is None and width > dp(40):
            for button in self._buttons:
                self.remove_widget(button)
            self._buttons = []
            self._lay_low()
            return
        if width < dp(40) or height < dp(20):
            return
        for button in self._buttons:
            self.remove_widget(button)
        self._buttons = []
        if self.hand is None:
            put(self.pages, (x, y, width, height))
            self.pages.offer(self._actions, primary=self.view.asked and self.view.roll is not None)
            return
        self.pages.offer([])
        taken = self.hand.offer(self._actions, asked=self.view.asked)
        column = dp(self.hand.keeps or ACTION) if self._actions and not taken else 0.0
        if column:
            self._stand_beside((x + width - column, y, column, height))
        put(self.hand, (x, y, width - (column + dp(10) if column and not self.hand.keeps else 0.0), height))

    def _stand_beside(self, box: canvas.Box) -> None:
        """The actions in a column beside the hand, or one button that opens them all."""
        actions = self._actions
        if len(actions) > BESIDE:
            actions = [
                (
                    word("Choose…"),
                    lambda: self._open_choices(self.seat, self._actions),
                    any(a[2] for a in self._actions),
                )
            ]
        self._buttons = [
            Button(words, act, "asked" if at == 0 and self.view.asked else "plain", 24)
            for at, (words, act, _) in enumerate(actions)
        ]
        stacked = box[3] >= dp(2 * TOUCH + 8)
        count = len(self._buttons)
        for at, (button, (_, _, pointed)) in enumerate(zip(self._buttons, actions, strict=True)):
            button.marked = pointed
            gap = dp(8)
            if stacked:
                high = (box[3] - gap * (count - 1)) / count
                put(button, (box[0], box[1] + box[3] - high - at * (high + gap), box[2], high))
            else:
                wide = (box[2] - gap * (count - 1)) / count
                put(button, (box[0] + at * (wide + gap), box[1], wide, box[3]))
            self.add_widget(button)

    def paint(self) -> None:
        """Ground, name, prompt, figures."""
        view = self.view
        canvas.panel(self.box, "panel", 14)
        head = self._head
        x, _, width, _ = head
        ink = "ink"
        if view.asked:
            canvas.panel(head, "asked", 14)
            canvas.frame(self.box, "warn" if self.late else "asked", 14, 5 if self.late else 3)
            ink = "asked_ink"
        elif view.may:
            canvas.panel(head, "raised", 14)
        name, says, beside, with_dice = self._divided()
        self._paint_mark(head, ink)
        if with_dice:
            self._paint_dice()
        left = x + dp(MARK) + self._dice_wide * with_dice
        self._paint_bot(left, head, ink)
        left += self._bot_wide
        canvas.text(view.name, (left, head[1], name, head[3]), NAME, ink, bold=True, align="left")
        right = x + width
        if not self._large:
            right = seat_figures.paint_in_head(view.figures, self.changes, head, ink, beside)
        size, tone = (PROMPT, ink) if view.asked else (LABEL, "ink" if view.prompt else "quiet")
        left += name + dp(PAD)
        canvas.text(says, (left, head[1], right - left - dp(PAD), head[3]), size, tone, bold=view.asked, align="left")
        if self._large:
            seat_figures.paint_large(view.figures, self.changes, self._inner)

    @property
    def _large(self) -> bool:
        """Whether the figures stand large below the head: at rest, and with nothing before the player."""
        return self.hand is None and not self._actions and self._inner[3] > dp(LARGE)

    @property
    def _says(self) -> str:
        """What stands beside the name: how it ended, what is asked, or what was said of the player last."""
        view = self.view
        if view.place is not None:
            return "★ " + word("winner") if view.place == 1 else word("place {n}", n=view.place)
        return f"{view.prompt} · {self.waited}" if view.prompt and self.waited else view.prompt or view.said

    def _divided(self) -> _Shares:
        """How the head is shared.

        What is asked must be read. A short prompt has room, large, beside a name in two lines; for a longer one the
        figures give up their changes, then it goes into two lines, then the dice go, which lie in the tray, then labels
        stand below the figures, then the name goes into two lines, then the type gets small, then the figures go, and
        at last the name is cut: its shape shows whose strip it is. What was only said is left out where it has no room;
        the table's line says it too.
        """
        says, bold = self._says, self.view.asked
        room = self._head[2] - dp(MARK) - self._bot_wide
        one = canvas.text_width(self.view.name, NAME, bold=True) + dp(4)
        two = min(one, max(canvas.width_in_two(self.view.name, bold=True) + dp(4), dp(LEAST_NAME)))
        full = min(one, max(two, self.width * SHARE))
        ways = [(full, 1, LABEL, Beside.CHANGES, True), (two, 2, PROMPT, Beside.CHANGES, True)]
        ways += [(full, lines, LABEL, Beside.LABELS, dice) for dice in (True, False) for lines in (1, 2)]
        ways += [(full, lines, LABEL, Beside.BELOW, False) for lines in (1, 2)]
        ways += [(two, 2, size, Beside.BELOW, False) for size in (LABEL, SMALL)]
        ways += [(name, 2, SMALL, Beside.NOTHING, False) for name in (two, min(two, dp(LEAST_NAME)))]
        if not self.view.prompt:
            ways = [(name, 2, size, Beside.CHANGES, True) for name in (full, two) for size in (LABEL, SMALL) if says]
        for name, lines, size, figures, dice in ways:
            left = room - self._dice_wide * dice - name - 2 * dp(PAD) - self._figures_wide(figures)
            in_line = lines == 1 and canvas.text_width(says, size, bold=bold) <= left
            if in_line or (lines == 2 and canvas.fits(says, left, self._head[3], size, bold=bold)):
                return _Shares(name, says, figures, dice)
        if self.view.prompt:
            return _Shares(name, says, figures, dice)
        room -= self._dice_wide + dp(PAD)
        silent = ((name, figures) for figures in (Beside.CHANGES, Beside.LABELS) for name in (full, two))
        shares = ((name, figures) for name, figures in silent if name + self._figures_wide(figures) <= room)
        name, figures = next(shares, (two, Beside.LABELS))
        return _Shares(name, "", figures, True)

    @property
    def _bot_wide(self) -> float:
        """How much of the head the sign of a bot takes."""
        return max(dp(SIGN), canvas.text_width(word("Bot"), LABEL, bold=True)) + dp(12) if self.view.bot else 0.0

    @property
    def _dice_wide(self) -> float:
        """How much of the head the dice of the last roll take, or the player's die."""
        rolled = len(self.view.rolled)
        return dp(rolled * (ROLLED + 4) + 6) if rolled else dp(38) if self.view.die else 0.0

    def _paint_bot(self, left: float, head: canvas.Box, ink: str) -> None:
        """A sign where a bot plays, and the word."""
        low, wide = head[1] + (head[3] - dp(SIGN + UNDER)) / 2, self._bot_wide - dp(8)
        if wide > 0:
            canvas.icon("bot", (left, low + dp(UNDER), wide, dp(SIGN)), ink)
            canvas.text(word("Bot"), (left, low, wide, dp(UNDER)), LABEL, ink, bold=True)

    def _paint_mark(self, head: canvas.Box, ink: str) -> None:
        """The player's shape, with a pencil if something of theirs was corrected."""
        x, middle = head[0], head[1] + head[3] / 2
        canvas.seat_mark(self.seat, (x + dp(26), middle), dp(13), ink)
        if self.view.set_right or any(die.before for die in self.view.rolled):  # beside the dice: it must cover no pip
            canvas.pencil((x + dp(44), middle - dp(18)))

    def _paint_dice(self) -> None:
        """The dice of the last roll, or the player's die, blank until it is thrown."""
        rolled = self.view.rolled
        for at, die in enumerate(() if self._awaits_dice else rolled):
            # Of one that was changed, the tray's corner and the history say from what.
            canvas.die(die.value, die.colour, self._place_of(at), "warn" if die.before else "ink")
        if self.view.die and not rolled:
            x, y, side, _ = self._place_of(0)
            canvas.die(0, self.view.die, (x, y + (side - dp(DIE)) / 2, dp(DIE), dp(DIE)))

    def _figures_wide(self, beside: Beside) -> float:
        """How much of the head the figures take at its right end."""
        if self._large:
            return 0.0
        return seat_figures.width_in_head(self.view.figures, self.changes, beside)
