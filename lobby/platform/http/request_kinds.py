"""Of which kind is a request, as far as places are concerned (`lobby.operations.places`)? The views are marked here.

`python -m tests.bench.requests` measures all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import TypeVar

from django.urls import ResolverMatch

V = TypeVar("V")

_MARK = "request_kind"
_READING = {"GET", "HEAD"}


class Kind(StrEnum):
    """Of a request."""

    SHORT = "short"
    """A page as it comes first, an order, whatever is none of the others."""
    SEARCH = "search"
    """A list in another way than it comes first (filtered, sorted, another page of it), a forecast: it computes for as long as some pages do."""
    LONG = "long"
    """It can take longer than 0.5 s with what the site allows: the largest map, the longest match, the most seats."""


def may_take_long(*methods: str, action: Collection[str] = ()) -> Callable[[V], V]:
    """Decorator for a view, a function or a class: its requests with these methods may take long. HEAD goes with GET.

    `action`: only if the part of the address with this name is one of these.
    """
    return _marks(Kind.LONG, methods, action)


def searches(*methods: str) -> Callable[[V], V]:
    """Decorator for a view, a function or a class: its requests with these methods are searches, whatever their address."""
    return _marks(Kind.SEARCH, methods, ())


def kind_of(found: ResolverMatch, method: str, query: bytes) -> Kind:
    """Of a request with this method to this address; `query`: what follows its question mark."""
    marked = getattr(found.func, _MARK, None) or getattr(getattr(found.func, "view_class", None), _MARK, None)
    if marked is not None:
        kind, methods, actions = marked
        if method in methods and (not actions or found.kwargs.get("action") in actions):
            return kind
    return Kind.SEARCH if query and method in _READING else Kind.SHORT


def _marks(kind: Kind, methods: Collection[str], actions: Collection[str]) -> Callable[[V], V]:
    def mark(view: V) -> V:
        setattr(
            view,
            _MARK,
            (kind, frozenset(methods) | (_READING if "GET" in methods else frozenset()), frozenset(actions)),
        )
        return view

    return mark
