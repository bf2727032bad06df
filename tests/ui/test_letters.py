"""A French reader's cards carry R, D and V; nobody else's do, and records keep their own letters."""

from __future__ import annotations

import re

import pytest

from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES, card
from bot.ui.kit.emojis import emoji_faces, emoji_name
from bot.ui.text.faces import face, faces, hand_line, rank_signs, ranks_down, signs_in, sorted_hand
from bot.ui.text.i18n import LANGUAGES, speaking, tr
from bot.ui.text.rulebook.books import with_cards
from bot.ui.text.transcript import transcript
from cogs.learn.tutorial.first_deal import BEGIN, first_deal_after
from cogs.learn.tutorial.pages import page
from tests.record.games import ALL_RULES, play_game

from .test_one_language import shown_in

COURT = (card(0, SPADES, KING), card(1, HEARTS, QUEEN), card(0, DIAMONDS, KNAVE))
FRENCH_NAMES = {
    f"{rank}_de_{suit}" for rank in ("valet", "dame", "roi") for suit in ("trefle", "carreau", "coeur", "pique")
}


def test_court_cards_are_written_with_the_readers_letters() -> None:
    assert faces(COURT) == "K♤ Q♥ J♦"
    with speaking("fr"):
        assert faces(COURT) == "R♤ D♥ V♦"
        assert hand_line(sorted_hand(COURT)) == "♤ R  ♥ D  ♦ V"
        assert face(card(0, CLUBS, 0)) == "7♧"
    assert faces(COURT) == "K♤ Q♥ J♦"


def test_ranks_are_listed_from_the_ace_down_by_sign_or_in_words() -> None:
    assert ranks_down() == ["A", "10", "K", "Q", "J", "9", "8", "7"]
    with speaking("fr"):
        assert ranks_down() == ["A", "10", "R", "D", "V", "9", "8", "7"]
    with speaking("fr", in_words=True):
        assert ranks_down() == ["as", "dix", "roi", "dame", "valet", "neuf", "huit", "sept"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_ranks_share_their_letters(language: str) -> None:
    assert len(set(signs_in(language))) == 8
    with speaking(language):
        assert rank_signs() == signs_in(language)


def test_emojis_keep_the_names_under_which_they_were_uploaded() -> None:
    names = [each.name for each in emoji_faces()]
    assert len(names) == len(set(names)) == 88
    ranks = ("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace")
    english = {f"{rank}_of_{suit}" for rank in ranks for suit in ("clubs", "diamonds", "hearts", "spades")}
    on_table = {f"{name}_on_the_table" for name in english} | {f"{name}_sur_la_table" for name in FRENCH_NAMES}
    assert set(names) == english | FRENCH_NAMES | on_table
    assert all(re.fullmatch(r"\w{2,32}", name, re.ASCII) for name in names)
    assert emoji_name(card(2, SPADES, QUEEN)) == "queen_of_spades"
    assert emoji_name(card(2, SPADES, QUEEN), "fr") == "dame_de_pique"
    assert emoji_name(card(2, SPADES, 0), "fr") == "seven_of_spades"


def test_the_cards_that_an_option_names_follow_too() -> None:
    label = "♠Q ♦J when clubs or hearts are trumps, else ♣Q ♥J."
    with speaking("fr"):
        assert with_cards(tr(label)).startswith("`D♤` `V♦` quand")


def test_a_transcript_is_written_with_the_readers_letters_and_its_record_is_not() -> None:
    live = play_game(ALL_RULES["modern-2"], 3)
    english, record = transcript(live.record()), live.record()
    with speaking("fr"):
        french, same = transcript(live.record()), live.record()
    assert record == same
    assert re.search(r"[KQJ][♠♥♦♣]", english)
    assert not re.search(r"[RDV][♠♥♦♣]", english)
    assert re.search(r"[RDV][♠♥♦♣]", french)
    assert not re.search(r"[KQJ][♠♥♦♣]", french)


def test_the_tutorial_teaches_the_letters_that_are_on_the_cards() -> None:
    lesson = first_deal_after([BEGIN])
    with speaking("fr"):
        text = shown_in(page(lesson))
        assert re.search(r"[RDV][♤♥♦♧]", text)
        assert not re.search(r"[KQJ][♤♥♦♧]", text)
        lesson.take(lesson.suggested.text.split(" ", 1)[1])
        assert "A 10 R D V 9 8 7" in shown_in(page(lesson))
