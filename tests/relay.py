"""A relay between the bot and a server of PostgreSQL's, which a test can cut off and let through again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from sqlalchemy.engine import make_url

_USUAL_PORT: Final = 5432


class Relay:
    """Listens on a port of this machine, and passes everything on to the server of an address."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._port = 0
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        return self._url.set(host="127.0.0.1", port=self._port).render_as_string(hide_password=False)

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._joined, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """Break every connection off and take no new one."""
        assert self._server is not None
        self._server.close()
        for writer in self._open:
            writer.transport.abort()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onwards = await asyncio.open_connection(self._url.host, self._url.port or _USUAL_PORT)
        both = {writer, onwards}
        self._open |= both
        try:
            await asyncio.gather(_passed(reader, onwards), _passed(there, writer))
        finally:
            self._open -= both


async def _passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.close()
