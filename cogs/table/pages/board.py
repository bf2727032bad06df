"""The public board of a deal: before it is dealt, while it is played, and once it is over or has moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.engine import Phase, View, observe_deal, parse_card
from bot.engine.lots import DealerBy, SeatsBy
from bot.house.roster import SIGN
from bot.tables import Message, Status, Table, number_of
from bot.tables.archive import Frozen
from bot.tables.decisions.adjourning import LEFT_ADJOURNED
from bot.tables.decisions.consent import yet_to_draw
from bot.tables.decisions.dealing import ROUND
from bot.tables.decisions.fixtures import ROUND_OVER
from bot.tables.decisions.moderating import MODERATED
from bot.tables.decisions.play import GIVEN_UP
from bot.tables.values.parts import asked_by
from bot.tables.values.seen import Seen
from bot.tables.values.times import Holiday
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, button, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import rules as rules_routes
from bot.ui.routes import table as table_routes
from bot.ui.text.deals import deal_points, declarations, named, score_pad
from bot.ui.text.faces import PLAIN, SEAT_EMOJI, Picture, Style, face, short_names, shown_name
from bot.ui.text.happened import happened_lately
from bot.ui.text.history import exposed_text, lies_before, taken, trick_on_table, turn_up_text
from bot.ui.text.honour_table import held_line, lift_lines, waited_for
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.scoring import goal, spoken
from bot.ui.text.table_lines import house_line
from bot.ui.text.words import book_line, joined, moment, rules_line, series_words
from cogs.table.pages.adjourning import adjourned_words, go_on_button, name_of
from cogs.table.pages.seals import carried, cut_by, fair_deal, seal_line, void_seals

_TEXT_ROOM: Final = 690
"""Characters of text to be shared out on a board in play, which holds 700 at most.

Above its picture stands the heading alone.
"""
_DECLARED: Final = 280
"""Most characters of score and declarations: more would push the buttons off a phone's screen."""
_DECLARED_BY_FOUR: Final = 235
"""Most characters of score and declarations with four seats, as each seat begins a line of its own."""
_DECLARED_BY_PARTNERS: Final = 185
"""Most characters of score and declarations with partners, where the sides have lines above the seats'."""
_FOUR: Final = 4
_LATELY: Final = 200
"""Most characters that tell of claims and draws at an honour table."""
_MUCH: Final = 300
"""Length in characters beyond which exposed cards are written suit by suit, which is shortest."""


def title(table: Table, deal: int | None = None) -> str:
    """Return the heading that names the table, and the deal."""
    if table.daily is not None:
        return f"### {tr('Daily deal {number}', number=table.daily.number)}"
    name = tr("Bézique · table {table}", table=table.number)
    if in_words():
        name = name.replace(" · ", ", ")
    between = ", " if in_words() else " · "
    if table.series is not None and deal is not None:
        name += between + series_words(table.series)
    return f"### {name}{between}{tr('deal {number}', number=deal + 1)}" if deal is not None else f"### {name}"


def board_link(table: Table) -> str:
    """Return a link to a table's board, or its channel's address; the link has a short text, as addresses are long."""
    board = table.message("board") or table.message(ROUND)
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return f"[{tr('To the board')}]({place}/{board.message_id})" if board is not None else place


def name_in_line(table: Table, deal: int | None = None) -> str:
    """Return the name of the table, and of the deal, as it begins a line."""
    return title(table, deal).removeprefix("### ")


def score_line(view: View, table: Table, *, badges: bool = False) -> str:
    """Return the score in a line, by seat or, with partners, by side; with the picture's badges if asked for."""
    names = [_of_house(name) for name in table.names]
    if badges:
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    if view.rules.partners:
        pairs = [_beside(names[0], names[2]), _beside(names[1], names[3])]
        parts = [f"{pair} **{spoken(total, view.rules)}**" for pair, total in zip(pairs, view.side_totals, strict=True)]
    else:
        parts = [f"{name} **{spoken(total, view.rules)}**" for name, total in zip(names, view.totals, strict=True)]
    return "  ·  ".join([*parts, goal(view.rules)])


def _of_house(name: str) -> str:
    if not in_words() or not name.startswith(SIGN):
        return shown_name(name)
    return tr("{name} of the house", name=shown_name(name.removeprefix(SIGN).strip()))


def _beside(first: str, second: str) -> str:
    return tr("{first} and {last}", first=first, last=second) if in_words() else f"{first} + {second}"


