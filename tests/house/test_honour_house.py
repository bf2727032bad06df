"""Ruling 31: house players at an honour table commit no irregularity and claim what they are due."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine import Action, Game, Verb, apply, legal_actions, observe, start_deal, why_illegal
from bot.engine.deal import Fault
from bot.house.honour import as_ordinary, something_to_do
from bot.house.players import choose
from bot.house.roster import Level
from tests.engine.honour_play import COLUMNS, honour_rules, irregular
from tests.honour_table import HonourTable, honour_table, in_the_last_eight
from tests.table_builder import make_rules, table

EIGHT = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}
LEVELS = (Level.BEGINNER, Level.REGULAR)


def decided(at_table: HonourTable, seat: int, level: Level = Level.REGULAR) -> str:
    """Return what a house player does."""
    return choose(level, observe(at_table.game, seat), Random(1)).action.words


def faults(game: Game) -> tuple[Fault, ...]:
    """Return what has happened against the rules in the present deal."""
    honour = game.deals[-1].honour
    assert honour is not None
    return honour.faults


def played(seed: int, column: str, level: Level, house: set[int], players: int) -> Iterator[Game]:
    """Yield the moments of a deal in which the house sits among people who err."""
    random = Random(seed)
    game = Game(honour_rules(random, column, players, partners=players == 4))
    deck = tuple(random.sample(game.law.pack, len(game.law.pack)))
    game = start_deal(game, random.randrange(players), deck).game
    while not game.deals[-1].over:
        yield game
        moving = [seat for seat in sorted(house) if something_to_do(level, observe(game, seat))]
        # The house is never slow: while it has something to do nobody else acts.
        by_house = choose(level, observe(game, moving[0]), random).action if moving else None
        action = by_house or _by_people(game, house, random)
        assert why_illegal(game, action) is None, action
        game = apply(game, action).game
    yield game


def _by_people(game: Game, house: set[int], random: Random) -> Action:
    odd = [a for a in irregular(game, random) if a.seat not in house] if random.random() < 0.2 else []
    return random.choice(odd or [a for a in legal_actions(game) if a.seat not in house and a.verb is not Verb.CLAIM])


@pytest.mark.sweep
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_31_house_players_commit_no_irregularity(column: str, level: Level, players: int) -> None:
    house = {0, 2} if players > 2 else {0}
    *_, game = played(7, column, level, house, players)
    assert faults(game)
    assert not any(fault.seat in house for fault in faults(game))


@pytest.mark.sweep
@pytest.mark.parametrize("column", COLUMNS)
def test_ruling_31_they_claim_what_they_are_due_as_soon_as_they_can(column: str) -> None:
    """After the house has had its say nothing is left that it could claim, and what it claims has ground."""
    for game in played(11, column, Level.REGULAR, {1}, 2):
        view = observe(game, 1)
        if something_to_do(Level.REGULAR, view):
            continue
        assert not any(action.verb is Verb.CLAIM and action.seat == 1 for action in legal_actions(game))
    assert any(fault.claimed == 1 for fault in faults(game)) or column == "revoke_only"


def test_ruling_31_of_three_one_who_follows_thinks_as_at_an_ordinary_table() -> None:
    at_table, ordinary = honour_table(players=3), table(make_rules(players=3))
    lead = min(at_table.legal("1 play") & ordinary.legal("1 play"))
    view, usual = observe(at_table.do(lead).game, 2), observe(ordinary.do(lead).game, 2)
    form = as_ordinary(view, usual.offered, in_chance=False)
    assert form is not None
    assert (form.hand_sizes, form.stock, form.legal) == (usual.hand_sizes, usual.stock, usual.legal)


def test_ruling_31_a_novice_overlooks_every_second_one() -> None:
    at_table = honour_table(players=3).do("0 draw")
    assert decided(at_table, 1, Level.NOVICE) == "claim drawn-out-of-turn add"
    at_table.do("1 claim drawn-out-of-turn add")
    assert decided(at_table, 1, Level.NOVICE).startswith("play ")
    assert decided(at_table, 1) == "claim nine-cards add"
    at_table.do("2 draw")
    assert decided(at_table, 1, Level.NOVICE) == "claim drawn-out-of-turn add"


def test_ruling_31_a_novice_overlooks_every_second_declaration() -> None:
    """The first that is put down is looked at, the second is not."""
    hands = {1: "KSa QSa KCa QDa"}
    first = honour_table(hands=hands).win(1).do("1 declare common-marriage KCa QDa", "1 draw")
    assert decided(first, 0, Level.NOVICE) == "claim wrong-declaration"
    second = honour_table(hands=hands).win(1)
    second.do("1 declare common-marriage KSa QSa", "1 declare common-marriage KCa QDa", "1 draw")
    assert decided(second, 0, Level.NOVICE) == "draw"
    assert decided(second, 0) == "claim wrong-declaration"


@pytest.mark.parametrize(
    ("level", "later", "said"),
    [
        (Level.BEGINNER, False, "done"),
        (Level.BEGINNER, True, "done"),
        (Level.NOVICE, False, "done"),
        (Level.NOVICE, True, "claim revoke"),
        (Level.REGULAR, False, "claim revoke"),
    ],
)
def test_ruling_31_a_novice_overlooks_every_second_revoke_and_a_beginner_all(
    level: Level, later: bool, said: str
) -> None:
    """A revoke goes by the number of its trick: that of the 25th is overlooked, that of the 26th is not."""
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal", target=4000)
    if later:
        at_table.do("0 play ACa", "1 play 9Ca")
    at_table.do("0 play TCa", "1 play 7Sa").to_end()
    assert decided(at_table, 0, level) == said


def test_ruling_31_a_beginner_overlooks_all() -> None:
    at_table = honour_table(players=3).do("0 draw")
    assert decided(at_table, 1, Level.BEGINNER).startswith("play ")
    at_table.do("2 draw")
    assert decided(at_table, 1, Level.BEGINNER).startswith("play ")
    wrong = honour_table(hands={1: "KSa QSa QDa"}).win(1).do("1 declare common-marriage KSa QDa", "1 draw")
    assert decided(wrong, 0, Level.BEGINNER) == "draw"


def test_ruling_31_a_wrong_declaration_is_challenged_by_what_all_have_seen_and_a_right_one_is_not() -> None:
    for cards, said in (("KSa QDa", "claim wrong-declaration"), ("KSa QSa", "draw")):
        at_table = honour_table(hands={1: "KSa QSa QDa"}).win(1).do(f"1 declare common-marriage {cards}", "1 draw")
        assert decided(at_table, 0) == said


def test_ruling_31_a_revoke_is_claimed_when_the_cards_played_later_show_it() -> None:
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal", target=4000)
    at_table.do("0 play TCa", "1 play 7Sa")
    assert decided(at_table, 0).startswith("play")
    at_table.to_end()
    assert decided(at_table, 0) == "claim revoke"
    assert decided(at_table, 1) == "done"
    at_table.do("0 claim revoke")
    assert decided(at_table, 0) == "done"


def test_ruling_31_no_revoke_is_claimed_where_there_was_none() -> None:
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal", target=4000).to_end()
    assert decided(at_table, 0) == decided(at_table, 1) == "done"


def test_ruling_31_modern_s_revoke_is_only_not_following() -> None:
    for column, said in (("britannica", "claim revoke"), ("modern", "done")):
        at_table = in_the_last_eight(column, EIGHT, turn_up="QHa", finish="end_of_deal", target=4000)
        at_table.do("0 play TCa", "1 play 9Ca").to_end()
        assert decided(at_table, 0) == said


def test_ruling_31_they_draw_by_hand_and_in_turn() -> None:
    at_table = honour_table().win(1)
    assert decided(at_table, 1) == "draw"
    assert not something_to_do(Level.REGULAR, observe(at_table.game, 0))
    at_table.do("1 draw")
    assert decided(at_table, 0) == "draw"
    assert decided(at_table, 1).startswith("play ")


def test_ruling_31_they_declare_before_they_draw() -> None:
    at_table = honour_table(hands={1: "ASa ACa ADa AHa"}).spend("ACa").win(0).draw().keep("ACa").win(1)
    assert decided(at_table, 1).startswith("declare four-aces")


def test_ruling_31_who_needs_no_card_passes_or_plays() -> None:
    at_table = honour_table(hands={1: "AHa"}).do("1 draw").win(1)
    assert at_table.sizes()[1] == 8
    assert decided(at_table, 1) == "pass"
    assert decided(at_table.do("1 pass"), 1).startswith("play ")


@pytest.mark.parametrize(("column", "said"), [("britannica", "take ASa"), ("enquire", "return ASa")])
def test_ruling_31_of_lifted_cards_they_take_the_better_or_send_it_away(column: str, said: str) -> None:
    at_table = honour_table(column, stock="ASa 7Ca").win(1).do("1 lift")
    assert decided(at_table, 0) == said


def test_ruling_31_before_a_card_that_lies_open_is_taken_there_may_be_something_to_declare() -> None:
    at_table = honour_table("britannica", hands={1: "ASa ACa ADa AHa"}, stock="TSa 9Ca 7Ca 7Da")
    at_table.spend("ACa").win(0).draw().keep("ACa").win(1)
    at_table.do("0 lift", "1 claim drawn-out-of-turn add")
    assert any(action.verb is Verb.TAKE for action in observe(at_table.game, 1).offered)
    assert decided(at_table, 1).startswith("declare four-aces")


def test_a_called_card_is_played_and_the_house_calls_none() -> None:
    at_table = honour_table(hands={0: "9Ca"}).do("0 play 9Ca")
    at_table.do("1 claim played-out-of-turn add")
    assert at_table.legal("1 call")
    assert decided(at_table, 1).startswith("play ")
    at_table.do("1 call 9Ca").play(1)
    assert decided(at_table, 0) == "play 9Ca"


def test_points_come_off_an_offender_who_would_win_by_them() -> None:
    """Seat 0 is stopped at the target with nine cards in its hand."""
    at_table = honour_table(target=500, finish="at_once", hands={0: "7Ha", 1: "AHa"}, carried=(490, 0),
                            seven_scores="played").do("0 draw")  # fmt: skip
    at_table.do("1 play AHa", "0 play 7Ha")
    assert at_table.totals == (500, 0)
    assert decided(at_table, 1) == "claim nine-cards deduct"


def test_where_no_ordinary_table_could_look_like_this_a_simple_player_takes_over() -> None:
    at_table = honour_table().to_last_declaring(1).do("1 draw", "1 draw")
    assert at_table.sizes() == (7, 9)
    assert decided(at_table, 0) == "claim drawn-out-of-turn add"
    at_table.do("0 claim drawn-out-of-turn add", "0 claim nine-cards add")
    at_table.play(1)
    assert decided(at_table, 0).startswith("play ")


def test_nothing_to_do_is_an_error() -> None:
    at_table = honour_table().win(1)
    with pytest.raises(ValueError, match="nothing to do"):
        decided(at_table, 0)
