"""Ruling 29: the revoke, and the eight tricks that it brings (B 000:26, E 001:18, 67, M 003:105; ours)."""

from __future__ import annotations

from typing import Unpack

import pytest

from bot.engine import Reason, observe
from bot.engine.deal import Phase
from bot.engine.forfeits import Irregularity
from bot.engine.honour.told import EightBrought
from tests.honour_table import COLUMNS, HonourTable, Options, honour_table, in_the_last_eight

# Hearts are trumps. Seat 0 leads and wins as long as it likes; seat 1 can follow clubs, and trump diamonds.
LEADER = "ACa TCa KCa ADa TDa KDa AHa THa"
FOLLOWER = "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"
TURN_UP = "QHa"


def _eight(column: str = "britannica", **changes: Unpack[Options]) -> HonourTable:
    values: Options = {"finish": "end_of_deal", "target": 4000, **changes}
    return in_the_last_eight(column, {0: LEADER, 1: FOLLOWER}, turn_up=TURN_UP, **values)


def _revokes(at_table: HonourTable) -> list[int]:
    return [fault.seat for fault in at_table.honour.faults if fault.kind is Irregularity.REVOKE]


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize(
    ("led", "played", "what"),
    [
        ("TCa", "7Sa", "follow"),
        ("TCa", "9Ca", "win"),
        ("TCa", "ACb", ""),
        ("KDa", "7Sa", "trump"),
        ("KDa", "KHa", ""),
    ],
)
def test_ruling_29_what_is_a_revoke_in_each_column(column: str, led: str, played: str, what: str) -> None:
    """B and E: not following, or not winning when able; M: only not following suit."""
    at_table = _eight(column).do(f"0 play {led}")
    assert (f"1 play {played}" in at_table.legal()) == (not what)
    at_table.do(f"1 play {played}")
    revoked = what == "follow" or (bool(what) and column != "modern")
    assert _revokes(at_table) == ([1] if revoked else [])


def test_ruling_29_at_the_honour_table_every_card_may_be_played_in_the_last_eight() -> None:
    at_table = _eight().do("0 play TCa")
    for card in FOLLOWER.split():
        assert HonourTable(at_table.game).do(f"1 play {card}").deal.tricks


def _played_out(column: str = "britannica", first: str = "7Sa", **changes: Unpack[Options]) -> HonourTable:
    """Seat 1 does not follow the first club, and afterwards all play as they must."""
    return _eight(column, **changes).do("0 play TCa", f"1 play {first}").to_end()


def _eight_points(at_table: HonourTable) -> dict[int, int]:
    """By seat, what the last eight tricks have brought in brisques."""
    points = {0: 0, 1: 0}
    for trick in at_table.deal.tricks[24:]:
        points[trick.winner] += sum(10 for card in trick.cards if card & 7 >= 6)
    return points


@pytest.mark.parametrize("brisques", ["as_taken", "end_of_deal"])
def test_ruling_29_the_brisques_of_all_eight_tricks_and_the_last_trick_s_ten_go_to_the_claimant(brisques: str) -> None:
    before = _played_out(brisques=brisques)
    brought = _eight_points(before)
    ten = 1 if before.deal.tricks[-1].winner == 1 else 0
    loss = brought[1] + 10 * ten
    assert loss > 0
    at_table = HonourTable(before.game).do("0 claim revoke")
    assert at_table.totals == (before.totals[0] + loss, before.totals[1] - loss)
    new = at_table.ledger[len(before.ledger) :]
    assert {(trick, reason) for trick, _, _, reason in new} == {(32, "forfeit-revoke")}
    assert [(seat, points) for _, seat, points, _ in new if points > 0] == [(0, loss)]
    assert sum(points for _, seat, points, _ in new if seat == 1) == -loss
    assert [event.seat for event in at_table.events if isinstance(event, EightBrought)] == [0]


def test_ruling_29_each_mark_for_them_is_taken_back_with_one_of_the_same_size() -> None:
    before = _played_out(brisques="as_taken")
    mine = [points for trick, seat, points, _ in before.ledger if seat == 1 and trick > 24]
    at_table = before.do("0 claim revoke")
    back = [points for _, seat, points, reason in at_table.ledger if seat == 1 and reason == "forfeit-revoke"]
    assert back == [-points for points in mine]


