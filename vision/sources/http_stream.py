"""Opens an HTTP response as a stream, by httpx: redirects on the same host, credentials, pinned certificates."""

from __future__ import annotations

import errno
import hashlib
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import httpx

from catseye.text import plain, say
from vision.frames import SourceLost
from vision.sources.camera_url import words_of

if TYPE_CHECKING:
    from catseye.text import Text
    from vision.sources.camera_url import Address

Ends = Callable[[], None]
CLOSED = say("it closed the connection")
MOST_REDIRECTS = 5
_STREAM = re.compile(rb"(\A|\n)--\S|multipart/", re.IGNORECASE)
_UNREACHABLE = frozenset({errno.EHOSTUNREACH, errno.ENETUNREACH})
_WANTS_USER = say("it wants a user: type it before the host, as in http://user:password@192.168.0.20:8080/video")
_NO_REDIRECT = say("it redirects without end, or to no HTTP address")
_TOO_SLOW = say("the camera answers too slowly")


class Answer:
    """The body of a camera's response. `end` lets a `read` that waits in another thread return."""

    def __init__(self, portions: Iterator[bytes], content_type: str, *, end: Ends, close: Ends) -> None:
        self.content_type, self.end, self.close = content_type, end, close
        self._portions, self._peeked = portions, b""

    def peek(self) -> bytes:
        """Return the next bytes without taking them. Raises SourceLost."""
        self._peeked = self._peeked or self.read()
        return self._peeked

    def read(self) -> bytes:
        """Return the next bytes, b"" at the end. Raises SourceLost if the connection breaks."""
        if self._peeked:
            peeked, self._peeked = self._peeked, b""
            return peeked
        try:
            return next(self._portions, b"")
        except Exception as error:  # httpx raises its own for what it foresees, h11 and ssl theirs
            raise SourceLost(say("the connection broke ({why})", why=failure(error))) from error


def open_answer(address: Address, timeout: float, within: float) -> Answer:
    """Request `address`. `timeout` seconds limit each wait for bytes, `within` the time to the end of the headers. A
    redirect is followed to http and https on the same host only. Raises SourceLost without a response of status 200.
    """
    began = time.monotonic()
    client = httpx.Client(
        timeout=httpx.Timeout(timeout, read=min(timeout, within)),
        verify=_trusting(address, timeout) if address.pin else True,
        headers={"Accept-Encoding": "identity", "User-Agent": "catseye"},
    )
    limit = Timer(within, client.close)
    limit.start()
    try:
        response = _asked(client, address)
    except Exception as error:  # httpx, h11, ssl and idna raise a dozen kinds at malformed answers
        client.close()
        if isinstance(error, SourceLost):
            raise
        if isinstance(error, httpx.RemoteProtocolError) and "status line" in str(error):
            return _without_status(address, timeout, error)
        if time.monotonic() - began >= within:
            raise SourceLost(say("no stream there ({why})", why=_TOO_SLOW)) from error
        if fingerprint := _fingerprint_of(error, address, timeout):
            why = say(
                "nobody vouches for its certificate (fingerprint {fingerprint}): accept it if it is your camera",
                fingerprint=_grouped(fingerprint),
            )
            raise SourceLost(why, fingerprint) from error
        raise SourceLost(say("no stream there ({why})", why=failure(error))) from error
    finally:
        limit.cancel()
    stream = response.extensions["network_stream"]

    def close() -> None:
        response.close()
        client.close()

    return Answer(
        response.iter_raw(),
        response.headers.get("Content-Type", ""),
        end=lambda: _shut(stream.get_extra_info("socket")),
        close=close,
    )


def _without_status(address: Address, timeout: float, malformed: Exception) -> Answer:
    """Return the answer of a camera that begins with its stream at once. Raises SourceLost if it begins otherwise."""
    place = urlsplit(address.url)
    request = f"GET {urlunsplit(('', '', place.path or '/', place.query, ''))} HTTP/1.0\r\nHost: {place.netloc}\r\n\r\n"
    try:
        peer = socket.create_connection((place.hostname or "", place.port or 80), timeout)
        peer.sendall(request.encode())
    except OSError as error:
        raise SourceLost(say("no stream there ({why})", why=failure(error))) from error
    answer = Answer(iter(lambda: peer.recv(1 << 16), b""), "", end=lambda: _shut(peer), close=peer.close)
    begins = answer.peek()[:1000]
    if place.scheme == "https" or not _STREAM.search(begins):
        peer.close()
        why = say("its answer is malformed: {words}", words=words_of(begins.partition(b"\r")[0].decode("latin-1")))
        raise SourceLost(say("no stream there ({why})", why=why)) from malformed
    answer.content_type = "multipart/x-mixed-replace"
    return answer


