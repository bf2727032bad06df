"""Discord with many servers, spread evenly over shards, each with a channel of its own."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from aiohttp import web

from .messages import Json, numbered
from .server import Wire

_FIRST: Final = 1_200_000_000_000_000_000 >> 22
_CALLBACK: Final = re.compile(r"interactions/(\d+)/")


class Many(Wire):
    """Discord with so many servers, where identifying a shard too soon is refused.

    Attributes:
        answers: How often each interaction was answered, or somebody tried to.
    """

    def __init__(self, shards: int, servers: int, concurrency: int, apart: float = 5.0) -> None:
        super().__init__()
        self.gateway.shards = shards
        self.gateway.concurrency = concurrency
        self.gateway.apart = apart
        self.channels = {str(channel_in(_server(number))): None for number in range(servers)}
        self.answers: Counter[int] = Counter()

    @property
    def servers(self) -> list[int]:
        return [int(self.server_of(channel)) for channel in self.channels]

    def shard_of(self, server: int) -> int:
        return (server >> 22) % self.gateway.shards

    def server_of(self, channel: str) -> str:
        """Return the server in which a channel is: its id is the next one."""
        return str(int(channel) - 1)

    def put(self, message: str, channel: str, components: list[Json]) -> Json:
        """Let there be a message of the bot's, of a time before this run."""
        stored = self._store({"components": components, "flags": 1 << 15}, channel)
        del self.messages[stored["id"]]
        self.messages[message] = stored | {"id": message, "components": numbered(components)}
        return self.messages[message]

    def carried_out(self, request: web.Request, path: str, body: Json) -> web.Response:
        """Do what a request asks for, and count answers."""
        if (answered := _CALLBACK.match(path)) is not None:
            self.answers[int(answered[1])] += 1
        return super().carried_out(request, path, body)


def channel_in(server: int) -> int:
    return server + 1


def _server(number: int) -> int:
    return (_FIRST + number) << 22
