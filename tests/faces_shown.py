"""Which cards a text names, and which of a deal everyone may know: for tests that look for what must not be seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.engine import CardSet
from bot.engine.cards import RANK_LETTERS, SUIT_LETTERS, mask_of
from bot.engine.forfeits import Lifting
from bot.ui.text.faces import face, signs_in
from bot.ui.text.i18n import LANGUAGES, speaking

if TYPE_CHECKING:
    from bot.engine import Card, Deal

_SIGNS = {sign: signs_in("en")[rank] for each in LANGUAGES for rank, sign in enumerate(signs_in(each))}
FACE = re.compile(rf"({'|'.join(_SIGNS)})([♤♧♥♦♠♣])")
RECORD_CARD = re.compile(rf"\b[{RANK_LETTERS}][{SUIT_LETTERS}][a-d]?\b")


def english(card: Card) -> str:
    """Write a card with English letters, whoever is spoken to at this moment."""
    with speaking("en", in_words=False):
        return face(card)


def faces_in(text: str) -> set[str]:
    return {_SIGNS[sign] + suit for sign, suit in FACE.findall(text)}


def public_faces(deal: Deal) -> set[str]:
    """Return the faces of all cards of a deal that everyone may know."""
    if deal.over:
        return {english(c) for c in deal.base.deck}
    seen = {c for trick in deal.tricks for c in trick.cards} | {deal.turn_up, *deal.trick}
    open_cards = deal.declared.public | deal.declared.shown
    for seat in range(deal.law.players):
        open_cards |= deal.table(seat)
    if deal.honour is not None:
        open_cards |= deal.honour.open_stock
        choice = deal.honour.choice
        if choice is not None and choice.how is Lifting.BOTH_OPEN:
            open_cards |= mask_of(choice.cards)
    for meld in deal.declared.melds:
        open_cards |= meld.cards
    return {english(c) for c in seen | set(CardSet(open_cards))}
