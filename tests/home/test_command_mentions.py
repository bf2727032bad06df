"""Commands named in messages: mentions, so that everyone reads them in their own language and can press them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.ui.kit.mentions import forget_commands, learn_commands, with_mentions
from bot.ui.text.i18n import ENGLISH, LANGUAGES
from catalogue import read
from tests.simulated import bot_of, raw_text_of, restart
from tests.simulated.player import lobby_at
from tests.simulated.waiting import meanwhile

_NAMED = re.compile(r"`/([^`]*)`")
_ADDRESSES = {"healthz", "livez", "readyz", "metrics", "channels"}
"""What documents name like a command: the addresses at which the bot is asked how it is, and one of Discord's."""
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("started_again", [False, True])
async def test_expired_lobby_mentions_the_command_that_opens_another(
    world: World, ann: MemberActor, started_again: bool
) -> None:
    if started_again:
        await restart(world)  # nothing is registered anew, and the ids are read
    lobby = await lobby_at(world, ann)
    await meanwhile(world, 31 * 60, every=300)
    ids = {command.name: command.id for command in await bot_of(world).tree.fetch_commands()}
    assert f"</play:{ids['play']}>" in raw_text_of(lobby)
    assert "`/" not in raw_text_of(lobby)


async def test_whatever_a_text_or_document_names_is_a_command(world: World) -> None:
    known = {command.name for command in bot_of(world).tree.get_commands()}
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        for message in read(language):
            strings = [each or () for each in (message.id, message.string)]
            for text in (part for each in strings for part in ((each,) if isinstance(each, str) else each)):
                for found in _NAMED.finditer(text):
                    assert with_mentions(found[0]).startswith("</"), (language, found[0])
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
    named = {(file.name, name) for file in files for name in re.findall(r"`/(\w+)[ `]", file.read_text("utf-8"))}
    assert {name for _, name in named} >= {"play", "leaderboard"}
    assert {each for each in named if each[1] not in known | _ADDRESSES} == set()


@pytest.fixture
def known() -> Iterator[None]:
    """Two commands with their ids."""
    learn_commands(
        [
            {"id": "11", "name": "table", "type": 1, "options": [{"name": "open", "type": 1}]},
            {"id": 12, "name": "hand", "options": [{"name": "table", "type": 4}]},
            {"id": 13, "name": "Challenge to Bézique", "type": 2},
        ]
    )
    yield
    forget_commands()


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ask `/hand`, or `/table open`.", "Ask </hand:12>, or </table open:11>."),
        ("`/table open rules:modern 3`", "</table open:11> `rules:modern 3`"),
        ("`/hand table:`", "</hand:12> `table:`"),
        ("`/hand table`", "</hand:12> `table`"),
        ("`/table shut` and `/nothing`", "`/table shut` and `/nothing`"),
        ("/hand and `hand` and ` /hand`", "/hand and `hand` and ` /hand`"),
    ],
)
def test_only_known_commands_are_mentioned(text: str, shown: str) -> None:
    assert with_mentions(text) == shown


def test_without_ids_the_plain_name_stands() -> None:
    forget_commands()
    assert with_mentions("Open another with `/table open`.") == "Open another with `/table open`."
