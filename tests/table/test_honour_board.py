"""The board of an honour table: short, and the same wherever only what is hidden or unnoticed differs."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from itertools import count
from random import Random

import pytest

from bot.engine import Game, Rules, observe
from bot.engine.deal import Phase
from bot.engine.forfeits import Irregularity
from bot.tables import Table
from bot.ui.pictures import describe_table, seen_by_all, seen_from, table_picture
from bot.ui.text.faces import Look, Picture, Style
from bot.ui.text.i18n import speaking
from cogs.table.pages.board import board
from cogs.table.pages.panel import drawn_by, panel
from tests.honour_table import HonourTable, honour_rules, honour_table, in_the_last_eight
from tests.ui.at_board import AT, NAMES, items_of, texts_of
from tests.ui.honour_boards import Played, mischief, with_others_hidden

pytestmark = pytest.mark.deep

HALF_A_MINUTE = timedelta(seconds=30)
MOST = 700
LONG = ("Maximilian von und zu Hohenfels", "Wilhelmina Alexandrina Paulina", "Йоханнес Себастьян Мюллер", "W" * 32)
TABLES = [(2, False), (3, False), (4, False), (4, True)]
by_table = pytest.mark.parametrize(
    ("players", "partners"), TABLES, ids=[f"{n}{'p' * partners}" for n, partners in TABLES]
)
by_column = pytest.mark.parametrize("column", ["britannica", "enquire"])


def public_face(table: Table) -> tuple[object, ...]:
    """Return all that everybody is shown: the picture, its name and words, the board with it, and in words."""
    view = table.view()
    assert view is not None
    seen = seen_by_all(view, table.names)
    picture = Picture("board.png", table_picture(seen), describe_table(seen))
    with_picture = items_of(board(table, HALF_A_MINUTE, AT, Style(Look.PICTURES, {}, picture)))
    with speaking("fr", in_words=True):
        in_words = items_of(board(table, HALF_A_MINUTE, AT, Style(Look.TEXT)))
    return picture.name, picture.data, picture.words, with_picture, in_words


def private_face(table: Table, seat: int) -> tuple[object, ...]:
    user = table.users[seat]
    view = table.view(user)
    assert view is not None
    seen = seen_from(view, table.names, drawn=drawn_by(table.seen_by(user)))
    picture = Picture("table.png", table_picture(seen), describe_table(seen))
    shown = [items_of(panel(table, user, style=Style(Look.PICTURES, {}, picture)))]
    with speaking("fr", in_words=True):
        shown.append(items_of(panel(table, user, style=Style(Look.TEXT))))
    return picture.name, picture.data, picture.words, *shown


@by_table
@by_column
def test_what_others_hold_changes_nothing_that_anybody_is_shown_nor_whether_they_revoked(
    column: str, players: int, *, partners: bool
) -> None:
    """Exchange hidden cards: then other plays of the last eight were revokes, and nobody has noticed."""
    rules = honour_rules(column, players, partners=partners, finish="end_of_deal", target=2000)
    random, compared = Random(players), 0
    moments = list(mischief(rules, players + partners, revokes_claimed=False, often=0.08))
    late = [played for played in moments if observe(played.game(), None).last_eight]
    for played in [*moments[5 :: len(moments) // 3], *(late[len(late) * part // 8] for part in (2, 4, 5))]:
        for seat in (None, *range(players)):
            other = with_others_hidden(played, seat, random)
            if other is None:
                continue
            one, two = played.table(NAMES, "britannica"), other.table(NAMES, "britannica")
            assert public_face(one) == public_face(two)
            if seat is not None:
                assert private_face(one, seat) == private_face(two, seat)
            compared += 1
    assert compared > 3 * players
    one, two = (played.table(NAMES, "britannica") for played in revoked_or_not(rules, random))
    assert public_face(one) == public_face(two)


def revoked_or_not(rules: Rules, random: Random) -> tuple[Played, Played]:
    """Find two deals that everybody saw played in the same way, and in which not the same plays were revokes."""
    for seed in count():
        for played in mischief(rules, seed, revokes_claimed=False, often=0.02):
            if len(played.acts) % 4 == 0 and observe(game := played.game(), None).last_eight:
                other = with_others_hidden(played, None, random)
                if other is not None and faults(other.game()) != faults(game):
                    return played, other
    raise AssertionError("never")


def faults(game: Game) -> list[tuple[object, ...]]:
    honour = game.deals[-1].honour
    assert honour is not None
    return [(fault.kind, fault.seat, fault.trick) for fault in honour.faults if fault.kind is Irregularity.REVOKE]


@by_table
@by_column
def test_no_fault_that_nobody_has_claimed_is_in_what_everybody_is_shown(
    column: str, players: int, *, partners: bool
) -> None:
    """Let the table forget every fault that was not claimed: no letter and no point of the board changes."""
    rules = honour_rules(column, players, partners=partners)
    forgotten = 0
    for at, played in enumerate(mischief(rules, players)):
        if at % 40:
            continue
        table = played.table(NAMES)
        deal = table.game.deals[-1]
        assert deal.honour is not None
        claimed = tuple(fault for fault in deal.honour.faults if fault.claimed is not None)
        forgotten += len(deal.honour.faults) - len(claimed)
        ignorant = deal._replace(honour=deal.honour._replace(faults=claimed))
        assert public_face(replace(table, game=replace(table.game, deals=(ignorant,)))) == public_face(table)
    assert forgotten > 5


def test_a_wrong_declaration_is_shown_as_a_right_one_would_be() -> None:
    faces = []
    for cards in ("KSa QSa", "KSa QDa"):
        table = honour_table("modern", hands={0: "KSa QSa QDa"}).win(0)
        first = len(table.done)
        table.do(f"0 declare common-marriage {cards}")
        faces.append(shown(table).replace("Q♤", "Q").replace("Q♦", "Q"))
        assert first < len(table.done)
    assert faces[0] == faces[1]


def test_while_a_declaration_can_be_challenged_its_cards_are_named_and_once_taken_back_it_is_gone() -> None:
    table, other = (honour_table("modern", hands={0: "KSa QDa"}).win(0) for _ in range(2))
    table.do("0 declare common-marriage KSa QDa")
    assert "common marriage K♤ Q♦ 20" in shown(table)
    table.do("1 claim wrong-declaration")
    assert "common marriage K♤ Q♦ 20" not in shown(table)
    assert "Ben challenged what Anneliese declared" in shown(table)
    assert "marriage ♤ ♦ 20" in shown(other.do("0 declare common-marriage KSa QDa").win(0))


def shown(table: HonourTable) -> str:
    """Return the board's text, without the marks around names and before their signs."""
    played = Played(table.game.rules, table.deal.base.dealer, table.deal.base.deck, tuple(table.done))
    text = "\n".join(texts_of(board(played.table(NAMES), HALF_A_MINUTE, None, Style(Look.EMOJI))))
    return re.sub(r"[\u2068\u2069\\]", "", text)


