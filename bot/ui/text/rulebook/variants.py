"""Pages on history, more players, partners, playing without a trump, and the words of the card table."""

from __future__ import annotations

import unicodedata

from bot.engine import PRESETS, Rules
from bot.engine.cards import ACE, KING, KNAVE, QUEEN, TEN, card
from bot.engine.law import law_for
from bot.ui.text.faces import fit
from bot.ui.text.i18n import pair, tr
from bot.ui.text.rulebook.reading import (
    Page,
    Reading,
    chip,
    chips,
    in_pages,
    paragraphs,
    points_list,
    rests_on,
    suit_word,
)


def the_cards(_reading: Reading) -> list[Page]:
    return [
        Page(
            tr("Pack, stock and talon"),
            paragraphs(
                tr(
                    "A **Bézique pack** has 32 cards, ace to seven: the same as for Piquet, Écarté or Euchre. The "
                    "backs of all packs should be alike."
                ),
                tr(
                    "To the parlour manual the **stock** is all the packs together, shuffled and ready to be dealt, "
                    "and the **talon** what is left after the deal. The other books say *stock* for what is left, and "
                    "so does this one."
                ),
                rests_on(tr("the parlour manual; Britannica for the backs")),
            ),
        ),
        Page(
            tr("Markers"),
            paragraphs(
                tr(
                    "The score was kept on a **bézique board** with **pegs**, on a numbered **dial** with a hand, or "
                    "with counters; **markers** were sold with the cards. A cribbage board or pencil and paper do as "
                    "well."
                ),
                tr("Here the bot marks every point, and the score sheet says what it came from."),
                rests_on(tr("Britannica, Enquire Within, the modern summary")),
            ),
        ),
    ]


def history(_reading: Reading) -> list[Page]:
    return [
        Page(
            tr("Names and history"),
            paragraphs(
                tr(
                    "Bézique is *brisque* played with a double pack, and was also called **besi** and **besigue** "
                    "(Britannica). The parlour manual has it as **Penuchle**, under which name it was greatly in "
                    "favour among the Germans; its descendant *pinochle* is popular to this day."
                ),
                tr(
                    "Where it was born the books do not agree. The modern summary looks to France, to card games of "
                    "350 years ago. Enquire Within has heard that it is Swedish, and that Indian officers, who had it "
                    "from a Scandinavian comrade, brought it to England. In the nineteenth century it became "
                    "the fashion."
                ),
            ),
        )
    ]


def cautions(reading: Reading) -> list[Page]:
    """Write the cautions of the old books, each with its reason."""
    trump = reading.trump
    queen, knave = reading.bezique
    court = [card(0, trump, rank) for rank in (ACE, TEN, KING, QUEEN, KNAVE)]
    royal = (card(0, trump, KING), card(0, trump, QUEEN))
    return [
        Page(
            tr("Which cards to keep"),
            paragraphs(
                points_list(
                    tr("**Tens**, till they can be made to count: a ten is worth its ten only in a trick that you win."
                       ""),
                    tr("**Sequence cards**, {court}, as long as possible: 250 is the most that five cards can make.",
                       court=chips(court)),
                    tr("**{queen} {knave}**, for further uses: both serve in more than bézique, above all when "
                       "{suits} are trumps, and a second pair makes 500.",
                       queen=chip(queen), knave=chip(knave), suits=_suits(reading)),
                    tr("**Kings and queens**, until they can be married; then the pair may be thrown into the others' "
                       "tricks."),
                    tr("Of an **ace and a king** part with the ace: four aces are hard to get together, and a king may "
                       "yet be married."),
                    tr("**Aces and tens of trumps**, for the last eight tricks: strong in trumps one may take them "
                       "all."),
                ),
                rests_on(tr("Enquire Within for the first two, the parlour manual for the others")),
            ),
        ),
        Page(
            tr("When to do what"),
            paragraphs(
                points_list(
                    tr("**Royal marriage first**, {royal}: the king and queen of a sequence never marry each other. "
                       "Enquire Within puts it before double bézique too.", royal=chips(royal)),
                    tr("**Declare as soon as you can**: whoever waits may not win another trick in time."),
                    tr("**Watch** what the others play and expose: it tells what can still be made, and by whom."),
                    tr("Make sure of **the last trick but one** of the first stage: who does not win it cannot declare "
                       "after it."),
                    tr("And of **the last**: its winner has the last declaration, and the lead into the last eight "
                       "tricks, which forces aces and tens out of the others."),
                ),
                rests_on(tr("Enquire Within; the parlour manual for the last")),
            ),
        ),
    ]  # fmt: skip


