"""Nothing of a channel is told to a member who does not see it, nor changed by them, whatever operation they ask for.

The operations are taken from the routing table and the command tree: a new one that names something of a kind that is
not known here fails the test until it is said what that is.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from itertools import product
from typing import Any, Final

import discord
import pytest
from discord import app_commands
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.interactions import base_payload

from bot.client import BeziqueBot
from bot.club.standings.rating import KINDS
from bot.playground import World
from bot.ui.kit.public_posts import Pace
from bot.ui.routes import tournaments as tournaments_routes
from bot.ui.routes.custom_ids import _FIELDS, OPERATIONS, Route
from tests.databases import ON_SERVER, Connected, connected, tables_of
from tests.safety.test_sight import keep_out
from tests.simulated import bot_of, press
from tests.simulated.asking import ask, open_tournament
from tests.simulated.player import lobby_at, private_answer, sit_down, table_number
from tests.standings.test_statistics import won_by
from tests.tournaments.test_clicks import tick, tournament

pytestmark = pytest.mark.deep

TABLES_FROM, TOURNAMENTS_FROM = 7000, 8000
"""Numbers begin here, so that none of them stands in a text by chance."""
NO_TABLE, NO_TOURNAMENT = 7999, 8999
NAMES = ("Veiled Cup", "Secret Swiss", "Covert Open")
TABLE_FIELDS: Final = {"table_id", "game_id", "own_id"}
MEMBER_FIELDS: Final = {
    "absent_id", "blocked_id", "guest_id", "member_id", "one_id", "other_id", "owner_id", "partner_id", "player_id",
    "user_id",
}  # fmt: skip
PLAIN_FIELDS: Final[dict[str, list[Any]]] = {
    "action": ["pass", "play QSa"], "after": ["none"], "answer": ["x"], "asked_at": [1], "back": [0],
    "book": ["modern"], "cards": ["QSa,JDa"], "channels": [""], "clock": ["live-5"], "code": ["modern"], "deal": [0],
    "days": [7], "decision": [0], "kind": ["all", *KINDS], "last_id": [0], "report_id": [1],
    "done": [0], "edition": [0, 1], "hour": [8], "hours": [1], "key": ["hints"], "lesson": ["none"], "minutes": [60],
    "name": ["marriage"], "number": [0, 1], "option": ["target"], "page": [0], "panel": [0, 1], "part": [0],
    "said": ["x"], "season": ["ever"], "seat": [0, 1], "seated": [0], "step": [0], "topic": ["play"], "trick": [0],
    "typed": ["x"], "value": ["1000"], "secret": ["abc"], "invited": [0],
}  # fmt: skip
"""What fields hold that name nothing which stands in a channel; ``number`` is a day or a rule set, but see below."""
PLAIN_OPTIONS: Final[dict[str, list[Any]]] = {"topic": ["play"]}
"""What required options of commands hold that name nothing which stands in a channel."""


@dataclass
class Hidden:
    """What there is in the channel that Cleo does not see."""

    world: World
    salon: ChannelHandle
    tables: dict[str, int]
    tournaments: dict[str, int]
    database: Connected

    @property
    def channels(self) -> list[int]:
        channels = self.world.env.backend.channels.values()
        return [self.salon.id, *(each.id for each in channels if each.parent_id == self.salon.id)]

    @property
    def marks(self) -> re.Pattern[str]:
        """All that tells of the channel: numbers, names, and the ids of channels and messages.

        A number within hexadecimal digits is chance: a commitment may hold any.
        """
        backend = self.world.env.backend
        messages = [message for channel in self.channels for message in backend.messages[channel]]
        numbers = [*self.tables.values(), *self.tournaments.values(), *self.channels, *messages]
        return re.compile("|".join([*(rf"(?<![0-9a-f]){each}(?![0-9a-f])" for each in numbers), *NAMES]))

    def state(self) -> dict[str, object]:
        """Return all that is stored of it, and all that its messages show."""
        backend = self.world.env.backend
        shown: dict[str, object] = {
            f"message {message.id}": json.dumps(serializers.message_payload(backend, message), default=str)
            for channel in self.channels
            for message in list(backend.messages[channel].values())
        }
        numbers = {*self.tables.values(), *self.tournaments.values()}
        for table in tables_of(self.database):
            keys = {"id"} if table in ("games", "tournaments") else {"game_id", "tournament_id"}
            rows = self.database.execute(f"SELECT * FROM {table}")  # noqa: S608 - the name of a table
            shown[table] = sorted(str(row) for row in rows if any(row.get(key) in numbers for key in keys))
        return shown


@pytest.fixture
async def hidden(world: World) -> AsyncIterator[Hidden]:
    """A channel that all but Cleo see, with tables and tournaments at every stage of their lives."""
    bot = bot_of(world)
    with connected(bot.settings.database_url) as database:
        for name, first in (("games", TABLES_FROM), ("tournaments", TOURNAMENTS_FROM)):
            if ON_SERVER:
                database.execute(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), {first})")
            else:
                database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", name, first)
        yield await filled(world, database)


async def filled(world: World, database: Connected) -> Hidden:
    """Open the channel and all that stands there."""
    ann, ben, _cleo, dai = world.members
    bot = bot_of(world)
    bot.app._pace = Pace(10**6, timedelta(minutes=1))
    salon = world.env.guild.create_text_channel("salon")
    keep_out(world, salon, but=(ann, ben, dai))
    there = replace(world, channel=salon)
    tables = {"over": await won_by(world, salon, ann, ben)}
    tables["lobby"] = table_number(await lobby_at(there, ann))
    tables["playing"] = (await sit_down(there, (dai, ben))).table
    challenge = (await ask(dai, salon, "open challenge")).response
    assert challenge is not None
    tables["challenge"] = table_number(challenge)
    await ann.click(private_answer(await ann.slash(salon, "daily")), label="Play")
    (tables["daily"],) = [each.id for each in bot.tables.memory.awake() if each.daily is not None]
    numbers: list[int] = []
    for who, name in zip((ann, ben, dai), NAMES, strict=True):
        await open_tournament(who, salon, name, meeting="swiss")
        numbers.append(TOURNAMENTS_FROM + 1 + len(numbers))
        for member in (ann, ben, dai):
            await press(world, member, challenge, f"bz:0:0:cup-join {numbers[-1]}")
    await press(world, ben, challenge, f"bz:0:0:cup-start {numbers[1]}")
    await press(world, dai, challenge, f"bz:0:0:cup-end-yes {numbers[2]}")
    await tick(world)
    (pairing,) = [each for each in (await tournament(world, numbers[1])).pairings if each.away is not None]
    assert pairing.table_id is not None
    tables["fixture"] = pairing.table_id
    while await bot.club.luck.go_on():
        pass  # else the clock would count it during the test
    stages = dict(zip(("open", "playing", "over"), numbers, strict=True))
    assert [(await tournament(world, number)).state.value for number in numbers] == ["open", "playing", "cancelled"]
    return Hidden(world, salon, tables, stages, database)


def values_of(hidden: Hidden, kind: type[Route], name: str) -> list[Any]:
    """Return what a field of an operation may name; what stands in a channel is left to the caller."""
    found = next(part for part in kind.__dataclass_fields__.values() if part.name == name)
    reader = next((part.read for part in _FIELDS[kind.op] if part.name == name), None)
    if isinstance(reader, type) and issubclass(reader, StrEnum):
        return list(reader)
    if "bool" in str(found.type):
        return [True, False]
    if name in MEMBER_FIELDS:
        return [member.id for member in hidden.world.members if member.name != "cleo"]
    if name == "ply":
        return [0]
    assert name in PLAIN_FIELDS, f"say in this test what {name} of {kind.op} names"
    good = [value for value in PLAIN_FIELDS[name] if isinstance(value, str) == ("str" in str(found.type))]
    return good or ["0" if "str" in str(found.type) else 0]


def named_by(kind: type[Route]) -> tuple[str, str] | None:
    """Return by which field an operation names something that stands in a channel, and of what kind that is."""
    for name in kind.__dataclass_fields__:
        if name in TABLE_FIELDS:
            return name, "table"
        if name == "number" and kind.__module__ == tournaments_routes.__name__:
            return name, "tournament"
    return None


def routes_of(hidden: Hidden, kind: type[Route]) -> Iterator[tuple[Route, int, int]]:
    """Write an operation in all the ways in which it may be meant: with what it names, and with what does not exist."""
    named = named_by(kind)
    fields = [name for name, part in kind.__dataclass_fields__.items() if name not in ("op", "chosen")]
    rest = {name: values_of(hidden, kind, name) for name in fields if named is None or name != named[0]}
    rounds = max((len(values) for values in rest.values()), default=1)
    others = [{name: values[at % len(values)] for name, values in rest.items()} for at in range(rounds)]
    if named is None:
        yield from ((kind(**other), 0, 0) for other in others)
        return
    wanted = hidden.tables if named[1] == "table" else hidden.tournaments
    nobody = NO_TABLE if named[1] == "table" else NO_TOURNAMENT
    for number, other in product(wanted.values(), others):
        if "ply" in other:
            other["ply"] = bot_of(hidden.world).tables.memory.if_awake(number).ply if number in live(hidden) else 0  # type: ignore[union-attr]
        yield kind(**other, **{named[0]: number}), number, nobody


def live(hidden: Hidden) -> set[int]:
    return {table.id for table in bot_of(hidden.world).tables.memory.awake()}


async def ask_for(hidden: Hidden, cleo: MemberActor, message: ResponseMessage, route: Route, *, private: bool) -> str:
    """Have Cleo ask for an operation by a control that nobody has shown her, and return all that she is told."""
    try:
        data: dict[str, Any] = {"custom_id": route.custom_id, "component_type": 2}
    except ValueError:
        custom_id, value = route.entry
        data = {"custom_id": custom_id, "component_type": 3, "values": [value]}
    backend = hidden.world.env.backend
    record, payload = base_payload(
        backend, type=3, channel_id=message.channel_id, guild_id=None if private else cleo.guild.id, user_id=cleo.id,
        data=data,
    )  # fmt: skip
    stored = backend.get_message(message.channel_id, message.id)
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    await hidden.world.env.settle()
    return told(hidden, InteractionResult(hidden.world.env, record))


def told(hidden: Hidden, result: InteractionResult) -> str:
    """Return what an answer shows, as Discord has it."""
    backend = hidden.world.env.backend
    messages = [*([result.response] if result.response is not None else []), *result.followups]
    stored = [backend.get_message(each.channel_id, each.id) for each in messages]
    shown = [
        [each.content, each.components, each.embeds, [file["filename"] for file in each.attachments]] for each in stored
    ]
    return json.dumps([shown, result.modal, result.autocomplete_choices], default=str)


def anonymous(words: str, number: int) -> str:
    return words.replace(str(number), "NUMBER")


async def a_message(hidden: Hidden, cleo: MemberActor, *, private: bool) -> ResponseMessage:
    """Return a message of the bot's to Cleo alone, in a channel or in a direct message."""
    result = await (cleo.user.slash("hand") if private else ask(cleo, hidden.world.channel, "tables"))
    assert result.response is not None
    return result.response


