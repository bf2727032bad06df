"""Application emojis, one for each card face, uploaded once, for buttons and texts.

English has thirty-two. A language with other letters on its court cards has its own emojis for those cards, under its
own names: twelve in French. Faces that look alike are shared.
"""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Iterator, Mapping

import discord

from bot.engine import Card
from bot.engine.cards import CARDS_PER_PACK, kind_of, rank_of
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.pictures import emoji_picture
from bot.ui.text.faces import signs_in, spoken
from bot.ui.text.i18n import ENGLISH, LANGUAGES, speaking

log = logging.getLogger(__name__)


def emoji_name(card: Card, language: str = ENGLISH) -> str:
    """Return the name under which a card's face is uploaded; screen readers say it.

    Args:
        card: The card, of any pack.
        language: The language of the letters on the card: ``queen_of_spades``, or ``dame_de_pique``.
    """
    rank = rank_of(card)
    with speaking(language if signs_in(language)[rank] != signs_in(ENGLISH)[rank] else ENGLISH):
        words = spoken(kind_of(card)).replace("œ", "oe")
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return plain.replace(" ", "_")


def emoji_faces() -> Iterator[tuple[str, Card, tuple[str, ...]]]:
    """Yield every emoji that is needed: its name, the card, and the letters on the cards of its language."""
    seen = set()
    for language in LANGUAGES:
        for kind in range(CARDS_PER_PACK):
            name = emoji_name(kind, language)
            if name not in seen:
                seen.add(name)
                yield name, kind, signs_in(language)


class CardEmojis:
    """The uploaded faces; plain text replaces a missing one."""

    def __init__(self) -> None:
        self._written: dict[str, dict[Card, str]] = {language: {} for language in LANGUAGES}

    def __len__(self) -> int:
        """Return the number of uploaded emojis, of all languages together."""
        return len({emoji for written in self._written.values() for emoji in written.values()})

    def of(self, language: str) -> Mapping[Card, str]:
        """Return the written form of each face, in a text or on a button, for readers of a language.

        The keys are the cards of the first pack. Faces that are uploaded later appear in the same mapping.
        """
        return self._written[language]

    async def load(self, client: discord.Client) -> None:
        """Find the uploaded faces and upload those that are missing; a failure leaves plain text in their place."""
        try:
            there = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        except DISCORD_TROUBLE as error:
            log.warning("card emojis cannot be listed, so cards are plain text: %s", reason(error))
            return
        for name, kind, letters in emoji_faces():
            if name not in there:
                try:
                    image = await asyncio.to_thread(emoji_picture, kind, letters=letters)
                    there[name] = (await client.create_application_emoji(name=name, image=image)).id
                except DISCORD_TROUBLE as error:
                    log.warning("a card emoji could not be uploaded: %s", reason(error), extra={"emoji": name})
                    continue
            self._write(name, kind, str(discord.PartialEmoji(name=name, id=there[name])))
        log.info("card emojis ready", extra={"emojis": len(self)})

    def _write(self, name: str, kind: Card, emoji: str) -> None:
        """Store a face for every language that names the card so."""
        for language, written in self._written.items():
            if emoji_name(kind, language) == name:
                written[kind] = emoji
