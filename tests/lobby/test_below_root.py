"""Where are the addresses of a site below a path of its host, and which are of somebody else? The pages are in `tests/browser/test_below_a_path.py`."""

import re

import pytest

from lobby.platform.http.below_root import BelowRoot
from lobby.platform.http.site_address import is_below_root
from tests.sources import ROOT, name_of

TOLD = re.compile(r"""(?:siteUrl|endsWith)\(\s*['"`]/""")
LITERAL = re.compile(r"""['"`]/(?:[a-z0-9]+|\$\{)[^'"`\s]*/""")


@pytest.fixture(autouse=True)
def below(settings) -> None:
    settings.ROOT = "/fog/"


@pytest.mark.parametrize(
    ("asked", "inside"),
    [
        ("/fog/lobby/", "/fog/lobby/"),
        ("/lobby/", "/fog/lobby/"),
        ("/", "/fog/"),
        ("/fog", "/fog/"),
        ("/healthz", "/fog/healthz"),
        ("/fogbank/", "/fog/fogbank/"),
        ("/ws/play/", "/fog/ws/play/"),
    ],
)
async def test_a_path_is_whole_inside_whether_the_proxy_cut_it_off_or_not(asked, inside):
    seen = []

    async def application(scope, receive, send):
        seen.append(scope)

    for kind in ("http", "websocket"):
        await BelowRoot(application)({"type": kind, "path": asked}, None, None)
    await BelowRoot(application)({"type": "lifespan"}, None, None)
    assert [scope.get("path") for scope in seen] == [inside, inside, None]


@pytest.mark.parametrize(
    ("url", "is_ours"),
    [
        ("/fog/lobby/?page=2", True),
        ("/fog/", True),
        ("/", False),
        ("/fogbank/", False),
        ("/fog/../bank/", False),
        ("/fog/%2e%2E/bank/", False),
        ("/elsewhere/?next=/fog/", False),
    ],
)
def test_nobody_is_sent_to_another_site_of_the_host(url, is_ours):
    assert is_below_root(url) is is_ours


def test_scripts_write_no_address_from_the_root_of_the_host():
    """They say `siteUrl`, which knows the path. Comments and patterns aside."""
    found = []
    for path in sorted((ROOT / "static").rglob("*.js")):
        if path.is_relative_to(ROOT / "static/vendor"):
            continue
        for line in TOLD.sub("", path.read_text()).splitlines():
            if not line.lstrip().startswith(("*", "/*", "//")) and LITERAL.search(line):
                found.append(f"{name_of(path)}: {line.strip()}")
    assert not found, "\n".join(found)


def test_templates_name_no_address_from_the_root_of_the_host():
    pattern = re.compile(r"""(?:href|src|action|formaction)=["']/""")
    found = [name_of(path) for path in sorted((ROOT / "templates").rglob("*.html")) if pattern.search(path.read_text())]
    assert not found
