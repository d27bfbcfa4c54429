"""What is announced on every page, of which release is it, and which colours has the frame around it? A context processor for templates."""

from typing import get_args

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from lobby.operations import announcements, maintenance
from lobby.pages import drawing


def announced(request: HttpRequest) -> dict[str, object]:
    """`maintenance`: the announcement of a planned downtime, or falsy. `announcements`: others. `release`. `app_colours`: grounds by theme."""
    return {
        "maintenance": SimpleLazyObject(maintenance.current),
        "announcements": SimpleLazyObject(announcements.current),
        "release": settings.RELEASE,
        "app_colours": {theme: drawing.colours(theme)["outline"] for theme in get_args(drawing.Theme)},
    }
