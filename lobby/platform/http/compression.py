"""Which answers are compressed? Every one that is there as a whole, pictures of pixels apart, for clients that take it.

What is streamed leaves as it is made. Django would compress each part by itself, as one of several streams in a row, and Chromium reads the
first of them alone: a download ended after its first part. It would also do so in the loop that serves all others, and take away the length.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

DRAWING: Final = "image/svg+xml"


class CompressionMiddleware(GZipMiddleware):
    """Compresses answers, with padding against guesses from their lengths (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed if that makes it shorter."""
        kind = response.get("Content-Type", "")
        if response.streaming or (kind.startswith("image/") and not kind.startswith(DRAWING)):
            return response
        answer: HttpResponseBase = super().process_response(request, response)
        return answer
