"""From the session to what the screen shows: pure, so that every sentence on the screen can be tested without one.

`table_view` reads a `TableController` (or anything shaped like it) and gives a frozen `TableView`; equal views mean
that nothing has to be painted again.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from companion.core.asks import Ask, Form, RollCall, open_to_people
from companion.core.events import Event
from companion.core.game import Outcome
from companion.core.table import Table
from companion.core.text import Text, capital, counted, listed, say, with_minus
from companion.i18n import Translate
from companion.record.entries import Entry
from companion.record.set_right import set_right
from companion.referee.messages import leaning_again
from companion.views.device_signs import Glyph, glyphs
from companion.views.dice_views import DieView, ReviewView, review_view
from companion.views.notices import Notice, notices, said_of
from companion.views.tray_views import RollView, TrayView, last_rolls, tray_view

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.record.session import Session

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class FigureView:
    """One number beside a name. `role` is the colour role of the value."""

    label: str
    value: str
    role: str = "ink"


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A choice as a button; `pointed` where the seat's button box has stepped to it, `group` the words of its group."""

    words: str
    event: Event
    pointed: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's strip. `asked`: it must act; `may`: it can, but nobody waits for it.

    `buttons` and `forms` are those the strip draws itself; what the game's panel offers by its own touches is left out.
    `offers` is all that people may do there now: nothing for a bot, in a pause and after the end. `subjects`: what each
    ask is about. `pointed` is the choice the seat's buttons have stepped to, wherever it is drawn. `roll`: the dice it
    may throw or enter now, None also while a reading waits for people. `rolled`: the dice of its roll that decided
    last, until somebody is asked for one that has nothing to do with it. `bot`: a bot plays it, and people are offered
    nothing there. `set_right`: something of theirs was corrected, and they have not acted since.
    """

    seat: int
    name: str
    mark: int = 0
    die: str = ""
    asked: bool = False
    may: bool = False
    prompt: str = ""
    buttons: tuple[ButtonView, ...] = ()
    offers: tuple[Ask, ...] = ()
    subjects: tuple[object, ...] = ()
    pointed: ButtonView | None = None
    forms: tuple[Form, ...] = ()
    roll: RollCall | None = None
    figures: tuple[FigureView, ...] = ()
    said: str = ""
    place: int | None = None
    rolled: tuple[DieView, ...] = ()
    bot: bool = False
    set_right: bool = False


@dataclass(frozen=True, slots=True)
class OverRow:
    """One line of the final score sheet."""

    place: int
    seats: tuple[int, ...]
    names: str
    scores: str


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table screen shows. `undoes` is the seat whose entry undo would take back, if it is one's."""

    title: str
    headline: str
    seats: tuple[SeatView, ...]
    notices: tuple[Notice, ...]
    tray: TrayView
    rolls: tuple[RollView, ...]
    glyphs: tuple[Glyph, ...]
    pending_review: ReviewView | None
    can_undo: bool
    undoes: int | None
    table_changed: bool
    can_redo: bool
    paused: str
    over: tuple[OverRow, ...] | None
    seq: int


def undoes(session: Session) -> int | None:
    """Return the seat whose entry undo would take back; None if it is nobody's."""
    last = session.steps[-1] if session.steps else None
    return last.event.seat if isinstance(last, Entry) else None


class PanelParts(NamedTuple):
    """What the table screen adds to the view: which asks the panel offers by its own touches, and which seats bots
    play.
    """

    covers: Callable[[Ask], bool] = lambda _ask: False
    bots: Container[int] = ()


def table_view(controller: TableController, parts: PanelParts | None = None, words: Translate = str) -> TableView:
    """The screen of the running session; `words` translates."""
    session = controller.session
    assert session is not None, "the table screen is shown only with a session"
    parts = parts or PanelParts()
    asks = _asked(controller, session)
    outcome = session.outcome()
    rolls = last_rolls(controller, asks)
    rolled = {roll.seat: roll.dice for roll in rolls if roll.stands}
    said, corrected = said_of(controller, words), set_right(session).seats
    offered = () if controller.paused else asks  # nobody can act in a pause
    if controller.pending_review is not None:  # whoever threw can do nothing else before the dice are known
        throwing = {ask.seat for ask in asks if ask.roll is not None}
        offered = tuple(ask._replace(roll=None) for ask in offered if not (ask.optional and ask.seat in throwing))
    people = open_to_people(offered, parts.bots)
    seats = tuple(
        replace(
            _seat(
                session,
                seat,
                [ask for ask in (offered if seat in parts.bots else people) if ask.seat == seat],
                controller.pointers.get(seat),
                parts,
                words,
            ),
            said=said.get(seat, ""),
            place=None if outcome is None or outcome.stopped else outcome.place(seat),
            rolled=rolled.get(seat, ()),
            set_right=seat in corrected,
        )
        for seat in session.table.seats
    )
    return TableView(
        title=session.game.title,
        headline=capital(words(_headline(session, asks, outcome))),
        seats=seats,
        notices=notices(controller, words),
        tray=tray_view(controller, asks, parts.bots, rolls),
        rolls=rolls,
        glyphs=glyphs(controller, words),
        pending_review=None
        if controller.pending_review is None
        else review_view(
            controller.pending_review.seen,
            controller.pending_review.seat,
            capital(words(controller.pending_review.why)),
            open_to_people(asks, parts.bots),
        ),
        can_undo=bool(session.steps),
        undoes=undoes(session),
        table_changed=bool(session.continues),
        can_redo=bool(session.taken_back),
        paused=words(controller.paused),
        over=None if outcome is None else score_sheet(outcome, session.table),
        seq=session.seq,
    )


