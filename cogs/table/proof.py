"""The cut of a deal, and the proof that its cards were dealt fairly: clicks, and the page that checks it."""

from __future__ import annotations

from base64 import b85decode
from typing import Any, Final

import discord

from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.proof import Verdict, check_shuffle
from bot.engine.record import DealVerdict, Unproven, verify_deal
from bot.engine.record_json import WrittenLots
from bot.engine.shuffle import SECRET_BYTES, clean_cut, commitment
from bot.tables import Refused, Seal, Table, Why, number_of
from bot.tables.archive import Frozen
from bot.tables.decisions import dealing
from bot.tables.values.record import deal_is_open, proofs_of, shuffle_of
from bot.ui.kit.controls import SLATE, Layout, button, divider, rows
from bot.ui.kit.reply import Form, in_place, say_privately
from bot.ui.routes import table as table_routes
from bot.ui.text.i18n import cuts_told, in_words, tr
from cogs.table.app import App, Interaction
from cogs.table.pages.seals import carried, cut_by, void_seals, withdrawn_words
from cogs.table.practice import committed_here

_CUT: Final = "cut:"


async def cut(app: App, interaction: Interaction, route: table_routes.Cut) -> None:
    """Cut the next deal with the number that Discord gave the click; a player's earlier cut stays.

    The bot cannot choose that number, as it chooses nothing that goes into a shuffle besides the secret.
    """
    user = interaction.user.id
    table = await committed_here(app, interaction, await app.table_here(interaction, route.table_id))
    seal = dealing.to_cut(table, user)
    if not any(cut.text for cut in table.cuts if (cut.deal, cut.user_id) == (seal.number, user)):
        table = await app.tables.ask(table.id, dealing.cut, user, str(interaction.id))
    await say_privately(interaction, cut_answer(table))
    await app.show(interaction, table)


async def cut_in_words(app: App, interaction: Interaction, route: table_routes.CutInWords) -> None:
    table = await app.table_here(interaction, route.table_id)
    dealing.to_cut(table, interaction.user.id)
    await interaction.response.send_modal(CutDialogue(app, table.id))


class CutDialogue(Form):
    """Asks a player for a few words to shuffle into the next deal."""

    def __init__(self, app: App, table_id: int) -> None:
        super().__init__(title=tr("Cut the cards"), timeout=900)
        self._desk = app
        self._table_id = table_id
        self.words: discord.ui.TextInput[CutDialogue] = discord.ui.TextInput(
            placeholder=tr("for luck"), max_length=100, required=True
        )
        self.add_item(
            discord.ui.Label(
                text=tr("A few words of your own"),
                description=tr("Shown after the deal. If you have them deleted, its proof goes too."),
                component=self.words,
            )
        )

    async def submitted(self, interaction: Interaction) -> None:
        """Take the words, or the number of the click where nothing that counts is left of them."""
        words = clean_cut(self.words.value) or str(interaction.id)
        table = await self._desk.tables.ask(self._table_id, dealing.cut, interaction.user.id, words)
        with self._desk.redeliver_on_failure(table.id):
            await in_place(interaction, cut_answer(table))
        await self._desk.show(interaction, table)


async def proof(app: App, interaction: Interaction, route: table_routes.ShowProof) -> None:
    """Explain the shuffle of a deal, show it, and check it, also for a table that is frozen or no longer kept."""
    try:
        page = proof_page(await app.table_here(interaction, route.table_id), route.deal)
    except Refused as refused:
        found = await _other_proof(app, interaction, route, refused.why)
        if found is None:
            raise
        page = found
    await say_privately(interaction, page)


async def _other_proof(app: App, interaction: Interaction, route: table_routes.ShowProof, why: Why) -> Layout | None:
    """Return the proof of a frozen table to whoever sees its board, or of a table of which the button alone is left."""
    if why is Why.FROZEN:
        frozen = await app.tables.frozen.of(route.table_id)
        here = (interaction.guild_id, interaction.channel_id)
        if frozen is not None and here in [(frozen.guild_id, board.channel_id) for board in frozen.boards]:
            return frozen_proof(frozen, route.deal)
    secret = secret_in(route)
    return secret_page(route.table_id, secret) if why is Why.NO_SUCH_TABLE and secret else None


