"""Can a stranger draw a contest again from its downloaded results, and does the command find what was not drawn by the seed?"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

import games
from lobby.contests import checking, plans, result_files, scheduler, steering
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.matches.models import Program
from tests.lobby.contest_rows import Luck, entered, plan, play_on

CHAIN = plans.chain(days=2, games_a_day=2, target=3, straight=1, final=3)


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def export(contest: Contest) -> dict[str, Any]:
    """As everybody downloads it."""
    contest.refresh_from_db()
    return json.loads(json.dumps(result_files.results_of(contest, timezone.now()), cls=DjangoJSONEncoder))


def verdicts(found: dict[str, Any]) -> dict[str, bool | None]:
    return {one.what: one.fits for one in checking.findings(found)}


@pytest.mark.parametrize(
    ("stages", "table", "count"),
    [
        (CHAIN, 4, 23),
        ((StagePlan("single", {"games": 3}),), 2, 13),
        ((StagePlan("single", {"games": 2}, advances=1), StagePlan("rank_sum", {"games": 2})), 4, 17),
        ((StagePlan("double", {"games": 1}),), 2, 9),
        ((StagePlan("double", {"games": 3}),), 4, 11),
        ((StagePlan("round_robin", {"games": 2}),), 2, 5),
        ((StagePlan("swiss", {"rounds": 4}, advances=6), StagePlan("last_out", {"target": 2})), 3, 14),
    ],
)
def test_every_draw_follows_from_the_file_of_the_results(alice, stages, table, count):
    if stages[0].advances == 1:
        stages = (StagePlan("swiss", {"rounds": 2}, advances=5), *stages[1:])
    contest = entered(alice, plan(*stages, table_size=table), count)
    play_on(contest)
    found = export(contest)
    said = verdicts(found)
    assert set(said.values()) == {True}, [what for what, fits in said.items() if not fits]
    assert sum("who meets whom" in what for what in said) == len(
        {(one["stage"], one["round"]) for one in found["tables"]}
    )


def test_who_withdraws_or_is_removed_meanwhile_is_named_and_the_rest_still_fits(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 5}, every_minutes=60), table_size=2), 8)
    for hour in range(6):
        scheduler.go_on(contest.pk, now=contest.starts_at + timedelta(hours=hour), begin=Luck())
        if hour == 1:
            steering.remove(user=alice, contest_id=contest.pk, entrant_id=contest.entrants.first().pk, why="Twice.")
            Program.objects.filter(entries=contest.entrants.last()).update(switched_off="error")
    found = export(contest)
    notes = [one.note for one in checking.findings(found)]
    assert set(verdicts(found).values()) == {True}
    assert any(note.startswith("without ") for note in notes)


@pytest.mark.parametrize(
    "first",
    [
        StagePlan("points_race", {"rounds": 2, "games": 2}, advances=4),
        StagePlan("last_out", {"target": 4}),
        StagePlan("swiss", {"rounds": 2}, advances=4),
        StagePlan("round_robin", {"games": 1}, straight=1, advances=4),
    ],
    ids=lambda one: one.format,
)
@pytest.mark.parametrize("when", [0, 1])
def test_who_is_removed_before_or_after_a_stage_has_begun_makes_no_draw_differ(alice, first, when):
    stages = (first, StagePlan("swiss", {"rounds": 3}, every_minutes=60), StagePlan("rank_sum", {"games": 1}))
    contest = entered(alice, plan(*stages, table_size=4), 9)
    later = timedelta(hours=20)
    contest.stages.filter(number=1).update(not_before=contest.starts_at + later)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    ended = contest.stages.get(number=0)
    assert ended.finished_at is not None
    if when:
        scheduler.go_on(contest.pk, now=contest.starts_at + later, begin=Luck())
        assert contest.stages.get(number=1).tables.exists()
    # The best of the first stage, who comes to the next one, or straight to the last.
    steering.remove(user=alice, contest_id=contest.pk, entrant_id=ended.standings[0][0], why="Twice.")
    play_on(contest, hours=30)
    assert set(verdicts(export(contest)).values()) == {True}


def swapped(found: dict[str, Any]) -> None:
    first, second = [one for one in found["tables"] if one["round"] == 1][:2]
    first["places"][0]["entrant"], second["places"][0]["entrant"] = (
        second["places"][0]["entrant"],
        first["places"][0]["entrant"],
    )


def reordered(found: dict[str, Any]) -> None:
    found["contest"]["stages"][0]["order"].reverse()


def reseeded(found: dict[str, Any]) -> None:
    found["contest"]["seed"] += "x"


def favoured(found: dict[str, Any]) -> None:
    order = found["contest"]["stages"][1]["order"]
    order[0], order[-1] = order[-1], order[0]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (swapped, "stage 1, round 2: who meets whom"),
        (reordered, "stage 1: order of entrants"),
        (reseeded, "fingerprint"),
        (favoured, "stage 2: order of entrants"),
    ],
)
def test_what_was_not_drawn_by_the_seed_is_found(
    alice, tmp_path, capsys, change: Callable[[dict[str, Any]], None], what
):
    contest = entered(alice, plan(*CHAIN, table_size=4), 16)
    play_on(contest)
    found = export(contest)
    file = tmp_path / "results.json"
    file.write_text(json.dumps(found))
    call_command("verify_draw", str(file), "--hash", found["contest"]["seed_hash"])
    assert "All that can be drawn again fits." in capsys.readouterr().out
    other = deepcopy(found)
    change(other)
    file.write_text(json.dumps(other))
    with pytest.raises(SystemExit):
        call_command("verify_draw", str(file))
    assert f"DIFFERS           {what}" in capsys.readouterr().out


def test_the_whole_file_is_checked_with_the_seeds_of_its_matches(alice, tmp_path, capsys):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    luck = play_on(contest)
    found = export(contest)
    for seeds, wrong in (({}, 0), ({luck.matches[3].pk: "another"}, 1)):
        file = tmp_path / "whole.zip"
        packed = io.BytesIO()
        with ZipFile(packed, "w") as zipped:
            zipped.writestr("results.json", json.dumps(found))
            for match in luck.matches:
                record = {"match": match.pk, "seed": seeds.get(match.pk, match.seed)}
                zipped.writestr(f"replays/{match.pk}.json", json.dumps(record))
        file.write_bytes(packed.getvalue())
        try:
            call_command("verify_draw", str(file))
        except SystemExit:
            assert wrong
        told = capsys.readouterr().out
        assert (told.count("DIFFERS"), f"seeds of {len(luck.matches)} matches" in told) == (wrong, True)


def test_what_cannot_be_checked_is_said(alice, tmp_path: Path):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    file = tmp_path / "results.json"
    file.write_text(json.dumps(export(contest)))
    with pytest.raises(CommandError, match="when it is over"):
        call_command("verify_draw", str(file))
    for text in ("{}", "[]", "no JSON"):
        file.write_text(text)
        with pytest.raises(CommandError, match="no results of a contest"):
            call_command("verify_draw", str(file))


def test_an_order_by_ratings_is_made_again_from_the_ratings_of_that_day(alice, monkeypatch):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}), is_seeded=True), 6)
    Contest.objects.filter(pk=contest.pk).update(seed="one")
    ids = list(contest.entrants.order_by("pk").values_list("pk", flat=True))
    points = {ids[4]: 1700, ids[1]: 1500, ids[3]: 1500}
    monkeypatch.setattr("lobby.contests.seeding.points_of", lambda _: points)
    play_on(contest)
    monkeypatch.setattr("lobby.contests.seeding.points_of", lambda _: {})
    found = export(contest)
    assert {one["entrant"]: one["rating"] for one in found["ratings"]} == points
    assert found["contest"]["stages"][0]["order"][0] == ids[4]
    assert verdicts(found)["stage 1: order of entrants"] is True
    other = deepcopy(found)
    other["ratings"][0]["rating"] = 1499
    assert verdicts(other)["stage 1: order of entrants"] is False
    # A file of an earlier release.
    assert verdicts({**found, "ratings": []})["stage 1: order of entrants"] is None
