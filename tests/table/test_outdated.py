"""Controls that are out of date, out of place or forged: answered kindly and privately, and nothing is done."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import bot_of, buttons_of, press, press_together
from tests.simulated.asking import resign
from tests.simulated.player import (
    Player,
    Sitting,
    leave_table,
    private_answer,
    private_messages,
    public_answer,
    sit_down,
    words_of,
)
from tests.simulated.waiting import meanwhile

pytestmark = pytest.mark.deep

TOKEN_SECONDS = 15 * 60


async def plies(world: World, table: int = 1) -> int:
    return (await bot_of(world).tables.get(table)).ply


async def shown_ply(world: World, player: Player) -> int:
    """Return how many actions a player's panel tells of: not that somebody else has passed, before the next card."""
    return (await bot_of(world).tables.get(1)).ply_for(player.actor.id)


def panels(world: World, player: Player) -> list[ResponseMessage]:
    """Return a player's private panels that stand in the channel."""
    return [m for m in private_messages(world, player.actor) if "Bézique · table" in words_of(m)]


def panels_of(world: World, player: Player) -> list[int]:
    """Return their ids."""
    return [m.id for m in panels(world, player)]


async def test_card_of_an_earlier_moment_is_answered_with_the_present(world: World, sitting: Sitting) -> None:
    mover, other = sitting.on_move(), sitting.waiting()[0]
    offered = mover.choices()
    await sitting.steps(4)
    played = {choice.words for choice in sitting.moves}
    old = next(choice for choice in offered if choice.words not in played)  # else it may count as a second click
    before = await plies(world)
    await press(world, mover.actor, mover.panel, old.custom_id)
    assert await plies(world) == before
    able = sitting.on_move()
    assert able in (mover, other)
    assert "moved on" in words_of(mover.panel)
    await sitting.steps(1)
    assert await plies(world) > before


@pytest.mark.parametrize("clicked", ["the same card twice", "two cards", "cards of both players"])
async def test_of_what_is_clicked_at_once_one_card_is_played_without_a_remark(
    world: World, sitting: Sitting, clicked: str
) -> None:
    mover, other = sitting.on_move(), sitting.waiting()[0]
    first, second, *_ = mover.choices()
    card = (mover.actor, mover.panel, first.custom_id)
    theirs = (other.actor, other.panel, buttons_of(other.panel, enabled=False)[0]["custom_id"])
    presses = {
        "the same card twice": [card, card],
        "two cards": [card, (mover.actor, mover.panel, second.custom_id)],
        "cards of both players": [theirs, card],
    }[clicked]
    results = await press_together(world, presses)
    assert all(result.acknowledged for result in results)
    table = await bot_of(world).tables.get(1)
    assert [row.action.split(" ", 1)[1] for row in table.actions] == [first.words]
    assert sitting.on_move() is other
    assert "moved on" not in words_of(mover.panel) or clicked == "two cards"


async def test_newer_panel_takes_the_older_one_away(world: World, sitting: Sitting) -> None:
    mover = sitting.on_move()
    for opened in (mover.slash_hand(), mover.my_hand(sitting.board()), mover.slash_hand()):
        await opened
        assert panels_of(world, mover) == [mover.panel and mover.panel.id]
    await mover.choose(mover.choices()[0])
    assert await plies(world) == 1
    assert "'s turn." in words_of(panels(world, mover)[0])


async def with_an_older_one(world: World, sitting: Sitting) -> tuple[Player, ResponseMessage]:
    """Return the player on move with a kept up to date, and the older one, which can be taken away no longer."""
    mover = sitting.on_move()
    older = mover.panel
    assert older is not None
    await meanwhile(world, TOKEN_SECONDS)
    await mover.slash_hand()
    assert len(panels_of(world, mover)) == 2
    return mover, older


async def test_older_panel_with_a_dead_token_says_so_at_its_next_click_and_is_the_live_one(
    world: World, sitting: Sitting
) -> None:
    mover, older = await with_an_older_one(world, sitting)
    cards = mover.choices()
    shown_then = words_of(older)
    await mover.choose(cards[0])
    assert words_of(older) == shown_then
    after = words_of(mover.panel)
    await press(world, mover.actor, older, cards[1].custom_id)
    assert await plies(world) == 1
    assert "The table has moved on" in words_of(older)
    assert "From now on this panel is kept up to date" in words_of(older)
    assert after in words_of(older)
    assert panels_of(world, mover) == [older.id]
    mover.panel = older
    other = next(player for player in sitting.players if player is not mover)
    await other.slash_hand()
    await sitting.steps(3)
    assert f"bz:1:{await shown_ply(world, mover)}:" in str(buttons_of(older, enabled=False))
    assert "kept up to date" not in words_of(older)


async def test_older_panel_plays_a_card_where_nothing_has_happened_since(world: World, sitting: Sitting) -> None:
    mover, older = await with_an_older_one(world, sitting)
    await press(world, mover.actor, older, mover.choices()[0].custom_id)
    assert await plies(world) == 1
    assert "kept up to date" in words_of(older)
    assert "'s turn." in words_of(older)
    assert panels_of(world, mover) == [older.id]


