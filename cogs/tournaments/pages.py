"""Pages of tournaments: the public entries, pairings and final table, and the private ones behind their buttons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import discord

from bot.club.tournaments.decisions import FEWEST, filled_by_house, most_people, partner_of
from bot.club.tournaments.ranking import Rank, ranking
from bot.club.tournaments.values import LONGEST_NAME, Entry, Form, Outcome, Pairing, State, Tournament, round_role
from bot.house.roster import is_house
from bot.tables import Status, Table
from bot.tables.decisions.fixtures import awaited_there
from bot.ui.kit.controls import BRASS, CLOTH, ROSE, SLATE, Control, Layout, Page, button, rows
from bot.ui.pictures.standings import MOST_LINES, OWN, CrossLine, Line
from bot.ui.routes import tournaments as tournaments_routes
from bot.ui.text.faces import Picture, shown_name, shown_title, title_name
from bot.ui.text.i18n import mark, pair, tr, trn
from bot.ui.text.scoring import spoken
from bot.ui.text.typed import title_line
from bot.ui.text.words import clock_told, joined, rules_line, time_words, tournament_title
from cogs.table.pages.lobby import cut_told, ready_holds
from cogs.table.pages.seals import came_to_nothing, cut_by, fair_deal, in_round, round_seal

MOST_RANKS: Final = 16
"""Number of lines in the public final table, and on a page of *Standings*, which has all of them."""
_ROOM: Final = 2600
"""Number of characters for a list of names; Discord's limit for a message is 4,000 in all."""
_FORMS: Final = {Form.ROUND_ROBIN: mark("Round robin"), Form.SWISS: mark("Swiss")}
_QUARTERS: Final = ("", "¼", "½", "¾")


def points(quarters: int) -> str:
    """Write a tournament's points, which are given in quarters, such as 3½."""
    whole, part = divmod(quarters, 4)
    return f"{whole or ('' if part else 0)}{_QUARTERS[part]}"


def entry_name(entry: Entry) -> str:
    """Write the names of an entry's members."""
    return " & ".join(shown_name(member.name) for member in entry.members)


def heading(tournament: Tournament, *more: str) -> str:
    """Write a heading of a tournament's name and further parts."""
    return "### " + " · ".join([shown_title(tournament_title(tournament)), *more])


def terms(tournament: Tournament) -> str:
    """Write a tournament's form, rounds, rules and clock."""
    rounds = trn("{count} round", "{count} rounds", tournament.rounds) if tournament.rounds else ""
    if tournament.form is Form.ROUND_ROBIN and tournament.state is State.OPEN:
        rounds = tr("everybody meets everybody")
    first = [tr(_FORMS[tournament.form]), *([rounds] if rounds else []), tr("{time} a round", time=_time(tournament))]
    clock = clock_told(tournament.clock)
    if tournament.friendly:
        clock += " · " + tr("friendly, not rated")
    return f"-# {' · '.join(first)}\n-# {rules_line(tournament.rules, tournament.preset)}\n-# {clock}"


def entries_page(tournament: Tournament, tables: Mapping[int, Table], now: datetime) -> Layout:
    """Build the message of entries, with the controls to join before the start."""
    number, state = tournament.id, tournament.state
    organizer = tr("Organized by {name}", name=f"<@{tournament.organizer_id}>")
    head = f"{heading(tournament)}\n{terms(tournament)}\n-# {organizer}"
    count = len(tournament.entrants)
    if state is State.OPEN:
        told = tr(
            "{organizer} presses **Start** once everybody is there, {fewest} to {most}.",
            organizer=f"<@{tournament.organizer_id}>",
            fewest=FEWEST * (2 if tournament.partners else 1),
            most=most_people(tournament),
        )
        if tournament.partners:
            told += "\n-# " + tr("No partner? You get one by lot.")
        if filled_by_house(tournament):
            told += "\n-# " + tr("If the number is odd, a house player makes it even.")
        first = [
            button(tournaments_routes.JoinTournament(number), tr("Take part"), discord.ButtonStyle.success),
            button(tournaments_routes.LeaveTournament(number), tr("Drop out")),
            button(tournaments_routes.StartTournament(number), tr("Start"), discord.ButtonStyle.primary),
            button(tournaments_routes.AskCallOff(number), tr("Call off"), discord.ButtonStyle.danger),
        ]
        people = trn("**{count} takes part**", "**{count} take part**", count) if count else tr("*Nobody yet.*")
        return Layout(
            BRASS, head, "\n".join([people, _names(tournament)]), told,
            _partner_menu(tournament) if tournament.partners else None, *rows(first),
        )  # fmt: skip
    played = _rounds(tournament, tables, now) if tournament.one_table else _names(tournament)
    if state is State.CANCELLED:
        return Layout(SLATE, head, tr("This tournament was called off."), played)
    if state is State.FINISHED:
        return Layout(SLATE, head, winners(tournament), played)
    under_way = tr("Under way: round {number} of {count}.", number=tournament.round, count=tournament.rounds)
    if not tournament.round:
        under_way = tr("The first round is being paired.")
    if not tournament.one_table:  # the message of the round has the controls
        return Layout(CLOTH, head, under_way, played)
    return Layout(CLOTH, head, played or under_way, f"-# {_until(tournament)}", *rows(_controls(tournament)))


