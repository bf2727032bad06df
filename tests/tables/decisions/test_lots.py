"""Seats and first dealer come from the sealed secret and what was cut, and from no other chance (RECORD.md, step 8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, NoReturn

import pytest

from bot.engine import build_rules
from bot.engine.record import verify_record
from bot.house.roster import Level
from bot.tables import Player, Table, Why
from bot.tables.decisions import dealing, house_seats, lobby, terms
from bot.tables.decisions.dealing import sat_down
from bot.tables.decisions.lobby import ask_rematch
from bot.tables.values.record import table_record
from tests.record.book import lots_by_the_book, ordered_pack
from tests.tables.at_table import ANN, BEN, CAT, DAN, PARTNERS, PLAYERS
from tests.tables.made import (
    BOARD,
    NUMBER,
    ask,
    begun,
    challenged,
    dealt,
    done,
    joined,
    noon,
    opened,
    played,
    resigned,
    why,
)

if TYPE_CHECKING:
    from bot.engine.lots import Lots as WrittenLots


class NoChance:
    """Chance that nothing may ask."""

    def randrange(self, stop: int, /) -> NoReturn:
        raise AssertionError(f"something was drawn from {stop}")

    def randbytes(self, n: int, /) -> NoReturn:
        raise AssertionError(f"{n} bytes were drawn")


def started(table: Table) -> Table:
    """Start a lobby, all agreed, where there is no other chance than what was sealed."""
    table = table.but(lobby=replace(table.lobby, to_agree=()))
    return dealt(table, lobby.start, noon(chance=NoChance()), table.users[0])


def written_of(table: Table) -> WrittenLots:
    assert table.lots.written is not None
    return table.lots.written


def lots_verdict(table: Table) -> bool | None:
    """Return what `verify` says of the lots of a game that somebody has given up."""
    record = table_record(resigned(table, Player(table.users[0], table.names[0])))
    verdict = verify_record(record)[0].verdict
    assert verdict.entropy is True
    return verdict.lots


def by_the_book(table: Table, *, drawn: bool = False) -> tuple[list[int], list[list[str | None]], int]:
    seal = table.deals[0]
    players = table.rules.players
    return lots_by_the_book(bytes.fromhex(seal.secret), list(seal.entropy), ordered_pack(players), players, drawn=drawn)


# ------------------------------------------------------------------ the dealer


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_2_the_cut_for_the_deal_follows_from_the_sealed_secret_alone(players: int) -> None:
    for seed in range(8):
        table = joined(PLAYERS[:players], rules=build_rules("modern", players, {}), seed=seed)
        table = ask(table, dealing.cut, noon(), BEN.user_id, "for luck")
        game = started(table)
        _, rounds, dealer = by_the_book(game)
        assert [list(each) for each in game.lots.for_deal] == rounds
        assert (game.lots.dealer, game.deals[0].dealer, game.game.deals[0].base.dealer) == (dealer,) * 3
        assert lots_verdict(game) is True


def test_another_cut_makes_another_dealer_about_half_of_the_time() -> None:
    dealers = [
        started(ask(joined(), dealing.cut, noon(), BEN.user_id, f"words {number}")).lots.dealer for number in range(60)
    ]
    assert 15 < sum(dealers) < 45


def test_a_challenge_that_is_accepted_draws_no_chance_and_numbers_the_challenger_first() -> None:
    game = dealt(challenged(), lobby.accept, noon(chance=NoChance()), BEN)
    assert written_of(game).document() == {"seats": "joined", "dealer": "cut", "numbers": [0, 1]}
    assert game.users == (ANN.user_id, BEN.user_id)
    assert lots_verdict(game) is True


def test_who_is_challenged_may_cut_too_and_has_the_second_number() -> None:
    table = challenged()
    for player, words in ((BEN, "before I accept"), (ANN, "too")):
        table = ask(table, dealing.cut, noon(), player.user_id, words)
    assert why(table, dealing.cut, noon(), CAT.user_id, "me") is Why.NOT_SEATED
    assert why(ask(table, lobby.decline, noon(), BEN.user_id), dealing.cut, noon(), BEN.user_id, "x") is Why.NOT_SEATED
    game = dealt(table, lobby.accept, noon(chance=NoChance()), BEN)
    assert game.deals[0].entropy[1:-1] == ("cut:1:before I accept", "cut:0:too")
    assert lots_verdict(game) is True


# ------------------------------------------------------------------ numbers


def test_players_are_numbered_as_they_sat_down_wherever_they_have_moved() -> None:
    table = joined(PLAYERS[:3], rules=build_rules("modern", 3, {}))
    table = ask(table, terms.change_seat, noon(), CAT.user_id, 0)
    table = ask(table, terms.change_seat, noon(), ANN.user_id, 1)
    for player in (BEN, ANN, CAT):
        table = ask(table, dealing.cut, noon(), player.user_id, f"by {player.name}")
    game = started(table)
    assert game.names == ("Cat", "Ann", "Ben")
    assert written_of(game).document() == {"seats": "chosen", "dealer": "cut", "numbers": [2, 0, 1]}
    assert game.deals[0].entropy[1:-1] == ("cut:1:by Ben", "cut:0:by Ann", "cut:2:by Cat")
    assert lots_verdict(game) is None, "places chosen"


def test_places_changed_and_changed_back_are_those_in_which_they_sat_down() -> None:
    table = joined(PLAYERS[:3], rules=build_rules("modern", 3, {}))
    for _ in range(2):
        table = ask(table, terms.change_seat, noon(), ANN.user_id, 2 if table.users[0] == ANN.user_id else 0)
    assert written_of(started(table)).document() == {"seats": "joined", "dealer": "cut", "numbers": [0, 1, 2]}


def test_who_left_has_no_number_and_his_cut_does_not_count() -> None:
    table = joined(PLAYERS[:3], rules=build_rules("modern", 3, {}))
    table = ask(table, dealing.cut, noon(), ANN.user_id, "gone")
    table = ask(table, dealing.cut, noon(), CAT.user_id, "here")
    table = ask(ask(table, lobby.leave, noon(), ANN.user_id), lobby.join, noon(), DAN)
    game = started(table)
    assert game.names == ("Ben", "Cat", "Dan")
    assert game.deals[0].entropy == (f"message:{BOARD}", "cut:1:here", f"board:{BOARD + 1}")
    assert lots_verdict(game) is True


def test_who_comes_back_has_come_last_also_where_places_were_changed() -> None:
    table = joined(PLAYERS[:3], rules=build_rules("modern", 3, {}))
    table = ask(table, terms.change_seat, noon(), ANN.user_id, 1)
    table = ask(ask(table, lobby.leave, noon(), ANN.user_id), lobby.join, noon(), ANN)
    assert table.names == ("Ben", "Cat", "Ann")
    assert written_of(started(table)).document() == {"seats": "joined", "dealer": "cut", "numbers": [0, 1, 2]}
    assert [row.name for row in sat_down(table)] == ["Ben", "Cat", "Ann"]


def test_house_players_have_numbers_like_anybody() -> None:
    table = opened(rules=build_rules("modern", 3, {}))
    table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    table = ask(table, lobby.join, noon(), BEN)
    table = ask(table, dealing.cut, noon(), BEN.user_id, "x")
    game = started(table)
    assert game.deals[0].entropy[1:-1] == ("cut:2:x",)
    assert lots_verdict(game) is True


def test_cuts_of_later_deals_name_the_number_too() -> None:
    table = joined(PLAYERS[:3], rules=build_rules("modern", 3, {"target": 9000}))
    game = started(ask(table, terms.change_seat, noon(), CAT.user_id, 0))
    game = played(game, lambda t: t.awaits_deal)
    game = dealing.posted(game, noon(), BOARD + len(game.messages))
    for player in PLAYERS[:3]:
        game = ask(game, dealing.cut, noon(), player.user_id, player.name)
    game = dealt(game, dealing.deal, noon())
    assert game.deals[1].entropy[1:-1] == ("cut:0:Ann", "cut:1:Ben", "cut:2:Cat")
    assert [each.verdict.entropy for each in verify_record(table_record(resigned(game)))] == [True, True]


# ------------------------------------------------------------------ drawn seats


def test_drawn_seats_are_those_of_the_published_steps() -> None:
    seatings = set()
    for seed in range(40):
        table = joined(PLAYERS, rules=PARTNERS, partners_drawn=True, seed=seed)
        table = ask(table, terms.change_seat, noon(), ANN.user_id, 3)
        for player in (DAN, ANN):
            table = ask(table, dealing.cut, noon(), player.user_id, player.name)
        game = started(table)
        numbers, rounds, dealer = by_the_book(game, drawn=True)
        assert game.users == tuple(PLAYERS[number].user_id for number in numbers)
        assert [row.seat for row in game.seats] == [0, 1, 2, 3]
        assert written_of(game).document() == {"seats": "drawn", "dealer": "cut", "numbers": numbers}
        assert ([list(each) for each in game.lots.for_deal], game.lots.dealer) == (rounds, dealer)
        assert game.deals[0].entropy[1:-1] == ("cut:3:Dan", "cut:0:Ann")
        assert lots_verdict(game) is True
        seatings.add(tuple(numbers))
    assert len(seatings) > 12
    assert seatings <= set(permutations(range(4)))


def test_seats_are_drawn_only_where_partners_are_so() -> None:
    for table in (joined(PLAYERS, rules=PARTNERS), joined((ANN, BEN), partners_drawn=True)):
        game = started(table)
        assert game.users == table.users
        assert written_of(game).seats.value == "joined"


def test_a_game_with_other_seats_than_were_drawn_is_found_out() -> None:
    game = started(joined(PLAYERS, rules=PARTNERS, partners_drawn=True))
    written = written_of(game)
    moved = replace(written, numbers=(*written.numbers[1:], written.numbers[0]))
    assert lots_verdict(game.but(lots=replace(game.lots, written=moved))) is False


# ------------------------------------------------------------------ rematches


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_rematch_players_are_numbered_by_seat_and_the_deal_passes_on(players: int) -> None:
    over = resigned(begun(PLAYERS[:players], rules=build_rules("modern", players, {})))
    for player in PLAYERS[:players]:
        came = done(over, ask_rematch, noon(), player.user_id, elsewhere={})
        over, new = came.table, came.opened
    assert new is not None
    new = dealing.posted(new.but(id=NUMBER), noon(), BOARD)
    for row in reversed(new.seats):
        new = ask(new, dealing.cut, noon(), row.user_id, row.name)
    game = dealt(new, dealing.deal, noon(chance=NoChance()))
    assert written_of(game).document() == {"seats": "joined", "dealer": "passed", "numbers": list(range(players))}
    assert game.deals[0].entropy[1:-1] == tuple(f"cut:{row.seat}:{row.name}" for row in reversed(game.seats))
    assert game.lots.for_deal == ()
    assert lots_verdict(game) is None, "dealer passed from another game"
