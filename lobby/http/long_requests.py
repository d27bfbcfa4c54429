"""Which requests may take long? Those whose views are marked here. They share a part of the places of a process (`lobby.operations.places`).

A view is marked if one request can take longer than 0.5 s with what the site allows: the largest map, the longest match, the most seats.
`python -m tests.bench.requests` measures all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

V = TypeVar("V")

_MARK = "long_methods"
_READING = {"GET", "HEAD"}


def may_take_long(*methods: str) -> Callable[[V], V]:
    """Decorator for a view, a function or a class: its requests with these methods may take long; without methods all do. HEAD goes with GET."""

    def mark(view: V) -> V:
        setattr(view, _MARK, frozenset(methods) | (_READING if "GET" in methods else frozenset()))
        return view

    return mark


def takes_long(view: Any, method: str) -> bool:
    """True if requests to this view, as the resolver gives it, may take long with this method."""
    marked = getattr(view, _MARK, None)
    if marked is None:
        marked = getattr(getattr(view, "view_class", None), _MARK, None)
    return marked is not None and (not marked or method in marked)
