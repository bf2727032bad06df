"""The bot as a process of its own, over a database that outlives it."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

from bot.cli.exits import ExitCode
from tests.databases import connected, url_of
from tests.programs import Ended, Launched, Launcher

from .server import Wire


class Process:
    """Starts the bot, kills it, and reads what it has stored."""

    def __init__(self, launcher: Launcher, wire: Wire, folder: Path) -> None:
        self._launcher = launcher
        self._wire = wire
        self._folder = folder
        self._launched: Launched | None = None
        self.environment = {"BEZIQUE_PICTURES": "false", "BEZIQUE_DEAL_SECONDS": "600"}

    @property
    def database(self) -> Path:
        """By what path the database is known, in which everything is stored."""
        return self._folder / "bezique.db"

    @property
    def url(self) -> str:
        return url_of(self.database)

    @property
    def runs(self) -> bool:
        return self._launched is not None

    @property
    def lives(self) -> bool:
        """Whether the process is there, as far as the system knows."""
        return self._launched is not None and self._launched.lives

    async def start(self) -> None:
        """Start the bot and wait until it is online."""
        assert self._launched is None
        online = self._wire.calls.count("GATEWAY")
        self._launched = await self._launcher.start(
            self._folder,
            "run",
            server=self._wire,
            DISCORD_TOKEN="any",
            BEZIQUE_DATABASE_URL=self.url,
            **self.environment,
        )
        await self._wire.until(lambda: self._wire.calls.count("GATEWAY") > online)

    async def kill(self) -> None:
        """End the bot from one instruction to the next, as a power cut does."""
        ended = await self.end(signal.SIGKILL)
        assert ended.code == -signal.SIGKILL, ended.err

    async def restart(self) -> None:
        await self.kill()
        await self.start()

    async def end_well(self) -> Ended:
        """Tell the bot to end, and hold it to doing so in order, with nothing broken in its log."""
        ended = await self.end(signal.SIGTERM)
        assert ended.code == ExitCode.OK, ended.err
        assert "Traceback" not in ended.out + ended.err, ended.err
        return ended

    async def end(self, number: signal.Signals) -> Ended:
        """Send a signal, and return how the bot ended."""
        assert self._launched is not None
        launched, self._launched = self._launched, None
        return await launched.stop(number)

    def rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        with connected(self.database) as connection:
            return connection.execute(query, *values)
