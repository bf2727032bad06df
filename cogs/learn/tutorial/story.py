"""The line that tells what has happened since the pupil's last card, the same that stands on every panel."""

from __future__ import annotations

from bot.engine import Card
from bot.engine.cards import NO_CARD
from bot.engine.events import PointsMarked
from bot.ui.text.faces import PLAIN, Style
from bot.ui.text.happened import drawn_lately, what_happened
from bot.ui.text.i18n import tr
from bot.ui.text.words import mark_reason
from cogs.learn.tutorial.first_deal import FirstDeal, Stage
from cogs.learn.tutorial.script import MADAME, PUPIL, RESUME_AT


def names(players: int = 2) -> tuple[str, ...]:
    """Return the names of the players by seat; with four, Ninon is the pupil's partner."""
    others = {2: (), 3: (tr("Colonel"),), 4: ("Ninon", tr("Colonel"))}[players]
    return tr("You"), tr("Madame"), *others


def happened(lesson: FirstDeal, style: Style = PLAIN) -> str:
    """Say in a line what has happened since the pupil last played; empty before the first card."""
    if lesson.stage is Stage.WELCOME or not lesson.done:
        return ""
    return what_happened(lesson.game.deals[-1], lesson.done, PUPIL, names(), style)


def drawn(lesson: FirstDeal) -> Card:
    """Return the card that the pupil has drawn since last playing one; ``NO_CARD`` if there is none."""
    return drawn_lately(lesson.game.deals[-1], lesson.done, PUPIL) if lesson.done else NO_CARD


def scored_meanwhile(lesson: FirstDeal) -> str:
    """Say what was scored in the skipped tricks, on the page after them; empty on any other page."""
    if not lesson.resumed or len(lesson.done) != RESUME_AT:
        return ""
    marks = [event.mark for event in lesson.events if isinstance(event, PointsMarked)]
    told = {
        seat: ", ".join(f"{mark_reason(mark.reason)} {mark.points}" for mark in marks if mark.seat == seat)
        for seat in (PUPIL, MADAME)
    }
    return tr("Meanwhile you have scored: {mine}. And I: {hers}.", mine=told[PUPIL], hers=told[MADAME])
