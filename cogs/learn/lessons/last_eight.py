"""The lesson on the last eight tricks: strict play, drawing trumps, and forcing out aces."""

from __future__ import annotations

from typing import Final

from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("KCb AHb JDa 7Hb TSb 9Hb KSa KDa", "9Da JCb QCa JSa KDb JSb 7Sa 9Ca"),
    turn_up="QHa",
    stock=(
        "KCa TDb QSb 7Da 8Db KSb QHb ASa JHa QSa THa QDb THb JDb KHb QDa ADa 7Ca 8Cb TCa 8Sa 8Ca ASb 9Db 9Ha ADb ACb "
        "9Cb 9Sb 8Ha TCb 8Sb JHb 7Ha 8Hb JCa 7Cb ACa 7Sb QCb TDa 8Da 9Sa 7Db KHa AHa TSa"
    ),
)
_BEFORE: Final = (
    "0 play TSb; 1 play 7Sa; 0 pass; 0 play 7Hb; 1 play 9Ca; 0 pass; 0 play JDa; 1 play TDb; 1 play 8Db; 0 play 9Hb; 0 "
    "declare four-kings KCa KDa KCb KSb; 0 play KCa; 1 play JSa; 0 declare common-marriage QSb KSb; 0 play KDa; 1 play "
    "JCb; 0 play KCb; 1 play JSb; 0 play QSb; 1 play JDb; 0 play KSb; 1 play QCa; 0 declare sequence JHa QHb KHb THb "
    "AHb; 0 play THb; 1 play QDa; 0 play AHb; 1 play TCa; 0 play 8Cb; 1 play 8Ca; 0 play ASb; 1 play QDb; 0 play JHa; "
    "1 play ADb; 0 play QHb; 1 play 9Cb; 0 play 9Sb; 1 play 8Ha; 1 play TCb; 0 play ACb; 0 play 8Sb; 1 play 7Ha; 1 "
    "play 8Hb; 0 play JCa; 1 play 7Cb; 0 play JHb; 0 play 7Sb; 1 play QCb; 0 play KHb; 1 play KDb; 0 play 9Sa; 1 play "
    "7Db; 0 play ACa; 1 play 7Ca; 0 play ADa; 1 play 9Da; 0 play TDa; 1 play 9Db"
)

_QUESTIONS: Final = (
    Question(
        mark(
            "The stock is gone: follow suit, and **win if you can**. Ace and ten of diamonds are home. Who counts "
            "knows what I hold: {AH} {QH}, {AS} {QS}, {7D} {8D}. You lead, and want both your tens home."
        ),
        "play KH",
        mark("**I had to** beat him, with {AH}: my highest trump is gone, and it cost you only a king."),
        (
            Wrong(
                "play TH",
                mark("I must beat it, and can: {AH} takes your ten. Send somebody who is worth less."),
                then="1 play AH",
                taker=1,
            ),
            Wrong("play TS", mark("I must beat it, and can: {AS} takes your ten."), then="1 play AS", taker=1),
            Wrong(
                "play 9H",
                mark("I beat it with {QH}, and keep {AH} for your ten. Only the king draws my ace."),
                then="1 play QH",
                taker=1,
            ),
            Wrong("play 8S", mark("I beat it with {QS}, and keep {AS} for your ten."), then="1 play QS", taker=1),
            Wrong(
                "",
                mark(
                    "A good idea for later: he draws {AS}. But first the trumps: {QH} could still take your ten of "
                    "spades."
                ),
            ),
        ),
        then="1 play AH; 1 play 8D",
    ),
    Question(
        mark("I lead {8D}. You have no diamonds left, so you **must trump**. You hold two trumps; I have one, {QH}."),
        "play 9H",
        mark("The smallest does it, and the ten stays over my queen."),
        (Wrong("", mark("It wins this trick; but then {QH} beats {9H}, and the last trump is mine."), taker=0),),
    ),
    Question(
        mark("You hold {TH}, {KS}, {TS}, {8S}; I hold {QH}, {AS}, {QS}, {7D}. What first?"),
        "play TH",
        mark("My last trump had to fall on it, and the ten is home."),
        (
            Wrong("play TS", mark("{AS} takes it."), then="1 play AS", taker=1),
            Wrong("play 8S", mark("{QS} takes it, and {AS} waits for your ten."), then="1 play QS", taker=1),
            Wrong(
                "",
                mark(
                    "He draws {AS}, to be sure; but then I lead {7D}, you have to trump with {TH}, and I keep the "
                    "last trump."
                ),
                then="1 play AS; 1 play 7D; 0 play TH",
                taker=1,
            ),
        ),
        then="1 play QH",
    ),
    Question(
        mark("No trumps any more. {AS} is the one card that your ten has to fear."),
        "play KS",
        mark("I had to take the king with {AS}. Now nothing beats your ten."),
        (
            Wrong("play TS", mark("{AS} takes it."), then="1 play AS", taker=1),
            Wrong("", mark("I take it with {QS}, and {AS} waits for your ten."), then="1 play QS", taker=1),
        ),
        then="1 play AS; 1 play 7D",
    ),
    Question(
        mark(
            "I lead {7D}. You can neither follow nor trump: **any card** may be played, and the trick is mine. Two "
            "cards left, and **the very last trick** counts {last} more."
        ),
        "play 8S",
        mark("The ten took my queen: {gain} points, for the last trick and all your brisques."),
        (
            Wrong(
                "",
                mark("A ten, thrown into my trick. And with {8S} you lose the last trick to {QS}: {last} more."),
                then="1 play QS; 0 play 8S",
                taker=1,
            ),
        ),
        then="1 play QS; 0 play TS",
    ),
)

LAST_EIGHT: Final = Lesson(
    "last-eight",
    mark("The last eight tricks"),
    mark("Strict play: draw my trumps, force my aces, keep the last trick."),
    (Scene(_CARDS, _QUESTIONS, before=_BEFORE),),
    mark(
        "**In the last eight** draw trumps from above with what is worth little; force aces with kings, so that tens "
        "come home; keep a winner for the last trick. Where tricks lie open, count. A seven of trumps counts {seven} "
        "today."
    ),
)
