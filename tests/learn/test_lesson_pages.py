"""Every lesson can be played to its end by every right answer, and what it says of the wrong ones is so."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import discord
import pytest

from bot.club.exercises import Lately, progress_of
from bot.coach.positions import outlines
from bot.coach.themes import Kind, Skill
from bot.engine import PRESETS, Game, Phase, Rules, Verb, apply, build_rules, legal_actions
from bot.engine.cards import CARDS_PER_PACK, cards_of
from bot.engine.law import law_for
from bot.house.ending import Ending
from bot.ui.kit.controls import MOST_COMPONENTS
from bot.ui.text.faces import PLAIN, Look, Style, face
from bot.ui.text.i18n import speaking, tr
from bot.ui.text.learning import SKILLS
from bot.ui.text.rulebook.topics import COMPARISONS, TOPICS
from cogs import rules as rules_pages
from cogs.learn import GAMES, Learned, LessonProgress, learn_page, read_progress
from cogs.learn.lesson import Lesson, LostThread, Standing, Wrong, acts_called, deck_of, played, take_up
from cogs.learn.lessons import BY_KEY, LESSONS
from cogs.learn.pupil import PUPIL
from cogs.learn.teaching import lesson_page, said, written
from db.exercises import TryRow
from tests.tables.at_table import NOON
from tests.ui.at_board import items_of, labels_of, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine import Action

FACE = re.compile(r"(?:10|[789JQKA])[♤♧♥♦]")
CLAIM = re.compile(r"\bI (take|trump|beat|can beat|keep)|\bmine\b|stays with me|takes (it|the)|[Yy]ou take")
"""Words by which a remark says who takes the trick."""
MOST_TOLD = 330
"""Characters above the cards that a phone shows without scrolling away from them."""
every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


@cache
def moments(lesson: Lesson) -> tuple[Standing, ...]:
    """Return every moment to which right answers lead, whichever of them are given; of equal ones one."""
    found: dict[object, Standing] = {}
    waiting = [take_up(lesson, ())]
    while waiting:
        standing = waiting.pop()
        if (standing.game, len(standing.answers)) in found:
            continue
        found[standing.game, len(standing.answers)] = standing
        if not standing.over:
            waiting += [take_up(lesson, (*standing.answers, act.words)) for act in _distinct(standing.right)]
    return tuple(found.values())


def _distinct(acts: tuple[Action, ...]) -> list[Action]:
    return list({(act.verb, act.name, tuple(c % CARDS_PER_PACK for c in act.cards)): act for act in acts}.values())


def asked(lesson: Lesson) -> Iterator[Standing]:
    return (standing for standing in moments(lesson) if not standing.over)


def texts(lesson: Lesson) -> Iterator[str]:
    yield from (lesson.title, lesson.line, lesson.farewell, *lesson.told.values())
    for _, question in lesson.questions:
        yield from (question.told, question.praise, *(row.why for row in question.wrong))


@every_lesson
def test_every_right_answer_leads_to_the_end_by_whole_packs_and_the_pupil_is_on_turn_at_every_question(
    lesson: Lesson,
) -> None:
    ends = [standing for standing in moments(lesson) if standing.over]
    assert ends
    assert {len(standing.answers) for standing in ends} == {len(lesson.questions)}
    for standing in asked(lesson):
        deal = standing.game.deals[-1]
        assert deal.turn == PUPIL
        assert standing.right, standing.answers
        assert len(_distinct(standing.right)) < len(_distinct(tuple(legal_actions(standing.game)))), "nothing to choose"
        assert take_up(lesson, standing.answers) is standing
    for scene in lesson.scenes:
        standing = next(each for each in moments(lesson) if not each.over and each.question in scene.questions)
        law = standing.game.law
        deck = deck_of(scene, law)
        assert sorted(deck) == sorted(law.pack)
        game = standing.game
        assert game.rules == scene.rules
        assert game.deals[-1].base.dealer == scene.dealer


@every_lesson
def test_every_wrong_answer_is_told_why_and_what_is_told_of_it_happens(lesson: Lesson) -> None:
    used: set[int] = set()
    for standing in asked(lesson):
        for act in standing.view.legal:
            verdict = standing.verdict(act)
            assert (verdict is None) == (act in standing.right)
            if verdict is None:
                continue
            words = said(verdict, standing.view)
            assert words
            assert not set("{}") & set(words)
            row = next(each for each in standing.question.wrong if each.why == verdict.words)
            used.add(id(row))
            check(standing, act, row)
    rows = {id(row): row for _, question in lesson.questions for row in question.wrong}
    assert not [row.why for key, row in rows.items() if key not in used], "remarks that nobody can get"


def check(standing: Standing, act: Action, row: Wrong) -> None:
    """Hold a remark to what comes of an act."""
    tricks = len(standing.game.deals[-1].tricks)
    after, _ = played(apply(standing.game, act).game, row.then)
    taken = after.deals[-1].tricks[tricks:]
    if row.taker is not None:
        assert taken[0].winner == row.taker, (act.words, row.why)
    elif act.verb is Verb.PLAY:
        assert not CLAIM.search(row.why), f"{row.why}: who takes the trick has to be written down"


@every_lesson
def test_figures_are_what_the_engine_marks_and_none_is_written_by_hand(lesson: Lesson) -> None:
    for text in texts(lesson):
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", text)), text
    for standing in moments(lesson):
        for text in (lesson.farewell, *lesson.told.values(), standing.question.told):
            assert not set("{}") & set(written(text, standing.view))
        if standing.praise is not None:
            assert not re.search(r"\{(trumps|mine|hers)\}", standing.praise.words), "of which moment?"
            assert not set("{}") & set(said(standing.praise, standing.view))
    for _, question in lesson.questions:
        assert not re.search(r"\{(gain|loss)\}", question.told), question.told
        if standing.praise is None:
            continue
        for name, value in (("gain", standing.praise.gain), ("loss", standing.praise.loss)):
            assert (f"{{{name}}}" in standing.praise.words) <= (value != 0), standing.praise
    for standing in asked(lesson):
        for act in standing.view.legal:
            verdict = standing.verdict(act)
            if verdict is None:
                continue
            for name in ("gain", "loss"):
                assert (f"{{{name}}}" in verdict.words) <= (getattr(verdict, name) != 0), verdict


@every_lesson
def test_questions_name_only_cards_that_the_pupil_sees(lesson: Lesson) -> None:
    for standing in asked(lesson):
        deal, view = standing.game.deals[-1], standing.view
        seen = set(cards_of(deal.hold[PUPIL])) | set(view.trick) | {view.turn_up}
        seen |= {c for each in view.tables for c in each} | {c for trick in deal.tricks for c in trick.cards}
        seen |= {c for meld in view.melds for c in cards_of(meld.cards)}
        faces = {face(c) for c in seen if c >= 0}
        if not view.last_eight:  # then whoever counts knows all
            assert set(FACE.findall(written(standing.question.told, view))) <= faces, standing.question.told


@pytest.mark.sweep
@every_lesson
def test_pages_are_short_and_within_limits(lesson: Lesson) -> None:
    for language in ("en", "fr"):
        for words in (False, True):
            with speaking(language, in_words=words):
                style = Style(Look.TEXT) if words else PLAIN
                for standing in moments(lesson):
                    tried = next(
                        (a for a in standing.view.legal if not standing.over and a not in standing.right), None
                    )
                    for shown in (lesson_page(standing, style=style), lesson_page(standing, tried=tried, style=style)):
                        assert sum(1 for _ in shown.walk_children()) <= MOST_COMPONENTS
                        assert sum(map(len, texts_of(shown))) < 2200
                        ids = [item["custom_id"] for item in items_of(shown) if item.get("custom_id")]
                        assert len(ids) == len(set(ids))
                        for row in (each for each in shown.walk_children() if isinstance(each, discord.ui.ActionRow)):
                            menus = sum(isinstance(each, discord.ui.Select) for each in row.children)
                            assert len(row.children) <= (1 if menus else 5)
                        if words:
                            assert not set("♤♧♥♦•✓✋") & set("".join((*texts_of(shown), *labels_of(shown))))
    for standing in asked(lesson):
        assert len(written(standing.question.told, standing.view)) <= MOST_TOLD, standing.question.told


def entries_of(shown: discord.ui.LayoutView) -> list[str]:
    """Return the labels of the menu's entries."""
    (found,) = [each for each in shown.walk_children() if isinstance(each, discord.ui.Select)]
    return [option.label for option in found.options]


