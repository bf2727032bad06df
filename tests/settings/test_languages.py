"""Everybody is answered in their own language, and what everyone sees stands in the server's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord import ResponseMessage

from bot.registration import registered, same_commands
from bot.ui.kit.tree import Translator
from bot.ui.text.i18n import LANGUAGES
from cogs.table.house_rules import GROUPS
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import practise_in_channel, private_answer, private_messages, public_messages
from tests.simulated.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from simcord import Env, MemberActor

    from bot.playground import World

_ENGLISH = re.compile(
    r"\b(the|and|you|your|trick|to play|to lead|stock|trumps?|may|table \d+ is|deals?)\b", re.IGNORECASE
)
_FRENCH = re.compile(r"\b(le|la|les|vous|votre|une|levée|talon|atout|donne|cartes|règles|partie)\b", re.IGNORECASE)
_NAME = re.compile(r"[-_'\w]{1,32}")


def english_in(message: ResponseMessage) -> list[str]:
    return _ENGLISH.findall(re.sub(r"`[^`]*`", "", everything(message)))


def french_in(message: ResponseMessage) -> list[str]:
    return _FRENCH.findall(everything(message))


def everything(message: ResponseMessage) -> str:
    """Return the texts of a message and of its controls."""
    labels = [str(item.get(key, "")) for item in components_of(message) for key in ("label", "placeholder")]
    options = [option["label"] for item in components_of(message) for option in item.get("options", ())]
    return "\n".join([text_of(message), *labels, *options])


def set_locales(env: Env, members: Mapping[int, str]) -> None:
    """Let the simulation send members' and servers' locales, as Discord does; by itself it sends American English."""
    backend: Any = env.backend
    emit = backend.emit

    def emit_with_locales(event: str, payload: Any) -> None:  # noqa: ANN401 - any event
        if event == "INTERACTION_CREATE":
            user = int(payload["member"]["user"]["id"])
            guild = backend.get_guild(int(payload["guild_id"]))
            payload |= {"locale": members.get(user, "en-US"), "guild_locale": guild.preferred_locale}
        emit(event, payload)

    backend.emit = emit_with_locales


@pytest.fixture
def mixed(world: World, ann: MemberActor) -> World:
    """An English server in which Ann's Discord is French."""
    set_locales(world.env, {ann.id: "fr"})
    return world


@pytest.fixture
async def french(mixed: World) -> World:
    """The same, but the server is French."""
    mixed.env.backend.get_guild(mixed.env.guild.id).preferred_locale = "fr"
    await restart(mixed)
    return mixed


def control(message: ResponseMessage, op: str) -> str:
    """Return the custom id of the control that asks for something, whatever it is called."""
    return next(str(b["custom_id"]) for b in buttons_of(message) if f":{op}" in b["custom_id"])


def manages(world: World, member: MemberActor) -> None:
    """Let a member manage the server."""
    role = member.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(member.guild.id, member.id, role.id)


async def asked(member: MemberActor, world: World, name: str, **options: Any) -> ResponseMessage:  # noqa: ANN401
    return private_answer(await ask(member, world.channel, name, **options))


async def deal(world: World, ann: MemberActor, ben: MemberActor) -> tuple[ResponseMessage, ...]:
    """Open a table for Ann, let Ben sit down and start; return the board and both panels."""
    await ann.slash(world.channel, "play")
    lobby = public_messages(world)[-1]
    await ben.click(lobby, custom_id=control(lobby, "join"))
    await ann.click(lobby, custom_id=control(lobby, "start"))
    board = public_messages(world)[-1]
    panels = [private_answer(await m.click(board, custom_id=control(board, "hand"))) for m in (ann, ben)]
    return public_messages(world)[-1], *panels


