"""Members see what is kept of them, take it away as a file, and have it deleted; then nothing that is up names them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from simcord import MemberActor

from bot.client import TIDY_TICKS
from bot.club.moderation import Measure
from bot.config import Settings
from bot.engine.record_json import FORMER
from bot.playground import World
from bot.tables.decisions.dealing import RENAMED
from cogs.safety.own_data import EXPORTS
from tests.archive.test_replay import files_of, resigned_game
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, press, restart, simulated, text_of
from tests.simulated.asking import ask, resign
from tests.simulated.player import leave_table, lobby_at, private_answer, public_messages, sit_down, words_of
from tests.table.test_threads import begin, messages_in, threads
from tests.tournaments.test_clicks import clicked, created, entries, tick


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
    assert "names of tournaments" in text_of(page)
    stays = text_of(page).partition("**Kept**")[2]
    assert "limits and blocks against you, hashed, 8 days or longer" in stays
    assert "open reports of you" in stays
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
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file", "All settings", "Delete everything …"]
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
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file", "All settings"]
    await leave_table(ann, await lobby_at(world, ann))
    challenge = (await ann.slash(world.channel, "challenge", member=ben)).response
    assert challenge is not None
    await leave_table(ann, challenge)
    assert all(not table.live for table in [await bot_of(world).tables.get(number) for number in (1, 2)])
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**In this server**: 2 tables never begun" in text_of(page)
    assert "game," not in text_of(page).split("Everywhere")[1].splitlines()[0]
    assert {"Delete in this server …", "Delete everything …"} <= {each["label"] for each in buttons_of(page)}
    await sit_down(world, [ann, ben])
    page = private_answer(await ask(ann, world.channel, "data"))
    assert "**In this server**: 1 game, 2 tables never begun" in text_of(page)
    assert "**In this server**: 1 game" in text_of(private_answer(await ask(ben, world.channel, "data")))
    elsewhere = world.env.create_guild("Elsewhere")
    away = elsewhere.add_member(ann.user)
    page = private_answer(await ask(away, elsewhere.create_text_channel("hall"), "data"))
    assert "**In this server**: nothing" in text_of(page)
    assert [each["label"] for each in buttons_of(page)] == ["Take it as a file", "All settings", "Delete everything …"]


async def test_the_policy_and_the_terms_are_linked_where_they_are_known(settings: Settings) -> None:
    known = replace(settings, privacy_url="https://x.example/p", terms_url="https://x.example/t")
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
        return list(await bot.store.ask(lambda reader: reader.servers.removed()))

    backend.emit("GUILD_DELETE", {"id": str(other.id), "unavailable": True})
    await world.env.settle()
    assert await noted() == []
    backend.emit("GUILD_DELETE", {"id": str(world.env.guild.id)})
    await world.env.settle()
    assert await noted() == [world.env.guild.id]


_MENTION = re.compile(r"<@\d{19}>")


def shown_to_all(world: World) -> str:
    """Return everything that the bot has up in channels and threads, with the threads' titles."""
    backend = world.env.backend
    stored = [m for place in backend.messages for m in backend.messages[place].values() if not m.is_ephemeral]
    texts = [json.dumps(m.components, ensure_ascii=False) for m in stored if m.author_id == backend.bot_user.id]
    return "\n".join([*texts, *(str(thread.name) for thread in threads(world))])


async def delete_everything(world: World, member: MemberActor) -> None:
    answer = private_answer(await ask(member, world.channel, "data"))
    await press(world, member, answer, "bz:0:0:data-delete everywhere")
    await tick(world, 5)


def check(world: World, name: str) -> None:
    """See that nothing names a member any more, neither by name nor by an id that nobody has."""
    said = shown_to_all(world)
    assert name not in said, [line for line in said.splitlines() if name in line]
    assert "a former player" in said
    assert not [each for each in _MENTION.findall(said) if int(each[2:-1]) >= 2**62]


@pytest.mark.deep
async def test_title_boards_and_result_of_a_game_in_a_thread(world: World, ann: MemberActor, ben: MemberActor) -> None:
    manages(world, ann)
    await ask(ann, world.channel, "server settings", threads=True)
    sitting, _ = await begin(world)
    await sitting.show_hands()
    await sitting.steps(14)
    await resign(ben, world.channel)
    (thread,) = threads(world)
    assert thread.name == "Table 1: Ann, Ben"
    before = len(messages_in(world, thread.id))
    await delete_everything(world, ben)
    check(world, "Ben")
    assert thread.name == "Table 1: Ann, a former player"
    assert thread.thread_metadata is not None
    assert thread.thread_metadata.archived
    assert len(messages_in(world, thread.id)) == before
    assert (await bot_of(world).tables.get(1)).message(RENAMED) is None


@pytest.mark.deep
async def test_game_that_ends_by_the_deletion_and_lobbies(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await leave_table(ben, await lobby_at(world, ben))
    await sit_down(world, [ann, ben])
    await delete_everything(world, ben)
    check(world, "Ben")


@pytest.mark.sweep
@pytest.mark.parametrize("after", ["a start", "ten minutes"])
async def test_names_are_written_anew_where_the_process_that_deleted_them_shows_nothing(
    world: World, ben: MemberActor, after: str
) -> None:
    await resigned_game(world, moves=24)
    await bot_of(world).club.erasing.ask(ben.id, None)
    await bot_of(world).club.erasing.go_on(ben.id)  # in a process that ends then, or is another one
    assert "Ben" in shown_to_all(world)
    if after == "a start":
        await restart(world)
    else:
        bot_of(world)._ticks = TIDY_TICKS  # the next look tidies up
    await tick(world, 5)
    check(world, "Ben")


@pytest.mark.deep
async def test_tournament_that_is_over(world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor) -> None:
    await created(world, ann, clock="live-5", hours=1)
    for member in (ann, ben, cleo):
        await clicked(world, member, entries(world), "Take part")
    await clicked(world, ann, entries(world), "Start")
    await tick(world)
    while True:
        found = await bot_of(world).club.tournaments.get(1)
        if not found.live:
            break
        (pairing,) = [p for p in found.of_round(found.round) if p.outcome is None]
        table = await bot_of(world).tables.get(pairing.table_id or 0)
        players = [each for each in (ann, ben, cleo) if each.id in table.users]
        for each in players:
            await press(world, each, entries(world), f"bz:{table.id}:0:ready")
        await resign(players[0], world.channel, table=table.id)
        await tick(world)
    for member, name in ((ben, "Ben"), (ann, "Ann")):
        assert name in shown_to_all(world)
        posts = len(shown_to_all(world).splitlines())
        await delete_everything(world, member)
        check(world, name)
        assert len(shown_to_all(world).splitlines()) == posts, "nothing is posted anew"
    assert "Organized by a former player" in text_of(entries(world))


async def test_private_pages_mention_nobody_who_is_gone(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    await resigned_game(world, moves=24)
    await bot_of(world).club.moderation.log(world.env.guild.id, ann.id, Measure.SEND_AWAY, 1, ben.id)
    await delete_everything(world, ben)
    log = text_of(private_answer(await ask(cleo, world.channel, "moderate log")))
    assert f"<@{ann.id}> took a former player out of table 1" in log
