"""Operations of a table: before, during and after its game.

``custom_ids`` writes and reads them. One table in ``bot/ui/handlers`` names the handler of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Ply, Route, TableId, operation


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


class Flag(StrEnum):
    """The boxes that can be ticked on the sheet of house rules."""

    AUTO_DRAW = "auto_draw"
    INVITED_ONLY = "invited_only"
    PARTNERS_DRAWN = "partners_cut"
    HINTS = "hints"
    FRIENDLY = "friendly"
    BEST_OF_THREE = "best_of_three"


class Typed(StrEnum):
    """The values that can be typed on the sheet of house rules."""

    TARGET = "target"
    CLOCK = "clock"


class HouseChange(StrEnum):
    """The changes to the house players before a game."""

    ADD = "add"
    REMOVE = "remove"


class Whose(StrEnum):
    """The owner of the listed finished games: the member, or everybody."""

    MINE = "mine"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class AtTable(Route):
    """An operation at a table that stays valid whatever has happened there since its control was made."""

    table_id: TableId


@dataclass(frozen=True, slots=True)
class AtMoment(AtTable):
    """An operation at one moment of a table; after that moment its control is outdated."""

    ply: Ply


# ---------------------------------------------------------------- before the game


@operation("join")
class Join(AtTable):
    """Take a seat, on the terms that were shown."""

    edition: Count = 0


@operation("agree")
class Agree(AtTable):
    """Agree to the terms that were shown."""

    edition: Count = 0


@operation("start")
class Start(AtTable):
    """Begin the game."""


@operation("leave")
class Leave(AtTable):
    """Leave one's seat."""


@operation("cancel")
class Cancel(AtTable):
    """Close the table, or take a challenge back."""


@operation("accept")
class Accept(AtTable):
    """Accept a challenge."""


@operation("decline")
class Decline(AtTable):
    """Decline a challenge."""


@operation("sit")
class Sit(AtTable):
    """Change places with the player in a seat."""

    seat: Count


@operation("house")
class SeatHouse(AtTable):
    """Add a house player, or send one away."""

    chosen = 2

    seated: Count
    """Number of players seated; it changes the menu's id, else a client would keep showing the last choice."""
    change: HouseChange
    player_id: Id


@operation("arrange")
class OpenSheet(AtTable):
    """Show a page of the sheet of house rules."""

    page: Count = 0


@operation("book")
class SetBook(AtTable):
    """Choose the rule book."""

    book: str


@operation("clock")
class SetClock(AtTable):
    """Choose the clock."""

    clock: str


@operation("flag")
class SetFlag(AtTable):
    """Tick a box, or clear it."""

    flag: Flag
    on: bool


@operation("option")
class SetOption(AtTable):
    """Choose a house rule."""

    option: str
    value: str


@operation("enter")
class Enter(AtTable):
    """Open the form for a value that no menu offers; it holds a text that was not understood before."""

    what: Typed
    typed: str = ""


# ---------------------------------------------------------------- cards


@operation("cut")
class Cut(AtTable):
    """Type a few words that are mixed into the shuffle of the next deal."""


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


@operation("hint")
class Hint(AtMoment):
    """See the action that the house would take."""


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
    """Claim the game from the player whose time is up."""


@operation("claim")
class Claim(AtTable):
    """Claim the game from a player who has left the server."""

    absent_id: Id


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


# ---------------------------------------------------------------- looking back, and reading


@operation("hands")
class ShowHands(AtTable):
    """See all hands of a finished deal."""

    deal: Count
    in_place: bool = False


@operation("watch")
class Watch(AtTable):
    """See the replay of a finished deal from its beginning, in a new private message."""

    deal: Count


@operation("step")
class StepTo(AtTable):
    """Go to a step of the replay, in the same message."""

    chosen = 2

    way: Way
    deal: Count
    step: Count


@operation("review")
class Review(AtTable):
    """See the review of a finished game, from one's own seat."""


@operation("look")
class LookAt(AtTable):
    """See one of the review's decisions in the replay."""

    decision: Count


@operation("moment")
class ShowMoment(AtTable):
    """See a trick of a finished deal in the replay, in a new private message."""

    deal: Count
    trick: Count


@operation("record")
class Record(AtTable):
    """Get a finished game's files."""


@operation("fetch")
class Fetch(Route):
    """Get the files of a game in the list."""

    game_id: TableId


@operation("replays")
class ListFinished(Route):
    """Turn to a page of the finished games."""

    whose: Whose
    page: Count


@operation("tables")
class ListTables(Route):
    """Turn to a page of the tables of a server."""

    page: Count


@operation("rules")
class Rules(AtTable):
    """Read the rules of a table."""


@operation("topic")
class Topic(AtTable):
    """Turn to a page of the rule book."""

    chosen = 3

    way: Way
    topic: str
    page: Count
    book: str = ""
    """The rule book by whose rules the page is written if there is no table."""


@operation("tutor")
class Tutor(Route):
    """Do a step of the tutorial."""

    done: Count
    """Number of steps that were done when the control was made."""
    step: str


@operation("more")
class More(AtTable):
    """See the seldom used actions, such as adjourning the game or resigning it."""


@operation("resign")
class AskResign(AtTable):
    """See the question whether one means to resign."""
