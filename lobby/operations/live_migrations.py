"""How does a table that people write to all day get an index? On PostgreSQL beside them, which takes longer and stops nobody.

A migration with one of these has `atomic = False`. On SQLite, whose only process is the site itself, they are Django's own.
"""

from typing import Any

from django.db.migrations import AddIndex, AlterField, RemoveIndex


def _beside(schema_editor: Any) -> dict[str, bool]:
    return {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}


class AddIndexBeside(AddIndex):
    """`CREATE INDEX CONCURRENTLY`."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            schema_editor.add_index(model, self.index, **_beside(schema_editor))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            schema_editor.remove_index(model, self.index, **_beside(schema_editor))


class RemoveIndexBeside(RemoveIndex):
    """`DROP INDEX CONCURRENTLY`."""

    atomic = False

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = from_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            index = from_state.models[app_label, self.model_name_lower].get_index_by_name(self.name)
            schema_editor.remove_index(model, index, **_beside(schema_editor))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            index = to_state.models[app_label, self.model_name_lower].get_index_by_name(self.name)
            schema_editor.add_index(model, index, **_beside(schema_editor))


class DropForeignKeyIndex(AlterField):
    """`db_index=False` on a foreign key. Django would make the key anew, and so read the whole table; here only its index goes."""

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
                schema_editor.execute(f"DROP INDEX CONCURRENTLY {schema_editor.quote_name(name)}")

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make the index again, as Django does; Django's own way back would call the way forwards."""
        super().database_forwards(app_label, schema_editor, from_state, to_state)
