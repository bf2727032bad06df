"""Records of Rubicon: what the commands say of them, and of what is no record of one (rulings 33 to 39)."""

from __future__ import annotations

import copy
import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import Action, Game, Verb, apply, legal_actions, start_deal
from bot.engine.lots import SeatsBy
from bot.engine.record import make_record, write_record
from bot.engine.scoring import value_of
from tests.engine.positions import deck_of
from tests.table_builder import make_rules, table

from .book import deck_by_the_book, lots_by_the_book, ordered_pack
from .games import NAMES, play_game
from .test_commands import answer
from .test_garbage import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.table_builder import Table

RUBICON = make_rules("rubicon")
BLANK = "7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da TDa"
QUEENS = "QCa QDa QHa QSa"
Document = dict[str, Any]


def at_rubicon(hand: str, *, stock: str = "") -> Table:
    return table(RUBICON, hands={1: hand}, stock=stock)


def document_of(at_table: Table) -> Document:
    record = make_record(at_table.game, NAMES[: at_table.game.rules.players], (tuple(at_table.done),))
    found: Document = json.loads(write_record(record))
    return found


# ------------------------------------------------------------------ what is a record


def test_a_game_played_out_has_a_value_and_brisques_that_no_total_holds() -> None:
    live = play_game(RUBICON, 21, lots=SeatsBy.JOINED)
    deal = live.game.deals[0]
    value = value_of(deal)
    assert value is not None
    said = answer(live.document(), "score")
    assert (said["value"], said["rubiconed"]) == (value.points, value.rubiconed)
    assert said["brisques"] == list(deal.score.brisques)
    assert sum(said["brisques"]) == 320
    assert [sum(mark["points"] for mark in said["marks"] if mark["seat"] == seat) for seat in (0, 1)] == said["totals"]
    assert "brisques" not in {mark["reason"] for mark in said["marks"]}
    running = answer(play_game(RUBICON, 21, actions=30).document(), "score")
    assert (running["finished"], running["value"], running["rubiconed"]) == (False, None, None)


@cache
def tied() -> Document:
    """Return a game in which both have only shown cards after carte blanche, until one comes out even."""
    for seed in range(112, 400):  # the first of which is even
        random, game, done = Random(seed), Game(RUBICON), list[Action]()
        game = start_deal(game, seed % 2, deck_of(game, seed)).game
        while game.result is None:
            done.append(random.choice([each for each in legal_actions(game) if each.verb is not Verb.DECLARE]))
            game = apply(game, done[-1]).game
        if not game.result.winner:
            found: Document = json.loads(write_record(make_record(game, NAMES[:2], (tuple(done),))))
            return found
    pytest.fail("no game was even")


def test_ruling_38_a_game_that_nobody_wins_is_both_seats_and_worth_nothing() -> None:
    said = answer(tied(), "score")
    assert (said["finished"], said["winner"], said["value"], said["rubiconed"]) == (True, [0, 1], 0, False)
    assert said["totals"][0] == said["totals"][1]
    assert said["brisques"] == [160, 160]
    assert answer(tied(), "legal") == {"turn": [], "actions": []}
    _, told, _ = run(json.dumps(tied()).encode(), "replay", "-")
    assert "Equal, brisques included: nobody wins, and the game counts for nothing." in told


@pytest.mark.parametrize("how", ["resign", "timeout"])
def test_ruling_39_a_game_that_was_given_up_has_a_winner_and_no_value(how: str) -> None:
    said = answer(document_of(at_rubicon("").do(f"1 {how}")), "score")
    assert (said["finished"], said["winner"], said["value"], said["rubiconed"]) == (True, [0], None, None)


@pytest.mark.parametrize("seats", [SeatsBy.JOINED, SeatsBy.DRAWN])
def test_four_packs_follow_from_the_secret_by_the_book(seats: SeatsBy) -> None:
    document = play_game(RUBICON, 23, lots=seats).document()
    (deal,) = document["deals"]
    secret, entropy = bytes.fromhex(deal["shuffle"]["secret"]), deal["shuffle"]["entropy"]
    assert deal["deck"] == " ".join(deck_by_the_book(secret, entropy, ordered_pack(4)))
    drawn = seats is SeatsBy.DRAWN
    seated, _, dealer = lots_by_the_book(secret, entropy, ordered_pack(4), 2, drawn=drawn)
    assert (document["lots"]["numbers"], deal["dealer"]) == (seated, dealer)
    proved = {"deal": 0, "commitment": True, "entropy": True, "deck": True, "lots": True}
    assert answer(document, "verify") == {"deals": [proved]}
    first, *rest, last = deal["deck"].split()
    deal["deck"] = " ".join([last, *rest, first])
    assert answer(document, "verify", code=1) == {"deals": [proved | {"deck": False}]}
    deal["deck"] = " ".join(ordered_pack(2))
    assert answer(document, "verify", code=1) == {"deals": [proved | {"deck": False}]}


