"""Which exceptions does the client of Redis raise while Redis is unavailable? None without Redis, because loading the client is slow."""

from django.conf import settings

REDIS_FAULTS: tuple[type[Exception], ...] = ()
"""For `except`."""
if settings.REDIS_URL:
    from redis.exceptions import RedisError

    REDIS_FAULTS = (RedisError,)
