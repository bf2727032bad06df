"""The rule book in Discord: `/rules`, the button on a table's message, and the controls on its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import read_code
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.player import (
    button_named,
    leave_table,
    lobby_at,
    more_of,
    private_answer,
    private_messages,
    sit_down,
)

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor, ResponseMessage

    from bot.playground import World


pytestmark = pytest.mark.one_bot


def menus_of(message: ResponseMessage) -> list[dict[str, Any]]:
    return [item for item in components_of(message) if item["type"] == 3]


def entry(menu: dict[str, Any], label: str) -> str:
    return next(str(option["value"]) for option in menu["options"] if option["label"] == label)


async def choose(member: MemberActor, page: ResponseMessage, menu: int, label: str) -> InteractionResult:
    """Choose an entry by its label in the page's menu of that place."""
    shown = menus_of(page)[menu]
    return await member.select(page, [entry(shown, label)], custom_id=shown["custom_id"])


async def test_rules_open_privately_at_the_game_and_next_turns_the_same_message(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = private_answer(await ann.slash(world.channel, "rules"))
    assert "### The game" in text_of(page)
    assert not private_messages(world, ben)
    for heading in ("### The game", "### The deal", "### Tricks while the stock lasts", "### After a trick"):
        label = next(b["label"] for b in buttons_of(page) if b["label"].startswith("Next"))
        await ann.click(page, label=label)
        assert heading in text_of(page)
    assert len(private_messages(world, ann)) == 1
    await ann.click(page, label="Back")
    assert "### Tricks while the stock lasts" in text_of(page)


async def test_book_is_read_by_topic_with_its_house_rules_and_by_another_book(world: World, ann: MemberActor) -> None:
    page = private_answer(await ann.slash(world.channel, "rules", topic="sevens"))
    assert "### Sevens of trumps" in text_of(page)
    for option in menus_of(page)[-1]["options"]:
        await ann.select(page, [option["value"]], custom_id=menus_of(page)[-1]["custom_id"])
        assert option["label"] in text_of(page)

    page = private_answer(await ann.slash(world.channel, "rules", topic="announcing"))
    await ann.click(page, label="House rules")
    assert "### Announcing" in text_of(page)
    assert "`announce=true`" in text_of(page)
    await choose(ann, page, 0, "Who takes a trick")
    assert "`trick=rank_only`" in text_of(page)

    page = private_answer(await ann.slash(world.channel, "rules", topic="books"))
    await choose(ann, page, 0, "Britannica")
    assert "• Modern: **One**" in text_of(page)
    await ann.click(page, label="Read by this book")
    assert "by the book Britannica" in text_of(page)
    await choose(ann, page, -1, "Declarations")
    await choose(ann, page, -1, "Béziques")
    assert "`Q♧` `J♥` when spades or diamonds are" in text_of(page)


async def test_lobbys_button_shows_its_rules_what_differs_and_a_code_that_opens_the_same(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, rules="britannica target=1500 brisques=end_of_deal")
    page = private_answer(await ben.click(await more_of(ben, lobby), label="Rules"))
    text = text_of(page)
    assert "### The rules of this table" in text
    assert "Britannica, 9th edition · two players · to 1500" in text
    assert "What differs from the book **Britannica**" in text
    assert "• this table: **At the end**" in text
    assert "• Britannica: **As taken**" in text
    code = text.split("To type these rules again: `")[1].split("`")[0]
    again = await lobby_at(world, ben, rules=code)
    numbers = [int(button_named(each, "More…")["custom_id"].split(":")[1]) for each in (lobby, again)]  # type: ignore[index]
    first, second = [await bot_of(world).tables.get(number) for number in numbers]
    assert first.rules == second.rules == read_code(code)[1]


async def test_pages_follow_the_table_and_its_trumps_and_words_that_mean_nothing_show_the_first(world: World) -> None:
    sitting = await sit_down(world, world.members[:2], rules="parlour")
    cleo = world.members[2]
    page = private_answer(await cleo.click(sitting.board(), label="Rules"))
    await choose(cleo, page, -1, "Tricks")
    assert "Trumps have no power until the last eight tricks" in text_of(page)
    table = await bot_of(world).tables.get(sitting.table)
    assert table.game.deal is not None
    suit = ("clubs", "diamonds", "hearts", "spades")[table.game.deal.trump]
    assert f"In the example {suit} are trumps." in text_of(page)

    await press(world, cleo, page, f"bz:{sitting.table}:0:topic next nonsense 99 nowhere")  # words that mean nothing
    assert "### The rules of this table" in text_of(page)


async def test_rules_are_those_of_the_readers_table_or_of_a_number_and_of_no_table_elsewhere(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, rules="enquire")
    assert "Table " in text_of(private_answer(await ann.slash(world.channel, "rules")))
    assert "by the book Modern" in text_of(private_answer(await ben.slash(world.channel, "rules")))
    number = int(button_named(lobby, "More…")["custom_id"].split(":")[1])  # type: ignore[index]
    named = private_answer(await ben.slash(world.channel, "rules", table=number, topic="tricks"))
    assert "whatever its suit" in text_of(named)

    other = world.env.create_guild("Elsewhere")
    channel = other.create_text_channel("cards")
    eve = other.add_member(world.env.create_user("eve"))
    answer = private_answer(await eve.slash(channel, "rules", table=number))
    assert "That table is not here" in text_of(answer)


async def test_table_is_compared_with_any_book(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann, rules="parlour")
    page = private_answer(await ann.click(await more_of(ann, lobby), label="Rules"))
    assert "That is the book **Victorian parlour** as it stands." in text_of(page)
    await choose(ann, page, 0, "Enquire Within")
    text = text_of(page)
    assert "### Compared with Enquire Within" in text
    assert "• this table: **Rank only**" in text
    assert "• Enquire Within: **Any suit**" in text
    await choose(ann, page, 0, "Victorian parlour")
    assert "Nothing differs." in text_of(page)


async def test_pages_work_after_a_restart_and_when_the_table_is_gone(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann, rules="britannica 3")
    page = private_answer(await ann.click(await more_of(ann, lobby), label="Rules"))
    await leave_table(ann, lobby)
    await restart(world)
    await choose(ann, page, -1, "Béziques")
    assert "when clubs or hearts are trumps" in text_of(page)
