"""What is settled in the lobby: rules, also by name, clock and seats, and that everyone agrees to them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import OPTIONS, PRESETS, Rules, RulesError, build_rules, read_code
from bot.engine.options import Value
from bot.house.roster import Level
from bot.members.rule_sets import added, dropped, shown_in
from bot.tables import CLOCKS, DEFAULT_CLOCK, NO_CLOCK, Due, Refused, Table, Why
from bot.tables.decisions import house_seats, lobby, terms
from bot.tables.decisions.terms import for_players
from bot.tables.values import rule_sets
from bot.tables.values.rule_sets import (
    BOOK,
    CLOCK,
    EMPTY,
    LAST_TABLE,
    LONGEST_NAME,
    MOST_SETS,
    RULE_SETS,
    Choice,
    Shelf,
    choice_of,
    offered,
    read_choice,
    read_shelf,
)
from tests.tables.at_table import ANN, BEN, CAT, DAN, FOUR, NOON, PARTNERS, STRANGER, TWO
from tests.tables.made import ask, challenged, joined, noon, opened, read_back, why

THREE = build_rules("modern", 3, {})
EVERY_VALUE = [(option.key, choice.value) for option in OPTIONS for choice in option.choices]
MEANS_NOTHING_FOR_TWO = {
    ("partners", True),
    ("packs", "two_less_an_eight"),
    ("declarations_per_trick", "many"),  # modern announces
    ("new_card", False),
}


def set_rules(table: Table, changes: dict[str, object], preset: str | None = None) -> Table:
    return ask(table, terms.set_rules, noon(), table.opener_id, changes, preset=preset)


# ------------------------------------------------------------------ rules


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE)
def test_every_value_of_every_option_can_be_chosen_or_is_refused(key: str, value: Value) -> None:
    before = opened()
    if (key, value) in MEANS_NOTHING_FOR_TWO:
        with pytest.raises(RulesError, match=key):
            terms.set_rules(before, noon(), ANN.user_id, {key: value})
        return
    table = set_rules(before, {key: value})
    assert table.rules.values()[key] == value
    assert table.rules == build_rules("modern", table.rules.players, {key: value} if key != "players" else {})
    assert table.game.deals == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"nonsense": 1}, "There is no option nonsense"),
        ({"players": 5}, "players cannot be 5"),
        ({"players": "two"}, "players cannot be two"),
        ({"target": 1234}, "target cannot be 1234"),
        ({"target": True}, "target cannot be true"),
        ({"new_card": False}, "announce = true cannot go with new_card = false"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(changes: dict[str, object], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        terms.set_rules(joined(), noon(), ANN.user_id, changes)
    with pytest.raises(RulesError, match="There is no preset whist"):
        terms.set_rules(joined(), noon(), ANN.user_id, {}, preset="whist")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_another_rule_book_begins_anew_but_keeps_the_players(preset: str, players: int) -> None:
    table = set_rules(opened(rules=build_rules("modern", players, {"target": 4000})), {}, preset)
    possible = PRESETS[preset].players
    players = players if players in possible else possible[0]
    assert (table.terms.preset, table.rules) == (preset, build_rules(preset, players, {}))


def test_another_rule_book_keeps_the_partners_and_the_same_one_takes_every_change_back() -> None:
    table = set_rules(opened(rules=PARTNERS), {}, "enquire")
    assert table.rules == build_rules("enquire", 4, {"partners": True})
    changed = set_rules(opened(), {"target": 4000})
    assert set_rules(changed, {}, "modern").rules == TWO


def test_book_that_has_the_same_rules_is_another_book_all_the_same() -> None:
    modern_as_parlour = build_rules("modern", 2, build_rules("parlour", 2, {}).values() | {"players": 2})
    table = joined(rules=modern_as_parlour)
    changed = set_rules(table, {}, "parlour")
    assert (changed.rules, changed.terms.preset) == (table.rules, "parlour")
    assert (changed.lobby.to_agree, changed.terms.edition) == ((BEN.user_id,), 1)


def test_number_of_players_goes_up_and_down_again_with_people_seated() -> None:
    table = joined(rules=build_rules("modern", 2, {"brisques": "as_taken"}))
    for players, target in ((3, 1500), (4, 1000)):
        table = set_rules(table, {"players": players})
        assert (table.full, table.users) == (False, (ANN.user_id, BEN.user_id))
        assert (table.rules.target, table.rules.brisques) == (target, "as_taken")
    table = ask(table, lobby.join, noon(), CAT)
    assert why(table, terms.set_rules, noon(), ANN.user_id, {"players": 2}) is Why.SEATS_TAKEN
    table = set_rules(table, {"players": 3})
    assert (table.full, len(table.seats)) == (True, 3)
    table = set_rules(ask(table, lobby.leave, noon(), CAT.user_id), {"players": 2})
    assert (table.full, table.rules) == (True, build_rules("modern", 2, {"brisques": "as_taken"}))


@pytest.mark.parametrize("rules", [PARTNERS, build_rules("modern", 3, {"packs": "two_less_an_eight"})])
def test_change_of_one_rule_leaves_the_others_as_they_are(rules: Rules) -> None:
    table = set_rules(set_rules(opened(rules=rules), {"target": 2000}), {"brisques": "as_taken"})
    assert table.rules == rules.changed({"target": 2000, "brisques": "as_taken"})


def test_what_means_nothing_for_another_number_of_players_is_dropped_with_it() -> None:
    table = opened(rules=build_rules("modern", 3, {"packs": "two_less_an_eight", "target": 2000}))
    table = set_rules(table, {"players": 4})
    assert (table.rules.packs, table.rules.target) == ("per_player", 2000)
    table = set_rules(set_rules(table, {"partners": True}), {"players": 3, "brisques": "as_taken"})
    assert (table.rules.partners, table.rules.target, table.rules.brisques) == (False, 2000, "as_taken")
    less = build_rules("modern", 3, {"packs": "two_less_an_eight"})
    assert for_players("modern", less, 3) == less
    assert for_players("modern", PARTNERS, 4) == PARTNERS
    assert for_players("modern", PARTNERS, 2) == TWO


# ------------------------------------------------------------------ who is asked


def test_change_asks_everyone_but_the_opener_and_the_house_to_agree() -> None:
    table = joined((ANN, BEN), rules=FOUR)
    table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.REGULAR)
    table = ask(table, lobby.join, noon(), CAT)
    table = ask(table, terms.set_rules, noon(minutes=4), ANN.user_id, {"target": 2000})
    assert (table.lobby.to_agree, table.terms.edition) == ((BEN.user_id, CAT.user_id), 1)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=34)}
    table = ask(table, terms.agree, noon(minutes=5), CAT.user_id)
    assert (table.lobby.to_agree, table.due) == ((BEN.user_id,), {Due.LOBBY: NOON + timedelta(minutes=35)})
    table = set_rules(table, {"target": 3000})
    assert (table.lobby.to_agree, table.terms.edition) == ((BEN.user_id, CAT.user_id), 2)


@pytest.mark.parametrize(
    "setting", [{"clock": CLOCKS["days-3"]}, {"auto_draw": False}, {"partners_drawn": True}, {"hints": True}]
)
def test_clock_drawing_partners_and_hints_are_agreed_on_too(setting: dict[str, object]) -> None:
    before = joined()
    table = ask(before, terms.set_table, noon(), ANN.user_id, **setting)  # type: ignore[arg-type]
    (key, value), *_ = setting.items()
    assert getattr(table.terms, key) == value
    assert (table.lobby.to_agree, table.terms.edition) == ((BEN.user_id,), 1)
    assert terms.set_table(table, noon(), ANN.user_id, **setting) is table  # type: ignore[arg-type]
    others = {"clock", "auto_draw", "partners_drawn", "hints", "preset"} - {key}
    assert {each: getattr(table.terms, each) for each in others} == {
        each: getattr(before.terms, each) for each in others
    }


def test_who_may_sit_down_is_no_matter_for_those_who_sit() -> None:
    table = joined(rules=FOUR)
    after = ask(table, terms.set_table, noon(minutes=2), ANN.user_id, invited_only=True)
    assert (after.lobby.invited_only, after.lobby.to_agree, after.terms) == (True, (), table.terms)
    assert after.due == {Due.LOBBY: NOON + timedelta(minutes=32)}
    assert ask(after, terms.set_table, noon(), ANN.user_id, invited_only=True) is after
    both = ask(after, terms.set_table, noon(), ANN.user_id, invited_only=False, hints=True)
    assert (both.lobby.invited_only, both.terms.hints, both.lobby.to_agree) == (False, True, (BEN.user_id,))


def test_choosing_what_holds_already_changes_nothing_and_asks_nobody() -> None:
    table = joined()
    assert terms.set_rules(table, noon(), ANN.user_id, {"target": 1000}) is table
    assert terms.set_rules(table, noon(), ANN.user_id, {}, preset="modern") is table
    assert terms.set_table(table, noon(), ANN.user_id, clock=table.terms.clock, auto_draw=True) is table


def test_only_the_opener_settles_anything() -> None:
    table = joined()
    for user in (BEN.user_id, STRANGER.user_id):
        assert why(table, terms.set_rules, noon(), user, {"target": 2000}) is Why.NOT_OPENER
        assert why(table, terms.set_table, noon(), user, auto_draw=False) is Why.NOT_OPENER
    assert why(table, terms.agree, noon(), STRANGER.user_id) is Why.NOT_SEATED


def test_challenge_stands_as_it_was_made() -> None:
    table = challenged()
    assert why(table, terms.set_rules, noon(), ANN.user_id, {"players": 3}) is Why.CHALLENGE_RULES
    assert why(table, terms.set_table, noon(), ANN.user_id, clock=NO_CLOCK) is Why.CHALLENGE_RULES
    assert why(table, terms.invite, noon(), ANN.user_id, CAT) is Why.NO_LOBBY
    assert why(table, terms.change_seat, noon(), ANN.user_id, 0) is Why.NO_SUCH_SEAT


def test_who_has_nothing_to_agree_to_changes_nothing_whatever_they_have_seen() -> None:
    table = joined()
    assert terms.agree(table, noon(), BEN.user_id) is table
    assert terms.agree(table, noon(), BEN.user_id, 7) is table


def test_agreeing_to_terms_that_have_changed_meanwhile_is_refused() -> None:
    table = set_rules(set_rules(joined(), {"target": 2000}), {"target": 4000})
    assert why(table, terms.agree, noon(), BEN.user_id, 1) is Why.OTHER_TERMS
    assert ask(table, terms.agree, noon(), BEN.user_id, 2).lobby.to_agree == ()


# ------------------------------------------------------------------ seats and guests


def test_two_change_places_and_the_others_agree_again() -> None:
    table = joined((ANN, BEN, CAT, DAN), rules=PARTNERS)
    table = ask(table, terms.change_seat, noon(minutes=1), BEN.user_id, 2)
    assert table.names == ("Ann", "Cat", "Ben", "Dan")
    assert [seat.seat for seat in table.seats] == [0, 1, 2, 3]
    assert (table.lobby.to_agree, table.terms.edition) == ((ANN.user_id, CAT.user_id, DAN.user_id), 1)
    assert (table.opener_id, table.due) == (ANN.user_id, {Due.LOBBY: NOON + timedelta(minutes=31)})


def test_taking_another_seat_is_no_agreement_to_the_rules() -> None:
    table = set_rules(joined((ANN, BEN, CAT), rules=THREE), {"target": 2000})
    table = ask(table, terms.change_seat, noon(), BEN.user_id, 0)
    assert set(table.lobby.to_agree) == {ANN.user_id, BEN.user_id, CAT.user_id}


def test_seat_that_nobody_sits_in_is_none_and_the_own_one_changes_nothing() -> None:
    table = joined(rules=FOUR)
    for seat in (-1, 2, 4):
        assert why(table, terms.change_seat, noon(), ANN.user_id, seat) is Why.NO_SUCH_SEAT
    assert why(table, terms.change_seat, noon(), STRANGER.user_id, 0) is Why.NOT_SEATED
    assert terms.change_seat(table, noon(), BEN.user_id, 1) is table


def test_any_player_invites_and_inviting_twice_changes_nothing() -> None:
    table = ask(joined(rules=FOUR), terms.invite, noon(minutes=3), BEN.user_id, CAT)
    table = ask(table, terms.invite, noon(minutes=3), ANN.user_id, DAN)
    assert (table.lobby.guests, table.lobby.to_agree) == ((CAT.user_id, DAN.user_id), ())
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=33)}
    assert terms.invite(table, noon(), ANN.user_id, CAT) is table


def test_nobody_invites_without_a_seat_nor_somebody_who_has_one_nor_to_a_full_table() -> None:
    table = joined()
    told = [
        why(table, terms.invite, noon(), STRANGER.user_id, CAT),
        why(table, terms.invite, noon(), ANN.user_id, BEN),
        why(table, terms.invite, noon(), ANN.user_id, CAT),
    ]
    assert told == [Why.NOT_SEATED, Why.GUEST_SEATED, Why.TABLE_FULL]


# ------------------------------------------------------------------ what is offered again


@pytest.mark.parametrize(
    ("rules", "preset"),
    [(build_rules("enquire", 4, {"partners": True, "target": 2000}), "enquire"), (TWO, "modern"), (THREE, "modern")],
    ids=["changed", "two", "three"],
)
def test_table_is_offered_again_as_it_was(rules: Rules, preset: str) -> None:
    table = opened(rules=rules, preset=preset, clock=CLOCKS["days-2"], auto_draw=False, partners_drawn=True, hints=True)
    choice = read_choice(choice_of(read_back(table)).stored())
    assert choice == Choice(preset, rules, CLOCKS["days-2"], auto_draw=False, partners_drawn=True, hints=True)


@pytest.mark.parametrize(
    "stored",
    [
        None, 7, [], "modern", {}, {"preset": "whist"}, {"preset": "modern", "rules": {"players": 9}},
        {"preset": "modern", "rules": {"gone": True}}, {"preset": "modern", "rules": 3},
        {"preset": "modern", "rules": {"announce": True, "declarations_per_trick": "many"}},
    ],
)  # fmt: skip
def test_first_table_is_modern_for_two_and_what_cannot_be_read_is_forgotten(stored: object) -> None:
    choice = read_choice(stored)  # type: ignore[arg-type]
    assert choice == Choice("modern", TWO, DEFAULT_CLOCK, auto_draw=True, partners_drawn=False)


def test_what_is_missing_in_a_stored_choice_is_as_usual_and_an_unknown_clock_is_none() -> None:
    choice = read_choice({"preset": "parlour", "clock": "hourglass"})
    assert choice == Choice("parlour", build_rules("parlour", 2, {}), NO_CLOCK, auto_draw=True, partners_drawn=False)
    assert read_choice({"preset": "parlour"}).clock == DEFAULT_CLOCK
    assert read_choice({"rules": {"players": 3, "seven_scores": "played_throughout"}}).rules == THREE


def test_member_is_offered_what_they_opened_last_and_before_that_what_the_server_has_chosen() -> None:
    server = {"book": "parlour", "clock": "days-1"}
    parlour = Choice("parlour", build_rules("parlour", 2, {}), CLOCKS["days-1"], auto_draw=True)
    assert offered({}, server) == parlour
    assert offered({}, {"clock": "none"}) == Choice("modern", TWO, NO_CLOCK, auto_draw=True)
    assert offered({}, {}) == read_choice(None)
    own = choice_of(opened(rules=THREE, clock=CLOCKS["live-5"]))
    assert offered({LAST_TABLE: own.stored()}, server) == own


def test_language_stays_with_the_table_at_which_one_person_plays_alone() -> None:
    alone = ask(opened(), house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    assert read_back(lobby.start(alone, noon(), ANN.user_id, language="fr").table).language == "fr"
    assert lobby.start(joined(), noon(), ANN.user_id, language="fr").table.language is None


# ------------------------------------------------------------------ rules under names


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
