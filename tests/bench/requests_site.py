"""Which site has the slowest requests, and which requests are they? For `tests.bench.requests`; needs a set-up Django and empty tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

import games
from lobby.accounts.models import Follow, User
from lobby.bots import trial_jobs
from lobby.builds.models import Build
from lobby.contests import scheduler
from lobby.contests import services as contests
from lobby.contests.models import Contest, Entrant
from lobby.contests.plans import Plan, StagePlan
from lobby.matches.models import ChatLine, Match, Program, Seat
from lobby.matches.people import Note
from lobby.matches.terms import Settings
from lobby.matches.trials import Trial, TrialPart
from lobby.platform.process import database
from lobby.play import tallies
from lobby.ratings.models import Change, LeaguePlace, RatedMatch, Rating, SeasonRating
from lobby.ratings.seasons import season_of
from lobby.store.positions import canonical, pack_text
from lobby.tables import services as tables
from tests.bench.replay import store
from tests.lobby.contest_rows import Luck
from tests.lobby.filling import AGO, copies, fill

LONGEST: dict[str, tuple[str, int, dict[str, Any]]] = {
    # Four seats: eight take much longer to play, and their frames are little larger.
    "cosmos": ("hard", 4, {"rounds": 1000, "width": 64, "height": 64, "start_planets": 3, "neutral_planets": 4}),
    "planet_conquer": ("medium", 8, {"map": "great_wheel", "max_round": 1000, "fog": False}),
    "hundred_clubs": ("medium", 8, {"map": "generated", "rounds": 200, "sight": 10}),
    "deep_blue": ("hard", 2, {"map": "open_ocean"}),
    "frames": ("hard", 2, {"max_rounds": 100}),
}
"""Bots, seats and options of a match that has much to show."""
SHORT: dict[str, dict[str, Any]] = {
    "cosmos": {"rounds": 20},
    "planet_conquer": {"max_round": 10},
    "hundred_clubs": {"rounds": 5},
}
WIDEST: dict[str, list[dict[str, Any]]] = {
    "cosmos": [
        {"width": 100, "height": 100, "start_planets": 3, "symmetry": "eightfold", "neutral_planets": 0},
        {"width": 100, "height": 100, "start_planets": 1, "neutral_planets": 0},
    ],
    "planet_conquer": [{"map": "generate"}],
    "hundred_clubs": [{"map": "generated"}],
    "deep_blue": [
        {"map": "generated", "map_size": 80, "land": 30, "island_pairs": 6, "map_seed": seed} for seed in (1, 2)
    ],
}
"""Options of tables whose maps take long to make."""
A_YEAR = 30_000
LARGEST_TEXT = "x = 1  # a line of a program\n" * 2200
WIDE = {
    "/matches/": ["?page=50"],
    "/lobby/": ["?game=cosmos", "?pace=slow"],
    "/leagues/": ["?game=cosmos&league=2"],
    "/ratings/": ["?game=cosmos&page=20", "?game=cosmos&season=all&page=20"],
    "/api/matches/": ["?limit=100", "?limit=100&mine=true"],
    "/api/tables/": ["?limit=100"],
    "/api/ratings/": ["?game=cosmos&limit=100&page=9"],
    "/staff/matches/": ["?trouble=overdue"],
}
"""More questions to an address, besides the plain one."""
OF_MATCH = {
    "run": ["?as=referee&first={far}", "?as=0&first=0", "?as=referee&first={middle}"],
    "frames": ["?as=referee&first={far}", "?as=0&first=0", "?as=referee&first={middle}"],
    "events": ["?as=referee&first={far}"],
    "coach": ["?seat=0&step={middle}"],
    "study": ["?seat=0"],
    "view": ["?as=referee&step={far}", "?as=0&step={middle}"],
}
"""The same by the last word of an address of a match."""


@dataclass(frozen=True)
class Asked:
    """One request."""

    client: Client
    method: str
    path: str
    query: str = ""
    data: dict[str, Any] = field(default_factory=dict)

    def send(self) -> int:
        """Ask; the status. What is streamed holds no place while it is read, and is not read here."""
        cache.clear()  # a visitor whom no limit by the minute holds up
        if self.method == "GET":
            answer = self.client.get(self.path + self.query)
        elif self.path.startswith("/api/"):
            answer = self.client.generic(self.method, self.path, json.dumps(self.data), "application/json")
        else:
            answer = self.client.post(self.path, self.data)
        return int(answer.status_code)


@dataclass
class Here:
    """What there is on the site, by the names that addresses have for it."""

    person: User
    matches: dict[str, Match]
    """Over, by game."""
    running: dict[str, Match]
    contests: list[Contest]
    small: bool

    def requests(self) -> Iterator[Asked]:
        """Everything that can be read, then what engines work on."""
        known = _client()
        known.force_login(self.person)
        for path in sorted(set(self._paths("", get_resolver().url_patterns))):
            if "logout" in path or path.startswith("/i18n"):
                continue
            for client in (_client(), known):
                yield Asked(client, "GET", path)
                for query in [*WIDE.get(path, []), *self._of_match(path)]:
                    yield Asked(client, "GET", path, query)
        yield from self._engines(known)

    def _of_match(self, path: str) -> Iterator[str]:
        parts = path.strip("/").split("/")
        match = next((one for one in self.matches.values() if one.pk in parts), None)
        for query in OF_MATCH.get(parts[-1], ()) if match is not None else ():
            assert match is not None
            yield query.format(far=max(0, match.step - 199), middle=match.step // 2)

    def _engines(self, client: Client) -> Iterator[Asked]:
        for match in self.matches.values():
            for step in {0, match.step // 2, match.step - 1}:
                yield Asked(client, "POST", f"/api/matches/{match.pk}/fork/", data={"step": step})
        for match in self.running.values():
            yield Asked(client, "POST", f"/api/matches/{match.pk}/forecast/", data={"step": match.step, "orders": {}})
            yield Asked(client, "POST", f"/api/matches/{match.pk}/fork/", data={"step": match.step})
        for game_id, wide in WIDEST.items():
            game = games.get(game_id)
            for options in wide[: 1 if self.small else None]:
                seats = game.seats[-1]
                yield Asked(client, "POST", "/api/tables/", data={"game": game_id, "options": options, "seats": seats})
                match = tables.create_table(
                    user=self.person, game_id=game_id, options=options, settings=Settings(seats=seats, step_seconds=30)
                )
                for number in range(1, seats):
                    tables.seat_bot(user=self.person, match_id=match.pk, number=number, bot=game.bots[0].id)
                yield Asked(client, "POST", f"/api/tables/{match.pk}/start/")
                Match.objects.filter(status="open").delete()
        for build in Build.objects.filter(owner=self.person)[:1]:
            path = f"/api/games/{build.game}/workshop"
            for what in ("check", "measure"):
                yield Asked(client, "POST", f"{path}/{what}/", data={"build": build.content})

    def _paths(self, prefix: str, patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
        for pattern in patterns:
            route = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from self._paths(route, pattern.url_patterns)
            elif "(" not in route and "^" not in route:
                yield from self._filled("/" + route)

    def _filled(self, route: str) -> Iterator[str]:
        values = self._values()
        if "<" not in route:
            yield route
            return
        start, rest = route.split("<", 1)
        name, end = rest.split(">", 1)
        for value in values.get(name.split(":")[-1], []):
            yield from self._filled(f"{start}{value}{end}")

    def _values(self) -> dict[str, list[Any]]:
        program = Program.objects.filter(owner=self.person).first()
        return {
            "match_id": [one.pk for one in (*self.matches.values(), *self.running.values())],
            "slug": [self.person.slug],
            "game_id": [one.id for one in games.all_games()],
            "contest_id": [one.pk for one in self.contests],
            "entrant_id": [self.contests[0].entrants.get(rank=1).pk],
            "program_id": [program.pk if program else 0],
            "trial_id": list(Trial.objects.filter(user=self.person).values_list("pk", flat=True)),
            "word": [one.workshop.word for one in games.all_games() if one.workshop],
            "pace": ["live"],
            "number": [0],
            "name": ["orders", "api"],
            "object_id": [self.person.pk],
        }


def made(wanted: str, *, small: bool, years: int) -> Here:
    """The site, in its database."""
    person = User.objects.create(
        username="whale", name="Whale", name_key="whale", email="whale@example.org", is_staff=True
    )
    person.user_permissions.set(Permission.objects.all())
    over, running = {}, {}
    for game_id in wanted.split(",") if wanted else [game.id for game in games.all_games()]:
        bot, seats, options = LONGEST[game_id]
        if small:
            bot, seats, options = "easy", 2, SHORT.get(game_id, {})
        _say(f"plays {game_id}")
        match = Match.objects.get(pk=store(game_id, [bot] * seats, options, "1"))
        match.seats.filter(number=0).update(user=person, bot="")
        over[game_id] = match
        running[game_id] = _goes_on(match)
    _say("fills tables")
    amount = 300 if small else A_YEAR * years
    with database.writing():
        played = Match.objects.get(pk=store("planet_conquer", ["easy", "easy"], {"max_round": 10}, "2"))
        _much_of_one_person(played, person, amount)
        _leaderboards(played, person, 100 if small else 20_000)
        _trial(person, trial_jobs.MOST_BYTES)
    _say("plays contests")
    found = [
        _contest(person, one, 8 if small else entrants)
        for one, entrants in ((StagePlan("round_robin"), 32), (StagePlan("swiss", {"rounds": 3}), 128))
    ]
    tallies.advance_all(timezone.now())
    _say("asks")
    return Here(person, over, running, found, small)


def _client() -> Client:
    return Client(raise_request_exception=False, headers={"host": "localhost"})


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


def _goes_on(over: Match) -> Match:
    """The same match some steps before its end, as it was then: somebody can ask for forecasts."""
    from lobby.matches.models import Step

    number = max(0, over.step - 2)
    later = Match.objects.get(pk=over.pk)
    later.pk, later.status, later.outcome, later.finished_at, later.step = None, "running", None, None, number
    later._state.adding = True
    later.id = Match._meta.pk.get_default()
    later.deadline = timezone.now() + timedelta(days=1)
    later.save()
    for seat in over.seats.all():
        seat.pk, seat.match, seat.place, seat.ready, seat.finished_at = None, later, None, False, None
        seat._state.adding = True
        seat.save()
    for step in Step.objects.filter(match=over, number__lte=number):
        step.pk, step.match = None, later
        step._state.adding = True
        step.save(force_insert=True)
    return later


def _much_of_one_person(match: Match, person: User, amount: int) -> None:
    line = ChatLine.objects.create(match=match, number=1, name="Whale", text="Good game", user=person)
    fill(match, amount, person, every=1)
    copies(ChatLine, line, min(amount, 5000), {"number": "n.i + 10"})
    note = Note.objects.create(match=match, user=person, text="n" * 2000)
    copies(Note, note, min(amount, 20_000), {"match_id": "'z' || (100000000 + n.i)"})
    for game in games.all_games():
        if game.workshop is not None:
            content = game.workshop.describe({})["ready"][0]["build"]
            Build.objects.bulk_create(
                Build(owner=person, game=game.id, name=f"b{n}", content=content) for n in range(60)
            )
    Program.objects.bulk_create(
        Program(owner=person, game=game.id, name=f"p{n}", text=LARGEST_TEXT)
        for n, game in zip(range(100), games.all_games() * 20, strict=False)
    )


def _trial(person: User, size: int) -> None:
    """A trial that is over, with as many bytes of positions."""
    steps, unit = 120, {"id": 100, "kind": "base", "place": [12, 34], "energy": 1250}
    trial = Trial.objects.create(
        user=person, person=person, game="cosmos", text=LARGEST_TEXT, level="easy", seed="1", language="en", place=0,
        wanted=steps, played=steps, seconds=20.0, status=Trial.Status.DONE, ended="size", ended_at=timezone.now(),
    )  # fmt: skip
    view = {"units": [unit] * (size // steps // len(canonical(unit)))}
    for step in range(1, steps + 1):
        pieces = canonical([{"frame": {"step": step, "view": view, "events": []}, "runs": []}])
        TrialPart.objects.create(trial=trial, number=step, content=pack_text(pieces))


def _leaderboards(match: Match, person: User, players: int) -> None:
    pool = {"board": "people", "game": "cosmos", "pace": "live", "points": 1700, "is_settled": True, "matches": 20}
    rating = Rating.objects.create(user=person, mean=30, deviation=2, **pool)
    season = SeasonRating.objects.create(rating=rating, season=season_of(timezone.now()), **pool)
    place = LeaguePlace.objects.create(
        season=season.season, game="cosmos", pace="live", user=person, tier=2, division=1
    )
    rated = RatedMatch.objects.create(
        match=match, game="cosmos", pace="live", verdict="counts", finished_at=timezone.now()
    )
    seat = match.seats.get(number=0)
    change = Change.objects.create(
        rated=rated, rating=rating, seat=seat, points_before=1500, mean=30, deviation=2, points=1700, matches=20
    )
    number, points, name = "(1000000 + n.i)", "(1000 + n.i * 7 % 997)", "'u' || n.i"
    copies(User, person, players, {"id": number, "username": name, "name_key": name, "name_look": name})
    copies(Rating, rating, players, {"id": number, "user_id": number, "points": points})
    copies(SeasonRating, season, players, {"rating_id": number, "points": points})
    copies(
        LeaguePlace, place, players, {"user_id": number, "tier": "(1 + n.i / 20 % 12)", "division": "(1 + n.i / 240)"}
    )
    ids = Seat.objects.order_by("-pk").values_list("pk", flat=True)[0]
    many = min(players, 5000)
    # All of them in the history of one person.
    first = RatedMatch.objects.order_by("-pk").values_list("pk", flat=True)[0]
    at = AGO["sqlite"].format(at="t.finished_at", i="n.i")
    copies(
        RatedMatch, rated, many, {"id": f"{first} + 1 + n.i", "match_id": "'z' || (100000000 + n.i)", "finished_at": at}
    )
    copies(Change, change, many, {"rated_id": f"{first} + 1 + n.i", "seat_id": f"({ids} - n.i)"})
    Follow.objects.bulk_create(Follow(follower=person, followed_id=1_000_000 + n) for n in range(min(players, 1000)))


def _contest(host: User, stage: StagePlan, entrants: int) -> Contest:
    now = timezone.now()
    plan = Plan(
        name="The largest",
        game="cosmos",
        table_size=2,
        step_seconds=30,
        who="programs",
        opens_at=now,
        closes_at=now + timedelta(minutes=1),
        starts_at=now + timedelta(minutes=1),
        stages=(stage,),
        most=128,
    )
    contest = contests.store(plan, host=host)
    for number in range(entrants):
        program = Program.objects.create(game="cosmos", name=f"entrant {number}", text="")
        Entrant.objects.create(contest=contest, program=program, is_program=True)
    luck = Luck()
    for hours in range(1000):
        scheduler.go_on(contest.pk, now=now + timedelta(hours=1 + hours), begin=luck)
        contest.refresh_from_db()
        if contest.is_over:
            break
    return contest
