"""What has happened since a player last did something, as it stands above the buttons."""

from __future__ import annotations

import random

from bot.engine import Action, Game, Verb, apply, offered_actions, start_deal
from bot.engine.cards import NO_CARD, cards_of
from bot.engine.law import law_for
from bot.ui.text.happened import drawn_lately
from tests.ui.dealt import rules_for


def test_the_card_drawn_lately_is_the_one_that_came_to_the_hand_after_the_last_trick() -> None:
    for players in (2, 3, 4):
        rules = rules_for(players)
        rng = random.Random(players)
        deck = list(law_for(rules).pack)
        rng.shuffle(deck)
        game = start_deal(Game(rules), 0, tuple(deck)).game
        done: list[Action] = []
        came = [NO_CARD] * players
        while actions := offered_actions(game):
            before = game.deals[-1]
            done.append(rng.choice(actions))
            game = apply(game, done[-1]).game
            after = game.deals[-1]
            if done[-1].verb is Verb.PLAY:
                came[done[-1].seat] = NO_CARD
            if after.left < before.left:
                came = [cards_of(now & ~then)[0] for then, now in zip(before.hold, after.hold, strict=True)]
            if rng.random() < 0.2:
                assert [drawn_lately(after, done, seat) for seat in range(players)] == came
        assert came == [NO_CARD] * players
