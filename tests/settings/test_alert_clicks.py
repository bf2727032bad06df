"""Members who want to know of open tables are mentioned there once, and end it with the button beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulated import text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages, words_of

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

SWITCH = "Tell me when a table opens here"


async def test_open_table_is_told_to_who_asked_until_it_is_full_and_no_more_after_the_button(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    for member in (ann, ben, cleo):
        page = private_answer(await member.slash(world.channel, "settings"))
        await member.click(page, label=f"☐ {SWITCH}")
        assert "Saved." in text_of(page)
    await ann.slash(world.channel, "play")
    told = public_messages(world)[-1]
    stored = world.env.backend.get_message(world.channel.id, told.id)
    assert sorted(stored.ping_user_ids) == sorted([ben.id, cleo.id])
    assert "Ann has opened table 1" in words_of(told)
    answer = await cleo.click(told, label="Send me no more of these")
    assert "No more messages" in text_of(private_answer(answer))
    await ben.click(told, label="Join")
    assert told.id not in [message.id for message in public_messages(world)]
    await ask(ann, world.channel, "open challenge")
    told = public_messages(world)[-1]
    assert world.env.backend.get_message(world.channel.id, told.id).ping_user_ids == [ben.id]
    await cleo.click(told, label="Accept")
    assert told.id not in [message.id for message in public_messages(world)]
    # Twice a day is enough, and nothing was stored for cleo any more.
    before = len(public_messages(world))
    await ann.slash(world.channel, "play")
    assert len(public_messages(world)) == before + 1
    page = private_answer(await cleo.slash(world.channel, "settings"))
    await cleo.click(page, label=f"☐ {SWITCH}")
    await cleo.click(page, label=f"☑ {SWITCH}")
