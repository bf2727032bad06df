"""Answering an interaction: to one person only, whatever state the interaction is in."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.engine import RulesError
from bot.tables import DatabaseError, Refused
from bot.ui.text.faces import read_in_words
from bot.ui.text.i18n import mark, read_in, tr
from bot.ui.text.refusals import refusal_text, rules_error_text

from .controls import ROSE, SLATE, Layout
from .trouble import DISCORD_TROUBLE, reason

log = logging.getLogger(__name__)


async def say_privately(interaction: discord.Interaction[Any], layout: Layout) -> int | None:
    """Show something to the person who asked, and to nobody else.

    Returns:
        The message's id where it is not the interaction's original message, which may be one for everybody.
    """
    if interaction.response.is_done():
        sent = await interaction.followup.send(**layout.sending(), ephemeral=True, wait=True)
        return int(sent.id)
    await interaction.response.send_message(**layout.sending(), ephemeral=True)
    return None


async def refuse(interaction: discord.Interaction[Any], text: str) -> None:
    """Tell the person who asked why it cannot be done, and what to do next."""
    await say_privately(interaction, Layout(ROSE, text))


async def note(interaction: discord.Interaction[Any], text: str) -> None:
    """Tell the person who asked something that is no refusal."""
    await say_privately(interaction, Layout(SLATE, text))


@asynccontextmanager
async def kindly(interaction: discord.Interaction[Any], what: str) -> AsyncIterator[None]:
    """Answer in the person's language and taste; turn whatever goes wrong into a kind sentence for that person only.

    Args:
        interaction: What is being answered.
        what: The command or control, for the log.
    """
    text = ""
    try:
        read_in(interaction.client.languages.of_reader(interaction))
        read_in_words(interaction.client.tastes.wants_words(interaction.user.id))
        yield
    except Refused as refused:
        text = refusal_text(refused)
    except RulesError as error:
        text = rules_error_text(error)
    except DatabaseError:
        log.exception("could not be stored: %s", what)
        text = tr("That could not be saved, so nothing has changed. Please try again in a moment.")
    except DISCORD_TROUBLE as error:
        log.warning("Discord did not take an answer to %s: %s", what, reason(error))
        if not interaction.response.is_done() and not isinstance(error, discord.NotFound):
            text = tr("Discord did not take my answer. What you did is safe; please try again.")
    except Exception:
        # The library would log the control as well, whose id may name a card that its owner holds.
        log.exception("failed while answering %s", what)
        text = tr("Something went wrong on my side. The game itself is safe; please try again.")
    if text:
        try:
            await refuse(interaction, text)
        except DISCORD_TROUBLE as error:
            log.warning("could not answer %s: %s", what, reason(error))


_NEEDED = (
    ("view_channel", mark("View Channel")),
    ("send_messages", mark("Send Messages")),
    ("attach_files", mark("Attach Files")),
)
_IN_THREADS = ("send_messages_in_threads", mark("Send Messages in Threads"))


def missing_permissions(interaction: discord.Interaction[Any]) -> list[str]:
    """List the permissions that the bot lacks in the channel of an interaction."""
    have = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    needed = [_IN_THREADS if name == "send_messages" and thread else (name, title) for name, title in _NEEDED]
    return [title for name, title in needed if not getattr(have, name)]


def lacking(permissions: list[str]) -> str:
    """Say which permissions the bot lacks, and what to do about it."""
    return tr(
        "I may not keep a table in this channel. I lack: {permissions}. Ask somebody who manages the server to allow "
        "that here, or use another channel.",
        permissions=", ".join(f"**{tr(name)}**" for name in permissions),
    )
