"""The page of a player's panel that tells what can be declared, with a control for each declaration possible now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, CardSet, Refusal, View
from bot.engine.advice import Advice, Near, Possible, advise
from bot.engine.foresight import Cost, costs
from bot.tables import Refused, Table, Why
from bot.ui.kit.controls import BRASS, CLOTH, Layout, button, divider, rows
from bot.ui.routes import table as table_routes
from bot.ui.text.faces import hand_line, own_hand
from bot.ui.text.i18n import tr, trn
from bot.ui.text.scoring import spoken
from bot.ui.text.wordings import reason_sentence, ruling_of
from cogs.table.app import App, Interaction
from cogs.table.pages.board import title
from cogs.table.pages.declaring import cost_sentence, label, named, offered, offers, wanted

_MOST_NEAR = 8
_MOST_HOPELESS = 3
_MOST_BLOCKED = 5


def advice_page(table: Table, view: View) -> Layout:
    """Build the page that tells a player what can be declared, what is nearly complete, and what is blocked."""
    advice = advise(view)
    cards = hand_line(own_hand(view))
    head = "\n".join([title(table, view.number), f"**{tr('What can I declare?')}**", cards])
    ply = table.ply_for(table.users[view.seat or 0])
    back = rows([button(table_routes.ShowPanel(table.id, ply), tr("Back to my cards"), discord.ButtonStyle.primary)])
    return Layout(BRASS if view.to_play else CLOTH, head, *_parts(advice, view, table), *back)


def _parts(advice: Advice, view: View, table: Table) -> list[discord.ui.Item[Any] | str | None]:
    if view.last_eight or view.over:
        return [tr("The stock is gone: no more declaring (ruling 8).")]
    parts: list[discord.ui.Item[Any] | str | None] = []
    can_now = offered(view)
    sevens = [each for each in advice.sevens if each in can_now]
    if advice.now or sevens:
        parts.append(_section(tr("Now"), _possible(advice.now, view) + _sevens(sevens, view, now=True)))
        parts += offers(view, table, can_now)
    waiting = [each for each in advice.sevens if each not in sevens]
    if advice.later or waiting:
        later = _possible(advice.later, view) + _sevens(waiting, view, now=False)
        parts.append(_section(_when(advice, view), later))
    if not parts:
        parts.append(tr("Nothing you hold can be declared now."))
    if not advice.turns:
        parts.append(tr("Last chance to declare (ruling 8)."))
    near = [each for each in advice.near if each.can_come][:_MOST_NEAR]
    if near:
        parts.append(_section(tr("Nearly"), [_near(each, view) for each in near]))
    hopeless = [each for each in advice.near if not each.can_come][:_MOST_HOPELESS]
    if hopeless:
        parts.append(_section(tr("No longer possible"), [_hopeless(each) for each in hopeless]))
    again = [each for each in advice.blocked if each.until_played][:_MOST_BLOCKED]
    if again:
        lines = [f"• {named(each.row.name, each.cards)} **+{spoken(each.row.points, view.rules)}**" for each in again]
        parts.append(_section(tr("Again, once one of its cards has been played"), lines))
    blocked = [each for each in advice.blocked if not each.until_played][:_MOST_BLOCKED]
    if blocked:
        parts.append(
            _section(
                tr("Not allowed"),
                [f"• {named(each.row.name, each.cards)}\n-# {_because(each.refusal, view)}" for each in blocked],
            )
        )
    parts.append(divider())
    left = tr("Tricks left to declare after: {count}.", count=advice.turns)
    parts.append(f"-# {left} {tr('Unseen cards lie in stock or other hands.')}")
    return parts


def _section(heading: str, lines: Sequence[str]) -> str:
    return "\n".join([f"**{heading}**", *lines])


def _when(advice: Advice, view: View) -> str:
    if advice.mine:
        return tr("After you win another trick")
    if view.rules.partners:
        return tr("After your side wins a trick")
    return tr("After you win a trick")


def _possible(found: Sequence[Possible], view: View) -> list[str]:
    price = costs(view, [each.action for each in found])
    lines = []
    for each in found:
        cards = CardSet.of(each.action.cards) if len(each.cards) == each.takes else each.cards
        line = f"• {named(each.row.name, cards)} **+{spoken(each.row.points, view.rules)}**"
        if len(cards) > each.takes:
            line += " " + tr("(any {count} of them)", count=each.takes)
        if each.action in price:
            line += "\n" + _cost(price[each.action], view)
        lines.append(line)
    return lines


def _cost(cost: Cost, view: View) -> str:
    """Say what a declaration would cost, and by which ruling."""
    line = f"-# ⚠ {cost_sentence(cost, view)}"
    if cost.refusal is not None:
        line += f"\n-# {_because(cost.refusal, view)}"
    if cost.lacking is None and cost.plan[0] != cost.action:
        line += "\n-# " + tr("The rest takes another trick before the stock is gone.")
    return line


def _sevens(found: Sequence[Action], view: View, *, now: bool) -> list[str]:
    return [f"• {label(each, view)}" + ("" if now else f" {tr('(does not use up a declaration)')}") for each in found]


def _because(refusal: Refusal, view: View) -> str:
    ruling = ruling_of(refusal.reason, view.rules)
    return (tr("Ruling {number}: ", number=ruling) if ruling else "") + reason_sentence(refusal, view.rules)


def _near(near: Near, view: View) -> str:
    """Write a combination that is nearly complete: the cards held, the cards missing, and the unseen copies of each."""
    lacking = []
    for each in near.missing:
        words = f"**{wanted(each)}**"
        if each.turn_up:
            words += " " + tr("(the turn-up, for a seven of trumps)")
        elif view.searchable or view.opened:  # otherwise the count would tell of tricks that may not be looked at
            words += " " + trn("({count} unseen)", "({count} unseen)", each.unseen)
        lacking.append(words)
    points = spoken(near.row.points, view.rules)
    return f"• {named(near.row.name, near.held)} +{points}: {tr('lacks {cards}', cards=' · '.join(lacking))}"


def _hopeless(near: Near) -> str:
    gone = [each for each in near.missing if not each.can_come]
    if gone:
        why = tr("{cards}: played, or seen with others", cards=" · ".join(wanted(each) for each in gone))
    else:
        why = tr("{cards}: no draws left for it", cards=" · ".join(wanted(each) for each in near.missing))
    return f"• {named(near.row.name, near.held)} ({why})"


async def show_advice(app: App, interaction: Interaction, route: table_routes.Advise) -> None:
    table, user = await app.table_here(interaction, route.table_id, for_panel=True), interaction.user.id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    view = table.view(user) if table.live and not table.awaits_deal else None
    await app.page_in_panel(interaction, table, advice_page(table, view) if view is not None else None)
