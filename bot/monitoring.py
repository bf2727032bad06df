"""The metrics of a process in Prometheus's format, which `bot/health.py` serves.

The layers below do not depend on this module: they count in plain numbers or call a callback with a duration, and this
module turns that into metrics. No label names a person, a server, a table or a card.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, ParamSpec

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.tables import Status

if TYPE_CHECKING:
    from bot.club.standings.recounting import Checking
    from bot.registration import Registration
    from bot.scale import Shards
    from bot.tables import Tables
    from bot.ui.kit.reconcile import Reconciler
    from bot.ui.kit.reply import Outcome, UnderWay

P = ParamSpec("P")

CONTENT_TYPE: Final = "text/plain; version=0.0.4"
LOOK_SECONDS: Final = 0.5
"""Seconds between two measurements of the event loop's delay."""

_CLICKS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)  # seconds; Discord waits for three
_SHORT: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0)
_TOO_OLD_TO_EDIT: Final = b"30046"
"""Discord's code for a message that was edited too often."""
_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")
_ID: Final = re.compile(r"(?<=/)\d{5,}(?=/|$)")
_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\{id\}/)[^/]+")
_VERSION: Final = re.compile(r"^/api(/v\d+)?")


class Metrics:
    """The metrics of one bot."""

    def __init__(self, under_way: UnderWay) -> None:
        self._registry = CollectorRegistry()
        self._under_way = under_way
        self._answers = Histogram(
            "bezique_answer_seconds",
            "From an interaction's arrival to the end of what it caused",
            ["what"],
            buckets=_CLICKS,
            registry=self._registry,
        )
        self._outcomes = Counter(
            "bezique_answers", "Interactions by what became of them", ["what", "outcome"], registry=self._registry
        )
        self._acknowledgements = Histogram(
            "bezique_acknowledgement_seconds",
            "From an interaction's arrival until Discord had an answer",
            buckets=_CLICKS,
            registry=self._registry,
        )
        self._calls = Counter(
            "bezique_discord_calls",
            "Calls to Discord; the status 0 is no answer",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._limits = Counter(
            "bezique_discord_limits", "Calls that Discord refused as too many", ["limit"], registry=self._registry
        )
        self._call_times = Histogram(
            "bezique_discord_call_seconds", "Calls to Discord", ["route"], buckets=_CLICKS, registry=self._registry
        )
        self._database = Histogram(
            "bezique_database_seconds", "Transactions", ["kind"], buckets=_SHORT, registry=self._registry
        )
        self._house = Histogram(
            "bezique_house_seconds", "Decisions of the house", ["level"], buckets=_CLICKS, registry=self._registry
        )
        self._loop = Histogram(
            "bezique_loop_delay_seconds", "How late the event loop is", buckets=_SHORT, registry=self._registry
        )
        under_way.answered = self._answered

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def watch(self, counted: Callable[P, Iterable[Metric]], *of: P.args, **named: P.kwargs) -> None:
        """Add metrics of what others count themselves."""
        self._registry.register(_Counted(partial(counted, *of, **named)))

    def watch_commands(self, registration: Registration) -> None:
        """Add a metric that tells whether Discord has the bot's present commands."""
        registered = Gauge("bezique_commands_registered", "1 once Discord has the commands", registry=self._registry)
        registered.set_function(lambda: registration.done)

    def transaction(self, kind: str, seconds: float) -> None:
        self._database.labels(kind).observe(seconds)

    def decision(self, level: str, seconds: float) -> None:
        """Record the duration of a house decision, including its wait."""
        self._house.labels(level).observe(seconds)

    async def watch_loop(self) -> None:
        """Record again and again how late the event loop wakes from a sleep, until cancelled."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(LOOK_SECONDS)
            self._loop.observe(max(0.0, time.perf_counter() - began - LOOK_SECONDS))

    def _answered(self, what: str, seconds: float, outcome: Outcome) -> None:
        self._answers.labels(what).observe(seconds)
        self._outcomes.labels(what, outcome).inc()

    async def called(self, call: aiohttp.ClientRequest, go_on: aiohttp.ClientHandlerType) -> aiohttp.ClientResponse:
        """Count and time a call to Discord, as a middleware of aiohttp's.

        aiohttp's tracing cost twice as much per click as all other metrics together.
        """
        began, path = time.perf_counter(), call.url.path
        route = template(path)
        try:
            answer = await go_on(call)
        except BaseException:
            self._calls.labels(call.method, route, "0").inc()
            raise
        self._calls.labels(call.method, route, str(answer.status)).inc()
        self._call_times.labels(route).observe(time.perf_counter() - began)
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            self._limits.labels(answer.headers.get("X-RateLimit-Scope", "address")).inc()
        elif answer.status == HTTPStatus.BAD_REQUEST and _TOO_OLD_TO_EDIT in await answer.read():
            self._limits.labels("old_message").inc()
        acknowledged = _CALLBACK.search(path)
        since = self._under_way.since(int(acknowledged[1])) if acknowledged else None
        if since is not None:
            self._acknowledgements.observe(since)
        return answer


class _Counted(Collector):
    """A collector of what others count themselves."""

    def __init__(self, counted: Callable[[], Iterable[Metric]]) -> None:
        self._counted = counted

    def collect(self) -> Iterable[Metric]:
        return self._counted()


def of_shards(held: Shards) -> Iterator[Metric]:
    shards = GaugeMetricFamily("bezique_shards", "Shards of this process, and of all together", labels=["state"])
    for state, number in held.counted().items():
        shards.add_metric([state], number)
    yield shards
    yield CounterMetricFamily("bezique_lines_lost", "Times the line to the database was lost", value=held.lines_lost)
    waits = "Seconds for which shards have waited for their turns to identify themselves"
    yield CounterMetricFamily("bezique_identify_wait_seconds", waits, value=held.waited)


def of_checking(checking: Checking) -> Iterator[Metric]:
    """Yield what the weekly check found last; nothing in a process that does not check."""
    state = checking.state
    at = None if state is None else state.finished_at
    if state is None or at is None:
        return
    ended = "When the last check of standings ended"
    yield GaugeMetricFamily("bezique_standings_check_timestamp_seconds", ended, value=at.timestamp())
    differ = "Rows that do not follow from the games, by the last check"
    yield GaugeMetricFamily("bezique_standings_differences", differ, value=state.found)


def of_shown(boards: Reconciler[Any], panels: Reconciler[Any]) -> Iterator[Metric]:
    failed = CounterMetricFamily("bezique_not_shown", "Tries to show something that failed", labels=["what"])
    failed.add_metric(["board"], boards.failed)
    failed.add_metric(["panel"], panels.failed)
    yield failed
    yield GaugeMetricFamily("bezique_boards_barred", "Boards that the bot may not show", value=len(boards.barred))
    waits, longest = "For how long the oldest board waits that should be shown", boards.longest_wait()
    yield GaugeMetricFamily("bezique_oldest_waiting_board_seconds", waits, value=longest.total_seconds())


def of_tables(tables: Tables) -> Iterator[Metric]:
    count = tables.memory.live.count()
    live = GaugeMetricFamily("bezique_tables", "Live tables", labels=["status"])
    for status in (Status.LOBBY, Status.PLAYING):
        live.add_metric([status.value], count[status])
    yield live
    yield GaugeMetricFamily("bezique_tables_awake", "Live tables in memory", value=len(tables.memory.awake()))
    tally = tables.store.tally
    yield CounterMetricFamily("bezique_acts", "Acts that were committed", value=tally.acts)
    retries = CounterMetricFamily("bezique_retries", "Requests that were begun anew", labels=["why"])
    retries.add_metric(["conflict"], tally.conflicts)
    retries.add_metric(["busy"], tally.busy)
    yield retries


def template(path: str) -> str:
    """Return a path of Discord's API with placeholders for ids and tokens, so that few distinct labels arise."""
    return _TOKEN.sub(r"\1{token}", _ID.sub("{id}", _VERSION.sub("", path)))
