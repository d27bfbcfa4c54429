"""How much of the database does a match take that is over? `python -m tests.servers python -m tests.bench.growth [--matches 4] [GAME …]`

On the PostgreSQL of the environment, which has to be empty. Built-in bots play matches by the site's own services, two seats, so many of
each preset that is named (`--presets`; all: `--presets all`), by default the strongest against the middle one (`--levels`). Then the rows are packed as the site does it some
hours after the end. For each preset it prints the steps of a match, the kilobytes that a match takes in all tables with their indexes (after
`VACUUM FULL`, so without the room that a table keeps free) before and after, and which columns take most of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
from collections.abc import Iterator
from typing import Any

LARGEST = 5
AMONG = 400
"""Matches among which one is weighed, so that the first pages of tables and indexes do not count. They are copies."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--matches", type=int, default=4, help="of each preset (4)")
    parser.add_argument("--presets", default="quick,standard", help="by comma; what a game does not have is left out")
    parser.add_argument("--levels", default="2,1", help="which of a game's bots, the weakest is 0 (2,1)")
    given = parser.parse_args()
    levels = [int(level) for level in given.levels.split(",")]
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "FOGBOUND_LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    import games

    if connection.vendor != "postgresql":
        raise SystemExit("PostgreSQL is needed: python -m tests.servers python -m tests.bench.growth")
    call_command("migrate", verbosity=0)
    for game_id in given.games or games.GAMES:
        presets = games.get(game_id).presets
        for preset in (
            presets if given.presets == "all" else [one for one in given.presets.split(",") if one in presets]
        ):
            print(told(game_id, preset, given.matches, levels), flush=True)


def told(game_id: str, preset: str, matches: int, levels: list[int]) -> str:
    """Play, weigh, pack, weigh again, and remove the matches; returns the lines for one preset."""
    from django.utils import timezone

    from lobby.matches.models import Match
    from lobby.store import packing

    ids = [play(game_id, preset, number, levels) for number in range(matches)]
    steps = sum(Match.objects.filter(pk__in=ids).values_list("step", flat=True)) / matches
    as_rows = weigh(ids)
    if packing.pack_all(timezone.now()) != matches:
        raise RuntimeError("not all could be packed")
    packed = weigh(ids)
    Match.objects.all().delete()
    lines = [f"{game_id} {preset}: {steps:.0f} steps; {as_rows[0]:.0f} kB a match as rows, {packed[0]:.1f} packed"]
    lines += [f"  {', '.join(f'{name} {size:.1f}' for size, name in columns)}" for _, columns in (as_rows, packed)]
    return "\n".join(lines)


def weigh(ids: list[str]) -> tuple[float, list[tuple[float, str]]]:
    """Kilobytes of a match in all tables with their indexes, and of the largest columns, among `AMONG` copies of these."""
    from lobby.matches.models import Match

    before = weight()
    copies = AMONG // len(ids)
    for model in tables():
        copy(model, copies)
    made = copies * len(ids)
    total = (weight() - before) / made / 1000
    columns = [(size / (made + len(ids)) / 1000, name) for size, name in weights_of_columns()]
    Match.objects.exclude(pk__in=ids).delete()
    return total, sorted(columns, reverse=True)[:LARGEST]


def copy(model: Any, copies: int) -> None:
    """So many copies of all rows of a model, of other matches."""
    from django.db import connection

    from lobby.matches.models import Match

    columns, values = [], []
    for field in model._meta.concrete_fields:
        if field.primary_key and field.column == "id" and model is not Match:
            continue
        columns.append(f'"{field.column}"')
        is_match = (field.primary_key and model is Match) or (field.is_relation and field.related_model is Match)
        values.append(f'left(md5("{field.column}" || n), 10)' if is_match else f'"{field.column}"')
    table = f'"{model._meta.db_table}"'
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}, generate_series(1, %s) n",
            [copies],
        )


def play(game_id: str, preset: str, number: int, levels: list[int]) -> str:
    """One match between these bots, to its end; returns its id."""
    from django.utils import timezone

    import games
    from games.core.simulate import open_table
    from lobby.bots import builtin
    from lobby.matches.models import OVER, Match, Seat
    from lobby.platform.process import database
    from lobby.play import referee, timer

    game = games.get(game_id)
    seed = secrets.token_hex(16)
    with database.writing():
        match = Match.objects.create(
            game=game_id, options=open_table(game, dict(game.presets[preset].options), 2, seed), seed=seed,
            rules_version=game.rules_version, step_seconds=3600, visibility=Match.Visibility.PUBLIC, spectator_delay=1, started_at=timezone.now(),
        )  # fmt: skip
        for seat in range(2):
            Seat.objects.create(match=match, number=seat, bot=game.bots[levels[(seat + number) % 2]].id)
        referee.begin(match, timezone.now())

    async def to_the_end() -> None:
        runner = builtin.Runner()
        while (await Match.objects.aget(pk=match.pk)).status not in OVER:
            await runner.play(match.pk)
            await timer.settle()
            held = (await Match.objects.aget(pk=match.pk)).hold_until
            if held is not None:
                await asyncio.to_thread(referee.advance_once, match.pk, lambda held=held: held)

    asyncio.run(to_the_end())
    return str(match.pk)


def tables() -> Iterator[Any]:
    """The models whose rows belong to a match, and that of matches itself."""
    from lobby.matches.models import Match

    yield Match
    for relation in Match._meta.related_objects:
        if relation.related_model is not Match:
            yield relation.related_model


def weight() -> int:
    """Bytes of these tables with their indexes, without free room."""
    from django.db import connection

    total = 0
    with connection.cursor() as cursor:
        for name in sorted({model._meta.db_table for model in tables()}):
            cursor.execute(f'VACUUM FULL "{name}"')
            cursor.execute("SELECT pg_total_relation_size(%s)", [name])
            total += cursor.fetchone()[0]
    return total


def weights_of_columns() -> Iterator[tuple[int, str]]:
    """Bytes of each column of these tables, and its name."""
    from django.db import connection

    with connection.cursor() as cursor:
        for model in tables():
            for column in (field.column for field in model._meta.concrete_fields):
                cursor.execute(f'SELECT coalesce(sum(pg_column_size("{column}")), 0) FROM "{model._meta.db_table}"')
                yield int(cursor.fetchone()[0]), f"{model.__name__}.{column}"


if __name__ == "__main__":
    main()
