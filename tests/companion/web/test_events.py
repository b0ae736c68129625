"""`/events`: the messages of the hooks for programs that ask, with a token only."""

import asyncio
import json
from contextlib import closing, contextmanager

import httpx
import pytest
from starlette.applications import Starlette

from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.hooks.hooks import open_hooks
from companion.hooks.message import event_message
from companion.hooks.outbox import WAITING
from companion.record.journal import Journal
from companion.web.events import MOST_READERS, events_routes
from tests.support.waiting import until
from tests.support.web_servers import serving

TOKEN = "EinLangesWortDasNiemandErraet7"


@pytest.fixture
def table():
    made = TableController(Journal(":memory:"), shelf())
    made.begin("catch-up", Table(("Ann", "Bo")))
    yield made
    made.stop()


@pytest.fixture
def hooks(table, tmp_path):
    file = tmp_path / "hooks.toml"
    file.write_text(f'[events]\ntoken = "{TOKEN}"')
    with closing(open_hooks(table, file)) as made:
        yield made


@pytest.fixture
def client(hooks):
    with (
        serving(Starlette(routes=events_routes(hooks.stream))) as port,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as made,
    ):
        yield made


@contextmanager
def reading(client):
    """Yield a function that waits for the next message."""
    with client.stream("GET", "/events", headers={"Authorization": f"Bearer {TOKEN}"}) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        yield lambda: json.loads(next(line for line in lines if line.startswith("data:")).removeprefix("data:"))


def roll(table, seat, *values):
    table.touch(Rolled(seat, tuple(map(Face, values))))


def test_reader_gets_the_newest_message_and_then_each(table, client):
    with reading(client) as following:
        assert following()["kind"] == "began"
        roll(table, 0, 2, 3, 4)
        message = following()
        assert message == event_message(table.session, 0) | {"left_out": 0}
        table.undo()
        assert following()["kind"] == "changed"
    with reading(client) as following:
        assert following()["kind"] == "changed"


@pytest.mark.parametrize(
    "header", [{}, {"Authorization": "Bearer x"}, {"Authorization": TOKEN}, {"Authorization": "ä"}]
)
def test_nobody_reads_without_the_token(client, header):
    encoded = {name: value.encode("latin-1") for name, value in header.items()}
    answer = client.get("/events", headers=encoded)
    assert answer.status_code == 401
    assert "Ann" not in answer.text


def test_without_a_token_there_is_no_such_page(table, tmp_path):
    with closing(open_hooks(table, tmp_path / "none.toml")) as hooks:
        assert events_routes(hooks.stream) == []


def test_number_of_readers_is_limited(hooks, client):
    answers = [reading(client) for _ in range(MOST_READERS)]
    for each in answers:
        each.__enter__()()
    assert client.get("/events", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 503
    for each in answers:
        each.__exit__(None, None, None)
    until(lambda: hooks.stream.readers == 0)


def test_slow_reader_costs_nothing_and_misses_the_oldest(table, hooks):
    async def slow():
        messages = hooks.stream.messages()
        first = await anext(messages)
        for _ in range(WAITING + 4):
            roll(table, 0, 2, 3, 4)
            table.undo()
        await asyncio.sleep(0)
        second = await anext(messages)
        rest = [await anext(messages) for _ in range(WAITING - 1)]
        await messages.aclose()
        return first, second, rest

    first, second, rest = asyncio.run(slow())
    assert (first["kind"], second["left_out"], rest[-1]["seq"]) == ("began", WAITING + 8, table.session.seq)
