"""How do tables look on a site that has been played on for years? Rows by the thousand, made in the database itself from one real match."""

from __future__ import annotations

from django.db import connection
from django.db.models import Model

from games import GAMES
from lobby.accounts.models import User
from lobby.matches.models import ChatLine, Match, Seat

AGO = {"postgresql": "{at} - {i} * interval '1 minute'", "sqlite": "datetime({at}, '-' || {i} || ' minutes')"}
"""A moment so many minutes before another, by database."""


def copies(model: type[Model], template: Model, amount: int, changes: dict[str, str]) -> None:
    """Copies one row so often; `changes` says, by column, what stands in copy `i` (0, 1, …) instead."""
    table = connection.ops.quote_name(model._meta.db_table)
    columns = [
        field.column for field in model._meta.concrete_fields if field.column in changes or not field.primary_key
    ]
    values = ", ".join(changes.get(column, f"t.{connection.ops.quote_name(column)}") for column in columns)
    values = values.replace("%", "%%")
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({names}) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %s) "
            f"SELECT {values} FROM {table} t, n WHERE t.{template._meta.pk.column} = %s",
            [amount - 1, template.pk],
        )


def fill(match: Match, amount: int, person: User, every: int) -> None:
    """So many finished public matches like `match`, a minute apart, over all games of the site, with their seats; `person` sits in seat 1
    of every `every`-th, and each has one line of talk."""
    # Primes: no property goes with another.
    ago = AGO[connection.vendor]
    games = [game for game in GAMES if game != "toy"]
    pick = " ".join(f"WHEN {n} THEN '{game}'" for n, game in enumerate(games))
    moments = {name: ago.format(at=f"t.{name}", i="n.i") for name in ("created_at", "started_at", "finished_at")}
    copies(
        Match,
        match,
        amount,
        {
            **moments,
            "id": "'z' || (100000000 + n.i)",
            "game": f"CASE n.i * 31 % 997 % {len(games)} {pick} END",
            "clock": "CASE n.i * 17 % 991 % 7 WHEN 0 THEN 'slow' WHEN 1 THEN 'none' ELSE 'live' END",
            "visibility": "CASE n.i * 13 % 983 % 9 WHEN 0 THEN 'link' ELSE 'public' END",
            "status": "CASE n.i * 7 % 1009 % 20 WHEN 0 THEN 'aborted' ELSE 'finished' END",
            "rematch_of_id": "NULL",
        },
    )
    for seat in Seat.objects.filter(match=match):
        sits = f"CASE n.i % {every} WHEN 0 THEN {person.pk} ELSE NULL END" if seat.number == 1 else "t.user_id"
        changes = {"match_id": "'z' || (100000000 + n.i)", "user_id": sits, "finished_at": moments["finished_at"]}
        copies(Seat, seat, amount, changes)
    line = ChatLine.objects.filter(match=match).first()
    if line is not None:
        copies(ChatLine, line, amount, {"match_id": "'z' || (100000000 + n.i)"})
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
