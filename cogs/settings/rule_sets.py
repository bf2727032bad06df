"""Named rule sets: the list, one of them with its controls, the public message, and what comes of their buttons."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.engine import Rules, write_code
from bot.tables import Refused, Why
from bot.tables.values.rule_sets import LONGEST_NAME, Keeper, Owner, RuleSet, Shelves
from bot.ui.kit.controls import BRASS, ROSE, SLATE, Control, Layout, button, menu, rows
from bot.ui.kit.reply import in_place, say_privately, say_publicly
from bot.ui.kit.tree import Entry
from bot.ui.routes.settings import (
    DropSet,
    GiveSet,
    KeepSet,
    ListSets,
    NameRules,
    OpenWith,
    ShareSet,
    ShowSet,
    ShowSettings,
    Whose,
)
from bot.ui.text.faces import shown_name, shown_title
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.typed import one_line
from bot.ui.text.words import rules_line
from cogs.table.app import App, Interaction
from cogs.table.house_rules import meant_by_set, playable, rule_set_entry
from cogs.table.lobby import open_table


def sets_page(shelves: Shelves, user_id: int, guild_id: int, *, said: str = "") -> Layout:
    """Build the private page of the rule sets from which a member can choose; `said` tells what has just been done."""
    own, server = shelves
    items: list[discord.ui.Item[Any] | str] = []
    for title, sets, owner, owner_id in (
        (tr("Yours"), own.sets, Owner.MEMBER, user_id),
        (tr("This server's"), server.sets, Owner.SERVER, guild_id),
    ):
        if sets:
            count = trn("{count} rule set", "{count} rule sets", len(sets))
            entries = [(rule_set_entry(each), ShowSet(owner, owner_id, each.number)) for each in sets]
            choices = [(label, route, line) for (label, line), route in entries]
            items += [pair(f"**{title}**", count), menu(tr("Look at one …"), choices)]
    if not items:
        items.append(tr("No rules have a name yet."))
    return Layout(
        SLATE,
        f"### {tr('Rule sets')}" + (f"\n{said}" if said else ""),
        *items,
        "-# " + tr("**House rules** in a lobby gives rules a name; type or choose it where rules are asked for."),
        *rows([button(ShowSettings(Whose.MINE), tr("All settings"))]),
    )


def set_page(found: RuleSet, keeper: Keeper, *, own: bool, moderator: bool, said: str = "") -> Layout:
    """Build the private page of one rule set; `said` tells what has just been done."""
    name = f"### {shown_title(found.name)}" + (f"\n{said}" if said else "")
    kept = tr("Kept by this server.") if keeper.owner is Owner.SERVER else tr("Kept by you.") if own else ""
    at = (*keeper, found.number)
    drops = [button(DropSet(*at), tr("Delete"), discord.ButtonStyle.danger)]
    may_drop = own or (keeper.owner is Owner.SERVER and moderator)
    back = button(ListSets(), tr("All rule sets"))
    rules, trouble = playable(found)
    if rules is None:
        words = tr("These rules cannot be played since my update: {reason}", reason=trouble)
        return Layout(ROSE, name, words, kept or None, *rows([*(drops if may_drop else []), back]))
    controls: list[Control] = [
        button(OpenWith(*at), tr("Open a table"), discord.ButtonStyle.success),
        button(ShareSet(*at), tr("Show to all here")),
    ]
    if not own:
        controls.append(button(KeepSet(*at), tr("Keep among mine")))
    elif moderator:
        controls.append(button(GiveSet(keeper.id, found.number), tr("Keep for this server")))
    return Layout(
        SLATE,
        name,
        f"{rules_line(rules, found.preset)}{_friendly(found)}",
        _typed(found, rules),
        f"-# {kept}" if kept else None,
        *rows([*controls, *(drops if may_drop else []), back]),
    )


def shared_page(found: RuleSet, keeper: Keeper, name: str) -> Layout:
    """Build the public message with a playable rule set that the member of a name shows."""
    rules = found.rules()
    at = (*keeper, found.number)
    said = tr("{name} shows the rules **{rules}**", name=shown_name(name), rules=shown_title(found.name))
    return Layout(
        BRASS,
        said,
        f"{rules_line(rules, found.preset)}{_friendly(found)}",
        _typed(found, rules),
        *rows(
            [
                button(OpenWith(*at), tr("Open a table"), discord.ButtonStyle.success),
                button(KeepSet(*at), tr("Keep these rules")),
            ]
        ),
    )


def code_of(found: RuleSet, rules: Rules) -> str:
    return write_code(rules, found.preset) + (" friendly" if found.friendly else "")


def _typed(found: RuleSet, rules: Rules) -> str:
    return "-# " + pair(tr("To type these rules again"), f"`{code_of(found, rules)}`")


def _friendly(found: RuleSet) -> str:
    return f" · {tr('friendly, not rated')}" if found.friendly else ""


async def show_sets(app: App, interaction: Interaction, _route: ListSets | None = None, said: str = "") -> None:
    guild, user = interaction.guild_id or 0, interaction.user.id
    shelves = await app.members.rule_sets.here(guild, user)
    await in_place(interaction, sets_page(shelves, user, guild, said=said))


async def show_set(app: App, interaction: Interaction, route: ShowSet) -> None:
    keeper = Keeper(route.owner, route.owner_id)
    await _show(app, interaction, keeper, await _found(app, interaction, keeper, route.number))


async def name_rules(app: App, interaction: Interaction, route: NameRules) -> None:
    await app.table_here(interaction, route.table_id)
    words = tr("Save these rules"), tr("A name for them"), tr("Such as: Sunday rules.")
    await interaction.response.send_modal(Entry(*words, "", partial(_named, app, route.table_id), LONGEST_NAME))


async def _named(app: App, table_id: int, interaction: Interaction, typed: str) -> None:
    """Save a lobby's rules, and show them in a new message, as a sheet of house rules may be open."""
    table, keeper = await app.table_here(interaction, table_id), _member(interaction)
    kept = await app.members.rule_sets.keep(
        keeper, one_line(typed, LONGEST_NAME), table.terms.preset, table.rules, friendly=table.terms.friendly,
        by=interaction.user.id,
    )  # fmt: skip
    await say_privately(interaction, _page(app, interaction, keeper, kept, tr("Saved.")))


