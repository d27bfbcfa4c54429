"""How do choices become orders? For the games whose `choices` are a list of `{"label", "orders"}`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Json = Any


def whole(choices: Iterable[Json] | None) -> list[Json]:
    """The entries that are orders by themselves: those with `orders` that add nothing to others."""
    return [entry for entry in choices or () if "orders" in entry and not entry.get("adds")]


def additions(choices: Iterable[Json] | None) -> list[Json]:
    """The entries whose orders may be laid on others, see `merged`."""
    return [entry for entry in choices or () if "orders" in entry and entry.get("adds")]


def merged(draft: Json, *more: Json) -> Json:
    """The draft with the orders of some `adds` entries laid on it, as the site's page does.

    Lists are joined, objects laid together key by key, anything else is replaced.
    """
    for one in more:
        draft = _laid(draft, one)
    return draft


def _laid(draft: Json, more: Json) -> Json:
    if isinstance(draft, list) and isinstance(more, list):
        return [*draft, *more]
    if not isinstance(draft, dict) or not isinstance(more, dict):
        return more
    return {**draft, **{key: _laid(draft.get(key), value) for key, value in more.items()}}