def test_page_has_every_lesson_in_its_menu_and_the_next_with_its_button() -> None:
    lesson = LESSONS[0]
    begun = take_up(lesson, (take_up(lesson, ()).suggested.words,))
    for progress, following in (
        (LessonProgress(), "Tutorial"),
        (LessonProgress().after(begun), lesson.title),
        (LessonProgress().with_done("first-deal"), lesson.title),
        (LessonProgress(frozenset((*BY_KEY, "first-deal"))), "The honour table"),
        (LessonProgress(frozenset((*BY_KEY, "first-deal", "honour"))), None),
    ):
        shown = learn_page(Learned(progress))
        text = "\n".join(texts_of(shown))
        assert [label.removeprefix("✅ ") for label in entries_of(shown)][1:-1] == [each.title for each in LESSONS]
        assert len(progress.done) == sum("✅" in label for label in entries_of(shown))
        begin = [] if following is None else ["Go on" if progress.answers else "Begin"]
        assert labels_of(shown) == [*begin, "Exercises"]
        assert following is None or f"**{following}**" in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_says_in_few_words_what_is_done_and_leads_to_games_to_look_back_at(language: str) -> None:
    progress = LessonProgress(frozenset({"first-deal", "honour", *list(BY_KEY)[:2]}))
    tried = progress_of([TryRow(5, str(at), at > 2, NOON) for at in range(15)])
    games = [((10**9 + at) * 10**8 + 7, ", ".join(["W" * 32] * 3)) for at in range(GAMES)]
    with speaking(language):
        shown = learn_page(Learned(progress, tutorial_begun=True, exercises=tried, games=games))
    text = "\n".join(texts_of(shown))
    if language == "en":
        assert "Tutorial done · 3 of 11 lessons · Exercises **1461 ± 201**" in text
        assert labels_of(shown)[-1].startswith("Table 1000000002 · WWW")
    assert len(text.split()) <= 60
    assert all(len(label) <= 80 for label in labels_of(shown))
    assert shown.total_children_count <= MOST_COMPONENTS


