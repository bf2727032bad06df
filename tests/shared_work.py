"""Work that is done once for all simulated bots of a run, as it comes out the same for each."""

from __future__ import annotations

import copy
import functools
import json
import sys
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands
from discord.ext.commands.bot import BotBase
from simcord import _dpy_internals as internals
from sqlalchemy.engine import Dialect
from sqlalchemy.util import LRUCache

from bot.ui.kit import emojis
from bot.ui.pictures import emoji_picture
from cogs import handlers as derived
from cogs.table.posts.boards import fingerprint_of_boards
from db.connection import create_async_engine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db.connection import AsyncEngine


@contextmanager
def shared_work() -> Iterator[None]:
    """Do once for all bots inside what comes out the same for each, and quickly what the simulation does all the time.

    Each command is translated, each emoji drawn, each statement written in SQL, each module of commands run and
    searched for handlers once, and the code that draws boards is read once.
    """
    with pytest.MonkeyPatch.context() as patch:
        _share_statements(patch)
        _share_cogs(patch)
        _share_handlers(patch)
        _look_for_listeners_first(patch)
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            patch.setattr(kind, "get_translated_payload", _remembering(kind.get_translated_payload))
        for module in (simcord.components, simcord.results):
            patch.setattr(module, "deepcopy", copied)
        for module in (simcord.gateway, simcord.http.router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
        patch.setattr(emojis, "emoji_picture", functools.cache(emoji_picture))
        patch.setattr("bot.client.fingerprint_of_boards", functools.cache(fingerprint_of_boards))
        yield


def copied(value: Any) -> Any:  # noqa: ANN401 - any value of JSON, and whatever else there is
    """Return a copy of a JSON value as `copy.deepcopy` makes it, in a quarter of the time."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in (str, int, bool, float, type(None)) else copy.deepcopy(value)


def _share_statements(patch: pytest.MonkeyPatch) -> None:
    """Let all engines of SQLite keep together what they have made of statements; it names no database."""
    kept: LRUCache[Any, Any] = LRUCache(5000)

    def making(*arguments: Any, **options: Any) -> AsyncEngine:  # noqa: ANN401 - the library's own
        engine: AsyncEngine = create_async_engine(*arguments, **options)
        if engine.dialect.name == "sqlite":
            engine.sync_engine._compiled_cache = kept
        return engine

    patch.setattr("db.connection.create_async_engine", making)
    patch.setattr(Dialect, "__hash__", lambda self: hash(type(self)))
    patch.setattr(Dialect, "__eq__", lambda self, other: type(self) is type(other))


def _share_cogs(patch: pytest.MonkeyPatch) -> None:
    """Leave the modules of commands where they are when a bot ends: the next makes commands of its own from them."""

    load = BotBase.load_extension

    async def load_extension(bot: Any, name: str) -> None:  # noqa: ANN401 - any kind of bot
        module: Any = sys.modules.get(name)
        if module is None:
            await load(bot, name)
            return
        await module.setup(bot)
        bot._BotBase__extensions[name] = module

    async def forget(bot: Any, _module: object, name: str) -> None:  # noqa: ANN401 - as above
        bot._BotBase__extensions.pop(name, None)

    patch.setattr(BotBase, "load_extension", load_extension)
    patch.setattr(BotBase, "_call_module_finalizers", forget)


def _share_handlers(patch: pytest.MonkeyPatch) -> None:
    """Let all bots share the handlers that stand in modules; those that are methods belong to one bot."""
    modules, in_source = derived._modules, derived._handlers_in
    all_modules = functools.cache(lambda: tuple(modules()))
    in_module = functools.cache(lambda module: tuple(in_source(module)))

    def shared(source: object) -> Any:  # noqa: ANN401 - as the function of that name
        return (in_module if isinstance(source, ModuleType) else in_source)(source)

    def handlers(*objects: Any) -> Any:  # noqa: ANN401 - as the function of that name
        with pytest.MonkeyPatch.context() as sharing:
            sharing.setattr(derived, "_modules", all_modules)
            sharing.setattr(derived, "_handlers_in", shared)
            return derived.handlers(*objects)

    patch.setattr("bot.client.handlers", handlers)


def _look_for_listeners_first(patch: pytest.MonkeyPatch) -> None:
    """Let the simulation ask whether a task waits for an event only where anything does."""
    asked = internals.is_wait_for_listener

    def is_wait_for_listener(client: Any, task: Any) -> bool:  # noqa: ANN401 - the simulation's own
        return bool(client._listeners) and asked(client, task)

    patch.setattr(internals, "is_wait_for_listener", is_wait_for_listener)


def _remembering(translate: Any) -> Any:  # noqa: ANN401 - the library's method of the three kinds of commands
    known: dict[str, str] = {}

    async def get_translated_payload(self: Any, tree: Any, translator: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
        said = json.dumps(self.to_dict(tree))
        if said not in known:
            known[said] = json.dumps(await translate(self, tree, translator))
        return cast("dict[str, Any]", json.loads(known[said]))

    return get_translated_payload
