"""Debian's mosquitto on a port of its own, and a reader of everything published there."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from contextlib import contextmanager

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from tests.support.waiting import until

BROKER = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin")
USER, PASSWORD = "catseye", "geheim-4711"
needs_mosquitto = pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed here: apt install mosquitto")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def accepts(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@contextmanager
def broker(folder, port, *, password=True):
    """A broker that knows one user, or everybody."""
    settings = folder / "mosquitto.conf"
    lines = [f"listener {port} 127.0.0.1", "persistence false", "log_dest none"]
    if os.geteuid() == 0:
        lines.append("user root")  # else it becomes another user, who may not read the files here
    if password:
        known = folder / "users"
        subprocess.run(["mosquitto_passwd", "-c", "-b", str(known), USER, PASSWORD], check=True, capture_output=True)
        lines.append(f"password_file {known}")
    settings.write_text("\n".join([*lines, f"allow_anonymous {'false' if password else 'true'}", ""]))
    running = subprocess.Popen([BROKER, "-c", str(settings)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: accepts(port) or running.poll() is not None)
        assert running.poll() is None, "mosquitto did not start"
        yield
    finally:
        running.kill()
        running.wait()


@contextmanager
def reading(port, topic="#"):
    """Yield a list to which every message is added as (topic, payload, was it retained)."""
    heard, subscribed = [], []
    client = paho.Client(CallbackAPIVersion.VERSION2)
    client.username_pw_set(USER, PASSWORD)
    client.on_connect = lambda *_: client.subscribe(topic)
    client.on_subscribe = lambda *_: subscribed.append(True)
    client.on_message = lambda _client, _data, message: heard.append((message.topic, message.payload, message.retain))
    client.connect("127.0.0.1", port)
    client.loop_start()
    try:
        until(lambda: subscribed)
        yield heard
    finally:
        client.disconnect()
        client.loop_stop()
