"""Figures for Prometheus, on request (`--metrics`): a club's, and a table's own by the same names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from companion.club.board import STATE, Progress, Signal, TableFold, TableShown
from companion.club.reader import BoardShown
from companion.record.session import Session

if TYPE_CHECKING:
    from companion.app.club import ClubStatus

LAGS = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 5, 60)
"""Bounds of the histogram of lags, seconds: the targets are 0.05 for half of the events and 0.3 for 99 of 100."""


class Metrics:
    """The figures; `board` returns the newest board."""

    def __init__(self, board: Callable[[], BoardShown]) -> None:
        self._registry = CollectorRegistry()
        self._rows = Counter("catseye_club_rows", "Rows of journals that the board took in.", registry=self._registry)
        self._lag = Histogram("catseye_club_lag_seconds", "From a row's arrival in the database to the board.",
                              buckets=LAGS, registry=self._registry)  # fmt: skip
        self._registry.register(_Tables(board))

    def read(self, rows: int, lags: list[float]) -> None:
        """Count rows that were taken in."""
        self._rows.inc(rows)
        for lag in lags:
            self._lag.observe(lag)

    def text(self) -> bytes:
        """Return all figures in Prometheus's text format."""
        return bytes(generate_latest(self._registry))


def at_table(session: Session | None, health: Mapping[str, Any], status: ClubStatus | None) -> bytes:
    """Return a table's own figures in Prometheus's text format; `status` is how it stands with its club, if any."""
    name, called = ("", False) if status is None else (status.table, status.called)
    fold = TableFold(TableShown(0, name, help="now" if called else ""), {}, _no_journal)
    fold.hear([Signal(0, 0, "", STATE, health)])
    fold.show(session)
    registry = CollectorRegistry()
    registry.register(_Own(fold.shown, status))
    return bytes(generate_latest(registry))


def _no_journal(_table: int, _journal: int) -> Any:
    raise LookupError("a table's own session is open")


class _Own(Collector):
    def __init__(self, shown: TableShown, status: ClubStatus | None) -> None:
        self._shown, self._status = shown, status

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of the table, and what its club still lacks."""
        if self._status is not None:
            yield _connected(self._status.connected)
            waiting = GaugeMetricFamily("catseye_club_table_rows_waiting", "Rows not yet sent.", labels=["table"])
            waiting.add_metric([self._status.table], self._status.waiting)
            yield waiting
        yield from _families([self._shown])


class _Tables(Collector):
    def __init__(self, board: Callable[[], BoardShown]) -> None:
        self._board = board

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of the tables as they are now."""
        board = self._board()
        yield _connected(board.connected)
        yield from _families([each for _, each in board.tables.values()])


def _connected(there: bool) -> Metric:
    connected = GaugeMetricFamily("catseye_club_database_connected", "Whether the database is reached.")
    connected.add_metric([], float(there))
    return connected


def _families(tables: Sequence[TableShown]) -> Iterator[Metric]:
    """Yield the figures that a club and a table have by the same names."""
    games = GaugeMetricFamily("catseye_club_tables", "Tables by the progress of their games.", labels=["progress"])
    for progress in Progress:
        games.add_metric([progress.value], sum(each.progress is progress for each in tables))
    yield games
    wanted = GaugeMetricFamily("catseye_club_table_help", "Whether it wants the organiser.", labels=["table"])
    away = GaugeMetricFamily("catseye_club_table_away", "Whether it is silent for long.", labels=["table"])
    events = GaugeMetricFamily("catseye_club_table_events", "Events of the table's game.", labels=["table"])
    questions = GaugeMetricFamily("catseye_club_table_questions_per_100_throws", "Readings that were asked about.",
                                  labels=["table"])  # fmt: skip
    camera = GaugeMetricFamily("catseye_club_table_camera", "The camera's state.", labels=["table", "state"])
    for each in tables:
        wanted.add_metric([each.name], float(bool(each.help)))
        away.add_metric([each.name], float(each.away))
        events.add_metric([each.name], each.events)
        if each.questions is not None:
            questions.add_metric([each.name], each.questions)
        if each.camera:
            camera.add_metric([each.name, each.camera], 1)
    yield from (wanted, away, events, questions, camera)
