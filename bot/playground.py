"""The playground: the real bot in a simulated Discord, shown in the browser, without a token.

Everything but Discord is real: the client, the cogs, the database file. The simulated members, server and
channel have the same ids at every start, and the simulated clock shows the present, so the tables in the
database continue where they stood. The channel's old messages are not kept; the bot posts new boards.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache, partial, wraps
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import orjson
import simcord
from aiohttp import web
from simcord import SetupError
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType
from simcord.preview import _commands, _markdown, _pages, _server
from simcord.preview._media import MediaInfo, MediaWorker

from bot.client import BeziqueBot
from bot.lazy import dataclass
from bot.ui.kit.emojis import emoji_faces
from cogs.home import post_greeting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from simcord import ChannelHandle, Env, MemberActor

    from bot.config import Settings

log = logging.getLogger(__name__)

MEMBER_NAMES = ("Ann", "Ben", "Cleo", "Dai")
SERVER_NAME = "Card room"
CHANNEL_NAME = "bezique"
MANAGERS = "Managers"
BOT_NAME = "Bézique"
TICK_SECONDS = 0.5
PIPES_SECONDS = 0.2
PATIENCE_SECONDS = 30.0
"""Longest time to answer a click on the page."""
SHOWN_SECONDS = 0.5
"""Time after which the page shows an answered click, whatever the bot still works at: a review may take minutes."""
BEHIND_SECONDS = 0.05
"""Time for which anything else waits for such work."""
SETTLED_SECONDS = 0.002
REMEMBERED_SNAPSHOTS = 64
REMEMBERED_PICTURES = 128
REMEMBERED_TEXTS = 1024
EPHEMERAL = 1 << 6
_PICTURE_BOX = """
.component-gallery:has(> figure:only-child) .gallery-image {
  width: auto; max-width: min(100%, 550px); max-height: 350px;
}
.component-gallery:has(> figure:only-child) .gallery-image:not([src]) {
  width: 550px; aspect-ratio: 11 / 7; font-size: 0;
}
.custom-emoji:not([src]) { display: inline-block; overflow: hidden; font-size: 0; }
"""
"""Styles for the page. The first rule is the picture box of Discord's desktop client.

The others reserve the space of pictures and emojis that still load. Their descriptions would stand there otherwise,
much higher on a phone, and would push a menu that is being opened out of sight, where it closes.
"""
_PNG, _PNG_SIZE_AT = b"\x89PNG\r\n\x1a\n", 16


class PortTaken(Exception):  # noqa: N818 - the command line turns it into a sentence
    """The page's port is in use."""


class MissingExtra(Exception):  # noqa: N818 - the command line turns it into a sentence
    """A package that the page needs is not installed."""


@dataclass(frozen=True, slots=True)
class World:
    """The simulated server: its one channel and the members whom the user can act as."""

    env: Env
    channel: ChannelHandle
    members: tuple[MemberActor, ...]


def greeting(url: str, members: int) -> str:
    """Return the text that is printed when the page is ready."""
    names = ", ".join(MEMBER_NAMES[:members])
    return (
        f"Bézique playground: {url}\n"
        f"Act as {names}: choose who under “Viewing as” at the top, or open the address in one tab for each. "
        f"{MEMBER_NAMES[0]} manages the server.\n"
        "Begin with the buttons, or type / in the message box. Ctrl-C ends it; tables are kept in the database."
    )


