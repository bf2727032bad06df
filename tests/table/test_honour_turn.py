"""What the panel of an honour table says when two cards were lifted: to the chooser, and to who waits (ruling 24)."""

from __future__ import annotations

import re

import pytest

from bot.ui.kit.controls import components_in
from bot.ui.text.faces import Look, Style
from cogs.table.pages.panel import panel
from tests.honour_table import HonourTable, honour_table
from tests.ui.at_board import NAMES, labels_of, texts_of
from tests.ui.honour_boards import Played

STOCK = "9Sa 9Sb TSa 8Sb JSa"


def panel_of(table: HonourTable, seat: int) -> tuple[str, list[str]]:
    played = Played(table.game.rules, table.deal.base.dealer, table.deal.base.deck, tuple(table.done))
    shown = panel(played.table(NAMES), 100 + seat, style=Style(Look.EMOJI))
    assert components_in(getattr(shown.children[0], "children", ())) <= 40
    said = "\n".join(texts_of(shown))
    return re.sub(r"[\u2068\u2069\\]", "", said), labels_of(shown)


def lifted(winner: int) -> HonourTable:
    """Seat 0 has lifted two by Britannica's column after seat 1 had drawn, and seat 1 or 0 has the next trick."""
    hands = {0: "KDa QDa", 1: "KCa QCa"}
    table = honour_table("britannica", stock=STOCK, hands=hands).win(1).do("1 draw", "0 lift")
    return table.keep(STOCK).win(winner)


def test_the_chooser_whose_opponent_has_the_trick_is_told_to_choose_before_anybody_draws() -> None:
    said, labels = panel_of(lifted(0), 1)
    assert "Anneliese lifted two cards: draw one of the open two, or let the choice go." in said
    assert {"Take 10♤", "Take 8♤", "Let the choice go"} <= set(labels)


def test_the_winner_who_lifted_is_told_what_to_do_meanwhile_and_why_drawing_waits() -> None:
    table = lifted(0)
    said, labels = panel_of(table, 0)
    assert "You may declare. Ben first chooses one of two cards, as you lifted two." in said
    assert "Draw a card" not in labels
    said, _ = panel_of(table.do("0 pass"), 0)
    assert "Ben first chooses one of two cards, as you lifted two." in said
    said, labels = panel_of(table.do("1 pass"), 0)
    assert "Your turn to draw." in said
    assert "Draw a card" in labels


def test_the_winner_to_whom_the_other_card_has_come_may_still_declare_and_then_leads() -> None:
    said, labels = panel_of(lifted(0).do("1 take 8Sb"), 0)
    assert "You won the trick: declare or lead." in said
    assert "Declare no more" in labels
    assert "Draw a card" not in labels


def test_the_chooser_who_has_the_trick_is_told_of_both() -> None:
    said, labels = panel_of(lifted(1), 1)
    assert "You may declare. Anneliese lifted two cards: draw one of the open two" in said
    assert {"Take 10♤", "Take 8♤", "Let the choice go"} <= set(labels)


def test_a_third_player_is_told_why_drawing_waits_and_who_may_play_is_told_to_play() -> None:
    table = honour_table("britannica", 3, stock="ASa ASb TSa").win(0).do("1 lift")
    said, _ = panel_of(table, 0)
    assert "You may declare. Émile-Auguste first chooses one of two cards, as Ben lifted two" in said
    said, _ = panel_of(table.do("0 pass"), 0)
    assert "Émile-Auguste first chooses one of two cards, as Ben lifted two." in said
    table = honour_table("britannica", 3, stock="ASa ASb TSa").win(0).do("0 draw", "1 lift")
    assert "Your turn: lead a card." in panel_of(table, 0)[0]


@pytest.mark.parametrize("players", [2, 3])
def test_before_that_round_nobody_but_the_chooser_is_shown_the_second_card(players: int) -> None:
    last = players - 1
    table = honour_table("britannica", players, stock="ASa ASb JSa TSa" if players == 3 else "ASa ASb TSa").win(0)
    table = table if players == 3 else honour_table("britannica", stock="ASa ASb TSa").win(1)
    for seat in range(players - 1):
        table.do(f"{(table.deal.leader + seat) % players} draw")
    lifter = (table.deal.leader + last) % players
    table.do(f"{lifter} lift")
    chooser = table.honour.waiting[0].chooser
    for seat in range(players):
        said, labels = panel_of(table, seat)
        told = "10♤" in said + " ".join(labels)
        assert told == (seat == chooser), seat
    assert "Before the next draw you choose." in panel_of(table, chooser)[0]
