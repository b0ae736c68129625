"""Opens an HTTP response as a stream: credentials, redirects, and time limits for each step."""

from __future__ import annotations

import errno
import http.client
import io
import socket
import time
import urllib.request
from functools import partial
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit

from catseye.text import Text, plain, say
from vision.frames import SourceLost
from vision.sources.camera_url import words_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.client import HTTPMessage

    from vision.sources.camera_url import Address

CLOSED = say("the camera closed the connection")
_NO_ANSWER = say("nothing answers there: is the camera's program running?")
_OUT_OF_REACH = say("it cannot be reached: is it in the same network?")
_BY_ERROR_NUMBER = {
    errno.ECONNREFUSED: _NO_ANSWER,
    errno.EHOSTUNREACH: _OUT_OF_REACH,
    errno.ENETUNREACH: _OUT_OF_REACH,
}
"""What a table meets most: a phone whose program is closed, and one in another network."""


class TimeLimit:
    """A deadline for a step of the connection, however slowly its bytes come."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def renew(self, seconds: float) -> None:
        """Begin the next step, which may take `seconds`."""
        self._until = time.monotonic() + seconds

    def left_s(self) -> float:
        """Return the seconds left. Raises SourceLost if there are none."""
        if (left := self._until - time.monotonic()) <= 0:
            raise SourceLost(say("the camera answers too slowly"))
        return left


def open_stream(address: Address, timeout: float, limit: TimeLimit) -> IO[bytes]:
    """Request `address` and return the response, with its headers read. `timeout` seconds limit each wait for bytes,
    `limit` the whole step, and later reads too. A redirect is followed to http and https on the same host only. Raises
    SourceLost without a valid response.
    """
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        _Http(limit),
        _Https(limit),
        _Redirect(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
        *_credentials(address),
    ):
        opener.add_handler(handler)
    try:
        return cast("IO[bytes]", opener.open(address.url, timeout=timeout))
    except HTTPError as error:
        error.close()
        raise SourceLost(say("no stream there ({why})", why=_status(error))) from error
    except Exception as error:  # urllib raises IndexError, TypeError, OverflowError and more at malformed headers
        raise SourceLost(say("no stream there ({why})", why=failure(error))) from error


def failure(error: Exception) -> Text:
    """Return why a request or the reading of its response failed: a sentence, or the system's words where it has
    some.
    """
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, http.client.RemoteDisconnected | http.client.IncompleteRead):
        return CLOSED
    if isinstance(cause, TimeoutError):
        return say("timed out")
    if isinstance(cause, socket.gaierror):
        return say("there is no host of this name")
    if isinstance(cause, OSError) and cause.errno in _BY_ERROR_NUMBER:
        return _BY_ERROR_NUMBER[cause.errno]
    if isinstance(cause, OSError):
        return words_of(cause.strerror or cause) or plain(type(cause).__name__)
    return say("its answer is malformed: {words}", words=words_of(cause) or type(cause).__name__)


def _status(error: HTTPError) -> Text:
    if 300 <= error.code < 400:  # what _Redirect cannot follow
        return say("it redirects without end, or to no HTTP address")
    return say("HTTP status {code}: {words}", code=error.code, words=words_of(error.reason))


def _credentials(address: Address) -> list[urllib.request.BaseHandler]:
    """Return the handlers for a camera that requires a user. The password goes to the host and port of the address
    only.
    """
    if not (address.user or address.password):
        return []
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    known.add_password(None, urljoin(address.url, "/"), address.user, address.password)
    basic, digest = urllib.request.HTTPBasicAuthHandler(known), urllib.request.HTTPDigestAuthHandler(known)
    return [_CloseRefusal(), basic, digest]


class _CloseRefusal(urllib.request.BaseHandler):
    """Close the 401 response before urllib retries; its own handlers do not."""

    handler_order = 480  # before urllib's, which have 490

    def http_error_401(self, _request: object, answer: IO[bytes], *_rest: object) -> None:
        answer.close()


class _Redirect(urllib.request.HTTPRedirectHandler):
    """Follow a redirect to http or https on the same host; refuse any other."""

    def http_error_302(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> Any:
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except Exception:  # an address that is none, also
            fp.close()
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        if new.scheme not in {"http", "https"}:
            raise SourceLost(say("it redirects to {scheme}:, which is no HTTP", scheme=new.scheme[:60]))
        if new.hostname != old.hostname:
            host = repr((new.hostname or "")[:60])
            raise SourceLost(say("it redirects to another host, {host}: open that one if it is right", host=host))
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Http(urllib.request.HTTPHandler):
    """Opens http: addresses within the time limit."""

    def __init__(self, limit: TimeLimit) -> None:
        super().__init__()
        self._limit = limit

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(cast("Any", partial(_connection, http.client.HTTPConnection, self._limit)), req)


class _Https(urllib.request.HTTPSHandler):
    """Opens https: addresses within the time limit."""

    def __init__(self, limit: TimeLimit) -> None:
        super().__init__()
        self._limit = limit

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(cast("Any", partial(_connection, http.client.HTTPSConnection, self._limit)), req)


def _connection(kind: Callable[..., http.client.HTTPConnection], limit: TimeLimit, *given: Any, **named: Any) -> Any:
    """Return a connection of this kind whose responses are read within the limit."""
    connection: Any = kind(*given, **named)
    connection.response_class = partial(_Response, limit)
    return connection


class _Response(http.client.HTTPResponse):
    """A response whose reads end at the deadline."""

    def __init__(self, limit: TimeLimit, sock: socket.socket, *given: Any, **named: Any) -> None:
        super().__init__(sock, *given, **named)
        self.fp.close()
        self.fp = io.BufferedReader(_LimitedReads(sock, limit))


class _LimitedReads(io.RawIOBase):
    """The bytes of a socket; each wait is limited by the timeout and the deadline."""

    def __init__(self, sock: socket.socket, limit: TimeLimit) -> None:
        super().__init__()
        self._sock, self._limit, self._timeout = sock, limit, sock.gettimeout()
        self._below = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left_s = self._limit.left_s()
        self._sock.settimeout(left_s if self._timeout is None else min(self._timeout, left_s))
        try:
            return self._below.readinto(buffer)
        except TimeoutError:
            self._limit.left_s()  # raises SourceLost if the deadline ended the wait
            raise

    def close(self) -> None:
        self._below.close()
        super().close()
