"""What a table's screen says of the club it is in, and how it calls the organiser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.core.text import Text, say

CLUB_FILE = "club.json"
"""The file in the data folder of a table that is in a club."""

CALLS = {
    "": say("Call the organiser"),
    "called": say("The organiser is called: cancel"),
    "coming": say("Somebody is on the way: cancel"),
}
"""What the button says: nobody is called, the organiser is, or answered."""


@dataclass(frozen=True, slots=True)
class ClubStatus:
    """The table's name in its club; whether it is connected; entries that wait to be sent; seconds since the club's
    server last answered, None: not since the start; whether the organiser was called, and is coming.
    """

    table: str
    connected: bool
    waiting: int
    silent_s: float | None
    called: bool
    coming: bool = False

    @property
    def call(self) -> str:
        """How the call for the organiser stands: a key of `CALLS`."""
        return "" if not self.called else "coming" if self.coming else "called"

    @property
    def words(self) -> Text:
        """How it stands, in one line."""
        if self.connected and not self.waiting:
            return say("{table}: the club has everything", table=self.table)
        if self.connected:
            return say("{table}: entries being sent: {n}", table=self.table, n=self.waiting)
        if self.silent_s is None:
            return say("{table}: no contact with the club yet; entries waiting: {n}", table=self.table, n=self.waiting)
        minutes = int(self.silent_s // 60)
        return say(
            "{table}: no contact with the club for {m} min; entries waiting: {n}",
            table=self.table, m=minutes, n=self.waiting,
        )  # fmt: skip


class Club(Protocol):
    """The club a table is in (`companion.club.at_table`)."""

    @property
    def status(self) -> ClubStatus:
        """How it stands now."""

    def call(self, *, wanted: bool) -> None:
        """Call the organiser to the table, or take that back."""
