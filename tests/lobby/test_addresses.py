"""Is every limit by address one for the /64 of an IPv6 line, whatever it limits? Each is used up from many addresses of one line."""

import ast
import re

import pytest
from allauth.account import app_settings as account_settings
from allauth.core.internal import ratelimit
from allauth.mfa import app_settings as mfa_settings
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client, RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from config.asgi import application
from lobby.operations import socket_limits
from lobby.platform.http import addresses
from tests.sources import name_of, python_files

LINE, OTHER_LINE = "2001:db8:1:2::", "2001:db8:1:3::1"
HERE = [f"{LINE}{number:x}:{number * 7:x}" for number in range(1, 40)]
"""Addresses of one line."""


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


def counted(address: str) -> str:
    return addresses.of_request(RequestFactory().get("/", REMOTE_ADDR=address))


# --- What counts as one


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("203.0.113.5:8000", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", LINE),
        ("[2001:db8:1:2:3:4:5:6]:443", LINE),
        ("2001:DB8:1:2::", LINE),
        ("2001:db8:1:2::9%eth0", LINE),
        ("fe80::1%eth0", "fe80::"),
        ("fe80::1%25wlan0", "fe80::"),
        ("::1", "127.0.0.1"),
        # IPv4 that travels inside IPv6: of a dual-stack listener, of NAT64, 6to4 and Teredo.
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("64:ff9b::808:808", "8.8.8.8"),
        ("2002:808:808::1", "8.8.8.8"),
        ("2002:808:808:ffff::1", "8.8.8.8"),
        ("2001:0:4136:e378:8000:63bf:f7f7:f7f7", "8.8.8.8"),
        # Made up: nobody on the Internet is reached at such an inner address.
        ("2002:7f00:1::1", "2002:7f00:1::"),
        ("64:ff9b::7f00:1", "64:ff9b::"),
        *(
            (garbage, addresses.UNKNOWN)
            for garbage in ("", "unknown", "'; drop", "1.2.3", "::g", "1.2.3.4.5", "[", "%")
        ),
    ],
)
def test_what_an_address_counts_as(said: str, key: str):
    assert counted(said) == key


@given(st.ip_addresses(v=6), st.integers(min_value=0, max_value=2**64 - 1))
def test_allauth_counts_the_same_lines(address, rest):
    """It cuts what it is given once more, which must change nothing."""
    request = RequestFactory().get("/", REMOTE_ADDR=str(address))
    assert ratelimit.get_ip(request) == addresses.of_request(request)
    neighbour = str(type(address)(int(address) >> 64 << 64 | rest))
    if not address.is_reserved and not any((address.ipv4_mapped, address.sixtofour, address.teredo)):
        assert counted(neighbour) == counted(str(address)) or counted(neighbour) == "127.0.0.1"


@given(st.text())
def test_whatever_is_said_counts_as_an_address(said):
    assert counted(said)
    scope = {"client": (said, 1), "headers": []}
    assert addresses.of_scope(scope) == (counted(said) if said else "")


@pytest.mark.parametrize("name", ["ALLAUTH_TRUSTED_PROXY_COUNT", "BEHIND_PROXY"])
def test_only_what_our_own_proxy_says_counts(settings, name):
    said = {"HTTP_X_FORWARDED_FOR": "192.0.2.9, 2001:db8:1:2::5", "HTTP_FORWARDED": "for=192.0.2.8"}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.2", HTTP_X_REAL_IP="192.0.2.7", **said)
    scope = {"client": ("10.0.0.2", 1), "headers": [(b"x-forwarded-for", b"192.0.2.9, 2001:db8:1:2::5")]}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.BEHIND_PROXY = 0, False
    assert addresses.of_request(request) == addresses.of_scope(scope) == "10.0.0.2"
    setattr(settings, name, 1)
    assert addresses.of_request(request) == addresses.of_scope(scope) == LINE
    # Where the proxy says nothing, it is the proxy itself; where it says nonsense, that counts as such.
    assert addresses.of_scope({"client": ("10.0.0.2", 1), "headers": []}) == "10.0.0.2"
    assert addresses.of_scope({**scope, "headers": [(b"x-forwarded-for", b"1.2.3.4, _hidden")]}) == addresses.UNKNOWN


# --- Every limit

APPS = {
    "allauth.account": ("ACCOUNT_RATE_LIMITS", account_settings.RATE_LIMITS),
    "allauth.mfa": ("MFA_RATE_LIMITS", mfa_settings.RATE_LIMITS),
}
"""App → the setting of its limits, and what they are now."""
ACTIONS = sorted(
    (app, action)
    for app, (_name, actions) in APPS.items()
    for action in actions
    if any(rate.per == "ip" for rate in ratelimit.get_rates(app=app, action=action))
)


def test_the_sweep_finds_the_limits_by_address():
    known = {"guest", "download", "signup", "login", "login_failed", "reset_password", "webauthn_login"}
    assert known <= {action for _app, action in ACTIONS}


