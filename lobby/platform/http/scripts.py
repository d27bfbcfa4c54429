"""Does a script of a page ask, and for whom was its page made? Scripts get JSON, never a redirect to a page that only people can read."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

PERSON_HEADER = "X-Fogbound-Person"
"""The number of the person whom the page was made for; pages for nobody, programs and tests send none."""


def wants_json(request: HttpRequest) -> bool:
    """True if the request comes from a script that wants JSON."""
    return request.headers.get("Accept", "").startswith("application/json")


def logged_out() -> JsonResponse:
    """What a script hears if its person is not logged in."""
    return _refusal("logged_out", _("You are no longer logged in here."))


def refused_for_another(request: HttpRequest) -> JsonResponse | None:
    """A refusal with status 401 if this browser is not logged in as the person of the page that asks; None: it is, or the page does not say.

    Otherwise what one person wrote would be stored in another's name, or one read what is the other's.
    """
    meant = request.headers.get(PERSON_HEADER)
    if meant is None:
        return None
    if not request.user.is_authenticated:
        return logged_out()
    if str(request.user.pk) != meant:
        return _refusal(
            "other_person", _("Somebody else is logged in here now. Nothing from this page is sent any more.")
        )
    return None


def instead_of_redirect(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A refusal with status 401 in place of a redirect that sends a stranger's script to a log-in; else the response."""
    if not (300 <= response.status_code < 400 and wants_json(request)):
        return response
    is_login = urlsplit(response.headers.get("Location", "")).path in {reverse("account_login"), reverse("guest")}
    return logged_out() if is_login else response


def _refusal(code: str, message: str) -> JsonResponse:
    answer = JsonResponse({"code": code, "path": "", "message": message, "data": {}}, status=401)
    answer.headers["Cache-Control"] = "no-store"
    return answer
