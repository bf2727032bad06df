"""A warning before a declaration that costs a later one: where a ruling takes points, and nowhere else."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine import Reason, Refusal, Rules, Verb, build_rules, parse_action
from bot.engine.foresight import Cost, cost_of, costs
from bot.playground import World
from bot.tables.decisions import dealing
from cogs.table.pages.declaring import cost_sentence
from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.player import sit_down
from tests.table_builder import Table, build_deck, cards, make_rules
from tests.ui.positions import at_declaring, at_play, seen


def price(table: Table, name: str) -> Cost:
    """Return what the first declaration of that name costs seat 0."""
    view = seen(table)
    cost = cost_of(view, next(a for a in view.offered if a.verb is Verb.DECLARE and a.name == name))
    assert cost is not None
    return cost


def reason_of(cost: Cost) -> Reason:
    """Return why what would be lost would be refused."""
    assert cost.refusal is not None
    return cost.refusal.reason


def prices(table: Table) -> dict[str, int]:
    """Return what is warned about, with the points that it costs."""
    view = seen(table)
    return {action.name or action.verb.value: cost.points for action, cost in costs(view, view.offered).items()}


ROYAL_SEQUENCE, TWO_BEZIQUES, MARRIED_BEZIQUE = "AHa THa KHa QHa JHa", "QSa QSb JDa JDb", "QSa JDa KSa"
LOCKED, BARRED = make_rules("parlour"), make_rules(sequence_bars_marriage=True)
WARNED = {
    "a sequence costs the royal marriage": (make_rules(), ROYAL_SEQUENCE, {"sequence": 40}),
    "with a second king the queen still marries": (make_rules(), f"{ROYAL_SEQUENCE} KHb", {}),
    "unless the sequence bars it": (BARRED, f"{ROYAL_SEQUENCE} KHb", {"sequence": 40}),
    "a double put down at once costs the single": (make_rules(), TWO_BEZIQUES, {"double-bezique": 40}),
    "locked, a single costs the double": (LOCKED, TWO_BEZIQUES, {"single-bezique": 420}),
    "locked, it costs its queen's marriage": (LOCKED, MARRIED_BEZIQUE, {"single-bezique": 20}),
    "unlocked, it does not": (make_rules(), MARRIED_BEZIQUE, {}),
}


@pytest.mark.parametrize(("rules", "hand", "warned"), WARNED.values(), ids=WARNED)
def test_a_declaration_is_warned_about_where_it_costs_a_later_one(
    rules: Rules, hand: str, warned: dict[str, int]
) -> None:
    assert prices(at_declaring(rules, hand)) == warned


def test_what_is_lost_is_named_with_its_ruling_and_what_to_declare_instead() -> None:
    cost = price(at_declaring(make_rules(), ROYAL_SEQUENCE), "sequence")
    assert (cost.lost.name, cost.first, reason_of(cost).ruling) == ("royal-marriage", True, 14)
    table = at_declaring(make_rules("parlour"), TWO_BEZIQUES)
    cost = price(table, "single-bezique")
    assert (cost.first, reason_of(cost).ruling) == (False, 13)
    said = "You could declare **double bézique** Q♤ Q♤ J♦ J♦ instead, for 420 more."
    assert cost_sentence(cost, seen(table)) == said


def test_sequence_after_the_royal_marriage_costs_nothing() -> None:
    table = at_declaring(make_rules(), ROYAL_SEQUENCE).do("0 declare royal-marriage KHa QHa").win(0)
    assert prices(table) == {}


def test_locked_with_one_card_missing_for_the_double_warns_while_that_card_can_come() -> None:
    table = at_declaring(make_rules("parlour"), "QSa QSb JDa")
    cost = price(table, "single-bezique")
    assert cost.lacking is not None
    assert (cost.lacking.row.name, cost.lacking.lacking) == ("double-bezique", 1)
    assert (cost.points, cost.lost.text) == (420, "0 declare double-bezique JDa QSa JDb QSb")
    assert cost.plan == (cost.lost,)
    assert not cost.first
    assert cost.refusal == Refusal(Reason.BEZIQUE_LOCKED, cards("JDa QSa"))
    gone = at_declaring(make_rules("parlour"), "QSa QSb JDa JDb").draw().do("0 play JDb")
    gone.do(min(gone.legal("1 play")))
    assert prices(gone if gone.deal.turn == 0 else gone.win(0)) == {}


@pytest.mark.parametrize("announce", [False, True])
def test_four_queens_that_leave_the_marriage_no_new_card_unless_it_can_be_announced(announce: bool) -> None:
    hand, stock = "KSa KHa KDa KCa QSa", "QHa JCa QDa JCb QCa JSa"
    table = at_declaring(make_rules(announce=announce), hand, stock=stock).do("0 declare four-kings KSa KHa KDa KCa")
    for king in ("KCa", "KDa", "KHa"):  # exposed, led, and taken home
        table.draw().do(f"0 play {king}")
        table.do(min(table.legal("1 play")))
    assert table.exposed(0) == {"KSa"}
    assert table.hand(0) >= {"QSa", "QHa", "QDa", "QCa"}
    assert prices(table) == ({} if announce else {"four-queens": 20})
    if not announce:
        assert reason_of(price(table, "four-queens")) is Reason.NO_NEW_CARD


def test_without_trumps_the_wrong_first_marriage_costs_the_sequence() -> None:
    table = at_declaring(make_rules(trump="first_marriage"), "ASa TSa KSa QSa JSa KHa QHa", turn_up="")
    view = seen(table)
    found = {tuple(a.cards): c for a, c in costs(view, view.offered).items()}
    assert list(found) == [cards("QHa KHa")]
    cost = found[cards("QHa KHa")]
    assert (cost.points, cost.lost.name) == (250, "sequence")


def test_a_shown_seven_could_have_been_exchanged() -> None:
    table = at_declaring(make_rules("britannica"), "7Ha", turn_up="AHa")
    assert prices(table) == {"show": 0}
    show, exchange = parse_action("0 show 7Ha"), parse_action("0 exchange 7Ha")
    refusal = Refusal(Reason.EXCHANGE_SHOWN, exchange.cards)
    assert costs(seen(table), [show]) == {show: Cost(show, 0, (exchange,), exchange, refusal)}
    assert prices(at_declaring(make_rules("britannica"), "7Ha", turn_up="7Hb")) == {}


def test_the_last_turn_to_declare_warns_of_nothing() -> None:
    table = at_play(make_rules(), "AHa THa KHa QHa JHa").to_last_declaring(0)
    assert {a.name for a in seen(table).offered if a.name} >= {"sequence", "royal-marriage"}
    assert prices(table) == {}


def test_a_declaration_that_wins_the_game_at_once_is_not_warned_about() -> None:
    hand = "AHa THa KHa QHa JHa KSa QSa"
    table = at_declaring(make_rules(finish="at_once", target=500), hand)
    assert prices(table) == {"sequence": 40}
    ahead = at_declaring(make_rules(finish="at_once", target=500), hand, turn_up="7Ha")
    deal = ahead.deal
    ahead.game = type(ahead.game)(
        ahead.game.rules, (deal._replace(score=deal.score._replace(totals=(250, *deal.score.totals[1:]))),)
    )
    assert prices(ahead) == {}


# ------------------------------------------------------------------ by clicks

HAND = "AHa THa KHa QHa JHa ACa 9Ca 8Da"


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every deal give each player the same cards: seat 0 the sequence and a sure winner."""

    def deck(_secret: bytes, _entropy: object, _pack: object) -> tuple[int, ...]:
        hands = {0: cards(HAND), 1: cards("AHb THb KHb QHb JHb ACb 9Cb 8Db")}
        return build_deck(build_rules("modern", 2, {}), hands, dealer=1, turn_up=cards("9Ha"))

    monkeypatch.setattr(dealing, "make_deck", deck)


