"""How does a request to a site below a path of its host (`FOGBOUND_PATH`) look inside? Its path begins with that of the site, as every route does.

Some proxies cut the path off, others leave it. Both may: what a proxy cut off is put back here. The probes, which ask a process itself, name no path.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings

Application = Callable[[Any, Any, Any], Awaitable[None]]


class BelowRoot:
    """Passes on every request and socket with its whole path."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if "path" in scope and not scope["path"].startswith(settings.ROOT):
            scope = {**scope, "path": whole(scope["path"])}
        await self._application(scope, receive, send)


def whole(path: str) -> str:
    """The path with that of the site before it."""
    return settings.ROOT if f"{path}/" == settings.ROOT else settings.ROOT + path.removeprefix("/")
