"""Whether a reason says what is so: asked of what can be seen, and of new samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coach.reasons import Story
from bot.coach.themes import Theme
from bot.engine import Verb
from bot.engine.cards import TEN

if TYPE_CHECKING:
    from bot.coach.samples import Comparison
    from bot.engine import View


def seems(view: View, comparison: Comparison, story: Story) -> str:
    """Return what is wrong with a reason by what lies open, or nothing: no *kept* for what is played, and the like."""
    one, other, said = comparison.one, comparison.other, story.reason
    plays = one.verb is other.verb is Verb.PLAY
    theme = said.theme
    if theme in (Theme.KEEPS_COMBINATION, Theme.KEEPS_TRUMP, Theme.KEEPS_STRENGTH, Theme.SAVES_BRISQUE) and not plays:
        return "kept where no card is played"
    mine, theirs = (one.cards[0], other.cards[0]) if plays else (0, 0)
    if theme is Theme.KEEPS_TRUMP and not (theirs >> 3 & 3 == view.trump >= 0 and mine >> 3 & 3 != view.trump):
        return "a trump kept that is none"
    if theme is Theme.KEEPS_STRENGTH and not (mine >> 3 & 3 == theirs >> 3 & 3 and mine & 7 < theirs & 7):
        return "the higher card is the one that is played"
    if theme is Theme.SAVES_BRISQUE and not theirs & 7 >= TEN > mine & 7:
        return "the brisque is the one that is played"
    if said.unseen is not None and not (view.searchable and 0 <= said.unseen <= said.of):
        return "a count where none may be given"
    if theme is Theme.HOLDS_BACK and (one.verb is not Verb.PASS or said.name == other.name):
        return "against a declaration because of itself"
    if theme in (Theme.DECLARES, Theme.ANNOUNCES, Theme.MARRIES_FIRST) and said.name != one.name:
        return "another declaration"
    if theme in (Theme.ONLY, Theme.COUNTED):
        return "there is something else"
    return ""


def holds(afresh: Comparison, story: Story) -> str:
    """Return what new samples speak against, or nothing: it must hold for the one, and less for the other."""
    theme = story.reason.theme
    if afresh.part(story.causes).mean <= 0.0:
        return "makes no difference"
    if theme in (Theme.WINS_TO_DECLARE, Theme.WINS_BRISQUES) and afresh.wins[0] <= afresh.wins[1]:
        return "takes the trick no more often"
    if theme is Theme.WINS_TO_DECLARE:
        often = afresh.at_once.get(story.reason.name, (0.0, 0.0))
        if often[0] <= often[1]:
            return "is declared after the trick no more often"
    return ""
