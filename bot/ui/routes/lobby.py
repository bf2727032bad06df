"""Operations of a table before its game: lobby, house rules, challenges and the choice of a table."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Route, operation
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


@operation("lobby-more")
class LobbyMore(AtTable):
    """See privately what else can be done before the game."""


@operation("invite")
class Invite(AtTable):
    """Invite the chosen member to the table."""

    invited: Count
    """Number of members invited so far; it changes the menu's id, else a client would keep showing the last choice."""
    guest_id: Id = 0


@operation("lobby-alerts")
class LobbyAlerts(AtTable):
    """Be told of new tables in the server from now on, or no more."""

    on: bool


@operation("leave")
class Leave(AtTable):
    """Leave one's seat; the opener is asked first, as the table closes."""


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


@operation("tables")
class ListTables(Route):
    """Turn to a page of the tables of a server."""

    page: Count


class Reply(StrEnum):
    """The possible replies to a challenge."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


@operation("challenges")
class ListChallenges(Route):
    """Turn to a page of the open challenges."""

    page: Count


@operation("challenge")
class ChallengeMember(Route):
    """Challenge a member, or whoever likes, to a game by the usual rules."""

    member_id: Id
    """The member; 0 for whoever likes."""


@operation("reply")
class ReplyTo(AtTable):
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


@operation("own")
class AtOwn(Route):
    """Do something at one of one's own tables."""

    wish: Wish
    guest_id: Id
    """The member to invite; 0 with every other wish."""
    own_id: Key
    """The table; 0 for the only one that fits, or else the one chosen from a menu."""
