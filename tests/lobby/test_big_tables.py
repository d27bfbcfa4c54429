"""Does a list stay quick when the site has been played on for years? Every list of the site, of the API and of the admin reads what it
shows and little more, however many matches there are.

By plan, not by the clock: PostgreSQL explains whatever a page asks it, over tables of thousands of rows. The milliseconds that it takes
over a million are printed by FOGBOUND_ROWS=1000000 python -m tests.servers python -m pytest -rP tests/lobby/test_big_tables.py
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lobby.accounts.models import Report, StaffAct, User
from lobby.matches.models import ChatLine, Match, Seat
from lobby.people import expiry
from lobby.play import tallies
from lobby.ratings.models import Change, RatedMatch, Rating, SeasonRating
from lobby.ratings.seasons import season_of
from lobby.store import archiving, packing
from tests.lobby.filling import AGO, copies, fill

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

AMOUNT = int(os.environ.get("FOGBOUND_ROWS", 40_000))
"""Matches that are over."""
OWN_MATCHES = 5000
"""Those of them that one person has played."""
MANY = 1500
"""Rows that no list may read."""
MANY_OF_STAFF = 8000
"""The same for the admin's filters: it counts the first thousand matches that fit, and reads those between them."""
BIG = re.compile(
    "lobby_(match|seat|chatline|rating|seasonrating|change|ratedmatch|user|staffact|report|tally|departure)\\b|django_session"
)
PLAYERS = 20_000
"""With a rating, each of them in one game."""