def _rounds(tournament: Tournament, tables: Mapping[int, Table], now: datetime) -> str:
    told = []
    for number in range(1, tournament.round + 1):
        told.append(f"**{tr('Round {number} of {count}', number=number, count=tournament.rounds)}**")
        told += [_pairing_line(tournament, each, tables, now) for each in tournament.of_round(number)]
    return "\n".join(told)


def round_page(tournament: Tournament, number: int, tables: Mapping[int, Table], now: datetime) -> Layout:
    """Build the message of a round (from 1): pairings, outcomes, and the seals of those without a lobby."""
    pairings = tournament.of_round(number)
    of = tr("Round {number} of {count}", number=number, count=tournament.rounds)
    lines = [_pairing_line(tournament, each, tables, now) for each in pairings]
    open_still = [each for each in pairings if each.outcome is None]
    sealed = [(each.board, table) for each in pairings if (table := tables.get(each.table_id or 0)) and in_round(table)]
    seals = "\n".join(round_seal(table, board) for board, table in sealed)
    paired = _fitting(lines, _ROOM - len(seals))
    proofs = [fair_deal(table, 0, board) for board, table in sealed if came_to_nothing(table)]
    if not open_still or not tournament.live:
        newest = number == tournament.round and tournament.state is not State.FINISHED
        controls = [*([_standings(tournament)] if newest else []), *proofs]
        return Layout(SLATE, heading(tournament, of), paired, *rows(controls), seals)
    told, first = [_until(tournament)], list[Control]()
    if any(each.table_id is None for each in open_still):
        told.append(tr("The next tables open as others end."))
    if any(table.stands_in_round for _, table in sealed):
        told += [*([ready_holds()] if not tournament.clock.by_correspondence else []), cut_told()]
        first = [
            button(tournaments_routes.ReadyInRound(tournament.id), tr("Ready"), discord.ButtonStyle.success),
            button(tournaments_routes.CutInRound(tournament.id), tr("Cut")),
        ]
    before = _told_of(tournament, number - 1)
    controls = [*first, *_controls(tournament), *proofs]
    return Layout(CLOTH, heading(tournament, of), before, paired, f"-# {' '.join(told)}", *rows(controls), seals)


def won_without_a_game(tournament: Tournament, number: int) -> list[int]:
    """Return the people who won a pairing of a round as the others did not come or withdrew."""
    won = {Outcome.HOME_DEFAULT: "home", Outcome.AWAY_DEFAULT: "away"}
    entries = [getattr(each, won[each.outcome]) for each in tournament.of_round(number) if each.outcome in won]
    people = [member.user_id for entry in entries for member in tournament.entries[entry].members]
    return [user for user in people if not is_house(user)]


def _told_of(tournament: Tournament, number: int) -> str | None:
    """Tell in the first message after a round who won in it without a game."""
    users = won_without_a_game(tournament, number)
    names = joined([f"<@{user}>" for user in users])
    return f"-# {pair(tr('Won without a game'), names)}" if users else None