def test_ruling_29_the_last_trick_s_ten_only_where_it_is_among_the_eight() -> None:
    before = _played_out(brisques="as_taken", last_trick="before_last_eight")
    tens = [(trick, seat) for trick, seat, _, reason in before.ledger if reason == "last-trick"]
    at_table = HonourTable(before.game).do("0 claim revoke")
    assert tens == [(24, 0)]
    assert at_table.totals[0] - before.totals[0] == _eight_points(before)[1]


@pytest.mark.parametrize(("seat", "led", "played"), [(0, "ACa", "ACb"), (1, "ACa", "9Ca"), (0, "TCa", "KHa")])
def test_ruling_29_during_play_the_claim_is_always_accepted_and_tells_nothing(seat: int, led: str, played: str) -> None:
    """The last of the three has ground, a brisque that was trumped, and no more is told of it."""
    at_table = _eight(brisques="as_taken").do(f"0 play {led}", f"1 play {played}")
    before = at_table.scored
    views = [observe(at_table.game, each) for each in (0, 1, None)]
    at_table.do(f"{seat} claim revoke")
    assert at_table.scored == before
    for then, now in zip(views, (observe(at_table.game, each) for each in (0, 1, None)), strict=True):
        assert (then.legal, then.marks, then.totals) == (now.legal, now.marks, now.totals)


def test_ruling_29_it_does_nothing_if_there_was_none_before_it_and_is_used_up() -> None:
    at_table = _eight().do("0 play TCa", "0 claim revoke", "1 play 7Sa")
    assert _revokes(at_table) == [1]
    assert at_table.why("0 claim revoke") is Reason.REVOKE_CLAIMED
    at_table.to_end()
    assert at_table.why("0 claim revoke") is Reason.REVOKE_CLAIMED
    assert not any("forfeit" in mark for mark in at_table.scored)


def test_ruling_29_it_is_judged_when_the_brisques_have_been_counted() -> None:
    at_table = _eight().do("0 play TCa", "1 play 7Sa", "0 claim revoke").to_end()
    reasons = [reason for _, _, _, reason in at_table.ledger]
    assert reasons[-1] == "forfeit-revoke"
    assert reasons.index("forfeit-revoke") > max(at for at, reason in enumerate(reasons) if reason == "brisques")
    assert at_table.ledger[-1][1] == 0


def test_ruling_29_a_side_may_claim_once_a_deal_partners_together() -> None:
    hands = {seat: f"A{suit}a K{suit}a Q{suit}a J{suit}a 9{suit}a 8{suit}a 7{suit}a T{suit}b"
             for seat, suit in enumerate("CDHS")}  # fmt: skip
    at_table = in_the_last_eight("britannica", hands, partners=True, trump="first_marriage", target=4000)
    at_table.do("0 play ACa", "2 claim revoke")
    assert at_table.why("0 claim revoke") is Reason.REVOKE_CLAIMED
    at_table.do("1 claim revoke")


def test_ruling_29_from_the_first_of_the_last_eight_tricks() -> None:
    at_table = _eight()
    assert at_table.why("0 claim revoke") is Reason.NO_REVOKE_YET
    at_table.do("0 play ACa")
    assert not at_table.legal("1 claim")
    at_table.do("1 claim revoke")
    assert honour_table().why("0 claim revoke") is Reason.NO_REVOKE_YET


def test_ruling_29_until_every_seat_has_said_done() -> None:
    at_table = _played_out().do("1 done", "0 claim revoke", "0 done")
    assert at_table.deal.over
    assert at_table.why("0 claim revoke") is Reason.DEAL_OVER


def test_ruling_29_after_the_deal_one_without_ground_is_refused() -> None:
    at_table = _played_out(first="ACb")
    assert _revokes(at_table) == []
    assert at_table.why("0 claim revoke") is Reason.NO_GROUND
    assert at_table.why("1 claim revoke") is Reason.NO_GROUND


