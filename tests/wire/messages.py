"""Messages as Discord keeps them: what they hold, and who sees them."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from aiohttp import web

Json = dict[str, Any]
_EMOJI: Final = re.compile(r'(?:<:\w+:|"emoji": \{[^}]*"id": "?)(\d+)')
EPHEMERAL, LOADING = 64, 128
"""The flags of a message that one member alone sees, and of one that waits for an answer."""


def components_of(message: Json) -> list[Json]:
    """Return every component of a message, nested ones too, in the order in which they are shown."""
    found: list[Json] = []
    waiting = list(message["components"])
    while waiting:
        item = waiting.pop(0)
        found.append(item)
        waiting[:0] = [*item.get("components", []), *([item["accessory"]] if "accessory" in item else [])]
    return found


def text_of(message: Json) -> str:
    return "\n".join([message["content"], *(c["content"] for c in components_of(message) if c["type"] == 10)])


def emojis_in(body: Json) -> set[str]:
    """Return the ids of the custom emojis that something names, on buttons and in texts."""
    return set(_EMOJI.findall(json.dumps(body)))


def numbered(components: list[Json]) -> list[Json]:
    """Return components with a number for each, as Discord gives them."""
    for number, item in enumerate(components_of({"components": components}), start=1):
        item.setdefault("id", number)
    return components


async def body_of(request: web.Request) -> Json:
    """Return what a request carries: JSON, also where it comes with files."""
    if request.content_type.startswith("multipart/"):
        form = await request.post()
        return dict(json.loads(str(form["payload_json"])))
    text = await request.text()
    return dict(json.loads(text)) if text else {}
