"""The single owner of everything about dice on the table: what is there, what counted, what is under review."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace

from companion.core.asks import RollCall
from companion.core.events import Face, Rolled
from companion.record.entries import Entry
from companion.record.session import Session
from companion.referee.commands import Decision, SubmitRolls
from companion.referee.dice_matching import dice_asked, match, rolls_due, whose_unknown
from companion.referee.dice_of_game import Collected, DiceOfGame
from companion.referee.dice_tracker import faces_of
from companion.referee.messages import DiceReason, Why
from companion.referee.pending_review import review_after, review_of, review_within
from companion.referee.signals import DiceSeen, SeenDie, Share, TrayMoved, TraySettled, TraySignal
from companion.referee.throw_context import ThrowContext, own_colours
from companion.referee.verdicts import NeedsReview

ABOUT_SIGHT = frozenset({Why.UNSURE, Why.LEANING})
"""Questions that a better view of the same dice can answer. The others are about how the dice got there."""


class TrayReferee:
    """Decides on readings. It outlives games, so that dice left in the tray never count in a later one.

    `moving`: something moves in the tray. While `setting_up`, dice do not count. `bots` returns the seats of a
    session that bots play: nobody throws dice for them.
    """

    def __init__(self) -> None:
        self.moving = self.setting_up = self.one_by_one = False
        self.bots: Callable[[str], Container[int]] = lambda _session: ()
        self._in_tray = DiceSeen((), sure=False)  # the last dice seen, in any game or none
        self._moved_in_set_up = False  # the last motion began while the tray was being set up
        self._throw = ThrowContext()
        self._left: tuple[tuple[str, int], DiceOfGame] | None = None  # left amid a throw, while its dice lie there
        self.leave(None)

    @property
    def seen(self) -> DiceSeen | None:
        """The last reading of this game."""
        return self._dice.seen

    @property
    def rows(self) -> frozenset[int]:
        """The rows of the last throw."""
        return self._dice.rows

    @property
    def review(self) -> NeedsReview | None:
        """The reading people must look at."""
        return self._dice.review

    def open(self, session: Session) -> None:
        """Play this game, from what people were asked or had thrown when they left it, if the same dice lie there."""
        if self._left is not None and self._left[0] == (session.id, session.seq):
            self._dice, self._left = self._left[1], None

    def leave(self, session: Session | None) -> None:
        """Leave the game, if one is open: dice in the tray do not count in the next one."""
        if session is not None and (self.review is not None or self._dice.leaning[1] or self._dice.collected.dice):
            self._left = (session.id, session.seq), self._dice
        self._dice = DiceOfGame()
        self._postponed: tuple[DiceSeen, Why] | None = None
        self.counted(self._in_tray)

    def observe(self, signal: TraySignal, session: Session | None, *, paused: bool = False) -> Decision | None:
        """Return the decision on a signal of the tray, or None. Without a session nothing counts; while `paused`,
        the last dice wait for `resume`.
        """
        candidate = self._take(signal, session)
        return None if candidate is None or session is None else self._offered(*candidate, session, paused=paused)

    def resume(self, session: Session) -> Decision | None:
        """Return the decision on the last dice thrown during a pause, or None."""
        postponed, self._postponed = self._postponed, None
        return None if postponed is None else self._offered(*postponed, session, paused=False)

    def judge(self, seen: DiceSeen, session: Session, ask: Why | None = None) -> Decision:
        """Return the decision on a reading. `ask`: a reason to ask people, however sure the reading is."""
        decision = self._decide(seen, session, ask)
        if isinstance(decision, NeedsReview):
            self._dice.review = decision
        return decision

    def counted(self, seen: DiceSeen, faces: Sequence[Face] | None = None, rows: Iterable[int] = ()) -> None:
        """Note that these faces of a reading count in `rows`, or (None) that all its dice are done with and are not a
        roll if left in the tray.
        """
        self._dice.rows |= frozenset(rows)
        self._dice.tracker.rolled(seen.dice, faces_of(self._dice.tracker.fresh(seen.dice)) if faces is None else faces)

    def entered(self, faces: Sequence[Face], rows: Sequence[int], seen: DiceSeen | None = None) -> None:
        """Note that people entered these faces in `rows`, for the dice of a reading or (None) those in view."""
        self._dice.collected = Collected()
        dice = self._dice.tracker.in_view if seen is None else seen.dice
        self._dice.tracker.entered(dice, faces)
        if seen is not None:
            self._dice.rows = frozenset(rows)
            self._throw.exclude(rows)
        elif Counter(die.value for die in dice) == Counter(face.value for face in faces):
            self._dice.rows |= frozenset(rows)
        self._dice.entered_rows = frozenset(rows)

    def dismiss(self) -> None:
        """Close the review: its dice count, or were not a roll."""
        self._dice.review = None

    def throw_again(self, leaning: Sequence[Share], session: Session) -> None:
        """Close the review: only the dice at these places are thrown again for the rolls that are due."""
        self._dice.review, self._dice.leaning = None, (self.due(session), tuple(leaning))

    def leaning(self, session: Session) -> tuple[Share, ...]:
        """Return where the dice lie that are thrown again, until dice are thrown; empty: all of a roll are thrown."""
        return self._dice.leaning[1] if self._dice.leaning[0] == self.due(session) else ()

    def leaning_part(self, session: Session) -> int:
        """Return how many dice are thrown again if they are fewer than those that are asked for, else 0."""
        count = len(self.leaning(session))
        return count if count < len(self.asked(session)) else 0

    def is_replaced(self, session: Session) -> bool:
        """Return whether the last reading, which did not count, is settled: its roll came in another way."""
        seq, due = self._dice.read_at
        later = {entry.event.seat for entry in session.entries if entry.seq > seq and isinstance(entry.event, Rolled)}
        return not self._dice.rows and bool(later) and due <= later

    def shown(self, outline: Sequence[tuple[float, float]]) -> None:
        """Note where people showed the tray, in shares of the picture: only what lies there is asked about."""
        self._dice.review = self._dice.review and review_within(self._dice.review, outline)

    def throw_begins(self, session: Session) -> None:
        """Note that dice are thrown for what is asked now, though the camera may not have seen them move yet."""
        self._throw.begin(session, self.due(session), len(self._in_tray.dice))

    def collected(self, session: Session) -> tuple[SeenDie, ...]:
        """The dice that have been thrown so far of a roll that is due, if they come one by one."""
        return self._dice.collected.dice if self._dice.collected.roll in self.due(session) else ()

    def throw_one_by_one(self, *, begins: bool) -> None:
        """People throw the dice of a roll one after the other from now on, or all together again."""
        self.one_by_one, self._dice.collected = begins, Collected()

    def expected(self, session: Session) -> tuple[str, ...]:
        """The colours of the dice that lie there if the roll is whole; none where they come one by one."""
        return () if self.one_by_one else self.asked(session)

    def lose(self) -> None:
        """Note that the camera is gone, so nothing is known to move."""
        self.moving = False

    def follow(self, before: Sequence[Entry], session: Session) -> None:
        """Update the review after a change of the events that counted `before`."""
        if self._dice.review is not None:
            self._dice.review = review_after(self._dice.review, before, session)

    def asked(self, session: Session, seat: int | None = None) -> tuple[str, ...]:
        """Return the colours of the dice that people, or one of them, are to throw ("": any)."""
        return dice_asked(session, seat, self.bots(session.id))

    def due(self, session: Session) -> list[tuple[int, RollCall]]:
        """Return the rolls that people are to throw."""
        return [call for call in rolls_due(session.asks()) if call[0] not in self.bots(session.id)]

    def _offered(self, seen: DiceSeen, ask: Why | None, session: Session, *, paused: bool) -> Decision | None:
        """Return the decision on dice that may be a roll, or None if they do not count now."""
        if self.setting_up:
            self.counted(seen)
            return None
        self._postponed = (seen, ask or Why.IN_PAUSE) if paused else None
        return None if paused else self.judge(seen, session, ask)

    def _take(self, signal: TraySignal, session: Session | None) -> tuple[DiceSeen, Why | None] | None:
        """Process a signal; return dice that may be a roll, and a reason to ask people about them."""
        match signal:
            case TrayMoved():
                if not self.moving:
                    self._moved_in_set_up = self.setting_up
                self.moving = True
                if session is not None:
                    self.throw_begins(session)
                return None
            case TraySettled(seen):
                same = not seen.sure or len(seen.dice) == len(self._in_tray.dice)
                self._moved_in_set_up, self._left = False, self._left if same else None
                self._rest(seen, session, thrown=False)
                return self._settled(seen) if session is not None and seen.sure else None
            case DiceSeen():
                in_set_up, self._moved_in_set_up, self._left = self._moved_in_set_up, False, None
                self._rest(signal, session, thrown=bool(self._dice.tracker.fresh(signal.dice)))
                self._dice.seen, self._dice.leaning = signal, ([], ())
                return self._thrown(signal, session, in_set_up=in_set_up) if session is not None else None

    def _rest(self, seen: DiceSeen, session: Session | None, *, thrown: bool) -> None:
        self.moving = False
        if seen.dice or seen.sure:  # if an empty reading is not sure, dice may be hidden
            self._in_tray = seen
        if session is None:
            self._throw = ThrowContext()
        else:
            self._throw.end(session, self.due(session), self.bots(session.id), lying=len(seen.dice), thrown=thrown)

    def _settled(self, seen: DiceSeen) -> tuple[DiceSeen, None] | None:
        """Process a view without a throw: it may answer a question about sight, but no other. A review of dice that
        already counted was about a hand.
        """
        self._dice.seen = seen
        self._dice.tracker.observe(seen.dice, sure=True, disturbed=seen.disturbed)
        if self._dice.review is not None and self._dice.tracker.fresh(seen.dice):
            return (seen, None) if self._dice.review.reason.why in ABOUT_SIGHT else None
        if seen.dice:
            self._dice.review = None
        return None

    def _thrown(self, seen: DiceSeen, session: Session, *, in_set_up: bool) -> tuple[DiceSeen, Why | None] | None:
        """Process dice that came to rest, or an empty tray."""
        due = self.due(session)
        self._dice.read_at = session.seq, frozenset(seat for seat, _ in due)
        moved = seen.disturbed and self._dice.review is not None  # what did not count before may be the roll
        sure = seen.sure and not moved and not seen.after_gap
        disturbed = seen.disturbed and not moved
        self._dice.tracker.observe(seen.dice, sure=sure, disturbed=disturbed, own=own_colours(due) if sure else ())
        if self._dice.tracker.fresh(seen.dice) or not seen.dice:
            self._dice.rows = frozenset()
        elif self._dice.tracker.were_hidden:
            self._dice.rows = self._dice.entered_rows
        if sure and self._dice.review is not None and not (seen.dice or self._dice.review.seen.dice):
            self._dice.review = None  # it was about a tray that is now seen to be empty
        if not seen.dice and (sure or not due):
            return None
        if moved:
            return seen, Why.MOVED
        if in_set_up and seen.dice:
            return seen, Why.IN_SET_UP
        return seen, Why.BUSY if seen.after_gap else None

    def _decide(self, seen: DiceSeen, session: Session, ask: Why | None) -> Decision:
        """Decide by matching the dice, again if some of them had counted before."""
        due = self.due(session)
        if seen.disturbed and ask is not Why.MOVED:
            return self._disturbed(seen, due)
        if not due:
            self.counted(seen)  # thrown too early: they are not a roll that comes due later
            return DiceReason(Why.NO_ROLL_DUE)
        fresh = self._dice.tracker.fresh(seen.dice)
        if fresh and (rows := self._throw.entered_as(fresh)):
            self._dice.tracker.entered(fresh)
            self._dice.rows |= rows
            return DiceReason(Why.ENTERED)
        if (reason := self._question(seen, fresh, due, ask)) is not None:
            return review_of(seen, fresh or seen.dice, reason, due)
        if not fresh:
            return DiceReason(Why.COUNTED)
        if self.one_by_one and len(due) == 1 and len(fresh) < due[0][1].count:
            return self._collect(seen, fresh, *due[0])
        matched = match(faces_of(fresh), due)
        if not matched.rolls and whose_unknown(faces_of(fresh), due):
            return review_of(seen, fresh, DiceReason(Why.WHOSE), due)
        if matched.rolls:
            return SubmitRolls(matched, seen)
        if len(fresh) < len(seen.dice) and match(faces_of(seen.dice), due).rolls:
            return review_of(seen, seen.dice, DiceReason(Why.SOME_COUNTED), due)
        return matched.left_out[0]

    def _collect(self, seen: DiceSeen, fresh: Sequence[SeenDie], seat: int, roll: RollCall) -> Decision:
        """Some dice of a roll: they are kept until all have been thrown."""
        before = self._dice.collected.dice if self._dice.collected.roll == (seat, roll) else ()
        dice = (*before, *fresh)
        if len(dice) < roll.count:
            self._dice.collected = Collected((seat, roll), dice)
            self._dice.tracker.rolled(seen.dice, faces_of(fresh))
            return DiceReason(Why.COLLECTED, faces_of(dice), roll.count)
        self._dice.collected = Collected()
        matched = match(faces_of(dice), [(seat, roll)])
        if not matched.rolls:
            return matched.left_out[0]
        lying = tuple(replace(die, box=(0.0, 0.0, 0.0, 0.0)) for die in before)  # they are not on this picture
        return SubmitRolls(matched, replace(seen, dice=(*lying, *fresh)))

    def _question(
        self, seen: DiceSeen, fresh: Sequence[SeenDie], due: Sequence[tuple[int, RollCall]], ask: Why | None
    ) -> DiceReason | None:
        """Return why people are asked about these dice, or None."""
        if fresh and (reason := self._throw.question(due)) is not None:
            return reason
        if leaning := [die for die in fresh if die.cocked]:
            return DiceReason(Why.LEANING, faces_of(leaning))
        if seen.sure and ask is None:
            return None
        return DiceReason(ask or Why.UNSURE, reading=seen.reasons)

    def _disturbed(self, seen: DiceSeen, due: Sequence[tuple[int, RollCall]]) -> Decision:
        """Decide about dice that moved too soon for a throw, mostly by a finger. As quick hands throw as soon, ask
        people if the dice with another value would make a roll that is due.
        """
        turned = self._dice.tracker.turned
        if due and turned and match(faces_of(turned), due).rolls:
            return review_of(seen, turned, DiceReason(Why.MAYBE_THROWN), due)
        if turned:
            return DiceReason(Why.TURNED)
        return DiceReason(Why.SHIFTED_IN_TURN if due else Why.SHIFTED)
