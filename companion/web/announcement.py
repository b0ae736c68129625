"""The name `catseye.local`, by which phones in the room find the table without a number (multicast DNS)."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from threading import Event, Thread

from zeroconf import AddressResolver, Error, ServiceInfo, Zeroconf  # type: ignore[attr-defined]

_log = logging.getLogger(__name__)
NAME = "catseye.local"
ASKED_MS = 3000
"""How long another table has to say that it has the name, ms: time for three questions."""
STOP_S = 2.0


class Announcement:
    """Answers for the name at these IPv4 addresses until it is stopped; not if another table in the network does."""

    def __init__(self, addresses: Sequence[str], port: int) -> None:
        self.answers = False
        self._addresses, self._port, self._ended = list(addresses), port, Event()
        self._thread = Thread(target=self._run, name="announcement", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Say that the name is no longer used."""
        self._ended.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        try:
            network = Zeroconf(interfaces=self._addresses)
        except OSError as wrong:
            _log.warning("%s cannot be announced: %s", NAME, wrong)
            return
        try:
            self._announce(network)
        except (OSError, Error) as wrong:
            _log.warning("%s cannot be announced: %s", NAME, wrong)
        finally:
            self.answers = False
            network.close()

    def _announce(self, network: Zeroconf) -> None:
        if AddressResolver(f"{NAME}.").request(network, ASKED_MS):
            _log.warning("%s is another table in this network", NAME)
            return
        kind = "_http._tcp.local."
        addresses = [socket.inet_aton(address) for address in self._addresses]
        network.register_service(
            ServiceInfo(kind, f"Cat's Eye.{kind}", self._port, addresses=addresses, server=f"{NAME}."),
            allow_name_change=True,
        )
        self.answers = True
        self._ended.wait()
