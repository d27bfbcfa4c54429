"""Who listens to whom inside the app: `matches` sends signals, the other rooms connect here."""

from django.apps import AppConfig
from django.conf import settings


class LobbyConfig(AppConfig):
    """The one app of the site."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import GAMES
        from lobby import checks  # noqa: F401 (registers them)

        GAMES.update(settings.EXTRA_GAMES)

        from lobby.accounts import tokens
        from lobby.accounts.signals import account_closed, account_suspended
        from lobby.bots.programs import on_account_closed
        from lobby.bots.runner import on_orders_due
        from lobby.builds import services as builds
        from lobby.lessons import services as lessons
        from lobby.matches import journal, withdrawal
        from lobby.matches.signals import fewer_decide, orders_due

        account_closed.connect(on_account_closed, dispatch_uid="programs")
        account_closed.connect(builds.on_account_closed, dispatch_uid="builds")
        account_closed.connect(lessons.on_account_closed, dispatch_uid="lessons")
        account_closed.connect(tokens.on_account_closed, dispatch_uid="tokens")
        account_closed.connect(withdrawal.on_account_closed, dispatch_uid="seats and lines")
        account_suspended.connect(withdrawal.on_account_suspended, dispatch_uid="seats")
        fewer_decide.connect(journal.on_fewer_decide, dispatch_uid="votes")
        orders_due.connect(on_orders_due, dispatch_uid="bots and programs")
