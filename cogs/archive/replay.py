"""Looking back at a deal that is over: its replay, step by step, and all hands as dealt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import discord

from bot.engine import CardSet, Deal, Phase, Verb, observe_deal
from bot.lazy import dataclass
from bot.tables import Table
from bot.tables.values.record import Moment, drawn_in, hands_of, history_of
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, divider, menu, rows
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.pictures import OpenHand
from bot.ui.routes.archive import ShowHands, StepTo, Watch
from bot.ui.routes.table import Way
from bot.ui.text.deals import standing
from bot.ui.text.faces import (
    PLAIN,
    SEAT_EMOJI,
    Look,
    Picture,
    Style,
    faces,
    hand_line,
    said_name,
    shown_name,
    sorted_hand,
)
from bot.ui.text.history import score_sheet, trick_events, trick_on_table, trick_text, turn_up_text
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.scoring import spoken, unit_of
from cogs.table.app import App, Interaction
from cogs.table.pages.board import score_line, title

_MOST_TEXT = 4000
"""Most characters of text that Discord takes in a message."""


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names as pictures show them."""
    return tuple(said_name(name) for name in table.names)


async def show_hands(app: App, interaction: Interaction, route: ShowHands) -> None:
    table = await app.table_here(interaction, route.table_id)
    style, taste = app.renderer.reader(interaction.user.id)
    history, picture = history_of(table, route.deal), None  # history_of() refuses a deal that may not be seen
    if taste.look is Look.PICTURES:
        hands = [OpenHand(each.dealt, drew=each.drew) for each in hands_of(history)]
        picture = await app.renderer.scenes.hands(hands, names_of(table), table.guild_id, four_colour=taste.four_colour)
    page = in_room(lambda style: hands_page(table, route.deal, style, picture), style)
    await (in_place if route.in_place else say_privately)(interaction, page)


async def watch(app: App, interaction: Interaction, route: Watch) -> None:
    table = await app.table_here(interaction, route.table_id)
    await say_privately(interaction, await replay(app, interaction.user.id, table, route.deal, 0))


async def step_to(app: App, interaction: Interaction, route: StepTo) -> None:
    table = await app.table_here(interaction, route.table_id)
    await in_place(interaction, await replay(app, interaction.user.id, table, route.deal, route.step))


async def replay(app: App, user_id: int, table: Table, deal: int, at: int) -> Layout:
    """Build one step of the replay of a deal that is over, with cards as the member prefers to see them."""
    style, taste = app.renderer.reader(user_id)
    steps = steps_of(history_of(table, deal))
    drawn: Sequence[Picture | None] = ()
    if taste.look is Look.PICTURES:
        history, four = steps[min(at, len(steps) - 1)].history, taste.four_colour
        names, scenes = names_of(table), app.renderer.scenes
        drawn = await asyncio.gather(
            scenes.board(history[-1].deal, names, table.guild_id, four_colour=four),
            scenes.hands(hands_at(history[0].deal), names, table.guild_id, four_colour=four),
        )
    pictures = [each for each in drawn if each is not None]
    return in_room(lambda style: replay_page(table, deal, at, style, pictures), style)


@dataclass(frozen=True, slots=True)
class Step:
    """One trick of the replay: from the moment before it is led to the moment before the next."""

    number: int
    """The trick's number in the deal, counted from 1; 0 for the cards as dealt."""
    history: tuple[Moment, ...]


def in_room(build: Callable[[Style], Layout], style: Style) -> Layout:
    """Build a page with cards as its reader prefers them, or with plain signs if its text would be too long."""
    page = build(style)
    return page if page.content_length() <= _MOST_TEXT else build(PLAIN)


def hands_at(deal: Deal) -> list[OpenHand]:
    """Return every seat's cards at a moment of a deal that is over."""
    views = [observe_deal(deal, seat) for seat in range(deal.law.players)]
    return [OpenHand(view.hand | view.tables[seat], view.tables[seat]) for seat, view in enumerate(views)]


def hands_page(table: Table, number: int, style: Style = PLAIN, picture: Picture | None = None) -> Layout:
    """Build the private message with the hands of a deal that is over: a picture, or what each was dealt and drew."""
    history = history_of(table, number)
    first = observe_deal(history[0].deal, None)
    parts = []
    for name, hand in zip(table.names, hands_of(history), strict=True):
        drew = f"-# {tr('drew')} {style.cards(hand.drew)}" if hand.drew else f"-# {tr('drew nothing')}"
        parts.append(f"**{shown_name(name)}**\n{_hand(hand.dealt, style)}\n{drew}")
    legend = [f"{badge} {shown_name(name)}" for badge, name in zip(SEAT_EMOJI, table.names, strict=False)]
    dealer = tr("{name} dealt", name=shown_name(table.names[first.dealer]))
    return Layout(
        SLATE,
        f"{title(table, number)}\n{tr('All hands as dealt')}\n-# {dealer} · {turn_up_text(first)}",
        divider() if picture is None else None,
        *(parts if picture is None else ["  ·  ".join(legend), picture]),
        *rows([button(StepTo(table.id, Way.FIRST, number, 0), tr("Replay"))]),
    )


def _hand(cards: CardSet, style: Style) -> str:
    """Write a hand suit by suit, or with emojis where the reader has them."""
    return (style.cards if style.with_emoji else hand_line)(sorted_hand(cards))


