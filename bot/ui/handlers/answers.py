"""Which handler answers which operation: the one table of them."""

from __future__ import annotations

from bot.tables.house.thinking import Thinking
from bot.ui.handlers import lists
from bot.ui.routes import adjourning as adjourning_routes
from bot.ui.routes import blocks as blocks_routes
from bot.ui.routes import challenges as challenges_routes
from bot.ui.routes import daily as daily_routes
from bot.ui.routes import data as data_routes
from bot.ui.routes import deals as deals_routes
from bot.ui.routes import exercises as exercises_routes
from bot.ui.routes import home as home_routes
from bot.ui.routes import honour as honour_routes
from bot.ui.routes import lessons as lessons_routes
from bot.ui.routes import moderation as moderation_routes
from bot.ui.routes import reports as reports_routes
from bot.ui.routes import rule_sets as rule_sets_routes
from bot.ui.routes import settings as settings_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes import tournaments as tournaments_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.own_tables import AtOwn
from bot.ui.routes.settings import TellTurns
from bot.ui.routes.standings import ListLeaders, ShowStats, ShowVersus
from cogs.archive import answers as archive_answers
from cogs.archive.replay import LookingBack
from cogs.daily import answers as daily_answers
from cogs.daily import news
from cogs.home import answers as home_answers
from cogs.learn import exercises as exercise
from cogs.learn.answers import Lessons
from cogs.learn.hints import Hints
from cogs.learn.reviews import Reviews
from cogs.safety import blocks, fair_play, moderation, reports
from cogs.safety.own_data import OwnData
from cogs.settings import answers as settings_answers
from cogs.settings import holidays, rule_sets, turn_messages
from cogs.standings import answers as standings_answers
from cogs.table.answers import (
    adjourning,
    challenges,
    consent,
    deals,
    honour,
    house_rules,
    lobby,
    overtime,
    own_tables,
    play,
    table_alerts,
)
from cogs.table.desk import Answer
from cogs.tournaments import answers as tournaments_answers


