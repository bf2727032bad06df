"""The board: one message a deal, where it can be seen, whatever happens to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from simcord import MemberActor

from bot.engine import Deal, Mark, Phase
from bot.playground import World
from bot.ui.text.i18n import speaking
from bot.ui.text.scoring import SHEET_LINES
from cogs.table.pages.board import board
from tests.simulated import bot_of, buttons_of, press_together, restart
from tests.simulated.asking import resign
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import Sitting, button_named, is_told, private_messages, public_messages, sit_down, words_of
from tests.simulated.waiting import meanwhile
from tests.ui.at_board import texts_of


async def talk(world: World, member: MemberActor, lines: int) -> None:
    for line in range(lines):
        await member.send(world.channel, f"line {line}")


def deal_of(world: World) -> Deal:
    table = bot_of(world).tables.memory.known(1)
    assert table is not None
    assert table.game.deal is not None
    return table.game.deal


def trick_is_on(world: World) -> bool:
    return bool(deal_of(world).trick)


async def test_board_shows_what_is_public_and_is_edited_in_place(world: World, sitting: Sitting) -> None:
    sitting.pause = 2
    await sitting.play(until=lambda: "Last trick" in words_of(sitting.board()))
    text = words_of(sitting.board())
    shown = "table 1 · deal 1,to 1000,Trumps,turn-up,stock,Last trick,➤,dealt,Ann,Ben"
    assert [words for words in shown.split(",") if words not in text] == []
    assert len(public_messages(world)) == 1


@pytest.mark.deep
async def test_board_lists_the_points_of_sevens_while_the_deal_is_played(world: World, sitting: Sitting) -> None:
    def marks() -> tuple[Mark, ...]:
        return tuple(deal_of(world).score.marks)

    await sitting.play(until=lambda: any("seven" in mark.reason for mark in marks()))
    await world.env.advance_time(12)
    seat = next(mark.seat for mark in marks() if "seven" in mark.reason)
    points = sum(mark.points for mark in marks() if mark.seat == seat and mark.reason in SHEET_LINES["Sevens"])
    table = await bot_of(world).tables.get(1)
    (line,) = [line for line in words_of(sitting.board()).split("\n") if f"sevens {points}" in line]
    assert table.names[seat] in line
    with speaking("fr"):
        assert any(f"sept {points}" in text for text in texts_of(board(table, timedelta(minutes=1))))


async def test_board_out_of_sight_is_posted_again_when_somebody_asks_for_the_hand(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    old = sitting.board()
    await talk(world, cleo, 1)
    await sitting.players[0].slash_hand()
    new = sitting.board()
    assert new.id != old.id
    assert new.id == public_messages(world)[-1].id
    assert f"/{world.channel.id}/{new.id}" in words_of(old)
    assert buttons_of(old) == []
    await sitting.steps(4)
    table = await bot_of(world).tables.get(1)
    assert table.seal is not None
    assert f"🔒\u00a0{table.seal.commitment}" in words_of(old)
    assert table.seal.entropy[-1] == f"board:{old.id}"  # the first board is what went into the shuffle


@pytest.mark.deep
async def test_board_pushed_away_by_talk_follows_the_game(world: World, sitting: Sitting, cleo: MemberActor) -> None:
    old = sitting.board()
    for _ in range(4):
        await world.env.advance_time(25)
        await talk(world, cleo, 1)
        await sitting.steps(1)
    assert sitting.board().id != old.id
    boards = [m for m in sitting.messages() if button_named(m, "My hand")]
    assert len(boards) == 1
    assert words_of(old).count("moved down") == 1


@pytest.mark.parametrize("bot_was_down", [False, True])
async def test_deleted_board_is_posted_again_and_the_game_goes_on(
    world: World, sitting: Sitting, *, bot_was_down: bool
) -> None:
    await sitting.steps(2)
    old = sitting.board()
    world.env.backend.delete_message(world.channel.id, old.id)
    assert public_messages(world) == []
    if bot_was_down:
        await restart(world)
    else:
        await sitting.steps(2)
        await world.env.advance_time(12)
    assert button_named(sitting.board(), "My hand")
    assert sitting.board().id != old.id
    await sitting.steps(4)
    assert len(public_messages(world)) == 1


@pytest.mark.deep
@pytest.mark.parametrize(
    ("status", "code"), [(429, 30046), (400, 50083)], ids=["edited too often", "in a thread that fell asleep"]
)
async def test_board_that_discord_no_longer_edits_is_posted_again(
    world: World, sitting: Sitting, status: int, code: int
) -> None:
    old = sitting.board()
    await meanwhile(world, 16 * 60)
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=1)
    for player in sitting.players:
        await player.slash_hand()
    await sitting.steps(3)
    assert sitting.board().id != old.id
    assert button_named(sitting.board(), "Tricks")


async def test_player_is_told_when_the_bot_may_no_longer_post_and_the_board_comes_back(
    world: World, sitting: Sitting
) -> None:
    sitting.pause = 2
    await sitting.steps(1)
    world.env.backend.delete_message(world.channel.id, sitting.board().id)
    forbid(world, "send_messages")
    mover = sitting.on_move()
    before = len(private_messages(world, mover.actor))
    await sitting.steps(1)
    told = private_messages(world, mover.actor)[before:]
    assert len(told) == 1
    assert "may no longer post there" in words_of(told[0])
    assert (await bot_of(world).tables.get(1)).ply >= 2
    await sitting.steps(3)
    allow(world)
    await sitting.seen(1)
    assert button_named(sitting.board(), "Tricks")


async def test_board_that_failed_is_brought_up_to_date_by_the_clock(world: World, sitting: Sitting) -> None:
    await sitting.steps(1)
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=500, times=1)
    world.env.inject_error("PATCH", "/channels/*", status=503, times=2)
    before = words_of(sitting.board())
    mover = sitting.on_move()
    card = mover.choices()[0]
    await mover.choose(card)
    assert words_of(sitting.board()) == before
    await world.env.advance_time(6)
    assert card.label in words_of(sitting.board())


async def test_a_token_that_discord_refuses_is_used_no_more_and_board_and_result_go_through_the_channel(
    world: World, sitting: Sitting, ann: MemberActor
) -> None:
    world.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
    completed = 0
    for _ in range(4):
        for player in sitting.players:
            await player.slash_hand()
        mover, led = sitting.on_move(), trick_is_on(world)
        card = mover.choices()[0]
        await mover.choose(card)
        await world.env.advance_time(2)
        if led:
            completed += 1
            assert card.label in words_of(sitting.board())
    assert completed
    await resign(ann, world.channel)
    await world.env.advance_time(3)
    assert is_told(world, "Ann resigned")


async def test_clicks_of_both_in_one_instant_leave_board_and_panels_as_the_table_stands(
    world: World, sitting: Sitting
) -> None:
    for _ in range(6):
        mover, other = sitting.on_move(), sitting.waiting()[0]
        board = sitting.board()
        await press_together(
            world,
            [
                (other.actor, board, "bz:1:0:hand"),
                (mover.actor, mover.panel, mover.choices()[0].custom_id),
                (other.actor, board, "bz:1:0:hand"),
            ],
        )
        other.panel = private_messages(world, other.actor)[-1]
    table = await bot_of(world).tables.get(1)
    assert table.ply >= 6
    await world.env.advance_time(3)
    bot_of(world).presenter.boards.clear()
    before = words_of(sitting.board())
    with world.env.time_context():
        await bot_of(world).presenter.show(1)
    assert words_of(sitting.board()) == before


@pytest.mark.deep
async def test_board_in_lively_use_is_posted_again_before_discord_refuses_to_edit_it(
    world: World, sitting: Sitting
) -> None:
    await sitting.steps(2)
    first = sitting.board()
    await meanwhile(world, 56 * 60)
    await sitting.seen(1)
    assert sitting.board().id == first.id  # one edit after a long while is nothing
    await world.env.advance_time(30)
    await sitting.seen(1)
    assert sitting.board().id != first.id
    assert "deal 1" in words_of(sitting.board())


@pytest.mark.deep
async def test_those_who_wait_for_a_partner_are_not_told_that_the_partner_won(world: World) -> None:
    sitting = await sit_down(world, world.members, rules="modern 4 partners=true target=500", seed=3)

    def partner_is_asked() -> bool:
        deal = deal_of(world)
        return deal.phase is Phase.DECLARE and deal.turn != deal.leader

    await sitting.play(until=partner_is_asked)
    name = (await bot_of(world).tables.get(1)).names[deal_of(world).turn]
    waiting = sitting.waiting()
    assert len(waiting) == 3
    for player in waiting:
        winner = (await bot_of(world).tables.get(1)).names[deal_of(world).leader]
        mine = winner.lower() == player.actor.name
        asked = f"{name} may declare too." if mine else f"{winner} may declare, then leads."
        assert asked in words_of(player.panel)
