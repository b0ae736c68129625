"""Find out why the button box does not work and say exactly how to fix it. Changes nothing.

Everything is reached through `System`, so that tests can lay out a machine with each fault.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from shlex import quote

from firmware_bridge.host.discovery import BARE, KNOWN, NO_BOX, PortFinder, called
from firmware_bridge.host.events import Greeted, WrongProtocol
from firmware_bridge.host.links import Link, LinkLost, SerialLink
from firmware_bridge.host.messages import PROTOCOL_VERSION, Chip
from firmware_bridge.host.port_lock import holders, name_of, running
from firmware_bridge.host.protocol_machine import ProtocolMachine
from firmware_bridge.tools.flash import BOARDS

RULES = "60-catseye-box.rules"
DRIVERS = {0x0403: "ftdi_sio", 0x067B: "pl2303", 0x10C4: "cp210x"}
"""Kernel drivers by USB vendor. All other known chips are CDC devices, except `CH341`."""
CH341 = ((0x1A86, 0x7522), (0x1A86, 0x7523), (0x1A86, 0x5523))
BRLTTY = "*brltty*.rules"
UDEV = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
INSTALL_RULES = (
    f"sudo cp {quote(str(files('firmware_bridge') / RULES))} /etc/udev/rules.d/ && sudo udevadm control --reload"
)


@dataclass(frozen=True)
class Finding:
    """One thing examined. `fix` is what to type or do, or "" if all is well."""

    well: bool
    what: str
    fix: str = ""


@dataclass(frozen=True)
class System:
    """The machine, or a copy laid out by a test: `root` holds /proc, /sys, /etc and /usr/lib."""

    root: Path = Path("/")
    finder: PortFinder = field(default_factory=PortFinder)
    may_use: Callable[[str], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    open_link: Callable[[str], Link] = SerialLink

    def processes(self) -> Iterator[Path]:
        """Return the /proc folders of the running processes."""
        return running(self.root)


def examine(system: System, *, listen: Callable[[System, str], Finding] | None = None) -> list[Finding]:
    """Return the findings in the order to fix them. `listen` replaces `hear` in tests."""
    findings: list[Finding] = []
    try:
        found = system.finder.look()
    except OSError as fault:
        findings.append(_unreadable(system, fault))
        system = replace(system, finder=system.finder.readable())
        found = system.finder.look()
    ports = [port.path for port in found]
    findings += _cable(system, ports)
    findings += _modem_manager(system, ports)
    heard: dict[str, Finding] = {}
    for port in ports:
        trouble = [*_permission(system, port), *_busy(system, port)]
        findings += trouble
        if not trouble:
            heard[port] = (listen or hear)(system, port)
    return findings + _beside_a_box(system, heard)


def _beside_a_box(system: System, heard: dict[str, Finding]) -> list[Finding]:
    """Report a silent port of an unknown chip as a fault only if no box is heard: it may be anything."""
    if any(finding.well for finding in heard.values()):
        heard = {port: f if _is_known(system, port) else replace(f, well=True, fix="") for port, f in heard.items()}
    return list(heard.values())


def _is_known(system: System, port: str) -> bool:
    """Return whether boxes are built with this port's board or chip, or its ids are unknown."""
    ids = system.finder.ids(port)
    return ids is None or ids in KNOWN | BARE


def _unreadable(system: System, fault: OSError) -> Finding:
    return Finding(
        well=False,
        what=f"the ports' lasting names cannot be looked through: {fault}",
        fix=f"sudo chmod a+rx {system.finder.by_id}",
    )


def _cable(system: System, ports: list[str]) -> Iterator[Finding]:
    for found in system.finder.boot_loaders():
        yield Finding(
            well=False,
            what=f"{found.path} is a board in its boot loader ({found.what})",
            fix=_flash(system, found.path),
        )
    bare = [found for found in system.finder.boards() if found.path not in ports]
    for found in bare:
        yield Finding(
            well=False,
            what=f"{found.path} is a board without a button box's firmware ({found.what})",
            fix=_flash(system, found.path),
        )
    plugged = _usb_devices(system)
    for ids, name in plugged.items():
        if ids in KNOWN | BARE and not _has_port(system, ids):
            yield _brltty(system, name) if _runs(system, "brltty") else _driver(ids, name)
    if ports:
        yield Finding(well=True, what="found: " + ", ".join(ports))
    elif not bare and not any(ids in KNOWN | NO_BOX for ids in plugged):
        yield Finding(
            well=False,
            what="no button box is plugged in",
            fix="plug it in; if it is, try another cable: many USB cables carry power only",
        )


def _driver(ids: tuple[int, int], name: str) -> Finding:
    driver = "ch341" if ids in CH341 else DRIVERS.get(ids[0], "cdc_acm")
    return Finding(
        well=False,
        what=f"a {name} is plugged in, but its driver made no serial port",
        fix=f"sudo modprobe {driver} (not found? install the kernel's extra modules), then plug it in again",
    )