async def test_the_same_command_answers_each_in_their_own_language_and_so_do_suggestions(
    mixed: World, ann: MemberActor, ben: MemberActor
) -> None:
    for name in ("help", "tables", "rules", "settings", "tutorial", "finished games", "learn"):
        hers, his = await asked(ann, mixed, name), await asked(ben, mixed, name)
        assert french_in(hers), name
        assert not english_in(hers), everything(hers)
        assert not french_in(his), everything(his)
    hers = await asked(ann, mixed, "play", rules="modern packs=two_less_an_eight")
    his = await asked(ben, mixed, "play", rules="modern packs=two_less_an_eight")
    assert "ne va pas avec" in text_of(hers)
    assert "cannot go with" in text_of(his)
    assert "Vous n’êtes à aucune table" in text_of(await asked(ann, mixed, "resign"))
    hers_offered = await ann.autocomplete(mixed.channel, "play", "rules", "")
    his_offered = await ben.autocomplete(mixed.channel, "play", "rules", "")
    assert any(choice["name"].startswith("Moderne") for choice in hers_offered)
    assert any(choice["name"].startswith("Modern:") for choice in his_offered)
    assert all(len(choice["name"]) <= 100 for choice in hers_offered)
    answered: list[str] = []
    bot_of(mixed).under_way.answered = lambda what, _seconds, _outcome: answered.append(what)
    await ann.autocomplete(mixed.channel, "play", "rules", "")
    assert answered == ["suggestions"]  # which count as under way


async def test_boards_stand_in_the_servers_language_and_panels_in_the_players(
    mixed: World, ann: MemberActor, ben: MemberActor
) -> None:
    board, hers, his = await deal(mixed, ann, ben)
    for public in public_messages(mixed):
        assert not french_in(public), everything(public)
    assert english_in(board)
    assert not english_in(hers), everything(hers)
    assert not french_in(his), everything(his)


@pytest.mark.deep
async def test_a_french_server_has_french_boards_whoever_acts(
    french: World, ann: MemberActor, ben: MemberActor
) -> None:
    board, hers, his = await deal(french, ann, ben)
    for _ in range(6):  # whoever is on move plays or draws; both panels and the board follow
        for member, panel in ((ann, hers), (ben, his)):
            acts = [b["custom_id"] for b in buttons_of(panel) if ":act " in b["custom_id"]]
            if acts:
                await member.click(panel, custom_id=acts[-1])
                break
        for public in public_messages(french):
            assert not english_in(public), everything(public)
        assert not english_in(hers), everything(hers)
        assert not french_in(his), everything(his)
    assert "retourne" in text_of(board)
    sure = await asked(ben, french, "resign")
    assert not french_in(sure)
    await ben.click(sure, custom_id=control(sure, "resign-yes"))
    result = public_messages(french)[-1]
    assert "abandonne" in text_of(result)
    assert not english_in(result), everything(result)
    await ben.click(result, custom_id=control(result, "rematch"))
    assert not english_in(result), everything(result)


async def test_everything_that_a_player_opens_is_in_one_language(mixed: World, ann: MemberActor) -> None:
    await ann.slash(mixed.channel, "play")
    lobby = public_messages(mixed)[-1]
    sheet = (await Sheet.opened(ann, lobby)).message
    for page in range(len(GROUPS)):
        if page:
            await ann.click(sheet, custom_id=f"bz:1:0:arrange {page}")
        assert not english_in(sheet), everything(sheet)
    await practise_in_channel(mixed, ann)
    panel = private_messages(mixed, ann)[-1]
    await ann.click(panel, custom_id=control(panel, "advice"))
    assert "Que déclarer" in text_of(panel)
    assert not english_in(panel), everything(panel)
    await ann.click(panel, custom_id=control(panel, "panel"))
    sure = await asked(ann, mixed, "resign", table=2)
    await ann.click(sure, custom_id=control(sure, "resign-yes"))
    for shown in (
        await asked(ann, mixed, "finished games"),
        await asked(ann, mixed, "finished games", table=2),
        await asked(ann, mixed, "settings", quiet_from=22),
        await asked(ann, mixed, "server settings"),
    ):
        assert not english_in(shown), everything(shown)
    result = public_messages(mixed)[-1]
    replay = private_answer(await press(mixed, ann, result, "bz:2:0:watch 0"))
    assert not english_in(replay), everything(replay)
    for public in public_messages(mixed):
        hers_alone = "table 2" in text_of(public)  # a practice: nobody else plays there
        assert bool(french_in(public)) is hers_alone, everything(public)


async def test_the_leaderboard_and_an_invitation_are_for_everyone(
    french: World, ann: MemberActor, ben: MemberActor
) -> None:
    await ben.slash(french.channel, "leaderboard")
    await ben.slash(french.channel, "play")
    await ask(ben, french.channel, "invite", member=ann)
    for public in public_messages(french):
        assert not english_in(public), everything(public)
    assert "vous invite" in text_of(public_messages(french)[-1])


