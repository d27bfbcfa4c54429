"""Which settings would make the site unsafe or inconsistent? The start refuses them, each with an error id and what to do."""

import logging
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DatabaseError
from django.db import connection

import games
from games.core.contract import Game
from lobby.bots import policy

log = logging.getLogger("fogbound.checks")

OURS = "fogbound"
"""The tag of the checks below. Long-running commands that restart often run only these, not the checks of the code."""
PROGRAMS = "fogbound_programs"
"""The tag of what processes have to check that run people's programs."""
SHORTEST_SECRET = 50
FEWEST_CHARACTERS = 5
"""Different characters that a secret must have; the same number as in Django's check."""
HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[0-9A-Fa-f:.]+\]")
ORIGIN = re.compile(r"https?://[^/\s]+")
IN_MEMORY = "channels.layers.InMemoryChannelLayer"


@register(Tags.compatibility, OURS)
def check_variables(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report unknown variables: with a misspelled name the site would start with the default. Values may be secrets and are not shown."""
    return [
        Warning(
            f"{name} is no setting of this site; nobody reads it.",
            hint=f"Is {meant} meant? docs/deploy.md has all names." if meant else "docs/deploy.md has all names.",
            id="fogbound.W017",
        )
        for name, meant in settings.UNKNOWN_VARIABLES.items()
    ]


def _is_guessed(key: str) -> bool:
    return len(key) < SHORTEST_SECRET or len(set(key)) < FEWEST_CHARACTERS


@register(Tags.security, OURS)
def check_production(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """A production site needs its own secret and its host names, and must not run in debug mode."""
    if not settings.PRODUCTION:
        return []
    found: list[CheckMessage] = []
    if _is_guessed(settings.SECRET_KEY):
        found.append(
            Error(
                "The secret key can be guessed.",
                hint=f"Set FOGBOUND_SECRET_KEY to at least {SHORTEST_SECRET} random characters.",
                id="fogbound.E001",
            )
        )
    if any(_is_guessed(key) for key in settings.SECRET_KEY_FALLBACKS):
        found.append(
            Error(
                "An earlier secret key can be guessed, and what it signs is believed.",
                hint="List whole keys in FOGBOUND_SECRET_KEY_FALLBACKS, with commas between; leave out those that anybody else has seen.",
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
    if not settings.STATIC_ROOT.is_dir() or not any(settings.STATIC_ROOT.iterdir()):
        found.append(
            Error(
                f"Pages would have no styles and no scripts: {settings.STATIC_ROOT} is empty.",
                hint="Run manage.py collectstatic --noinput, or set FOGBOUND_STATIC to where it has put them.",
                id="fogbound.E016",
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


@register(Tags.security, OURS)
def check_names(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Host names, origins and addresses of other servers must be written in a form that can be compared and reached."""
    found: list[CheckMessage] = []
    wrong = [name for name in settings.ALLOWED_HOSTS if not HOST.fullmatch(name)]
    if wrong:
        found.append(
            Error(
                f"FOGBOUND_HOSTS has what is no host name: {', '.join(wrong)}.",
                hint="Write names alone, without https://, port or path.",
                id="fogbound.E013",
            )
        )
    wrong = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if not ORIGIN.fullmatch(origin)]
    if wrong:
        found.append(
            Error(
                f"FOGBOUND_ORIGINS has what is no origin: {', '.join(wrong)}.",
                hint="Write each as in https://play.example.org, without a path.",
                id="fogbound.E014",
            )
        )
    # The address may contain a password, so the message does not repeat it.
    if settings.REDIS_URL and not _leads_to_redis(settings.REDIS_URL):
        found.append(
            Error(
                "FOGBOUND_REDIS_URL does not say how Redis is reached.",
                hint="Write it as in redis://127.0.0.1:6379/0; rediss:// and unix:// work too.",
                id="fogbound.E012",
            )
        )
    if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory" and not settings.EMAIL_HOST:
        found.append(
            Error(
                "Nobody could come in: addresses must be confirmed, and no letter would reach them.",
                hint="Set FOGBOUND_EMAIL_HOST to a mail server, or FOGBOUND_EMAIL_VERIFICATION to optional.",
                id="fogbound.E015",
            )
        )
    return found


def _leads_to_redis(url: str) -> bool:
    """True if the whole address is valid. For an unreadable path the clients silently use database 0, which may belong to another site."""
    try:
        parts = urlsplit(url)
        has_place = parts.port != 0
    except ValueError:
        return False
    if parts.scheme == "unix":
        return bool(parts.path)
    return has_place and parts.scheme in {"redis", "rediss"} and re.fullmatch(r"/?|/\d+", parts.path) is not None


