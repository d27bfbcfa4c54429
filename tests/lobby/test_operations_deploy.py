"""Do the container files and `docs/deploy.md` speak of what there is? Held against settings, commands and each other."""

import ast
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands
from prometheus_client import REGISTRY, start_http_server
from prometheus_client.metrics import MetricWrapperBase

from config import env, loop_check
from lobby.operations import exposition, serving, socket_limits
from lobby.operations.load.commands import serve
from lobby.platform.process import metrics

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
HOSTING = ROOT / "config/hosting"
UNITS = sorted((HOSTING / "systemd").glob("*.service"))
PROCESSES = [unit for unit in UNITS if "@" in unit.stem]
"""Of what is there all the time, each with a name of its own."""
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()
EXAMPLE = (HOSTING / "fogbound.env.example").read_text()
DEPLOY = (ROOT / "docs/deploy.md").read_text()
SETTINGS = set(re.findall(r'"(FOGBOUND_\w+)"', (ROOT / "config/settings.py").read_text()))
IMAGES = {f"FOGBOUND_{name}_IMAGE" for name in ("CADDY", "POSTGRES", "REDIS", "NODE", "PYTHON")}
OUTSIDE = {"FOGBOUND_HOST", "FOGBOUND_WEB", *IMAGES}
"""Used by the proxy, and in compose.yaml to make settings of it."""
OF_THE_SITE = ("migrate", "web", "referee", "bots", "notices")


PARTS = {"PRODUCTION", "EMBEDDED", "BEHIND_PROXY", "METRICS_HOST", "METRICS_PORT", "PROGRAM_SOCKET", "RELEASES"}
"""Settings by which the containers find each other."""


def filled(value: str, given: dict[str, str]) -> str:
    """A value of compose.yaml with its variables replaced, as compose does: the innermost first."""
    once = re.sub(r"\$\{(\w+)(?::-([^${}]*)|:\?)?\}", lambda found: given.get(found[1]) or found[2] or "", value)
    return once if once == value else filled(once, given)


def in_container(name: str, given: dict[str, str]) -> dict[str, str]:
    """The variables of a container when `.env` has those `given`."""
    service = COMPOSE["services"][name]
    assert service["env_file"] == [".env"]
    return given | {key: filled(value, given) for key, value in service["environment"].items()}


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
        given = {key for key, value in service.get("environment", {}).items() if key.startswith("FOGBOUND_") and value}
        assert given <= (OUTSIDE if name == "proxy" else SETTINGS), name
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked <= SETTINGS | OUTSIDE


def test_the_proxy_is_told_its_name_and_asks_where_the_site_listens():
    caddyfile = (ROOT / "config/hosting/Caddyfile").read_text()
    proxy = COMPOSE["services"]["proxy"]
    assert "./config/hosting/Caddyfile:/etc/caddy/Caddyfile:ro" in proxy["volumes"]
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) == set(proxy["environment"])
    port = re.search(r'"--port", "(\d+)"', DOCKERFILE)[1]
    # Containers of a service are called <project>-<service>-<number>.
    names = [
        f"{COMPOSE['name']}-web-{number + 1}" for number in range(COMPOSE["services"]["web"]["deploy"]["replicas"])
    ]
    assert proxy["environment"]["FOGBOUND_WEB"] == f"${{FOGBOUND_WEB:-{' '.join(f'{name}:{port}' for name in names)}}}"


def test_what_must_be_set_is_in_the_example():
    must = set(re.findall(r"\$\{(\w+):\?", (ROOT / "compose.yaml").read_text()))
    example = set(re.findall(r"^(FOGBOUND_\w+)=", DEPLOY, re.MULTILINE))
    assert must <= example


@pytest.mark.parametrize("name", OF_THE_SITE)
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
    for name in OF_THE_SITE:
        assert f"{data}:mode=1777" in COMPOSE["services"][name]["tmpfs"], name


def test_old_matches_have_a_place_that_all_processes_share_and_the_image_gives_to_them():
    for name in OF_THE_SITE:
        service = COMPOSE["services"][name]
        assert filled(service["environment"]["FOGBOUND_ARCHIVE"], {}) == "/archive"
        assert "archive:/archive" in service["volumes"]
    assert "archive" in COMPOSE["volumes"]
    # A new volume belongs to whom its folder in the image belongs to.
    assert re.search(r"install -d -o fogbound .*/archive", DOCKERFILE)


