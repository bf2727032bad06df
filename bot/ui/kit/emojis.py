"""Thirty-two application emojis: a card face each, uploaded once, for buttons and texts."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.engine import Card
from bot.engine.cards import CARDS_PER_PACK, kind_of
from bot.ui.pictures import emoji_picture

from .trouble import DISCORD_TROUBLE, reason

log = logging.getLogger(__name__)

_RANKS = ("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace")
_SUITS = ("clubs", "diamonds", "hearts", "spades")


def emoji_name(card: Card) -> str:
    """Return the name under which a card's face is uploaded, which a screen reader says: ``queen_of_spades``."""
    kind = kind_of(card)
    return f"{_RANKS[kind & 7]}_of_{_SUITS[kind >> 3]}"


class CardEmojis:
    """The uploaded faces; in the place of one that is missing plain text is written."""

    def __init__(self) -> None:
        self.written: dict[Card, str] = {}
        """How each is written in a text or on a button, by its card in the first pack."""

    def __len__(self) -> int:
        return len(self.written)

    async def load(self, client: discord.Client) -> None:
        """Find the uploaded faces and upload those that are missing; a failure leaves plain text in their place."""
        try:
            there = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        except DISCORD_TROUBLE as error:
            log.warning("card emojis cannot be listed, so cards are plain text: %s", reason(error))
            return
        for kind in range(CARDS_PER_PACK):
            name = emoji_name(kind)
            if name not in there:
                try:
                    image = await asyncio.to_thread(emoji_picture, kind)
                    there[name] = (await client.create_application_emoji(name=name, image=image)).id
                except DISCORD_TROUBLE as error:
                    log.warning("a card emoji could not be uploaded: %s", reason(error), extra={"emoji": name})
                    continue
            self.written[kind] = str(discord.PartialEmoji(name=name, id=there[name]))
        log.info("card emojis ready", extra={"emojis": len(self)})
