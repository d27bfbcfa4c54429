"""Can a site of any size be brought up to date while people play? No migration holds a big table for as long as it takes to read it, and no
index is there twice."""

from __future__ import annotations

import io
import re

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

SINCE = "0018"
"""Earlier ones are of sites that were small."""
BIG = "match|seat|orders|step|chatline"
HOLDS = (
    rf'CREATE (UNIQUE )?INDEX (?!CONCURRENTLY).* ON "lobby_({BIG})"',
    rf'ALTER TABLE "lobby_({BIG})" .*(ALTER COLUMN \S+ TYPE|SET NOT NULL|ADD CONSTRAINT (?!.*NOT VALID))',
    rf'UPDATE "lobby_({BIG})"',
)
"""What reads or writes a whole table while nobody else may."""


@pytest.mark.skipif(connection.vendor != "postgresql", reason="on SQLite nobody else is there")
def test_no_migration_holds_a_big_table(transactional_db) -> None:
    names = sorted(
        name for app, name in MigrationLoader(connection).disk_migrations if app == "lobby" and name >= SINCE
    )
    assert names
    for name in names:
        said = io.StringIO()
        call_command("sqlmigrate", "lobby", name, stdout=said)
        found = [line for line in said.getvalue().splitlines() for one in HOLDS if re.search(one, line)]
        assert not found, f"{name}: {found}"


@pytest.mark.parametrize(
    "line",
    [
        'CREATE INDEX "x" ON "lobby_match" ("status");',
        'ALTER TABLE "lobby_seat" ALTER COLUMN "place" SET NOT NULL;',
        'ALTER TABLE "lobby_step" ADD CONSTRAINT "x" CHECK ("number" >= 0);',
        'UPDATE "lobby_match" SET "game" = \'x\';',
    ],
)
def test_what_holds_a_table_is_known(line: str) -> None:
    assert any(re.search(one, line) for one in HOLDS)


def test_no_index_begins_another() -> None:
    for model in apps.get_app_config("lobby").get_models():
        meta = model._meta
        kept = [[*index.fields] for index in meta.indexes if not index.condition]
        kept += [[*rule.fields] for rule in meta.constraints if getattr(rule, "fields", ()) and not rule.condition]
        kept += [[field.name] for field in meta.concrete_fields if field.db_index or field.unique]
        for short in kept:
            longer = [one for one in kept if one is not short and one[: len(short)] == short]
            assert not longer, f"{model.__name__}: {short} begins {longer}"
