"""The playground: the same bot, in the browser, without Discord."""

from __future__ import annotations

import asyncio
import io
import itertools
import re
import signal
import socket
import threading
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from PIL import Image
from simcord.preview import _markdown
from simcord.preview._media import MAX_QUEUE

from bot import playground
from bot.cli.exits import ExitCode
from bot.client import BeziqueBot
from bot.engine.cards import CARDS_PER_PACK
from bot.playground import TICK_SECONDS, build_world, keep_parsers
from tests.programs import PROGRAM, SECONDS, Launcher, sentence, start, stop

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.config import Settings

pytestmark = [pytest.mark.deep, pytest.mark.timeout(2 * SECONDS)]


class ClickingBot(BeziqueBot):
    """The bot with one more command, whose message changes by itself and when it is clicked."""

    board: discord.InteractionMessage
    clicks = 0
    works: threading.Event | None = None
    """Set when the work that follows a click is done."""

    async def setup_hook(self) -> None:
        @self.tree.command(name="board", description="Show a board")
        async def board(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=self.view("first"))
            self.board = await interaction.original_response()

        await super().setup_hook()

    def view(self, text: str, custom_id: str = "same") -> discord.ui.LayoutView:
        view = discord.ui.LayoutView(timeout=None)
        button: discord.ui.Button[Any] = discord.ui.Button(label="Press", custom_id=custom_id)
        button.callback = self.pressed  # type: ignore[method-assign]
        view.add_item(discord.ui.TextDisplay(text))
        view.add_item(discord.ui.ActionRow(button))
        return view

    async def pressed(self, interaction: discord.Interaction) -> None:
        self.clicks += 1
        await interaction.response.defer()
        if self.works is not None:
            await asyncio.to_thread(self.works.wait)


