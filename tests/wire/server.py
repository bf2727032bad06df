"""Discord over the wire, as far as a game needs it: one server with a channel and members who use commands and buttons.

It answers what the bot's process asks over HTTP and sends it what people do over the gateway. A test can halt it at a
request, before or after that was carried out, to see what becomes of a bot that ends or is cut off just then.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Final

import discord
from aiohttp import web

from bot.ui.routes.custom_ids import Route
from tests.discord_server import APPLICATION, BOT_USER, DiscordServer, answer

from .messages import EPHEMERAL, LOADING, Json, body_of, components_of, emojis_in, numbered
from .places import channel_payload, server_payload

GUILD, CHANNEL = "1200000000000000010", "1200000000000000011"
SECONDS: Final = 60
"""Whatever has not happened by then never will."""
_A_WHILE: Final = 0.05
UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, MISSING_PERMISSIONS = 10008, 10015, 10062, 50013
ALREADY_ACKNOWLEDGED, TOO_OLD_TO_EDIT, INVALID_FORM = 40060, 30046, 50035
_USUAL: Final = discord.Permissions(274878008320).value
"""What the README's link asks for."""


@dataclass
class Asked:
    """An interaction: what somebody did, and how the bot answered."""

    id: str
    token: str
    user: int
    channel: str
    at: float = field(default_factory=time.monotonic)
    callback: Json | None = None
    original: str | None = None
    """The message with which it was answered, or before that the one that was clicked."""
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    followups: list[Json] = field(default_factory=list)
    """What was sent after the answer."""
    edited: bool = False
    """Whether the private message that was clicked, or that waited, was edited by the token after the answer."""

    @property
    def answer(self) -> Json:
        """How the bot answered, which it has."""
        assert self.callback is not None
        return self.callback


@dataclass
class Halt:
    """A place at which the server stands still: requests of a kind, before or after they are carried out."""

    method: str
    path: str
    done_first: bool
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    cut_off: bool = False
    """Whether the connection then ends without an answer; a request that was not carried out never is."""

    async def stand(self, request: web.Request) -> None:
        """Say that a request has come so far, and wait."""
        self.reached.set()
        await self.go_on.wait()
        if self.cut_off and request.transport is not None:
            request.transport.close()


