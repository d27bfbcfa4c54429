"""What the tests of contests need: a plan, entrants, and matches that are over as soon as they begin."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.core.rng import SeededRng
from lobby.accounts.models import User
from lobby.contests import scheduler, services
from lobby.contests.models import Contest
from lobby.contests.plans import Plan, StagePlan
from lobby.matches.models import Match, Program, Seat


def plan(*stages: StagePlan, now: datetime | None = None, **given: Any) -> Plan:
    """A contest of the toy game for programs whose entry is open, and which starts in two hours."""
    now = now or timezone.now()
    return Plan(
        **{
            "name": "Lantern cup",
            "game": "toy_programs",
            "table_size": 2,
            "step_seconds": 5,
            "who": "programs",
            "opens_at": now - timedelta(hours=1),
            "closes_at": now + timedelta(hours=1),
            "starts_at": now + timedelta(hours=2),
            "stages": stages or (StagePlan("single"),),
            **given,
        }
    )


def people(count: int) -> list[User]:
    """So many people with accounts."""
    return User.objects.bulk_create(
        User(username=f"player{n}", email=f"player{n}@example.org", name=f"Player {n}", name_key=f"player {n}")
        for n in range(count)
    )


def programs(owners: Sequence[User], game: str = "toy_programs") -> list[Program]:
    """A program of each of them."""
    return Program.objects.bulk_create(
        Program(owner=owner, game=game, name=f"Bot of {owner.name}", text="def run(c): pass") for owner in owners
    )


def entered(host: User, wanted: Plan, count: int) -> Contest:
    """A contest with so many programs in it."""
    contest = services.create_contest(user=host, plan=wanted)
    for program in programs(people(count)):
        services.enter(user=program.owner, contest_id=contest.pk, program_id=program.pk)
    return contest


def played_elsewhere(contest: Contest, *, seconds: int = 60, steps: int = 30, **given: Any) -> Match:
    """A match of its game between programs that is over, not of the contest."""
    now = timezone.now()
    ran = {"status": Match.Status.FINISHED, "started_at": now - timedelta(seconds=seconds), "finished_at": now}
    return Match.objects.create(
        **{
            "game": contest.game,
            "rules_version": "1",
            "arranged": "ladder",
            "step": steps,
            "step_seconds": 5,
            **ran,
            **given,
        }
    )


class Luck:
    """Begins matches that are over at once, by lot; `broken` says which ones are not (by number): `aborted`, `fault` or `raises`."""

    def __init__(self, broken: dict[int, str] | None = None) -> None:
        self.matches: list[Match] = []
        self.calls = 0
        self.broken = broken or {}

    def __call__(
        self, contest: Contest, options: dict[str, Any], sitters: Sequence[scheduler.Sitter], seed: str
    ) -> Match:
        how = self.broken.get(self.calls, "")
        self.calls += 1
        if how == "raises":
            raise ValueError("this game cannot begin")
        places = [1 + place for place in SeededRng(seed).permutation(len(sitters))]
        match = Match.objects.create(
            game=contest.game,
            rules_version="1",
            step_seconds=5,
            seed=seed,
            arranged="contest",
            sealed=contest.is_secret,
            visibility="link" if contest.is_secret else "public",
            status={"": "finished", "aborted": "aborted", "fault": "paused"}[how],
            fault="Broken: it stands" if how == "fault" else "",
            outcome={"reason": "last_round", "places": places} if not how else None,
            finished_at=timezone.now(),
        )
        Seat.objects.bulk_create(
            Seat(
                match=match,
                number=number,
                program=sitter if isinstance(sitter, Program) else None,
                user=sitter if isinstance(sitter, User) else None,
                place=places[number],
            )
            for number, sitter in enumerate(sitters)
        )
        self.matches.append(match)
        return match


class Slow(Luck):
    """Begins matches that run."""

    def __call__(self, *given: Any) -> Match:
        match = super().__call__(*given)
        match.status = "running"
        match.save(update_fields=["status"])
        return match


def play_on(contest: Contest, luck: Luck | None = None, *, hours: float = 2, step: float = 24, most: int = 60) -> Luck:
    """Let the time pass until it is over."""
    luck, begins = luck or Luck(), timezone.now()
    for turn in range(most):
        scheduler.go_on(contest.pk, now=begins + timedelta(hours=hours + step * turn, minutes=1), begin=luck)
        contest.refresh_from_db()
        if contest.is_over:
            return luck
    raise AssertionError("it does not end")
