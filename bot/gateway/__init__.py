"""Discord's gateway: a connection for each shard, and the turns in which shards identify themselves."""

from bot.gateway.connection import Turn

from .shards import Gateway

__all__ = ["Gateway", "Turn"]