class Wire(DiscordServer):
    """Discord with one server.

    Attributes:
        messages: Every message there is, by id, the oldest first; private ones carry the flag of such.
        channels: Every channel, with the id of its last public message.
        readers: Who sees a private message, by its id.
        permissions: What the bot may do in the channel; it hears of a change when it comes online next.
        tokens_live: Whether the tokens of interactions still work.
        nonces: For each nonce that is still remembered, the message that came with it.
        answer_within: So many seconds after an interaction it is too late to answer it.
        watch: Is given each message as it has just been posted or edited.
        too_old: Messages that Discord lets nobody edit in their channel any more, as they were edited too often.
    """

    def __init__(self) -> None:
        super().__init__()
        self.messages: dict[str, Json] = {}
        self.channels: dict[str, str | None] = {CHANNEL: None}
        self.readers: dict[str, int] = {}
        self.permissions = _USUAL
        self.tokens_live = True
        self.nonces: dict[str, str] = {}
        self.answer_within: float | None = None
        self.watch: Callable[[Json], object] = lambda _message: None
        self.too_old: set[str] = set()
        self._asked: dict[str, Asked] = {}
        self._halts: list[Halt] = []
        self._last = 0

    # ------------------------------------------------------------ what tests do

    async def stop(self) -> None:
        for halt in self._halts:
            halt.go_on.set()
        await super().stop()

    async def until(self, holds: Callable[[], object]) -> None:
        """Return once something holds, which may come of a call or of what the bot does by itself."""
        async with asyncio.timeout(SECONDS):
            while not holds():
                self._called.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._called.wait(), _A_WHILE)

    @contextmanager
    def halted(self, method: str, path: str, *, done_first: bool) -> Iterator[Halt]:
        """Stand still at the next request of a kind, once it is carried out or before, and drop it at the end.

        Args:
            method: The request's method.
            path: Its path below the version, as for `fnmatch`.
            done_first: Whether it is carried out before, and only the answer is missing.
        """
        halt = Halt(method, path, done_first)
        self._halts.append(halt)
        try:
            yield halt
        finally:
            halt.cut_off = True
            halt.go_on.set()

    async def command(self, user: int, name: str, /, *, channel: str = CHANNEL, **options: object) -> Asked:
        """Let a member use a slash command, as `play`, and wait for the answer."""
        asked = await self.begin_command(user, name, channel=channel, **options)
        await asyncio.wait_for(asked.answered.wait(), SECONDS)
        return asked

    async def begin_command(self, user: int, name: str, /, *, channel: str = CHANNEL, **options: object) -> Asked:
        """Let a member use a slash command, and do not wait."""
        root, _, sub = name.partition(" ")
        kinds = {bool: 5, int: 4, str: 3}
        inner = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
        inner = [{"name": sub, "type": 1, "options": inner}] if sub else inner
        return await self.interact(user, 2, {"id": "1", "name": root, "type": 1, "options": inner}, channel)

    async def ask(self, user: int, route: Route, *, channel: str = CHANNEL) -> Asked:
        """Let a member click a control of an operation, and wait for the answer."""
        asked = await self.begin_ask(user, route, channel=channel)
        await asyncio.wait_for(asked.answered.wait(), SECONDS)
        return asked

    async def begin_ask(self, user: int, route: Route, *, channel: str = CHANNEL) -> Asked:
        """Let a member click a control of an operation, on the newest public message there or else a private page."""
        there = [message for message in self.public() if message["channel_id"] == channel]
        message = there[-1] if there else self._store({"content": "a page", "flags": EPHEMERAL}, channel, user)
        return await self.press(user, message, route.custom_id)

    async def click(self, user: int, message: Json, label: str) -> Asked:
        """Let a member press the button of that name, and wait for the answer."""
        asked = await self.begin_click(user, message, label)
        await asyncio.wait_for(asked.answered.wait(), SECONDS)
        return asked

    async def begin_click(self, user: int, message: Json, label: str) -> Asked:
        """Let a member press the button of that name, and do not wait."""
        button = next(b for b in components_of(message) if b["type"] == 2 and b.get("label") == label)
        return await self.press(user, message, button["custom_id"])

    async def press(self, user: int, message: Json, custom_id: str, *values: str) -> Asked:
        """Let a member press a button, or choose in a menu, and do not wait."""
        data: Json = {"custom_id": custom_id, "component_type": 3 if values else 2}
        chosen: Json = {"values": values} if values else {}
        return await self.interact(user, 3, data | chosen, message["channel_id"], message)

    def public(self) -> list[Json]:
        """Return the messages that everyone sees, the oldest first."""
        return [message for message in self.messages.values() if not message["flags"] & EPHEMERAL]

    def private(self, user: int) -> list[Json]:
        """Return the messages that only this member sees, the oldest first."""
        return [message for message in self.messages.values() if self.readers.get(message["id"]) == user]

    def answer_to(self, asked: Asked) -> Json:
        """Return the message with which an interaction was answered."""
        return self.messages[asked.original or ""]

    def post(self, text: str) -> None:
        """Let somebody else write something."""
        self._store({"content": text}, CHANNEL)["author"] = {**BOT_USER, "id": "77", "bot": False}

    # ------------------------------------------------------------ the gateway

    def server_of(self, channel: str) -> str:  # noqa: ARG002
        """Return the server in which a channel is."""
        return GUILD

    def guilds(self) -> list[Json]:
        """Return the servers, each with its channels."""
        found: dict[str, list[Json]] = {}
        for channel in self.channels:
            found.setdefault(self.server_of(channel), []).append(self._channel(channel))
        return [server_payload(server, channels, self.permissions) for server, channels in found.items()]

    def _channel(self, channel: str) -> Json:
        return channel_payload(channel, self.server_of(channel), self.channels[channel])

    async def interact(
        self, user: int, kind: int, data: Json, channel: str, message: Json | None = None, /, **changed: object
    ) -> Asked:
        """Let a member do something, on a message or by a command, and do not wait.

        Args:
            user: Who does it.
            kind: Discord's number of the kind: 2 a command, 3 a control, 5 a form.
            data: What is done.
            channel: Where.
            message: On which message.
            changed: What the event holds instead of what Discord would send.
        """
        original = message["id"] if message is not None else None
        asked = Asked(self._snowflake(), f"token-{self._last}", user, channel, original=original)
        self._asked[asked.token] = asked
        event: Json = {
            "id": asked.id, "application_id": APPLICATION, "type": kind, "data": data, "token": asked.token,
            "guild_id": self.server_of(channel), "channel_id": channel, "channel": self._channel(channel), "version": 1,
            "member": self._member(user), "app_permissions": str(self.permissions), "locale": "en-US",
            "guild_locale": "en-US", "entitlements": [], "context": 0,
            "authorizing_integration_owners": {"0": self.server_of(channel)},
            "attachment_size_limit": 10**7,
        }  # fmt: skip
        on = {"message": message} if message is not None else {}
        await self.dispatch("INTERACTION_CREATE", event | on | changed)
        return asked

    def _member(self, user: int) -> Json:
        person = {**BOT_USER, "id": str(user), "username": f"user{user}", "global_name": f"User {user}", "bot": False}
        return {
            "user": person, "nick": None, "roles": [], "joined_at": _now(), "deaf": False, "mute": False, "flags": 0,
            "permissions": str(self.permissions),
        }  # fmt: skip

    # ------------------------------------------------------------ REST

    async def other(self, request: web.Request, path: str) -> web.Response:
        """Answer a call, and stand still where a test wants that."""
        halt = next((h for h in self._halts if (h.method, fnmatch(path, h.path)) == (request.method, True)), None)
        body = await body_of(request)
        if halt is not None:
            self._halts.remove(halt)
            if not halt.done_first:
                await halt.stand(request)
                if halt.cut_off:
                    return web.Response(status=500)
        response = self.carried_out(request, path, body)
        self._called.set()
        if halt is not None and halt.done_first:
            await halt.stand(request)
        return response

    def carried_out(self, request: web.Request, path: str, body: Json) -> web.Response:
        """Do what a request asks for, unless it names an emoji that is gone."""
        if not emojis_in(body) <= self.emojis.keys():
            return _refused(400, INVALID_FORM)
        for method, pattern, carry_out in self._routes():
            found = re.fullmatch(pattern, path)
            if found is not None and method == request.method:
                return carry_out(body, request, *found.groups())
        return answer({"message": "404: Not Found", "code": 0}, status=404)

    def _routes(self) -> list[tuple[str, str, Callable[..., web.Response]]]:
        message, hook = r"channels/(\d+)/messages/(\d+)", rf"webhooks/{APPLICATION}/([\w-]+)"
        return [
            ("POST", r"channels/(\d+)/messages", self._send),
            ("GET", r"channels/(\d+)/messages", self._history),
            ("GET", r"channels/(\d+)", lambda _b, _r, one: answer(self._channel(one))),
            ("GET", message, self._fetch),
            ("PATCH", message, self._edit),
            ("DELETE", message, self._delete),
            ("POST", r"interactions/(\d+)/([\w-]+)/callback", self._call_back),
            ("POST", hook, self._follow_up),
            ("GET", rf"{hook}/messages/@original", self._fetch_original),
            ("PATCH", rf"{hook}/messages/(@original|\d+)", self._edit_by_token),
            ("DELETE", rf"{hook}/messages/(@original|\d+)", self._delete_by_token),
            ("POST", r"users/@me/channels", self._open_direct),
            ("GET", r"guilds/\d+/members/(\d+)", lambda _b, _r, user: answer(self._member(int(user)))),
        ]

    def _open_direct(self, body: Json, _request: web.Request) -> web.Response:
        """Return the channel of a member's direct messages, whose id follows from the member's."""
        recipient = self._member(int(body["recipient_id"]))["user"]
        return answer({"id": f"9{recipient['id']}", "type": 1, "recipients": [recipient], "last_message_id": None})

    def _send(self, body: Json, _request: web.Request, channel: str) -> web.Response:
        if not self._may("send_messages"):
            return _refused(403, MISSING_PERMISSIONS)
        nonce = str(body["nonce"]) if body.get("enforce_nonce") else ""
        known = self.nonces.get(nonce)
        if known is not None and known in self.messages:
            return answer(self.messages[known])
        message = self._store(body, channel)
        if nonce:
            self.nonces[nonce] = message["id"]
        return answer(message | ({"nonce": nonce} if nonce else {}))

    def _history(self, _body: Json, request: web.Request, channel: str) -> web.Response:
        if not self._may("read_message_history"):
            return answer([])
        after, limit = int(request.query.get("after", 0)), int(request.query.get("limit", 50))
        found = [m for m in self.public() if m["channel_id"] == channel and int(m["id"]) > after]
        return answer((found[:limit] if after else found[-limit:])[::-1])

    def _fetch(self, _body: Json, _request: web.Request, _channel: str, message: str) -> web.Response:
        known = self.messages.get(message)
        return answer(known) if known is not None else _refused(404, UNKNOWN_MESSAGE)

    def _edit(self, body: Json, _request: web.Request, _channel: str, message: str) -> web.Response:
        if message in self.too_old:
            return _refused(400, TOO_OLD_TO_EDIT)
        return self._changed(message, body) if self._may("view_channel") else _refused(403, MISSING_PERMISSIONS)

    def _delete(self, _body: Json, _request: web.Request, _channel: str, message: str) -> web.Response:
        return web.Response(status=204) if self.messages.pop(message, None) else _refused(404, UNKNOWN_MESSAGE)

    def _call_back(self, body: Json, request: web.Request, interaction: str, token: str) -> web.Response:
        asked = self._asked[token]
        if asked.callback is not None:
            return _refused(400, ALREADY_ACKNOWLEDGED)
        if self.answer_within is not None and time.monotonic() - asked.at > self.answer_within:
            return _refused(404, UNKNOWN_INTERACTION)
        asked.callback = body
        if body["type"] in (4, 5):
            data = body["data"] if body["type"] == 4 else {"flags": LOADING | int(body["data"]["flags"])}
            asked.original = self._store(data, asked.channel, asked.user)["id"]
        elif body["type"] == 7:
            self._changed(asked.original or "", body["data"])
        asked.answered.set()
        if "with_response" not in request.query:
            return web.Response(status=204)
        resource: Json = {"type": body["type"]}
        if asked.original is not None:
            resource["message"] = self.messages.get(asked.original)
        told = {"id": interaction, "type": 2, "response_message_id": asked.original}
        return answer({"interaction": told, "resource": resource})

    def _follow_up(self, body: Json, _request: web.Request, token: str) -> web.Response:
        asked = self._living(token)
        if asked is None:
            return _refused(404, UNKNOWN_WEBHOOK)
        asked.followups.append(body)
        waiting = self.messages.get(asked.original or "")
        if waiting is not None and waiting["flags"] & LOADING:  # as Discord does: the first one takes its place
            return self._changed(waiting["id"], body)
        return answer(self._store(body, asked.channel, asked.user))

    def _fetch_original(self, _body: Json, _request: web.Request, token: str) -> web.Response:
        asked = self._living(token)
        if asked is None:
            return _refused(404, UNKNOWN_WEBHOOK)
        known = self.messages.get(asked.original or "")
        return answer(known) if known is not None else _refused(404, UNKNOWN_MESSAGE)

    def _edit_by_token(self, body: Json, _request: web.Request, token: str, message: str) -> web.Response:
        asked = self._living(token)
        if asked is None:
            return _refused(404, UNKNOWN_WEBHOOK)
        asked.edited |= message == "@original" and asked.original in self.readers
        return self._changed(asked.original or "" if message == "@original" else message, body)

    def _delete_by_token(self, _body: Json, _request: web.Request, token: str, message: str) -> web.Response:
        asked = self._living(token)
        gone = asked and self.messages.pop(asked.original or "" if message == "@original" else message, None)
        return web.Response(status=204) if gone else _refused(404, UNKNOWN_MESSAGE)

    # ------------------------------------------------------------ what there is

    def _living(self, token: str) -> Asked | None:
        """Return an interaction that was answered and whose token works."""
        asked = self._asked.get(token) if self.tokens_live else None
        return asked if asked is not None and asked.callback is not None else None

    def _may(self, permission: str) -> bool:
        return bool(getattr(discord.Permissions(self.permissions), permission))

    def _store(self, body: Json, channel: str, user: int | None = None) -> Json:
        message: Json = {
            "id": self._snowflake(), "channel_id": channel, "author": BOT_USER, "content": body.get("content") or "",
            "components": numbered(body.get("components") or []), "flags": int(body.get("flags") or 0),
            "timestamp": _now(), "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
        }  # fmt: skip
        self.messages[message["id"]] = message
        if message["flags"] & EPHEMERAL and user is not None:
            self.readers[message["id"]] = user
            who = {"id": message["id"], "type": 3, "user": self._member(user)["user"]}
            message["interaction_metadata"] = who | {"authorizing_integration_owners": {}}
        else:
            self.channels[channel] = message["id"]
        self.watch(message)
        return message

    def _changed(self, message: str, body: Json) -> web.Response:
        known = self.messages.get(message)
        if known is None:
            return _refused(404, UNKNOWN_MESSAGE)
        if "components" in body:
            known["components"] = numbered(body["components"])
        known["flags"] &= ~LOADING
        known["edited_timestamp"] = _now()
        self.watch(known)
        return answer(known)

    def _snowflake(self) -> str:
        """Return a new id with the present moment in it, larger than any before."""
        self._last = max(self._last + 1, int(time.time() * 1000 - discord.utils.DISCORD_EPOCH) << 22)
        return str(self._last)


def _refused(status: int, code: int) -> web.Response:
    return answer({"message": "refused", "code": code}, status=status)


def _now() -> str:
    return discord.utils.utcnow().isoformat()
