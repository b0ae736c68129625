"""Setup: who plays and where they sit, with which dice, by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.metrics import dp

from companion.core.game import BadOption, BadPosition
from companion.core.table import Table
from companion.core.text import say
from companion.i18n import translate, word
from companion.people.people import Known, proposed
from companion.record import codec
from companion.record.journal import JournalError
from companion.ui.drawing import canvas
from companion.ui.screens.screen import TITLE, Screen
from companion.ui.screens.setup.continuing import form_of
from companion.ui.screens.setup.fact_forms import FactForm
from companion.ui.screens.setup.people import People
from companion.ui.screens.setup.rules_box import RulesBox
from companion.ui.screens.setup.seat_card import SeatCard
from companion.ui.widgets.buttons import Button
from companion.ui.widgets.painted import Words, parts_in, put, with_foot
from companion.views.setup_draft import RulesDraft

if TYPE_CHECKING:
    from companion.record.session import Session


class SetupScreen(Screen):
    """The table and its players on the left, the rules on the right, and a button to begin."""

    back = "home"
    title_ends = 250
    card_inset = 84

    def __init__(self, app: Any, game: str = "", **kwargs: Any) -> None:
        self.game = app.controller.games[game] if game else next(iter(app.controller.games.values()))
        going_on = app.drafts.continuing
        self._before: Session | None = going_on if going_on is not None and going_on.game is self.game else None
        self.title = self.game.title
        if self._before is not None:
            self.title, self.back = say("{game}: who plays on?", game=self.game.title), "table"
        super().__init__(app, **kwargs)

    def _return(self) -> None:
        """Back home, or to the game that would have gone on at another table."""
        try:
            if self._before is not None:
                self.controller.resume(self._before.id)
        except (JournalError, KeyError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return
        self.app.go(self.back)
        if self._before is not None:
            self.app.drafts.forget(self.game.id)

    def build(self) -> None:
        """A map of the game's seats, and the fields of its options."""
        known = self._known()
        drafts = self.app.drafts
        who = drafts.players or proposed(known, self.app.bots.of(known.session))
        how = drafts.rules.get(self.game.id) or RulesDraft(self.game.own_dice)
        self.people = People(self, who, own_dice=how.own_dice, known=known.people, before=self._before)
        self._came = self.people.who
        self.rules = RulesBox(self.game, dict(how.values), self._check)
        self.rules.page, self.rules.unfolded = how.page, how.unfolded
        self.rules.folded = self._lay_all
        self._remark = Words("", 20, "warn")
        begin, middle = word("Begin"), word("We are in the middle of a game")
        if self._before is not None:
            begin, middle = word("Play on"), word("See how it stands")
        self.begin = Button(begin, self._begin, "asked", 30)
        self.middle = Button(middle, self._take_over, "quiet", 22)
        self.how_to_play = Button(word("How to play"), self._show_rules, "quiet", 22)
        for widget in (self.people, self.rules, self._remark, self.middle, self.begin):
            self.add_widget(widget)
        if self._before is None:
            self.add_widget(self.how_to_play)
        self.people.changed = self._people_changed
        self._people_changed()
        naming = drafts.typed()
        if naming is not None:
            self.people.rename(*naming)

    def gone(self) -> None:
        """What was entered and did not begin stays for when one comes back, with the name that is being typed."""
        drafts, people, rules = self.app.drafts, self.people, self.rules
        if people.who != self._came:
            drafts.players = people.who
        drafts.rules[self.game.id] = RulesDraft(people.own_dice, dict(rules.values), rules.page, rules.unfolded)
        card = self.opened
        if isinstance(card, SeatCard):
            drafts.naming = people.named, "" if card.pad.fresh else card.pad.line

    def _known(self) -> Known:
        """Who has played before."""
        try:
            return self.app.people.known()
        except JournalError:
            return Known(())  # home says so; here it only means that nobody is proposed

    def _people_changed(self) -> None:
        """Other people, perhaps fewer or more: some rules mean something else for them."""
        self.rules.seat(self.table().players)
        self._check()

    # --- rules

    def _check(self) -> bool:
        """Whether these rules can be played; what is to be said about them stands below."""
        problem, why = "", ""
        try:
            options = codec.options_from_plain(self.game, self.rules.plain())
            remarks = options.remarks(self.table())
            why = " ".join(translate(note.text) for note in remarks)
        except BadOption as wrong:
            problem, why = wrong.name, translate(wrong.text)
        self.rules.mark(problem)
        self._remark.words = why
        self.begin.say(self.begin.words, why=why if problem else "")
        return not problem

    def _show_rules(self) -> None:
        try:
            options = codec.options_from_plain(self.game, self.rules.plain())
        except BadOption:
            options = None  # the usual ones
        self.app.go("rules", game=self.game.id, options=options, players=self.table().players)

    def table(self) -> Table:
        """Who plays with which dice."""
        return self.people.who.table(own_dice=self.people.own_dice)

    def _begin(self) -> None:
        """Begin from the start; where a game goes on, from how it stands, if that can be with these people."""
        form = self._form()
        draft = form.draft(None) if form is not None else None
        if form is None or draft is None:
            return
        if draft.wrong is not None:
            self.app.go("take_over", form=form)
            return
        refused = form.do(draft)
        if refused is not None:
            self.toast(translate(refused), role="danger")
            return
        self.app.go("table")
        self.app.drafts.forget(self.game.id)

    def _take_over(self) -> None:
        """The same people and rules, at a table that stands there already."""
        form = self._form()
        if form is not None:
            self.app.go("take_over", form=form)

    def _form(self) -> FactForm | None:
        """What these people begin or go on with, None where the rules do not fit them."""
        if not self._check():
            return None
        who, rules = self.people.who, self.rules.plain()
        came_from = who.came_from[: who.players]
        try:
            return form_of(self.app, self.game, self.table(), rules, who.seated_bots, self._before, came_from)
        except (BadOption, BadPosition, ValueError) as wrong:
            self.toast(translate(getattr(wrong, "text", str(wrong))), role="danger")
            return None

    # --- layout

    def lay(self, body: canvas.Box) -> None:
        """The table left, the rules right, the rest below; options that are unfolded have more room."""
        upper, remark, middle, begin = with_foot(body, 280, 360)
        unfolded = self.rules.unfolded
        people, rules = parts_in(upper, (500 if unfolded else 640, 0), (440 if unfolded else 600, 0), gap=24)
        put(self.people, people)
        put(self.rules, rules)
        put(self._remark, remark)
        put(self.middle, middle)
        put(self.begin, begin)
        put(self.how_to_play, (self.right - dp(self.title_ends), self.top - dp(TITLE - 6), dp(230), dp(TITLE - 18)))
