"""The site as it is served, but every match has the same luck: a test of a board meets the same map, bots and lots in each run.

And it has an address for tests (`run_in_server.py`).
"""

from __future__ import annotations

import secrets
from types import SimpleNamespace

from config.asgi import application as site
from lobby.matches import models
from tests.browser.run_in_server import with_code_address


def same(bits: int) -> int:
    """A number of so many bits, always the same."""
    return 0x5EEDF06B0D5EEDF06B0D5EEDF06B0D42 % (1 << bits)


luck = SimpleNamespace(choice=secrets.choice, token_hex=lambda size: f"{same(8 * size):0{2 * size}x}")
models.secrets = luck  # type: ignore[assignment]

application = with_code_address(site)
