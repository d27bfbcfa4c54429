"""How does the process that serves sockets also serve static files? By whitenoise, each file whole, with gzip if the browser accepts it.

Browsers cache a file for ever under the prefix of this process's release. Under that of another release they get its own file if it is kept
(`releases`), and else this release's file, which they do not cache.
"""

import gzip
import os
import re
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import NotARegularFileError, StaticFile

from lobby.platform.assets import releases

TEXTS = ("text/", "application/json", "image/svg+xml")
SMALLEST = 256
_LABEL = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}")
"""Names of releases; none leads out of their folder."""
"""Bytes below which compression saves nothing."""


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Reads files whole: whitenoise streams from a synchronous file, which an asynchronous server cannot do. The files are small enough."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        # The part that the prefixes of all releases share.
        self._root = self.static_prefix.removesuffix(f"{settings.RELEASE}/")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve static files. A request for another release whose files are not kept gets this release's file: during a rolling restart pages
        come from both."""
        path = request.path_info
        if not path.startswith(self._root):
            return self.get_response(request)
        is_ours = path.startswith(self.static_prefix)
        release, _, name = path.removeprefix(self._root).partition("/")
        kept = None if is_ours else self._kept(release, name, path)
        if kept is not None:
            return self.serve(kept, request)
        static_file = self._file(path if is_ours else self.static_prefix + name)
        if static_file is None:
            return self.get_response(request)
        response = self.serve(static_file, request)
        if not is_ours:
            # The requested release may have a different file of this name.
            response.headers["Cache-Control"] = "no-store"
        return response

    def _file(self, path: str) -> StaticFile | None:
        """The file served under a path of this release, None if there is none. Includes files collected after the start: bundled entries of
        the next release replace the old ones on disk, and they import new files."""
        if self.autorefresh or path in self.files:
            return self.find_file(path) if self.autorefresh else self.files[path]
        place = os.path.join(settings.STATIC_ROOT, path.removeprefix(self.static_prefix))
        if not self.url_is_canonical(path) or not self.path_is_child_of(place, os.path.join(settings.STATIC_ROOT, "")):
            return None
        try:
            return self.find_file_at_path(place, path)
        except (NotARegularFileError, OSError, ValueError):
            return None

    def _kept(self, release: str, name: str, path: str) -> StaticFile | None:
        """The file of an earlier release, None if it is not kept."""
        home = os.path.join(releases.folder(release), "")
        place = os.path.join(home, name)
        if not _LABEL.fullmatch(release) or not self.url_is_canonical(path) or not self.path_is_child_of(place, home):
            return None
        try:
            return self.find_file_at_path(place, self.static_prefix + name)
        except (NotARegularFileError, OSError, ValueError):
            return None

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The response with the file, or with the requested range of it."""
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
            # whitenoise remembers the length from the start of the process; the file may have changed since.
            response.headers["Content-Length"] = str(len(body))
        if _is_worth_packing(response):
            _pack(response, request)
        return response


def _is_worth_packing(response: HttpResponse) -> bool:
    # After `collectstatic`, whitenoise has already chosen a compressed file.
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
    # The ETag identifies the uncompressed file; Last-Modified remains for conditional requests.
    del response.headers["ETag"]


@lru_cache(maxsize=256)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=9, mtime=0)
