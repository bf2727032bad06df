"""Pages of finished games: their list, files and replays."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import discord

from bot.engine import CardSet, Deal, Phase, Verb, observe_deal
from bot.engine.record import write_record
from bot.tables import Finished, Table, number_of
from bot.tables.values.moments import Moment, drawn_in, hands_of, moments
from bot.tables.values.restore import table_record
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, divider, menu, rows
from bot.ui.kit.lists import Page
from bot.ui.pictures import OpenHand
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.archive import ListFinished, Whose
from bot.ui.routes.table import Way
from bot.ui.text.deals import standing
from bot.ui.text.faces import PLAIN, SEAT_EMOJI, Picture, Style, faces, hand_line, shown_name, sorted_hand, title_name
from bot.ui.text.history import score_sheet, trick_events, trick_on_table, trick_text, turn_up_text
from bot.ui.text.i18n import in_words, pair, tr
from bot.ui.text.scoring import said, spoken, unit_of
from bot.ui.text.transcript import transcript
from bot.ui.text.words import joined, moment
from cogs.table.pages.board import score_line, title

PAGE = 10


def game_texts(table: Table) -> tuple[str, str]:
    """Return a finished game's record and transcript; this takes a moment for a long game.

    Raises:
        ValueError: The game is still being played, or no cards were dealt.
    """
    record = table_record(table)
    return write_record(record) + "\n", transcript(record)


def game_files(table: Table, record: str, story: str) -> list[discord.File]:
    """Make the files of a game's record and transcript."""
    name = f"bezique-table-{table.number}"
    return [
        discord.File(io.BytesIO(record.encode()), f"{name}.json"),
        discord.File(io.BytesIO(story.encode()), f"{name}.txt"),
    ]


def files_page(table: Table, files: Sequence[discord.File]) -> Layout:
    """Build the message that carries a game's files."""
    record, story = files
    return Layout(
        BRASS,
        f"### {tr('The game at table {table}', table=table.number)}",
        tr("{names}: the game to read, trick by trick.", names=joined([shown_name(n) for n in table.names])),
        discord.ui.File(story),
        tr("`python -m bot verify` proves from it that the cards were fixed before the play."),
        discord.ui.File(record),
        *rows([button(archive_routes.Watch(table.id, 0), tr("Replay"))]),
    )


def ended_page(games: Sequence[Finished], *, whose: Whose, page: Page, user_id: int) -> Layout:
    """Build a page of finished games, the newest first."""
    mine = whose is Whose.MINE
    heading = tr("Your finished games") if mine else tr("Finished games in this server")
    other = (
        button(ListFinished(Whose.ALL, 0), tr("Everyone's games"))
        if mine
        else button(ListFinished(Whose.MINE, 0), tr("Only mine"))
    )
    if not games:
        none = tr("You have finished no game here yet.") if mine else tr("No finished games yet. `/play` begins one.")
        return Layout(BRASS, f"### {heading}", none, *rows([other] if mine else []))
    return Layout(
        BRASS,
        f"### {heading}",
        "\n".join(finished_line(game, user_id) for game in games),
        menu(
            tr("Read a game, or take its record"),
            [
                (tr("Table {table}", table=number_of(game.id)), archive_routes.Fetch(game.id), _players(game))
                for game in games
            ],
        ),
        *rows([*page.controls(partial(ListFinished, whose)), other]),
    )


def _players(game: Finished) -> str:
    return ", ".join(title_name(seat.name) for seat in game.seats)


def finished_line(game: Finished, user_id: int) -> str:
    """Write a finished game in short: winners, losers, their points and the date; or that it was drawn or no game."""
    mine = "◆ " if any(seat.user_id == user_id for seat in game.seats) else ""
    when = moment(game.ended_at, "d") if game.ended_at is not None else ""
    table = tr("Table {table}", table=number_of(game.id))
    if game.winner is None:
        everyone = joined([shown_name(seat.name) for seat in game.seats])
        return f"{mine}{table} · {tr('{names} agreed to a draw', names=everyone)}\n-# {when}"
    if not game.results:
        everyone = joined([shown_name(seat.name) for seat in game.seats])
        return f"{mine}{table} · {everyone}\n-# {tr('given up in the first trick')} · {when}"
    winners = game.winner or ()
    won = [shown_name(seat.name) for seat in game.seats if seat.seat in winners]
    lost = [shown_name(seat.name) for seat in game.seats if seat.seat not in winners]
    points = {**game.house, **{result.side: result.points for result in game.results}}
    won_by = {seat % len(points) for seat in winners} if points else set()  # partners sit across from each other
    in_order = sorted(points, key=lambda side: (side not in won_by, side))  # as the names
    score = " : ".join(str(said(points[side], game.reckoning)) for side in in_order)
    if any(result.outcome in ("resigned", "timeout") for result in game.results):
        score = tr("ended early at {score}", score=score)
    who = tr("{winners} beat {losers}", winners=f"**{joined(won)}**", losers=joined(lost))
    return f"{mine}{table} · {who}\n-# {score} · {when}"


