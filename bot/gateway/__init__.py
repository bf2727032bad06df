"""Discord's gateway: a connection for each shard, and whose turn it is to identify itself."""

from .shards import Gateway
from .starts import Turn

__all__ = ["Gateway", "Turn"]
