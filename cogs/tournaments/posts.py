"""Posting and updating of tournaments' messages: the entries, each round's pairings, and the final table.

If the bot may not post, no table is opened, and it tries again after a while: the tournament stays as it is, nobody's
time runs, and its organizer is told in a direct message.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import filterfalse
from typing import Any, Final

import discord

from bot.club import Tournaments
from bot.club.tournaments import decisions
from bot.club.tournaments.values import STOPPED, Form, Outcome, Posted, State, Tournament, round_role
from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables import Player, Refused, Table, Tables
from bot.tables.decisions import dealing, fixtures
from bot.ui.kit.controls import Layout
from bot.ui.kit.outbox import Outbox, nonce_for
from bot.ui.kit.permissions import bold, missing_for_threads, missing_in, silent_until
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Reconciler, reason
from bot.ui.pictures.scenes import Scenes
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import aside, tr
from bot.ui.text.words import tournament_title
from cogs.table.pages.seals import in_round
from cogs.table.posts.panels import fingerprint
from cogs.table.posts.presenter import Presenter
from cogs.tournaments.pages import (
    cross_lines,
    cross_words,
    entries_page,
    final_page,
    podium,
    podium_words,
    round_page,
    stopped_page,
    won_without_a_game,
)

log = logging.getLogger(__name__)

_MOST_WORDS = 1024
"""Discord's limit of characters in a picture's description."""

ENTRIES: Final = "entries"
FINAL: Final = "final"
_LOOKED_AGAIN: Final = timedelta(minutes=1)
"""Time between two checks of the bot's permissions, which need no call to Discord."""
_AHEAD: Final = timedelta(seconds=75)
"""Time given back in advance while the bot may not post, so that no clock runs out before the next check."""


@dataclass(slots=True)
class _Cup:
    """The state of one tournament's posting in this process."""

    held_until: float | None = None
    """Moment up to which time was given back, as the bot may not post; None: it may."""
    swept: int = -1
    """The tournament's round at the last check for players who have left the server; -1: none yet."""