# ---------------------------------------------------------------- pages


def secret_in(route: table_routes.ShowProof) -> bytes:
    """Return the secret that a button carries; it is empty without one."""
    try:
        secret = b85decode(route.secret)
    except ValueError:
        return b""
    return secret if len(secret) == SECRET_BYTES else b""


def _went_in(seal: Seal) -> str:
    """Name what went into a deck besides the secret; where the words of cuts are not shown, name their authors."""
    parts = seal.entropy
    if cuts_told():
        return ", ".join(f"`{part.replace('`', 'ˋ')}`" for part in parts) or "–"
    shown = [f"`{part}`" if not part.startswith(_CUT) else f"`{_CUT}{part.split(':')[1]}:…`" for part in parts]
    more = " " + tr("(the words stand in the record)") if any(part.startswith(_CUT) for part in parts) else ""
    return ", ".join(shown) + more or "–"


def cut_answer(table: Table) -> Layout:
    """Build the private answer to a cut, whose **Fair deal** shows the commitment."""
    seal = table.seal
    assert seal is not None  # only a sealed deal can be cut
    controls = [
        button(table_routes.ShowProof(table.id, seal.number), tr("Fair deal")),
        button(table_routes.CutInWords(table.id), tr("In my own words …")),
    ]
    return Layout(SLATE, tr("You have cut: nobody can have chosen these cards."), *rows(controls))


def proof_page(table: Table, number: int) -> Layout:
    """Build the private page that explains the shuffle of a deal, shows the part that is known, and checks it."""
    seal = next((row for row in table.deals if row.number == number), None)
    if seal is None:
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    opened, following = _is_open(table, number), carried(table, number)
    checks, tricks = opened and not seal.withdrawn, deal_is_open(table, number) and table.game.deals[number].tricks
    name = tr("Fair deal · table {table}", table=table.number)
    return Layout(
        SLATE,
        f"### {name} · {tr('deal {number}', number=number + 1)}",
        _explained(),
        *rows([button(table_routes.ShowTricks(table.id, number), tr("All tricks"))] if tricks else []),
        divider(),
        _laid_open(seal, _where(table, seal), _entropy(table, seal), secret=opened),
        "\n".join(_checked(table, seal, number)) if checks else None,
        void_seals(table.sealing.void, number, secrets=True),
        *(_of_next(table, following) if following is not None else ()),
        divider(),
        _by_yourself(),
    )


def frozen_proof(table: Frozen, number: int) -> Layout:
    """Build the private page with the opened seals of a table that cannot be read, from one deal on."""
    seals = [seal for seal in table.deals if seal.number >= number]
    if not seals:
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    name = tr("Fair deal · table {table}", table=number_of(table.id))
    opened = [_laid_open(seal, "", _went_in(seal), secret=True) for seal in seals]
    return Layout(
        SLATE,
        f"### {name} · {tr('deal {number}', number=number + 1)}",
        _explained(),
        *opened,
        *(void_seals(table.void, seal.number, secrets=True) for seal in seals),
        divider(),
        _by_yourself(),
    )


def secret_page(table_id: int, secret: bytes) -> Layout:
    """Build the private page of a table that came to nothing and is no longer kept: the secret, and what it proves."""
    return Layout(
        SLATE,
        f"### {tr('Fair deal · table {table}', table=number_of(table_id))}",
        f"**{tr('Secret')}**\n`{secret.hex()}`",
        tr("It has the commitment `{commitment}`. No cards were dealt with it.", commitment=commitment(secret)),
        divider(),
        _by_yourself(),
    )


def _is_open(table: Table, number: int) -> bool:
    """Tell whether a deal's secret is public: the deal is over, or will never be dealt."""
    return deal_is_open(table, number) or not table.live


