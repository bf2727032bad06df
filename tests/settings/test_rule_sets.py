"""Rules under names: kept from a lobby or a code, played by again wherever rules are chosen, shown to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import PRESETS, read_code
from bot.tables.values.rule_sets import RULE_SETS
from bot.ui.routes.settings import Subject
from tests.settings.test_languages import manages
from tests.simulated import bot_of, components_of, press, press_together, restart, text_of
from tests.simulated.asking import ask, keep_rules
from tests.simulated.player import (
    at,
    button_named,
    inputs_of,
    lobby_at,
    private_answer,
    public_messages,
    tables_here,
    words_of,
)
from tests.simulated.sheet import MOST_COMPONENTS, Sheet
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import InteractionResult, MemberActor, ResponseMessage

    from bot.playground import World

CODE = "britannica 3 target=2000"


pytestmark = pytest.mark.one_bot


def menus_of(message: ResponseMessage) -> list[dict[str, Any]]:
    return [item for item in components_of(message) if item["type"] == 3]


async def look_at(member: MemberActor, page: ResponseMessage, name: str) -> None:
    """Choose a rule set by its name on the page of all."""
    for menu in menus_of(page):
        for option in menu["options"]:
            if option["label"] == name:
                await member.select(page, [option["value"]], custom_id=menu["custom_id"])
                return
    raise AssertionError(name)


async def kept_page(world: World, member: MemberActor, name: str, *, label: str = "") -> ResponseMessage:
    """Keep rules under a name, which may look otherwise in a menu, and return the private page of them."""
    await keep_rules(world, member, name, CODE)
    page = private_answer(await ask(member, world.channel, "rule sets"))
    await look_at(member, page, label or name)
    return page


async def named(member: MemberActor, lobby: ResponseMessage, name: str) -> InteractionResult:
    """Save the rules of a lobby under a name."""
    sheet = await Sheet.opened(member, lobby)
    await sheet.turn_to("The table")
    asked = await member.click(sheet.message, label="Save these rules …")
    (field,) = inputs_of(asked.modal)
    return await member.submit_modal(asked, {field: name})


@pytest.mark.deep
async def test_the_rules_of_a_lobby_get_a_name_and_open_tables_and_practices_by_it(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, rules=CODE)
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("The table")
    asked = await ann.click(sheet.message, label="Save these rules …")
    (field,) = inputs_of(asked.modal)
    page = private_answer(await ann.submit_modal(asked, {field: " Sunday \u202e rules "}))
    assert "Sunday rules\nSaved." in words_of(page)
    assert f"`{CODE}`" in words_of(page)
    await restart(world)
    found = await ann.autocomplete(world.channel, "play", "rules", "sunday")
    assert [choice["value"] for choice in found] == ["Sunday rules"]
    his = await ben.autocomplete(world.channel, "challenge", "rules", "")
    assert len(his) == len(PRESETS)
    again = await lobby_at(world, ann, rules="sunday rules friendly")
    assert "Britannica, 9th edition · three players · to 2000" in text_of(again)
    assert "friendly, not rated" in text_of(again)
    practice = await ann.slash(world.channel, "practice", rules="Sunday rules")
    assert practice.response is not None
    assert bot_of(world).tables.memory.awake()[-1].terms.preset == "britannica"
    # To somebody else that name says nothing.
    assert "No rules are called sunday rules" in said(await ben.slash(world.channel, "play", rules="sunday rules"))


async def test_a_rule_set_is_chosen_on_the_sheet_and_the_page_keeps_to_the_limits(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(world, ann)
    await keep_rules(world, ann, "Long", "parlour target=4000")
    await keep_rules(world, ann, "House", "enquire 4 partners=yes", for_server=True)
    lobby = await lobby_at(world, ben)
    his = await Sheet.opened(ben, lobby)
    await his.turn_to("The table")
    assert [each for each in his.menus() if each in ("member", "server")] == ["server"]
    await his.choose("server", "1")
    assert "two against two" in text_of(lobby)
    assert his.chosen("server") == "1"
    his.check_limits()
    assert len(components_of(his.message)) <= MOST_COMPONENTS
    hers = await Sheet.opened(ann, await lobby_at(world, ann))
    await hers.turn_to("The table")
    assert {"member", "server"} <= hers.menus().keys()
    await hers.choose("server", "1")
    assert len(components_of(hers.message)) <= MOST_COMPONENTS
    await hers.choose("member", "1")
    assert hers.chosen("member") == "1"
    # Nobody but the opener, by a forged click either.
    assert "Only whoever opened" in said(await press(world, ann, lobby, at(lobby, "sets-play server 1")))


async def test_a_server_keeps_rules_by_its_moderators_alone(world: World, ann: MemberActor, ben: MemberActor) -> None:
    manages(world, ann)
    page = await kept_page(world, ann, "Ours")
    await ann.click(page, label="Keep for this server")
    assert "Kept by this server." in text_of(page)
    his = private_answer(await ask(ben, world.channel, "rule sets"))
    await look_at(ben, his, "Ours")
    assert not button_named(his, "Delete")
    guild = world.env.guild.id
    for forged in (f"sets-drop server {guild} 1", f"sets-give {ben.id} 1"):
        assert "Only moderators can" in text_of(private_answer(await press(world, ben, his, f"bz:0:0:{forged}")))
    await ben.click(his, label="Keep among mine")
    assert "Kept by you." in text_of(his)
    await ann.click(page, label="Delete")
    assert "**Ours** is deleted" in words_of(page)
    assert f"`{CODE}`" in words_of(page)
    shown = await lobby_at(world, ben, rules="ours")
    assert "to 2000" in text_of(shown)
    # Two clicks at once delete it once, and a third is told kindly.
    mine = private_answer(await ask(ben, world.channel, "rule sets"))
    await look_at(ben, mine, "Ours")
    drop = button_named(mine, "Delete")
    assert drop is not None
    await press_together(world, [(ben, mine, drop["custom_id"])] * 2)
    third = await press(world, ben, mine, drop["custom_id"])
    assert "no longer kept" in text_of(private_answer(third))
    assert "No rules have a name yet." in said(await ask(ben, world.channel, "rule sets"))


async def test_rules_are_shown_to_all_and_others_open_a_table_with_them_or_keep_them(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    page = await kept_page(world, ann, "**Loud** @everyone", label="Loud everyone")
    # Nobody looks at what was not shown here.
    unseen = await press(world, ben, page, f"bz:0:0:sets-set member {ann.id} 1")
    assert "no longer kept" in text_of(private_answer(unseen))
    await ann.click(page, label="Show to all here")
    shared = public_messages(world)[-1]
    assert "Ann shows the rules" in words_of(shared)
    assert r"\*\*Loud\*\* \@everyone" in words_of(shared)
    await keep_rules(world, ben, "**loud** @everyone", "modern")
    kept = private_answer(await ben.click(shared, label="Keep these rules"))
    assert "everyone 2\nSaved." in words_of(kept)
    await ben.click(shared, label="Open a table")
    assert "to 2000" in text_of(public_messages(world)[-1])
    assert len(tables_here(world)) == 1
    drop = f"bz:0:0:sets-drop member {ann.id} 1"
    assert "no longer kept" in text_of(private_answer(await press(world, ben, shared, drop)))
    await ann.click(page, label="Delete")
    gone = private_answer(await ben.click(shared, label="Open a table"))
    assert "no longer kept" in text_of(gone)


async def test_rules_that_an_update_has_made_unplayable_say_so_and_can_be_deleted(
    world: World, ann: MemberActor
) -> None:
    await keep_rules(world, ann, "Old ways", CODE)
    stored = {"next": 2, "sets": [{"number": 1, "name": "Old ways", "preset": "modern", "rules": {"wild": 1}}]}
    await bot_of(world).members.preferences.set_of_member(ann.id, {RULE_SETS: stored})
    assert "no longer work since" in said(await ann.slash(world.channel, "play", rules="old ways"))
    sheet = await Sheet.opened(ann, await lobby_at(world, ann))
    await sheet.turn_to("The table")
    menu = sheet.menus()["member"]
    assert menu["options"][0]["label"] == "Rules of yours: ⚠ Old ways"
    result = await ann.select(sheet.message, ["1"], custom_id=menu["custom_id"])
    assert "no longer work since" in text_of(private_answer(result))
    page = private_answer(await ask(ann, world.channel, "rule sets"))
    await look_at(ann, page, "⚠ Old ways")
    assert "There is no option wild" in text_of(page)
    assert not button_named(page, "Open a table")
    await ann.click(page, label="Delete")
    assert "No rules have a name yet." in text_of(page)


async def test_rules_are_kept_once_under_a_name_that_is_no_rule_code_and_codes_read_with_a_number(
    world: World, ann: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, rules=CODE)
    assert "to 2000" in said(await named(ann, lobby, "Ours"))
    assert "reads as a rule code" in said(await named(ann, lobby, "modern"))
    other = await lobby_at(world, ann, rules="parlour")
    assert "Other rules have that name" in said(await named(ann, other, "OURS"))
    shelf = await bot_of(world).members.rule_sets.here(world.env.guild.id, ann.id)
    assert [each.rules() for each in shelf.own.sets] == [read_code(CODE)[1]]
    await ann.slash(world.channel, "practice", rules="modern partners=true", players=4)
    rules = bot_of(world).tables.memory.awake()[-1].rules
    assert (rules.players, rules.partners) == (4, True)
    assert "partners" in said(await ann.slash(world.channel, "practice", rules="modern partners=true")).lower()


async def test_a_server_offers_a_rule_set_of_its_own_for_a_first_table(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, ann)
    await keep_rules(world, ann, "*Ours*", CODE, for_server=True)
    mistyped = await ann.slash(world.channel, "practice", rules="brittanica 3 target=2000")
    assert "Did you mean **britannica 3 target=2000**?" in said(mistyped)
    mistyped = await ann.slash(world.channel, "play", rules="brittanica 3 traget=2000")
    assert "Did you mean **britannica 3 target=2000**?" in said(mistyped)
    assert "Did you mean **target=500**?" in said(await ann.slash(world.channel, "play", rules="traget=500"))
    offered = await ann.autocomplete(world.channel, "play", "rules", "modern 4 partner=yes")
    assert [choice["value"] for choice in offered] == ["modern 4 partners=yes"]
    page = private_answer(await ask(ann, world.channel, "server settings", subject=Subject.TABLES))
    menu = next(each for each in menus_of(page) if each["custom_id"].endswith(" book"))
    assert next(each["value"] for each in menu["options"] if each.get("default")) == "modern"
    value = next(option["value"] for option in menu["options"] if option["label"] == "Ours")
    await ann.select(page, [value], custom_id=menu["custom_id"])
    assert len(components_of(page)) <= MOST_COMPONENTS
    await restart(world)
    assert "to 2000" in text_of(await lobby_at(world, ben))
    assert r"\*Ours\*" in words_of(private_answer(await ask(ben, world.channel, "server settings")))
    sets = private_answer(await ask(ann, world.channel, "rule sets"))
    await look_at(ann, sets, "Ours")
    await ann.click(sets, label="Delete")
    # What is gone is offered no more: it is the usual book again.
    assert "Modern · two players · to 1000" in text_of(await lobby_at(world, cleo))
