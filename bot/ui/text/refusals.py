"""Sentences for each refusal of a table, kind and with what to do next, and the words that may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.engine import Mistyped, RulesError, code_words, read_code
from bot.engine.options import BY_KEY
from bot.tables import Refused, Why, number_of
from bot.tables.values.rule_sets import same_name
from bot.ui.text.typed import shown_line

from .i18n import tr
from .wordings import reason_sentence

_LONGEST_NAME: Final = 100
"""Most characters shown of a name or a rule code that may be meant."""

WORDS = {
    Why.NO_SUCH_TABLE: "That table is not here; `/hand` lists all.",
    Why.NOT_SEATED: "You only watch table {table}; open your own to play.",
    Why.ALREADY_SEATED: "You already sit at table {table}; wait for the others.",
    Why.TABLE_FULL: "Table {table} is full; open another.",
    Why.NOT_FULL: "Table {table} has a free seat; invite somebody, or add a house player.",
    Why.NOT_OPENER: "Only whoever opened table {table} can do that; ask them.",
    Why.ALREADY_STARTED: "Table {table} has begun; **My hand** shows your cards.",
    Why.NOT_STARTED: "Table {table} has not begun: fill every seat, then press **Start**.",
    Why.OVER: "Table {table} is over; press **Rematch** to play again.",
    Why.CLOSED: "Table {table} is closed; open another.",
    Why.FROZEN: "Table {table} cannot go on, its record is damaged; tell whoever runs the bot.",
    Why.NOT_INVITED: "This challenge is for somebody else; make one with `/challenge`.",
    Why.OWN_CHALLENGE: "You cannot answer your own challenge; wait, or **Withdraw** it.",
    Why.CHALLENGE_SELF: "That is you; pick somebody else.",
    Why.CHALLENGE_BOT: "Bots do not play Bézique; pick somebody else.",
    Why.CHALLENGE_ABSENT: "That member is not here; pick somebody else.",
    Why.CHALLENGED_FIRST: "That member challenges you on other terms; accept or decline first.",
    Why.CHALLENGE_STANDS: "Your challenge at table {table} still stands; wait, or withdraw it.",
    Why.SERVER_FULL: "This server is full ({detail} tables); wait until one ends.",
    Why.HOUSE_FULL: "I can keep no more tables; try again later.",
    Why.TOO_FAST: "You asked a lot in one minute; try again in {detail} s.",
    Why.POSTED_MUCH: "I have posted a lot here; try again {detail}.",
    Why.POSTED_MUCH_HERE: "I have posted a lot here; try again {detail}.",
    Why.TOO_MANY_TABLES: "You can sit at {detail} tables at most; finish or leave one.",
    Why.NOT_POSTED: "The board of table {table} is not up; try again in a moment.",
    Why.BEING_DEALT: "Too late to cut at table {table}; wait for the next deal.",
    Why.DEAL_RUNNING: "Too late to cut at table {table}; wait for the next deal.",
    Why.STILL_HERE: "That player is still in this server; play on.",
    Why.REMATCH_STANDS: "The rematch is on at table {table}: `/hand` shows your cards.",
    Why.TIME_NOT_UP: "Nobody's time is up at table {table}; play on.",
    Why.OWN_TIME: "The others decide; play on, or wait.",
    Why.NO_LOBBY: "None of your tables is still to begin; open one.",
    Why.NOT_AGREED: "Table {table} has new rules; everyone looks, then presses **Agree**.",
    Why.OTHER_TERMS: "Table {table} has new rules; everyone looks, then presses **Agree**.",
    Why.SEATS_TAKEN: "Too many sit at table {table}; somebody has to leave first.",
    Why.NO_SUCH_SEAT: "You cannot change to that seat; pick a taken one.",
    Why.INVITED_ONLY: "Table {table} is by invitation; ask one of its players.",
    Why.NOT_ASKED_NOW: "That member cannot be asked now; open a table for all.",
    Why.NOT_NOW: "Table {table} has no seat for you now; open your own.",
    Why.BLOCKED_BY_YOU: "You have blocked that member; `/settings` takes it back.",
    Why.BLOCK_SELF: "That is you; pick somebody else.",
    Why.REPORT_SELF: "That is you; pick somebody else.",
    Why.REPORT_NOBODY: "Only members can be reported; otherwise report the game from its result.",
    Why.REPORTED_OFTEN: "{detail} reports a day at most; write to the moderators.",
    Why.NO_SUCH_REPORT: "That report is gone; `/settings` lists the open ones.",
    Why.BLOCKED_MANY: "You can block {detail} members at most; `/settings` takes one back.",
    Why.NOT_THERE: "That member left table {table}; `/settings` shows who sits there.",
    Why.NOT_MODERATOR: "Only moderators can: who may **Manage Server** or has the role in `/settings`.",
    Why.NOT_RATED: "Table {table} was not rated: nothing to take back.",
    Why.NO_RATED_GAMES: "These two have played no rated games since then; look at `/settings`.",
    Why.LEFT_GAMES: "You left two rated games; play friendly (`rules: friendly`) until <t:{detail}:f>.",
    Why.NOT_RATED_HERE: "Somebody at table {table} may only play friendly; tick that under **House rules**.",
    Why.NO_GAME: "You sit at no table here; open one, or `/challenge` a member.",
    Why.ADJOURNED: "Table {table} is adjourned; press **Resume** when you are there.",
    Why.ADJOURN_ASKED: "Somebody else asked for that at table {table}; answer in **My hand**.",
    Why.ADJOURN_DECLINED: "That was declined; ask again after another card.",
    Why.ADJOURN_NOT_ASKED: "That is no longer asked; play on.",
    Why.ADJOURN_ABSENT: "The house plays for somebody at table {table}; ask when they are back.",
    Why.OWN_ADJOURN: "The others decide; play on, or wait.",
    Why.ROUND_SOONER: "The round ends before that; choose an earlier time for table {table}.",
    Why.DAILY_WAITS: "A daily deal waits by itself; `/daily` brings it back.",
    Why.CHALLENGE_RULES: "A challenge cannot be changed; withdraw it and make another.",
    Why.GUEST_SEATED: "That member already sits at table {table}; pick somebody else.",
    Why.CHALLENGE_PLAYERS: "A challenge is for two; for more, open a table.",
    Why.NO_SUCH_DEAL: "Table {table} had no such deal; `/leaderboard` lists finished games.",
    Why.DEAL_HIDDEN: "That deal of table {table} is being played; look afterwards.",
    Why.BETWEEN_DEALS: "No cards are dealt yet; wait for the deal.",
    Why.NO_OFFER: "That is no longer asked; play on.",
    Why.OWN_OFFER: "The others decide; play on, or wait.",
    Why.HOUSE_PLAYS_ON: "House players play to the end; `/hand` gives the game up.",
    Why.DRAW_DECLINED: "That was declined; ask again after another card.",
    Why.NOTHING_TO_UNDO: "Nothing to undo; only your last move, before anyone else moves or draws.",
    Why.NO_UNDO_AT_HONOUR: "Honour tables undo nothing; `/rules` says what a slip costs.",
    Why.UNDO_NOT_ASKED: "That is no longer asked; play on.",
    Why.UNDO_DECLINED: "That was declined; play on.",
    Why.NO_HINTS: "Not everyone at table {table} agreed to hints; `/practice` has them.",
    Why.NO_REVIEW: "Players review their finished games; honour tables have no review.",
    Why.NO_EXERCISE: "That exercise is gone; `/learn` gives another.",
    Why.NOBODY_TO_PLAY: "No rematch, as {detail} left; open a new table.",
    Why.TRICKS_OPEN: "No need to ask: every trick may be looked at.",
    Why.LOOK_DECLINED: "That was declined; play on.",
    Why.LOOK_NOT_ASKED: "That is no longer asked; play on.",
    Why.OWN_LOOK: "The others decide; play on, or wait.",
    Why.DAILY_ALONE: "A daily deal has no hints or undo; `/practice` has both.",
    Why.DAILY_ONCE: "You have played this daily deal; `/daily` shows how it went.",
    Why.DAILY_RUNNING: "Others still play this deal; its cards show six hours after its day ends.",
    Why.DAILY_PRIVATE: "A daily deal has no board; `/daily` brings your cards.",
    Why.NO_SUCH_DAY: "There was no daily deal on that day; `/daily` shows today's.",
    Why.TOURNAMENT_TABLE: "The tournament sets the terms of table {table}; press **Ready** on its board.",
    Why.NO_SUCH_TOURNAMENT: "There is no such tournament; `/tournament` lists all.",
    Why.TOURNAMENT_BEGUN: "It is too late for that tournament; join or open another.",
    Why.TOURNAMENT_OVER: "It is too late for that tournament; join or open another.",
    Why.TOURNAMENT_FULL: "That tournament is full ({detail}); join or open another.",
    Why.TOURNAMENT_JOINED: "You take part already; wait for the start.",
    Why.NOT_IN_TOURNAMENT: "You are not in that tournament; `/tournament` lists all.",
    Why.NOT_ORGANIZER: "Only the organizer or a manager of the server can; ask one of them.",
    Why.TOO_FEW_ENTRANTS: "At least {detail} people are needed; ask others to **Take part**.",
    Why.ODD_ENTRANTS: "Partners need an even number, not {detail}; one more or one less.",
    Why.NO_PARTNERS: "That member cannot be your partner; pick another.",
    Why.PARTNER_TAKEN: "That member has a partner; pick another, or press **Take part** for lots.",
    Why.TOO_MANY_TOURNAMENTS: "One tournament a member, {detail} a server; finish or call off one.",
    Why.TOURNAMENT_PLAYERS: "Tournaments are for two, or for partners; choose one of these.",
    Why.TOURNAMENT_NAME: "That name has nothing to show; type a few letters.",
    Why.RULE_SET_NAME: "That name has nothing to show; type a few letters.",
    Why.RULE_SET_IS_CODE: "That name reads as a rule code; choose another, such as *Sunday rules*.",
    Why.RULE_SET_TAKEN: "Other rules have that name; choose another, or delete those.",
    Why.RULE_SETS_MANY: "You can keep {detail} rule sets at most; delete one first.",
    Why.NO_SUCH_RULE_SET: "Those rules are no longer kept; choose others.",
    Why.NO_SUCH_RULES: "No rules are called {detail}; choose from those offered.",
    Why.RULE_SET_BROKEN: "Those rules no longer work since my update; choose others.",
    Why.OWN_UNDO: "The others decide; play on, or wait.",
}
"""A sentence for each reason, translated when it is shown."""


def refusal_text(refused: Refused) -> str:
    """Return the sentence for a refusal."""
    if refused.why is Why.ILLEGAL:
        return (
            reason_sentence(refused.refusal)
            if refused.refusal is not None
            else tr("That is no move here; **My hand** shows what you can do.")
        )
    table = number_of(refused.table_id or 0) or ""
    return _meant(refused.near) + tr(WORDS[refused.why], table=table, detail=refused.detail)


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

    For a mistyped option's name the text says where all options are listed, as the list would fill a phone.
    """
    mistyped = error.mistyped
    near = [] if mistyped is None else meant_words(mistyped)
    if mistyped is not None and mistyped.is_name:
        said = _meant(near) or f"{tr(error.text, **error.values)} "
        return said + tr("*{topic}* in `/rules` names every option.", topic=tr("House rules"))
    return _meant(near) + tr(error.text, **error.values)


