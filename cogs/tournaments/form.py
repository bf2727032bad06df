"""The form for a new tournament, and its opening."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final, NamedTuple

import discord

from bot.club.tournaments import decisions
from bot.club.tournaments.values import LONGEST_NAME, Form
from bot.engine import Rules
from bot.engine.options import BY_KEY
from bot.tables import CLOCKS, DEFAULT_CLOCK, Clock
from bot.tables.decisions.terms import for_players
from bot.ui.kit.reply import Form as FormOfFields
from bot.ui.kit.reply import in_own_message, say_privately
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import time_words
from cogs.table.app import App, Interaction, player_of
from cogs.table.house_rules import meant_by
from cogs.table.lobby import with_length
from cogs.tournaments import pages

_LONGEST_CODE: Final = 100


class _Meeting(NamedTuple):
    """Who meets whom, and whether two play against two."""

    form: Form
    partners: bool
    label: str
    line: str


MEETINGS: Final = {
    "all": _Meeting(Form.ROUND_ROBIN, partners=False, label=mark("Everybody meets everybody"), line=mark("2 to 8")),
    "swiss": _Meeting(
        Form.SWISS, partners=False, label=mark("Swiss: a few rounds against equals"), line=mark("up to 64")
    ),
    "all-partners": _Meeting(
        Form.ROUND_ROBIN, partners=True, label=mark("Partners: every pair meets every pair"), line=mark("up to 8")
    ),
    "swiss-partners": _Meeting(Form.SWISS, partners=True, label=mark("Partners, Swiss"), line=mark("up to 64")),
}
"""The kinds of tournaments that the form offers."""
_HOURS: Final = {"live": (1, 3, 24), "days": (7 * 24, 14 * 24)}
"""Hours that a round may last, by the kind of clock."""
PACES: Final = [
    (clock, timedelta(hours=hours))
    for clock in CLOCKS.values()
    for hours in _HOURS.get(clock.key.partition("-")[0], ())
    if timedelta(hours=hours) >= 3 * (clock.a_move or timedelta())
][:25]
"""Pairs of the time for a move and the time for a round; games of tournaments always have a clock."""
USUAL_PACE: Final = (DEFAULT_CLOCK, timedelta(days=1))


class TournamentForm(FormOfFields):
    """A form for a tournament's name, its kind, its rules, its length and its pace."""

    def __init__(self, app: App) -> None:
        super().__init__(title=tr("New tournament"), timeout=900)
        self._desk = app
        self.named: discord.ui.TextInput[TournamentForm] = discord.ui.TextInput(max_length=LONGEST_NAME)
        self.meeting = _select((key, tr(each.label), tr(each.line), key == "all") for key, each in MEETINGS.items())
        self.rules: discord.ui.TextInput[TournamentForm] = discord.ui.TextInput(
            default="modern", max_length=_LONGEST_CODE
        )
        lengths = [("", tr("As the rules say"), "", True)]
        lengths += [(key, tr(label), "", False) for key, label in LENGTHS.items()]
        self.length = _select((key or "rules", label, line, usual) for key, label, line, usual in lengths)
        self.pace = _select(
            (
                str(at),
                tr(clock.label),
                tr("{time} for a round", time=time_words(lasting)),
                (clock, lasting) == USUAL_PACE,
            )
            for at, (clock, lasting) in enumerate(PACES)
        )
        code = tr("A rule book, rule set or code such as: britannica target=2000.")
        self.add_item(discord.ui.Label(text=tr("Name"), component=self.named))
        self.add_item(discord.ui.Label(text=tr("Who meets whom"), component=self.meeting))
        self.add_item(discord.ui.Label(text=tr("Rules"), description=code, component=self.rules))
        self.add_item(discord.ui.Label(text=tr("Length of a game"), component=self.length))
        self.add_item(discord.ui.Label(text=tr("Time"), component=self.pace))

    async def submitted(self, interaction: Interaction) -> None:
        """Open the tournament, and post its entries in the channel."""
        preset, rules, friendly = await meant_by(self._desk, interaction, self.rules.value)
        meeting = MEETINGS.get(_chosen(self.meeting), MEETINGS["all"])
        if meeting.partners:
            rules = for_players(preset, rules, 4).changed({"partners": True})
        pace = _chosen(self.pace)
        clock, lasting = PACES[int(pace)] if pace.isdecimal() and int(pace) < len(PACES) else USUAL_PACE
        await create(
            self._desk,
            interaction,
            name=self.named.value,
            form=meeting.form,
            rules=with_length(rules, _chosen(self.length)),
            preset=preset,
            clock=clock,
            rounds=0,
            lasting=lasting,
            friendly=friendly,
        )


LENGTHS: Final = {
    **{str(each.value): each.label for each in BY_KEY["length"].choices if each.value == "one_deal"},
    **{str(each.value): each.label for each in BY_KEY["target"].choices},
}
"""The lengths of a game that the form offers, besides that of the rules."""


def _select(options: Iterable[tuple[str, str, str, bool]]) -> discord.ui.Select[TournamentForm]:
    """Make a menu of options, each a value, a label, a line, and whether it is chosen at first."""
    return discord.ui.Select(
        options=[
            discord.SelectOption(value=value, label=label[:100], description=line[:100] or None, default=usual)
            for value, label, line, usual in options
        ]
    )


def _chosen(select: discord.ui.Select[TournamentForm]) -> str:
    return (select.values or [""])[0]


async def create(
    app: App,
    interaction: Interaction,
    *,
    name: str,
    form: Form,
    rules: Rules,
    preset: str,
    clock: Clock,
    rounds: int,
    lasting: timedelta,
    friendly: bool,
) -> None:
    """Open a tournament in the channel of an interaction."""
    with app.public.board(interaction) as permit:
        draft = decisions.opened(
            app.tables.now(),
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            organizer_id=interaction.user.id,
            name=name,
            form=form,
            rules=rules,
            preset=preset,
            clock=clock,
            rounds=rounds,
            lasting=lasting,
            friendly=friendly,
        )
        own = in_own_message(interaction)
        await interaction.response.defer(ephemeral=True, thinking=not own)
        tournament = await app.tournament_posts.opened(draft, permit, player_of(interaction.user))
    page = pages.created_page(tournament, app.tournament_posts.trouble(tournament))
    if own:
        await interaction.edit_original_response(**page.editing())
    else:
        await say_privately(interaction, page)
