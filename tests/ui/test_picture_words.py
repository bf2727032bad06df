"""What pictures say in words: everything that is seen, and nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.engine import CardSet, Rules, observe
from bot.engine.cards import NO_CARD
from bot.engine.law import law_for
from bot.ui.pictures import LONGEST, OpenHand, TableFace, describe_hands, describe_table, seen_by_all, seen_from
from bot.ui.pictures.arrange import CardAt, NumberAt, arranged
from bot.ui.text.faces import RANK_SIGNS, SUIT_SIGNS, face
from bot.ui.text.history import exposed_text
from tests.table_builder import make_rules
from tests.ui.dealt import ALL_RULES, NAMES, played, rules_for
from tests.ui.positions import at_declaring


def faces_of(rules: Rules, seed: int) -> list[TableFace]:
    """Return what everybody and what each seat sees at a moment of a deal."""
    game = played(rules, seed, 12 * seed)
    names = NAMES[: rules.players]
    own = [observe(game, seat) for seat in range(rules.players)]
    return [
        seen_by_all(observe(game, None), names),
        *(seen_from(view, names, drawn=max(view.hand, default=NO_CARD)) for view in own),
    ]


def named(text: str) -> Counter[str]:
    """Count the cards that a text names one by one, and those it names suit by suit."""
    found: Counter[str] = Counter()
    suit = ""
    for word in re.sub(r"Trumps .|[|,.;()]", " ", text).split():
        if word in SUIT_SIGNS.values():
            suit = word
        elif word in RANK_SIGNS and suit:
            found[word + suit] += 1
        else:
            suit = ""
            if word[:-1] in RANK_SIGNS and word[-1] in SUIT_SIGNS.values():
                found[word] += 1
    return found


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_words_name_the_cards_that_are_drawn_and_no_others(rules: Rules) -> None:
    for seed in range(10):
        for seen in faces_of(rules, seed):
            hand = seen.hand
            lines = describe_table(seen).split("\n")
            told = "\n".join(
                re.split("You have just drawn|You may play", line)[0] for line in lines if "has announced" not in line
            )
            drawn = Counter(face(thing.card) for thing in arranged(seen) if isinstance(thing, CardAt))
            assert named(told) == drawn
            if hand is not None and hand.drawn != NO_CARD:
                assert any(f"You have just drawn {face(hand.drawn)}." in line for line in lines)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_words_name_the_numbers_that_are_drawn(rules: Rules) -> None:
    for seed in range(10):
        for seen in faces_of(rules, seed):
            text = describe_table(seen)
            assert len(text) <= LONGEST
            for thing in arranged(seen):
                if isinstance(thing, NumberAt):
                    assert {
                        "target": f"goes to {thing.number}",
                        "score": f": {thing.number}",
                        "brisques": f"({thing.number} brisque",
                        "stock": f"{thing.number} cards in the stock",
                    }[thing.what] in text
            for name in NAMES[: rules.players]:
                assert name in text


def test_the_words_tell_the_hand_and_what_may_be_played() -> None:
    for seed in range(10):
        game = played(rules_for(2), seed, 13 * seed)
        assert game.deal is not None
        mine = seen_from(observe(game, game.deal.turn), NAMES[:2])
        text = describe_table(mine)
        assert mine.hand is not None
        assert "In your hand:" in text
        assert ("You may play" in text) == bool(mine.hand.playable)
        waiting = describe_table(seen_from(observe(game, 1 - game.deal.turn), NAMES[:2]))
        assert "You may play" not in waiting


def test_long_names_are_cut_before_the_text_is() -> None:
    names = ["𝕬" * 32, "👨‍👩‍👧‍👦" * 4, "M" * 32, "ع" * 32]
    text = describe_table(seen_by_all(observe(played(rules_for(4), 3, 130), None), names))
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    assert "…" in text or all(name in text for name in names)
    for seat in range(4):
        assert f"{seat + 1}" in text


def test_the_words_tell_what_is_announced_and_which_sevens_were_shown() -> None:
    at = at_declaring(make_rules(announce=True, seven_scores="declared"), "KSa KHa KDa KCa QSa JDa 7Hb", turn_up="9Ha")
    before = describe_table(seen_by_all(observe(at.game, None), NAMES[:2]))
    assert "announced" not in before
    assert "7♥" not in before  # it is in the hand, and nobody has seen it
    at.do("0 declare single-bezique QSa JDa", "0 show 7Hb").draw().keep("KSa KHa KDa KCa QSa 7Hb").win(0)
    at.do("0 declare four-kings KSa KHa KDa KCa", "0 announce common-marriage KSa QSa")
    view = observe(at.game, None)
    text = describe_table(seen_by_all(view, NAMES[:2]))
    assert "Anna\u2069 has announced: Common marriage K♤ Q♤." in text
    assert "Anna\u2069 has shown, and still holds: 7♥." in text
    plain = exposed_text(view, 0)
    assert "announced: Common marriage K♤ Q♤" in plain
    assert "shown, still held: 7♥" in plain
    assert exposed_text(view, 1) == "–"


def test_one_deal_has_no_target_in_picture_or_words() -> None:
    seen = seen_by_all(observe(played(rules_for(2, length="one_deal"), 3, 20), None), NAMES[:2])
    assert seen.target is None
    assert "Score: " in describe_table(seen)
    assert not any(isinstance(thing, NumberAt) and thing.what == "target" for thing in arranged(seen))
    assert "goes to" in describe_table(replace(seen, target=1000))


def test_all_hands_in_words_name_the_same_cards() -> None:
    deck = list(law_for(rules_for(4)).pack)
    random.Random(2).shuffle(deck)
    hand = CardSet.of
    hands = [
        OpenHand(hand(deck[8 * seat : 8 * seat + 8]), hand(deck[8 * seat : 8 * seat + 2]), tuple(deck[40:60]))
        for seat in range(4)
    ]
    text = describe_hands(hands, ["𝕬" * 32, *NAMES[1:]])
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    for line, each in zip(text.split("\n"), hands, strict=True):
        assert "on the table" in line
        assert all(face(card) in line.split("drew")[1] for card in each.drew)
        assert all(face(card) in line for card in each.exposed)
