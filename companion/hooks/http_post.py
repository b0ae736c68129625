"""Posts messages to an address."""

from __future__ import annotations

import logging

import httpx

from companion.core.text import say
from companion.hooks.hooks_file import Post
from companion.hooks.outbox import NotSent

PATIENCE_S = 5.0
"""How long connecting, sending and the beginning of the answer may each take, seconds (our choice)."""
for _library in ("httpx", "httpcore"):  # below warnings they log whole addresses and headers, which may hold a secret
    logging.getLogger(_library).setLevel(logging.WARNING)


class PostTarget:
    """The program at an address. It takes a message by a status from 200 to 299; redirects are not followed."""

    def __init__(self, hook: Post) -> None:
        self.place = hook.place
        self._url = hook.url
        self._client = httpx.Client(timeout=PATIENCE_S, headers={"User-Agent": "catseye", **hook.headers})

    def send(self, message: bytes) -> None:
        """Post one message. Raises NotSent."""
        try:
            with self._client.stream(
                "POST", self._url, content=message, headers={"Content-Type": "application/json"}
            ) as response:
                if not response.is_success:  # what else it answers is not read
                    raise NotSent(say("it answers {status}", status=response.status_code))
        except httpx.TimeoutException:
            raise NotSent(say("it does not answer in time")) from None
        except httpx.ConnectError:
            raise NotSent(say("there is no connection")) from None
        except httpx.HTTPError as error:
            raise NotSent(say("the connection broke ({why})", why=type(error).__name__)) from None

    def close(self) -> None:
        """Close the connection."""
        self._client.close()
