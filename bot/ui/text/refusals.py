"""Sentences for each refusal of a table: kind, to that person only, with what to do next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine import RulesError
from bot.tables import Refused, Why
from bot.ui.text.near_names import meant_words
from bot.ui.text.typed import shown_line

from .i18n import tr
from .wordings import reason_sentence

_LONGEST_NAME: Final = 100
"""Most characters shown of a name or a rule code that may be meant."""

WORDS = {
    Why.NO_SUCH_TABLE: "There is no table {table} here. `/tables` lists the tables of this server.",
    Why.NOT_SEATED: "You are watching table {table}. Only its players can do that; open a table of your own with "
    "`/table open`.",
    Why.ALREADY_SEATED: "You already sit at table {table}. Wait until everyone is there, or press **Leave**.",
    Why.TABLE_FULL: "Table {table} is full. Open another with `/table open`.",
    Why.NOT_FULL: "Table {table} still has a free seat. Somebody has to join before it can start: ask with "
    "`/table invite`, or add a house player.",
    Why.NOT_OPENER: "Only the player who opened table {table} can do that. Ask them, or open one of your own "
    "with `/table open`.",
    Why.ALREADY_STARTED: "Table {table} has already begun. Press **My hand** on its board to see your cards.",
    Why.NOT_STARTED: "Table {table} has not begun yet. It does when every seat is taken and somebody presses "
    "**Start**.",
    Why.OVER: "The game at table {table} is over. Press **Rematch** under its result to play again.",
    Why.CLOSED: "Table {table} is closed. Open another with `/table open`.",
    Why.FROZEN: "Table {table} cannot go on: its record is damaged. The other tables are not affected; please tell "
    "whoever runs the bot.",
    Why.NOT_INVITED: "This challenge is for somebody else. Use `/challenge` to challenge someone yourself.",
    Why.OWN_CHALLENGE: "You cannot answer your own challenge. **Withdraw** takes it back.",
    Why.CHALLENGE_SELF: "You cannot challenge yourself. Pick somebody else, or open a table with `/table open`.",
    Why.CHALLENGE_BOT: "Bots do not play Bézique. Pick a person, or open a table with `/table open`.",
    Why.CHALLENGE_ABSENT: "That person is not in this server. Pick somebody who is here.",
    Why.CHALLENGE_STANDS: "Your challenge at table {table} still stands. Wait for the answer, or withdraw it first.",
    Why.SERVER_FULL: "This server has {detail} tables in play, which is as many as I keep for one. When a game or a "
    "lobby ends there is room again; `/tables` lists them.",
    Why.HOUSE_FULL: "I have as many tables as I can look after just now. Games in play go on; please try again in a "
    "while.",
    Why.TOO_FAST: "That takes me some work, and you have asked for much of it in the last minute. Please try again in "
    "{detail} s.",
    Why.POSTED_MUCH: "I have posted a lot for you in this server just now. The next time is {detail}; games in play go "
    "on as ever.",
    Why.POSTED_MUCH_HERE: "So much is being posted in this server just now that I post nothing new. The next time is "
    "{detail}; games in play go on as ever.",
    Why.TOO_MANY_TABLES: "That is one table too many: a member may sit at {detail} in one server. "
    "Finish or leave one first; `/tables` lists them.",
    Why.NOT_POSTED: "The cards of table {table} cannot be dealt before its board is up. Please try again in a moment.",
    Why.BEING_DEALT: "The cards of table {table} are being dealt, so no cut counts any more. The next cut is before "
    "the next deal.",
    Why.DEAL_RUNNING: "The cards of table {table} are dealt; the next cut is before the next deal.",
    Why.STILL_HERE: "That player is still in this server, so the game goes on.",
    Why.REMATCH_STANDS: "The rematch is on already, at table {table}. `/hand` shows your cards there.",
    Why.TIME_NOT_UP: "Nobody's time is up at table {table}; the game goes on.",
    Why.OWN_TIME: "That is for the other side to decide. Play a card, and the game goes on: **My hand** shows yours.",
    Why.NO_LOBBY: "You sit at no table that has yet to begin. Open one with `/table open` first.",
    Why.NOT_AGREED: "The rules of table {table} have changed. Everyone has to press **Agree** before it can start.",
    Why.OTHER_TERMS: "The rules of table {table} have changed since that button was made. Look at them again, and "
    "press **Agree** if they suit you.",
    Why.SEATS_TAKEN: "More people sit at table {table} than would play. Somebody has to leave first.",
    Why.NO_SUCH_SEAT: "That seat is not there to be taken. Pick one that somebody sits in.",
    Why.INVITED_ONLY: "Table {table} is for invited members. Ask one of its players for `/table invite`.",
    Why.NOT_ASKED_NOW: "That member cannot be asked by you just now: nobody is asked more than three times an hour "
    "by the same member, and not everybody wants to be asked. Open a table with `/table open`, and who likes sits "
    "down.",
    Why.NOT_NOW: "There is no seat for you at table {table} just now. Open a table of your own with `/table open`.",
    Why.BLOCKED_BY_YOU: "You have blocked that member. `/block` shows whom you have blocked, and takes it back.",
    Why.BLOCK_SELF: "You cannot block yourself. Pick the member who is to leave you alone.",
    Why.REPORT_SELF: "You cannot report yourself. Choose the member whom you mean.",
    Why.REPORT_NOBODY: "Only members can be reported: no bots, no house players, no former players. A game can be "
    "reported by itself, from its result.",
    Why.REPORTED_OFTEN: "You have made {detail} reports today, which is as many as a day allows. You can report again "
    "after midnight (UTC); if it cannot wait, write to the moderators yourself.",
    Why.NO_SUCH_REPORT: "There is no such report any more. `/moderate reports` lists those that are open.",
    Why.BLOCKED_MANY: "You have blocked {detail} members, and more is not possible. `/block` shows them: take one back "
    "first.",
    Why.NOT_THERE: "That member does not sit at table {table} any more. `/moderate table` shows who does.",
    Why.NOT_MODERATOR: "That is for moderators: who may **Manage Server**, and whoever has the role that "
    "`/settings server` names.",
    Why.NOT_RATED: "The game at table {table} is not rated, so there is nothing to take back. `/replay` lists the "
    "games that are over.",
    Why.NO_RATED_GAMES: "These two have no rated games of that time any more. `/moderate pairs` lists whose games look "
    "odd.",
    Why.LEFT_GAMES: "You have left two rated games, so you open and join no rated tables until <t:{detail}:f>; a "
    "friendly one is possible (`/table open` with `rules: friendly`).",
    Why.NOT_RATED_HERE: "Somebody at table {table} may open and join no rated tables just now. Tick *Friendly, not "
    "rated* under **House rules**, or play with others.",
    Why.NO_GAME: "You sit at no table in this server. Open one with `/table open`, or `/challenge` a member.",
    Why.ADJOURNED: "The game at table {table} is adjourned, so nothing is played. **Resume**, on its board, tells the "
    "others that you are there.",
    Why.ADJOURN_ASKED: "Somebody else has asked for that at table {table}. **My hand** shows it: agree, or play on.",
    Why.ADJOURN_DECLINED: "Not everyone wants to adjourn the game at table {table} now. You may ask again when another "
    "card has been played.",
    Why.ADJOURN_NOT_ASKED: "Nobody asks for that any more, so the game at table {table} goes on.",
    Why.ADJOURN_ABSENT: "The house plays for an absent member at table {table}, who cannot agree. When the seat is "
    "taken back, you may ask again.",
    Why.OWN_ADJOURN: "You asked for it, so the others decide.",
    Why.ROUND_SOONER: "The round of the tournament is over before that. Choose an earlier time for table {table}.",
    Why.DAILY_WAITS: "A daily deal waits for you by itself until its time is over. `/daily` brings it back.",
    Why.CHALLENGE_RULES: "A challenge stands as it was made. To play otherwise, withdraw it and make another.",
    Why.GUEST_SEATED: "That member already sits at table {table}. Pick somebody else.",
    Why.CHALLENGE_PLAYERS: "A challenge is for two players. Open a table for more with `/table open`.",
    Why.NO_SUCH_DEAL: "There was no such deal at table {table}. `/replay` lists the games that are over.",
    Why.DEAL_HIDDEN: "That deal of table {table} is still being played. Its cards are shown when it is over.",
    Why.BETWEEN_DEALS: "No cards are being played at table {table} now. Wait for the next deal.",
    Why.NO_OFFER: "That offer no longer stands: the game at table {table} has gone on since. `/draw` makes another.",
    Why.OWN_OFFER: "The offer is yours, so the others decide. Play on if you like: it stands until the next act.",
    Why.HOUSE_PLAYS_ON: "House players play on to the end. `/resign` gives the game up.",
    Why.DRAW_DECLINED: "That was declined. You may offer a draw again when another card has been played.",
    Why.NOTHING_TO_UNDO: "There is nothing to undo at table {table}: only your own last act can be undone, before "
    "anyone has acted after it and before a card is drawn.",
    Why.NO_UNDO_AT_HONOUR: "At an honour table nothing is undone: what lies, lies. Play on; `/rules` says "
    "what a slip costs where it is claimed.",
    Why.UNDO_NOT_ASKED: "Nobody asks for that any more: the game at table {table} has gone on since.",
    Why.UNDO_DECLINED: "The others want it to stand. The game at table {table} goes on.",
    Why.NO_HINTS: "Hints are not allowed at table {table}: not everyone has agreed to them. The house gives "
    "them at any time in `/practice`.",
    Why.NO_REVIEW: "Only a game that is over can be looked back at, by whoever played it; at an honour table there is "
    "no review.",
    Why.NO_EXERCISE: "That exercise is not there any more. `/exercise` gives another.",
    Why.NOBODY_TO_PLAY: "There can be no rematch: {detail} left this server. Open a new table with `/table open`.",
    Why.TRICKS_OPEN: "There is nothing to ask for: every trick of the deal so far may be looked at.",
    Why.LOOK_DECLINED: "Not everyone wants the tricks of table {table} to be looked at. You may ask again when another "
    "card has been led.",
    Why.LOOK_NOT_ASKED: "Nobody asks for that any more: another card has been led at table {table}.",
    Why.OWN_LOOK: "You asked for it, so the others decide.",
    Why.DAILY_ALONE: "A daily deal is the same for everyone: no hints, and nothing is undone. `/practice` has both.",
    Why.DAILY_ONCE: "A daily deal is played once, and that one is over for you. `/daily` shows how it went, and the "
    "next.",
    Why.DAILY_RUNNING: "Others still play this daily deal, so its cards stay closed until six hours after its day. "
    "`/daily` shows how it went for you.",
    Why.DAILY_PRIVATE: "A daily deal is played in private, so it has no board. `/daily` brings your cards anywhere.",
    Why.NO_SUCH_DAY: "There was no daily deal on that day. `/daily` shows today's.",
    Why.TOURNAMENT_TABLE: "Table {table} is a tournament's: who plays there, and by which rules, is settled. Press "
    "**Ready** on its board to play.",
    Why.NO_SUCH_TOURNAMENT: "There is no such tournament here. `/tournament show` lists those of this server.",
    Why.TOURNAMENT_BEGUN: "That tournament has begun, so nobody can join any more. `/tournament create` opens another.",
    Why.TOURNAMENT_OVER: "That tournament is over. `/tournament create` opens another.",
    Why.TOURNAMENT_FULL: "That tournament is full: {detail} take part. `/tournament create` opens another.",
    Why.TOURNAMENT_JOINED: "You take part already. Wait for the start, or press **Drop out**.",
    Why.NOT_IN_TOURNAMENT: "You do not take part in that tournament. `/tournament show` lists those of this server.",
    Why.NOT_ORGANIZER: "Only who organizes the tournament, or manages the server, can do that. Ask them, or open one "
    "of your own with `/tournament create`.",
    Why.TOO_FEW_ENTRANTS: "Too few take part as yet: it needs at least {detail} people. Ask others to press "
    "**Take part**.",
    Why.ODD_ENTRANTS: "Partners need an even number, and {detail} people take part. Ask one more to press "
    "**Take part**, or one to press **Drop out**.",
    Why.NO_PARTNERS: "That member cannot be your partner here. Pick another one who takes part or is to.",
    Why.PARTNER_TAKEN: "That member has a partner already. Pick another one, or press **Take part** to have "
    "lots decide.",
    Why.TOO_MANY_TOURNAMENTS: "That is one tournament too many: each member may have one in a server, and a server "
    "{detail}. Finish or call off one first; `/tournament show` lists them.",
    Why.TOURNAMENT_PLAYERS: "Tournaments are for two players or for partners. Leave the number of players out, or "
    "choose partners.",
    Why.TOURNAMENT_NAME: "That name has nothing to show. Please type one of a few letters.",
    Why.RULE_SET_NAME: "That name has nothing to show. Please type one of a few letters.",
    Why.RULE_SET_IS_CODE: "That name would be read as a rule code. Please choose another, such as *Sunday rules*.",
    Why.RULE_SET_TAKEN: "Other rules are kept under that name. Choose another name, or delete those first: "
    "`/ruleset show`.",
    Why.RULE_SETS_MANY: "There are {detail} rule sets, and more are not kept. `/ruleset show` deletes one.",
    Why.NO_SUCH_RULE_SET: "Those rules are not kept any more. `/ruleset show` lists those that are.",
    Why.NO_SUCH_RULES: "No rule book and no rule set here is called {detail}. Choose one of those that "
    "are offered while you type; `/ruleset show` lists the sets.",
    Why.RULE_SET_BROKEN: "Those rules cannot be played any more since I was updated. `/ruleset show` says why; save "
    "them anew, or choose others.",
    Why.OWN_UNDO: "That is for the other side to decide. Wait for the answer, or play on.",
}
"""A sentence for each reason, translated when it is shown."""


def refusal_text(refused: Refused) -> str:
    """Return the sentence for a refusal."""
    if refused.why is Why.ILLEGAL:
        return (
            reason_sentence(refused.refusal)
            if refused.refusal is not None
            else tr("That is no move that this table knows. **My hand** shows what you can do.")
        )
    return _meant(refused.near) + tr(WORDS[refused.why], table=refused.table_id or "", detail=refused.detail)


def _meant(near: Sequence[str]) -> str:
    """Ask whether the person meant one of these names; return the question before another sentence."""
    if not near:
        return ""
    first, *others = [f"**{shown_line(name, _LONGEST_NAME)}**" for name in near]
    asked = tr("Did you mean {first} or {other}?", first=first, other=others[0]) if others else tr(
        "Did you mean {name}?", name=first)  # fmt: skip
    return f"{asked} "


def rules_error_text(error: RulesError) -> str:
    """Return why rules cannot be played, after a question about what a mistyped code may have meant.

    If a mistyped option's name is near to a known one, the text says where all options are listed, as the list would
    fill a phone.
    """
    mistyped = error.mistyped
    near = [] if mistyped is None else meant_words(mistyped)
    if mistyped is not None and mistyped.is_name and near:
        return _meant(near) + tr("*{topic}* in `/rules` names every option.", topic=tr("House rules"))
    return _meant(near) + tr(error.text, **error.values)
