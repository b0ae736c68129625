"""Publishes messages through an MQTT broker, by paho-mqtt."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from companion.core.text import say
from companion.hooks.hooks_file import Mqtt
from companion.hooks.outbox import NotSent

KEEPALIVE_S = 15
"""The broker publishes the last will one and a half times this long after the app has vanished, seconds (MQTT 3.1.1,
3.1.2.10)."""
PATIENCE_S = 5.0
"""How long sending one message may take, seconds (our choice)."""
_NO_CONNECTION = say("there is no connection")
ONLINE, OFFLINE = "online", "offline"
"""What Home Assistant expects of an availability topic."""


class MqttTarget:
    """A broker. Below the hook's topic, `event` gets each message; retained are `state`, the newest message, and
    `available`, "online" or, as the last will, "offline". The connection is made again whenever it breaks.
    """

    def __init__(self, hook: Mqtt) -> None:
        self.place, self._hook = hook.place, hook
        self._state, self._why = b"", _NO_CONNECTION
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._tried = threading.Event()  # the first connection was made or failed
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda *_: self._tried.set()
        self._client.will_set(self._topic("available"), OFFLINE, retain=True)
        if hook.user:
            self._client.username_pw_set(hook.user, hook.password)
        if hook.tls:
            self._client.tls_set()
        self._client.connect_async(hook.host, hook.port, KEEPALIVE_S)
        self._client.loop_start()

    def send(self, message: bytes) -> None:
        """Publish one message. Raises NotSent; the newest is still the state at the next connection."""
        self._state = message
        self._tried.wait(PATIENCE_S)
        if not self._client.is_connected():
            raise NotSent(self._why)
        self._client.publish(self._topic("state"), message, retain=True)
        if not self._sent(self._client.publish(self._topic("event"), message)):
            raise NotSent(say("it does not answer in time"))

    def close(self) -> None:
        """Say that the app has ended, and close the connection."""
        if self._client.is_connected():
            with suppress(NotSent):
                self._sent(self._client.publish(self._topic("available"), OFFLINE, retain=True))
        self._client.disconnect()
        self._client.loop_stop()

    @staticmethod
    def _sent(message: paho.MQTTMessageInfo) -> bool:
        """Wait until a message is on its way; return whether it is. Raises NotSent if the connection broke."""
        try:
            message.wait_for_publish(PATIENCE_S)
            return message.is_published()
        except (ValueError, RuntimeError):
            raise NotSent(_NO_CONNECTION) from None

    def _topic(self, name: str) -> str:
        return f"{self._hook.topic}/{name}"

    def _connected(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        self._why = say("it refuses the connection ({why})", why=str(reason)) if reason.is_failure else _NO_CONNECTION
        self._tried.set()
        if reason.is_failure:
            return
        for topic, message in {**self._hook.retained, self._topic("available"): ONLINE}.items():
            self._client.publish(topic, message, retain=True)
        if self._state:
            self._client.publish(self._topic("state"), self._state, retain=True)
