"""Which months of public matches can be downloaded, and the files themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import IO

from allauth.core import ratelimit
from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lobby.matches.errors import ServiceError
from lobby.pages import answers
from lobby.platform.http.request_kinds import may_take_long
from lobby.watch import publishing
from lobby.watch.models import PublishedMonth

PART = 1 << 18
"""Bytes that are read at once."""


@require_safe
def downloads(request: HttpRequest) -> HttpResponse:
    """The list of months."""
    return render(request, "lobby/downloads.html", {"months": PublishedMonth.objects.all()})


@require_safe
@may_take_long("GET")
def month_file(request: HttpRequest, month: str) -> HttpResponse | StreamingHttpResponse:
    """The file of a month."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="download", limit_get=True)
    if refused:
        return refused
    published = PublishedMonth.objects.filter(month=month).first()
    if published is None:
        raise Http404
    try:
        file = publishing.open_file(published)
    except ServiceError as error:
        return answers.refusal(error)
    headers = {
        "Content-Disposition": f'attachment; filename="fogbound-{published.month}.jsonl.xz"',
        "Content-Length": str(published.size),
    }
    return StreamingHttpResponse(_parts(file), content_type="application/x-xz", headers=headers)


async def _parts(file: IO[bytes]) -> AsyncIterator[bytes]:
    # Django would read the whole file into memory.
    read = sync_to_async(file.read, thread_sensitive=False)
    try:
        while part := await read(PART):
            yield part
    finally:
        file.close()
