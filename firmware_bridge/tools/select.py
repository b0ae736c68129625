"""Which box or board is meant, where several are plugged in.

A box is meant by the id it says, of which the last digits are enough; a board by the chip that shall be flashed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable

from firmware_bridge.factory import open_box, open_boxes
from firmware_bridge.host.box import LISTENING, BoxState
from firmware_bridge.host.boxes import ButtonBoxes
from firmware_bridge.host.delivery_ledger import DeliveryLedger
from firmware_bridge.host.discovery import FoundPort, PortFinder
from firmware_bridge.host.ports import BoxConnector, BoxConnectors, DiscoveredConnectors
from firmware_bridge.tools.flash import BOARDS, Board

ANSWER_S = 4.0
"""A board that is reset by being opened has a boot loader to wait for before it says who it is."""


def choose(name: str, device: str = "", *, say: Callable[[str], None], one: bool = False) -> BoxConnector:
    """The connector of the box that is meant by a name and, where several are there, by the end of its id.

    Where that says nothing, it is the first, which is said; with `one` it must say something. ValueError, with a plain
    sentence, for a name nobody knows or a box that is not there.
    """
    connectors = open_boxes(name)
    if device and not isinstance(connectors, DiscoveredConnectors):
        raise ValueError(f"{name} is one box already: --id goes with auto")
    if not device and (not isinstance(connectors, DiscoveredConnectors) or len(_ports(connectors)) < 2):
        return open_box(name)
    states = _who_is_there(name)
    found = {port: state.device for port, state in states.items() if state.connected}
    listed = ", ".join(f"{each} at {port}" for port, each in found.items())
    meant = {port: each for port, each in found.items() if each.endswith(device.lower())}
    if not meant and not device:
        return open_box(name)  # none has answered: whoever opens it hears why
    if not meant:
        silent = [_of_port(port, str(state.why)) for port, state in states.items() if not state.connected]
        raise ValueError("; ".join([f"no box whose id ends in {device} is there, but: {listed or 'none'}", *silent]))
    if len(meant) > 1 and (one or device):
        way = "name its port with --box serial:PORT" if device else "say with --id which one, or unplug the others"
        raise ValueError(f"{len(meant)} boxes could be meant: {listed}; {way}")
    port, this = next(iter(meant.items()))
    if len(found) > 1:
        others = " or ".join(f"--id {each[-4:]}" for where, each in found.items() if where != port)
        hint = "" if device else f"; {others} takes another"
        say(f"{len(found)} boxes are there: {listed}. This is {this[-4:]}{hint}")
    return open_box(f"serial:{port}")


def _ports(connectors: BoxConnectors) -> Collection[str]:
    try:
        return connectors.look().keys()
    except (OSError, ValueError) as fault:  # a folder that may not be read, a name too long for any
        raise ValueError(f"the ports cannot be looked through: {fault}") from fault


def _of_port(port: str, why: str) -> str:
    """Why this port does not answer."""
    return why if port in why else f"{port}: {why}"


def _who_is_there(name: str) -> dict[str, BoxState]:
    """How it stands with each port; `connected` where a box answers. Presses are left in them."""
    changed = threading.Condition()
    states: dict[str, BoxState] = {}

    def note(port: str, state: BoxState | None) -> None:
        with changed:
            if state is not None and (state.why != LISTENING or port not in states):  # that is no reason
                states[port] = state
            changed.notify_all()

    connectors = open_boxes(name)
    nothing_taken = DeliveryLedger(until_done=True, even_crowded=True)
    boxes = ButtonBoxes(connectors, on_press=lambda _press: None, on_state=note, ledger=nothing_taken)
    boxes.start()
    ports = _ports(connectors)
    with changed:
        changed.wait_for(lambda: all(port in states and states[port].connected for port in ports), ANSWER_S)
    boxes.stop()
    connectors.close()
    return dict(sorted(states.items()))


def choose_board(board: Board, finder: PortFinder) -> str:
    """The port of the board that is plugged in, in its boot loader or not, and may be of this kind.

    ValueError, with a plain sentence, where that is none or several: it has to be named.
    """
    finder = finder.readable()
    there = (*finder.boards(), *finder.boot_loaders())
    kinds = {found: finder.board(found.path) for found in there}
    meant = [found for found, kind in kinds.items() if not kind or BOARDS[kind].part == board.part]
    if len(meant) == 1:
        return meant[0].path
    if meant:
        raise ValueError(f"{len(meant)} boards are plugged in: {_listed(meant)}; say which with --port")
    if not there:
        raise ValueError("no board is plugged in: plug one in, or name its port with --port («doctor» says more)")
    ways = " or ".join(sorted({f"--board {kind}" for kind in kinds.values()}))
    raise ValueError(f"no {board.name} is plugged in, but {_listed(there)}: is {ways} meant?")


def _listed(boards: Iterable[FoundPort]) -> str:
    return ", ".join(f"{board.path} ({board.what})" for board in boards)
