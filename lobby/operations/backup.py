"""How is the whole database backed up to one file, and restored? The database's own tools write the back-up while the site runs.

SQLite's online back-up and `pg_dump` both write a consistent snapshot. Deadlines need no special care: the file contains the referee's
heartbeat, and the first referee after a restore gives every match back the time since then.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from django.core.management import call_command
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from lobby.operations import health
from lobby.play import web_heartbeat

SQLITE_MAGIC = b"SQLite format 3\0"
POSTGRES_MAGIC = b"PGDMP"
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
STALE_SECONDS = 24 * 3600
"""Age of a part of a back-up that nobody writes any more."""
EMPTY_SCHEMA = """
SET client_min_messages = warning;
SET lock_timeout = '30s';
DO $$
DECLARE
    one record;
BEGIN
    FOR one IN
        SELECT relname, CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
        FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relkind IN ('v', 'm', 'r', 'p', 'S')
            -- What an extension has brought is its own.
            AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        ORDER BY array_position(ARRAY['v', 'm', 'r', 'p', 'S'], relkind::text)
    LOOP
        EXECUTE format('DROP %s IF EXISTS %I.%I CASCADE', one.kind, current_schema(), one.relname);
    END LOOP;
END $$;
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
    RAISE WARNING 'without the extension pg_trgm: %', SQLERRM;
END $$;
"""
"""Tables that a back-up does not contain would otherwise stay, and conflict with its migrations and foreign keys. Extensions are in no back-up of a
schema: an index of one with trigrams (`live_migrations.AddTrigramsBeside`) needs its own."""


class BackupError(Exception):
    """A back-up or restore is not possible; the text says why and what to do."""


def write(path: Path) -> int:
    """Write the back-up to `path` atomically; returns its size in bytes. Raises BackupError."""
    if path.exists():
        raise BackupError(f"{path} exists already; a back-up is never written over.")
    part = path.with_name(path.name + ".part")
    try:
        # The file contains e-mail addresses and password hashes.
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


def write_into(folder: Path, keep: int | None = None) -> Path:
    """Write a back-up named by its moment into that folder, then delete all of these but the newest `keep`; returns its path. Raises BackupError."""
    path = folder / f"fogbound-{timezone.now():%Y-%m-%dT%H%M%SZ}.backup"
    write(path)
    if keep is not None:
        for old in sorted(folder.glob("fogbound-*.backup"))[:-keep]:
            old.unlink()
        # Of one that was killed while it was written; another one may be on its way.
        for part in folder.glob("fogbound-*.backup.part"):
            if time.time() - part.stat().st_mtime > STALE_SECONDS:
                part.unlink(missing_ok=True)
    return path


def say(path: Path, size: int) -> None:
    """Write into that file, for the text files of Prometheus' node exporter, when there was a back-up and how large it is."""
    part = path.with_name(path.name + ".part")
    part.write_text(
        f"# TYPE fogbound_backup_timestamp_seconds gauge\nfogbound_backup_timestamp_seconds {timezone.now().timestamp():.0f}\n"
        f"# TYPE fogbound_backup_bytes gauge\nfogbound_backup_bytes {size}\n"
    )
    part.rename(path)


def read(path: Path, *, even_if_alive: bool = False) -> None:
    """Replace the whole database by the back-up in `path`, then run the migrations of this release. After BackupError nothing has changed."""
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    with path.open("rb") as file:
        magic = file.read(16)
    wanted = SQLITE_MAGIC if connection.vendor == "sqlite" else POSTGRES_MAGIC
    if not magic.startswith(wanted):
        raise BackupError(f"{path} is no back-up of a {connection.vendor} database.")
    if not even_if_alive and _is_alive():
        raise BackupError("The site is running. Stop its processes first: they would go on with what they remember.")
    if connection.vendor == "sqlite":
        _read_sqlite(path, even_if_damaged=even_if_alive)
    else:
        _read_postgres(path)
    connections.close_all()
    try:
        call_command("migrate", verbosity=0)
    except DatabaseError as error:
        raise BackupError(
            f"Everything is as in {path}, but its tables could not be brought up to this release: {error}"
        ) from error


def _is_alive() -> bool:
    """True if a referee or a web process has a recent heartbeat; False for a database without tables."""
    try:
        if "lobby_heartbeat" not in connection.introspection.table_names():
            return False
        return health.is_watched() or web_heartbeat.is_served(timezone.now())
    except DatabaseError as error:
        raise BackupError(
            f"The database cannot be asked whether the site is running: {error}. If it does answer but is damaged, and every process"
            " of the site is stopped, --even-if-alive restores all the same."
        ) from error


def _write_sqlite(part: Path) -> None:
    try:
        connection.ensure_connection()
        with closing(sqlite3.connect(part)) as target:
            connection.connection.backup(target)
            # Otherwise the copy would need two more files beside it.
            target.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = target.execute("PRAGMA integrity_check").fetchone()
    except (sqlite3.DatabaseError, DatabaseError) as error:
        raise BackupError(f"The database cannot be read: {error}") from error
    if verdict != "ok":
        raise BackupError(f"The database is damaged: {verdict}")


