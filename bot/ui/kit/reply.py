"""Answers to interactions, privately or publicly, whatever state the interaction is in, and which are under way.

Discord drops an interaction that has no answer within three seconds. After `PATIENCE` seconds it is therefore deferred.
What a handler answers with waits for the end of that, and goes in the way that is left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

import discord

from bot.engine import RulesError
from bot.lazy import dataclass
from bot.tables import AnsweredElsewhere, DatabaseError, Refused, answering
from bot.ui.kit.controls import ROSE, SLATE, Layout
from bot.ui.kit.permissions import HinderedError
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE, is_answered_already, reason
from bot.ui.routes.custom_ids import Route, read_route
from bot.ui.text.i18n import read_in, tr
from bot.ui.text.refusals import refusal_text, rules_error_text

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds after which an interaction is deferred; Discord waits for three."""
_BREAKING_OFF_SECONDS: Final = 1.0
"""Seconds that cancelled answers get to end, in which a commit under way is completed."""
_CALLBACKS_KEPT: Final = 5000

_ARRIVED: Final = "arrived"


def age(interaction: discord.Interaction[Any]) -> timedelta:
    """Return the time since an interaction arrived, that is since this was first asked of it."""
    now = time.monotonic()
    return timedelta(seconds=now - interaction.extras.setdefault(_ARRIVED, now))


class Outcome(StrEnum):
    """What became of an interaction."""

    DONE = "done"
    REFUSED = "refused"
    """The rules of the game or of the bot, or a missing permission, forbid what was asked."""
    UNREADABLE = "unreadable"
    """It came in another form than what Discord was told to offer."""
    UNSTORED = "unstored"
    """The database failed."""
    LOST = "lost"
    """Discord did not take the answer."""
    FAILED = "failed"
    """The bot erred."""
    ELSEWHERE = "elsewhere"
    """Another process answers."""
    UNFINISHED = "unfinished"
    """The process ended first."""


@dataclass(slots=True)
class Answering:
    """An interaction that is being answered."""

    outcome: Outcome = Outcome.DONE


class UnderWay:
    """The interactions of one client that are being answered."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[str, float, int | None]] = {}
        self.answered: Callable[[str, float, Outcome], object] = lambda _what, _seconds, _outcome: None
        """Callback for each answered interaction: what it was, the seconds that it took, and what became of it."""
        self._tasks: set[asyncio.Task[object]] = set()
        """The tasks that answer them, work after the answer included."""
        self._called_back: OrderedDict[int, None] = OrderedDict()
        """The interactions for which a callback was made last."""
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def answering(self, interaction_id: int, what: str, guild_id: int | None = None) -> Iterator[Answering]:
        """Count an interaction as under way inside the block; what is asked must not name a player's cards."""
        self._open[interaction_id] = what, time.monotonic(), guild_id
        self._idle.clear()
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        answering = Answering()
        try:
            yield answering
        except asyncio.CancelledError:
            answering.outcome = Outcome.UNFINISHED
            raise
        finally:
            _, since, _ = self._open.pop(interaction_id, (what, time.monotonic(), guild_id))
            self.answered(what, time.monotonic() - since, answering.outcome)
            if not self._open:
                self._idle.set()

    def since(self, interaction_id: int) -> float | None:
        """Return the seconds for which an interaction has been under way, or None if it is not."""
        found = self._open.get(interaction_id)
        return None if found is None else time.monotonic() - found[1]

    def has_called_back(self, interaction_id: int) -> bool:
        """Note that a callback for an interaction is made now, and return whether one was made before."""
        known = interaction_id in self._called_back
        self._called_back[interaction_id] = None
        if len(self._called_back) > _CALLBACKS_KEPT:
            self._called_back.popitem(last=False)
        return known

    def lasting(self) -> list[str]:
        """Return a line for each interaction under way, with the seconds since it began, the oldest first."""
        now = time.monotonic()
        return [f"{what} for {now - since:.1f} s" for what, since, _ in self._open.values()]

    async def ended(self, seconds: float) -> bool:
        """Wait until nothing is under way, or until the seconds are over, and return whether nothing is."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def let_go(self) -> None:
        """Cancel everything under way, as no answer can be sent once the connections are closed."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_BREAKING_OFF_SECONDS)


class _Sent(NamedTuple):
    message_id: int


