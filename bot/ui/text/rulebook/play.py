"""Pages about the play: the game in a paragraph, dealing, tricks, sevens, the last eight tricks, points, who wins."""

from __future__ import annotations

from bot.engine import Rules
from bot.engine.cards import ACE, EIGHT, KING, KNAVE, NINE, SEVEN, TEN, card
from bot.engine.law import law_for
from bot.ui.text.faces import ranks_down
from bot.ui.text.i18n import mark, tr
from bot.ui.text.rulebook.reading import Page, Reading, chip, chips, paragraphs, points_list, rests_on, suit_word

_PACKS = mark({2: "two packs", 3: "three packs", 4: "four packs"})


def the_game(reading: Reading) -> list[Page]:
    packs = tr(_PACKS[reading.packs]) if reading.size % 32 == 0 else tr("two packs less one eight of clubs")
    hands = (
        tr("Everyone holds eight, and the rest is the **stock**. The first marriage that is declared makes **trumps**.")
        if reading.without_trump
        else tr("Everyone holds eight, one more card is turned up for **trumps**, and the rest is the **stock**.")
    )
    return [
        Page(
            tr("The game"),
            paragraphs(
                tr(
                    "Bézique is played with {packs}; a pack has 32 cards, ace to seven. {hands}",
                    packs=packs,
                    hands=hands,
                ),
                _how_long(reading.rules),
            ),
        ),
        Page(
            tr("The game"),
            paragraphs(
                tr(
                    "Whoever takes a trick may **declare**: lay a marriage, a bézique, four alike or the sequence face "
                    "up and mark its points. Then everyone draws a card, so that all hold eight again, and the taker "
                    "leads."
                ),
                tr(
                    "Declared cards stay yours to play. When the stock is gone they go back to the hand, and the "
                    "**last eight tricks** are played strictly."
                ),
                _besides(reading),
            ),
        ),
    ]


def _besides(reading: Reading) -> str:
    if reading.without_trump:
        return tr("Aces and tens in tricks and the last trick count too.")
    return tr("Sevens of trumps, aces and tens in tricks and the last trick count too.")


def _how_long(rules: Rules) -> str:
    if rules.length == "one_deal":
        return tr("The game is **one deal**: whoever has more points then wins.")
    return tr("The game is to **{target}**, usually over several deals.", target=rules.target)


def the_deal(reading: Reading) -> list[Page]:
    rules = reading.rules
    hands = law_for(rules).hand * rules.players
    if reading.without_trump:
        turned = tr("No card is turned up: there are no trumps until somebody declares a marriage.")
        stock = tr("All the other **{count}** cards are the stock.", count=reading.size - hands)
    else:
        turned = tr(
            "The next card, the {number}, is turned up: its suit is **trumps**. If it is a seven, the dealer marks "
            "10 at once.",
            number={17: tr("17th"), 25: tr("25th"), 33: tr("33rd")}[hands + 1],
        )
        stock = tr(
            "The other **{count}** cards are the stock. The turned-up card lies under it and is drawn last.",
            count=reading.size - hands - 1,
        )
    passing = (
        tr("After that you deal in turn.")
        if rules.players == 2
        else tr("After that the deal passes to the left, as do playing and drawing.")
    )
    return [
        Page(
            tr("The deal"),
            paragraphs(
                points_list(
                    tr("Everyone cuts a card, and the highest deals first; equal highest cut again. {passing}",
                       passing=passing),
                    tr("Three cards go to each player, then two, then three: eight in all."),
                    turned,
                    stock,
                ),
                tr(
                    "**Sealed cards.** Before a deal the bot posts a fingerprint of the secret that fixes the shuffle. "
                    "**Cut** mixes the number of your click, or words of your own, into it. When the deal is over "
                    "**Fair deal** shows the secret, and anybody can check it: `/help` says how far that goes."
                ),
            ),
        )
    ]  # fmt: skip