async def serve(settings: Settings, *, members: int, port: int, ready: Callable[[str], None]) -> None:
    """Run the bot in the simulated Discord, for 2 to 4 members, until cancelled or until the page ends the session."""
    # The simulation shows nothing until all work under way has ended, and a review ahead takes half a minute.
    bot = BeziqueBot(replace(settings, reviews_ahead=False))
    world = build_world(bot, patience=PATIENCE_SECONDS)
    manages = world.members[0].guild.create_role(MANAGERS, permissions=discord.Permissions(manage_guild=True))
    world.env.backend.add_member_role(manages.guild.id, world.members[0].id, manages.id)
    everyone, denied = world.env.guild.id, discord.Permissions(create_public_threads=True).value
    world.env.backend.set_overwrite(  # the page shows no place but the channel
        world.channel.id, Overwrite(target_id=everyone, type=OverwriteType.ROLE, allow=0, deny=denied)
    )
    greet_first(bot, world.channel.id)
    try:
        await world.env.start()
        await bot.emojis_loaded()  # the page gets their pictures when it opens
        await _show(world, members=members, port=port, ready=ready)
    finally:
        await bot.close()
        with contextlib.suppress(SetupError, TimeoutError):
            await world.env.shutdown()
        # The page's picture worker has ended; its pipes need a moment to close, else the interpreter warns.
        await asyncio.sleep(PIPES_SECONDS)


def build_world(
    bot: BeziqueBot, *, at: datetime | None = None, check_errors: bool = False, patience: float = 5.0
) -> World:
    """Return the simulated server around `bot`, not yet started, with its clock at `at`, by default now.

    A member's act counts as unanswered when the bot is still busy with it after `patience` seconds.

    The ids come from the simulation's own first instant and the order of creation, so they are the same at
    every start. The clock is moved only after that, so later ids, those of messages, are new at every start.
    """
    env = simcord.Env(bot, check_errors=check_errors, shard_count=1, settle_timeout=patience)
    correct_last_message_ids(env)
    settle_promptly(env)
    users = [env.create_user(name.lower(), global_name=name) for name in MEMBER_NAMES]
    guild = env.create_guild(SERVER_NAME)
    channel = guild.create_text_channel(CHANNEL_NAME)
    members = tuple(guild.add_member(user) for user in users)
    env.backend.edit_bot_profile(BOT_NAME)
    env.backend.advance_clock(max(0.0, ((at or datetime.now(UTC)) - env.now()).total_seconds()))
    return World(env, channel, members)


def greet_first(bot: BeziqueBot, channel_id: int) -> None:
    """Post the greeting in the empty channel before the boards of continuing tables."""
    show_tables = bot.gateway.when_ready

    async def greet_and_show(shard: int) -> None:
        channel = bot.get_channel(channel_id)
        if isinstance(channel, discord.TextChannel):
            await post_greeting(bot.app, channel)
        await show_tables(shard)

    bot.gateway.when_ready = greet_and_show


def correct_last_message_ids(env: Env) -> None:
    """Patch the simulation so that ephemeral messages do not change a channel's last message id, as on Discord."""
    backend: Any = env.backend
    commit = backend.commit_message

    def commit_message(message: Any, **options: Any) -> Any:  # noqa: ANN401 - the simulation's own types
        channel = backend.get_channel(message.channel_id)
        before = channel.last_message_id
        stored = commit(message, **options)
        if message.flags & EPHEMERAL:
            channel.last_message_id = before
        return stored

    backend.commit_message = commit_message


def settle_promptly(env: Env) -> None:
    """Patch the simulation to check after 2 ms, not 50 ms, whether the bot has done its work.

    Also give a start as much time as an act: the simulation itself allows it five seconds, whatever was asked for.
    """
    simulation: Any = env
    settle = simulation._settle_internal  # noqa: SLF001 - every act ends with this call; the version is pinned

    async def settle_internal(*, timeout: float | None = None, **options: Any) -> None:  # noqa: ANN401, ASYNC109 - its own
        patience = None if timeout is None else max(timeout, env.settle_timeout)
        await settle(timeout=patience, **{**options, "idle": SETTLED_SECONDS})

    simulation._settle_internal = settle_internal  # noqa: SLF001


