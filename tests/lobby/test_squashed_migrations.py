"""Can a site of any release go on, although a new database is made in one step? Both come to the same tables, and rows stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.lobby.releases import one_by_one

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def all_migrations() -> Iterator[None]:
    """Whatever becomes of a test, the next one has all tables."""
    yield
    call_command("migrate", verbosity=0)


def shape() -> dict[str, Any]:
    """Columns, keys, indexes and constraints of each table. The order of columns and names that the database chose do not count."""
    found = {}
    with connection.cursor() as cursor:
        ask = connection.introspection
        for table in ask.table_names(cursor):
            columns = {one.name: one[1:] for one in ask.get_table_description(cursor, table)}
            constraints = ask.get_constraints(cursor, table)
            found[table] = columns, sorted(repr(sorted(one.items())) for one in constraints.values())
    return found


def empty() -> None:
    """Away with all tables, that of the applied migrations included."""
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})


@pytest.mark.postgres_alone
def test_the_way_from_the_oldest_release_ends_at_the_tables_of_a_new_site(all_migrations) -> None:
    new = shape()
    empty()
    with one_by_one():
        call_command("migrate", "lobby", "0001", verbosity=0)
    assert len(shape()) < len(new)
    row = {
        "username": "ada", "password": "", "name": "Ada", "email": "", "first_name": "", "last_name": "", "language": "",
        "is_superuser": False, "is_staff": False, "is_active": True, "is_guest": False, "date_joined": "2026-01-02 03:04:05+00:00",
    }  # fmt: skip
    with connection.cursor() as cursor:
        places = ", ".join(["%s"] * len(row))
        cursor.execute(f"INSERT INTO lobby_user ({', '.join(row)}) VALUES ({places})", list(row.values()))
    call_command("migrate", verbosity=0)
    assert shape() == new
    with connection.cursor() as cursor:
        cursor.execute("SELECT username, name, name_key FROM lobby_user")
        assert cursor.fetchall() == [("ada", "Ada", "ada")]


def test_the_squashed_migration_replaces_an_unbroken_row() -> None:
    on_disk = MigrationLoader(None).disk_migrations
    (squashed,) = [one for (app, _), one in on_disk.items() if app == "lobby" and one.replaces]
    replaced = [name for _, name in squashed.replaces]
    alone = sorted(name for app, name in on_disk if app == "lobby" and name != squashed.name)
    assert replaced == alone[: len(replaced)]
