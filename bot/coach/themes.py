"""The kinds of decisions, the themes of what is told of them (reasons and plans), and the skills that they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.engine import Card, Phase


class Kind(StrEnum):
    """The decision to take in an exercise."""

    LEAD = "lead"
    """Which card to lead, while the stock lasts."""
    FOLLOW = "follow"
    """Which card to play to a trick, while the stock lasts."""
    DECLARE = "declare"
    """What to declare after a trick, if anything."""
    EIGHT = "eight"
    """Which card to play in the last eight tricks."""


def kind_at(phase: Phase, trick: Sequence[Card], left: int) -> Kind:
    """Return the kind of decision that the seat on turn has to take, with so many cards left in the stock."""
    if phase is Phase.DECLARE:
        return Kind.DECLARE
    if not left:
        return Kind.EIGHT
    return Kind.FOLLOW if trick else Kind.LEAD


class Theme(StrEnum):
    """What is told of an action: the cause that makes most of a difference, or the plan that the action belongs to.

    What must be so of it stands in ``plans.py`` or ``reasons.py``, its words in the user interface.
    """

    ONLY = "only"
    """There was nothing else to do."""
    COUNTED = "counted"
    """All cards are known, and the ending was played out."""
    LITTLE = "little"
    """The difference is small."""
    MANY = "many"
    """Many small causes together, none of which can be told from chance alone."""
    WINS_TO_DECLARE = "wins-to-declare"
    """It takes the trick, and a combination can be declared right after it."""
    KEEPS_COMBINATION = "keeps-combination"
    """The other card could still serve in a combination; this one could not."""
    COMES_ABOUT = "comes-about"
    """A combination is declared more often."""
    DENIES = "denies"
    """The others declare a combination less often."""
    WINS_BRISQUES = "wins-brisques"
    """It takes the trick with the brisques in it."""
    SAVES_BRISQUE = "saves-brisque"
    """The other card is a ten or an ace that might be lost in the trick."""
    FEWER_BRISQUES_LOST = "fewer-brisques-lost"
    """Fewer brisques go to the others in this trick."""
    BRISQUES_LATER = "brisques-later"
    """More brisques are won in later tricks."""
    KEEPS_TRUMP = "keeps-trump"
    """The other card is a trump, which takes tricks in the last eight."""
    KEEPS_STRENGTH = "keeps-strength"
    """The other card is the higher one of its suit, and takes tricks in the last eight."""
    STRONGER_END = "stronger-end"
    """The cards that stay in the hands bring more in the last eight tricks."""
    SEVEN = "seven"
    """A seven of trumps counts."""
    EXCHANGES = "exchanges"
    SHOWS = "shows"
    LAST_TRICK = "last-trick"
    WINS_GAME = "wins-game"
    DECLARES = "declares"
    MARRIES_FIRST = "marries-first"
    """The royal marriage before the sequence, so that both count."""
    ANNOUNCES = "announces"
    HOLDS_BACK = "holds-back"
    """The cards of the declaration can serve in another combination."""

    # Plans: what an action is for, whatever the others bring.
    WINS_AND_DECLARES = "wins-and-declares"
    """It surely takes the trick, and a combination that is held can be declared right after it."""
    MAY_DECLARE = "may-declare"
    """If it takes the trick, a combination that is held can be declared."""
    WINS_AND_EXCHANGES = "wins-and-exchanges"
    """It surely takes the trick, and the seven of trumps can be exchanged right after it."""
    TAKES_BRISQUES = "takes-brisques"
    """It surely takes the trick, with tens or aces in it."""
    FEEDS_PARTNER = "feeds-partner"
    """The partner has taken the trick, with tens or aces in it."""
    TAKES_TURN = "takes-turn"
    """It surely takes the trick, so that the others cannot declare after it."""
    TAKES_LAST_TURN = "takes-last-turn"
    """It surely takes the last trick after which anything can be declared."""
    TAKES_LEAD = "takes-lead"
    """It surely takes a trick of the last eight."""
    LIKELY = "likely"
    """It takes the trick in more than half of the samples."""
    KEEPS_WHOLE = "keeps-whole"
    """A combination that is held stays together, to be declared after a later trick."""
    KEEPS_TRUMPS = "keeps-trumps"
    """The seat's trumps stay in the hand for the last eight."""
    MASTER = "master"
    """The highest trump that is left stays in the hand."""
    KEEPS_HIGHEST = "keeps-highest"
    """The highest card that is left of another plain suit, of which others have some, stays in the hand."""
    LEADS_HIGHEST = "leads-highest"
    """It leads the highest card that is left of a plain suit in the last eight: only a trump can beat it."""
    THROWS = "throws"
    """The card serves in no combination and is no ten, ace or trump."""
    LETS_GO = "lets-go"
    """There is no ten or ace in the trick, nor goes one with the card."""
    LOST_ANYWAY = "lost-anyway"
    """None of the cards that may be played takes the trick, and it is the lowest of them, trumps above the rest."""
    GIVES_LEAD = "gives-lead"
    """The other hand must take a trick of the last eight, and lead to the next."""
    DRAWS_TRUMP = "draws-trump"
    """The other hand has to give a trump to the trick."""
    DRAWS_LAST_TRUMP = "draws-last-trump"
    """The other hand has to give its last trump to the trick."""
    SEVEN_NOW = "seven-now"
    """The card is a seven of trumps that counts as it is played."""
    FOLLOWED = "followed"
    """After this declaration another one can follow after a later trick."""
    TURN_UP = "turn-up"
    """The exchange counts, and brings the turned-up card."""
    HIDES = "hides"
    """The cards that could be declared stay hidden."""
    KEEPS_SEVEN = "keeps-seven"
    """The seven of trumps that could be exchanged or shown stays in the hand."""
    MAKES_TRUMPS = "makes-trumps"
    """The declaration makes trumps of the suit of which the seat holds most."""
    TRUMPS_IN_REACH = "trumps-in-reach"
    """The declaration makes trumps of a suit in which another combination is in reach."""
    AGAIN = "again"
    """The card was declared; once it is gone, one more makes the same combination again (ruling 34)."""
    SAVES_RUBICON = "saves-rubicon"
    """It brings the side the points at which nobody is rubiconed any more (ruling 38)."""
    TO_SAVE_RUBICON = "to-save-rubicon"
    """It surely takes tens or aces, which count for who would be rubiconed without them."""
    AGAINST_RUBICON = "against-rubicon"
    """The same, kept from another side that is behind and short of these points."""


