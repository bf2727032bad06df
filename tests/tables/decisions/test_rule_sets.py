"""Rules under names: one name for one owner, nothing that reads as a rule code, and nothing lost by an update."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import RulesError, build_rules, read_code
from bot.members.rule_sets import added, dropped, shown_in
from bot.tables import Refused, Why
from bot.tables.decisions import terms
from bot.tables.values import rule_sets
from bot.tables.values.rule_sets import BOOK, CLOCK, EMPTY, LONGEST_NAME, MOST_SETS, RULE_SETS, Shelf, read_shelf
from tests.tables.at_table import ANN, BEN
from tests.tables.made import joined, noon, opened

MODERN = build_rules("modern", 2, {})
LONG = build_rules("britannica", 3, {"target": 2000})


def refused(shelf: Shelf, name: str) -> Why:
    with pytest.raises(Refused) as caught:
        added(shelf, name, "modern", MODERN)
    return caught.value.why


def test_rules_are_found_again_by_their_name_whatever_its_capitals_and_read_back_as_they_were() -> None:
    shelf, kept = added(EMPTY, "Sunday rules", "britannica", LONG, friendly=True)
    again = read_shelf(shelf.stored())
    assert again == shelf
    found = again.called("sunday  RULES")
    assert found == kept
    assert found is not None
    assert (found.rules(), found.preset, found.friendly) == (LONG, "britannica", True)
    assert again.called("Monday rules") is None


def test_a_name_is_taken_once_and_the_same_rules_under_it_change_nothing() -> None:
    shelf, kept = added(EMPTY, "Ours", "modern", MODERN)
    assert added(shelf, "OURS", "modern", MODERN) == (shelf, kept)
    with pytest.raises(Refused) as caught:
        added(shelf, "ours", "britannica", LONG)
    assert caught.value.why is Why.RULE_SET_TAKEN
    after, other = added(shelf, "Ours", "britannica", LONG, renamed=True)
    assert [each.name for each in after.sets] == ["Ours", "Ours 2"]
    assert added(after, "Ours", "britannica", LONG, renamed=True) == (after, other)


@pytest.mark.parametrize("name", ["modern", "Britannica 3", "3", "parlour friendly", "friendly", "enquire target=2000"])
def test_what_would_be_read_as_a_rule_code_is_no_name(name: str) -> None:
    assert refused(EMPTY, name) is Why.RULE_SET_IS_CODE


@pytest.mark.parametrize("name", ["", "   ", "\u0301", "\u200d"])
def test_a_name_has_something_to_show(name: str) -> None:
    assert refused(EMPTY, name) is Why.RULE_SET_NAME


def test_twenty_five_are_kept_and_no_more_and_numbers_never_come_again() -> None:
    shelf = EMPTY
    for number in range(MOST_SETS):
        shelf, _ = added(shelf, f"Rules of {number}", "modern", MODERN)
    assert refused(shelf, "One more") is Why.RULE_SETS_MANY
    last = max(each.number for each in shelf.sets)
    shelf, new = added(read_shelf(dropped(shelf, last).stored()), "One more", "modern", MODERN)
    assert new.number == last + 1
    assert dropped(shelf, 999) == shelf


def test_a_long_name_is_cut_also_where_a_number_is_put_behind_it() -> None:
    long = "The rules of my grandmother from Limoges, who never lost"
    shelf, first = added(EMPTY, long, "modern", MODERN)
    _, second = added(shelf, long, "britannica", LONG, renamed=True)
    assert len(first.name) <= LONGEST_NAME
    assert len(second.name) <= LONGEST_NAME
    assert first.name != second.name


def test_rules_that_an_update_has_taken_away_stay_and_say_so_and_the_others_are_read() -> None:
    shelf, _ = added(EMPTY, "Old", "modern", MODERN)
    shelf, _ = added(shelf, "Whole", "britannica", LONG)
    stored = shelf.stored()
    stored["sets"][0]["rules"]["knaves_wild"] = True
    stored["sets"].append("rubbish")
    again = read_shelf(stored)
    old, whole = again.sets
    with pytest.raises(RulesError, match="knaves_wild"):
        old.rules()
    assert whole.rules() == LONG
    assert read_shelf(again.stored()) == again
    odd_ones: list[object] = [None, [], {"sets": 3}, {"sets": [{"number": "1"}]}, {"sets": [], "next": "x"}]
    for odd in odd_ones:
        assert read_shelf(odd).sets == ()


def test_where_a_rule_set_was_shown_is_noted_once() -> None:
    shelf, kept = added(EMPTY, "Ours", "modern", MODERN)
    shown = shown_in(shown_in(shelf, kept.number, 5), kept.number, 5)
    assert shown.sets[0].shared_in == (5,)
    assert read_shelf(shown.stored()) == shown


def test_a_lobby_plays_by_a_rule_set_as_a_whole_and_everybody_agrees_anew() -> None:
    table = joined()
    after = terms.play_by(table, noon(), ANN.user_id, *read_code("parlour target=2000"), friendly=True)
    assert (after.terms.preset, after.rules.target, after.terms.friendly) == ("parlour", 2000, True)
    assert after.lobby.to_agree == (BEN.user_id,)
    same = terms.play_by(after, noon(), ANN.user_id, *read_code("parlour target=2000"))
    assert same is after  # friendly stays as it was agreed
    with pytest.raises(Refused) as caught:
        terms.play_by(table, noon(), BEN.user_id, "modern", MODERN)
    assert caught.value.why is Why.NOT_OPENER


def test_a_rule_set_for_fewer_than_sit_there_is_refused() -> None:
    four = opened(rules=build_rules("modern", 4, {}))
    seats = tuple(replace(four.seats[0], seat=seat, user_id=ANN.user_id + seat) for seat in range(3))
    with pytest.raises(Refused) as caught:
        terms.play_by(four.but(seats=seats), noon(), ANN.user_id, "modern", MODERN)
    assert caught.value.why is Why.SEATS_TAKEN


def test_a_first_table_is_offered_by_the_servers_rule_set_while_it_can_be_played() -> None:
    shelf, kept = added(EMPTY, "Ours", "britannica", LONG)
    server = {BOOK: kept.number, CLOCK: "live-5", RULE_SETS: shelf.stored()}
    found = rule_sets.offered({}, server)
    assert (found.preset, found.rules, found.clock.key) == ("britannica", LONG, "live-5")
    gone = rule_sets.offered({}, server | {RULE_SETS: dropped(shelf, kept.number).stored()})
    assert (gone.preset, gone.rules, gone.clock.key) == ("modern", MODERN, "live-5")
    broken = shelf.stored()
    broken["sets"][0]["rules"]["knaves_wild"] = True
    assert rule_sets.offered({}, server | {RULE_SETS: broken}).rules == MODERN
    assert rule_sets.offered({}, server | {BOOK: "parlour"}).preset == "parlour"
