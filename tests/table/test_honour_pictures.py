"""Pictures of honour tables and what they say in words: hands of seven and nine, faced and lifted cards, forfeits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.engine import Action, Game, apply, observe, parse_card, start_deal
from bot.ui.pictures import LONGEST, TableFace, describe_table, seen_by_all, seen_from, table_picture
from bot.ui.pictures.arrange import CardAt, NameAt, NumberAt, PileAt, SignAt, arranged
from bot.ui.text.faces import face
from tests.engine.honour_play import choose_act, honour_rules
from tests.engine.positions import shuffled
from tests.honour_table import HonourTable, honour_table
from tests.ui.dealt import NAMES, opened, played, rules_for
from tests.ui.test_picture_layout import LONG, check_layout
from tests.ui.test_picture_words import named

TABLES = ((2, False), (3, False), (4, False), (4, True))
_TOLD_TWICE = re.compile("You have just drawn|You may play|must play what was called")


def played_deal(column: str, players: int, *, partners: bool, seed: int = 0) -> Iterator[Game]:
    """Play a deal in which everybody does whatever hands can do, and yield every moment."""
    random = Random(f"{column}{players}{partners}{seed}")
    rules = honour_rules(random, column, players, partners=partners)
    game = Game(rules)
    game = start_deal(game, random.randrange(players), shuffled(game.law.pack, seed)).game
    acts: list[Action] = []
    while not game.deals[-1].over:
        yield game
        acts.append(choose_act(game, random, 0.4 if len(acts) < 400 else 0.0))
        game = apply(game, acts[-1]).game
    yield game


def faces_of(game: Game, names: tuple[str, ...]) -> Iterator[TableFace]:
    players = game.rules.players
    yield seen_by_all(observe(game, None), names[:players], keep_last=True)
    for seat in range(players):
        view = observe(game, seat)
        yield seen_from(view, names[:players], drawn=min(view.hand, default=-1))


def all_see(table: HonourTable) -> TableFace:
    return seen_by_all(observe(table.game, None), NAMES[: table.game.rules.players])


def sees(table: HonourTable, seat: int) -> TableFace:
    return seen_from(observe(table.game, seat), NAMES[: table.game.rules.players])


def laid(seen: TableFace) -> list[str]:
    return [face(thing.card) for thing in arranged(seen) if isinstance(thing, CardAt)]


def counts(seen: TableFace) -> list[int]:
    return [thing.number for thing in arranged(seen) if isinstance(thing, NumberAt) and thing.what == "held"]


def signs(seen: TableFace) -> set[str]:
    return {thing.what for thing in arranged(seen) if isinstance(thing, SignAt)} - {"flag", "brisques"}


@pytest.mark.deep
@pytest.mark.parametrize("table", TABLES, ids=lambda each: f"{each[0]}{'p' * each[1]}")
@pytest.mark.parametrize("column", ["britannica", "enquire"])
def test_in_a_deal_of_every_mischief_nothing_is_covered_and_the_words_name_what_is_drawn(
    column: str, table: tuple[int, bool]
) -> None:
    met = set[str]()
    for number, game in enumerate(played_deal(column, table[0], partners=table[1])):
        if number % 20:
            continue
        for seen in faces_of(game, LONG):
            things = arranged(seen)
            check_layout(things)
            text = describe_table(seen)
            assert len(text) <= LONGEST
            lines = [_TOLD_TWICE.split(line)[0] for line in text.split("\n") if "has announced" not in line]
            assert named("\n".join(lines)) == Counter(laid(seen))
            for thing in things:
                if isinstance(thing, NumberAt) and thing.what == "held":
                    assert re.search(rf"[(,] ?{thing.number} cards?\)", text)
            met |= signs(seen)
            if not number % 100:
                opened(table_picture(seen))
    assert met == {"enquire": {"faced"}, "britannica": {"lying"} if table[0] > 2 else set()}.get(column, set())


def test_how_many_cards_each_seat_has_is_drawn_and_said_for_everybody() -> None:
    table = honour_table().win(1).do("1 draw", "1 draw")
    for seen in (all_see(table), sees(table, 0), sees(table, 1)):
        assert sorted(counts(seen)) == [7, 9]
        text = describe_table(seen)
        assert "Anna\u2069 (whose turn it is, 7 cards)" in text or "Anna\u2069 (7 cards)" in text
        assert "9 cards)" in text


def test_at_an_ordinary_table_nobody_is_told_how_many_cards_there_are_in_a_hand() -> None:
    seen = seen_by_all(observe(played(rules_for(2), 1, 30), None), NAMES[:2])
    assert counts(seen) == []
    assert re.search(r"\d cards\)", describe_table(seen)) is None


def test_by_enquire_a_card_played_out_of_turn_lies_faced_for_all_and_no_more_in_the_hand() -> None:
    table = honour_table("enquire", hands={0: "9Ca KSa"}).do("0 play 9Ca")
    for seen in (all_see(table), sees(table, 0), sees(table, 1)):
        assert signs(seen) == {"faced"}
        assert laid(seen).count("9♧") == 1 + (seen.hand is not None and "9♧" in laid_hand(seen))
        assert "Faced before 1 \u2068Anna\u2069: 9♧." in describe_table(seen)
    mine = sees(table, 0)
    assert mine.hand is not None
    assert parse_card("9Ca") not in mine.hand.cards
    assert "KSa" not in describe_table(all_see(table))


def laid_hand(seen: TableFace) -> list[str]:
    return [] if seen.hand is None else [face(card) for card in seen.hand.cards]


def test_a_card_that_was_called_stands_out_and_is_named() -> None:
    table = honour_table("enquire", hands={0: "9Ca KSa"}).do("0 play 9Ca", "1 call 9Ca")
    for seen in (all_see(table), sees(table, 0), sees(table, 1)):
        (called,) = [t for t in arranged(seen) if isinstance(t, CardAt) and t.card == parse_card("9Ca")]
        assert called.rimmed
        assert "Anna\u2069 must play what was called: 9♧." in describe_table(seen)


@pytest.mark.parametrize("players", [3, 4])
def test_by_britannica_a_card_played_out_of_turn_stays_on_the_table_behind_its_sign(players: int) -> None:
    table = honour_table("britannica", players, hands={0: "9Ca KSa QSa"}).do("0 play 9Ca")
    for seen in (all_see(table), sees(table, 0), sees(table, 1)):
        assert signs(seen) == {"lying"}
        assert "Lying before 1 \u2068Anna\u2069, of no use in a declaration: 9♧." in describe_table(seen)


@pytest.mark.parametrize("column", ["modern", "revoke_only"])
def test_a_card_that_was_taken_back_lies_nowhere(column: str) -> None:
    before = honour_table(column, hands={0: "9Ca"})
    seen = all_see(before)
    before.do("0 play 9Ca")
    assert all_see(before) == seen


def test_a_wrong_declaration_lies_there_like_a_right_one_until_it_is_taken_back() -> None:
    tables = [honour_table("modern", hands={0: f"KSa {queen}"}).win(0) for queen in ("QSa", "QDa")]
    for table, queen in zip(tables, ("QSa", "QDa"), strict=True):
        table.do(f"0 declare common-marriage KSa {queen}")
        assert all_see(table).seats[0].exposed == ((parse_card("KSa"), parse_card(queen)),)
        assert all_see(table).sides[0].total == 20
    tables[1].do("1 claim wrong-declaration")
    assert all_see(tables[1]).seats[0].exposed == ()
    assert all_see(tables[1]).sides[0].total == 0


def test_two_lifted_cards_lie_open_to_choose_from_by_britannica() -> None:
    table = honour_table("britannica", stock="ASa TSa JSa JSb").win(0).do("0 lift")
    for seen in (all_see(table), sees(table, 0), sees(table, 1)):
        assert {"A♤", "10♤"} <= set(laid(seen))
        assert "chooses from the stock between: " in describe_table(seen)
        assert seen.before is None


def test_by_enquire_the_chooser_sees_two_lifted_cards_and_all_others_their_backs() -> None:
    table = honour_table("enquire", stock="ASa ASb").win(1).do("1 lift")
    assert "1 \u2068Anna\u2069 chooses from the stock between: A♤ A♤." in describe_table(sees(table, 0))
    for seen in (all_see(table), sees(table, 1)):
        backs = [thing for thing in arranged(seen) if isinstance(thing, PileAt) and thing.layers == 1]
        assert len(backs) == 2
        assert "chooses from the stock between: 2 cards face down." in describe_table(seen)
        assert "A♤" not in describe_table(seen)


def test_by_britannica_another_s_second_card_is_shown_to_the_chooser_alone_until_the_next_draw() -> None:
    table = honour_table("britannica", stock="ASa ASb TSa TSb").win(1).do("1 draw", "0 lift")
    mine = sees(table, 1)
    assert mine.lifted is not None
    assert [face(card) for card in mine.lifted.cards] == ["10♤"]
    assert "Seen from the stock: 10♤." in describe_table(mine)
    for seen in (all_see(table), sees(table, 0)):
        assert seen.lifted is None
        assert "10♤" not in "".join(describe_table(seen).split("\n")[1:3])


def test_when_play_is_over_everybody_is_waited_for_who_is_not_done() -> None:
    table = honour_table("modern", finish="end_of_deal").to_end()
    assert [seat.on_move for seat in all_see(table).seats] == [True, True]
    table.do("0 done")
    assert [seat.on_move for seat in all_see(table).seats] == [False, True]
    lit = {thing.seat for thing in arranged(all_see(table)) if isinstance(thing, NameAt) and thing.lit}
    assert 0 not in lit or all_see(table).winner == 0
