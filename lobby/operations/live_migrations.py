"""How does a busy table get an index? On PostgreSQL concurrently, which takes longer and blocks no writer.

A migration with one of these operations needs `atomic = False`. On SQLite they behave as Django's own operations.
"""

from typing import Any

from django.db.migrations import AddConstraint, AddIndex, AlterField, RemoveIndex

from lobby.operations.lock_waits import no_limit


def _beside(schema_editor: Any) -> dict[str, bool]:
    return {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}


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
