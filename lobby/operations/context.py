"""Which announcement does every page show? A context processor for templates."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.operations import maintenance


def announced(request: HttpRequest) -> dict[str, object]:
    """`maintenance`: the announcement of a planned downtime; falsy if there is none."""
    return {"maintenance": SimpleLazyObject(maintenance.current)}
