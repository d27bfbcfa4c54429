"""Which request is being worked on? Its id leads from the proxy's log to the lines of ours, to the database's own list of what it does, and back to
whoever asked, by the header of the answer.

A socket has one id from its handshake to its end. What works for nobody in particular, such as a referee's look at the clock, has none.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Any, Final

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

HEADER: Final = "X-Request-ID"

_FIELD: Final = HEADER.lower().encode()
_WELL_FORMED: Final = re.compile(rb"[A-Za-z0-9][A-Za-z0-9_.-]{7,63}")
"""Nothing that could end the comment of a statement or forge a line."""
_id: ContextVar[str] = ContextVar("request_id", default="")


@contextmanager
def of(scope: Mapping[str, Any]) -> Iterator[None]:
    """Inside, this task and the threads that work for it work for the request or socket of that ASGI scope.

    A proxy of ours names it; without one, or if what it says is not well-formed, it gets a new id.
    """
    said = b"".join(value for name, value in scope.get("headers", ()) if name == _FIELD)
    is_ours = settings.BEHIND_PROXY and _WELL_FORMED.fullmatch(said)
    token = _id.set(said.decode() if is_ours else secrets.token_hex(16))
    try:
        yield
    finally:
        _id.reset(token)


def current() -> str:
    """The id; "" where nobody's request is being worked on."""
    return _id.get()


def nobody() -> Context:
    """The context for a task that somebody's request starts, and that goes on for everybody."""
    context = copy_context()
    context.run(_id.set, "")
    return context


def name_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receiver for a new connection: on PostgreSQL each statement begins with the id as a comment, which `pg_stat_activity` shows."""
    if connection.vendor == "postgresql" and _named not in connection.execute_wrappers:
        connection.execute_wrappers.append(_named)


def _named(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    name = _id.get()
    return execute(f"/* {name} */ {sql}" if name and isinstance(sql, str) else sql, params, many, context)
