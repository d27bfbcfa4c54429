"""What is the address of a page, with scheme and host, in a letter, an answer or a link to be passed on?

`ALLOWED_HOSTS` has names without ports, so whoever sends a request chooses the port of its Host header. Another program may listen there,
and would get what a letter's link contains.
"""

from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def host(request: HttpRequest) -> str:
    """The host of the request, with a port only if the site has it: this process serves there itself, or `FOGBOUND_ORIGINS` names it."""
    asked = request.get_host()
    name, port = split_domain_port(asked)
    is_own = port == request.get_port() and not settings.BEHIND_PROXY
    is_named = f"{request.scheme}://{asked}" in settings.CSRF_TRUSTED_ORIGINS
    return asked if is_own or is_named else name


def is_below_root(url: str) -> bool:
    """True if the path of the url is one of this site, not of another site of the same host."""
    path = urlsplit(url).path
    # Browsers resolve `..`, encoded too.
    return path.startswith(settings.ROOT) and not any(unquote(part) == ".." for part in path.split("/"))


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path of this site."""
    return f"{request.scheme}://{host(request)}{path}"
