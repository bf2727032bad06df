"""Memory of a server in the client's cache: `python benchmarks/guilds.py`.

The bot's own client receives servers as Discord sends them, with channels, roles and emojis; the bot itself is the only
member, because the bot requests no others. It prints a line of JSON with the resident memory that each server adds.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import discord

from benchmarks.bots import settings_in
from bot.client import BeziqueBot

_FIRST, _BOT = 10**18, 42
_ROLES, _CHANNELS, _EMOJIS, _EACH = 100, 1_000, 5_000, 10_000
"""First id of each kind within a server's range, and the number of ids in that range."""
_CATEGORIES, _VOICES = 6, 8


def server(at: int, channels: int, roles: int, emojis: int) -> dict[str, Any]:
    """Return a server as Discord sends it when the bot comes online."""
    first = _FIRST + at * _EACH
    rights = [
        {"id": str(first + _ROLES + one % roles), "type": 0, "allow": "1024", "deny": "2048"} for one in range(1, 4)
    ]

    def channel(number: int) -> dict[str, Any]:
        own: dict[str, Any] = {
            "id": str(first + _CHANNELS + number), "position": number, "permission_overwrites": rights, "flags": 0,
            "name": f"channel-{number}", "version": 1,
        }  # fmt: skip
        if number < _CATEGORIES:
            return own | {"type": 4}
        own["parent_id"] = str(first + _CHANNELS + number % _CATEGORIES)
        if number < _CATEGORIES + _VOICES:
            return own | {"type": 2, "bitrate": 64_000, "user_limit": 0, "nsfw": False, "last_message_id": None}
        topic, last = f"What channel {number} of server {at} is for, in a sentence", str(first + _EACH - 1)
        return own | {"type": 0, "topic": topic, "last_message_id": last, "rate_limit_per_user": 0, "nsfw": False}

    return {
        "id": str(first), "name": f"Server number {at}", "icon": "a" * 32, "owner_id": str(first + 1), "emojis": [
            {"id": str(first + _EMOJIS + one), "name": f"emoji{one}", "roles": [], "require_colons": True,
             "managed": False, "animated": False, "available": True} for one in range(emojis)
        ], "roles": [
            {"id": str(first + (_ROLES + one if one else 0)), "name": f"Role number {one}", "color": one,
             "hoist": False, "position": one, "permissions": "2248473465835073", "managed": False,
             "mentionable": True, "flags": 0}
            for one in range(roles)
        ], "channels": [channel(number) for number in range(channels)], "members": [
            {"user": {"id": str(_BOT), "username": "bezique", "discriminator": "0", "avatar": None, "bot": True},
             "roles": [str(first + _ROLES + 1)], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False,
             "flags": 0}
        ], "threads": [], "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": [],
        "stickers": [], "features": ["COMMUNITY"], "preferred_locale": "en-US", "large": True, "member_count": 500,
        "verification_level": 1, "default_message_notifications": 1, "explicit_content_filter": 2, "mfa_level": 0,
        "nsfw_level": 0, "premium_tier": 0, "afk_timeout": 300, "system_channel_id": str(first + _CHANNELS + 20),
        "system_channel_flags": 0, "unavailable": False,
    }  # fmt: skip


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def main() -> None:
    """Measure servers of the size given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, default=1_000)
    parser.add_argument("--channels", type=int, default=50)
    parser.add_argument("--roles", type=int, default=30)
    parser.add_argument("--emojis", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bot = BeziqueBot(settings_in(folder))
        state: Any = bot._connection  # noqa: SLF001 - the cache
        user: Any = {"id": str(_BOT), "username": "bezique", "discriminator": "0", "avatar": None}
        state.user = discord.ClientUser(state=state, data=user)
        gc.collect()
        before = resident()
        for at in range(options.servers):
            # Parsed from text, as from the gateway, so that no two servers share a string.
            data = json.loads(json.dumps(server(at, options.channels, options.roles, options.emojis)))
            state._add_guild_from_data(data)  # noqa: SLF001 - as the gateway does
        gc.collect()
        kept = (resident() - before) / options.servers / 1024
    told = {"servers": len(bot.guilds), "channels": len(bot.guilds[0].channels), "roles": len(bot.guilds[0].roles)}
    print(json.dumps(told | {"kib_a_server": round(kept, 1)}))


if __name__ == "__main__":
    main()
