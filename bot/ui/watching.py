"""Looking back at a deal that is over: all hands, and a replay to click through trick by trick.

Both are shown to whoever asks, and to nobody else. Where somebody has got to stands in the buttons themselves, so they
work for ever. Nothing is ever shown of a deal that is still being played: `bot.tables.moments` sees to that.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import discord

from bot.engine import Phase, Verb, observe_deal
from bot.tables import Refused, Table, Why
from bot.tables.moments import Moment, drawn_in, hands_of, moments

from .answer import say_privately
from .board import score_line, title
from .controls import BRASS, SLATE, Control, Layout, Press, button, menu, menu_row, rows, rule
from .desk import Desk
from .faces import face, faces, hand_line, shown_name
from .hand import hand_summary
from .history import score_sheet, trick_events, trick_on_table, trick_text, turn_up_text
from .i18n import pair, tr

HANDS, WATCH = "hands", "watch"
"""The operations: show all hands (``DEAL``), and the replay (``DEAL STEP``; without a step it begins anew)."""
IN_PLACE = "here"


@dataclass(frozen=True, slots=True)
class Step:
    """One trick of the replay: from the moment before it is led to the moment before the next."""

    number: int
    """0 for the cards as dealt."""
    history: tuple[Moment, ...]


class Watching:
    """Answers the buttons of whoever looks back."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add(HANDS, self._hands)
        desk.add(WATCH, self._watch)

    async def _hands(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        deal, _, place = press.words.partition(" ")
        await _show(interaction, hands_page(table, _number(deal, table)), in_place=place == IN_PLACE)

    async def _watch(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        deal, _, step = press.words.partition(" ")
        page = replay_page(table, _number(deal, table), _number(step or "0", table))
        await _show(interaction, page, in_place=bool(step))


async def _show(interaction: discord.Interaction[Any], page: Layout, *, in_place: bool) -> None:
    """Show a page to the person who asked: in the private message that was clicked, or in a new one."""
    clicked = interaction.message
    if in_place and clicked is not None and clicked.flags.ephemeral:
        await interaction.response.edit_message(view=page)
    else:
        await say_privately(interaction, page)


def _number(text: str, table: Table) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6:
        return int(text)
    raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)


def hands_page(table: Table, number: int) -> Layout:
    """Build the private message with every hand of a deal that is over, as it was dealt, and what each player drew.

    Raises:
        Refused: There was no such deal, or it is still being played.
    """
    history = moments(table, number)
    first = observe_deal(history[0].deal, None)
    parts = []
    for name, hand in zip(table.names, hands_of(history), strict=True):
        drew = f"-# {tr('drew')} {faces(hand.drew)}" if hand.drew else f"-# {tr('drew nothing')}"
        parts.append(f"**{shown_name(name)}**\n{hand_line(hand.dealt)}\n{drew}")
    dealer = tr("{name} dealt", name=shown_name(table.names[first.dealer]))
    return Layout(
        SLATE,
        f"{title(table, number)}\n{tr('All hands as they were dealt')}\n-# {dealer} · {turn_up_text(first)}",
        rule(),
        *parts,
        *rows([button(Press(table.id, 0, WATCH, f"{number} 0"), tr("Replay"))]),
    )


def steps_of(history: tuple[Moment, ...]) -> tuple[Step, ...]:
    """Part a deal into its tricks; the first step is the cards as dealt."""
    led: dict[int, int] = {}
    for at, moment in enumerate(history):
        if moment.deal.phase is Phase.PLAY and not moment.deal.trick:
            led.setdefault(len(moment.deal.tricks), at)
    last = len(history) - 1
    bounds = list(led.values())
    if bounds and bounds[-1] < last:
        bounds.append(last)
    tricks = [Step(number, history[a : b + 1]) for number, (a, b) in enumerate(pairwise(bounds), start=1)]
    return (Step(0, history[:1]), *tricks)


def replay_page(table: Table, number: int, at: int) -> Layout:
    """Build the private replay of a deal that is over at one of its steps, with all hands.

    Args:
        table: The table.
        number: The deal, counted from 0.
        at: The step; past the end it is the last.

    Raises:
        Refused: There was no such deal, or it is still being played.
    """
    history = moments(table, number)
    steps = steps_of(history)
    at = min(at, len(steps) - 1)
    step = steps[at]
    before, after = step.history[0].deal, step.history[-1].deal
    seen = observe_deal(before, None)
    counted = observe_deal(after, None)
    where = tr("Trick {number} of {count}", number=at, count=len(steps) - 1) if at else tr("The cards as dealt")
    hands = [
        f"**{shown_name(name)}** {hand_summary(observe_deal(before, seat), seat)}"
        for seat, name in enumerate(table.names)
    ]
    return Layout(
        BRASS if at else SLATE,
        "\n".join([title(table, number), f"**{where}** · {turn_up_text(seen)}", score_line(counted, table)]),
        rule(),
        "\n".join(hands),
        rule() if at else None,
        "\n".join(_story(step, table, last=at == len(steps) - 1)) if at else None,
        _sheet(table, number) if at and at == len(steps) - 1 else None,
        *rows(_arrows(table, number, at, len(steps) - 1)),
        _deal_menu(table, number),
        *rows([button(Press(table.id, 0, HANDS, f"{number} {IN_PLACE}"), tr("All hands as dealt"))]),
    )


def _story(step: Step, table: Table, *, last: bool) -> list[str]:
    """Tell what happened in a trick: who played what, what was marked, what was drawn, how it ended."""
    names, end = table.names, step.history[-1].deal
    view = observe_deal(end, None)
    lines = []
    if len(end.tricks) >= step.number:
        trick = end.tricks[step.number - 1]
        points = view.brisques_in(trick)
        lines.append(f"{shown_name(names[trick.leader])}: {trick_text(trick, names, points=points)}")
    elif end.trick:
        lines.append(trick_on_table(view, names))
    lines += trick_events(view, names, step.number)
    for before, after in pairwise(step.history):
        drawn = [
            f"{shown_name(names[seat])} {' '.join(face(c) for c in cards)}"
            for seat, cards in enumerate(drawn_in(before, after))
            if cards
        ]
        if drawn:
            lines.append(f"-# {pair(tr('Drawn'), ' · '.join(drawn))}")
        if after.action is not None and after.action.verb in (Verb.RESIGN, Verb.TIMEOUT):
            name = shown_name(names[after.action.seat])
            resigned = after.action.verb is Verb.RESIGN
            lines.append(tr("{name} resigned.", name=name) if resigned else tr("{name} left the game.", name=name))
    if last and not end.over:
        lines.append(tr("The game was ended here."))
    return lines


def _sheet(table: Table, number: int) -> str:
    deal = table.game.deals[number]
    return score_sheet(deal.score.marks, table.names, deal.score.totals, carried=deal.base.carried)


def _arrows(table: Table, number: int, at: int, last: int) -> list[Control]:
    """Build the four buttons; each carries the step to which it leads."""
    places = [("|◀", 0), ("◀", max(at - 1, 0)), ("▶", min(at + 1, last)), ("▶|", last)]
    return [
        button(Press(table.id, place, WATCH, f"{number} {to}"), label, disabled=to == at)
        for place, (label, to) in enumerate(places)
    ]


def _deal_menu(table: Table, number: int) -> discord.ui.Item[Any] | None:
    """Build the menu of the deals that may be replayed, where there are several; the newest ones if they are many."""
    open_deals = [n for n, deal in enumerate(table.game.deals) if deal.over or not table.live][-25:]
    if len(open_deals) < 2:
        return None
    options = [(tr("Deal {number}", number=n + 1), f"{n} 0", "") for n in open_deals]
    return menu_row(menu(Press(table.id, 0, WATCH), tr("Another deal"), options, chosen=f"{number} 0"))
