"""What a click is answered with stays private: a message that everyone sees is never edited by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord import MemberActor

from bot.playground import World
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.reply import in_place
from tests.simulated import bot_of, press, text_of
from tests.simulated.player import Sitting, at, private_answer, private_messages, public_messages

pytestmark = pytest.mark.one_bot

SECRET = "For one reader only."


def answering(world: World, monkeypatch: pytest.MonkeyPatch, *, first: Callable[..., Any] | None = None) -> None:
    """Let the bot answer every click with something private, after doing something else first."""

    async def answer(_app: object, interaction: discord.Interaction[Any], _route: object) -> None:
        if first is not None:
            await first(interaction)
        await in_place(interaction, Layout(SLATE, SECRET))

    dispatcher = bot_of(world).dispatcher
    monkeypatch.setattr(dispatcher, "_handlers", dict.fromkeys(dispatcher._handlers, answer))


async def test_a_public_message_is_never_edited_with_what_is_private_and_a_private_one_is_in_place(
    world: World, sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, board = sitting.players[0], sitting.board()
    member = player.actor
    before = [text_of(message) for message in public_messages(world)]
    answering(world, monkeypatch)
    for operation in ("hand", "panel", "act play QSa", "dismiss"):
        assert text_of(private_answer(await press(world, member, board, at(board, operation)))) == SECRET
    assert [text_of(message) for message in public_messages(world)] == before
    count = len(private_messages(world, member))
    await press(world, member, player.panel, at(sitting.board(), "panel"))
    assert text_of(player.panel) == SECRET
    assert len(private_messages(world, member)) == count

    async def defer(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()

    answering(world, monkeypatch, first=defer)  # what was acknowledged already has a message of its own
    (told,) = (await press(world, member, player.panel, at(board, "hand"))).followups
    assert text_of(told) == SECRET
    assert text_of(private_answer(await press(world, member, board, at(sitting.board(), "hand")))) == SECRET
    assert [text_of(message) for message in public_messages(world)] == before


async def test_another_members_private_message_is_never_edited_by_a_forged_click(
    world: World, sitting: Sitting
) -> None:
    owner, forger = sitting.players
    before = text_of(owner.panel)
    for operation in ("hand", "panel", "hint"):
        answered = private_answer(await press(world, forger.actor, owner.panel, at(owner.panel, operation)))
        assert answered.id != owner.panel.id
        assert text_of(owner.panel) == before


@pytest.mark.deep
async def test_giving_up_by_a_forged_control_leaves_the_board_to_the_game(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    before = text_of(sitting.board())
    answer = private_answer(await press(world, cleo, sitting.board(), at(sitting.board(), "dismiss")))
    assert "Nothing has changed" in text_of(answer)
    assert text_of(sitting.board()) == before
