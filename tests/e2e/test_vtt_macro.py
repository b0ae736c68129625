"""The macro of HOOKS.md in a real browser: what happens at the table appears in the chat of a virtual table."""

import socket
import threading
from contextlib import closing, contextmanager

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

from companion.app.controller import TableController
from companion.core.table import Table
from companion.games import shelf
from companion.hooks.hooks import open_hooks
from companion.record.journal import Journal
from tests.companion.hooks.brokers import PASSWORD, broker, free_port, needs_mosquitto
from tests.companion.hooks.test_hooks import mqtt, roll
from tests.companion.hooks.test_hooks_file import blocks
from tests.support.browsers import chromium, needs_chromium

FOUNDRY = """
window.chat = [];
window.ChatMessage = {create: (message) => window.chat.push(message)};
window.foundry = {utils: {escapeHTML: (text) => text.replaceAll("<", "&lt;")}};
"""
"""What the macro uses of Foundry VTT."""


@contextmanager
def by_websocket(port):
    """Yield a port at which a broker speaks WebSocket, three bytes a message: Debian 12's mosquitto does not."""

    def talk(browser):
        with socket.create_connection(("127.0.0.1", port)) as to_broker:

            def back():
                try:
                    while data := to_broker.recv(3):
                        browser.send(data)
                except (OSError, ConnectionClosed):
                    pass

            threading.Thread(target=back, daemon=True).start()
            try:
                for data in browser:
                    to_broker.sendall(data)
            except ConnectionClosed:
                pass
            to_broker.shutdown(socket.SHUT_RDWR)

    with serve(talk, "127.0.0.1", 0, subprotocols=["mqtt"]) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.socket.getsockname()[1]
        server.shutdown()


@needs_mosquitto
@needs_chromium
def test_events_appear_in_the_chat(tmp_path):
    port = free_port()
    (macro,) = blocks("js")
    file = tmp_path / "hooks.toml"
    file.write_text(mqtt(port))
    table = TableController(Journal(":memory:"), shelf())
    table.begin("catch-up", Table(("<b>Ann", "Bo")))
    with broker(tmp_path, port), by_websocket(port) as at, chromium() as page, closing(open_hooks(table, file)):
        page.evaluate(FOUNDRY)
        page.evaluate(
            "macro => new Function(macro)()",
            macro.replace("homeassistant.local:1884", f"127.0.0.1:{at}").replace("a-secret", PASSWORD),
        )
        told = 0
        while not page.evaluate("window.chat.length"):  # it subscribes at its own pace, and hears what comes after
            roll(table, 0, 2, 3, 4 + told % 2)
            table.undo()
            told += 1
        roll(table, 0, 6, 6, 6)
        page.wait_for_function("window.chat.some(({content}) => content.includes('18'))")
        last = page.evaluate("window.chat.at(-1)")
    assert last["speaker"]["alias"] == "<b>Ann"
    assert last["content"].startswith("&lt;b>Ann")
    table.stop()
