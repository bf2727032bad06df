"""Keeps what people see of tournaments in step with them: the entries, each round's pairings, and the final table.

A message is posted once, by a nonce that follows from what it is for; after a crash it is looked for in the channel by
the mark that the nonce makes, as boards are (:mod:`.posts`). Where the bot may not post nothing is opened, and it is
tried again after a while: the tournament stays as it is, nobody's time runs, and its organizer is told in a direct
message.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.club import Tournaments
from bot.club.decisions import tournament as decisions
from bot.club.values.tournament import Outcome, Posted, State, Tournament
from bot.tables import DatabaseError, Refused, Tables
from bot.tables.decisions import fixtures
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import bold, missing_for_threads, missing_in
from bot.ui.kit.public_posts import Leave
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import aside, tr
from bot.ui.text.words import tournament_title
from cogs.table.posts.panels import fingerprint
from cogs.table.posts.posts import first_own, mark_of, marked, nonce_for
from cogs.table.posts.presenter import Presenter
from cogs.tournaments.pages import entries_page, final_page, podium, podium_words, round_page
from cogs.tournaments.private_pages import stopped_page

log = logging.getLogger(__name__)

_MOST_WORDS = 1024
"""Characters that Discord takes in a picture's description."""

ENTRIES: Final = "entries"
FINAL: Final = "final"
STOPPED: Final = "stopped"
"""The role of the direct message in which the organizer is told that nothing goes on."""
_WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""When it is tried again where Discord has refused a message; the last of them again and again."""
_LOOKED_AGAIN: Final = timedelta(minutes=1)
"""After so long it is looked again what the bot lacks where; that asks nobody."""
_AHEAD: Final = timedelta(seconds=75)
"""So far ahead time is given back where nothing can be shown, so that none runs out before it is looked again."""


def role_of(number: int) -> str:
    """Return the role of the message with a round's pairings."""
    return f"round-{number}"


@dataclass(slots=True)
class _Cup:
    """What is known of a tournament in this process."""

    busy: bool = False
    again: bool = False
    barred: int = 0
    """How often in a row it was put off because the bot may not post there."""
    failures: int = 0
    held_until: datetime | None = None
    """Up to here time was given back, as nothing can be shown; None: the bot may post."""
    swept: int = -1
    """The round before which everybody who did not come was asked after."""


