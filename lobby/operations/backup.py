"""How is everything the site knows put into one file, and taken from it again? While the site runs; by the database's own means.

SQLite's online back-up and `pg_dump` both write what one moment looked like. Deadlines need no care: the referee's heartbeat is in
the file too, and the first referee after a restore gives every match the time since then back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from django.core.management import call_command
from django.db import Error as DatabaseError
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from lobby.matches import reach
from lobby.operations import health

SQLITE_MAGIC = b"SQLite format 3\0"
POSTGRES_MAGIC = b"PGDMP"
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
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
"""
"""Tables that a back-up does not have would stay, and be in the way of its migrations and of what refers to them."""


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
    """Has a referee or a web process been seen a moment ago? A database without tables has no site."""
    try:
        if "lobby_heartbeat" not in connection.introspection.table_names():
            return False
        return health.is_watched() or reach.is_served(timezone.now())
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
            # Else the copy would want two more files beside it.
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
    """Is it the file itself, and not that somebody has locked it or the disk is full?"""
    told = error if isinstance(error, sqlite3.Error) else error.__cause__
    # The lowest byte is what it is, those above say in which part of the file.
    return isinstance(told, sqlite3.Error) and told.sqlite_errorcode & 0xFF in DAMAGED


def _put_aside(database: Path) -> None:
    """Nothing is thrown away: somebody may get something out of the damaged file."""
    aside = database.with_name(f"{database.name}.damaged-{timezone.now():%Y%m%d-%H%M%S}")
    for ending in ("", "-wal", "-shm"):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    # Addresses and hashes of passwords come into it.
    database.touch(mode=0o600)


def _read_postgres(path: Path) -> None:
    """Empty our schema and fill it again in one transaction: whatever goes wrong, nothing was changed."""
    _refuse_newer(_applied_postgres(path))
    script = ("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", f"--schema={_schema()}", "--file=-")
    psql = ("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
    # Open connections of this process would hold the restore up.
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
            # Without its COMMIT all of it is as if it had not been.
            _end(writer)


def _schema() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            return str(cursor.fetchone()[0])
    except DatabaseError as error:
        raise BackupError(f"The database does not answer: {error}") from error


def _applied_postgres(path: Path) -> set[tuple[str, str]]:
    """App and name of the migrations that a back-up has seen."""
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
    """A release reads back-ups of its own kind and of older ones."""
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _ in known}
    newer = sorted(f"{app}.{name}" for app, name in applied - set(known) if app in ours)
    if newer:
        raise BackupError(f"The back-up was made by a newer release: {', '.join(newer)}.")


def _run_postgres(program: str, *arguments: str) -> str:
    """What one of PostgreSQL's programs writes."""
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
