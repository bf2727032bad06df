"""Private pages of tournaments: the standings, a member's controls, and the questions before an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.club.tournaments.ranking import ranking
from bot.club.tournaments.values import Form, State, Tournament
from bot.ui.kit.controls import BRASS, CLOTH, ROSE, SLATE, Layout, button, rows
from bot.ui.kit.lists import Page
from bot.ui.routes import tournaments as tournaments_routes
from bot.ui.text.faces import Picture, shown_name, shown_title
from bot.ui.text.i18n import tr
from bot.ui.text.typed import title_line
from bot.ui.text.words import tournament_title
from cogs.tournaments.pages import MOST_RANKS, heading, rank_line, terms

_LONGEST_LABEL: Final = 30
"""Number of characters of a tournament's name on a button."""


def standings_page(tournament: Tournament, number: int = 0, picture: Picture | None = None) -> Layout:
    """Build a page of the standings, with an explanation of the tie-breaks.

    Args:
        number: The page, counted from 0; too high a number means the last.
        picture: The table as it stands, on the first page.
    """
    ranks = ranking(tournament)
    page = Page.at(number, len(ranks), MOST_RANKS)
    lines = [rank_line(tournament, rank) for rank in ranks[page.part]]
    return Layout(
        CLOTH,
        heading(tournament, tr("Standings")),
        picture,
        "\n".join(lines) or tr("The tournament has not begun."),
        f"-# {_explained(tournament)}" + (f"\n-# {page.words}" if page.words else ""),
        *rows(page.controls(lambda to: tournaments_routes.ShowStandings(tournament.id, to))),
    )


def _explained(tournament: Tournament) -> str:
    """Explain the points and the tie-breaks."""
    said = [tr("A win or a bye is 1 point, a draw ½.")]
    if tournament.form is Form.SWISS:
        said.append(tr("At equal points *Buchholz* decides: the points of all opponents together."))
        said.append(tr("Then *Sonneborn-Berger* (S-B): the points of those beaten, and half of those drawn with."))
    else:
        said.append(
            tr(
                "At equal points *Sonneborn-Berger* (S-B) decides: the points of those beaten, and half of those drawn "
                "with."
            )
        )
    said.append(tr("Then the points at cards; a game that was not played counts like one against an equal."))
    return " ".join(said)


def own_page(tournament: Tournament, user_id: int, trouble: str | None, *, manages: bool) -> Layout:
    """Build the page with a member's controls of a tournament.

    Args:
        trouble: A sentence that says why it cannot go on, shown to those in charge.
        manages: Whether the reader may manage the server.
    """
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
        f"{_state(tournament)} {_link(tournament)}",
        trouble if in_charge else None,
        *rows([*controls, button(tournaments_routes.NewTournament(), tr("New tournament …"))]),
    )


def unseen_page(tournament: Tournament, *, may_drop_out: bool, may_call_off: bool) -> Layout:
    """Build the page with a member's controls of a tournament in a channel that they do not see.

    Args:
        may_drop_out: Whether they take part.
        may_call_off: Whether they organize it and its channel is deleted.
    """
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
    """Build the list of tournaments: live ones, with a button each, and finished ones.

    Args:
        live: Live tournaments in channels that the reader sees.
        over: Finished tournaments in channels that the reader sees.
        unseen: Live tournaments elsewhere from which the reader may drop out or which they may call off.
    """
    new = button(tournaments_routes.NewTournament(), tr("New tournament …"))
    if not live and not over and not unseen:
        return Layout(CLOTH, tr("No channel that you see has had a tournament."), *rows([new]))
    lines = [f"- {shown_title(tournament_title(each))} · {_state(each)} {_link(each)}" for each in (*live, *over)]
    lines += [f"- {_unseen_line(each)}" for each in unseen]
    controls = [button(tournaments_routes.ShowTournament(each.id), _label(each)) for each in (*live, *unseen)]
    return Layout(CLOTH, f"### {tr('Tournaments in this server')}", "\n".join(lines), *rows([*controls, new]))


def created_page(tournament: Tournament, trouble: str | None) -> Layout:
    """Build the answer to a member who has opened a tournament."""
    if trouble:
        return Layout(
            ROSE, tr("Your tournament **{name}** is open.", name=shown_title(tournament_title(tournament))), trouble
        )
    return Layout(
        BRASS,
        tr(
            "**{name}** is open: press **Take part** to play, and **Start** when everybody is there. {link}",
            name=shown_title(tournament_title(tournament)),
            link=_link(tournament),
        ),
    )


def ask_withdraw(tournament: Tournament) -> Layout:
    """Ask whether a member means to withdraw."""
    return Layout(
        BRASS,
        tr(
            "Drop out of **{name}** for good? A game under way is given up, and those to come are lost.",
            name=shown_title(tournament_title(tournament)),
        ),
        *rows(
            [
                button(tournaments_routes.Withdraw(tournament.id), tr("Drop out"), discord.ButtonStyle.danger),
                button(tournaments_routes.LeaveBe(tournament.id), tr("Stay")),
            ]
        ),
    )


def ask_call_off(tournament: Tournament) -> Layout:
    """Ask whether a tournament is to be called off."""
    return Layout(
        BRASS,
        tr(
            "Call **{name}** off? Games under way go on by themselves; nobody wins the tournament.",
            name=shown_title(tournament_title(tournament)),
        ),
        *rows(
            [
                button(tournaments_routes.CallOff(tournament.id), tr("Call off"), discord.ButtonStyle.danger),
                button(tournaments_routes.LeaveBe(tournament.id), tr("Go on")),
            ]
        ),
    )


def joined_page(tournament: Tournament, partner: str | None) -> Layout:
    """Tell a member that they take part, and with whom.

    Args:
        partner: The name of their partner, if they have one.
    """
    said = tr("You take part in **{name}**.", name=shown_title(tournament_title(tournament)))
    if tournament.partners:
        said += " " + (
            tr("You play with {name}.", name=shown_name(partner))
            if partner is not None
            else tr("Without a partner at the start, you get one by lot.")
        )
    return Layout(SLATE, f"{said} {_link(tournament)}")


def stopped_page(tournament: Tournament, words: str) -> Layout:
    """Build the direct message that tells the organizer why the tournament has stopped, or that it goes on."""
    return Layout(BRASS, f"**{shown_title(tournament_title(tournament))}** · {_link(tournament)}", words)


def said_page(text: str) -> Layout:
    """Build the message that tells a member what has been done."""
    return Layout(SLATE, text)


def _state(tournament: Tournament) -> str:
    return {
        State.OPEN: tr("open to join"),
        State.PLAYING: tr("round {number} of {count}", number=tournament.round, count=tournament.rounds),
        State.FINISHED: tr("over"),
        State.CANCELLED: tr("called off"),
    }[tournament.state]


def _link(tournament: Tournament) -> str:
    """Write a link to a tournament's newest message."""
    roles = ("final", f"round-{tournament.round}", "entries")
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
