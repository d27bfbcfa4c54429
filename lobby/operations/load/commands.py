"""With which command does a test start a web process? The same options as in `Dockerfile`, without a log of requests."""

from __future__ import annotations

LINE = (
    *("--no-access-log", "--log-level", "warning", "--no-proxy-headers", "--timeout-graceful-shutdown", "10"),
    *("--ws", "websockets-sansio", "--ws-per-message-deflate", "false"),
    *("--ws-max-size", "65536", "--ws-ping-interval", "20"),
)


def serve(port: int | str, application: str = "config.asgi:application") -> list[str]:
    """Arguments of Python that serve `application` on this loopback port."""
    return ["-m", "uvicorn", application, "--host", "127.0.0.1", "--port", str(port), *LINE]
