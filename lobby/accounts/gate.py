"""Which pages may a guest or somebody suspended not open? Asked once, before any page is made, and of sockets as they open;
`passes` asks again while they are open.

A guest has no password, e-mail or keys to manage and is sent to the sign-up. Whoever is suspended may read why and until when, take
their data, close the account and log out.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from lobby.accounts.models import User

FOR_ACCOUNTS = ("account_email", "account_change_password", "account_set_password", "account_reauthenticate")
FOR_ACCOUNTS_BEGIN = ("mfa_", "usersessions_")
"""Names of addresses that guests have no use for."""
WHILE_LOGGING_IN = ("mfa_authenticate", "mfa_login_webauthn")
"""Those of them that a guest needs who logs in to another account."""
FOR_SUSPENDED = ("account_logout", "account_data", "account_data_file", "account_close", "account_reauthenticate",
                 "mfa_reauthenticate", "mfa_reauthenticate_webauthn", "language", "rules", "rules_index", "full_rules", "rules_picture",
                 "games", "game",
                 "catalog")  # fmt: skip

CLOSE_SHUT_OUT = 4401
"""With this code a socket is closed on whoever may not be there any more."""


class GateMiddleware:
    """Stands behind the authentication, so that it knows who asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """An answer in place of the page, or None to go on."""
        user = request.user
        # Programs are told in their own form, by the interface itself.
        if not isinstance(user, User) or request.path.startswith("/api/"):
            return None
        name = (request.resolver_match.url_name if request.resolver_match else None) or ""
        if user.is_suspended and name not in FOR_SUSPENDED:
            return suspended(request, user)
        if user.is_guest and _is_for_accounts(name):
            messages.info(request, _("A guest has no password or e-mail address. Sign up to have them."))
            return redirect("account_signup")
        return None


def suspended(request: HttpRequest, user: User) -> HttpResponse:
    """Why, and until when."""
    return render(request, "accounts/suspended.html", {"person": user}, status=403)


class SocketGate:
    """No socket for somebody suspended; stands behind what reads the session."""

    def __init__(self, application: Callable[[dict[str, Any], Any, Any], Awaitable[None]]) -> None:
        self._application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        user = scope["user"]
        if user.is_authenticated and user.is_suspended:
            # Accepted first: a browser is not told the code of a connection that was never made.
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": CLOSE_SHUT_OUT})
            return
        await self._application(scope, receive, send)


def _is_for_accounts(name: str) -> bool:
    return name in FOR_ACCOUNTS or (name.startswith(FOR_ACCOUNTS_BEGIN) and name not in WHILE_LOGGING_IN)
