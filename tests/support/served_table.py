"""A table for browsers on a loopback port: its session's thread, the real server, and a client."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from companion.app.addresses import Address
from companion.app.bot_seats import BotSeats
from companion.app.controller import TableController
from companion.app.folders import DataFolder
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import Request
from companion.web.switch import WebTable

HEADERS = {"x-catseye": "1", "content-type": "application/json"}


class ServedTable:
    """The thread that owns the session, as `catseye serve` has it; `do` runs something there."""

    def __init__(
        self,
        journal: str | Path = ":memory:",
        file: Path | None = None,
        certificate: Path | None = None,
        port: int = 0,
        folder: DataFolder | None = None,
        club: Callable[[TableController], Any] = lambda _controller: None,
    ) -> None:
        self._club = club
        self._journal, self._file, self._certificate, self._port = journal, file, certificate, port
        self._folder = folder
        self._woken, self._ended = threading.Event(), threading.Event()
        self._ready: Future[None] = Future()
        self.controller: TableController
        self.web: WebTable
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Open the journal and the port."""
        self._thread.start()
        self._ready.result(20)
        host, port = "127.0.0.1", self.web.address.port
        self.origin = f"http://{host}:{port}"

    def stop(self) -> None:
        """Close both."""
        self._ended.set()
        self._woken.set()
        self._thread.join(20)

    def do(self, run: Callable[[], Any]) -> Any:
        """Run something on the session's thread, and return its result."""
        done: Future[Any] = Future()

        def do() -> None:
            try:
                done.set_result(run())
            except Exception as wrong:  # noqa: BLE001  the test's own
                done.set_exception(wrong)

        self.controller.inbox.put(Request(do))
        return done.result(20)

    def begin(self, game: str, *names: str, **options: Any) -> None:
        """Begin a game."""
        from companion.core.table import Table  # noqa: PLC0415

        self.do(lambda: self.controller.begin(game, Table(names or ("Ann", "Bo", "Cy")), options))

    @property
    def events(self) -> list[Any]:
        """The events that count."""
        return self.do(lambda: [entry.event for entry in self.controller.session.entries])

    @contextmanager
    def client(self, role: str = "table") -> Iterator[httpx.Client]:
        """A paired client; "" for one that is not."""
        with httpx.Client(base_url=self.origin, headers={"origin": self.origin, **HEADERS}, timeout=20) as client:
            if role:
                player = role.startswith("seat:") or role == "watch"
                code = self.web.parts.pairing.make_code("player" if player else role)
                answer = client.post("/pair", json={"code": code, "role": role if player else ""})
                assert answer.status_code == 200, answer.text
            yield client

    def _run(self) -> None:
        try:
            self.controller = TableController(Journal(self._journal), shelf())
            club = self._club(self.controller)
            self.web = WebTable(
                self.controller,
                BotSeats(),
                Address("127.0.0.1", self._port),
                self._file,
                certificate=self._certificate,
                folder=self._folder,
                club=club,
            )
            self.controller.inbox.wake = self._woken.set
            self.controller.start()
            self.web.start()
        except BaseException as wrong:
            self._ready.set_exception(wrong)
            raise
        self._ready.set_result(None)
        while not self._ended.is_set():
            self._woken.wait()
            self._woken.clear()
            self.controller.tick()
        self.web.stop()
        if club is not None:
            club.close()
        self.controller.stop()


@contextmanager
def served(
    journal: str | Path = ":memory:",
    file: Path | None = None,
    certificate: Path | None = None,
    port: int = 0,
    folder: DataFolder | None = None,
    club: Callable[[TableController], Any] = lambda _controller: None,
) -> Iterator[ServedTable]:
    """A table that is served inside the `with` block."""
    table = ServedTable(journal, file, certificate, port, folder, club)
    table.start()
    try:
        yield table
    finally:
        table.stop()


def view(client: httpx.Client, query: str = "") -> dict[str, Any]:
    """Return the newest view."""
    with client.stream("GET", f"/view?{query}") as stream:
        assert stream.status_code == 200, stream.read()
        for line in stream.iter_lines():
            if line.startswith("data:"):
                found: dict[str, Any] = msgspec.json.decode(line.removeprefix("data:").strip())
                return found
    raise AssertionError("the stream ended without a view")


def tap(client: httpx.Client, seen: dict[str, Any], choice: str, mark: str, **given: Any) -> httpx.Response:
    """Tap what a view shows."""
    said = {"session": seen["session"], "seq": seen["seq"], "choice": choice, "id": mark, "with": given}
    return client.post("/tap", json=said)
