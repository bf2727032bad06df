"""Interactions as they arrive; an unreadable one gets a kind answer.

The library reads each interaction before any other code sees it, and an exception raised there would end the process.

Where the bot is not, only who has installed it for themselves is answered, as in a direct message: nothing of a server
or of its channel is known there.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Coroutine
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import Outcome, UnderWay
from bot.ui.routes.custom_ids import BUTTON_ID, MENU_ID
from bot.ui.text.i18n import language_of, mark, speaking, tr
from bot.ui.text.typed import storable

log = logging.getLogger(__name__)

_COMMAND, _CONTROL, _TYPING, _FORM = 2, 3, 4, 5
_SAID: Final = ("data", "member", "user", "channel")
"""The parts of an interaction that hold text typed by people, their names included."""
_UNREADABLE: Final = "unreadable"
_ELSEWHERE: Final = "from elsewhere"
_SERVER: Final = "0"
"""Discord's key for the server that has installed the bot."""
_MEMBER: Final = "1"
"""Discord's key for the member who has installed the bot for themselves."""
_OF_SERVERS: Final = ("guild", "guild_id", "guild_locale", "member")
_OTHERS_MESSAGES: Final = 2
"""Discord's number for direct messages in which the bot does not take part."""
NOT_INSTALLED: Final = mark("I play only in servers that have added me; whoever manages a server can add me.")
_ID: Final = re.compile("[0-9]{1,19}")
_TOKEN: Final = re.compile(r"[\w.-]{1,500}", re.ASCII)


class Arrivals:
    """The reader of raw interactions that comes before the library's own."""

    def __init__(self, client: discord.Client, under_way: UnderWay | None = None) -> None:
        self.strange: set[int] = set()
        """Interactions on a control or a form of another version or of an earlier run."""
        self.forms: WeakValueDictionary[str, discord.ui.Modal] = WeakValueDictionary()
        """The forms that this process has opened, by custom id; the library keeps them as long as they are open."""
        self._under_way = under_way or UnderWay()
        self._client = client
        parsers: Any = client._connection.parsers  # noqa: SLF001 - there is no other way to see the raw payload
        self._read = parsers["INTERACTION_CREATE"]
        self._tasks: set[asyncio.Task[None]] = set()
        parsers["INTERACTION_CREATE"] = self._arrive

    def _arrive(self, data: Any) -> None:  # noqa: ANN401 - the raw payload, of any shape
        try:
            if not _is_whole(data):
                raise ValueError("parts are missing")  # noqa: TRY301
            server = None if data.get("guild_id") is None else int(data["guild_id"])
            if not self._is_from_elsewhere(data, server):
                self._take_in(data)
            elif (data.get("authorizing_integration_owners") or {}).get(_MEMBER):
                self._take_in(_outside(data))
            else:
                self._aside(self._excuse(data, _ELSEWHERE, Outcome.REFUSED, NOT_INSTALLED))
        except Exception as error:  # noqa: BLE001 - other games go on whatever it is; its text may name a card
            log.warning("an interaction cannot be read: %s", type(error).__name__)
            self._aside(self._excuse(data, _UNREADABLE, Outcome.UNREADABLE, mark("I could not read that; try again.")))

    def _is_from_elsewhere(self, data: dict[str, Any], server: int | None) -> bool:
        """Tell whether something was done where only the member has installed the bot, or where it is no member."""
        if server is None:
            return data.get("context") == _OTHERS_MESSAGES
        owners = data.get("authorizing_integration_owners")
        if not isinstance(owners, dict) or not owners:  # Discord always names one
            return False
        return owners.get(_SERVER) != str(server) or self._client.get_guild(server) is None

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
        """Tell whether a control is one of this bot's, or a form was opened in this process and is still open."""
        if data["type"] == _FORM:
            form = self.forms.get(data["data"]["custom_id"])
            return form is not None and not form.is_finished()
        if data["type"] != _CONTROL:
            return True
        custom_id = data["data"]["custom_id"]
        return bool(BUTTON_ID.fullmatch(custom_id) or MENU_ID.fullmatch(custom_id))

    async def _excuse(self, data: Any, what: str, outcome: Outcome, text: str) -> None:  # noqa: ANN401
        """Tell the person why nothing comes of their interaction, if its id and token are readable."""
        given = data if isinstance(data, dict) else {}
        number, token = given.get("id"), given.get("token")
        if not (_is_id(number) and isinstance(token, str) and _TOKEN.fullmatch(token)):
            self._under_way.answered(what, 0.0, outcome)
            return
        with self._under_way.answering(int(str(number)), what) as answering:
            answering.outcome = outcome
            with speaking(language_of(given.get("locale"))):
                text = tr(text)
            path = "/interactions/{interaction_id}/{webhook_token}/callback"
            route = discord.http.Route("POST", path, interaction_id=number, webhook_token=token)
            told = {"type": 4, "data": {"content": text, "flags": discord.MessageFlags(ephemeral=True).value}}
            nothing = {"type": 8, "data": {"choices": []}}
            try:
                await self._client.http.request(route, json=nothing if given.get("type") == _TYPING else told)
            except DISCORD_TROUBLE as error:
                log.warning("could not say why nothing comes of an interaction: %s", reason(error))


def _outside(data: dict[str, Any]) -> dict[str, Any]:
    """Return an interaction from where only its member has installed the bot as one of a direct message."""
    person = data["user"] if data.get("guild_id") is None else data["member"]["user"]
    place = {"channel": {"id": data.get("channel_id"), "type": discord.ChannelType.private.value}, "user": person}
    return {key: value for key, value in data.items() if key not in _OF_SERVERS} | place


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
