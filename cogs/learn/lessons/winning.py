"""The lesson on when to win a trick: only for a declaration, or for a brisque at a low price."""

from __future__ import annotations

from typing import Final

from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("KD QD JC 9S 8S 8H KH AS", "9C JS TC KS QS 7D 8D KD"), turn_up="JH", stock="7S 8C 7C 9D QH 9S TH AC 9C 7D"
)

_LATE: Final = Cards(
    hands=("AHb JHa KCa TSa ASa JSb 7Sa QHb", "7Da JCb 8Da 7Hb KDb JDb THa KHb"),
    turn_up="QHa",
    stock=(
        "KSb JCa 8Sb KHa 9Sa 7Ca KCb 7Db ADa 9Db QDb 7Cb QSa TCb 7Ha JHb TDa KSa 8Db TSb 9Ha QCa 9Sb ASb 9Da ACa TCa "
        "THb QDa ADb 8Sa 8Ca KDa TDb 8Hb 9Hb 9Cb 7Sb 8Cb QSb ACb JSa AHa QCb JDa 8Ha 9Ca"
    ),
)
_LATE_BEFORE: Final = (
    "0 play ASa; 1 play 7Hb; 1 play 7Da; 0 play JSb; 1 play JDb; 0 play AHb; 0 declare royal-marriage KHa QHb; 0 play "
    "KHa; 1 play JCb; 0 play KCb; 1 play 7Ca; 0 play QHb; 1 play 7Db; 0 play ADa; 1 play THa; 1 play 7Cb; 0 play TCb; "
    "0 play 7Ha; 1 play 8Sb; 0 play TDa; 1 play JHb; 1 declare four-kings KSa KDb KHb KSb; 1 play 9Db; 0 play TSb; 1 "
    "declare common-marriage QSa KSa; 1 play 8Db; 0 play QDb; 0 pass; 0 play 9Sb; 1 play ASb; 1 play 9Ha; 0 play QCa; "
    "1 play KSa; 0 play THb; 0 play QDa; 1 play ADb; 1 play KHb; 0 play 8Ca; 1 play KDb; 0 play TDb; 0 play 8Hb; 1 "
    "play 9Hb; 1 play KSb; 0 play 7Sb; 1 play 8Cb; 0 play QSb; 1 play 9Cb; 0 play JSa; 1 play ACb; 0 play QCb"
)