def check_all_that_cleo_sees(hidden: Hidden, cleo: MemberActor) -> None:
    backend, marks = hidden.world.env.backend, hidden.marks
    for channel, messages in backend.messages.items():
        if channel in hidden.channels:
            continue
        owners = [user for user, dm in backend.dm_channels.items() if dm == channel]
        for message in messages.values():
            if (not owners or cleo.id in owners) and message.visible_to(cleo.id):
                words = json.dumps(serializers.message_payload(backend, message), default=str)
                assert marks.search(words) is None, words


def make_manager(hidden: Hidden, cleo: MemberActor) -> None:
    backend, guild = hidden.world.env.backend, hidden.world.env.guild.id
    allowed = discord.Permissions(manage_guild=True, manage_messages=True).value
    backend.add_member_role(guild, cleo.id, backend.create_role(guild, "managers", permissions=allowed).id)


@pytest.mark.parametrize("who", ["member", "manager", "in private"])
async def test_no_operation_tells_or_changes_anything_of_a_channel_that_the_member_does_not_see(
    hidden: Hidden, cleo: MemberActor, who: str
) -> None:
    private = who == "in private"
    if who == "manager":
        make_manager(hidden, cleo)
    assert set(OPERATIONS.values()) == set(bot_of(hidden.world).dispatcher._handlers)
    before, marks = hidden.state(), hidden.marks
    wrong: list[str] = []
    for kind in OPERATIONS.values():
        if private and named_by(kind) is None:
            continue
        message = await a_message(hidden, cleo, private=private)
        for route, number, nobody in routes_of(hidden, kind):
            words = await ask_for(hidden, cleo, message, route, private=private)
            if number:
                name, _ = named_by(kind) or ("", "")
                unknown = await ask_for(hidden, cleo, message, replace(route, **{name: nobody}), private=private)
                if anonymous(words, number) != anonymous(unknown, nobody):
                    wrong.append(f"{route} tells {words} and of what does not exist {unknown}")
            elif (found := marks.search(words)) is not None:
                wrong.append(f"{route} tells {found[0]} in {words}")
            if (after := hidden.state()) != before:
                wrong.append(f"{route} changes {[key for key in after if after[key] != before.get(key)]}")
                before = after
    assert not wrong, "\n\n".join(wrong)
    check_all_that_cleo_sees(hidden, cleo)