def _brltty(system: System, name: str) -> Finding:
    rules = next((file for folder in UDEV for file in (system.root / folder).glob(BRLTTY)), BRLTTY)
    return Finding(
        well=False,
        what=f"a {name} is plugged in, but brltty, which serves Braille displays, has taken it: it has no serial port",
        fix="sudo apt-get remove brltty (does somebody here read Braille? Instead comment out the lines with this chip "
        f"in {rules}), then plug it in again",
    )


def _usb_devices(system: System) -> dict[tuple[int, int], str]:
    found = {}
    for vendor in (system.root / "sys/bus/usb/devices").glob("*/idVendor"):
        try:
            ids = int(vendor.read_text(), 16), int((vendor.parent / "idProduct").read_text(), 16)
        except (OSError, ValueError):
            continue  # it was just unplugged
        found[ids] = called(ids)
    return found


def _has_port(system: System, ids: tuple[int, int]) -> bool:
    return any((port.vid, port.pid) == ids for port in system.finder.serial_ports())


def _permission(system: System, port: str) -> Iterator[Finding]:
    if not system.may_use(port):
        group = "sudo usermod -aG dialout $USER, then log out and in again"
        rules = f"{INSTALL_RULES} && sudo udevadm trigger (or: {group})"
        yield Finding(well=False, what=f"you may not use {port}", fix=rules if _is_known(system, port) else group)


def _busy(system: System, port: str) -> Iterator[Finding]:
    for holder in holders(port, system.processes()):
        yield Finding(
            well=False,
            what=f"{port} is in use by {holder.name} (process {holder.number})",
            fix=f"close {holder.name}, or: kill {holder.number}",
        )


def _modem_manager(system: System, ports: list[str]) -> Iterator[Finding]:
    files = (system.root / folder / RULES for folder in UDEV)
    rules = next((file.read_text() for file in files if file.exists()), "")
    if not _runs(system, "ModemManager") or (rules and all(_is_ruled(system, rules, port) for port in ports)):
        return
    stop = "sudo systemctl stop ModemManager (for good, if no modem needs it: sudo systemctl disable ModemManager)"
    yield Finding(
        well=False,
        what="ModemManager is running and speaks to every new serial port, a button box too, for half a minute",
        fix=f"{INSTALL_RULES if all(_is_known(system, port) for port in ports) else stop}, then plug the box in again",
    )


def _is_ruled(system: System, rules: str, port: str) -> bool:
    """Return whether these udev rules name this port's device, or its ids are unknown."""
    ids = system.finder.ids(port)
    return ids is None or 'idVendor}}=="{:04x}", ATTRS{{idProduct}}=="{:04x}"'.format(*ids) in rules


def _runs(system: System, name: str) -> bool:
    return any(name_of(process) == name for process in system.processes())


def hear(system: System, port: str, *, patience_s: float = 5.0) -> Finding:
    """Listen at the port for up to `patience_s` seconds: is there a box, and which firmware?"""
    import time  # noqa: PLC0415 - only this function waits

    try:
        link = system.open_link(port)
    except LinkLost as fault:
        return Finding(well=False, what=str(fault), fix="close other programs that use it, or plug it in again")
    talk = ProtocolMachine()
    began = time.monotonic()
    talk.open(began)
    try:
        while (now := time.monotonic()) - began < patience_s:
            for event in talk.feed(link.read(0.05), now):
                match event:
                    case Greeted(hello):
                        version = "{}.{}".format(*hello.firmware)
                        return Finding(well=True, what=f"{port}: button box {hello.device.hex()}, firmware {version}")
                    case WrongProtocol(hello):
                        return Finding(
                            well=False,
                            what=f"{port}: a button box of protocol {hello.protocol}; ours is {PROTOCOL_VERSION}",
                            fix=_flash(system, port, hello.chip),
                        )
            link.write(talk.due(now))
    except LinkLost as fault:
        return Finding(well=False, what=str(fault), fix="plug it in firmly, or try another cable")
    finally:
        link.close()
    if talk.decoder.spoiled:
        what = f"{port} sends bytes, but not a button box's: other firmware is on this board, or another baud rate"
    else:
        what = f"{port} is silent: no button box firmware is on this board"
    return Finding(well=False, what=what, fix=_flash(system, port))


def _flash(system: System, port: str, chip: int = 0) -> str:
    """Return the command to type: the chip a box names, or the USB ids, tell the board."""
    board = "promicro" if chip == Chip.ATMEGA32U4 else system.finder.board(port)
    if not board and chip == Chip.ATMEGA328P:
        board = "nano"  # right for an Uno as well: both speeds are tried
    command = f"python -m firmware_bridge flash --board {board or 'BOARD'} --port {port}"
    if board:
        return command
    return f"if this should be a button box: {command}, with your BOARD: {', '.join(BOARDS)}"
