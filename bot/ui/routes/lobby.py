"""Operations of a table before its game: lobby, house rules, challenges and the choice of a table."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Route
from bot.ui.routes.table import AtTable


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


class Join(AtTable, op="join"):
    """Take a seat, on the terms that were shown."""

    edition: Count = 0


class Agree(AtTable, op="agree"):
    """Agree to the terms that were shown."""

    edition: Count = 0


class Start(AtTable, op="start"):
    """Begin the game."""


class LobbyMore(AtTable, op="lobby-more"):
    """See privately what else can be done before the game."""


class Invite(AtTable, op="invite"):
    """Invite the chosen member to the table."""

    invited: Count
    """Number of members invited so far; it changes the menu's id, else a client would keep showing the last choice."""
    guest_id: Id = 0


class LobbyAlerts(AtTable, op="lobby-alerts"):
    """Be told of new tables in the server from now on, or no more."""

    on: bool


class Leave(AtTable, op="leave"):
    """Leave one's seat; the opener is asked first, as the table closes."""


class Cancel(AtTable, op="cancel"):
    """Close the table, or take a challenge back."""


class Accept(AtTable, op="accept"):
    """Accept a challenge."""


class Decline(AtTable, op="decline"):
    """Decline a challenge."""


class Sit(AtTable, op="sit"):
    """Change places with the player in a seat."""

    seat: Count


class SeatHouse(AtTable, op="house"):
    """Add a house player, or send one away."""

    chosen = 2

    seated: Count
    """Number of players seated; it changes the menu's id, else a client would keep showing the last choice."""
    change: HouseChange
    player_id: Id


class OpenSheet(AtTable, op="arrange"):
    """Show a page of the sheet of house rules."""

    page: Count = 0


class SetBook(AtTable, op="book"):
    """Choose the rule book."""

    book: str


class SetClock(AtTable, op="clock"):
    """Choose the clock."""

    clock: str


class SetFlag(AtTable, op="flag"):
    """Tick a box, or clear it."""

    flag: Flag
    on: bool


class SetOption(AtTable, op="option"):
    """Choose a house rule."""

    option: str
    value: str


class Enter(AtTable, op="enter"):
    """Open the form for a value that no menu offers; it holds a text that was not understood before."""

    what: Typed
    typed: str = ""


class ListTables(Route, op="tables"):
    """Turn to a page of the tables of a server."""

    page: Count


class Reply(StrEnum):
    """The possible replies to a challenge."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class ListChallenges(Route, op="challenges"):
    """Turn to a page of the open challenges."""

    page: Count


class ChallengeMember(Route, op="challenge"):
    """Challenge a member, or whoever likes, to a game by the usual rules."""

    member_id: Id
    """The member; 0 for whoever likes."""


class ReplyTo(AtTable, op="reply"):
    """Answer a challenge in the list, and see the page that showed it."""

    reply: Reply
    page: Count


class Wish(StrEnum):
    """What a member wants at one of their own tables."""

    HAND = "hand"
    DRAW = "draw"
    UNDO = "undo"
    ADJOURN = "adjourn"
    RESIGN = "resign"
    INVITE = "invite"
    HERE = "here"


class AtOwn(Route, op="own"):
    """Do something at one of one's own tables."""

    wish: Wish
    guest_id: Id
    """The member to invite; 0 with every other wish."""
    own_id: Key
    """The table; 0 for the only one that fits, or else the one chosen from a menu."""
