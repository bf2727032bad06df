"""Operations of a table from its first deal on; those before the game stand in ``lobby``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Ply, Route, operation


class Way(StrEnum):
    """The control that leads to a page: two may lead to the same page, and the custom ids in a message must differ."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    ASIDE = "aside"
    BOOK = "book"
    MENU = "menu"
    SECOND_MENU = "second"


@dataclass(frozen=True, slots=True)
class AtTable(Route):
    """An operation at a table; it stays valid when the game has gone on since its control was made."""

    table_id: Key


@dataclass(frozen=True, slots=True)
class AtMoment(AtTable):
    """An operation at one moment of a table; after that moment its control is outdated."""

    ply: Ply


# ---------------------------------------------------------------- cards


@operation("cut")
class Cut(AtTable):
    """Cut the next deal: mix the number of this click into its shuffle."""


@operation("cut-words")
class CutInWords(AtTable):
    """Open the form for own words that replace the number of the click."""


@operation("deal")
class Deal(AtMoment):
    """Deal the sealed cards."""


@operation("hand")
class ShowHand(AtTable):
    """See one's cards, in a new private message."""


@operation("panel")
class ShowPanel(AtMoment):
    """See one's cards in place of the page that was clicked."""


@operation("act")
class Act(AtMoment):
    """Take an action in the game."""

    action: str


@operation("choose")
class Choose(AtMoment):
    """Take an action that is chosen in a menu."""

    part: Count
    """The number of the menu; there may be more entries than one menu takes."""
    action: str


@operation("advice")
class Advise(AtMoment):
    """See which combinations can be declared."""


# ---------------------------------------------------------------- with the others


@operation("draw-offer")
class OfferDraw(AtTable):
    """Offer a draw instead of resigning."""


@operation("draw-yes")
class AcceptDraw(AtMoment):
    """Accept the draw that was offered at that moment."""


@operation("draw-no")
class DeclineDraw(AtMoment):
    """Decline the draw that was offered at that moment."""


@operation("undo")
class AskUndo(AtMoment):
    """Ask the others to undo one's last action."""


@operation("undo-yes")
class AllowUndo(AtMoment):
    """Allow the undo that was asked for at that moment."""


@operation("undo-no")
class RefuseUndo(AtMoment):
    """Refuse the undo that was asked for at that moment."""


@operation("wait")
class Wait(AtMoment):
    """Give more time to the player whose time is up."""


@operation("claim-time")
class ClaimTime(AtMoment):
    """Claim the game from the player whose time is up, after one more question."""

    sure: bool = False


@operation("claim")
class Claim(AtTable):
    """Claim the game from a player who has left the server, after one more question."""

    absent_id: Id
    sure: bool = False


@operation("house-on")
class LetHousePlay(AtTable):
    """Let the house play on for a player whose time is up or who has left the server."""

    absent_id: Id = 0
    """The player who has left; 0 if time is up."""


@operation("back")
class ComeBack(AtTable):
    """Take one's seat back from the house."""


@operation("resign-yes")
class Resign(AtTable):
    """Resign the game."""


@operation("dismiss")
class Dismiss(AtTable):
    """Close a question without doing anything."""


@operation("rematch")
class Rematch(AtTable):
    """Ask for another game."""


@operation("another")
class PlayAnother(AtTable):
    """Open a new table with the rules and the clock of a finished game."""


@operation("after")
class AfterGame(AtTable):
    """See the score sheet of a finished game, and everything else to be had of it."""


@operation("more")
class More(AtTable):
    """See the seldom used actions, such as adjourning the game or resigning it."""


@operation("resign")
class AskResign(AtTable):
    """See the question whether one means to resign."""


@operation("tricks")
class ShowTricks(AtTable):
    """See the tricks and declarations of a deal, as far as the rules allow it."""

    deal: Count
    back: Count = 0
    """Number of pages back from the newest one."""
    panel: Count = 0
    """1 when the control is in a player's panel, below which the page is then shown; else 0."""


@operation("see")
class AskLook(AtTable):
    """Ask the other players for leave to look at all tricks of the deal, where only the last may be looked at."""

    deal: Count


@operation("see-yes")
class AllowLook(AtMoment):
    """Allow a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


@operation("see-no")
class RefuseLook(AtMoment):
    """Refuse a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


@operation("fair")
class ShowProof(AtTable):
    """See the proof of a deal's shuffle, checked by the bot."""

    chosen = 2

    deal: Count
    secret: str = ""
    """The secret in base 85, where the table came to nothing and may be forgotten before its message."""


@operation("adjourn")
class AskWhen(AtTable):
    """See the times until which a game can be adjourned."""


@operation("adjourn-for")
class Adjourn(AtTable):
    """Ask the other players to adjourn the game."""

    hours: Count = 0
    """Number of hours after which the game resumes by itself; 0: it resumes when all players want to."""


@operation("adjourn-yes")
class Agree(AtTable):
    """Agree to adjourn the game."""

    asked_at: Id
    """Moment of the request, in seconds since 1970."""
    panel: Count = 0
    """1 when the control is in a player's panel, else 0."""


@operation("adjourn-no")
class RatherNot(AtTable):
    """Decline to adjourn the game, or withdraw one's own request."""

    asked_at: Id
    panel: Count = 0


@operation("go-on")
class GoOn(AtTable):
    """Say that one is present to resume the game."""

    panel: Count = 0


PUT_DOWN = "put-down"
"""The action of the entry, among those against the rules, that opens the page where any cards can be put down."""


@operation("against")
class AgainstRules(AtMoment):
    """Do something against the rules; at a later moment than the control's, nothing happens."""

    action: str


@operation("put-down")
class PutDown(AtMoment):
    """Choose the combination as which any cards are put down; the cards are asked next."""

    name: str


@operation("lay")
class LayDown(AtMoment):
    """Put these cards down as a combination, after one more question."""

    name: str
    cards: str
    """The cards in the record's notation, with blanks between them."""


@operation("ask-revoke")
class AskRevoke(AtMoment):
    """See the question whether one means to claim a revoke; a side may claim one in each deal."""