async def test_advice_of_an_older_panel_answers_with_the_present(world: World, sitting: Sitting) -> None:
    mover, older = await with_an_older_one(world, sitting)
    await sitting.steps(2)
    await press(world, mover.actor, older, "bz:1:0:advice")
    assert "kept up to date" in words_of(older)
    assert f"bz:1:{await shown_ply(world, mover)}:" in str(buttons_of(older, enabled=False))
    await press(world, mover.actor, older, "bz:1:0:advice")
    assert "What can I declare?" in words_of(older)
    await press(world, mover.actor, older, "bz:1:0:panel")
    assert f"bz:1:{await shown_ply(world, mover)}:" in str(buttons_of(older, enabled=False))


async def test_each_player_has_a_live_panel_at_each_table(world: World, sitting: Sitting) -> None:
    for player in sitting.players:
        await player.slash_hand()
    first = {player.actor.id: panels_of(world, player) for player in sitting.players}
    assert all(len(found) == 1 for found in first.values())
    other = await sit_down(world, world.members[1::-1], seed=9)
    for player in sitting.players:
        assert set(first[player.actor.id]) <= set(panels_of(world, player))
    for at in (sitting, other):
        await at.steps(3)
        for player in at.players:
            assert f"table {at.table} " in words_of(player.panel)
        assert f"table {at.table} " in words_of(at.board())
        assert await plies(world, at.table) >= 3


async def test_nobody_plays_another_members_card(world: World, sitting: Sitting, cleo: MemberActor) -> None:
    mover, other = sitting.on_move(), sitting.waiting()[0]
    card = mover.choices()[0]
    stranger = private_answer(await press(world, cleo, sitting.board(), card.custom_id))
    assert "You only watch" in words_of(stranger)
    await press(world, other.actor, other.panel, card.custom_id)
    assert await plies(world) == 0
    assert "'s turn." in words_of(other.panel)
    assert card.label not in [b["label"] for b in buttons_of(stranger, enabled=False)]


async def test_every_control_of_a_cancelled_table_says_that_it_is_closed(world: World, ann: MemberActor) -> None:
    lobby = public_answer(await ann.slash(world.channel, "play"))
    await leave_table(ann, lobby)
    before = words_of(lobby)
    for op in ("join", "start", "leave", "cancel", "accept", "decline", "deal", "act play QSa"):
        result = await press(world, ann, lobby, f"bz:1:0:{op}")
        assert "Table 1 is closed" in words_of(private_answer(result)), op
    result = await press(world, ann, lobby, "bz:1:0:cut")
    assert result.modal is None
    assert words_of(lobby) == before


async def test_controls_of_a_finished_game_do_nothing_more(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await sit_down(world, (ann, ben))
    await sitting.steps(2)
    old = sitting.on_move()
    card = old.choices()[0]
    await resign(ann, world.channel)
    before = await plies(world)
    assert old.choices() == []
    for member, message in ((old.actor, old.panel), (ann, sitting.messages()[0])):
        for custom_id in (card.custom_id, "bz:1:0:deal", "bz:1:0:cut", "bz:1:0:resign-yes", "bz:1:0:start"):
            assert (await press(world, member, message, custom_id)).acknowledged
    assert await plies(world) == before


async def test_table_of_another_server_is_unknown_here(world: World, sitting: Sitting, ann: MemberActor) -> None:
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    there = guild.add_member(ann.user)
    shown = public_answer(await there.slash(channel, "play"))
    card = sitting.on_move().choices()[0].custom_id
    for custom_id in (card, "bz:1:0:hand", "bz:1:0:resign-yes", "bz:1:0:deal", "bz:1:0:cut", "bz:1:0:rematch"):
        words = words_of(private_answer(await press(world, there, shown, custom_id)))
        assert "That table is not here" in words
    assert await plies(world) == 0
    words = words_of(private_answer(await there.slash(channel, "hand", table=1)))
    assert "That table is not here" in words


async def test_forged_controls_are_refused_and_change_nothing(world: World, sitting: Sitting) -> None:
    mover = sitting.on_move()
    for custom_id in (
        "bz:1:0:fly",
        "bz:1:0:act play ZZ",
        "bz:1:0:act resign",
        "bz:1:0:act timeout",
        "bz:1:0:act declare double-bezique QSa QSb JDa JDb",
        "bz:1:0:claim x",
        "bz:1:0:claim 99",
        "bz:1:0:rematch",
        "bz:999999:0:hand",
        "bz:999999999999999999:0:act play QSa",
    ):
        result = await press(world, mover.actor, mover.panel, custom_id)
        assert result.acknowledged, custom_id
        assert await plies(world) == 0, custom_id
    assert (await bot_of(world).tables.get(1)).turn_users == (mover.actor.id,)