class Page:
    """One open page of the playground, driven as its script does it."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._address, _, self._capability = url.partition("/#")
        self.state: dict[str, Any] = {}
        self._sequence = 0

    async def call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"X-Simcord-Capability": self._capability}
        if self.state:
            headers["X-Simcord-Context"] = self.state["context"]["id"]
        async with self._session.request(method, self._address + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            found: dict[str, Any] = await answer.json()
        return found

    async def picture(self, asset: str) -> int:
        """Fetch a picture, and return its width in pixels."""
        headers = {"X-Simcord-Capability": self._capability, "X-Simcord-Context": self.state["context"]["id"]}
        async with self._session.get(f"{self._address}/api/assets/{asset}", headers=headers) as answer:
            answer.raise_for_status()
            with Image.open(io.BytesIO(await answer.read())) as picture:
                return picture.width

    async def file(self, path: str) -> str:
        async with self._session.get(self._address + path) as answer:
            answer.raise_for_status()
            return await answer.text()

    async def open(self) -> None:
        self.state = await self.call("POST", "/api/pages", {})

    async def look(self) -> str:
        self.state = await self.call("GET", "/api/state")
        return str(self.state["messages"])

    async def wait_for(self, text: str) -> None:
        while text not in await self.look():  # noqa: ASYNC110 - the page asks again and again as well
            await asyncio.sleep(0.05)

    async def act(self, kind: str, **body: object) -> dict[str, Any]:
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "kind": kind,
            "sequence": self._sequence,
            "request_id": f"r{self._sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
        }
        result = await self.call("POST", "/api/action", {**envelope, **body})
        if result["rejected"]:
            self._sequence -= 1
        return result

    async def run_command(self, name: str) -> dict[str, Any]:
        catalog = await self.call("GET", "/api/commands")
        entry = next(entry for entry in catalog["entries"] if entry["invocation"] == name)
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options={},
        )

    def press(self, state: dict[str, Any]) -> dict[str, str]:
        """Return what the page sends for the only button that `state` shows."""
        *_, (message_id, message) = state["messages"].items()
        key = re.search(r"'control_key': '([^']+)'", str(message["components"]))
        assert key is not None
        return {"target_id": message_id, "control_key": key.group(1)}


Served = tuple[ClickingBot, Page]
with_pictures = pytest.mark.parametrize("served", [True], indirect=True, ids=["with pictures"])


@pytest.fixture
async def served(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncIterator[Served]:
    """The bot that a playground runs, and an open page of it."""
    monkeypatch.setattr(playground, "BeziqueBot", ClickingBot)
    bots: list[ClickingBot] = []
    build = playground.build_world

    def build_and_keep(bot: ClickingBot, *, patience: float) -> playground.World:
        bots.append(bot)
        return build(bot, patience=patience)

    monkeypatch.setattr(playground, "build_world", build_and_keep)
    settings = replace(settings, pictures=getattr(request, "param", False))
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(playground.serve(settings, members=2, port=0, ready=address.set_result))
    try:
        async with asyncio.timeout(SECONDS):
            url = await address
        async with aiohttp.ClientSession() as session:
            page = Page(session, url)
            await page.open()
            yield bots[0], page
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_empty_channel_begins_with_the_greeting_and_pictures_have_the_box_that_discord_gives_them(
    served: Served,
) -> None:
    _, page = served
    assert "A card game for two to four" in await page.look()
    assert len(page.state["messages"]) == 1
    styles = await page.file("/preview.css")
    plain = styles.index(".gallery-image { width: 100%")
    assert styles.index("max-height: 350px") > plain  # the later rule holds
    for what in (".gallery-image", ".custom-emoji"):  # their descriptions are not laid out while they load
        assert styles.index(f"{what}:not([src])") > plain


@with_pictures
async def test_every_picture_and_emoji_of_a_hand_is_there_when_all_are_asked_for_at_once(served: Served) -> None:
    bot, page = served
    assert len(bot.card_emojis.of("en")) == len(bot.card_emojis.of("fr")) == 2 * CARDS_PER_PACK
    await page.run_command("practice")
    await page.wait_for("_of_")
    wanted = [key for key, asset in page.state["assets"].items() if asset["available"]]
    sizes = await asyncio.gather(*(page.picture(key) for key in wanted * 2))  # a hand may hold some cards twice
    assert len(sizes) > MAX_QUEUE
    assert all(width > 0 for width in sizes)


@with_pictures
async def test_picture_that_is_replaced_leaves_no_hole_and_is_there_for_a_page_that_lags_behind(served: Served) -> None:
    bot, page = served
    await page.run_command("practice")
    await page.wait_for("table.png")
    (panel,) = [key for key, asset in page.state["assets"].items() if asset["filename"] == "table.png"]
    (table,) = bot.tables.memory.awake()
    for look in ("text", "pictures", "text"):
        bot.tables.preferences.member_chose(table.opener_id, {"look": look})
        before = asyncio.ensure_future(bot.presenter.panels.redraw(table.opener_id))
        for _ in range(50):
            assert "'available': False" not in await page.look()
        await before
    while panel in page.state["assets"]:
        await page.look()
    assert await page.picture(panel) > 0


async def test_what_happens_in_the_background_appears_by_itself_and_nothing_else_is_published_anew(
    served: Served,
) -> None:
    bot, page = served
    await page.run_command("board")
    assert "first" in await page.look()
    revision = page.state["publishedRevision"]
    await asyncio.sleep(3 * TICK_SECONDS)
    await page.look()
    assert page.state["publishedRevision"] == revision
    asyncio.get_running_loop().call_later(0.2, lambda: _edit(bot, "second"))
    await page.wait_for("second")


async def test_click_is_shown_once_it_is_answered_however_long_the_bot_goes_on(served: Served) -> None:
    bot, page = served
    await page.run_command("board")
    await page.look()
    bot.works = threading.Event()
    try:
        result = await page.act("click", **page.press(page.state))
        assert result["settlement"] == "settled"
        _edit(bot, "second", "other")
        await asyncio.wait_for(page.wait_for("second"), SECONDS)  # and what follows appears by itself
    finally:
        bot.works.set()


def test_parsers_that_are_kept_read_like_those_that_the_library_makes_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["# **Ann** <@1> leads ||7♦||", "-# <:Q:2> </play:3> https://example.org <t:9:R> <@4>", "1. one\n2. two"]
    known = [{"users": {"1": name}, "emojis": {"2": {"name": "Q", "animated": False}}} for name in ("Ann", "Ben")]
    asked = list(itertools.product(texts, _markdown._FIELD_POLICIES, known))

    def read() -> list[object]:
        return [_markdown.markdown_tokens(text, kind, context=context) for text, kind, context in asked]

    keep_parsers()
    first = read()
    with monkeypatch.context() as patched:
        patched.setattr("markdown_it.MarkdownIt", None)
        assert read() == first  # and none is made
    monkeypatch.setattr(_markdown, "_markdown_parser", _markdown._markdown_parser.__wrapped__)  # type: ignore[attr-defined]
    assert read() == first


def _edit(bot: ClickingBot, text: str, custom_id: str = "same") -> None:
    channel, message = bot.board.channel.id, bot.board.id
    edit = bot.http.edit_message(
        channel,
        message,
        params=discord.http.handle_message_parameters(view=bot.view(text, custom_id)),
    )
    bot.board_edit = asyncio.ensure_future(edit)  # type: ignore[attr-defined]  # kept alive until done


@pytest.mark.parametrize(("custom_id", "counts"), [("same", True), ("other", False)])
async def test_click_on_a_page_that_lags_behind_counts_only_where_the_control_is_unchanged(
    served: Served, custom_id: str, *, counts: bool
) -> None:
    bot, page = served
    await page.run_command("board")
    await page.look()
    seen = page.state
    _edit(bot, "second", custom_id)
    await page.wait_for("second")
    press = page.press(seen)
    page.state = seen
    result = await page.act("click", **press)
    assert result["rejected"] is not counts
    assert bot.clicks == counts


async def test_ids_are_the_same_at_every_start_but_those_of_messages(settings: Settings) -> None:
    def ids(at: datetime) -> tuple[list[int], int]:
        world = build_world(BeziqueBot(settings), at=at)
        backend = world.env.backend
        fixed = [world.env.guild.id, world.channel.id, backend.application_id, backend.bot_user.id]
        return fixed + [member.id for member in world.members], backend.snowflake()

    first, first_message = ids(datetime(2026, 5, 1, tzinfo=UTC))
    second, second_message = ids(datetime(2026, 5, 1, 0, 0, 1, tzinfo=UTC))
    assert first == second
    assert len(set(first)) == len(first)
    assert second_message > first_message > max(first)


async def test_clock_shows_the_present(settings: Settings) -> None:
    before = datetime.now(UTC)
    world = build_world(BeziqueBot(settings))
    assert before <= world.env.now() <= datetime.now(UTC)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_process_serves_its_page_until_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    process = await start(tmp_path, *PROGRAM, "--members", "3", "--port", "0")
    assert process.stdout is not None
    try:
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as session:
            greeting = b"".join([await process.stdout.readline() for _ in range(3)]).decode()
            url = re.search(r"http://127\.0\.0\.1:\d+/#\S+", greeting)
            assert url is not None
            async with session.get(url.group()) as answer:
                assert answer.status == 200
            page = Page(session, url.group())
            await page.open()
            assert [viewer["name"] for viewer in page.state["viewers"]] == ["Ann", "Ben", "Cleo"]
    finally:
        out, err = await stop(process, number)
    assert "Ann, Ben, Cleo" in greeting
    assert process.returncode == ExitCode.OK
    assert out == b""
    assert b"Traceback" not in err
    assert (tmp_path / "data" / "bezique.db").exists()


async def test_taken_port_names_another(launcher: Launcher, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = await launcher.run(tmp_path, "playground", "--port", str(port))
    assert code == ExitCode.PORT_TAKEN
    assert f"Port {port} is taken" in sentence(err)
    assert "--port" in sentence(err)
