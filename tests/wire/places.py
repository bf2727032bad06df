"""Servers and channels as Discord tells of them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from tests.discord_server import BOT_USER

from .messages import Json


def server_payload(server: str, channels: Sequence[Json], permissions: int) -> Json:
    """Return a server with its channels, in which everyone may do so much."""
    everyone = {
        "id": server, "name": "@everyone", "permissions": str(permissions), "position": 0, "color": 0,
        "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }  # fmt: skip
    joined = discord.utils.utcnow().isoformat()
    me = {"user": BOT_USER, "roles": [], "joined_at": joined, "deaf": False, "mute": False, "flags": 0}
    return {
        "id": server, "name": "Club", "owner_id": "1", "roles": [everyone], "emojis": [], "features": [],
        "members": [me], "channels": list(channels),
        "threads": [], "presences": [], "voice_states": [],
        "member_count": 5, "large": False, "unavailable": False, "preferred_locale": "en-US", "afk_timeout": 60,
        "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0,
        "mfa_level": 0, "premium_tier": 0, "nsfw_level": 0, "system_channel_flags": 0, "stickers": [],
    }  # fmt: skip


def channel_payload(channel: str, server: str, last_message: str | None) -> Json:
    return {
        "id": channel, "guild_id": server, "type": 0, "name": "bezique", "position": 0, "permission_overwrites": [],
        "last_message_id": last_message, "nsfw": False, "parent_id": None,
    }  # fmt: skip


def thread_payload(thread: str, server: str, parent: str) -> Json:
    """Return a thread that hangs from a message of a channel."""
    moment = discord.utils.utcnow().isoformat()
    return channel_payload(thread, server, None) | {
        "type": 11, "parent_id": parent, "owner_id": BOT_USER["id"], "message_count": 0, "member_count": 1,
        "thread_metadata": {"archived": False, "auto_archive_duration": 10080, "archive_timestamp": moment,
                            "locked": False, "create_timestamp": moment},
        "total_message_sent": 0, "flags": 0, "applied_tags": [], "rate_limit_per_user": 0,
    }  # fmt: skip
