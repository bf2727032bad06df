"""Random legal games and their records, for tests."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from bot.engine import PRESETS, Action, Event, Game, Rules, Verb, apply, legal_actions, start_deal, to_act
from bot.engine.lots import DealerBy, Lots, SeatsBy, draw_lots
from bot.engine.record import Record, make_record, write_record
from bot.engine.shuffle import SECRET_BYTES, Shuffle, board_entropy, commitment, cut_entropy, make_deck, message_entropy

NAMES = ("Ann", "Ben", "Cem", "Dee")
_MELDING = (Verb.DECLARE, Verb.ANNOUNCE, Verb.EXCHANGE, Verb.SHOW, Verb.CARTE_BLANCHE)


class Played(NamedTuple):
    """A live game: its value, what happened, and what is needed to write it down."""

    game: Game
    events: tuple[Event, ...]
    actions: tuple[tuple[Action, ...], ...]
    shuffles: tuple[Shuffle, ...]
    lots: Lots | None = None

    def record(self) -> Record:
        names = NAMES[: self.game.rules.players]
        return make_record(self.game, names, self.actions, shuffles=self.shuffles, lots=self.lots)

    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(write_record(self.record()))
        return found


def play_game(
    rules: Rules,
    seed: int,
    *,
    deals: int = 100,
    actions: int = 100_000,
    resigning: float = 0.0,
    lots: SeatsBy | None = None,
) -> Played:
    """Play at random, declaring gladly, until the game is over or so many deals or actions have been made.

    With `lots` the first dealer, and perhaps the seats, follow from the first deal's secret.
    """
    rng = random.Random(seed)
    game, events = Game(rules), list[Event]()
    done: list[list[Action]] = []
    shuffles: list[Shuffle] = []
    dealer = rng.randrange(rules.players)
    made, message, stated = 0, rng.getrandbits(60), None
    while game.result is None and len(done) < deals and made < actions:
        secret = rng.randbytes(SECRET_BYTES)
        message += 1 + rng.getrandbits(20)  # Discord's ids only grow
        opened, message = message, message + 1
        entropy = (message_entropy(opened), cut_entropy(0, "for luck"), board_entropy(message))
        if lots is not None and stated is None:
            draw_seats = lots is SeatsBy.DRAWN
            drawing = draw_lots(secret, entropy, game.law.pack, rules.players, draw_seats=draw_seats)
            stated, dealer = Lots(lots, DealerBy.CUT, drawing.numbers), drawing.dealer
        game, happened = start_deal(game, dealer, make_deck(secret, entropy, game.law.pack))
        events += happened
        dealer = (dealer + 1) % rules.players
        done.append([])
        shuffles.append(Shuffle(commitment(secret), entropy, secret.hex()))
        while game.result is None and made < actions and (to_act(game) or rng.random() < resigning):
            action = _choose(game, rng, resigning)
            game, happened = apply(game, action)
            events += happened
            done[-1].append(action)
            made += 1
    return Played(game, tuple(events), tuple(tuple(each) for each in done), tuple(shuffles), stated)


def _choose(game: Game, rng: random.Random, resigning: float) -> Action:
    legal = legal_actions(game)
    if not legal or rng.random() < resigning:
        return Action(rng.randrange(game.rules.players), rng.choice((Verb.RESIGN, Verb.TIMEOUT)))
    melds = [action for action in legal if action.verb in _MELDING]
    return rng.choice(melds if melds and rng.random() < 0.8 else legal)


ALL_RULES: dict[str, Rules] = {
    f"{preset.name}-{players}": preset.rules(players) for preset in PRESETS.values() for players in preset.players
} | {
    "modern-partners": PRESETS["modern"].rules(4).changed({"partners": True}),
    "britannica-partners": PRESETS["britannica"].rules(4).changed({"partners": True}),
    "enquire-63": PRESETS["enquire"].rules(3).changed({"packs": "two_less_an_eight"}),
    "britannica-no-trump": PRESETS["britannica"]
    .rules(2)
    .changed({"trump": "first_marriage", "bezique_cards": "fixed"}),
    "parlour-no-trump": PRESETS["parlour"].rules(3).changed({"trump": "first_marriage"}),
}
"""Every preset for every number of players, and the variants that change the pack, the sides or the trumps."""
