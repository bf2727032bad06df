"""No message mixes two languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord.components import walk_components

from bot.tables import Refused, Why
from bot.ui.text.i18n import speaking, tr
from bot.ui.text.refusals import refusal_text
from bot.ui.text.rulebook.reading import Reading
from bot.ui.text.rulebook.topics import COMPARISONS, topics_for
from bot.ui.text.transcript import transcript
from bot.ui.text.wordings import EVERY_WORDING
from cogs.home import Visitor, home_page
from cogs.learn import Learned, LessonProgress, learn_page
from cogs.learn.lesson import take_up
from cogs.learn.lessons import LESSONS
from cogs.learn.teaching import lesson_page
from cogs.learn.tutorial.first_deal import BEGIN, GO_ON, FirstDeal, Stage
from cogs.learn.tutorial.pages import page, restart_page
from cogs.rules import rule_page
from tests.record.games import ALL_RULES, play_game

from .test_rulebook import READINGS

pytestmark = pytest.mark.deep

_ENGLISH = re.compile(
    r"\b(the|and|you|your|with|that|this|these|from|have|has|was|were|will|cards?|tricks?|deals?|dealt|plays?|wins?|won|"
    r"of|to|is|are|not|stock|trumps?|knaves?|queens?|kings?|aces?|declare[sd]?|players?|rules?|none|yes|no|back)\b",
    re.IGNORECASE,
)
_TITLES = re.compile(r"Enquire Within(?: upon Everything)?|`[^`]*`|```.*?```|\*jack\*", re.DOTALL)


def shown_in(layout: Any) -> str:  # noqa: ANN401 - any message of the bot
    """Return every text of a message, also those on its controls, and hold it to Discord's limits."""
    texts = []
    for item in walk_components(layout.to_components()):
        texts += [str(item[key]) for key in ("content", "label", "placeholder") if item.get(key)]
        texts += [
            option[key] for option in item.get("options", ()) for key in ("label", "description") if option.get(key)
        ]
        assert len(item.get("label", "")) <= 80
    content = "".join(item["content"] for item in walk_components(layout.to_components()) if item["type"] == 10)
    assert len(content) <= 4000
    return "\n".join(texts)


def english_in(text: str) -> list[str]:
    return _ENGLISH.findall(_TITLES.sub("", text))


def test_english_would_be_noticed() -> None:
    with speaking("fr"):
        assert not english_in(shown_in(home_page(Visitor())))
    assert english_in(shown_in(home_page(Visitor())))


@pytest.mark.parametrize("name", READINGS)
def test_the_rule_book_is_french_throughout(name: str) -> None:
    reading: Reading = READINGS[name]
    with speaking("fr"):
        for topic in (*topics_for(reading), *COMPARISONS):
            for number in range(len(topic.write(reading))):
                text = shown_in(rule_page(reading, topic.key, number))
                assert not english_in(text), (topic.key, number, english_in(text), text)
                assert not set("{}") & set(text)


def test_every_refusal_is_french() -> None:
    with speaking("fr"):
        for why in Why:
            if why is not Why.ILLEGAL:
                text = refusal_text(Refused(why, table_id=3, detail="4"))
                assert not english_in(text), text
        for wording in EVERY_WORDING:
            assert not english_in(tr(wording.sentence).replace("{cards}", "")), wording.sentence


def test_the_tutorial_is_french_from_the_first_card_to_the_last() -> None:
    lesson = FirstDeal()
    pages = 0
    with speaking("fr"):
        while lesson.stage is not Stage.OVER:
            for shown in (page(lesson), restart_page(lesson)):
                assert not english_in(shown_in(shown)), shown_in(shown)
            pages += 1
            step = {Stage.WELCOME: BEGIN, Stage.SKIPPING: GO_ON}.get(lesson.stage)
            lesson.take(step or lesson.suggested.text.split(" ", 1)[1])
        assert not english_in(shown_in(page(lesson)))
    assert pages > 20


def test_the_lessons_are_french_from_the_menu_to_the_last_remark() -> None:
    with speaking("fr"):
        assert not english_in(shown_in(learn_page(Learned(LessonProgress()))))
        for lesson in LESSONS:
            standing = take_up(lesson, ())
            while not standing.over:
                remarks = {getattr(standing.verdict(act), "words", ""): act for act in standing.view.legal}
                for words, tried in remarks.items():
                    text = shown_in(lesson_page(standing, tried=tried if words else None))
                    assert not english_in(text), (english_in(text), text)
                standing = take_up(lesson, (*standing.answers, standing.suggested.words))
            assert not english_in(shown_in(lesson_page(standing))), lesson.key


@pytest.mark.parametrize("name", ["modern-2", "modern-partners", "britannica-no-trump"])
def test_a_transcript_is_french(name: str) -> None:
    live = play_game(ALL_RULES[name], 3, resigning=0.01 if name == "modern-2" else 0.0)
    with speaking("fr"):
        text = re.sub(r"Règles.*", "", transcript(live.record()))
    assert not english_in(text), english_in(text)
    assert "levée" in text
