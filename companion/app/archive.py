"""The games that home hides: whoever plays on in one finds it at home again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.app.controller import TableController


class Archive:
    """Follows a table. `archived` returns the sessions that are hidden, `keep` keeps those that still are."""

    def __init__(
        self,
        controller: TableController,
        archived: Callable[[], Sequence[str]],
        keep: Callable[[list[str]], object],
    ) -> None:
        self._controller, self._archived, self._keep = controller, archived, keep
        self._opened: tuple[str, int] | None = None  # the open session, and its last row as it was opened
        self.follow()
        controller.followers.append(self.follow)

    def follow(self) -> None:
        """List a game again if it is played on since it was opened, or goes on with other people."""
        session = self._controller.session
        if session is None:
            self._opened = None
            return
        if self._opened is None or self._opened[0] != session.id:
            self._opened = session.id, session.seq
        played = {session.continues} if session.seq == self._opened[1] else {session.continues, session.id}
        kept = [each for each in self._archived() if each not in played]
        if len(kept) < len(self._archived()):
            self._keep(kept)
