"""Who may do what over HTTP? One row for every method of every address, one column for everybody who may come; a new endpoint needs a row.

A cell is the status, with the code of a refusal: `not_your_seat` and the like mean that somebody came as far as the service. The match
runs and is public, the host of match and table is Alice, who owns the tokens; Bob plays too, Charlie does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from games.core import puzzles as pools
from lobby.accounts import bot_accounts, services
from lobby.accounts.models import User
from lobby.accounts.tokens import ApiToken, create_token
from lobby.api import reference
from lobby.bots import trial_jobs
from lobby.builds import services as builds
from lobby.builds.models import Build
from lobby.clubs import founding as clubs
from lobby.clubs import joining, posting
from lobby.clubs.models import Club
from lobby.contests import services as contests
from lobby.contests import steering
from lobby.contests.models import Act
from lobby.matches.models import Match, Program
from lobby.matches.people import Ticket
from lobby.matches.terms import Settings
from lobby.matches.trials import Trial
from lobby.notices import webhooks
from lobby.puzzles import services as puzzles
from lobby.tables import challenges
from lobby.tables import services as tables
from tests.games.toy import DEFAULT_ORDERS
from tests.games.toy_puzzles import GAME as TOY_PUZZLES
from tests.games.toy_puzzles import POOL
from tests.lobby import contest_rows

pytestmark = pytest.mark.slow

SESSIONS = ("guest", "player", "spectator", "seat", "staff")
TOKENS = ("read", "play", "tables", "messages", "bots")
COLUMNS = ("stranger", *SESSIONS, *TOKENS)
NOBODY = "401 not_authenticated"
NO_SCOPE = "403 no_scope"
SESSION_ONLY = "403 session_only"
NOT_YOURS = "403 not_your_seat"
Cells = dict[str, str]


def anybody(answer: str = "200") -> Cells:
    """Everybody, whatever the scopes of a token."""
    return dict.fromkeys(COLUMNS, answer)


def looks(answer: str = "200", **own: str) -> Cells:
    """Everybody, and tokens that may read."""
    return anybody(answer) | dict.fromkeys(set(TOKENS) - {"read"}, NO_SCOPE) | own


def acts(scope: str, answer: str, **own: str) -> Cells:
    """Guests and members, and tokens of that scope, which do what their owner in the seat may."""
    cells = dict.fromkeys(SESSIONS, answer) | {"stranger": NOBODY} | own
    return cells | dict.fromkeys(TOKENS, NO_SCOPE) | {scope: cells["seat"]}


def browser(answer: str, **own: str) -> Cells:
    """Guests and members with a session, no token of any scope."""
    return dict.fromkeys(SESSIONS, answer) | {"stranger": NOBODY} | dict.fromkeys(TOKENS, SESSION_ONLY) | own


@dataclass(frozen=True)
class Row:
    """One method of one address. `changes`: what succeeds leaves the place another one, so that the next comes to a fresh one."""

    method: str
    path: str
    cells: Cells
    body: Any = None
    query: str = ""
    changes: bool = False


SEAT = {"number": 1}
REPORT = {"kind": "spam"}
ORDERS = {"step": 0, "orders": DEFAULT_ORDERS}
SOON = timezone.now() + timedelta(hours=1)
CONTEST = {
    "name": "Cup",
    "game": "toy_programs",
    "who": "programs",
    "closes_at": SOON.isoformat(),
    "starts_at": (SOON + timedelta(hours=1)).isoformat(),
    "stages": [{"format": "single"}],
}
IN_THE_SEATS = {"seat": "200", "player": "200"}
DONE = {"seat": "204", "player": "204"}
GOES_ON = {"seat": "400 not_allowed", "player": "400 not_allowed"}
"""What is open after the end only."""

TABLE = [
    Row("GET", "/api/account/", acts("read", "200")),
    Row("PATCH", "/api/account/", browser("200"), {"preferences": {"sounds": False}}),
    Row("GET", "/api/account/tokens/", browser("200")),
    Row("POST", "/api/account/tokens/", browser("201", guest="400 guest"), {"name": "x", "scopes": ["read"]}),
    Row("DELETE", "/api/account/tokens/{token_id}/", browser("404 not_found", seat="204"), changes=True),
    Row("GET", "/api/account/notices/", acts("read", "200")),
    Row("PATCH", "/api/account/notices/", browser("200"), {"ways": {"vote": ["site"]}}),
    Row("GET", "/api/account/webhooks/", browser("200")),
    Row("POST", "/api/account/webhooks/", browser("201"), {"form": "json", "address": "https://hooks.example.org/1"}),
    Row("DELETE", "/api/account/webhooks/{hook_id}/", browser("404 not_found", seat="204"), changes=True),
    Row("GET", "/api/notices/", acts("read", "200")),
    Row("POST", "/api/notices/read/", acts("play", "200"), {"ids": [1]}),
    Row("GET", "/api/messages/", acts("messages", "200")),
    Row("GET", "/api/messages/{slug}/", acts("messages", "200")),
    Row("POST", "/api/messages/{slug}/", acts("messages", "400 bad_message"), {"text": " "}),
    Row("POST", "/api/messages/{slug}/read/", acts("messages", "204")),
    Row("DELETE", "/api/messages/{slug}/{message_id}/", acts("messages", "204")),
    Row("POST", "/api/messages/{slug}/{message_id}/report/", acts("messages", "404 not_found"), REPORT),  # nobody has written to anybody
    Row("DELETE", "/api/messages/{slug}/", acts("messages", "204")),
    Row("GET", "/api/account/profile/", acts("read", "200")),
    Row("PATCH", "/api/account/profile/", browser("200", guest="400 guest"), {"country": "PT"}),
    Row("GET", "/api/account/bots/", acts("bots", "200")),
    Row("POST", "/api/account/bots/", acts("bots", "201", guest="400 guest"), {"name": "Botty"}, changes=True),
    Row("GET", "/api/account/bots/{bot_id}/tokens/", acts("bots", "404 not_found", seat="200")),
    Row("POST", "/api/account/bots/{bot_id}/tokens/", acts("bots", "404 not_found", seat="201"), {"name": "x", "scopes": ["play"]}),
    Row("DELETE", "/api/account/bots/{bot_id}/tokens/{token_id}/", acts("bots", "404 not_found", seat="204"), changes=True),
    Row("DELETE", "/api/account/bots/{bot_id}/", acts("bots", "404 not_found", seat="204"), changes=True),
    Row("GET", "/api/players/", looks(), query="?q=ali"),
    Row("GET", "/api/players/{slug}/", looks()),
    Row("GET", "/api/players/{slug}/matches/", looks()),
    Row("GET", "/api/players/{slug}/ratings/", looks()),
    Row("GET", "/api/players/{slug}/ratings/{game_id}/{pace}/", looks("404 not_found")),  # Alice has played none that counts
    Row("GET", "/api/players/{slug}/achievements/", looks()),
    Row("GET", "/api/downloads/", looks()),
    Row("GET", "/api/ratings/", looks(), query="?game=toy"),
    Row("GET", "/api/leagues/", looks(), query="?game=toy&pace=live"),
    Row("GET", "/api/matches/{match_id}/ratings/", looks()),
    Row("PUT", "/api/players/{slug}/follow/", browser("204", seat="400 yourself")),
    Row("DELETE", "/api/players/{slug}/follow/", browser("204")),
    Row("PUT", "/api/players/{slug}/block/", browser("204", seat="400 yourself"), changes=True),
    Row("DELETE", "/api/players/{slug}/block/", browser("204")),
    Row("POST", "/api/players/{slug}/report/", browser("204", seat="400 yourself"), REPORT),
    Row("GET", "/api/programs/", acts("read", "200")),
    Row("POST", "/api/programs/", acts("play", "201"), {"game": "toy_programs", "name": "Mine", "text": "x = 1"}, changes=True),
    Row("POST", "/api/programs/trials/", acts("play", "202"), {"game": "cosmos", "text": "(", "level": "easy"}, changes=True),
    Row("GET", "/api/programs/trials/{trial_id}/", acts("read", "404 not_found", seat="200")),
    Row("DELETE", "/api/programs/trials/{trial_id}/", acts("play", "404 not_found", seat="204")),
    Row("GET", "/api/programs/{program_id}/", acts("read", "404 not_found", seat="200")),
    Row("GET", "/api/programs/{program_id}/versions/", acts("read", "404 not_found", seat="200")),
    Row("POST", "/api/programs/{program_id}/versions/", acts("play", "404 not_found", seat="201"), {"text": "x = 2"}, changes=True),
    Row("GET", "/api/programs/{program_id}/differences/", acts("read", "404 not_found", seat="200")),
    Row("PUT", "/api/programs/{program_id}/ladder/", acts("play", "404 not_found", seat="204"), changes=True),
    Row("DELETE", "/api/programs/{program_id}/ladder/", acts("play", "404 not_found", seat="204")),
    Row("GET", "/api/ladder/", looks(), query="?game=cosmos"),
    Row("GET", "/api/ladder/{program_id}/matches/", looks("404 not_found")),  # it was never on the ladder
    Row("DELETE", "/api/programs/{program_id}/", acts("play", "404 not_found", seat="204"), changes=True),
    Row("GET", "/api/games/", anybody()),
    Row("GET", "/api/games/{game_id}/", anybody()),
    Row("GET", "/api/games/{game_id}/rules/", anybody("404 not_found")),  # nobody has written the toy's
    Row("GET", "/api/games/{game_id}/achievements/", looks()),
    Row("GET", "/api/games/{game_id}/path/", looks()),
    Row("GET", "/api/achievements/", looks()),
    Row("GET", "/api/games/{game_id}/workshop/", anybody()),
    Row("POST", "/api/games/{game_id}/workshop/check/", anybody(), {"content": {}}),
    Row("POST", "/api/games/{game_id}/workshop/measure/", anybody(), {"content": {}, "against": "0"}),
    Row("GET", "/api/games/{game_id}/maps/", anybody("404 no_build")),
    Row("POST", "/api/games/{game_id}/maps/", acts("play", "404 no_build"), {"name": "Mine", "content": {}}),
    Row("GET", "/api/games/{game_id}/maps/{map_id}/", anybody("404 no_build")),
    Row("GET", "/api/games/{game_id}/maps/gallery/", anybody("404 no_build")),
    Row("PUT", "/api/games/{game_id}/maps/gallery/{code}/heart/", acts("play", "404 no_build", guest="400 not_allowed")),
    Row("DELETE", "/api/games/{game_id}/maps/gallery/{code}/heart/", acts("play", "404 no_build", guest="400 not_allowed")),
    Row("PUT", "/api/builds/{build_id}/gallery/", acts("play", "404 no_build")),
    Row("DELETE", "/api/builds/{build_id}/gallery/", acts("play", "404 no_build", seat="200")),
    Row("POST", "/api/games/{game_id}/maps/read/", anybody("404 no_build"), {"content": {}}),
    Row("GET", "/api/builds/", acts("read", "200")),
    Row("POST", "/api/builds/", acts("play", "201"), {"game": "toy", "name": "Mine", "content": {}}),
    Row("POST", "/api/builds/check/", acts("read", "200"), {"game": "toy"}),
    Row("GET", "/api/builds/{build_id}/", acts("read", "404 no_build", seat="200")),
    Row("PATCH", "/api/builds/{build_id}/", acts("play", "404 no_build", seat="200"), {"name": "Another"}),
    Row("GET", "/api/builds/{build_id}/fairness/", acts("read", "404 no_build", seat="200")),
    Row("POST", "/api/builds/{build_id}/fairness/", acts("play", "404 no_build", seat="400 not_allowed")),
    Row("DELETE", "/api/builds/{build_id}/fairness/", acts("play", "404 no_build", seat="204")),
    Row("GET", "/api/builds/shared/{code}/", anybody()),
    Row("PUT", "/api/builds/{build_id}/share/", acts("play", "404 no_build", seat="200")),
    Row("DELETE", "/api/builds/{build_id}/share/", acts("play", "404 no_build", seat="200")),
    Row("DELETE", "/api/builds/{build_id}/", acts("play", "404 no_build", seat="204"), changes=True),
    Row("GET", "/api/protocol/", anybody()),
    Row("GET", "/api/puzzles/", acts("read", "200")),
    Row("POST", "/api/puzzles/", acts("play", "201"), {"game": "toy_puzzles", "day": f"{timezone.now():%F}"}),
    Row("GET", "/api/puzzles/{match_id}/", acts("read", "404 no_match", seat="200")),
    Row("GET", "/api/challenges/", acts("read", "200")),
    Row("POST", "/api/challenges/", acts("tables", "201"), {"game": "toy", "player": "Eve"}, changes=True),
    Row("POST", "/api/challenges/{challenge_id}/decline/", acts("tables", "404 no_challenge", player="204"), {"why": "later"}, changes=True),
    Row("POST", "/api/challenges/{challenge_id}/accept/", acts("tables", "404 no_challenge", player="200"), changes=True),
    Row("DELETE", "/api/challenges/{challenge_id}/", acts("tables", "404 no_challenge", seat="204"), changes=True),
    Row("GET", "/api/clubs/", looks()),
    Row("POST", "/api/clubs/", acts("tables", "201", guest="400 not_allowed"), {"name": "Night Owls"}, changes=True),
    Row("GET", "/api/clubs/{club_slug}/", looks()),
    Row("PATCH", "/api/clubs/{club_slug}/", acts("tables", "400 not_allowed", seat="200"), {"about": "Late"}),
    Row("POST", "/api/clubs/{club_slug}/report/", acts("tables", "204", seat="400 yourself"), REPORT),
    Row("PUT", "/api/clubs/{club_slug}/membership/", acts("tables", "200", guest="400 not_allowed"), changes=True),
    Row("DELETE", "/api/clubs/{club_slug}/membership/", acts("tables", "204"), changes=True),
    Row("GET", "/api/clubs/{club_slug}/members/", looks()),
    Row("PATCH", "/api/clubs/{club_slug}/members/{person}/", acts("tables", "400 not_allowed", seat="204"), {"role": "officer"}, changes=True),
    Row("DELETE", "/api/clubs/{club_slug}/members/{person}/", acts("tables", "400 not_allowed", seat="204"), changes=True),
    Row("GET", "/api/clubs/{club_slug}/askings/", acts("read", "400 not_allowed", seat="200")),
    Row("PUT", "/api/clubs/{club_slug}/askings/{asking}/", acts("tables", "400 not_allowed", seat="204"), changes=True),
    Row("DELETE", "/api/clubs/{club_slug}/askings/{asking}/", acts("tables", "400 not_allowed")),  # nobody asks where the door is open
    Row("GET", "/api/clubs/{club_slug}/posts/", looks()),
    Row("POST", "/api/clubs/{club_slug}/posts/", acts("tables", "400 not_allowed", seat="201"), {"text": "News"}, changes=True),
    Row("DELETE", "/api/clubs/{club_slug}/posts/{post_id}/", acts("tables", "400 not_allowed", seat="204"), changes=True),
    Row("POST", "/api/clubs/{club_slug}/posts/{post_id}/report/", acts("tables", "204", seat="400 yourself"), REPORT),
    Row("GET", "/api/clubs/{club_slug}/ratings/", looks(), query="?game=toy"),
    Row("GET", "/api/clubs/{club_slug}/tables/", looks()),
    Row("DELETE", "/api/clubs/{club_slug}/", acts("tables", "400 not_allowed", seat="204"), changes=True),
    Row("GET", "/api/contests/", looks()),
    Row("POST", "/api/contests/", acts("tables", "201", guest="400 not_allowed"), CONTEST, changes=True),
    Row("GET", "/api/contests/{contest_id}/", looks()),
    Row("DELETE", "/api/contests/{contest_id}/", acts("tables", "403 not_host", seat="204"), changes=True),
    Row("PUT", "/api/contests/{contest_id}/entry/", acts("tables", "200", guest="400 not_allowed"), {}, changes=True),
    Row("DELETE", "/api/contests/{contest_id}/entry/", acts("tables", "400 not_allowed", player="204"), changes=True),
    Row("POST", "/api/contests/{contest_id}/check-in/", acts("tables", "400 not_allowed")),  # the entry is open, the check-in not yet
    Row("GET", "/api/contests/{contest_id}/challenge/", acts("read", "200")),
    Row("GET", "/api/contests/{contest_id}/hand-ins/", acts("read", "200")),
    Row("POST", "/api/contests/{contest_id}/hand-ins/", acts("tables", "400 not_allowed"), {"entrant": 0, "program": 0}),
    Row("GET", "/api/contests/{contest_id}/programs/{entrant_id}/", looks()),
    Row("POST", "/api/contests/{contest_id}/challenge/", acts("tables", "400 not_allowed"), {"entrant": 0}),
    Row("GET", "/api/contests/{contest_id}/standings/", looks()),
    Row("GET", "/api/contests/{contest_id}/tables/", looks()),
    Row("GET", "/api/contests/{contest_id}/own/", acts("read", "200")),
    Row("GET", "/api/contests/{contest_id}/results/", looks()),
    Row("GET", "/api/contests/{contest_id}/acts/", looks()),
    Row("POST", "/api/contests/{contest_id}/acts/", acts("tables", "403 not_host", seat="204"), {"act": "pause"}, changes=True),
    Row("POST", "/api/contests/{contest_id}/acts/{act_id}/report/", acts("tables", "204", seat="400 yourself"), REPORT),
    Row("GET", "/api/contests/{contest_id}/team/", acts("read", "200")),
    Row("POST", "/api/contests/{contest_id}/team/", acts("tables", "400 not_allowed"), {"act": "found", "name": "Lamps"}),  # nobody has a team there
    Row("GET", "/api/contests/{contest_id}/progress/", acts("read", "403 not_host", seat="200")),
    Row("GET", "/api/tables/", looks()),
    Row("POST", "/api/tables/", acts("tables", "201"), {"game": "toy"}, changes=True),
    Row("POST", "/api/tables/length/", acts("tables", "200"), {"game": "toy"}),
    Row("POST", "/api/tables/quick/", acts("tables", "201"), {"game": "toy"}, changes=True),
    Row("GET", "/api/queue/", acts("tables", "404 not_found")),
    Row("POST", "/api/queue/", acts("tables", "201"), {"game": "toy", "pace": "slow"}, changes=True),
    Row("DELETE", "/api/queue/", acts("tables", "204")),
    Row("GET", "/api/tables/{match_id}/", looks()),
    Row("GET", "/api/tables/{match_id}/invitation/", acts("tables", NOT_YOURS, **IN_THE_SEATS)),
    Row("POST", "/api/tables/{match_id}/join/", acts("tables", "200"), changes=True),
    Row("POST", "/api/tables/{match_id}/leave/", acts("tables", NOT_YOURS, **IN_THE_SEATS), changes=True),
    Row("POST", "/api/tables/{match_id}/ready/", acts("tables", NOT_YOURS, **IN_THE_SEATS), {"ready": True}),
    Row("POST", "/api/tables/{match_id}/kick/", acts("tables", "403 not_host", seat="200"), SEAT, changes=True),
    Row("POST", "/api/tables/{match_id}/bot/", acts("tables", "403 not_host", seat="200"), {"number": 2, "bot": "thrower"}),
    Row("POST", "/api/tables/{match_id}/unbot/", acts("tables", "403 not_host", seat="400 not_allowed"), SEAT),
    Row("POST", "/api/tables/{match_id}/program/", acts("tables", "403 not_host", seat="400 not_allowed"), {"number": 2, "program": None}),
    Row("POST", "/api/tables/{match_id}/start/", acts("tables", "403 not_host", seat="400 not_complete")),
    Row("GET", "/api/matches/", looks()),
    Row("GET", "/api/matches/{match_id}/", looks()),
    Row("GET", "/api/matches/{match_id}/view/", looks("400 wrong_step", seat="200", player="200", read="200")),
    Row("GET", "/api/matches/{match_id}/view/", looks("400 not_allowed", seat="200", read="200"), query="?as=0"),
    Row("GET", "/api/matches/{match_id}/view/", looks("400 not_allowed"), query="?as=referee"),
    Row("GET", "/api/matches/{match_id}/frames/", looks()),
    Row("GET", "/api/matches/{match_id}/frames/", looks("400 not_allowed", seat="200", read="200"), query="?as=0"),
    Row("GET", "/api/matches/{match_id}/events/", looks()),
    Row("GET", "/api/matches/{match_id}/events/", looks("400 not_allowed", seat="200", read="200"), query="?as=0"),
    Row("GET", "/api/matches/{match_id}/replay/", looks("400 not_allowed")),
    Row("GET", "/api/matches/{match_id}/console/", acts("read", "200")),
    Row("GET", "/api/matches/{match_id}/orders/", acts("read", NOT_YOURS, **IN_THE_SEATS)),
    Row("PUT", "/api/matches/{match_id}/orders/", acts("play", NOT_YOURS, **IN_THE_SEATS), ORDERS),
    Row("PUT", "/api/matches/{match_id}/ready/", acts("play", NOT_YOURS, **IN_THE_SEATS), {"step": 0, "ready": False}),
    Row("POST", "/api/matches/{match_id}/forecast/", acts("read", NOT_YOURS, **IN_THE_SEATS), ORDERS),
    Row("POST", "/api/matches/{match_id}/resign/", acts("play", NOT_YOURS, **DONE), changes=True),
    Row("POST", "/api/matches/{match_id}/vote/", acts("play", NOT_YOURS, **DONE), {"kind": "pause", "value": False}),
    Row("POST", "/api/matches/{match_id}/substitute/", acts("play", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed")),
    Row("POST", "/api/matches/{match_id}/return/", acts("play", NOT_YOURS, **DONE)),
    Row("POST", "/api/matches/{match_id}/claim/", acts("play", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed"), {"kind": "win"}),
    Row("POST", "/api/matches/{match_id}/vacation/", acts("play", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed"), {"days": 1}),
    Row("POST", "/api/matches/{match_id}/take-over/", acts("tables", "400 seat_taken", seat="400 not_allowed", player="400 not_allowed"), SEAT),
    Row("GET", "/api/matches/{match_id}/note/", acts("read", "200")),
    Row("PUT", "/api/matches/{match_id}/note/", acts("play", "200"), {"text": "watch the left"}),
    Row("POST", "/api/matches/{match_id}/fork/", acts("tables", "400 wrong_step", seat="400 not_allowed", player="400 not_allowed"), {"step": 0}),
    Row("POST", "/api/matches/{match_id}/fork/", acts("tables", "400 not_allowed"), {"step": 0, "seat": 0}),  # it goes on
    Row("GET", "/api/matches/{match_id}/coach/", acts("read", NOT_YOURS, **GOES_ON), query="?step=0"),
    Row("GET", "/api/matches/{match_id}/study/", acts("read", NOT_YOURS, **GOES_ON)),
    Row("POST", "/api/matches/{match_id}/study/", acts("play", NOT_YOURS, **GOES_ON)),
    Row("DELETE", "/api/matches/{match_id}/study/", acts("play", NOT_YOURS, **GOES_ON)),
    Row("GET", "/api/matches/{match_id}/statistics/", looks("400 not_allowed")),
    Row("GET", "/api/matches/{match_id}/achievements/", looks()),
    Row("PUT", "/api/matches/{match_id}/watchable/", acts("play", NOT_YOURS, **DONE), {"value": False}),
    Row("PATCH", "/api/matches/{match_id}/preferences/", acts("play", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed"), {"preferences": {}}),
    Row("GET", "/api/matches/{match_id}/go-on/", acts("read", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed")),
    Row("PUT", "/api/matches/{match_id}/go-on/", acts("play", NOT_YOURS, seat="400 not_allowed", player="400 not_allowed"), {"steps": 0}),
    Row("GET", "/api/matches/{match_id}/talk/", looks()),
    Row("POST", "/api/matches/{match_id}/talk/", acts("play", "204"), {"text": "hello"}),
    Row("PUT", "/api/matches/{match_id}/mute/", acts("play", "404 not_found", **DONE)),
    Row("DELETE", "/api/matches/{match_id}/mute/", acts("play", "404 not_found", **DONE)),
    Row("POST", "/api/matches/{match_id}/rematch/", acts("tables", "400 not_allowed")),
]  # fmt: skip


@pytest.fixture
def comers(alice, bob, charlie, dana, settings) -> dict[str, Client]:
    """Everybody who may come, by their columns."""
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, "10000/m")
    settings.ACCOUNT_RATE_LIMITS = False
    cache.clear()
    people = {"guest": services.create_guest(), "player": bob, "spectator": charlie, "seat": alice, "staff": dana}
    found = {"stranger": Client()}
    for name, person in people.items():
        found[name] = Client()
        found[name].force_login(person, "django.contrib.auth.backends.ModelBackend")
    for scope in TOKENS:
        _, text = create_token(user=alice, name=scope, scopes=[scope])
        found[scope] = Client(headers={"authorization": f"Bearer {text}"})
    return found


class Places(dict[str, str]):
    """What stands for each place of an address. Made when an address first asks for it: to make all of it takes as long as a hundred
    requests, and nearly every row changes something."""

    def __init__(self, alice: User, bob: User, make_match: Callable[..., Match]) -> None:
        super().__init__()
        self.alice, self.bob, self._make_match = alice, bob, make_match

    def __missing__(self, name: str) -> str:
        self[name] = str(getattr(self, f"_{name}")())
        return self[name]

    def renew(self) -> None:
        """From now on they are others, and what was made by requests is in nobody's way."""
        self.clear()
        self.alice.blocked_by.all().delete()
        Club.objects.all().delete()
        Ticket.objects.all().delete()
        Trial.objects.all().delete()
        kept = ApiToken.objects.filter(name__in=TOKENS)
        ApiToken.objects.filter(user=self.alice).exclude(pk__in=kept).delete()
        User.objects.filter(owner__isnull=False).delete()

    def _slug(self) -> str:
        return "Alice"

    def _game_id(self) -> str:
        return "toy"

    def _pace(self) -> str:
        return "live"

    def _table(self) -> str:
        settings = Settings(seats=4, step_seconds=30)
        table = tables.create_table(user=self.alice, game_id="toy", options={}, settings=settings)
        tables.join(user=self.bob, match_id=table.pk)
        return table.pk

    def _match(self) -> str:
        return self._make_match(spectator_delay=2).pk

    def _puzzle(self) -> str:
        return puzzles.begin(user=self.alice, game=games.get("toy_puzzles"), puzzle=POOL[0]).pk

    def _club_slug(self) -> str:
        made = clubs.found(user=self.alice, name="Early Birds")
        joining.join(user=self.bob, slug=made.slug)
        return made.slug

    def _person(self) -> str:
        return "Bob"

    def _asking(self) -> str:
        return "Charlie"

    def _post_id(self) -> int:
        return posting.post(user=self.alice, slug=self["club_slug"], text="News").pk

    def _message_id(self) -> int:
        return 1

    def _token_id(self) -> int:
        return create_token(user=self.alice, name="another", scopes=["read"])[0].pk

    def _hook_id(self) -> int:
        return webhooks.add(user=self.alice, form="json", address="https://hooks.example.org/1").pk

    def _bot_id(self) -> int:
        return bot_accounts.create_bot_account(owner=self.alice, name="Robot").pk

    def _bot_token_id(self) -> int:
        return create_token(user=User.objects.get(pk=self["bot_id"]), name="its", scopes=["read"])[0].pk

    def _challenge_id(self) -> str:
        settings = Settings(seats=2, step_seconds=30)
        return challenges.challenge(user=self.alice, opponent=self.bob, game_id="toy", options={}, settings=settings).pk

    def _program_id(self) -> int:
        return Program.objects.create(owner=self.alice, game="toy_programs", name="Mine", text="x = 0").pk

    def _trial_id(self) -> str:
        trial = trial_jobs.begin(user=self.alice, game_id="cosmos", text="", level="easy", seed="", steps=1)
        trial_jobs.cancel(trial)
        return trial.pk

    def _contest_id(self) -> int:
        contest = contests.create_contest(user=self.alice, plan=contest_rows.plan(who="both"))
        contests.enter(user=self.bob, contest_id=contest.pk)
        return contest.pk

    def _entrant_id(self) -> int:
        give = {"contest_id": int(self["contest_id"]), "program_id": self._program_id()}
        return contests.enter(user=self.alice, is_organiser=True, shows_text=True, **give).pk

    def _act_id(self) -> int:
        contest_id = int(self["contest_id"])
        steering.write(user=self.alice, contest_id=contest_id, text="Bring a lamp.")
        return Act.objects.get(contest=contest_id).pk

    def _build(self) -> Build:
        build = builds.save(user=self.alice, game_id="toy", name="Mine", content={"throws": [1]})
        return builds.share(user=self.alice, build_id=build.pk)

    def _build_id(self) -> int:
        return self._build().pk

    def _map_id(self) -> str:
        return self._code()

    def _code(self) -> str:
        return self._build().code