class Response(discord.InteractionResponse[Any]):
    """The response of an interaction, which is deferred if it takes long; what comes after that goes in the way left.

    Only one callback is under way at a time, so the handler's answer never races the bot's own deferral.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, private: bool) -> None:
        super().__init__(interaction)
        self.late = False
        """Whether it was deferred because it took long, or is just being deferred."""
        self.thinking = not private
        """Whether the member then sees a private message that waits for the answer, and not the clicked message."""
        self.repeated = False
        """Whether this process has made another callback for the interaction before its latest one."""
        self._turn = asyncio.Lock()

    def untie(self) -> None:
        """Break the cycle of an answered interaction and its response, so that reference counting frees both.

        The garbage collector would otherwise have to find some fifty objects for each click, a minute or two later.
        """
        if self.is_done():
            self._parent = None  # type: ignore[assignment]  # unused once answered

    async def settled(self) -> None:
        async with self._turn:
            return

    async def defer_late(self) -> None:
        """Defer the interaction, unless it has an answer or one is under way."""
        if self._turn.locked() or self.is_done():
            return
        async with self._turn:
            self.late = True
            try:
                self._begin()
                await super().defer(ephemeral=True, thinking=self.thinking)
            except DISCORD_TROUBLE as error:
                self.late = False
                log.info("an interaction could not be deferred: %s", reason(error))
                self.suspect(error)

    def suspect(self, error: Exception) -> None:
        """Report another process if it must have answered: Discord says so of this process's first callback."""
        if is_answered_already(error) and not self.repeated:
            self._parent.client.other_processes.answered(self._parent.id)

    def _begin(self) -> None:
        self.repeated = self._parent.client.under_way.has_called_back(self._parent.id)

    async def send_message(self, content: Any = None, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Send a message; a late one is private, and takes the place of the one that waits."""
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().send_message(content, **options)
        options.pop("ephemeral", None)
        sent = await self._parent.followup.send(content or discord.utils.MISSING, **options, ephemeral=True, wait=True)
        return _Sent(sent.id)

    async def edit_message(self, **options: Any) -> Any:  # noqa: ANN401
        """Edit the clicked message; when late by the token if it is the original one, else in its channel."""
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().edit_message(**options)
        clicked = self._parent.message
        if not self.thinking or clicked is None:
            return await self._parent.edit_original_response(**options)
        return await clicked.edit(**options)

    async def defer(self, **options: Any) -> Any:  # noqa: ANN401
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().defer(**options)
        return None

    async def send_modal(self, modal: Any, /) -> Any:  # noqa: ANN401
        async with self._turn:
            if self.late:
                raise TimeoutError
            self._begin()
            opened = await super().send_modal(modal)
            self._parent.client.arrivals.forms[modal.custom_id] = modal
            return opened


def is_late(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether an interaction was deferred because it took long, or is just being deferred."""
    return bool(getattr(interaction.response, "late", False))


async def settled(interaction: discord.Interaction[Any]) -> None:
    """Wait until no callback for an interaction is under way, after which it is known whether there was one."""
    if isinstance(interaction.response, Response):
        await interaction.response.settled()


async def _take_waiting_away(interaction: discord.Interaction[Any]) -> None:
    """Delete the message that waits for an answer, if none has come."""
    with suppress(*DISCORD_TROUBLE):
        waiting = await interaction.original_response()
        if waiting.flags.loading:
            await waiting.delete()


@dataclass(frozen=True, slots=True)
class Sent:
    """A private message that was sent as an interaction's answer."""

    message_id: int
    original: bool = True
    """Whether it is the interaction's original message; if not, the original may be a public one."""


async def say_privately(interaction: discord.Interaction[Any], layout: Layout) -> Sent:
    """Show a layout to the person who asked, and to nobody else."""
    await settled(interaction)
    if interaction.response.is_done():
        sent = await interaction.followup.send(**layout.sending(), ephemeral=True, wait=True)
        return Sent(int(sent.id), original=False)
    answer = await interaction.response.send_message(**layout.sending(), ephemeral=True)
    return Sent(answer.message_id or 0)


async def say_publicly(
    interaction: discord.Interaction[Any],
    layout: Layout,
    permit: PostPermit,
    mentions: discord.AllowedMentions | None = None,
) -> int | None:
    """Show a new layout to everyone in an interaction's channel, as its answer; return its id if Discord tells it."""
    permit.use()
    await settled(interaction)
    mentions = mentions or discord.AllowedMentions.none()
    if interaction.response.is_done():
        if is_late(interaction):  # the first message would take the place, and the privacy, of the one that waits
            await interaction.edit_original_response(**Layout(SLATE, tr("Here it is.")).editing())
        sent = await interaction.followup.send(**layout.sending(), allowed_mentions=mentions, wait=True)
        return int(sent.id)
    answer = await interaction.response.send_message(**layout.sending(), allowed_mentions=mentions)
    return answer.message_id


def in_own_message(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a click was made in a private message of the person who clicked.

    Discord shows such a message to that person alone, so a click by anybody else is forged. A forged click is answered,
    but never in that message.
    """
    clicked = interaction.message
    if clicked is None or not clicked.flags.ephemeral:
        return False
    asked = clicked.interaction_metadata
    return asked is None or asked.user.id == interaction.user.id


def routes_in(message: discord.Message | None) -> list[Route]:
    """Return the operations of a message's controls, as a forged click may name a control that is not there."""
    waiting: list[Any] = list(message.components) if message is not None else []
    found = []
    while waiting:
        item = waiting.pop()
        waiting += getattr(item, "children", ())
        entry = next((option.value for option in getattr(item, "options", ())), "")
        if (route := read_route(getattr(item, "custom_id", None) or "", entry)) is not None:
            found.append(route)
    return found


async def in_place(interaction: discord.Interaction[Any], layout: Layout) -> Sent:
    """Answer a click in the private message that was clicked, or else in a new one.

    A public message is never edited, whatever control it is said to carry: this keeps hands private.
    """
    clicked = interaction.message
    is_done = interaction.response.is_done() and not is_late(interaction)
    if clicked is None or not in_own_message(interaction) or is_done:
        return await say_privately(interaction, layout)
    await interaction.response.edit_message(**layout.editing())
    return Sent(clicked.id)


async def refuse(interaction: discord.Interaction[Any], text: str) -> None:
    """Tell the person who asked why something cannot be done, and what to do next."""
    await say_privately(interaction, Layout(ROSE, text))


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Show the person who asked a text that is no refusal."""
    await say_privately(interaction, Layout(SLATE, text))


@asynccontextmanager
async def error_boundary(interaction: discord.Interaction[Any], what: str) -> AsyncIterator[Answering]:
    """Answer in the person's language and look; turn any error into a kind sentence for that person only.

    The block may note what became of the interaction; an error that leaves it is noted here.
    """
    began = time.perf_counter()
    age(interaction)  # is measured from here on
    under_way = interaction.client.under_way.answering(interaction.id, what, interaction.guild_id)
    begun: list[asyncio.Task[None]] = []
    with under_way as answer, answering(interaction.id):
        response = Response(interaction, private=in_own_message(interaction))
        interaction._cs_response = response  # type: ignore[attr-defined]  # noqa: SLF001 - the library has no other way
        loop = asyncio.get_running_loop()
        # A timer, and no task, as nearly all interactions have their answer long before.
        timer = loop.call_later(PATIENCE, lambda: begun.append(loop.create_task(response.defer_late())))
        try:
            readers = interaction.client.readers
            read_in(readers.language_of(interaction), **readers.manner_of(interaction.user.id))
            yield answer
        except Exception as error:  # noqa: BLE001 - it is told and logged
            await _explain(interaction, what, answer, response, error)
        finally:
            timer.cancel()
            for deferring in begun:  # one that is under way ends first, so that it is known what Discord shows
                await deferring
        if response.late and response.thinking and not interaction.client.is_closed():
            await _take_waiting_away(interaction)
    response.untie()
    log.info(
        "answered",
        extra={
            "request": interaction.id,
            "what": what,
            "guild": interaction.guild_id,
            "ms": round(1000 * (time.perf_counter() - began)),
        },
    )


async def _explain(
    interaction: discord.Interaction[Any], what: str, answer: Answering, response: Response, error: Exception
) -> None:
    """Note an error that has left the handler of an interaction, and tell the person what to do."""
    text, closed = "", interaction.client.is_closed()
    match error:
        case AnsweredElsewhere():
            answer.outcome = Outcome.ELSEWHERE
            log.warning("left to another process: %s", what)
        case Refused():
            answer.outcome = Outcome.REFUSED
            if not await interaction.client.other_processes.has_taken(interaction.id):  # else the other one has done it
                text = refusal_text(error)
        case HinderedError():
            answer.outcome = Outcome.REFUSED
            text = str(error)
        case RulesError():
            answer.outcome = Outcome.REFUSED
            text = rules_error_text(error)
        case DatabaseError():
            answer.outcome = Outcome.UNSTORED
            log.error("could not be stored: %s: %s", what, error)
            text = tr("Nothing was saved; try again in a moment.")
        case _ if isinstance(error, DISCORD_TROUBLE):
            answer.outcome = Outcome.LOST
            log.warning("Discord did not take an answer to %s: %s", what, reason(error))
            waits = not interaction.response.is_done() or is_late(interaction)
            if is_answered_already(error):
                response.suspect(error)
            elif waits and not isinstance(error, discord.NotFound):
                text = tr("Discord lost my answer; what you did is safe, try again.")
        case _ if closed:  # the library raises this once its connections are closed
            answer.outcome = Outcome.UNFINISHED
            log.warning("the end came before the answer to %s", what)
        case _:
            answer.outcome = Outcome.FAILED
            # The library would log the control too, and its id may name a card in its owner's hand.
            log.error("failed while answering %s", what, exc_info=error)
            text = tr("Something went wrong on my side; the game is safe, try again.")
    if text and not interaction.client.is_closed():
        try:
            await refuse(interaction, text)
        except DISCORD_TROUBLE as trouble:
            log.warning("could not answer %s: %s", what, reason(trouble))


class Form(discord.ui.Modal):
    """A form of this bot, open for a quarter of an hour; errors in what a subclass does with it are explained."""

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        raise NotImplementedError

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        async with error_boundary(interaction, f"the form {type(self).__name__}"):
            await self.submitted(interaction)

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Say that the form could not be read; the log gets only the kind of error, as a form may hold anything."""
        log.warning("a form cannot be read: %s", type(error).__name__)
        async with error_boundary(interaction, "a form") as answer:
            answer.outcome = Outcome.UNREADABLE
            await refuse(interaction, tr("That form could not be read; open it again."))
