"""Which announcement does every page show, of which release is it, and which colours has the frame around it? A context processor for templates."""

from typing import get_args

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.operations import maintenance
from lobby.pages import drawing


def announced(request: HttpRequest) -> dict[str, object]:
    """`maintenance`: the announcement of a planned downtime; falsy if there is none. `release`. `app_colours`: ground of the pages by theme."""
    return {
        "maintenance": SimpleLazyObject(maintenance.current),
        "release": settings.RELEASE,
        "app_colours": {theme: drawing.colours(theme)["outline"] for theme in get_args(drawing.Theme)},
    }
