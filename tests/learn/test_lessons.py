"""The lessons by clicks, and Madame's on honour tables: from the menu to the end, a restart, and what is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.coach.positions import outlines
from bot.engine.forfeits import Irregularity
from bot.tables.decisions import play
from bot.ui.kit.controls import Layout
from bot.ui.routes import home as home_routes
from bot.ui.routes.home import LearnHonour
from bot.ui.text.faces import Look, Style
from bot.ui.text.i18n import speaking
from cogs.learn.lesson import take_up
from cogs.learn.lessons import LESSONS
from cogs.learn.pupil import PUPIL
from cogs.learn.teaching import in_short, lesson_page, written
from cogs.learn.tutorial.honour import LAST, RULES, drawn_on, honour_lesson, seen
from tests.simulated import bot_of, buttons_of, channel_calls, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import practise, private_answer, public_messages
from tests.tables.made import counts, played
from tests.ui.at_board import items_of, labels_of, texts_of

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World


LESSON = LESSONS[0]


pytestmark = pytest.mark.one_bot


async def menu(world: World, member: MemberActor) -> ResponseMessage:
    shown = (await ask(member, world.channel, "lessons")).response
    assert shown is not None
    assert shown.ephemeral
    return shown


def done(message: ResponseMessage) -> int:
    """Return how many lessons the page Learn shows as done."""
    (found,) = [each for each in components_of(message) if each["type"] == 3]
    return sum("✅" in each["label"] for each in found["options"])


async def begin(member: MemberActor, message: ResponseMessage, key: str = LESSON.key) -> None:
    (found,) = [each for each in components_of(message) if each["type"] == 3]
    (entry,) = [each["value"] for each in found["options"] if each["value"].split()[0] == key]
    await member.select(message, [entry], custom_id=found["custom_id"])


def answers(message: ResponseMessage) -> list[str]:
    """Return the controls by which a question is answered."""
    return [b["custom_id"] for b in buttons_of(message) if ":study " in b["custom_id"] and not b.get("disabled")]


async def follow(member: MemberActor, message: ResponseMessage, clicks: int) -> None:
    """Answer so many questions rightly, from the first."""
    standing = take_up(LESSON, ())
    for number in range(clicks):
        right = f"bz:0:0:study {LESSON.key} {number} {standing.suggested.words}"
        standing = take_up(LESSON, (*standing.answers, standing.suggested.words))
        if right in answers(message):
            await member.click(message, custom_id=right)


async def test_lesson_is_played_from_the_menu_past_three_wrong_answers_to_its_end_in_private(
    world: World, ann: MemberActor
) -> None:
    before = len(world.env.http_requests)
    shown = await menu(world, ann)
    assert done(shown) == 0
    await begin(ann, shown)
    assert f"1 of {len(LESSON.questions)}" in text_of(shown)
    for number, card in enumerate(("KDa", "QDa", "8Ha", "KDa")):
        wrong = f"bz:0:0:study {LESSON.key} 0 play {card}"
        await ann.click(shown, custom_id=wrong)
        assert "✋" in text_of(shown)
        assert f"1 of {len(LESSON.questions)}" in text_of(shown)
        assert wrong not in answers(shown)
        assert ("**Show me** plays it for you." in text_of(shown)) == (number >= 2), card
    await follow(ann, shown, 1)
    assert "plays it for you" not in text_of(shown)
    await ann.click(shown, label="Begin again")
    assert f"1 of {len(LESSON.questions)}" in text_of(shown)
    await follow(ann, shown, len(LESSON.questions) - 1)
    last = answers(shown)[0]
    await follow(ann, shown, len(LESSON.questions))
    assert "Else lose" in text_of(shown)
    await press(world, ann, shown, last)  # a double click on the last answer
    assert "Else lose" in text_of(shown)
    await ann.click(shown, label="All lessons")
    assert done(shown) == 1
    assert public_messages(world) == []
    assert channel_calls(world, before) == []


@pytest.mark.deep
async def to_the_end(member: MemberActor, message: ResponseMessage) -> None:
    """Go on to the last page after the last answer, if there is another."""
    if "Go on" in [each["label"] for each in buttons_of(message)]:
        await member.click(message, label="Go on")


async def test_show_me_shows_the_answer_without_praise_also_after_a_restart_and_the_lesson_is_not_done(
    world: World, ann: MemberActor
) -> None:
    shown = await menu(world, ann)
    await begin(ann, shown)
    old = answers(shown)[0]
    await follow(ann, shown, 1)
    assert "✓" in text_of(shown)
    await ann.click(shown, label="Show me")
    assert "**The answer**: play 7♤" in text_of(shown)
    assert "✓" not in text_of(shown)
    await restart(world)
    await press(world, ann, shown, old)
    assert "button was outdated" in text_of(shown)
    shown = await menu(world, ann)
    assert f"3 of {len(LESSON.questions)}" in text_of(shown)
    await begin(ann, shown)
    assert f"3 of {len(LESSON.questions)}" in text_of(shown)
    assert "**The answer**: play 7♤" in text_of(shown)
    await follow(ann, shown, len(LESSON.questions))
    assert "Answers shown: 1. The lesson is still to be done." in text_of(shown)
    await to_the_end(ann, shown)
    await ann.click(shown, label="All lessons")
    assert done(shown) == 0
    # From its beginning without help it is done, and stays so whatever is shown later.
    await begin(ann, shown)
    await follow(ann, shown, len(LESSON.questions))
    assert "Answers shown" not in text_of(shown)
    await to_the_end(ann, shown)
    await ann.click(shown, label="Once more")
    for _ in LESSON.questions:
        await ann.click(shown, label="Show me")
    assert f"Answers shown: {len(LESSON.questions)}" in text_of(shown)
    await to_the_end(ann, shown)
    await ann.click(shown, label="All lessons")
    assert done(shown) == 1


def test_lesson_with_pictures_tells_first_and_then_shows_the_cards_with_the_question() -> None:
    standing, style = take_up(LESSON, ()), Style(Look.PICTURES)
    told = lesson_page(standing, style=style)
    assert labels_of(told) == ["Go on", "All lessons"]
    assert "a **marriage**, which only the winner of a trick may declare" in "\n".join(texts_of(told))
    asked = lesson_page(standing, style=style, look=True)
    assert texts_of(asked)[0].endswith("Win this one, as cheaply as you can.")
    assert labels_of(asked)[-1] == "Show me"
    wrong = standing.act("play KDa")
    assert "✋" in "\n".join(texts_of(lesson_page(standing, style=style, tried=wrong)))
    assert "Show me" in labels_of(lesson_page(standing)), "who sees no picture has one page"


def test_what_stays_of_a_text_beside_the_picture_is_whole() -> None:
    for language in ("en", "fr"):
        with speaking(language):
            for lesson in LESSONS:
                standing = take_up(lesson, ())
                while not standing.over:
                    told = written(standing.question.told, standing.view)
                    short = in_short(told)
                    assert told.endswith(short)
                    assert short.count("**") % 2 == 0, short
                    assert short.lstrip("*")[0].isupper() or not short.lstrip("*")[0].isalpha(), short
                    standing = take_up(lesson, (*standing.answers, standing.suggested.words))


async def test_forged_controls_are_answered_kindly_and_tutorial_and_honour_table_count_as_lessons(
    world: World, ann: MemberActor
) -> None:
    shown = await menu(world, ann)
    for forged in ("bz:0:0:study gone 0 play KDa", "bz:0:0:lesson gone"):
        await press(world, ann, shown, forged)
        assert "no longer given" in text_of(shown)
    await begin(ann, shown)
    present = answers(shown)
    for forged in ("resign", "play ASb", "declare sequence", "nonsense"):
        await press(world, ann, shown, f"bz:0:0:study {LESSON.key} 0 {forged}")
        assert answers(shown) == present
    shown = await menu(world, ann)
    await begin(ann, shown, "honour")
    for label in ("Draw a card", "Claim 100: Madame holds nine cards", "I challenge Madame: common marriage"):
        await ann.click(shown, label=label)
    steps = await bot_of(world).members.preferences.of_member(ann.id)
    assert steps["lessons"]["done"] == ["honour"]
    again = await menu(world, ann)
    await begin(ann, again, "first-deal")
    assert "Deal the cards" in [b["label"] for b in buttons_of(again)]


async def test_button_learn_begins_the_tutorial_for_a_newcomer_and_shows_the_page_to_others(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    greeting = private_answer(await ann.slash(world.channel, "help"))
    assert buttons_of(greeting)[0]["label"] == "Learn"
    lesson = private_answer(await ann.click(greeting, label="Learn"))
    assert "Madame" in text_of(lesson)
    await ann.click(lesson, label="Deal the cards")
    page = private_answer(await ann.click(greeting, label="Learn"))
    assert "### Learn" in text_of(page)
    await ann.click(page, label="Go on")
    assert "### Madame Bézique" in text_of(page)
    await bot_of(world).club.exercises.answered(ben.id, outlines()[0].id, found=True)
    greeting = private_answer(await ben.slash(world.channel, "help"))
    assert "Exercises **1" in text_of(private_answer(await ben.click(greeting, label="Learn")))


async def test_page_in_a_direct_message_leads_to_exercises_and_lessons(ann: MemberActor) -> None:
    page = private_answer(await ann.user.slash("learn"))
    await ann.user.click(page, label="Exercises")
    await ann.user.click(page, label="Show me")
    await ann.user.click(page, label="Learn")
    assert "0 of 11 lessons · Exercises **" in text_of(page)
    await ann.user.click(page, label="Exercises")
    assert "### Exercise" in text_of(page)
    await ann.user.click(page, label="Show me")
    await ann.user.click(page, label="Learn")
    await ann.user.click(page, label="Begin")
    await ann.user.click(page, label="Deal the cards")
    assert "Madame" in text_of(page)


@pytest.mark.deep
async def test_games_to_look_back_at_are_ones_own_and_over(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await practise(world, ann, level="novice")
    assert "Look back" not in text_of(await menu(world, ann))
    tables = bot_of(world).tables
    await tables.ask(sitting.table, lambda table, _: played(table, counts))
    await tables.ask(sitting.table, play.resign, ann.id)
    assert "Look back" not in text_of(await menu(world, ben))
    shown = await menu(world, ann)
    (label,) = [each["label"] for each in buttons_of(shown) if each["label"].startswith(f"Table {sitting.table} · ")]
    review = private_answer(await ann.click(shown, label=label))
    assert "accuracy" in text_of(review)


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
