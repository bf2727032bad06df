"""Positions of whole deals played at random, for the tests of pictures and of what they say in words."""

from __future__ import annotations

import io
import random

from PIL import Image

from bot.engine import PRESETS, Game, Rules, Verb, View, apply, observe, offered_actions, start_deal
from bot.engine.cards import NO_CARD
from bot.engine.law import law_for
from bot.ui.pictures import TableFace, seen_by_all, seen_from

NAMES = ("Anna", "Émile", "محمد", "🎩 Zoë")


def opened(picture: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(picture))
    image.load()
    assert image.format == "PNG"
    return image


def rules_for(players: int, *, partners: bool = False, **changes: object) -> Rules:
    """Return the modern rules for so many."""
    return PRESETS["modern"].rules(players).changed({"partners": partners, **changes})


ALL_RULES = (
    rules_for(2),
    rules_for(2, trump="first_marriage"),
    rules_for(3),
    rules_for(4),
    rules_for(4, partners=True),
)


def played(rules: Rules, seed: int, steps: int) -> Game:
    """Play at random, declaring whatever can be declared, for so many steps or until the deal is over."""
    rng = random.Random(seed)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), seed % rules.players, tuple(deck)).game
    for _ in range(steps):
        actions = offered_actions(game)
        if not actions:
            break
        declared = [action for action in actions if action.verb is Verb.DECLARE]
        game = apply(game, rng.choice(declared or actions)).game
    return game


def from_every_side(view: View) -> TableFace:
    return seen_by_all(view, NAMES[: view.players])


def own(game: Game, names: tuple[str, ...] = NAMES) -> TableFace:
    """Return what the seat on turn sees."""
    assert game.deal is not None
    view = observe(game, game.deal.turn)
    drawn = max(view.hand, default=NO_CARD) if view.stock else NO_CARD
    return seen_from(view, names[: view.players], drawn=drawn)


def seats(view: View) -> range:
    return range(view.players)
