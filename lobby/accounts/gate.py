"""Which pages are closed to a guest or a suspended person? The check runs before a page is made and when a socket opens.
`passes` repeats it while sockets are open.

A guest has no password, e-mail or keys to manage and is sent to the sign-up. A suspended person may read why and until when, download
their data, close the account and log out.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from lobby.accounts import known_devices
from lobby.accounts.models import User
from lobby.platform.http import scripts

FOR_ACCOUNTS = ("account_email", "account_change_password", "account_set_password", "account_reauthenticate")
FOR_ACCOUNTS_BEGIN = ("mfa_", "usersessions_")
"""Prefixes of the URL names that guests may not open."""
FOR_STAFF_BEGINS = "staff_"
"""Prefix of the URL names of staff pages; the admin has its own namespace."""
WHILE_LOGGING_IN = ("mfa_authenticate", "mfa_login_webauthn")
"""Exceptions: pages that a guest needs to log in to another account."""
FOR_SUSPENDED = ("account_logout", "account_data", "account_data_file", "account_matches_file", "account_close",
                 "account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn", "language",
                 "rules", "rules_index", "full_rules", "engine_rules", "rules_picture",
                 "games", "game",
                 "catalog", "notices_stop", "worker", "manifest", "app_icon", "start_picture", "offline")  # fmt: skip

FOR_ANYBODY = ("status",)
"""Pages for which nobody asks who the reader is, so that they open while the database is away."""

API = f"{settings.ROOT}api/"

CLOSE_SHUT_OUT = 4401
"""Close code of a socket whose person may no longer use it."""


class GateMiddleware:
    """Comes after the authentication middleware, because it needs the user."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refused = scripts.refused_for_another(request)
        response = refused or scripts.instead_of_redirect(request, self.get_response(request))
        # Every log-in is a POST, and so is what ends the cookies of all devices, among them the one in use.
        if request.method == "POST" and response.status_code < 400 and not request.path.startswith(API):
            known_devices.remember(request, response)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """A refusal or redirect instead of the page; None: the page is allowed."""
        name = (request.resolver_match.url_name if request.resolver_match else None) or ""
        if name in FOR_ANYBODY:
            return None
        user = request.user
        # The REST interface refuses in its own format.
        if not isinstance(user, User) or request.path.startswith(API):
            return None
        if user.is_suspended and name not in FOR_SUSPENDED:
            return suspended(request, user)
        if user.is_guest and _is_for_accounts(name):
            messages.info(request, _("A guest has no password or e-mail address. Sign up to have them."))
            return redirect("account_signup")
        if settings.STAFF_SECOND_FACTOR and user.is_staff and _is_for_staff(request) and not is_mfa_enabled(user):
            messages.warning(request, _("Pages for staff need a second factor. Add one here, then open them again."))
            return redirect("mfa_index")
        return None


def _is_for_staff(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and ("admin" in match.namespaces or (match.url_name or "").startswith(FOR_STAFF_BEGINS))


def suspended(request: HttpRequest, user: User) -> HttpResponse:
    """The page that says why a person is suspended, and until when."""
    return render(request, "accounts/suspended.html", {"person": user}, status=403)


class SocketGate:
    """Closes sockets of suspended people; comes after the session middleware."""

    def __init__(self, application: Callable[[dict[str, Any], Any, Any], Awaitable[None]]) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        user = scope["user"]
        if user.is_authenticated and user.is_suspended:
            # Accepted first, because browsers do not report the close code of a rejected handshake.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSE_SHUT_OUT})
            return
        await self._application(scope, receive, send)


def _is_for_accounts(name: str) -> bool:
    return name in FOR_ACCOUNTS or (name.startswith(FOR_ACCOUNTS_BEGIN) and name not in WHILE_LOGGING_IN)
