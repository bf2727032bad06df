"""What has happened at an honour table: to a player as *you*, and on the board for everybody."""

from __future__ import annotations

import re

import pytest

from bot.engine import Phase
from bot.ui.text.faces import PLAIN
from bot.ui.text.happened import drawn_lately, happened_lately, what_happened
from tests.honour_table import HonourTable, honour_table, in_the_last_eight
from tests.ui.dealt import played, rules_for

PEOPLE = ("Ann", "Ben", "Cleo", "Dai")
EIGHT = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}


def plain(text: str) -> list[str]:
    return re.sub("[\u2068\u2069]", "", text).split(" · ") if text else []


def told(table: HonourTable, seat: int) -> list[str]:
    """Return what a seat is told, clause by clause."""
    return plain(what_happened(table.deal, table.done, seat, PEOPLE[: table.game.rules.players]))


def public(table: HonourTable, room: int = 400) -> list[str]:
    """Return what the board says, clause by clause."""
    return plain(happened_lately(table.deal, table.done, PEOPLE[: table.game.rules.players], PLAIN, room=room))


def each(table: HonourTable, clause: str) -> dict[object, str]:
    """Return the clause that begins with some words, in whatever voice, by who is told it; None: everybody."""
    found: dict[object, str] = {}
    for seat in range(table.game.rules.players):
        found[seat] = next((c for c in reversed(told(table, seat)) if clause in c), "")
    found[None] = next((c for c in reversed(public(table)) if clause in c), "")
    return found


def test_draws_are_told_in_the_order_in_which_they_came_and_never_as_a_fault() -> None:
    table = honour_table(players=3).win(1)
    table.do("0 draw", "1 draw", "2 draw")
    assert public(table)[-1] == "Ann, Ben, Cleo drew in this order"
    assert told(table, 2)[-2] == "Ann, Ben drew in this order"
    assert told(table, 2)[-1].startswith("you drew ")
    assert "turn" not in " ".join([*public(table), *(clause for seat in range(3) for clause in told(table, seat))])
    table.do("0 draw")
    assert public(table)[-1] == "Ann, Ben, Cleo, Ann drew in this order"


@pytest.mark.parametrize(
    ("way", "mine", "against", "others"),
    [
        ("add", "20 for you", "20 for Ann", "20 for Ann"),
        ("deduct", "20 off Ben", "20 off you", "20 off Ben"),
    ],
)
def test_a_claim_is_told_with_what_it_brings_or_costs(way: str, mine: str, against: str, others: str) -> None:
    table = honour_table("britannica", 3).win(0).do("1 draw", f"0 claim drawn-out-of-turn {way}")
    assert each(table, "claimed") == {
        0: f"you claimed that Ben drew out of turn ({mine})",
        1: f"Ann claimed that you drew out of turn ({against})",
        2: f"Ann claimed that Ben drew out of turn ({others})",
        None: f"Ann claimed that Ben drew out of turn ({others})",
    }


def test_claims_of_nine_cards_of_a_card_not_drawn_and_of_a_play_out_of_turn_are_told() -> None:
    table = honour_table("enquire").win(1).do("1 draw", "1 draw", "0 draw", "0 claim nine-cards add")
    assert each(table, "claimed")[None] == "Ann claimed that Ben holds nine cards (100 for Ann)"
    table = honour_table("enquire").win(1).play(1).do("0 draw", "0 claim not-drawn deduct")
    assert each(table, "claimed")[1] == "Ann claimed that you played without drawing (10 off you)"
    table = honour_table("enquire", hands={0: "9Ca"}).do("0 play 9Ca", "1 claim played-out-of-turn add")
    assert each(table, "claimed")[None] == "Ben claimed that Ann played out of turn (10 for Ben)"


def test_a_wrong_declaration_is_told_as_a_declaration_and_once_challenged_as_taken_back_and_what_lies_faced() -> None:
    table = honour_table("enquire", hands={0: "KSa QDa"}).win(0).do("0 declare common-marriage KSa QDa")
    assert each(table, "declared") == {
        0: "you declared common marriage K♤ Q♦, 20",
        1: "Ann declared common marriage K♤ Q♦, 20",
        None: "",
    }
    table.do("1 claim wrong-declaration")
    assert each(table, "took back") == {
        0: "you took back common marriage K♤ Q♦, K♤ Q♦ lies faced (20 off you)",
        1: "Ann took back common marriage K♤ Q♦, K♤ Q♦ lies faced (20 off Ann)",
        None: "Ann took back common marriage K♤ Q♦, K♤ Q♦ lies faced (20 off Ann)",
    }
    assert each(table, "challenged") == {
        0: "Ben challenged what you declared",
        1: "you challenged what Ann declared",
        None: "Ben challenged what Ann declared",
    }
    table.do("1 call KSa")
    assert each(table, "called") == {
        0: "Ben called your K♤: play it next",
        1: "you called K♤: Ann must play it",
        None: "Ben called K♤: Ann must play it",
    }


