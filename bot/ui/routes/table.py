"""Operations of a table from its first deal on; those before the game stand in ``lobby``."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Ply, Route


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


class AtTable(Route):
    """An operation at a table; it stays valid when the game has gone on since its control was made."""

    table_id: Key


class AtMoment(AtTable):
    """An operation at one moment of a table; after that moment its control is outdated."""

    ply: Ply


# ---------------------------------------------------------------- cards


class Cut(AtTable, op="cut"):
    """Cut the next deal: mix the number of this click into its shuffle."""


class CutInWords(AtTable, op="cut-words"):
    """Open the form for own words that replace the number of the click."""


class Deal(AtMoment, op="deal"):
    """Deal the sealed cards."""


class ShowHand(AtTable, op="hand"):
    """See one's cards, in a new private message."""


class ShowPanel(AtMoment, op="panel"):
    """See one's cards in place of the page that was clicked."""


class Act(AtMoment, op="act"):
    """Take an action in the game."""

    action: str


class Choose(AtMoment, op="choose"):
    """Take an action that is chosen in a menu."""

    part: Count
    """The number of the menu; there may be more entries than one menu takes."""
    action: str


class PlayAhead(AtMoment, op="ahead"):
    """Choose what to do when one's turn comes, or take it back."""

    action: str


class ChooseAhead(AtTable, op="plan"):
    """See one's cards to choose one ahead, where a move takes minutes."""


class Advise(AtMoment, op="advice"):
    """See which combinations can be declared."""


# ---------------------------------------------------------------- with the others


class OfferDraw(AtTable, op="draw-offer"):
    """Offer a draw instead of resigning."""


class AcceptDraw(AtMoment, op="draw-yes"):
    """Accept the draw that was offered at that moment."""


class DeclineDraw(AtMoment, op="draw-no"):
    """Decline the draw that was offered at that moment."""


class AskUndo(AtMoment, op="undo"):
    """Ask the others to undo one's last action."""


class AllowUndo(AtMoment, op="undo-yes"):
    """Allow the undo that was asked for at that moment."""


class RefuseUndo(AtMoment, op="undo-no"):
    """Refuse the undo that was asked for at that moment."""


class Wait(AtMoment, op="wait"):
    """Give more time to the player whose time is up."""


class ClaimTime(AtMoment, op="claim-time"):
    """Claim the game from the player whose time is up, after one more question."""

    sure: bool = False


class Claim(AtTable, op="claim"):
    """Claim the game from a player who has left the server, after one more question."""

    absent_id: Id
    sure: bool = False


class LetHousePlay(AtTable, op="house-on"):
    """Let the house play on for a player whose time is up or who has left the server."""

    absent_id: Id = 0
    """The player who has left; 0 if time is up."""


class ComeBack(AtTable, op="back"):
    """Take one's seat back from the house."""


class Resign(AtTable, op="resign-yes"):
    """Resign the game."""


class Dismiss(AtTable, op="dismiss"):
    """Close a question without doing anything."""


class Rematch(AtTable, op="rematch"):
    """Ask for another game."""


class NoRematch(AtTable, op="rematch-no"):
    """Tell who asks for another game that one would rather not."""


class PlayAnother(AtTable, op="another"):
    """Open a new table with the rules and the clock of a finished game."""


class AfterGame(AtTable, op="after"):
    """See the score sheet of a finished game, and everything else to be had of it."""


class More(AtTable, op="more"):
    """See the seldom used actions, such as adjourning the game or resigning it."""


class AskResign(AtTable, op="resign"):
    """See the question whether one means to resign."""


class ShowTricks(AtTable, op="tricks"):
    """See the tricks and declarations of a deal, as far as the rules allow it."""

    deal: Count
    back: Count = 0
    """Number of pages back from the newest one."""
    panel: Count = 0
    """1 when the control is in a player's panel, below which the page is then shown; else 0."""


class AskLook(AtTable, op="see"):
    """Ask the other players for leave to look at all tricks of the deal, where only the last may be looked at."""

    deal: Count


class AllowLook(AtMoment, op="see-yes"):
    """Allow a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


class RefuseLook(AtMoment, op="see-no"):
    """Refuse a look at the tricks; the ply is the number of cards led."""

    panel: Count = 0
    """1 when the control is in a player's panel, which the answer then updates; else 0."""


class ShowProof(AtTable, op="fair"):
    """See the proof of a deal's shuffle, checked by the bot."""

    chosen = 2

    deal: Count
    secret: str = ""
    """The secret in base 85, where the table came to nothing and may be forgotten before its message."""


class AskWhen(AtTable, op="adjourn"):
    """See the times until which a game can be adjourned."""


class Adjourn(AtTable, op="adjourn-for"):
    """Ask the other players to adjourn the game."""

    hours: Count = 0
    """Number of hours after which the game resumes by itself; 0: it resumes when all players want to."""


class Agree(AtTable, op="adjourn-yes"):
    """Agree to adjourn the game."""

    asked_at: Id
    """Moment of the request, in seconds since 1970."""
    panel: Count = 0
    """1 when the control is in a player's panel, else 0."""


class RatherNot(AtTable, op="adjourn-no"):
    """Decline to adjourn the game, or withdraw one's own request."""

    asked_at: Id
    panel: Count = 0


class GoOn(AtTable, op="go-on"):
    """Say that one is present to resume the game."""

    panel: Count = 0


PUT_DOWN = "put-down"
"""The action of the entry, among those against the rules, that opens the page where any cards can be put down."""


class AgainstRules(AtMoment, op="against"):
    """Do something against the rules; at a later moment than the control's, nothing happens."""

    action: str


class PutDown(AtMoment, op="put-down"):
    """Choose the combination as which any cards are put down; the cards are asked next."""

    name: str


class LayDown(AtMoment, op="lay"):
    """Put these cards down as a combination, after one more question."""

    name: str
    cards: str
    """The cards in the record's notation, with blanks between them."""


class AskRevoke(AtMoment, op="ask-revoke"):
    """See the question whether one means to claim a revoke; a side may claim one in each deal."""
