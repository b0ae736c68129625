"""A table's own figures for Prometheus, on request."""

import os
import signal
import subprocess
import sys

import httpx
import pytest

from companion.app.controller import TableController
from companion.club.health import Health
from companion.club.metrics import at_table
from companion.core.table import Table
from companion.games import shelf
from companion.record.journal import Journal
from companion.referee.signals import DiceSeen, SeenDie
from tests.support.waiting import until


def figures(text):
    """The figures by name and labels."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


@pytest.mark.parametrize("more", [["--metrics"], []], ids=["asked", "not-asked"])
def test_a_served_table_has_figures_if_they_are_asked_for(club, more):
    folder = club.folder_of("Window")
    club.table("Window")
    command = [sys.executable, "-m", "companion", "serve", "catch-up", "--host", "127.0.0.1:0", "--folder", folder]
    places = {name: str(club.folder) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True, env=os.environ | places) as serving:
        try:
            link = next(line.strip() for line in serving.stdout if "?code=" in line)
            address = f"{link.partition('/?code=')[0]}/metrics"
            if not more:
                assert httpx.get(address, timeout=30).status_code == 404
                return

            def found():
                return figures(httpx.get(address, timeout=30).text)

            until(lambda: found().get("catseye_club_database_connected") == 1)
            until(lambda: found()['catseye_club_table_rows_waiting{table="Window"}'] == 0)
            assert found()['catseye_club_table_events{table="Window"}'] == 0
            assert found()['catseye_club_table_camera{state="none",table="Window"}'] == 1
        finally:
            serving.send_signal(signal.SIGINT)


def test_events_and_questions_are_counted_at_a_table_in_no_club():
    controller = TableController(Journal(":memory:"), shelf())
    try:
        health = Health(controller)
        controller.begin("catch-up", Table(("Ann", "Bo")))
        for sure in (True, False):
            controller.inbox.put(DiceSeen(tuple(SeenDie(value) for value in (6, 5, 4)), sure, picture=b"jpeg"))
            controller.tick()
        found = figures(at_table(controller.session, health.now(), None).decode())
        assert found['catseye_club_table_events{table=""}'] == 1
        assert found['catseye_club_table_questions_per_100_throws{table=""}'] == 50
        assert "catseye_club_database_connected" not in found
    finally:
        controller.stop()
