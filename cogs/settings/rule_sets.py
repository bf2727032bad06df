"""Handlers for saving named rule sets, playing by them, and showing them to others."""

from __future__ import annotations

from functools import partial

from bot.tables import Refused, Table, Why
from bot.tables.values.rule_sets import LONGEST_NAME, Keeper, Owner, RuleSet
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place, say_privately, say_publicly
from bot.ui.kit.tree import Entry
from bot.ui.routes.settings import DropSet, GiveSet, KeepSet, ListSets, NameRules, OpenWith, ShareSet, ShowSet
from bot.ui.text.faces import shown_title
from bot.ui.text.i18n import tr
from bot.ui.text.typed import one_line
from cogs.settings.rule_set_pages import code_of, set_page, sets_page, shared_page
from cogs.table.answers.house_rules import Meant, meant_by_set
from cogs.table.answers.lobby import open_table
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.house_rules import playable


async def show_all(desk: Desk, interaction: Interaction, _route: ListSets | None = None, said: str = "") -> None:
    """Show a member the rule sets from which they can choose."""
    guild, user = interaction.guild_id or 0, interaction.user.id
    shelves = await desk.members.rule_sets.here(guild, user)
    await in_place(interaction, sets_page(shelves, user, guild, said=said))


async def show(desk: Desk, interaction: Interaction, route: ShowSet) -> None:
    """Show one rule set."""
    keeper = Keeper(route.owner, route.owner_id)
    await _show(desk, interaction, keeper, await _found(desk, interaction, keeper, route.number))


async def name_rules(desk: Desk, interaction: Interaction, route: NameRules) -> None:
    """Open the form for the name of a lobby's rules."""
    await desk.table_here(interaction, route.table_id)
    words = tr("Save these rules"), tr("A name for them"), tr("Such as: Sunday rules.")
    await interaction.response.send_modal(Entry(*words, "", partial(_named, desk, route.table_id), LONGEST_NAME))


async def _named(desk: Desk, table_id: int, interaction: Interaction, typed: str) -> None:
    meant = _meant_at(await desk.table_here(interaction, table_id))
    await _save(desk, interaction, _member(interaction), typed, meant)


async def open_with(desk: Desk, interaction: Interaction, route: OpenWith) -> None:
    """Open a table with a rule set."""
    found = await _found(desk, interaction, Keeper(route.owner, route.owner_id), route.number)
    await open_table(desk, interaction, rules=meant_by_set(found))


async def share(desk: Desk, interaction: Interaction, route: ShareSet) -> None:
    """Show a rule set to everyone in this channel."""
    with desk.public.message(interaction) as permit:
        keeper, guild = Keeper(route.owner, route.owner_id), interaction.guild_id or 0
        found = await _found(desk, interaction, keeper, route.number)
        meant_by_set(found)
        desk.costly(interaction)
        if keeper == _member(interaction):
            await desk.members.rule_sets.note_shown(keeper, route.number, guild)
        with desk.showing.readers.for_all(guild):
            layout = shared_page(found, keeper, interaction.user.display_name)
        await say_publicly(interaction, layout, permit)


async def keep_set(desk: Desk, interaction: Interaction, route: KeepSet) -> None:
    """Copy a rule set that was shown here, or the server's, to the member's own."""
    found = await _found(desk, interaction, Keeper(route.owner, route.owner_id), route.number)
    await _copy(desk, interaction, _member(interaction), found)


async def give(desk: Desk, interaction: Interaction, route: GiveSet) -> None:
    """Copy a moderator's rule set to the server's.

    Raises:
        Refused: The member is no moderator or may not see the rule set, or the server has too many.
    """
    _check_moderator(desk, interaction)
    found = await _found(desk, interaction, Keeper(Owner.MEMBER, route.owner_id), route.number)
    await _copy(desk, interaction, _server(interaction), found)


async def drop(desk: Desk, interaction: Interaction, route: DropSet) -> None:
    """Delete a rule set, and show its rule code, so that a mistake loses nothing.

    Raises:
        Refused: It is gone already, another member's, or the server's and the member is no moderator.
    """
    keeper = Keeper(route.owner, route.owner_id)
    found = await _found(desk, interaction, keeper, route.number)
    if keeper.owner is Owner.SERVER:
        _check_moderator(desk, interaction)
    elif keeper != _member(interaction):
        raise Refused(Why.NO_SUCH_RULE_SET)
    await desk.members.rule_sets.drop(keeper, route.number)
    said = tr("**{name}** is deleted.", name=shown_title(found.name))
    rules, _ = playable(found)
    if rules is not None:
        said += " " + tr("To type them again: `{code}`", code=code_of(found, rules))
    await show_all(desk, interaction, said=said)


def _member(interaction: Interaction) -> Keeper:
    return Keeper(Owner.MEMBER, interaction.user.id)


def _server(interaction: Interaction) -> Keeper:
    return Keeper(Owner.SERVER, interaction.guild_id or 0)


def _check_moderator(desk: Desk, interaction: Interaction) -> None:
    if not desk.showing.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


def _meant_at(table: Table) -> Meant:
    """Return the rules of a table."""
    return Meant(table.terms.preset, table.rules, table.terms.friendly)


async def _save(desk: Desk, interaction: Interaction, keeper: Keeper, name: str, meant: Meant) -> None:
    """Save rules under a typed name, and show them in a new message, as a sheet of house rules may be open."""
    kept = await desk.members.rule_sets.keep(
        keeper, one_line(name, LONGEST_NAME), meant.preset, meant.rules, friendly=meant.friendly,
        by=interaction.user.id,
    )  # fmt: skip
    await say_privately(interaction, _page(desk, interaction, keeper, kept, tr("Saved.")))


async def _copy(desk: Desk, interaction: Interaction, keeper: Keeper, found: RuleSet) -> None:
    meant = meant_by_set(found)
    kept = await desk.members.rule_sets.keep(
        keeper, found.name, meant.preset, meant.rules, friendly=meant.friendly, renamed=True, by=found.by
    )
    await _show(desk, interaction, keeper, kept, tr("Saved."))


async def _found(desk: Desk, interaction: Interaction, keeper: Keeper, number: int) -> RuleSet:
    """Return a rule set that a member may see: their own, this server's, or one that was shown in this server.

    Raises:
        Refused: There is none with that number.
    """
    if keeper.owner is Owner.MEMBER or keeper == _server(interaction):
        found = (await desk.members.rule_sets.of(keeper)).numbered(number)
        open_here = keeper in (_member(interaction), _server(interaction))
        if found is not None and (open_here or interaction.guild_id in found.shared_in):
            return found
    raise Refused(Why.NO_SUCH_RULE_SET)


async def _show(desk: Desk, interaction: Interaction, keeper: Keeper, found: RuleSet, said: str = "") -> None:
    await in_place(interaction, _page(desk, interaction, keeper, found, said))


def _page(desk: Desk, interaction: Interaction, keeper: Keeper, found: RuleSet, said: str = "") -> Layout:
    own, moderator = keeper == _member(interaction), desk.showing.readers.is_moderator(interaction)
    return set_page(found, keeper, own=own, moderator=moderator, said=said)
