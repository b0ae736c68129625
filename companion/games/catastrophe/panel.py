"""The panel of Catastrophe: the life track, the stack and what it will do, the piles; the strips are `panels.edge`."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp

from companion.core.asks import Ask
from companion.core.text import Text
from companion.games.catastrophe import view as shown
from companion.games.catastrophe.events import ReactionsClosed
from companion.games.catastrophe.panels import drawing
from companion.games.catastrophe.panels.edge import Edge
from companion.games.catastrophe.state import REACT
from companion.i18n import translate, word
from companion.ui import brush
from companion.ui import panel as house
from companion.ui.presenter import Figure, TableView
from companion.ui.widgets.drawn import columns_in

FAREWELL_S = 6.0


class Panel(house.Panel):
    """The board in the middle; every player acts at his own edge."""

    strip_depth = 186
    side_depth = 186

    def __init__(self, host: house.Host, **kwargs: Any) -> None:
        self.board: shown.BoardView | None = None
        self._seq = -1
        self._farewell: Text | None = None
        self._gone: tuple[int, ...] = ()
        self._timers: dict[str, Any] = {}
        self._left_s = 0
        super().__init__(host, **kwargs)
        self.bind(parent=self._parted)

    def hand(self, seat: int) -> house.Hand:
        """Counters and buttons of a player."""
        return Edge(self, seat)

    @staticmethod
    def figures(session: Any, seat: int) -> tuple[Figure, ...]:
        """Lives left."""
        life = session.state.life[seat]
        return (Figure("♥", str(life), "ink" if life > 2 else "danger" if life else "quiet"),)

    @staticmethod
    def covers(ask: Ask) -> bool:
        """All choices and forms are at the edges; dice keep the house's buttons."""
        del ask
        return True

    def show(self, view: TableView) -> None:
        """The new board; somebody gone is celebrated, the countdown begins again."""
        state = self.session.state
        self.board = shown.board(state)
        if view.seq != self._seq:
            self._seq = view.seq
            self._notice_farewell()
            self._start_countdown()
        super().show(view)

    def _notice_farewell(self) -> None:
        entries = self.session.entries
        self._farewell, self._gone = None, ()
        if not entries:
            return
        before = self.session.at(len(entries) - 1)
        self._farewell = shown.farewell(before, self.session.state)
        if self._farewell is not None:
            self._gone = shown.fallen_now(before, self.session.state)
            self._after("farewell", self._forget_farewell, FAREWELL_S)

    def _forget_farewell(self, _dt: float = 0) -> None:
        self._farewell, self._gone = None, ()
        self.again()

    def _start_countdown(self) -> None:
        """Where the table plays with a countdown (R9.8): nobody reacts after so many seconds."""
        state = self.session.state
        self._left_s = state.options.countdown if state.phase == REACT else 0
        self._after("countdown", self._count_down if self._left_s else None, 1.0)

    def _count_down(self, _dt: float = 0) -> None:
        self._left_s -= 1
        if self._left_s > 0:
            self._after("countdown", self._count_down, 1.0)
            self.again()
            return
        asked = next((ask.seat for ask in self.session.asks() if not ask.optional), None)
        if asked is not None and self.session.state.phase == REACT:
            self.host.submit(ReactionsClosed(asked))

    def _after(self, name: str, act: Any, seconds: float) -> None:
        if name in self._timers:
            self._timers.pop(name).cancel()
        if act is not None:
            self._timers[name] = Clock.schedule_once(act, seconds)

    def _parted(self, _widget: object, parent: object) -> None:
        if parent is None:
            for name in list(self._timers):
                self._after(name, None, 0)

    def paint(self) -> None:
        """Track above, the stack or the turn below, the piles to the right."""
        board = self.board
        if board is None:
            return
        x, y, width, height = self.box
        inner = (x + dp(8), y + dp(4), width - dp(16), height - dp(8))
        track_high = min(inner[3] * 0.48, dp(240))
        track = (inner[0], inner[1] + inner[3] - track_high, inner[2], track_high)
        self._paint_track(board, track)
        below = (inner[0], inner[1], inner[2], inner[3] - track_high - dp(8))
        left, right = columns_in(below, 0, 266, gap=12)
        if board.stack:
            self._paint_stack(board, left)
        else:
            self._paint_turn(board, left)
        self._paint_piles(board, right)
        if self._farewell is not None:
            self._paint_farewell(track)

    # --- the track

    def _paint_track(self, board: shown.BoardView, box: brush.Box) -> None:
        x, y, width, height = box
        each = width / len(board.spaces)
        rule = translate(board.rule)
        if rule:
            brush.text(rule, (x, y + height - dp(24), width, dp(24)), 18, "quiet")
            height -= dp(26)
        for space in board.spaces:
            self._paint_space(space, (x + space.number * each + dp(2), y, each - dp(4), height))

    def _paint_space(self, space: shown.SpaceView, box: brush.Box) -> None:
        x, y, width, height = box
        brush.panel(box, "panel" if space.number else "ground", 10)
        brush.frame(box, "danger" if space.deadly or space.reapurr else "edge", 10, 2 if space.deadly else 1)
        label = str(space.number) if space.number else word("Lair")
        brush.text(label, (x, y + dp(2), width, dp(30)), 26 if space.number else 20, "quiet", bold=True)
        room = (x + dp(2), y + dp(32), width - dp(4), height - dp(36))
        if space.reapurr:
            drawing.reapurr((x + width / 2 - dp(4), room[1] + room[3] - dp(30)), min(dp(24), width * 0.3))
            room = (room[0], room[1], room[2], room[3] - dp(56))
        self._paint_tokens(space, room)

    def _paint_tokens(self, space: shown.SpaceView, room: brush.Box) -> None:
        if not space.seats:
            return
        x, y, width, height = room
        across = 1 if len(space.seats) == 1 else 2
        rows = -(-len(space.seats) // across)
        radius = min(width / across / 2.5, height / rows / 2.6, dp(26))
        for at, seat in enumerate(space.seats):
            row, column = divmod(at, across)
            centre = (
                x + width * (column + 0.5) / across,
                y + height - height * (row + 0.5) / rows - radius * 0.1,
            )
            drawing.cat(seat, centre, radius, out=not space.number)

    # --- what is in play

    def _paint_turn(self, board: shown.BoardView, box: brush.Box) -> None:
        x, y, width, height = box
        head = (x, y + height * 0.5, width, height * 0.5)
        brush.text(translate(board.whose), head, 40, bold=True, align="left")
        if not any(now for _, now in board.steps):
            return
        each = min(width / 3, dp(220))
        high = min(dp(54), height * 0.46)
        for at, (words, now) in enumerate(board.steps):
            step = (x + at * each, y + dp(4), each - dp(26), high)
            brush.panel(step, "pressed" if now else "panel", 12)
            brush.frame(step, "ink" if now else "edge", 12, 2.5 if now else 1)
            brush.text(translate(words), step, 24, "ink" if now else "quiet", bold=now)
            if at < len(board.steps) - 1:
                brush.text("→", (step[0] + step[2], step[1], dp(26), high), 22, "quiet")

    def _paint_stack(self, board: shown.BoardView, box: brush.Box) -> None:
        x, y, width, height = box
        cards = (x, y + dp(50), width, height - dp(50))
        if board.rolls:
            wide = min(width * 0.45, dp(84) * len(board.rolls) + dp(8))
            self._paint_rolls(board, (x + width - wide, cards[1], wide, cards[3]))
            cards = (x, cards[1], width - wide - dp(10), cards[3])
        count = len(board.stack)
        each = min(dp(172), (cards[2] + dp(12)) / count)
        for at, card in enumerate(board.stack):
            last = at == count - 1
            visible = min(dp(160), cards[2] - (count - 1) * each if last else each - dp(12))
            self._paint_card(card, (x + at * each, cards[1], visible, cards[3]), newest=last)
            if not last:
                brush.text("←", (x + at * each + visible - dp(2), cards[1], dp(16), cards[3]), 18, "quiet")
        brush.text(self._plan_words(board), (x, y, width, dp(48)), 20, "ink", align="left")

    def _plan_words(self, board: shown.BoardView) -> str:
        odds = translate(board.odds)
        if board.plan:
            told = "  ".join(f"{at}. {translate(step)}" for at, step in enumerate(board.plan[:4], 1))
            seconds = f"  ({self._left_s} s)" if self._left_s else ""
            return f"{word('No reaction')}: {told}{seconds}" + (f"  ·  {odds}" if odds else "")
        return odds or (word("No more reactions") if board.stack[-1].fate == "closed" else "")

    def _paint_card(self, card: shown.CardView, box: brush.Box, *, newest: bool) -> None:
        """One card: kind, player, target; crossed where it will not work, a red dot where nothing can stop it."""
        x, y, width, height = box
        gone = card.fate == "blocked"
        brush.panel(box, "card", 10, 0.45 if gone else 1.0)
        brush.frame(box, "warn" if newest else "edge", 10, 4 if newest else 1.5)
        name = ("★ " if card.power else "") + translate(card.name)
        line = min(dp(32), height / 4)
        brush.text(name, (x + dp(6), y + height - line - dp(4), width - dp(12), line), 24, "card_ink", bold=True)
        middle = y + height - line * 2.1 - dp(4)
        brush.seat_mark(card.seat, (x + dp(24), middle), dp(12))
        if card.target is not None:
            brush.text("→", (x + dp(40), middle - dp(16), dp(30), dp(32)), 24, "card_ink")
            brush.seat_mark(card.target, (x + dp(86), middle), dp(12))
            target = self.session.table.name(card.target)
            brush.text(target, (x + dp(102), middle - dp(16), width - dp(106), dp(32)), 20, "card_ink", align="left")
        else:
            player = self.session.table.name(card.seat)
            brush.text(player, (x + dp(44), middle - dp(16), width - dp(48), dp(32)), 20, "card_ink", align="left")
        note = translate(card.note)
        if gone:
            note = word("blocked")
        brush.text(note, (x + dp(6), y + dp(2), width - dp(12), line), 20, "card_ink", bold=gone)
        if card.red_dot:
            brush.shape("disc", (x + width - dp(16), y + height - dp(16)), dp(8), (0.76, 0.1, 0.1, 1))
        if gone:
            brush.crossed((x + dp(10), y + dp(10), width - dp(20), height - dp(20)), "B3241B", 2.5)

    def _paint_rolls(self, board: shown.BoardView, box: brush.Box) -> None:
        x, y, width, height = box
        each = width / len(board.rolls)
        side = min(each - dp(10), height - dp(56), dp(70))
        for at, roll in enumerate(board.rolls):
            left = x + at * each
            brush.seat_mark(roll.seat, (left + each / 2, y + height - dp(14)), dp(11))
            brush.die(
                roll.value or 0, roll.colour, (left + (each - side) / 2, y + dp(28), side, side),
                "danger" if roll.fails else "edge",
            )  # fmt: skip
            told = word("due") if roll.value is None else word("fails") if roll.fails else ""
            if roll.need is not None and not told:
                told = word("safe")
            brush.text(told, (left, y, each, dp(26)), 18, "danger" if roll.fails else "ink")

    # --- the rest

    def _paint_piles(self, board: shown.BoardView, box: brush.Box) -> None:
        x, y, width, height = box
        brush.panel(box, "panel", 10)
        each = height / (len(board.piles) + 2)
        middle, right = x + width - dp(96), x + width - dp(12)
        for words, end in ((word("deck"), middle), (word("discards"), right)):
            brush.text(words, (end - dp(100), y + height - each, dp(100), each), 18, "quiet", align="right")
        for at, pile in enumerate(board.piles):
            low = y + height - (at + 2) * each
            brush.text(translate(pile.name), (x + dp(12), low, width * 0.5, each), 20, "quiet", align="left")
            brush.text(f"{pile.draw}", (middle - dp(60), low, dp(60), each), 24, bold=True, align="right")
            brush.text(f"{pile.discard}", (right - dp(60), low, dp(60), each), 22, "quiet", align="right")
        line = (x + dp(12), y, width - dp(24), each)
        drawing.yarn((line[0] + dp(12), y + each / 2), min(dp(11), each * 0.36))
        brush.text(word("Sanctuary"), (line[0] + dp(32), y, line[2], each), 20, "quiet", align="left")
        brush.text(str(board.sanctuary), (middle - dp(60), y, dp(60), each), 24, bold=True, align="right")

    def _paint_farewell(self, box: brush.Box) -> None:
        x, y, width, height = box
        wide = min(width * 0.8, dp(640))
        card = (x + (width - wide) / 2, y + dp(10), wide, height - dp(20))
        brush.panel(card, "raised", 16)
        brush.frame(card, "danger", 16, 3)
        middle = card[1] + height * 0.56
        each = dp(110)
        left = x + width / 2 - each * (len(self._gone) - 1) / 2
        for at, seat in enumerate(self._gone):
            centre = (left + at * each, middle)
            drawing.burst(centre, min(dp(64), height * 0.36))
            drawing.cat(seat, centre, min(dp(32), height * 0.2))
        brush.text(translate(self._farewell or Text("")), (card[0], card[1] + dp(6), wide, dp(44)), 32, bold=True)
