"""Exercises as members meet them: by command and from a review, in private, with a row that only first tries make."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.coach.positions import Position, outlines, position
from bot.coach.themes import Kind
from bot.tables.values.stored import reviews_in
from tests.house_pool import think_little
from tests.simulated import bot_of, buttons_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import practise, private_answer, public_messages, words_of
from tests.table.test_in_words import by_ear, everything, signs_in

if TYPE_CHECKING:
    from simcord import MemberActor, ResponseMessage

    from bot.playground import World
    from tests.simulated.watch import Watch

_NAME = re.compile(r"exercise-do (\S+)")


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def asked(world: World, member: MemberActor, **options: str) -> ResponseMessage:
    """Ask for an exercise."""
    return private_answer(await ask(member, world.channel, "exercise", **options))


def name_on(page: ResponseMessage) -> str:
    """Return which exercise a message shows."""
    (name,) = {match[1] for b in buttons_of(page, enabled=False) if (match := _NAME.search(b["custom_id"]))}
    return str(name)


def shown_on(page: ResponseMessage) -> Position:
    found = position(name_on(page))
    assert found is not None
    return found


def control(page: ResponseMessage, words: str) -> str:
    """Return the id of the control that does something, or another copy of the same."""
    found = [b["custom_id"] for b in buttons_of(page) if "exercise-do" in b["custom_id"]]
    same = [each for each in found if each.endswith(words)]
    return str(same[0])


async def test_the_best_card_is_found_told_why_and_rows_grow_by_first_tries_alone(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    await ann.slash(world.channel, "play")
    page = await asked(world, ann, source="modern")
    seen = []
    for number in range(3):
        at = shown_on(page)
        seen.append(at.id)
        if number == 1:
            await ann.click(page, custom_id=control(page, at.options[-1].action.words))
            assert "Not quite." in text_of(page)
            assert "It costs **about" in text_of(page)
            assert "The best" not in text_of(page)
        await ann.click(page, custom_id=control(page, at.best.words))
        assert "Found:" in text_of(page)
        await ann.click(page, label="Another one")
    assert len(set(seen)) == 3
    at = shown_on(page)
    await ann.click(page, custom_id=control(page, at.best.words))
    assert "**2 in a row!**" in text_of(page)
    assert "3 of 4 found at the first try" in text_of(page)
    assert not any("Exercise" in words_of(message) for message in public_messages(world))
    assert watch.private


async def test_answer_that_was_asked_for_is_not_found_and_in_a_direct_message_it_goes_on_after_a_restart(
    world: World, ann: MemberActor
) -> None:
    page = await asked(world, ann)
    at, first = shown_on(page), buttons_of(page)
    await ann.click(page, label="Show me")
    assert "The best:" in text_of(page)
    late = private_answer(await press(world, ann, await asked(world, ann), first[0]["custom_id"]))
    assert "Exercise" in text_of(late)
    progress = await bot_of(world).club.exercises.progress(ann.id)
    assert progress.tried == {at.id: False}
    page = private_answer(await ann.user.slash("learn"))
    await ann.user.click(page, label="Exercises")
    at = shown_on(page)
    await restart(world)
    await ann.user.click(page, custom_id=control(page, at.best.words))
    assert "Found:" in text_of(page)


async def test_what_a_control_cannot_mean_is_answered_kindly(world: World, ann: MemberActor) -> None:
    page = await asked(world, ann)
    for control, said in (
        ("exercise-do ffffffffffff any true play QSa", "That exercise is gone"),
        ("exercise-end g77.3 any true", "That table is not here"),
        ("exercise-do {name} any true play QSd", "cannot be done here"),
        ("exercise-do {name} any true dance", "cannot be done here"),
        ("exercise-do {name} nowhere true play QSa", "is outdated"),
        ("exercise parlour ffffffffffff", "Victorian parlour"),
    ):
        answer = await press(world, ann, page, "bz:0:0:" + control.format(name=name_on(page)))
        shown = [page, *([answer.response] if answer.response else []), *answer.followups]
        assert said in "\n".join(text_of(each) for each in shown)


@pytest.mark.deep
async def test_every_kind_of_exercise_has_its_controls_and_can_be_heard(world: World, ann: MemberActor) -> None:
    await by_ear(world, ann)
    page = await asked(world, ann)
    for kind in Kind:
        for players in (2, 3, 4):
            outline = next(each for each in outlines() if (each.kind, each.players) == (kind, players))
            found = position(outline.id)
            assert found is not None
            await press(world, ann, page, f"bz:0:0:exercise-do {outline.id} any true play 7Cd")
            assert "cannot be done here" in text_of(page)
            assert signs_in(page) == [], everything(page)
            words = {b["custom_id"].split(" true ", 1)[1] for b in buttons_of(page) if "exercise-do" in b["custom_id"]}
            assert words >= {option.action.words for option in found.options} or len(found.options) > 7
            await ann.click(page, custom_id=control(page, found.best.words))
            assert "Found:" in text_of(page)
            assert signs_in(page) == [], everything(page)


@pytest.mark.deep
async def test_charged_decisions_become_exercises_for_whoever_made_them(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise(world, ann, level="novice")
    while len(sitting.moves) < 24 and sitting.result() is None:
        if any(player.choices() for player in sitting.players):
            await sitting.step()
        else:
            await world.env.advance_time(1)
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    result = sitting.result()
    assert result is not None
    review = private_answer(await ann.click(result, label="What cost me most"))
    again = [b["custom_id"] for b in buttons_of(review) if "exercise-again" in b["custom_id"]]
    assert again
    table = await bot_of(world).tables.get(sitting.table)
    (kept,) = table.reviews
    worst = kept.worst[0]
    done, better = (action.words for action in worst.acts)

    # From the review, in a message of its own, which does not say what is better.
    page = private_answer(await ann.click(review, custom_id=again[0]))
    assert f"deal {worst.deal + 1}, trick {worst.trick}" in text_of(page)
    assert "The best" not in text_of(page)
    assert "What cost you most" in words_of(review)
    await ann.click(page, custom_id=control(page, done))
    assert "Not quite." in text_of(page)
    others = {  # one of two that are alike: who has tried one has tried both
        b["custom_id"][:-1]: b["custom_id"]
        for b in buttons_of(page)
        if "exercise-do" in b["custom_id"] and not b["custom_id"].endswith(better)
    }
    for other in [*others.values()][:2]:
        await ann.click(page, custom_id=other)  # measured by the house
        assert "Not quite." in text_of(page) or "Found:" in text_of(page)
        if "Found:" in text_of(page):
            page = private_answer(await ann.click(review, custom_id=again[0]))
    await ann.click(page, custom_id=control(page, better))
    assert "Found:" in text_of(page)
    exercises = bot_of(world).club.exercises
    ((name, found),) = (await exercises.progress(ann.id)).tried.items()
    assert not found

    # By the command the others come first, the newest game's.
    page = await asked(world, ann)
    for at, _ in enumerate(kept.worst[1:]):
        if at:
            await ann.click(page, label="Another one")
        assert f"table {sitting.table}" in text_of(page)
    await ann.click(page, label="Another one")
    assert f"table {sitting.table}" not in text_of(page)

    # To nobody else, by whatever control.
    for forged in (again[0], f"bz:0:0:exercise-end {name} any true", f"bz:0:0:exercise-do {name} any true {better}"):
        stolen = private_answer(await press(world, ben, result, forged))
        assert "That exercise is gone" in text_of(stolen)
    assert "from your own games" in text_of(await asked(world, ben, source="own"))
    assert watch.public
    assert reviews_in({"reviews": [{"strange": 1}]}) == ()
