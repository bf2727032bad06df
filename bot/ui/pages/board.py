"""The public board of a deal: before it is dealt, while it is played, and when it is over."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from bot.engine import Phase, View, observe_deal, parse_card
from bot.house.roster import SIGN
from bot.tables import Seal, Status, Table
from bot.tables.values.parts import asked_by
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, button, divider, rows
from bot.ui.pictures import SEAT_EMOJI
from bot.ui.text.faces import PLAIN, Style, face, shown_name
from bot.ui.text.history import (
    exposed_text,
    flowing_history,
    full_history,
    score_sheet,
    sevens_of,
    shortened,
    taken,
    trick_on_table,
    turn_up_text,
)
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.words import goal, moment, rules_line

_TEXT_ROOM = 3900
"""Discord takes 4,000 characters of text in a message; some stay free for what surrounds the history."""


def title(table: Table, deal: int | None = None) -> str:
    """Return the heading that names the table, and the deal."""
    name = tr("Bézique · table {table}", table=table.id)
    return f"### {name} · {tr('deal {number}', number=deal + 1)}" if deal is not None else f"### {name}"


def score_line(view: View, table: Table, *, badges: bool = False) -> str:
    """Return the score in a line: by seat, or side by side with partners; with badges as in the picture."""
    names = [shown_name(name) for name in table.names]
    if badges:
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    if view.rules.partners:
        pairs = [f"{names[0]} + {names[2]}", f"{names[1]} + {names[3]}"]
        parts = [f"{pair} **{total}**" for pair, total in zip(pairs, view.side_totals, strict=True)]
    else:
        parts = [f"{name} **{total}**" for name, total in zip(names, view.totals, strict=True)]
    return "  ·  ".join([*parts, goal(view.rules)])


def seal_line(seal: Seal) -> str:
    """Return the commitment of the sealed shuffle, whole, so that anybody can keep it."""
    return f"-# 🔒 `{seal.commitment}`"


def opened_seal(seal: Seal) -> str:
    """Return what proves the shuffle of a deal that is over: the secret and everything that went into it."""
    went_in = ", ".join(f"`{part.replace('`', 'ˋ')}`" for part in seal.entropy) or "–"
    return "\n".join(
        [
            seal_line(seal),
            f"-# {pair(tr('Secret'), f'`{seal.secret}`')}",
            f"-# {pair(tr('With'), went_in)}",
        ]
    )


def cut_line(table: Table) -> str:
    """Say who cut which card for partners and for the first deal, and so who plays with whom and who deals."""
    rounds = []
    for cuts in table.lots.for_deal:
        cut = [
            f"{shown_name(name)} {face(parse_card(card))}"
            for name, card in zip(table.names, cuts, strict=True)
            if card is not None
        ]
        rounds.append(", ".join(cut))
    lines = ["-# " + tr("Cut for the deal: {rounds}", rounds="; ".join(rounds))] if rounds else []
    if table.lots.for_partners:
        by_seat = zip(table.names, table.lots.for_partners, strict=True)
        cards = ", ".join(f"{shown_name(name)} {face(parse_card(card))}" for name, card in by_seat)
        lines.insert(0, "-# " + tr("Cut for partners: {cards}", cards=cards))
    return "\n".join(lines)


def turn_line(view: View, table: Table) -> str:
    """Say who is to do what."""
    name = shown_name(table.names[view.turn])
    if view.phase is Phase.DECLARE:
        if view.turn != view.leader:
            return tr("**{name}** may declare too", name=name)
        return tr("**{name}** won the trick and may declare", name=name)
    if not view.trick:
        return tr("**{name}** to lead", name=name)
    return tr("**{name}** to play", name=name)


def board(table: Table, deal_after: timedelta, until: datetime | None = None, style: Style = PLAIN) -> Layout:
    """Build the board of a table that is being played: sealed and waiting, or in play.

    Args:
        table: The table.
        deal_after: How long after sealing a deal is dealt by itself.
        until: When the time of the player on move is up, if there is a clock.
        style: How cards appear; it may bring a picture of the table.
    """
    if table.awaits_deal:
        return _sealed(table, deal_after)
    view = table.view()
    seal = table.seal
    assert view is not None  # a deal is on
    assert seal is not None
    names, offered = table.names, asked_by(table.draw) is not None
    badges = style.picture is not None
    head = [title(table, view.number), score_line(view, table, badges=badges), turn_up_text(view)]
    if view.number == 0 and view.tricks_played == 0 and not view.trick:
        head.append(cut_line(table))
    head.append(f"-# {tr('{name} dealt', name=shown_name(names[view.dealer]))}")
    exposed = [
        f"{shown_name(name)}: {exposed_text(view, seat, style)}"
        for seat, name in enumerate(names)
        if view.tables[seat] or sevens_of(view, seat)
    ]
    on_table = trick_on_table(view, names, style)
    now = [tr("**Trick {number}**", number=view.tricks_played + (view.phase is Phase.PLAY)), on_table]
    if view.phase is Phase.DECLARE and view.last_trick is not None:
        now = [tr("**Trick {number}**", number=view.tricks_played), _played(view, table)]
    elif view.last_trick is not None:
        now.insert(0, f"-# {pair(tr('Last trick'), _played(view, table))}")
    time = (
        f" · {tr('time is up {moment}', moment=moment(until))}"
        if until
        else f" · {tr('time is up')}"
        if table.time_is_up
        else ""
    )
    foot = ["\n".join(part for part in now if part), f"{'' if in_words() else '➤ '}{turn_line(view, table)}{time}"]
    texts = [
        "\n".join(line for line in head if line),
        "\n".join(exposed),
        "\n".join(foot),
        seal_line(seal),
        "\n".join([*(_held_lines(table) if table.held else ()), *([draw_line(table)] if offered else ())]),
    ]
    buttons = [my_hand(table), button(routes.Rules(table.id), tr("Rules"))]
    if table.held:
        buttons.append(back_button(table))
    if offered:
        buttons += draw_buttons(table)
    room = _TEXT_ROOM - sum(len(text) for text in texts)
    story = shortened(flowing_history(view, names), room)
    return Layout(
        CLOTH,
        texts[0],
        divider(),
        f"{story}\n{texts[3]}" if story else texts[3],
        *([style.picture] if style.picture is not None else _exposed(texts[1])),
        texts[2],
        texts[4],
        *rows(buttons),
    )


def _exposed(text: str) -> list[discord.ui.Item[discord.ui.LayoutView] | str]:
    return [divider(), tr("**On the table**") + "\n" + text, divider()] if text else [divider()]


def _played(view: View, table: Table) -> str:
    trick = view.last_trick
    assert trick is not None  # the caller has looked
    cards = [f"{shown_name(table.names[trick.seat_of(p)])} {face(c)}" for p, c in enumerate(trick.cards)]
    return taken(" · ".join(cards), f"**{shown_name(table.names[trick.winner])}**")


def my_hand(table: Table) -> Control:
    """Build the button that answers with the player's private panel for as long as the table lives."""
    return button(routes.ShowHand(table.id), tr("My hand"), discord.ButtonStyle.primary)


