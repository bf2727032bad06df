"""What PostgreSQL is asked beside its tables: how it is connected to, and whose turn it is to write.

Several processes may work on one database. A transaction that writes is one of two kinds: *alone*, so that nobody else
writes from its first statement to its end, as all are on SQLite; or *beside* others, where a version or a key guards
all that it changes. Both hold an advisory lock to their end, the second kind shared with all of its kind.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, bindparam, func, select
from sqlalchemy.exc import DisconnectionError

if TYPE_CHECKING:
    from sqlalchemy import Executable
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

NAME: Final = "postgresql"
DRIVER: Final = "postgresql+asyncpg"
WRITERS: Final = 8
"""So many transactions of a process write at once; the others wait here, where waiting holds no connection."""
_READERS: Final = 12
_PATIENCE: Final = 10
"""Seconds to wait for a connection, and for a lock that another process holds; as on SQLite."""
_LONGEST_STATEMENT: Final = 60
"""Seconds after which a server that says nothing counts as gone."""
LINE_KEEPALIVES: Final = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3}
"""When either end of a process's line holds the other for gone that says nothing: after some 14 seconds."""
ONE_MOMENT: Final[dict[str, Any]] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}


def _key(*what: object) -> int:
    """Return the number of an advisory lock."""
    text = ":".join(map(str, ("bezique", *what)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), signed=True)


WRITING: Final = _key("writing")
MIGRATING: Final = _key("migrating")
_LOCK: Final = bindparam("lock", type_=BigInteger)
ALONE: Final[Executable] = select(func.pg_advisory_xact_lock(_LOCK))
BESIDE: Final[Executable] = select(func.pg_advisory_xact_lock_shared(_LOCK))


def turn_of(*what: object) -> dict[str, int]:
    """Return the value for :data:`ALONE` by which the turn at something is taken."""
    return {"lock": _key("turn", *what)}


def lease_of(shard: int) -> int:
    """Return the number of the advisory lock that is a shard's lease."""
    return _key("shard", shard)


def process_of(number: int) -> int:
    """Return the number of the advisory lock that every line of a process holds."""
    return _key("process", number)


def line_options() -> dict[str, Any]:
    """Return the options of an engine for one connection that stays, outside of transactions."""
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
    """Return the engine's options. A migration may wait, and take, as long as it needs."""
    settings = {
        "application_name": "bezique",
        "timezone": "UTC",
        "jit": "off",  # it takes longer to compile any of these statements than to run it
        # A process that hangs in the middle keeps nobody else out for ever.
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
    """Have the pool open another connection where the server has closed this one, as it does when it starts anew.

    Raises:
        DisconnectionError: it is closed.
    """
    driver: Any = getattr(connection, "driver_connection", None)
    if driver is not None and driver.is_closed():
        raise DisconnectionError