def answers(thinking: Thinking, own_data: OwnData) -> dict[type[Route], Answer]:
    """Return the handler of every operation.

    Args:
        thinking: Where the house thinks about hints and reviews.
        own_data: What shows members what is kept of them.
    """
    looking_back, lessons = LookingBack(), Lessons()
    reviews = Reviews(thinking, looking_back)
    exercises = exercise.Exercises(thinking)
    return {
        AtOwn: own_tables.chosen,
        home_routes.Learn: home_answers.learn,
        home_routes.Practise: home_answers.press_practise,
        home_routes.OpenTable: home_answers.press_open,
        home_routes.ReadRules: home_answers.read_rules,
        home_routes.LearnHonour: lessons.honour,
        table_routes.Join: lobby.join,
        table_routes.Agree: lobby.agree,
        table_routes.Start: lobby.start,
        table_routes.Leave: lobby.leave,
        table_routes.Cancel: lobby.cancel,
        table_routes.Accept: lobby.accept,
        table_routes.Decline: lobby.decline,
        table_routes.Sit: lobby.sit,
        table_routes.SeatHouse: lobby.seat_house,
        table_routes.OpenSheet: house_rules.open_sheet,
        table_routes.SetBook: house_rules.set_book,
        table_routes.SetClock: house_rules.set_clock,
        table_routes.SetFlag: house_rules.set_flag,
        table_routes.SetOption: house_rules.set_option,
        table_routes.Enter: house_rules.enter,
        rule_sets_routes.PlayBy: house_rules.play_by,
        rule_sets_routes.NameRules: rule_sets.name_rules,
        rule_sets_routes.ListSets: rule_sets.show_all,
        rule_sets_routes.ShowSet: rule_sets.show,
        rule_sets_routes.OpenWith: rule_sets.open_with,
        rule_sets_routes.ShareSet: rule_sets.share,
        rule_sets_routes.KeepSet: rule_sets.keep_set,
        rule_sets_routes.GiveSet: rule_sets.give,
        rule_sets_routes.DropSet: rule_sets.drop,
        table_routes.Cut: play.cut,
        table_routes.Deal: play.deal,
        table_routes.ShowHand: play.hand,
        table_routes.ShowPanel: play.panel,
        table_routes.Act: play.act,
        table_routes.Choose: play.choose,
        table_routes.Advise: play.advise,
        honour_routes.AgainstRules: honour.against,
        honour_routes.PutDown: honour.put_down,
        honour_routes.LayDown: honour.lay_down,
        honour_routes.AskRevoke: honour.ask_revoke,
        table_routes.Hint: Hints(thinking).hint,
        table_routes.OfferDraw: consent.offer_draw,
        table_routes.AcceptDraw: consent.accept_draw,
        table_routes.DeclineDraw: consent.decline_draw,
        table_routes.AskUndo: consent.ask_undo,
        table_routes.AllowUndo: consent.allow_undo,
        table_routes.RefuseUndo: consent.refuse_undo,
        adjourning_routes.AskWhen: adjourning.ask_when,
        adjourning_routes.Adjourn: adjourning.adjourn,
        adjourning_routes.Agree: adjourning.agree,
        adjourning_routes.RatherNot: adjourning.rather_not,
        adjourning_routes.GoOn: adjourning.go_on,
        table_routes.Wait: overtime.wait,
        table_routes.ClaimTime: overtime.claim_time,
        table_routes.Claim: overtime.claim,
        table_routes.LetHousePlay: overtime.let_house_play,
        table_routes.ComeBack: overtime.come_back,
        table_routes.More: play.more,
        table_routes.AskResign: play.ask_to_resign_in_panel,
        table_routes.Resign: play.resign,
        table_routes.Dismiss: play.dismiss,
        table_routes.Rematch: play.rematch,
        table_routes.ShowHands: looking_back.hands,
        table_routes.Watch: looking_back.watch,
        table_routes.StepTo: looking_back.step,
        table_routes.Review: reviews.review,
        table_routes.LookAt: reviews.look,
        exercises_routes.TryAgain: exercise.again,
        exercises_routes.NextExercise: exercise.following,
        exercises_routes.Answer: exercises.answer,
        exercises_routes.ShowAnswer: exercises.show,
        table_routes.ShowMoment: reviews.show_moment,
        table_routes.Record: archive_answers.record,
        table_routes.Fetch: archive_answers.fetch,
        table_routes.ListFinished: archive_answers.turn,
        table_routes.ListTables: lists.tables,
        ListLeaders: lists.leaders,
        ShowStats: standings_answers.show_stats,
        ShowVersus: standings_answers.show_versus,
        deals_routes.ShowTricks: deals.tricks,
        deals_routes.AskLook: deals.ask_look,
        deals_routes.AllowLook: deals.allow_look,
        deals_routes.RefuseLook: deals.refuse_look,
        deals_routes.ShowProof: deals.proof,
        daily_routes.ShowDaily: daily_answers.show,
        daily_routes.PlayDaily: daily_answers.play,
        daily_routes.ShareDaily: daily_answers.share,
        daily_routes.LookAtDay: daily_answers.look,
        daily_routes.CompareDaily: daily_answers.compare,
        daily_routes.ProveDaily: daily_answers.prove,
        data_routes.ShowData: own_data.show,
        data_routes.TakeData: own_data.take,
        data_routes.AskDelete: own_data.ask,
        data_routes.DeleteData: own_data.delete,
        daily_routes.ShowNews: news.show,
        daily_routes.NewsHere: news.here,
        daily_routes.SetNewsHour: news.at_hour,
        daily_routes.StopNews: news.stop,
        settings_routes.ShowSettings: settings_answers.show,
        settings_routes.ChooseSetting: settings_answers.choose,
        settings_routes.SetPodium: settings_answers.set_podium,
        settings_routes.ShowServerClock: settings_answers.server_clock,
        settings_routes.SetServerClock: settings_answers.set_server_clock,
        settings_routes.EnterServerClock: settings_answers.enter_server_clock,
        settings_routes.TellMe: settings_answers.tell_me,
        settings_routes.TellNoMore: table_alerts.no_more,
        settings_routes.ShowQuiet: settings_answers.quiet,
        settings_routes.SwitchQuiet: settings_answers.switch_quiet,
        settings_routes.SetQuiet: settings_answers.set_quiet,
        settings_routes.EnterOffset: settings_answers.enter_offset,
        settings_routes.ShowHolidays: holidays.show,
        settings_routes.EnterHolidays: holidays.enter,
        settings_routes.EndHolidays: holidays.end,
        TellTurns: turn_messages.choose,
        challenges_routes.ListChallenges: challenges.turn,
        challenges_routes.ReplyTo: challenges.reply,
        blocks_routes.ListBlocked: blocks.list_blocked,
        blocks_routes.Unblock: blocks.unblock,
        moderation_routes.ShowOrder: moderation.show,
        moderation_routes.CloseTable: moderation.close,
        moderation_routes.SendAway: moderation.send_away,
        moderation_routes.VoidRating: moderation.void,
        moderation_routes.KeepTo: moderation.keep_to,
        reports_routes.ReportGame: reports.report_game,
        reports_routes.ListReports: reports.list_reports,
        reports_routes.ShowReport: reports.show_report,
        reports_routes.CloseReport: reports.close_report,
        moderation_routes.ListPairs: fair_play.pairs,
        moderation_routes.ShowPair: fair_play.pair,
        moderation_routes.VoidPair: fair_play.void_pair,
        moderation_routes.LiftBar: fair_play.lift,
        tournaments_routes.JoinTournament: tournaments_answers.join,
        tournaments_routes.JoinWith: tournaments_answers.join_with,
        tournaments_routes.LeaveTournament: tournaments_answers.leave,
        tournaments_routes.Withdraw: tournaments_answers.withdraw,
        tournaments_routes.StartTournament: tournaments_answers.start,
        tournaments_routes.AskCallOff: tournaments_answers.ask_call_off,
        tournaments_routes.CallOff: tournaments_answers.call_off,
        tournaments_routes.LeaveBe: tournaments_answers.leave_be,
        tournaments_routes.ShowStandings: tournaments_answers.standings,
        tournaments_routes.ShowTournament: tournaments_answers.show,
        tournaments_routes.Ready: tournaments_answers.ready,
        table_routes.Rules: lists.rules,
        table_routes.Topic: lists.topic,
        table_routes.Tutor: lessons.step,
        lessons_routes.ListLessons: lessons.list_lessons,
        lessons_routes.OpenLesson: lessons.open,
        lessons_routes.AnswerLesson: lessons.answer,
    }
