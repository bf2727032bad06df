"""Pages of named rule sets: the list, one rule set with its controls, and the public message."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import Rules, write_code
from bot.tables.values.rule_sets import Keeper, Owner, RuleSet, Shelves
from bot.ui.kit.controls import BRASS, ROSE, SLATE, Control, Layout, button, menu, rows
from bot.ui.routes.settings import DropSet, GiveSet, KeepSet, ListSets, OpenWith, ShareSet, ShowSet
from bot.ui.text.faces import shown_name, shown_title
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.words import rules_line
from cogs.table.pages.house_rules import _entry, playable


def sets_page(shelves: Shelves, user_id: int, guild_id: int, *, said: str = "") -> Layout:
    """Build the private page of the rule sets from which a member can choose.

    Args:
        shelves: The member's and the server's rule sets.
        said: A text on what has just been done.
    """
    own, server = shelves
    items: list[discord.ui.Item[Any] | str] = []
    for title, sets, owner, owner_id in (
        (tr("Yours"), own.sets, Owner.MEMBER, user_id),
        (tr("This server's"), server.sets, Owner.SERVER, guild_id),
    ):
        if sets:
            count = trn("{count} rule set", "{count} rule sets", len(sets))
            entries = [(*_entry(each), ShowSet(owner, owner_id, each.number)) for each in sets]
            choices = [(label, route, line) for label, line, route in entries]
            items += [pair(f"**{title}**", count), menu(tr("Look at one …"), choices)]
    if not items:
        items.append(tr("No rules have a name yet."))
    return Layout(
        SLATE,
        f"### {tr('Rule sets')}" + (f"\n{said}" if said else ""),
        *items,
        "-# "
        + tr(
            "**House rules** in a lobby gives its rules a name; type it where rules are asked for, or choose it there."
        ),
    )


def set_page(found: RuleSet, keeper: Keeper, *, own: bool, moderator: bool, said: str = "") -> Layout:
    """Build the private page of one rule set.

    Args:
        keeper: The member or server that keeps it.
        own: Whether it is the reader's own.
        moderator: Whether the reader is a moderator of the server.
        said: A text on what has just been done.
    """
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
    """Build the public message with a playable rule set that a member shows.

    Args:
        keeper: The member or server that keeps it.
        name: The name of the member who shows it.
    """
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
    """Return the rule code with the same meaning as a rule set."""
    return write_code(rules, found.preset) + (" friendly" if found.friendly else "")


def _typed(found: RuleSet, rules: Rules) -> str:
    return "-# " + pair(tr("To type these rules again"), f"`{code_of(found, rules)}`")


def _friendly(found: RuleSet) -> str:
    return f" · {tr('friendly, not rated')}" if found.friendly else ""
