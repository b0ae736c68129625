"""What was rolled, and what the tray's corner shows of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.asks import Ask
from companion.core.events import Rolled
from companion.core.text import NOTHING, Text, counted, say
from companion.record.rows import Origin
from companion.referee.messages import leaning_again
from companion.views.dice_views import DieView, die_view

if TYPE_CHECKING:
    from companion.app.controller import TableController
    from companion.record.session import Entry, Session

COUNTED, ASKED, COLLECTED, IGNORED = "counted", "asked", "collected", "ignored"
_ADDRESS = re.compile(
    r"\b\w+://\S+|(?<![\w.])/[\w.-]+(?:/[\w.-]+)+|\b[A-Z]:\\\S+|\bCOM\d+\b|\b(?:usb|serial|clip|sim|soft|avr):\S*"
)
"""Addresses, paths of two parts or more, ports of Windows, names of devices."""
_ABOUT = re.compile(rf"(^|\(|: )((?:{_ADDRESS.pattern}):?)\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class RollView:
    """A roll that is in the journal: `seq` is its row there, `dice` are of the colours that counted. `stands`: it still
    decides something, or nobody has been asked for the next one yet.
    """

    seq: int
    seat: int
    dice: tuple[DieView, ...]
    stands: bool = True


@dataclass(frozen=True, slots=True)
class TrayView:
    """The tray's corner. `dice` are those read last, `came_to` what became of them: "counted", "asked" (a review is
    open), "collected" (others of the roll are still to come), "ignored", or "" if there are none. `says` is why there
    is no picture, or what is wrong with it, `stirs` where in it something keeps moving. `wants`: what is to be done, if
    there are no dice to show. `offers`: the tray is to be offered to be set up. `earlier`: people have entered another
    roll since these dice counted, or play has gone on to rolls that have nothing to do with them.
    """

    ok: bool
    dice: tuple[DieView, ...] = ()
    came_to: str = ""
    moving: bool = False
    wants: Text = NOTHING
    can_throw: bool = False
    says: Text = NOTHING
    stirs: tuple[float, float, float, float] | None = None
    offers: bool = False
    earlier: bool = False


def tray_view(
    controller: TableController, asks: Sequence[Ask], bots: Container[int], rolls: Sequence[RollView]
) -> TrayView:
    """Return the corner of the running session. Of dice that counted it shows what the journal has of them. `asks` are
    what the seats, some of them of `bots`, can do now; `rolls` are the last ones.
    """
    assert controller.session is not None, "the corner belongs to a session"
    dice, came_to = _came_to(controller, controller.session)
    return TrayView(
        ok=controller.devices.tray.ok,
        dice=dice,
        came_to=came_to,
        moving=controller.tray.moving,
        wants=_wanted(controller, asks, bots),
        can_throw=controller.devices.can_throw,
        says=_said(controller),
        stirs=controller.devices.stirs,
        offers=controller.devices.offers_set_up and controller.practice is None,
        earlier=came_to == COUNTED and _is_earlier(controller.session, controller.tray.rows, asks, rolls),
    )


def rolled_since(session: Session, rows: Container[int]) -> bool:
    """Return whether people have rolled since the rolls in these rows."""
    rolls = [entry for entry in session.entries if isinstance(entry.event, Rolled) and entry.origin != Origin.BOT]
    return bool(rolls) and rolls[-1].seq not in rows


def _is_earlier(session: Session, rows: Container[int], asks: Sequence[Ask], rolls: Sequence[RollView]) -> bool:
    """Return whether somebody has rolled since the rolls in these rows, or play has gone on from them to others."""
    if rolled_since(session, rows):
        return True
    last = [roll for roll in rolls if roll.seq in rows]
    goes_on = any(ask.roll is not None for ask in asks) and session.entries[-1].seq not in rows
    return not last or (goes_on and not any(roll.stands for roll in last))


def _wanted(controller: TableController, asks: Sequence[Ask], bots: Container[int]) -> Text:
    """Return what the corner asks people to do, or what they wait for."""
    assert controller.session is not None, "the corner belongs to a session"
    rolls = [ask for ask in asks if ask.roll is not None]
    people = [ask.roll.count for ask in rolls if ask.roll is not None and ask.seat not in bots]
    if controller.paused:
        return say("Play is paused")
    if not people:
        return counted("A bot rolls", "Bots roll", len(rolls)) if rolls else say("No roll is due")
    if not controller.devices.tray.ok:
        return say("Tap to enter a roll")
    leaning = controller.tray.leaning_part(controller.session)
    return leaning_again(leaning) if leaning else counted("Throw the die", "Throw the dice", sum(people))


def _said(controller: TableController) -> Text:
    """What the corner says of the camera: while it is opened, why it gives no picture, and what disturbs one."""
    devices, pending = controller.devices, controller.pending_review
    if not devices.tray.ok:
        if devices.tray.starting:
            return say("opening the camera…")
        if not devices.tray.name:
            return NOTHING
        tried = devices.tray_device is not None and not devices.tray_device.hopeless
        return say("no picture: the camera is tried again") if tried else devices.tray.why
    seen = pending.seen if pending is not None else controller.seen
    if seen is not None and seen.disturbed and not controller.tray.moving:
        return say("the dice were moved")
    return devices.says


def _came_to(controller: TableController, session: Session) -> tuple[tuple[DieView, ...], str]:
    pending, seen = controller.pending_review, controller.seen
    if pending is not None:
        return tuple(die_view(die) for die in pending.seen.dice), ASKED
    if seen is None or not seen.dice:
        return (), ""
    if controller.tray.leaning_part(session) or controller.tray.is_replaced(session):
        return (), ""
    if so_far := controller.tray.collected(session):
        return tuple(die_view(die) for die in so_far), COLLECTED
    as_read = [DieView(die.value, die.colour) for die in seen.dice]
    entries = [entry for entry in session.entries if entry.seq in controller.tray.rows]
    recorded = [die for entry in entries for die in _dice_of(entry)]
    if not recorded:
        return tuple(as_read), IGNORED
    for die in recorded:  # the others that lie there counted before
        known = [each for each in as_read if each.colour == die.colour or not die.colour] or as_read
        if known:
            as_read.remove(next((each for each in known if each.value in {die.value, die.before}), known[0]))
    return (*as_read, *recorded), COUNTED


def last_rolls(controller: TableController, asks: Sequence[Ask]) -> tuple[RollView, ...]:
    """Return the rolls that decided last, oldest first: those of one phase and round that followed each other. They
    stand while no roll is due, or one that goes on from them: in the same part of the game, by somebody else. Others
    are left out once the next throw begins.
    """
    session = controller.session
    assert session is not None, "rolls belong to a session"
    rolls, part = _series(session)
    due = {ask.seat for ask in asks if ask.roll is not None}
    stand = not due or (due.isdisjoint(rolls) and _part(session, session.state) == part)
    if not stand and (controller.tray.moving or controller.pending_review is not None):
        return ()
    return tuple(
        RollView(entry.seq, seat, _dice_of(entry, session.table.colour(seat)), stand) for seat, entry in rolls.items()
    )


def _dice_of(entry: Entry, colour: str = "") -> tuple[DieView, ...]:
    """The dice of a roll; `colour` is that of a die that has none of its own."""
    assert isinstance(entry.event, Rolled), "only a roll has dice"
    faces, first = entry.event.faces, entry.original
    before = [face.value for face in first.faces] if isinstance(first, Rolled) else []
    if len(before) != len(faces):
        before = [face.value for face in faces]
    return tuple(
        DieView(face.value, face.colour or colour, before=was if was != face.value else 0)
        for face, was in zip(faces, before, strict=True)
    )


def _series(session: Session) -> tuple[dict[int, Entry], object]:
    """Return the rolls that followed each other in one part of the game, the last of them in the session, by seat, and
    that part. Whoever rolls again there, such as after a tie, begins anew.
    """
    entries = session.entries
    first = last = next((at for at in reversed(range(len(entries))) if isinstance(entries[at].event, Rolled)), -1)
    part = _part(session, session.at(max(0, last)))
    while first > 0 and isinstance(entries[first - 1].event, Rolled) and _part(session, session.at(first - 1)) == part:
        first -= 1
    rolls: dict[int, Entry] = {}
    for entry in entries[first : last + 1] if last >= 0 else ():
        assert isinstance(entry.event, Rolled), "a series has only rolls"
        rolls = {entry.event.seat: entry} if entry.event.seat in rolls else rolls | {entry.event.seat: entry}
    return rolls, part


def _part(session: Session, state: Any) -> object:
    """Return the part of a game that a state is in."""
    return getattr(state, "phase", None), session.game.round(state)


def without_addresses(words: str) -> str:
    """A sentence without paths, ports and addresses: people at a table have no use for them. One that begins with the
    device it is about loses that, in brackets or after a colon, too.
    """
    words = _ABOUT.sub(lambda found: found[1] if found[2].endswith(":") else found[0], words)
    return re.sub(r"[ \t]{2,}", " ", _ADDRESS.sub("…", words)).strip()
