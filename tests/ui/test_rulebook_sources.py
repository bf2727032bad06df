"""The rule book says what is true of each source, marks what is our choice, and tells the books' lore."""

from __future__ import annotations

import re

import pytest

from bot.engine import OPTIONS, PRESETS, read_code
from bot.engine.forfeits import COLUMNS, Irregularity
from bot.engine.options import BY_KEY
from bot.ui.text.rulebook.__main__ import document
from bot.ui.text.rulebook.books import SOURCES, books_with, source_text
from bot.ui.text.rulebook.reading import Reading
from bot.ui.text.rulebook.variants import words
from bot.ui.text.words import book_title, leaves_choice

from .test_rulebook import text_of

NAME_OF = {"britannica": "Britannica", "enquire": "Enquire Within", "parlour": "the parlour manual",
           "modern": "the modern summary", "rubicon": "the Portland Club"}  # fmt: skip
WHOLE = document()
OF_THE_HONOUR_TABLE = (
    "A card drawn out of turn is kept", "plays on with seven", "cards left in other hands count", "stands as scored",
    "below zero", "House players err in nothing", "whoever takes the last card", "in the last round of draws",
    "goes back on top", "once between two tricks",
)  # fmt: skip
"""What no book settles, and so is told as ours."""


def by(code: str, topic: str) -> str:
    preset, rules = read_code(code)
    return text_of(topic, Reading(rules, preset))


@pytest.mark.parametrize("name", PRESETS)
def test_our_choice_is_marked_wherever_a_source_is_silent_and_nowhere_else(name: str) -> None:
    book = PRESETS[name]
    row = {cells[0].strip("* "): cells for line in WHOLE.split("\n") if (cells := line.strip("| ").split(" | "))[4:]}
    column = 1 + list(PRESETS).index(name)
    for option in OPTIONS:
        if option.key == "players" or (option.key != "game" and not leaves_choice(option.key, book.rules())):
            continue
        assert ("*(ours)*" in row[option.title][column]) == (option.key in book.ours), option.key
        own = books_with(option, book.rules().values()[option.key])
        theirs, _, ours = own.partition("our choice in ")
        if option.key in book.ours:
            assert book_title(name) in ours or "every book" in ours
        else:
            assert book_title(name) in theirs or "every book" in theirs


@pytest.mark.parametrize("key", [option.key for option in OPTIONS if option.key not in ("players", "forfeits")])
def test_an_options_source_line_calls_no_book_that_is_silent_and_forgets_none_that_is_ours(key: str) -> None:
    """A book for which the value is our choice stands behind *ours* in the option's own source line, or not at all."""
    row = BY_KEY[key]
    named, _, ours = source_text(row).partition("ours")
    assert set(SOURCES.values()) == set(NAME_OF.values())
    for name, book in NAME_OF.items():
        if row.key in PRESETS[name].ours and row.key not in ("treble", "irregularities"):
            assert book not in named, (row.key, name)
        elif ours and row.key not in ("length", "treble", "irregularities"):
            assert book not in ours, (row.key, name)


def test_partners_come_from_enquire_within() -> None:
    """E 002 Four-Handed Bezique: "may be played by partners"; no other book has them."""
    assert "Enquire Within; the other books know no partners" in by("modern 4 partners=true", "hands")


def test_a_dealer_who_has_looked_at_too_many_cards_pays_for_nine() -> None:
    """B 000:34: "unless the dealer has looked", then 000:44; B 000:30: "not having looked at his cards"."""
    text = by("britannica", "irregularities")
    assert "the surplus goes back, but a dealer who has looked at them pays 200, as for nine cards" in text
    assert "dealt anew if the opponent has not looked at the own cards" in text
    assert COLUMNS["britannica"].forfeits[Irregularity.NINE_CARDS].points == 200


def test_the_parlour_manual_names_no_target() -> None:
    for code in ("parlour", "modern", "britannica"):
        assert "the parlour manual names no target" in by(code, "winning")
    assert "our choice in Victorian parlour" in books_with(BY_KEY["target"], 1000)


def test_open_tricks_are_our_choice_where_the_books_are_silent() -> None:
    assert "open tricks are our choice" in by("modern", "tricks")
    assert books_with(BY_KEY["past_tricks"], "open") == "our choice in Modern, Victorian parlour"
    closed = by("britannica", "tricks")
    assert "no help counts it" in closed
    assert "ask the others" in closed


def test_no_book_prevents_irregularities_and_three_prescribe_forfeits() -> None:
    text = by("modern", "irregularities")
    assert "*Britannica*, *Enquire Within* and *Modern*, set a price" in text
    assert "the parlour manual names none" in text
    assert "No book plays so; it is our choice" in text
    assert books_with(BY_KEY["irregularities"], "prevented") == "our choice in every book"
    honour = "our choice in Victorian parlour; allowed in Modern, Britannica, Enquire Within"
    assert books_with(BY_KEY["irregularities"], "forfeits") == honour


