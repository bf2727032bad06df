"""Madame's lesson on honour tables: from the help page to its end by clicks, in both languages, seen or read aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine.forfeits import Irregularity
from bot.ui.kit.controls import Layout
from bot.ui.routes import home as home_routes
from bot.ui.routes.home import LearnHonour
from bot.ui.text.faces import Look, Style
from bot.ui.text.i18n import speaking
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.honour import LAST, RULES, drawn_on, honour_lesson, seen
from tests.simulated import buttons_of, press, text_of
from tests.simulated.player import public_messages
from tests.ui.at_board import items_of, labels_of, texts_of

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World


async def test_lesson_leads_from_the_help_page_to_its_end_and_to_what_the_books_ask_by_clicks_in_private(
    world: World, ann: MemberActor
) -> None:
    shown = (await ann.slash(world.channel, "help")).response
    assert shown is not None
    await press(world, ann, shown, LearnHonour().custom_id)
    assert "Now you." in text_of(shown)
    assert "Ann" not in text_of(shown)
    await ann.click(shown, label="Draw a card")
    assert "Madame\u2069 9" in text_of(shown)
    await ann.click(shown, label="Say nothing")
    assert "you have lost 100" in text_of(shown)
    await ann.click(shown, label="Claim 10: Madame drew out of turn")
    assert "left the larger claim lying" in text_of(shown)
    await ann.click(shown, label="Claim 100: Madame holds nine cards")
    assert "you claimed that \u2068Madame\u2069 holds nine cards" not in text_of(shown)  # that was a trick ago
    await ann.click(shown, label="Draw a card")
    assert "Too late" in text_of(shown)
    await ann.click(shown, label="I challenge Madame: common marriage")
    assert "Caught!" in text_of(shown)
    assert [each["label"] for each in buttons_of(shown)] == ["All forfeits", "Open a table", "Once more"]
    await ann.click(shown, label="Once more")
    assert "Now you." in text_of(shown)
    for label in ("Draw a card", "Claim 100: Madame holds nine cards", "I challenge Madame: common marriage"):
        await ann.click(shown, label=label)
    await ann.click(shown, label="All forfeits")
    assert "What a slip costs" in text_of(shown)
    assert "Nine cards" in text_of(shown)
    assert public_messages(world) == []


def test_what_madame_is_caught_at_is_what_the_engine_has_noticed() -> None:
    assert RULES.irregularities == "forfeits"
    nine, wrong = seen(1), seen(2)
    assert nine.honour is not None
    assert wrong.honour is not None
    assert nine.honour.holds == (8, 9)
    assert {ground.kind for ground in nine.honour.grounds} == {
        Irregularity.NINE_CARDS,
        Irregularity.DRAWN_OUT_OF_TURN,
    }
    (doubt,) = wrong.honour.doubtful
    assert doubt.meld.row.name == "common-marriage"
    assert seen(LAST).totals == (100, 0)
    assert drawn_on(1) in seen(1).hand


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("in_words", [False, True], ids=["signs", "words"])
def test_every_page_has_its_text_and_its_choices(language: str, *, in_words: bool) -> None:
    pages: list[Layout] = []
    with speaking(language, in_words=in_words):
        for page in range(LAST + 1):
            pages.append(honour_lesson(page, style=Style(Look.TEXT if in_words else Look.EMOJI)))
            assert len("\n".join(texts_of(pages[-1]))) < 2000
    assert [len(labels_of(shown)) for shown in pages] == [1, 3, 2, 3]
    leads_on = [home_routes.LearnHonour(page).custom_id for page in range(1, LAST + 1)]
    for shown, wanted in zip(pages, leads_on, strict=False):
        assert [item["custom_id"] for item in items_of(shown) if item.get("custom_id")].count(wanted) == 1


def test_page_past_the_end_is_the_last() -> None:
    assert texts_of(honour_lesson(99, "nonsense")) == texts_of(honour_lesson(LAST))
    assert seen(LAST).seat == PUPIL