async def test_member_and_server_choose_a_language_and_keep_it(
    mixed: World, ann: MemberActor, ben: MemberActor
) -> None:
    assert "Your settings" in text_of(await asked(ann, mixed, "settings", language="en"))
    assert not french_in(await asked(ann, mixed, "help"))
    await restart(mixed)
    assert not french_in(await asked(ann, mixed, "help"))
    assert "Vos réglages" in text_of(await asked(ann, mixed, "settings", language="auto"))
    assert not english_in(await asked(ann, mixed, "help"))
    manages(mixed, ben)
    said = await asked(ben, mixed, "server settings", language="fr")
    assert "Français" in [
        o["label"] for item in components_of(said) for o in item.get("options", ()) if o.get("default")
    ]
    assert not french_in(await asked(ben, mixed, "help"))
    await ben.slash(mixed.channel, "play")
    assert not english_in(public_messages(mixed)[-1])
    await restart(mixed)
    await ben.slash(mixed.channel, "play")
    assert not english_in(public_messages(mixed)[-1])


@pytest.mark.deep
async def test_threads_are_named_for_everyone_and_what_lacks_is_told_to_whoever_acts(
    french: World, ann: MemberActor, ben: MemberActor
) -> None:
    manages(french, ben)
    await asked(ben, french, "server settings", threads=True)
    await ben.slash(french.channel, "play")
    lobby = public_messages(french)[-1]
    await ann.click(lobby, custom_id=control(lobby, "join"))
    forbid(french, "create_public_threads")
    told, cards = (await ben.click(lobby, custom_id=control(lobby, "start"))).followups
    assert told.ephemeral
    assert "games are played in the channel" in text_of(told)
    assert cards.ephemeral
    assert not french_in(told)
    assert not french_in(cards)
    assert not english_in(public_messages(french)[-1])
    allow(french)
    await ben.slash(french.channel, "play")
    lobby = public_messages(french)[-1]
    await ann.click(lobby, custom_id=control(lobby, "join"))
    await ben.click(lobby, custom_id=control(lobby, "start"))
    table = await bot_of(french).tables.get(2)
    thread = bot_of(french).get_channel(table.channel_id)
    assert isinstance(thread, discord.Thread)
    assert thread.name.startswith("Table 2\u00a0:")
    stored = french.env.backend.messages[thread.id].values()
    for message in (*public_messages(french), *(ResponseMessage(french.env, m) for m in stored if not m.is_ephemeral)):
        assert not english_in(message), everything(message)


def nodes(command: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a command, its subcommands, options and choices."""
    yield command
    for part in (*command.get("options", ()), *command.get("choices", ())):
        yield from nodes(part)


async def test_commands_are_registered_and_compared_in_every_language_within_discords_limits(world: World) -> None:
    bot = bot_of(world)
    payloads = [await each.get_translated_payload(bot.tree, Translator()) for each in bot.tree.get_commands()]
    described = 0
    for payload in payloads:
        for node in nodes(payload):
            for language in LANGUAGES:
                name = node.get("name_localizations", {}).get(language, node["name"])
                text = node.get("description_localizations", {}).get(language, node.get("description", ""))
                assert 1 <= len(name) <= 100
                assert len(text) <= 100, text
                if "description" in node:
                    described += 1
                    assert _NAME.fullmatch(name), name
                    assert name == name.lower()
            if node.get("description") and node["description"] != "…":
                assert "fr" in node["description_localizations"], node["description"]
    assert described > 20
    for language in LANGUAGES:
        for siblings in (payloads, *(payload.get("options", []) for payload in payloads)):
            names = [each.get("name_localizations", {}).get(language, each["name"]) for each in siblings]
            assert len(set(names)) == len(names), names
    (play,) = [each for each in payloads if each["name"] == "play"]
    assert play["name_localizations"]["fr"] == "jouer"
    assert not await bot.sync_commands(), "nothing has changed"
    theirs = await registered(bot, None)
    assert any(each.get("name_localizations") for each in theirs)
    ours = [await each.get_translated_payload(bot.tree, Translator()) for each in bot.tree.get_commands()]
    assert same_commands(ours, theirs)
    ours[0]["description_localizations"] = {"fr": "Autre chose"}
    assert not same_commands(ours, theirs)
