"""PostgreSQL settings: connection options, and the advisory locks that decide which transaction may write.

Several processes may use one database. A writing transaction is one of two kinds: *alone*, which excludes all other
writers from its first statement to its end, as every transaction on SQLite does; or *beside* others, which is for
changes that a version or a key protects. Both kinds hold an advisory lock until they end; transactions of the second
kind share it.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

from sqlalchemy import BigInteger, Executable, bindparam, func, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

NAME: Final = "postgresql"
DRIVER: Final = "postgresql+asyncpg"
WRITERS: Final = 8
"""Number of transactions of a process that write at once; the others wait in the process, without a connection."""
_READERS: Final = 12
_PATIENCE: Final = 10
"""Seconds to wait for a connection, or for a lock that another process holds; the same as on SQLite."""
_LONGEST_STATEMENT: Final = 60
"""Seconds after which a server that does not respond counts as gone."""
LINE_KEEPALIVES: Final = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3}
"""TCP settings with which either end of a process's line detects that the other is gone, after about 14 seconds."""
CLOCK: Final[Executable] = text("SELECT clock_timestamp()")
ONE_MOMENT: Final[dict[str, Any]] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


def _key(*what: object) -> int:
    """Return the number of an advisory lock for a name."""
    text = ":".join(map(str, ("bezique", *what)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), signed=True)


WRITING: Final = _key("writing")
MIGRATING: Final = _key("migrating")
_LOCK: Final = bindparam("lock", type_=BigInteger)
ALONE: Final[Executable] = select(func.pg_advisory_xact_lock(_LOCK))
BESIDE: Final[Executable] = select(func.pg_advisory_xact_lock_shared(_LOCK))


def turn_of(*what: object) -> dict[str, int]:
    """Return the parameters for :data:`ALONE` that take the turn at something."""
    return {"lock": _key("turn", *what)}


SHARD: Final = 0x62657A31
"""First number of the advisory lock that a process holds for each of its shards; the second is the shard."""
COUNT: Final = 0x62657A32
"""First number of the advisory lock that all processes share which count as many shards; the second is that number."""


def line_options() -> dict[str, Any]:
    """Return the engine options for one lasting connection without transactions."""
    idle, interval, count = LINE_KEEPALIVES.values()
    settings = {
        "application_name": "bezique line",
        "tcp_keepalives_idle": f"{idle}s",
        "tcp_keepalives_interval": f"{interval}s",
        "tcp_keepalives_count": str(count),
        "tcp_user_timeout": f"{idle + interval * count}s",
    }
    return {"connect_args": {"timeout": _PATIENCE, "server_settings": settings}, "isolation_level": "AUTOCOMMIT"}


def options(*, migrating: bool) -> dict[str, Any]:
    """Return the engine's options; migrations have no time limits."""
    settings = {
        "application_name": "bezique",
        "timezone": "UTC",
        "jit": "off",  # compiling any of these statements takes longer than running it
        # A process that hangs in a transaction must not block the others forever.
        "idle_in_transaction_session_timeout": "0" if migrating else f"{_LONGEST_STATEMENT}s",
        "lock_timeout": "0" if migrating else f"{_PATIENCE}s",
    }
    arguments: dict[str, Any] = {"timeout": _PATIENCE, "server_settings": settings}
    if migrating:
        return {"connect_args": arguments, "isolation_level": "READ COMMITTED"}
    return {
        "connect_args": arguments | {"command_timeout": _LONGEST_STATEMENT},
        "isolation_level": "READ COMMITTED",
        "pool_size": WRITERS,
        "max_overflow": _READERS,
    }


def refuse_closed(connection: DBAPIConnection, _entry: ConnectionPoolEntry, _proxy: object) -> None:
    """Make the pool replace a connection that the server has closed, for example by restarting."""
    driver: Any = getattr(connection, "driver_connection", None)
    if driver is not None and driver.is_closed():
        raise DisconnectionError
