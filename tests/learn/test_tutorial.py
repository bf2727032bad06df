"""The tutorial: the suggested line by clicks, a wilful pupil, a restart in the middle, and nothing in public."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.config import Settings
from bot.engine import Verb, legal_actions
from bot.engine.cards import KING, cards_of
from bot.house.roster import HOUSE, Level
from bot.ui.text.faces import face
from cogs.learn.lesson import LostThread
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.first_deal import BEGIN, GO_ON, FirstDeal, Stage, best_move, first_deal_after
from cogs.learn.tutorial.pages import page, skipping, welcome
from cogs.learn.tutorial.remarks import hint, remark
from cogs.learn.tutorial.script import DECK, LINE, RULES
from cogs.learn.tutorial.topics import Topic
from tests.databases import url_of
from tests.simulated import bot_of, buttons_of, channel_calls, components_of, press, restart, running, text_of
from tests.simulated.asking import ask
from tests.simulated.player import button_named, public_messages

if TYPE_CHECKING:
    from pathlib import Path

    from simcord import MemberActor, ResponseMessage

    from bot.playground import World

GREEN, GALLERY = 3, 12
MOST_WORDS = 350
"""Characters of explanation on one page that a phone shows without scrolling away from the cards."""
_FACE = re.compile(r"(?:10|[789JQKA])[♤♧♥♦]")


async def opened(world: World, member: MemberActor) -> ResponseMessage:
    """Ask for the tutorial; return the private message."""
    shown = (await ask(member, world.channel, "tutorial")).response
    assert shown is not None
    assert shown.ephemeral
    return shown


def green(message: ResponseMessage) -> str:
    """Return the suggested control."""
    found = [b["custom_id"] for b in buttons_of(message) if b["style"] == GREEN]
    assert len(found) == 1, [b["label"] for b in buttons_of(message)]
    return str(found[0])


async def follow(member: MemberActor, message: ResponseMessage, clicks: int = 100) -> int:
    """Click what is suggested, so many times or to the end; return how often."""
    for number in range(clicks):
        if not any(b["style"] == GREEN for b in buttons_of(message)):
            return number
        await member.click(message, custom_id=green(message))
    return clicks


def suggested_step(lesson: FirstDeal) -> str:
    """Return the step that the green button stands for."""
    first = {Stage.WELCOME: BEGIN, Stage.SKIPPING: GO_ON}.get(lesson.stage)
    return first or lesson.suggested.text.split(" ", 1)[1]


def words_on(lesson: FirstDeal) -> str:
    """Return all the text on a lesson's page."""
    return "\n".join(item.content for item in page(lesson).walk_children() if hasattr(item, "content"))


async def test_the_suggested_line_leads_through_the_whole_deal_by_clicks_in_private(
    world: World, ann: MemberActor
) -> None:
    before = len(world.env.http_requests)
    shown = await opened(world, ann)
    assert "Madame Bézique" in text_of(shown)
    assert "script" in text_of(shown)
    clicks = await follow(ann, shown)
    assert 20 < clicks < 30
    assert "580 to 220" in text_of(shown)
    assert [b["label"] for b in buttons_of(shown)] == ["Practise", "Go on"]
    await ann.click(shown, label="Go on")
    assert "580 to 220" not in text_of(shown)
    assert "/play" in text_of(shown)
    assert [b["label"] for b in buttons_of(shown)] == ["Practise", "Lessons", "Open a table", "Play it again"]
    assert public_messages(world) == []
    assert channel_calls(world, before) == []
    await ann.click(shown, label="Practise")
    (practice,) = bot_of(world).tables.memory.awake()
    assert HOUSE[practice.users[1]].level is Level.BEGINNER
    assert practice.private
    assert public_messages(world) == []


def told(lesson: FirstDeal) -> str:
    return "" if lesson.topic is None else lesson.topic.value.words(lesson.view)


def test_the_line_obeys_the_rules_and_explains_every_topic() -> None:
    lesson = FirstDeal()
    topics = []
    while lesson.stage is not Stage.OVER:
        lesson.take(suggested_step(lesson))
        topics += [lesson.topic] if lesson.topic else []
        assert lesson.on_line
        assert lesson.aside is None
    assert len(topics) == len(set(topics))
    assert set(topics) == set(Topic)
    assert tuple(lesson.done) == LINE
    assert len(DECK) == len(set(DECK)) == 64
    assert lesson.game.rules == RULES


def test_the_cards_that_may_be_announced_are_named() -> None:
    lesson = FirstDeal()
    while lesson.topic is not Topic.ANNOUNCE:
        lesson.take(suggested_step(lesson))
    assert told(lesson).startswith("**Announce!** K♤ Q♤ make a second")


