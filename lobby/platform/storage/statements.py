"""How do hand-written statements reach either database? Many rows in one statement.

SQLite gets a statement once and its values row by row. A server (PostgreSQL) must parse every statement and costs a round trip, so it
gets a batch as one value: a list, or rows as one JSON text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import orjson
from django.db import connection
from django.db.models import Field, JSONField, Model

from lobby.platform.process.database import connection_here

Row = tuple[Any, ...]


def cursor() -> Any:
    """A cursor that is closed after use."""
    return connection_here().cursor()


def is_server() -> bool:
    """True if the database is a server, not SQLite. Then many rows go in one statement."""
    return connection_here().vendor == "postgresql"


def among(ids: Collection[str]) -> tuple[str, list[Any]]:
    """SQL condition for a column to be one of `ids`, and its parameters. A server gets the list as one parameter."""
    if is_server():
        return "= ANY(%s)", [list(ids)]
    return f"IN ({', '.join(['%s'] * len(ids))})", list(ids)


def moment(at: datetime | None) -> Any:
    """A time in the form that the database takes."""
    return connection_here().ops.adapt_datetimefield_value(at)


def insert(model: type[Model], names: tuple[str, ...], made: Sequence[Row]) -> None:
    """Insert rows with these columns; values are in the form that the database takes."""
    if not made:
        return
    with cursor() as statements:
        if is_server():
            statements.execute(_insertion_of_many(model, names), [_as_records(names, made)])
        else:
            statements.executemany(_insertion(model, names), made)


def update_many(model: type[Model], names: tuple[str, ...], values: Sequence[Row]) -> None:
    """Update these columns of rows. Each item of `values` has the new values, then the primary key."""
    if not values:
        return
    with cursor() as statements:
        if is_server():
            statements.execute(_update_of_many(model, names), [_as_records((*names, "id"), values)])
        else:
            statements.executemany(_update(model, names), values)


@cache
def _insertion(model: type[Model], names: tuple[str, ...]) -> str:
    return f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) VALUES ({', '.join(['%s'] * len(names))})"


@cache
def _insertion_of_many(model: type[Model], names: tuple[str, ...]) -> str:
    values = ", ".join(_value(model, name) for name in names)
    return f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) SELECT {values} FROM {_records(model, names)}"


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    settings = ", ".join(f"{name} = %s" for name in names)
    return f"UPDATE {model._meta.db_table} SET {settings} WHERE id = %s"


@cache
def _update_of_many(model: type[Model], names: tuple[str, ...]) -> str:
    settings = ", ".join(f"{name} = {_value(model, name)}" for name in names)
    return (
        f"UPDATE {model._meta.db_table} old SET {settings} FROM {_records(model, (*names, 'id'))} WHERE old.id = new.id"
    )


def _records(model: type[Model], names: tuple[str, ...]) -> str:
    """SQL for rows from one JSON text, under the name `new`. The statement is the same for any number of rows.

    A parameter for every value, or a list for every column, takes the driver three times as long.
    """
    kinds = [
        f"{name} {'text' if _is_json(model, name) else field_of(model, name).db_type(connection)}" for name in names
    ]
    return f"json_to_recordset(%s) AS new({', '.join(kinds)})"


def _value(model: type[Model], name: str) -> str:
    """SQL for a column of such a row. A JSON column comes as text, because its null would become SQL NULL otherwise."""
    return f"new.{name}{'::jsonb' if _is_json(model, name) else ''}"


def _is_json(model: type[Model], name: str) -> bool:
    return isinstance(field_of(model, name), JSONField)


def _as_records(names: tuple[str, ...], made: Sequence[Row]) -> str:
    """The text for `_records`."""
    return orjson.dumps([dict(zip(names, row, strict=True)) for row in made], default=_as_text).decode()


def _as_text(value: object) -> str:
    """Bytes in PostgreSQL's text form."""
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    raise TypeError(f"a {type(value).__name__} is no value of a column")


def field_of(model: type[Model], attname: str) -> Field[Any, Any]:
    """The field of a model whose column has that name."""
    return next(field for field in model._meta.concrete_fields if field.attname == attname)
