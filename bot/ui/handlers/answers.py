"""Which handler answers which operation: the one table of them."""

from __future__ import annotations

from bot.tables.house.thinking import Thinking
from bot.ui.kit import arriving as doors
from bot.ui.kit import (
    challenge_routes,
    company_routes,
    daily_routes,
    data_routes,
    deal_routes,
    honour_routes,
    order_routes,
    routes,
    setting_routes,
)
from bot.ui.kit import tournament_routes as cup_routes
from bot.ui.kit.custom_ids import Route
from bot.ui.kit.leader_routes import ListLeaders
from bot.ui.kit.own import AtOwn
from bot.ui.kit.stats_routes import ShowStats, ShowVersus
from bot.ui.tutorial.clicks import Lessons

from . import (
    archive,
    arriving,
    calling,
    challenges,
    company,
    consent,
    daily,
    daily_news,
    deals,
    honour,
    house_rules,
    lists,
    lobby,
    order,
    overtime,
    own,
    play,
    settings,
    stats,
    tournament,
)
from .data import OwnData
from .desk import Answer
from .hints import Hints
from .replay import LookingBack
from .review import Reviews


def answers(thinking: Thinking, own_data: OwnData) -> dict[type[Route], Answer]:
    """Return the handler of every operation.

    Args:
        thinking: Where the house thinks about hints and reviews.
        own_data: What shows members what is kept of them.
    """
    looking_back = LookingBack()
    reviews = Reviews(thinking, looking_back)
    return {
        AtOwn: own.chosen,
        doors.Learn: arriving.learn,
        doors.Practise: arriving.press_practise,
        doors.OpenTable: arriving.press_open,
        doors.ReadRules: arriving.read_rules,
        doors.LearnHonour: arriving.learn_honour,
        routes.Join: lobby.join,
        routes.Agree: lobby.agree,
        routes.Start: lobby.start,
        routes.Leave: lobby.leave,
        routes.Cancel: lobby.cancel,
        routes.Accept: lobby.accept,
        routes.Decline: lobby.decline,
        routes.Sit: lobby.sit,
        routes.SeatHouse: lobby.seat_house,
        routes.OpenSheet: house_rules.open_sheet,
        routes.SetBook: house_rules.set_book,
        routes.SetClock: house_rules.set_clock,
        routes.SetFlag: house_rules.set_flag,
        routes.SetOption: house_rules.set_option,
        routes.Enter: house_rules.enter,
        routes.Cut: play.cut,
        routes.Deal: play.deal,
        routes.ShowHand: play.hand,
        routes.ShowPanel: play.panel,
        routes.Act: play.act,
        routes.Choose: play.choose,
        routes.Advise: play.advise,
        honour_routes.AgainstRules: honour.against,
        honour_routes.PutDown: honour.put_down,
        honour_routes.LayDown: honour.lay_down,
        honour_routes.AskRevoke: honour.ask_revoke,
        routes.Hint: Hints(thinking).hint,
        routes.OfferDraw: consent.offer_draw,
        routes.AcceptDraw: consent.accept_draw,
        routes.DeclineDraw: consent.decline_draw,
        routes.AskUndo: consent.ask_undo,
        routes.AllowUndo: consent.allow_undo,
        routes.RefuseUndo: consent.refuse_undo,
        routes.Wait: overtime.wait,
        routes.ClaimTime: overtime.claim_time,
        routes.Claim: overtime.claim,
        routes.LetHousePlay: overtime.let_house_play,
        routes.ComeBack: overtime.come_back,
        routes.Resign: play.resign,
        routes.Dismiss: play.dismiss,
        routes.Rematch: play.rematch,
        routes.ShowHands: looking_back.hands,
        routes.Watch: looking_back.watch,
        routes.StepTo: looking_back.step,
        routes.Review: reviews.review,
        routes.LookAt: reviews.look,
        routes.Record: archive.record,
        routes.Fetch: archive.fetch,
        routes.ListFinished: archive.turn,
        routes.ListTables: lists.tables,
        ListLeaders: lists.leaders,
        ShowStats: stats.show_stats,
        ShowVersus: stats.show_versus,
        deal_routes.ShowTricks: deals.tricks,
        deal_routes.AskLook: deals.ask_look,
        deal_routes.AllowLook: deals.allow_look,
        deal_routes.RefuseLook: deals.refuse_look,
        deal_routes.ShowProof: deals.proof,
        daily_routes.ShowDaily: daily.show,
        daily_routes.PlayDaily: daily.play,
        daily_routes.ShareDaily: daily.share,
        daily_routes.LookAtDay: daily.look,
        daily_routes.CompareDaily: daily.compare,
        daily_routes.ProveDaily: daily.prove,
        data_routes.ShowData: own_data.show,
        data_routes.TakeData: own_data.take,
        data_routes.AskDelete: own_data.ask,
        data_routes.DeleteData: own_data.delete,
        daily_routes.ShowNews: daily_news.show,
        daily_routes.NewsHere: daily_news.here,
        daily_routes.SetNewsHour: daily_news.at_hour,
        daily_routes.StopNews: daily_news.stop,
        setting_routes.ShowSettings: settings.show,
        setting_routes.ChooseSetting: settings.choose,
        setting_routes.SetPodium: settings.set_podium,
        setting_routes.TellMe: settings.tell_me,
        setting_routes.TellNoMore: calling.no_more,
        setting_routes.ShowQuiet: settings.quiet,
        setting_routes.SwitchQuiet: settings.switch_quiet,
        setting_routes.SetQuiet: settings.set_quiet,
        setting_routes.EnterOffset: settings.enter_offset,
        challenge_routes.ListChallenges: challenges.turn,
        challenge_routes.ReplyTo: challenges.reply,
        company_routes.ListBlocked: company.list_blocked,
        company_routes.Unblock: company.unblock,
        order_routes.ShowOrder: order.show,
        order_routes.CloseTable: order.close,
        order_routes.SendAway: order.send_away,
        order_routes.VoidRating: order.void,
        order_routes.KeepTo: order.keep_to,
        cup_routes.JoinTournament: tournament.join,
        cup_routes.JoinWith: tournament.join_with,
        cup_routes.LeaveTournament: tournament.leave,
        cup_routes.Withdraw: tournament.withdraw,
        cup_routes.StartTournament: tournament.start,
        cup_routes.AskCallOff: tournament.ask_call_off,
        cup_routes.CallOff: tournament.call_off,
        cup_routes.LeaveBe: tournament.leave_be,
        cup_routes.ShowStandings: tournament.standings,
        cup_routes.ShowTournament: tournament.show,
        cup_routes.Ready: tournament.ready,
        routes.Rules: lists.rules,
        routes.Topic: lists.topic,
        routes.Tutor: Lessons().step,
    }