def _suits(reading: Reading) -> str:
    """Name the suits of the bézique cards."""
    queen, knave = (each >> 3 & 3 for each in reading.bezique)
    return tr("{one} or {other}", one=suit_word(queen), other=suit_word(knave))


def _packs() -> list[tuple[str, Rules]]:
    book = PRESETS["modern"]
    return [
        ("2", book.rules(2)),
        ("3", book.rules(3)),
        ("3*", book.rules(3).changed({"packs": "two_less_an_eight"})),
        ("4", book.rules(4)),
    ]


def hands_table() -> str:
    """Write the number of cards, stock and tricks by number of players, as the engine deals them."""
    heads = ("", tr("Cards"), tr("Stock"), tr("Tricks"))
    widths = (2, 6, 6, 7)
    lines = ["".join(fit(head, width, right=True) for head, width in zip(heads, widths, strict=True))]
    for name, rules in _packs():
        law = law_for(rules)
        row = (name, str(len(law.pack)), str(law.first_stage * law.players), str(law.tricks))
        lines.append("".join(fit(value, width, right=True) for value, width in zip(row, widths, strict=True)))
    return "```\n" + "\n".join(lines) + "\n```"


def hands(reading: Reading) -> list[Page]:
    treble = tr("With three or four packs there is **treble bézique**, 1500.") if reading.rules.treble else ""
    return [
        Page(
            tr("Three and four players"),
            paragraphs(
                tr(
                    "Each player brings a pack, and everyone still holds eight cards. Dealing, playing and drawing go "
                    "to the left. {treble}",
                    treble=treble,
                ).rstrip(),
                hands_table(),
                tr(
                    "-# By players; the stock counts the turned-up card. 3*: three players may share **two packs less "
                    "an eight** of clubs (house rule *Packs*): a short game without treble bézique."
                ),
                tr(
                    "Everyone plays alone, and the taker of a trick alone may declare after it. Three in *Modern* "
                    "usually play to 1500."
                ),
            ),
        ),
        Page(
            tr("Partners"),
            paragraphs(
                tr("Four players can play two against two (house rule *Partners*)."),
                points_list(
                    tr("Partners sit opposite each other, in seats 1 and 3 against 2 and 4, and share **one score**. "
                       "The score sheet still says who made what."),
                    tr("By Enquire Within the players choose who plays with whom, or cut for it. Here seats can be "
                       "changed in the lobby, or the house rule *Partners by lot* draws them."),
                    tr("Each declares alone, never with the partner's cards."),
                    tr("When one of a pair takes a trick, first the taker and then the partner may declare; "
                       "then all draw."),
                    tr("By Enquire Within the taker may ask the partner, before drawing, whether there is anything to "
                       "declare. Here a partner who can is always asked."),
                    tr("In the last eight tricks you must beat your partner's card too, if you can."),
                    tr("If one gives up, both lose."),
                ),
                rests_on(tr("Enquire Within; the other books know no partners, so that elsewhere they are our choice")),
            ),
        ),
    ]  # fmt: skip


