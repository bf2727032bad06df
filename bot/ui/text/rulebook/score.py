"""Pages about points, and about who wins."""

from __future__ import annotations

from bot.engine import Rules
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.reading import Page, Reading, paragraphs, points_list, rests_on


def scoring(reading: Reading) -> list[Page]:
    """Write about points besides declarations, and when they are marked."""
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
    """Write about the end of the game and the winner."""
    rules = reading.rules
    who = tr("side") if rules.partners else tr("player")
    if rules.length == "one_deal":
        return _one_deal(rules)
    if rules.finish == "at_once":
        ends = tr("The game ends **at once** when a {who} reaches **{target}**, in the middle of a deal if need be.",
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
                tr("If nobody is there when a deal is over, the next one is dealt."),
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
