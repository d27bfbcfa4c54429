"""How do static files leave the one process that also serves sockets? By whitenoise, each file in one piece, packed for whoever can unpack it.

A file is kept by browsers for ever under the release of its process, and by nobody under any other.
"""

import gzip
import os
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NotARegularFileError, StaticFile

TEXTS = ("text/", "application/json", "image/svg+xml")
SMALLEST = 256
"""Bytes below which packing saves nothing."""


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """whitenoise streams from a synchronous file, which an asynchronous server cannot do; ours are small enough to be read whole."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        # What the prefixes of all releases begin with.
        self._root = self.static_prefix.removesuffix(f"{settings.RELEASE}/")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """A page that asks for a file of another release gets ours: while processes start anew, pages and files come from both."""
        path = request.path_info
        if not path.startswith(self._root):
            return self.get_response(request)
        is_ours = path.startswith(self.static_prefix)
        ours = path if is_ours else self.static_prefix + path.removeprefix(self._root).partition("/")[2]
        static_file = self._file(ours)
        if static_file is None:
            return self.get_response(request)
        response = self.serve(static_file, request)
        if not is_ours:
            # The release that was asked for may have another file under this name.
            response.headers["Cache-Control"] = "no-store"
        return response

    def _file(self, path: str) -> StaticFile | None:
        """What is served under a path of ours, also if it was collected after the start: joined entries of the next release, which lie in the
        place of those before, import files that are new."""
        if self.autorefresh or path in self.files:
            return self.find_file(path) if self.autorefresh else self.files[path]
        place = os.path.join(settings.STATIC_ROOT, path.removeprefix(self.static_prefix))
        if not self.url_is_canonical(path) or not self.path_is_child_of(place, os.path.join(settings.STATIC_ROOT, "")):
            return None
        try:
            return self.find_file_at_path(place, path)
        except (NotARegularFileError, OSError, ValueError):
            return None

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
