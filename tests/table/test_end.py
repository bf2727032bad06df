"""The end of a game and what can be looked up: result, resigning, leaderboard, tables, help."""

from __future__ import annotations

import asyncio
import re

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from bot.tables import Player, Table
from bot.tables.decisions import play
from bot.ui.kit.controls import Layout
from tests.simulated import bot_of, buttons_of, press, press_together
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    Sitting,
    button_named,
    lobby_at,
    private_answer,
    public_answer,
    public_messages,
    seated,
    sit_down,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.positions import bring_to, bring_to_result
from tests.tables.at_table import put
from tests.tables.made import begun, counts, played

pytestmark = pytest.mark.one_bot


async def test_result_names_the_winner_and_shows_the_sheet_by_reason(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben), rules="britannica target=500", seed=8)
    await bring_to_result(sitting)
    result = sitting.ending()
    text = words_of(result)
    assert "🏆" in text
    assert "wins, " in text
    for line in ("Brisques", "Total"):
        assert line in text
    table = await bot_of(world).tables.get(sitting.table)
    assert table.game.result is not None
    assert table.names[table.game.result.winner[0]] in text
    closed = [m for m in sitting.messages() if button_named(m, "Replay") and "wins, " not in words_of(m)]
    assert len(closed) == len(table.game.deals)
    assert public_messages(world)[-1].id == result.id
    shown = public_answer(await ben.slash(world.channel, "leaderboard"))
    winner, loser = (table.names[s] for s in (table.game.result.winner[0], 1 - table.game.result.winner[0]))
    assert words_of(shown).index(winner) < words_of(shown).index(loser)
    for player in sitting.players:
        assert player.choices() == []


