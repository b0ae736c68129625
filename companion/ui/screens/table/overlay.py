"""What lies over the panel of a table: at most one card, whose it is, and whether it still means what it meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import overlap
from companion.i18n import word
from companion.ui.drawing import canvas
from companion.ui.game_panel import Offers
from companion.ui.screens.share_card import ShareCard
from companion.ui.screens.table.dialogs import PausedCard, review_card
from companion.ui.screens.table.dice import TableDice
from companion.ui.screens.table.over import OverCard, over_card
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.overlay import Overlay
from companion.ui.widgets.painted import put
from companion.ui.widgets.review import ReviewCard
from companion.views.presenter import TableView

if TYPE_CHECKING:
    from companion.ui.screens.table.screen import TableScreen


_RESULT = 160, 56  # dp: width and height of the button back to the result


class _Meaning(NamedTuple):
    """Whose a card is, what it may offer and offered at first, and how a screen built anew opens it."""

    seat: int | None = None
    offers: Callable[[], Offers] | None = None
    offered: Offers = ()
    anew: Callable[[TableScreen], object] | None = None

    @property
    def stands(self) -> bool:
        """Whether all that it offered at first is offered now: else a tap would mean another thing than what could be
        seen.
        """
        if self.offers is None:
            return True
        now = self.offers()
        return all(offer in now for offer in self.offered)


class PanelOverlay:
    """Seats and the game's panel lay cards here; a review, a pause and the end bring their own. What people have half
    entered is put aside under a review or a pause, and comes back.
    """

    def __init__(self, table: TableScreen, dice: TableDice) -> None:
        self._table, self._dice = table, dice
        self._means = _Meaning()
        self._aside: tuple[Overlay, _Meaning] | None = None
        self._end_shown = False
        self._to_end = Button(word("Result"), self._open_end, "asked", 24)
        self._panel: canvas.Box = table.box
        self._reviewed: tuple[object, object] = None, None
        self._review_card: ReviewCard | None = None

    @property
    def card(self) -> Widget | None:
        """What lies there, if anything."""
        return self._table.card.inner

    @property
    def place(self) -> canvas.Box:
        """What the card covers. The end covers the whole table: nobody is asked any more, and it needs the room."""
        return self._table.box if isinstance(self.card, OverCard | ShareCard) else self._panel

    def lay(self, panel: canvas.Box) -> None:
        """The panel is there now."""
        self._panel = panel
        x, y, width, height = self._table.news.below.box  # nothing is tapped there
        wide, high = map(dp, _RESULT)
        put(self._to_end, (x + width - wide, y + height - high + dp(5), wide, high))

    def beside_end(self, line: canvas.Box) -> canvas.Box:
        """Return what the button back to the result leaves of a line of news."""
        if self._to_end.parent is None or not overlap(line, self._to_end.box):
            return line
        return (line[0], line[1], self._to_end.x - dp(8) - line[0], line[3])

    def open(
        self,
        widget: Widget,
        seat: int | None,
        title: str,
        *,
        closing: bool = True,
        offers: Callable[[], Offers] | None = None,
        anew: Callable[[TableScreen], object] | None = None,
    ) -> None:
        """Lay a card there in place of another, turned to the seat; `closing` it may be put away unanswered. It goes by
        itself once something it offered is no longer among its `offers`. `anew` opens it on a screen that is built in
        place of this one.
        """
        angle = self._table.angle_of(seat) if seat is not None else 0
        self._table.card.open(widget, title, angle, closing=closing, put_away=self.close)
        self._offer_end()
        self._means = _Meaning(seat, offers, tuple(offers()) if offers is not None else (), anew)

    def close(self) -> None:
        """Take the card away; what waits beneath for an answer comes back, and the result beneath what shares it."""
        self._end_shown = self._end_shown and not isinstance(self.card, ShareCard)
        self._remove()
        self._table.refresh()

    def _remove(self) -> None:
        self._table.card.close()
        self._means = _Meaning()

    def _put_aside(self) -> None:
        """Make room for a review or a pause."""
        overlay = self._table.card.overlay
        if overlay is not None and self._means.offers is not None:
            self._aside = overlay, self._means
        self._remove()

    def _bring_back(self) -> None:
        """Lay there again what was put aside, if it still means the same."""
        aside, self._aside = self._aside, None
        if aside is not None and aside[1].stands:
            overlay, self._means = aside
            self._table.card.put_back(overlay)

    def continue_from(self, before: PanelOverlay) -> None:
        """Lay there what lay on the screen that this one is built in place of, as far as it was filled in."""
        if self._review_card is not None and before._review_card is not None:
            self._review_card.continue_from(before._review_card)
        aside, means = before._aside or (None, _Meaning())
        self._continue_card(means, None if aside is None else aside.inner)
        if aside is not None:
            self._put_aside()
            self._table.refresh()
        self._continue_card(before._means, before.card)

    def _continue_card(self, means: _Meaning, entered: Widget | None) -> None:
        if means.anew is not None:
            means.anew(self._table)
        card = self.card
        if isinstance(card, ReviewCard) and isinstance(entered, ReviewCard):
            card.continue_from(entered)

    def counted(self, seat: int | None) -> None:
        """An event of this seat counted: its card closes. The card of another seat, a review and the end stay."""
        if self._means.seat in {None, seat} and not isinstance(self.card, OverCard):
            self.turned()

    def turned(self) -> None:
        """Play went on, or back: a card is done with. A review is not: it goes when its roll is no longer due."""
        if not self._shows_review:
            self._remove()

    def follow(self, view: TableView) -> None:
        """What is not offered any more goes; review, pause and end each have a card of their own."""
        if not self._means.stands:
            self._remove()
        opened = self.card
        self._follow_review(view)
        if view.paused and not isinstance(opened, PausedCard):
            self._put_aside()
            self.open(PausedCard(view.paused, self._retry), None, word("The game is paused"), closing=False)
        elif not view.paused and isinstance(opened, PausedCard):
            self._remove()
        if view.over is None:
            self._end_shown = False
            if isinstance(opened, OverCard):
                self._remove()
        elif not self._end_shown:
            self._open_end()
        if self.card is None and view.over is None and view.pending_review is None:
            self._bring_back()
        self._offer_end()

    def _open_end(self) -> None:
        """The card of the end, once by itself and again by its button."""
        view = self._table.view
        if view is not None and view.over is not None:
            self._end_shown = True
            self.open(over_card(view, self._table, self.close), None, view.headline)

    def _offer_end(self) -> None:
        """The way from the table of a game that is over back to its result, while no card lies there."""
        view = self._table.view
        wanted = view is not None and view.over is not None and self.card is None
        if wanted != (self._to_end.parent is not None):
            (self._table.add_widget if wanted else self._table.remove_widget)(self._to_end)

    @property
    def _shows_review(self) -> bool:
        return self.card is not None and self.card is self._review_card

    def _follow_review(self, view: TableView) -> None:
        pending = self._table.controller.pending_review
        reviewed = None if pending is None else pending.seen, view.pending_review
        another = reviewed[0] is not self._reviewed[0] or reviewed[1] != self._reviewed[1]
        if pending is not None and view.pending_review is not None and (another or self.card is None):
            dice = self._dice
            names = [seat.name for seat in view.seats]
            card = review_card(
                pending, view.pending_review, dice.settle, dice.dismiss, dice.throw_again, dice.is_no_die, names
            )
            before = self._review_card
            if before is not None and reviewed[0] is self._reviewed[0]:
                card.continue_from(before)
            self._put_aside()
            self._review_card = card
            one = len(view.pending_review.slots) == 1
            title = word("What does the die show?") if one else word("What do the dice show?")
            self.open(card, view.pending_review.seat, title, closing=False)
        elif view.pending_review is None and self._shows_review:
            self._remove()
        self._reviewed = reviewed

    def _retry(self) -> None:
        self._table.controller.retry()