def tricks(reading: Reading) -> list[Page]:
    rules, trump = reading.rules, reading.trump
    led, other = reading.plain[0], reading.plain[-1]
    king, ten, ace = card(0, led, KING), card(0, other, TEN), card(0, other, ACE)
    seven = card(0, trump, SEVEN)
    rank = " ".join(f"`{sign}`" for sign in ranks_down())
    law, example = {
        "suit_led": (
            tr("The highest trump takes it; without one, the highest card of the suit that was led."),
            tr("{king} is led. {ace} takes it, and so does any trump, even {seven}. {other} does not: it is of "
               "another suit.", king=chip(king), ace=chip(card(0, led, ACE)), seven=chip(seven), other=chip(ace)),
        ),
        "any_suit": (
            tr("The highest trump takes it; without one, the highest card, whatever its suit."),
            tr("{king} is led. {ten} takes it although it is of another suit, and so does any trump, even {seven}. "
               "{equal} does not: equal, and played later.",
               king=chip(king), ten=chip(ten), seven=chip(seven), equal=chip(card(0, other, KING))),
        ),
        "rank_only": (
            tr("The highest card takes it, whatever its suit. Trumps have no power until the last eight tricks."),
            tr("{king} is led. {ten} takes it although it is of another suit. {seven} does not, trump or not.",
               king=chip(king), ten=chip(ten), seven=chip(seven)),
        ),
        "rank_then_trump": (
            tr("The highest card takes it, whatever its suit; of cards of the same rank a trump does."),
            tr("{king} is led. {ten} takes it although it is of another suit, and so does {equal}, a trump of the same "
               "rank. {seven} does not, trump or not.",
               king=chip(king), ten=chip(ten), equal=chip(card(0, trump, KING)), seven=chip(seven)),
        ),
    }[rules.trick]  # fmt: skip
    if reading.without_trump and rules.trick != "rank_only":
        law = f"{law} {tr('Before the first marriage there are no trumps.')}"
    after = [
        "" if reading.without_trump else tr("**Exchange** a seven of trumps for the turned-up card."),
        tr("**Show** a seven of trumps.") if rules.seven_scores == "declared" and not reading.without_trump else "",
        tr("**Declare** one combination.")
        if rules.declarations_per_trick == "one"
        else tr("**Declare** as much as you have, as long as no card serves in two of them."),
        tr("Or **pass**, which is the **Draw** button."),
    ]
    partner = tr("Then your partner gets the same chance.") if rules.partners else ""
    seen = (
        tr(
            "**Tricks** on the board lists all tricks of the deal; look back whenever you like. *Britannica* and "
            "*Enquire Within* forbid it; the others say nothing, so that open tricks are our choice."
        )
        if rules.past_tricks == "open"
        else tr(
            "Only the last trick may be looked at: what went before, you have to remember, and no help counts it. "
            "Under **Tricks** you may ask the others; if all agree, the tricks lie open until the next card is led."
        )
    )
    return [
        Page(
            tr("Tricks while the stock lasts"),
            paragraphs(
                tr("From high to low: {rank}. Mind the **ten**: only the ace beats it.", rank=rank),
                tr(
                    "The player at the dealer's left leads to the first trick, then whoever took the last one. Play "
                    "**any card**: you need not follow suit."
                ),
                f"{tr('**Who takes it?**')} {law} {tr('Of equal cards the one played first wins.')}",
                f"> {example}\n-# {tr('In the example {suit} are trumps.', suit=suit_word(trump))}",
            ),
        ),
        Page(
            tr("After a trick"),
            paragraphs(
                tr("The trick is yours? Before anything is drawn you may:"),
                points_list(*after),
                tr(
                    "{partner} Then everyone draws a card from the stock, the taker of the trick first, and the taker "
                    "leads again.",
                    partner=partner,
                ).strip(),
                seen,
            ),
        ),
    ]  # fmt: skip


