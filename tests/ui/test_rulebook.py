"""The rule book's pages: they follow the rules they are read for, fit into a message, and leave nothing out."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine import OPTIONS, PRESETS, Rules, RulesError, differences, read_code
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, mask_of
from bot.engine.combinations import COMBINATIONS, forms_for
from bot.engine.options import write_value
from bot.ui.routes.custom_ids import read_route
from bot.ui.routes.learn import OpenLesson
from bot.ui.routes.rules import Topic
from bot.ui.text.rulebook.books import OPTION_PAGE, SOURCES, conflicts, options_in_order, source_text, typed_code
from bot.ui.text.rulebook.declaring import example
from bot.ui.text.rulebook.reading import MOST_TEXT, Page, Reading, reading_by
from bot.ui.text.rulebook.rubicon import differences as differences_of_rubicon
from bot.ui.text.rulebook.topics import BY_KEY, COMPARISONS, TABLE, TOPICS, topic_named, topics_for
from cogs.rules import LESSONS, rule_page

TRUMPS = (CLUBS, DIAMONDS, HEARTS, SPADES)
ODD = {
    "no-trump": "parlour 3 trump=first_marriage target=4000",
    "britannica-no-trump": "britannica trump=first_marriage brisques=end_of_deal reckoning=units",
    "63-cards": "enquire 3 packs=two_less_an_eight",
    "partners": "britannica 4 partners=true seven_exchange=any_holder both_out=non_dealer_first",
    "strict": "modern bezique_cards_locked=true sequence_bars_marriage=true announce=false both_out=less_brisques",
    "one-deal": "britannica 3 length=one_deal both_out=higher_total target=4000",
    "loose": "enquire 4 new_card=false double_from_singles=true treble=false trick=rank_then_trump",
    "everything": "modern 4 partners=true bezique_cards=by_trump trick=rank_only declarations_per_trick=many "
    "announce=false bezique_cards_locked=true sequence_bars_marriage=true seven_scores=declared "
    "seven_exchange=any_holder brisques=as_taken last_trick=before_last_eight target=10000 finish=at_once "
    "both_out=last_trick_winner past_tricks=last_only",
}


def readings() -> Iterator[tuple[str, Reading]]:
    for name, book in PRESETS.items():
        for players in book.players:
            yield f"{name}-{players}", Reading(book.rules(players), name, 987654321)
        yield f"{name}-book", reading_by(name)
    for name, code in ODD.items():
        preset, rules = read_code(code)
        for trump in (HEARTS, SPADES):
            yield f"{name}-{trump}", Reading(rules, preset, 987654321, trump)


READINGS = dict(readings())


@functools.cache
def every_page(reading: Reading) -> tuple[tuple[str, int, Page], ...]:
    topics = (*topics_for(reading), *COMPARISONS)
    return tuple((topic.key, number, page) for topic in topics for number, page in enumerate(topic.write(reading)))


def text_of(topic: str, reading: Reading) -> str:
    return "\n".join(f"{page.heading}\n{page.text}" for page in BY_KEY[topic].write(reading))


def parts(component: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield component
    for child in component.get("components", ()):
        yield from parts(child)


@functools.cache
def shown(reading: Reading, key: str, number: int = 0) -> tuple[dict[str, Any], ...]:
    found: list[dict[str, Any]] = []
    for root in rule_page(reading, key, number).written():
        found += parts(root)
    return tuple(found)


@pytest.mark.sweep
@pytest.mark.parametrize("name", READINGS)
def test_every_page_fits_a_phone_and_discord(name: str) -> None:
    reading = READINGS[name]
    for key, number, page in every_page(reading):
        where = f"{key} {number}"
        assert 0 < len(page.text) <= MOST_TEXT, where
        for braces in "{}":
            assert braces not in page.text, where
        found = shown(reading, key, number)
        assert len(found) <= 40, where
        assert sum(len(part.get("content", "")) for part in found) <= 4000, where
        ids = [part["custom_id"] for part in found if "custom_id" in part]
        assert len(ids) == len(set(ids)), where
        assert all(len(each) <= 100 for each in ids), where
        for part in found:
            if part["type"] == 2:
                assert 0 < len(part["label"]) <= 80, where
            if part["type"] == 1:
                assert len(part["components"]) <= 5, where
            for option in part.get("options", ()):
                assert len(option["label"]) <= 100, where
                assert len(option["value"]) <= 70, where
            if part["type"] == 3:
                values = [option["value"] for option in part["options"]]
                assert 1 <= len(values) == len(set(values)) <= 25, where


@pytest.mark.parametrize("name", ["modern-book", "britannica-3", "everything-2"])
def test_next_leads_through_every_page_once_and_back_the_same_way(name: str) -> None:
    reading = READINGS[name]
    expected = [(topic.key, n) for topic in topics_for(reading) for n in range(len(topic.write(reading)))]

    def walk(key: str, number: int, place: int) -> list[tuple[str, int]]:
        seen = [(key, number)]
        while True:
            turn = [part for part in shown(reading, key, number) if part["type"] == 2][place]
            if turn.get("disabled"):
                return seen
            to = read_route(turn["custom_id"])
            assert isinstance(to, Topic)
            key, number = to.topic, to.page
            seen.append((key, number))

    assert walk(*expected[0], 1) == expected
    assert walk(*expected[-1], 0) == expected[::-1]


@pytest.mark.sweep
@pytest.mark.parametrize("name", READINGS)
def test_every_control_leads_to_a_page_that_exists(name: str) -> None:
    reading = READINGS[name]
    there = {(key, number) for key, number, _ in every_page(reading)}
    for key, number in sorted(there):
        for part in shown(reading, key, number):
            wanted = [option["value"] for option in part.get("options", ())]
            for value in [""] if part["type"] == 2 else wanted:
                to = read_route(part["custom_id"], value)
                if isinstance(to, OpenLesson):
                    assert to.lesson == LESSONS[key]
                    continue
                assert isinstance(to, Topic)
                other = {(key, number) for key, number, _ in every_page(reading_by(to.book))} if to.book else there
                assert (to.topic, to.page) in other
                assert (to.table_id, bool(to.book)) == (reading.table_id, not reading.table_id)


def test_a_page_that_does_not_exist_means_the_nearest() -> None:
    reading = reading_by("modern")
    assert topic_named("nonsense", reading) is TOPICS[0]
    assert topic_named("table", reading) is TOPICS[0]
    assert shown(reading, "deal", 99) == shown(reading, "deal", 0)
    assert reading_by("nonsense").preset == "modern"


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("name", ["modern", "britannica"])
def test_picture_shows_every_combination_with_its_points_and_cards_that_make_it(name: str, trump: int) -> None:
    rules = PRESETS[name].rules(3)
    reading = Reading(rules, name, 0, trump)
    forms = forms_for(trump, COMBINATIONS, packs=3, hand=8, by_trump=rules.bezique_cards == "by_trump")
    text = text_of("declarations", reading)
    for row in COMBINATIONS:
        cards = mask_of(example(row, reading))
        assert [form.row.name for form in forms if form.matches(cards)] == [row.name]
        assert row.title in text
        assert f"`{row.points:>4}`" in text


def test_every_house_rule_has_its_page_with_every_value_and_is_told_by_one_topic() -> None:
    told = [key for topic in TOPICS for key in topic.options]
    assert sorted(told) == sorted(option.key for option in OPTIONS)
    pages = BY_KEY["options"].write(reading_by("modern"))
    for option, page in zip(options_in_order(PRESETS["modern"].rules()), pages[OPTION_PAGE:], strict=True):
        assert page.heading == option.title
        assert option.explanation in page.text
        for choice in option.choices:
            assert f"`{option.key}={write_value(choice.value)}`" in page.text
            assert choice.label[:1] == "♠" or f"**{choice.label}**" in page.text
        assert page.text.count("◉") == 1
        assert option.title in pages[0].text + pages[1].text


def test_a_target_of_ones_own_is_marked_on_its_page() -> None:
    reading = Reading(PRESETS["modern"].rules().changed({"target": 730}), "modern", 5)
    assert "◉ **730**" in text_of("options", reading)


def test_sources_are_named_in_words() -> None:
    for option in OPTIONS:
        words = source_text(option)
        assert not set(words.replace(",", " ").split()) & set(SOURCES)
        assert any(name in words for name in (*SOURCES.values(), "ours"))


def test_every_book_has_its_page_and_everything_it_changes_is_on_it() -> None:
    pages = BY_KEY["books"].write(reading_by("modern"))[1:]
    for (name, book), page in zip(PRESETS.items(), pages, strict=True):
        assert page.heading == book.title
        assert f"rules:{name}`" in page.text
        for key in book.departures:
            assert next(option.title for option in OPTIONS if option.key == key) in page.text


def test_what_a_book_also_allows_is_another_value_than_its_own_and_can_be_played() -> None:
    for book in PRESETS.values():
        players = {"partners": 4, "packs": 3}
        for key, values in book.also.items():
            for value in values:
                rules = book.rules(players.get(key, 2))
                assert rules.values()[key] != value
                assert rules.changed({key: value}).values()[key] == value


@pytest.mark.parametrize("book", PRESETS)
@pytest.mark.parametrize("name", READINGS)
def test_comparison_tells_every_difference_that_has_an_effect_and_no_other(name: str, book: str) -> None:
    reading = READINGS[name]
    text = text_of(f"vs-{book}", reading)
    if reading.rules.game != PRESETS[book].game:
        assert differences_of_rubicon() in text
        return
    found = {option.title for option in OPTIONS if f"**{option.title}**\n•" in text}
    rules = reading.rules
    idle = {"target", "finish", "both_out"} if rules.length == "one_deal" else set()
    idle |= {"seven_scores", "seven_exchange"} if rules.trump == "first_marriage" else set()
    idle |= {"treble"} if rules.players == 2 or rules.packs == "two_less_an_eight" else set()
    idle |= {"forfeits"} if rules.irregularities == "prevented" else set()
    expected = {option.title for option in OPTIONS if option.key in differences(rules, book).keys() - idle}
    assert found == expected
    assert ("Nothing differs." in text) == (not expected)


@pytest.mark.parametrize("name", READINGS)
def test_code_of_a_table_can_be_typed_back(name: str) -> None:
    reading = READINGS[name]
    code = typed_code(reading.rules, reading.preset)
    assert read_code(code)[1] == reading.rules
    if reading.table_id:
        assert f"`{code}`" in text_of("table", reading)


def test_conflicts_are_all_that_the_rules_refuse() -> None:
    book = PRESETS["modern"].rules()
    singles = [(option.key, choice.value) for option in OPTIONS for choice in option.choices
               if option.key not in ("players", "irregularities", "game")]  # fmt: skip
    refused = {said for said in conflicts() if "game = rubicon" in said}
    assert len(refused) == 1
    for first, second in combinations(singles, 2):
        try:
            book.changed(dict([first, second]))
        except RulesError as error:
            refused.add(str(error))
    assert refused == set(conflicts())


def test_pages_follow_the_rules_where_they_differ() -> None:
    """For each option that a table may choose, some page of its topic reads differently."""
    base = PRESETS["modern"].rules(4)
    topic_of = {key: topic for topic in TOPICS for key in topic.options}
    for option in OPTIONS:
        if option.key in ("irregularities", "packs", "players", "partners", "game"):
            continue
        topic = topic_of[option.key].key
        texts = []
        for choice in option.choices:
            changes = {option.key: choice.value}
            if choice.value == "many" or changes == {"new_card": False}:
                changes["announce"] = False
            texts.append(text_of(topic, Reading(base.changed(changes))))
        assert len(set(texts)) == len(texts), option.key


def test_who_wins_reads_differently_for_every_way_to_end() -> None:
    values = {option.key: [choice.value for choice in option.choices] for option in OPTIONS}
    texts = set()
    for finish, brisques, both in product(values["finish"], values["brisques"], values["both_out"]):
        changes = {"finish": finish, "brisques": brisques, "both_out": both}
        text = text_of("winning", Reading(PRESETS["modern"].rules().changed(changes)))
        texts.add(text)
        # Only where points are marked after the play can two stand at the target together.
        assert ("Several are there" in text) == ((finish, brisques) != ("at_once", "as_taken"))
    assert len(texts) == 4 + 4 + 4 - 4 + 1


def test_treble_bezique_and_partners_are_told_where_they_occur() -> None:
    two, three = Reading(PRESETS["modern"].rules(2)), Reading(PRESETS["modern"].rules(3))
    short = Reading(read_code(ODD["63-cards"])[1])
    assert "takes three packs" in text_of("beziques", two)
    assert "takes three packs" in text_of("beziques", short)
    assert "takes three packs" not in text_of("beziques", three)
    partners = Reading(PRESETS["modern"].rules(4).changed({"partners": True}))
    single = Reading(PRESETS["modern"].rules(4))
    for topic in ("tricks", "declarations", "last-eight", "scoring"):
        assert "partner" in text_of(topic, partners).lower()
        assert "partner" not in text_of(topic, single).lower()


def test_locked_bezique_cards_are_not_promised_for_other_combinations() -> None:
    locked = Reading(Rules(bezique_cards_locked=True, announce=False))
    assert "bézique **last**" in text_of("declarations", locked)
    assert "and later 500 more" not in text_of("beziques", locked)
    assert "and later 500 more" in text_of("beziques", Reading(Rules()))


def test_table_page_comes_first_only_with_a_table() -> None:
    assert topics_for(READINGS["modern-book"])[0].key == "game"
    assert topics_for(READINGS["modern-2"])[0] is TABLE
