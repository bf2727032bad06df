"""What is listed, seen and told at an honour table, and what is not: RECORD.md's *legal*, views, and events."""

from __future__ import annotations

import pickle

import pytest

from bot.engine import Event, Verb, card_name, observe, offered_actions, to_act
from bot.engine.cards import NO_CARD
from bot.engine.events import CardDrawn, CombinationDeclared, PointsMarked, StockGone
from bot.engine.honour import HonourView
from bot.engine.honour.told import CardExposed, CardReturned, CardTakenBack, Claimed, StockSeen
from bot.engine.view import View
from tests.honour_table import HonourTable, honour_table, in_the_last_eight
from tests.table_builder import make_rules, table

EIGHT = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}


def seen(at_table: HonourTable, seat: int | None) -> HonourView:
    """Return what a seat sees of the honour table."""
    view = observe(at_table.game, seat).honour
    assert view is not None
    return view


def view_of(at_table: HonourTable, seat: int | None) -> View:
    """Return a seat's whole view."""
    return observe(at_table.game, seat)


# ------------------------------------------------------------------ what is listed


def test_an_ordinary_view_has_nothing_of_an_honour_table() -> None:
    assert observe(table(make_rules()).game, 0).honour is None


def test_only_what_is_regular_and_claims_with_ground_are_listed() -> None:
    at_table = honour_table(hands={0: "KDa QDa"}).win(1)
    assert at_table.legal() == {"1 pass", "1 draw"}
    at_table.do("0 draw")
    assert at_table.legal() == {"1 pass", "1 draw", "1 claim drawn-out-of-turn add", "1 claim drawn-out-of-turn deduct"}
    assert to_act(at_table.game) == (1,)


def test_what_hands_can_do_besides_is_accepted_without_being_listed() -> None:
    at_table = honour_table().win(1)
    card = at_table.any_card(0)
    for act in ("0 draw", "0 lift", f"0 play {card}", f"0 expose {card}", "1 lift", f"1 play {at_table.any_card(1)}"):
        assert act not in at_table.legal()
        HonourTable(at_table.game).do(act)


def test_more_seats_than_one_may_have_something_to_do() -> None:
    at_table = honour_table().win(1).do("1 draw")
    assert to_act(at_table.game) == (0, 1)
    assert {action.seat for action in offered_actions(at_table.game)} == {0, 1}
    assert at_table.legal("0 ") == {"0 draw"}
    assert all(act.startswith("1 play") for act in at_table.legal("1 "))


def test_a_revoke_is_never_listed_and_no_regular_play_is_one() -> None:
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa").do("0 play TCa")
    assert at_table.legal("1 ") == {"1 play ACb"}
    at_table.do("1 play 7Sa")
    assert not any("revoke" in act for act in at_table.legal())


def test_a_called_card_is_the_only_regular_play_and_calls_are_listed() -> None:
    at_table = honour_table(hands={0: "9Ca", 1: "AHa"}).do("0 play 9Ca")
    assert "1 call 9Ca" in at_table.legal()
    at_table.do("1 call 9Ca", "1 play AHa")
    assert at_table.legal("0 play") == {"0 play 9Ca"}


def test_a_wrong_declaration_is_listed_where_it_has_ground_but_no_view_shows_it() -> None:
    for cards in ("KSa QDa", "KSa QSa"):
        at_table = honour_table(hands={1: "KSa QSa QDa"}).win(1).do(f"1 declare common-marriage {cards}")
        assert ("0 claim wrong-declaration" in at_table.legal()) == (cards == "KSa QDa")
        view = view_of(at_table, 0)
        assert not any(action.verb is Verb.CLAIM for action in (*view.legal, *view.offered))
        assert [doubt.meld.row.name for doubt in seen(at_table, 0).doubtful] == ["common-marriage"]
        assert seen(at_table, 1).doubtful == seen(at_table, None).doubtful == ()
        at_table.draw()
        assert seen(at_table, 0).doubtful == ()