def cut_line(table: Table) -> str:
    """Say which cards were cut for the first deal and for partners, and whether lots decided the seats."""
    rounds = []
    for cuts in table.lots.for_deal:
        cut = [
            f"{shown_name(name)} {face(parse_card(card))}"
            for name, card in zip(table.names, cuts, strict=True)
            if card is not None
        ]
        rounds.append(", ".join(cut))
    lines = ["-# " + tr("Cut for the deal: {rounds}", rounds="; ".join(rounds))] if rounds else []
    written = table.lots.written
    if written is not None and written.seats is SeatsBy.DRAWN:
        names = [shown_name(name) for name in table.names]
        lines.insert(0, "-# " + tr("Drawn by lot: {names}, in this order round the table", names=", ".join(names)))
    return "\n".join(lines)


def turn_line(view: View, table: Table) -> str:
    if view.honour is not None:
        return waited_for(view, named(table.names))
    name = shown_name(table.names[view.turn])
    if view.phase is Phase.DECLARE:
        if view.turn != view.leader:
            return tr("**{name}** may declare too", name=name)
        if table.awaited not in (None, table.users[view.turn]):  # the house has won it, and its partner's clock runs
            partner = shown_name(table.names[(view.turn + 2) % 4])
            return tr("**{name}** won the trick; {partner} may declare too, then {name} leads",
                      name=name, partner=partner)  # fmt: skip
        return tr("**{name}** won the trick and may declare, then leads", name=name)
    if not view.trick:
        return tr("**{name}** to lead", name=name)
    return tr("**{name}** to play", name=name)


def board(
    table: Table,
    deal_after: timedelta,
    until: datetime | None = None,
    style: Style = PLAIN,
    *,
    late: bool = False,
    without: Sequence[int] = (),
    away: Sequence[str] = (),
) -> Layout:
    """Build the board of a table that is being played: sealed and waiting, or in play.

    Args:
        deal_after: Time after sealing at which a deal is dealt automatically.
        without: The users whose panels were not posted below it.
        away: Lines that say until when players are on holiday, and that the game is not rated.
    """
    if table.awaits_deal:
        return _sealed(table, deal_after, away)
    seen = table.seen_by(None)
    view = seen.view
    assert view is not None  # a deal is on
    offered = asked_by(table.draw) is not None
    head = title(table, view.number)
    shown = "" if style.picture is not None else _in_text(view, table, style)
    if len(shown) > _MUCH:
        shown = _in_text(view, table, style, by_suit=True)
    asked = "\n".join([*(_held_lines(table) if table.held else ()), *([draw_line(table)] if offered else ()), *away])
    course = [f"{'' if in_words() else '➤ '}{turn_line(view, table)}{time_left(until, late=late)}"]
    if table.adjourned is not None:
        course = [adjourned_words(table)]
    names = named(table.names)
    dealt = tr("{name} dealt", name=names[view.dealer])
    book = f"-# {book_line(view.rules, table.terms.preset)} · {goal(view.rules)} · {dealt}"
    if without and table.adjourned is None:
        whose = ", ".join(names[table.seat_of(user) or 0] for user in without)
        course.append("-# " + tr("{names}: press **My hand**, and your cards come below.", names=whose))
    last = f"-# {pair(tr('Last trick'), _played(view, names, style))}" if view.last_trick is not None else ""
    if style.picture is not None:
        names = [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]
    room = _TEXT_ROOM - sum(map(len, [head, shown, asked, *course, book]))
    margin = 4 * view.players + 8
    least = len("\n".join(declarations(view, names, most=0))) + margin + 4
    if last and (view.honour is None or len(last) < room - least):  # without room, *Tricks* has it at an honour table
        course.append(last)
        room -= len(last)
    first = view.number == 0 and not view.tricks_played
    cut = cut_line(table) if first and not view.trick else ""
    if cut and len(cut) < room:
        course.append(cut)
        room -= len(cut)
    if first:
        house = f"-# {line}" if (line := house_line(table)) else ""
        if house and len(house) < room:
            course.append(house)
            room -= len(house)
    if lately := happened_at(table, seen, style, room=min(_LATELY, room - least)):
        course.append(f"-# {lately}")
        room -= len(lately) + 4
    most = _DECLARED if view.players < _FOUR else _DECLARED_BY_PARTNERS if view.rules.partners else _DECLARED_BY_FOUR
    signs = SEAT_EMOJI if style.picture is not None else ()
    declared = declarations(view, names, most=min(most, room - margin), signs=signs)
    buttons = [
        my_hand(table),
        button(table_routes.ShowTricks(table.id, view.number), tr("Tricks")),
        button(table_routes.ShowProof(table.id, view.number), tr("Fair deal")),
        button(rules_routes.Rules(table.id), tr("Rules")),
    ]
    if table.held:
        buttons.append(back_button(table))
    if table.adjourned is not None:
        buttons.insert(0, go_on_button(table))
    return Layout(
        CLOTH if table.adjourned is None else SLATE,
        head,
        style.picture,
        shown,
        "\n".join(course),
        "\n".join([*(f"-# {line}" for line in declared), book]),
        asked,
        *rows(buttons),
        *rows(draw_buttons(table) if offered else []),
    )