def test_lesson_that_trains_what_costs_most_is_proposed_after_the_tutorial_and_before_the_others() -> None:
    lately = Lately({Skill.ENDING: 90.0, Skill.BRISQUES: 40.0}, 2)
    for done, proposed in (
        ((), "Tutorial"),
        (("first-deal",), "The last eight tricks"),
        (("first-deal", "last-eight"), "Tens and aces"),
        (("first-deal", "last-eight", "brisques"), LESSONS[0].title),
    ):
        shown = learn_page(Learned(LessonProgress(frozenset(done)), lately=lately))
        assert f"**{proposed}**" in "\n".join(texts_of(shown))
    begun = take_up(LESSONS[2], (take_up(LESSONS[2], ()).suggested.words,))
    shown = learn_page(Learned(LessonProgress().after(begun), lately=lately))
    assert f"**{LESSONS[2].title}**" in "\n".join(texts_of(shown))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_shows_each_skill_in_a_line(language: str) -> None:
    tried = [each for each in outlines() if each.kind is Kind.DECLARE][:4]
    found = progress_of([TryRow(5, each.id, at > 0, NOON) for at, each in enumerate(tried)])
    lately = Lately({Skill.ENDING: 91.0, Skill.BRISQUES: 40.0}, 2)
    with speaking(language):
        shown = learn_page(Learned(LessonProgress(), exercises=found, games=[(1, "Ben")] * 3, lately=lately))
        text = "\n".join(texts_of(shown))
        assert all(tr(name) in text for name in SKILLS.values())
    assert len([word for word in text.split() if re.search(r"\w", word)]) <= 60
    if language == "en":
        assert "Declaring: 0, 3 of 4" in text
        assert "Tens and aces: \u221220\n" in text
        assert "The last tricks: \u221246" in text or "The last tricks: \u221245" in text


def test_page_says_what_was_put_down_and_what_is_done_also_read_aloud() -> None:
    shown = learn_page(Learned(LessonProgress(), tutorial_begun=True))
    assert labels_of(shown) == ["Go on", "Exercises"]
    assert "0 of 11 lessons" in "\n".join(texts_of(shown))
    with speaking("en", in_words=True):
        shown = learn_page(Learned(LessonProgress(frozenset({LESSONS[0].key}))))
    assert f"{LESSONS[0].title}, done" in entries_of(shown)
    assert not set("✅▫") & set("".join((*texts_of(shown), *entries_of(shown))))


