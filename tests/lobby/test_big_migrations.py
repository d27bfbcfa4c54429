"""Can a site of any size be brought up to date while people play? No migration holds a big table for as long as it takes to read it, and no
index is there twice."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection, transaction
from django.db.migrations.loader import MigrationLoader

from lobby.operations import lock_waits

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SINCE = ["0032", pytest.param("0018", marks=pytest.mark.long)]
"""One migration stands for those before 0032, which change no more; those before 0018 are of sites that were small."""
BIG = "match|seat|orders|step|chatline|user|rating|ratedmatch|change"
IN_BATCHES = {"0027_seats_know_the_end", "0034_names_by_look"}
"""Migrations without a transaction whose `RunPython` changes a batch of rows at a time."""
OF_FEW = {"0051_teams", "0052_versions_of_entrants", "0067_barred_maps", "0069_cancelled_contests_share_nothing"}
"""Migrations whose `RunPython` reads or changes rows of contests, or of a gallery: few, and no step of a match waits for them."""
HOLDS = (
    rf'CREATE (UNIQUE )?INDEX (?!CONCURRENTLY).* ON "lobby_({BIG})"',
    r"DROP INDEX (?!CONCURRENTLY)",
    rf'ALTER TABLE "lobby_({BIG})" .*(ALTER COLUMN \S+ TYPE|SET NOT NULL|ADD CONSTRAINT (?!.*NOT VALID)|REFERENCES)',
    rf'UPDATE "lobby_({BIG})"',
    # `RunPython`: rows change in one transaction, which holds them. A command or a process of the site does it in batches, as `fill_scores`.
    "THIS OPERATION CANNOT BE WRITTEN AS SQL",
)
"""What reads or writes a whole table while nobody else may."""


def holding(sql: str) -> list[str]:
    """Lines that hold a big table. One that the same migration makes is empty, and nobody uses it yet."""
    new = set(re.findall(r'CREATE TABLE ("\w+")', sql))
    lines = [line for line in sql.splitlines() if not any(re.search(rf"(TABLE|ON) {table}", line) for table in new)]
    return [line for line in lines if any(re.search(one, line) for one in HOLDS)]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite nobody else is there")
@pytest.mark.parametrize("since", SINCE)
def test_no_migration_holds_a_big_table(transactional_db, since) -> None:
    loader = MigrationLoader(connection, replace_migrations=False)
    names = sorted(name for app, name in loader.disk_migrations if app == "lobby" and name >= since)
    assert names
    # One row, each from the state that the one before has left: `sqlmigrate` begins at the first one every time.
    state = loader.project_state(("lobby", names[0]), at_end=False)
    for name in names:
        migration = loader.get_migration("lobby", name)
        with connection.schema_editor(collect_sql=True, atomic=migration.atomic) as editor:
            state = migration.apply(state, editor, collect_sql=True)
        may_run = name in IN_BATCHES | OF_FEW
        found = [
            line for line in holding("\n".join(editor.collected_sql)) if not (may_run and "CANNOT BE WRITTEN" in line)
        ]
        assert not found, f"{name}: {found}"


@pytest.mark.parametrize(
    "line",
    [
        'CREATE INDEX "x" ON "lobby_match" ("status");',
        'ALTER TABLE "lobby_seat" ALTER COLUMN "place" SET NOT NULL;',
        'ALTER TABLE "lobby_step" ADD CONSTRAINT "x" CHECK ("number" >= 0);',
        'UPDATE "lobby_match" SET "game" = \'x\';',
        'UPDATE "lobby_user" SET "name" = \'x\';',
        'CREATE INDEX "x" ON "lobby_rating" ("points");',
        'DROP INDEX IF EXISTS "x";',
        'ALTER TABLE "lobby_match" ADD COLUMN "x_id" bigint NULL CONSTRAINT "x" REFERENCES "lobby_user"("id") DEFERRABLE;',
        "-- THIS OPERATION CANNOT BE WRITTEN AS SQL",
    ],
)
def test_what_holds_a_table_is_known(line: str) -> None:
    assert holding(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        'CREATE INDEX CONCURRENTLY "x" ON "lobby_match" ("status");',
        'DROP INDEX CONCURRENTLY IF EXISTS "x";',
        'ALTER TABLE "lobby_match" ADD COLUMN "x" varchar(80) DEFAULT \'\' NOT NULL;',
        'CREATE TABLE "lobby_rating" ("id" bigint);\nCREATE INDEX "x" ON "lobby_rating" ("points");',
    ],
)
def test_what_holds_nothing_is_let_pass(line: str) -> None:
    assert holding(line) == []


def limit() -> str:
    """How long this connection waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return cursor.fetchone()[0]


@pytest.fixture
def held(transactional_db, monkeypatch) -> Iterator[threading.Event]:
    """Somebody has read a table, and holds it until the first pause between two attempts."""
    paused, holds = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute('LOCK TABLE "lobby_heartbeat" IN ACCESS SHARE MODE')
            holds.set()
            paused.wait(60)
        connection.close()

    reader = threading.Thread(target=hold)
    reader.start()
    assert holds.wait(60)

    def sleep(seconds: float) -> None:
        paused.set()
        reader.join()

    monkeypatch.setattr(lock_waits, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(lock_waits.time, "sleep", sleep)
    yield paused
    paused.set()
    reader.join()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite nobody else is there")
@pytest.mark.parametrize("in_transaction", [True, False])
def test_a_migration_lets_others_pass_and_comes_back(held, monkeypatch, in_transaction) -> None:
    done, before = [], limit()

    def handle(self, *args, **options) -> None:
        with transaction.atomic() if in_transaction else nullcontext(), connection.cursor() as cursor:
            done.append("before")
            cursor.execute('ALTER TABLE "lobby_heartbeat" ALTER COLUMN "alive_at" DROP DEFAULT')
            done.append("after")

    monkeypatch.setattr(migrate.Command, "handle", handle)
    said = io.StringIO()
    call_command("migrate", stderr=said)
    assert held.is_set()
    if in_transaction:
        assert done == ["before", "before", "after"]
        assert said.getvalue() == "canceling statement due to lock timeout; trying again\n"
    else:
        assert done == ["before", "after"]
    assert limit() == before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite nobody else is there")
def test_an_index_that_is_made_beside_waits_as_long_as_it_takes(transactional_db) -> None:
    seen, before = [], limit()

    def work() -> None:
        with connection.schema_editor(atomic=False) as editor, lock_waits.no_limit(editor):
            seen.append(limit())
        seen.append(limit())

    assert list(lock_waits.until_free(connection, work)) == []
    assert (seen, limit()) == (["0", "2s"], before)


def test_other_errors_are_not_repeated(transactional_db) -> None:
    def fail() -> None:
        raise OperationalError("the database is away")

    with pytest.raises(OperationalError, match="away"):
        list(lock_waits.until_free(connection, fail))


def test_no_index_begins_another() -> None:
    for model in apps.get_app_config("lobby").get_models():
        meta = model._meta
        kept = [[*index.fields] for index in meta.indexes if not index.condition]
        kept += [[*rule.fields] for rule in meta.constraints if getattr(rule, "fields", ()) and not rule.condition]
        kept += [[field.name] for field in meta.concrete_fields if field.db_index or field.unique]
        for short in kept:
            longer = [one for one in kept if one is not short and one[: len(short)] == short]
            assert not longer, f"{model.__name__}: {short} begins {longer}"
