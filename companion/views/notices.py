"""What the table is told: in one line for all, and beside each name. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.app.notifications import OF_DEVICES
from companion.core.text import capital
from companion.i18n import Translate
from companion.record.entries import Entry
from companion.referee.messages import only_leaning
from companion.views.tray_views import without_addresses

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.record.session import Session

MOST_NOTICES = 6
"""How many are shown at most: the line turns no more pages than people read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence about what just happened; `kind` as in the controller's notifications."""

    text: str
    kind: str = "note"
    rule: str = ""
    seat: int | None = None


def notices(controller: TableController, words: Translate) -> tuple[Notice, ...]:
    """What to do in a practice game; what stands of the devices and the record; what was said since the last event, the
    newest first. Why something did not count goes with the next throw; whoever touched it was told beside the finger.
    """
    assert controller.session is not None
    hint = None if controller.practice is None else controller.practice.hint(controller.session.state)
    counting, moving = len(controller.session.entries), controller.tray.moving
    standing = [each for each in controller.notifications if each.kind in OF_DEVICES]
    news = [each for each in controller.notifications if each.after == counting and each not in standing]
    if _begins_round(controller.session):  # who begins it, said last, rather than how the one before went
        notes = [each for each in news if each.kind == "note"]
        news = [each for each in news if each.kind != "note"] + notes[::-1]
    leaning = controller.tray.leaning_part(controller.session)
    first = (Notice(words(only_leaning(leaning)), "look"),) if leaning else ()
    if hint is not None and not moving and not first:
        first = (Notice(words(hint), "hint"),)
    return first + tuple(
        Notice(_at_table(words(each.text), each.kind), each.kind, each.rule, each.seat)
        for each in [*standing, *news][:MOST_NOTICES]
        if not each.told and not (moving and each.kind in {"refused", "ignored"})
    )


def said_of(controller: TableController, words: Translate) -> dict[int, str]:
    """Return what the last event meant for each seat. Older news is left out: beside a name it would look current."""
    assert controller.session is not None
    counting = len(controller.session.entries)
    fresh = [each for each in controller.notifications if each.kind == "note" and each.after == counting]
    return {each.seat: capital(words(each.text)) for each in reversed(fresh) if each.seat is not None}


def _begins_round(session: Session) -> bool:
    """Return whether another round began with the last event, and nothing was corrected since."""
    if not (session.steps and isinstance(session.steps[-1], Entry)):
        return False
    before = len(session.entries) - 1
    number_of = session.game.round
    return number_of(session.at(max(before, 0))) != number_of(session.state)


def _at_table(sentence: str, kind: str) -> str:
    return capital(without_addresses(sentence) if kind in OF_DEVICES else sentence)
