"""Every reason for which something is refused at an honour table, by real play."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine import Reason, Refusal
from tests.honour_table import HonourTable, honour_table, in_the_last_eight

HANDS = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}


def _eight() -> HonourTable:
    return in_the_last_eight("modern", HANDS, turn_up="QHa")


def _slipped() -> HonourTable:
    return honour_table(hands={0: "9Ca 9Da", 1: "AHa"}).do("0 play 9Ca")


def _wrong(column: str = "modern") -> HonourTable:
    at_table = honour_table(column, hands={1: "KSa QDa"}).win(1)
    return at_table.do("1 declare common-marriage KSa QDa", "0 claim wrong-declaration")


HONOUR_REFUSED: dict[Reason, Callable[[], Refusal]] = {
    Reason.STOCK_EMPTY: lambda: honour_table().to_last_eight().refusal("0 draw"),
    Reason.TENTH_CARD: lambda: honour_table().do("0 draw").refusal("0 draw"),
    Reason.TOO_FEW_TO_PLAY: lambda: (
        honour_table(hands={1: "AHa", 0: "9Ca"})
        .win(1)
        .do("1 draw", "1 play AHa")
        .play(0)
        .do("1 draw")
        .play(1)
        .refusal("0 play 9Ca")
    ),
    Reason.HAS_PLAYED: lambda: honour_table(hands={1: "9Ca"}).play(1).refusal("1 play 9Ca"),
    Reason.SLIPPED_BEFORE: lambda: _slipped().refusal("0 play 9Da"),
    Reason.EXPOSED_BEFORE: lambda: honour_table(hands={0: "9Ca"}).do("0 expose 9Ca").refusal("0 expose 9Ca"),
    Reason.PUT_DOWN_BEFORE: lambda: (
        honour_table(hands={1: "KSa"}).win(1).do("1 declare four-kings KSa").refusal("1 declare four-kings KSa")
    ),
    Reason.LIES_AS_FORFEIT: lambda: (
        honour_table("britannica", 3, hands={1: "QSa JDa"})
        .do("1 expose QSa")
        .win(1)
        .refusal("1 announce single-bezique QSa JDa")
    ),
    Reason.EXCHANGE_FROM_TABLE: lambda: (
        honour_table(hands={1: "7Ha"}).win(1).do("1 declare four-kings 7Ha").refusal("1 exchange 7Ha")
    ),
    Reason.SHOW_FROM_TABLE: lambda: (
        honour_table(hands={1: "7Ha"}, seven_scores="declared")
        .win(1)
        .do("1 declare four-kings 7Ha")
        .refusal("1 show 7Ha")
    ),
    Reason.TURN_UP_TAKEN: lambda: (
        honour_table(hands={1: "7Ha"}).to_last_declaring(1).do("0 draw", "0 draw").refusal("1 exchange 7Ha")
    ),
    Reason.STOCK_FIRST: lambda: honour_table(hands={1: "9Ca"}).to_last_declaring(1).refusal("1 play 9Ca"),
    Reason.TOO_FEW_TO_LIFT: lambda: honour_table().to_last_declaring(1).refusal("1 lift"),
    Reason.CHOICE_OPEN: lambda: honour_table().do("0 lift").refusal("0 draw"),
    Reason.NOTHING_TO_CHOOSE: lambda: honour_table().refusal("0 take 9Ca"),
    Reason.NOT_TO_CHOOSE: lambda: honour_table(hands={0: "9Ca"}).do("0 lift").refusal("1 return 9Ca"),
    Reason.NO_GROUND: lambda: honour_table().refusal("0 claim nine-cards add"),
    Reason.CLAIM_ADDS_OR_DEDUCTS: lambda: honour_table().do("0 draw").refusal("1 claim nine-cards"),
    Reason.CLAIM_LEAVES_NO_CHOICE: lambda: honour_table("modern").do("0 draw").refusal("1 claim nine-cards add"),
    Reason.STOPPED: lambda: honour_table(target=500, finish="at_once", turn_up="7Ha", carried=(490, 0)).refusal(
        "0 draw"
    ),
    Reason.NOT_DONE_YET: lambda: honour_table().refusal("0 done"),
    Reason.SAID_DONE: lambda: honour_table().to_end().do("0 done").refusal("0 done"),
    Reason.NO_DRAW_AFTER_NINE: lambda: honour_table().do("0 draw").play(1, 0).refusal("0 draw"),
    Reason.TAKEN_BACK: lambda: _wrong().refusal("1 declare four-kings KSa"),
    Reason.NO_SCORE_YET: lambda: _wrong("enquire").refusal("1 declare four-kings KSa"),
    Reason.CALLED: lambda: _slipped().do("1 call 9Ca").refusal("0 play 9Da"),
    Reason.NOT_FACED: lambda: honour_table(hands={0: "9Ca"}).refusal("1 call 9Ca"),
    Reason.CALLED_BEFORE: lambda: _slipped().do("1 call 9Ca").refusal("1 call 9Ca"),
    Reason.CALL_STANDS: lambda: (
        _slipped().do("1 play AHa").play(0).draw().do("0 play 9Da", "1 call 9Ca").refusal("1 call 9Da")
    ),
    Reason.CALLS_ARE_OVER: lambda: honour_table(hands={0: "9Ca"}).to_last_eight().refusal("1 call 9Ca"),
    Reason.NO_REVOKE_YET: lambda: honour_table().refusal("0 claim revoke"),
    Reason.REVOKE_CLAIMED: lambda: _eight().do("0 play ACa", "1 claim revoke").refusal("1 claim revoke"),
}
