"""Members who have added the bot to themselves: what they do in direct messages and where the bot is not."""

from __future__ import annotations

import pytest

from bot.tables.preferences import DAILY_REMINDER, UNREACHABLE
from bot.ui.routes.daily import PlayDaily
from bot.ui.routes.home import OpenTable
from bot.ui.routes.lobby import ListTables

from .messages import EPHEMERAL, Json, components_of, text_of
from .process import Process
from .server import CHANNEL, Asked, Wire
from .test_club_crash import nearly_played_out, of_daily
from .test_odd_input import COMMAND, CONTROL, forge_all, in_a_direct_message, pressed, slash
from .two import ANN, BEN, CLEO, begin, live_boards

pytestmark = pytest.mark.deep

ELSEWHERE, ROOM = "1200000000000000077", "1200000000000000078"
FOR_ONESELF = {"daily", "learn", "practice", "rules", "help", "settings"}


def places(wire: Wire, user: int) -> dict[str, Json]:
    """Return what an event holds where only this member has added the bot."""
    own = {"authorizing_integration_owners": {"1": str(user)}, "app_permissions": str(1 << 15 | 1 << 14)}
    direct = in_a_direct_message(wire, user)
    group = {"id": "1200000000000000098", "type": 3, "recipients": [], "name": None, "icon": None}
    return {
        "another server": {**own, "guild_id": ELSEWHERE, "context": 0, "channel_id": ROOM, "guild_locale": "de",
                           "channel": {"id": ROOM, "type": 0, "guild_id": ELSEWHERE, "name": "general", "position": 0,
                                       "permissions": "0", "parent_id": None, "nsfw": False}},
        "the bot's direct messages": {**direct, **own},
        "a group": {**direct, **own, "context": 2, "channel": group, "channel_id": group["id"]},
    }  # fmt: skip


async def seen(wire: Wire, asked: Asked) -> Json:
    """Return the message with which somebody was answered, after checking that nobody else sees it."""
    await wire.until(asked.answered.is_set)
    await wire.until(lambda: wire.messages.get(asked.original or "", {}).get("components"))
    message = wire.answer_to(asked)
    assert message["flags"] & EPHEMERAL, message
    return message


async def pressing(wire: Wire, user: int, message: Json, label: str, place: Json) -> Asked:
    custom_id = next(each["custom_id"] for each in components_of(message) if each.get("label") == label)
    asked = await wire.interact(user, CONTROL, pressed(custom_id), CHANNEL, message, **place)
    await wire.until(asked.answered.is_set)
    return asked


@pytest.mark.usefixtures("process")
async def test_every_command_states_where_and_for_whom_it_is(wire: Wire) -> None:
    assert wire.registered
    stated = {each["name"]: (each["contexts"], each["integration_types"]) for each in wire.registered}
    for name, (contexts, installs) in stated.items():
        assert installs == ([0, 1] if name in FOR_ONESELF else [0]), name
        assert contexts == ([0, 1, 2] if name in FOR_ONESELF else [0, 1] if name == "hand" else [0]), name
    assert stated.keys() >= FOR_ONESELF


async def test_commands_for_oneself_answer_in_private_wherever_and_the_others_kindly_say_where(
    wire: Wire, process: Process
) -> None:
    await begin(wire, process)
    public = len(wire.public())
    for where, place in places(wire, CLEO).items():
        for command in wire.registered or ():
            name = command["name"]
            person = wire._member(ANN)["user"]
            menu = {"target_id": str(ANN), "resolved": {"users": {str(ANN): person}}} if command["type"] == 2 else {}
            used = {"id": "1", "name": name, "type": command["type"], **menu}
            asked = await wire.interact(CLEO, COMMAND, used, CHANNEL, None, **place)
            words = text_of(await seen(wire, asked))
            assert ("only in servers that have added me" in words) == (name not in {*FOR_ONESELF, "hand"}), (
                where,
                name,
            )
    assert len(wire.public()) == public
    for name, place in places(wire, CLEO).items():
        asked = await wire.interact(CLEO, COMMAND, slash("help"), CHANNEL, None, **place)
        home = await seen(wire, asked)
        assert "Play" not in [each.get("label") for each in components_of(home)], name
        for route in (OpenTable(), ListTables(0)):
            data = pressed(route.custom_id)
            refused = await wire.interact(CLEO, CONTROL, data, CHANNEL, home, **place)
            await wire.until(refused.answered.is_set)
            assert refused.answer["type"] != 4 or refused.answer["data"]["flags"] & EPHEMERAL
    assert len(wire.public()) == public
    assert len(live_boards(wire)) == 1
    await process.end_well()


