"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright drives only its own build."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.waiting import until

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
ANSWER_S = 120.0


class Firefox:
    """One browser; `page` opens a page in a profile of its own, as another device has it."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection, self._numbers = connection, itertools.count(1)
        self.do("session.new", capabilities={})

    def do(self, method: str, **params: Any) -> Any:
        """Send a command and return its result. Raises RuntimeError if the browser refuses it."""
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(ANSWER_S))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    def page(self, width: int, height: int) -> FirefoxPage:
        """Open an empty page of this size."""
        device = self.do("browser.createUserContext")["userContext"]
        context = self.do("browsingContext.create", type="tab", userContext=device)["context"]
        self.do("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        return FirefoxPage(self, context)


class FirefoxPage:
    """A page; `tap` is a finger on the first element that a selector finds."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser, self._context = browser, context

    def goto(self, url: str) -> None:
        """Open an address."""
        self._browser.do("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def find(self, script: str) -> Any:
        """Return what an expression is worth, a string, a number, or None."""
        target = {"context": self._context}
        found = self._browser.do("script.evaluate", expression=script, target=target, awaitPromise=True)
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return found["result"].get("value")

    def wait_for(self, selector: str) -> None:
        """Wait until the page has such an element."""
        until(lambda: self.find(f"!!document.querySelector({json.dumps(selector)})"), why=f"no {selector}")

    def tap(self, selector: str) -> None:
        """Tap the middle of an element, once it is there and lies still."""
        self.wait_for(selector)
        find = f"document.querySelector({json.dumps(selector)})"
        look = (
            f"(async () => {{ const each = {find}; each.scrollIntoView({{ block: 'center', behavior: 'instant' }}); "
            "await new Promise(done => setTimeout(done, 60)); const box = each.getBoundingClientRect(); "
            "return JSON.stringify([box.x + box.width / 2, box.y + box.height / 2]); })()"
        )
        places = [self.find(look)]
        until(lambda: places.append(self.find(look)) or places[-1] == places[-2], why=f"{selector} does not lie still")
        x, y = map(round, json.loads(places[-1]))
        finger = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": finger}
        self._browser.do("input.performActions", context=self._context, actions=[source])


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """The installed browser; skips the test where there is none."""
    if FIREFOX is None:
        pytest.skip("firefox-esr is not installed: .ci/setup test installs it")
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as running:
        assert running.stderr is not None
        try:
            where = next(found[1] for line in running.stderr if (found := re.search(r"listening on (ws://\S+)", line)))
            with connect(f"{where}/session", max_size=None, proxy=None) as connection:
                yield Firefox(connection)
        finally:
            running.terminate()
            running.stderr.read()
