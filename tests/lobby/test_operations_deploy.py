"""Do the container files and `docs/deploy.md` speak of what there is? Held against settings, commands and each other."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from config import env
from lobby.operations import serving

ROOT = Path(__file__).resolve().parent.parent.parent
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
DEPLOY = (ROOT / "docs/deploy.md").read_text()
SETTINGS = set(re.findall(r'"(FOGBOUND_\w+)"', (ROOT / "config/settings.py").read_text()))
OUTSIDE = {"FOGBOUND_HOST"}
"""Used by the proxy, and in compose.yaml to make settings of it."""


def test_every_setting_is_explained_and_known_by_its_name():
    shown = set(re.findall(r"FOGBOUND_\w+", DEPLOY.split("## Settings")[1]))
    assert shown == SETTINGS == env.asked


def defaults():
    """What settings are without their variables, as far as it stands in the code word by word."""
    for call in ast.walk(ast.parse((ROOT / "config/settings.py").read_text())):
        if isinstance(call, ast.Call) and call.args and getattr(call.args[0], "value", "") in SETTINGS:
            given = [*call.args[1:], *(one.value for one in call.keywords if one.arg == "default")]
            if given and isinstance(given[0], ast.Constant) and given[0].value != "":
                value = given[0].value
                yield call.args[0].value, str(int(value) if isinstance(value, bool) else value)


@pytest.mark.parametrize(("name", "value"), list(defaults()))
def test_what_a_setting_is_without_its_variable_stands_beside_it(name, value):
    (row,) = re.findall(rf"^\| .*`{name}`.* \| (.*) \| .* \|$", DEPLOY, re.MULTILINE)
    assert value in row


def test_containers_set_only_what_is_read():
    for name, service in COMPOSE["services"].items():
        given = {key for key in service.get("environment", {}) if key.startswith("FOGBOUND_")}
        assert given <= (OUTSIDE if name == "proxy" else SETTINGS), name
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked <= SETTINGS | OUTSIDE


def test_the_proxy_is_told_its_name_and_asks_where_the_site_listens():
    caddyfile = (ROOT / "config/Caddyfile").read_text()
    proxy = COMPOSE["services"]["proxy"]
    assert "./config/Caddyfile:/etc/caddy/Caddyfile:ro" in proxy["volumes"]
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) == set(proxy["environment"])
    port = re.search(r'"--port", "(\d+)"', DOCKERFILE)[1]
    assert f"dynamic a web {port} " in caddyfile


def test_what_must_be_set_is_in_the_example():
    must = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text()))
    example = set(re.findall(r"^(FOGBOUND_\w+)=", DEPLOY, re.MULTILINE))
    assert must <= example


@pytest.mark.parametrize("name", ["migrate", "web", "referee", "bots"])
def test_each_process_runs_a_command_that_is_there_with_all_safety_on(name):
    service = COMPOSE["services"][name]
    assert service["environment"]["FOGBOUND_PRODUCTION"] == "1"
    assert service["read_only"] and service["cap_drop"] == ["ALL"]
    command = service.get("command")
    if command is None:
        assert "config.asgi:application" in DOCKERFILE
    else:
        assert command[:2] == ["python", "manage.py"] and command[2] in get_commands()


def test_the_tables_are_made_once_the_database_answers_where_it_is_asked():
    """The image's own first start has a server that listens at a Unix socket only, and goes again."""
    assert COMPOSE["services"]["migrate"]["depends_on"]["postgres"] == {"condition": "service_healthy"}
    looked = COMPOSE["services"]["postgres"]["healthcheck"]["test"]
    assert looked[looked.index("-h") + 1] == "127.0.0.1"


def test_what_the_image_calls_its_data_can_be_written_in_a_container_that_is_read_only():
    data = re.search(r"FOGBOUND_DATA=(\S+)", DOCKERFILE)[1]
    for name in ("migrate", "web", "referee", "bots"):
        assert f"{data}:mode=1777" in COMPOSE["services"][name]["tmpfs"], name


def test_every_copied_path_is_there_and_nothing_else_goes_to_whoever_builds():
    lines = [line.split() for line in DOCKERFILE.splitlines() if line.startswith("COPY ") and "--from" not in line]
    copied = {path for line in lines for path in line[1:-1]}
    assert copied and all((ROOT / path).exists() for path in copied)
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    sent = {line[1:] for line in ignored if line.startswith("!")}
    assert "*" in ignored and sent <= copied
    assert all(path in sent or path.split("/")[0] in sent for path in copied)


def test_the_image_serves_with_the_options_that_were_measured():
    play = (ROOT / ".ci/play").read_text().replace("\\\n", " ")
    options = re.findall(r"--ws\S* \S+", play)
    words = re.sub(r'[",\\\n\]]+', " ", DOCKERFILE)
    assert len(options) == 4
    assert all(option in re.sub(" +", " ", words) for option in options)


def test_the_server_gives_up_those_who_do_not_read_before_the_process_ends_itself():
    """Else the end is not in order: what was begun in the process would not come to its end."""
    play = re.search(r"--timeout-graceful-shutdown (\d+)", (ROOT / ".ci/play").read_text())
    image = re.search(r'"--timeout-graceful-shutdown", "(\d+)"', DOCKERFILE)
    for found in (play, image):
        assert found is not None and serving.SOCKETS_SECONDS + int(found[1]) < serving.EXIT_SECONDS


def test_what_uvicorn_logs_is_one_object_a_line_as_well_and_no_more_than_it_was_told_to():
    """Its traces above all, which are of many lines otherwise."""
    code = (
        "import logging, uvicorn\n"
        "uvicorn.Config('config.asgi:application', log_level='warning', access_log=False).load()\n"
        "logging.getLogger('uvicorn.error').info('connection open')\n"
        "logging.getLogger('uvicorn.access').info('a request')\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: logging.getLogger('uvicorn.error').exception('Exception in ASGI application')\n"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "FOGBOUND_LOG_FORMAT": "json"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    (line,) = [json.loads(line) for line in run.stderr.splitlines()]
    assert line["message"] == "Exception in ASGI application" and "ZeroDivisionError" in line["exc_info"]


def test_a_site_with_these_settings_starts_and_one_without_a_mail_server_does_not(tmp_path):
    (tmp_path / "site.css").touch()
    shape = COMPOSE["services"]["referee"]["environment"] | {
        "FOGBOUND_SECRET_KEY": "k7Gh2-pQ9_xZ4vB6nM1cR8sT3wY5uJ0dLfEaKiOyHq-Ww4TtZz8Yb",
        "FOGBOUND_HOSTS": "play.example.org",
        "FOGBOUND_ORIGINS": "https://play.example.org",
        "FOGBOUND_EMAIL_PORT": "587",
        "FOGBOUND_EMAIL_SECURITY": "starttls",
        "FOGBOUND_EMAIL_HOST": "smtp.example.org",
        "FOGBOUND_FROM_EMAIL": "Fogbound <noreply@example.org>",
        "FOGBOUND_STATIC": str(tmp_path),
    }
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FOGBOUND_")}
    check = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    def run(**changes: str) -> subprocess.CompletedProcess[str]:
        environment = kept | shape | {"DJANGO_SETTINGS_MODULE": "config.settings"} | changes
        return subprocess.run(check, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)

    assert run().returncode == 0, run().stderr
    refused = run(FOGBOUND_EMAIL_HOST="")
    assert refused.returncode == 1 and "fogbound.E008" in refused.stderr