@pytest.mark.deep
async def test_resigning_asks_once_and_counts_as_lost(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor
) -> None:
    asked = private_answer(await ask(ann, world.channel, "resign"))
    assert f"Give up table **{sitting.table}**? It counts as lost" in words_of(asked)
    await ann.click(asked, label="Keep playing")
    assert "Nothing has changed" in words_of(asked)
    assert sitting.result() is None
    await bring_to(sitting, counts)
    assert "It counts as lost" in words_of(private_answer(await ask(ann, world.channel, "resign")))
    await resign(ann, world.channel)
    result = sitting.ending()
    assert "Ann resigned; Ben wins." in words_of(result)
    assert "-# Ratings: Ann 895 ± 323 (−105) · Ben 1105 ± 323 (+105) · provisional until ten rated games" in words_of(
        result
    )
    shown = await ann.slash(world.channel, "leaderboard")
    (mine,), board = shown.followups, shown.response
    assert board is not None
    assert mine.ephemeral
    assert "You are number 2 of 2: 895 ± 323 after 1 game: provisional" in words_of(mine).replace("*", "")
    assert "2 players" in words_of(board)
    assert "number" not in words_of(board)
    own = private_answer(await press(world, ben, board, f"bz:0:0:leaders {ann.id} page 0 wins all ever"))
    assert "1. You · 1" in words_of(own).replace("*", "")
    assert "**1.** Ben · **1**" in words_of(own)
    await ann.select(board, ["0 best-deal two ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    assert "Best deal" in words_of(board)


async def test_game_given_up_before_the_hand_is_looked_at_is_won_by_nobody(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown = await lobby_at(world, ben, ann)
    await ben.click(shown, label="Start")
    sitting = await seated(world, table_number(shown), (ann, ben), look=False)
    await resign(ann, world.channel)
    result = sitting.ending()
    assert "Ann resigned in the first trick." in words_of(result)
    assert "Nobody wins or loses by it." in words_of(result)
    finished = private_answer(await ask(ann, world.channel, "finished games"))
    assert "given up in the first trick" in words_of(finished)
    board = public_answer(await ann.slash(world.channel, "leaderboard"))
    assert "No rated games yet" in words_of(board)


async def test_resigning_twice_at_once_ends_the_game_once(world: World, sitting: Sitting, ann: MemberActor) -> None:
    asked = private_answer(await ask(ann, world.channel, "resign"))
    await press_together(world, [(ann, asked, f"bz:{sitting.table}:0:resign-yes")] * 2)
    assert len([m for m in public_messages(world) if "resigned" in words_of(m)]) == 1
    assert (await bot_of(world).tables.get(sitting.table)).ply == 1


async def test_who_does_not_play_cannot_resign_and_has_no_hand(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    one = sitting.table
    for command, options in (("resign", {}), ("hand", {}), ("resign", {"table": one}), ("resign", {"table": 777})):
        words = words_of(private_answer(await ask(cleo, world.channel, command, **options)))
        assert any(way in words for way in ("; open ", "/play", "/hand", f"table {one}"))


@pytest.mark.deep
async def test_the_result_says_that_both_want_a_rematch_also_where_the_first_answer_comes_last(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await resign(ann, world.channel)
    result = sitting.ending()
    results, second = bot_of(world).presenter.results, asyncio.Event()
    lay_out = results.layout

    async def slowly(table: Table, message_id: int | None = None) -> Layout:
        made = await lay_out(table, message_id)
        if len(table.rematch.votes) == 1:
            await second.wait()
            for _ in range(200):  # until the other's answer is out
                await asyncio.sleep(0)
        second.set()
        return made

    monkeypatch.setattr(results, "layout", slowly)
    await press_together(world, [(each, result, f"bz:{sitting.table}:0:rematch") for each in (ann, ben)])
    assert [t.id for t in tables_here(world)] == [sitting.table + 1]
    assert f"rematch is on at table {sitting.table + 1}" in words_of(result)


@pytest.mark.deep
async def test_leaderboard_pages_turn_for_their_caller_and_are_copied_for_others(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    await finish_games(world, 12)
    asked = await ann.slash(world.channel, "leaderboard")
    (hers,), shown = asked.followups, asked.response
    assert shown is not None
    assert "Page 1 of 2" in words_of(shown)
    assert "You do not stand here yet" in words_of(hers)
    assert "You" not in words_of(shown)
    copy = private_answer(await ben.click(shown, label="More"))
    assert "Page 2 of 2" in words_of(copy)
    assert "You do not stand here yet" in words_of(copy)
    assert "Page 1 of 2" in words_of(shown)
    await ann.click(shown, label="More")
    assert "Page 2 of 2" in words_of(shown)
    assert button_named(shown, "More") is None
    await ann.click(shown, label="Back")
    assert "Page 1 of 2" in words_of(shown)
    for words in ("leaders 99", "leaders -5", "leaders x", "leaders"):
        assert (await press(world, ann, shown, f"bz:0:0:{words} {ann.id}")).acknowledged


async def finish_games(world: World, members: int) -> None:
    """Store a game for every two of new members, given up after a few tricks."""
    tables, guild = bot_of(world).tables, world.env.guild
    with world.env.time_context():
        for number in range(0, members, 2):
            pair = [guild.add_member(world.env.create_user(f"guest{number + n}")) for n in (0, 1)]
            players = [Player(member.id, member.name) for member in pair]
            game = played(begun(players), counts).but(guild_id=guild.id)
            await tables.ask((await put(tables, game)).id, play.resign, pair[0].id)


async def test_leaderboard_of_another_server_is_its_own(world: World, sitting: Sitting, ann: MemberActor) -> None:
    await bring_to(sitting, counts)
    await resign(ann, world.channel)
    guild = world.env.create_guild("Elsewhere")
    there = guild.add_member(ann.user)
    shown = public_answer(await there.slash(guild.create_text_channel("games"), "leaderboard"))
    assert "No rated games yet" in words_of(shown)


async def test_tables_are_listed_with_mine_first_and_linked(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "No tables are open" in words_of(private_answer(await ask(ann, world.channel, "tables")))
    await lobby_at(world, cleo)
    sitting = await sit_down(world, (ann, ben))
    text = words_of(private_answer(await ask(ann, world.channel, "tables")))
    assert text.index(f"table {sitting.table}") < text.index(f"table {sitting.table - 1}")
    assert f"/{sitting.board().id}" in text
    assert "1 seat free" in text
    assert ("**your turn**" in text) is (sitting.on_move().actor is ann)


@pytest.mark.deep
async def test_names_with_markup_do_not_disturb_any_message(world: World) -> None:
    guild = world.env.guild
    names = ("**bold** `x` <@1> @everyone", "\u202egnirts | ||s||")
    pair = [guild.add_member(world.env.create_user(f"odd{n}", global_name=name)) for n, name in enumerate(names)]
    sitting = await sit_down(world, pair)
    await sitting.steps(6)
    await resign(pair[0], world.channel)
    public_answer(await pair[0].slash(world.channel, "leaderboard"))
    for message in public_messages(world):
        assert "**bold**" not in re.sub(r"```.*?```", "", words_of(message), flags=re.DOTALL)
        assert "\u202e" not in words_of(message)
        stored = world.env.backend.get_message(world.channel.id, message.id)
        assert stored.ping_user_ids == []
        assert not stored.mention_everyone


@pytest.mark.deep
async def test_every_public_message_names_its_table(world: World, sitting: Sitting, ann: MemberActor) -> None:
    await sitting.steps(3)
    await world.env.advance_time(62)
    await resign(ann, world.channel)
    shown: list[ResponseMessage] = public_messages(world)
    assert shown
    assert all(f"table {sitting.table}" in words_of(m) for m in shown)
    assert all(b["custom_id"].startswith(f"bz:{sitting.table}:") for m in shown for b in buttons_of(m, enabled=False))


async def test_play_another_opens_a_table_with_the_same_rules_and_clock_for_whoever_presses(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben), rules="parlour target=2000 friendly", clock="days-1")
    await resign(ann, world.channel)
    result = sitting.ending()
    await cleo.click(result, label="Play another")
    before, new = await bot_of(world).tables.get(sitting.table), await bot_of(world).tables.get(sitting.table + 1)
    assert (new.users, new.rules, new.terms.clock) == ((cleo.id,), before.rules, before.terms.clock)
    assert new.terms.friendly
    assert f"table {sitting.table + 1}" in words_of(public_messages(world)[-1])


@pytest.mark.deep
async def test_more_of_a_result_answers_privately_with_the_rest_and_nothing_of_a_running_game(
    world: World, sitting: Sitting, ann: MemberActor, cleo: MemberActor
) -> None:
    early = private_answer(await press(world, cleo, sitting.board(), f"bz:{sitting.table}:0:after"))
    assert "is being played" in words_of(early)
    await bring_to(sitting, counts)
    await resign(ann, world.channel)
    result = sitting.ending()
    page = private_answer(await cleo.click(result, label="More…"))
    assert "Total" in words_of(page)
    assert [item["label"] for item in buttons_of(page)] == ["Replay", "Record", "Fair deal", "Report"]
    secret = (await bot_of(world).tables.get(sitting.table)).deals[0].secret
    assert secret not in words_of(page)
    assert secret in words_of(private_answer(await cleo.click(page, label="Fair deal")))
    assert words_of(page).endswith("Today's deal: not played yet · `/daily`") or "</daily:" in words_of(page)