def happened_at(table: Table, seen: Seen, style: Style, *, room: int) -> str:
    """Tell the public part of recent acts at an honour table besides plays and declarations; elsewhere nothing."""
    deal = seen.game.deal
    if deal is None or deal.honour is None:
        return ""
    return happened_lately(deal, seen.done, short_names(table.names), replace(style, emojis={}), room=room)


def time_left(until: datetime | None, *, late: bool) -> str:
    """Say after whose turn it is when their time will be up, or that it is; without a clock, nothing."""
    if late:
        return f" · {tr('time is up')}"
    if until is None:
        return ""
    when = moment(until)
    return f" · {tr('time is up {moment}', moment=when) if in_words() else f'⏳ {when}'}"


def _in_text(view: View, table: Table, style: Style, *, by_suit: bool = False) -> str:
    """Write what a picture of the table shows; exposed cards `by_suit` are shorter than as they were declared."""
    names = named(table.names)
    lines = [turn_up_text(view)]
    lines += [
        pair(names[seat], exposed_text(view, seat, style, by_suit=by_suit))
        for seat in range(view.players)
        if lies_before(view, seat)
    ]
    lines += [*lift_lines(view, names, style), *([held_line(view, names)] if view.honour is not None else ())]
    if view.trick:
        number = tr("Trick {number}", number=view.tricks_played + 1)
        lines.append(pair(f"**{number}**", trick_on_table(view, short_names(table.names), style)))
    return "\n".join(lines)


def _played(view: View, names: Sequence[str], style: Style) -> str:
    """Write the last trick: the card of each player, and its winner."""
    trick = view.last_trick
    assert trick is not None  # the caller has checked
    who, write = list(names), face if style.picture is not None else style.card
    if style.picture is not None and view.players >= _FOUR:  # four names would push the buttons off a phone
        who = list(SEAT_EMOJI)
    cards = [f"{who[trick.seat_of(place)]} {write(card)}" for place, card in enumerate(trick.cards)]
    return taken((", " if in_words() else " · ").join(cards), f"**{names[trick.winner]}**")


def my_hand(table: Table) -> Control:
    """Build the button that shows a player's private panel; it works as long as the table is live."""
    return button(table_routes.ShowHand(table.id), tr("My hand"), discord.ButtonStyle.primary)


def draw_line(table: Table) -> str:
    """Say who offers a draw and, with more than two players, who has yet to agree."""
    name = name_of(table, asked_by(table.draw))
    return "🤝 " + tr("**{name}** offers a draw. It stands until the next move.", name=name) + _yet_to_agree(table)


def own_draw_line(table: Table) -> str:
    """Tell the player who offers a draw that the offer stands and, with more than two players, who has yet to agree."""
    return "🤝 " + tr("You offer a draw. It stands until the next move.") + _yet_to_agree(table)


def _yet_to_agree(table: Table) -> str:
    if len(table.seats) == 2:
        return ""
    return " " + tr("Yet to agree: {names}.", names=joined([name_of(table, user) for user in yet_to_draw(table)]))


def draw_buttons(table: Table) -> list[Control]:
    ply = table.draw.ply if table.draw is not None else table.ply_for(None)
    return [
        button(table_routes.AcceptDraw(table.id, ply), tr("Accept the draw"), discord.ButtonStyle.success),
        button(table_routes.DeclineDraw(table.id, ply), tr("Play on")),
    ]


def _held_lines(table: Table) -> list[str]:
    names = [shown_name(table.names[seat]) for seat in sorted(table.held)]
    lines = [tr("{sign} The house holds {name}'s seat until they return.", sign=SIGN, name=name) for name in names]
    return lines if table.terms.friendly else [*lines, tr("The game is not rated any more.")]


