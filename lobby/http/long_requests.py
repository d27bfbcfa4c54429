"""Which requests may take long? Those whose views are marked here. They share a part of the places of a process (`lobby.operations.places`).

A view is marked if one request can take longer than 0.5 s with what the site allows: the largest map, the longest match, the most seats.
`python -m tests.bench.requests` measures all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from django.urls import ResolverMatch

V = TypeVar("V")

_MARK = "long_methods"
_READING = {"GET", "HEAD"}


def may_take_long(*methods: str, action: Collection[str] = ()) -> Callable[[V], V]:
    """Decorator for a view, a function or a class: its requests with these methods may take long. HEAD goes with GET.

    `action`: only if the part of the address with this name is one of these.
    """

    def mark(view: V) -> V:
        setattr(view, _MARK, (frozenset(methods) | (_READING if "GET" in methods else frozenset()), frozenset(action)))
        return view

    return mark


def takes_long(found: ResolverMatch, method: str) -> bool:
    """True if a request to this address may take long with this method."""
    marked = getattr(found.func, _MARK, None) or getattr(getattr(found.func, "view_class", None), _MARK, None)
    if marked is None:
        return False
    methods, actions = marked
    return method in methods and (not actions or found.kwargs.get("action") in actions)
