"""How does a device hear of a notice? An encrypted message to the push service of its browser (RFC 8030, 8188, 8291, 8292)."""

from __future__ import annotations

import base64
import json
import time
from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from lobby.accounts.models import User
from lobby.accounts.sessions import browser
from lobby.matches.models import Match, Seat
from lobby.notices import outbound_http
from lobby.notices.models import Device, Wishes

TTL: Final = timedelta(days=1)
"""How long the push service keeps a message for a device that is off."""
SIGNED_FOR: Final = timedelta(hours=12)
MOST_DEVICES: Final = 10
"""Of one person; a new one replaces the oldest."""
GONE: Final = frozenset({404, 410})
"""The service says that the subscription has ended."""


def key_file() -> Path:
    """Where `manage.py vapid` puts the key of a site that has none in its settings."""
    return Path(settings.DATA_DIR) / "vapid_key"


def new_key() -> str:
    """A private key for `FOGBOUND_VAPID_KEY`: 32 bytes, as base64 for addresses."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def private_key() -> str:
    """The site's key; "" if it has none, and then no device can be subscribed."""
    if settings.VAPID_KEY:
        return str(settings.VAPID_KEY)
    return _of_file(key_file())


def _of_file(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def public_key() -> str:
    """What a browser needs to subscribe; "" if the site has no key."""
    key = private_key()
    return public_of(key) if key else ""


@lru_cache(4)
def public_of(key: str) -> str:
    """The public half of a site's key, as browsers want it."""
    point = Vapid02.from_raw(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def subscribe(*, user: User, session_key: str, endpoint: str, p256dh: str, auth: str, agent: str) -> Device:
    """Store a subscription of this browser; one that was another person's is this person's from now on. Raises reaching.Forbidden, ValueError."""
    outbound_http.admit(endpoint)
    if len(endpoint) > 1000:
        raise ValueError("endpoint")
    try:
        WebPusher(_subscription(endpoint, p256dh, auth)).encode(b"x")
    except (WebPushException, http_ece.ECEException) as error:
        raise ValueError("keys") from error
    device, _ = Device.objects.update_or_create(
        digest=sha256(endpoint.encode()).hexdigest(),
        defaults={
            "user": user, "endpoint": endpoint, "p256dh": p256dh, "auth": auth,
            "session": session_key, "browser": browser(agent)[:40],
        },
    )  # fmt: skip
    kept = Device.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[:MOST_DEVICES]
    Device.objects.filter(user=user).exclude(pk__in=list(kept)).delete()
    return device


def should_ask(user_id: int) -> bool:
    """Is it time to ask this person whether a browser should show notices? Once, when they have played a slow match, if the site has a key."""
    if not private_key() or Wishes.objects.filter(user=user_id, asked_push=True).exists():
        return False
    slow = Seat.objects.filter(
        user=user_id, match__clock=Match.Clock.SLOW, match__kind=Match.Kind.ORDINARY, match__started_at__isnull=False
    )
    return slow.exists() and not Device.objects.filter(user=user_id).exists()


def message(device: Device, told: dict[str, Any], topic: str) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a push message. A later one with the same topic replaces it while the device is off."""
    body = WebPusher(_subscription(device.endpoint, device.p256dh, device.auth)).encode(json.dumps(told).encode())[
        "body"
    ]
    service = urlsplit(device.endpoint)
    signed = _signed(private_key(), f"{service.scheme}://{service.netloc}", int(time.time()) // 3600)
    return body, {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(TTL.total_seconds())),
        "Urgency": "normal",
        "Topic": sha256(topic.encode()).hexdigest()[:32],
    }


@lru_cache(64)
def _signed(key: str, audience: str, hour: int) -> dict[str, str]:
    """The site's signature for a push service; a new one every hour."""
    claims = {
        "aud": audience,
        "exp": hour * 3600 + int(SIGNED_FOR.total_seconds()),
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    return dict(Vapid02.from_raw(key.encode()).sign(claims))


def _subscription(endpoint: str, p256dh: str, auth: str) -> dict[str, Any]:
    return {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
