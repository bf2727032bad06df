"""Which process answers for which table: loading and dropping a shard's tables, and what several processes share."""

from .tables import Ownership

__all__ = ["Ownership"]
