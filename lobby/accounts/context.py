"""What does every template know besides the request?"""

from django.conf import settings
from django.http import HttpRequest


def page(request: HttpRequest) -> dict[str, str]:
    """`release`: the number of the static files."""
    return {"release": settings.RELEASE}
