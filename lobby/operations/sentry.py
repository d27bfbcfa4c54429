"""Which errors does a host read in Sentry? Those that the log has as errors, and no more of them than the log would say.

Off unless `FOGBOUND_SENTRY_DSN` is set and its package is installed (docs/deploy.md). An event has the place of an error, its kind, the release
and the id of the request, by which the log has the rest. It has no address of a page, no person, no value of a variable, and no text that may
name what is hidden: as in `logs`, readers may also play.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.conf import settings

from lobby.operations.logs import LONGEST, discreet

_KEPT: Final = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk")
"""Of what the package would tell."""


def start(**more: Any) -> None:
    """Tell Sentry from now on; `more` goes to its package. ImportError without that."""
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=settings.RELEASE,
        # Only what is logged: what others hook into knows addresses and arguments.
        default_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        include_local_variables=False,
        max_breadcrumbs=0,
        before_send=_discreet_event,
        **more,
    )


def _discreet_event(event: Any, hint: Any) -> Any:
    """The event without all that may reveal something; None, so that nothing is sent, for one that is no line of the log."""
    record = hint.get("log_record")
    if not isinstance(record, logging.LogRecord):
        return None
    kept = {name: event[name] for name in _KEPT if name in event}
    # The words of the line without what they are about.
    kept["logentry"] = {"message": str(record.msg)[:LONGEST]}
    may_quote = discreet(record) is record
    chain = event.get("exception", {}).get("values", [])
    if chain:
        kept["exception"] = {"values": [_shown(one, may_quote=may_quote) for one in chain]}
    named = getattr(record, "request_id", "")
    if named:
        kept["tags"] = {"request_id": named}
    return kept


def _shown(error: dict[str, Any], *, may_quote: bool) -> dict[str, Any]:
    names = ("type", "module", "stacktrace", *(("value",) if may_quote else ()))
    return {name: error[name] for name in names if name in error}
