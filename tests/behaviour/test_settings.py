"""What members choose for themselves with `/settings me`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from .player import public_messages
from .waiting import (
    said,
)

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


async def test_settings_are_shown_changed_and_taken_back_in_private(world: World, ann: MemberActor) -> None:
    assert "**Quiet hours**: none" in said(await ann.slash(world.channel, "settings me"))
    words = said(await ann.slash(world.channel, "settings me", quiet_from=22, quiet_to=7, utc_offset="+5:30"))
    assert "Saved." in words
    assert "from 22:00 to 7:00 (UTC+5:30)" in words
    local = world.env.now() + timedelta(hours=5, minutes=30)
    assert f"For you it is {local:%H:%M} now" in words
    words = said(await ann.slash(world.channel, "settings me", quiet_to=8))
    assert "from 22:00 to 8:00 (UTC+5:30)" in words
    words = said(await ann.slash(world.channel, "settings me", utc_offset="-3"))
    assert "from 22:00 to 8:00 (UTC-3)" in words
    assert "Saved." not in said(await ann.slash(world.channel, "settings me"))
    words = said(await ann.slash(world.channel, "settings me", quiet_off=True))
    assert "**Quiet hours**: none" in words
    assert public_messages(world) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"quiet_from": 22}, "need a beginning and an end"),
        ({"utc_offset": "+1"}, "need a beginning and an end"),
        ({"quiet_from": 7, "quiet_to": 7}, "cannot end when they begin"),
        ({"quiet_from": 0, "quiet_to": 24}, "cannot end when they begin"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "Paris"}, "`Paris` is no distance from UTC"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "+15"}, "between -12 and +14"),
        ({"quiet_from": 22, "quiet_to": 7, "utc_offset": "`@everyone`"}, "is no distance from UTC"),
    ],
)
async def test_settings_that_mean_nothing_are_refused_kindly_and_change_nothing(
    world: World, ann: MemberActor, options: dict[str, object], words: str
) -> None:
    assert words in said(await ann.slash(world.channel, "settings me", **options))
    assert "**Quiet hours**: none" in said(await ann.slash(world.channel, "settings me"))


async def test_offsets_are_offered_with_the_time_of_day_there(world: World, ann: MemberActor) -> None:
    for typed, value in (("", "UTC"), ("5:3", "UTC+5:30"), ("-3", "UTC-3"), ("utc+1", "UTC+1")):
        found = await ann.autocomplete(world.channel, "settings me", "utc_offset", typed)
        assert value in [choice["value"] for choice in found]
        assert len(found) <= 25
    (here,) = [choice for choice in found if choice["value"] == "UTC+1"]
    assert f"{world.env.now() + timedelta(hours=1):%H:%M}" in here["name"]
