"""A running site, and accounts with tokens that come to it from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fogbound_client import Address

from tests.browser.site import Site

_MAKE_TOKEN = """
from lobby.accounts.models import User
from lobby.accounts.tokens import create_token
person = User.objects.create_user("NAME".lower(), password="lantern-42-oil", name="NAME")
print(create_token(user=person, name="program", scopes=["read", "play", "tables"])[1])
"""

MakeAddress = Callable[[str], Address]


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    """The site as `make play` serves it, with the toy game beside the real ones."""
    with Site(FOGBOUND_LIMIT_API_TABLES="1000/m", FOGBOUND_LIMIT_API="10000/m").running() as site:
        yield site


@pytest.fixture
def address_of(site: Site) -> MakeAddress:
    """`address_of("Name")`: where the site is, with a token of a new account."""

    def make(name: str) -> Address:
        return Address(site.url, site.run(_MAKE_TOKEN.replace("NAME", name)).strip())

    return make