async def _to_declaring(world: World) -> tuple[MemberActor, ResponseMessage]:
    """Open a table and play until the leader has won a trick with the ace of clubs; return the panel."""
    sitting = await sit_down(world, world.members[:2])
    for card in ("AC", "8D"):
        mover = sitting.on_move()
        await mover.choose(next(each for each in mover.choices() if each.words.startswith(f"play {card}")))
    winner = sitting.on_move()
    return winner.actor, winner.panel


def _button(panel: ResponseMessage, words: str) -> str:
    found = [b["custom_id"] for b in buttons_of(panel) if words in b["custom_id"] or b.get("label") == words]
    assert len(found) == 1, [b["label"] for b in buttons_of(panel)]
    return str(found[0])


@pytest.mark.usefixtures("prepared")
async def test_panel_warns_and_advice_takes_its_place_declares_with_one_click_and_does_nothing_once_it_is_old(
    world: World,
) -> None:
    member, panel = await _to_declaring(world)
    ply = (await bot_of(world).tables.get(1)).ply
    (warning,) = [line for line in text_of(panel).split("\n") if "⚠" in line]
    assert "Sequence" in warning
    assert "first, for 40 more" in warning
    assert _button(panel, "declare sequence")
    await member.click(panel, label="Declare?")
    await member.click(panel, label="Back to my cards")
    assert "You won the trick" in text_of(panel)
    await member.click(panel, label="Declare?")
    for words in ("What can I declare?", "**Now**", "first, for 40 more", "Ruling 14"):
        assert words in text_of(panel)
    sequence = _button(panel, "declare sequence")
    before = len(world.env.http_requests)
    await member.click(panel, custom_id=_button(panel, "declare royal-marriage"))
    assert sum(e.path.endswith("/callback") for e in world.env.http_requests[before:]) == 1
    table = await bot_of(world).tables.get(1)
    assert table.actions[ply].action.split()[1:3] == ["declare", "royal-marriage"]
    assert "ou declared royal marriage" in text_of(panel)
    assert "What can I declare?**" not in text_of(panel)
    await press(world, member, panel, sequence)
    assert (await bot_of(world).tables.get(1)).ply == table.ply
    assert "moved on" in text_of(panel)
    await member.click(panel, label="Declare?")
    assert "After you win a trick" in text_of(panel)
    assert "Royal marriage" not in text_of(panel)