async def open_with(app: App, interaction: Interaction, route: OpenWith) -> None:
    found = await _found(app, interaction, Keeper(route.owner, route.owner_id), route.number)
    await open_table(app, interaction, rules=meant_by_set(found))


async def share_set(app: App, interaction: Interaction, route: ShareSet) -> None:
    with app.public.message(interaction) as permit:
        keeper, guild = Keeper(route.owner, route.owner_id), interaction.guild_id or 0
        found = await _found(app, interaction, keeper, route.number)
        meant_by_set(found)
        app.costly(interaction)
        if keeper == _member(interaction):
            await app.members.rule_sets.note_shown(keeper, route.number, guild)
        with app.renderer.readers.for_all(guild):
            layout = shared_page(found, keeper, interaction.user.display_name)
        await say_publicly(interaction, layout, permit)


async def keep_set(app: App, interaction: Interaction, route: KeepSet) -> None:
    """Copy a rule set that was shown here, or the server's, to the member's own."""
    found = await _found(app, interaction, Keeper(route.owner, route.owner_id), route.number)
    await _copy(app, interaction, _member(interaction), found)


async def give_set(app: App, interaction: Interaction, route: GiveSet) -> None:
    _check_moderator(app, interaction)
    found = await _found(app, interaction, Keeper(Owner.MEMBER, route.owner_id), route.number)
    await _copy(app, interaction, _server(interaction), found)


async def drop_set(app: App, interaction: Interaction, route: DropSet) -> None:
    """Delete a rule set, and show its rule code, so that a mistake loses nothing."""
    keeper = Keeper(route.owner, route.owner_id)
    found = await _found(app, interaction, keeper, route.number)
    if keeper.owner is Owner.SERVER:
        _check_moderator(app, interaction)
    elif keeper != _member(interaction):
        raise Refused(Why.NO_SUCH_RULE_SET)
    await app.members.rule_sets.drop(keeper, route.number)
    said = tr("**{name}** is deleted.", name=shown_title(found.name))
    rules, _ = playable(found)
    if rules is not None:
        said += " " + tr("To type them again: `{code}`", code=code_of(found, rules))
    await show_sets(app, interaction, said=said)


def _member(interaction: Interaction) -> Keeper:
    return Keeper(Owner.MEMBER, interaction.user.id)


def _server(interaction: Interaction) -> Keeper:
    return Keeper(Owner.SERVER, interaction.guild_id or 0)


def _check_moderator(app: App, interaction: Interaction) -> None:
    if not app.renderer.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


async def _copy(app: App, interaction: Interaction, keeper: Keeper, found: RuleSet) -> None:
    meant = meant_by_set(found)
    kept = await app.members.rule_sets.keep(
        keeper, found.name, meant.preset, meant.rules, friendly=meant.friendly, renamed=True, by=found.by
    )
    await _show(app, interaction, keeper, kept, tr("Saved."))


async def _found(app: App, interaction: Interaction, keeper: Keeper, number: int) -> RuleSet:
    """Return a rule set that a member may see: their own, this server's, or one that was shown in this server."""
    if keeper.owner is Owner.MEMBER or keeper == _server(interaction):
        found = (await app.members.rule_sets.of(keeper)).numbered(number)
        open_here = keeper in (_member(interaction), _server(interaction))
        if found is not None and (open_here or interaction.guild_id in found.shared_in):
            return found
    raise Refused(Why.NO_SUCH_RULE_SET)


async def _show(app: App, interaction: Interaction, keeper: Keeper, found: RuleSet, said: str = "") -> None:
    await in_place(interaction, _page(app, interaction, keeper, found, said))


def _page(app: App, interaction: Interaction, keeper: Keeper, found: RuleSet, said: str = "") -> Layout:
    own, moderator = keeper == _member(interaction), app.renderer.readers.is_moderator(interaction)
    return set_page(found, keeper, own=own, moderator=moderator, said=said)
