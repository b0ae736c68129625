"""Figures of the server and its tables for Prometheus, on request (`--metrics`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from companion.club.board import Progress
from companion.club.reader import BoardShown

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


class _Tables(Collector):
    def __init__(self, board: Callable[[], BoardShown]) -> None:
        self._board = board

    def collect(self) -> Iterator[Metric]:
        """Yield the figures of the tables as they are now."""
        board = self._board()
        tables = [each for _, each in board.tables.values()]
        connected = GaugeMetricFamily("catseye_club_database_connected", "Whether the database is reached.")
        connected.add_metric([], float(board.connected))
        yield connected
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