class TournamentPosts:
    """The part of the bot that advances tournaments and shows them in their channels."""

    def __init__(
        self, client: discord.Client, tables: Tables, tournaments: Tournaments, presenter: Presenter, outbox: Outbox
    ) -> None:
        self._client = client
        self._outbox = outbox
        self._tables = tables
        self._tournaments = tournaments
        self._presenter = presenter
        self._renderer = presenter.renderer
        self._known: dict[int, _Cup] = {}
        self._shown: dict[tuple[int, str], str] = {}
        """A fingerprint of each message's content, by tournament and role."""
        self._tried: set[str] = set()
        """The nonces of messages that this process has tried to post and not stored."""
        self.loop = Reconciler(self._show_once, lambda number: {"tournament": number}, name="a tournament")
        presenter.plan_round = self.loop.plan
        self._watched: float | None = None

    async def load(self) -> None:
        """Schedule a look at all tournaments after a start, as a crash may have left work undone."""
        for number in await self._tournaments.load():
            self.loop.plan(number)

    async def heard(self, number: int) -> None:
        """Schedule a look at a tournament that another process has changed, if this process answers for it."""
        with suppress(Refused):
            if self._tables.memory.owns((await self._tournaments.get(number)).guild_id):
                self.loop.plan(number)

    def take_due(self) -> list[int]:
        """Return the ids of the tournaments that need work now."""
        now, candidates = time.monotonic(), set(self._tournaments.due())
        if self._watched is None or now - self._watched >= _LOOKED_AGAIN.total_seconds():
            self._watched = now
            candidates |= {each.id for each in self._tournaments.playing() if self._lacking(each)}
        return sorted(self.loop.take_due(candidates))

    def trouble(self, tournament: Tournament) -> str | None:
        """Return a sentence that says why a tournament cannot go on, or None."""
        lacks = self._lacking(tournament)
        if not tournament.live or not lacks:
            return None
        with aside():
            return self._trouble_words(tournament, lacks)

    async def opened(self, draft: Tournament, permit: PostPermit, organizer: Player) -> Tournament:
        """Store a new tournament, let its organizer take part, and post its entries on their behalf."""
        tournament = await self._tournaments.create(draft)
        await self._tournaments.change(tournament.id, decisions.joined, self._tables.now(), organizer)
        permit.use()
        await self.show(tournament.id)
        return await self._tournaments.get(tournament.id)

    async def show(self, number: int) -> None:
        """Advance a tournament as far as possible, and update all its messages."""
        await self.loop.sync(number)

    async def _show_once(self, number: int) -> timedelta | None:
        try:
            return await self._sync(number, self._known.setdefault(number, _Cup()))
        except Refused:
            log.warning("a tournament is gone", extra={"tournament": number})
            return None

    async def _sync(self, number: int, known: _Cup) -> timedelta | None:
        """Do the work that is due; return the time until the next look, or None if nothing is left."""
        tournament = await self._tournaments.get(number)
        if not self._tables.memory.owns(tournament.guild_id):  # another process advances it
            return None
        lacks = self._lacking(tournament)
        was_held = known.held_until is not None
        await self._hold_up(tournament, known, held=bool(lacks))
        if self._client.get_guild(tournament.guild_id) is None:  # an outage, or the bot was removed
            return _LOOKED_AGAIN if tournament.live else None
        if was_held or not lacks or not tournament.live:  # an interruption of a minute is not worth a message
            tournament = await self._tell(tournament, lacks if tournament.live else [])
        tournament = await self._without_those_who_left(tournament, known)
        in_threads = not tournament.one_table and self._in_threads(tournament)
        advanced = await self._tournaments.advance(number, in_threads=in_threads, may_open=not lacks)
        if (advanced.tournament.round, advanced.tournament.state) != (tournament.round, tournament.state):
            self.loop.repeat(number)  # to check the players absent from the round before, and to tell the organizer
        if lacks:
            return _LOOKED_AGAIN if advanced.tournament.live else None
        await self._show_messages(advanced.tournament)
        for table_id in advanced.tables:
            await self._presenter.show(table_id)
        if advanced.tables:
            await self._show_messages(await self._tournaments.get(number))  # with links to the tables
        return timedelta() if advanced.again else None

    def _lacking(self, tournament: Tournament) -> list[str]:
        """List the permissions that the bot lacks in a tournament's channel; all of them if the channel is gone."""
        channel: Any = self._client.get_channel(tournament.channel_id)
        have = channel.permissions_for(channel.guild.me) if channel is not None else discord.Permissions.none()
        look = self._renderer.readers.taste_here(tournament.guild_id).look
        return missing_in(have, look, thread=isinstance(channel, discord.Thread))

    def _trouble_words(self, tournament: Tournament, lacks: list[str]) -> str:
        place, until = f"<#{tournament.channel_id}>", silent_until(self._client.get_guild(tournament.guild_id))
        why = (
            tr("I am in timeout until {until}", until=until)
            if until
            else tr("I lack {permissions}", permissions=bold(lacks))
        )
        return tr("I cannot go on in {place}: {why}. Nobody's time runs, and I go on by myself as soon as I may.",
                  place=place, why=why)  # fmt: skip

    async def _hold_up(self, tournament: Tournament, known: _Cup, *, held: bool) -> None:
        """Stop the clocks at a tournament's tables while the bot may not post there."""
        if not held or tournament.state is not State.PLAYING or decisions.overdue(tournament, self._tables.now()):
            known.held_until = None
            return
        now = time.monotonic()
        since = now if known.held_until is None else max(now, known.held_until)
        known.held_until = now + _AHEAD.total_seconds()
        longer = timedelta(seconds=known.held_until - since)
        for pairing in tournament.of_round(tournament.round):
            if pairing.table_id is not None and pairing.table_id in self._tables.memory.live:
                await self._tables.ask(pairing.table_id, fixtures.held_up, longer)

    async def _tell(self, tournament: Tournament, lacks: list[str]) -> Tournament:
        """Tell the organizer once that the tournament has stopped, and later once that it goes on."""
        posted = tournament.message(STOPPED)
        stopped = posted is not None and not posted.settled
        if bool(lacks) is stopped:
            return tournament
        with self._renderer.readers.for_all(tournament.guild_id):
            words = self._trouble_words(tournament, lacks) if lacks else _on_words(tournament)
            layout = stopped_page(tournament, words)
        try:
            if posted is None or posted.settled:
                place = await self._client.create_dm(discord.Object(tournament.organizer_id))
                nonce = _nonce(tournament, STOPPED, posted)
                posted = Posted(
                    STOPPED, place.id, (await self._outbox.once(place, nonce, layout, silent=True)).message_id
                )
            elif posted.message_id:
                channel = self._client.get_partial_messageable(posted.channel_id)
                await channel.get_partial_message(posted.message_id).edit(**layout.editing())
        except discord.RateLimited:  # the next look, after a minute, tells them
            return tournament
        except DISCORD_TROUBLE as error:  # `/tournament` says it too
            log.info("an organizer could not be told: %s", reason(error), extra={"tournament": tournament.id})
            posted = posted or Posted(STOPPED, tournament.channel_id, 0)
        return await self._tournaments.posted(tournament.id, replace(posted, settled=not lacks))

    def _in_threads(self, tournament: Tournament) -> bool:
        channel = self._client.get_channel(tournament.channel_id)
        return isinstance(channel, discord.TextChannel) and not missing_for_threads(
            channel.permissions_for(channel.guild.me)
        )

    async def _without_those_who_left(self, tournament: Tournament, known: _Cup) -> Tournament:
        """Withdraw players who have left the server; the first round checks all, later rounds those absent before."""
        if tournament.state is not State.PLAYING or known.swept == tournament.round:
            return tournament
        known.swept = tournament.round
        guild = self._client.get_guild(tournament.guild_id)
        for user in filterfalse(is_house, _absent(tournament)):
            try:
                if guild is not None:
                    await guild.fetch_member(user)
            except discord.NotFound:
                tournament = await self._tournaments.withdraw(tournament.id, user)
            except DISCORD_TROUBLE as error:
                log.info("it cannot be told who is here: %s", reason(error), extra={"tournament": tournament.id})
                break
        return tournament

    # ------------------------------------------------------------ messages

    async def _show_messages(self, tournament: Tournament) -> None:
        for role in _roles(tournament):
            posted = tournament.message(role)
            if posted is not None and posted.settled:
                continue
            if posted is None and not _is_due(tournament, role):
                continue
            layout, settled = await self._page(tournament, role), _settled(tournament, role)
            gone = posted is None or not await self._edited(tournament, posted, layout)
            if posted is None or (gone and tournament.live):
                posted = await self._post(tournament, role, layout, posted)
            if settled and not posted.settled:
                done = Posted(role, posted.channel_id, posted.message_id, settled=True)
                tournament = await self._tournaments.posted(tournament.id, done)
                self._shown.pop((tournament.id, role), None)

    async def page(self, tournament: Tournament, role: str) -> Layout:
        """Build one of a tournament's messages, and remember its content as shown."""
        layout = await self._page(tournament, role)
        self._shown[tournament.id, role] = fingerprint(layout)
        return layout

    async def _page(self, tournament: Tournament, role: str) -> Layout:
        if role == FINAL:
            picture = await self._renderer.in_public(
                tournament.guild_id, partial(table_picture, self._renderer.scenes, tournament)
            )
            with self._renderer.readers.for_all(tournament.guild_id):
                return final_page(tournament, picture)
        number = tournament.round if role == ENTRIES else int(role.removeprefix("round-"))
        tables, now = await self._tables_of(tournament, number), self._tables.now()
        with self._renderer.readers.for_all(tournament.guild_id):
            if role == ENTRIES:
                return entries_page(tournament, tables, now)
            return round_page(tournament, number, tables, now)

    async def _tables_of(self, tournament: Tournament, number: int) -> dict[int, Table]:
        """Return the tables of a round, as far as they can be read."""
        opened = [each.table_id for each in tournament.of_round(number) if each.table_id]
        return {table.id: table for table in await self._tables.several(opened)}

    async def _sealed(self, tournament: Tournament) -> list[Table]:
        """Return the tables whose commitments the message of the present round carries, in the order of boards."""
        return [table for table in (await self._tables_of(tournament, tournament.round)).values() if in_round(table)]

    async def _edited(self, tournament: Tournament, posted: Posted, layout: Layout) -> bool:
        """Update a message; return False if it is gone and may be posted again."""
        key, text = (tournament.id, posted.role), fingerprint(layout)
        if self._shown.get(key) == text:
            return True
        place = self._client.get_partial_messageable(posted.channel_id, guild_id=tournament.guild_id)
        try:
            await place.get_partial_message(posted.message_id).edit(**layout.editing())
        except discord.NotFound:
            return False
        self._shown[key] = text
        return True

    async def _post(self, tournament: Tournament, role: str, layout: Layout, former: Posted | None) -> Posted:
        """Post a message and store its id, or use the one that was posted already.

        The id of a round's message goes into the deals whose commitments it is the first to carry, before it is stored
        as the round's. Where nobody can tell whether it is up, these are sealed anew, for lobbies of their own.
        """
        sealed = [] if role in (ENTRIES, FINAL) else await self._sealed(tournament)
        place = self._client.get_partial_messageable(tournament.channel_id, guild_id=tournament.guild_id)
        loaded = self._tables.memory.loaded_of(tournament.guild_id)
        before = loaded.last_seen if loaded is not None else None
        since = max(tournament.started_at or tournament.created_at, before or tournament.created_at)
        told = [] if role == ENTRIES else won_without_a_game(tournament, tournament.round - (role != FINAL))
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in told])
        nonce = _nonce(tournament, role, former, *(table.deals[0].commitment for table in sealed))
        first = [table for table in sealed if table.deals[0].message_id is None and not table.sealing.void]
        might: datetime | None = min([since, *(table.deals[0].opened_at for table in first)])
        if first and nonce not in self._tried and loaded is not None and loaded.at <= (might or since):
            might = None  # it is certainly not up
        self._tried.add(nonce)
        sent = await self._outbox.once(place, nonce, layout, since=might, blindly=not first, allowed_mentions=mentions)
        if not sent.message_id:
            log.warning("the seals of a round are replaced", extra={"tournament": tournament.id})
            for table in first:
                await self._tables.ask(table.id, fixtures.sealed_apart)
                self._presenter.loop.plan(table.id)
            return await self._post(tournament, role, await self._page(tournament, role), former)
        for table in sealed:
            await self._tables.ask(table.id, dealing.posted, sent.message_id, role=dealing.ROUND)
        if sent.fresh:
            self._shown[tournament.id, role] = fingerprint(layout)
        posted = Posted(role, tournament.channel_id, sent.message_id)
        await self._tournaments.posted(tournament.id, posted)
        self._tried.discard(nonce)
        return posted


