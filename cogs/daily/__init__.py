"""The daily deal, the same for everyone once a day (``/daily``): its pages and pictures, and what is pressed there.

The pages are the invitation, the result, a server's list, a line that gives nothing away, and a month.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.daily import DailyCount, DailyDay, DailyResult, Square, day_of, ends, laid_open, squares
from bot.engine import observe_deal
from bot.house.roster import Level, free_player
from bot.tables import OUTSIDE, Refused, Table, Why
from bot.tables.decisions.daily import DAY_OVER, HOUSE_SEAT, PLAYER_SEAT, RULES
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, Page, button, divider, rows
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE
from bot.ui.kit.reply import in_place, refuse, say_publicly
from bot.ui.kit.tree import for_oneself
from bot.ui.pictures.daily import Month, Strip
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.daily import CompareDaily, LookAtDay, PlayDaily, ProveDaily, Remind, ShareDaily, ShowDaily
from bot.ui.text.faces import PLAIN, Look, Picture, Style, shown_name, title_name
from bot.ui.text.history import laid
from bot.ui.text.i18n import in_words, pair, tr, trn
from bot.ui.text.scoring import mark_reason, signed, spoken
from bot.ui.text.words import joined, moment, month_name
from cogs.archive.replay import in_room
from cogs.table.app import App, Interaction, player_of
from cogs.table.pages.result import streak_words
from cogs.table.posts.renderer import Renderer

if TYPE_CHECKING:
    from bot.client import BeziqueBot


_SIGNS: Final = ("⬛", "🟩", "🟨", "⭐")
"""By kind of square."""
_A_ROW: Final = 8
"""Number of tricks in a row of the grid; the last row is the last eight."""
_GAP: Final = "…"
_NAMED: Final = 3
"""Most players named in one paragraph."""


def day_title(number: int) -> str:
    return f"### {tr('Daily deal {number}', number=number)}"


# ---------------------------------------------------------------- before it is played


def invitation_page(day: DailyDay, house: str, note: str = "", month: Picture | None = None) -> Layout:
    """Build the private page for a member who has not begun today's deal, which is played against a house player."""
    names = [shown_name(row.name) for row in day.results[:_NAMED]]
    if day.played_here > len(names):
        names.append(trn("{count} more", "{count} more", day.played_here - len(names)))
    return Layout(
        CLOTH,
        f"⚠ {note}" if note else None,
        day_title(day.number),
        tr(
            "The same cards for everyone: once, in private, without hints. Beat {house} by as many points as you can.",
            house=shown_name(house),
        ),
        pair(f"**{tr('Played here')}**", joined(names)) if names else None,
        month,
        ahead(day),
        *rows(
            [
                button(PlayDaily(day.number), tr("Play"), discord.ButtonStyle.success),
                _reminder(day),
                *_yesterday(day),
                button(ProveDaily(day.number), tr("Fair deal")),
            ]
        ),
    )


def ahead(day: DailyDay) -> str | None:
    """Say what comes next: the next deal, after one's own game the hands of all, and the streak."""
    parts = [tr("Next deal {moment}", moment=moment(ends(day.number)))] if day.is_today else []
    if day.own is not None and not day.is_open:
        parts.append(tr("the games of others from {open}", open=moment(laid_open(day.number), "t")))
    parts += streak_words(day.streak)
    return "-# " + " · ".join(parts) if parts else None