def _asked(client: httpx.Client, address: Address) -> httpx.Response:
    """Return the response, after redirects and with the credentials it asks for."""
    auth: httpx.Auth | None = None
    request = client.build_request("GET", address.url)
    for _ in range(MOST_REDIRECTS + 1):
        response = client.send(request, stream=True, auth=auth)
        if response.status_code == httpx.codes.UNAUTHORIZED and auth is None and (address.user or address.password):
            asks = response.headers.get("WWW-Authenticate", "").lower()
            response.close()
            if asks.startswith("digest"):
                auth = httpx.DigestAuth(address.user, address.password)
            elif asks.startswith("basic"):
                auth = httpx.BasicAuth(address.user, address.password)
            else:
                break
            continue
        if response.is_success:
            return response
        response.close()
        if response.next_request is None:
            raise SourceLost(say("no stream there ({why})", why=_status(response, address)))
        request, auth = _same_host(response.next_request, address), None
    raise SourceLost(say("no stream there ({why})", why=_status(response, address)))


def _same_host(request: httpx.Request, address: Address) -> httpx.Request:
    """Return a redirect's request without credentials. Raises SourceLost if it leads elsewhere."""
    if request.url.scheme not in {"http", "https"}:
        why = say("it redirects to {scheme}:, which is no HTTP", scheme=request.url.scheme[:60])
        raise SourceLost(say("no stream there ({why})", why=why))
    if request.url.host != urlsplit(address.url).hostname:
        host = repr(request.url.host[:60])
        why = say("it redirects to another host, {host}: open that one if it is right", host=host)
        raise SourceLost(say("no stream there ({why})", why=why))
    request.headers.pop("Authorization", None)
    return request


def _status(response: httpx.Response, address: Address) -> Text:
    if response.is_redirect:
        return _NO_REDIRECT
    if response.status_code == httpx.codes.UNAUTHORIZED:
        return say("it refuses this user or this password") if address.user or address.password else _WANTS_USER
    reason = response.extensions.get("reason_phrase", b"").decode("latin-1")
    return say("HTTP status {code}: {words}", code=response.status_code, words=words_of(reason))


def failure(error: Exception) -> Text:
    """Return why a request or the reading of its response failed: our words, or the system's if it has some."""
    cause = _cause(error)
    if isinstance(error, httpx.RemoteProtocolError) and ("disconnected" in str(error) or "closed" in str(error)):
        return CLOSED
    if isinstance(error, httpx.InvalidURL) or "location header" in str(error):
        return _NO_REDIRECT
    if isinstance(error, httpx.TimeoutException | TimeoutError):
        return say("timed out")
    if isinstance(cause, socket.gaierror):
        return say("there is no host of this name")
    if isinstance(cause, ConnectionRefusedError):
        return say("nothing answers there: is the camera's program running?")
    if isinstance(cause, OSError) and cause.errno in _UNREACHABLE:
        return say("it cannot be reached: is it in the same network?")
    if isinstance(cause, OSError):
        return words_of(cause.strerror or cause) or plain(type(cause).__name__)
    return say("its answer is malformed: {words}", words=words_of(error) or plain(type(error).__name__))


def _cause(error: BaseException) -> BaseException:
    """Return the error at the bottom of a chain."""
    below = error.__cause__ or error.__context__
    return error if below is None else _cause(below)


def _trusting(address: Address, timeout: float) -> ssl.SSLContext:
    """Return what trusts the accepted certificate alone. Raises SourceLost if the camera has another one now."""
    pem = _certificate(address, timeout)
    if pem is None or _digest(pem) != address.pin:
        why = say("its certificate is not the one that was accepted: is it the same camera?")
        raise SourceLost(why, _digest(pem) if pem else "")
    context = ssl.create_default_context(cadata=pem)
    context.check_hostname = False
    context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return context


def _fingerprint_of(error: Exception, address: Address, timeout: float) -> str:
    """Return the fingerprint of a camera's certificate if the request failed for that; "" otherwise."""
    if not isinstance(_cause(error), ssl.SSLCertVerificationError):
        return ""
    pem = _certificate(address, timeout)
    return _digest(pem) if pem else ""


def _certificate(address: Address, timeout: float) -> str | None:
    place = urlsplit(address.url)
    try:
        return ssl.get_server_certificate((place.hostname or "", place.port or 443), timeout=timeout)
    except OSError:
        return None


def _digest(pem: str) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()


def _grouped(fingerprint: str) -> str:
    return ":".join(fingerprint[k : k + 2] for k in range(0, len(fingerprint), 2)).upper()


def _shut(peer: socket.socket) -> None:
    """End the waiting for a peer; the connection may be closed already."""
    with suppress(OSError):
        peer.shutdown(socket.SHUT_RDWR)
