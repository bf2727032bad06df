"""Records what reaches everyone but one member or two partners: messages posted, edited and taken away, and when."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from simcord import MemberActor

from bot.playground import World

_ID = re.compile(r'\d{16,20}|(?<="id": )\d{4,}')
"""An id of Discord's, or of a menu, which is another one each time it is sent."""


@dataclass
class Overheard:
    """What the others were shown, in a form that can be compared with another run.

    It is kept by reader, each in order: which of two messages to different readers is drawn first within a moment is
    chance, and nobody sees both.
    """

    world: World
    but: tuple[MemberActor, ...]
    told: dict[str, list[str]] = field(default_factory=dict)
    """By reader, one line a call: the moment, what was done, and all that is in the message."""
    _ids: dict[tuple[str, str], str] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return how often anything has reached anybody."""
        return sum(map(len, self.told.values()))

    def __bool__(self) -> bool:
        """Be there, also before anything has reached anybody."""
        return True

    def hear(self, what: str, message: Any) -> None:  # noqa: ANN401 - the simulation's own message
        """Note what was done with a message, unless it is for one of those members alone."""
        if message.is_ephemeral and any(message.visible_to(each.id) for each in self.but):
            return
        reader = "everyone"
        if message.is_ephemeral:
            reader = next(member.name for member in self.world.members if message.visible_to(member.id))
        blobs = self.world.env.backend.cdn
        files = [
            (each["filename"], each["description"], hashlib.sha256(blobs.get(each["url"]) or b"").hexdigest())
            for each in message.attachments
        ]
        content = json.dumps(
            [message.content, message.components, files, message.ping_user_ids], ensure_ascii=False, sort_keys=True
        )
        at = self.world.env.backend.clock.elapsed
        line = f"{at:.1f} {what} {message.id}: {content}"
        self.told.setdefault(reader, []).append(_ID.sub(lambda found: self._number(reader, found[0]), line))

    def _number(self, reader: str, identity: str) -> str:
        """Number ids in the order in which a reader comes upon them: after one click more all later ones are others."""
        return self._ids.setdefault((reader, identity), f"#{sum(who == reader for who, _ in self._ids)}")


@dataclass
class Same:
    """Chance that always comes out the same, however often it is asked."""

    number: int

    def randrange(self, stop: int) -> int:
        """Return a number below another."""
        return self.number % stop

    def randbytes(self, n: int) -> bytes:
        """Return a number of zero bytes."""
        return bytes(n)


@contextmanager
def every_message(world: World, note: Callable[[str, Any], None]) -> Iterator[None]:
    """Hand on each message that is *posted*, *edited* or *deleted*, in the state in which it then is."""
    backend: Any = world.env.backend
    before = commit, edit, delete = backend.commit_message, backend.edit_message, backend.delete_message

    def commit_message(message: Any, **options: Any) -> Any:  # noqa: ANN401 - the simulation's own types
        stored = commit(message, **options)
        note("posted", stored)
        return stored

    def edit_message(*arguments: Any) -> Any:  # noqa: ANN401 - as above
        stored = edit(*arguments)
        note("edited", stored)
        return stored

    def delete_message(channel_id: int, message_id: int) -> None:
        note("deleted", backend.get_message(channel_id, message_id))
        delete(channel_id, message_id)

    backend.commit_message, backend.edit_message, backend.delete_message = commit_message, edit_message, delete_message
    try:
        yield
    finally:
        backend.commit_message, backend.edit_message, backend.delete_message = before


@contextmanager
def overhearing(world: World, *but: MemberActor) -> Iterator[Overheard]:
    """Record what everyone but these members is shown, or everyone where a house player is the one."""
    heard = Overheard(world, but)
    with every_message(world, heard.hear):
        yield heard
