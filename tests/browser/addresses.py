"""Which pages does the site have? Found in its configuration of addresses, and filled from a site with something of everything.

    fill_folder(folder)     makes the data of a site with something of everything
    read_stock(folder)      → its `Stock`: every page that one person can open, and that person's session

In a process of its own, `fill()` makes the rows and asks each address once, as the person who may see everything.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

GAMES = ("planet_conquer", "hundred_clubs", "deep_blue", "cosmos", "frames")
NAME = "Wolfeschlegelsteinhausen-Bergr"
"""As long as a name may be, of wide letters, with no place to break."""
OTHER = "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"
MARK = "STOCK "
STOCK = "stock.json"
QUERIES = {"api/matches/<slug:match_id>/coach/": "?step=0"}
"""What a route answers nothing without."""
OF_A_GAME = re.compile(rf"(?<=/)(?:{'|'.join(GAMES)})(?=/)")
PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


@dataclass(frozen=True)
class Stock:
    """What there is to look at."""

    session: str
    pages: list[str]
    """One path for each route that answers with a page, of each game where the game makes the page."""
    public: list[str]
    """Of routes that send this person elsewhere: what they are for strangers."""
    lost: list[str]
    """Routes that answered nobody's question: neither a page, nor a file, nor sent elsewhere."""
    matches: dict[str, dict[str, str]]
    """Of each game: `first` and `later`, in which another person is awaited too; `alone`, against a bot; `over`."""


def fill_folder(folder: Path) -> None:
    """Make the data of a site there, filled, with its `Stock` beside."""
    from tests.browser.site import Site

    site = Site()
    try:
        done = site.manage("shell", "-v0", "-c", "from tests.browser.addresses import fill; fill()")
        told = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
        assert told, done.stderr
        (site.folder / STOCK).write_text(told[-1].removeprefix(MARK))
        shutil.copytree(site.folder, folder)
    finally:
        site.close()


def read_stock(folder: Path) -> Stock:
    """Of a folder that was filled."""
    return Stock(**json.loads((folder / STOCK).read_text()))


def fill() -> None:
    """Make the rows and print the `Stock` as JSON. Needs a set-up Django and empty tables."""
    from django.test import Client

    from lobby.accounts.models import User
    from tests.bench.requests_site import made

    here = made(",".join(GAMES), small=True, years=0)
    User.objects.filter(pk=here.person.pk).update(name=NAME)
    other = User.objects.create(username="other", name=OTHER, name_key="other")
    matches = {game: _matches(game, here, other) for game in GAMES}
    values = _values(here.person, other, here.contests, matches)
    known, stranger = (Client(raise_request_exception=False, headers={"host": "localhost"}) for _ in range(2))
    known.force_login(here.person, "django.contrib.auth.backends.ModelBackend")
    pages, public, lost = [], [], []
    for route in dict.fromkeys(routes()):
        found, answered = _asked(known, route, values)
        # Workshops of five games answer to the same pattern.
        pages += [path for path in found if path not in pages]
        if not found:
            public += _asked(stranger, route, values)[0]
        if not answered:
            lost.append(route)
    stock = Stock(known.cookies["sessionid"].value, pages, public, lost, matches)
    print(MARK + json.dumps(asdict(stock)))


def _matches(game: str, here: Any, other: Any) -> dict[str, str]:
    import games
    from games.core.contract import Game
    from lobby.matches.models import Match, Seat
    from lobby.matches.terms import Settings
    from lobby.tables import services as tables

    rules: Game = games.get(game)
    settings = Settings(seats=2, step_seconds=3600)
    table = tables.create_table(user=here.person, game_id=game, options={}, settings=settings)
    tables.join(user=other, match_id=table.pk)
    tables.set_table_ready(user=other, match_id=table.pk, ready=True)
    tables.start(user=here.person, match_id=table.pk)
    alone = tables.create_table(user=here.person, game_id=game, options={}, settings=settings)
    tables.seat_bot(user=here.person, match_id=alone.pk, number=1, bot=rules.bots[0].id)
    tables.start(user=here.person, match_id=alone.pk)
    later: Match = here.running[game]
    Seat.objects.filter(match=later, number=1).update(user=other, bot="")
    return {"first": table.pk, "later": later.pk, "alone": alone.pk, "over": here.matches[game].pk}


def _values(person: Any, other: Any, contests: list[Any], matches: dict[str, dict[str, str]]) -> dict[str, list[Any]]:
    """What the places of addresses may be filled with, by their names."""
    from django.db import transaction

    import games
    from lobby.accounts import bot_accounts
    from lobby.builds import services as builds
    from lobby.builds.models import Build
    from lobby.lessons import services as lessons
    from lobby.matches.models import Program
    from lobby.matches.terms import Settings
    from lobby.pages.documents import GUIDES
    from lobby.tables import services as tables

    scene = lessons.enter(user=person, game_id=GAMES[0], lesson_id=games.get(GAMES[0]).lessons[0].id)
    with transaction.atomic():
        bot = bot_accounts.create_bot_account(owner=person, name="A bot of one's own")
    table = tables.create_table(
        user=person, game_id=GAMES[0], options={"map": "great_wheel"}, settings=Settings(seats=8, step_seconds=30)
    )
    build = builds.share(user=person, build_id=Build.objects.filter(owner=person)[0].pk)
    _shown_map(other)
    return {
        # The last is in play, in a game in which a seat can go on by itself.
        "match_id": [*(one["over"] for one in matches.values()), scene.pk, table.pk, matches["cosmos"]["alone"]],
        "slug": [other.slug],
        "game_id": list(GAMES),
        "contest_id": [one.pk for one in contests],
        **_of_contests(person, other, contests[0]),
        "program_id": [one.pk for one in Program.objects.filter(owner=person)[:1]],
        "build_id": [build.pk],
        "code": [build.code, _calendar(person)],
        "word": [one.workshop.word for one in games.all_games() if one.workshop],
        "map_id": ["first_light"],
        "key": ["first_light"],
        "lesson_id": [games.get(GAMES[0]).lessons[0].id],
        "number": [0, 1],
        "name": list(GUIDES),
        "bot_id": [bot.pk],
        **_of_notices(person, table),
        **_of_clubs(person, other),
    }