# ------------------------------------------------------------------ what is none


def blank_drawn() -> Table:
    """Return a deal in which seat 1 has shown carte blanche and drawn a nine since."""
    return at_rubicon(BLANK, stock="9Sa 7Sa").do("1 carte-blanche").spend(BLANK).win(1).draw()


def laid() -> Table:
    """Return a turn to declare in which four queens lie there, and seat 1 holds a fifth."""
    return at_rubicon(f"{QUEENS} QCb").win(1).do(f"1 declare four-queens {QUEENS}").win(1)


REFUSED: list[tuple[Callable[[], Table], str, str]] = [
    (lambda: at_rubicon("KCa"), "1 carte-blanche", "no carte blanche with a king, queen or knave: KCa (ruling 33)"),
    (lambda: at_rubicon(BLANK).do("1 carte-blanche"), "1 carte-blanche", "has been shown before (ruling 33)"),
    (
        lambda: at_rubicon(BLANK).spend(BLANK).win(1).draw(),
        "1 carte-blanche",
        "too late for carte blanche (ruling 33)",
    ),
    (lambda: at_rubicon(BLANK), "1 carte-blanche ACa", "there is no carte blanche to go on with (ruling 33)"),
    (blank_drawn, "1 carte-blanche ACa", "has been shown before (ruling 33)"),
    (lambda: blank_drawn().do("1 carte-blanche 9Sa"), "1 carte-blanche 9Sa", "has been shown before (ruling 33)"),
    (blank_drawn, "1 carte-blanche 7Sd", "does not hold 7Sd"),
    (lambda: table(make_rules()), "1 carte-blanche", "carte blanche counts only in Rubicon (ruling 33)"),
    (
        laid,
        "1 declare four-queens QCb QDa QHa QSa",
        "declared in this class, and none of that has been played: QDa QHa QSa (ruling 34)",
    ),
    (laid, f"1 declare four-queens {QUEENS}", "has been declared so before: QCa QDa QHa QSa (ruling 34)"),
    (
        lambda: table(make_rules("modern", 4), hands={1: "QSa JDa"}).win(1),
        "1 declare quadruple-bezique QSa JDa",
        "this game has no such combination (ruling 34)",
    ),
]


@pytest.mark.parametrize(("position", "action", "why"), REFUSED, ids=[f"{text}: {why}" for _, text, why in REFUSED])
def test_what_is_refused_is_one_line_with_its_place_and_ruling(
    position: Callable[[], Table], action: str, why: str
) -> None:
    at_table = position()
    document = document_of(at_table)
    before = answer(document, "legal")
    assert action not in before["actions"]
    bad = copy.deepcopy(document)
    bad["deals"][0]["actions"].append(action)
    line = f"deal 0, action {len(at_table.done)} ({action}): {why}\n"
    for command in ("score", "legal", "replay"):
        assert run(json.dumps(bad).encode(), command, "-") == (1, "", line)
    two = b"\n".join(json.dumps(each).encode() for each in (bad, document))
    code, out, _ = run(two, "legal", "--lines", "-")
    error, after = map(json.loads, out.splitlines())
    assert (code, after) == (0, before)
    assert error == {"error": why, "deal": 0, "action": len(at_table.done)}


@pytest.mark.parametrize(
    ("rules", "players", "line"),
    [
        ({"players": 3}, 3, "players = 3 cannot go with game = rubicon: it is a game for 2"),
        ({}, 3, "players = 3 cannot go with game = rubicon: it is a game for 2"),
        (
            {"irregularities": "forfeits"},
            2,
            "irregularities = forfeits cannot go with game = rubicon: there is no such table",
        ),
        ({"target": 2000}, 2, "target has no effect in game = rubicon; leave it out"),
        ({}, 2, "deal 0: the deck has 64 cards where this game has 128"),
    ],
)
def test_rules_that_are_none_and_a_deck_of_two_packs_are_one_line(
    rules: dict[str, object], players: int, line: str
) -> None:
    deck = " ".join(ordered_pack(2))
    document = {
        "format": "bezique-record/1",
        "rules": {"preset": "rubicon", **rules},
        "players": ["Ann", "Ben", "Cem"][:players],
        "deals": [{"dealer": 0, "deck": deck, "actions": []}],
    }
    for command in ("score", "legal", "replay"):
        assert run(json.dumps(document).encode(), command, "-") == (1, "", f"{line}\n")
