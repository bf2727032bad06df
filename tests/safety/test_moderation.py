"""What moderators do: ratings taken back, the log, and the pages with their controls."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import pytest
from simcord import MemberActor

from bot.club import Club, rebuild
from bot.club.moderation import Measure
from bot.playground import World
from bot.tables import Player, Refused, Tables, Why
from bot.tables.values.rated import MOST_A_DAY
from bot.ui.routes.settings import Subject
from db import Store
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import Sitting, inputs_of, private_answer, public_messages, table_number, words_of
from tests.simulated.waiting import said
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, CAT, GUILD, PLAYERS, Clock, sure
from tests.tables.ended import given_up

DAN = PLAYERS[3]
MODERATOR = 77


pytestmark = pytest.mark.one_bot


async def finished(tables: Tables, clock: Clock, pair: Sequence[Player], loser: Player) -> int:
    """Have a game of two given up after four tricks, and a minute pass."""
    table = await given_up(tables, pair, loser)
    clock.pass_by(minutes=1)
    return table.id


@pytest.mark.deep
async def test_game_beyond_six_of_the_day_stays_unrated_where_an_earlier_one_is_voided(
    club: Club, tables: Tables, store: Store, clock: Clock
) -> None:
    numbers = [await finished(tables, clock, (ANN, BEN), BEN) for _ in range(MOST_A_DAY + 1)]
    await club.moderation.void(GUILD, numbers[0], MODERATOR)
    assert not await club.moderation.is_rated(numbers[-1])
    now = await everything(store)
    await rebuild(store)
    assert await everything(store) == now
    assert not await club.moderation.is_rated(await finished(tables, clock, (ANN, BEN), ANN))


async def test_rating_is_taken_back_once_in_its_own_server_and_leaves_nobody_rated(
    club: Club, tables: Tables, store: Store, clock: Clock
) -> None:
    number = await finished(tables, clock, (ANN, BEN), BEN)
    for guild, game in ((GUILD + 1, number), (GUILD, number + 1)):
        with pytest.raises(Refused, match=Why.NOT_RATED.value):
            await club.moderation.void(guild, game, MODERATOR)
    assert await club.moderation.latest(GUILD) == []
    await club.moderation.void(GUILD, number, MODERATOR)
    now = await everything(store)
    assert (now["ratings"], now["standings"]) == ([], [])
    assert not await club.moderation.is_rated(number)
    assert await club.standings.rating_changes(number) == []
    with pytest.raises(Refused, match=Why.NOT_RATED.value):
        await club.moderation.void(GUILD, number, MODERATOR)


async def test_what_moderators_do_is_kept_for_a_year_and_in_their_server_alone(
    club: Club, tables: Tables, clock: Clock
) -> None:
    order, number = club.moderation, await finished(tables, clock, (CAT, DAN), DAN)
    await order.log(GUILD, MODERATOR, Measure.SEND_AWAY, 5, ANN.user_id)
    await order.log(GUILD + 1, MODERATOR, Measure.CLOSE, 6)
    await order.void(GUILD, number, MODERATOR)
    done = await order.latest(GUILD)
    assert [(row.what, row.by_id, row.game_id, row.about_id) for row in done] == [
        ("void", MODERATOR, number, None),
        ("send-away", MODERATOR, 5, ANN.user_id),
    ]


async def test_moderator_closes_a_game_once_that_was_asked_and_it_is_kept_who_did(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    number = sitting.table
    manages(world, cleo)
    page = private_answer(await ask(cleo, world.channel, "moderate table", table=number))
    assert "It is being played." in text_of(page)
    await cleo.click(page, label="Close this table …")
    assert (await bot_of(world).tables.get(number)).live
    await cleo.click(page, label="Close it")
    assert not (await bot_of(world).tables.get(number)).live
    assert "A moderator has closed this game" in words_of(public_messages(world)[-1])
    assert "It is closed." in text_of(page)
    await press(world, cleo, page, f"bz:{number}:0:mod-close true")
    log = said(await ask(cleo, world.channel, "moderate log"))
    assert log.count(f"closed table {number}") == 1
    assert f"<@{cleo.id}>" in log


@pytest.mark.deep
async def test_nobody_else_moderates_not_even_by_a_forged_click_until_a_role_is_named(
    world: World, sitting: Sitting, ann: MemberActor, cleo: MemberActor
) -> None:
    board = sitting.board()
    for custom_id in ("mod-close true", "mod-void true", "mod-table", f"mod-out {ann.id}"):
        answer = await press(world, cleo, board, f"bz:{sitting.table}:0:{custom_id}")
        assert "Only moderators can" in text_of(private_answer(answer))
    assert "Only moderators can" in text_of(private_answer(await press(world, cleo, board, "bz:0:0:mod")))
    manages(world, ann)
    role = cleo.guild.create_role("Croupiers", permissions=discord.Permissions())
    world.env.backend.add_member_role(cleo.guild.id, cleo.id, role.id)
    page = private_answer(await ask(ann, world.channel, "server settings", subject=Subject.TABLES))
    (picker,) = [item for item in components_of(page) if item["type"] == 6]
    await press(world, ann, page, picker["custom_id"], str(role.id))
    await restart(world)
    own = private_answer(await cleo.slash(world.channel, "settings"))
    await cleo.click(own, label="Moderation")
    (menu,) = [item for item in components_of(own) if item["type"] == 3]
    await cleo.select(own, [str(sitting.table)], custom_id=menu["custom_id"])
    assert f"Moderating table {sitting.table}" in text_of(own)
    await press(world, cleo, own, "bz:0:0:mod")
    asked = await cleo.click(own, label="Another table …")
    (field,) = inputs_of(asked.modal)
    await cleo.submit_modal(asked, {field: str(sitting.table)})
    assert f"Moderating table {sitting.table}" in text_of(own)
    # Naming the role is for who manages the server.
    await press(world, cleo, page, picker["custom_id"])
    assert bot_of(world).tables.preferences.servers[cleo.guild.id]["moderators"] == role.id


async def test_who_is_taken_out_of_a_lobby_stays_out(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    await ann.slash(world.channel, "play")
    (board,) = public_messages(world)
    await ben.click(board, label="Join")
    page = private_answer(await ask(cleo, world.channel, "moderate table", table=table_number(board)))
    (menu,) = [item for item in components_of(page) if item["type"] == 3]
    values = {option["label"]: option["value"] for option in menu["options"]}
    await cleo.select(page, [values["Ben"]], custom_id=menu["custom_id"])
    assert "Ben" not in words_of(board)
    assert "no seat for you" in text_of(private_answer(await ben.click(board, label="Join")))


@pytest.mark.deep
async def test_rating_is_taken_back_and_the_result_says_so(
    world: World, sitting: Sitting, ann: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    while len((await bot_of(world).tables.get(sitting.table)).game.deals[-1].tricks) < 4:
        await sitting.step()
    await resign(ann, world.channel)
    result = sure(sitting.result())
    assert "Ratings:" in words_of(result)
    page = private_answer(await ask(cleo, world.channel, "moderate table", table=sitting.table))
    await cleo.click(page, label="Take the rating back …")
    await cleo.click(page, label="Take it back")
    assert "A moderator has taken the rating" in words_of(result)
    assert "Take the rating back …" not in [button["label"] for button in buttons_of(page)]
    await ann.click(result, label="Rematch")
    assert "A moderator has taken the rating" in words_of(result)


async def test_tables_are_opened_in_the_chosen_channels_alone(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    other = world.env.guild.create_text_channel("parlour")
    page = private_answer(await ask(cleo, world.channel, "moderate channels"))
    (picker,) = [item for item in components_of(page) if item["type"] == 8]
    await press(world, cleo, page, picker["custom_id"], str(other.id), "12345")
    assert bot_of(world).readers.channels_of(world.env.guild.id) == (other.id,)
    await restart(world)
    for command, options in (("play", {}), ("challenge", {"member": ben})):
        assert f"I play in <#{other.id}>" in said(await ask(ann, world.channel, command, **options))
    assert (await ann.slash(world.channel, "leaderboard")).response.ephemeral  # type: ignore[union-attr]
    assert public_messages(world) == []
    shown = sure((await ann.slash(other, "play")).response)
    assert "Press" in words_of(shown)
    await press(world, cleo, page, picker["custom_id"])
    await ann.slash(world.channel, "play")
    assert len(public_messages(world)) == 1
