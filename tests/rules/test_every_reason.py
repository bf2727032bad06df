"""Every reason for which an action can be refused is given somewhere, by real play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine import Reason, Refusal, Rules, parse_action, why_illegal
from bot.engine.game import Game
from tests.rules.refused_at_honour_tables import HONOUR_REFUSED
from tests.table_builder import Table, last_eight, make_rules, table

BEZIQUES = "QSa JDa QSb JDb"
TREBLE = f"{BEZIQUES} QSc JDc"
SEQUENCE = "AHa THa KHa QHa JHa"
KNAVES = "JDa JCa JHa JSa"


def _before_any_deal() -> Refusal:
    refusal = why_illegal(Game(make_rules()), parse_action("0 resign"))
    assert refusal is not None
    return refusal


MODERN = make_rules()
NO_TRUMP = make_rules(trump="first_marriage")
BARRING = make_rules(sequence_bars_marriage=True)
BRITANNICA, ENQUIRE, PARLOUR = (make_rules(name) for name in ("britannica", "enquire", "parlour"))


def _holding(hand: str, rules: Rules = MODERN, turn_up: str = "8Ha") -> Table:
    return table(rules, hands={1: hand}, turn_up=turn_up)


def _won(hand: str, rules: Rules = MODERN, turn_up: str = "8Ha") -> Table:
    return _holding(hand, rules, turn_up).win(1)


def _declared(hand: str, *declarations: str, rules: Rules = MODERN, stock: str = "", spend: str = "") -> Table:
    at_table = table(rules, hands={1: hand}, stock=stock).spend(spend).win(1)
    for each in declarations[:-1]:
        at_table.do(f"1 declare {each}").win(1)
    return at_table.do(f"1 declare {declarations[-1]}")


def _led(card: str, second: str) -> Table:
    hands = {1: "9Ca ACb KDa 9Da JHa QSa 7Db 8Db", 0: second}
    return last_eight(make_rules(), hands=hands, leader=1, turn_up="9Ha").do(f"1 play {card}")


FOLLOWS = "KCa 8Ca 9Ha AHa ADa 8Da 9Sa 8Sa"
TRUMPS = "KCa 8Ca 9Ha AHa QHa 9Sa 8Sa 7Sa"

SINGLE = "single-bezique QSa JDa"
MARRIAGE = "common-marriage KSa QSa"

REFUSED: dict[Reason, Callable[[], Refusal]] = {
    Reason.GAME_OVER: lambda: _holding("").do("0 resign").refusal("1 resign"),
    Reason.NO_DEAL: _before_any_deal,
    Reason.DEAL_OVER: lambda: _holding("").to_end().refusal("0 pass"),
    Reason.NO_SUCH_SEAT: lambda: _holding("").refusal("2 pass"),
    Reason.NOT_YOUR_TURN: lambda: _holding("9Ca").refusal("0 play 9Ca"),
    Reason.NOT_YOURS_TO_DECLARE: lambda: _won("").refusal("0 pass"),
    Reason.STILL_DECLARING: lambda: _won("9Ca").refusal("1 play 9Ca"),
    Reason.NOT_DECLARING: lambda: _holding("").refusal("1 pass"),
    Reason.LAST_EIGHT: lambda: _holding("").to_last_declaring(1).draw().refusal("1 pass"),
    Reason.NOT_HELD: lambda: _holding("").refusal("1 play ASb"),
    Reason.ALREADY_PLAYED: lambda: _holding("9Ca").do("1 play 9Ca").refusal("0 play 9Ca"),
    Reason.FOLLOW_SUIT: lambda: _led("9Ca", FOLLOWS).refusal("0 play ADa"),
    Reason.HEAD_TRICK: lambda: _led("9Ca", FOLLOWS).refusal("0 play 8Ca"),
    Reason.MUST_TRUMP: lambda: _led("KDa", TRUMPS).refusal("0 play 7Sa"),
    Reason.NOT_SEVEN_OF_TRUMPS: lambda: _won("7Ca").refusal("1 exchange 7Ca"),
    Reason.NO_TURN_UP: lambda: _won("7Ca", NO_TRUMP).refusal("1 exchange 7Ca"),
    Reason.TURN_UP_IS_SEVEN: lambda: _won("7Ha", turn_up="7Hb").refusal("1 exchange 7Ha"),
    Reason.EXCHANGE_SHOWN: lambda: _won("7Ha", BRITANNICA).do("1 show 7Ha").refusal("1 exchange 7Ha"),
    Reason.EXCHANGE_NOT_NOW: lambda: _holding("7Ha").refusal("1 exchange 7Ha"),
    Reason.EXCHANGE_BEFORE_TRICK: lambda: _holding("7Ha", PARLOUR).refusal("1 exchange 7Ha"),
    Reason.SEVENS_COUNT_WHEN_PLAYED: lambda: _won("7Ha").refusal("1 show 7Ha"),
    Reason.SEVENS_WITHOUT_TRUMP: lambda: _won("7Ha", NO_TRUMP).refusal("1 show 7Ha"),
    Reason.ALREADY_SHOWN: lambda: _won("7Ha", BRITANNICA).do("1 show 7Ha").refusal("1 show 7Ha"),
    Reason.NOT_THAT_COMBINATION: lambda: _won("KCa QDa").refusal("1 declare common-marriage KCa QDa"),
    Reason.NO_TREBLE: lambda: _won(BEZIQUES).refusal(f"1 declare treble-bezique {BEZIQUES}"),
    Reason.TREBLE_BARRED: lambda: (
        table(make_rules(players=3, treble=False), hands={1: TREBLE})
        .win(1)
        .refusal(f"1 declare treble-bezique {TREBLE}")
    ),
    Reason.COMMON_BEFORE_TRUMPS: lambda: _won("KSa QSa", NO_TRUMP).refusal(f"1 declare {MARRIAGE}"),
    Reason.SEQUENCE_BEFORE_TRUMPS: lambda: _won(SEQUENCE, NO_TRUMP).refusal(f"1 declare sequence {SEQUENCE}"),
    Reason.ONE_DECLARATION: lambda: _declared("QSa JDa KCa QCa", SINGLE).refusal("1 declare common-marriage KCa QCa"),
    Reason.SHARED_CARD: lambda: _declared("QSa JDa KSa", SINGLE, rules=BRITANNICA).refusal(f"1 declare {MARRIAGE}"),
    Reason.JUST_TAKEN: lambda: (
        _won("7Ha QHa", turn_up="KHa").do("1 exchange 7Ha").refusal("1 declare royal-marriage KHa QHa")
    ),
    Reason.CLASS_USED: lambda: _declared("QSa JDa JDb", SINGLE).win(1).refusal("1 declare single-bezique QSa JDb"),
    Reason.NO_NEW_CARD: lambda: (
        _declared(f"{KNAVES} KSa QSa", f"four-knaves {KNAVES}", MARRIAGE)
        .spend("JCa")
        .win(1)
        .refusal(f"1 declare {SINGLE}")
    ),
    Reason.LOWER_BEZIQUE: lambda: (
        _declared(BEZIQUES, f"double-bezique {BEZIQUES}").win(1).refusal(f"1 declare {SINGLE}")
    ),
    Reason.ONLY_LOWER_BEZIQUES: lambda: (
        _declared(BEZIQUES, SINGLE, "single-bezique QSb JDb").win(1).refusal(f"1 declare double-bezique {BEZIQUES}")
    ),
    Reason.BEZIQUE_LOCKED: lambda: (
        _declared("QSa JDa KSa", SINGLE, rules=PARLOUR).win(1).refusal(f"1 declare {MARRIAGE}")
    ),
    Reason.SEQUENCE_PAIR: lambda: (
        _declared(SEQUENCE, f"sequence {SEQUENCE}").win(1).refusal("1 declare royal-marriage KHa QHa")
    ),
    Reason.SEQUENCE_BARS: lambda: (
        _declared(f"{SEQUENCE} KHb", f"sequence {SEQUENCE}", rules=BARRING)
        .win(1)
        .refusal("1 declare royal-marriage KHb QHa")
    ),
    Reason.NO_ANNOUNCING: lambda: _declared("QSa JDa", SINGLE, rules=ENQUIRE).refusal(f"1 announce {SINGLE}"),
    Reason.ANNOUNCE_AFTER_DECLARING: lambda: _won("QSa JDa").refusal(f"1 announce {SINGLE}"),
    Reason.ANNOUNCE_TWICE: lambda: (
        _declared(f"{KNAVES} KSa QSa", f"four-knaves {KNAVES}", MARRIAGE)
        .do(f"1 announce {SINGLE}")
        .refusal(f"1 announce {SINGLE}")
    ),
    Reason.ANNOUNCE_SAME_CLASS: lambda: _declared("QSa JDa", SINGLE).refusal(f"1 announce {SINGLE}"),
    Reason.ANNOUNCE_NOT_EXPOSED: lambda: _declared("QSa JDa KSa", SINGLE).refusal(f"1 announce {MARRIAGE}"),
    Reason.ANNOUNCE_NOTHING_NEW: lambda: _declared(
        f"{KNAVES} KSa QSa KCa",
        f"four-knaves {KNAVES}",
        MARRIAGE,
        "common-marriage KCa QCa",
        stock="QCa",
        spend="JCa JHa",
    ).refusal(f"1 announce {SINGLE}"),
    Reason.ANNOUNCE_TOO_LATE: lambda: (
        _holding("QSa JDa").to_last_declaring(1).do(f"1 declare {SINGLE}").refusal(f"1 announce {SINGLE}")
    ),
    Reason.HONOUR_ONLY: lambda: _holding("").refusal("1 draw"),
    **HONOUR_REFUSED,
}


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_is_given(reason: Reason) -> None:
    assert reason in REFUSED, f"no test refuses anything because of {reason.name}"
    assert REFUSED[reason]().reason is reason


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_has_a_code_of_its_own_and_a_ruling(reason: Reason) -> None:
    assert [each.code for each in Reason].count(reason.code) == 1
    assert 0 <= reason.ruling <= 29