def back_button(table: Table) -> Control:
    return button(table_routes.ComeBack(table.id), tr("I am back"))


def _sealed(table: Table, deal_after: timedelta, away: Sequence[str]) -> Layout:
    """Build the board of a sealed deal: with the buttons to cut and deal, or while its cards are being dealt."""
    seal, view = table.deals[-1], table.view()
    score = score_line(view, table) if view is not None else rules_line(table.rules, table.terms.preset)
    colour = BRASS if table.adjourned is None else SLATE
    buttons = [button(table_routes.ShowProof(table.id, seal.number), tr("Fair deal"))]
    if table.private and not table.being_dealt:  # the proof stands behind the panel's menu
        label = tr("Next deal") if seal.number else tr("Deal")
        deals = button(table_routes.Deal(table.id, table.ply_for(None)), label, discord.ButtonStyle.success)
        held, void = (
            "\n".join([*(_held_lines(table) if table.held else ()), *away]),
            void_seals(table.sealing.void, seal.number),
        )
        head = "\n".join([title(table, seal.number), score])
        return Layout(colour, head, held, *rows([deals]), void, seal_line(seal))
    if table.being_dealt:
        said = tr("The cuts are closed. The cards are being dealt …")
        buttons.insert(0, my_hand(table))
    elif table.adjourned is not None:
        said = adjourned_words(table)
        buttons.insert(0, go_on_button(table))
    else:
        said = _who_deals(table)
        if not table.private:  # where only its player's click can bring the message of the deal
            said += "\n-# " + tr("Dealt by itself {moment}", moment=moment(seal.opened_at + deal_after))
        said += f"\n-# {cutters}" if (cutters := cut_by(table)) else ""
        deals = button(table_routes.Deal(table.id, table.ply_for(None)), tr("Deal"), discord.ButtonStyle.success)
        buttons = [deals, button(table_routes.Cut(table.id), tr("Cut")), *buttons]
    buttons.append(button(rules_routes.Rules(table.id), tr("Rules")))
    buttons += [back_button(table)] if table.held else []
    return Layout(
        colour,
        "\n".join([title(table, seal.number), score]),
        said,
        "\n".join([*(_held_lines(table) if table.held else ()), *away]),
        *rows(buttons),
        void_seals(table.sealing.void, seal.number),
        seal_line(seal),
    )


def _who_deals(table: Table) -> str:
    dealer, written = table.game.next_dealer(), table.lots.written
    if dealer is None and written is not None and written.dealer is DealerBy.CUT:
        return tr("The cards are sealed: **Deal** deals them, and **Cut** first shuffles them once more.")
    name = shown_name(table.names[table.lots.dealer if dealer is None else dealer])
    return tr("**{name} deals.** The cards are sealed: **Deal** deals them, and **Cut** first shuffles them once more.",
              name=name)  # fmt: skip


def away_lines(table: Table, away: Iterable[tuple[int, Holiday]], now: datetime) -> list[str]:
    """Say which players of a table are on holiday, or will be, and until when."""
    lines = []
    for user, holiday in away:
        name, until = name_of(table, user), last_day(holiday)
        if holiday.starts <= now:
            words = tr("{name} is away until {day}.", name=name, day=until)
        else:
            words = tr("{name} is away from {first} to {last}.", name=name, first=first_day(holiday), last=until)
        lines.append(f"-# {words}")
    return lines


def first_day(holiday: Holiday) -> str:
    return moment(holiday.starts + _NOON, "D")


def last_day(holiday: Holiday) -> str:
    return moment(Holiday(holiday.last, holiday.last, holiday.offset).starts + _NOON, "D")


_NOON = timedelta(hours=12)
"""Time of day by which a date is shown, so that readers in other time zones see the same date."""


