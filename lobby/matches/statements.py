"""How are statements by hand said to either database? Many rows in one.

SQLite gets a statement once and its values row by row. To a server, with a way to it and every statement understood anew, a batch is one
value: a list, or rows as one text of JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import orjson
from django.db import connection
from django.db.models import Field, JSONField, Model

from lobby.matches.threads import database

Row = tuple[Any, ...]


def cursor() -> Any:
    """A cursor that is closed after use."""
    return database().cursor()


def is_server() -> bool:
    """Is the database a server, with a way to it and every statement understood anew? Then many rows go in one statement."""
    return database().vendor == "postgresql"


def among(ids: Collection[str]) -> tuple[str, list[Any]]:
    """What is true of a column that holds one of `ids`, and the values for it. To a server a list is one value."""
    if is_server():
        return "= ANY(%s)", [list(ids)]
    return f"IN ({', '.join(['%s'] * len(ids))})", list(ids)


def moment(at: datetime | None) -> Any:
    """A moment as the database takes it."""
    return database().ops.adapt_datetimefield_value(at)


def insert(model: type[Model], names: tuple[str, ...], made: Sequence[Row]) -> None:
    """Store rows of those columns, as the database takes them."""
    if not made:
        return
    with cursor() as statements:
        if is_server():
            statements.execute(_insertion_of_many(model, names), [_as_records(names, made)])
        else:
            statements.executemany(_insertion(model, names), made)


def update_many(model: type[Model], names: tuple[str, ...], values: Sequence[Row]) -> None:
    """Set those columns, as the database takes them, of rows by their keys, which come last in each of `values`."""
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
    """Rows from one text of JSON, under the name `new`: to a server that understands each statement anew, any number of them is the same one.

    A value for every place in a row, or a list for every column, takes the driver three times as long to write.
    """
    kinds = [
        f"{name} {'text' if _is_json(model, name) else field_of(model, name).db_type(connection)}" for name in names
    ]
    return f"json_to_recordset(%s) AS new({', '.join(kinds)})"


def _value(model: type[Model], name: str) -> str:
    """A column of such a row. What is JSON itself comes as a text, or its null would be none."""
    return f"new.{name}{'::jsonb' if _is_json(model, name) else ''}"


def _is_json(model: type[Model], name: str) -> bool:
    return isinstance(field_of(model, name), JSONField)


def _as_records(names: tuple[str, ...], made: Sequence[Row]) -> str:
    """The text for `_records`."""
    return orjson.dumps([dict(zip(names, row, strict=True)) for row in made], default=_as_text).decode()


def _as_text(value: object) -> str:
    """Bytes as PostgreSQL reads them."""
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    raise TypeError(f"a {type(value).__name__} is no value of a column")


def field_of(model: type[Model], attname: str) -> Field[Any, Any]:
    """The field of a model whose column has that name."""
    return next(field for field in model._meta.concrete_fields if field.attname == attname)
