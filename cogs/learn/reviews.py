"""Reviews of finished games: the account with what cost most, all that can be counted, and their handlers."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import discord

from bot.coach.lookback import Lookback, account_of
from bot.coach.themes import Skill, lost_by_skill, most_first
from bot.rota import Rota
from bot.tables import Refused, Table, Why, number_of
from bot.tables.decisions import house_seats
from bot.tables.house import reviews
from bot.tables.house.reviews import can_review, look_over, review_game, review_of
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import Review
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, rows
from bot.ui.kit.reconcile import DISCORD_TROUBLE
from bot.ui.kit.reply import say_privately, tell
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import NextExercise, OpenLesson, TryAgain
from bot.ui.text.i18n import tr
from bot.ui.text.learning import (
    account_meaning,
    accuracy_words,
    looking_words,
    margin_words,
    moment_words,
    practice_words,
)
from bot.ui.text.lookback import barred_lines, deal_lines, luck_meaning, luck_words, missed_lines, place, turn_words
from bot.ui.text.scoring import unit_of
from cogs.archive.replay import replay
from cogs.learn.lessons import BY_KEY, OF_SKILL
from cogs.table.app import App, Interaction
from cogs.table.pages.board import title

SHOWN: Final = 3
"""Number of moments that a review shows."""


def one_at_a_time(table_id: int) -> str:
    """Say that a member's other review comes first."""
    return tr("Your review of table {table} comes first; ask again in a minute.", table=number_of(table_id))


def progress_page(table: Table, part: float = 0.0, *, place: int = 0) -> Layout:
    """Build the private message shown while decisions are measured, or with the review's place in the queue."""
    filled = round(part * 10)
    if place:
        words = tr("Your review is number {place} in the queue, about a minute each.", place=place)
    else:
        words = looking_words()
    return Layout(SLATE, title(table), f"{words}\n{'▰' * filled}{'▱' * (10 - filled)}")


def review_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with the accuracy of a game, the moments that cost most, and what to practise.

    What was better is told only after a try, or where somebody asks to be shown it.
    """
    more = button(learn_routes.Review(table.id, more=True), tr("How it went"))
    if not review.decisions:
        none = tr("You had nothing to decide in that game.")
        return Layout(
            SLATE, title(table), none, *(rows([more]) if any(deal.tricks for deal in table.game.deals) else [])
        )
    head = "\n".join([title(table), *_account_lines(table, review, found)])
    if not review.worst:
        return Layout(BRASS, head, tr("Nothing stands out that cost you points. Well played!"), *rows([more]))
    moments = [f"**{tr('What cost you most, roughly')}**"]
    again = []
    for at, each in enumerate(review.worst[:SHOWN]):
        moments.append(moment_words(at + 1, each, table.rules, one_deal=found.one_deal))
        label = tr("Try {number} again", number=at + 1)
        again.append(button(TryAgain(table.id, at), label, discord.ButtonStyle.primary))
    lost = lost_by_skill((each.skill, each.points) for each in review.costs)
    skill = next(iter(most_first(lost)), None)
    return Layout(
        BRASS,
        head,
        "\n".join(moments),
        *rows(again),
        practice_words(skill) if skill is not None else None,
        *rows([*_practice(skill), more]),
    )


def _account_lines(table: Table, review: Review, found: Lookback) -> list[str]:
    """Write the accuracy and the margin told apart, and what is left out of them, if anything."""
    if 2 * review.closely < review.decisions:
        return []
    side, costs = table.game.law.sides[review.seat], ((each.deal, each.points) for each in review.costs)
    account = account_of(found, side, costs, unit_of(table.rules))
    lines = [accuracy_words(account)]
    if account.margin is not None:
        lines.append(margin_words(account.margin, table.rules))
    if review.closely < review.decisions:
        lines.append("-# " + tr("Measured: {closely} of {count} decisions.", closely=review.closely,
                                count=review.decisions))  # fmt: skip
    by_house = sum(table.actions[at].seat == review.seat for at in table.stood_in if at < len(table.actions))
    if by_house:
        lines.append("-# " + tr("Moves of the house, not charged to you: {count}.", count=by_house))
    return lines


def _practice(skill: Skill | None) -> list[Control]:
    """Build the buttons to what trains a skill: its lesson, and the exercises, which begin with the same."""
    lesson = BY_KEY[OF_SKILL[skill]] if skill is not None else None
    found = [button(OpenLesson(lesson.key), tr(lesson.title))] if lesson is not None else []
    return [*found, button(NextExercise(), tr("Exercises"))]


def details_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with all that can be counted of a game."""
    small = "-# " + tr(
        "Decisions: {count}, measured: {closely}, by what you could see then. Chance and hints are not held against "
        "you.",
        count=review.decisions,
        closely=review.closely,
    )
    told = f"{small}\n{account_meaning()}" if review.decisions else None
    return Layout(BRASS, title(table), *_counted(table, review.seat, found), told)


