"""What takes long, told to a collector of OpenTelemetry: answers to requests, statements to the database, steps of matches.

Off unless `FOGBOUND_OTLP_ENDPOINT` is set and the packages are installed (docs/deploy.md). Spans are begun here by hand and not by the packages that
instrument Django and psycopg: those tell addresses, which can be keys, and what statements and errors were about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from lobby.platform.process import request_id

_tracer: Any = None


def start() -> None:
    """Tell the collector from now on. Threads of its package send, so that nothing here waits for it. ImportError without the packages."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create({"service.name": "fogbound", "service.version": settings.RELEASE})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{settings.OTLP_ENDPOINT}/v1/traces")))
    use(provider)


def use(provider: Any) -> None:
    """Begin spans with this provider; None: with none."""
    global _tracer
    _tracer = None if provider is None else provider.get_tracer("fogbound")


@contextmanager
def span(name: str, **attributes: str | int) -> Iterator[Any]:
    """What happens within takes so long; yields the span, or None if nobody is told. An error that passes is marked and not quoted."""
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace import Status, StatusCode

    known = {"fogbound.request_id": request_id.current()} if request_id.current() else {}
    with _tracer.start_as_current_span(
        name,
        attributes={**known, **attributes},
        record_exception=False,
        set_status_on_exception=False,
    ) as begun:
        try:
            yield begun
        except BaseException:
            begun.set_status(Status(StatusCode.ERROR))
            raise


def trace_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receiver for a new connection: each statement has a span with its first word."""
    if _tracer is not None and _traced not in connection.execute_wrappers:
        connection.execute_wrappers.append(_traced)


def _traced(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    # The wrapper that names the request may have come first.
    word = str(sql).rpartition("*/")[2].split(None, 1)[0].upper() if isinstance(sql, str) else "STATEMENT"
    with span(f"database {word}"):
        return execute(sql, params, many, context)