def _where(table: Table, seal: Seal) -> str:
    """Link to the message that carried a commitment; return nothing if it was not posted."""
    posted = next((m for m in table.messages if m.message_id == seal.message_id), None)
    if posted is None:
        return ""
    link = f"https://discord.com/channels/{table.guild_id}/{posted.channel_id}/{posted.message_id}"
    return f" · [{tr('the message that carried it')}]({link})"


def _laid_open(seal: Seal, where: str, entropy: str, *, secret: bool) -> str:
    """Write the commitment of a deal, what went in besides the secret, and the secret if it is public."""
    lines = [f"**{tr('Commitment')}**{where}\n`{seal.commitment}`"]
    if seal.withdrawn:
        return "\n".join([*lines, withdrawn_words()])
    told = f"`{seal.secret}`" if secret else tr("It is shown when the deal is over.")
    lines.append(f"**{tr('What went in besides the secret')}**\n{entropy}")
    return "\n".join([*lines, f"**{tr('Secret')}**\n{told}"])


def _of_next(table: Table, seal: Seal) -> list[discord.ui.Item[Any] | str]:
    """Lay out the proof of the next deal, whose commitment stands in the same message."""
    heading = f"**{tr('Deal {number}, sealed in the same message', number=seal.number + 1)}**"
    shown = _laid_open(seal, "", _entropy(table, seal), secret=_is_open(table, seal.number))
    return [divider(), f"{heading}\n{shown}"]


def _explained() -> str:
    return " ".join(
        [
            tr("The *commitment*, posted before the deal, is the fingerprint of a secret."),
            tr("The secret, the cuts and the number that Discord gave the board fix the order of all cards."),
            tr("No proof shows that nobody who runs me has looked at them."),
        ]
    )


def _entropy(table: Table, seal: Seal) -> str:
    """Say what went into the shuffle, or what is known so far of a shuffle that is not complete."""
    if seal.deck is not None:
        return _went_in(seal)
    cutters = cut_by(table)
    known = [f"`message:{seal.message_id}`"] if seal.message_id is not None else []
    if cutters:
        known.append(cutters)
    if not table.live:
        return " · ".join(known) or "–"
    return " · ".join([*known, tr("the board is being posted") if table.being_dealt else tr("not dealt yet")])


def checked(table: Table, seal: Seal, number: int) -> DealVerdict:
    """Return the verdict on a deal that may be opened, as ``verify`` does; if never dealt, on its commitment alone."""
    pack, players = table.game.law.pack, table.rules.players
    if number >= len(table.game.deals):
        told = check_shuffle(shuffle_of(seal), "", pack, players).commitment
        return DealVerdict(number, Verdict(told, None, None))
    written = None if table.lots.written is None else WrittenLots(table.lots.written.document())
    return verify_deal(number, proofs_of(table), written, pack, players)


def _checked(table: Table, seal: Seal, number: int) -> list[str]:
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
        lines.append(_sign("✅ ") + tr("All cards that were played follow from it."))
    else:
        lines.append(_sign("❌ ") + tr("The cards that were played do not follow from it."))
    if found.on_board:
        said = tr("It was sealed on the board of the deal before, as every later deal was in my first version: "
                  "the numbers do not show when.")  # fmt: skip
        lines.append(said)
    elif verdict.entropy is False:
        said = tr("What went in is not one message, then cuts by different players, then one newer board, none twice.")
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
        lines.append(tr("Who dealt first follows from the game before (not checked)."))
    if Unproven.PLACES_CHOSEN in found.unproven:
        lines.append(tr("Places were chosen in public, not by lot."))
    return lines


def _sign(sign: str) -> str:
    return "" if in_words() else sign


def _by_yourself() -> str:
    return "\n".join(
        "-# " + line
        for line in (
            tr("**Without trusting me:** keep this page, which I cannot change after 15 minutes. The commitment is the "
               "SHA-256 of `bezique/1/commit`, a zero byte and the secret."),
            tr("How the cards follow: `docs/fairness.md` in my source, or `python -m bot verify` with the record."),
        )
    )  # fmt: skip
