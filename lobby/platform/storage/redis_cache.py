"""How does a process share its connections to Redis, the site's cache? All threads and tasks use the same client.

Django makes a cache object for each context, and every task that a thread runs is a new context. With separate connections
each task would open one for a single query, and leave it open until the garbage collector removes it.
"""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.redis import RedisCache as CacheOfDjango

_clients: dict[str, Any] = {}
"""Address and options → client with its connections; thread-safe."""


class RedisCache(CacheOfDjango):
    """Django's Redis cache with shared connections."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        # A client connects at its first query, so if two are made at the same time, dropping one loses nothing.
        self._cache: Any = _clients.setdefault(repr((server, params.get("OPTIONS"))), self._cache)
