"""Where a move may take days: direct messages that tell of a turn, and holidays that stop the clock."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from simcord import ResponseMessage

from bot.tables import Due
from tests.simulated import START, bot_of, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import Player, button_named, inputs_of, private_answer, public_messages, words_of
from tests.simulated.waiting import DAY, HOUR, later, meanwhile, with_clock

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor

    from bot.playground import World


SWITCH = "Direct message on my turn"


async def switched_on(world: World, member: MemberActor) -> ResponseMessage:
    page = private_answer(await ask(member, world.channel, "reminders"))
    await member.click(page, label=f"☐ {SWITCH}")
    assert button_named(page, f"☑ {SWITCH}") is not None
    return page


def direct(world: World, member: MemberActor) -> list[ResponseMessage]:
    """Return the messages that the bot has sent to a member alone and that are still there."""
    backend = world.env.backend
    stored = backend.messages.get(backend.dm_channels.get(member.id, 0), {}).values()
    return [ResponseMessage(world.env, m) for m in sorted(stored, key=lambda m: m.id) if not m.is_ephemeral]


@pytest.mark.deep
async def test_who_wants_it_is_told_once_and_plays_from_the_message_which_then_goes(world: World) -> None:
    for member in world.members[:2]:
        await switched_on(world, member)
    sitting = await with_clock(world, "days-1")
    mover, other = sitting.on_move(), sitting.waiting()[0]
    await meanwhile(world, 4 * 60)
    assert direct(world, mover.actor) == []
    await meanwhile(world, 2 * 60)
    (told,) = direct(world, mover.actor)
    assert f"Your turn at table 1 in {world.env.guild.name}" in words_of(told)
    assert direct(world, other.actor) == []
    await meanwhile(world, HOUR)
    await restart(world)
    await later(world, HOUR)
    assert [each.id for each in direct(world, mover.actor)] == [told.id]
    answer = await mover.actor.user.click(told, label="Play")
    panel = private_answer(answer)
    player = Player(world, mover.actor, 1, sitting.players[0].rng, panel)
    choice = player.choices()[0]
    await mover.actor.user.click(panel, custom_id=choice.custom_id)
    assert direct(world, mover.actor) == []
    assert other.actor.name.capitalize() in words_of(sitting.board())
    await meanwhile(world, 6 * 60)
    assert len(direct(world, other.actor)) == 1


@pytest.mark.deep
async def test_closed_messages_are_told_once_in_private_and_switched_off(world: World) -> None:
    sitting = await with_clock(world, "days-1")
    mover, other = sitting.on_move(), sitting.waiting()[0]
    await switched_on(world, other.actor)
    await sitting.step()
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, times=1)
    await meanwhile(world, 7 * 60)
    assert direct(world, other.actor) == []
    assert other.actor.id not in bot_of(world).tables.preferences.told
    await restart(world)
    result = await other.actor.click(sitting.board(), label="My hand")
    said = [text_of(each) for each in result.followups]
    assert sum("Your direct messages are closed to me" in each for each in said) == 1
    result = await other.actor.click(sitting.board(), label="My hand")
    assert not any("closed to me" in text_of(each) for each in result.followups)
    page = private_answer(await ask(other.actor, world.channel, "reminders"))
    assert button_named(page, f"☐ {SWITCH}") is not None
    assert mover.actor.id != other.actor.id


async def test_who_has_left_the_server_is_not_told_and_an_older_message_opens_nothing(world: World) -> None:
    sitting = await with_clock(world, "days-1")
    first, second = sitting.on_move(), sitting.waiting()[0]
    for player in (first, second):
        await switched_on(world, player.actor)
    await sitting.step()
    await meanwhile(world, 7 * 60)
    (told,) = direct(world, second.actor)
    user = second.actor.user
    world.env.guild.remove_member(second.actor)
    await later(world, 5 * 60)
    answer = private_answer(await user.click(told, label="Play"))
    assert "That table is not here" in text_of(answer)
    other = world.members[2]
    tables = bot_of(world).tables
    assert other.id not in (await tables.get(1)).users


@pytest.mark.deep
async def test_reminder_in_the_channel_offers_it_where_a_move_may_take_days_and_the_message_ends_it(
    world: World,
) -> None:
    sitting = await with_clock(world, "days-1")
    mover, other = sitting.on_move(), sitting.waiting()[0]
    await later(world, DAY / 2)
    reminder = next(m for m in public_messages(world) if "it is your turn" in words_of(m))
    for member in (mover.actor, other.actor):
        answer = await member.click(reminder, label="Also by direct message")
        assert "A direct message now tells you of your turn" in text_of(private_answer(answer))
    await mover.my_hand(sitting.board())
    await mover.move()
    await meanwhile(world, 7 * 60)
    (told,) = direct(world, other.actor)
    ended = await other.actor.user.click(told, label="Send me no more of these")
    assert "No more messages" in text_of(private_answer(ended))
    assert other.actor.id not in bot_of(world).tables.preferences.told


async def page_of(world: World, member: MemberActor) -> ResponseMessage:
    page = private_answer(await ask(member, world.channel, "reminders"))
    await member.click(page, label="Holidays …")
    return page


async def typed(member: MemberActor, page: ResponseMessage, first: str, last: str) -> InteractionResult:
    form = await member.click(page, label="Choose days …")
    fields = inputs_of(form.modal)
    return await member.submit_modal(form, dict(zip(fields, (first, last), strict=True)))


@pytest.mark.deep
async def test_clock_stands_still_while_its_player_is_away_and_the_board_says_so(world: World) -> None:
    sitting = await with_clock(world, "days-1")
    mover = sitting.on_move()
    tables = bot_of(world).tables
    due = tables.memory.schedule.at(1, Due.CLOCK)
    assert due is not None
    page = await page_of(world, mover.actor)
    await typed(mover.actor, page, "2 March", "6 March 2026")  # it is the evening of the 1st
    assert "Days left this year: 25 of 30" in words_of(page)
    assert "is away from" in words_of(sitting.board())
    assert tables.memory.schedule.at(1, Due.CLOCK) == due + timedelta(days=5)
    await typed(mover.actor, page, "soon", "later")
    assert "`soon` is no day" in text_of(page)
    await typed(mover.actor, page, "6 March", "2 March 2026")
    assert "ends before it begins" in text_of(page)
    await later(world, DAY / 2)
    await world.env.advance_time(16)  # with the next heartbeat
    assert "is away until" in words_of(sitting.board())
    await restart(world)
    await later(world, 2 * DAY)
    tables = bot_of(world).tables
    assert not (await tables.get(1)).time_is_up
    page = await page_of(world, mover.actor)
    assert "Your holidays: you are away until" in words_of(page).replace("**", "")
    await mover.actor.click(page, label="I am back")
    assert "away" not in words_of(sitting.board())
    left = tables.memory.schedule.at(1, Due.CLOCK)
    assert left is not None  # four of its hours had passed when the holiday began
    assert abs(left - (START + timedelta(days=2.5, hours=20))) < timedelta(minutes=10)


async def test_live_table_says_nothing_of_holidays(world: World) -> None:
    sitting = await with_clock(world, "live-3")
    mover = sitting.on_move()
    await typed(mover.actor, await page_of(world, mover.actor), "1 March", "5 March")
    assert "away" not in words_of(sitting.board())