def test_each_rule_is_explained_on_the_page_that_needs_it() -> None:
    lesson = FirstDeal()
    needed = {}
    while lesson.stage is not Stage.OVER:
        lesson.take(suggested_step(lesson))
        if lesson.stage is Stage.PLAYING and lesson.topic is not None:
            needed[lesson.topic] = {a.name or a.verb.value for a in lesson.view.offered}
    assert needed[Topic.MARRIAGE] == {"common-marriage", "pass"}
    assert needed[Topic.BEZIQUE] == {"single-bezique", "pass"}
    assert "exchange" in needed[Topic.SEVEN]
    assert needed[Topic.ANNOUNCE] == {"common-marriage", "pass"}
    assert needed[Topic.NEW_CARD] == {"common-marriage", "pass"}
    assert needed[Topic.FOUR] == {"four-kings", "common-marriage", "pass"}
    assert {"sequence", "royal-marriage"} <= needed[Topic.ORDER]
    assert "sequence" in needed[Topic.SEQUENCE]


def test_pages_stay_short_and_name_no_card_that_the_pupil_has_not_seen() -> None:
    assert len(welcome()) <= MOST_WORDS
    assert len(skipping(())) <= MOST_WORDS
    lesson = FirstDeal()
    while lesson.stage is not Stage.OVER:
        if lesson.stage is Stage.PLAYING:
            assert len(told(lesson)) + len(hint(lesson)) <= MOST_WORDS, told(lesson)
            assert set(_FACE.findall(words_on(lesson))) <= _seen(lesson)
        layout = page(lesson)
        assert sum(1 for _ in layout.walk_children()) <= 40
        assert len(words_on(lesson)) < 900
        lesson.take(suggested_step(lesson))


def _seen(lesson: FirstDeal) -> set[str]:
    """Return the faces of all cards that the pupil holds or has seen, and of the pair that makes bézique."""
    deal = lesson.game.deals[-1]
    cards = {c for trick in deal.tricks for c in trick.cards} | {deal.turn_up, *deal.trick}
    cards |= {c for meld in deal.declared.melds for c in cards_of(meld.cards)} | set(cards_of(deal.hold[PUPIL]))
    cards |= {action.cards[0] for action in lesson.done if action.verb is Verb.EXCHANGE}
    return {face(c) for c in cards if c >= 0} | {"Q♤", "J♦"}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(12))
def test_a_wilful_pupil_always_reaches_the_end(seed: int) -> None:
    rng = Random(seed)
    lesson = FirstDeal()
    while lesson.stage is not Stage.OVER:
        if lesson.stage is Stage.PLAYING:
            legal = {a.text.split(" ", 1)[1] for a in legal_actions(lesson.game)}
            step = rng.choice(sorted(legal))
            assert lesson.suggested in lesson.view.legal
            assert len(told(lesson)) + len(hint(lesson)) <= MOST_WORDS
        else:
            step = suggested_step(lesson)
        assert len(words_on(lesson)) < 1200
        lesson.take(step)
        assert "{" not in words_on(lesson)
        assert "****" not in words_on(lesson)
    assert len(lesson.game.deals[-1].tricks) == 32
    again = first_deal_after(lesson.steps)
    assert (again.done, again.topic, again.told) == (lesson.done, lesson.topic, lesson.told)


@pytest.mark.deep
async def test_a_wilful_pupil_reaches_the_end_by_clicks(world: World, ann: MemberActor) -> None:
    rng = Random(5)
    shown = await opened(world, ann)
    for _ in range(80):
        able = [
            b["custom_id"]
            for b in buttons_of(shown)
            if ":tutor " in b["custom_id"] and not b["custom_id"].endswith(("again?", "again", "back"))
        ]
        if not able:
            break
        await ann.click(shown, custom_id=rng.choice(able))
    assert "Chapeau" in text_of(shown) or "lucky" in text_of(shown) or "worthy" in text_of(shown)


def test_another_idea_is_allowed_with_a_kind_word_and_its_price_and_the_play_goes_on() -> None:
    lesson = first_deal_after([BEGIN, "play QCa"])
    assert lesson.aside is not None
    assert remark(lesson)
    assert not lesson.on_line
    assert lesson.suggested == best_move(lesson.view)
    lesson = FirstDeal()
    while lesson.topic is not Topic.ORDER:
        lesson.take(suggested_step(lesson))
    sequence = next(a for a in lesson.view.offered if a.name == "sequence")
    lesson.take(sequence.text.split(" ", 1)[1])
    assert lesson.aside is not None
    assert "it cost you 40" in remark(lesson)
    assert "it cost you 40" in words_on(lesson)


def test_what_did_not_come_up_is_told_before_the_tricks_passed_over() -> None:
    lesson = first_deal_after([BEGIN])
    while lesson.stage is Stage.PLAYING:
        view = lesson.view
        passing = [a for a in view.legal if a.verb is Verb.PASS]
        kings = sorted(view.legal, key=lambda a: bool(a.cards) and a.cards[0] & 7 == KING)
        lesson.take((passing or kings[::-1])[0].text.split(" ", 1)[1])
    assert Topic.FOUR in lesson.missed
    assert "Four alike" in words_on(lesson)
    lesson.take(GO_ON)
    assert lesson.on_line
    assert lesson.topic is Topic.NEAR_END
    assert "Meanwhile you have scored" in words_on(lesson)
    lesson.take(suggested_step(lesson))
    assert "Meanwhile" not in words_on(lesson)