def leave_long_work(env: Env) -> None:
    """Patch the simulation not to hold the page up until the bot has done all its work, but until a click is answered.

    What is done later appears by itself.
    """
    simulation: Any = env
    settle = simulation._settle_internal  # noqa: SLF001 - as above
    clicks: list[Any] = []
    simulation._register_dispatch_observer(clicks.append)  # noqa: SLF001

    async def settle_internal(*, dispatch: str | None = None, **options: Any) -> None:  # noqa: ANN401 - its own
        loop, click = asyncio.get_running_loop(), clicks.pop() if clicks else None
        ends = loop.time() + PATIENCE_SECONDS
        while True:
            until = loop.time() + (BEHIND_SECONDS if click is None else SHOWN_SECONDS)
            try:
                await settle(dispatch=dispatch, **{**options, "timeout": None, "_deadline": until})
            except TimeoutError:
                if click is None or click.responded:
                    return
                if loop.time() > ends:
                    raise
            else:
                return

    simulation._settle_internal = settle_internal  # noqa: SLF001


async def _show(world: World, *, members: int, port: int, ready: Callable[[str], None]) -> None:
    try:
        preview = world.env.preview(
            world.channel,
            viewers=world.members[:members],
            layout="channel",
            timezone="UTC",
            port=port,
            assets=emoji_assets(world.env),
        )
        show_pictures_as_discord_does(preview)
        keep_parsers()
        await preview.__aenter__()
        write_quickly()
    except SetupError as error:
        if isinstance(error.__cause__, OSError):
            raise PortTaken from None
        if "requires" in str(error):
            raise MissingExtra from None
        raise
    try:
        leave_long_work(world.env)
        live = _Live(world.env, preview)
        ready(preview.url)
        await live.run()
    finally:
        await preview.close()


def show_pictures_as_discord_does(preview: Any) -> None:  # noqa: ANN401 - its private parts are used
    """Make the page show a single picture in the same box as Discord's desktop client."""
    server = preview._server  # noqa: SLF001 - the only place that serves the page's styles; the version is pinned
    serve_file = server._static  # noqa: SLF001

    async def static(request: Any) -> Any:  # noqa: ANN401 - the web framework's types
        response = await serve_file(request)
        if request.path == "/preview.css":
            response.text += _PICTURE_BOX
        return response

    server._static = static  # noqa: SLF001


def emoji_assets(env: Env) -> dict[str, tuple[str, bytes]]:
    """Return the card emojis' pictures by address, as the simulation does not keep them."""
    drawn = {each.name: each for each in emoji_faces()}
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": (
            "image/png",
            drawn[emoji.name].picture(),
        )
        for emoji in env.backend.application_emojis.values()
        if emoji.name in drawn
    }


