"""Members see what is kept of them, take it away as a file, and have it deleted; also in a direct message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.engine.record_json import FORMER
from cogs.safety.own_data import EXPORTS
from tests.archive.test_replay import files_of, resigned_game
from tests.simulated import bot_of, buttons_of, press, restart, simulated, text_of
from tests.simulated.asking import ask
from tests.simulated.player import leave_table, lobby_at, private_answer, public_messages, sit_down, words_of
from tests.tournaments.test_clicks import clicked, created, entries

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.config import Settings
    from bot.playground import World


@pytest.mark.deep
async def test_what_is_kept_comes_as_a_file_and_a_button_pressed_by_somebody_else_is_about_themselves(
    world: World, cleo: MemberActor
) -> None:
    ann, ben = world.members[:2]
    await resigned_game(world, moves=24)
    await ask(ann, world.channel, "settings", four_colours=True)
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**In this server**: 1 game" in text_of(page)
    assert "settings" in text_of(page)
    (file,) = (await files_of(private_answer(await ann.click(page, label="Take it as a file")))).values()
    taken = json.loads(file)
    assert taken["user_id"] == str(ann.id)
    assert [seat["name"] for seat in taken["stored"]["seats"]] == ["Ann"]
    assert len(taken["records"]) == 1
    assert str(ben.id) not in file
    for _ in range(EXPORTS - 1):
        await ann.click(page, label="Take it as a file")
    refused = private_answer(await ann.click(page, label="Take it as a file"))
    assert "3 times today" in text_of(refused)
    over = await resigned_game(world, moves=24)
    lobby = (await ann.slash(world.channel, "play")).response
    assert lobby is not None
    answer = private_answer(await press(world, cleo, lobby, "bz:0:0:data-delete everywhere"))
    assert "It is deleted" in text_of(answer)
    assert ann.id in (await bot_of(world).tables.get(over.table)).users


@pytest.mark.deep
async def test_deleting_is_asked_once_and_a_former_player_stays(world: World) -> None:
    ann, ben = world.members[:2]
    over = await resigned_game(world, moves=24)
    running = await sit_down(world, [ann, ben])
    page = private_answer(await ask(ann, world.channel, "data"))
    await ann.click(page, label="Delete everything …")
    assert "a former player" in text_of(page)
    await ann.click(page, label="Keep everything")
    assert ann.id in (await bot_of(world).tables.get(over.table)).users
    await ann.click(page, label="Delete everything …")
    await ann.click(page, label="Delete")
    assert "It is deleted" in text_of(page)
    for number in (over.table, running.table):
        table = await bot_of(world).tables.get(number)
        assert not table.live
        assert FORMER in table.names
        assert ann.id not in table.users
    said = "\n".join(text_of(message) for message in public_messages(world))
    assert "a former player" in said
    assert buttons_of(page) == []
    after = private_answer(await ask(ann, world.channel, "data"))
    assert "**Everywhere**: nothing" in text_of(after)
    assert "**Everywhere**: 2 games" in text_of(private_answer(await ask(ben, world.channel, "data")))


@pytest.mark.deep
async def test_tournament_of_a_member_whose_data_is_deleted_is_shown_by_its_number(world: World) -> None:
    ann, ben, cleo = world.members[:3]
    await created(world, ann)
    await clicked(world, ben, entries(world), "Take part")
    assert "Spring Cup" in words_of(entries(world))
    page = private_answer(await ask(ann, world.channel, "data"))
    await ann.click(page, label="Delete everything …")
    assert "your names for tournaments" in text_of(page)
    stays = text_of(page).partition("**This stays**")[2]
    assert "blocks against you, and limits until they end: by a hash of your Discord number" in stays
    assert "reports of you that are open, until a moderator closes them" in stays
    await ann.click(page, label="Delete")
    assert "It is deleted" in text_of(page)
    assert "Tournament 1" in words_of(entries(world))
    assert "Spring Cup" not in words_of(entries(world))
    await clicked(world, cleo, entries(world), "Take part")
    assert "Cleo" in words_of(entries(world)), "it goes on"
    await ask(cleo, world.channel, "settings", language="fr")
    assert "Tournoi 1" in text_of(private_answer(await cleo.slash(world.channel, "tournament")))


@pytest.mark.deep
async def test_what_was_asked_before_a_crash_is_done_after_the_start(world: World) -> None:
    ann, ben = world.members[:2]
    over = await resigned_game(world, [ben, ann], moves=24)
    await bot_of(world).club.erasing.ask(ann.id, None)
    await restart(world)
    await world.env.advance_time(3)
    table = await bot_of(world).tables.get(over.table)
    assert ann.id not in table.users


@pytest.mark.deep
async def test_in_a_direct_message_it_covers_every_server(world: World) -> None:
    ann, ben = world.members[:2]
    over = await resigned_game(world, moves=24)
    page = private_answer(await ann.user.slash("settings"))
    await ann.user.click(page, label="My data")
    assert "In this server" not in text_of(page)
    assert "**Everywhere**: 1 game" in text_of(page)
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file", "Delete everything …"]
    await ann.user.click(page, label="Delete everything …")
    await ann.user.click(page, label="Delete")
    assert "It is deleted" in text_of(page)
    table = await bot_of(world).tables.get(over.table)
    assert ann.id not in table.users
    assert ben.id in table.users


async def test_tables_that_never_began_are_no_games_and_nothing_kept_is_nothing_to_delete(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**Everywhere**: nothing" in text_of(page)
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file"]
    await leave_table(ann, await lobby_at(world, ann))
    challenge = (await ann.slash(world.channel, "challenge", member=ben)).response
    assert challenge is not None
    await leave_table(ann, challenge)
    assert all(not table.live for table in [await bot_of(world).tables.get(number) for number in (1, 2)])
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**In this server**: 2 tables that never began" in text_of(page)
    assert "game," not in text_of(page).split("Everywhere")[1].splitlines()[0]
    assert {"Delete in this server …", "Delete everything …"} <= {each["label"] for each in buttons_of(page)}
    await sit_down(world, [ann, ben])
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**In this server**: 1 game, 2 tables that never began" in text_of(page)
    assert "**In this server**: 1 game" in text_of(private_answer(await ask(ben, world.channel, "data")))
    elsewhere = world.env.create_guild("Elsewhere")
    away = elsewhere.add_member(ann.user)
    page = private_answer(await ask(away, elsewhere.create_text_channel("hall"), "data"))
    assert "**In this server**: nothing" in text_of(page)
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file", "Delete everything …"]


async def test_the_policy_and_the_terms_are_linked_where_they_are_known(settings: Settings) -> None:
    known = settings.model_copy(update={"privacy_url": "https://x.example/p", "terms_url": "https://x.example/t"})
    async with simulated(known) as world:
        links = "[Privacy](https://x.example/p) · [Terms](https://x.example/t)"
        assert links in text_of(private_answer(await ask(world.members[0], world.channel, "data")))
        home = private_answer(await world.members[0].slash(world.channel, "help"))
        await world.members[0].click(home, label="More")
        assert links in text_of(home)


async def test_a_removal_is_noted_and_an_outage_is_none(world: World) -> None:
    bot, backend = bot_of(world), world.env.backend
    other = world.env.create_guild("Elsewhere")
    await world.env.settle()

    async def noted() -> list[int]:
        async with bot.store.read() as reader:
            return list(await reader.servers.removed())

    backend.emit("GUILD_DELETE", {"id": str(other.id), "unavailable": True})
    await world.env.settle()
    assert await noted() == []
    backend.emit("GUILD_DELETE", {"id": str(world.env.guild.id)})
    await world.env.settle()
    assert await noted() == [world.env.guild.id]