@pytest.mark.parametrize("where", ["another server", "the bot's direct messages", "a group"])
async def test_daily_deal_is_played_there_counts_for_no_server_and_is_shared_by_ones_own_click(
    wire: Wire, process: Process, where: str
) -> None:
    place = places(wire, ANN)[where]
    asked = await wire.interact(ANN, COMMAND, slash("daily"), CHANNEL, None, **place)
    page = await seen(wire, asked)
    await pressing(wire, ANN, page, "Play", place)
    (begun,) = of_daily(process)
    assert begun["guild_id"] == 1
    await process.kill()
    await nearly_played_out(process, begun["game_id"], begun["number"], left=0)
    await process.start()
    asked = await wire.interact(ANN, COMMAND, slash("daily"), CHANNEL, None, **place)
    result = await seen(wire, asked)
    assert "In this server" not in text_of(result)
    assert "first to finish it" in text_of(result)
    public = len(wire.public())
    await pressing(wire, ANN, result, "Share it here", place)
    await wire.until(lambda: len(wire.public()) > public)
    (shared,) = wire.public()[public:]
    assert "Daily deal" in text_of(shared)
    assert of_daily(process)[0]["shared"]
    # Somebody else there presses its button, and gets the deal as privately.
    other = places(wire, BEN)[where] | {"authorizing_integration_owners": {"1": str(ANN)}}
    pressed_by_ben = await wire.interact(BEN, CONTROL, pressed(PlayDaily(begun["number"]).custom_id),
                                         CHANNEL, shared, **other)  # fmt: skip
    assert "lead a card" in text_of(await seen(wire, pressed_by_ben))
    listed = await wire.command(CLEO, "daily")
    assert "Played here" not in text_of(await seen(wire, listed)), "it stands in no server's list"
    await process.end_well()


async def test_practice_is_begun_goes_on_and_is_offered_again_there(wire: Wire, process: Process) -> None:
    place = places(wire, ANN)["another server"]
    known = set(wire.messages)
    asked = await wire.interact(ANN, COMMAND, slash("practice"), CHANNEL, None, **place)
    await wire.until(lambda: any("act" in (each.get("custom_id") or "") for m in set(wire.messages) - known
                                 for each in components_of(wire.messages[m])))  # fmt: skip
    assert all(wire.messages[each]["flags"] & EPHEMERAL for each in set(wire.messages) - known)
    assert process.rows("SELECT guild_id, private FROM games") == [{"guild_id": 1, "private": 1}]
    await seen(wire, asked)
    asked = await wire.interact(ANN, COMMAND, slash("practice"), CHANNEL, None, **place)
    offer = await seen(wire, asked)
    assert "is not over" in text_of(offer)
    again = await pressing(wire, ANN, offer, "Continue", place)
    assert again.answer["type"] in (4, 7)
    stranger = places(wire, BEN)["another server"]
    asked = await wire.interact(BEN, COMMAND, slash("practice"), CHANNEL, None, **stranger)
    await wire.until(asked.answered.is_set)
    assert len(process.rows("SELECT id FROM games")) == 2
    await process.end_well()


async def test_forged_controls_do_nothing_public_there(wire: Wire, process: Process) -> None:
    board = await begin(wire, process)
    place, public = places(wire, CLEO)["another server"], len(wire.public())
    await forge_all(wire, process, board, **place)
    assert len(wire.public()) == public
    await process.end_well()


async def test_who_takes_no_direct_messages_is_told_so_there_too_once(wire: Wire, process: Process) -> None:
    await process.kill()
    process.rows("INSERT INTO user_settings VALUES (?, ?, ?)", ANN, DAILY_REMINDER, f'"{UNREACHABLE}"')
    await process.start()
    place = places(wire, ANN)["another server"]
    asked = await wire.interact(ANN, COMMAND, slash("daily"), CHANNEL, None, **place)
    page = await seen(wire, asked)
    await pressing(wire, ANN, page, "Fair deal", place)

    def told() -> list[Json]:
        return [each for each in wire.private(ANN) if "closed to me" in text_of(each)]

    await wire.until(told)
    await pressing(wire, ANN, page, "Today's deal", place)
    await process.end_well()
    assert len(told()) == 1
    assert process.rows("SELECT * FROM user_settings WHERE key = ?", DAILY_REMINDER) == []