@register(Tags.compatibility, OURS)
def check_processes(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Several processes need Redis between them, and a database that allows many writers."""
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
    else:
        found += [
            Error(
                f"FOGBOUND_EXTRA_GAMES: {name}={module} is no game: {why}.",
                hint="Name a module that Python finds and that has a GAME (docs/adding-a-game.md).",
                id="fogbound.E006",
            )
            for name, module in settings.EXTRA_GAMES.items()
            if (why := _fault_of_game(name))
        ]
    return found


@register(Tags.security, PROGRAMS)
def check_confinement(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """People's programs must be confined by the operating system too, where `FOGBOUND_CONFINEMENT` asks for it."""
    if policy.is_allowed():
        return []
    found = policy.here()
    if found.is_away:
        return [
            Warning(
                "Nobody starts workers for people's programs, which wait.",
                hint="Start the container `programs`, or unset FOGBOUND_PROGRAM_SOCKET.",
                id="fogbound.W022",
            )
        ]
    return [
        Error(
            f"People's programs would run without {', without '.join(found.missing)}.",
            hint="docs/deploy.md says what the layers need. FOGBOUND_CONFINEMENT=available runs programs behind those that there are.",
            id="fogbound.E020",
        )
    ]


@register(Tags.compatibility, OURS)
def check_observers(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Whoever asks for Sentry or OpenTelemetry needs their packages, which the site does not bring."""
    wanted = {
        "FOGBOUND_SENTRY_DSN": (settings.SENTRY_DSN, ["sentry_sdk"], "sentry-sdk"),
        "FOGBOUND_OTLP_ENDPOINT": (
            settings.OTLP_ENDPOINT,
            ["opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"],
            "opentelemetry-sdk opentelemetry-exporter-otlp-proto-http",
        ),
    }
    return [
        Error(f"{name} is set, and its package is not installed.", hint=f"pip install {install}", id="fogbound.E021")
        for name, (value, modules, install) in wanted.items()
        if value and not all(map(_is_installed, modules))
    ]


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


QUIET: dict[str, frozenset[str]] = {
    "log_statement": frozenset({"none", "ddl"}),
    "log_min_error_statement": frozenset({"fatal", "panic"}),
    "log_min_duration_statement": frozenset({"-1"}),
    "log_min_duration_sample": frozenset({"-1"}),
    "log_parameter_max_length_on_error": frozenset({"0"}),
    "log_error_verbosity": frozenset({"terse"}),
}
"""Setting of PostgreSQL → values with which its log prints no statement and no row. Both contain what people order and write."""


@register(Tags.security, OURS, deploy=True)
def check_database_log(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """PostgreSQL's log must not print orders that nobody may see yet, messages and addresses. A database that does not answer is not asked."""
    if connection.vendor != "postgresql":
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(QUIET)])
            loud = sorted(name for name, value in cursor.fetchall() if value not in QUIET[name])
    except DatabaseError:
        return []
    return [
        Warning(
            f"PostgreSQL's log prints what people order and write: {name}.",
            hint=f"Set it to {' or '.join(sorted(QUIET[name]))} in postgresql.conf; docs/deploy.md has the lines.",
            id="fogbound.W023",
        )
        for name in loud
    ]


@register(Tags.security, deploy=True)
def tell_confinement(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Which layers hold around programs on this machine."""
    return [Info(f"Programs are confined here by: {policy.here().in_words()}.", id="fogbound.I021")]


def _fault_of_game(name: str) -> str:
    """Why that external game cannot be loaded; "" if it can."""
    try:
        game = games.get(name)
    except Exception as error:  # noqa: BLE001 (somebody else's module may fail in any way)
        return f"{type(error).__name__}: {error}"
    return "" if isinstance(game, Game) else "its GAME is none"


def refuse_bad_settings() -> None:
    """Run the checks above for servers, which run none themselves: log every warning; raises ImproperlyConfigured with every error."""
    checks = (check_variables, check_production, check_names, check_processes, check_confinement)
    found = [message for check in checks for message in check(None)]
    for message in found:
        if not message.is_serious():
            log.warning("%s: %s %s", message.id, message.msg, message.hint)
    errors = [message for message in found if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("\n".join(f"{error.id}: {error.msg} {error.hint}" for error in errors))
