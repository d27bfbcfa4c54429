"""How do static files leave the one process that also serves sockets? By whitenoise, each file in one piece, packed for whoever can unpack it."""

import gzip
from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

TEXTS = ("text/", "application/json", "image/svg+xml")
SMALLEST = 256
"""Bytes below which packing saves nothing."""


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """whitenoise streams from a synchronous file, which an asynchronous server cannot do; ours are small enough to be read whole."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or the part of it that is asked for."""
        answer = static_file.get_response(request.method, request.META)
        body = b""
        if answer.file is not None:
            with answer.file:
                body = answer.file.read()
        response = HttpResponse(body, status=int(answer.status))
        del response.headers["Content-Type"]
        for name, value in answer.headers:
            response.headers[name] = value
        if body:
            # A file that has changed since the start of the process has another length than whitenoise remembers.
            response.headers["Content-Length"] = str(len(body))
        if _is_worth_packing(response):
            _pack(response, request)
        return response


def _is_worth_packing(response: HttpResponse) -> bool:
    # Where `collectstatic` has run, whitenoise has chosen a packed file already.
    return (
        response.status_code == 200
        and len(response.content) >= SMALLEST
        and "Content-Encoding" not in response.headers
        and response.headers.get("Content-Type", "").startswith(TEXTS)
    )


def _pack(response: HttpResponse, request: HttpRequest) -> None:
    patch_vary_headers(response, ["Accept-Encoding"])
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return
    response.content = _packed(response.content)
    response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(len(response.content))
    # The tag names the file as it lies on the disk; the date remains for those who ask again.
    del response.headers["ETag"]


@lru_cache(maxsize=256)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=9, mtime=0)