_MOST_TEXT = 4000
"""Most characters of text that Discord takes in a message."""


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
    """Build the private message with every hand of a deal that is over, as it was dealt, and what each player drew.

    Args:
        number: The deal, counted from 0.
        style: How cards appear.
        picture: A picture of the hands, which replaces the text.

    Raises:
        Refused: There was no such deal, or it is still being played.
    """
    history = moments(table, number)
    first = observe_deal(history[0].deal, None)
    parts = []
    for name, hand in zip(table.names, hands_of(history), strict=True):
        drew = f"-# {tr('drew')} {style.cards(hand.drew)}" if hand.drew else f"-# {tr('drew nothing')}"
        parts.append(f"**{shown_name(name)}**\n{_hand(hand.dealt, style)}\n{drew}")
    dealer = tr("{name} dealt", name=shown_name(table.names[first.dealer]))
    return Layout(
        SLATE,
        f"{title(table, number)}\n{tr('All hands as dealt')}\n-# {dealer} · {turn_up_text(first)}",
        divider() if picture is None else None,
        *(parts if picture is None else [_legend(table), picture]),
        *rows([button(archive_routes.StepTo(table.id, Way.FIRST, number, 0), tr("Replay"))]),
    )


def _hand(cards: CardSet, style: Style) -> str:
    """Write a hand suit by suit, or with emojis where the reader has them."""
    return style.cards(sorted_hand(cards)) if style.with_emoji else hand_line(cards)


def _hand_at(deal: Deal, seat: int, style: Style) -> str:
    view = observe_deal(deal, seat)
    text = _hand(view.hand, style)
    if exposed := sorted_hand(view.tables[seat]):
        shown = style.cards(exposed) if style.with_emoji else faces(exposed)
        text += "  |  " + tr("on the table: {cards}", cards=shown)
    return text


def _legend(table: Table) -> str:
    """Write each player's name with the badge that stands for it in the pictures."""
    return "  ·  ".join(f"{badge} {shown_name(name)}" for badge, name in zip(SEAT_EMOJI, table.names, strict=False))


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
        number: The deal, counted from 0.
        at: The step; a number past the end means the last one.
        style: How cards appear in the text.
        pictures: The table and the hands at this step as pictures, which replace the hands in text.

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
    hands = [f"**{shown_name(name)}** {_hand_at(before, seat, style)}" for seat, name in enumerate(table.names)]
    shown: list[discord.ui.Item[Any] | Picture | str | None] = [divider(), "\n".join(hands), divider() if at else None]
    if pictures:
        shown = list(pictures)
        shown.insert(1, f"-# {tr('The hands before this trick')}" if at and len(pictures) > 1 else None)
    return Layout(
        BRASS if at else SLATE,
        "\n".join(
            [
                title(table, number),
                f"**{where}** · {turn_up_text(seen)}",
                score_line(counted, table, badges=bool(pictures)),
            ]
        ),
        *shown,
        "\n".join(_story(step, table, style, last=at == len(steps) - 1)) if at else None,
        _sheet(table, number) if at and at == len(steps) - 1 else None,
        *rows(_arrows(table, number, at, len(steps) - 1)),
        _deal_menu(table, number),
        *rows([button(archive_routes.ShowHands(table.id, number, in_place=True), tr("All hands as dealt"))]),
    )


def _story(step: Step, table: Table, style: Style, *, last: bool) -> list[str]:
    """Tell what happened in a trick: the cards played, the points marked, the cards drawn, and how it ended."""
    names, end = table.names, step.history[-1].deal
    view = observe_deal(end, None)
    lines = []
    if len(end.tricks) >= step.number:
        trick = end.tricks[step.number - 1]
        points = spoken(view.brisques_in(trick), view.rules)
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
        (Way.FIRST, "|◀", 0),
        (Way.BACK, "◀", max(at - 1, 0)),
        (Way.NEXT, "▶", min(at + 1, last)),
        (Way.LAST, "▶|", last),
    ]
    said = {Way.FIRST: tr("First"), Way.BACK: tr("Back"), Way.NEXT: tr("Next"), Way.LAST: tr("Last")}
    return [
        button(archive_routes.StepTo(table.id, way, number, to), said[way] if in_words() else sign, disabled=to == at)
        for way, sign, to in places
    ]


def _deal_menu(table: Table, number: int) -> discord.ui.Item[Any] | None:
    """Build the menu of the deals that may be replayed, the newest 25 at most; return None for fewer than two."""
    open_deals = [n for n, deal in enumerate(table.game.deals) if deal.over or not table.live][-25:]
    if len(open_deals) < 2:
        return None
    options = [
        (tr("Deal {number}", number=n + 1), archive_routes.StepTo(table.id, Way.MENU, n, 0), "") for n in open_deals
    ]
    return menu(tr("Another deal"), options, chosen=archive_routes.StepTo(table.id, Way.MENU, number, 0))
