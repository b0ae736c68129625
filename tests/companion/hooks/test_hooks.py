"""A table tells real programs: an HTTP server here, and Debian's mosquitto."""

import json
import logging
import re
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from companion.app.controller import TableController
from companion.core.events import Face, Rolled
from companion.core.table import Table
from companion.games import shelf
from companion.hooks import hooks as hooks_module
from companion.hooks.hooks import Hooks, open_hooks
from companion.hooks.outbox import WAITING, Outbox
from companion.record.journal import Journal
from tests.companion.hooks.brokers import PASSWORD, USER, broker, free_port, needs_mosquitto, reading
from tests.companion.hooks.test_hooks_file import blocks
from tests.support.waiting import until


@pytest.fixture
def table():
    made = TableController(Journal(":memory:"), shelf())
    made.begin("catch-up", Table(("Ann", "Bo")))
    yield made
    made.stop()


def roll(table, seat, *values):
    table.touch(Rolled(seat, tuple(map(Face, values))))


def notes(table):
    table.tick()
    return [str(each.text) for each in table.notifications if each.kind == "device"]


class Receiver:
    """A program that keeps each request as (path, headers, body) and answers with `status`, once `answer` is set."""

    def __init__(self):
        self.got, self.status, self.answer = [], 200, threading.Event()
        self.answer.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = receiver.status
                receiver.got.append((self.path, dict(self.headers), body))
                receiver.answer.wait()
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def messages(self):
        return [json.loads(body) for _, _, body in self.got]

    def close(self):
        self.answer.set()
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def receiver():
    with closing(Receiver()) as made:
        yield made


@contextmanager
def hooked(table, folder, text):
    file = folder / "hooks.toml"
    file.write_text(text)
    with closing(open_hooks(table, file)) as hooks:
        yield hooks


def test_each_event_is_posted_once_in_order(table, receiver, tmp_path):
    text = f'[[post]]\nurl = "{receiver.url}/hook?key=1"\nheaders = {{ Authorization = "Bearer x" }}'
    with hooked(table, tmp_path, text):
        roll(table, 0, 2, 3, 4)
        roll(table, 1, 6, 6, 6)
        table.undo()
        until(lambda: len(receiver.got) == 4)
    assert [each["kind"] for each in receiver.messages] == ["began", "Rolled", "Rolled", "changed"]
    assert receiver.messages[1]["name"] == "Ann"
    assert all(each["left_out"] == 0 for each in receiver.messages)
    path, headers, _ = receiver.got[0]
    assert (path, headers["Authorization"], headers["Content-Type"]) == ("/hook?key=1", "Bearer x", "application/json")


def test_last_event_is_sent_when_the_app_ends(table, receiver, tmp_path):
    with hooked(table, tmp_path, f'[[post]]\nurl = "{receiver.url}"'):
        roll(table, 0, 2, 3, 4)
    assert [each["kind"] for each in receiver.messages] == ["began", "Rolled"]


@pytest.mark.parametrize("status", [301, 404, 500])
def test_refused_message_is_reported_once_and_never_sent_again(table, receiver, tmp_path, caplog, status):
    secret = "geheim-4711"
    receiver.status = status
    text = f'[[post]]\nurl = "{receiver.url}/{secret}"\nheaders = {{ Authorization = "{secret}" }}'
    with caplog.at_level(logging.DEBUG), hooked(table, tmp_path, text):
        roll(table, 0, 2, 3, 4)
        until(lambda: len(receiver.got) == 2)
        receiver.status = 200
        roll(table, 1, 6, 6, 6)
        until(lambda: len(receiver.got) == 3)
        until(lambda: notes(table))
    assert notes(table) == [f"Events do not reach {receiver.url}: it answers {status}."]
    assert [(each["kind"], each["left_out"]) for each in receiver.messages] == [
        ("began", 0),
        ("Rolled", 1),
        ("Rolled", 2),
    ]
    assert {path for path, _, _ in receiver.got} == {f"/{secret}"}
    assert secret not in "".join(record.getMessage() for record in caplog.records)


def test_program_that_is_not_there_is_named(table, tmp_path):
    place = f"http://127.0.0.1:{free_port()}"
    with hooked(table, tmp_path, f'[[post]]\nurl = "{place}/x"'):
        until(lambda: notes(table))
    assert notes(table) == [f"Events do not reach {place}: there is no connection."]


class Stuck:
    """A program that takes nothing until it is let go."""

    place = "stuck"

    def __init__(self):
        self.go, self.took, self.busy = threading.Event(), [], threading.Event()

    def send(self, message):
        self.busy.set()
        self.go.wait()
        self.took.append(json.loads(message))

    def close(self):
        self.took.append("closed")


def test_slow_program_never_delays_play_and_gets_the_newest(table):
    stuck = Stuck()
    hooks = Hooks(table, [stuck])
    stuck.busy.wait()
    for _ in range(WAITING):
        roll(table, 0, 2, 3, 4)
        table.undo()
    roll(table, 0, 2, 3, 4)
    newest = table.session.seq
    stuck.go.set()
    hooks.close()
    until(lambda: stuck.took[-1] == "closed")
    *took, _ = stuck.took
    assert len(took) == WAITING + 1
    assert took[-1]["seq"] == newest
    assert took[1]["left_out"] == WAITING + 1
    assert took[-1]["left_out"] == 0
    assert len({each["seq"] for each in took}) == len(took)


def test_fault_of_a_program_is_said_without_its_words():
    class Faulty(Stuck):
        def send(self, message):
            raise RuntimeError("a secret")

    said = []
    outbox = Outbox(Faulty(), said.append)
    outbox.put({})
    until(lambda: said)
    outbox.end()
    outbox.join(10)
    assert [str(each) for each in said] == ["Events do not reach stuck: RuntimeError"]


