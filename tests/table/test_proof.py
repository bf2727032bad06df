"""The page *Fair deal*: explained in three sentences, shown as far as it may be, and checked there and then."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import timedelta
from functools import cache

import pytest

from bot.engine import build_rules
from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.lots import Lots as WrittenLots
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import sealed_anew
from bot.ui.text.i18n import speaking
from cogs.table.pages.board import board, closed_board
from cogs.table.proof import cut_answer, proof_page
from tests.tables.at_table import PARTNERS, PLAYERS
from tests.tables.made import begun, between_deals, noon, resigned, step
from tests.ui.at_board import labels_of, positions, texts_of

HEX = re.compile("[0-9a-f]{64,128}")


@cache
def game() -> tuple[Table, ...]:
    return tuple(positions(build_rules("modern", 3, {"packs": "two_less_an_eight", "target": 500}), "modern", 5))


def in_play() -> Table:
    return next(t for t in game() if len(t.game.deals) == 2 and len(t.game.deals[1].tricks) == 5)


def page(table: Table, deal: int) -> str:
    return "\n".join(texts_of(proof_page(table, deal)))


def test_running_deal_shows_commitment_and_entropy_and_keeps_its_secret() -> None:
    table = in_play()
    row = table.deals[1]
    text = page(table, 1)
    assert HEX.findall(text) == [row.commitment]
    assert all(f"`{part}`" in text for part in row.entropy)
    assert "It is shown when the deal is over." in text
    assert "Checked" not in text


def test_deal_that_is_over_shows_its_secret_and_the_check() -> None:
    table = in_play()
    text = page(table, 0)
    assert HEX.findall(text) == [table.deals[0].commitment, table.deals[0].secret]
    assert "✅ The secret has this commitment." in text
    assert "✅ All cards that were played follow from it" in text
    assert "❌" not in text


def test_lots_are_checked_with_the_first_deal_and_only_there() -> None:
    table = between_deals(PLAYERS[:3])
    dealt = resigned(step(table, random.Random(1)))
    assert "✅ Who dealt first follows from it too." in page(dealt, 0)
    assert "dealt first" not in page(dealt, 1)
    moved = WrittenLots(SeatsBy.JOINED, DealerBy.CUT, (1, 0, 2))
    assert "❌ Who sits where or who dealt first does not follow from it." in page(lots(table, moved), 0)
    chosen = WrittenLots(SeatsBy.CHOSEN, DealerBy.CUT, (1, 0, 2))
    assert "✅ Who dealt first follows from it too." in page(lots(table, chosen), 0)
    assert "Places were chosen in public" in page(lots(table, chosen), 0)
    assert "Places were chosen" not in page(table, 0)
    passed = WrittenLots(SeatsBy.JOINED, DealerBy.PASSED, (0, 1, 2))
    assert "Who dealt first follows from the game before (not checked)." in page(lots(table, passed), 0)
    both = page(lots(table, WrittenLots(SeatsBy.CHOSEN, DealerBy.PASSED, (2, 0, 1))), 0)
    assert "follows from the game before" in both
    assert "Places were chosen" in both
    assert "✅ Who dealt first" not in both
    drawn = resigned(begun(PLAYERS, rules=PARTNERS, partners_drawn=True))
    assert "✅ Who sits where and who dealt first follow from it too." in page(drawn, 0)


def test_later_deals_are_checked_for_who_dealt_and_for_a_commitment_used_twice() -> None:
    """RECORD: for later deals, whether the deal passed on by ruling 2; a commitment that appears twice is false."""
    over = resigned(step(between_deals(PLAYERS[:3]), random.Random(1)))
    assert "✅ The deal passed on to the next player." in page(over, 1)
    assert "passed on" not in page(over, 0)
    first, second = over.game.deals
    moved = replace(over.game, deals=(first, second._replace(base=second.base._replace(dealer=first.base.dealer))))
    assert "❌ The deal did not pass on to the player who dealt." in page(over.but(game=moved), 1)
    twice = replace(over.deals[1], commitment=over.deals[0].commitment)
    assert "❌ An earlier deal of this game has the same commitment." in page(over.but(deals=(over.deals[0], twice)), 1)


def lots(table: Table, written: WrittenLots | None) -> Table:
    return table.but(lots=replace(table.lots, written=written))


def test_what_may_not_go_in_is_said() -> None:
    table = game()[-1]
    first, second, *_ = table.deals
    assert "❌" not in page(table, 0) + page(table, 1)
    for forged in ((*first.entropy, "cut:9:x"), (*first.entropy[:-1], "board:1")):
        told = page(table.but(deals=(replace(first, entropy=forged), *table.deals[1:])), 0)
        assert "❌ What went in is not one message, then cuts" in told
    again = replace(second, entropy=first.entropy)
    assert "❌ What went in is not one message, then cuts" in page(table.but(deals=(first, again, *table.deals[2:])), 1)


ON_BOARD = "It was sealed on the board of the deal before, as every later deal was in my first version"


def test_deal_that_the_first_version_sealed_on_the_board_before_is_not_accused_and_anything_else_still_is() -> None:
    table = game()[-1]
    first, second, *later = table.deals
    assert ON_BOARD not in page(table, 0) + page(table, 1)
    message = first.entropy[-1].replace("board", "message")
    old = replace(second, entropy=(message, *second.entropy[1:]))
    told = page(table.but(deals=(first, old, *later)), 1)
    assert ON_BOARD in told
    assert "❌ What went in" not in told
    twice = replace(old, entropy=(message, "cut:0:a", "cut:0:b", *second.entropy[1:]))
    told = page(table.but(deals=(first, twice, *later)), 1)
    assert ON_BOARD not in told
    assert "❌ What went in" in told
    with speaking("fr"):
        assert "scellée sur le plateau de la donne précédente" in page(table.but(deals=(first, old, *later)), 1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"commitment": "0" * 64}, "❌ The secret does not have this commitment."),
        ({"secret": "ab" * 64}, "❌ The secret does not have this commitment."),
        ({"entropy": ("message:1000", "cut:1:for Luck")}, "❌ The cards that were played do not follow from it."),
        ({"entropy": ("cut:1:for luck", "message:1000")}, "❌ The cards that were played do not follow from it."),
    ],
)
def test_what_does_not_fit_is_said(changes: dict[str, object], said: str) -> None:
    table = in_play()
    forged = replace(table.deals[0], **changes)  # type: ignore[arg-type]  # fields of the row
    assert said in page(table.but(deals=(forged, *table.deals[1:])), 0)


def test_page_explains_in_three_sentences_and_says_how_to_check_without_the_bot() -> None:
    explained = texts_of(proof_page(in_play(), 1))[1]
    assert len(re.findall(r"[.;] [A-Z]|\.$", explained)) == 3
    text = page(in_play(), 1)
    for words in ("SHA-256", "bezique/1/commit", "docs/fairness.md", "python -m bot verify"):
        assert words in text


def test_deal_broken_off_is_laid_open_too() -> None:
    table = in_play().but(status=Status.ABANDONED)
    assert "✅ All cards that were played follow from it" in page(table, 1)


@pytest.mark.parametrize("never_dealt", [False, True], ids=["the next was dealt", "the next was never dealt"])
def test_page_of_a_deal_shows_the_next_too_whose_commitment_its_board_carries(*, never_dealt: bool) -> None:
    table = between_deals()
    board_of_first = next(m for m in table.messages if m.deal == 0 and m.role in dealing.BOARDS)
    waiting = dealing.committed(table, noon(), board_of_first.message_id)
    over = resigned(waiting) if never_dealt else resigned(step(waiting, random.Random(1)))
    first, following = over.deals
    assert over.live is False
    assert HEX.findall("\n".join(texts_of(closed_board(over, 0)))) == [following.commitment]
    told = page(over, 0)
    assert HEX.findall(told) == [first.commitment, first.secret, following.commitment, following.secret]
    assert "Deal 2, sealed in the same message" in told
    assert HEX.findall(page(waiting, 0)) == [first.commitment, first.secret, following.commitment]


def test_page_leads_to_all_tricks_once_the_deal_is_over_and_not_before() -> None:
    table = in_play()
    assert labels_of(proof_page(table, 0)) == ["All tricks"]
    assert labels_of(proof_page(table, 1)) == []


def test_of_a_deal_whose_proof_was_withdrawn_the_commitment_is_all_that_is_shown() -> None:
    """RECORD: a cut that a player has had deleted takes that deal's proof with it."""
    table = in_play()
    gone = replace(table.deals[0], secret="", entropy=())
    table = table.but(deals=(gone, *table.deals[1:]))
    text = page(table, 0)
    assert HEX.findall(text) == [gone.commitment]
    assert "A player has had a cut deleted, and the proof of this deal with it." in text
    assert "Secret" not in text
    assert "❌" not in text
    assert "``" not in text


