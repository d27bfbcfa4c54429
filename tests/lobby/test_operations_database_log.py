"""Does PostgreSQL's log keep quiet about what people order and write, and is a host told if it does not?"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import psycopg
import pytest
import yaml
from django.db import connection

from lobby.operations import checks
from tests import servers

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

ROOT = Path(__file__).resolve().parent.parent.parent
ON_SERVERS = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no log")


def shipped() -> dict[str, str]:
    """The settings with which compose.yaml starts the server."""
    command = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["postgres"]["command"]
    return dict(word.split("=", 1) for word in command if "=" in word)


def set_as(settings: dict[str, str]) -> None:
    with connection.cursor() as cursor:
        for name in checks.QUIET:
            cursor.execute(f"SET {name} = {settings[name]}" if name in settings else f"RESET {name}")


def loud() -> list[str]:
    found = checks.check_database_log(None)
    assert {one.id for one in found} <= {"fogbound.W023"} and not any(one.is_serious() for one in found)
    return [one.msg.rpartition(" ")[2].rstrip(".") for one in found]


@ON_SERVERS
def test_a_host_is_told_by_name_what_would_print_orders(db) -> None:
    set_as({})
    assert loud() == ["log_error_verbosity", "log_min_error_statement"]
    set_as(shipped() | {"log_min_duration_statement": "250"})
    assert loud() == ["log_min_duration_statement"]
    set_as(shipped())
    assert loud() == []
    set_as({})


@ON_SERVERS
def test_what_fails_is_in_the_log_and_what_it_said_is_not() -> None:
    more = {**shipped(), "logging_collector": "on", "log_directory": "said", "log_filename": "log"}
    del more["max_connections"]
    # Not `tmp_path`: PostgreSQL's account may not look into it.
    with (
        tempfile.TemporaryDirectory(prefix="fogbound-log-") as folder,
        servers.postgres(data=Path(folder) / "data", more=more) as told,
    ):
        place = {name: told[f"FOGBOUND_POSTGRES_{name.upper()}"] for name in ("host", "port", "user")}
        with psycopg.connect(dbname=told["FOGBOUND_POSTGRES_DB"], autocommit=True, **place) as line:
            line.execute("CREATE TABLE orders (text varchar(20) CHECK (text <> 'to Thule'))")
            for text, error in (("to Thule", psycopg.errors.CheckViolation), ("to Thule" * 9, psycopg.DataError)):
                with pytest.raises(error):
                    line.execute("INSERT INTO orders VALUES (%s)", [text])
                with pytest.raises(error):
                    psycopg.ClientCursor(line).execute("INSERT INTO orders VALUES (%s)", [text])
            # Another process writes the log, after the answer; what one session says stays in order.
            line.execute("DO $$ BEGIN RAISE LOG 'the last word'; END $$")
        log, patience = "", time.monotonic() + servers.PATIENCE
        while "the last word" not in log and time.monotonic() < patience:
            time.sleep(0.05)
            log = Path(folder, "data/said/log").read_text()
    assert "the last word" in log
    assert log.count("ERROR:") == 4
    assert "Thule" not in log
