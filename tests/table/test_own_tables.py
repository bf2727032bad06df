"""Commands about one of several own tables offer a private menu of them, and a choice there does what was asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from bot.tables import Status
from tests.simulated import bot_of, buttons_of, components_of, press
from tests.simulated.asking import ask, resign
from tests.simulated.player import (
    Sitting,
    lobby_at,
    practise,
    private_answer,
    private_messages,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import other_channel, pinged, said

QUESTION = "At which of your tables?"


def offered(message: ResponseMessage) -> dict[str, str]:
    """Return the entries of the one menu of a message: their labels by value."""
    (menu,) = [item for item in components_of(message) if item["type"] == 3]
    return {option["value"]: option["label"] for option in menu["options"]}


async def pick(member: MemberActor, message: ResponseMessage, table: int) -> None:
    (menu,) = [item for item in components_of(message) if item["type"] == 3]
    await member.select(message, [str(table)], custom_id=menu["custom_id"])


@pytest.fixture
async def two(world: World, ann: MemberActor, ben: MemberActor) -> World:
    for seed in (1, 2):
        await sit_down(world, (ann, ben), seed=seed)
    return world


@pytest.mark.deep
async def test_hand_of_the_chosen_table_stands_in_the_menus_place(two: World, ann: MemberActor) -> None:
    asked = private_answer(await ann.slash(two.channel, "hand"))
    assert QUESTION in words_of(asked)
    labels = offered(asked)
    assert set(labels) == {"1", "2"}
    assert all("Ben" in label for label in labels.values())
    assert sum("your turn" in label for label in labels.values()) == sum(
        ann.id in table.turn_users for table in bot_of(two).tables.memory.awake()
    )
    before = len(private_messages(two, ann))
    await pick(ann, asked, 2)
    assert "table 2 · deal 1" in words_of(asked)
    assert len(private_messages(two, ann)) <= before  # the menu became the panel, and the older panel went
    moved = bot_of(two).tables.memory.awake()[1]
    if ann.id in moved.turn_users:
        await ann.click(
            asked, custom_id=next(b["custom_id"] for b in buttons_of(asked) if ":act play" in b["custom_id"])
        )
        assert (await bot_of(two).tables.get(2)).ply == moved.ply + 1


async def test_one_table_here_among_several_is_meant(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await sit_down(world, (ann, ben))
    there, channel = other_channel(world)
    assert "table 1 · deal 1" in said(await ann.slash(channel, "hand")), "the only one is meant anywhere"
    assert "Give up table **1**?" in said(await ask(ann, channel, "resign"))
    await sit_down(there, (ann, ben))
    assert "table 1 · deal 1" in said(await ann.slash(world.channel, "hand"))
    assert "table 2 · deal 1" in said(await ann.slash(channel, "hand"))
    elsewhere = world.env.guild.create_text_channel("third")
    assert QUESTION in said(await ann.slash(elsewhere, "hand"))


async def test_draw_is_offered_and_undo_asked_at_the_chosen_table(
    two: World, ann: MemberActor, ben: MemberActor
) -> None:
    await practise(two, ann)  # where nobody agrees to anything
    asked = private_answer(await ask(ann, two.channel, "draw"))
    assert set(offered(asked)) == {"1", "2"}
    await pick(ann, asked, 1)
    assert "table 1** · 🤝 You offer a draw" in words_of(asked)
    first, second, _ = bot_of(two).tables.memory.awake()
    assert (first.draw is None, second.draw is None) == (False, True)
    asked = private_answer(await ask(ben, two.channel, "undo"))
    assert QUESTION in words_of(asked)  # nothing can be undone at either: which one it is about is still asked
    await pick(ben, asked, 2)
    assert "undo" in words_of(private_messages(two, ben)[-1])


async def test_guest_is_invited_to_the_chosen_lobby(world: World, ann: MemberActor, ben: MemberActor) -> None:
    for _ in range(2):
        await lobby_at(world, ann)
    asked = private_answer(await ask(ann, world.channel, "invite", member=ben))
    assert QUESTION in words_of(asked)
    await pick(ann, asked, 1)
    assert "The invitation to table 1 is out." in words_of(asked)
    invitation = public_messages(world)[-1]
    assert "table 1" in words_of(invitation)
    assert pinged(world, invitation) == [ben.id]
    first, second = bot_of(world).tables.memory.awake()
    assert (first.lobby.guests, second.lobby.guests) == ((ben.id,), ())


@pytest.mark.deep
async def test_board_of_the_chosen_table_comes_here(two: World, ann: MemberActor) -> None:
    there, channel = other_channel(two)
    asked = private_answer(await ask(ann, channel, "here"))
    await pick(ann, asked, 2)
    assert "The board of table 2 stands here now." in words_of(asked)
    assert [table.channel_id for table in bot_of(two).tables.memory.awake()] == [two.channel.id, channel.id]
    assert "table 2" in words_of(public_messages(replace(there, channel=channel))[-1])


async def test_menu_is_private_and_of_no_use_to_anybody_else(two: World, ann: MemberActor, cleo: MemberActor) -> None:
    asked = await ask(ann, two.channel, "resign")
    assert asked.response is not None
    assert asked.response.ephemeral
    for wish in ("hand", "draw", "undo", "resign", "invite", "here"):
        refused = await press(two, cleo, private_answer(asked), f"bzs:0:0:own {wish} 0", "1")
        assert "None of your tables" in said(refused) or "You only watch" in said(refused), wish
    assert {table.status for table in bot_of(two).tables.memory.awake()} == {Status.PLAYING}


@pytest.mark.deep
async def test_table_that_ended_since_the_menu_was_made_says_so(two: World, ann: MemberActor, ben: MemberActor) -> None:
    asked = private_answer(await ask(ann, two.channel, "resign"))
    await resign(ben, two.channel, table=1)
    (menu,) = [item for item in components_of(asked) if item["type"] == 3]
    answer = await ann.select(asked, ["1"], custom_id=menu["custom_id"])
    assert "Table 1 is over" in said(answer)
    assert bot_of(two).tables.memory.awake()[0].id == 2


async def test_own_tables_of_all_servers_are_listed_in_a_direct_message(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    on_move = sitting.on_move().actor
    other = world.env.create_guild("Elsewhere")
    actor = other.add_member(on_move.user)
    parlour = other.create_text_channel("parlour")
    await actor.slash(parlour, "play")
    words = said(await on_move.user.slash("hand"))
    assert words.index("table 1") < words.index("table 2")
    assert "your turn" in words
    assert "You sit at no table;" in said(await cleo.user.slash("hand"))