def test_sealed_deal_says_who_cut_and_not_what() -> None:
    table = in_play()
    sealed = replace(table.deals[1], number=2, deck=None, dealt_at=None, entropy=(), message_id=77, dealer=None)
    text = page(table.but(deals=(*table.deals, sealed)), 2)
    assert "`message:77` · not dealt yet" in text
    assert HEX.findall(text) == [sealed.commitment]


def test_what_was_sealed_before_a_deal_was_sealed_anew_stays_with_it() -> None:
    table = between_deals()
    old = table.deals[1]
    anew = dealing.posted(sealed_anew(table, noon(chance=random.Random(9))), noon(), 77)
    waiting = "\n".join(texts_of(board(anew, timedelta(seconds=30))))
    assert HEX.findall(waiting) == [old.commitment, anew.deals[1].commitment]
    over = resigned(step(anew, random.Random(1)))
    new = over.deals[1]
    stays = "\n".join(texts_of(closed_board(over, 1)))
    assert HEX.findall(stays) == [old.commitment, new.commitment]
    assert old.secret in page(over, 1)
    assert "seal the cards anew" in page(over, 1)
    never = resigned(anew)
    shown = closed_board(never, 1)
    assert HEX.findall("\n".join(texts_of(shown))) == [old.commitment, new.commitment]
    assert labels_of(shown) == ["Fair deal"]
    assert HEX.findall(page(never, 1)) == [new.commitment, new.secret, old.commitment, old.secret]


def test_deal_that_was_never_sealed_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        proof_page(in_play(), 9)
    assert caught.value.why is Why.NO_SUCH_DEAL


def test_cutter_is_answered_in_a_sentence_and_finds_the_commitment_by_a_button() -> None:
    shown = cut_answer(in_play())
    assert texts_of(shown) == ["You have cut: nobody can have chosen these cards."]
    assert labels_of(shown) == ["Fair deal", "In my own words …"]


def test_page_has_no_sign_in_words() -> None:
    with speaking("en", in_words=True):
        assert re.search("[✅❌🔒→▸➤]", page(in_play(), 0)) is None