AT_ONCE: Options = {
    "brisques": "as_taken",
    "finish": "at_once",
    "last_trick": "before_last_eight",
    "target": 500,
}
# Seat 0 revokes in a later trick than seat 1.
BOTH = ({0: "ACa KCa QCa JCa 9Da 8Da 7Da AHa", 1: "TCa 9Ca 8Ca 7Ca ADa TDa KDa QHa"}, "QHa")


def _both_revoke() -> HonourTable:
    values: Options = {"finish": "end_of_deal", "target": 4000}
    at_table = in_the_last_eight("modern", BOTH[0], turn_up=BOTH[1], **values)
    at_table.do("0 play ACa", "1 play KDa")  # seat 1 does not follow
    at_table.do("0 play JCa", "1 play TCa", "1 play TDa", "0 play QCa")  # nor does seat 0
    assert _revokes(at_table) == [1, 0]
    return at_table


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("later", [False, True])
def test_ruling_29_if_both_sides_claim_truly_only_the_earlier_revoke_counts(first: int, later: bool) -> None:
    at_table = _both_revoke().do(f"{first} claim revoke")
    if later:
        at_table.to_end()
        at_table.do(f"{1 - first} claim revoke")
    else:
        at_table.do(f"{1 - first} claim revoke").to_end()
    assert at_table.honour.taker == 0
    eight = _eight_points(at_table)
    gained = [0, 0]
    for trick, seat, points, reason in at_table.ledger:
        if reason in ("last-trick", "forfeit-revoke") or (reason == "brisques" and trick == 32):
            gained[seat] += points
    before = [
        sum(10 for t in at_table.deal.tricks[:24] if t.winner == s for c in t.cards if c & 7 >= 6) for s in (0, 1)
    ]
    assert gained == [before[0] + sum(eight.values()) + 10, before[1]]


@pytest.mark.parametrize("claimant", [0, 2])
def test_ruling_29_it_hits_the_earliest_revoke_of_any_opponent(claimant: int) -> None:
    """Seats 1 and 2 revoke in one trick: one claim, one revoke, and nobody's own."""
    hands = {0: "ACa KCa QCa JCa 9Ca 8Ca 7Ca TCb", 1: "7Cb ADa KDa QDa JDa 9Da 8Da TDb",
             2: "7Cc ASa KSa QSa JSa 9Sa 8Sa TSb"}  # fmt: skip
    at_table = in_the_last_eight("modern", hands, trump="first_marriage", target=4000)
    at_table.do("0 play ACa", "1 play 8Da", "2 play 8Sa", f"{claimant} claim revoke")
    assert _revokes(at_table) == [1, 2]
    at_table.to_end()
    claimed = [(fault.seat, fault.claimed) for fault in at_table.honour.faults if fault.claimed is not None]
    assert claimed == [(1, claimant)]


def test_ruling_29_at_a_stop_at_the_target_a_new_claim_is_judged_at_once() -> None:
    """Seat 1's revoke has won it a trick with two brisques, which brings it to the target; the claim undoes that."""
    values: Options = {**AT_ONCE, "target": 4000}
    hands = {0: "TCa KCa QCa JCa ADa TDa KDa JDa", 1: "9Ca 8Ca 7Ca AHa THa ASa TSa QHa"}
    dry = in_the_last_eight("britannica", hands, turn_up="QHa", **values)
    dry.do("0 play TCa", "1 play AHa")
    assert dry.scored[-1] == "1 brisques 20"
    at_table = _with_carried(hands, (0, 500 - dry.totals[1]))
    at_table.do("0 play TCa", "1 play AHa")
    assert at_table.phase() is Phase.CLAIM
    at_table.do("0 claim revoke")
    assert at_table.totals[1] == 480
    assert at_table.ledger[-2:] == [(25, 1, -20, "forfeit-revoke"), (25, 0, 20, "forfeit-revoke")]
    assert at_table.phase() is Phase.PLAY
    # What is still to come of the eight goes to the claimant.
    at_table.do("1 play ASa", "0 play JCa")
    assert at_table.ledger[-1] == (26, 0, 10, "brisques")