def test_bad_file_is_said_at_the_table_and_nobody_is_told(table, tmp_path):
    with hooked(table, tmp_path, "[[post]]\nurl = 7"):
        roll(table, 0, 2, 3, 4)
    (note,) = notes(table)
    assert note.startswith("No other program is told about events.")
    assert "Expected `str`, got `int`" in note


def test_fault_while_telling_does_not_stop_the_table(table, receiver, tmp_path, monkeypatch):
    with hooked(table, tmp_path, f'[[post]]\nurl = "{receiver.url}"'):
        monkeypatch.setattr(hooks_module, "messages_since", lambda *_: 1 / 0)
        roll(table, 0, 2, 3, 4)
    assert table.session.seq > 0
    assert len(table.session.entries) == 1


def test_nothing_is_loaded_without_a_file(home):
    program = (
        "import sys, threading\n"
        "from companion.app.controller import TableController\n"
        "from companion.hooks.hooks import open_hooks\n"
        "from companion.record.journal import Journal\n"
        "hooks = open_hooks(TableController(Journal(':memory:'), {}))\n"
        "loaded = {'httpx', 'paho', 'starlette', 'uvicorn'} & set(sys.modules)\n"
        "print(sorted(loaded), threading.active_count())"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[] 1"


def mqtt(port, more=""):
    return f'[[mqtt]]\nhost = "127.0.0.1"\nport = {port}\nuser = "{USER}"\npassword = "{PASSWORD}"\n{more}'


def online(heard):
    return ("catseye/available", b"online") in [each[:2] for each in heard]


def newest(heard, topic):
    return [payload for name, payload, _ in heard if name == topic][-1:]


@needs_mosquitto
def test_broker_gets_events_state_and_availability(table, tmp_path):
    port = free_port()
    with broker(tmp_path, port), reading(port) as heard:
        with hooked(table, tmp_path, mqtt(port)):
            until(lambda: online(heard))
            roll(table, 0, 2, 3, 4)
            until(lambda: len([1 for topic, *_ in heard if topic == "catseye/event"]) == 2)
        until(lambda: newest(heard, "catseye/available") == [b"offline"])
        events = [json.loads(payload) for topic, payload, _ in heard if topic == "catseye/event"]
        assert [(each["kind"], each["left_out"]) for each in events] == [("began", 0), ("Rolled", 0)]
        with reading(port) as later:  # who comes later gets what is retained, and no old event
            until(lambda: len(later) == 2)
            assert {topic: retained for topic, _, retained in later} == {
                "catseye/state": True,
                "catseye/available": True,
            }
            assert json.loads(newest(later, "catseye/state")[0]) == events[-1]


@needs_mosquitto
def test_killed_app_is_offline_by_its_last_will(tmp_path):
    port = free_port()
    program = (
        "import sys, time\n"
        "from companion.hooks.hooks_file import Mqtt\n"
        "from companion.hooks.mqtt import MqttTarget\n"
        f"target = MqttTarget(Mqtt('127.0.0.1', {port}, {USER!r}, {PASSWORD!r}))\n"
        "time.sleep(600)"
    )
    with broker(tmp_path, port), reading(port) as heard:
        app = subprocess.Popen([sys.executable, "-c", program])
        try:
            until(lambda: online(heard))
        finally:
            app.kill()
            app.wait()
        until(lambda: newest(heard, "catseye/available") == [b"offline"])


@needs_mosquitto
def test_broker_that_was_away_gets_the_newest_state_and_no_old_event(table, tmp_path):
    port = free_port()
    with hooked(table, tmp_path, mqtt(port)):
        roll(table, 0, 2, 3, 4)
        until(lambda: notes(table))
        with broker(tmp_path, port), reading(port) as heard:
            until(lambda: newest(heard, "catseye/state"))
            state = json.loads(newest(heard, "catseye/state")[0])
            assert (state["kind"], state["seq"]) == ("Rolled", table.session.seq)
            roll(table, 1, 6, 6, 6)
            until(lambda: newest(heard, "catseye/event"))
            events = [json.loads(payload) for topic, payload, _ in heard if topic == "catseye/event"]
            assert [(each["seat"], each["left_out"]) for each in events] == [(1, 2)]
    assert notes(table) == [f"Events do not reach 127.0.0.1:{port}: there is no connection."]


@needs_mosquitto
def test_wrong_password_is_said_without_it(table, tmp_path):
    port = free_port()
    with broker(tmp_path, port), hooked(table, tmp_path, mqtt(port).replace(PASSWORD, "falsch-0815")):

        def refused():
            return any("Not authorized" in note for note in notes(table))

        def more():
            roll(table, 0, 2, 3, 4)
            table.undo()

        until(refused, meanwhile=more)
        assert "falsch" not in " ".join(notes(table))


@needs_mosquitto
def test_home_assistant_finds_the_sensor_of_the_page(table, tmp_path):
    port = free_port()
    (example,) = [text for text in blocks("toml") if "homeassistant/sensor" in text]
    example = re.sub(r"(?m)^host = .*$", f'host = "127.0.0.1"\nport = {port}', example).replace("a-secret", PASSWORD)
    with broker(tmp_path, port), reading(port) as heard, hooked(table, tmp_path, example):
        until(lambda: newest(heard, "homeassistant/sensor/catseye/config"))
        sensor = json.loads(newest(heard, "homeassistant/sensor/catseye/config")[0])
        roll(table, 0, 2, 3, 4)
        until(lambda: newest(heard, sensor["state_topic"]))
        until(lambda: newest(heard, sensor["availability_topic"]) == [b"online"])
        assert "sentence" in json.loads(newest(heard, sensor["json_attributes_topic"])[0])
        assert "value_json.sentence" in sensor["value_template"]
