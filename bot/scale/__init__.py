"""All that only several processes need: locks of shards, turns to identify, words of others."""

from .shards import Shards, Taken

__all__ = ["Shards", "Taken"]
