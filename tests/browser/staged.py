"""How do matches of Frames come to positions that tests need? Tables are opened on the pages; the position they begin with is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.pages import Person
from tests.browser.site import Site

BEGIN = """
import json
from django.db import transaction
from games.frames.vectors import new_position
from lobby.play import referee
from lobby.matches.models import Match
table, position = json.loads({told!r})
with transaction.atomic():
    match = Match.objects.select_for_update().get(pk=table)
    referee.begin(match, start=new_position(position))
"""


def opposed(open_page: Callable[..., Page], site: Site, position: Any, *, seconds: int = 600) -> tuple[Person, Person]:
    """Two people at a table of Frames that has just begun with this position: seat 0 and seat 1."""
    host, guest = (Person(open_page(), name).become_guest() for name in ("Ada", "Bob"))
    options = {f"option_{name}": value for name, value in position.get("options", {}).items()}
    table = host.open_table("frames", seats=2, step_seconds=seconds, **options)
    guest.join(table)
    site.run(BEGIN.format(told=json.dumps([table, position])))
    for person in (host, guest):
        person.at_match()
        expect(person.page.locator(".fr-table")).to_be_visible()
    return host, guest
