"""To whom notices go in tests: a mail server with moods, a web server that is a push service and takes webhooks; and people who get them."""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import http_ece
from aiohttp import web
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from py_vapid import Vapid02

from lobby.accounts.models import User
from lobby.notices import sender, web_push
from lobby.notices.models import Delivery
from tests.servers import free_port

PATIENCE = 10.0
LONG_PATIENCE = 90.0


class MailServer:
    """Takes mails over SMTP. Its mood: `takes`, `refuses` (550), `defers` (451), `late` (takes the mail, and says so when it is let),
    `hangs` (hears for whom a mail is, and then says nothing until it is let)."""

    def __init__(self) -> None:
        self.mood = "takes"
        self.asked = 0
        """For how many receivers it was asked, whatever became of that."""
        self.mails: list[EmailMessage] = []
        self.got = threading.Event()
        """A whole mail is here, whatever the answer."""
        self.may_answer = threading.Event()
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())

    def __enter__(self) -> MailServer:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.may_answer.set()
        self._controller.stop()

    @property
    def port(self) -> int:
        port: int = self._controller.port
        return port

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        self.asked += 1
        if self.mood == "refuses":
            return "550 nobody of that name"
        if self.mood == "hangs":
            await asyncio.to_thread(self.may_answer.wait, PATIENCE)
            return "451 not now"
        if self.mood == "defers":
            return "451 not now"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.mails.append(email.message_from_bytes(envelope.content, EmailMessage, policy=email.policy.default))
        self.got.set()
        if self.mood == "late":
            await asyncio.to_thread(self.may_answer.wait, PATIENCE)
        return "250 taken"

    @property
    def ids(self) -> list[str]:
        return [str(mail["Message-ID"]) for mail in self.mails]


class Silent:
    """A server that lets everybody connect and says nothing."""

    def __enter__(self) -> int:
        self._socket = socket.create_server(("127.0.0.1", 0))
        port: int = self._socket.getsockname()[1]
        return port

    def __exit__(self, *_: object) -> None:
        self._socket.close()


@dataclass
class Call:
    """One request that came."""

    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 201
    """What was answered, or would have been if somebody had waited for it."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Browser:
    """A browser's half of a subscription."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": _text(point), "auth": _text(self.auth)}}

    def read(self, call: Call) -> dict[str, Any]:
        """What the push message says: only this browser can read it."""
        told = http_ece.decrypt(call.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        read: dict[str, Any] = json.loads(told)
        return read


class WebServer:
    """Notes what is sent to it and answers with `status`. As a push service it refuses whoever does not sign as RFC 8292 says."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.called = threading.Event()
        self._changed = threading.Condition()
        self.status = 201
        self.headers: dict[str, str] = {}
        self.holds = False
        """It takes requests and says nothing until `release`."""
        self.site_key = ""
        self._loop = asyncio.new_event_loop()
        self._free = asyncio.Event()

    def __enter__(self) -> WebServer:
        started = threading.Event()

        async def serve() -> None:
            application = web.Application()
            application.router.add_route("*", "/{path:.*}", self._answer)
            self._runner = web.AppRunner(application)
            await self._runner.setup()
            site = web.TCPSite(self._runner, "127.0.0.1", 0)
            await site.start()
            self.port = self._runner.addresses[0][1]
            started.set()

        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(serve(), self._loop).result(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._free.set)
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def release(self) -> None:
        """Answer what was held, and hold no more."""

        def let() -> None:
            self._free.set()
            self._free = asyncio.Event()

        self.holds = False
        self._loop.call_soon_threadsafe(let)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}"

    def note(self, call: Call) -> None:
        with self._changed:
            self.calls.append(call)
            self._changed.notify_all()
        self.called.set()

    def wait_for(self, is_enough: Callable[[list[Call]], bool]) -> bool:
        """True when what has come is enough, False if that takes too long."""
        with self._changed:
            return self._changed.wait_for(lambda: is_enough(self.calls), LONG_PATIENCE)

    async def _answer(self, request: web.Request) -> web.Response:
        call = Call(request.path, dict(request.headers), await request.read(), self.status)
        if request.path.startswith("/push/") and not self._is_signed(call):
            return web.Response(status=403)
        self.note(call)
        if self.holds:
            await self._free.wait()
        return web.Response(status=call.status, headers=self.headers)

    def _is_signed(self, call: Call) -> bool:
        scheme, _, rest = call.headers.get("Authorization", "").partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        # The token is checked against the key that the browser subscribed with, not the one that it names.
        claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "==="))
        is_ours = claims["aud"] == f"http://127.0.0.1:{self.port}" and claims["sub"].startswith("mailto:")
        needed = {"TTL", "Content-Encoding"}
        return (
            scheme == "vapid"
            and parts["k"] == self.site_key
            and is_ours
            and needed <= call.headers.keys()
            and Vapid02.verify(call.headers["Authorization"])
        )


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


# --- People


def confirm(user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def work() -> int:
    return async_to_sync(sender.drain)()


def at_once() -> None:
    """The pauses are over."""
    Delivery.objects.update(due_at=timezone.now(), leased_until=None)


def text_of(mail: Any) -> str:
    return str(mail.get_body(("plain",)).get_content())


def subscribed(user: User, web: WebServer, path: str = "push/1") -> Browser:
    session = SessionStore()
    session.save()
    browser = Browser(web.url(path))
    told = browser.subscription
    web_push.subscribe(
        user=user,
        session_key=session.session_key or "",
        endpoint=told["endpoint"],
        agent="Firefox/1 Linux",
        **told["keys"],
    )
    return browser