_QUESTIONS: Final = (
    Question(
        mark(
            "I lead {9C}. You hold {KD} and {QD}: a **marriage**, which only the winner of a trick may declare. Win "
            "this one, as cheaply as you can."
        ),
        "play JC",
        mark("{JC} was enough, and the marriage lies there: {gain} points."),
        (
            Wrong(
                "play KD; play QD",
                mark("A diamond does not take a club, and the marriage is broken: a card that was played is gone."),
            ),
            Wrong(
                "play KH",
                mark(
                    "A trump takes it, but {JC} does too. Keep the king of trumps: with his queen he counts "
                    "{royal_marriage}."
                ),
                taker=0,
            ),
            Wrong("play 8H", mark("A trump takes it, but {JC} does too. Trumps are for better tricks."), taker=0),
            Wrong("", mark("Then the trick is mine, and your {common_marriage} points have to wait."), taker=1),
        ),
        then="0 declare common-marriage",
    ),
    Question(
        mark(
            "The lead is yours, and you have **nothing more to declare**. Then a trick is worth little: lead a card "
            "that makes nothing, and let me have it."
        ),
        "play 7S; play 8S; play 9S",
        mark("I took it and declared a marriage of my own: {loss} points. One cannot prevent everything."),
        (
            Wrong(
                "play AS",
                mark(
                    "Aces are worth keeping: four of them count {four_aces}. And a brisque that is led may be trumped."
                ),
            ),
            Wrong(
                "play KD; play QD",
                mark(
                    "They have done part of their work; but four kings count {four_kings}, four queens {four_queens}. "
                    "A small spade makes nothing."
                ),
            ),
            Wrong("", mark("A trump that is led for nothing will be missed later.")),
        ),
        then="1 play JS; 1 declare common-marriage; 1 play TC",
    ),
    Question(
        mark(
            "I lead {TC}: a **brisque**, {brisque} points for whoever takes it. You have no club. What does a trump "
            "cost you?"
        ),
        "play 8H",
        mark("The smallest trump, and my ten is yours: {brisque} points at the end of the deal."),
        (
            Wrong(
                "play KH",
                mark(
                    "The ten is yours, but the king of trumps is too dear for it: with his queen he counts "
                    "{royal_marriage}. {8H} takes it as well."
                ),
                taker=0,
            ),
            Wrong("play AS", mark("The ace is not of the suit led: I take both, and {brisque} points each."), taker=1),
            Wrong(
                "", mark("That gives me the trick, and {brisque} points with it. A small trump takes them."), taker=1
            ),
        ),
    ),
    Question(
        mark(
            "You have drawn {QH}: with {KH} a **royal marriage**, {royal_marriage} points. To declare it you must "
            "win, and you have the lead. What is hard to beat, and not needed for it?"
        ),
        "play AS",
        mark("Only a trump would have beaten it. The royal marriage lies there: {gain} points."),
        (
            Wrong("play KH; play QH", mark("It may win, but then there is no royal marriage any more.")),
            Wrong("play KD", mark("A ten or an ace of diamonds beats him, and any trump. {AS} fears only trumps.")),
            Wrong(
                "play QD; play 9D",
                mark("I can beat that, and your {royal_marriage} points would have to wait."),
                then="1 play KD",
                taker=1,
            ),
            Wrong(
                "",
                mark("I take it with a larger spade, and your {royal_marriage} points would have to wait."),
                then="1 play KS",
                taker=1,
            ),
        ),
        then="1 play 9S; 0 declare royal-marriage; 0 play 9D; 1 play KD; 1 play AC",
    ),
    Question(
        mark(
            "I have won a trick, and lead {AC}: a brisque again. But look what could take it: {TH}, {KH} and {QH} "
            "are three of the five cards of the **sequence**, {sequence} points."
        ),
        "play 7D; play 8S; play 9S; play 7S",
        mark("{brisque} points for me; {sequence} may come for you."),
        (
            Wrong(
                "play TH; play KH; play QH",
                mark(
                    "{brisque} points for the ace, and the {sequence} are as good as lost: once played, a card is gone."
                ),
            ),
            Wrong("", mark("It is lost anyway, so throw less: a small card that makes nothing.")),
        ),
    ),
)

_LATE_QUESTIONS: Final = (
    Question(
        mark(
            "Later, in another deal. Two cards are left in the stock: who wins this trick is the **last** who may "
            "declare. {QS} lies before me. I lead {9D}: nothing in it, and you have nothing to declare. A trump?"
        ),
        "play 8H",
        mark(
            "Nothing for either of us: I had {JD}, but only the winner declares. The stock's last trick is often worth "
            "a small trump."
        ),
        (
            Wrong(
                "play JH", mark("A trump is right; but {8H} does it too. Keep the larger for the last eight."), taker=0
            ),
            Wrong(
                "",
                mark(
                    "I keep the trick, and declare bézique with {JD}: {loss} points. It was my last chance, and you "
                    "could have taken it."
                ),
                then="1 declare single-bezique",
                taker=1,
            ),
        ),
    ),
)

WINNING: Final = Lesson(
    "winning",
    mark("When to win a trick"),
    mark("What a trick is worth, and when it is worth nothing."),
    (
        Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play 9C"),
        Scene(_LATE, _LATE_QUESTIONS, before=_LATE_BEFORE + "; 1 play 9D"),
    ),
    mark(
        "**Win** to declare, to take a brisque cheaply, or when I must not; and with the least that will do. **Else "
        "lose**: throw what makes nothing, and keep what may still make something."
    ),
)