@pytest.mark.parametrize(
    ("last_trick", "taker"),
    [
        ("final", "the taker of the very last trick"),
        ("before_last_eight", "the taker of the trick that empties the stock"),
    ],
)
def test_the_last_ties_where_brisques_are_left_out_go_to_the_last_trick_that_counts(
    last_trick: str, taker: str
) -> None:
    """Ruling 17; E: "If still a tie, the taker of the last trick wins"."""
    text = by(f"enquire last_trick={last_trick}", "winning")
    assert "the higher total without this deal's aces and tens wins. Still equal: " + taker in text
    assert "else the first from the dealer's left" in text


@pytest.mark.parametrize("name", COLUMNS)
def test_every_forfeit_is_told_with_its_points_and_its_source(name: str) -> None:
    text = by(f"modern forfeits={name}", "irregularities")
    for forfeit in COLUMNS[name].forfeits.values():
        assert f"**{forfeit.points}**" in text
    assert "**all eight tricks**" in text
    assert ("not following suit, or not winning when able" in text) == COLUMNS[name].must_win
    assert ("*called*" in text) == COLUMNS[name].faces
    assert "ours" in text
    assert ("Source: ours" in text) == (name == "revoke_only")


def test_misdeals_are_told_and_why_they_cannot_happen() -> None:
    """B "Penalties"; E: "An incorrect deal or an exposed card necessitates a new deal" (ruling 30)."""
    text = by("modern", "irregularities")
    assert "too few cards" in text
    assert "sealed before it is dealt" in text


@pytest.mark.parametrize(
    ("code", "topic", "sentence"),
    [
        ("britannica", "beziques", "cards that have already all been declared"),
        ("modern", "beziques", "visible on the table together"),
        ("enquire double_from_singles=true", "beziques", "may be again used to form Double Bezique"),
        ("parlour", "beziques", "cannot be employed to form any other"),
        ("modern 3", "beziques", "Treble: Enquire Within names it; how it is come by is ours"),
        ("modern", "announcing", "may declare that he will take a particular declaration on the next trick"),
        ("modern", "announcing", "all other limits are ours"),
        ("modern", "declarations", "one of which at least must not have been declared before"),
        ("enquire new_card=false", "declarations", "Enquire Within, which asks for no new card"),
        ("modern", "sevens", "so *Enquire Within*; ours elsewhere"),
        ("modern", "sevens", "*Enquire Within* alone excepts the last eight"),
        ("modern", "winning", "that the deal is played out is ours"),
        ("britannica", "winning", "Britannica for the end at once"),
        # E 001:22: "decided either by choice or cutting"; E 001:23: a player "may inquire of his partner"
        (
            "enquire 4 partners=true",
            "hands",
            "By Enquire Within the players choose who plays with whom, or cut",
        ),
        ("enquire 4 partners=true", "hands", "ask the partner, before drawing, whether there is anything to declare."),
        *(("modern irregularities=forfeits", "irregularities", ours) for ours in OF_THE_HONOUR_TABLE),
    ],
)
def test_limits_say_on_which_sentence_they_rest(code: str, topic: str, sentence: str) -> None:
    assert sentence in by(code, topic)


def test_the_words_of_the_books_are_told() -> None:
    """RULES: stock and talon, Bézique pack, markers, board and pegs, dial, exhibition, quint major, to score out."""
    known = " ".join(word for word, _ in words())
    told = """Stock, Talon, Bézique pack, Markers, Board, pegs, dial, Exhibition, Quint major, Penuchle, Score out,
        Head the trick, Revoke, Brisque, Turn-up, Faced card, Forfeit, Declare, Sequence, Marriage, Follow, Trump,
        Single, double, treble bézique"""
    for word in (each.strip() for each in told.split(",")):
        assert re.search(rf"\b{word}\b", known)
    text = by("modern", "cards")
    for said in ("**Bézique pack** has 32 cards, ace to seven", "shuffled and ready to be dealt", "**talon**",
                 "**bézique board** with **pegs**", "**dial**", "**markers**"):  # fmt: skip
        assert said in text


def test_the_games_other_names_and_its_history_stand_in_a_paragraph() -> None:
    text = by("modern", "history")
    for name in ("**besi**", "**besigue**", "Penuchle", "pinochle", "brisque", "France", "Swedish", "Indian officers"):
        assert name in text
    assert len(text.strip().split("\n\n")) <= 2


@pytest.mark.parametrize(
    "caution",
    [
        r"Tens.*made to count.*only in a trick that you win",
        r"Sequence cards.*as long as possible.*250 is the most",
        r"Watch.*expose.*tells what can still be made",
        r"Royal marriage first.*sequence",
        r"before double bézique too",
        r"further uses.*when spades or diamonds are trumps",
        r"Kings and queens.*married",
        r"thrown into the others' tricks",
        r"ace and a king.*four aces are hard to get together",
        r"Aces and tens of trumps.*last eight.*strong in trumps",
        r"last trick but one.*cannot declare",
        r"last declaration.*forces aces and tens",
        r"Declare as soon as you can.*may not win another trick",
    ],
)
def test_the_cautions_of_the_old_books_are_told_with_their_reasons(caution: str) -> None:
    assert re.search(caution, by("modern", "advice").replace("**", ""))
    assert "Source: Enquire Within" in by("modern", "advice")
