"""What does every page announce?"""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.operations import maintenance


def announced(request: HttpRequest) -> dict[str, object]:
    """`maintenance`: when the site will be away; falsy when nothing is announced."""
    return {"maintenance": SimpleLazyObject(maintenance.current)}