def test_a_first_marriage_that_is_taken_back_unmakes_the_trumps_for_all_to_read() -> None:
    table = honour_table("modern", trump="first_marriage", turn_up="", hands={1: "KSa JSa"}).win(1)
    table.do("1 declare common-marriage KSa JSa", "0 claim wrong-declaration")
    assert "there are no trumps again" in each(table, "took back")[None]


@pytest.mark.parametrize(
    ("column", "players", "where"),
    [("enquire", 2, "which lies faced"), ("britannica", 3, "which stays on the table"),
     ("modern", 2, "which is taken back")],
)  # fmt: skip
def test_a_card_played_out_of_turn_is_no_play_and_told_with_where_it_is_now(
    column: str, players: int, where: str
) -> None:
    table = honour_table(column, players, hands={0: "9Ca"}).do("0 play 9Ca")
    assert public(table) == [f"Ann played 9♧ out of turn, {where}"]
    assert told(table, 0)[-1] == f"you played 9♧ out of turn, {where}"
    table.play(1)
    assert told(table, 0)[-2] == f"you played 9♧ out of turn, {where}"
    assert told(table, 0)[-1].startswith("Ben played ")


def test_a_slip_does_not_make_the_card_that_was_drawn_an_old_one() -> None:
    table = honour_table("modern").win(1).draw()
    drew = drawn_lately(table.deal, table.done, 0)
    assert table.deal.hold[0] >> drew & 1
    table.do(f"0 play {table.any_card(0)}")
    assert drawn_lately(table.deal, table.done, 0) == drew


def test_lifted_cards_are_told_to_those_who_see_them() -> None:
    table = honour_table("enquire", stock="ASa ASb").win(1).do("1 lift")
    assert told(table, 0)[-2:] == ["Ben lifted two cards", "you alone saw A♤ A♤"]
    assert public(table)[-1] == told(table, 1)[-1].replace("you", "Ben") == "Ben lifted two cards"
    table.do("0 return ASa")
    assert told(table, 0)[-2] == "you put A♤ back"
    assert public(table)[-2:] == ["Ann put one of the two back", "Ben drew"]
    table = honour_table("britannica", stock="ASa TSa JSa JSb").win(0).do("0 lift")
    assert public(table)[-1].startswith("turned up: ")
    table.do("1 pass")
    assert "Ben let the choice go" in public(table)


def test_a_revoke_is_told_when_it_is_judged_and_not_before() -> None:
    table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal").do("0 play TCa", "1 play 7Sa")
    assert "revoke" not in " ".join([*public(table), *told(table, 0), *told(table, 1)])
    table.do("0 claim revoke")
    assert each(table, "revoke") == {0: "you claimed a revoke", 1: "Ann claimed a revoke", None: "Ann claimed a revoke"}
    table.to_end()
    assert table.phase() is Phase.CLAIM
    said = each(table, "revoked")
    assert str(said[0]).startswith("Ben had revoked: the last eight tricks are yours (")
    assert str(said[1]).startswith("you had revoked: the last eight tricks go to Ann (")
    assert str(said[None]).startswith("Ben had revoked: the last eight tricks go to Ann (")
    table.do("0 done")
    assert public(table)[-1] == "Ann is done"


def test_where_there_is_no_room_the_latest_is_told() -> None:
    table = honour_table("enquire", players=4).win(0)
    for seat in (1, 2, 3):
        table.do(f"{seat} draw", f"0 claim drawn-out-of-turn {'add' if seat != 2 else 'deduct'}")
    everything = public(table)
    short = public(table, room=120)
    assert short[0] == "…"
    assert short[1:] == everything[-len(short) + 1 :]
    assert public(table, room=3) == []


def test_an_ordinary_table_has_no_such_line() -> None:
    game = played(rules_for(2), 1, 30)
    assert happened_lately(game.deals[-1], [], PEOPLE[:2], PLAIN, room=400) == ""
