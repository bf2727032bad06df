"""What can I declare? The page of a player's panel that answers it, and the question before a costly declaration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, CardSet, Verb, View
from bot.engine.advice import Advice, Missing, Near, Possible, advise
from bot.engine.cards import RANK_MASKS, kinds_in
from bot.engine.combinations import BY_NAME
from bot.engine.foresight import Cost, cost_of, costs
from bot.tables import Table
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, CLOTH, Control, Layout, button, divider, rows
from bot.ui.text.faces import face, faces, hand_line, sorted_hand
from bot.ui.text.i18n import mark, tr, trn
from bot.ui.text.wordings import reason_sentence
from bot.ui.text.words import combination_title

from .board import title
from .panel import label

_MOST_NEAR = 8
_MOST_HOPELESS = 3
_MOST_BLOCKED = 5
_RANK_WORDS = mark(("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace"))
_RANKS_WORDS = mark(("sevens", "eights", "nines", "knaves", "queens", "kings", "tens", "aces"))


def advice_page(table: Table, view: View) -> Layout:
    """Build the page that tells a player what can be declared, what is nearly complete, and what is blocked."""
    seat = view.seat
    assert seat is not None  # only players have a panel
    advice = advise(view)
    cards = hand_line(view.hand | view.tables[seat])
    head = "\n".join([title(table, view.number), f"**{tr('What can I declare?')}**", cards])
    back = rows([button(routes.ShowPanel(table.id, table.ply), tr("Back to my cards"), discord.ButtonStyle.primary)])
    return Layout(BRASS if view.to_play else CLOTH, head, *_parts(advice, view), *back)


def _parts(advice: Advice, view: View) -> list[discord.ui.Item[Any] | str | None]:
    if not view.stock or view.over:
        return [tr("The stock is gone: nothing can be declared any more in this deal (ruling 8).")]
    parts: list[discord.ui.Item[Any] | str | None] = []
    if advice.now or (advice.mine and advice.sevens):
        parts.append(_section(tr("Now"), _possible(advice.now, view) + _sevens(advice.sevens, view, now=advice.mine)))
    if advice.later or (advice.sevens and not advice.mine):
        later = _possible(advice.later, view) + _sevens(() if advice.mine else advice.sevens, view, now=False)
        parts.append(_section(_when(advice, view), later))
    if not parts:
        parts.append(tr("Nothing you hold can be declared at present."))
    if not advice.turns:
        parts.append(tr("This is the last chance to declare in this deal (ruling 8)."))
    near = [each for each in advice.near if each.can_come][:_MOST_NEAR]
    if near:
        parts.append(_section(tr("Nearly"), [_near(each) for each in near]))
    hopeless = [each for each in advice.near if not each.can_come][:_MOST_HOPELESS]
    if hopeless:
        parts.append(_section(tr("Cannot come any more"), [_hopeless(each) for each in hopeless]))
    if advice.blocked:
        parts.append(
            _section(
                tr("Not allowed"),
                [
                    f"• {_named(each.row.name, each.cards)}\n-# {_because(each.refusal.reason.ruling)}"
                    f"{reason_sentence(each.refusal, view.rules)}"
                    for each in advice.blocked[:_MOST_BLOCKED]
                ],
            )
        )
    parts.append(divider())
    parts.append("-# " + _time_left(advice))
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
        line = f"• {_named(each.row.name, cards)} **+{each.row.points}**"
        if len(cards) > each.takes:
            line += " " + tr("(any {count} of them)", count=each.takes)
        if each.action in price:
            line += f"\n-# ⚠ {cost_sentence(price[each.action], view)}"
        lines.append(line)
    return lines


def _sevens(found: Sequence[Action], view: View, *, now: bool) -> list[str]:
    return [f"• {label(each, view)}" + ("" if now else f" {tr('(does not use up a declaration)')}") for each in found]


def _named(name: str, cards: CardSet) -> str:
    return f"{combination_title(name)} {faces(sorted_hand(cards))}"


def _because(ruling: int) -> str:
    return tr("Ruling {number}: ", number=ruling) if ruling else ""


def _wanted(missing: Missing) -> str:
    """Name what is missing: the card itself, or so many of a rank."""
    kinds = kinds_in(missing.wanted.mask)
    if kinds.bit_count() == 1:
        card = next(iter(CardSet(kinds)))
        return faces([card] * missing.lacking)
    rank = next(rank for rank, mask in enumerate(RANK_MASKS) if kinds & mask)
    words = _RANK_WORDS if missing.lacking == 1 else _RANKS_WORDS
    return trn("one more {rank}", "{count} more {rank}", missing.lacking, rank=tr(words[rank]))


def _near(near: Near) -> str:
    """Write a combination that is nearly complete: what is held, what is missing, how many of it are unseen."""
    lacking = []
    for each in near.missing:
        words = f"**{_wanted(each)}**"
        if each.turn_up:
            words += " " + tr("(the turn-up, for your seven)")
        else:
            words += " " + trn("({count} unseen)", "({count} unseen)", each.unseen)
        lacking.append(words)
    return f"• {_named(near.row.name, near.held)} +{near.row.points}: {tr('lacks {cards}', cards=' · '.join(lacking))}"


def _hopeless(near: Near) -> str:
    gone = [each for each in near.missing if not each.can_come]
    if gone:
        why = tr("{cards}: played, or seen with others", cards=" · ".join(_wanted(each) for each in gone))
    else:
        why = tr("{cards}: no draws left for it", cards=" · ".join(_wanted(each) for each in near.missing))
    return f"• {_named(near.row.name, near.held)} ({why})"


def _time_left(advice: Advice) -> str:
    left = trn(
        "One trick is left after which something can be declared.",
        "{count} tricks are left after which something can be declared.",
        advice.turns,
    )
    return f"{left} {tr('Unseen cards lie in the stock or in other hands; nobody looks there for you.')}"


# ---------------------------------------------------------------- a warning before a declaration


def cost_sentence(cost: Cost, view: View) -> str:
    """Say in a sentence what a declaration would cost, and what to do instead."""
    if cost.action.verb is Verb.SHOW:
        return tr(
            "You could exchange it for {card} instead, for the same 10; a seven that was shown stays where it is.",
            card=face(view.turn_up),
        )
    name = _lower(cost.lost)
    if cost.lacking is not None:
        return tr(
            "You lack only {card} for {name} (+{points}), and these cards would be used up for it.",
            card=_wanted(cost.lacking.missing[0]),
            name=name,
            points=BY_NAME[cost.lost.name].points,
        )
    if len(cost.plan) == 2 and cost.first:
        return tr("You could declare {name} first, for {points} more.", name=name, points=cost.points)
    if len(cost.plan) == 1:
        return tr("You could declare {name} instead, for {points} more.", name=name, points=cost.points)
    return tr(
        "{plan}, in this order, would bring {points} more.",
        plan=", ".join(_lower(each) for each in cost.plan),
        points=cost.points,
    )


def _lower(action: Action) -> str:
    return f"**{combination_title(action.name).lower()}** {faces(sorted_hand(action.cards))}"


def warning_page(table: Table, view: View, cost: Cost) -> Layout:
    """Build the page that asks once before a declaration that costs a later one."""
    action = cost.action
    if action.verb is Verb.SHOW:
        asked, anyway = f"**{label(action, view)}**", tr("Show it anyway")
    else:
        points = BY_NAME[action.name].points
        asked = f"**{_named(action.name, CardSet.of(action.cards))} +{points}**"
        anyway = tr("Declare anyway")
    lines = [f"⚠ {cost_sentence(cost, view)}"]
    if cost.refusal is not None:
        lines.append(f"-# {_because(cost.refusal.reason.ruling)}{reason_sentence(cost.refusal, view.rules)}")
    if cost.lacking is None and action.verb is not Verb.SHOW and cost.plan[0] != action:
        lines.append("-# " + tr("For the rest you would have to win another trick before the stock is gone."))
    buttons: list[Control] = []
    better = cost.plan[0]
    if cost.lacking is None and better in view.legal and better != action:
        buttons.append(_act(table, better, label(better, view), discord.ButtonStyle.success))
    buttons.append(_act(table, action, anyway, discord.ButtonStyle.secondary))
    buttons.append(button(routes.ShowPanel(table.id, table.ply), tr("Back")))
    return Layout(BRASS, title(table, view.number), asked, "\n".join(lines), *rows(buttons, 2))


def _act(table: Table, action: Action, text: str, style: discord.ButtonStyle) -> Control:
    return button(routes.Act(table.id, table.ply, action.words), text, style)


def find_cost(view: View, words: str) -> Cost | None:
    """Return what an action costs that a control names by its words, if it may be done now and costs anything."""
    action = next((each for each in view.legal if each.words == words), None)
    return None if action is None else cost_of(view, action)
