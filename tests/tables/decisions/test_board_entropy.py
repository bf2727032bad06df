"""The id of the board goes into every deal last: whatever members do before it, the deck is not known yet."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from statistics import mean
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules, start_deal
from bot.engine.cards import BRISQUES
from bot.engine.lots import draw_lots
from bot.engine.shuffle import cut_entropy, make_deck, message_entropy
from bot.house.roster import Level
from bot.tables import Kind, Player, Status, Why
from bot.tables.decisions import (
    adjourning,
    consent,
    dealing,
    fixtures,
    house_seats,
    lobby,
    moderating,
    moving,
    overtime,
    play,
    terms,
)
from bot.tables.values.clocks import CLOCKS, Due
from bot.tables.values.parts import Fixture, Place, Terms
from bot.tables.values.record import table_record
from cogs.table.pages.board import board
from tests.tables.at_table import ANN, BEN, CAT, CHANNEL, GUILD, PLAYERS
from tests.tables.made import (
    BOARD,
    ask,
    begun,
    between_deals,
    challenged,
    joined,
    noon,
    numbered,
    on_its_board,
    opened,
    resigned,
    why,
)  # fmt: skip
from tests.ui.at_board import texts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine import Game
    from bot.tables import Table

NEXT = BOARD + 50
PARTNERS = build_rules("modern", 4, {"partners": True})
HONOUR = build_rules("modern", 2, {"irregularities": "forfeits"})


def asked_for(table: Table) -> Table:
    """Let Ann start a game."""
    return ask(table, lobby.start, noon(), ANN.user_id)


def again(table: Table) -> Table:
    """Let everyone ask for a rematch, post its commitment, and ask for its deal."""
    new = None
    for user in table.users:
        done = lobby.ask_rematch(table, noon(), user, elsewhere={})
        table, new = done.table, done.opened
    assert new is not None
    return ask(dealing.posted(numbered(new), noon(), BOARD), dealing.deal, noon(), ANN.user_id)


def next_of_three() -> Table:
    first = resigned(on_its_board(lobby.accept(challenged(best_of=3), noon(), BEN).table))
    new = lobby.next_in_series(first, noon())
    assert new is not None
    return ask(dealing.posted(numbered(new), noon(), BOARD), dealing.deal, noon())


def played_in_a_tournament() -> Table:
    table = numbered(fixtures.arranged(
        noon(), guild_id=GUILD, channel_id=CHANNEL, players=(ANN, BEN), rules=build_rules("modern", 2, {}),
        terms=Terms("modern", clock=CLOCKS["live-3"]), fixture=Fixture(1, "Cup", 1), lasting=timedelta(hours=1),
        in_thread=False,
    ))  # fmt: skip
    table = dealing.posted(table, noon(), BOARD)
    for user in table.users:
        table = ask(table, fixtures.ready, noon(), user)
    return table


def with_a_house_player(kind: Kind) -> Table:
    table = house_seats.add_house(opened(ANN).but(kind=kind), noon(), ANN.user_id, Level.REGULAR)
    return asked_for(table)


def second_deal(user: int | None) -> Table:
    return ask(dealing.posted(between_deals(), noon(), BOARD + 20), dealing.deal, noon(minutes=1), user)


STARTS: dict[str, Callable[[], Table]] = {
    "lobby": lambda: asked_for(joined()),
    "challenge": lambda: ask(challenged(), lobby.accept, noon(), BEN),
    "rematch": lambda: again(resigned(begun())),
    "next game of a series": next_of_three,
    "tournament": played_in_a_tournament,
    "next deal, asked for": lambda: second_deal(BEN.user_id),
    "next deal, by the clock": lambda: second_deal(None),
    "honour table": lambda: asked_for(joined(rules=HONOUR)),
    "practice": lambda: with_a_house_player(Kind.PRACTICE),
    "house player": lambda: with_a_house_player(Kind.OPEN),
    "partners as they sit": lambda: asked_for(joined(PLAYERS, rules=PARTNERS)),
    "partners drawn": lambda: asked_for(joined(PLAYERS, rules=PARTNERS, partners_drawn=True)),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_every_start_waits_for_its_board_and_its_deck_depends_on_the_boards_id(start: Callable[[], Table]) -> None:
    table = start()
    before = len(table.game.deals)
    assert (table.status, table.being_dealt, table.turn_users) == (Status.PLAYING, True, ())
    assert (table.deals[-1].deck, table.deals[-1].dealer) == (None, None)
    assert before or table.lots.for_deal == ()
    one, same, other = (ask(table, dealing.posted, noon(), board) for board in (NEXT, NEXT, NEXT + 1))
    assert one == same
    assert len(one.game.deals) == len(other.game.deals) == before + 1
    assert one.deals[-1].entropy == (*table.deals[-1].entropy, f"board:{NEXT}")
    assert other.deals[-1].entropy == (*table.deals[-1].entropy, f"board:{NEXT + 1}")
    assert one.deals[-1].secret == other.deals[-1].secret
    assert one.deals[-1].deck != other.deals[-1].deck


def practised() -> Table:
    """Begin a private practice, and ask for its deal in the message that shows its commitment."""
    table = numbered(house_seats.practice_begun(
        noon(), guild_id=GUILD, channel_id=CHANNEL, player=ANN, rules=build_rules("modern", 2, {}), preset="modern",
        language="en", level=Level.REGULAR,
    ))  # fmt: skip
    assert (table.private, table.being_dealt, table.due.keys() & {Due.DEAL, Due.LOBBY}) == (True, False, set())
    return ask(table, dealing.deal_in_private, noon(), ANN.user_id, BOARD)


def test_deck_of_a_private_deal_depends_on_the_id_of_its_message() -> None:
    table = practised()
    assert (table.being_dealt, table.deals[-1].entropy) == (True, (f"message:{BOARD}",))
    commitment = table.deals[-1].commitment
    one, other = (ask(table, dealing.dealt_in_private, noon(), NEXT + at, commitment) for at in (0, 1))
    assert one.deals[-1].entropy == (f"message:{BOARD}", f"board:{NEXT}")
    assert one.deals[-1].deck != other.deals[-1].deck
    assert ask(one, dealing.dealt_in_private, noon(), NEXT + 1, commitment) == one, "the first one counts"


def test_message_of_a_private_deal_that_is_sealed_anew_meanwhile_deals_nothing() -> None:
    table = practised()
    commitment = table.deals[-1].commitment
    anew = ask(table, dealing.sealed_anew, noon(chance=random.Random(3)))
    again = ask(anew, dealing.deal_in_private, noon(), ANN.user_id, BOARD + 1)
    assert ask(again, dealing.dealt_in_private, noon(), NEXT, commitment) == again
    assert again.deals[-1].deck is None


def test_seats_and_dealer_are_not_known_before_the_boards_id_either() -> None:
    table = STARTS["partners drawn"]()
    assert table.users == tuple(player.user_id for player in PLAYERS)
    games = [ask(table, dealing.posted, noon(), NEXT + number) for number in range(12)]
    assert len({game.users for game in games}) > 6
    assert len({game.game.deals[0].base.dealer for game in games}) > 1


ACTS: dict[str, Callable[[Table], Table]] = {
    "join": lambda table: ask(ask(table, lobby.leave, noon(), BEN.user_id), lobby.join, noon(), CAT),
    "leave": lambda table: ask(
        ask(ask(table, lobby.leave, noon(), BEN.user_id), lobby.join, noon(), CAT), lobby.leave, noon(), CAT.user_id
    ),
    "rules": lambda table: ask(
        ask(table, terms.set_rules, noon(), ANN.user_id, {"target": 2000}), terms.agree, noon(), BEN.user_id
    ),
    "cut": lambda table: ask(table, dealing.cut, noon(), BEN.user_id, "last"),
    "start": lambda table: table,
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_after_the_last_act_of_any_member_the_deck_still_depends_on_an_id_that_the_server_gives(
    act: Callable[[Table], Table],
) -> None:
    """Two runs differ in nothing but the id of the board, and give two decks."""
    table = act(ask(joined(), dealing.cut, noon(), ANN.user_id, "first"))
    if not table.full:
        table = ask(table, lobby.join, noon(), BEN)
    started = asked_for(table)
    decks = {ask(started, dealing.posted, noon(), NEXT + number).deals[-1].deck for number in (0, 0, 1, 2)}
    assert len(decks) == 3


def test_secret_that_is_gone_with_deleted_words_deals_nothing_and_is_sealed_anew() -> None:
    """So it stands after a member was erased whose words another player had typed too."""
    table = asked_for(joined())
    gone = table.but(deals=(replace(table.deals[0], secret="", entropy=()),))
    late = ask(gone, dealing.posted, noon(), NEXT)
    assert (late.deals[-1].deck, late.game.deals, late.being_dealt) == (None, (), True)
    anew = ask(late, dealing.sealed_anew, noon(chance=random.Random(3)))
    assert (anew.being_dealt, len(anew.deals[-1].secret)) == (False, 128)
    shown = "\n".join(texts_of(board(anew, timedelta(seconds=30))))
    assert table.deals[0].commitment in shown
    assert anew.deals[-1].commitment in shown


def test_table_moved_while_the_board_is_posted_is_sealed_anew() -> None:
    table = asked_for(joined())
    moved = ask(table, moving.move_here, noon(), BEN.user_id, CHANNEL + 1)
    assert moved.place == Place(CHANNEL + 1)
    assert (moved.being_dealt, len(moved.sealing.void), moved.deals[-1].message_id) == (False, 1, None)
    game = ask(ask(dealing.posted(moved, noon(), NEXT), dealing.deal, noon()), dealing.posted, noon(), NEXT + 1)
    assert game.deals[-1].entropy == (f"message:{NEXT}", f"board:{NEXT + 1}")
    assert game.lots.written is not None


def test_while_cards_are_being_dealt_cuts_leaving_and_rules_are_refused_and_no_clock_runs() -> None:
    table = asked_for(joined(clock=CLOCKS["live-3"]))
    assert why(table, dealing.cut, noon(), ANN.user_id, "late") is Why.BEING_DEALT
    assert why(table, lobby.leave, noon(), BEN.user_id) is Why.ALREADY_STARTED
    assert why(table, terms.set_rules, noon(), ANN.user_id, {"target": 2000}) is Why.ALREADY_STARTED
    assert why(table, overtime.give_time, noon(), BEN.user_id) is Why.TIME_NOT_UP
    assert dealing.deal(table, noon(), ANN.user_id).stale
    assert play.act(table, noon(), ANN.user_id, "play 7Ca", 0).stale
    assert why(table, consent.ask_undo, noon(), ANN.user_id) is Why.NOTHING_TO_UNDO
    assert why(table, consent.offer_draw, noon(), ANN.user_id) is Why.BETWEEN_DEALS
    assert (table.keeps_waiting, table.awaited, table.house_on_move) == (None, None, None)
    assert {kind.value for kind in table.due} == {"abandon"}
    assert table.view(ANN.user_id) is None


def test_game_whose_board_cannot_be_posted_can_be_given_up_or_closed_and_its_seal_is_laid_open() -> None:
    table = ask(asked_for(joined()), dealing.left_committed, noon(), BOARD)
    given_up = ask(table, play.resign, noon(), BEN.user_id)
    assert (given_up.status, given_up.end_reason, given_up.winner) == (Status.ABANDONED, play.GIVEN_UP, None)
    closed = ask(table, moderating.close, noon())
    for over in (given_up, closed):
        (row,) = over.messages
        assert (row.role, row.closed) == (dealing.COMMITTED, False), "it is still to get the secret"
        late = ask(over, dealing.posted, noon(), NEXT)
        assert (late.deals[-1].deck, late.game.deals) == (None, ())


def test_no_card_of_a_tournament_is_dealt_yet_so_its_game_is_not_given_up_but_closed_with_a_withdrawal() -> None:
    table = played_in_a_tournament()
    assert why(table, play.resign, noon(), BEN.user_id) is Why.NOT_STARTED
    gone = ask(table, fixtures.withdrawn, noon(), {BEN.user_id})
    assert (gone.status, gone.end_reason) == (Status.CANCELLED, fixtures.WITHDRAWN)


def test_game_adjourned_while_its_next_cards_are_being_dealt_is_dealt_and_waits() -> None:
    table = second_deal(BEN.user_id)
    asked = ask(table, adjourning.ask_adjourn, noon(minutes=1), ANN.user_id, None)
    request = asked.adjourning
    assert request is not None
    down = ask(asked, adjourning.agree_to_adjourn, noon(minutes=1), BEN.user_id, int(request.at.timestamp()))
    dealt = ask(down, dealing.posted, noon(minutes=2), NEXT)
    assert (dealt.adjourned is not None, len(dealt.game.deals), dealt.turn_users) == (True, 2, ())


def test_record_of_every_deal_ends_with_its_board() -> None:
    table = resigned(on_its_board(second_deal(None)))
    shuffles = [deal.shuffle for deal in table_record(table).deals]
    assert len(shuffles) == 2
    assert all(each is not None and each.entropy[-1].startswith("board:") for each in shuffles)


# ------------------------------------------------------------------ the attack


def hand_points(game: Game, seat: int) -> int:
    """Return by how many aces and tens a seat's hand of two is better than the other's, as it was dealt."""
    deal = game.deals[-1]
    return (deal.hold[seat] & BRISQUES).bit_count() - (deal.hold[1 - seat] & BRISQUES).bit_count()


def attacked(seed: int) -> tuple[int, int]:
    """Let somebody with twenty accounts, who knows the secret, choose after the honest last cut who takes the chair.

    Each account has sat down, cut and left before, and its cut counts again when it comes back.

    Returns:
        What the best deck they could work out would bring their hand, and what the deck that was dealt brought it.
    """
    accounts = [Player(5000 + number, f"Account {number}") for number in range(20)]
    table = opened(ANN, seed=seed)
    for account in accounts:
        table = lobby.join(table, noon(), account)
        table = dealing.cut(table, noon(), account.user_id, f"words of {account.name}")
        table = lobby.leave(table, noon(), account.user_id)
    table = dealing.cut(table, noon(), ANN.user_id, "honest")
    pack, secret = table.game.law.pack, bytes.fromhex(table.deals[0].secret)

    def worked_out(account: Player) -> int:
        told = (message_entropy(BOARD), cut_entropy(1, f"words of {account.name}"), cut_entropy(0, "honest"))
        dealer = draw_lots(secret, told, pack, 2, draw_seats=False).dealer
        return hand_points(start_deal(table.game, dealer, make_deck(secret, told, pack)).game, 1)

    best = max(accounts, key=worked_out)
    game = lobby.start(lobby.join(table, noon(), best), noon(), ANN.user_id).table
    if not game.game.deals:
        game = dealing.posted(game, noon(), NEXT + seed)
    return worked_out(best), hand_points(game.game, 1)


@pytest.mark.deep
def test_who_knows_the_secret_gains_nothing_by_choosing_who_takes_the_chair_after_the_last_cut() -> None:
    """Over sixty tables; without the board's id the deck that was worked out was dealt, three aces and tens better."""
    tables = [attacked(seed) for seed in range(60)]
    hoped, got = (mean(each) for each in zip(*tables, strict=True))
    assert hoped > 2.5
    assert abs(got) < 0.8