LISTS = {
    "": ["/", "/lobby/", "/lobby/?game=cosmos", "/lobby/?pace=slow", "/people/{alice}/", "/people/{alice}/?page=2",
         "/ratings/?game=cosmos", "/ratings/?game=cosmos&season=all&page=9", "/ratings/?game=cosmos&board=bots",
         "/ladder/", "/ladder/cosmos/"],
    "alice": ["/matches/", "/matches/?page=2", "/people/", "/lobby/", "/programs/", "/lessons/"],
    "dana": ["/admin/lobby/match/", "/admin/lobby/match/?status__exact=finished", "/admin/lobby/match/?game=cosmos",
             "/admin/lobby/match/?clock__exact=slow", "/admin/lobby/match/?visibility__exact=public",
             "/admin/lobby/match/?o=-9", "/admin/lobby/match/?q=z100000007", "/admin/lobby/chatline/",
             "/admin/lobby/chatline/?room__exact=seats",
             "/admin/lobby/user/", "/admin/lobby/user/?is_guest__exact=0", "/admin/lobby/user/?is_staff__exact=1",
             "/admin/lobby/user/?o=-1", "/admin/lobby/staffact/", "/admin/lobby/staffact/?act=mute",
             "/admin/lobby/report/", "/admin/lobby/report/?status__exact=open", "/admin/lobby/ratedmatch/",
             "/admin/lobby/ratedmatch/?verdict__exact=counts", "/admin/lobby/ratedmatch/?q=z100000007",
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
       "/api/players/{alice}/matches/",
       "/api/players/{alice}/ratings/", "/api/players/{alice}/ratings/cosmos/live/", "/api/ratings/?game=cosmos&page=9", "/api/ladder/?game=cosmos"]  # fmt: skip

TASKS: dict[str, Callable[[], object]] = {
    "the next batch that is packed": lambda: packing.batch(timezone.now() - timedelta(days=20)),
    "the archive's next batch": lambda: archiving.batch(timezone.now() - timedelta(days=20)),
    "rows that ran out": lambda: expiry.sweep(timezone.now()),
    "tallies of the last hour": lambda: tallies.advance(timezone.now()),
}
"""What a process asks for by itself, again and again."""


@dataclass(frozen=True)
class Explained:
    """A query and how the database answers it."""

    sql: str
    milliseconds: float
    wrong: tuple[str, ...]
    """Parts of the plan that read too many rows."""


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
    over.seats.update(finished_at=timezone.now())
    fill(over, AMOUNT, alice, every=AMOUNT // OWN_MATCHES)
    _rate_many(over, alice)
    _look_after(alice)
    tallies.advance_all(timezone.now())
    for _ in range(5):
        make_match([alice], ["easy"], game="planet_conquer")
    return over


def _rate_many(match: Match, alice: User) -> None:
    """`PLAYERS` people with a rating, and one match in the history of each."""
    pool = {"board": "people", "game": "cosmos", "pace": "live", "points": 1700, "is_settled": True, "matches": 20}
    rating = Rating.objects.create(user=alice, mean=30, deviation=2, **pool)
    season = SeasonRating.objects.create(rating=rating, season=season_of(timezone.now()), **pool)
    rated = RatedMatch.objects.create(
        match=match, game="cosmos", pace="live", verdict="counts", finished_at=timezone.now()
    )
    seat = match.seats.get(number=1)
    change = Change.objects.create(
        rated=rated, rating=rating, seat=seat, points_before=1500, mean=30, deviation=2, points=1700, matches=20
    )
    last = Seat.objects.order_by("-pk").values_list("pk", flat=True)[0]
    number, points = "(1000000 + n.i)", "(1000 + n.i * 7 % 997)"
    name = "'u' || n.i"
    copies(User, alice, PLAYERS, {"id": number, "username": name, "name_key": name, "name_look": name})
    copies(Rating, rating, PLAYERS, {"id": number, "user_id": number, "points": points})
    copies(SeasonRating, season, PLAYERS, {"rating_id": number, "points": points})
    copies(Change, change, PLAYERS, {"rating_id": number, "seat_id": f"({last} - n.i)"})
    copies(
        RatedMatch,
        rated,
        PLAYERS,
        {
            "match_id": "'z' || (100000000 + n.i)",
            "finished_at": AGO[connection.vendor].format(at="t.finished_at", i="n.i"),
        },
    )


def _look_after(alice: User) -> None:
    """`PLAYERS` reports that staff have answered, as many acts of staff, and sessions."""
    report = Report.objects.create(person=alice, name="Alice", kind="spam", status="acted")
    act = StaffAct.objects.create(staff_name="Dana", act="mute", person=alice, subject="Alice")
    session = Session.objects.create(session_key="s", session_data="", expire_date=timezone.now() + timedelta(days=9))
    ago = AGO[connection.vendor]
    copies(Report, report, PLAYERS, {"created_at": ago.format(at="t.created_at", i="n.i")})
    copies(StaffAct, act, PLAYERS, {"at": ago.format(at="t.at", i="n.i")})
    copies(Session, session, PLAYERS, {"session_key": "'s' || n.i"})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def explained(queries: list[dict[str, str]], many: int) -> Iterator[Explained]:
    """Every query that asks a big table."""
    for query in queries:
        sql = query["sql"]
        if sql.startswith("SELECT") and BIG.search(sql):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
                ((plan,),) = cursor.fetchall()[0]
            yield Explained(sql, plan["Execution Time"], tuple(_too_much(plan["Plan"], many)))


def _too_much(node: dict[str, Any], many: int) -> Iterator[str]:
    read = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    if read > many:
        yield f"{node['Node Type']} {node.get('Index Name') or node.get('Relation Name', '')} reads {read:.0f}"
    for child in node.get("Plans", ()):
        yield from _too_much(child, many)


@pytest.mark.long
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
            many = MANY_OF_STAFF if who == "dana" and "?" in address else MANY
            asked[address] = list(explained(captured.captured_queries, many))
    for name, task in TASKS.items():
        with CaptureQueriesContext(connection) as captured:
            task()
        asked[name] = list(explained(captured.captured_queries, MANY))
    slowest = sorted(asked, key=lambda address: -sum(one.milliseconds for one in asked[address]))
    print(*(f"{sum(one.milliseconds for one in asked[name]):8.1f} ms {name}" for name in slowest), sep="\n")
    assert any(asked.values())
    wrong = [f"{name}: {one.wrong} {one.sql}" for name, all_of in asked.items() for one in all_of if one.wrong]
    assert not wrong, "\n\n".join(wrong)
