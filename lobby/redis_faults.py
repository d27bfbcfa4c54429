"""What does Redis raise while it is away? Nothing where the site has none: its client takes its time to load."""

from django.conf import settings

REDIS_FAULTS: tuple[type[Exception], ...] = ()
"""For `except`."""
if settings.REDIS_URL:
    from redis.exceptions import RedisError

    REDIS_FAULTS = (RedisError,)
