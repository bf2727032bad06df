"""A member whose data is deleted is *a former player* in every message and title that the bot can still edit."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from bot.client import TIDY_TICKS
from bot.club.moderation import Measure
from bot.tables.decisions.dealing import RENAMED
from tests.archive.test_replay import resigned_game
from tests.settings.test_languages import manages
from tests.simulated import bot_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import leave_table, lobby_at, private_answer, sit_down
from tests.table.test_threads import begin, messages_in, resign, threads
from tests.tournaments.test_clicks import clicked, created, entries, give_up, tick

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

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


async def test_title_boards_and_result_of_a_game_in_a_thread(world: World, ann: MemberActor, ben: MemberActor) -> None:
    manages(world, ann)
    await ask(ann, world.channel, "server settings", threads=True)
    sitting, _ = await begin(world)
    await sitting.show_hands()
    await sitting.steps(14)
    await resign(world, ben)
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
        await give_up(world, players[0], table.id)
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
