"""The lesson on the book Enquire Within: any higher card takes, nothing is announced, and sevens must be used early."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("TS QS JD KS KC KD KH 8D", "JC 7D 9D 8D 9S 9C TC QC"), turn_up="9H", stock="7S 8S 8C 7C 9S 7C"
)
_ENDING: Final = Cards(
    hands=("JSa KHa KSb 9Da TDa ASb TDb 9Sb", "QSa TCb 8Cb AHb JCb 9Ca ACa TSb"),
    turn_up="7Hb",
    stock=(
        "QHb 8Hb 9Sa KCb QDa THb KHb 9Hb QSb 8Ha ACb ADa QCa KDb 8Ca TSa 8Db 8Sa 7Sa JDb JHa QHa JCa 7Sb TCa 7Ca JSb "
        "9Cb JHb AHa QDb 9Ha 7Db 7Da KCa ADb 7Cb KDa QCb 8Sb THa 8Da 9Db KSa ASa 7Ha JDa"
    ),
)
_BEFORE: Final = (
    "0 play 9Sb; 1 play TCb; 1 play 8Cb; 0 play TDa; 0 play 9Sa; 1 play TSb; 1 play JCb; 0 play TDb; 0 play 8Hb; 1 "
    "play 9Hb; 1 play QSa; 0 play 8Ha; 0 play ACb; 1 play AHb; 1 play ADa; 0 play THb; 0 declare four-kings KHa KDb "
    "KHb KSb; 0 play ASb; 1 play QHb; 1 declare common-marriage QCa KCb; 1 play 8Db; 0 play KDb; 0 play 7Sa; 1 play "
    "TSa; 1 declare single-bezique JDb QSb; 1 play JDb; 0 play KSb; 0 pass; 0 play JCa; 1 play 7Sb; 0 pass; 0 play "
    "KHb; 1 play KCb; 0 pass; 0 play JSb; 1 play 7Ca; 0 pass; 0 play JHb; 1 play 9Cb; 0 pass; 0 play QDb; 1 play QCa; "
    "0 pass; 0 play 7Db; 1 play 7Da; 0 pass; 0 play KCa; 1 play ADb; 1 play 7Cb; 0 play KHa; 0 play QCb; 1 play 8Sb; 0 "
    "play THa; 1 play 8Da; 0 play 9Db; 1 play QSb"
)

_QUESTIONS: Final = (
    Question(
        mark(
            "In this book the highest trump takes the trick, else the **highest card of any suit**. Hearts are "
            "trumps. I lead {JC}; you hold four kings, and want the trick."
        ),
        "play TS",
        mark("A ten is higher than a knave, whatever its suit. And four kings lie there: {gain} points."),
        (
            Wrong(
                "play KH; play KD; play KC; play KS",
                mark(
                    "It takes the trick, and breaks the four kings, {four_kings} points. Something else is higher "
                    "than a knave, too."
                ),
                taker=0,
            ),
            Wrong(
                "play QS",
                mark(
                    "She takes it; but she is wanted, for a marriage and for bézique. {TS} takes it too, and comes "
                    "home."
                ),
                taker=0,
            ),
            Wrong(
                "play JD",
                mark("Equal cards: the one that was led takes it. And {JD} is half of your bézique."),
                taker=1,
            ),
            Wrong("", mark("An eight is lower than a knave: the trick is mine."), taker=1),
        ),
        then="0 declare four-kings; 0 play KD; 1 play 7D",
        shows=("trick",),
    ),
    Question(
        mark(
            "You have won again. {QS} can marry {KS}, who lies there, or make bézique with {JD}. In today's rules you "
            "would take bézique and announce the marriage. **Here nothing is announced.**"
        ),
        "declare common-marriage",
        mark("{gain} points; and bézique loses nothing: {JD} is still a new card."),
        (
            Wrong(
                "declare single-bezique",
                mark(
                    "{gain} points; but then {KS} and {QS} both lie there, with no new card, and nobody announces: "
                    "the marriage, {common_marriage}, would need the other {KS} or {QS}."
                ),
            ),
            Wrong("", mark("Then nothing is scored, though you have won.")),
        ),
        shows=("announce",),
    ),
    Question(
        mark(
            "Now for bézique. Remember: any higher card takes your lead, of whatever suit. What is high, and has done "
            "its work?"
        ),
        "play KS",
        mark("Only a ten, an ace or a trump would have taken him. Bézique: {gain} points."),
        (
            Wrong(
                "play KC; play KH",
                mark("A king indeed; but he may still marry. {KS} has been married and has been one of four."),
            ),
            Wrong("play QS; play JD", mark("They are your bézique: once played, a card is gone.")),
            Wrong(
                "",
                mark("Any card of mine that is higher takes it, and they nearly all are."),
                then="1 play 9C",
                taker=1,
            ),
        ),
        then="1 play 8D; 0 declare single-bezique",
    ),
)

_ENDING_QUESTIONS: Final = (
    Question(
        mark(
            "Later, in another deal. A **seven of trumps** counts {seven} when it is played, win or lose; but in this "
            "book only **while there is stock**. Two cards are left in it. I lead {9H}."
        ),
        "play 7H",
        mark("The trick is mine, and {gain} points are yours."),
        (
            Wrong(
                "play QH",
                mark("She takes the trick, but there is nothing to declare, and the seven has missed its last chance."),
                taker=0,
            ),
            Wrong(
                "",
                mark(
                    "The trick is mine anyway. And in the last eight {7H} counts nothing any more: {seven} points let "
                    "go."
                ),
                then="1 play AH; 0 play 7H",
                taker=1,
            ),
        ),
        shows=("seven_scores",),
    ),
)

ENQUIRE: Final = Lesson(
    "enquire",
    mark("Enquire Within"),
    mark("Any higher card takes, nothing is announced, and sevens must hurry."),
    (
        Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play JC", rules=build_rules("enquire", 2, {})),
        Scene(_ENDING, _ENDING_QUESTIONS, before=_BEFORE + "; 1 play 9H", rules=build_rules("enquire", 2, {})),
    ),
    mark(
        "**Enquire Within**: what is higher takes, of any suit, so that no small card is safe and kings are strong. "
        "Declare first what will have no new card later. And play a seven of trumps before the stock is gone."
    ),
    book="enquire",
    told={
        "both_out": mark(
            "If both reach {target} in the same deal, the higher total without that deal's aces and tens wins."
        ),
        "past_tricks": mark("Only the last trick may be looked at; the others are closed, unless all agree."),
    },
)