@pytest.fixture
def here(alice, bob, make_match, monkeypatch) -> Places:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setitem(games.GAMES, "toy_puzzles", "tests.games.toy_puzzles")
    monkeypatch.setattr(pools, "stored", lambda package: ("1", POOL if package == TOY_PUZZLES.puzzles.package else ()))
    monkeypatch.setattr(tables, "OPEN_TABLES", 1000)
    monkeypatch.setattr(challenges, "MOST_RECEIVED", 1000)
    monkeypatch.setattr(builds, "MOST_BUILDS", 1000)
    monkeypatch.setattr(contests, "HOSTED", 1000)
    User.objects.create(username="eve", name="Eve")
    return Places(alice, bob, make_match)


def answer_of(client: Client, row: Row, here: Places) -> str:
    kind = next((kind for kind in ("table", "puzzle") if f"/{kind}s/" in row.path), "match")
    path = row.path.replace("{match_id}", f"{{{kind}}}")
    if "/bots/" in path:
        path = path.replace("{token_id}", "{bot_token_id}")
    path = path.format_map(here) + row.query
    sent = {} if row.body is None else {"data": json.dumps(row.body), "content_type": "application/json"}
    answer = (
        client.generic(row.method, path, **sent) if sent == {} else getattr(client, row.method.lower())(path, **sent)
    )
    code = answer.json()["code"] if answer.status_code >= 400 else ""
    return f"{answer.status_code} {code}".strip()


@pytest.mark.any_database
def test_every_endpoint_answers_everybody_as_the_table_says(comers, here):
    wrong = []
    for row in TABLE:
        assert set(row.cells) == set(COLUMNS), row
        # Those who are refused come first: they find what the others would change, and have changed nothing.
        for name in sorted(COLUMNS, key=lambda name: row.cells[name].startswith("2")):
            found = answer_of(comers[name], row, here)
            if found != row.cells[name]:
                wrong.append(f"{row.method} {row.path}{row.query} by {name}: {found}, not {row.cells[name]}")
            if row.changes and found.startswith("2"):
                here.renew()
    assert not wrong, "\n".join(wrong)


def test_every_endpoint_is_in_the_table():
    there = {(method.upper(), path) for path, item in reference.schema()["paths"].items() for method in item}
    assert there == {(row.method, row.path) for row in TABLE}