class Reason(NamedTuple):
    """The reason of a difference, or a plan."""

    theme: Theme
    name: str = ""
    """Name of the combination concerned, if there is one."""
    points: int = 0
    """Points of that combination, as they are marked; or of the tens and aces in the trick, or those to be reached."""
    unseen: int | None = None
    """Number of cards it could still take that nobody has seen; None if no count is given."""
    of: int = 0
    """Number of all such cards besides those that the seat has."""


class Skill(StrEnum):
    """A part of the game that can be practised by itself."""

    DECLARING = "declaring"
    """What to declare, and when."""
    COMBINATIONS = "combinations"
    """Which cards to keep for combinations."""
    TRICKS = "tricks"
    """Which tricks to win: to declare, or to keep the others from it."""
    BRISQUES = "brisques"
    """Tens and aces."""
    ENDING = "ending"
    """Trumps and high cards for the last eight tricks, and those tricks."""


_AT: Final = {Kind.DECLARE: Skill.DECLARING, Kind.EIGHT: Skill.ENDING}
"""The kinds of decisions that all belong to one skill."""
_OF: Final[Mapping[str, Skill]] = {
    Theme.DECLARES: Skill.DECLARING,
    Theme.MARRIES_FIRST: Skill.DECLARING,
    Theme.ANNOUNCES: Skill.DECLARING,
    Theme.HOLDS_BACK: Skill.DECLARING,
    Theme.EXCHANGES: Skill.DECLARING,
    Theme.SHOWS: Skill.DECLARING,
    Theme.SEVEN: Skill.DECLARING,
    Theme.MAKES_TRUMPS: Skill.DECLARING,
    Theme.TRUMPS_IN_REACH: Skill.DECLARING,
    Theme.SAVES_RUBICON: Skill.DECLARING,
    Theme.AGAIN: Skill.COMBINATIONS,
    Theme.KEEPS_COMBINATION: Skill.COMBINATIONS,
    Theme.COMES_ABOUT: Skill.COMBINATIONS,
    Theme.KEEPS_WHOLE: Skill.COMBINATIONS,
    Theme.WINS_TO_DECLARE: Skill.TRICKS,
    Theme.WINS_AND_DECLARES: Skill.TRICKS,
    Theme.MAY_DECLARE: Skill.TRICKS,
    Theme.TAKES_TURN: Skill.TRICKS,
    Theme.TAKES_LAST_TURN: Skill.TRICKS,
    Theme.DENIES: Skill.TRICKS,
    Theme.LAST_TRICK: Skill.TRICKS,
    Theme.WINS_BRISQUES: Skill.BRISQUES,
    Theme.SAVES_BRISQUE: Skill.BRISQUES,
    Theme.FEWER_BRISQUES_LOST: Skill.BRISQUES,
    Theme.BRISQUES_LATER: Skill.BRISQUES,
    Theme.TAKES_BRISQUES: Skill.BRISQUES,
    Theme.FEEDS_PARTNER: Skill.BRISQUES,
    Theme.LETS_GO: Skill.BRISQUES,
    Theme.TO_SAVE_RUBICON: Skill.BRISQUES,
    Theme.AGAINST_RUBICON: Skill.BRISQUES,
    Theme.KEEPS_TRUMP: Skill.ENDING,
    Theme.KEEPS_TRUMPS: Skill.ENDING,
    Theme.KEEPS_STRENGTH: Skill.ENDING,
    Theme.STRONGER_END: Skill.ENDING,
    Theme.COUNTED: Skill.ENDING,
}


def skill_of(kind: Kind | str, theme: Theme | str | None) -> Skill | None:
    """Return the skill that a decision asks for; None where its reason names no single one, as *many small things*."""
    return _AT.get(Kind(kind)) or _OF.get(theme or "")


def most_first(lost: Mapping[Skill, float]) -> tuple[Skill, ...]:
    """Return the skills that cost anything, the costliest first."""
    return tuple(sorted((skill for skill in lost if lost[skill] > 0), key=lambda skill: -lost[skill]))


def lost_by_skill(charged: Iterable[tuple[Skill | None, float]]) -> Mapping[Skill, float]:
    """Return the points that charges cost, by skill; those that belong to no single skill are left out."""
    found: dict[Skill, float] = {}
    for skill, points in charged:
        if skill is not None:
            found[skill] = found.get(skill, 0.0) + points
    return MappingProxyType(found)
