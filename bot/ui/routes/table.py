"""Every operation that a control can ask for, as a small typed value; ``custom_ids`` writes and reads them.

Handlers stand in ``bot/ui/handlers``: one table there says which answers what.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Ply, Route, TableId, operation


class Way(StrEnum):
    """By which control one gets to a place: two may lead to the same, and the ids in a message must differ."""

    FIRST = "first"
    BACK = "back"
    NEXT = "next"
    LAST = "last"
    ASIDE = "aside"
    BOOK = "book"
    MENU = "menu"
    SECOND_MENU = "second"


class Flag(StrEnum):
    """What is ticked on the sheet of house rules."""

    AUTO_DRAW = "auto_draw"
    INVITED_ONLY = "invited_only"
    PARTNERS_DRAWN = "partners_cut"
    HINTS = "hints"
    FRIENDLY = "friendly"
    BEST_OF_THREE = "best_of_three"


class Typed(StrEnum):
    """What can be typed on the sheet of house rules."""

    TARGET = "target"
    CLOCK = "clock"


class HouseChange(StrEnum):
    """What may be done with a house player before a game."""

    ADD = "add"
    REMOVE = "remove"


class Whose(StrEnum):
    """Whose finished games are listed."""

    MINE = "mine"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class AtTable(Route):
    """An operation at a table, whatever has happened there since its control was made."""

    table_id: TableId


@dataclass(frozen=True, slots=True)
class AtMoment(AtTable):
    """An operation at one moment of a table: later its control is outdated."""

    ply: Ply


# ---------------------------------------------------------------- before the game


@operation("join")
class Join(AtTable):
    """Sit down, on the terms that were shown."""

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
    """Stand up again."""


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
    """Change places with whoever sits in a seat."""

    seat: Count


@operation("house")
class SeatHouse(AtTable):
    """Add a house player, or send one away."""

    chosen = 2

    seated: Count
    """How many sit there: a client keeps showing the last choice of a menu whose id stays the same."""
    change: HouseChange
    player_id: Id


@operation("arrange")
class OpenSheet(AtTable):
    """Show a page of the sheet of house rules."""

    page: Count = 0


@operation("book")
class SetBook(AtTable):
    """Play by a rule book."""

    book: str


@operation("clock")
class SetClock(AtTable):
    """Play with a clock."""

    clock: str


@operation("flag")
class SetFlag(AtTable):
    """Tick something, or take the tick away."""

    flag: Flag
    on: bool


@operation("option")
class SetOption(AtTable):
    """Play with a house rule."""

    option: str
    value: str


@operation("enter")
class Enter(AtTable):
    """Type something that stands in no menu; what could not be taken the last time is offered again."""

    what: Typed
    typed: str = ""


# ---------------------------------------------------------------- cards


@operation("cut")
class Cut(AtTable):
    """Shuffle a few words of one's own into the next deal."""


@operation("deal")
class Deal(AtMoment):
    """Deal the sealed cards."""


@operation("hand")
class ShowHand(AtTable):
    """See one's cards, in a new private message."""


@operation("panel")
class ShowPanel(AtMoment):
    """See one's cards where another page stands."""


@operation("act")
class Act(AtMoment):
    """Do something in the game."""

    action: str


@operation("choose")
class Choose(AtMoment):
    """Do one of many things in the game."""

    part: Count
    """Which of the menus: there may be more entries than one of them takes."""
    action: str


@operation("advice")
class Advise(AtMoment):
    """Be told what can be declared."""


@operation("hint")
class Hint(AtMoment):
    """Be told what the house would do."""


# ---------------------------------------------------------------- with the others


@operation("draw-offer")
class OfferDraw(AtTable):
    """Offer a draw instead of giving up."""


@operation("draw-yes")
class AcceptDraw(AtMoment):
    """Accept the draw that was offered then."""


@operation("draw-no")
class DeclineDraw(AtMoment):
    """Decline the draw that was offered then."""


@operation("undo")
class AskUndo(AtMoment):
    """Ask for one's last act to be undone."""


@operation("undo-yes")
class AllowUndo(AtMoment):
    """Let the act be undone that was asked about then."""


@operation("undo-no")
class RefuseUndo(AtMoment):
    """Let the act stand that was asked about then."""


@operation("wait")
class Wait(AtMoment):
    """Give more time to whose time is up."""


@operation("claim-time")
class ClaimTime(AtMoment):
    """Claim the game from whose time is up."""


@operation("claim")
class Claim(AtTable):
    """Claim the game from who has left the server."""

    absent_id: Id


@operation("house-on")
class LetHousePlay(AtTable):
    """Let the house play on for whose time is up, or for who has left the server."""

    absent_id: Id = 0
    """Who has left; 0 where time is up."""


@operation("back")
class ComeBack(AtTable):
    """Take one's seat back from the house."""


@operation("resign-yes")
class Resign(AtTable):
    """Give the game up."""


@operation("dismiss")
class Dismiss(AtTable):
    """Leave everything as it is."""


@operation("rematch")
class Rematch(AtTable):
    """Ask for another game."""


# ---------------------------------------------------------------- looking back, and reading


@operation("hands")
class ShowHands(AtTable):
    """See all hands of a deal that is over."""

    deal: Count
    in_place: bool = False


@operation("watch")
class Watch(AtTable):
    """See a deal that is over from its beginning, in a new private message."""

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
    """Look back at a game that is over from one's own seat."""


@operation("look")
class LookAt(AtTable):
    """See one of these decisions in the replay."""

    decision: Count


@operation("moment")
class ShowMoment(AtTable):
    """See a trick of a deal that is over in the replay, in a new private message."""

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
    """By which rules it is written where there is no table."""


@operation("tutor")
class Tutor(Route):
    """Do a step of the tutorial."""

    done: Count
    """How many steps were done when the control was made."""
    step: str


@operation("more")
class More(AtTable):
    """See what is seldom wanted: to put the game down, or to give it up."""


@operation("resign")
class AskResign(AtTable):
    """Be asked once whether one means to give up."""
