"""Who may call an endpoint? Each view declares it for each method; the services decide what a person may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken, Scope
from lobby.api.errors import NoScope, SessionOnly, Suspended


class Who(Enum):
    """Who may call the endpoint at all."""

    ANYBODY = "anybody"
    PERSON = "a guest or a member"
    BROWSER = "a guest or a member, in a browser"


@dataclass(frozen=True)
class Access:
    """The condition of one method: who may call it, and the scope that a token needs."""

    who: Who
    scope: Scope | None = None


OPEN = Access(Who.ANYBODY)
LOOK = Access(Who.ANYBODY, Scope.READ)
READ = Access(Who.PERSON, Scope.READ)
PLAY = Access(Who.PERSON, Scope.PLAY)
TABLES = Access(Who.PERSON, Scope.TABLES)
MESSAGES = Access(Who.PERSON, Scope.MESSAGES)
BOTS = Access(Who.PERSON, Scope.BOTS)
BROWSER = Access(Who.BROWSER)


class Reach(BasePermission):
    """Checks every request against `view.access[method]`. A method without an entry does not exist."""

    def has_permission(self, request: Request, view: Any) -> bool:
        # What may be read may be asked for without its body.
        access: Access | None = view.access.get("GET" if request.method == "HEAD" else request.method or "")
        if access is None:
            raise MethodNotAllowed(request.method or "")
        if isinstance(request.auth, ApiToken):
            if access.who is Who.BROWSER:
                raise SessionOnly
            if access.scope is not None and not request.auth.has(access.scope):
                raise NoScope(access.scope)
        if not isinstance(request.user, User):
            return access.who is Who.ANYBODY
        if access != OPEN and request.user.is_suspended:
            raise Suspended(request.user)
        return True