def _shown_map(other: Any) -> None:
    """A map in the gallery, with a name as long as it may be."""
    from lobby.builds import gallery
    from lobby.builds import services as builds

    content = builds.called(None, GAMES[0], "tightrope")[1]
    drawn = builds.save(user=other, game_id=GAMES[0], name="W" * 40, content={**content, "start_units": 77})
    gallery.show(user=other, build_id=drawn.pk)


def _of_clubs(person: Any, other: Any) -> dict[str, list[Any]]:
    """A club that the person owns, with somebody else, news, a request and a name as long as it may be."""
    from lobby.accounts.models import User
    from lobby.clubs import founding, joining, posting

    club = founding.found(user=person, name=f"{NAME} club 123", about="M" * 300)
    joining.join(user=other, slug=club.slug)
    founding.change(user=person, slug=club.slug, door="request")
    asks = User.objects.create(username="asks", name="W" * 24, name_key="w" * 24)
    joining.join(user=asks, slug=club.slug, line="M" * 160)
    post = posting.post(user=person, slug=club.slug, text="W" * 300)
    return {"club_slug": [club.slug], "post_id": [post.pk], "person": [other.slug], "asking": [asks.slug]}


def _of_contests(person: Any, other: Any, contest: Any) -> dict[str, list[int]]:
    """An entrant with a rank, an organiser's program that everybody may read, and what a host has written to entrants."""
    from lobby.contests.models import Act, Entrant
    from lobby.matches.models import Program

    sample = Program.objects.create(game=contest.game, name="W" * 40, text=f"# {'M' * 300}\n")
    told = {"program": sample, "program_name": sample.name, "is_program": True}
    shown = Entrant.objects.create(contest=contest, user=person, is_organiser=True, shows_text=True, **told)
    message = Act.objects.create(contest=contest, user=other, kind=Act.Kind.MESSAGE, text="W" * 300)
    return {"entrant_id": [contest.entrants.get(rank=1).pk, shown.pk], "act_id": [message.pk]}


def _calendar(person: Any) -> str:
    """The code in the address of the person's calendar."""
    from lobby.notices import wishes

    chosen = wishes.of(person)
    chosen.calendar = "c" * 32
    chosen.save()
    return chosen.calendar


def _of_notices(person: Any, table: Any) -> dict[str, list[Any]]:
    """Notices of every kind that says something else, a webhook, a device, and what a link in a mail ends."""
    from lobby.notices import links, webhooks, writing
    from lobby.notices.models import Device, Notice
    from lobby.notices.writing import News

    kind = Notice.Kind
    told = {"missed": 1, "left": 1, "bot": False}
    writing.write(
        [
            News(person.pk, kind.ENDED, table.pk, table.pk, 3, {"place": 1}),
            News(person.pk, kind.MISSED, table.pk, table.pk, 3, told),
            News(person.pk, kind.CONTEST, "1:began", data={"contest": 1, "name": NAME * 2, "what": "began"}),
        ]
    )
    hook = webhooks.add(user=person, form="json", address=f"https://hooks.example.org/{'a' * 200}")
    device = Device.objects.create(user=person, endpoint="https://push.example.org/", browser="M" * 40)
    return {
        "hook_id": [hook.pk],
        "action": ["remove"],
        "device_id": [device.pk],
        "notice_id": [Notice.objects.filter(user=person)[0].pk],
        "signed": [links.stop(links.Stop(person.pk, kind=kind.STEP)).rstrip("/").rpartition("/")[2]],
    }


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Every pattern of an address, as it is written; Django's administration aside, whose pages are not ours."""
    from django.conf import settings
    from django.urls import URLResolver, get_resolver

    for entry in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(entry.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(entry, URLResolver):
            if not route.startswith(settings.ADMIN_PATH):
                yield from routes(entry.url_patterns, route)
        else:
            yield route


def _filled(route: str, values: dict[str, list[Any]]) -> Iterator[str]:
    place = PLACE.search(route)
    if place is None:
        yield "/" + route
        return
    for value in values.get(place[1] or place[2], ["none"]):
        yield from _filled(route[: place.start()] + str(value) + route[place.end() :], values)


def _asked(client: Any, route: str, values: dict[str, list[Any]]) -> tuple[list[str], bool]:
    """Pages behind that route, and whether it answered anything at all."""
    from django.core.cache import cache

    found: list[str] = []
    answered = False
    for path in _filled(route, values):
        cache.clear()
        answer = client.get(path + QUERIES.get(route, ""))
        answered |= answer.status_code not in {400, 404}
        if answer.status_code == 200 and answer.headers.get("Content-Type", "").startswith("text/html"):
            found.append(path)
            # A page that is the same for every match or contest is looked at once; a game makes its pages its own.
            if "<slug:game_id>" not in route:
                break
    return found, answered


def one_for_each_kind(paths: list[str]) -> list[str]:
    """Of pages that every game has, those of one game; each game comes as often as the others, and all of them alternate."""
    kinds: dict[str, list[str]] = {}
    for path in paths:
        kinds.setdefault(OF_A_GAME.sub("GAME", path), []).append(path)
    turns = count()
    return [of[next(turns) % len(of)] if len(of) > 1 else of[0] for of in kinds.values()]