def sevens(reading: Reading) -> list[Page]:
    rules, trump = reading.rules, reading.trump
    if reading.without_trump:
        return [
            Page(
                tr("Sevens"),
                tr(
                    "Without a trump nothing is turned up, so there is nothing to exchange, and sevens never count "
                    "ten. They are simply the lowest cards."
                ),
            )
        ]
    seven, turned = card(0, trump, SEVEN), card(1, trump, KNAVE)
    when = (
        tr("You may do it after you have won a trick, before the draw.")
        if rules.seven_exchange == "trick_winner"
        else tr(
            "You may do it after you have won a trick, before the draw, and also when it is your turn to play, "
            "before you play, once the first trick is made."
        )
    )
    scoring = {
        "declared": tr(
            "**Show it** from your hand after you have won a trick: 10 points. It stays in your hand, and cannot be "
            "shown again or exchanged."
        ),
        "played": tr("**Play it** while the stock lasts: 10 points, whether it wins or loses the trick."),
        "played_throughout": tr(
            "**Play it**: 10 points, whether it wins or loses the trick, in the last eight tricks too. One that was "
            "turned up or exchanged has had its ten and brings no other. *Enquire Within* alone excepts the last eight."
        ),
    }[rules.seven_scores]
    return [
        Page(
            tr("Sevens of trumps"),
            paragraphs(
                tr("There are {count} of them, and each can bring ten points. None uses up your declaration.",
                   count=tr({2: "two", 3: "three", 4: "four"}[reading.packs])),
                tr("**Exchange** {seven} for the turned-up {turned}: 10 points, and the better card is yours. {when}",
                   seven=chip(seven), turned=chip(turned), when=when),
                points_list(
                    tr("Once a deal, and not if the turned-up card is itself a seven."),
                    tr("The card you take cannot be declared until your next chance: so *Enquire Within*; ours "
                       "elsewhere."),
                    tr("Not once the stock is gone."),
                ),
                scoring,
            ),
        )
    ]  # fmt: skip


def last_eight(reading: Reading) -> list[Page]:
    trump, led = reading.trump, reading.plain[0]
    ten, nine, king = card(0, led, TEN), card(0, led, NINE), card(0, led, KING)
    return [
        Page(
            tr("The last eight tricks"),
            paragraphs(
                tr(
                    "When the stock is gone, declared cards go back to the hands. Nothing can be declared or exchanged "
                    "any more; what counts now is aces, tens and the last trick. Every card is forced a little:"
                ),
                points_list(
                    tr("**Follow suit** if you can."),
                    tr("**Win the trick** if you can: with a higher card of the suit led; or, if you have none of that "
                       "suit, with a trump."),
                    tr("Only if you can do neither, throw what you like."),
                ),
                tr("> {king} is led. With {held} you must play {ten}. With {nine} alone you must play it. With neither "
                   "you must trump, even with {small}.",
                   king=chip(king), held=chips((ten, nine)), ten=chip(ten), nine=chip(nine),
                   small=chip(card(0, trump, EIGHT))),
                tr("The highest trump takes the trick, else the highest card of the suit led.")
                + (tr(" A partner's card has to be beaten too.") if reading.rules.partners else ""),
            ),
        )
    ]  # fmt: skip


def scoring(reading: Reading) -> list[Page]:
    rules = reading.rules
    last = (
        tr("the very last of the deal")
        if rules.last_trick == "final"
        else tr("the one that empties the stock, before the last eight")
    )
    lines = []
    if not reading.without_trump:
        lines += [
            tr("a seven of trumps that the dealer turns up"),
            tr("a seven of trumps exchanged for the turned-up card"),
            {
                "declared": tr("a seven of trumps shown"),
                "played": tr("a seven of trumps played while the stock lasts"),
                "played_throughout": tr("a seven of trumps played"),
            }[rules.seven_scores],
        ]
    lines += [tr("each ace and ten in the tricks you take"), tr("the last trick, which is {which}", which=last)]
    brisques = (
        tr("They are marked at once, with the trick.")
        if rules.brisques == "as_taken"
        else tr("They are counted when the deal is over, beginning at the dealer's left, the dealer last.")
    )
    partners = tr("Partners share one score.") if rules.partners else ""
    return [
        Page(
            tr("Scoring"),
            paragraphs(
                tr("Declarations bring the most. Besides them count:"),
                "\n".join(f"`10` {line}" for line in lines),
                tr(
                    "**Brisques** are the aces and tens in the tricks you take. There are {count} of them, {points} "
                    "points a deal. {when}",
                    count=8 * reading.packs,
                    points=80 * reading.packs,
                    when=brisques,
                ),
                partners,
            ),
        )
    ]


