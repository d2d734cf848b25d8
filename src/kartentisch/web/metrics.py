"""`--metrics`: figures for Prometheus, and `/healthz` and `/readyz`, on an address of their own that the outside cannot
reach. No figure has an address, a name, a table or a card in it.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kartentisch.web.live.meters import Meters
from kartentisch.web.live.registry import RoomRegistry
from kartentisch.web.network.connections import Admissions
from kartentisch.web.pages import status

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Upper bounds of the histograms in seconds, from the fastest commit to a delay that everybody notices."""


class PrometheusMeters(Meters):
    counts = True

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._moves = Counter("kartentisch_moves", "Moves played", ["game", "by"], registry=registry)
        self._shown = Histogram(
            "kartentisch_move_shown_seconds",
            "From the ask of a move until all seats that have the table open had been sent it",
            buckets=QUICK,
            registry=registry,
        )
        self._commits = Histogram(
            "kartentisch_commit_seconds", "How long the store took to write facts", buckets=QUICK, registry=registry
        )
        self._lag = Histogram(
            "kartentisch_loop_lag_seconds", "How late the event loop came to a timer", buckets=QUICK, registry=registry
        )
        self._refusals = Counter(
            "kartentisch_refusals", "Asks, pages and connections refused", ["where", "code"], registry=registry
        )
        self._lessons = Gauge("kartentisch_lessons", "Lessons that are running", registry=registry)
        self._failures = Counter("kartentisch_store_failures", "Failures of the store", ["code"], registry=registry)
        self._forwarded = Counter(
            "kartentisch_forwarded", "Requests and sockets for other servers", ["what", "outcome"], registry=registry
        )
        self._tables_went = Counter(
            "kartentisch_tables_went", "Tables that went to other servers or came from them", ["how"], registry=registry
        )
        Info("kartentisch", "The program", registry=registry).info({"version": status.VERSION})
        ProcessCollector(registry=registry)

    def moved(self, game: str, by: str) -> None:
        self._moves.labels(game, by).inc()

    def shown(self, seconds: float) -> None:
        self._shown.observe(seconds)

    def committed(self, seconds: float) -> None:
        self._commits.observe(seconds)

    def lagged(self, seconds: float) -> None:
        self._lag.observe(seconds)

    def refused(self, where: str, code: str) -> None:
        self._refusals.labels(where, code).inc()

    def lessons(self, running: int) -> None:
        self._lessons.set(running)

    def store_failed(self, code: str) -> None:
        self._failures.labels(code).inc()

    def forwarded(self, what: str, outcome: str) -> None:
        self._forwarded.labels(what, outcome).inc()

    def table_went(self, how: str) -> None:
        self._tables_went.labels(how).inc()


class Gauges(Collector):
    """Figures that are computed when they are requested."""

    def __init__(self, rooms: RoomRegistry, admissions: Admissions) -> None:
        self._rooms, self._admissions = rooms, admissions

    def collect(self) -> Iterator[Metric]:
        rooms, admissions, stalls = self._rooms.open_rooms(), self._admissions, self._rooms.stalls
        tables = GaugeMetricFamily("kartentisch_tables", "Tables in memory", labels=["phase"])
        for phase, n in sorted(Tally(room.table.phase for room in rooms).items()):
            tables.add_metric([phase], n)
        yield tables
        ready = float(status.state(self._rooms) == status.READY)
        yield GaugeMetricFamily("kartentisch_ready", "1 if the server is ready, as /readyz says", ready)
        sockets = sum(room.pages for room in rooms)
        yield GaugeMetricFamily("kartentisch_sockets", "Pages, programs and screens at tables", sockets)
        yield GaugeMetricFamily("kartentisch_connections", "Open connections", len(admissions))
        waiting = self._rooms.bot_pool.waiting
        yield GaugeMetricFamily("kartentisch_bots_waiting", "Bots that wait for their turn to think", waiting)
        yield CounterMetricFamily("kartentisch_connections_refused", "Connections turned away", admissions.refused)
        given_up = "Idle connections closed to make room for others"
        yield CounterMetricFamily("kartentisch_connections_given_up", given_up, admissions.given_up)
        count = CounterMetricFamily("kartentisch_loop_stalls", "Stalls of the event loop", labels=["cause"])
        seconds = CounterMetricFamily("kartentisch_loop_stalled_seconds", "Their length", labels=["cause"])
        for cause in stalls.count:
            count.add_metric([cause], stalls.count[cause])
            seconds.add_metric([cause], stalls.seconds[cause])
        yield from (count, seconds)


def application(meters: PrometheusMeters, rooms: RoomRegistry, admissions: Admissions) -> Starlette:
    """The pages of the inner address."""
    meters.registry.register(Gauges(rooms, admissions))

    async def metrics(request: Request) -> Response:
        encode, kind = choose_encoder(request.headers.get("accept", ""))
        return Response(encode(meters.registry), headers={"Content-Type": kind})

    async def healthz(request: Request) -> Response:
        return status.alive()

    async def readyz(request: Request) -> Response:
        return status.readiness(rooms)

    pages: dict[str, Callable[[Request], object]] = {"/metrics": metrics, "/healthz": healthz, "/readyz": readyz}
    return Starlette(routes=[Route(path, page) for path, page in pages.items()])