def _asked(controller: TableController, session: Session) -> tuple[Ask, ...]:
    """Return the asks; if only dice that lean are thrown again, those for a roll say so."""
    asks, leaning = session.asks(), controller.tray.leaning_part(session)
    if not leaning:
        return asks
    return tuple(ask if ask.roll is None else ask._replace(text=leaning_again(leaning)) for ask in asks)


def _seat(
    session: Session, seat: int, asks: Sequence[Ask], pointer: int | None, parts: PanelParts, words: Translate
) -> SeatView:
    must = [ask for ask in asks if not ask.optional]
    choices = [(ask, choice) for ask in asks for choice in ask.choices]
    buttons = [
        ButtonView(words(choice.label), choice.event, at == pointer, words(say(choice.group)) if choice.group else "")
        for at, (_, choice) in enumerate(choices)
    ]
    drawn = [button for (ask, _), button in zip(choices, buttons, strict=True) if not parts.covers(ask)]
    name, bot = session.table.name(seat), seat in parts.bots
    if bot:  # it acts for itself: people are offered nothing that would be done for it
        drawn, asks = [], [ask._replace(roll=None, forms=()) for ask in asks]
    offers = () if bot else tuple(asks)
    may = bool(asks) and not must and not bot
    first = must[0] if must else asks[0] if may else None
    return SeatView(
        seat=seat,
        name=name,
        mark=session.table.mark(seat),
        die=session.table.colour(seat) if session.game.dice else "",
        asked=bool(must),
        may=may,
        prompt="" if first is None else capital(words(first.text)),
        buttons=tuple(drawn),
        offers=offers,
        subjects=tuple(ask.subject for ask in asks),
        pointed=next((button for button in buttons if button.pointed), None),
        forms=tuple(form for ask in asks if not parts.covers(ask) for form in ask.forms),
        roll=next((ask.roll for ask in asks if ask.roll is not None), None),
        figures=tuple(
            FigureView(words(each.label), with_minus(each.value), each.role)
            for each in session.game.figures(session.state, seat)
        ),
        bot=bot,
    )


def _headline(session: Session, asks: Sequence[Ask], outcome: Outcome | None) -> Text | str:
    table = session.table
    if outcome is not None:
        return outcome.in_words(table, _last_note(session))
    first = {ask.seat: ask for ask in reversed(asks) if not ask.optional}
    if not first:
        return ""
    if len(first) > 1:
        return _waiting(table, tuple(sorted(first)))
    (ask,) = first.values()
    return ask.named(table)


def _waiting(table: Table, seats: tuple[int, ...]) -> Text:
    """Who is waited for: their names where these fit into a line, else how many they are."""
    if len(seats) == len(table.seats) > 2:
        return say("Waiting for everybody")
    if len(seats) <= MOST_NAMED:
        return say("Waiting for {names}", names=_names(table, seats))
    return counted("Waiting for {n} player", "Waiting for {n} players", len(seats))


def _last_note(session: Session) -> Text:
    """Where no player won: what the game said last, rather about all players than about one."""
    about_all = [note for note in session.notes if note.seat is None]
    last = (about_all or list(session.notes))[-1:]
    return last[0].text if last else say("Nobody won")


def _names(table: Table, seats: Sequence[int]) -> Text:
    return listed([table.name(seat) for seat in seats], "and")


def score_sheet(outcome: Outcome, table: Table) -> tuple[OverRow, ...]:
    """The final sheet, best first; every seat on its own line if places are nobody's. Nobody has a place in a game that
    was stopped.
    """
    groups = [group for group in outcome.places if group] or [tuple(table.seats)]
    rows = []
    for seat in (seat for group in groups for seat in group):
        score = outcome.scores.get(seat)
        place = 0 if outcome.stopped else outcome.place(seat) or 0
        rows.append(OverRow(place, (seat,), table.name(seat), "" if score is None else with_minus(str(score))))
    return tuple(rows)