@pytest.mark.deep
async def test_a_restart_in_the_middle_loses_nothing_and_what_is_over_begins_anew_with_one_press(
    world: World, ann: MemberActor
) -> None:
    shown = await opened(world, ann)
    await follow(ann, shown, 9)
    before = text_of(shown)
    await restart(world)
    await ann.click(shown, custom_id=green(shown))
    assert text_of(shown) != before
    anew = await opened(world, ann)
    await follow(ann, anew)
    assert "580 to 220" in text_of(anew)
    shown = await opened(world, ann)
    await ann.click(anew, label="Go on")
    await ann.click(anew, label="Play it again")
    assert [b["label"] for b in buttons_of(anew)] == ["Deal the cards"]
    assert "forgotten" not in text_of(anew)


async def test_buttons_that_are_old_forged_or_begin_again_change_nothing_unasked_nor_anybody_elses_lesson(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown, his = await opened(world, ann), await opened(world, ben)
    await follow(ann, shown, 1)
    present = [b["custom_id"] for b in buttons_of(shown)]
    for words in ("play JHa", "play 7Ha", "resign", "declare sequence", "nonsense", "on", "begin"):
        await press(world, ann, shown, f"bz:0:0:tutor 1 {words}")
        assert [b["custom_id"] for b in buttons_of(shown)] == present, words
    await follow(ann, shown, 2)
    old = green(shown)
    await follow(ann, shown, 2)
    present = [b["custom_id"] for b in buttons_of(shown)]
    await press(world, ann, shown, old)
    assert [b["custom_id"] for b in buttons_of(shown)] == present
    assert "button was outdated" in text_of(shown)
    await follow(ann, shown, 6)
    present = [b["custom_id"] for b in buttons_of(shown)]
    assert "Deal the cards" in [b["label"] for b in buttons_of(his)]
    await follow(ben, his, 1)
    assert "You **0**" in text_of(his)
    assert "You **0**" not in text_of(shown)
    await ann.click(shown, label="Begin again")
    await ann.click(shown, label="Go on playing")
    assert [b["custom_id"] for b in buttons_of(shown)] == present
    await ann.click(shown, label="Begin again")
    await ann.click(shown, label="Begin again")
    assert "Deal the cards" in [b["label"] for b in buttons_of(shown)]
    async with bot_of(world).store.read() as reader:
        assert "tutorial" not in await reader.settings.of_user(ann.id)


@pytest.mark.deep
async def test_the_table_is_shown_as_a_picture_to_who_wants_pictures_and_in_words_to_others(tmp_path: Path) -> None:
    settings = Settings(
        database_url=url_of(tmp_path / "bezique.db"),
    )
    async with running(settings) as world:
        ann, ben = world.members[:2]
        await ask(ben, world.channel, "settings", cards="text")
        hers, his = await opened(world, ann), await opened(world, ben)
        pages: list[str] = []
        for clicks in (1, 1, 1, 1, 1, 1):
            await follow(ann, hers, clicks)
            await follow(ben, his, clicks)
            if button_named(hers, "Go on"):  # with a picture, what is told at length comes first
                assert [item["type"] for item in components_of(hers)].count(GALLERY) == 0
                await ann.click(hers, label="Go on")
                pages.append(text_of(hers))
            assert [item["type"] for item in components_of(hers)].count(GALLERY) == 1
            assert [item["type"] for item in components_of(his)].count(GALLERY) == 0
            assert "➤" not in text_of(his)
            assert not set("♤♧♥♦•") & set(text_of(his) + "".join(str(b.get("label")) for b in buttons_of(his)))
        assert len(pages) > 2
        assert "Your cards: " in text_of(his) or "on the table" in "".join(str(b["label"]) for b in buttons_of(his))


@pytest.mark.deep
async def test_progress_that_cannot_be_followed_begins_anew(world: World, ann: MemberActor) -> None:
    unusable: list[object] = [
        {"script": 0, "steps": ["begin"]},
        {"script": 1, "steps": ["begin"]},
        {"script": 2, "steps": ["play ASb"]},
        {"steps": 3},
        [],
        "begin",
    ]
    for stored in unusable:
        async with bot_of(world).store.write() as changes:
            await changes.settings.set_of_user(ann.id, "tutorial", stored)
        shown = await opened(world, ann)
        assert [b["label"] for b in buttons_of(shown)] == ["Deal the cards"], stored
        await follow(ann, shown, 3)
        assert "You **0**" in text_of(shown), stored


def test_a_step_out_of_place_is_refused() -> None:
    with pytest.raises(LostThread):
        first_deal_after([GO_ON])
    with pytest.raises(LostThread):
        first_deal_after([BEGIN, "play ASb"])