class _KeptParser:
    """A Markdown parser of the page that is made once for a kind of text, and remembers what it has read."""

    def __init__(self, make: Callable[..., Any], policy: Mapping[str, Any]) -> None:
        self._context: dict[str, Any] = {}  # the parser looks here for names of members and commands as it reads
        self._parser = make(policy, self._context)
        self._read = lru_cache(REMEMBERED_TEXTS)(self._read_anew)

    def parse(self, text: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the library's tokens
        return self._read(self._parser.parse, text, orjson.dumps(known["context"]))

    def parseInline(self, text: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401, N802 - the library's
        return self._read(self._parser.parseInline, text, orjson.dumps(known["context"]))

    def _read_anew(self, read: Callable[..., Any], text: str, context: bytes) -> Any:  # noqa: ANN401
        self._context.clear()
        self._context.update(orjson.loads(context))
        return read(text, {"context": self._context})


@cache
def keep_parsers() -> None:
    """Patch the page to keep its Markdown parsers: it makes one for each text, which took half of its time."""
    make = _markdown._markdown_parser  # noqa: SLF001 - the only place that makes them; the version is pinned

    @cache
    def kept(policy: tuple[tuple[str, Any], ...]) -> _KeptParser:
        return _KeptParser(make, dict(policy))

    @wraps(make)
    def parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:  # noqa: ANN401, ARG001
        return kept(tuple(policy.items()))

    _markdown._markdown_parser = parser  # noqa: SLF001


class _QuickJson:
    """The two functions of `json` that the page uses, made quick: it copies what it shows by writing and reading it."""

    loads = staticmethod(orjson.loads)

    @staticmethod
    def dumps(value: object, *, sort_keys: bool = False, **_compact: object) -> str:
        return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS | (orjson.OPT_SORT_KEYS if sort_keys else 0)).decode()


def write_quickly() -> None:
    """Patch the page to write and read JSON quickly, which took a sixth of its time."""
    for module in (_pages, _commands):
        module.json = _QuickJson  # type: ignore[attr-defined]
    answering = partial(web.json_response, dumps=_QuickJson.dumps)
    _server.web = SimpleNamespace(**{**vars(web), "json_response": answering})  # type: ignore[attr-defined]


class _OwnPictures(MediaWorker):
    """A worker that hands the bot's own pictures to the page unchanged.

    The simulation starts a process for each picture and each emoji, one after the other, and drops requests that wait
    behind eight of them: a hand of cards would come late, and parts of it not at all.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return a picture's type and size; only pictures that are not PNG are examined in a separate process."""
        if not blob.startswith(_PNG):
            return await super().validate(key, blob, media_time=media_time)
        width, height = struct.unpack_from(">II", blob, _PNG_SIZE_AT)
        # No process reads the picture, so no memory limit is needed; without this mark the page would warn.
        return MediaInfo("PNG", width, height, 1, 4 * width * height, blob, "image/png", memory_limited=True)


class _Live:
    """Keeps the open pages in step with real time and with what the bot does in the background.

    The simulation refuses an operation while another one runs, and refuses a page's click when anything was published
    since that page last looked. So pages and the clock take turns, and a click counts as current if the clicked
    message still offers the very same control, as on Discord.
    """

    def __init__(self, env: Env, preview: Any) -> None:  # noqa: ANN401 - its private parts are used
        self._env = env
        self._preview = preview
        self._turn = asyncio.Lock()
        self._shown: OrderedDict[tuple[str, int], Mapping[str, Any]] = OrderedDict()
        self._forgotten = 0
        self._up_to: dict[str, int] = {}
        self._told: dict[str, tuple[tuple[object, ...], Any]] = {}
        self._payload = self._preview._page_payload  # noqa: SLF001 - the only place that tells pages what they show
        self._preview._page_payload = self._payload_or_same  # noqa: SLF001
        self._act = self._preview._action  # noqa: SLF001 - the only place where pages act; the version is pinned
        self._preview._action = self._act_in_turn  # noqa: SLF001
        self._publish = self._preview._publish  # noqa: SLF001 - the only place where pages change
        self._preview._publish = self._publish_and_remember  # noqa: SLF001
        self._preview._media_worker = _OwnPictures()  # noqa: SLF001
        self._published: OrderedDict[tuple[str, str], tuple[str, bytes, str]] = OrderedDict()
        self._prepare = self._preview._prepare_asset  # noqa: SLF001 - the only place where pages fetch pictures
        self._preview._prepare_asset = self._prepare_or_remember  # noqa: SLF001
        self._authorize = self._preview._authorize_asset  # noqa: SLF001 - what a page that is read anew still shows
        self._preview._authorize_asset = self._authorize_as_published  # noqa: SLF001

    async def run(self) -> None:
        """Run until a page ends the session or the task is cancelled."""
        closed = asyncio.ensure_future(self._preview.wait_closed())
        try:
            while not closed.done():
                # The simulation stops waiting for long work of the bot; the next tick catches up.
                with contextlib.suppress(TimeoutError):
                    await self._tick()
                await asyncio.wait((closed,), timeout=TICK_SECONDS)
        finally:
            closed.cancel()

    async def _tick(self) -> None:
        async with self._turn:
            behind = (datetime.now(UTC) - self._env.now()).total_seconds()
            if behind > 0:
                await self._env.advance_time(behind)
            if self._env.backend.transcript:
                await self._preview.refresh()
                # The simulation's record of all events is meant for tests; here it would grow for ever.
                self._forgotten += len(self._env.backend.transcript)
                self._env.backend.transcript.clear()
                self._env.backend.http_requests.clear()

    async def _act_in_turn(self, page_id: str | None, body: Any) -> Any:  # noqa: ANN401 - the page's JSON
        async with self._turn:
            page = self._preview._pages.get(page_id)  # noqa: SLF001
            if page is not None and isinstance(body, dict) and self._still_offered(page, body):
                body = {**body, "published_revision": page.revision}
            return await self._act(page_id, body)

    def _still_offered(self, page: Any, body: Mapping[str, Any]) -> bool:  # noqa: ANN401 - the simulation's type
        """Return whether the control that the page showed when it acted still exists, though published anew since."""
        seen = self._shown.get((page.id, body.get("published_revision", 0)))
        if seen is None or body.get("sequence") != page.last_sequence + 1:
            return False
        if body.get("kind") not in {"click", "select"}:
            return True
        control = _control(seen, body)
        return control is not None and control == _control(page.snapshot, body)

    def _publish_and_remember(self, page: Any, *, reason: str = "action") -> None:  # noqa: ANN401 - the simulation's
        """Publish a page anew, and remember its content and pictures for clicks and requests that come late.

        They do come late: a page that opens during a refresh is outdated at once. A refresh leaves alone what has been
        published since anything happened, and the simulation's own page, which nobody sees.
        """
        happened = self._happened()
        current = page is self._preview._python or self._up_to.get(page.id) == happened  # noqa: SLF001
        if current and reason == "refresh" and not page.pending_receipt_revision:
            return
        self._publish(page, reason=reason)
        self._up_to[page.id] = happened
        self._shown[page.id, page.revision] = page.snapshot
        while len(self._shown) > REMEMBERED_SNAPSHOTS:
            self._shown.popitem(last=False)
        for key, asset in page.assets.items():
            blob = self._preview._blobs.get(asset.digest)  # noqa: SLF001
            if blob is not None:
                self._published[page.id, key] = asset.contentType, blob.data, asset.filename
                self._published.move_to_end((page.id, key))
        while len(self._published) > REMEMBERED_PICTURES:
            self._published.popitem(last=False)

    def _authorize_as_published(self, page: Any, asset: str, **how: Any) -> Any:  # noqa: ANN401
        """Return what is known of a picture, also where the bot has replaced it since the page was published.

        The page is read between an edit and its publication too, and would show a hole in its place.
        """
        try:
            return self._authorize(page, asset, **how)
        except SetupError:
            known = page.assets.get(asset)
            if known is None or known.digest not in self._preview._blobs:  # noqa: SLF001
                raise
            return known

    def _happened(self) -> int:
        """Return how many events there have been in the simulation."""
        return self._forgotten + len(self._env.backend.transcript)

    def _payload_or_same(self, page: Any) -> Any:  # noqa: ANN401 - the simulation's types
        """Return what a page that asks twice a second is told, made anew only where something has been published."""
        state = page.revision, page.modal_handle, page.last_action
        known, payload = self._told.get(page.id, ((), None))
        if known != state:
            payload = self._payload(page)
            for gone in self._told.keys() - self._preview._pages.keys():  # noqa: SLF001
                del self._told[gone]
            self._told[page.id] = state, payload
        return payload

    async def _prepare_or_remember(self, page_id: str | None, asset: str, **how: Any) -> tuple[str, bytes, str]:  # noqa: ANN401
        """Return a picture that a page was told of, also where a newer one has replaced it since."""
        try:
            answer: tuple[str, bytes, str] = await self._prepare(page_id, asset, **how)
        except SetupError:
            known = self._published.get((page_id or "", asset))
            if known is None:
                raise
            return known
        self._told.pop(page_id or "", None)  # the page is to know how large the picture is
        return answer


def _control(snapshot: Mapping[str, Any], body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the button or menu that the page's action names, as the snapshot shows it."""
    message = snapshot.get("messages", {}).get(str(body.get("target_id")), {})
    for component in walk_components(message.get("components") or []):
        if component.get("control_key") == body.get("control_key"):
            return component
    return None
