"""Every setting of the site. Without any environment variable: a laptop that plays on SQLite in one process.

`FOGBOUND_PRODUCTION=1` turns every safety on and refuses to start without its secrets (`lobby.operations.checks`).
"""

import sys
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import archive_place, env, private

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("FOGBOUND_DATA", str(BASE_DIR / "var")))
private.make_folder("FOGBOUND_DATA", DATA_DIR)

PRODUCTION = env.switch("FOGBOUND_PRODUCTION", default=False)
DEBUG = env.switch("FOGBOUND_DEBUG", default=False)


def _newest_file() -> str:
    """A number that changes with every change of a static file: the default release of a checkout."""
    newest = max((path.stat().st_mtime_ns for path in (BASE_DIR / "static").rglob("*")), default=0)
    return f"{newest // 1_000_000:x}"


RELEASE = env.label("FOGBOUND_RELEASE") or _newest_file()


if PRODUCTION and not env.text("FOGBOUND_SECRET_KEY"):
    # Not left to `lobby.operations.checks`: Django needs the key before any check runs.
    raise env.refusal("E001", "FOGBOUND_SECRET_KEY must be set in production, to 50 random characters or more.")
SECRET_KEY = env.text("FOGBOUND_SECRET_KEY") or private.made_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.words("FOGBOUND_SECRET_KEY_FALLBACKS")
"""Earlier keys, newest first: what they have signed still holds."""
ALLOWED_HOSTS = env.words("FOGBOUND_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("FOGBOUND_ORIGINS")
ROOT = env.root("FOGBOUND_PATH")
"""Path of the host below which every address of the site is, with a slash at both ends. It is a part of every route, not Django's
`FORCE_SCRIPT_NAME`, which `reverse` knows in threads of requests only."""

INSTALLED_APPS = [
    # Only `manage.py runserver` needs it, and it takes a third of a second to load, which would delay every restart of a server.
    *(["daphne"] if "runserver" in sys.argv else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "lobby",
]

MIDDLEWARE = [
    "lobby.operations.health.HealthMiddleware",
    "lobby.operations.requests.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "lobby.platform.http.headers.HeadersMiddleware",
    "lobby.platform.assets.static_files.StaticFilesMiddleware",
    "lobby.platform.http.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "lobby.operations.overload.OverloadMiddleware",
    "lobby.platform.http.null_characters.NullCharactersMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "lobby.accounts.gate.GateMiddleware",
    "lobby.platform.http.sources.DeviceMiddleware",
    "lobby.governance.traces.TracesMiddleware",
    "lobby.operations.visitors.VisitorMiddleware",
    "lobby.platform.http.once.OnceMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "lobby.operations.context.announced",
            ]
        },
    }
]

_SQLITE_FILE = env.text("FOGBOUND_SQLITE", str(DATA_DIR / "fogbound.sqlite3"))
# One file on a laptop; the referee's guarantees need every commit on disk and one writer at a time.
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": _SQLITE_FILE,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # A separate thread copies the log into the file (`sqlite_log`). Commits do so only in processes without that thread.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; PRAGMA wal_autocheckpoint=16000;",
    },
}
_POSTGRES = ["FOGBOUND_POSTGRES_USER", "FOGBOUND_POSTGRES_PASSWORD", "FOGBOUND_POSTGRES_HOST", "FOGBOUND_POSTGRES_PORT"]
if not env.text("FOGBOUND_POSTGRES_DB") and (given := [name for name in _POSTGRES if env.text(name)]):
    # Otherwise the site would silently use SQLite.
    raise env.refusal("E011", f"{', '.join(given)} without FOGBOUND_POSTGRES_DB: which database?")
