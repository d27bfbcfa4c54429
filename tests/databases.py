"""Where does the database of a whole site or of a process of tests come from? It is a copy of one that was migrated once.

On SQLite once for the checkout, on PostgreSQL once for each server.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "databases"
FILE = "fogbound.sqlite3"
HANGS = 900
"""Seconds after which a command of set-up hangs; on a busy machine each takes minutes."""


def make_database(environment: Mapping[str, str]) -> None:
    """Make the tables of the site with that environment, whose database is new."""
    if environment.get("FOGBOUND_POSTGRES_DB"):
        _migrate(environment)
    else:
        file = environment.get("FOGBOUND_SQLITE") or Path(environment["FOGBOUND_DATA"]) / FILE
        shutil.copy(_migrated(environment), file)


def migrated_template(environment: Mapping[str, str]) -> str:
    """The name of a database with all tables and no rows of people on the PostgreSQL server of that environment, as a template for others.

    Made by whoever comes first, the others wait.
    """
    name = f"fogbound_{_digest()}"
    making = sql.Identifier(f"{name}_making")
    with psycopg.connect(
        host=environment.get("FOGBOUND_POSTGRES_HOST", "127.0.0.1"),
        port=environment.get("FOGBOUND_POSTGRES_PORT"),
        user=environment.get("FOGBOUND_POSTGRES_USER"),
        password=environment.get("FOGBOUND_POSTGRES_PASSWORD"),
        dbname=environment["FOGBOUND_POSTGRES_DB"],
        autocommit=True,
    ) as line:
        # Ends with the connection.
        line.execute("SELECT pg_advisory_lock(hashtext('template of the tests'))")
        if not line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            line.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(making))
            line.execute(sql.SQL("CREATE DATABASE {}").format(making))
            # Pooled connections are without limits of time: on a busy machine a migration thinks longer between two statements.
            _migrate({**environment, "FOGBOUND_POSTGRES_DB": f"{name}_making", "FOGBOUND_POSTGRES_POOLED": "1"})
            line.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(making, sql.Identifier(name)))
    return name


def _migrated(environment: Mapping[str, str]) -> Path:
    """An SQLite file with all tables and no rows of people; made by whoever comes first, the others wait."""
    kept = KEPT / _digest()
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / FILE).exists():
            making = kept / "making"
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir()
            plain = {name: value for name, value in environment.items() if not name.startswith("FOGBOUND_")}
            _migrate({**plain, "FOGBOUND_DATA": str(making)})
            (making / FILE).rename(kept / FILE)
    return kept / FILE


def _digest() -> str:
    """What the tables follow from: our migrations and the releases of the packages that have some."""
    sources = [*sorted((ROOT / "lobby/migrations").glob("*.py")), ROOT / "requirements.txt"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _migrate(environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=HANGS)
