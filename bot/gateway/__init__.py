"""Discord's gateway: a connection for each shard, and the turns in which shards identify themselves."""

from .shards import Gateway
from .starts import Turn

__all__ = ["Gateway", "Turn"]
