"""A server's own clock: set by whoever manages it, and what goes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.settings.test_languages import manages
from tests.simulated import bot_of, components_of, press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import button_named, inputs_of, private_answer
from tests.simulated.sheet import MOST_COMPONENTS
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


async def offset_of(world: World) -> int:
    return (await bot_of(world).members.preferences.clock_of(world.env.guild.id)).offset


async def test_who_manages_the_server_alone_sets_its_clock_in_a_menu_or_typed(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(world, ann)
    page = private_answer(await ask(ann, world.channel, "server settings"))
    his = private_answer(await ask(ben, world.channel, "server settings"))
    assert not button_named(his, "Server's clock …")
    for control in ("server-clock", "server-clock-set 60"):
        assert "Manage Server" in text_of(private_answer(await press(world, ben, his, f"bz:0:0:{control}")))
    assert "Manage Server" in said(await ask(ben, world.channel, "server settings", utc_offset="+1"))
    await press(world, ann, page, "bz:0:0:server-clock-set 100000")
    assert "It is 20:00 here now (UTC)." in text_of(page)
    assert await offset_of(world) == 0
    page = private_answer(await ask(ann, world.channel, "server settings"))
    assert "Clock of this server**: UTC\n" in text_of(page)
    assert len(components_of(page)) <= MOST_COMPONENTS
    await ann.click(page, label="Server's clock …")
    assert "It is 20:00 here now (UTC)." in text_of(page)
    (menu,) = [item for item in components_of(page) if item["type"] == 3]
    assert len(menu["options"]) <= 25
    await ann.select(page, ["120"], custom_id=menu["custom_id"])
    assert "It is 22:00 here now (UTC+2)." in text_of(page)
    for typed, told in (("-3:30", "It is 16:30 here now (UTC-3:30)."), ("noon", "is no distance from UTC")):
        asked = await ann.click(page, label="Another clock …")
        (field,) = inputs_of(asked.modal)
        await ann.submit_modal(asked, {field: typed})
        assert told in text_of(page)
    await ann.click(page, label="All settings")
    await ann.click(page, label="Daily deal …")
    await ann.click(page, label="Post it in this channel")
    assert "08:00 (UTC-3:30)" in text_of(page)
    assert "UTC+1" in said(await ask(ann, world.channel, "server settings", utc_offset="+1"))
    assert await offset_of(world) == 60
    await ask(ann, world.channel, "settings", quiet_from=22, quiet_to=7)
    assert "from 22:00 to 7:00 (UTC+1)" in said(await ann.slash(world.channel, "settings"))
