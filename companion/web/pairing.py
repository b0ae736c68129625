"""Which browsers may do what: codes that are shown at the table become cookies with a role."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

import msgspec

from catseye import kept_files
from catseye.kept_files import set_aside

_log = logging.getLogger(__name__)
TABLE, WATCH, CAMERA, PLAYER = "table", "watch", "camera", "player"
"""Roles, and `PLAYER` for a code whose browser chooses its seat, or to watch."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code: none that is mistaken for another."""
LENGTH = 6
CODE_S = 600.0
"""How long a code can be used, seconds (our choice): time to find a phone and scan it."""
MOST_CODES, MOST_PAIRED = 32, 64


@dataclass(frozen=True, slots=True)
class Code:
    """What a code becomes, and until when."""

    role: str
    until: float


class Pairing:
    """The codes that can be used and the cookies that were given. Any thread may call it.

    `file` keeps digests of the cookies with their roles, so that a restart does not lose the phones (None: only this
    run remembers). `changed` is called after a browser was paired or forgotten.
    """

    def __init__(self, file: Path | None = None, now: Callable[[], float] = time.monotonic) -> None:
        self.changed: Callable[[], object] = lambda: None
        self._file, self._now, self._lock = file, now, Lock()
        self._codes: dict[str, Code] = {}
        self._roles: dict[str, str] = {}
        if file is not None:
            self._load(file)

    def make_code(self, role: str) -> str:
        """Return a new code for a role, or for a `PLAYER`."""
        with self._lock:
            self._forget_old()
            while len(self._codes) >= MOST_CODES:
                del self._codes[next(iter(self._codes))]
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._codes[code] = Code(role, self._now() + CODE_S)
            return code

    def meant_by(self, code: str) -> str:
        """Return the role of a code that can still be used, or ""."""
        with self._lock:
            self._forget_old()
            found = self._codes.get(code.upper())
            return found.role if found is not None else ""

    def pair(self, code: str, wanted: str) -> tuple[str, str] | None:
        """Use a code up: return a cookie and its role, or None if the code is wrong or does not give this role."""
        with self._lock:
            self._forget_old()
            found = self._codes.get(code.upper())
            if found is None:
                return None
            role = found.role
            if role == PLAYER:
                if wanted != WATCH and seat_of(wanted) is None:
                    return None
                role = wanted
            elif wanted not in ("", role) and not (role == TABLE and wanted == WATCH):
                return None
            elif wanted:
                role = wanted
            del self._codes[code.upper()]
            cookie = secrets.token_urlsafe(32)
            while len(self._roles) >= MOST_PAIRED:
                del self._roles[next(iter(self._roles))]
            self._roles[_digest(cookie)] = role
            self._save()
        self.changed()
        return cookie, role

    def role_of(self, cookie: str) -> str:
        """Return the role that a cookie gives, or ""."""
        with self._lock:
            return self._roles.get(_digest(cookie), "") if cookie else ""

    def people(self) -> list[tuple[str, str]]:
        """Return a name for each paired browser, which is not its cookie, and its role; oldest first."""
        with self._lock:
            return [(digest[:12], role) for digest, role in self._roles.items()]

    def give(self, name: str, role: str) -> bool:
        """Give a paired browser another role, or with "" none. Return whether there is such a browser."""
        with self._lock:
            found = next((digest for digest in self._roles if digest.startswith(name) and len(name) == 12), None)
            if found is None:
                return False
            if role:
                self._roles[found] = role
            else:
                del self._roles[found]
            self._save()
        self.changed()
        return True

    def forget(self, cookie: str) -> None:
        """Forget a browser by its cookie."""
        self.give(_digest(cookie)[:12], "")

    def _forget_old(self) -> None:
        now = self._now()
        self._codes = {code: each for code, each in self._codes.items() if each.until > now}

    def _load(self, file: Path) -> None:
        try:
            self._roles = msgspec.json.decode(kept_files.read(file), type=dict[str, str])
        except FileNotFoundError:
            return
        except (OSError, ValueError, msgspec.DecodeError, RecursionError) as wrong:
            _log.warning("%s cannot be used: browsers must be paired again (%s)", file, wrong)
            set_aside(file)

    def _save(self) -> None:
        if self._file is None:
            return
        try:
            kept_files.write(self._file, msgspec.json.encode(self._roles))
        except OSError as wrong:
            _log.warning("paired browsers cannot be kept in %s: %s", self._file, wrong)


def seat_of(role: str) -> int | None:
    """Return the seat, from 0, of a role like "seat:2", or None."""
    word, _, number = role.partition(":")
    return int(number) if word == "seat" and len(number) == 1 and number in "01234567" else None


def _digest(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()