def _read_sqlite(path: Path, *, even_if_damaged: bool) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
        try:
            (verdict,) = source.execute("PRAGMA integrity_check").fetchone()
            applied = set(source.execute("SELECT app, name FROM django_migrations"))
        except sqlite3.DatabaseError as error:
            raise BackupError(f"{path} is damaged: {error}") from error
        if verdict != "ok":
            raise BackupError(f"{path} is damaged: {verdict}")
        _refuse_newer(applied)
        try:
            _copy_sqlite(source)
        except (sqlite3.DatabaseError, DatabaseError) as error:
            if not (even_if_damaged and _is_damaged(error)):
                raise BackupError(f"The database cannot be written: {error}") from error
            connection.close()
            _put_aside(Path(connection.settings_dict["NAME"]))
            _copy_sqlite(source)


def _copy_sqlite(source: sqlite3.Connection) -> None:
    connection.ensure_connection()
    source.backup(connection.connection)


def _is_damaged(error: Exception) -> bool:
    """True if the error means a damaged file, and not a lock or a full disk."""
    told = error if isinstance(error, sqlite3.Error) else error.__cause__
    # The lowest byte is the primary error code; higher bytes give details.
    return isinstance(told, sqlite3.Error) and told.sqlite_errorcode & 0xFF in DAMAGED


def _put_aside(database: Path) -> None:
    """Rename the damaged file instead of deleting it: some of its data may be recoverable."""
    aside = database.with_name(f"{database.name}.damaged-{timezone.now():%Y%m%d-%H%M%S}")
    for ending in ("", "-wal", "-shm"):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    # It will contain e-mail addresses and password hashes.
    database.touch(mode=0o600)


def _read_postgres(path: Path) -> None:
    """Empty the site's schema and fill it again in one transaction, so that a failure changes nothing."""
    _refuse_newer(_applied_postgres(path))
    script = ("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", f"--schema={_schema()}", "--file=-")
    psql = ("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
    # Open connections of this process could block the restore.
    connections.close_all()
    with tempfile.TemporaryFile("w+") as refused, tempfile.TemporaryFile("w+") as complained:
        writer = _start_postgres(*psql, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=refused)
        try:
            reader = _start_postgres(*script, str(path), stdout=subprocess.PIPE, stderr=complained)
            try:
                assert writer.stdin is not None and reader.stdout is not None
                writer.stdin.write(f"BEGIN;\n{EMPTY_SCHEMA}".encode())
                shutil.copyfileobj(reader.stdout, writer.stdin)
                if reader.wait():
                    raise BackupError(f"pg_restore: {_said(complained)}")
                writer.stdin.write(b"\nCOMMIT;\n")
                writer.stdin.close()
            except BrokenPipeError:
                pass  # psql has stopped at an error, and says which
            finally:
                _end(reader)
            if writer.wait():
                raise BackupError(f"psql: {_said(refused)}")
        finally:
            # Without the COMMIT, PostgreSQL undoes all of it.
            _end(writer)


def _schema() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            return str(cursor.fetchone()[0])
    except DatabaseError as error:
        raise BackupError(f"The database does not answer: {error}") from error


def _applied_postgres(path: Path) -> set[tuple[str, str]]:
    """(app, name) of the migrations that are recorded in a back-up."""
    text = _run_postgres("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(path))
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("COPY ") and "django_migrations (" in line:
            columns = line.partition("(")[2].partition(")")[0].split(", ")
            break
    else:
        raise BackupError(f"{path} is no back-up of a site: it does not say which migrations it has seen.")
    applied = set()
    for line in lines:
        if line == "\\.":
            break
        row = dict(zip(columns, line.split("\t"), strict=True))
        applied.add((row["app"], row["name"]))
    return applied


def _refuse_newer(applied: set[tuple[str, str]]) -> None:
    """Raises BackupError for a back-up with migrations that this release does not have."""
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _ in known}
    newer = sorted(f"{app}.{name}" for app, name in applied - set(known) if app in ours)
    if newer:
        raise BackupError(f"The back-up was made by a newer release: {', '.join(newer)}.")


def _run_postgres(program: str, *arguments: str) -> str:
    """The output of one of PostgreSQL's programs. Raises BackupError if it fails."""
    process = _start_postgres(program, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    written, complained = process.communicate()
    if process.returncode:
        raise BackupError(f"{program}: {complained.decode(errors='replace').strip()}")
    return written.decode()


def _start_postgres(
    program: str, *arguments: str, stdout: int, stderr: int | IO[str], stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
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
        return subprocess.Popen([program, *arguments], env=environment, stdin=stdin, stdout=stdout, stderr=stderr)
    except FileNotFoundError as error:
        raise BackupError(f"{program} is not there; it comes with PostgreSQL's client programs.") from error


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


def _said(file: IO[str]) -> str:
    file.seek(0)
    return file.read().strip()


def _to_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
