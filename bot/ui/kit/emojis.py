"""Application emojis, two for each card face, uploaded once, for buttons and texts.

English has sixty-four: each card, and each with a gold edge for a card that lies on the table. A language with other
letters on its court cards has its own emojis for those cards, under its own names: twenty-four in French. Faces that
look alike are shared.

Discord refuses a message whose button has an emoji that is gone. Such a message is sent once more with plain signs, and
the emojis are looked for again.
"""

from __future__ import annotations

import asyncio
import logging
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from itertools import count, product
from typing import Any, Final, NamedTuple

import discord
import orjson
from discord.webhook.async_ import async_context

from bot.engine import Card
from bot.engine.cards import CARDS_PER_PACK, kind_of, rank_of
from bot.ui.kit.reconcile import DISCORD_TROUBLE, at_leisure, barred_wait, reason
from bot.ui.pictures import emoji_picture
from bot.ui.text.faces import LYING, face, lying, signs_in, spoken
from bot.ui.text.i18n import ENGLISH, LANGUAGES, speaking

log = logging.getLogger(__name__)

INVALID_FORM: Final = 50035
"""Discord's code for a message with something in it that it does not take."""
_AGAIN_SECONDS: Final = 60.0
"""Seconds between two searches for emojis that Discord refuses."""
_BODIES: Final = {"json", "form", "payload", "multipart"}
"""The options of the library's calls that hold what is sent."""
_WRITTEN: Final = re.compile(r"<:\w+:(\d+)>")


def emoji_name(card: Card, language: str = ENGLISH, *, lies: bool = False) -> str:
    """Return the name of a card's emoji, as screen readers say it: ``queen_of_spades``, or ``dame_de_pique``."""
    rank = rank_of(card)
    with speaking(language if signs_in(language)[rank] != signs_in(ENGLISH)[rank] else ENGLISH, in_words=True):
        words = spoken(kind_of(card)).replace("œ", "oe")
        words = lying(words).replace(",", "") if lies else words
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return plain.replace(" ", "_")


class EmojiFace(NamedTuple):
    """An emoji that is needed."""

    name: str
    kind: Card
    letters: tuple[str, ...]
    """The letters on the cards of its language."""
    lies: bool

    def picture(self) -> bytes:
        return emoji_picture(self.kind, letters=self.letters, lies=self.lies)


def emoji_faces() -> Iterator[EmojiFace]:
    """Yield every emoji that is needed, those that have been there longest first."""
    seen = set()
    for lies, language in product((False, True), LANGUAGES):
        for kind in range(CARDS_PER_PACK):
            name = emoji_name(kind, language, lies=lies)
            if name not in seen:
                seen.add(name)
                yield EmojiFace(name, kind, signs_in(language), lies)