def _until(tournament: Tournament) -> str:
    return tr(
        "Each pairing has {time}. Who has not pressed **Ready** by then loses; a game under way goes by its points.",
        time=_time(tournament),
    )


def final_page(tournament: Tournament, picture: Picture | None = None) -> Layout:
    ranks = ranking(tournament)
    more = len(ranks) - MOST_RANKS
    lines = [rank_line(tournament, rank, tied=False) for rank in ranks[:MOST_RANKS]]
    if more > 0:
        lines.append("-# " + trn("and {count} more", "and {count} more", more))
    return Layout(
        BRASS,
        heading(tournament, tr("Final table")),
        winners(tournament),
        _told_of(tournament, tournament.round),
        picture,
        "\n".join(lines),
        *rows([_standings(tournament)]),
    )


def podium(tournament: Tournament) -> list[Line]:
    """Return the lines of the picture of the final table, the best first."""
    return [
        Line(rank.place, tournament.entries[rank.entry].name, points(2 * rank.halves))
        for rank in ranking(tournament)[:MOST_LINES]
    ]


def cross_lines(tournament: Tournament) -> list[CrossLine]:
    """Return the lines of the picture of the cross table, the best first; those of a round robin."""
    ranks = ranking(tournament)
    return [
        CrossLine(
            rank.place,
            tournament.entries[rank.entry].name,
            tuple(_met(tournament, rank.entry, other.entry) for other in ranks),
            points(2 * rank.halves),
        )
        for rank in ranks
    ]


def _met(tournament: Tournament, entry: int, other: int) -> str:
    """Write what an entry got against another one, with a sign of its own where no game was played."""
    if entry == other:
        return OWN
    found = next((each for each in tournament.pairings if each.has(entry) and each.has(other)), None)
    if found is None or found.outcome is None:
        return ""
    got = found.outcome.halves[0 if found.home == entry else 1]
    if not found.outcome.played:
        return "+" if got else "\N{MINUS SIGN}"
    return ("0", "½", "1")[got]


def cross_words(tournament: Tournament) -> str:
    """Describe in words the picture of the cross table."""
    told = []
    for line, rank in zip(cross_lines(tournament), ranking(tournament), strict=True):
        name = _titled(tournament.entries[rank.entry])
        who = tr("{place}. {name}, {points}", place=line.place, name=name, points=line.points)
        told.append(f"{who} ({' '.join(cell or '·' for cell in line.cells)})")
    title = title_line(tournament_title(tournament), LONGEST_NAME)
    return pair(tr("Everybody against everybody in {name}, in the order of the places", name=title), "; ".join(told))


def _titled(entry: Entry) -> str:
    return " & ".join(title_name(member.name) for member in entry.members)


def podium_words(tournament: Tournament) -> str:
    told = []
    for rank in ranking(tournament)[:MOST_LINES]:
        name = _titled(tournament.entries[rank.entry])
        told.append(tr("{place}. {name}, {points}", place=rank.place, name=name, points=points(2 * rank.halves)))
    title = title_line(tournament_title(tournament), LONGEST_NAME)
    heading = tr("Standings of {name}", name=title) if tournament.live else tr("Final table of {name}", name=title)
    return pair(heading, "; ".join(told))


def winners(tournament: Tournament) -> str:
    first = [rank for rank in ranking(tournament) if rank.place == 1]
    names = [entry_name(tournament.entries[rank.entry]) for rank in first]
    scored = points(2 * first[0].halves)
    return tr(
        "The tournament goes to **{names}** with {points} points in {rounds}.",
        names=joined(names),
        points=scored,
        rounds=trn("{count} round", "{count} rounds", tournament.round),
    )


def rank_line(tournament: Tournament, rank: Rank, *, tied: bool) -> str:
    """Write a line of the standings: the place, the names and the points, and the tie-breaks where these decide."""
    entry = tournament.entries[rank.entry]
    scored, made = points(2 * rank.halves), spoken(rank.made, tournament.rules)
    if tied:
        buchholz = [points(2 * rank.buchholz)] * (tournament.form is Form.SWISS)
        parts = [f"**{scored}**", *buchholz, points(rank.berger), str(made)]
    else:
        parts = [trn("**{points}** point", "**{points}** points", 1 if 0 < rank.halves <= 2 else 2, points=scored)]
        parts.append(tr("{points} card points", points=made))
    gone = f" · {tr('withdrawn')}" if entry.withdrawn else ""
    return f"**{rank.place}.** {entry_name(entry)} · {' · '.join(parts)}{gone}"