def _counted(table: Table, seat: int, found: Lookback) -> list[str | discord.ui.Item[Any]]:
    """Lay out the counts of a game: luck, the course, turning points, and missed and barred declarations."""
    rules = table.rules
    luck = f"### {tr('The cards')}\n{luck_words(found, table.names, seat, rules)}"
    luck = f"{luck}\n{luck_meaning()}" if found.luck is not None else luck
    course = f"### {tr('How it went')}\n" + "\n".join(deal_lines(found, table.names, rules))
    items: list[str | discord.ui.Item[Any]] = [luck, course]
    if found.turns:
        told = [turn_words(each, table.names, rules, one_deal=found.one_deal) for each in found.turns]
        items.append(f"### {tr('Where it turned')}\n" + "\n".join(told))
        moments = dict.fromkeys((each.deal, each.trick) for each in found.turns)
        items += rows(
            [
                button(archive_routes.ShowMoment(table.id, deal, trick), place(deal, trick, one_deal=found.one_deal))
                for deal, trick in moments
            ],
            3,
        )
    if found.missed:
        items.append(
            f"### {tr('Could have been declared')}\n"
            + "\n".join(missed_lines(found.missed, rules, one_deal=found.one_deal))
        )
    if found.barred:
        items.append(
            f"### {tr('What a declaration cost')}\n"
            + "\n".join(barred_lines(found.barred, rules, one_deal=found.one_deal))
        )
    return items


_AT_ONCE: Final = 2
"""Number of reviews that are measured at the same time; the house has moves to think about, too."""
_TELL_EVERY: Final = 3.0
"""Seconds between two edits that tell a review's progress or place in the queue."""


class _Asked:
    """A review that a member has asked for: it waits for its turn, or is being measured."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.place: int | None = None
        """Its place in the queue, from 1; None if it does not wait."""
        self.moved = asyncio.Event()
        self.begun = asyncio.Event()

    def moved_to(self, place: int) -> None:
        self.place = place
        self.moved.set()

    def begin(self) -> None:
        self.place = None
        self.moved.set()
        self.begun.set()


class Reviews:
    """The handlers of reviews: each member has one at a time, servers take turns, and the results are stored."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._asked: dict[int, _Asked] = {}
        """The review that each member waits for."""
        self._places = Rota(_AT_ONCE)

    async def review(self, app: App, interaction: Interaction, route: learn_routes.Review) -> None:
        """Show what the decisions cost, or all that can be counted; what is not measured yet is measured first."""
        table, user = await app.table_here(interaction, route.table_id), interaction.user.id
        if not can_review(table, user):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        known = review_of(table, user)
        if known is not None:
            found = await asyncio.to_thread(look_over, table, user)
            shown = details_page if route.more else review_page
            await say_privately(interaction, shown(table, known, found))
            return
        before = self._asked.get(user)
        if before is not None:
            await tell(interaction, one_at_a_time(before.table_id))
            return
        asked = self._asked[user] = _Asked(table.id)  # no await since the check, so a second click sees this one
        try:
            review = await self._in_turn(app, interaction, table, asked)
            found = await asyncio.to_thread(look_over, table, user)
        finally:
            del self._asked[user]
        await interaction.edit_original_response(**review_page(table, review, found).editing())

    async def _in_turn(self, app: App, interaction: Interaction, table: Table, asked: _Asked) -> Review:
        """Measure a review when its turn comes, and show its progress meanwhile."""
        user, seat = interaction.user.id, table.seat_of(interaction.user.id) or 0
        place = self._places.next_place(table.guild_id)
        waits = place > 0
        if waits:
            await say_privately(interaction, progress_page(table, place=place))
            telling = asyncio.create_task(self._tell_places(interaction, table, asked), name="a queue")
        try:
            async with self._places.of(table.guild_id, asked.moved_to):
                asked.begin()
                if waits:
                    await telling
                known = review_of(await app.tables.get(table.id), user)
                if known is not None:  # it was measured in the background meanwhile
                    return known
                begun = app.club.reviews.taken(table.id, seat)
                page = progress_page(table, begun.part if begun else 0.0)
                if waits:
                    with contextlib.suppress(discord.HTTPException):
                        await interaction.edit_original_response(**page.editing())
                else:
                    await say_privately(interaction, page)
                looking = await asyncio.to_thread(reviews.LookingBack, table, seat) if begun is None else begun
                review = await self._look_back(interaction, table, looking)
        finally:
            if waits:
                telling.cancel()
        await app.tables.ask(table.id, house_seats.keep_review, review)
        return review

    async def _tell_places(self, interaction: Interaction, table: Table, asked: _Asked) -> None:
        """Show a review's place in the queue whenever it changes, at most every ``_TELL_EVERY`` seconds."""
        shown = asked.place
        while not asked.begun.is_set():
            await asked.moved.wait()
            asked.moved.clear()
            if asked.place in (None, shown):
                continue
            shown = asked.place
            with contextlib.suppress(*DISCORD_TROUBLE):  # after dismissing it, a member can ask again
                page = progress_page(table, place=shown)
                await interaction.edit_original_response(**page.editing())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asked.begun.wait(), _TELL_EVERY)

    async def show_moment(self, app: App, interaction: Interaction, route: archive_routes.ShowMoment) -> None:
        """Show a trick of a deal that is over in the replay, in a new message."""
        table = await app.table_here(interaction, route.table_id)
        page = await replay(app, interaction.user.id, table, route.deal, route.trick)
        await say_privately(interaction, page)

    async def _look_back(self, interaction: Interaction, table: Table, looking: reviews.LookingBack) -> Review:
        loop = asyncio.get_running_loop()
        told = loop.time()

        async def progress(part: float) -> None:
            nonlocal told
            if loop.time() - told >= _TELL_EVERY:
                told = loop.time()
                with contextlib.suppress(discord.HTTPException):  # after dismissing it, a member can ask again
                    await interaction.edit_original_response(view=progress_page(table, part))

        return await review_game(looking, self._thinking, progress)
