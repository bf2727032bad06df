"""The rule book (``/rules``): its pages as private messages, with Back and Next, and menus to go elsewhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine import PRESETS
from bot.tables import number_of
from bot.ui.kit.controls import CLOTH, Control, Layout, button, divider, menu, rows
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.kit.tree import for_oneself
from bot.ui.routes import rules as rules_routes
from bot.ui.routes.learn import OpenLesson
from bot.ui.routes.table import Way
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.books import OPTION_PAGE, options_in_order, with_cards
from bot.ui.text.rulebook.reading import Reading, reading_by, reading_of
from bot.ui.text.rulebook.topics import BY_KEY, COMPARISONS, TABLE, TOPICS, Topic, topic_named, topics_for
from bot.ui.text.words import book_title
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot


LESSONS: Final = {
    "game": "first-deal",
    "tricks": "winning",
    "announcing": "announcing",
    "last-eight": "last-eight",
    "scoring": "brisques",
    "hands": "three",
    "irregularities": "honour",
    "vs-modern": "announcing",
    "vs-britannica": "britannica",
    "vs-enquire": "enquire",
    "vs-parlour": "parlour",
}
"""The lesson about each topic."""


def rule_page(reading: Reading, key: str, number: int = 0) -> Layout:
    """Build a topic's page of a number from 0; an unknown topic means the first, too high a number the last page."""
    topic = topic_named(key, reading)
    pages = topic.write(reading)
    number = min(number, len(pages) - 1)
    page = pages[number]
    return Layout(
        CLOTH,
        f"### {page.heading}\n-# {_where(reading, topic, page.heading, number, len(pages))}",
        page.text,
        divider(),
        *rows(_turning(reading, topic, number, len(pages))),
        _special_menu(reading, topic, number),
        _topic_menu(reading, topic),
    )


def _where(reading: Reading, topic: Topic, heading: str, number: int, count: int) -> str:
    """Say where the reader is in the book, and which rules the page follows."""
    if reading.daily is not None:
        whose = tr("Daily deal {number}", number=reading.daily)
    elif reading.table_id:
        whose = tr("Table {table}", table=number_of(reading.table_id))
    else:
        whose = tr("by the book {book}", book=book_title(reading.preset))
    parts = (
        [whose] if tr(topic.title) == heading or topic is TABLE or topic in COMPARISONS else [tr(topic.title), whose]
    )
    if reading.rules.reckoning == "units":
        parts.append(tr("points here by tens"))
    if count > 1:
        parts.append(tr("page {number} of {count}", number=number + 1, count=count))
    return " · ".join(parts)


def _route(reading: Reading, way: Way, key: str, number: int = 0, book: str = "") -> rules_routes.Topic:
    return rules_routes.Topic(reading.table_id, way, key, number, "" if reading.table_id else book or reading.preset)


def _turning(reading: Reading, topic: Topic, number: int, count: int) -> list[Control]:
    """Build Back and Next, which run through all topics, and the buttons that lead elsewhere from this page."""
    order = topics_for(reading)
    at = order.index(topic) if topic in order else order.index(BY_KEY["books"])
    back: tuple[Topic, int] | None = (topic, number - 1) if number else None
    if back is None and topic in COMPARISONS:
        back = (BY_KEY["books"], 0)
    elif back is None and at:
        back = (order[at - 1], len(order[at - 1].write(reading)) - 1)
    following: tuple[Topic, int] | None = (topic, number + 1) if number + 1 < count else None
    if following is None and at + 1 < len(order):
        following = (order[at + 1], 0)
    controls = [_turn(reading, back or (topic, number), tr("Back"), Way.BACK, disabled=back is None)]
    label = tr("Next")
    if following is not None and following[0] is not topic:
        label = tr("Next: {topic}", topic=tr(following[0].title))
    controls.append(_turn(reading, following or (topic, number), label, Way.NEXT, disabled=following is None))
    if topic.options:
        keys = [option.key for option in options_in_order(reading.rules)]
        place = (BY_KEY["options"], OPTION_PAGE + keys.index(topic.options[0]))
        controls.append(_turn(reading, place, tr("House rules"), Way.ASIDE))
    if topic in COMPARISONS and not reading.table_id:
        book = topic.key.removeprefix("vs-")
        controls.append(
            button(
                _route(reading, Way.BOOK, topics_for(reading_by(book))[0].key, book=book),
                tr("Read by this book"),
                discord.ButtonStyle.primary,
                disabled=book == reading.preset,
            )
        )
    if topic.key in LESSONS:
        controls.append(button(OpenLesson(LESSONS[topic.key]), tr("Play it: a lesson")))
    return controls


def _turn(reading: Reading, place: tuple[Topic, int], label: str, way: Way, *, disabled: bool = False) -> Control:
    return button(_route(reading, way, place[0].key, place[1]), label, disabled=disabled)


def _topic_menu(reading: Reading, topic: Topic) -> discord.ui.ActionRow[Any]:
    ask = partial(_route, reading, Way.MENU)
    choices = [(tr(each.title), ask(each.key), tr(each.line)) for each in topics_for(reading)]
    return menu(tr("Topics"), choices, chosen=ask(topic.key))


def _special_menu(reading: Reading, topic: Topic, number: int) -> discord.ui.ActionRow[Any] | None:
    """Build the second menu: of house rules, or of books to compare with."""
    ask = partial(_route, reading, Way.SECOND_MENU)
    if topic.key == "options":
        values = reading.rules.values()
        choices = [
            (
                tr(option.title),
                ask("options", page),
                with_cards(tr(option.label(values[option.key])), boxed=False),
            )
            for page, option in enumerate(options_in_order(reading.rules), start=OPTION_PAGE)
        ]
        return menu(tr("Go to a house rule"), choices, chosen=ask("options", number))
    if topic is TABLE or topic.key == "books" or topic in COMPARISONS:
        choices = [(book_title(name), ask(f"vs-{name}"), tr(book.line)) for name, book in PRESETS.items()]
        return menu(tr("Compare with a book"), choices, chosen=ask(topic.key))
    return None


class RulesCog(commands.Cog):
    """The command that shows the rules."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description="The rules of Bézique, page by page, only for you")
    @app_commands.describe(
        topic="What to read about (default: from the beginning)",
        table="A table's number, to read its rules (default: your table in this channel)",
    )
    @app_commands.choices(topic=[app_commands.Choice(name=each.title, value=each.key) for each in TOPICS])
    @for_oneself
    async def rules(self, interaction: Interaction, topic: str = "", table: int | None = None) -> None:
        """Open the rule book by the rules of the named table, the reader's own table here, or the default book."""
        if table is not None:
            reading = reading_of(await self.bot.app.table_here(interaction, await self.bot.tables.named(table)))
        else:
            mine = await self.bot.app.tables_of(interaction)
            here = [each for each in mine if each.channel_id == interaction.channel_id]
            reading = reading_of(here[0]) if here else reading_by("")
        await say_privately(interaction, rule_page(reading, topic))


async def rules(app: App, interaction: Interaction, route: rules_routes.Rules) -> None:
    """Open the rule book by a table's own rules."""
    table = await app.table_here(interaction, route.table_id)
    await say_privately(interaction, rule_page(reading_of(table), ""))


async def topic(app: App, interaction: Interaction, route: rules_routes.Topic) -> None:
    if route.table_id:
        reading = reading_of(await app.table_here(interaction, route.table_id))
    else:
        reading = reading_by(route.book)
    await in_place(interaction, rule_page(reading, route.topic, route.page))


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(RulesCog(bot))
