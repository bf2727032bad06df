"""What is spared to the tests: work of which a run with hundreds of simulated servers knows the outcome already."""

from __future__ import annotations

import copy
import functools
import json
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results
from discord import app_commands

from bot.ui.kit import emojis
from bot.ui.pictures import emoji_picture

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def spared() -> Iterator[None]:
    """Translate each command and draw each emoji once for all bots inside; copy the simulation's messages quickly."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (app_commands.Command, app_commands.Group, app_commands.ContextMenu):
            patch.setattr(kind, "get_translated_payload", _remembering(kind.get_translated_payload))
        for module in (simcord.components, simcord.results):
            patch.setattr(module, "deepcopy", copied)
        for module in (simcord.gateway, simcord.http.router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
        patch.setattr(emojis, "emoji_picture", functools.cache(emoji_picture))
        yield


def copied(value: Any) -> Any:  # noqa: ANN401 - any value of JSON, and whatever else there is
    """Return a copy of a JSON value as `copy.deepcopy` makes it, in a quarter of the time."""
    kind = type(value)
    if kind is dict:
        return {key: copied(each) for key, each in value.items()}
    if kind is list:
        return [copied(each) for each in value]
    return value if kind in (str, int, bool, float, type(None)) else copy.deepcopy(value)


def _remembering(translate: Any) -> Any:  # noqa: ANN401 - the library's method of the three kinds of commands
    known: dict[str, str] = {}

    async def get_translated_payload(self: Any, tree: Any, translator: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
        said = json.dumps(self.to_dict(tree))
        if said not in known:
            known[said] = json.dumps(await translate(self, tree, translator))
        return cast("dict[str, Any]", json.loads(known[said]))

    return get_translated_payload
