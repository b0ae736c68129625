"""In a pause, under a review and once a game was stopped nothing looks live that takes no taps, in every game."""

import pytest

from companion.core.events import Ended, Event
from companion.core.text import say
from companion.drawing.scene import Switches
from companion.games import shelf
from companion.record.journal import JournalError
from companion.referee.signals import DiceSeen, SeenDie
from companion.ui.screens.table.dialogs import PausedCard
from companion.ui.testing.screenshots import phases
from companion.ui.widgets.buttons import Tappable
from companion.ui.widgets.refusal_note import Toast

COLOURS = ("red", "blue", "green", "yellow", "black", "white")
MOST = 60
"""Events of a game that are looked at: every phase but the last few comes within these."""


def refuse(*_args, **_more):
    raise JournalError(say("the disk is full"))


def live(shown):
    """What looks as if it could be tapped in the strips, and on a board that no card covers."""
    found = [
        each
        for strip in shown.app.screen.strips
        for each in strip.walk(restrict=True)
        if isinstance(each, Tappable) and each.tapped is not None and not each.why and each.width > 1
    ]
    if shown.app.screen.opened is None:
        meanings = [target.means for target in shown.app.screen.panel.targets.all]
        found += [means for means in meanings if isinstance(means, Event | Switches)]
    return found


def said(shown):
    return [toast.words for toast in shown.all(Toast)]


@pytest.fixture(name="table")
def _table(begin, driver, request):
    game = request.param
    players = min(3, shelf()[game].player_counts[-1])
    controller = begin(players, game=game, colours=COLOURS[:players])
    shown = driver()
    return controller, shown


@pytest.mark.parametrize("table", shelf(), indirect=True)
def test_nothing_is_live_in_a_pause(table, monkeypatch):
    controller, shown = table
    were_live = False
    for phase in phases(controller, 3, MOST):
        shown.frames(2)
        if controller.session.outcome() is not None:
            break
        were_live = were_live or bool(live(shown))
        with monkeypatch.context() as disk:
            disk.setattr(controller.journal, "append", refuse)
            controller.touch(Ended())
            shown.frames(2)
            assert isinstance(shown.app.screen.opened, PausedCard)
            assert live(shown) == [], phase
            seq = controller.session.seq
            for frame in (strip.parent for strip in shown.app.screen.strips):
                shown.tap(*frame.center)
            assert (said(shown), controller.session.seq) == ([], seq)
        controller.retry()
        controller.undo()
        shown.frames(2)
        if shown.app.screen.opened is not None:
            shown.app.screen.close()
    assert were_live


@pytest.mark.parametrize("table", shelf(), indirect=True)
def test_nothing_is_live_once_stopped(table):
    controller, shown = table
    for phase in phases(controller, 3, MOST):
        if controller.session.outcome() is not None:
            break
        controller.touch(Ended())
        shown.frames(2)
        shown.tap_on(shown.button("See the table"))
        shown.frames(2)
        assert shown.app.screen.opened is None
        assert live(shown) == [], phase
        controller.undo()
        shown.frames(2)


@pytest.mark.parametrize("table", [name for name, game in shelf().items() if game.dice], indirect=True)
def test_what_is_live_under_a_review_takes_taps(table):
    controller, shown = table
    reviewed = 0
    for phase in phases(controller, 3, MOST):
        rolls = [ask for ask in controller.session.asks() if ask.roll is not None]
        if not rolls:
            continue
        colours = [colour for ask in rolls for colour in (ask.roll.colours or ("",) * ask.roll.count)]
        dice = [SeenDie(2, colour, 0.4, box=(0.1 * at, 0.1, 0.1 * at + 0.05, 0.2)) for at, colour in enumerate(colours)]
        controller.inbox.put(DiceSeen(tuple(dice), sure=False))
        shown.frames(2)
        assert controller.pending_review is not None, phase
        reviewed += 1
        view = shown.app.screen.view
        assert not any(view.seats[ask.seat].may for ask in rolls), phase  # the throw is asked about, and nothing else
        for at in range(len(live(shown))):
            card, seq = shown.app.screen.opened, controller.session.seq
            shown.tap_on(live(shown)[at])
            assert shown.app.screen.opened is not card or controller.session.seq > seq, f"{phase}: {said(shown)}"
            if controller.session.seq > seq:
                controller.undo(controller.session.seq - seq)
            if shown.app.screen.opened is not card:
                shown.app.screen.close()
            shown.frames(2)
        controller.dismiss()
        shown.frames(2)
    assert reviewed
