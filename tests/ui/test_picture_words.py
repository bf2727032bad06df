"""What pictures say in words: everything that is seen, and nothing else."""

from __future__ import annotations

from bot.engine import observe
from bot.ui.pictures import (
    LONGEST,
    describe_board,
    describe_hand,
    held,
)
from bot.ui.text.faces import face
from bot.ui.text.history import exposed_text
from tests.table_builder import make_rules
from tests.ui.dealt import ALL_RULES, NAMES, played, rules_for, seats
from tests.ui.positions import at_declaring


def test_the_boards_text_names_every_public_card() -> None:
    for rules in ALL_RULES:
        for seed in range(8):
            view = observe(played(rules, seed, 12 * seed), None)
            text = describe_board(view, NAMES[: rules.players])
            shown = [each for seat in seats(view) for each in view.tables[seat]] + list(view.trick)
            if view.turn_up >= 0:
                shown.append(view.turn_up)
            for each in set(shown):
                copies = sum(face(other) == face(each) for other in shown)
                assert text.count(face(each)) >= copies
            for name, total in zip(NAMES, view.totals, strict=False):
                assert name in text
                if not rules.partners:
                    assert f": {total}" in text


def test_the_boards_text_names_no_other_card() -> None:
    for seed in range(12):
        view = observe(played(rules_for(2), seed, 7 * seed), None)
        text = describe_board(view, NAMES[:2])
        last = view.last_trick.cards if view.last_trick else ()
        public = {face(c) for c in [*view.trick, *last, *(c for t in view.tables for c in t)]}
        if view.turn_up >= 0:
            public.add(face(view.turn_up))
        for kind in range(32):
            if face(kind) not in public:
                assert face(kind) not in text


def test_long_names_are_cut_before_the_text_is() -> None:
    view = observe(played(rules_for(4), 3, 130), None)
    names = ["𝕬" * 32, "👨‍👩‍👧‍👦" * 4, "M" * 32, "ع" * 32]
    text = describe_board(view, names)
    assert len(text.encode("utf-16-le")) // 2 <= LONGEST
    assert "…" in text or all(name in text for name in names)
    for seat in range(4):
        assert f"{seat + 1}" in text


def test_the_hands_text_tells_cards_choices_and_what_lies_on_the_table() -> None:
    for seed in range(10):
        game = played(rules_for(2), seed, 11 * seed)
        assert game.deal is not None
        view = observe(game, game.deal.turn)
        text = describe_hand(view)
        mine = held(view)
        assert len(text) <= LONGEST
        if not mine.cards:
            assert text == "Your hand is empty."
            continue
        assert ("On the table" in text) == bool(mine.exposed)
        assert ("You may play" in text) == bool(mine.playable)
        for each in mine.exposed:
            assert face(each) in text.split("On the table")[1]


def test_the_boards_text_tells_what_is_announced_and_which_sevens_were_shown() -> None:
    at = at_declaring(make_rules(announce=True, seven_scores="declared"), "KSa KHa KDa KCa QSa JDa 7Hb", turn_up="9Ha")
    before = describe_board(observe(at.game, None), NAMES[:2])
    assert "announced" not in before
    assert "7♥" not in before  # it is in the hand, and nobody has seen it
    at.do("0 declare single-bezique QSa JDa", "0 show 7Hb").draw().keep("KSa KHa KDa KCa QSa 7Hb").win(0)
    at.do("0 declare four-kings KSa KHa KDa KCa", "0 announce common-marriage KSa QSa")
    view = observe(at.game, None)
    text = describe_board(view, NAMES[:2])
    assert "Anna\u2069 has announced: Common marriage K♤ Q♤." in text
    assert "Anna\u2069 has shown, and still holds: 7♥." in text
    plain = exposed_text(view, 0)
    assert "announced: Common marriage K♤ Q♤" in plain
    assert "shown, still held: 7♥" in plain
    assert exposed_text(view, 1) == "–"