def _reminder(day: DailyDay, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Control:
    return button(Remind(), tr("Reminder") if day.reminded else tr("Remind me"), style, emoji="🔔")


def _yesterday(day: DailyDay) -> list[Control]:
    return [button(LookAtDay(day.number - 1), tr("Yesterday"))] if day.has_yesterday else []


# ---------------------------------------------------------------- after one's own game


def result_page(day: DailyDay, table: Table, note: str = "") -> Layout:
    """Build the private page for a member who has played the deal: the result, and the list of this server."""
    own = day.own
    played = own is not None and own.points is not None
    controls: list[Control] = []
    if own is not None and played:
        controls.append(
            button(
                ShareDaily(day.number),
                tr("Shared") if own.shared else tr("Share it here"),
                discord.ButtonStyle.primary,
                disabled=own.shared,
            )
        )
    if day.is_open:
        controls += past_controls(day)
    if day.is_today:
        is_next = not day.reminded and (own is None or own.shared or not played)
        style = discord.ButtonStyle.primary if is_next else discord.ButtonStyle.secondary
        controls += [_reminder(day, style), *_yesterday(day)]
    else:
        controls.append(button(ShowDaily(), tr("Today's deal"), discord.ButtonStyle.success))
    return Layout(
        BRASS if played else SLATE,
        f"⚠ {note}" if note else None,
        _how_it_went(day, table),
        _here(day),
        ahead(day),
        *rows(controls),
    )


def _how_it_went(day: DailyDay, table: Table) -> str:
    """Write the result of a game, or why it does not count."""
    own = day.own
    if own is None or own.points is None:
        over = table.end_reason == DAY_OVER
        why = tr("Time was up: it counts for nothing.") if over else tr("You gave it up: it counts for nothing.")
        return f"{day_title(day.number)}\n{why}"
    mine, house = (spoken(table.game.totals[seat], RULES) for seat in (PLAYER_SEAT, HOUSE_SEAT))
    score = tr("{first} to {others}", first=mine, others=house)
    return "\n".join(
        [
            f"{day_title(day.number)} · {signed(own.points, RULES)}",
            f"{score} · {_among_all(day.count)}",
            grid(squares(table)),
        ]
    )


def _among_all(count: DailyCount | None) -> str:
    """Say what share of all players the member has beaten."""
    if count is None or count.percent is None:
        return tr("You are the first to finish it, anywhere.")
    others = trn("{count} other player everywhere", "{count} other players everywhere", count.players - 1)
    if not count.beaten:  # a member who is last, or equal to all others, gets no number
        return tr("{others} finished it so far", others=others)
    return tr("Better than **{percent}%** of {others}", percent=count.percent, others=others)


def grid(found: Sequence[Square]) -> str:
    """Draw the tricks of a deal, eight a row, and say what the signs mean; for readers of words, count the tricks."""
    if in_words():
        return squares_in_words(found)
    signs = [_SIGNS[each] for each in found]
    lines = ["".join(signs[at : at + _A_ROW]) for at in range(0, len(signs), _A_ROW)]
    told = " · ".join(f"{sign}\N{NO-BREAK SPACE}{words}" for sign, words in zip(_SIGNS, legend(), strict=True))
    return "\n".join([*lines, f"-# {told}"])


def legend() -> tuple[str, ...]:
    """Return what each kind of square means."""
    return tr("lost"), tr("won"), tr("declared"), tr("100 or more")


def squares_in_words(found: Sequence[Square]) -> str:
    """Count the tricks won, and name those after which something was declared."""
    tricks = {kind: [str(trick) for trick, each in enumerate(found, start=1) if each is kind] for kind in Square}
    told = [pair(legend()[kind], ", ".join(tricks[kind])) for kind in (Square.DECLARED, Square.HUNDRED) if tricks[kind]]
    return "; ".join([_won(found), *told])


def _won(found: Sequence[Square]) -> str:
    won = sum(each is not Square.LOST for each in found)
    return trn("{won} of {count} trick won", "{won} of {count} tricks won", len(found), won=won)


def _here(day: DailyDay) -> str | None:
    """Write the best results of a server and the reader's own in one paragraph; None if there are none."""
    own = day.own_result
    rows_shown = list(day.results[:_NAMED])
    if own is not None and own not in rows_shown:
        rows_shown.append(own)
    told = [
        f"**{line}**" if row == own else line
        for row in rows_shown
        for line in [f"{row.place}. {shown_name(row.name)} {signed(row.points, RULES)}"]
    ]
    if (more := day.played_here - len(rows_shown)) > 0:
        told.append(trn("{count} more", "{count} more", more))
    return pair(f"**{tr('In this server')}**", " · ".join(told)) if told else None


def list_text(day: DailyDay) -> str:
    """Write the list of a server so far, and the reader's own place if it is below the listed ones."""
    heading = f"**{tr('In this server')}**"
    if not day.results:
        return f"{heading}\n{tr('Nobody has finished it here yet.')}"
    own = day.own_result
    lines = [result_line(row) for row in day.results]
    if own is not None and all(row.user_id != own.user_id for row in day.results):
        lines += [_GAP, result_line(own)]
    more = day.played_here - len(day.results)
    if more > 0:
        lines.append("-# " + trn("and {count} more", "and {count} more", more))
    return "\n".join([heading, *lines])


def result_line(row: DailyResult) -> str:
    return f"**{row.place}.** {shown_name(row.name)} · **{signed(row.points, RULES)}**"


def share_line(number: int, points: int, count: DailyCount | None) -> str:
    """Write the one-line result of a game, which gives nothing away."""
    parts = [tr("Daily deal {number}", number=number), signed(points, RULES)]
    if count is not None and count.percent:
        parts.append(tr("better than {percent}%", percent=count.percent))
    return " · ".join(parts)


def shared_page(day: DailyDay, table: Table, name: str, strip: Picture | None = None) -> Layout:
    """Build the public message with a member's result; it shows no card. Without a picture it draws signs."""
    assert day.own is not None
    assert day.own.points is not None  # it was played out
    return Layout(
        BRASS,
        f"{shown_name(name)} · **{share_line(day.number, day.own.points, day.count)}**",
        strip if strip is not None else grid(squares(table)),
        *rows([button(PlayDaily(day.number), tr("Play"))]),
    )


# ---------------------------------------------------------------- a day that is over


def past_page(day: DailyDay, month: Picture | None = None, *, best: bool) -> Layout:
    """Build the private page of a past day: its list, and once it is laid open, its cards if anybody finished it."""
    own = day.own
    went = pair(tr("Your score"), f"**{signed(own.points, RULES)}**") if own and own.points is not None else None
    controls = past_controls(day) if day.is_open and best else []
    controls.append(button(ShowDaily(), tr("Today's deal"), discord.ButtonStyle.success))
    return Layout(
        SLATE,
        f"{day_title(day.number)} · {f'{day_of(day.number):%Y-%m-%d}'}",
        went,
        list_text(day),
        month,
        None
        if day.is_open
        else "-# " + tr("Its hands are shown from {open} on.", open=moment(laid_open(day.number), "f")),
        *rows(controls),
    )


def past_controls(day: DailyDay) -> list[Control]:
    """Return the controls that show the cards of a deal that is laid open."""
    own = day.own
    controls: list[Control] = []
    if own is not None:
        controls.append(button(archive_routes.Watch(own.game_id, 0), tr("My game, all hands")))
    controls.append(button(CompareDaily(day.number), tr("The best game")))
    controls.append(button(ProveDaily(day.number), tr("Fair deal")))
    return controls


def proof_of_day(day: DailyDay) -> Layout:
    """Build the private page with the proof that the deal of a day was fixed before the day began."""
    lines = [pair(tr("Commitment"), day.commitment)]
    if day.secret:
        lines += [pair(tr("Secret"), day.secret), pair(tr("What went in besides the secret"), f"`daily:{day.number}`")]
    if day.is_today:
        lines.append(pair(tr("Tomorrow's commitment"), day.next_commitment))
    return Layout(
        SLATE,
        f"### {tr('Fair deal')} · {day.number}",
        tr(
            "The cards follow from a secret and the day. The secret's fingerprint, the *commitment*, is shown a day "
            "ahead: nobody could change it since; whoever runs me could have chosen the cards, or looked."
        ),
        "\n".join(f"-# {line}" for line in lines),
        *rows([button(ShowDaily(), tr("Today's deal"))]),
    )


TRICKS: Final = 8
"""Number of tricks on a page of the comparison."""


def beside_page(own: Table | None, best: Table, page: int, style: Style = PLAIN) -> Layout:
    """Build a page that compares the best game of a deal that is laid open with the reader's own, if it is another."""
    assert best.daily is not None
    number, count = best.daily.number, len(best.game.deals[0].tricks)
    shown = Page.at(page, count, TRICKS)
    numbers = range(count)[shown.part]
    games = [(tr("Best"), best)] if own is None else [(tr("You"), own), (tr("Best"), best)]
    lines = ["\n".join(_side(label, game, trick, style) for label, game in games) for trick in numbers]
    turning = [
        *shown.controls(partial(CompareDaily, number)),
        button(archive_routes.Watch(best.id, 0), tr("The best game, all hands")),
        button(LookAtDay(number), tr("The list")),
    ]
    return Layout(
        SLATE,
        f"{day_title(number)} · {_heading(own, best)}",
        "-# " + tr("The card in bold took the trick; then your points less the house's."),
        divider(),
        "\n".join(f"**{trick + 1}.**\n{line}" for trick, line in zip(numbers, lines, strict=True) if line.strip()),
        *rows(turning),
    )


def _heading(own: Table | None, best: Table) -> str:
    if own is None:
        return tr("the best game, {points}", points=_score(best, 99))
    return tr("you {own}, best {best}", own=_score(own, 99), best=_score(best, 99))


def _side(label: str, table: Table, trick: int, style: Style) -> str:
    """Write one trick of a game: its cards, the points marked after it, and the score then."""
    deal = table.game.deals[0]
    if trick >= len(deal.tricks):
        return ""
    said = f"{label}: {laid(deal.tricks[trick], style)}"
    view = observe_deal(deal, None)
    seats = {PLAYER_SEAT: "", HOUSE_SEAT: tr("house") + " "}
    marks = [
        f"{seats[mark.seat]}{mark_reason(mark.reason)} {signed(mark.points, RULES)}"
        for mark in view.marks
        if mark.trick == trick + 1 and mark.reason != "brisques"
    ]
    between = "; " if in_words() else " · "
    return between.join([said, *marks, _score(table, trick + 1)])


def _score(table: Table, after: int) -> str:
    """Write the player's points less the house's after a number of tricks."""
    marks = [mark for mark in table.game.deals[0].score.marks if mark.trick <= after]
    mine, theirs = (sum(mark.points for mark in marks if mark.seat == seat) for seat in (PLAYER_SEAT, HOUSE_SEAT))
    return f"**{signed(mine - theirs, RULES)}**"


# ---------------------------------------------------------------- pictures


_WEEKS: Final = 4
"""Most weeks that a calendar shows, so that it fits on a phone with what stands beside it."""


def month_of(day: DailyDay) -> Month | None:
    """Return the last weeks of a month up to a day with a member's results; None without results."""
    if not day.month:
        return None
    today = day_of(day.number)
    start = max(1, today.day - today.weekday() - 7 * (_WEEKS - 1))
    results = tuple((at, signed(points, RULES), points > 0) for at, points in sorted(day.month.items()) if at >= start)
    weekdays = tuple(tr("M T W T F S S").split())  # Monday first
    title, first = month_name(today.year, today.month), today.replace(day=start).weekday()
    return Month(title, weekdays, start, first, today.day, results)


def month_words(month: Month) -> str:
    return pair(month.title, "; ".join(f"{day}. {points}" for day, points, _ in month.results))


def strip_words(strip: Strip) -> str:
    won = ", ".join(str(trick) for trick, each in enumerate(strip.squares, start=1) if each is not Square.LOST)
    told = [f"{strip.title}, {title_name(strip.name)}: {strip.points}", squares_in_words(strip.squares)]
    return "; ".join([*told, pair(tr("won"), won)] if won else told)


async def calendar(renderer: Renderer, day: DailyDay, user_id: int) -> Picture | None:
    """Return the month up to a day as a picture; None without results, or if the member wants no pictures."""
    month = month_of(day)
    if month is None or renderer.reader(user_id)[0].look is not Look.PICTURES:
        return None
    server = day.own.guild_id if day.own is not None else 0
    return await renderer.scenes.month(month, month_words(month), server)


def strip_of(day: DailyDay, table: Table, name: str) -> Strip:
    """Return what the picture of a shared result shows: what became of the tricks, and no card."""
    assert day.own is not None
    assert day.own.points is not None  # it was played out
    title, found = tr("Daily deal {number}", number=day.number), squares(table)
    return Strip(title, name, signed(day.own.points, RULES), _won(found), found, legend())


async def show_daily(app: App, interaction: Interaction, note: str = "") -> None:
    """Show today's deal: the panel while the member plays it, else its result, or the invitation to play it."""
    running = await app.club.daily.running(interaction.user.id)
    if running is not None and not note:
        await app.hand(interaction, running)
    else:
        await _show_today(app, interaction, note)


async def _show_today(app: App, interaction: Interaction, note: str) -> None:
    daily, user = app.club.daily, interaction.user.id
    day = await daily.day(daily.today(), interaction.guild_id or 0, user)
    assert day is not None  # today's deal always exists
    if day.own is not None:
        table = await app.tables.get(day.own.game_id)
        await in_place(interaction, result_page(day, table, note))
        return
    house = free_player(Level.REGULAR, ())
    assert house is not None  # no house player is excluded
    month = await calendar(app.renderer, day, user)
    await in_place(interaction, invitation_page(day, house.shown, note, month))


async def show(app: App, interaction: Interaction, _route: ShowDaily) -> None:
    await show_daily(app, interaction)


async def play(app: App, interaction: Interaction, route: PlayDaily) -> None:
    """Begin today's deal, or go on with the deal of the control's day; else a control of another day shows today's."""
    daily, user = app.club.daily, interaction.user
    running = await daily.running(user.id)
    if running is not None and running.daily is not None and running.daily.number == route.number:
        await app.hand(interaction, running)
        return
    guild = interaction.guild_id or await _home(app, interaction)
    if route.number != daily.today():
        await show_daily(app, interaction, tr("That was another day's deal; this is today's."))
        return
    table = await daily.begin(guild, interaction.channel_id or 0, player_of(user))
    if table.live:
        await app.hand(interaction, table)
    else:
        await show_daily(app, interaction)


async def _home(app: App, interaction: Interaction) -> int:
    """Return the server in whose list a deal begun outside of servers stands: where its reminder was chosen, if any.

    Who has left it is not listed there any more.
    """
    reminder = app.club.reminders.of(interaction.user.id)
    if reminder is None:
        return OUTSIDE
    gone = interaction.client.get_guild(reminder.guild_id) is None and app.tables.memory.owns(reminder.guild_id)
    gone = gone or not await app.attendance.is_member(reminder.guild_id, interaction.user.id)
    return OUTSIDE if gone else reminder.guild_id or OUTSIDE


async def share(app: App, interaction: Interaction, route: ShareDaily) -> None:
    """Post the member's own result in this channel, once for each day."""
    with app.public.message(interaction) if interaction.guild_id else app.public.outside(interaction) as permit:
        await _share(app, interaction, route.number, permit)


async def _share(app: App, interaction: Interaction, number: int, permit: PostPermit) -> None:
    daily, user, guild = app.club.daily, interaction.user, interaction.guild_id or 0
    day = await daily.day(number, guild, user.id)
    if day is None or day.own is None or day.own.points is None:
        await refuse(interaction, tr("Finish that deal before you share it; `/daily` shows it."))
        return
    table = await app.tables.get(day.own.game_id)
    if not await daily.share(number, user.id):
        await refuse(interaction, tr("Your line of that day is posted already."))
        return

    async def picture() -> Picture | None:
        strip = strip_of(day, table, user.display_name)
        return await app.renderer.scenes.strip(strip, strip_words(strip), table.guild_id)

    try:
        shared = await daily.day(number, guild, user.id)
        await in_place(interaction, result_page(shared or day, table))
        if guild:
            strip = await app.renderer.in_public(guild, picture)
            with app.renderer.readers.for_all(guild):
                layout = shared_page(day, table, user.display_name, strip)
        else:  # in the member's own words, as nothing is known of who reads it
            layout = shared_page(day, table, user.display_name, await picture())
        await say_publicly(interaction, layout, permit)
    except DISCORD_TROUBLE:
        await daily.share(number, user.id, shared=False)
        raise


async def look(app: App, interaction: Interaction, route: LookAtDay) -> None:
    """Show the list of a past day; for today, show today's page."""
    daily = app.club.daily
    if route.number == daily.today():
        await show_daily(app, interaction)
        return
    day = await daily.day(route.number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        await _show_today(app, interaction, tr("There was no daily deal on that day."))
        return
    month = await calendar(app.renderer, day, interaction.user.id)
    await in_place(interaction, past_page(day, month, best=await daily.best(route.number) is not None))


async def compare(app: App, interaction: Interaction, route: CompareDaily) -> None:
    """Compare the member's own play of a deal that is laid open with the best player's."""
    daily, user = app.club.daily, interaction.user.id
    best_id = await daily.best(route.number)
    if best_id is None:
        await look(app, interaction, LookAtDay(route.number))
        return
    own = await daily.own_game(user, route.number)
    best = await app.tables.get(best_id)
    mine = await app.tables.get(own.game_id) if own is not None and own.game_id != best_id else None
    style, _ = app.renderer.reader(user)
    await in_place(interaction, in_room(lambda style: beside_page(mine, best, route.page, style), style))


async def prove(app: App, interaction: Interaction, route: ProveDaily) -> None:
    """Show the proof that the deal of a day was fixed before the day began."""
    daily = app.club.daily
    day = await daily.day(route.number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        raise Refused(Why.NO_SUCH_DAY)
    await in_place(interaction, proof_of_day(day))


class DailyCog(commands.Cog):
    """The command for today's deal."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="daily", description="Today's deal: the same cards for everyone, once, in private")
    @for_oneself
    async def daily(self, interaction: Interaction) -> None:
        """Show today's deal, go on with it, or show its result."""
        await show_daily(self.bot.app, interaction)


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(DailyCog(bot))