def test_progress_comes_back_as_it_was_stored_and_rubbish_begins_anew() -> None:
    lesson = LESSONS[0]
    begun = take_up(lesson, (take_up(lesson, ()).suggested.words,))
    progress = LessonProgress().after(begun).with_done("first-deal")
    assert read_progress(progress.stored) == progress
    assert read_progress(progress.stored).standing(lesson) is begun
    rubbish: tuple[object, ...] = (
        None,
        [],
        "done",
        {"done": 3, "answers": {lesson.key: ["play ASa", 4]}},
        {"answers": []},
    )
    for stored in rubbish:
        assert read_progress(stored).standing(lesson).answers == ()
    lost = LessonProgress(answers={lesson.key: ("play KSb",)})
    assert lost.standing(lesson).answers == ()
    with pytest.raises(LostThread):
        take_up(lesson, ("play KSb",))


def test_rule_book_leads_to_lessons_that_there_are_from_topics_that_there_are() -> None:
    assert set(rules_pages.LESSONS.values()) <= {*BY_KEY, "first-deal", "honour"}
    assert set(rules_pages.LESSONS) <= {topic.key for topic in (*TOPICS, *COMPARISONS)}


def test_answers_that_are_no_acts_are_no_answers() -> None:
    standing = take_up(LESSONS[0], ())
    for words in ("resign", "timeout", "play ASb", "declare sequence", "nonsense", ""):
        assert standing.act(words) is None
    assert standing.game.deals[-1].phase is Phase.PLAY
    assert acts_called(standing.game, "declare four-aces") == []
    with pytest.raises(LostThread):
        played(standing.game, "0 declare four-aces")


def test_every_question_has_an_answer_for_whatever_is_not_named() -> None:
    for lesson in LESSONS:
        for _, question in lesson.questions:
            assert [row.choices for row in question.wrong][-1] == "", question.told


def test_in_the_last_eight_what_is_right_is_what_counts_most_by_exact_search() -> None:
    seen = 0
    for standing in (each for lesson in LESSONS for each in asked(lesson) if each.view.last_eight):
        deal, seen = standing.game.deals[-1], seen + 1
        ending = Ending(deal.law, deal.trump, counted=deal.declared.counted)
        led = deal.trick[0] if deal.trick else None
        lines = ending.lines(deal.hold[PUPIL], deal.hold[1], led)
        best = {line.card % CARDS_PER_PACK for line in lines if line.points == lines[0].points}
        assert {act.cards[0] % CARDS_PER_PACK for act in standing.right} == best, standing.question.told
    assert seen > 4


BOOKS = {lesson.book: lesson for lesson in LESSONS if lesson.book}


def test_every_book_but_the_default_has_a_lesson_and_each_difference_is_met_or_told() -> None:
    assert set(BOOKS) == set(PRESETS) - {"modern"}
    for name, lesson in BOOKS.items():
        shown = {option for _, question in lesson.questions for option in question.shows}
        assert not shown & set(lesson.told)
        assert shown | set(lesson.told) == set(PRESETS[name].departures) - {"forfeits"}  # which only honour tables know


@pytest.mark.parametrize("name", [name for name, lesson in BOOKS.items() if PRESETS[name].game == "bezique"])
def test_what_shows_a_difference_would_come_out_differently_by_todays_rules(name: str) -> None:
    today = build_rules("modern", 2, {})
    differs: dict[tuple[str, str], bool] = {}
    for standing in asked(BOOKS[name]):
        for option in standing.question.shows:
            rules = standing.game.rules.changed({option: getattr(today, option)})
            which = (standing.question.told, option)
            differs[which] = differs.get(which, False) or outcomes(standing, rules) != outcomes(
                standing, standing.game.rules
            )
    assert differs
    assert all(differs.values()), differs


def outcomes(standing: Standing, rules: Rules) -> list[object]:
    """Return what comes, under some rules, of every act that may be done here and of what follows it."""
    deal, question = standing.game.deals[-1], standing.question
    game = Game(rules, (deal._replace(base=deal.base._replace(law=law_for(rules))),))
    found: list[object] = [legal_actions(game)]
    for act in legal_actions(game):
        verdict = standing.verdict(act) if act in standing.view.legal else None
        follows = next((row.then for row in question.wrong if verdict and row.why == verdict.words), question.then)
        try:
            after, _ = played(apply(game, act).game, follows)
        except LostThread:
            found.append(act)
        else:
            found.append((act, after.totals, after.result, legal_actions(after)))
    return found
