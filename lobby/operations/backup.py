"""How is everything the site knows put into one file, and taken from it again? While the site runs; by the database's own means.

SQLite's online back-up and `pg_dump` both write what one moment looked like. Deadlines need no care: the referee's heartbeat is in
the file too, and the first referee after a restore gives every match the time since then back.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from lobby.operations import health

SQLITE_MAGIC = b"SQLite format 3\0"
POSTGRES_MAGIC = b"PGDMP"


class BackupError(Exception):
    """The file or the moment does not fit; the text says what to do."""


def write(path: Path) -> int:
    """Write everything to `path`, all of it or nothing; its size in bytes. Raises BackupError."""
    if path.exists():
        raise BackupError(f"{path} exists already; a back-up is never written over.")
    part = path.with_name(path.name + ".part")
    try:
        # Addresses and hashes of passwords are in it.
        part.touch(mode=0o600)
        if connection.vendor == "sqlite":
            _write_sqlite(part)
        else:
            _run_postgres("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        _to_disk(part)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return path.stat().st_size


def read(path: Path, *, even_if_alive: bool = False) -> None:
    """Replace everything by what is in `path`, then bring its tables up to this release. Raises BackupError: nothing was changed."""
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    with path.open("rb") as file:
        magic = file.read(16)
    wanted = SQLITE_MAGIC if connection.vendor == "sqlite" else POSTGRES_MAGIC
    if not magic.startswith(wanted):
        raise BackupError(f"{path} is no back-up of a {connection.vendor} database.")
    if not even_if_alive and "lobby_heartbeat" in connection.introspection.table_names() and health.is_watched():
        raise BackupError("The site is running. Stop its processes first: they would go on with what they remember.")
    if connection.vendor == "sqlite":
        _read_sqlite(path)
    else:
        _run_postgres(
            *("pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"),
            *("--exit-on-error", f"--dbname={connection.settings_dict['NAME']}", str(path)),
        )
    connections.close_all()
    call_command("migrate", verbosity=0)


def _write_sqlite(part: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(part)) as target:
        connection.connection.backup(target)
        # Else the copy would want two more files beside it.
        target.execute("PRAGMA journal_mode=DELETE")
        (verdict,) = target.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise BackupError(f"The database is damaged: {verdict}")


def _read_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
        try:
            (verdict,) = source.execute("PRAGMA integrity_check").fetchone()
            applied = set(source.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{path} is damaged: {error}") from error
        if verdict != "ok":
            raise BackupError(f"{path} is damaged: {verdict}")
        _refuse_newer(applied)
        connection.ensure_connection()
        source.backup(connection.connection)


def _refuse_newer(applied: set[tuple[str, str]]) -> None:
    """A release reads back-ups of its own kind and of older ones."""
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _ in known}
    newer = sorted(f"{app}.{name}" for app, name in applied - set(known) if app in ours)
    if newer:
        raise BackupError(f"The back-up was made by a newer release: {', '.join(newer)}.")


def _run_postgres(program: str, *arguments: str) -> None:
    settings = connection.settings_dict
    environment = {
        **os.environ,
        "PGHOST": settings["HOST"],
        "PGPORT": str(settings["PORT"]),
        "PGUSER": settings["USER"],
        "PGPASSWORD": settings["PASSWORD"],
        "PGDATABASE": settings["NAME"],
    }
    try:
        done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise BackupError(f"{program} is not there; it comes with PostgreSQL's client programs.") from error
    if done.returncode:
        raise BackupError(f"{program}: {done.stderr.strip()}")


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