def _nonce(tournament: Tournament, role: str, former: Posted | None, *commitments: str) -> str:
    return nonce_for(f"bzt{tournament.id}.", role, 0 if former is None else former.message_id, *commitments)


def _on_words(tournament: Tournament) -> str:
    """Tell an organizer, who was told of the stop, the tournament's present state."""
    if tournament.live:
        return tr("All is well again, and it goes on.")
    over = tournament.state is State.FINISHED
    return tr("This tournament is over.") if over else tr("This tournament was called off.")


def _roles(tournament: Tournament) -> list[str]:
    """Return the roles of the messages that a tournament may have by now, the oldest first."""
    rounds = [] if tournament.one_table else [round_role(number) for number in range(1, tournament.round + 1)]
    return [ENTRIES, *rounds, *([FINAL] if tournament.state is State.FINISHED else [])]


def _is_due(tournament: Tournament, role: str) -> bool:
    """Tell whether a missing message is to be posted; messages of past rounds are not."""
    if role == FINAL:
        return True
    return tournament.live and role in (ENTRIES, round_role(tournament.round))


def _settled(tournament: Tournament, role: str) -> bool:
    if not tournament.live:
        return True
    number = 0 if role == ENTRIES else int(role.removeprefix("round-"))
    return 0 < number < tournament.round


