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
    public_answer,
    public_messages,
    sit_down,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.waiting import other_channel, pinged, said

pytestmark = pytest.mark.one_bot

QUESTION = "At which of your tables?"


def offered(message: ResponseMessage) -> dict[str, str]:
    """Return the entries of the one menu of a message: their labels by value."""
    (menu,) = [item for item in components_of(message) if item["type"] == 3]
    return {option["value"]: option["label"] for option in menu["options"]}


async def pick(member: MemberActor, message: ResponseMessage, table: int) -> None:
    (menu,) = [item for item in components_of(message) if item["type"] == 3]
    await member.select(message, [str(table)], custom_id=menu["custom_id"])


@pytest.fixture
async def two(world: World, ann: MemberActor, ben: MemberActor) -> tuple[int, int]:
    """Two tables of Ann and Ben."""
    first, second = [(await sit_down(world, (ann, ben), seed=seed)).table for seed in (1, 2)]
    return first, second


@pytest.mark.deep
async def test_hand_of_the_chosen_table_stands_in_the_menus_place(
    world: World, two: tuple[int, int], ann: MemberActor
) -> None:
    asked = private_answer(await ann.slash(world.channel, "hand"))
    assert QUESTION in words_of(asked)
    labels = offered(asked)
    assert set(labels) == set(map(str, two))
    assert all("Ben" in label for label in labels.values())
    assert sum("your turn" in label for label in labels.values()) == sum(
        ann.id in table.turn_users for table in tables_here(world)
    )
    before = len(private_messages(world, ann))
    await pick(ann, asked, two[1])
    assert f"table {two[1]} · deal 1" in words_of(asked)
    assert len(private_messages(world, ann)) <= before  # the menu became the panel, and the older panel went
    moved = tables_here(world)[1]
    if ann.id in moved.turn_users:
        await ann.click(
            asked, custom_id=next(b["custom_id"] for b in buttons_of(asked) if ":act play" in b["custom_id"])
        )
        assert (await bot_of(world).tables.get(two[1])).ply == moved.ply + 1


async def test_one_table_here_among_several_is_meant(world: World, ann: MemberActor, ben: MemberActor) -> None:
    first = (await sit_down(world, (ann, ben))).table
    there, channel = other_channel(world)
    assert f"table {first} · deal 1" in said(await ann.slash(channel, "hand")), "the only one is meant anywhere"
    assert f"Give up table **{first}**?" in said(await ask(ann, channel, "resign"))
    second = (await sit_down(there, (ann, ben))).table
    assert f"table {first} · deal 1" in said(await ann.slash(world.channel, "hand"))
    assert f"table {second} · deal 1" in said(await ann.slash(channel, "hand"))
    elsewhere = world.env.guild.create_text_channel("third")
    assert QUESTION in said(await ann.slash(elsewhere, "hand"))


async def test_draw_is_offered_and_undo_asked_at_the_chosen_table(
    world: World, two: tuple[int, int], ann: MemberActor, ben: MemberActor
) -> None:
    await practise(world, ann)  # where nobody agrees to anything
    asked = private_answer(await ask(ann, world.channel, "draw"))
    assert set(offered(asked)) == set(map(str, two))
    await pick(ann, asked, two[0])
    assert f"table {two[0]}** · 🤝 You offer a draw" in words_of(asked)
    first, second, _ = tables_here(world)
    assert (first.draw is None, second.draw is None) == (False, True)
    asked = private_answer(await ask(ben, world.channel, "undo"))
    assert QUESTION in words_of(asked)  # nothing can be undone at either: which one it is about is still asked
    await pick(ben, asked, two[1])
    assert "undo" in words_of(private_messages(world, ben)[-1])


async def test_guest_is_invited_to_the_chosen_lobby(world: World, ann: MemberActor, ben: MemberActor) -> None:
    number, _ = [table_number(await lobby_at(world, ann)) for _ in range(2)]
    asked = private_answer(await ask(ann, world.channel, "invite", member=ben))
    assert QUESTION in words_of(asked)
    await pick(ann, asked, number)
    assert f"The invitation to table {number} is out." in words_of(asked)
    invitation = public_messages(world)[-1]
    assert f"table {number}" in words_of(invitation)
    assert pinged(world, invitation) == [ben.id]
    first, second = tables_here(world)
    assert (first.lobby.guests, second.lobby.guests) == ((ben.id,), ())


@pytest.mark.deep
async def test_board_of_the_chosen_table_comes_here(world: World, two: tuple[int, int], ann: MemberActor) -> None:
    there, channel = other_channel(world)
    asked = private_answer(await ask(ann, channel, "here"))
    await pick(ann, asked, two[1])
    assert f"The board of table {two[1]} stands here now." in words_of(asked)
    assert [table.channel_id for table in tables_here(world)] == [world.channel.id, channel.id]
    assert f"table {two[1]}" in words_of(public_messages(replace(there, channel=channel))[-1])


async def test_menu_is_private_and_of_no_use_to_anybody_else(
    world: World, two: tuple[int, int], ann: MemberActor, cleo: MemberActor
) -> None:
    asked = await ask(ann, world.channel, "resign")
    assert asked.response is not None
    assert asked.response.ephemeral
    for wish in ("hand", "draw", "undo", "resign", "invite", "here"):
        refused = await press(world, cleo, private_answer(asked), f"bzs:0:0:own {wish} 0", str(two[0]))
        assert "None of your tables" in said(refused) or "You only watch" in said(refused), wish
    assert {table.status for table in tables_here(world)} == {Status.PLAYING}


@pytest.mark.deep
async def test_table_that_ended_since_the_menu_was_made_says_so(
    world: World, two: tuple[int, int], ann: MemberActor, ben: MemberActor
) -> None:
    asked = private_answer(await ask(ann, world.channel, "resign"))
    await resign(ben, world.channel, table=two[0])
    (menu,) = [item for item in components_of(asked) if item["type"] == 3]
    answer = await ann.select(asked, [str(two[0])], custom_id=menu["custom_id"])
    assert f"Table {two[0]} is over" in said(answer)
    assert tables_here(world)[0].id == two[1]


async def test_own_tables_of_all_servers_are_listed_in_a_direct_message(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    on_move = sitting.on_move().actor
    other = world.env.create_guild("Elsewhere")
    actor = other.add_member(on_move.user)
    parlour = other.create_text_channel("parlour")
    second = table_number(public_answer(await actor.slash(parlour, "play")))
    words = said(await on_move.user.slash("hand"))
    assert words.index(f"table {sitting.table}") < words.index(f"table {second}")
    assert "your turn" in words
    assert "You sit at no table;" in said(await cleo.user.slash("hand"))