class TournamentPosts:
    """Brings tournaments on, and shows them in their channels."""

    def __init__(self, client: discord.Client, tables: Tables, tournaments: Tournaments, presenter: Presenter) -> None:
        self._client = client
        self._tables = tables
        self._tournaments = tournaments
        self._presenter = presenter
        self._showing = presenter.showing
        self._known: dict[int, _Cup] = {}
        self._shown: dict[tuple[int, str], str] = {}
        """By tournament and role, a fingerprint of what the message shows."""
        self._looked: set[tuple[int, str]] = set()
        """By tournament, the nonces of what has been looked for in this process, or was posted by it."""
        self._later: dict[int, datetime] = {}
        self._watched: datetime | None = None

    async def load(self, shard: int | None = None) -> None:
        """Have every tournament looked at after a start, or those of a shard, as a crash may have kept something back.

        Args:
            shard: Of which; None: of all of this process.
        """
        self._later |= dict.fromkeys(await self._tournaments.load(shard), self._tables.now())

    def disown(self, shard: int) -> None:
        """Know nothing any more of the tournaments of a shard that another process has."""
        for number in self._tournaments.disown(shard):
            self._known.pop(number, None)
            self._later.pop(number, None)
            self._shown = {key: shown for key, shown in self._shown.items() if key[0] != number}
            self._looked = {key for key in self._looked if key[0] != number}

    async def heard(self, number: int) -> None:
        """Look at a tournament that another process has changed, where it is this one's."""
        with suppress(Refused):
            if self._tables.owns((await self._tournaments.get(number)).guild_id):
                self._later[number] = self._tables.now()

    def take_due(self) -> list[int]:
        """Return the tournaments at which something is to be done now."""
        now = self._tables.now()
        waiting = {number for number, at in self._later.items() if at <= now}
        put_off = self._later.keys() - waiting
        if self._watched is None or not timedelta() <= now - self._watched < _LOOKED_AGAIN:
            self._watched = now
            playing = self._tournaments.playing()
            waiting |= {each.id for each in playing if each.id not in put_off and self._lacking(each)}
        found = waiting | {number for number in self._tournaments.due() if number not in put_off}
        for number in found:
            # Whoever is at it says when it is to be looked at again; until then once is enough.
            self._later[number] = now + _WAITS[0]
        return sorted(found)

    def trouble(self, tournament: Tournament) -> str | None:
        """Return what keeps a tournament from going on, as a sentence, or None."""
        lacks = self._lacking(tournament)
        if not tournament.live or not lacks:
            return None
        with aside():
            return trouble_words(tournament, lacks)

    async def opened(self, draft: Tournament, leave: Leave) -> Tournament:
        """Store a new tournament, and put its entries up on behalf of the member who organizes it.

        Raises:
            Refused: There are too many.
        """
        tournament = await self._tournaments.create(draft)
        leave.use()
        await self.show(tournament.id)
        return await self._tournaments.get(tournament.id)

    async def show(self, number: int) -> None:
        """Bring a tournament on as far as it goes by itself, and everything up to date that shows it."""
        known = self._known.setdefault(number, _Cup())
        known.again = True
        if known.busy:
            return  # whoever is at it will come round again
        known.busy, later = True, None
        try:
            while known.again:
                known.again = False
                later = await self._sync(number, known)
            known.failures = 0
        except Refused:
            log.warning("a tournament is gone", extra={"tournament": number})
        except (discord.Forbidden, discord.NotFound):
            later = self._barred(known)
        except (*DISCORD_TROUBLE, DatabaseError) as error:
            log.warning("a tournament could not be shown: %s", reason(error), extra={"tournament": number})
            later = self._failed(known)
        except Exception:  # what one tournament has come upon stops no other
            log.exception("a tournament could not be shown", extra={"tournament": number})
            later = self._failed(known)
        finally:
            known.busy = False
            self._later.pop(number, None)
        if later is not None:
            self._later[number] = later

    def _barred(self, known: _Cup) -> datetime:
        wait = _WAITS[min(known.barred, len(_WAITS) - 1)]
        known.barred += 1
        return self._tables.now() + wait

    def _failed(self, known: _Cup) -> datetime:
        wait = min(timedelta(seconds=2**known.failures), timedelta(minutes=5))
        known.failures = min(known.failures + 1, 10)
        return self._tables.now() + wait

    async def _sync(self, number: int, known: _Cup) -> datetime | None:
        """Do what is missing; return when to look again, or None where nothing is left."""
        tournament = await self._tournaments.get(number)
        if not self._tables.owns(tournament.guild_id):  # whoever has it brings it on
            return None
        lacks = self._lacking(tournament)
        was_held = known.held_until is not None
        await self._hold_up(tournament, known, held=bool(lacks))
        if self._client.get_guild(tournament.guild_id) is None:  # away, or the bot was removed
            return self._tables.now() + _LOOKED_AGAIN if tournament.live else None
        if was_held or not lacks or not tournament.live:  # what comes back within a minute is not worth a word
            tournament = await self._tell(tournament, lacks if tournament.live else [])
        tournament = await self._without_those_who_left(tournament, known)
        advanced = await self._tournaments.advance(number, in_threads=self._in_threads(tournament), may_open=not lacks)
        if (advanced.tournament.round, advanced.tournament.state) != (tournament.round, tournament.state):
            known.again = True  # who did not come in the round before is asked after now, and the organizer is told
        if lacks:
            return self._tables.now() + _LOOKED_AGAIN if advanced.tournament.live else None
        known.barred = 0
        await self._show_messages(advanced.tournament)
        for table_id in advanced.tables:
            await self._presenter.show(table_id)
        if advanced.tables:
            await self._show_messages(await self._tournaments.get(number))  # with where the tables are
        return self._tables.now() if advanced.again else None

    def _lacking(self, tournament: Tournament) -> list[str]:
        """List what the bot lacks in a tournament's channel; all of it where the channel is gone."""
        channel: Any = self._client.get_channel(tournament.channel_id)
        have = channel.permissions_for(channel.guild.me) if channel is not None else discord.Permissions.none()
        return missing_in(have, thread=isinstance(channel, discord.Thread))

    async def _hold_up(self, tournament: Tournament, known: _Cup, *, held: bool) -> None:
        """Let nobody's time at a tournament's tables run while nothing can be shown there."""
        now = self._tables.now()
        if not held or tournament.state is not State.PLAYING or decisions.overdue(tournament, now):
            known.held_until = None
            return
        since = now if known.held_until is None else max(now, known.held_until)
        known.held_until = now + _AHEAD
        for pairing in tournament.of_round(tournament.round):
            if pairing.table_id is not None and pairing.table_id in self._tables.register:
                await self._tables.ask(pairing.table_id, fixtures.held_up, known.held_until - since)

    async def _tell(self, tournament: Tournament, lacks: list[str]) -> Tournament:
        """Tell the organizer that nothing goes on, and later that it does again; once each, whatever comes between."""
        posted = tournament.message(STOPPED)
        stopped = posted is not None and not posted.settled
        if bool(lacks) is stopped:
            return tournament
        with self._showing.readers.for_all(tournament.guild_id):
            words = trouble_words(tournament, lacks) if lacks else _on_words(tournament)
            layout = stopped_page(tournament, words)
        try:
            if posted is None or posted.settled:
                place = await self._client.create_dm(discord.Object(tournament.organizer_id))
                nonce = nonce_for(f"bzt{tournament.id}.", STOPPED, 0 if posted is None else posted.message_id)
                sent = await place.send(**layout.sending(), nonce=nonce, silent=True)
                posted = Posted(STOPPED, place.id, sent.id)
            elif posted.message_id:
                channel = self._client.get_partial_messageable(posted.channel_id)
                await channel.get_partial_message(posted.message_id).edit(**layout.editing())
        except DISCORD_TROUBLE as error:  # who takes no direct messages reads it in `/tournament show`
            log.info("an organizer could not be told: %s", reason(error), extra={"tournament": tournament.id})
            posted = posted or Posted(STOPPED, tournament.channel_id, 0)
        return await self._tournaments.posted(tournament.id, replace(posted, settled=not lacks))

    def _in_threads(self, tournament: Tournament) -> bool:
        channel = self._client.get_channel(tournament.channel_id)
        return isinstance(channel, discord.TextChannel) and not missing_for_threads(
            channel.permissions_for(channel.guild.me)
        )

    async def _without_those_who_left(self, tournament: Tournament, known: _Cup) -> Tournament:
        """Withdraw those who have left the server: all are asked after at first, and later those who did not come."""
        if tournament.state is not State.PLAYING or known.swept == tournament.round:
            return tournament
        known.swept = tournament.round
        guild = self._client.get_guild(tournament.guild_id)
        for user in _absent(tournament):
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
            if posted is None or not await self._edited(tournament, posted, layout):
                posted = await self._post(tournament, role, layout, posted)
            if settled and not posted.settled:
                done = Posted(role, posted.channel_id, posted.message_id, settled=True)
                tournament = await self._tournaments.posted(tournament.id, done)
                self._shown.pop((tournament.id, role), None)

    async def page(self, tournament: Tournament, role: str) -> Layout:
        """Build one of a tournament's messages, and remember that it will show that."""
        layout = await self._page(tournament, role)
        self._shown[tournament.id, role] = fingerprint(layout)
        return layout

    async def _final_picture(self, tournament: Tournament) -> Picture | None:
        """Draw the final table; None where that fails."""
        words, title = podium_words(tournament)[:_MOST_WORDS], tournament_title(tournament)
        return await self._showing.scenes.podium(title, podium(tournament), words, tournament.guild_id)

    async def _page(self, tournament: Tournament, role: str) -> Layout:
        if role == FINAL:
            picture = await self._showing.in_public(tournament.guild_id, partial(self._final_picture, tournament))
            with self._showing.readers.for_all(tournament.guild_id):
                return final_page(tournament, picture)
        if role == ENTRIES:
            with self._showing.readers.for_all(tournament.guild_id):
                return entries_page(tournament)
        number = int(role.removeprefix("round-"))
        played = [each.table_id for each in tournament.of_round(number) if each.outcome is None and each.table_id]
        tables = {table.id: table for table in await self._tables.several(played)}
        with self._showing.readers.for_all(tournament.guild_id):
            return round_page(tournament, number, tables)

    async def _edited(self, tournament: Tournament, posted: Posted, layout: Layout) -> bool:
        """Bring a message up to date; False where it is gone and may be posted again."""
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

    async def _post(self, tournament: Tournament, role: str, layout: Layout, before: Posted | None) -> Posted:
        """Post a message and store it, or take the one that is up already."""
        nonce = nonce_for(f"bzt{tournament.id}.", role, 0 if before is None else before.message_id)
        found = 0
        key = tournament.id, nonce
        if key not in self._looked:
            found = await self._find(tournament, nonce)
            self._looked.add(key)
        if not found:
            place = self._client.get_partial_messageable(tournament.channel_id, guild_id=tournament.guild_id)
            self._looked.discard(key)  # where the answer is lost it may be up
            with layout.marked(mark_of(nonce)):
                sent = await place.send(**layout.sending(), nonce=nonce)
            self._looked.add(key)
            found = sent.id
            self._shown[tournament.id, role] = fingerprint(layout)
        posted = Posted(role, tournament.channel_id, found)
        await self._tournaments.posted(tournament.id, posted)
        return posted

    async def _find(self, tournament: Tournament, nonce: str) -> int:
        """Look for a message that a process before this one may have posted; 0 where there is none."""
        channel: Any = self._client.get_channel(tournament.channel_id)
        if channel is None or not channel.permissions_for(channel.guild.me).read_message_history:
            return 0
        adopted = self._tables.owning.since(tournament.guild_id)
        before = adopted.last_seen if adopted is not None else None
        since = max(tournament.started_at or tournament.created_at, before or tournament.created_at)
        return await first_own(self._client, tournament.channel_id, since, marked(mark_of(nonce))) or 0