def commands_of(bot: BeziqueBot) -> list[app_commands.Command[Any, ..., Any]]:
    return [each for each in bot.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_all_that_is_said_here_of_fields_and_options_is_of_some_that_exist(world: World) -> None:
    fields = {name for kind in OPERATIONS.values() for name in kind.__dataclass_fields__}
    assert {*TABLE_FIELDS, *MEMBER_FIELDS, *PLAIN_FIELDS} <= fields
    options = {option.name for command in commands_of(bot_of(world)) for option in command.parameters}
    assert set(PLAIN_OPTIONS) <= options


def options_of(hidden: Hidden, command: app_commands.Command[Any, ..., Any]) -> list[tuple[dict[str, Any], int]]:
    """Return with what options a command is given: naming each hidden table, or each member, where it can."""
    given: dict[str, Any] = {}
    tables, name = False, command.qualified_name
    for option in command.parameters:
        if option.name == "table":
            tables = True
        elif option.name == "member":
            given[option.name] = hidden.world.members[0]
        elif option.required:
            assert option.name in PLAIN_OPTIONS, f"say in this test what {option.name} of /{name} names"
            (given[option.name],) = PLAIN_OPTIONS[option.name]
        else:
            a_number = option.type is discord.AppCommandOptionType.integer and not option.choices
            assert not a_number, f"say in this test what {option.name} of /{name} names"
    with_tables = [(given | {"table": number}, number) for number in hidden.tables.values()] if tables else []
    needs = any(option.name == "table" and option.required for option in command.parameters)
    return [*with_tables, *([] if needs else [(given, 0)])]


@pytest.mark.parametrize("who", ["member", "manager"])
async def test_no_command_tells_or_changes_anything_of_a_channel_that_the_member_does_not_see(
    hidden: Hidden, cleo: MemberActor, who: str
) -> None:
    world, wrong = hidden.world, list[str]()
    if who == "manager":
        make_manager(hidden, cleo)
    before, marks = hidden.state(), hidden.marks
    for command in commands_of(bot_of(world)):
        name = command.qualified_name
        if name not in cleo.available_commands(world.channel):
            assert name.startswith("moderate "), name
            continue
        for options, number in options_of(hidden, command):
            words = told(hidden, await ask(cleo, world.channel, name, **options))
            if number:
                unknown = told(hidden, await ask(cleo, world.channel, name, **(options | {"table": NO_TABLE})))
                if anonymous(words, number) != anonymous(unknown, NO_TABLE):
                    wrong.append(f"/{name} {options} tells {words} and of what does not exist {unknown}")
            elif (found := marks.search(words)) is not None:
                wrong.append(f"/{name} {options} tells {found[0]} in {words}")
            if (after := hidden.state()) != before:
                wrong.append(f"/{name} changes {[key for key in after if after[key] != before.get(key)]}")
                before = after
        for option in command.parameters:
            if option.autocomplete:
                choices = await cleo.autocomplete(world.channel, name, option.name, "")
                assert marks.search(json.dumps(choices)) is None, (name, option.name, choices)
    for menu in bot_of(world).tree.walk_commands(type=discord.AppCommandType.user):
        words = told(hidden, await cleo.context_menu(world.channel, menu.name, world.members[0]))
        assert marks.search(words) is None, (menu.name, words)
    assert not list(bot_of(world).tree.walk_commands(type=discord.AppCommandType.message))
    assert not wrong, "\n\n".join(wrong)
    check_all_that_cleo_sees(hidden, cleo)
