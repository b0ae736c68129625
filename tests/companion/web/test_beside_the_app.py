"""Browsers and the app's window show one table; without browsers none of their code is loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import httpx

from tests.support.served_table import HEADERS, served, view

LIBRARIES = ("starlette", "uvicorn", "sse_starlette", "segno", "zeroconf", "cryptography", "websockets")


def loaded(program):
    """Return the modules that a program has loaded at its end, in its own process."""
    end = "\nimport sys; print(' '.join(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", program + end], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_without_browsers_none_of_their_libraries_is_loaded():
    found = loaded("import companion.bootstrap, companion.__main__")
    assert not found & set(LIBRARIES)


def test_the_table_for_browsers_is_made_without_kivy():
    found = loaded("from companion.games import shelf\nshelf()\nimport companion.web.switch, companion.bootstrap")
    assert "starlette" in found
    assert "kivy" not in found


SERVED = """
import sys
sys.modules["kivy"] = None  # as where it is not installed
from companion.__main__ import main
sys.argv = ["catseye", "serve", "catch-22", "--host", "127.0.0.1:0", "--folder", sys.argv[1]]
main()
"""


def test_table_is_served_without_kivy_and_says_what_it_could_not_read(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "bots.json").write_text("no JSON")
    places = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", SERVED, str(tmp_path / "data")], stdout=subprocess.PIPE, text=True,
        env={**os.environ, **places},
    ) as serving:  # fmt: skip
        try:
            link = next(line.strip() for line in serving.stdout if "?code=" in line)
            origin, _, code = link.partition("/?code=")
            with httpx.Client(base_url=origin, headers={"origin": origin, **HEADERS}, timeout=20) as client:
                assert client.post("/pair", json={"code": code}).json() == {"role": "table"}
                seen = view(client, "shape=wide")
                assert seen["board"].startswith("<svg")
                assert "cannot be used" in seen["notices"][0]["text"]
                assert client.get("/font/Roboto-Regular.ttf").status_code == 200
        finally:
            serving.send_signal(signal.SIGINT)
    assert serving.returncode == 0


def test_an_answer_is_sent_at_once():
    """Without TCP_NODELAY its second packet waits about 40 ms for the browser to acknowledge the first."""
    with served() as table, table.client() as client:
        took = [client.get("/me").elapsed.total_seconds() for _ in range(40)]
        assert min(took[20:]) < 0.03  # the first ones are acknowledged at once


def test_browsers_are_told_at_once_which_seats_bots_play():
    """As after "Begin" and "Rematch" in the app, where nothing else happens before the first throw."""
    with served() as table, table.client() as client:
        table.begin("catch-up", "Ann", "Bo")
        controller, bots = table.controller, table.web.parts.publisher.bots
        for seats in ((1,), ()):
            table.do(lambda seats=seats: bots.choose(controller.session.id, seats))
            assert [each["bot"] for each in view(client)["seats"]] == [False, bool(seats)]