@pytest.mark.parametrize(("app", "action"), ACTIONS)
def test_a_line_has_one_share_of_every_action(app, action, settings):
    name, actions = APPS[app]
    setattr(settings, name, {**actions, action: "3/m/ip"})

    def does(address: str) -> bool:
        request = RequestFactory().post("/", REMOTE_ADDR=address)
        return bool(ratelimit.consume(request, app=app, action=action))

    assert [does(address) for address in HERE[:5]] == [True] * 3 + [False] * 2
    assert does(OTHER_LINE)
    # A dual-stack listener says IPv4 in IPv6 form: that is not one line of all of them.
    assert [does(f"::ffff:203.0.113.{number}") for number in range(5)] == [True] * 5


def post(path: str, **fields: str):
    def ask(address: str) -> int:
        return Client(REMOTE_ADDR=address).post(path, fields).status_code

    return ask


def get(path: str, **headers: str):
    def ask(address: str) -> int:
        return Client(REMOTE_ADDR=address).get(path, **headers).status_code

    return ask


SIGN_UP = {"email": "x@example.org", "username": "x", "password1": "1", "password2": "1"}
PAGES = {
    "guest": post("/guest/", name="Mira"),
    "play": post("/play/", name="Mira", game="toy"),
    "sign-up": post("/accounts/signup/", **SIGN_UP),
    "log-in": post("/accounts/login/", login="nobody", password="wrong-lantern-42"),
    "password reset": post("/accounts/password/reset/", email="nobody@example.org"),
    "download": get("/downloads/2026-10/"),
    "REST": get("/api/games/"),
    "REST with a bad token": get("/api/games/", HTTP_AUTHORIZATION="Bearer fog_no"),
    "REST, nowhere": get("/api/nowhere/"),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_line_has_one_share_of_every_page(page, settings, transactional_db):
    for app, (name, actions) in APPS.items():
        setattr(settings, name, {**actions, **{action: "3/m/ip" for its_app, action in ACTIONS if its_app == app}})
    settings.API_LIMITS = {**settings.API_LIMITS, "requests": "3/m"}
    ask = PAGES[page]
    # A refused log-in is a form with an error, and no redirect: what counts is that the answer changes.
    first, *others = [ask(address) for address in HERE[:5]]
    assert others[:2] == [first, first]
    assert 429 not in others[:2]
    assert others[2:] == [429, 429]
    assert ask(OTHER_LINE) == first


def test_a_line_has_one_share_of_bad_tokens_at_the_socket(settings, transactional_db):
    settings.API_LIMITS = {**settings.API_LIMITS, "requests": "3/m"}

    def knock(address: str) -> int:
        sent = []

        async def send(event):
            sent.append(event)

        scope = {
            "type": "websocket", "path": "/ws/play/", "query_string": b"", "subprotocols": [], "client": (address, 1),
            "headers": [(b"host", b"testserver"), (b"authorization", b"Bearer fog_no")],
            "extensions": {"websocket.http.response": {}},
        }  # fmt: skip
        async_to_sync(application)(scope, None, send)
        return sent[0]["status"]

    assert [knock(address) for address in HERE[:5]] == [401] * 3 + [429] * 2
    assert knock(OTHER_LINE) == 401
    # Socket and pages count together.
    assert get("/api/games/")(HERE[6]) == 429


def test_a_line_has_one_share_of_open_sockets(settings):
    settings.SOCKETS_PER_ADDRESS = 3
    room = socket_limits.SocketLimits(socket_limits.KEPT + 100)
    entered = [room.enter({"client": (address, 1)}) for address in HERE[:5]]
    assert entered == [None] * 3 + [socket_limits.TOO_MANY] * 2
    assert room.enter({"client": (OTHER_LINE, 1)}) is None
    # Made-up addresses "inside" IPv6 are not this machine, which has no limit.
    made_up = [room.enter({"client": (f"2002:7f00:1::{number}", 1)}) for number in range(5)]
    assert made_up == [None] * 3 + [socket_limits.TOO_MANY] * 2


# --- Nobody else reads addresses

READS = re.compile(
    r"REMOTE_ADDR|REMOTE_HOST|FORWARDED_FOR|X_REAL_IP|x-forwarded-for|x-real-ip|forwarded$", re.IGNORECASE
)
"""What the server and proxies call the address of a client."""
CALLS = {"get_client_ip", "get_ident"}
"""Functions of frameworks that read it themselves."""


def test_one_module_reads_the_addresses_of_clients():
    found = []
    for path in python_files("lobby", "config"):
        name = name_of(path)
        for node in ast.walk(ast.parse(path.read_text())):
            text = node.value if isinstance(node, ast.Constant) else ""
            word = text.decode("latin-1") if isinstance(text, bytes) else text
            if (
                isinstance(word, str)
                and "\n" not in word
                and (READS.search(word) or (word == "client" and _is_key(path, node)))
            ):
                found.append(f"{name} reads {word}")
            if isinstance(node, ast.Attribute) and node.attr in CALLS:
                found.append(f"{name} calls {node.attr}")
    assert {line.split()[0] for line in found} == {"lobby/platform/http/addresses.py"}, "\n".join(found)


def _is_key(path, constant: ast.Constant) -> bool:
    """True if a subscript or `get` of something called a scope has this constant as its key."""
    for node in ast.walk(ast.parse(path.read_text())):
        key, owner = None, None
        if isinstance(node, ast.Subscript):
            key, owner = node.slice, node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get"
            and node.args
        ):
            key, owner = node.args[0], node.func.value
        if isinstance(key, ast.Constant) and key.value == constant.value and owner is not None:
            return "scope" in ast.unparse(owner)
    return False