def trouble_words(tournament: Tournament, lacks: list[str]) -> str:
    """Say what keeps a tournament from going on, and that nobody loses by it."""
    return tr(
        "I cannot go on in {place}: I lack {permissions}. The tournament stays as it is, nobody's time runs, and it "
        "goes on by itself as soon as that is allowed there.",
        place=f"<#{tournament.channel_id}>",
        permissions=bold(lacks),
    )


def _on_words(tournament: Tournament) -> str:
    """Say to who was told that nothing goes on how it is now."""
    if tournament.live:
        return tr("All is well again, and it goes on.")
    over = tournament.state is State.FINISHED
    return tr("This tournament is over.") if over else tr("This tournament was called off.")


def _roles(tournament: Tournament) -> list[str]:
    """Return what messages a tournament may have by now, the oldest first."""
    rounds = [role_of(number) for number in range(1, tournament.round + 1)]
    return [ENTRIES, *rounds, *([FINAL] if tournament.state is State.FINISHED else [])]


def _is_due(tournament: Tournament, role: str) -> bool:
    """Tell whether a message that is not up is to be posted: of what has passed meanwhile nothing new is said."""
    if role == FINAL:
        return True
    return tournament.live and role in (ENTRIES, role_of(tournament.round))


def _settled(tournament: Tournament, role: str) -> bool:
    """Tell whether a message says what it will always say."""
    if not tournament.live:
        return True
    number = 0 if role == ENTRIES else int(role.removeprefix("round-"))
    return 0 < number < tournament.round


def _absent(tournament: Tournament) -> list[int]:
    """Return after whom one asks before a round: after everybody at first, then after those who did not come."""
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
