"""Is every wrong setting refused at the start, in one line with an id? And what do those that are right come to?"""

from __future__ import annotations

import os
import runpy
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import Resolver404, URLResolver
from django.urls.resolvers import RegexPattern

import games
from lobby.operations import checks
from tests.sweeps import first

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WEB = ["-m", "uvicorn", "config.asgi:application", "--port", "0"]
PROCESSES = [
    WEB,
    ["manage.py", "referee"],
    ["manage.py", "botrunner"],
    ["manage.py", "notices"],
    ["manage.py", "check"],
]


@pytest.fixture
def read(monkeypatch, tmp_path):
    """Reads the settings of an environment that has no other variables of ours."""
    for name in [name for name in os.environ if name.startswith("FOGBOUND_")]:
        monkeypatch.delenv(name)

    def read(**environment: str) -> dict[str, Any]:
        for name, value in {"DATA": str(tmp_path / "data"), "RELEASE": "1", **environment}.items():
            monkeypatch.setenv(f"FOGBOUND_{name}", value)
        return runpy.run_path(str(ROOT / "config/settings.py"))

    return read


def run(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """One process of the site with these variables only, until it ends; one that serves is stopped after 60 s, and the test fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("FOGBOUND_", "DJANGO_"))}
    given = {f"FOGBOUND_{name}": value for name, value in {"DATA": str(folder), **environment}.items()}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=clean | given, capture_output=True, text=True, timeout=60
    )


# --- One value by itself


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_THREADS", "abc"),
        ("PRODUCTION", "maybe"),
        ("DEBUG", "maybe"),
        ("LOG_LEVEL", "verbose"),
        ("LOG_FORMAT", "xml"),
        ("METRICS_PORT", "99999"),
        ("METRICS_PORT", "-1"),
        ("EMAIL_PORT", "0"),
        ("DRAIN_SECONDS", "-30"),
        ("POSITIONS_MB", "-1"),
        ("SOCKETS_PER_ADDRESS", "-1"),
        ("LIMIT_GUESTS", "rubbish"),
        ("LIMIT_QUICK_MATCHES", "0/m/user"),
        ("LIMIT_TABLES", "5/m/person"),
        ("LIMIT_PROGRAMS", "5/0m/user"),
        ("LIMIT_TABLE_ACTIONS", "5/m/user,"),
        ("LIMIT_API", "often"),
        ("HSTS", "everybody"),
        ("DRAIN_SECONDS", "99999999999999"),
        ("RELEASE", "2026#1"),
        ("RELEASE", "../x"),
        ("ADMIN_PATH", "back room"),
        ("ADMIN_PATH", "../admin"),
        ("ADMIN_PATH", "/"),
        ("PATH", "../fog"),
        ("PATH", "https://play.example.org/fog/"),
        ("PATH", "/fog//bound/"),
        ("EMAIL_HOST", "smtp://mail.example.org"),
        ("EMAIL_HOST", "mail.example.org:587"),
        ("FROM_EMAIL", "Fogbound"),
        ("FROM_EMAIL", "Fogbound <noreply at example.org>"),
    ],
)
def test_a_value_that_cannot_be_read_is_named_with_an_id(read, name, value):
    with pytest.raises(ImproperlyConfigured, match=rf"^fogbound\.E009: FOGBOUND_{name} must be [^\n]+$"):
        read(**{name: value})


@pytest.mark.parametrize("path", ["fog", "/fog", "/fog/"])
def test_a_site_below_a_path_leaves_the_rest_of_the_host_alone(read, path):
    found = read(PATH=path)
    assert found["ROOT"] == "/fog/"
    assert {found[name] for name in found if name.endswith("COOKIE_PATH")} == {"/fog"}
    assert all(found[f"{name}_COOKIE_NAME"].startswith("fogbound_") for name in ("SESSION", "CSRF", "LANGUAGE"))
    assert found["STATIC_URL"].startswith("/fog/static/")


def test_a_site_without_a_path_has_the_whole_host(read):
    found = read()
    assert (found["ROOT"], found["COOKIE_PATH"], found["SESSION_COOKIE_NAME"]) == ("/", "/", "sessionid")


def test_earlier_keys_are_listed_newest_first(read):
    assert read(SECRET_KEY_FALLBACKS="newer, older")["SECRET_KEY_FALLBACKS"] == ["newer", "older"]


def test_limits_are_read_as_they_stand(read):
    limits = read(LIMIT_GUESTS="5/10m/ip, 200/h", LIMIT_TABLES="1000/m/user")["ACCOUNT_RATE_LIMITS"]
    assert (limits["guest"], limits["table"]) == ("5/10m/ip, 200/h", "1000/m/user")


def test_capitals_make_no_difference(read):
    found = read(LOG_LEVEL="info", EMAIL_SECURITY="TLS", DEBUG="No")
    assert found["LOGGING"]["loggers"]["fogbound"]["level"] == "INFO"
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"], found["DEBUG"]) == (False, True, False)


@pytest.mark.parametrize("name", ["DATA", "STATIC"])
def test_a_folder_that_cannot_be_made_is_named_with_an_id(read, tmp_path, name):
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=rf"^fogbound\.E010: FOGBOUND_{name}: [^\n]+$"):
        read(**{name: str(tmp_path / "file" / "folder")})


def test_a_file_that_cannot_be_made_is_named_with_an_id(read, monkeypatch, tmp_path):
    def refuse(*given):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "data").mkdir()
    monkeypatch.setattr("os.open", refuse)
    with pytest.raises(
        ImproperlyConfigured, match=r"^fogbound\.E010: The file [^\n]+secret_key cannot be made: [^\n]+$"
    ):
        read()


@pytest.mark.parametrize("place", ["missing/fogbound.sqlite3", ""], ids=["in no folder", "a folder"])
def test_a_database_that_can_be_no_file_is_named_with_an_id(read, tmp_path, place):
    with pytest.raises(ImproperlyConfigured, match=r"^fogbound\.E010: [^\n]+$"):
        read(SQLITE=str(tmp_path / place))


def test_a_key_that_was_never_written_is_named_with_an_id(read, tmp_path):
    """As on a disk that was full at the first start."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match=r"^fogbound\.E001: [^\n]+secret_key is empty[^\n]+$"):
        read()


def test_letters_may_come_from_an_address_with_or_without_a_name(read):
    for sender in ("noreply@example.org", "Fogbound <noreply@example.org>", '"Fog, bound" <noreply@localhost>'):
        assert read(FROM_EMAIL=sender, EMAIL_HOST="2001:db8::25")["DEFAULT_FROM_EMAIL"] == sender


def test_a_database_in_memory_leaves_no_file(read, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    read(SQLITE=":memory:")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("name", ["POSTGRES_HOST", "POSTGRES_PORT", "POSTGRES_USER", "POSTGRES_PASSWORD"])
def test_postgres_without_a_database_is_not_taken_for_sqlite(read, name):
    with pytest.raises(ImproperlyConfigured, match=rf"^fogbound\.E011: FOGBOUND_{name} "):
        read(**{name: "5432"})


# --- Who may read what is kept


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_made_is_for_its_owner_alone(read, tmp_path):
    before = os.umask(0o022)
    try:
        read()
    finally:
        os.umask(before)
    data = tmp_path / "data"
    assert {path.name: mode(path) for path in data.iterdir() if path.is_file()} == {
        "secret_key": 0o600,
        "fogbound.sqlite3": 0o600,
    }
    assert mode(data) == 0o700


def test_what_is_there_stays_as_it_is(read, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o750)
    for name in ("secret_key", "fogbound.sqlite3"):
        (data / name).write_text("somebody's")
        (data / name).chmod(0o640)
    assert read()["SECRET_KEY"] == "somebody's"
    assert [mode(data), mode(data / "secret_key"), mode(data / "fogbound.sqlite3")] == [0o750, 0o640, 0o640]
    assert (data / "fogbound.sqlite3").read_text() == "somebody's"


def test_with_postgres_no_file_is_made(read, tmp_path):
    read(POSTGRES_DB="fogbound", SECRET_KEY=SECRET)
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["static"]


def test_the_log_of_sqlite_is_as_private_as_its_file(tmp_path):
    code = (
        "import config.asgi\n"
        "from pathlib import Path\n"
        "from django.conf import settings\n"
        "from django.db import connection\n"
        "connection.cursor().execute('CREATE TABLE one (two)')\n"
        "print(sorted(oct(path.stat().st_mode)[-3:] for path in settings.DATA_DIR.glob('*sqlite3*')))\n"
    )
    done = run(["-c", code], tmp_path)
    assert done.stdout == "['600', '600', '600']\n", done.stderr


# --- What has to fit together


@pytest.fixture
def production(settings, tmp_path):
    """A public site that is refused nothing."""
    settings.PRODUCTION = True
    settings.SECRET_KEY = SECRET
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.EMAIL_HOST = "smtp.example.org"
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "site.css").touch()
    checks.refuse_bad_settings()
    return settings


def refused(id: str) -> Any:
    return pytest.raises(ImproperlyConfigured, match=rf"(?m)^fogbound\.{id}: ")


@pytest.mark.parametrize("secret", ["short", "a" * 60, "abcd" * 15])
def test_production_needs_a_secret_that_nobody_guesses(production, secret):
    production.SECRET_KEY = secret
    with refused("E001"):
        checks.refuse_bad_settings()


UNSAFE = [
    ({"SECRET_KEY": "short"}, "E001"),
    ({"SECRET_KEY": ""}, "E001"),
    ({"HOSTS": ""}, "E002"),
    ({"HOSTS": "*"}, "E002"),
    ({"DEBUG": "1"}, "E003"),
    ({"PRODUCTION": "0", "EMBEDDED": "0"}, "E004"),
    ({"PROGRAM_WORKERS": "0"}, "E007"),
    ({"BOT_THREADS": "0"}, "E007"),
]
JUDGED = ["PRODUCTION", "DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "EMBEDDED", "PROGRAM_WORKERS", "BOT_THREADS"]
"""Which settings the checks of these judge."""


@pytest.mark.parametrize(("environment", "id"), UNSAFE)
def test_an_unsafe_environment_is_refused_with_an_id(production, read, monkeypatch, environment, id):
    safe = {"PRODUCTION": "1", "SECRET_KEY": SECRET, "HOSTS": "play.example.org", "EMAIL_HOST": "smtp.example.org"}

    def take(**changed: str) -> None:
        found = read(**safe | changed)
        for name in JUDGED:
            setattr(production, name, found[name])

    monkeypatch.setitem(production.CHANNEL_LAYERS["default"], "BACKEND", checks.IN_MEMORY)
    take()
    checks.refuse_bad_settings()
    with refused(id):
        take(**environment)
        checks.refuse_bad_settings()


def test_an_earlier_key_that_can_be_guessed_is_refused(production):
    production.SECRET_KEY_FALLBACKS = [production.SECRET_KEY, "short"]
    with refused("E001"):
        checks.refuse_bad_settings()


def test_production_needs_the_pages_files(production, tmp_path):
    (tmp_path / "site.css").unlink()
    with refused("E016"):
        checks.refuse_bad_settings()


@pytest.mark.parametrize("host", ["https://play.example.org", "play.example.org:443", "play.example.org/", "a b"])
def test_host_names_are_names_alone(settings, host):
    settings.ALLOWED_HOSTS = ["localhost", host]
    with refused("E013"):
        checks.refuse_bad_settings()


def test_blanks_around_names_do_no_harm(read, settings):
    settings.ALLOWED_HOSTS = read(HOSTS=" play.example.org , .example.com,[::1] ,10.0.0.1")["ALLOWED_HOSTS"]
    assert settings.ALLOWED_HOSTS == ["play.example.org", ".example.com", "[::1]", "10.0.0.1"]
    checks.refuse_bad_settings()


@pytest.mark.parametrize("origin", ["play.example.org", "https://play.example.org/lobby", "https://"])
def test_origins_have_a_scheme_and_no_path(settings, origin):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org:8443"]
    checks.refuse_bad_settings()
    settings.CSRF_TRUSTED_ORIGINS = [origin]
    with refused("E014"):
        checks.refuse_bad_settings()


def test_redis_needs_a_scheme_and_its_password_is_not_told(settings):
    for url in ("redis://127.0.0.1/0", "rediss://:pass@redis:6379", "unix:///run/redis.sock"):
        settings.REDIS_URL = url
        checks.refuse_bad_settings()
    for url in (
        *(":pass@127.0.0.1:6379", "redis://:pass@redis:abc/0", "redis://:pass@redis/first", "redis://:pass@redis/0/1"),
        *("http://:pass@redis", "redis://:pass@redis:99999", "unix://"),
    ):
        settings.REDIS_URL = url
        with refused("E012") as error:
            checks.refuse_bad_settings()
        assert "pass@" not in str(error.value)


def test_nobody_is_asked_to_confirm_an_address_that_no_letter_reaches(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION, settings.EMAIL_HOST = "mandatory", "smtp.example.org"
    checks.refuse_bad_settings()
    settings.EMAIL_HOST = ""
    with refused("E015"):
        checks.refuse_bad_settings()


@pytest.mark.parametrize(
    ("text", "why"),
    [("chess", "chess"), ("chess=no.such.module", "ModuleNotFoundError"), ("chess=json", "GAME"), ("chess=", "chess")],
)
def test_games_from_outside_must_be_games(read, settings, monkeypatch, text, why):
    settings.EXTRA_GAMES = read(EXTRA_GAMES=text)["EXTRA_GAMES"]
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, **settings.EXTRA_GAMES})
    with pytest.raises(ImproperlyConfigured, match=rf"^fogbound\.E006: .*{why}"):
        checks.refuse_bad_settings()


# --- Names


def test_nothing_is_said_of_names_that_are_read(read):
    assert read(HOSTS="play.example.org", LOG_LEVEL="INFO")["UNKNOWN_VARIABLES"] == {}


def test_a_name_that_nobody_reads_is_told_with_the_one_that_may_be_meant(read, settings):
    found = read(HOST="play.example.org", POSTGRES_DATABASE="fog", SMTP="pass", LOG_LEVEL="INFO")["UNKNOWN_VARIABLES"]
    meant = {
        "FOGBOUND_HOST": "FOGBOUND_HOSTS",
        "FOGBOUND_POSTGRES_DATABASE": "FOGBOUND_POSTGRES_DB",
        "FOGBOUND_SMTP": "",
    }
    assert found == meant
    settings.UNKNOWN_VARIABLES = found
    told = checks.check_variables(None)
    assert [(one.id, one.msg.split()[0]) for one in told] == [("fogbound.W017", name) for name in meant]
    assert [one.hint for one in told] == [
        "Is FOGBOUND_HOSTS meant? docs/deploy.md has all names.",
        "Is FOGBOUND_POSTGRES_DB meant? docs/deploy.md has all names.",
        "docs/deploy.md has all names.",
    ]


@pytest.mark.parametrize("command", [["manage.py", "check"], ["-c", "import config.asgi"]], ids=["command", "server"])
def test_it_is_a_warning_and_nobody_is_kept_from_starting(tmp_path, command):
    warned = run(command, tmp_path, DATABSE_URL="secret")
    assert warned.returncode == 0
    assert "secret" not in warned.stderr
    assert [line.count("FOGBOUND_DATABSE_URL") for line in warned.stderr.splitlines() if "W017" in line] == [1]


# --- Https


def test_browsers_are_told_about_this_host_alone_unless_asked_otherwise(read):
    def told(**environment):
        found = read(PRODUCTION="1", SECRET_KEY=SECRET, **environment)
        return found["SECURE_HSTS_SECONDS"] > 0, found["SECURE_HSTS_INCLUDE_SUBDOMAINS"], found["SECURE_HSTS_PRELOAD"]

    assert told() == (True, False, False)
    assert told(HSTS="subdomains") == (True, True, False)
    assert told(HSTS="preload") == (True, True, True)


@pytest.mark.parametrize("given", ["back-room", "/back-room/"])
def test_the_admin_is_where_the_host_wants_it_and_nowhere_else(settings, read, given):
    settings.ADMIN_PATH = read(ADMIN_PATH=given)["ADMIN_PATH"]
    roots = runpy.run_path(str(ROOT / "config/urls.py"))["urlpatterns"]
    resolver = URLResolver(RegexPattern("^/"), roots)
    assert resolver.resolve("/back-room/login/").url_name == "login"
    with pytest.raises(Resolver404):
        resolver.resolve("/admin/")


# --- Processes


# What reads the settings is the same for all of them.
@pytest.mark.parametrize("command", first(PROCESSES), ids=lambda command: command[1])
def test_no_process_starts_and_each_ends_with_one_line(tmp_path, command):
    done = run(command, tmp_path, LOG_LEVEL="verbose")
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].startswith("fogbound.E009: FOGBOUND_LOG_LEVEL must be one of DEBUG, ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", PROCESSES, ids=lambda command: command[1])
def test_no_process_starts_in_production_without_a_secret_or_on_what_does_not_fit(tmp_path, command):
    public = {"PRODUCTION": "1", "HOSTS": "https://play.example.org", "EMAIL_HOST": "smtp.example.org"}
    done = run(command, tmp_path, SECRET_KEY="a" * 60, **public)
    assert done.returncode != 0
    assert all(f"fogbound.{id}" in done.stderr for id in ("E001", "E013", "E016"))
    assert "Traceback" not in done.stderr


def test_a_port_for_figures_that_is_taken_costs_the_figures_alone(tmp_path):
    """Each request asks for the port once more."""
    code = (
        "import config.asgi\n"
        "from lobby.operations import exposition\n"
        "print([exposition.serve(watches_deadlines=True) for _ in range(3)])\n"
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(["-c", code], tmp_path, METRICS_PORT=str(port))
    assert done.stdout == "[False, False, False]\n", done.stderr
    assert done.stderr.count(f"127.0.0.1:{port} cannot be opened") == 1