def test_of_equal_copies_in_one_place_one_is_offered_and_a_faced_one_is_told_apart() -> None:
    at_table = honour_table(hands={1: "9Ca 9Cb 9Da"})
    plays = [action for action in offered_actions(at_table.game) if action.verb is Verb.PLAY]
    assert sum(card_name(action.cards[0])[:2] == "9C" for action in plays) == 1
    other = honour_table(hands={0: "9Ca 9Cb"}).do("0 play 9Ca").play(1)
    plays = [action for action in offered_actions(other.game) if action.verb is Verb.PLAY]
    assert sum(card_name(action.cards[0])[:2] == "9C" for action in plays) == 2


# ------------------------------------------------------------------ what is seen


def test_who_drew_and_how_many_cards_each_holds_is_seen_by_all() -> None:
    at_table = honour_table().win(1).do("0 draw", "0 draw")
    for seat in (0, 1, None):
        view = seen(at_table, seat)
        assert view.holds == (9, 7)
        assert (view.to_draw, view.to_play) == (1, 1)
        assert view.chances == (False, True)


def test_a_card_played_out_of_turn_or_exposed_is_known_in_the_hand() -> None:
    at_table = honour_table(hands={0: "9Ca 9Da"}).do("0 play 9Ca", "0 expose 9Da")
    known = view_of(at_table, 1).known[0]
    assert {card_name(card) for card in known} == {"9Ca", "9Da"}
    assert {card_name(card) for card in seen(at_table, None).faced} == {"9Ca"}


def test_the_chooser_alone_sees_and_is_told_what_was_lifted_by_enquire_and_which_card_went_back() -> None:
    at_table = honour_table(stock="ASa ASb").win(1).do("1 lift")
    mine, theirs = seen(at_table, 0).lifted, seen(at_table, 1).lifted
    assert mine is not None
    assert theirs is not None
    assert [card_name(card) for card in mine.cards] == ["ASa", "ASb"]
    assert theirs.cards == ()
    assert (theirs.lifter, theirs.chooser, theirs.halts) == (1, 0, True)
    assert [event.audience for event in at_table.events if isinstance(event, StockSeen)] == [0]
    told = [event for event in last(at_table, "0 return ASa") if isinstance(event, CardReturned)]
    assert [(event.card == NO_CARD, event.audience) for event in told] == [(True, None), (False, 0)]
    assert {card_name(card) for card in seen(at_table, 0).seen} == {"ASa", "ASb"}
    assert len(seen(at_table, 1).seen) == len(seen(at_table, None).seen) == 0


def test_by_britannica_all_see_what_lies_open() -> None:
    at_table = honour_table("britannica", stock="ASa ASb TSa TSb").win(1).do("0 lift")
    for seat in (0, 1, None):
        lifted = seen(at_table, seat).lifted
        assert lifted is not None
        assert [card_name(card) for card in lifted.cards] == ["ASb", "TSa"]
        assert {card_name(card) for card in seen(at_table, seat).open_stock} == {"ASb", "TSa"}


def test_until_the_chooser_s_next_draw_the_second_card_is_the_chooser_s_secret() -> None:
    at_table = honour_table("britannica", stock="ASa ASb TSa").win(1).do("1 draw", "0 lift")
    lifted = seen(at_table, 1).lifted
    assert lifted is not None
    assert ([card_name(card) for card in lifted.cards], lifted.ready) == (["TSa"], False)
    assert [card_name(card) for card in seen(at_table, 1).seen] == ["TSa"]
    for seat in (0, None):
        lifted = seen(at_table, seat).lifted
        assert lifted is not None
        assert lifted.cards == ()
        assert len(seen(at_table, seat).seen) == len(seen(at_table, seat).open_stock) == 0


def test_past_tricks_are_open_when_the_deal_is_played_out_to_find_a_revoke() -> None:
    at_table = honour_table(past_tricks="last_only")
    at_table.to_last_eight()
    assert len(view_of(at_table, 0).tricks) == 1
    at_table.to_end()
    assert len(view_of(at_table, 0).tricks) == 32
    assert seen(at_table, 0).played_out