_ALIKE: Final = 0.6
"""Least likeness of two names, by difflib from 0 to 1, at which one may be the other mistyped."""
_PARTNERS: Final = "partners=true"
_OF_PARTNERS: Final = frozenset(("side", "sides", "team", "teams", "pair", "pairs"))
"""Words by which partners are asked for, beside the option's name."""
_MOST: Final = 2
"""Most names offered for one that was mistyped."""


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that may be meant by a mistyped one, the likeliest first, at most two."""
    known = {same_name(name): name for name in names}
    return [known[each] for each in difflib.get_close_matches(same_name(typed), known, n=_MOST, cutoff=_ALIKE)]


def meant_words(mistyped: Mistyped) -> list[str]:
    """Return the words of a rule code that may be meant by a mistyped one, the likeliest first, at most two.

    If an option's name is near to a known one but its value is wrong, the value is corrected too; if no value is near
    either, only the option's name is returned. A value, or a word alone, may name the option that it asks for.
    """
    if not mistyped.before and (asked := _asked_for(mistyped)):
        return [asked]
    names = nearest(mistyped.typed, mistyped.known)
    words = [word for name in names for word in _readable(f"{mistyped.before}{name}{mistyped.after}")]
    return list(dict.fromkeys(words or names))[:_MOST]


def _asked_for(mistyped: Mistyped) -> str:
    """Return the option that is asked for by another name, or without a value; an empty text if there is none."""
    words = [mistyped.typed.lower(), mistyped.after.removeprefix("=").lower()]
    if not _OF_PARTNERS.isdisjoint(words):
        return _PARTNERS
    return next((f"{word}=true" for word in reversed(words) if word in BY_KEY and BY_KEY[word].accepts(True)), "")


def _readable(word: str) -> list[str]:
    """Return an ``option=value`` word if it can be read, otherwise the words near it; return other words unchanged."""
    if "=" not in word:
        return [word]
    try:
        read_code(word)
    except RulesError as error:  # without `mistyped` its own text explains it
        if error.mistyped is not None:
            return meant_words(error.mistyped) if error.mistyped.before else []
    return [word]


def mended(code: str, read: Callable[[str], object]) -> str:
    """Return a rule code with every mistyped word replaced by the nearest one; an empty text if that cannot be read."""
    words = code_words(code)
    for _ in range(len(words) + 1):  # each round corrects one word
        try:
            read(" ".join(words))
        except RulesError as error:
            wrong = error.mistyped
            meant = meant_words(wrong) if wrong is not None else []
            if wrong is None or not meant:
                return ""
            at = words.index(f"{wrong.before}{wrong.typed}{wrong.after}")
            words[at] = meant[0]
            counted = any(word.isdigit() or word.startswith("players=") for word in words)
            if meant[0].startswith("partners=") and not counted:
                words.insert(at, "4")
        else:
            return " ".join(words)
    return ""
