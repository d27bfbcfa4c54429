"""How does a busy table get an index? On PostgreSQL concurrently, which takes longer and blocks no writer.

A migration with one of these operations needs `atomic = False`. On SQLite they behave as Django's own operations.
"""

import logging
from typing import Any

from django.db import DatabaseError
from django.db.migrations import AddConstraint, AddIndex, AlterField, CreateModel, RemoveIndex
from django.db.migrations.operations.base import Operation

from lobby.operations.lock_waits import no_limit

log = logging.getLogger("fogbound.migrations")


def _beside(schema_editor: Any) -> dict[str, bool]:
    return {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}


class CreateForGood(CreateModel):
    """A table with what is nowhere else: the way back refuses to drop it while it has rows. RuntimeError names the table."""

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        alias = schema_editor.connection.alias
        if from_state.apps.get_model(app_label, self.name).objects.using(alias).exists():
            raise RuntimeError(f"{self.name} has rows that are nowhere else: The way back, docs/deploy.md")
        super().database_backwards(app_label, schema_editor, from_state, to_state)


class AddIndexBeside(AddIndex):
    """`CREATE INDEX CONCURRENTLY`."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            with no_limit(schema_editor):
                schema_editor.add_index(model, self.index, **_beside(schema_editor))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            with no_limit(schema_editor):
                schema_editor.remove_index(model, self.index, **_beside(schema_editor))


class AddUniqueBeside(AddConstraint):
    """`CREATE UNIQUE INDEX CONCURRENTLY`, for a `UniqueConstraint` with a condition, which is an index."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            sql = str(self.constraint.create_sql(model, schema_editor))
            beside = sql.replace("CREATE UNIQUE INDEX", "CREATE UNIQUE INDEX CONCURRENTLY", 1)
            with no_limit(schema_editor):
                # An attempt that failed has left one behind that is not valid.
                name = schema_editor.quote_name(self.constraint.name)
                schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
                schema_editor.execute(beside, params=None)


class AddTrigramsBeside(Operation):
    """`CREATE INDEX CONCURRENTLY` by the trigrams of a column, which finds parts of texts, with the extension `pg_trgm`. Only on PostgreSQL.

    A role that may not create the extension gets no index: whatever looks for parts then reads all rows, as on SQLite. The state of the models
    does not know of it, because Django's own kind of such an index exists on PostgreSQL alone.
    """

    atomic = False
    reduces_to_sql = True

    def __init__(self, model_name: str, field: str, name: str) -> None:
        self.model_name, self.field, self.name = model_name, field, name

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Nothing changes."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if schema_editor.connection.vendor != "postgresql" or not self.allow_migrate_model(
            schema_editor.connection.alias, model
        ):
            return
        try:
            schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError as error:
            log.warning("parts of names are found without an index: %s", error)
            return
        table, name, column = map(
            schema_editor.quote_name, (model._meta.db_table, self.name, model._meta.get_field(self.field).column)
        )
        with no_limit(schema_editor):
            # An attempt that failed has left one behind that is not valid.
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            schema_editor.execute(f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin ({column} gin_trgm_ops)")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor == "postgresql":
            with no_limit(schema_editor):
                schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.name)}")

    def describe(self) -> str:
        return f"Find parts of {self.field} on {self.model_name} by trigrams"


class RemoveIndexBeside(RemoveIndex):
    """`DROP INDEX CONCURRENTLY`."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            index = from_state.models[app_label, self.model_name_lower].get_index_by_name(self.name)
            with no_limit(schema_editor):
                schema_editor.remove_index(model, index, **_beside(schema_editor))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            index = to_state.models[app_label, self.model_name_lower].get_index_by_name(self.name)
            with no_limit(schema_editor):
                schema_editor.add_index(model, index, **_beside(schema_editor))


class DropForeignKeyIndex(AlterField):
    """`db_index=False` on a foreign key. Django would create the constraint again and read the whole table; here only the index is dropped."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        connection = schema_editor.connection
        if connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(connection.alias, model):
            return
        column = model._meta.get_field(self.name).column
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, model._meta.db_table)
        for name, one in found.items():
            if one["index"] and not one["unique"] and one["columns"] == [column]:
                with no_limit(schema_editor):
                    schema_editor.execute(f"DROP INDEX CONCURRENTLY {schema_editor.quote_name(name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the index again, as Django does. Django's own `database_backwards` would call `database_forwards` of this class."""
        super().database_forwards(app_label, schema_editor, from_state, to_state)
