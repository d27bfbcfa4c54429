"""Who is how strong, where ratings make the order in which a contest begins? Reads ratings, decides nothing else."""

from __future__ import annotations

from lobby.contests.models import Contest
from lobby.ratings.models import Rating


def points_of(contest: Contest) -> dict[int, int]:
    """{entrant: the best of its ratings in the game of the contest}, at whatever pace; who has none is not in it."""
    entrants = list(contest.entrants.filter(is_organiser=False))
    people = {one.user_id for one in entrants if not one.is_program}
    programs = {one.program_id for one in entrants if one.is_program}
    found = Rating.objects.filter(game=contest.game)
    by_person: dict[int | None, int] = {}
    by_program: dict[int | None, int] = {}
    for user, points in found.filter(user__in=people, program=None).values_list("user", "points"):
        by_person[user] = max(points, by_person.get(user, points))
    for program, points in found.filter(program__in=programs).values_list("program", "points"):
        by_program[program] = max(points, by_program.get(program, points))
    known = {
        one.pk: by_program.get(one.program_id) if one.is_program else by_person.get(one.user_id) for one in entrants
    }
    return {pk: points for pk, points in known.items() if points is not None}
