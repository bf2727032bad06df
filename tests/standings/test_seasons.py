"""Seasons and their podiums: when one is over, and that its podium is announced once, whenever the bot ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from bot.club.standings.seasons import (
    AT_LATEST,
    PODIUM,
    SEASONS,
    SETTLED,
    TOLD,
    SeasonLength,
    announced_in,
    due,
    in_order,
    last_ended,
    length_of,
    may_be_due,
    seasons_of,
)
from bot.tables.values.clocks import SERVER_CLOCK, ServerClock
from bot.ui.routes.settings import Subject
from tests.db.samples import finish
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, restart, running, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.config import Settings
    from bot.playground import World


MONTH, QUARTER = SeasonLength
PARIS = timezone(timedelta(hours=2))
APRIL = datetime(2026, 4, 1, tzinfo=UTC)
LONG_AGO = announced_in(5, APRIL - timedelta(days=40))


@pytest.mark.parametrize(
    ("length", "now", "season", "end"),
    [
        (MONTH, datetime(2026, 4, 1, tzinfo=UTC), "2026-03", APRIL),
        (MONTH, datetime(2026, 3, 31, 23, 59, 59, tzinfo=UTC), "2026-02", datetime(2026, 3, 1, tzinfo=UTC)),
        (MONTH, datetime(2026, 1, 9, tzinfo=UTC), "2025-12", datetime(2026, 1, 1, tzinfo=UTC)),
        (QUARTER, datetime(2026, 4, 1, tzinfo=UTC), "2026-Q1", APRIL),
        (QUARTER, datetime(2026, 6, 30, tzinfo=UTC), "2026-Q1", APRIL),
        (QUARTER, datetime(2026, 2, 1, tzinfo=UTC), "2025-Q4", datetime(2026, 1, 1, tzinfo=UTC)),
        # By a clock of Paris it is April already.
        (MONTH, datetime(2026, 4, 1, 0, 30, tzinfo=PARIS), "2026-03", datetime(2026, 4, 1, tzinfo=PARIS)),
    ],
)  # fmt: skip
def test_season_ends_with_its_last_day(length: SeasonLength, now: datetime, season: str, end: datetime) -> None:
    assert last_ended(length, now) == (season, end)


@pytest.mark.parametrize("length", SeasonLength)
def test_last_moment_of_a_season_is_counted_into_it(length: SeasonLength) -> None:
    for month in range(1, 13):
        season, end = last_ended(length, datetime(2026, month, 15, tzinfo=UTC))
        assert season in seasons_of(end - timedelta(microseconds=1))
        assert season not in seasons_of(end)


def test_podium_is_due_once_for_some_days_and_only_where_it_is_wanted() -> None:
    choices = {PODIUM: LONG_AGO}
    assert due(choices, APRIL + SETTLED - timedelta(seconds=1)) is None
    assert due(choices, APRIL + SETTLED) == "2026-03"
    assert due(choices, APRIL + AT_LATEST + timedelta(seconds=1)) is None
    assert due({}, APRIL + SETTLED) is None
    assert due(choices | {TOLD: {"season": "2026-03", "at": "", "message": 7}}, APRIL + SETTLED) is None
    assert due(choices | {TOLD: {"season": "2026-03", "at": "", "message": 0}}, APRIL + SETTLED) is None
    assert due(choices | {TOLD: {"season": "2026-02", "at": "", "message": 7}}, APRIL + SETTLED) == "2026-03"
    assert due({PODIUM: LONG_AGO, TOLD: {"season": "2026-03", "at": ""}}, APRIL + SETTLED) == "2026-03"
    assert due({PODIUM: announced_in(5, APRIL + timedelta(hours=1))}, APRIL + timedelta(hours=2)) is None
    assert due({PODIUM: announced_in(5, APRIL - timedelta(hours=1))}, APRIL + timedelta(hours=2)) == "2026-03"
    quarters = {PODIUM: LONG_AGO, SEASONS: "quarter"}
    assert due(quarters, APRIL + timedelta(hours=1)) == "2026-Q1"
    assert due(quarters, datetime(2026, 5, 1, 1, tzinfo=UTC)) is None
    assert length_of("something else") is MONTH


def test_every_due_podium_is_looked_for() -> None:
    for hours in range(24 * 100):
        now = APRIL + timedelta(hours=hours)
        for length in SeasonLength:
            if due({PODIUM: LONG_AGO, SEASONS: length.value}, now):
                assert may_be_due(now)


def test_past_seasons_of_both_lengths_stay_readable() -> None:
    seasons = ["2026-02", "2026-03", "2026-Q1", "2025-12", "2025-Q4"]
    assert in_order(seasons, MONTH) == ["2026-03", "2026-02", "2025-12", "2026-Q1", "2025-Q4"]
    assert in_order(seasons, QUARTER)[:2] == ["2026-Q1", "2025-Q4"]
    assert sorted(in_order(seasons, QUARTER)) == sorted(seasons)


@pytest.mark.parametrize("offset", [-12 * 60, -210, 0, 60, 14 * 60])
def test_a_season_ends_by_the_clock_of_its_server_and_is_looked_for_then(offset: int) -> None:
    clock = ServerClock().set_to(offset, datetime(2026, 1, 1, tzinfo=UTC))
    choices = {PODIUM: LONG_AGO, SERVER_CLOCK: clock.stored()}
    end = APRIL - timedelta(minutes=offset)
    assert due(choices, end + SETTLED - timedelta(seconds=1)) is None
    assert due(choices, end + SETTLED) == "2026-03"
    assert may_be_due(end + SETTLED)
    assert may_be_due(end + AT_LATEST)
    assert due(choices, end + AT_LATEST + timedelta(seconds=1)) is None
    last = clock.local(end - timedelta(seconds=1))
    assert seasons_of(last)[1] == "2026-03"
    assert seasons_of(clock.local(end))[1] == "2026-04"


@pytest.fixture
async def april(settings: Settings) -> AsyncIterator[World]:
    """A server in which two have played in March, some minutes before April begins."""
    async with running(settings, at=datetime(2026, 3, 31, 23, 58, 30, tzinfo=UTC)) as world:
        ann, ben = world.members[:2]
        async with bot_of(world).store.write() as tx:
            for winner in (ann, ann, ben):
                await finish(tx, {ann.id: 1000, ben.id: 900}, winner.id, guild_id=world.env.guild.id)
        yield world


def podiums(world: World) -> list[str]:
    """Return the announcements that are up."""
    return [text for message in public_messages(world) if "The podium of" in (text := text_of(message))]


async def want_podiums(world: World) -> None:
    """Let who manages the server switch announcements on."""
    manages(world, world.members[0])
    page = private_answer(await ask(world.members[0], world.channel, "server settings", subject=Subject.SEASONS))
    await world.members[0].click(page, label="Announce podiums in this channel")
    assert f"in <#{world.channel.id}>" in text_of(page)


@pytest.mark.deep
async def test_podium_is_announced_once_when_the_season_is_over(april: World) -> None:
    await want_podiums(april)
    await april.env.advance_time(60)
    assert not podiums(april)
    await april.env.advance_time(240)
    (told,) = podiums(april)
    assert "The podium of March 2026" in told
    assert told.index("Ann 0") < told.index("Ann 1")
    assert "🥇" in told
    await april.env.advance_time(120)
    await restart(april)
    await april.env.advance_time(120)
    assert len(podiums(april)) == 1
    (message,) = [each for each in public_messages(april) if "The podium of" in text_of(each)]
    assert [each["label"] for each in buttons_of(message)] == ["Leaderboard"]
    assert "Leaderboard" in said(await april.members[2].click(message, label="Leaderboard"))


@pytest.mark.deep
async def test_podium_names_the_best_of_games_that_are_counted_apart(april: World) -> None:
    ann, ben = april.members[:2]
    async with bot_of(april).store.write() as tx:
        await finish(
            tx, {ann.id: 1400, ben.id: 900}, ben.id, guild_id=april.env.guild.id, game_kind="rubicon", value=2700
        )
    await want_podiums(april)
    await april.env.advance_time(300)
    (told,) = podiums(april)
    assert "Best deal: Ann 0 · **1000**" in told.replace("\u2068", "").replace("\u2069", "")
    assert "Rubicon · Wins: Ann 1 · **1**" in told.replace("\u2068", "").replace("\u2069", "")
    assert "Rubicon · Best value: Ann 1 · **2700**" in told.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.deep
async def test_podium_whose_message_was_not_noted_is_found_again(april: World) -> None:
    await want_podiums(april)
    await april.env.advance_time(300)
    assert len(podiums(april)) == 1
    preferences, guild = bot_of(april).members.preferences, april.env.guild.id
    told = (await preferences.of_server(guild))[TOLD]
    message = told.pop("message")
    await preferences.set_of_server(guild, {TOLD: told})
    await restart(april)
    await april.env.advance_time(120)
    assert len(podiums(april)) == 1
    assert (await preferences_of(april))[TOLD]["message"] == message


async def preferences_of(world: World) -> dict[str, dict[str, object]]:
    """Return what the server has chosen."""
    return await bot_of(world).members.preferences.of_server(world.env.guild.id)


@pytest.mark.deep
async def test_where_the_bot_may_not_post_nothing_is_announced_and_nothing_tried_again(april: World) -> None:
    await want_podiums(april)
    april.env.inject_error("POST", f"/channels/{april.channel.id}/messages", status=403, times=1)
    await april.env.advance_time(400)
    assert not podiums(april)
    assert (await preferences_of(april))[TOLD]["message"] == 0