class CardEmojis:
    """The uploaded faces; plain text replaces a missing one."""

    def __init__(self) -> None:
        self._written: dict[str, dict[int, str]] = {language: {} for language in LANGUAGES}
        self._signs: dict[str, str] = {}
        """Plain signs by the ids of all emojis that this process has known."""
        self._load: Callable[[], Awaitable[object]] | None = None
        self._loading: asyncio.Task[None] | None = None
        self._again_from = 0.0
        """When they may be looked for again, by the loop's clock."""
        self.looked_for = asyncio.Event()
        """Set once the emojis have been found or uploaded, as far as Discord let the bot."""

    def __len__(self) -> int:
        """Return the number of uploaded emojis, of all languages together."""
        return len({emoji for written in self._written.values() for emoji in written.values()})

    def of(self, language: str) -> Mapping[int, str]:
        """Return the written form of each face, in a text or on a button, for readers of a language.

        The keys are those of `Style.emojis`. Faces that are uploaded later appear in the same mapping.
        """
        return self._written[language]

    def keep(self, load: Callable[[], Awaitable[object]]) -> None:
        """Load the faces with a function, aside, and again where that has failed or Discord has refused one."""
        self._load = load
        self._begin(0.0)

    def end(self) -> None:
        if self._loading is not None:
            self._loading.cancel()

    def _begin(self, pause: float) -> None:
        if self._load is not None and (self._loading is None or self._loading.done()):
            with at_leisure():
                self._loading = asyncio.create_task(self._until_loaded(self._load, pause), name="card emojis")

    async def _until_loaded(self, load: Callable[[], Awaitable[object]], pause: float) -> None:
        for tries in count():
            await asyncio.sleep(pause)
            await load()
            self.looked_for.set()
            if len(self) == sum(1 for _ in emoji_faces()):
                return
            pause = barred_wait(tries).total_seconds()

    async def load(self, client: discord.Client) -> None:
        """Find the uploaded faces and upload those that are missing; a failure leaves plain text in their place."""
        try:
            there = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        except DISCORD_TROUBLE as error:
            log.warning("card emojis cannot be listed, so cards are plain text: %s", reason(error))
            return
        for each in emoji_faces():
            if (name := each.name) not in there:
                try:
                    image = await asyncio.to_thread(each.picture)
                    there[name] = (await client.create_application_emoji(name=name, image=image)).id
                except DISCORD_TROUBLE as error:
                    log.warning("a card emoji could not be uploaded: %s", reason(error), extra={"emoji": name})
                    continue
            self._write(each, str(discord.PartialEmoji(name=name, id=there[name])))
        log.info("card emojis ready", extra={"emojis": len(self)})

    def _write(self, shown: EmojiFace, emoji: str) -> None:
        """Store a face for every language that names the card so."""
        for language, written in self._written.items():
            if emoji_name(shown.kind, language, lies=shown.lies) == shown.name:
                written[shown.kind + LYING * shown.lies] = emoji
                with speaking(language, in_words=False):
                    sign = face(shown.kind)
                    self._signs[str(discord.PartialEmoji.from_str(emoji).id)] = lying(sign) if shown.lies else sign

    # ---------------------------------------------------------------- emojis that are gone

    def guard(self, client: discord.Client) -> None:
        """Send what Discord refuses for an emoji once more with plain signs, in all later calls of a client."""
        adapter: Any = async_context.get()
        client.http.request = partial(self._sent, client.http.request)  # type: ignore[method-assign]
        adapter.request = partial(self._sent, partial(type(adapter).request, adapter))

    async def _sent(self, call: Callable[..., Awaitable[Any]], *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        try:
            return await call(*arguments, **options)
        except discord.HTTPException as error:
            if error.code != INVALID_FORM or (plain := self._without(options)) is None:
                raise
        log.warning("Discord refuses card emojis: plain signs replace them, and they are looked for again")
        for written in self._written.values():
            written.clear()
        now = asyncio.get_running_loop().time()
        self._begin(max(0.0, self._again_from - now))
        self._again_from = now + _AGAIN_SECONDS
        for file in options.get("files") or ():
            file.reset(seek=True)
        return await call(*arguments, **plain)

    def _without(self, options: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return a call's options with plain signs in what is sent, or None if no emoji of a card is in it."""
        plain = {key: self._plain(options[key]) for key in _BODIES & options.keys()}
        return {**options, **plain} if any(options[key] != body for key, body in plain.items()) else None

    def _plain(self, sent: Any) -> Any:  # noqa: ANN401 - whatever is sent
        if isinstance(sent, str):
            return _WRITTEN.sub(lambda found: self._signs.get(found[1], found[0]), sent)
        if isinstance(sent, list):
            return [self._plain(each) for each in sent]
        if not isinstance(sent, dict):
            return sent
        if sent.get("name") == "payload_json":  # it stands beside files
            body = orjson.loads(sent["value"])
            plain = self._plain(body)
            return sent if plain == body else {**sent, "value": orjson.dumps(plain).decode()}
        plain = {key: self._plain(value) for key, value in sent.items()}
        emoji = sent.get("emoji")
        sign = self._signs.get(str(emoji.get("id"))) if isinstance(emoji, dict) else None
        if sign is not None:
            plain["label"] = f"{sign} {plain.get('label') or ''}".strip()
            del plain["emoji"]
        return plain
