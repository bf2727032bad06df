"""What members choose for themselves, and who manages a server for all: typed, and on pages of menus and switches."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.values.times import read_quiet
from bot.ui.kit.readers import Taste
from bot.ui.routes.settings import Subject
from bot.ui.text.faces import Look
from tests.settings.test_languages import manages, set_locales
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import button_named, inputs_of, practise, private_answer, public_messages
from tests.simulated.sheet import MOST_COMPONENTS
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World


pytestmark = pytest.mark.one_bot


async def test_hour_that_means_nothing_is_refused_kindly_and_changes_nothing(world: World, ann: MemberActor) -> None:
    page = private_answer(await ask(ann, world.channel, "reminders"))
    for what in ("start 8", "end 22", "start 99", "end soon"):
        await press(world, ann, page, f"bz:0:0:quiet-set {what}")
        assert "**Quiet hours**: from 22:00 to 8:00" not in said(await ask(ann, world.channel, "reminders")), what
    await ask(ann, world.channel, "settings", quiet_from=22, quiet_to=8)
    page = private_answer(await ask(ann, world.channel, "reminders"))
    await ann.click(page, label="Quiet hours …")
    for value in ("25", "-1", "nine", "8"):
        await press(world, ann, page, "bzs:0:0:quiet-set start", value)
        stored = (await bot_of(world).members.preferences.of_member(ann.id))["quiet"]
        assert stored["start"] in {1, 0, 22, 23}, value
        assert read_quiet(stored) is not None, value


# ------------------------------------------------------------------ pages of menus and switches


def entries(message: ResponseMessage, key: str) -> tuple[str, dict[str, str], str]:
    """Return the menu of a setting: its custom id, the values of its entries by label, and the label that holds."""
    (found,) = [item for item in components_of(message) if item["type"] == 3 and item["custom_id"].endswith(f" {key}")]
    labels = {option["label"]: option["value"] for option in found["options"]}
    (holds,) = [option["label"] for option in found["options"] if option.get("default")]
    return found["custom_id"], labels, holds


async def choose(member: MemberActor, message: ResponseMessage, key: str, label: str) -> None:
    """Choose an entry of a menu; the page then shows it in its place."""
    custom_id, labels, _ = entries(message, key)
    result = await member.select(message, [labels[label]], custom_id=custom_id)
    assert result.followups == []
    assert entries(message, key)[2] == label


def switches(message: ResponseMessage) -> list[str]:
    return [button["label"] for button in buttons_of(message) if button["label"][0] in "☐☑"]


def times(message: ResponseMessage) -> dict[str, Any]:
    """Return the menu with times of day."""
    return next(item for item in components_of(message) if item.get("custom_id", "").endswith("quiet-set offset"))


@pytest.mark.parametrize(("language", "off", "on"), [("en", "off", "on"), ("fr", "non", "oui")])
async def test_switches_tell_in_words_what_is_on(
    world: World, ann: MemberActor, language: str, off: str, on: str
) -> None:
    set_locales(world.env, {ann.id: language})
    shown = private_answer(await ann.slash(world.channel, "settings"))
    custom_id = next(item["custom_id"] for item in components_of(shown) if item.get("custom_id", "").endswith(" look"))
    await ann.select(shown, ["text"], custom_id=custom_id)
    await ann.click(shown, custom_id="bz:0:0:settings mine turns")
    turns = [item for item in buttons_of(shown) if "tell-turns" in item["custom_id"]]
    before = [button["label"] for button in turns]
    assert all(label.endswith(f": {off}") for label in before), before
    await ann.click(shown, custom_id=turns[0]["custom_id"])
    labels = [button["label"] for button in buttons_of(shown)]
    assert any(label.endswith(on) for label in labels)
    assert not any(sign in label for label in labels for sign in "☐☑")


async def test_panel_that_is_open_shows_what_was_chosen_at_once(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann)
    panel = sitting.players[0].panel
    assert panel is not None
    shown = private_answer(await ann.slash(world.channel, "settings"))
    assert re.search("[♤♥♦♧]", text_of(panel))
    await choose(ann, shown, "look", "words alone, for screen readers")
    assert not re.search("[♤♥♦♧]", text_of(panel))


async def test_member_chooses_quiet_hours_by_menus_and_types_an_odd_clock(world: World, ann: MemberActor) -> None:
    page = private_answer(await ask(ann, world.channel, "reminders"))
    await ann.click(page, label="Quiet hours …")
    assert switches(page) == ["☐ Quiet hours"]
    await ann.click(page, label="☐ Quiet hours")
    assert (entries(page, "start")[2], entries(page, "end")[2]) == ("From 22:00", "Until 8:00")
    assert "From 8:00" not in entries(page, "start")[1]  # they cannot end when they begin
    await choose(ann, page, "start", "From 23:00")
    await choose(ann, page, "end", "Until 6:00")
    menu = times(page)
    assert len(menu["options"]) <= 25
    here = next(option for option in menu["options"] if option["label"].endswith("UTC+2"))
    assert f"{world.env.now() + timedelta(hours=2):%H:%M}" in here["label"]
    await ann.select(page, [here["value"]], custom_id=menu["custom_id"])
    assert f"Is it {world.env.now() + timedelta(hours=2):%H:%M} for you now?" in text_of(page)
    for typed, told in (("Paris", "is no distance from UTC"), ("+5:30", "for you now?")):
        asked = await ann.click(page, label="Another clock …")
        assert asked.modal is not None
        (field,) = inputs_of(asked.modal)
        await ann.submit_modal(asked, {field: typed})
        assert told in text_of(page)
    assert len(times(page)["options"]) <= 25
    await ann.click(page, label="Reminders")
    assert "from 23:00 to 6:00 (UTC+5:30)" in text_of(page)
    assert f"{world.env.now() + timedelta(hours=5, minutes=30):%H:%M}" in text_of(page)
    await ann.click(page, label="Quiet hours …")
    await ann.click(page, label="☑ Quiet hours")
    await ann.click(page, label="Reminders")
    assert "**Quiet hours**: off" in text_of(page)
    assert "**Quiet hours**: off" in said(await ask(ann, world.channel, "reminders"))
    assert public_messages(world) == []


async def test_everyone_may_look_at_the_servers_settings_and_only_managers_change_them(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    seen = private_answer(await ask(ben, world.channel, "server settings"))
    assert "**Boards**: pictures of the cards" in text_of(seen)
    assert "**Default clock**: 3 minutes a move" in text_of(seen)
    assert [button["label"] for button in buttons_of(seen)] == ["Your settings"]
    manages(world, ann)
    page = private_answer(await ask(ann, world.channel, "server settings"))
    for control, values in (("bzs:0:0:set server boards", ["text"]), ("bz:0:0:set server threads thread", [])):
        refused = await press(world, ben, page, control, *values)
        assert "Manage Server" in text_of(private_answer(refused))
    assert await bot_of(world).members.preferences.of_server(world.env.guild.id) == {}
    await choose(ann, page, "boards", "words alone, for screen readers")
    await ann.click(page, label="Tables and moderators …")
    await choose(ann, page, "book", "Victorian parlour")
    await choose(ann, page, "clock", "2 days a move")
    assert "Saved." in text_of(page)
    await ann.click(page, label="☐ Each game in its own thread")
    assert "☑ Each game in its own thread" in switches(page)
    assert bot_of(world).readers.taste_here(world.env.guild.id).look is Look.TEXT
    await ben.slash(world.channel, "play")
    lobby = text_of(public_messages(world)[-1])
    assert "Victorian parlour" in lobby
    assert "2 days a move" in lobby


async def test_member_chooses_cards_colours_and_language_on_one_page_and_nothing_unknown(
    world: World, ann: MemberActor
) -> None:
    page = private_answer(await ann.slash(world.channel, "settings"))
    for control, value in (("bzs:0:0:set mine look", "hologram"), ("bzs:0:0:set mine sound", "loud")):
        await press(world, ann, page, control, value)
        assert entries(page, "look")[2] == "pictures of the cards"
    assert await bot_of(world).members.preferences.of_member(ann.id) == {}
    shown = private_answer(await ann.slash(world.channel, "settings"))
    assert entries(shown, "look")[2] == "pictures of the cards"
    assert entries(shown, "language")[2] == "as set in Discord"
    assert switches(shown) == ["☐ Green clubs, blue diamonds"]
    await choose(ann, shown, "look", "small card signs")
    await ann.click(shown, label="☐ Green clubs, blue diamonds")
    assert switches(shown)[0] == "☑ Green clubs, blue diamonds"
    assert bot_of(world).readers.taste_of(ann.id) == Taste(Look.EMOJI, four_colour=True)
    custom_id, labels, _ = entries(shown, "language")
    await ann.select(shown, [labels["Français"]], custom_id=custom_id)
    assert "Vos réglages" in text_of(shown)  # at once, also this page
    await restart(world)
    again = private_answer(await ann.slash(world.channel, "settings"))
    menus = [item for item in components_of(again) if item["type"] == 3]
    held = [option["value"] for item in menus for option in item["options"] if option.get("default")]
    assert held == ["emoji", "fr"]
    assert switches(again)[0].startswith("☑")


async def offset_of(world: World) -> int:
    return (await bot_of(world).members.preferences.clock_of(world.env.guild.id)).offset


async def test_who_manages_the_server_alone_sets_its_clock_in_a_menu_or_typed(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(world, ann)
    page = private_answer(await ask(ann, world.channel, "server settings"))
    his = private_answer(await ask(ben, world.channel, "server settings"))
    assert not button_named(his, "Server's clock …")
    for control in ("server-clock", "server-clock-set 60"):
        assert "Manage Server" in text_of(private_answer(await press(world, ben, his, f"bz:0:0:{control}")))
    assert "Manage Server" in said(await ask(ben, world.channel, "server settings", utc_offset="+1"))
    await press(world, ann, page, "bz:0:0:server-clock-set 100000")
    assert "It is 20:00 here now (UTC)." in text_of(page)
    assert await offset_of(world) == 0
    page = private_answer(await ask(ann, world.channel, "server settings", subject=Subject.SEASONS))
    assert "Clock of this server**: UTC" in text_of(page)
    assert len(components_of(page)) <= MOST_COMPONENTS
    await ann.click(page, label="Server's clock …")
    assert "It is 20:00 here now (UTC)." in text_of(page)
    (menu,) = [item for item in components_of(page) if item["type"] == 3]
    assert len(menu["options"]) <= 25
    await ann.select(page, ["120"], custom_id=menu["custom_id"])
    assert "It is 22:00 here now (UTC+2)." in text_of(page)
    for typed, told in (("-3:30", "It is 16:30 here now (UTC-3:30)."), ("noon", "is no distance from UTC")):
        asked = await ann.click(page, label="Another clock …")
        (field,) = inputs_of(asked.modal)
        await ann.submit_modal(asked, {field: typed})
        assert told in text_of(page)
    await ann.click(page, label="Seasons and clock")
    await ann.click(page, label="Server's settings")
    await ann.click(page, label="Daily deal …")
    await ann.click(page, label="Post it in this channel")
    assert "08:00 (UTC-3:30)" in text_of(page)
    assert "UTC+1" in said(await ask(ann, world.channel, "server settings", utc_offset="+1"))
    assert await offset_of(world) == 60
    await ask(ann, world.channel, "settings", quiet_from=22, quiet_to=7)
    assert "from 22:00 to 7:00 (UTC+1)" in said(await ask(ann, world.channel, "reminders"))


async def test_each_subject_has_a_page_of_its_own_and_every_page_a_way_back(world: World, ann: MemberActor) -> None:
    manages(world, ann)
    page = private_answer(await ann.slash(world.channel, "settings"))
    first = text_of(page)
    for label in ("Reminders …", "My hand …", "Rule sets", "My data", "Blocked members"):
        await ann.click(page, label=label)
        assert text_of(page) != first, label
        await ann.click(page, label="All settings")
        assert text_of(page) == first, label
    await ann.click(page, label="Server …")
    server = text_of(page)
    for label in ("Tables and moderators …", "Seasons and clock …"):
        await ann.click(page, label=label)
        assert text_of(page) != server, label
        await ann.click(page, label="Server's settings")
        assert text_of(page) == server, label
    await ann.click(page, label="Your settings")
    assert text_of(page) == first
    await press(world, ann, page, "bz:0:0:settings mine")  # a control of an earlier version
    assert text_of(page) == first