def outcome_words(outcome: Outcome) -> str:
    """Write the outcome of a pairing, from home's side."""
    return {
        Outcome.HOME: "1–0",
        Outcome.AWAY: "0–1",
        Outcome.DRAW: "½–½",
        Outcome.HOME_DEFAULT: tr("1–0 without a game"),
        Outcome.AWAY_DEFAULT: tr("0–1 without a game"),
        Outcome.NEITHER: tr("0–0, nobody came"),
        Outcome.BYE: tr("a bye, which counts as a win"),
    }[outcome]


def _pairing_line(tournament: Tournament, pairing: Pairing, tables: Mapping[int, Table], now: datetime) -> str:
    home = entry_name(tournament.entries[pairing.home])
    if pairing.away is None:
        return f"{home} · {outcome_words(pairing.outcome or Outcome.BYE)}"
    both = f"**{pairing.board}.** {home} – {entry_name(tournament.entries[pairing.away])}"
    if pairing.outcome is not None:
        score = ""
        if pairing.outcome.played and any(pairing.points):
            made = [spoken(each, tournament.rules) for each in pairing.points]
            score = " ({}:{})".format(*made)
        return f"{both} · **{outcome_words(pairing.outcome)}**{score}"
    table = tables.get(pairing.table_id or 0)
    if table is None:
        return f"{both} · {tr('waits for a table')}"
    if not table.stands_in_round:
        state = tr("being played") if table.status is Status.PLAYING else tr("not begun yet")
        return f"{both} · {_table_link(table)} · {state}"
    awaited = awaited_there(table, now)
    here = [shown_name(seat.name) for seat in table.seats if seat.user_id not in awaited and not is_house(seat.user_id)]
    return " · ".join(filter(None, [both, pair(tr("Ready"), ", ".join(here)) if here else "", cut_by(table)]))


def _table_link(table: Table) -> str:
    if table.place.in_thread:
        return f"<#{table.channel_id}>"
    board, named = table.message("board"), tr("table {number}", number=table.number)
    if board is None:
        return named
    return f"[{named}](https://discord.com/channels/{table.guild_id}/{board.channel_id}/{board.message_id})"


def _controls(tournament: Tournament) -> list[Control]:
    return [
        _standings(tournament),
        button(tournaments_routes.LeaveTournament(tournament.id), tr("Drop out")),
    ]


def _standings(tournament: Tournament) -> Control:
    return button(tournaments_routes.ShowStandings(tournament.id), tr("Standings"), discord.ButtonStyle.primary)


def _partner_menu(tournament: Tournament) -> discord.ui.ActionRow[Any]:
    """Build the menu for choosing a partner; the chosen member completes its operation."""
    custom_id, _ = tournaments_routes.JoinWith(tournament.id, 1).entry
    return discord.ui.ActionRow(
        discord.ui.UserSelect(custom_id=custom_id, placeholder=tr("Join with a partner …"), max_values=1)
    )


def _names(tournament: Tournament) -> str:
    """List the participants: before the start in the order of joining, then by their numbers."""
    if tournament.entries:
        found = [f"{number}. {entry_name(entry)}" for number, entry in tournament.entries.items()]
        return _fitting(found)
    lines, told = [], set[int]()
    for entrant in tournament.entrants:
        if entrant.user_id in told:
            continue
        name, other = shown_name(entrant.name), partner_of(tournament, entrant.user_id)
        if other is not None:
            partner = tournament.entrant(other)
            assert partner is not None  # each has chosen the other
            told.add(other)
            name = f"{name} & {shown_name(partner.name)}"
        elif entrant.partner_id is not None:
            name = f"{name} · " + tr("would play with {name}", name=f"<@{entrant.partner_id}>")
        lines.append(name)
    return _fitting(lines, between=", ")