def closed_board(table: Table, deal: int, picture: Picture | None = None) -> Layout:
    """Build the final board of a deal that is over.

    The newest deal keeps its score lines and commitment. Once the next board or the result is below, an earlier one
    folds to its picture and a line.
    """
    played = len(table.game.deals)
    view = observe_deal(table.game.deals[deal], None) if deal < played else None
    seal = next((row for row in table.deals if row.number == deal), None)
    if view is None or seal is None:
        controls = rows([fair_deal(table, deal)] if seal is not None else [])
        proofs = [void_seals(table.sealing.void, deal), seal_line(seal) if seal is not None else None]
        return Layout(SLATE, title(table, deal), tr("This deal was never dealt."), *controls, *proofs)
    following, void = carried(table, deal), void_seals(table.sealing.void, deal)
    replay = button(archive_routes.Watch(table.id, deal), tr("Replay"))
    controls = rows([replay] if table.private else [replay, fair_deal(table, deal)])
    carried_before = table.game.deals[deal].base.carried
    if deal < played - 1 or table.status is Status.FINISHED:
        line = " · ".join([name_in_line(table, deal), *deal_points(view, _badged(table), carried_before)])
        proofs = [void, seal_line(following or seal)] if following is not None or void is not None else []
        return Layout(SLATE, f"-# {line}", picture, *controls, *proofs)
    over = tr("This deal is over. {name} dealt.", name=named(table.names)[view.dealer])
    said = [title(table, deal), f"-# {over}", *_how_it_ended(table)]
    sheet = None
    if picture is None:
        sheet = "\n".join(f"-# {line}" for line in score_pad(view, _badged(table), carried_before))
    return Layout(SLATE, "\n".join(said), sheet, picture, *controls, void,
                  None if table.private and following is None else seal_line(following or seal))  # fmt: skip


def _badged(table: Table) -> list[str]:
    """Return the names of a table's players, with the picture's badges where signs are shown."""
    names = named(table.names)
    return names if in_words() else [f"{badge} {name}" for badge, name in zip(SEAT_EMOJI, names, strict=False)]


def dealt_below(table: Table) -> Layout:
    """Build what is left of a message that carried only a deal's commitment, as its cards are on another one.

    At a private table it also takes the place of the message of a deal in play that has moved down. If the deal has
    been sealed anew, the message keeps the seals from before, and the button that opens them.
    """
    seal = table.deals[-1]
    void, cutters = void_seals(table.sealing.void, seal.number), cut_by(table)
    line = " · ".join(part for part in (name_in_line(table, seal.number), tr("dealt below"), cutters) if part)
    shown = [f"-# {line}", *([void] if void is not None else [])]
    if void is None or seal.message_id is not None:
        shown.append(seal_line(seal))
    return Layout(SLATE, *rows([fair_deal(table, seal.number)] if void is not None else []), "\n".join(shown))


def _how_it_ended(table: Table) -> list[str]:
    """Say why a game ended other than by play, a draw, resigning or a claim."""
    if table.status is Status.ABANDONED and table.end_reason == "abandoned":
        return [tr("Nobody went on: closed without a result.")]
    if table.end_reason == LEFT_ADJOURNED:
        return [tr("Nobody went on: closed without a result.")]
    if table.end_reason == GIVEN_UP:
        return [tr("This practice is given up; nothing of it is kept.")]
    if table.end_reason == MODERATED:
        return [tr("A moderator has closed this game; it has no result.")]
    if table.end_reason == ROUND_OVER:
        return [tr("The round's time is over, so the points as they stand decide.")]
    return []


def frozen_board(table: Frozen, deal: int) -> Layout:
    """Build the final board of a damaged table; its button opens the seals of this deal and of later ones."""
    seal = next((seal for seal in table.deals if seal.number == deal), None)
    proof = button(table_routes.ShowProof(table.id, deal), tr("Fair deal"))
    return Layout(
        SLATE,
        f"### {tr('Table {table}', table=number_of(table.id))}",
        tr("This game cannot go on: its record is damaged. It has no result; other tables go on."),
        *rows([proof] if seal is not None else []),
        seal_line(seal) if seal is not None else None,
    )


def lost_message(table: Table, board: Message | None) -> Layout:
    """Build what is left of a message of a table's that a restored backup does not know."""
    way = "`/hand`"
    if board is not None:
        link = f"https://discord.com/channels/{table.guild_id}/{board.channel_id}/{board.message_id}"
        way = f"[{tr('To the board')}]({link})"
    words = tr("no longer part of the game; go on at {way}", way=way)
    return Layout(SLATE, f"-# {name_in_line(table)} · {words}")


def moved_board(table: Table, deal: int, link: str) -> Layout:
    """Build the line that replaces a board after it was posted again further down."""
    below = tr("moved down: {link}", link=f"[{tr('To the board')}]({link})")
    moved = f"-# {name_in_line(table, deal)} · {below}"
    seal = carried(table, deal) or next((row for row in table.deals if row.number == deal), None)
    return Layout(SLATE, moved if seal is None else f"{moved}\n{seal_line(seal)}")
