"""Does a list stay quick when the site has been played on for years? Every list of the site, of the API and of the admin reads what it
shows and little more, however many matches there are.

By plan, not by the clock: PostgreSQL explains whatever a page asks it, over tables of thousands of rows. The milliseconds that it takes
over a million are printed by FOGBOUND_ROWS=1000000 python -m tests.servers python -m pytest -rP tests/lobby/test_big_tables.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lobby.matches.models import ChatLine, Match
from tests.lobby.filling import fill

AMOUNT = int(os.environ.get("FOGBOUND_ROWS", 40_000))
"""Matches that are over."""
MANY = 8000
"""Rows that no list may read: a person has played in fewer."""
BIG = {"lobby_match", "lobby_seat", "lobby_chatline"}

LISTS = {
    "": ["/", "/lobby/", "/lobby/?game=cosmos", "/lobby/?pace=slow", "/people/{alice}/", "/people/{alice}/?page=2"],
    "alice": ["/matches/", "/matches/?page=2", "/people/", "/lobby/", "/programs/", "/lessons/"],
    "dana": ["/admin/lobby/match/", "/admin/lobby/match/?status__exact=finished", "/admin/lobby/match/?game=cosmos",
             "/admin/lobby/match/?clock__exact=slow", "/admin/lobby/match/?visibility__exact=public",
             "/admin/lobby/match/?o=-9", "/admin/lobby/match/?q=z100000007", "/admin/lobby/chatline/",
             "/admin/lobby/chatline/?room__exact=seats",
             "/staff/matches/", "/staff/matches/?game=cosmos", "/staff/matches/?trouble=overdue"],
}  # fmt: skip
API = [
    f"/api/{name}/?{'&'.join(query)}"
    for name, statuses in (
        ("matches", ["", "status=running", "status=paused", "status=finished", "status=aborted"]),
        ("tables", [""]),
    )
    for status in statuses
    for game in ("", "game=cosmos")
    for clock in ("", "clock=slow", "clock=none")
    for query in [[one for one in (status, game, clock) if one]]
]
OWN = ["/api/matches/?mine=true", "/api/matches/?mine=true&status=finished", "/api/tables/?mine=true", "/api/players/{alice}/",
       "/api/players/{alice}/matches/"]  # fmt: skip


@dataclass(frozen=True)
class Explained:
    """A query and how the database answers it."""

    sql: str
    milliseconds: float
    wrong: tuple[str, ...]
    """Parts of the plan that read more than `MANY` rows."""


@pytest.fixture
def years(transactional_db, alice, make_match) -> Match:
    """A site with `AMOUNT` matches behind it and a few that go on."""
    over = make_match([alice], ["easy"], game="planet_conquer")
    Match.objects.filter(pk=over.pk).update(
        status="finished",
        finished_at=timezone.now(),
        deadline=None,
        due_at=None,
        outcome={"reason": "rounds", "places": [1, 2]},
    )
    over.seats.filter(number=0).update(user=None, bot="easy", place=1)
    over.seats.filter(number=1).update(place=2, steps_due=30, steps_answered=20)
    ChatLine.objects.create(match=over, number=1, name="Mira", text="Good game")
    fill(over, AMOUNT, alice)
    for _ in range(5):
        make_match([alice], ["easy"], game="planet_conquer")
    return over


def explained(queries: list[dict[str, str]]) -> Iterator[Explained]:
    """Every query that asks a big table."""
    for query in queries:
        sql = query["sql"]
        if sql.startswith("SELECT") and any(table in sql for table in BIG):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
                ((plan,),) = cursor.fetchall()[0]
            yield Explained(sql, plan["Execution Time"], tuple(_too_much(plan["Plan"])))


def _too_much(node: dict[str, Any]) -> Iterator[str]:
    read = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    if read > MANY:
        yield f"{node['Node Type']} {node.get('Index Name') or node.get('Relation Name', '')} reads {read:.0f}"
    for child in node.get("Plans", ()):
        yield from _too_much(child)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a site with years behind it is on PostgreSQL")
def test_no_list_reads_more_than_it_shows(years, alice, dana) -> None:
    people = {"": None, "alice": alice, "dana": dana}
    asked: dict[str, list[Explained]] = {}
    for who, addresses in [*LISTS.items(), ("", API), ("alice", OWN)]:
        client = Client()
        if people[who] is not None:
            client.force_login(people[who])
        for address in addresses:
            address = address.format(alice=alice.slug)
            with CaptureQueriesContext(connection) as captured:
                answer = client.get(address)
            assert answer.status_code == 200, address
            asked[address] = list(explained(captured.captured_queries))
    slowest = sorted(asked, key=lambda address: -sum(one.milliseconds for one in asked[address]))
    print(*(f"{sum(one.milliseconds for one in asked[name]):8.1f} ms {name}" for name in slowest), sep="\n")
    assert any(asked.values())
    wrong = [f"{name}: {one.wrong} {one.sql}" for name, all_of in asked.items() for one in all_of if one.wrong]
    assert not wrong, "\n\n".join(wrong)
