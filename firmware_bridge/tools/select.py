"""Choose a box by the last digits of its id, or a board by the chip to flash, if several are plugged in."""

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
"""How long to wait for answers, seconds: opening the port resets a board, and its boot loader comes first."""


def choose(name: str, device: str = "", *, say: Callable[[str], None], one: bool = False) -> BoxConnector:
    """Return the connector of the box with this name and, if there are several, with an id that ends in `device`.

    Default to the first box and `say` so; with `one`, raise if the choice is not clear. Raises ValueError, with a plain
    sentence, for an unknown name or a box that is not there.
    """
    connectors = open_boxes(name)
    if device and not isinstance(connectors, DiscoveredConnectors):
        raise ValueError(f"{name} is only one box: use --id with auto")
    if not device and (not isinstance(connectors, DiscoveredConnectors) or len(_ports(connectors)) < 2):
        return open_box(name)
    states = _who_is_there(name)
    found = {port: state.device for port, state in states.items() if state.connected}
    listed = ", ".join(f"{each} at {port}" for port, each in found.items())
    meant = {port: each for port, each in found.items() if each.endswith(device.lower())}
    if not meant and not device:
        return open_box(name)  # none has answered: opening it says why
    if not meant:
        silent = [_of_port(port, str(state.why)) for port, state in states.items() if not state.connected]
        raise ValueError("; ".join([f"no box has an id ending in {device}. There are: {listed or 'none'}", *silent]))
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
    except (OSError, ValueError) as fault:  # an unreadable folder, or a name that is too long
        raise ValueError(f"the ports cannot be looked through: {fault}") from fault


def _of_port(port: str, why: str) -> str:
    """Return why this port does not answer."""
    return why if port in why else f"{port}: {why}"


def _who_is_there(name: str) -> dict[str, BoxState]:
    """Return the state of each port; `connected` if a box answers. Presses stay in the boxes."""
    changed = threading.Condition()
    states: dict[str, BoxState] = {}

    def note(port: str, state: BoxState | None) -> None:
        with changed:
            if state is not None and (state.why != LISTENING or port not in states):  # keep the reason
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
    """Return the port of the only board plugged in that may be of this kind, in its boot loader or not.

    Raises ValueError, with a plain sentence, if there are none or several.
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