def _with_carried(hands: dict[int, str], carried: tuple[int, int]) -> HonourTable:
    at_table = in_the_last_eight("britannica", hands, turn_up="QHa", **AT_ONCE)
    deal = at_table.deal
    totals = tuple(total + more for total, more in zip(deal.score.totals, carried, strict=True))
    deal = deal._replace(base=deal.base._replace(carried=carried), score=deal.score._replace(totals=totals))
    at_table.game = type(at_table.game)(at_table.game.rules, (deal,))
    return at_table


def test_ruling_29_earlier_ones_are_judged_before_the_game_ends() -> None:
    values: Options = {**AT_ONCE, "target": 4000}
    hands = {0: "TCa KCa QCa JCa ADa TDa KDa JDa", 1: "9Ca 8Ca 7Ca AHa THa ASa TSa QHa"}
    dry = in_the_last_eight("britannica", hands, turn_up="QHa", **values)
    before = dry.totals[1]
    at_table = _with_carried(hands, (0, 470 - before))
    at_table.do("0 play TCa", "1 play AHa", "0 claim revoke")
    assert at_table.totals[1] == 490
    at_table.do("1 play ASa", "0 play JCa")
    assert at_table.phase() is Phase.CLAIM
    at_table.do("1 done", "0 done")
    assert at_table.won() is None
    assert at_table.phase() is Phase.PLAY
    assert at_table.totals[1] == 470
    assert at_table.honour.done == 0


@pytest.mark.parametrize("both_out", ["last_trick_winner", "less_brisques", "higher_total"])
def test_ruling_17_whoever_gets_the_eight_tricks_is_the_taker_of_the_last_and_has_their_brisques(both_out: str) -> None:
    """Seat 1 revokes once, and takes the last trick of all."""
    hands = {0: "ACa 7Ca 8Ca 9Ca 7Da 8Da 9Da 7Sa", 1: "TCa ADa TDa KDa QDa ASa TSa KSa"}
    values: Options = {"trump": "first_marriage", "finish": "end_of_deal", "target": 500, "both_out": both_out,
                       "brisques": "end_of_deal"}  # fmt: skip
    at_table = in_the_last_eight("britannica", hands, **values)
    at_table.do("0 play ACa", "1 play KSa").to_end()
    deal = at_table.deal
    assert deal.tricks[-1].winner == 1
    at_table.do("0 claim revoke")
    eight = at_table.honour.eight_brisques
    assert eight[1] == 0
    assert at_table.deal.score.brisques[0] == deal.score.brisques[0] + _eight_points(at_table)[1]
    now = at_table.deal
    brisques = now.score.brisques if both_out == "less_brisques" else (0, 0)
    level = (4000 + brisques[0], 4000 + brisques[1])
    score = now.score._replace(totals=level, brisques=brisques)
    at_table.game = type(at_table.game)(at_table.game.rules, (now._replace(score=score),))
    at_table.all_done()
    assert at_table.won() == (0,)


def test_ruling_29_with_three_the_claimant_has_it_and_the_others_marks_are_taken_back() -> None:
    hands = {0: "ACa KCa QCa JCa 9Ca 8Ca 7Ca TCb", 1: "ADa KDa QDa JDa 9Da 8Da 7Da TDb",
             2: "ASa KSa QSa JSa 9Sa 8Sa 7Ca TSb".replace("7Ca", "7Cb")}  # fmt: skip
    at_table = in_the_last_eight("modern", hands, trump="first_marriage", target=4000, brisques="as_taken")
    at_table.do("0 play KCa", "1 play KDa", "2 play ASa")  # seat 2 holds a club
    assert _revokes(at_table) == [2]
    at_table.do("1 claim revoke").to_end()
    late = [
        (seat, points) for trick, seat, points, reason in at_table.ledger if trick > 24 and reason != "forfeit-revoke"
    ]
    brought = sum(points for seat, points in late if seat != 1)
    assert at_table.ledger[-1] == (32, 1, brought, "forfeit-revoke")
    assert at_table.honour.taker == 1