def _absent(tournament: Tournament) -> list[int]:
    """Return the ids of the players to check: all at first, later those absent from the round before."""
    if tournament.round == 0:
        return [entrant.user_id for entrant in tournament.entrants if not entrant.withdrawn]
    missing = []
    for pairing in tournament.of_round(tournament.round - 1):
        if pairing.outcome in (Outcome.NEITHER, Outcome.AWAY_DEFAULT):
            missing.append(pairing.home)
        if pairing.outcome in (Outcome.NEITHER, Outcome.HOME_DEFAULT) and pairing.away is not None:
            missing.append(pairing.away)
    entries = [tournament.entries[number] for number in missing if not tournament.entries[number].withdrawn]
    return [member.user_id for entry in entries for member in entry.members]


async def table_picture(scenes: Scenes, tournament: Tournament) -> Picture | None:
    """Draw the table as it stands: the cross table of a round robin, else the first places; None if that fails."""
    title, server = tournament_title(tournament), tournament.guild_id
    if tournament.form is Form.ROUND_ROBIN:
        return await scenes.cross_table(title, cross_lines(tournament), cross_words(tournament)[:_MOST_WORDS], server)
    return await scenes.podium(
        "tournament.png", title, podium(tournament), podium_words(tournament)[:_MOST_WORDS], server
    )
