"""Proofs that the cards were dealt fairly: the lines in public messages, and the page that explains and checks them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.proof import Verdict, check_shuffle
from bot.engine.record_json import WrittenLots
from bot.engine.verifying import DealVerdict, Unproven, verify_deal
from bot.tables import Refused, Seal, Table, Why
from bot.tables.values.moments import deal_is_open
from bot.tables.values.parts import VoidSeal
from bot.tables.values.restore import proofs_of, shuffle_of
from bot.ui.kit.controls import SLATE, Layout, button, divider, rows
from bot.ui.routes import table as table_routes
from bot.ui.text.deals import named
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import cuts_told, in_words, pair, tr

_CUT = "cut:"
_TIED = "\u00a0"
"""A no-break space: after an ordinary one, a long hexadecimal string would begin a line of its own."""


def seal_line(seal: Seal) -> str:
    """Return the line with the whole commitment of a sealed shuffle, so that anybody can keep it."""
    return f"-# 🔒{_TIED}`{seal.commitment}`"


def opened_seal(seal: Seal) -> str:
    """Return the proof of the shuffle of a deal that is over: the secret and everything that went into it.

    For a deal that was sealed but never dealt it is the secret alone, which anybody can check against the commitment.
    """
    if seal.withdrawn:
        return f"{seal_line(seal)} · {_withdrawn()}"
    said = [seal_line(seal), pair(tr("Secret"), f"`{seal.secret}`")]
    if seal.deck is not None:
        said.append(pair(tr("With"), _went_in(seal)))
    return " · ".join(said).replace(" `", f"{_TIED}`")


def _withdrawn() -> str:
    return tr("A player has had a cut deleted, and the proof of this deal with it.")


def void_seals(table: Table, number: int) -> str | None:
    """Return a deal's earlier seals, opened because their messages could not be found, or None if there are none."""
    return void_lines(table.sealing.void, number)


def void_lines(seals: Iterable[VoidSeal], number: int) -> str | None:
    """Return the void seals of one deal, opened, or None if there are none."""
    lines = []
    for void in seals:
        if void.deal == number:
            told = pair(tr("Secret"), f"`{void.secret}`") if void.secret else _withdrawn()
            lines.append(f"-# 🔓 `{void.commitment}` · {told}".replace(" `", f"{_TIED}`"))
    if not lines:
        return None
    return "\n".join(["-# " + tr("I had to seal the cards anew. Before that I had sealed:"), *lines])


def cut_by(table: Table) -> str:
    """Say which players have cut the coming deal, in the order that counts; return nothing if nobody has."""
    names = dict(zip(table.users, named(table.names), strict=True))
    if table.invited_id is not None:
        names.setdefault(table.invited_id, shown_name(table.lobby.challenged))
    number = table.seal.number if table.seal is not None else None
    cuts = sorted((cut.arrival, cut.user_id) for cut in table.cuts if cut.deal == number and cut.text)
    cutters = [names[user] for _, user in cuts if user in names]
    return tr("Cut by {names}", names=", ".join(cutters)) if cutters else ""


def _went_in(seal: Seal) -> str:
    """Name what went into a deck besides the secret; where the words of cuts are not shown, name their authors."""
    parts = seal.entropy
    if cuts_told():
        return ", ".join(f"`{part.replace('`', 'ˋ')}`" for part in parts) or "–"
    shown = [f"`{part}`" if not part.startswith(_CUT) else f"`{_CUT}{part.split(':')[1]}:…`" for part in parts]
    more = " " + tr("(the words stand in the record)") if any(part.startswith(_CUT) for part in parts) else ""
    return ", ".join(shown) + more or "–"


def cut_answer(table: Table, user_id: int) -> Layout:
    """Build the private answer to a user's cut, with the commitment; the bot cannot change it after 15 minutes.

    In words mode the commitment is shown only by its button.
    """
    seal = table.seal
    assert seal is not None  # only a sealed deal can be cut
    cuts = any((cut.deal, cut.user_id) == (seal.number, user_id) and cut.text for cut in table.cuts)
    said = [
        tr("Your words are in the shuffle of the next deal of table {table}.", table=table.id)
        if cuts
        else tr("Nothing that counts was left of your words, so you have not cut the next deal of table {table}.",
                table=table.id)
    ]  # fmt: skip
    if not in_words():
        said.append(
            "-# " + tr("This is its commitment. After a quarter of an hour I cannot change this message any more, so "
                       "you can compare it when the deal is over.")
        )  # fmt: skip
        said.append(seal_line(seal))
    if cuts:
        said.append("-# " + tr("Should you ever have these words deleted, the proof of this deal goes with them."))
    return Layout(
        SLATE, "\n".join(said), *rows([button(table_routes.ShowProof(table.id, seal.number), tr("Fair deal"))])
    )