def draw_line(table: Table) -> str:
    """Say who offers a draw."""
    name = next((seat.name for seat in table.seats if seat.user_id == asked_by(table.draw)), "?")
    return "🤝 " + tr("**{name}** offers a draw. It stands until the next act.", name=shown_name(name))


def draw_buttons(table: Table) -> list[Control]:
    """Build the buttons with which the draw that is offered is accepted or not."""
    return [
        button(routes.AcceptDraw(table.id, table.ply), tr("Accept the draw"), discord.ButtonStyle.success),
        button(routes.DeclineDraw(table.id, table.ply), tr("Play on")),
    ]


def _held_lines(table: Table) -> list[str]:
    """Say for whom the house plays on."""
    names = [shown_name(table.names[seat]) for seat in sorted(table.held)]
    return [tr("{sign} The house holds {name}'s seat until they return.", sign=SIGN, name=name) for name in names]


def back_button(table: Table) -> Control:
    """Build the button with which absent members take their seats back."""
    return button(routes.ComeBack(table.id), tr("I am back"))


def _sealed(table: Table, deal_after: timedelta) -> Layout:
    """Build the board of a deal that is sealed but not dealt: cut, or deal."""
    seal = table.seal
    assert seal is not None  # it awaits its deal
    dealer = table.game.next_dealer()
    if dealer is None:
        dealer = table.lots.dealer
    view = table.view()
    score = score_line(view, table) if view is not None else rules_line(table.rules, table.terms.preset)
    cutters = [shown_name(table.names[seat]) for c in table.cuts
               if c.deal == seal.number and (seat := table.seat_of(c.user_id)) is not None]  # fmt: skip
    return Layout(
        BRASS,
        "\n".join([title(table, seal.number), score]),
        tr("**{name} deals.** The cards are sealed; press **Deal** when you are ready, or **Cut** first "
           "to shuffle a few words of your own into them.", name=shown_name(table.names[dealer]))
        + "\n-# " + tr("Dealt by itself {moment}", moment=moment(seal.opened_at + deal_after))
        + ("\n-# " + tr("Cut by {names}", names=", ".join(cutters)) if cutters else ""),
        "\n".join(_held_lines(table)),
        *rows(
            [
                button(routes.Deal(table.id, table.ply), tr("Deal"), discord.ButtonStyle.success),
                button(routes.Cut(table.id), tr("Cut")),
                button(routes.Rules(table.id), tr("Rules")),
                *([back_button(table)] if table.held else []),
            ]
        ),
        seal_line(seal),
    )  # fmt: skip


def closed_board(table: Table, deal: int) -> Layout:
    """Build what stays of a deal that is over: all its tricks, the score sheet, and the opened seal."""
    played = table.game.deals[deal] if deal < len(table.game.deals) else None
    seal = next((row for row in table.deals if row.number == deal), None)
    if played is None or seal is None:
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."))
    view = observe_deal(played, None)
    names = table.names
    sheet = score_sheet(view.marks, names, view.totals, carried=played.base.carried,
                        partners=view.rules.partners)  # fmt: skip
    proof = opened_seal(seal)
    lines = [title(table, deal), tr("This deal is over. {name} dealt.", name=shown_name(names[view.dealer]))]
    if table.status is Status.ABANDONED and table.end_reason == "abandoned" and deal == len(table.game.deals) - 1:
        lines.append(tr("Nobody has played for a long time, so the game is closed without a result."))
    head = "\n".join(lines)
    room = _TEXT_ROOM - len(head) - len(sheet) - len(proof)
    back = [
        button(routes.ShowHands(table.id, deal), tr("Show all hands")),
        button(routes.Watch(table.id, deal), tr("Replay")),
    ]
    return Layout(
        SLATE, head, shortened(full_history(view, names), room), divider(), sheet, divider(), proof, *rows(back)
    )


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build what stays where a board was before it was posted again further down."""
    seal = next((row for row in table.deals if row.number == deal), None)
    text = tr("The board of this table has moved down: {link}", link=f"[{tr('To the board')}]({link})")
    return Layout(SLATE, f"-# {title(table, deal).removeprefix('### ')}\n{text}", seal_line(seal) if seal else None)