POSTGRES_POOLED = env.switch("FOGBOUND_POSTGRES_POOLED", default=False)
"""Connections go through pgbouncer in its transaction mode, which must set the limits below itself (docs/scale.md)."""
# No wait is endless: PostgreSQL ends an idle transaction before the sessions that wait for its locks time out.
_LIMITS = {} if POSTGRES_POOLED else {"options": "-c idle_in_transaction_session_timeout=15s -c lock_timeout=30s"}
POSTGRES = {
    "ENGINE": "django.db.backends.postgresql",
    "NAME": env.text("FOGBOUND_POSTGRES_DB"),
    "USER": env.text("FOGBOUND_POSTGRES_USER"),
    "PASSWORD": env.text("FOGBOUND_POSTGRES_PASSWORD"),
    "HOST": env.text("FOGBOUND_POSTGRES_HOST", "127.0.0.1"),
    "PORT": str(env.port("FOGBOUND_POSTGRES_PORT", 5432)),
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    # Such a cursor would belong to one server connection, and the next transaction may have another.
    "DISABLE_SERVER_SIDE_CURSORS": POSTGRES_POOLED,
    "OPTIONS": {
        **_LIMITS,
        # Limits for a server that accepts connections and does not answer (seconds), and for a machine that is gone (milliseconds).
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        "keepalives": 1,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 2,
    },
}
DATABASES = {"default": POSTGRES if POSTGRES["NAME"] else SQLITE}
_is_file = not _SQLITE_FILE.startswith((":memory:", "file:"))
if not POSTGRES["NAME"] and _is_file:
    # The file holds seeds and hidden positions. SQLite gives its log the same mode.
    private.make_file(Path(_SQLITE_FILE))

REDIS_URL = env.text("FOGBOUND_REDIS_URL")
REDIS_PATIENCE = {"socket_timeout": 1, "socket_connect_timeout": 1}
"""Seconds. Nothing in Redis is worth a longer wait."""
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, **REDIS_PATIENCE}]},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "lobby.platform.storage.redis_cache.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": REDIS_PATIENCE,
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # A full cache drops a third of its entries, such as presence and counts of password attempts. Django's default of 300 fills up soon.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

EMBEDDED = env.switch("FOGBOUND_EMBEDDED", default=not REDIS_URL)
"""Deadlines and bots run inside the web process; false: `manage.py referee`, `manage.py botrunner` and `manage.py notices` do it."""
BOT_THREADS = env.number("FOGBOUND_BOT_THREADS", 1)
"""How many built-in bots may think at the same time in one process."""
PROGRAM_WORKERS = env.number("FOGBOUND_PROGRAM_WORKERS", 2)
"""How many sandbox processes each process of the site uses for people's programs; as many matches can run programs at the same time."""
CONFINEMENT = env.choice("FOGBOUND_CONFINEMENT", "required" if PRODUCTION else "available", ["required", "available"])
"""Programs run behind the layers of the operating system that a public site should have, or not at all; `available`: behind those that there are."""
PROGRAM_SOCKET = env.path("FOGBOUND_PROGRAM_SOCKET")
"""The socket of `python -m lobby.bots.spawner`, which starts workers in a container of their own; empty: each process starts its own."""
TRIAL_WORKERS = env.number("FOGBOUND_TRIAL_WORKERS", 2, least=1)
"""How many trials of programs each process with bots plays at the same time, with sandbox processes of their own. In a web process also how
many requests may check or save a program at the same time."""
TRIAL_PLACES = env.number("FOGBOUND_TRIAL_PLACES", 8, least=2)
"""How many trials may wait or be played at the same time on the whole site. Guests have half of these places."""
PROGRAM_STRIKES = env.number("FOGBOUND_PROGRAM_STRIKES", 10)
"""After so many steps of a match in which a program failed, its seat is off for the rest of the match."""
PROGRAM_FAILURES = env.number("FOGBOUND_PROGRAM_FAILURES", 3)
"""After so many matches in which its seat was off, a program is switched off: it begins no more matches."""
LADDER_MATCHES = env.number("FOGBOUND_LADDER_MATCHES", 2)
"""How many matches of the ladder go on at the same time while nobody else waits; 0: none begin."""
LADDER_QUOTA = env.number("FOGBOUND_LADDER_QUOTA", 200)
"""How many matches of the ladder begin for a program on a day (UTC)."""
POSITIONS_MB = env.number("FOGBOUND_POSITIONS_MB", 24)
"""Total length of the stored texts of positions that a process caches, in MB; in memory they take up to eight times as much."""
AFFINITY = env.switch("FOGBOUND_AFFINITY", default=True)
"""Whether a web process binds its threads to one processor; false: the operating system schedules them."""
ADMIN_PATH = env.folder("FOGBOUND_ADMIN_PATH", "admin/")
"""Where Django's admin is below the site's root."""
STAFF_SECOND_FACTOR = env.switch("FOGBOUND_STAFF_SECOND_FACTOR", default=PRODUCTION)
"""Pages for staff open for accounts with a second factor only."""
AUDIT_DAYS = env.number("FOGBOUND_AUDIT_DAYS", 730)
"""For how many days the log of what staff did is kept; 0: for ever."""
ARCHIVE_AFTER = env.number("FOGBOUND_ARCHIVE_AFTER", 0)
"""How many days after its end a match moves to the archive; 0: never."""
ARCHIVE = env.place("FOGBOUND_ARCHIVE")
"""Where the archive is: a folder that all processes share, or a place in S3."""
PUBLISH = env.switch("FOGBOUND_PUBLISH", default=False)
"""All public matches of a month that is over become a file that everybody may download (/downloads/)."""
MATCH_BUCKETS = env.buckets("FOGBOUND_MATCH_BUCKETS")
"""What the ids of new matches begin with, if this site is one of several cells (docs/scale.md); empty: anything."""
DRAIN_SECONDS = env.number("FOGBOUND_DRAIN_SECONDS", 0, most=3600)
"""Seconds that a stopping web process still serves while `/healthz` and `/readyz` already fail, so that the proxy notices."""
SOCKETS_PER_ADDRESS = env.number("FOGBOUND_SOCKETS_PER_ADDRESS", 200)
"""How many sockets one address may have open in one web process; 0: no limit. This machine itself has none."""
METRICS_PORT = env.port("FOGBOUND_METRICS_PORT", 0, least=0)
"""Port on which this process exposes metrics to a Prometheus server; 0: none. It must not be reachable from outside."""
METRICS_HOST = env.text("FOGBOUND_METRICS_HOST", "127.0.0.1")
EXTRA_GAMES = env.pairs("FOGBOUND_EXTRA_GAMES")
"""Games from outside `games/`: id=module, comma between them."""

