"""Reception of interactions from Discord: an unreadable one gets a kind answer and does not end the process.

The library reads each interaction before any other code sees it, and an exception raised there would end the process.

Where several processes share the work, two may have a session of one shard while it moves from one to the other, and
Discord sends each interaction to both. The process that answers for the server takes the interaction in; the one that
is about to take the server over holds it for a moment.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.shards.share import Share
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.routes.custom_ids import BUTTON_ID, MENU_ID
from bot.ui.text.i18n import language_of, speaking, tr
from bot.ui.text.typed import storable

if TYPE_CHECKING:
    from collections.abc import Coroutine

log = logging.getLogger(__name__)

HEIRS_WAIT: Final = 2.5
"""Seconds for which an interaction is held whose server another process answers for; Discord waits three seconds."""
_LOOK_SECONDS: Final = 0.05

_COMMAND, _CONTROL, _TYPING, _FORM = 2, 3, 4, 5
_SAID: Final = ("data", "member", "user", "channel")
"""The parts of an interaction that hold text typed by people, their names included."""
_ID: Final = re.compile("[0-9]{1,19}")
_TOKEN: Final = re.compile(r"[\w.-]{1,500}", re.ASCII)


class Arrivals:
    """The reader of raw interactions that comes before the library's own.

    Args:
        client: The client that receives the interactions.
        share: The servers that its process answers for; by default all.

    Attributes:
        strange: Ids of interactions on a control or a form that this process does not know, as it belongs to another
            version or to an earlier run.
    """

    def __init__(self, client: discord.Client, share: Share | None = None) -> None:
        self.strange: set[int] = set()
        self._share = share or Share.everything()
        self._client = client
        self._state: Any = client._connection  # noqa: SLF001 - there is no other way to see the raw payload
        self._read = self._state.parsers["INTERACTION_CREATE"]
        self._tasks: set[asyncio.Task[None]] = set()
        self._state.parsers["INTERACTION_CREATE"] = self._arrive

    def _arrive(self, data: Any) -> None:  # noqa: ANN401 - the raw payload, of any shape
        try:
            if not _is_whole(data):
                raise ValueError("parts are missing")  # noqa: TRY301
            server = None if data.get("guild_id") is None else int(data["guild_id"])
            if self._share.has(server):
                self._take_in(data)
            else:
                self._aside(self._held(data, server))
        except Exception as error:  # noqa: BLE001 - other games go on whatever it is; its text may name a card
            log.warning("an interaction cannot be read: %s", type(error).__name__)
            self._aside(self._excuse(data))

    async def _held(self, data: Any, server: int | None) -> None:  # noqa: ANN401
        """Take an interaction in if this process soon answers for its server; else the other process has done so."""
        loop = asyncio.get_running_loop()
        until = loop.time() + HEIRS_WAIT
        while not self._share.has(server):
            if loop.time() >= until:
                return
            await asyncio.sleep(_LOOK_SECONDS)
        self._arrive(data)

    def _aside(self, what: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _take_in(self, data: Any) -> None:  # noqa: ANN401
        data |= {part: storable(data[part]) for part in _SAID if part in data}
        self._keep_last_message_id(data)
        if not self._is_known(data):
            self.strange.add(int(data["id"]))
        self._read(data)

    def _keep_last_message_id(self, data: dict[str, Any]) -> None:
        """Copy a channel's last message id from an interaction into the cached channel.

        The library drops the interaction's own copy of the channel when it has one cached, and without the message
        intent nothing else brings the cached one up to date.
        """
        raw = data.get("channel") or {}
        channel: Any = self._client.get_channel(int(raw.get("id") or 0))
        if raw.get("last_message_id") and hasattr(channel, "last_message_id"):
            channel.last_message_id = int(raw["last_message_id"])

    def _is_known(self, data: dict[str, Any]) -> bool:
        """Tell whether a control is one of this bot's or the library's, or a form was opened in this process."""
        inner, store = data["data"], self._state._view_store  # noqa: SLF001
        if data["type"] == _FORM:
            return inner["custom_id"] in store._modals  # noqa: SLF001
        if data["type"] != _CONTROL or BUTTON_ID.fullmatch(inner["custom_id"]) or MENU_ID.fullmatch(inner["custom_id"]):
            return True
        key = inner["component_type"], inner["custom_id"]
        return any(key in views for views in store._views.values())  # noqa: SLF001

    async def _excuse(self, data: Any) -> None:  # noqa: ANN401
        """Tell the person that their interaction was not understood, if its id and token are readable."""
        if not isinstance(data, dict) or data.get("type") == _TYPING:
            return
        number, token = data.get("id"), data.get("token")
        if not (
            isinstance(number, str) and isinstance(token, str) and _ID.fullmatch(number) and _TOKEN.fullmatch(token)
        ):
            return
        with speaking(language_of(data.get("locale"))):
            text = tr("I could not read that. Please try again; the game itself is safe.")
        path = "/interactions/{interaction_id}/{webhook_token}/callback"
        route = discord.http.Route("POST", path, interaction_id=number, webhook_token=token)
        answer = {"type": 4, "data": {"content": text, "flags": discord.MessageFlags(ephemeral=True).value}}
        try:
            await self._client.http.request(route, json=answer)
        except DISCORD_TROUBLE as error:
            log.warning("could not say that an interaction cannot be read: %s", reason(error))


def _is_whole(data: Any) -> bool:  # noqa: ANN401
    """Tell whether an interaction has the parts that all of its kind have, and ids that can be stored."""
    if not isinstance(data, dict) or data.get("type") not in (_COMMAND, _CONTROL, _TYPING, _FORM):
        return False
    member = data.get("member") if data.get("guild_id") is not None else data
    user = member.get("user") if isinstance(member, dict) else None
    ids = [data.get("id"), user.get("id") if isinstance(user, dict) else None]
    ids += [data[key] for key in ("guild_id", "channel_id") if data.get(key) is not None]
    if not all(_is_id(each) for each in ids):
        return False
    inner = data.get("data")
    if not isinstance(inner, dict):
        return False
    return data["type"] not in (_CONTROL, _FORM) or isinstance(inner.get("custom_id"), str)


def _is_id(value: object) -> bool:
    """Tell whether something is an id as Discord writes it, and below 2^63, so that databases can store it."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None and int(value) < 2**63