def proof_page(table: Table, number: int) -> Layout:
    """Build the private page that explains the shuffle of a deal, shows the part that is known so far, and checks it.

    Args:
        table: The table.
        number: The deal, counted from 0.

    Raises:
        Refused: No such deal was ever sealed.
    """
    seal = next((row for row in table.deals if row.number == number), None)
    if seal is None:
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    opened = deal_is_open(table, number) or not table.live
    name = tr("Fair deal · table {table}", table=table.id)
    posted = next((m for m in table.messages if m.message_id == seal.message_id), None)
    where = ""
    if posted is not None:
        link = f"https://discord.com/channels/{table.guild_id}/{posted.channel_id}/{posted.message_id}"
        where = f" · [{tr('the message that carried it')}]({link})"
    lines = [
        f"**{tr('Commitment')}**{where}\n`{seal.commitment}`",
    ]
    if seal.withdrawn:
        lines.append(_withdrawn())
    else:
        secret = f"`{seal.secret}`" if opened else tr("It is shown when the deal is over.")
        lines.append(f"**{tr('What went in besides the secret')}**\n{_entropy(table, seal)}")
        lines.append(f"**{tr('Secret')}**\n{secret}")
    return Layout(
        SLATE,
        f"### {name} · {tr('deal {number}', number=number + 1)}",
        _explained(),
        divider(),
        "\n".join(lines),
        "\n".join(_checked(table, seal, number)) if opened and not seal.withdrawn else None,
        void_seals(table, number),
        divider(),
        _by_yourself(),
    )


def _explained() -> str:
    """Explain the shuffle in three sentences."""
    return " ".join(
        [
            tr("Before a deal I post its *commitment*: the fingerprint of a secret that I can no longer change."),
            tr("Only then come things that I do not choose: the words of everybody who presses **Cut**, and last, when "
               "no cut can come any more, the number that Discord gives the new message with the board; secret and "
               "these together give the order of all cards, and before the first deal who deals it and any seats that "
               "are drawn."),
            tr("When the deal is over I show the secret, so anybody can see that the cards were fixed before the play; "
               "that nobody who runs me has looked at them, no proof can show."),
        ]
    )  # fmt: skip


def _entropy(table: Table, seal: Seal) -> str:
    """Say what went into the shuffle, or what is known so far of a shuffle that is not complete."""
    if seal.deck is not None:
        return _went_in(seal)
    cutters = cut_by(table)
    known = [f"`message:{seal.message_id}`"] if seal.message_id is not None else []
    if cutters:
        known.append(cutters)
    return " · ".join([*known, tr("the board is being posted") if table.being_dealt else tr("not dealt yet")])


def checked(table: Table, seal: Seal, number: int) -> DealVerdict:
    """Return the verdict on a deal that may be opened, as ``verify`` does; if never dealt, on its commitment alone."""
    pack, players = table.game.law.pack, table.rules.players
    if number >= len(table.game.deals):
        told = check_shuffle(shuffle_of(seal), "", pack, players).commitment
        return DealVerdict(number, Verdict(told, None, None))
    written = None if table.lots.written is None else WrittenLots(table.lots.written.document())
    return verify_deal(number, proofs_of(table, number), written, pack, players)


def _checked(table: Table, seal: Seal, number: int) -> list[str]:
    """Check a deal now, and write the results, one line each."""
    found = checked(table, seal, number)
    verdict = found.verdict
    lines = [f"**{tr('Checked just now')}**"]
    if found.repeated:
        lines.append(_sign("❌ ") + tr("An earlier deal of this game has the same commitment."))
    elif verdict.commitment:
        lines.append(_sign("✅ ") + tr("The secret has this commitment."))
    else:
        lines.append(_sign("❌ ") + tr("The secret does not have this commitment."))
    if verdict.deck is None:
        lines.append(tr("No cards were dealt with it."))
    elif verdict.deck:
        lines.append(_sign("✅ ") + tr("The cards that were played follow from it, from the first to the last."))
    else:
        lines.append(_sign("❌ ") + tr("The cards that were played do not follow from it."))
    if verdict.entropy is False:
        said = tr("What went in is not one message, then cuts by players of this game, then one board.")
        lines.append(_sign("❌ ") + said)
    if found.dealer is False:
        lines.append(_sign("❌ ") + tr("The deal did not pass on to the player who dealt."))
    elif found.dealer:
        lines.append(_sign("✅ ") + tr("The deal passed on to the next player."))
    return lines + _lots_checked(table, found) if number == 0 and verdict.deck is not None else lines


def _lots_checked(table: Table, found: DealVerdict) -> list[str]:
    """Say whether the seats and the first dealer follow from the secret, and which of these no lot has decided."""
    written = table.lots.written
    if written is None:
        return []
    if found.verdict.lots is False:
        return [_sign("❌ ") + tr("Who sits where or who dealt first does not follow from it.")]
    lines = []
    if written.dealer is DealerBy.CUT and written.seats is SeatsBy.DRAWN:
        lines.append(_sign("✅ ") + tr("Who sits where and who dealt first follow from it too."))
    elif written.dealer is DealerBy.CUT:
        lines.append(_sign("✅ ") + tr("Who dealt first follows from it too."))
    elif written.seats is SeatsBy.DRAWN:
        lines.append(_sign("✅ ") + tr("Who sits where follows from it too."))
    if Unproven.DEALER_PASSED in found.unproven:
        lines.append(tr("Who dealt first follows from the game before, which is not checked here."))
    if Unproven.PLACES_CHOSEN in found.unproven:
        lines.append(tr("Places were changed in public before the start, so that no lot decided them."))
    return lines


def _sign(sign: str) -> str:
    return "" if in_words() else sign


def _by_yourself() -> str:
    """Say how to check a deal without trusting the bot."""
    return "\n".join(
        "-# " + line
        for line in (
            tr("**Without trusting me:** keep the commitment before the deal; the answer to your own **Cut** has it."),
            tr("Afterwards any program for SHA-256 gives it from these bytes: `bezique/1/commit`, a zero byte, and the "
               "secret."),
            tr("How the cards follow stands in `docs/fairness.md` of my source: fifty lines of plain Python. The "
               "record (`/replay`) has all that they need, and `python -m bot verify` does the same."),
        )
    )  # fmt: skip
