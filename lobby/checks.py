"""Which settings would make the site unsafe or untrue? They are refused at the start, each with an id and what to do."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured

OURS = "fogbound"
"""The tag of the checks below: for a command that lives long and starts often, and needs none of those that look at the code."""
SHORTEST_SECRET = 50
IN_MEMORY = "channels.layers.InMemoryChannelLayer"


@register(Tags.security, OURS)
def check_production(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """A public site needs a secret of its own, its names, and no debugging."""
    if not settings.PRODUCTION:
        return []
    found: list[CheckMessage] = []
    if len(settings.SECRET_KEY) < SHORTEST_SECRET:
        found.append(
            Error(
                "There is no secret key, or a short one.",
                hint=f"Set FOGBOUND_SECRET_KEY to at least {SHORTEST_SECRET} random characters.",
                id="fogbound.E001",
            )
        )
    if not settings.ALLOWED_HOSTS or "*" in settings.ALLOWED_HOSTS:
        found.append(
            Error(
                "The site does not know its own names.",
                hint="Set FOGBOUND_HOSTS to the host names people use, with commas between.",
                id="fogbound.E002",
            )
        )
    if not settings.EMAIL_HOST:
        found.append(
            Error(
                "Nobody would get a letter: addresses cannot be confirmed, passwords not reset.",
                hint="Set FOGBOUND_EMAIL_HOST to a mail server, and FOGBOUND_FROM_EMAIL to whom letters come from.",
                id="fogbound.E008",
            )
        )
    if settings.DEBUG:
        found.append(
            Error(
                "Debugging shows secrets to strangers.",
                hint="Unset FOGBOUND_DEBUG, or FOGBOUND_PRODUCTION on a laptop.",
                id="fogbound.E003",
            )
        )
    return found


@register(Tags.compatibility, OURS)
def check_processes(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Several processes need a layer between them and a database that many may write to."""
    found: list[CheckMessage] = []
    layer = settings.CHANNEL_LAYERS["default"]["BACKEND"]
    database = settings.DATABASES["default"]["ENGINE"]
    if not settings.EMBEDDED and layer == IN_MEMORY:
        found.append(
            Error(
                "Referee and bots run in processes of their own, but nothing can wake the web process.",
                hint="Set FOGBOUND_REDIS_URL, or FOGBOUND_EMBEDDED=1 for one process.",
                id="fogbound.E004",
            )
        )
    if not settings.EMBEDDED and database == "django.db.backends.sqlite3":
        found.append(
            Warning(
                "Several processes on SQLite wait for each other's every write.",
                hint="Set FOGBOUND_POSTGRES_DB and its kin, or FOGBOUND_EMBEDDED=1 for one process.",
                id="fogbound.W005",
            )
        )
    if settings.BOT_THREADS < 1 or settings.PROGRAM_WORKERS < 1:
        found.append(
            Error(
                "Bots or programs have nothing to run in.",
                hint="Set FOGBOUND_BOT_THREADS and FOGBOUND_PROGRAM_WORKERS to 1 or more.",
                id="fogbound.E007",
            )
        )
    unknown = [name for name, module in settings.EXTRA_GAMES.items() if not name.isidentifier() or not module]
    if unknown:
        found.append(
            Error(
                f"FOGBOUND_EXTRA_GAMES cannot be read: {', '.join(unknown)}.",
                hint="Write id=module, with commas between.",
                id="fogbound.E006",
            )
        )
    return found


def refuse_bad_settings() -> None:
    """For servers, which run no checks of their own: raise ImproperlyConfigured with every error above."""
    errors = [
        message for check in (check_production, check_processes) for message in check(None) if message.is_serious()
    ]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{error.id}: {error.msg} {error.hint}" for error in errors))
