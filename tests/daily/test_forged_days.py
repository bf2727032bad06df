"""A made-up day is refused kindly before anything is read or written, whatever operation, command or form names it."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import TYPE_CHECKING, get_type_hints

import pytest
from discord import AppCommandOptionType

from bot.club.daily import begins, laid_open
from bot.tables import Refused, Why
from bot.ui.routes import daily as daily_routes
from bot.ui.routes.custom_ids import OPERATIONS, Route, read_route
from bot.ui.routes.daily import CompareDaily, Day, LaidOpenDay
from bot.ui.routes.settings import EnterHolidays
from tests.daily.test_clicks import daily
from tests.daily.whole_game import NUMBER
from tests.simulated import bot_of, press
from tests.simulated.player import inputs_of, private_answer
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


TODAY = 60
NOON = begins(TODAY) + timedelta(hours=12)
NO_DAYS = {"hour", "page"}
"""Numbers of operations on the daily deal that are no days."""


def days_of(kind: type[Route]) -> list[object]:
    """Return the types of an operation's fields that are days."""
    types = get_type_hints(kind, include_extras=True)
    return [types[field.name] for field in fields(kind) if types[field.name] in (Day, LaidOpenDay)]


OF_DAYS = sorted(op for op, kind in OPERATIONS.items() if days_of(kind))


def why_not(op: str, number: int, now: datetime = NOON) -> Why | None:
    route = read_route(f"bz:0:0:{op} {number}")
    assert route is not None
    try:
        route.check(now)
    except Refused as refused:
        return refused.why
    return None


def test_every_number_of_an_operation_on_the_daily_deal_is_a_day_or_known_to_be_none() -> None:
    assert {"daily-share", "daily-play", "daily-past", "daily-beside", "daily-fair"} == set(OF_DAYS)
    for kind in OPERATIONS.values():
        if kind.__module__ != daily_routes.__name__:
            continue
        types = get_type_hints(kind, include_extras=True)
        plain = {field.name for field in fields(kind) if types[field.name] not in (Day, LaidOpenDay)}
        assert plain <= NO_DAYS, kind


@pytest.mark.parametrize("op", OF_DAYS)
@pytest.mark.parametrize("number", [0, TODAY + 1, TODAY + 2, 999_998, 999_999])
def test_day_that_is_not_one_of_the_calendars_is_refused(op: str, number: int) -> None:
    assert why_not(op, number) is Why.NO_SUCH_DAY


@pytest.mark.parametrize("op", OF_DAYS)
@pytest.mark.parametrize("number", ["-1", "1000000", "9" * 25, "60.5", "x"])
def test_number_that_can_be_no_day_is_nothing_known(op: str, number: str) -> None:
    assert read_route(f"bz:0:0:{op} {number}") is None


@pytest.mark.parametrize("op", OF_DAYS)
def test_days_that_are_laid_open_are_taken_and_on_the_first_day_there_is_none_before(op: str) -> None:
    assert why_not(op, 1) is None
    assert why_not(op, TODAY - 2) is None
    assert why_not(op, TODAY - 1) is None
    assert why_not(op, 0, datetime(2026, 1, 1, 12, tzinfo=UTC)) is Why.NO_SUCH_DAY
    assert why_not(op, 1, datetime(2026, 1, 3, tzinfo=UTC)) is None


@pytest.mark.parametrize("op", OF_DAYS)
def test_today_and_a_day_that_may_still_be_finished_are_refused_by_what_shows_the_cards_alone(op: str) -> None:
    shows_cards = days_of(OPERATIONS[op]) == [LaidOpenDay]
    assert shows_cards is (op == "daily-beside")
    early = laid_open(TODAY - 1) - timedelta(seconds=1)
    expected = Why.DAILY_RUNNING if shows_cards else None
    assert why_not(op, TODAY) is expected
    assert why_not(op, TODAY - 1, early) is expected
    assert why_not(op, TODAY - 1, laid_open(TODAY - 1)) is None


NUMBERS_OF_COMMANDS = {"table", "players"}
"""Options of commands that are numbers; none of them is a day."""
TEXTS_OF_COMMANDS = {
    "rules", "clock", "length", "topic", "level",
}  # fmt: skip
"""Options that are typed or chosen; none of them is a day."""
MADE_UP = ["1999-12-31", "2026-02-30", "31.12.9999", "99999-01-01", "0", "1000000", "yesterday"]


async def days_kept(world: World) -> list[int]:
    """Return the days of which something is stored."""
    numbers = [*range(1, 80), 999_998, 999_999, 1_000_000]
    return sorted(await bot_of(world).store.ask(lambda reader: reader.daily.deals(numbers)))


async def test_nothing_is_read_or_written_for_a_made_up_day_and_no_running_deal_is_laid_open(
    world: World, ann: MemberActor
) -> None:
    page = await daily(world, ann)
    told = said(await press(world, ann, page, CompareDaily(NUMBER).custom_id))
    assert told.startswith("Others still play this deal")
    before = await days_kept(world)
    bot_of(world).dispatcher._handlers = {}  # no handler is reached
    for op, number in product(OF_DAYS, (0, NUMBER + 1, NUMBER + 2, 999_999)):
        told = said(await press(world, ann, page, f"bz:0:0:{op} {number}"))
        assert told.startswith("There was no daily deal on that day;"), (op, number)
    assert await days_kept(world) == before
    assert max(before) < NUMBER + 10


async def test_no_option_of_a_command_is_a_day_and_holidays_are_stored_for_days_to_come_alone(
    world: World, ann: MemberActor
) -> None:
    """Who adds an option that is a day: give it a type that checks it, and say so here."""
    options = [
        option for command in bot_of(world).tree.walk_commands() for option in getattr(command, "parameters", ())
    ]
    assert {option.name for option in options if option.type is AppCommandOptionType.integer} == NUMBERS_OF_COMMANDS
    assert {option.name for option in options if option.type is AppCommandOptionType.string} == TEXTS_OF_COMMANDS
    page = private_answer(await ann.slash(world.channel, "settings"))
    for typed in MADE_UP:
        shown = await press(world, ann, page, EnterHolidays().custom_id)
        first, last = inputs_of(shown.modal)
        await ann.submit_modal(shown, {first: typed, last: typed})
        assert not bot_of(world).members.holidays.of(ann.id), typed