@pytest.mark.parametrize("setting", sorted(SETTINGS - {f"FOGBOUND_{one}" for one in PARTS}))
def test_every_setting_of_the_one_file_comes_into_the_containers(setting):
    for name in OF_THE_SITE:
        assert in_container(name, {setting: "x"})[setting] == "x"


def test_a_container_knows_a_misspelt_name_and_takes_none_of_the_file_itself_for_one(monkeypatch):
    given = dict.fromkeys([*OUTSIDE, "FOGBOUND_DATABSE"], "x")
    for name, value in in_container("web", given).items():
        monkeypatch.setenv(name, value)
    assert env.unknown() == {"FOGBOUND_DATABSE": "FOGBOUND_DATA"}


def test_a_name_for_people_is_enough():
    given = in_container("web", {"FOGBOUND_HOST": "play.example.org"})
    assert given["FOGBOUND_HOSTS"] == "play.example.org"
    assert given["FOGBOUND_ORIGINS"] == "https://play.example.org"


def test_programs_run_in_a_container_without_network_secrets_and_disks():
    programs = COMPOSE["services"]["programs"]
    assert programs["network_mode"] == "none" and "networks" not in programs and "ports" not in programs
    assert "environment" not in programs and "env_file" not in programs
    assert programs["read_only"] and programs["cap_drop"] == ["ALL"] and programs["pids_limit"]
    assert programs["security_opt"] == ["no-new-privileges:true"]
    # The image's own entry point waits for a loop that this process does not have.
    assert programs["entrypoint"][:3] == ["python", "-m", "lobby.bots.spawner"]
    path = programs["entrypoint"][3]
    (volume,) = programs["volumes"]
    assert volume == f"workers:{os.path.dirname(path)}" and path in programs["healthcheck"]["test"][-1]
    assert re.search(rf"install -d -o fogbound .*{os.path.dirname(path)}", DOCKERFILE)
    for name in ("web", "bots"):
        service = COMPOSE["services"][name]
        assert service["environment"]["FOGBOUND_PROGRAM_SOCKET"] == path and volume in service["volumes"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_bubblewrap_may_set_up_the_network_of_a_worker(unit):
    families = re.search(r"RestrictAddressFamilies=(.*)", unit.read_text())[1].split()
    assert ("AF_NETLINK" in families) == any(part in unit.stem for part in ("web", "bots"))


def test_units_run_commands_that_are_there_and_the_timer_a_unit():
    commands = {
        name: re.findall(r"^ExecStart=.*manage\.py (\w+)", unit.read_text(), re.MULTILINE)
        for unit in UNITS
        for name in [unit.stem]
    }
    assert commands.pop("fogbound-web@") == []
    assert (
        {"referee", "botrunner", "notices", "backup", "releases"}
        == set().union(*commands.values())
        <= set(get_commands())
    )
    assert {timer.stem for timer in (HOSTING / "systemd").glob("*.timer")} <= set(commands)


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_no_container_fills_the_machine(name):
    service = COMPOSE["services"][name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}


@pytest.mark.parametrize("name", ["proxy", "web", "referee", "bots"])
def test_who_has_sockets_has_files_for_them(name):
    wanted = min(COMPOSE["services"][name]["ulimits"]["nofile"].values())
    assert wanted == socket_limits.MOST_FILES


@pytest.mark.parametrize("name", ["referee", "bots"])
def test_a_container_without_pages_is_asked_whether_its_loop_runs(name):
    service = COMPOSE["services"][name]
    command = service["healthcheck"]["test"]
    assert command[:4] == ["CMD", "python", "-m", "config.loop_check"]
    assert command[4] == service["environment"]["FOGBOUND_METRICS_PORT"]
    assert int(service["healthcheck"]["timeout"].removesuffix("s")) > loop_check.PATIENCE


def test_a_loop_that_hangs_is_seen_from_outside():
    loop, held = asyncio.new_event_loop(), threading.Event()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    exposition.count_tasks(loop)
    server, serving_thread = start_http_server(0, "127.0.0.1")
    port = str(server.server_port)
    try:
        assert loop_check.main(port) == 0
        loop.call_soon_threadsafe(held.wait)
        assert loop_check.main(port) == 1
    finally:
        held.set()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        server.shutdown()
        server.server_close()
        serving_thread.join()
    assert loop_check.main(port) == 1, "nobody is there"


def test_images_of_others_may_be_named_by_digest(tmp_path):
    """`make image-digests` with a docker that knows a digest for every image."""
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\n[ "$1" = pull ] || echo "${5%%:*}@sha256:0123"\n')
    docker.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    said = subprocess.run([ROOT / ".ci/image-digests"], env={"PATH": path}, capture_output=True, text=True, check=True)
    given = dict(line.split("=", 1) for line in said.stdout.splitlines())
    assert given.keys() == IMAGES
    for name, service in COMPOSE["services"].items():
        if name not in (*OF_THE_SITE, "programs"):
            assert filled(service["image"], given).endswith("@sha256:0123")
    built = COMPOSE["services"]["migrate"]["build"]["args"]
    for argument in ("NODE_IMAGE", "PYTHON_IMAGE"):
        assert filled(built[argument], given).endswith("@sha256:0123")
        # Without it the tag, in both files.
        assert f"ARG {argument}={filled(built[argument], {})}\n" in DOCKERFILE
    assert re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE) == ["${NODE_IMAGE}", "${PYTHON_IMAGE}"]


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
    # Without a proxy anybody may send the headers of one: no form of the server reads them, only the site, where it is told to.
    options = [*re.findall(r"--ws\S* \S+", play), "--no-proxy-headers"]
    words = re.sub(r'[",\\\n\]]+', " ", DOCKERFILE)
    assert len(options) == 5
    for command in (re.sub(" +", " ", words), play, " ".join(serve(8000))):
        assert all(option in command for option in options)


