"""What can I declare? What is possible, nearly complete or blocked; never a hidden card, nor one not seen any more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.coach.hints import Explanation, Hint
from bot.coach.samples import Measured
from bot.coach.themes import Reason, Theme
from bot.engine import (
    Action,
    Deal,
    Game,
    Phase,
    Verb,
    View,
    build_rules,
    card_name,
    observe,
    observe_deal,
    offered_actions,
    start_deal,
)
from bot.engine.actions import PASSES
from bot.engine.advice import Advice, Near, advise, ready
from bot.engine.cards import NO_CARD, CardSet, cards_of, mask_of
from bot.engine.foresight import costs
from bot.engine.game import apply
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.players import Method
from bot.ui.routes import table as table_routes
from bot.ui.routes.custom_ids import read_route
from bot.ui.text.exercises import hint_words
from bot.ui.text.i18n import speaking
from cogs.table.advice import advice_page
from tests.engine.positions import shuffled
from tests.table_builder import cards, make_rules, table
from tests.tables.at_table import ANN, BEN, CAT, DAN
from tests.tables.made import begun
from tests.ui.positions import at_declaring, at_play, seen

LIVE = begun((ANN, BEN, CAT, DAN), rules=make_rules(players=4))
"""A table of which the page names the number and the moment."""


def told(advice: Advice) -> tuple[set[str], set[str], set[str]]:
    """Return what is possible now, at the next turn to declare, and what is blocked, by name."""
    return (
        {each.row.name for each in advice.now},
        {each.row.name for each in advice.later},
        {each.row.name for each in advice.blocked},
    )


def near(advice: Advice, name: str) -> Near:
    """Return what is said about a combination that is nearly complete."""
    found = [each for each in advice.near if each.row.name == name]
    assert len(found) == 1, [each.row.name for each in advice.near]
    return found[0]


def page_text(view: View) -> str:
    """Return all the text of the page."""
    page = advice_page(LIVE, view)
    return "\n".join(item.content for item in page.walk_children() if hasattr(item, "content"))


def offered_on(view: View) -> set[str]:
    """Return what can be done by a click on the page, as the record writes it."""
    found = set()
    for item in advice_page(LIVE, view).walk_children():
        route = read_route(getattr(item, "custom_id", "") or "")
        if isinstance(route, table_routes.Act):
            found.add(route.action)
        found |= {option.value for option in getattr(item, "options", ())}
    return found


def test_what_the_cards_make_may_be_declared_after_a_trick_is_won() -> None:
    advice = advise(seen(at_play(make_rules(), "KSa QSa JDa ACa ADa AHa ASb")))
    assert not advice.mine
    assert told(advice) == (set(), {"common-marriage", "single-bezique", "four-aces"}, set())
    assert advice.turns == 24
    assert advice.draws == 23


def test_in_an_open_turn_the_same_may_be_declared_at_once() -> None:
    advice = advise(seen(at_declaring(make_rules(), "KSa QSa JDa ACa ADa AHa ASb")))
    assert advice.mine
    assert told(advice) == ({"common-marriage", "single-bezique", "four-aces"}, set(), set())


def test_after_the_one_declaration_the_rest_waits_for_another_trick() -> None:
    table = at_declaring(make_rules(), "KSa QSa JDa ACa ADa AHa ASb").do("0 declare four-aces ACa ADa AHa ASb")
    assert told(advise(seen(table))) == (set(), {"common-marriage", "single-bezique"}, set())


def test_missing_cards_are_named_with_how_many_are_unseen() -> None:
    advice = advise(seen(at_play(make_rules(), "ASa ADa AHa QSa")))
    aces = near(advice, "four-aces")
    assert (aces.lacking, aces.missing[0].unseen, aces.can_come) == (1, 5, True)
    bezique = near(advice, "single-bezique")
    assert [str(card_name(c)) for c in bezique.held] == ["QSa"]
    assert bezique.missing[0].unseen == 2
    assert "one more ace" in page_text(seen(at_play(make_rules(), "ASa ADa AHa QSa")))


def test_a_card_played_and_one_exposed_by_another_can_come_no_more() -> None:
    deal = _with_others(at_play(make_rules(), "QSa KCa").deal, {"JDa", "JDb"})
    bezique = near(advise(observe_deal(deal, 0)), "single-bezique")
    assert not bezique.can_come
    assert "No longer possible" in page_text(observe_deal(deal, 0))


def _with_others(deal: Deal, named: set[str]) -> Deal:
    """Let one of these cards lie exposed before seat 1, and the other among the tricks."""
    first, second = (c for c in range(64) if card_name(c) in named)
    low = cards_of(deal.hold[1])[:2]
    hold = (deal.hold[0], deal.hold[1] & ~(1 << low[0]) & ~(1 << low[1]) | 1 << first | 1 << second)
    after = deal._replace(hold=hold, exposed=1 << first, turn=1, leader=1)
    return advance(after, Action(1, Verb.PLAY, (second,)))


def test_the_turn_up_counts_as_coming_for_whoever_holds_the_seven() -> None:
    with_seven = near(advise(seen(at_play(make_rules(), "QHa 7Ha", turn_up="KHa"))), "royal-marriage")
    assert with_seven.missing[0].turn_up
    for hand in ("QHa 7Ha", "QHa"):  # the seven may still be drawn
        assert "(the turn-up, for a seven of trumps)" in page_text(seen(at_play(make_rules(), hand, turn_up="KHa")))
    table = at_play(make_rules(), "QHa", turn_up="7Ha")
    assert not near(advise(seen(table)), "royal-marriage").missing[0].turn_up


def test_a_sequence_blocks_its_own_king_and_queen_and_says_by_which_ruling() -> None:
    hand = "AHa THa KHa QHa JHa"
    table = at_declaring(make_rules(), hand).do("0 declare sequence AHa THa KHa QHa JHa")
    advice = advise(seen(table))
    assert told(advice)[2] == {"royal-marriage"}
    assert advice.blocked[0].refusal.reason.ruling == 14
    assert "Ruling 14: King and queen of a sequence cannot marry" in page_text(seen(table))


def test_two_single_beziques_block_the_double() -> None:
    table = at_declaring(make_rules(), "QSa QSb JDa JDb").do("0 declare single-bezique QSa JDa")
    table.win(0).do("0 declare single-bezique QSb JDb")
    advice = advise(seen(table))
    assert [(each.row.name, each.refusal.reason.ruling) for each in advice.blocked] == [("double-bezique", 13)]


def test_a_declaration_that_was_made_is_not_told_as_blocked() -> None:
    table = at_declaring(make_rules(), "KSa QSa").do("0 declare common-marriage KSa QSa")
    assert told(advise(seen(table))) == (set(), set(), set())


def test_locked_cards_are_blocked_by_the_table_s_own_rule() -> None:
    table = at_declaring(make_rules("parlour"), "KSa QSa JDa").do("0 declare single-bezique QSa JDa")
    advice = advise(seen(table))
    assert told(advice)[2] == {"common-marriage"}
    assert "Here bézique cards serve in nothing else" in page_text(seen(table))


def test_what_costs_a_later_declaration_is_marked_on_the_page() -> None:
    text = page_text(seen(at_play(make_rules(), "AHa THa KHa QHa JHa")))
    told = r"Sequence .*\+250\*\*\n-# ⚠ You could declare \*\*the royal marriage\*\*.* first, for 40 more"
    assert re.search(told, text)


def test_any_holder_of_the_seven_exchanges_it_from_the_page_before_playing() -> None:
    view = seen(at_play(make_rules("parlour"), "7Ha KSa").win(0).do("0 pass"))
    assert offered_on(view) == {"exchange 7Ha"}
    assert "does not use up a declaration" not in page_text(view)


def test_of_five_kings_any_four_are_named() -> None:
    view = seen(at_play(make_rules(), "KSa KHa KDa KCa KSb"))
    (kings,) = [each for each in advise(view).later if each.row.name == "four-kings"]
    assert (len(kings.cards), kings.takes) == (5, 4)
    assert "(any 4 of them)" in page_text(view)


def test_in_the_last_eight_tricks_nothing_can_be_declared() -> None:
    table = at_play(make_rules(), "KSa QSa").to_last_eight()
    assert advise(seen(table)) == Advice(False, (), (), (), (), (), 0, 0)
    assert "ruling 8" in page_text(seen(table))


def test_in_the_last_turn_to_declare_nothing_is_promised_for_later() -> None:
    table = at_play(make_rules(), "KSa QSa KDa QDa").to_last_declaring(0)
    advice = advise(seen(table))
    assert advice.mine
    assert (advice.turns, advice.later, advice.near) == (0, (), ())
    assert "Last chance" in page_text(seen(table))


@pytest.mark.sweep
@pytest.mark.parametrize("preset", ["modern", "britannica", "enquire", "parlour"])
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_possible_now_is_what_the_rules_allow_and_hidden_cards_change_nothing(
    preset: str, players: int
) -> None:
    rng = Random(f"{preset} {players}")
    table = at_play(make_rules(preset, players), "KSa QSa JDa", stock="QHa KHa AHa JHa THa")
    deal = table.deal
    turns = 0
    while deal.left:
        for seat in range(players):
            view = observe_deal(deal, seat)
            advice = advise(view)
            allowed = {a.name for a in view.legal if a.verb is Verb.DECLARE}
            assert {each.row.name for each in advice.now} == allowed
            if advice.mine:
                assert set(advice.sevens) == {a for a in view.offered if a.verb in (Verb.EXCHANGE, Verb.SHOW)}
            if view.to_play or rng.random() < 0.1:
                clicks = {a.words for a in view.offered if a.verb not in (Verb.PLAY, Verb.PASS)}
                assert offered_on(view) == (clicks if view.to_play else set())
            other = observe_deal(_shuffled(deal, seat, rng), seat)
            assert advise(other) == advice
            if rng.random() < 0.1:
                assert page_text(other) == page_text(view)
        turns += deal.phase is Phase.DECLARE
        moves = [a for a in legal_moves(deal) if a.verb is not Verb.PASS] or legal_moves(deal)
        deal = advance(deal, rng.choice(moves))
    assert turns > 10


def _shuffled(deal: Deal, seat: int, rng: Random) -> Deal:
    """Deal everything anew that this seat does not see."""
    n = deal.law.players
    open_cards = deal.exposed | deal.declared.public
    hidden = [c for other in range(n) if other != seat for c in cards_of(deal.hold[other] & ~open_cards)]
    start = len(deal.base.deck) - deal.left + (deal.turn_up != NO_CARD)
    stock = list(deal.base.deck[start:])
    pool = hidden + stock
    rng.shuffle(pool)
    hold = list(deal.hold)
    for other in range(n):
        if other != seat:
            closed = deal.hold[other] & ~open_cards
            hold[other] &= open_cards
            for _ in range(closed.bit_count()):
                hold[other] |= 1 << pool.pop()
    base = deal.base._replace(deck=(*deal.base.deck[:start], *pool))
    return deal._replace(base=base, hold=tuple(hold))


# ------------------------------------------------------------------ where only the last trick may be looked at


def views(past_tricks: str, players: int = 2) -> Iterator[View]:
    """Yield what a seat sees through some deals in which combinations are kept back and sevens exchanged."""
    rules = build_rules("enquire", players, {"past_tricks": past_tricks})
    for seed in range(4):
        random, game = Random(seed), Game(rules)
        game = start_deal(game, 0, shuffled(game.law.pack, seed)).game
        while not game.deals[-1].over and game.deals[-1].left:
            yield observe(game, game.deals[-1].turn)
            game = apply(game, random.choice(offered_actions(game))).game


def remembered_otherwise(view: View, random: Random) -> View:
    """Return a view that differs in nothing that can be seen: other cards have been played, and seen on their way."""
    own = view.hand.mask | view.tables[view.turn].mask
    visibility = view.in_sight | own | mask_of(c for table in view.tables for c in table)
    visibility |= 1 << view.turn_up if view.turn_up >= 0 else 0
    rest = [c for c in view.law.pack if not visibility >> c & 1]
    gone = random.sample(rest, (view.gone.mask & ~visibility).bit_count())
    known = tuple(each if seat == view.seat else CardSet(0) for seat, each in enumerate(view.known))
    return replace(view, gone=CardSet(view.in_sight | mask_of(gone)), known=known)


@pytest.mark.sweep
@pytest.mark.parametrize("players", [2, 3])
def test_no_help_depends_on_cards_that_may_not_be_looked_at_any_more(players: int) -> None:
    random, looked = Random(1), 0
    for number, view in enumerate(views("last_only", players)):
        if number % 3 or view.tricks_played < 3:
            continue
        other = remembered_otherwise(view, random)
        assert advise(other) == advise(view)
        actions = [each.action for each in (*advise(view).now, *advise(view).later)]
        assert costs(other, actions) == costs(view, actions)
        assert page_text(other) == page_text(view)
        looked += view.gone != other.gone
    assert looked > 20


def test_where_tricks_lie_open_the_same_help_counts_them() -> None:
    random, differ = Random(1), 0
    for number, view in enumerate(views("open")):
        if number % 3 == 0 and view.tricks_played > 5:
            differ += advise(remembered_otherwise(view, random)) != advise(view)
    assert differ


@pytest.mark.deep
def test_what_is_lacking_is_named_without_a_count() -> None:
    counted = re.compile(r"\(\d+ unseen\)")
    texts = {kind: "\n".join(map(page_text, views(kind))) for kind in ("open", "last_only")}
    assert counted.search(texts["open"])
    assert "lacks" in texts["last_only"]
    assert not counted.search(texts["last_only"])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_names_no_number(language: str) -> None:
    """What the house remembers a hint may rest on; by how many points would tell what is still to come."""
    said = {}
    for kind in ("open", "last_only"):
        view = next(view for view in views(kind) if len(view.offered) > 1 and view.tricks_played > 3)
        action, other = PASSES[0], view.offered[-1]
        found = Explanation(other, Measured(36.0, 4.0), told=True, reason=Reason(Theme.HOLDS_BACK, "four-aces"))
        with speaking(language):
            said[kind] = hint_words(Hint(action, Method.SAMPLED, found), view)
    assert "36" in said["open"]
    assert "36" not in said["last_only"]
    assert len(said["last_only"]) > 20


def test_cards_in_sight_are_those_of_the_last_trick_and_the_one_being_played() -> None:
    view = next(view for view in views("last_only") if view.tricks_played > 4 and view.trick)
    assert view.last_trick is not None
    assert set(cards_of(view.in_sight)) == {*view.last_trick.cards, *view.trick}
    assert len(view.gone) > len(CardSet(view.in_sight))


def test_an_announced_combination_lies_ready_and_needs_its_cards() -> None:
    queens = "QHa QCa QDa QSa"
    at_table = table(make_rules(), hands={1: f"KHa KCa KDa KSa {queens[:-4]}"}, stock="QSa").win(1)
    at_table.do("1 declare four-kings KHa KCa KDa KSa").spend("KCa").win(1)
    at_table.do(f"1 declare four-queens {queens}", "1 announce royal-marriage KHa QHa").draw()
    (found,) = ready(observe(at_table.game, 1))
    assert (found.row.name, found.needed) == ("royal-marriage", CardSet.of(cards("KHa QHa")))
    assert ready(observe(at_table.game, 0)) == ready(observe(at_table.game, None)) == ()
