"""Numbers that follow from the game, as the hand, the packs, and the last tricks, are true wherever they are read."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

import catalogue
from bot.coach.themes import Kind
from bot.engine import PRESETS, RulesError, read_code
from bot.engine.law import law_for
from bot.engine.options import BY_KEY as OPTION_BY_KEY
from bot.engine.quantities import BEZIQUE
from bot.ui.text.exercises import question
from bot.ui.text.rulebook.reading import Reading, reading_by
from bot.ui.text.rulebook.topics import BY_KEY, topics_for
from bot.ui.text.words import leaves_choice
from cogs.learn.lessons import LESSONS

SIZES = re.compile(
    r"\b(eight|eighth|nine|ninth|tenth|sixteen|seventeen|seventeenth|thirty-two|thirty-three|sixty-three|sixty-four"
    r"|three-two-three|then two, then three|by threes|fewer than seven|seven cards|until seven"
    r"|(two|three|four) packs|17th|25th|33rd|32|63|64|96|128)\b",
    re.IGNORECASE,
)


class Allowed(NamedTuple):
    """Texts that may name a size, and why it is true wherever they are shown."""

    why: str
    file: str
    texts: str = ""
    """A pattern that each of them matches; empty: all of the file."""


ALLOWED = (
    Allowed("it is a card's rank", "bot/ui/text/faces.py", r"^(eight|nine)$"),
    Allowed("it is a card's rank", "cogs/table/pages/declaring.py", r"^(eight|nine)$"),
    Allowed("last_tricks() takes the number from the law", "bot/ui/text/scoring.py", r"^(eight|nine)$"),
    Allowed("it is no size", "bot/ui/text/rulebook/books.py", "ninth edition"),
    Allowed("it is no size", "cogs/standings/statistics.py", "the tenth game"),
    Allowed("it is no size", "cogs/tournaments/form.py", "^up to 64$"),
    Allowed("it is no size", "cogs/safety/fair_play.py", "nine in ten"),
    Allowed("a pack has 32 cards in every game", "bot/ui/text/rulebook/variants.py", "32 cards, ace to seven"),
    Allowed("only at an honour table, which Rubicon has not", "bot/ui/text/honour_happened.py"),
    Allowed("only at an honour table, which Rubicon has not", "bot/ui/text/rulebook/honour.py"),
    Allowed("only at an honour table, which Rubicon has not", "cogs/table/honour.py", "revoked"),
    Allowed("only at an honour table, which Rubicon has not", "bot/ui/text/scoring.py", "forfeit|revoke"),
    Allowed("only at an honour table, which Rubicon has not", "bot/ui/text/wordings.py",
            "You can hold nine|You have fewer than seven|You played from nine|No card is called|Claim a revoke"),
    Allowed("it is told of three packs at a table of two", "bot/ui/text/wordings.py", "Treble bézique"),
    Allowed("only where Bézique is read", "bot/ui/text/rulebook/play.py"),
    Allowed("only where Bézique is read", "bot/ui/text/rulebook/declaring.py"),
    Allowed("only where Bézique is read", "bot/ui/text/rulebook/__main__.py", "^three packs or more$"),
    Allowed("only where Bézique is read", "bot/ui/text/rulebook/variants.py",
            "^Each player|^With three|two packs less|tens of trumps|last declaration|partner's card|no marriage"),
    Allowed("only where Bézique is read", "bot/ui/text/rulebook/topics.py", "eight"),
    Allowed("it tells of Rubicon by name", "bot/ui/text/rulebook/rubicon.py"),
    Allowed("it tells of Rubicon by name", "bot/ui/text/rulebook/topics.py", "^Four packs"),
    Allowed("it tells of Rubicon by name", "bot/ui/text/words.py", "^four packs"),
    Allowed("it tells of Rubicon by name", "bot/engine/options.py", "^Two players, four packs"),
    Allowed("it tells of Rubicon by name", "bot/engine/presets.py", "^Four packs"),
    Allowed("it tells of a book of Bézique by name", "bot/engine/presets.py", "^Trumps sleep"),
    Allowed("it tells of a house rule that Rubicon does not have", "bot/engine/rules.py", "two packs less an eight"),
    Allowed("it tells of a house rule that Rubicon does not have", "bot/engine/options.py"),
    Allowed("it tells of a house rule that Rubicon does not have", "bot/ui/text/words.py", "eight$"),
    Allowed("a lesson says what its own deal is like", "cogs/learn/lessons/"),
    Allowed("a lesson says what its own deal is like", "cogs/learn/tutorial/"),
)  # fmt: skip


def allowed(found: catalogue.Found) -> list[Allowed]:
    return [each for each in ALLOWED if found.file.startswith(each.file) and re.search(each.texts, found.text)]


def test_no_text_names_a_size_but_where_it_is_known_to_be_true() -> None:
    sized = [found for found in catalogue.extracted() if SIZES.search(found.text + found.many)]
    assert not [(found.file, found.text) for found in sized if not allowed(found)], "derive it from the law"
    used = {each for found in sized for each in allowed(found)}
    assert not set(ALLOWED) - used, "these allow nothing any more"


def test_hands_of_bezique_are_of_eight_for_any_number_of_players_and_by_every_book() -> None:
    assert BEZIQUE.packets == (3, 2, 3)
    books = [book for book in PRESETS.values() if book.game == "bezique"]
    laws = [law_for(book.rules(players)) for book in books for players in book.players]
    assert {(law.hand, law.ending) for law in laws} == {(8, 8)}


def test_rubicon_has_no_honour_table_and_leaves_no_choice_of_what_names_a_size() -> None:
    with pytest.raises(RulesError):
        read_code("rubicon irregularities=forfeits")
    rubicon = PRESETS["rubicon"].rules()
    told = {
        key
        for key, option in OPTION_BY_KEY.items()
        if any(SIZES.search(text) for text in (option.explanation, *(choice.line for choice in option.choices)))
    }
    assert {key for key in told if leaves_choice(key, rubicon)} == {"game"}


OF_BEZIQUE = re.compile(r"\b((?<!an )eight|ten points|64|17th)\b", re.IGNORECASE)


@pytest.mark.parametrize("reading", [reading_by("rubicon"), Reading(PRESETS["rubicon"].rules(), "rubicon", 7)])
def test_the_rule_book_of_rubicon_gives_no_size_of_bezique(reading: Reading) -> None:
    for topic in topics_for(reading):
        pages = topic.write(reading)
        for page in pages if topic.key != "books" else pages[-1:]:  # the other pages are about the other books
            assert page.text.strip(), topic.key
            assert not OF_BEZIQUE.search(page.text), (topic.key, page.text)


def test_the_rule_book_of_rubicon_explains_only_what_can_be_chosen_there() -> None:
    pages = BY_KEY["options"].write(reading_by("rubicon"))
    listed = "\n".join(page.text for page in pages[:2])
    assert [page.heading for page in pages[3:]] == re.findall(r"• (.+?): ", listed)
    assert "Partners" not in listed
    assert "Sevens" not in listed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_without_treble_bezique_is_told_of_none(players: int) -> None:
    reading = Reading(PRESETS["modern"].rules(players).changed({"treble": False}), "modern", 7)
    assert "1500" not in "".join(page.text for page in BY_KEY["declarations"].write(reading))
    assert "**treble bézique**" not in BY_KEY["hands"].write(reading)[0].text


def test_packs_are_not_brought_by_each_where_three_share_two() -> None:
    rules = PRESETS["enquire"].rules(3).changed({"packs": "two_less_an_eight"})
    reading = Reading(rules, "enquire", 7)
    assert "Everybody brings one" not in BY_KEY["cards"].write(reading)[0].text
    assert "unless three share two" in OPTION_BY_KEY["players"].explanation


def test_an_exercise_names_the_last_tricks_of_its_game() -> None:
    asked = {name: question(Kind.EIGHT, PRESETS[name].rules()) for name in ("modern", "rubicon")}
    assert asked == {
        "modern": "The last eight tricks. Which card is best?",
        "rubicon": "The last nine tricks. Which card is best?",
    }


def test_a_lesson_names_the_hand_that_it_deals() -> None:
    for lesson in LESSONS:
        hands = {law_for(scene.rules).hand for scene in lesson.scenes}
        assert hands == ({9} if lesson.key == "rubicon" else {8})
