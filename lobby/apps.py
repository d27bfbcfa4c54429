"""Who listens to whom inside the app: a package that is imported sends signals, those that import it are connected here."""

from django.apps import AppConfig
from django.conf import settings


class LobbyConfig(AppConfig):
    """The one app of the site."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import GAMES

        GAMES.update(settings.EXTRA_GAMES)

        from django.contrib.auth.signals import user_logged_in, user_logged_out
        from django.db.backends.signals import connection_created

        from lobby.accounts import bot_accounts, invitations, tokens, ways_back
        from lobby.accounts.signals import account_closed, account_suspended, report_settled
        from lobby.achievements import closing, counting
        from lobby.bots.programs import on_account_closed
        from lobby.bots.runner import on_orders_due
        from lobby.bots.trial_jobs import on_account_closed as forget_trials
        from lobby.builds import gallery
        from lobby.builds import services as builds
        from lobby.builds.signals import map_refused
        from lobby.clubs import leading as clubs
        from lobby.clubs.signals import club_closed
        from lobby.contests import scheduler, teams
        from lobby.contests import services as contests
        from lobby.conversations import writing as conversations
        from lobby.governance import offers, set_aside, votes, withdrawal
        from lobby.ladder import runner as ladder
        from lobby.lessons import services as lessons
        from lobby.matches.signals import (
            arranged_match_over,
            fewer_decide,
            match_over,
            orders_due,
            rated_match_over,
            referee_looks,
            referee_sweeps,
        )
        from lobby.notices import reminders
        from lobby.operations import archive_checks, checks  # noqa: F401 (registers them)
        from lobby.platform.http import sources
        from lobby.platform.process import request_id, tracing
        from lobby.play import announcing
        from lobby.puzzles import calling as puzzle_calls
        from lobby.puzzles import services as puzzles
        from lobby.ratings import rater
        from lobby.tables import challenges, queue, unrated
        from lobby.tables import services as tables
        from lobby.watch import hub

        account_closed.connect(bot_accounts.on_account_closed, dispatch_uid="bot accounts")
        # Before its programs are removed, so that its entries are still known, and which of them its teams go on with.
        for signal in (account_closed, account_suspended):
            signal.connect(contests.on_account_gone, dispatch_uid="contests")
            signal.connect(teams.on_account_gone, dispatch_uid="teams")
        account_closed.connect(on_account_closed, dispatch_uid="programs")
        account_closed.connect(forget_trials, dispatch_uid="trials")
        arranged_match_over.connect(scheduler.on_arranged_match_over, dispatch_uid="contests")
        account_closed.connect(challenges.on_account_closed, dispatch_uid="challenges")
        account_closed.connect(conversations.on_account_closed, dispatch_uid="conversations")
        account_closed.connect(clubs.on_account_closed, dispatch_uid="clubs")
        account_closed.connect(builds.on_account_closed, dispatch_uid="builds")
        account_closed.connect(gallery.on_account_closed, dispatch_uid="hearts")
        account_closed.connect(lessons.on_account_closed, dispatch_uid="lessons")
        account_closed.connect(puzzles.on_account_closed, dispatch_uid="puzzles")
        account_closed.connect(tokens.on_account_closed, dispatch_uid="tokens")
        account_closed.connect(ways_back.on_account_closed, dispatch_uid="ways back")
        account_closed.connect(invitations.on_account_closed, dispatch_uid="invitations")
        account_closed.connect(reminders.on_account_closed, dispatch_uid="notices")
        account_closed.connect(withdrawal.on_account_closed, dispatch_uid="seats and lines")
        account_suspended.connect(bot_accounts.on_account_suspended, dispatch_uid="bot accounts")
        account_suspended.connect(withdrawal.on_account_suspended, dispatch_uid="seats")
        account_closed.connect(closing.on_account_closed, dispatch_uid="achievements")
        club_closed.connect(contests.on_club_closed, dispatch_uid="contests")
        club_closed.connect(tables.on_club_closed, dispatch_uid="open tables")
        arranged_match_over.connect(ladder.on_arranged_match_over, dispatch_uid="ladder")
        fewer_decide.connect(votes.on_fewer_decide, dispatch_uid="votes")
        map_refused.connect(unrated.on_map_refused, dispatch_uid="open tables")
        match_over.connect(counting.on_match_over, dispatch_uid="achievements")
        orders_due.connect(on_orders_due, dispatch_uid="bots and programs")
        rated_match_over.connect(rater.on_rated_match_over, dispatch_uid="ratings")
        referee_looks.connect(queue.on_referee_looks, dispatch_uid="quick matches")
        referee_sweeps.connect(scheduler.on_referee_sweeps, dispatch_uid="contests")
        referee_sweeps.connect(rater.on_referee_sweeps, dispatch_uid="matches to rate")
        referee_sweeps.connect(counting.on_referee_sweeps, dispatch_uid="achievements")
        referee_sweeps.connect(set_aside.on_referee_sweeps, dispatch_uid="matches that were set back")
        referee_sweeps.connect(challenges.on_referee_sweeps, dispatch_uid="challenges")
        referee_sweeps.connect(reminders.on_referee_sweeps, dispatch_uid="deadlines that are near")
        referee_sweeps.connect(puzzle_calls.on_referee_sweeps, dispatch_uid="puzzles of the day")
        referee_sweeps.connect(offers.on_referee_sweeps, dispatch_uid="seats that are free")
        referee_sweeps.connect(tables.on_referee_sweeps, dispatch_uid="old tables")
        report_settled.connect(reminders.on_report_settled, dispatch_uid="notices")
        user_logged_out.connect(reminders.on_logged_out, dispatch_uid="devices of push messages")
        user_logged_in.connect(sources.on_logged_in, dispatch_uid="device")
        connection_created.connect(request_id.name_statements, dispatch_uid="requests")
        connection_created.connect(tracing.trace_statements, dispatch_uid="tracing")
        announcing.announce_by(hub.Reservation)
