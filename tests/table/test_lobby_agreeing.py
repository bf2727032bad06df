"""Agreeing in the lobby: to rules that have changed, on seats, partners and best of three; and inviting somebody."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from bot.tables.decisions import play
from db.results import ResultRow
from tests.db.samples import new_game
from tests.simulated import bot_of, press
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    at,
    button_named,
    leave_table,
    lobby_at,
    private_answer,
    public_answer,
    public_messages,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.sheet import Sheet, four_seats
from tests.simulated.waiting import said

pytestmark = pytest.mark.one_bot


async def test_change_after_joining_asks_again_and_buttons_from_before_it_are_no_agreement(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    join = button_named(lobby, "Join")
    assert join is not None
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("clock", "live-10")
    await press(world, ben, lobby, join["custom_id"])
    assert "2. Ben · has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    assert button_named(lobby, "Agree") is None
    await sheet.choose("clock", "live-3")
    assert "2. Ben · has yet to agree" in words_of(lobby)
    assert "those who have yet to agree press **Agree**" in words_of(lobby)
    assert button_named(lobby, "Start") is None
    agree = button_named(lobby, "Agree")
    assert agree is not None
    await sheet.choose("clock", "live-1")
    answer = private_answer(await press(world, ben, lobby, agree["custom_id"]))
    assert "has new rules; everyone looks" in words_of(answer)
    assert "has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    assert "has yet to agree" not in words_of(lobby)
    await ben.click(lobby, label="Start")
    assert "deal 1" in words_of(lobby)


# ------------------------------------------------------------------ seats and partners


async def test_opener_of_a_lobby_for_four_chooses_there_who_plays_with_whom(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    two = await lobby_at(world, ann)
    assert button_named(two, "Partners") is None
    lobby = await four_seats(world, ann)
    await ben.click(lobby, label="Join")
    partners = button_named(lobby, "Partners")
    assert partners is not None
    assert button_named(lobby, "Each alone") is None, "it is so already"
    answer = private_answer(await press(world, ben, lobby, partners["custom_id"]))
    assert "opened table" in words_of(answer)
    assert "**1.** Ann  ·  **2.** Ben\n**3.** *free*  ·  **4.** *free*" in words_of(lobby)
    await ann.click(lobby, label="Partners")
    assert "**1.** Ann + **3.** *free*\n**2.** Ben · has yet to agree + **4.** *free*" in words_of(lobby)
    await ann.click(lobby, label="Each alone")
    assert "**1.** Ann  ·  **2.** Ben" in words_of(lobby)


async def test_partners_are_drawn_by_lot_in_the_open(world: World, ann: MemberActor) -> None:
    lobby = await four_seats(world, ann, partners=True)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Partners by lot")
    assert "Lots decide who plays together." in words_of(lobby)
    for member in world.members[1:]:
        await member.click(lobby, label="Join")
    await ann.click(lobby, label="Start")
    board = words_of(public_messages(world)[-1])
    assert "Drawn by lot: " in board
    assert "Cut for the deal: " in board
    (table,) = tables_here(world)
    assert board.index("Drawn by lot") < board.index("Cut for the deal")
    assert f"{table.names[0]} + {table.names[2]} **" in board


# ------------------------------------------------------------------ invitations


async def test_invitation_mentions_the_guest_alone_and_lets_them_sit_down(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, invited_only=True)
    assert "for invited members" in words_of(lobby)
    assert "by invitation" in words_of(private_answer(await ben.click(lobby, label="Join")))
    await ask(ann, world.channel, "invite", member=ben)
    shown = public_messages(world)[-1]
    assert f"<@{ben.id}>, Ann invites you to table {table_number(lobby)}." in words_of(shown)
    assert "Modern · two players" in words_of(shown)
    stored = world.env.backend.get_message(world.channel.id, shown.id)
    assert stored.ping_user_ids == [ben.id]
    assert "by invitation" in words_of(private_answer(await press(world, cleo, shown, at(lobby, "join"))))
    await ben.click(shown, label="Join")
    assert "2. Ben" in words_of(lobby)
    assert "already sit" in words_of(private_answer(await ben.click(shown, label="Join")))


async def test_invitations_that_make_no_sense_are_refused_kindly(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    assert "None of your tables is still to begin" in said(await ask(ann, world.channel, "invite", member=ben))
    lobby = await lobby_at(world, ann, ben)
    for host, guest, words in (
        (ann, ben, "already sits"), (ann, ann, "already sits"), (ann, cleo, f"Table {table_number(lobby)} is full"),
        (cleo, ben, "None of your tables is still to begin"),
    ):  # fmt: skip
        assert words in said(await ask(host, world.channel, "invite", member=guest))
    assert len(public_messages(world)) == 1
    assert button_named(lobby, "Start")


# ------------------------------------------------------------------ best of three, and games not rated any more


SIX = "not rated: Ann and Ben have had their six rated games of today"


async def rated_games(world: World, count: int, *members: MemberActor) -> None:
    bot, guild = bot_of(world), world.env.guild.id
    async with bot.store.write() as tx:
        for _ in range(count):
            game = await new_game(tx, guild_id=guild, users=[each.id for each in members])
            now = world.env.now()
            await tx.games.update(game, 0, status="finished", started_at=now, ended_at=now, end_reason="score")
            await tx.results.add(
                [
                    ResultRow(game, seat, guild, each.id, seat == 0, 1000, "won", seat, now, "two", 1, 500, 0)
                    for seat, each in enumerate(members)
                ]
            )


@pytest.mark.deep
async def test_the_lobby_says_before_the_start_that_two_have_had_their_six_rated_games(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await rated_games(world, 5, ann, ben)
    first = await lobby_at(world, ann, ben)
    assert "not rated" not in words_of(first)
    await leave_table(ben, first)
    await rated_games(world, 1, ben, ann)
    await ben.click(first, label="Join")
    assert SIX in words_of(first)
    sheet = await Sheet.opened(ann, first)
    await sheet.tick("☐ Friendly, not rated")
    assert SIX not in words_of(first)
    assert "friendly, not rated" in words_of(first)
    await leave_table(ben, first)
    await cleo.click(first, label="Join")
    await sheet.tick("☑ Friendly, not rated")
    assert "not rated" not in words_of(first)
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    assert SIX in words_of(challenge)
    assert SIX not in words_of(public_answer(await ask(ann, world.channel, "open challenge")))


@pytest.fixture
async def best_of_three(world: World, ann: MemberActor, ben: MemberActor) -> ResponseMessage:
    """A lobby in which both have agreed on the sheet to a best of three, and which has begun."""
    lobby = await lobby_at(world, ann, ben)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Best of three")
    assert button_named(sheet.message, "☑ Best of three")
    assert "best of three" in words_of(lobby)
    assert "has yet to agree" in words_of(lobby)
    await ben.click(lobby, label="Agree")
    await ann.click(lobby, label="Start")
    return lobby


@pytest.mark.usefixtures("best_of_three")
async def test_best_of_three_goes_on_by_itself_and_says_how_it_stands(world: World, ann: MemberActor) -> None:
    for _ in range(2):
        (table,) = tables_here(world)
        await world.env.advance_time(40)
        await resign(ann, world.channel, table=table.id)
        await world.env.advance_time(3)
    told = "\n".join(map(words_of, public_messages(world)))
    assert f"Best of three: Ann 0, Ben 1. The next game is at table {table.id}." in told
    assert "game 2, 0 to 1" in told
    assert "Ben wins the best of three, 2 to 0." in told
    assert tables_here(world) == []


@pytest.mark.usefixtures("best_of_three")
async def test_next_game_of_three_is_shown_where_the_result_is_posted_before_the_board_is_closed(
    world: World, ann: MemberActor
) -> None:
    bot = bot_of(world)
    (first,) = tables_here(world)
    await bot.tables.ask(first.id, play.resign, ann.id)
    (second,) = tables_here(world)
    with world.env.time_context():
        await bot.presenter.results.post_meanwhile(first.id)
        await bot.presenter.show(first.id)
    await world.env.advance_time(3)
    assert sum(f"The next game is at table {second.id}." in words_of(each) for each in public_messages(world)) == 1
    assert any(f"Bézique · table {second.id}" in words_of(each) for each in public_messages(world))


async def test_a_series_is_for_two_and_goes_with_the_third_seat(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.tick("☐ Best of three")
    sheet.check_limits()
    await sheet.choose("players", 3)
    assert "best of three" not in words_of(lobby)
    assert not button_named(sheet.message, "☐ Best of three")
    await press(world, ann, sheet.message, at(lobby, "flag best_of_three true"))
    assert (await bot_of(world).tables.get(table_number(lobby))).series is None
