"""What do the files of a contest have? Its results as one document, and its standings as lines of a table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from lobby.contests import oversight, serializers
from lobby.contests.models import Contest


def results_of(contest: Contest, now: datetime) -> dict[str, Any]:
    """Everything that is released, as one document."""
    return {
        "contest": serializers.facts(contest, now),
        "entrants": serializers.entrants(contest),
        "ratings": [] if not serializers.is_released(contest) else _ratings(contest),
        "standings": serializers.standings(contest, now),
        "tables": serializers.tables(contest),
        "acts": oversight.log(contest, most=None),
    }


def _ratings(contest: Contest) -> list[dict[str, Any]]:
    """By which the entrants were seeded, the highest first; without those who had none."""
    seeded = contest.entrants.filter(rating__isnull=False).order_by("-rating", "pk")
    return [{"entrant": pk, "rating": points} for pk, points in seeded.values_list("pk", "rating")]


def lines(contest: Contest, now: datetime) -> list[list[str | int | None]]:
    """The standings as lines of a table with a head; the last columns are the rank in the whole contest, who is in a
    team, and whether the host has removed the entrant, who has no rank."""
    found: list[list[str | int | None]] = [
        ["stage", "format", "rank", "entrant", "owner", "games", "values", "overall_rank", "members", "removed"]
    ]
    for stage in serializers.standings(contest, now):
        for line in stage["lines"]:
            one = line["entrant"]
            values = " ".join(f"{name}={value}" for name, value in line["values"].items())
            found.append(
                [
                    stage["stage"] + 1,
                    stage["format"],
                    line["rank"],
                    one["name"],
                    (one["owner"] or {}).get("name", ""),
                    line["games"],
                    values,
                    one["rank"],
                    ", ".join(member["name"] for member in (one["team"] or {}).get("members", ())),
                    "yes" if one["is_removed"] else "",
                ]
            )
    return found