def winning(reading: Reading) -> list[Page]:
    rules = reading.rules
    who = tr("side") if rules.partners else tr("player")
    if rules.length == "one_deal":
        return _one_deal(rules)
    if rules.finish == "at_once":
        ends = tr("The game ends **at once** when a {who} reaches **{target}**, even in mid-deal.",
                  who=who, target=rules.target)  # fmt: skip
        if rules.brisques == "end_of_deal":
            ends += " " + tr("Brisques count only at the end of a deal, so they may come too late.")
    else:
        ends = tr(
            "The deal in which a {who} reaches **{target}** is played to its end; then whoever stands there wins.",
            who=who,
            target=rules.target,
        )
    both = {
        "higher_total": tr("the higher total wins"),
        "less_brisques": tr("the higher total without this deal's aces and tens wins"),
        "non_dealer_first": tr("the one who reached the target first, as the points were marked, wins"),
        "last_trick_winner": tr("the one of them who won the last trick wins; if none did, the higher total"),
    }[rules.both_out]
    if rules.both_out == "less_brisques" and rules.last_trick == "before_last_eight":  # it is the trick for ten
        tie = tr("Still equal: the taker of the trick that empties the stock, else the first from the dealer's left.")
    else:
        tie = "" if rules.both_out == "non_dealer_first" else tr(
            "Still equal: {ties}the taker of the very last trick, else the first from the dealer's left.",
            ties="" if rules.both_out == "less_brisques"
            else tr("the higher total without this deal's aces and tens, then "),
        )  # fmt: skip
    possible = rules.finish == "end_of_deal" or rules.brisques == "end_of_deal"
    return [
        Page(
            tr("Who wins"),
            paragraphs(
                ends,
                tr("**Several are there** at the end of a deal: {both}. {tie}", both=both, tie=tie).rstrip()
                if possible
                else tr("So two can never be there at the same time."),
                tr("If nobody is there after a deal, the next one is dealt."),
                _reckoning(rules),
                _giving_up(rules),
                rests_on(_by_whom(rules)),
            ),
        )
    ]


def _one_deal(rules: Rules) -> list[Page]:
    """Write about the end of a game of one deal, in which the target plays no part."""
    return [
        Page(
            tr("Who wins"),
            paragraphs(
                tr("The game is **one deal**, played to its end: the higher total wins."),
                tr(
                    "Equal totals: the higher total without aces and tens, then the taker of the very last trick, else "
                    "the first from the dealer's left."
                ),
                _giving_up(rules),
            ),
        )
    ]


def _by_whom(rules: Rules) -> str:
    """Name the book for the way a game ends, or say that it is our choice."""
    target = tr("the parlour manual names no target")
    if rules.finish == "at_once":
        return tr("Britannica for the end at once; {target}", target=target)
    return tr("that the deal is played out is ours; {target}", target=target)


def _reckoning(rules: Rules) -> str:
    if rules.reckoning == "tens":
        return ""
    return tr("Points are reckoned by **units**: a marriage is 2, and the game is *{up} up*.", up=rules.target // 10)


def _giving_up(rules: Rules) -> str:
    others = (
        tr("The others' points stand, and the highest of them wins.")
        if rules.players > 2 and not rules.partners
        else ""
    )
    return points_list(
        tr("`/hand` gives the game up. It asks first. {others}", others=others).rstrip(),
        tr(
            "After the first trick it counts as a loss; in a rated game it does as soon as you have seen your hand. If "
            "all agree to a draw (`/hand`), nobody loses."
        ),
        tr("When somebody leaves the server for good, the others may claim the game."),
    )