@pytest.mark.parametrize("unit", PROCESSES, ids=lambda unit: unit.name)
def test_a_unit_starts_what_the_image_starts_and_is_watched_as_long(unit):
    text = unit.read_text().replace("\\\n", " ")
    (command,) = re.findall(r"^ExecStart=/opt/fogbound/.venv/bin/python (.*)$", text, re.MULTILINE)
    words = re.sub(" +", " ", command)
    if words.startswith("manage.py "):
        assert words.split()[1] in get_commands()
    else:
        image = re.search(r'^CMD \["python", (.*)\]$', DOCKERFILE.replace("\\\n", " "), re.MULTILINE | re.DOTALL)[1]
        of_image = " ".join(re.findall(r'"([^"]*)"', image))
        assert words == of_image.replace("0.0.0.0", "127.0.0.1").replace("--port 8000", "--port %i")
    watched = re.search(r'ENTRYPOINT \["python", "-m", "config.supervisor", "(\d+)"\]', DOCKERFILE)[1]
    assert f"WatchdogSec={watched}\n" in text and "Type=notify\n" in text and "Restart=always\n" in text


@pytest.mark.parametrize("unit", PROCESSES, ids=lambda unit: unit.name)
def test_a_unit_has_settings_of_its_own_and_may_write_where_the_archive_is(unit):
    text = unit.read_text()
    # Processes cannot share a port for their figures.
    assert "EnvironmentFile=/etc/fogbound/env\nEnvironmentFile=-/etc/fogbound/%p-%i.env\n" in text
    assert "StartLimitIntervalSec=0\n" in text.split("[Service]")[0]
    assert f"LimitNOFILE={socket_limits.MOST_FILES}\n" in text
    (place,) = re.findall(r"^#FOGBOUND_ARCHIVE=(.*)$", EXAMPLE, re.MULTILINE)
    writable = re.findall(r"^ReadWritePaths=-(.*)$", text, re.MULTILINE)
    assert any(Path(place).is_relative_to(folder) for folder in writable)
    (data,) = re.findall(r"^FOGBOUND_DATA=(.*)$", EXAMPLE, re.MULTILINE)
    assert data == "/var/lib/" + re.search(r"^StateDirectory=(.*)$", text, re.MULTILINE)[1]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    for path in (HOSTING / "systemd").iterdir():
        (tmp_path / path.name).write_text(path.read_text().replace("/opt/fogbound/.venv/bin/python", sys.executable))
    names = [tmp_path / unit.name.replace("@.", "@1.") for unit in UNITS]
    run = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True)
    ours = [line for line in run.stderr.splitlines() if "fogbound" in line and "Failed to prepare filename" not in line]
    assert ours == []