def _fitting(lines: Sequence[str], room: int = _ROOM, *, between: str = "\n") -> str:
    """Join as many lines as fit in a message, and write the number of the others."""
    kept: list[str] = []
    for line in lines:
        room -= len(line) + len(between)
        if room < 0:
            left = len(lines) - len(kept)
            return f"{between.join(kept)}\n-# {trn('and {count} more', 'and {count} more', left)}"
        kept.append(line)
    return between.join(kept)


def _time(tournament: Tournament) -> str:
    return time_words(tournament.lasting)


_LONGEST_LABEL: Final = 30
"""Number of characters of a tournament's name on a button."""


def standings_page(tournament: Tournament, number: int = 0, picture: Picture | None = None) -> Layout:
    """Build a page of the standings (from 0), with an explanation of the tie-breaks."""
    ranks = ranking(tournament)
    page = Page.at(number, len(ranks), MOST_RANKS)
    at = Counter(rank.halves for rank in ranks)
    lines = [rank_line(tournament, rank, tied=at[rank.halves] > 1) for rank in ranks[page.part]]
    return Layout(
        CLOTH,
        heading(tournament, tr("Standings")),
        picture,
        "\n".join(lines) or tr("The tournament has not begun."),
        f"-# {_explained(tournament, tied=max(at.values(), default=0) > 1)}"
        + (f"\n-# {page.words}" if page.words else ""),
        *rows(page.controls(lambda to: tournaments_routes.ShowStandings(tournament.id, to))),
    )


def _explained(tournament: Tournament, *, tied: bool) -> str:
    said = [tr("A win or bye is 1 point, a draw ½.")]
    if not tied:
        return said[0]
    ways = tr("*Sonneborn-Berger* (points of those beaten, half of those drawn with)")
    if tournament.form is Form.SWISS:
        ways = tr("*Buchholz* (points of all opponents), {way}", way=ways)
    said.append(tr("Behind equal points: {ways}, card points.", ways=ways))
    said.append(tr("A game not played counts as against an equal."))
    return " ".join(said)


def own_page(tournament: Tournament, user_id: int, trouble: str | None, *, manages: bool) -> Layout:
    """Build the page with a member's controls of a tournament; those in charge read what keeps it from going on."""
    number, entrant = tournament.id, tournament.entrant(user_id)
    in_charge = manages or user_id == tournament.organizer_id
    taking_part = entrant is not None and not entrant.withdrawn
    controls = []
    if tournament.state is State.OPEN and not taking_part:
        controls.append(button(tournaments_routes.JoinTournament(number), tr("Take part"), discord.ButtonStyle.success))
    if tournament.live and taking_part:
        controls.append(button(tournaments_routes.LeaveTournament(number), tr("Drop out")))
    if tournament.state is not State.OPEN:
        controls.append(button(tournaments_routes.ShowStandings(number), tr("Standings"), discord.ButtonStyle.primary))
    if in_charge and tournament.state is State.OPEN:
        controls.append(button(tournaments_routes.StartTournament(number), tr("Start"), discord.ButtonStyle.primary))
    if in_charge and tournament.live:
        controls.append(button(tournaments_routes.AskCallOff(number), tr("Call off"), discord.ButtonStyle.danger))
    return Layout(
        ROSE if trouble and in_charge else CLOTH,
        f"{heading(tournament)}\n{terms(tournament)}",
        f"{_state(tournament)} {_link_to(tournament)}",
        trouble if in_charge else None,
        *rows([*controls, button(tournaments_routes.NewTournament(), tr("New tournament …"))]),
    )


def unseen_page(tournament: Tournament, *, may_drop_out: bool, may_call_off: bool) -> Layout:
    """Build the page with a member's controls of a tournament in a channel that they do not see."""
    number, controls = tournament.id, []
    if may_drop_out:
        controls.append(button(tournaments_routes.LeaveTournament(number), tr("Drop out")))
    if may_call_off:
        controls.append(button(tournaments_routes.AskCallOff(number), tr("Call off"), discord.ButtonStyle.danger))
    return Layout(CLOTH, _unseen_line(tournament), *rows(controls))


def _unseen_line(tournament: Tournament) -> str:
    return tr("**{name}** is held in a channel that you do not see.", name=shown_title(tournament_title(tournament)))