def _hand_at(deal: Deal, seat: int, style: Style) -> str:
    view = observe_deal(deal, seat)
    text = _hand(view.hand, style)
    if exposed := sorted_hand(view.tables[seat]):
        shown = style.cards(exposed) if style.with_emoji else faces(exposed)
        text += "  |  " + tr("on the table: {cards}", cards=shown)
    return text


def steps_of(history: tuple[Moment, ...]) -> tuple[Step, ...]:
    """Divide a deal into its tricks; the first step is the cards as dealt."""
    led: dict[int, int] = {}
    before: dict[int, int] = {}
    for at, step in enumerate(history):
        if not step.deal.trick:
            before[len(step.deal.tricks)] = at
            if step.deal.phase is Phase.PLAY:
                led.setdefault(len(step.deal.tricks), at)
    last = len(history) - 1
    played = len(history[-1].deal.tricks)
    # At an honour table a trick can be led while a chance to declare is still open.
    bounds = [led.get(number, at) for number, at in before.items() if number < played or number in led]
    if bounds and bounds[-1] < last:
        bounds.append(last)
    tricks = [Step(number, history[a : b + 1]) for number, (a, b) in enumerate(pairwise(bounds), start=1)]
    return (Step(0, history[:1]), *tricks)


def replay_page(table: Table, number: int, at: int, style: Style = PLAIN, pictures: Sequence[Picture] = ()) -> Layout:
    """Build one step of the private replay of a deal that is over, with all hands.

    Args:
        at: The step; a number past the end means the last one.
        pictures: The table and the hands at this step as pictures, which replace the hands in text.
    """
    steps = steps_of(history_of(table, number))
    last = len(steps) - 1
    at = min(at, last)
    step = steps[at]
    before, after = step.history[0].deal, step.history[-1].deal
    where = tr("Trick {number} of {count}", number=at, count=last) if at else tr("The cards as dealt")
    hands = [f"**{shown_name(name)}** {_hand_at(before, seat, style)}" for seat, name in enumerate(table.names)]
    shown: list[discord.ui.Item[Any] | Picture | str | None] = [divider(), "\n".join(hands), divider() if at else None]
    if pictures:
        shown = list(pictures)
        shown.insert(1, f"-# {tr('The hands before this trick')}" if at and len(pictures) > 1 else None)
    return Layout(
        BRASS if at else SLATE,
        f"{title(table, number)}\n**{where}** · {turn_up_text(observe_deal(before, None))}\n"
        + score_line(observe_deal(after, None), table, badges=bool(pictures)),
        *shown,
        "\n".join(_story(step, table, style, last=at == last)) if at else None,
        _sheet(table, number) if at and at == last else None,
        *rows(_arrows(table, number, at, last)),
        _deal_menu(table, number),
        *rows([button(ShowHands(table.id, number, in_place=True), tr("All hands as dealt"))]),
    )


def _story(step: Step, table: Table, style: Style, *, last: bool) -> list[str]:
    """Tell what happened in a trick: the cards played, the points marked, the cards drawn, and how it ended."""
    names, end = table.names, step.history[-1].deal
    view = observe_deal(end, None)
    lines = []
    if len(end.tricks) >= step.number:
        trick = end.tricks[step.number - 1]
        points = spoken(view.marked_in(trick), view.rules)
        lines.append(trick_text(trick, names, points=points, style=style))
    elif end.trick:
        lines.append(trick_on_table(view, names, style))
    lines += trick_events(view, names, step.number, style)
    for before, after in pairwise(step.history):
        drawn = [
            f"{shown_name(names[seat])} {style.cards(cards)}"
            for seat, cards in enumerate(drawn_in(before, after))
            if cards
        ]
        if drawn:
            lines.append(f"-# {pair(tr('Drawn'), ' · '.join(drawn))}")
        if after.action is not None and after.action.verb in (Verb.RESIGN, Verb.TIMEOUT):
            name = shown_name(names[after.action.seat])
            resigned = after.action.verb is Verb.RESIGN
            claimed = tr("The game was claimed from {name}.", name=name)
            lines.append(tr("{name} resigned.", name=name) if resigned else claimed)
    if last and not end.over:
        lines.append(tr("The game was ended here."))
    return lines


def _sheet(table: Table, number: int) -> str:
    deal = table.game.deals[number]
    marks = standing(deal.score.marks, deal.declared.melds)
    return score_sheet(marks, table.names, deal.score.totals, carried=deal.base.carried,
                       partners=table.rules.partners, unit=unit_of(table.rules))  # fmt: skip


def _arrows(table: Table, number: int, at: int, last: int) -> list[Control]:
    """Build the four buttons of a replay; each carries the step to which it leads."""
    places = [
        (Way.FIRST, "⏮", tr("First"), 0),
        (Way.BACK, "◀", tr("Back"), max(at - 1, 0)),
        (Way.NEXT, "▶", tr("Next"), min(at + 1, last)),
        (Way.LAST, "⏭", tr("Last"), last),
    ]
    return [
        button(StepTo(table.id, way, number, to), word if in_words() else sign, disabled=to == at)
        for way, sign, word, to in places
    ]


def _deal_menu(table: Table, number: int) -> discord.ui.Item[Any] | None:
    """Build the menu of the deals that may be replayed, the newest 25 at most; return None for fewer than two."""
    open_deals = [n for n, deal in enumerate(table.game.deals) if deal.over or not table.live][-25:]
    if len(open_deals) < 2:
        return None
    options = [(tr("Deal {number}", number=n + 1), StepTo(table.id, Way.MENU, n, 0), "") for n in open_deals]
    return menu(tr("Another deal"), options, chosen=StepTo(table.id, Way.MENU, number, 0))
