"""Redis as the cache of the site: all threads and tasks of a process share its connections.

Django makes a cache for each context that asks for one, and whatever a thread does for somebody else is a new context. With connections of
its own each would open one for a single look, and leave it open until the collector of garbage comes by those that have stayed for long.
"""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCache as CacheOfDjango

_clients: dict[str, Any] = {}
"""Where they lead to and how → what keeps the connections; it may be used by many threads at once."""


class RedisCache(CacheOfDjango):
    """Django's, with connections that are made once."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # A client connects when it is first asked, so of two that are made at the same moment one is dropped without loss.
        self._cache: Any = _clients.setdefault(repr((server, params.get("OPTIONS"))), self._cache)