@by_table
@by_column
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["names", "long names"])
def test_whatever_is_done_the_board_with_its_picture_stays_short(
    column: str, players: int, names: tuple[str, ...], *, partners: bool
) -> None:
    drawn = Style(Look.PICTURES, {}, Picture("board.png", b"", "the table"))
    for at, played in enumerate(mischief(honour_rules(column, players, partners=partners), 3)):
        if at % 9 == 0:
            table = played.table(names)
            with speaking("fr" if at % 2 else "en"):
                shown = board(table, HALF_A_MINUTE, AT, drawn, without=table.users)
            assert 150 < len("\n".join(texts_of(shown))) <= MOST


@by_table
@by_column
def test_without_a_picture_the_board_is_short_too_and_says_how_many_cards_each_seat_has(
    column: str, players: int, *, partners: bool
) -> None:
    for at, played in enumerate(mischief(honour_rules(column, players, partners=partners), 3, often=0.05)):
        if at % 11:
            continue
        table = played.table(NAMES)
        for in_words in (False, True):
            with speaking("fr" if at % 2 else "en", in_words=in_words):
                style = Style(Look.TEXT if in_words else Look.EMOJI)
                text = "\n".join(texts_of(board(table, HALF_A_MINUTE, AT, style)))
            assert 150 < len(text) <= MOST
            assert ("Cartes en main" if at % 2 else "Cards held") in text


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ((), "**Anneliese** won the trick: may declare, draws, leads"),
        (("0 draw",), "**Anneliese** to lead, **Ben** to draw"),
        (("0 draw", "1 draw"), "**Anneliese** to lead"),
        (("0 pass",), "**Anneliese** to draw"),
        (("0 lift",), "**Ben** chooses one of two cards"),
    ],
)
def test_the_board_says_whom_it_waits_for(acts: tuple[str, ...], line: str) -> None:
    assert f"➤ {line}\n" in shown(honour_table("enquire").win(0).do(*acts))


def test_where_play_goes_on_beside_a_choice_the_board_says_both() -> None:
    said = shown(honour_table("britannica", 3).win(0).do("0 draw", "1 lift"))
    assert "**Anneliese** to lead, **Émile-Auguste** first chooses one of two cards" in said


@pytest.mark.parametrize(
    ("acts", "line"),
    [
        ((), "**Ben** first chooses one of two cards; **Anneliese** may declare meanwhile"),
        (("0 pass",), "**Ben** first chooses one of two cards"),
        (("1 pass", "0 pass"), "**Anneliese** to draw"),
    ],
)
def test_ruling_24_the_board_says_why_nobody_draws_before_the_choice(acts: tuple[str, ...], line: str) -> None:
    table = honour_table("britannica").win(1).do("1 draw", "0 lift").win(0).do(*acts)
    said = shown(table)
    assert f"➤ {line}\n" in said
    if len(acts) < 2:
        assert "Anneliese lifted two cards. Turned up: " in said
        assert ". Ben chooses first." in said


def test_ruling_24_before_that_round_the_board_says_who_chooses_and_not_of_what() -> None:
    table = honour_table("britannica", stock="ASa ASb TSa").win(1).do("1 draw", "0 lift")
    said = shown(table)
    assert "Anneliese lifted two cards; Ben has seen the second, and chooses next time." in said
    assert "10♤" not in said
    assert "10♠" not in said


def test_when_all_is_played_the_board_waits_for_everybody_s_done() -> None:
    hands = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}
    table = in_the_last_eight("modern", hands, turn_up="QHa", finish="end_of_deal").to_end()
    assert table.phase() is Phase.CLAIM
    assert "All tricks are played. Claim or press **Done**: **Anneliese**, **Ben**" in shown(table)
    assert "press **Done**: **Ben**" in shown(table.do("0 done"))