def no_trump(reading: Reading) -> list[Page]:
    here = (
        tr("These rules are played so.")
        if reading.without_trump
        else tr("These rules turn a card up instead; the house rule *Trumps* changes it.")
    )
    return [
        Page(
            tr("Without a trump"),
            paragraphs(
                tr("In this variant no card is turned up after the deal. {here}", here=here),
                points_list(
                    tr("Until somebody declares a marriage nothing trumps, and there is no sequence."),
                    tr("The **first marriage** makes its suit trumps at once and counts as a royal marriage: 40. Later "
                       "ones count 40 in that suit and 20 in the others."),
                    tr("Sevens never count ten, and there is nothing to exchange."),
                    tr("If no marriage is declared at all, the last eight tricks are played without trumps."),
                ),
                tr("Where trumps decide which cards are bézique, the queen of spades and the knave of diamonds are, "
                   "until the first marriage; from then on its suit decides.")
                if reading.rules.bezique_cards == "by_trump"
                else tr("The bézique cards are the queen of spades and the knave of diamonds all along."),
            ),
        )
    ]  # fmt: skip


def glossary(_reading: Reading) -> list[Page]:
    return in_pages(tr("Words"), [pair(f"**{word}**", meaning) for word, meaning in words()], between="\n")


def words() -> list[tuple[str, str]]:
    """Return the words that players use with their meanings, in alphabetical order."""
    found = [
        (tr("Bézique pack"), tr("32 cards, ace to seven; the piquet pack.")),
        (tr("Board, pegs, dial"), tr("what the score was kept on; see *Markers*.")),
        (tr("Called card"), tr("a faced card that an opponent has told its holder to play, at an honour table.")),
        (tr("Exhibition"), tr("an old word for a declaration.")),
        (tr("Faced card"), tr("one played or put down in error, which may be called, at an honour table.")),
        (tr("Forfeit"), tr("what a slip costs at an honour table, if it is claimed.")),
        (tr("Markers"), tr("counters, sold with the cards, with which the score was kept.")),
        (tr("Penuchle"), tr("the parlour manual's other name for the game; from it comes *pinochle*.")),
        (tr("Talon"), tr("what is left after the deal; most say *stock*.")),
        (tr("Up"), tr("what a game is played to: *1000 up*, or *100 up* where points are reckoned by units.")),
        (tr("Announce"), tr("to name a combination on the table now, and score it at a later chance.")),
        (tr("Bézique"), tr("the queen of spades with the knave of diamonds; by some books trumps decide.")),
        (tr("Brisque"), tr("an ace or a ten in a trick.")),
        (tr("Chance"), tr("the moment after a won trick, in which you may declare.")),
        (tr("Cut"), tr("to draw a card for who deals; here also to mix something of your own into the shuffle.")),
        (tr("Declare"), tr("to lay a combination face up and mark its points. Old books: *exhibit*.")),
        (tr("Exchange"), tr("to swap a seven of trumps for the turned-up card.")),
        (tr("Exposed"), tr("lying declared before a player; still that player's to play.")),
        (tr("Follow"), tr("to play a card of the suit that was led.")),
        (tr("Head the trick"), tr("to play a card that wins it as it stands.")),
        (tr("House rule"), tr("a choice on which books or tables differ.")),
        (tr("Knave"), tr("the jack.")),
        (tr("Lead"), tr("to play the first card of a trick.")),
        (tr("Marriage"), tr("king and queen of one suit: *common*, or *royal* in trumps.")),
        (tr("Pass"), tr("to leave a chance unused; then everyone draws.")),
        (tr("Quint major"), tr("another name for the sequence.")),
        (
            tr("Revoke"),
            tr("not to follow suit, or not to win, when one must. Only an honour table lets it happen."),
        ),
        (tr("Score out"), tr("to reach the target.")),
        (tr("Sequence"), tr("ace, ten, king, queen, knave of trumps; in Rubicon of any suit.")),
        (
            tr("Single, double, treble bézique"),
            tr("one, two or three pairs of the bézique cards; in Rubicon *quadruple* with four."),
        ),
        (tr("Stock"), tr("the cards left to draw. In the parlour manual all the packs before the deal, see *Talon*.")),
        (tr("Trick"), tr("one card from everybody; its winner takes it and leads to the next.")),
        (tr("Trump"), tr("the suit that beats the others; also to play one.")),
        (tr("Turn-up"), tr("the card that is turned up after the deal to make trumps.")),
    ]
    return sorted(found, key=lambda entry: _plain_letters(entry[0]))


def _plain_letters(text: str) -> str:
    """Return the key by which a text is sorted: in small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
