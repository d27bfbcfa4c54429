"""Is what docs/deploy.md says of point-in-time recovery enough? The database archives what it writes, somebody errs, and all comes back but that."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import servers
from tests.bench import site

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif("FOGBOUND_POSTGRES_DB" in os.environ, reason="brings servers of its own"),
    pytest.mark.skipif(servers.find_program("pg_basebackup") is None, reason="needs PostgreSQL"),
]

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = (ROOT / "docs/deploy.md").read_text()
PATIENCE = 60.0
GAME = "toy"


def setting(name: str, folder: Path) -> str:
    """What the document sets it to, with its folder for the archive."""
    (value,) = re.findall(rf"^{name} = '?(.*?)'?$", DEPLOY, re.MULTILINE)
    return value.replace("/var/lib/postgresql/archive", str(folder))


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that PostgreSQL may write to."""
    with tempfile.TemporaryDirectory(prefix="fogbound-archive-") as name:
        owner = servers.owner()
        if owner:
            os.chown(name, owner["user"], owner["group"])
        yield Path(name)


def ask(database: dict[str, str], statement: str) -> str:
    with psycopg.connect(
        host="127.0.0.1", port=database["FOGBOUND_POSTGRES_PORT"], user="fogbound", dbname="postgres", autocommit=True
    ) as line:
        row = line.execute(statement).fetchone() if statement.startswith("SELECT") else line.execute(statement) and None
    return str(row[0]) if row else ""


def environment(folder: Path, database: dict[str, str]) -> dict[str, str]:
    return site.environment(folder, GAME, embedded=False, **database, FOGBOUND_REDIS_URL="redis://127.0.0.1:1/0")


@pytest.mark.long
def test_everything_that_was_stored_before_somebody_erred_comes_back(folder: Path, tmp_path: Path) -> None:
    archive, base = folder / "archive", folder / "base"
    run = {"check": True, "cwd": folder, "env": {**os.environ, "HOME": str(folder)}, **servers.owner()}
    subprocess.run(["mkdir", archive], **run)
    archiving = {name: setting(name, archive) for name in ("archive_mode", "archive_command", "archive_timeout")}
    with servers.postgres(durable=True, more=archiving) as database:
        env = environment(tmp_path, database)
        before = site.make_rooms(env, GAME, 1, rounds=3)
        place = ("-h", "127.0.0.1", "-p", database["FOGBOUND_POSTGRES_PORT"], "-U", "fogbound")
        program = servers.find_program("pg_basebackup")
        subprocess.run([program, *place, "-D", base, "-X", "fetch", "-c", "fast"], **run)
        after = site.make_rooms(env, GAME, 2, rounds=3)
        moment = ask(database, "SELECT clock_timestamp()")
        time.sleep(0.05)
        ask(database, "TRUNCATE lobby_match CASCADE")
        assert ask(database, "SELECT count(*) FROM lobby_match") == "0"
        last = ask(database, "SELECT pg_walfile_name(pg_switch_wal())")
        patience = time.monotonic() + PATIENCE
        while not (archive / last).exists():
            assert time.monotonic() < patience
            time.sleep(0.1)

    subprocess.run(["touch", base / "recovery.signal"], **run)
    restoring = {
        "restore_command": setting("restore_command", archive),
        "recovery_target_action": setting("recovery_target_action", archive),
        "recovery_target_time": moment,
    }
    with servers.postgres(durable=True, data=base, more=restoring) as database:
        patience = time.monotonic() + PATIENCE
        while ask(database, "SELECT pg_is_in_recovery()") == "True":
            assert time.monotonic() < patience
            time.sleep(0.1)
        rooms = sorted([*before, *after])
        assert ask(database, "SELECT string_agg(id, ' ' ORDER BY id COLLATE \"C\") FROM lobby_match") == " ".join(
            match for match, *_ in rooms
        )
        # The site finds every table as it needs it.
        checked = [sys.executable, "manage.py", "migrate", "--check", "--verbosity=0"]
        subprocess.run(checked, cwd=ROOT, env=environment(tmp_path, database), check=True)
