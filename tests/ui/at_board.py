"""Tables as values, with a game played at random and really shuffled, for tests of what their messages say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from simcord.components import walk_components

from bot.engine import Action, Game, Rules, Verb, apply, card_name, offered_actions, start_deal
from bot.engine.shuffle import commitment, make_deck
from bot.tables import Kind, Status, Table
from bot.tables.values.parts import Place, Terms
from bot.ui.kit.controls import Layout
from db.deals import DealRow
from db.games import SeatRow

AT = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
NAMES = ("Anneliese", "Ben", "Émile-Auguste", "Zoë")
TEXT, GALLERY, BUTTON = 10, 12, 2


def positions(rules: Rules, preset: str, seed: int, names: Sequence[str] = NAMES) -> Iterator[Table]:
    """Yield a table after each act of a whole game in which whatever can be declared is, and stays exposed for long."""
    rng, game, rows = random.Random(seed), Game(rules), list[DealRow]()
    while game.result is None:
        if game.between_deals:
            number, dealer = len(game.deals), game.next_dealer()
            secret = rng.randbytes(64)
            message = 1000 + 10 * number
            entropy = (f"message:{message}", "cut:1:for luck", f"board:{message + 1}")
            deck = make_deck(secret, entropy, game.law.pack)
            game = start_deal(game, seed % rules.players if dealer is None else dealer, deck).game
            text, seal = " ".join(map(card_name, deck)), commitment(secret)
            rows.append(DealRow(1, number, dealer, text, seal, secret.hex(), entropy, message, AT, AT, None))
        else:
            game = apply(game, _choice(game, rng)).game
        yield table_of(game, preset, rows, names)


def _choice(game: Game, rng: random.Random) -> Action:
    offered = offered_actions(game)
    declared = [action for action in offered if action.verb not in (Verb.PLAY, Verb.PASS)]
    exposed = game.deals[-1].exposed
    closed = [action for action in offered if action.verb is Verb.PLAY and not action.mask & exposed]
    return rng.choice(declared or closed or list(offered))


def table_of(game: Game, preset: str, deals: Sequence[DealRow], names: Sequence[str] = NAMES) -> Table:
    """Return a table at which a game is played, or is over."""
    status = Status.PLAYING if game.result is None else Status.FINISHED
    seats = tuple(SeatRow(1, seat, 100 + seat, names[seat], AT) for seat in range(game.rules.players))
    return Table(1, 5, Kind.OPEN, status, 100, AT, game, Terms(preset), Place(6), seats=seats, deals=tuple(deals))


def items_of(layout: Layout) -> list[dict[str, Any]]:
    """Return the components of a message in the order in which they stand, as they are compared: menus without ids."""
    return list(walk_components(layout.written()))


def texts_of(layout: Layout) -> list[str]:
    return [item["content"] for item in items_of(layout) if item["type"] == TEXT]


def before_the_picture(layout: Layout) -> str:
    items = items_of(layout)
    (at,) = [number for number, item in enumerate(items) if item["type"] == GALLERY]
    return "\n".join(item["content"] for item in items[:at] if item["type"] == TEXT)


def labels_of(layout: Layout) -> list[str]:
    return [item["label"] for item in items_of(layout) if item["type"] == BUTTON]