AUTH_USER_MODEL = "lobby.User"
AUTHENTICATION_BACKENDS = [
    "lobby.accounts.backends.AccountBackend",
    # For sessions only, of guests and of people who logged in through it: the first backend answers every password.
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "lobby.accounts.hashers.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "lobby.accounts.passwords.LongEnough", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = f"{ROOT}lobby/"
ACCOUNT_LOGOUT_REDIRECT_URL = ROOT
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
# "mandatory" refuses log-in until the address is confirmed; a site that sends no mail must not use it.
ACCOUNT_EMAIL_VERIFICATION = env.choice("FOGBOUND_EMAIL_VERIFICATION", "optional", ["optional", "mandatory"])
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Fogbound] "
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_ADAPTER = "lobby.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "lobby.accounts.forms.LoginForm", "signup": "lobby.accounts.forms.SignupForm"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "fogbound", "guest", "referee", "root", "staff", "support"]
# `lobby.accounts.views` lets guests in and sends everybody else on.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
# The site's own limits, besides allauth's for log-in, sign-up and passwords.
ACCOUNT_RATE_LIMITS = {
    "guest": env.rates("FOGBOUND_LIMIT_GUESTS", "20/m/ip,200/h/ip"),
    "way_back": env.rates("FOGBOUND_LIMIT_WAYS_BACK", "10/m/ip,60/h/ip"),
    # Wrong codes of an address; sign-ups with one code.
    "invitation": "30/m/ip,300/h/ip",
    "invited": "60/m/key,600/h/key",
    "way_back_made": "6/m/user,20/h/user",
    "quick_match": env.rates("FOGBOUND_LIMIT_QUICK_MATCHES", "6/m/user,60/h/user"),
    "table": env.rates("FOGBOUND_LIMIT_TABLES", "10/m/user,100/h/user"),
    "table_length": "120/m/user",
    "program": env.rates("FOGBOUND_LIMIT_PROGRAMS", "10/m/user,100/h/user"),
    "program_check": env.rates("FOGBOUND_LIMIT_PROGRAM_CHECKS", "60/m/user"),
    "program_trial": env.rates("FOGBOUND_LIMIT_PROGRAM_TRIALS", "12/m/user,200/h/user"),
    "lesson": env.rates("FOGBOUND_LIMIT_LESSONS", "40/m/user,600/h/user"),
    "contest": env.rates("FOGBOUND_LIMIT_CONTESTS", "6/m/user,30/h/user"),
    "contest_act": env.rates("FOGBOUND_LIMIT_CONTEST_ACTS", "30/m/user,300/h/user"),
    "build": env.rates("FOGBOUND_LIMIT_BUILDS", "20/m/user,300/h/user"),
    "table_action": env.rates("FOGBOUND_LIMIT_TABLE_ACTIONS", "60/m/user"),
    **dict.fromkeys(("people", "message", "club"), "30/m/user,300/h/user"),
    "search": env.rates("FOGBOUND_LIMIT_SEARCHES", "60/m/ip,1000/h/ip"),
    "picture": env.rates("FOGBOUND_LIMIT_PICTURES", "1200/m/ip"),
    "preview": env.rates("FOGBOUND_LIMIT_PREVIEWS", "60/m/ip"),
    "notices": "60/m/user,600/h/user",
    "calendar": "30/m/ip",
    **dict.fromkeys(("offer", "data", "club_made"), "6/h/user"),
    "download": "30/h/ip",
}
ACCOUNT_PREVENT_ENUMERATION = True
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "lobby.accounts.passkeys.AddForm",
    "edit_webauthn": "lobby.accounts.passkeys.RenameForm",
    "authenticate_webauthn": "lobby.accounts.passkeys.AuthenticateForm",
    "login_webauthn": "lobby.accounts.passkeys.LoginForm",
    "reauthenticate_webauthn": "lobby.accounts.passkeys.ReauthenticateForm",
}
MFA_TOTP_ISSUER = "Fogbound"
# A telephone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
# Without TLS, browsers allow keys on localhost only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
EMAIL_HOST = env.host("FOGBOUND_EMAIL_HOST")
EMAIL_PORT = env.port("FOGBOUND_EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("FOGBOUND_EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("FOGBOUND_EMAIL_PASSWORD")
_EMAIL_SECURITY = env.choice("FOGBOUND_EMAIL_SECURITY", "starttls", ["starttls", "tls", "none"])
EMAIL_USE_TLS = _EMAIL_SECURITY == "starttls"
EMAIL_USE_SSL = _EMAIL_SECURITY == "tls"
EMAIL_TIMEOUT = 10
# Every mail of the site goes into its outbox; `lobby.notices.sender` hands it to the backend below.
EMAIL_BACKEND = "lobby.notices.letters.Backend"
# Without a mail server, mails are written into a folder, which staff can read (`lobby.notices.mail_folder`).
EMAIL_FILE_PATH = DATA_DIR / "mail"
MAIL_BACKEND = "lobby.notices.smtp.Backend" if EMAIL_HOST else "lobby.notices.mail_folder.Backend"
DEFAULT_FROM_EMAIL = env.sender("FOGBOUND_FROM_EMAIL", "Fogbound <noreply@localhost>")
SITE_ORIGIN = CSRF_TRUSTED_ORIGINS[0] if CSRF_TRUSTED_ORIGINS else "http://127.0.0.1:8000"
"""Scheme and host of links in what is sent without a request: in mails about matches, to webhooks."""
VAPID_KEY = env.text("FOGBOUND_VAPID_KEY")
"""The site's key for push messages, from `manage.py vapid`; empty: the file that this command has written on a laptop."""
PRIVATE_TARGETS = env.switch("FOGBOUND_PRIVATE_TARGETS", default=False)
"""Webhooks and push services may be at private addresses and without TLS: for tests, and for a site inside a network of its own."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "lobby.api.authentication.TokenAuthentication",
        "lobby.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["lobby.api.permissions.Reach"],
    "DEFAULT_PARSER_CLASSES": ["lobby.api.parsers.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "lobby.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "lobby.api.errors.answer",
    "URL_FORMAT_OVERRIDE": None,
}
API_LIMITS = {
    "requests": env.rate("FOGBOUND_LIMIT_API", "300/m"),
    "tables": env.rate("FOGBOUND_LIMIT_API_TABLES", "10/m"),
    "talk": env.rate("FOGBOUND_LIMIT_API_TALK", "30/m"),
    "forecasts": env.rate("FOGBOUND_LIMIT_API_FORECASTS", "120/m"),
    "builds": env.rate("FOGBOUND_LIMIT_API_BUILDS", "240/m"),
    "coach": env.rate("FOGBOUND_LIMIT_API_COACH", "60/m"),
}
"""Requests that one token, person or address may make per second, minute, hour or day (s, m, h, d)."""
SPECTACULAR_SETTINGS = {
    "TITLE": "Fogbound",
    "DESCRIPTION": "Everything that a program may ask over HTTP. Matches are played faster over the socket: "
    f"{ROOT}api/guide/protocol/.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": f"{ROOT}api/",
    "PREPROCESSING_HOOKS": ["lobby.api.schema.only_ours"],
    "POSTPROCESSING_HOOKS": ["lobby.api.schema.add_shapes"],
    "SERVE_AUTHENTICATION": None,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# The release in the prefix lets browsers cache every file for ever, and file names stay as `import` lines write them.
STATIC_URL = f"{ROOT}static/{RELEASE}/"
STATIC_ROOT = Path(env.text("FOGBOUND_STATIC", str(DATA_DIR / "static")))
private.make_folder("FOGBOUND_STATIC", STATIC_ROOT, mode=0o755)
STATIC_RELEASES = Path(env.text("FOGBOUND_RELEASES", str(DATA_DIR / "releases")))
"""Files of earlier releases, for pages that are still open."""
STATICFILES_DIRS: list[Any] = [BASE_DIR / "static"]
if DEBUG:  # What `/kit/` shows; a host has none of it.
    STATICFILES_DIRS.append(("samples", BASE_DIR / "tests/samples"))
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "lobby.platform.assets.joined_files.JoinedStaticFilesStorage"},
}
if ARCHIVE:
    STORAGES["archive"] = archive_place.storage_of(ARCHIVE)
WHITENOISE_USE_FINDERS = not env.switch("FOGBOUND_COLLECTED", default=PRODUCTION)
STATIC_PACKED = env.switch("FOGBOUND_PACKED", default=True)
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 60 * 60 * 24 * 365
WHITENOISE_ALLOW_ALL_ORIGINS = False
DEMO_DIR = DATA_DIR / "demo"
RULES_DIR = BASE_DIR / "docs" / "rules"

EMBEDDERS = env.words("FOGBOUND_EMBEDDERS")
"""Origins of other sites that may show `/tv/<game>/frame/` in theirs; none by default."""

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Other sites of the host get none of the cookies. The names differ from those of another site at the host's root, whose cookies come here too.
COOKIE_PATH = ROOT.rstrip("/") or "/"
COOKIE_PREFIX = "" if ROOT == "/" else "fogbound_"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = COOKIE_PATH
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_FAILURE_VIEW = "lobby.pages.answers.form_expired"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = env.switch("FOGBOUND_SSL_REDIRECT", default=True) and PRODUCTION
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION else 0
# By default for this host only: subdomains may be other sites, and browsers would force them to https for the whole year.
_HSTS = env.choice("FOGBOUND_HSTS", "host", ["host", "subdomains", "preload"])
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION and _HSTS != "host"
SECURE_HSTS_PRELOAD = PRODUCTION and _HSTS == "preload"
# Django warns that subdomains or preloading are left out; here that is a choice.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024
BEHIND_PROXY = env.switch("FOGBOUND_BEHIND_PROXY", default=False)
"""Whether every request comes through one trusted proxy, which passes on the client's address."""
if BEHIND_PROXY:
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "places": {"()": "lobby.operations.logs.PlacesFilter"},
        "request": {"()": "lobby.operations.logs.RequestFilter"},
        "probes": {"()": "lobby.operations.logs.ProbesFilter"},
        "hosts": {"()": "lobby.operations.logs.HostsFilter"},
        "refusals": {"()": "lobby.operations.logs.RefusalsFilter"},
        "storms": {"()": "lobby.operations.logs.StormsFilter"},
    },
    "formatters": {
        "line": {"()": "lobby.operations.logs.LineFormatter", "format": _LINE},
        "json": {
            "()": "lobby.operations.logs.JsonFormatter",
            "format": _LINE,
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            "static_fields": {"release": RELEASE},
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("FOGBOUND_LOG_FORMAT", "line", ["line", "json"]),
            # Refusals here as well: each kind of hostile request has a logger of its own below `django.security`.
            "filters": ["places", "request", "refusals", "storms"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "fogbound": {
            "level": env.choice("FOGBOUND_LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]),
        },
        "fogbound.access": {"level": "INFO" if env.switch("FOGBOUND_ACCESS_LOG", default=False) else "WARNING"},
        "django.request": {"filters": ["probes", "refusals"]},
        "django.security.DisallowedHost": {"filters": ["hosts"]},
        # Uvicorn has configured its own loggers before this is read. Naming their parent here would override its options for the others.
        "uvicorn.error": {"handlers": ["console"], "propagate": False},
    },
}
SENTRY_DSN = env.text("FOGBOUND_SENTRY_DSN")
OTLP_ENDPOINT = env.text("FOGBOUND_OTLP_ENDPOINT").rstrip("/")

# Must come last: a `FOGBOUND_…` variable that no setting has read by now is unknown.
UNKNOWN_VARIABLES = env.unknown()