def test_the_example_has_only_settings_and_all_that_must_be_set(tmp_path):
    names = set(re.findall(r"^#?(FOGBOUND_\w+)=", EXAMPLE, re.MULTILINE))
    assert names <= SETTINGS
    given = dict(line.split("=", 1) for line in EXAMPLE.splitlines() if line.startswith("FOGBOUND_"))
    (tmp_path / "static").mkdir()
    (tmp_path / "static/site.css").touch()
    given |= {
        "FOGBOUND_SECRET_KEY": SECRET,
        "FOGBOUND_DATA": str(tmp_path),
        "FOGBOUND_FROM_EMAIL": given["FOGBOUND_FROM_EMAIL"].strip('"'),
    }
    run = checked(given)
    assert run.returncode == 0, run.stderr


def test_prometheus_asks_every_kind_of_process_and_takes_the_rules():
    told = yaml.safe_load((HOSTING / "prometheus.yml").read_text())
    assert told["rule_files"] == ["alerts.yml"]
    jobs = {job["job_name"]: job["static_configs"][0]["targets"] for job in told["scrape_configs"]}
    assert jobs.keys() == {unit.name.removesuffix("@.service") for unit in PROCESSES} | {"node", "site"}
    targets = [target for found in jobs.values() for target in found]
    assert len(targets) == len({*targets})


def test_every_rule_says_whom_to_wake_and_why():
    rules = yaml.safe_load((HOSTING / "alerts.yml").read_text())["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 0
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "ticket"} and rule["annotations"]["summary"]
        assert rule["expr"].count("(") == rule["expr"].count(")")


@pytest.mark.parametrize("name", ["alerts.yml", "grafana.json"])
def test_labels_by_which_figures_are_summed_are_labels_that_they_have(name):
    labels = {
        metric.name: {*one._labelnames}
        for one in vars(metrics).values()
        if isinstance(one, MetricWrapperBase)
        for metric in one.describe()
    }
    used = re.findall(r"by \(([\w, ]+)\) \(rate\((fogbound_\w+?)(_total|_bucket)?[\[{]", (HOSTING / name).read_text())
    assert used
    for by, figure, ending in used:
        had = labels[figure] | ({"le"} if ending == "_bucket" else set()) | {"job", "instance"}
        assert {*by.replace(" ", "").split(",")} <= had, figure


@pytest.mark.parametrize("name", ["alerts.yml", "grafana.json"])
def test_figures_that_hosts_are_shown_are_figures_that_there_are(name):
    asked = set(re.findall(r"\b(?:fogbound|process|python)_\w+", (HOSTING / name).read_text()))
    told = {metric.name for metric in REGISTRY.collect()} | {
        *(f"fogbound_{name}" for name in ("matches", "overdue_deadlines", "overdue_seconds", "clock_seconds")),
        *(f"fogbound_{name}" for name in ("outbox", "outbox_seconds", "backup_timestamp_seconds", "redis_up")),
        *(f"fogbound_database_{name}" for name in ("connections", "lock_waits", "transaction_seconds")),
    }
    assert asked
    assert {re.sub(r"_(total|bucket|info)$", "", figure) for figure in asked} <= told


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


SECRET = "k7Gh2-pQ9_xZ4vB6nM1cR8sT3wY5uJ0dLfEaKiOyHq-Ww4TtZz8Yb"


def checked(given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """What `manage.py check --deploy` says of a site with these settings alone."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FOGBOUND_")}
    environment = kept | given | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    check = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(check, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


def test_a_site_with_these_settings_starts_and_one_without_a_mail_server_does_not(tmp_path):
    (tmp_path / "site.css").touch()
    given = {
        "FOGBOUND_SECRET_KEY": SECRET,
        "FOGBOUND_HOST": "play.example.org",
        "FOGBOUND_EMAIL_HOST": "smtp.example.org",
        "FOGBOUND_FROM_EMAIL": "Fogbound <noreply@example.org>",
        "FOGBOUND_POSTGRES_PASSWORD": "x",
        "FOGBOUND_ARCHIVE": str(tmp_path),
        "FOGBOUND_ARCHIVE_AFTER": "30",
        "FOGBOUND_ADMIN_PATH": "back-room",
    }
    shape = {key: filled(value, given) for key, value in COMPOSE["services"]["referee"]["environment"].items()}
    shape["FOGBOUND_STATIC"] = str(tmp_path)
    assert checked(shape).returncode == 0, checked(shape).stderr
    refused = checked(shape | {"FOGBOUND_EMAIL_HOST": ""})
    assert refused.returncode == 1 and "fogbound.E008" in refused.stderr