def test_whether_a_side_may_claim_a_revoke_says_nothing_of_whether_there_was_one() -> None:
    for played in ("ACb", "7Sa"):
        at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal").do("0 play TCa")
        at_table.do(f"1 play {played}").to_end()
        assert [seen(at_table, seat).may_claim_revoke for seat in (0, 1, None)] == [True, True, False]
        at_table.do("0 done")
        assert not seen(at_table, 0).may_claim_revoke


def test_the_last_eight_begin_for_a_view_when_the_declared_cards_are_back() -> None:
    at_table = honour_table(hands={1: "KSa QSa"}).to_last_declaring(1).do("0 draw", "0 draw")
    assert view_of(at_table, 0).stock == 0
    assert not view_of(at_table, 0).last_eight
    at_table.do("1 pass")
    assert view_of(at_table, 0).last_eight


def test_each_partner_sees_the_own_chance() -> None:
    at_table = honour_table(players=4, partners=True, hands={1: "KSa QSa", 3: "KCa QCa"}).win(1)
    at_table.do("3 declare common-marriage KCa QCa")
    assert view_of(at_table, 3).declaring.declared == 1
    assert view_of(at_table, 1).declaring.declared == 0


@pytest.mark.parametrize("seat", [0, None])
def test_a_view_can_be_sent_to_another_process(seat: int | None) -> None:
    view = view_of(honour_table(stock="ASa ASb").win(1).do("1 lift"), seat)
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own


def test_a_repr_tells_nothing_hidden() -> None:
    at_table = honour_table(hands={0: "9Ca"}).do("0 draw")
    text = repr(at_table.deal) + repr(at_table.honour)
    assert "faults" not in text
    assert "stock=" not in text


# ------------------------------------------------------------------ what is told


def last(at_table: HonourTable, act: str) -> list[Event]:
    """Do an act and return its events."""
    before = len(at_table.events)
    at_table.do(act)
    return at_table.events[before:]


def test_a_draw_is_told_to_all_and_its_card_to_the_drawer_alone() -> None:
    at_table = honour_table(stock="ASa").win(1)
    card = at_table.honour.stock[0]
    assert last(at_table, "0 draw") == [CardDrawn(0, NO_CARD), CardDrawn(0, card, audience=0)]


def test_the_turn_up_is_drawn_for_all_to_see() -> None:
    at_table = honour_table().to_last_declaring(1).do("1 draw")
    assert isinstance(last(at_table, "0 draw")[-1], StockGone)
    drawn = [event for event in at_table.events if isinstance(event, CardDrawn)][-1]
    assert (card_name(drawn.card), drawn.audience) == ("8Ha", None)


def test_a_wrong_declaration_is_told_like_any_other() -> None:
    for cards in ("KSa QDa", "KSa QSa"):
        at_table = honour_table(hands={1: "KSa QSa QDa"}).win(1)
        told = last(at_table, f"1 declare common-marriage {cards}")
        assert [type(event) for event in told] == [CombinationDeclared, PointsMarked]


def test_a_card_shown_against_the_rules_is_told_and_whether_it_stays() -> None:
    at_table = honour_table("britannica", 3, hands={0: "9Ca 9Da"})
    told = [*last(at_table, "0 play 9Ca"), *last(at_table, "0 expose 9Da")]
    assert [type(event) for event in told] == [CardTakenBack, CardExposed]
    assert all(event.stays for event in told if isinstance(event, (CardTakenBack, CardExposed)))


def test_a_claim_says_who_was_caught_and_a_claim_of_a_revoke_does_not_yet() -> None:
    at_table = honour_table().do("0 draw")
    told = [event for event in last(at_table, "1 claim nine-cards add") if isinstance(event, Claimed)]
    assert [(event.seat, event.kind.value, event.offender) for event in told] == [(1, "nine-cards", 0)]
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa").do("0 play TCa", "1 play 7Sa")
    assert last(at_table, "0 claim revoke") == [Claimed(0, told[0].kind.REVOKE, None)]
