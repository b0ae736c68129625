"""What phones are let into, without a port."""

from __future__ import annotations

from companion.web.pairing import Pairing


class ServedWithoutPort:
    """Codes and paired browsers as the real one has them; `listens` says whether it was started."""

    link, named = "http://192.168.0.20:8422/", "http://catseye.local:8422/"

    def __init__(self) -> None:
        self.pairing, self.listens = Pairing(), False

    def start(self) -> None:
        """Listen."""
        self.listens = True

    def stop(self) -> None:
        """Listen no longer."""
        self.listens = False