def tournaments_page(
    live: Sequence[Tournament], over: Sequence[Tournament], unseen: Sequence[Tournament] = ()
) -> Layout:
    """List live tournaments, with a button each, finished ones, and those elsewhere (`unseen`) that can be left."""
    new = button(tournaments_routes.NewTournament(), tr("New tournament …"))
    if not live and not over and not unseen:
        return Layout(CLOTH, tr("No channel that you see has had a tournament."), *rows([new]))
    lines = [f"- {shown_title(tournament_title(each))} · {_state(each)} {_link_to(each)}" for each in (*live, *over)]
    lines += [f"- {_unseen_line(each)}" for each in unseen]
    controls = [button(tournaments_routes.ShowTournament(each.id), _label(each)) for each in (*live, *unseen)]
    return Layout(CLOTH, f"### {tr('Tournaments in this server')}", "\n".join(lines), *rows([*controls, new]))


def created_page(tournament: Tournament, trouble: str | None) -> Layout:
    if trouble:
        return Layout(
            ROSE, tr("Your tournament **{name}** is open.", name=shown_title(tournament_title(tournament))), trouble
        )
    return Layout(
        BRASS,
        tr(
            "**{name}** is open, and you take part: press **Start** when everybody is there. {link}",
            name=shown_title(tournament_title(tournament)),
            link=_link_to(tournament),
        ),
        *rows([button(tournaments_routes.LeaveTournament(tournament.id), tr("Drop out"))]),
    )


def ask_withdraw(tournament: Tournament) -> Layout:
    name = shown_title(tournament_title(tournament))
    question = tr(
        "Drop out of **{name}** for good? A game under way is given up, and those to come are lost.", name=name
    )
    sure = button(tournaments_routes.Withdraw(tournament.id), tr("Drop out"), discord.ButtonStyle.danger)
    return Layout(BRASS, question, *rows([sure, button(tournaments_routes.LeaveBe(tournament.id), tr("Stay"))]))


def ask_call_off(tournament: Tournament) -> Layout:
    name = shown_title(tournament_title(tournament))
    question = tr("Call **{name}** off? Games under way go on by themselves; nobody wins the tournament.", name=name)
    sure = button(tournaments_routes.CallOff(tournament.id), tr("Call off"), discord.ButtonStyle.danger)
    return Layout(BRASS, question, *rows([sure, button(tournaments_routes.LeaveBe(tournament.id), tr("Go on"))]))


def joined_page(tournament: Tournament, partner: str | None) -> Layout:
    """Tell a member that they take part, and with whom."""
    said = tr("You take part in **{name}**.", name=shown_title(tournament_title(tournament)))
    if tournament.partners:
        said += " " + (
            tr("You play with {name}.", name=shown_name(partner))
            if partner is not None
            else tr("No partner? You get one by lot.")
        )
    return Layout(SLATE, f"{said} {_link_to(tournament)}")


def stopped_page(tournament: Tournament, words: str) -> Layout:
    """Build the direct message that tells the organizer why the tournament has stopped, or that it goes on."""
    return Layout(BRASS, f"**{shown_title(tournament_title(tournament))}** · {_link_to(tournament)}", words)


def _state(tournament: Tournament) -> str:
    return {
        State.OPEN: tr("open to join"),
        State.PLAYING: tr("round {number} of {count}", number=tournament.round, count=tournament.rounds),
        State.FINISHED: tr("over"),
        State.CANCELLED: tr("called off"),
    }[tournament.state]


def _link_to(tournament: Tournament) -> str:
    roles = ("final", round_role(tournament.round), "entries")
    posted = next((found for role in roles if (found := tournament.message(role)) is not None), None)
    if posted is None:
        return f"<#{tournament.channel_id}>"
    address = f"https://discord.com/channels/{tournament.guild_id}/{posted.channel_id}/{posted.message_id}"
    return f"[{tr('To the tournament')}]({address})"


def _label(tournament: Tournament) -> str:
    """Write a tournament's name as a button takes it."""
    return title_line(tournament_title(tournament), _LONGEST_LABEL) or tr(
        "Tournament {number}", number=tournament.number
    )
