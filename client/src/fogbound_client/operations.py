"""What may a token ask of the site over HTTP? A method for each operation of the schema.

Made by `client/generate.py` from the schema of the site; do not edit.
"""

from __future__ import annotations

from typing import Literal, Unpack
from urllib.parse import quote

from fogbound_client.transport import AsyncSiteTransport, SiteTransport
from fogbound_client.types.rest import (
    Account,
    Achievement,
    Advice,
    AllStandings,
    BotAccount,
    BotAccountForm,
    BotForm,
    Build,
    BuildForm,
    Card,
    Challenge,
    ChallengeForm,
    Challenges,
    ClaimForm,
    Club,
    ClubAsking,
    ClubForm,
    ClubJoinForm,
    ClubMembers,
    ClubPlace,
    ClubPost,
    ClubPostForm,
    ClubPosts,
    Clubs,
    ConsoleLine,
    Contest,
    ContestActForm,
    ContestActs,
    ContestChallengeForm,
    ContestForm,
    ContestMatch,
    ContestPage,
    ContestProgress,
    ContestResults,
    ContestTables,
    Conversations,
    Course,
    DeclineForm,
    Difference,
    Earned,
    Effects,
    Entrant,
    EntryForm,
    Events,
    Fairness,
    Forecast,
    ForecastForm,
    ForkForm,
    Found,
    Frames,
    FrameShown,
    Gallery,
    Game,
    GoingOn,
    GoOnForm,
    HandInForm,
    HandIns,
    Invitation,
    JoinForm,
    Judged,
    JudgedMine,
    JudgeForm,
    JudgeMineForm,
    Ladder,
    LadderMatches,
    Leaderboard,
    League,
    Length,
    Line,
    MapForm,
    Maps,
    Match,
    MatchRecord,
    Measured,
    MeasureForm,
    Message,
    MessageForm,
    Month,
    NewMapForm,
    NewProgramForm,
    NewToken,
    Note,
    NoticePage,
    OpenProgram,
    OrdersForm,
    OwnChallenges,
    OwnResults,
    OwnSeatForm,
    OwnTeam,
    Page,
    PatchedBuildChange,
    PatchedClubChange,
    PatchedClubRoleForm,
    PatchedPreferencesForm,
    Player,
    Profile,
    Program,
    ProgramForm,
    Protocol,
    Puzzle,
    PuzzleForm,
    Puzzles,
    QueueForm,
    QuickForm,
    ReadForm,
    ReadMap,
    ReadyForm,
    ReportForm,
    Rules,
    SavedProgram,
    SayForm,
    SeatForm,
    Shared,
    Shelf,
    ShownMap,
    Standing,
    Statistics,
    StepReadyForm,
    Stop,
    Stored,
    Stretch,
    Study,
    TableForm,
    Talk,
    TeamActForm,
    Ticket,
    Token,
    TokenForm,
    Trial,
    TrialForm,
    Unread,
    VacationForm,
    VersionForm,
    VersionsOfEntrant,
    VoteForm,
    WatchableForm,
    WholeContest,
    WholeGame,
    WholeMap,
    WholeProgram,
    Wishes,
    Workshop,
)


def _part(value: object) -> str:
    return quote(str(value), safe="")


class Site(SiteTransport):
    """The site's REST interface; every method is one request and its answer."""

    def account_retrieve(self) -> Account:
        """Who am I?

        For a guest or a member; a token needs the scope `read`.
        """
        found: Account = self._ask("GET", "/api/account/")
        return found

    def bot_accounts_list(self) -> list[BotAccount]:
        """My bot accounts.

        For a guest or a member; a token needs the scope `bots`.
        """
        found: list[BotAccount] = self._ask("GET", "/api/account/bots/")
        return found

    def account_bots_create(self, **body: Unpack[BotAccountForm]) -> BotAccount:
        """Make a bot account.

        Programs play with it. Everybody sees a badge, and whose it is. It has no password: make a token for
        it. For a guest or a member; a token needs the scope `bots`.
        """
        found: BotAccount = self._ask("POST", "/api/account/bots/", body=body)
        return found

    def account_bots_destroy(self, bot_id: int, /) -> None:
        """Close a bot account.

        Its tokens end, its seats go to bots. Matches that are over stay. For a guest or a member; a token
        needs the scope `bots`.
        """
        self._ask("DELETE", f"/api/account/bots/{_part(bot_id)}/")

    def bot_tokens_list(self, bot_id: int, /) -> list[Token]:
        """Tokens of a bot account.

        For a guest or a member; a token needs the scope `bots`.
        """
        found: list[Token] = self._ask("GET", f"/api/account/bots/{_part(bot_id)}/tokens/")
        return found

    def account_bots_tokens_create(self, bot_id: int, /, **body: Unpack[TokenForm]) -> NewToken:
        """Make a token for a bot account.

        The answer is the only place where the token itself is ever shown. For a guest or a member; a token
        needs the scope `bots`.
        """
        found: NewToken = self._ask("POST", f"/api/account/bots/{_part(bot_id)}/tokens/", body=body)
        return found

    def account_bots_tokens_destroy(self, bot_id: int, token_id: int, /) -> None:
        """Revoke a token of a bot account.

        For a guest or a member; a token needs the scope `bots`.
        """
        self._ask("DELETE", f"/api/account/bots/{_part(bot_id)}/tokens/{_part(token_id)}/")

    def account_notices_retrieve(self) -> Wishes:
        """How I hear of what.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Wishes = self._ask("GET", "/api/account/notices/")
        return found

    def account_profile_retrieve(self) -> Profile:
        """What I say about myself.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Profile = self._ask("GET", "/api/account/profile/")
        return found

    def achievements_list(self) -> list[Achievement]:
        """Achievements in all games.

        For anybody; a token needs the scope `read`.
        """
        found: list[Achievement] = self._ask("GET", "/api/achievements/")
        return found

    def builds_list(self, *, game: str | None = None) -> list[Build]:
        """My builds.

        Last changed first. For a guest or a member; a token needs the scope `read`.
        """
        found: list[Build] = self._ask("GET", "/api/builds/", query={"game": game})
        return found

    def builds_create(self, **body: Unpack[BuildForm]) -> Build:
        """Keep a build.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Build = self._ask("POST", "/api/builds/", body=body)
        return found

    def builds_check_create(self, **body: Unpack[JudgeMineForm]) -> list[JudgedMine]:
        """What is wrong with my builds.

        At a table with these options. Nothing is changed; those without faults may be brought to it. For a
        guest or a member; a token needs the scope `read`.
        """
        found: list[JudgedMine] = self._ask("POST", "/api/builds/check/", body=body)
        return found

    def builds_shared(self, code: str, /) -> Shared:
        """A build by its code.

        For anybody.
        """
        found: Shared = self._ask("GET", f"/api/builds/shared/{_part(code)}/")
        return found

    def builds_retrieve(self, build_id: int, /) -> Build:
        """One of my builds.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Build = self._ask("GET", f"/api/builds/{_part(build_id)}/")
        return found

    def builds_partial_update(self, build_id: int, /, **body: Unpack[PatchedBuildChange]) -> Build:
        """Change a build.

        What is shared and has faults afterwards is not shared any more. For a guest or a member; a token
        needs the scope `play`.
        """
        found: Build = self._ask("PATCH", f"/api/builds/{_part(build_id)}/", body=body)
        return found

    def builds_destroy(self, build_id: int, /) -> None:
        """Keep a build no longer.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/builds/{_part(build_id)}/")

    def builds_fairness(self, build_id: int, /) -> Fairness:
        """How the check of my map stands, and what it has found.

        `status` is `none` if there is none; it is kept for an hour after its end, or until I begin another
        job. For a guest or a member; a token needs the scope `read`.
        """
        found: Fairness = self._ask("GET", f"/api/builds/{_part(build_id)}/fairness/")
        return found

    def builds_fairness_begin(self, build_id: int, /) -> Fairness:
        """Check whether the starts of my map are equally good.

        Equal bots play matches on it, one from each start. The answer comes at once. A person has one trial,
        study or check at a time. For a guest or a member; a token needs the scope `play`.
        """
        found: Fairness = self._ask("POST", f"/api/builds/{_part(build_id)}/fairness/")
        return found

    def builds_fairness_cancel(self, build_id: int, /) -> None:
        """Cancel the check of my map.

        What it has found can still be read. For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/builds/{_part(build_id)}/fairness/")

    def builds_show(self, build_id: int, /) -> Build:
        """Show my map to everybody.

        In the gallery of its game; it is shared from then on. Not for guests, and only one without faults.
        For a guest or a member; a token needs the scope `play`.
        """
        found: Build = self._ask("PUT", f"/api/builds/{_part(build_id)}/gallery/")
        return found

    def builds_hide(self, build_id: int, /) -> None:
        """Take my map off the gallery.

        It stays shared. For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/builds/{_part(build_id)}/gallery/")

    def builds_share_update(self, build_id: int, /) -> Build:
        """Share a build.

        Only one without faults. For a guest or a member; a token needs the scope `play`.
        """
        found: Build = self._ask("PUT", f"/api/builds/{_part(build_id)}/share/")
        return found

    def builds_share_destroy(self, build_id: int, /) -> None:
        """Take the code back.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/builds/{_part(build_id)}/share/")

    def challenges_list(self) -> Challenges:
        """Challenges to me and by me.

        Open ones; of mine also those that were declined or have lapsed within a day. For a guest or a member;
        a token needs the scope `read`.
        """
        found: Challenges = self._ask("GET", "/api/challenges/")
        return found

    def challenges_create(self, **body: Unpack[ChallengeForm]) -> Challenge:
        """Challenge somebody.

        Opens a table at which only that player may sit down. The match begins when they accept. For a guest
        or a member; a token needs the scope `tables`.
        """
        found: Challenge = self._ask("POST", "/api/challenges/", body=body)
        return found

    def challenges_destroy(self, challenge_id: str, /) -> None:
        """Withdraw a challenge of mine.

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/challenges/{_part(challenge_id)}/")

    def challenges_accept_create(self, challenge_id: str, /) -> Match:
        """Accept a challenge.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/challenges/{_part(challenge_id)}/accept/")
        return found

    def challenges_decline_create(self, challenge_id: str, /, **body: Unpack[DeclineForm]) -> None:
        """Decline a challenge.

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("POST", f"/api/challenges/{_part(challenge_id)}/decline/", body=body)

    def clubs_list(self, *, page: int | None = None, q: str | None = None) -> Clubs:
        """Clubs.

        For anybody; a token needs the scope `read`.
        """
        found: Clubs = self._ask("GET", "/api/clubs/", query={"page": page, "q": q})
        return found

    def clubs_create(self, **body: Unpack[ClubForm]) -> Club:
        """Found a club.

        I am its owner. Guests found none. For a guest or a member; a token needs the scope `tables`.
        """
        found: Club = self._ask("POST", "/api/clubs/", body=body)
        return found

    def clubs_retrieve(self, club_slug: str, /) -> Club:
        """A club.

        For anybody; a token needs the scope `read`.
        """
        found: Club = self._ask("GET", f"/api/clubs/{_part(club_slug)}/")
        return found

    def clubs_change(self, club_slug: str, /, **body: Unpack[PatchedClubChange]) -> Club:
        """Change a club (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Club = self._ask("PATCH", f"/api/clubs/{_part(club_slug)}/", body=body)
        return found

    def clubs_close(self, club_slug: str, /) -> None:
        """Close a club for good (owner).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/")

    def clubs_askings(self, club_slug: str, /) -> list[ClubAsking]:
        """Who asks to join a club (officers).

        For a guest or a member; a token needs the scope `read`.
        """
        found: list[ClubAsking] = self._ask("GET", f"/api/clubs/{_part(club_slug)}/askings/")
        return found

    def clubs_invite(self, club_slug: str, asking: str, /) -> None:
        """Accept who asks, else invite (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("PUT", f"/api/clubs/{_part(club_slug)}/askings/{_part(asking)}/")

    def clubs_refuse(self, club_slug: str, asking: str, /) -> None:
        """Refuse who asks (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/askings/{_part(asking)}/")

    def clubs_members(self, club_slug: str, /, *, page: int | None = None) -> ClubMembers:
        """Members of a club.

        For anybody; a token needs the scope `read`.
        """
        found: ClubMembers = self._ask("GET", f"/api/clubs/{_part(club_slug)}/members/", query={"page": page})
        return found

    def clubs_role(self, club_slug: str, person: str, /, **body: Unpack[PatchedClubRoleForm]) -> None:
        """Change the role of a member (owner).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("PATCH", f"/api/clubs/{_part(club_slug)}/members/{_part(person)}/", body=body)

    def clubs_remove(self, club_slug: str, person: str, /) -> None:
        """Remove a member (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/members/{_part(person)}/")

    def clubs_join(self, club_slug: str, /, **body: Unpack[ClubJoinForm]) -> ClubPlace:
        """Join a club, or ask to.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: ClubPlace = self._ask("PUT", f"/api/clubs/{_part(club_slug)}/membership/", body=body)
        return found

    def clubs_leave(self, club_slug: str, /) -> None:
        """Leave a club.

        Of who is no member: take a request back, or decline an invitation. For a guest or a member; a token
        needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/membership/")

    def clubs_posts(self, club_slug: str, /, *, page: int | None = None) -> ClubPosts:
        """News of a club.

        For anybody; a token needs the scope `read`.
        """
        found: ClubPosts = self._ask("GET", f"/api/clubs/{_part(club_slug)}/posts/", query={"page": page})
        return found

    def clubs_post(self, club_slug: str, /, **body: Unpack[ClubPostForm]) -> ClubPost:
        """Tell news (officers).

        Each member who wants it gets a notice; three times a day at most. For a guest or a member; a token
        needs the scope `tables`.
        """
        found: ClubPost = self._ask("POST", f"/api/clubs/{_part(club_slug)}/posts/", body=body)
        return found

    def clubs_post_remove(self, club_slug: str, post_id: int, /) -> None:
        """Remove news (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/posts/{_part(post_id)}/")

    def clubs_post_report(self, club_slug: str, post_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report news of a club to staff.

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("POST", f"/api/clubs/{_part(club_slug)}/posts/{_part(post_id)}/report/", body=body)

    def clubs_ratings(
        self,
        club_slug: str,
        /,
        *,
        game: str | None = None,
        pace: Literal["live", "slow"] | None = None,
        page: int | None = None,
    ) -> list[Line]:
        """Members of a club by rating.

        Provisional ratings are not listed. Fifty a page. For anybody; a token needs the scope `read`.
        """
        found: list[Line] = self._ask(
            "GET", f"/api/clubs/{_part(club_slug)}/ratings/", query={"game": game, "pace": pace, "page": page}
        )
        return found

    def clubs_report(self, club_slug: str, /, **body: Unpack[ReportForm]) -> None:
        """Report a club to staff.

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("POST", f"/api/clubs/{_part(club_slug)}/report/", body=body)

    def clubs_tables(self, club_slug: str, /) -> list[Card]:
        """Tables and matches of a club.

        Running matches, and for members open tables. Where names are hidden no seat is listed. For anybody; a
        token needs the scope `read`.
        """
        found: list[Card] = self._ask("GET", f"/api/clubs/{_part(club_slug)}/tables/")
        return found

    def contests_list(
        self,
        *,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        status: Literal["planned", "running", "finished", "cancelled"] | None = None,
    ) -> ContestPage:
        """Contests.

        The one that was announced last comes first. For anybody; a token needs the scope `read`.
        """
        found: ContestPage = self._ask(
            "GET", "/api/contests/", query={"cursor": cursor, "game": game, "limit": limit, "status": status}
        )
        return found

    def contests_create(self, **body: Unpack[ContestForm]) -> Contest:
        """Announce a contest.

        I am its host. Guests announce none. For a guest or a member; a token needs the scope `tables`.
        """
        found: Contest = self._ask("POST", "/api/contests/", body=body)
        return found

    def contests_retrieve(self, contest_id: int, /) -> WholeContest:
        """A contest and its entrants.

        For anybody; a token needs the scope `read`.
        """
        found: WholeContest = self._ask("GET", f"/api/contests/{_part(contest_id)}/")
        return found

    def contests_cancel(self, contest_id: int, /) -> None:
        """Cancel a contest.

        For its host. It ends without a result. For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", f"/api/contests/{_part(contest_id)}/")

    def contests_acts(self, contest_id: int, /) -> ContestActs:
        """What was done to a contest.

        The log of those who steer it, the latest first. For anybody; a token needs the scope `read`.
        """
        found: ContestActs = self._ask("GET", f"/api/contests/{_part(contest_id)}/acts/")
        return found

    def contests_steer(self, contest_id: int, /, **body: Unpack[ContestActForm]) -> None:
        """Steer a contest.

        For its host and co-hosts: pause it and let it go on, move its dates, remove an entrant, play a table
        of the last round again or make it void, write to the entrants, make a code with which many sign up
        from one place; for its host alone: choose co-hosts. Everybody can read it afterwards. For a guest or
        a member; a token needs the scope `tables`.
        """
        self._ask("POST", f"/api/contests/{_part(contest_id)}/acts/", body=body)

    def contests_report(self, contest_id: int, act_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report a message of a contest to staff.

        A line of the log with `kind` `message`. Staff get its text. For a guest or a member; a token needs
        the scope `tables`.
        """
        self._ask("POST", f"/api/contests/{_part(contest_id)}/acts/{_part(act_id)}/report/", body=body)

    def contests_challenges(self, contest_id: int, /) -> OwnChallenges:
        """My last challenges in a contest.

        Matches against organisers' programs, the newest first. For a guest or a member; a token needs the
        scope `read`.
        """
        found: OwnChallenges = self._ask("GET", f"/api/contests/{_part(contest_id)}/challenge/")
        return found

    def contests_challenge(self, contest_id: int, /, **body: Unpack[ContestChallengeForm]) -> ContestMatch:
        """Challenge an organiser's program.

        The match begins at once and counts for nothing. For a guest or a member; a token needs the scope
        `tables`.
        """
        found: ContestMatch = self._ask("POST", f"/api/contests/{_part(contest_id)}/challenge/", body=body)
        return found

    def contests_check_in(self, contest_id: int, /) -> None:
        """Check in.

        With everything that I have entered, between `check_in_at` and `starts_at`. For a guest or a member; a
        token needs the scope `tables`.
        """
        self._ask("POST", f"/api/contests/{_part(contest_id)}/check-in/")

    def contests_enter(self, contest_id: int, /, **body: Unpack[EntryForm]) -> Entrant:
        """Enter a contest.

        Myself, or with a program of mine. Guests cannot enter. For a guest or a member; a token needs the
        scope `tables`.
        """
        found: Entrant = self._ask("PUT", f"/api/contests/{_part(contest_id)}/entry/", body=body)
        return found

    def contests_withdraw(self, contest_id: int, /, *, program: int | None = None) -> None:
        """Withdraw from a contest.

        Whoever withdraws while it runs forfeits what follows. For a guest or a member; a token needs the
        scope `tables`.
        """
        self._ask("DELETE", f"/api/contests/{_part(contest_id)}/entry/", query={"program": program})

    def contests_versions(self, contest_id: int, /) -> HandIns:
        """Versions of my programs in a contest.

        Of each program of mine that takes part, the newest first. For a guest or a member; a token needs the
        scope `read`.
        """
        found: HandIns = self._ask("GET", f"/api/contests/{_part(contest_id)}/hand-ins/")
        return found

    def contests_hand_in(self, contest_id: int, /, **body: Unpack[HandInForm]) -> VersionsOfEntrant:
        """Hand in a version.

        A program of mine is the newest version of an entrant of mine and counts from the next evening on,
        before the start at once, until `frozen_at`. The program of an earlier version goes back to that one.
        For a guest or a member; a token needs the scope `tables`.
        """
        found: VersionsOfEntrant = self._ask("POST", f"/api/contests/{_part(contest_id)}/hand-ins/", body=body)
        return found

    def contests_own(self, contest_id: int, /) -> OwnResults:
        """My own results in a contest.

        Of games that are over, with the matches to replay; also while the contest is secret. For a guest or a
        member; a token needs the scope `read`.
        """
        found: OwnResults = self._ask("GET", f"/api/contests/{_part(contest_id)}/own/")
        return found

    def contests_program(self, contest_id: int, entrant_id: int, /) -> OpenProgram:
        """The text of an organiser's program.

        Of one whose `shows_text` is true; every other one is not found. For anybody; a token needs the scope
        `read`.
        """
        found: OpenProgram = self._ask("GET", f"/api/contests/{_part(contest_id)}/programs/{_part(entrant_id)}/")
        return found

    def contests_progress(self, contest_id: int, /) -> ContestProgress:
        """How far a contest of mine is.

        For its host and co-hosts, while it is secret too: then without who sits where. For a guest or a
        member; a token needs the scope `read`.
        """
        found: ContestProgress = self._ask("GET", f"/api/contests/{_part(contest_id)}/progress/")
        return found

    def contests_results(self, contest_id: int, /) -> ContestResults:
        """All that may be known of a contest.

        Terms, entrants, standings, tables and the log of those who steer it as one document. For anybody; a
        token needs the scope `read`.
        """
        found: ContestResults = self._ask("GET", f"/api/contests/{_part(contest_id)}/results/")
        return found

    def contests_standings(self, contest_id: int, /) -> AllStandings:
        """Standings of a contest.

        Of every stage that has begun; nothing while they are secret. For anybody; a token needs the scope
        `read`.
        """
        found: AllStandings = self._ask("GET", f"/api/contests/{_part(contest_id)}/standings/")
        return found

    def contests_tables(self, contest_id: int, /) -> ContestTables:
        """Tables of a contest.

        All that were paired; nothing while they are secret. For anybody; a token needs the scope `read`.
        """
        found: ContestTables = self._ask("GET", f"/api/contests/{_part(contest_id)}/tables/")
        return found

    def contests_team(self, contest_id: int, /) -> OwnTeam:
        """My team in a contest.

        With its programs and who is asked, or the teams that ask me. For a guest or a member; a token needs
        the scope `read`.
        """
        found: OwnTeam = self._ask("GET", f"/api/contests/{_part(contest_id)}/team/")
        return found

    def contests_team_act(self, contest_id: int, /, **body: Unpack[TeamActForm]) -> OwnTeam:
        """Do something about my team.

        Everybody: found a team, accept or decline, hand in a program of theirs or take it back, leave. The
        captain: ask, remove, make somebody else captain, choose the program that plays, which enters the
        team. The answer is my team afterwards. For a guest or a member; a token needs the scope `tables`.
        """
        found: OwnTeam = self._ask("POST", f"/api/contests/{_part(contest_id)}/team/", body=body)
        return found

    def downloads_list(self) -> list[Month]:
        """Files with all public matches of a month.

        Newest first. A file has a line of JSON for each match, as `/api/matches/<id>/replay/` has it,
        compressed with xz. For anybody; a token needs the scope `read`.
        """
        found: list[Month] = self._ask("GET", "/api/downloads/")
        return found

    def games_list(self) -> list[Game]:
        """The games.

        For anybody.
        """
        found: list[Game] = self._ask("GET", "/api/games/")
        return found

    def games_retrieve(self, game_id: str, /) -> WholeGame:
        """A game with its options.

        For anybody.
        """
        found: WholeGame = self._ask("GET", f"/api/games/{_part(game_id)}/")
        return found

    def games_achievements(self, game_id: str, /) -> list[Achievement]:
        """Achievements of a game, with what you have of them.

        For anybody; a token needs the scope `read`.
        """
        found: list[Achievement] = self._ask("GET", f"/api/games/{_part(game_id)}/achievements/")
        return found

    def maps_list(self, game_id: str, /) -> Maps:
        """Maps that come with a game.

        Maps of one's own are at `/api/builds/?game=`, a shared one at `/api/builds/shared/<code>/`. For
        anybody.
        """
        found: Maps = self._ask("GET", f"/api/games/{_part(game_id)}/maps/")
        return found

    def maps_create(self, game_id: str, /, **body: Unpack[NewMapForm]) -> Build:
        """Keep a map on the account.

        As `POST /api/builds/`, from any layout that the game reads. It may have faults. For a guest or a
        member; a token needs the scope `play`.
        """
        found: Build = self._ask("POST", f"/api/games/{_part(game_id)}/maps/", body=body)
        return found

    def maps_gallery(
        self,
        game_id: str,
        /,
        *,
        favourites: bool | None = None,
        page: int | None = None,
        seats: int | None = None,
        sort: Literal["played", "liked", "new"] | None = None,
    ) -> Gallery:
        """Maps that people show to everybody.

        Thirty a page. Without maps of people whom I block, or who block me. For anybody.
        """
        found: Gallery = self._ask(
            "GET",
            f"/api/games/{_part(game_id)}/maps/gallery/",
            query={"favourites": favourites, "page": page, "seats": seats, "sort": sort},
        )
        return found

    def maps_like(self, game_id: str, code: str, /) -> ShownMap:
        """Like a map.

        For a guest or a member; a token needs the scope `play`.
        """
        found: ShownMap = self._ask("PUT", f"/api/games/{_part(game_id)}/maps/gallery/{_part(code)}/heart/")
        return found

    def maps_unlike(self, game_id: str, code: str, /) -> None:
        """Take the heart back.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/games/{_part(game_id)}/maps/gallery/{_part(code)}/heart/")

    def maps_read(self, game_id: str, /, **body: Unpack[MapForm]) -> ReadMap:
        """Read a map.

        From JSON or YAML, in any layout that the game knows. Nothing is kept. For anybody.
        """
        found: ReadMap = self._ask("POST", f"/api/games/{_part(game_id)}/maps/read/", body=body)
        return found

    def maps_retrieve(self, game_id: str, map_id: str, /, *, file: Literal["json", "yaml"] | None = None) -> WholeMap:
        """A map.

        By its id, by the code under which it is shared, or one of your own by `build-` with its number. For
        anybody.
        """
        found: WholeMap = self._ask("GET", f"/api/games/{_part(game_id)}/maps/{_part(map_id)}/", query={"file": file})
        return found

    def games_path(self, game_id: str, /) -> list[Stop]:
        """The path of a game: bots one after the other, with your stars.

        For anybody; a token needs the scope `read`.
        """
        found: list[Stop] = self._ask("GET", f"/api/games/{_part(game_id)}/path/")
        return found

    def games_rules_retrieve(
        self,
        game_id: str,
        /,
        *,
        language: Literal["en", "zh-hans"] | None = None,
        part: Literal["players", "engine"] | None = None,
    ) -> Rules:
        """The rules of a game.

        For players; the exact rules, with orders, views and events, by `part=engine`. English where nobody
        has written them in the language asked for. For anybody.
        """
        found: Rules = self._ask(
            "GET", f"/api/games/{_part(game_id)}/rules/", query={"language": language, "part": part}
        )
        return found

    def games_workshop_retrieve(self, game_id: str, /) -> Workshop:
        """What can be built for a game.

        For anybody.
        """
        found: Workshop = self._ask("GET", f"/api/games/{_part(game_id)}/workshop/")
        return found

    def games_workshop_check_create(self, game_id: str, /, **body: Unpack[JudgeForm]) -> Judged:
        """What is wrong with a build.

        Nothing is kept. Every fault has the path of its place in the build. For anybody.
        """
        found: Judged = self._ask("POST", f"/api/games/{_part(game_id)}/workshop/check/", body=body)
        return found

    def games_workshop_measure_create(self, game_id: str, /, **body: Unpack[MeasureForm]) -> Measured:
        """What a build does on average.

        Against one of the targets of the workshop; an unfinished build is measured as far as it goes. For
        anybody.
        """
        found: Measured = self._ask("POST", f"/api/games/{_part(game_id)}/workshop/measure/", body=body)
        return found

    def ladder_standings(self, *, game: str | None = None, page: int | None = None) -> Ladder:
        """The ladder of a game.

        Programs whose rating is provisional stand below all others. At most 1000. For anybody; a token needs
        the scope `read`.
        """
        found: Ladder = self._ask("GET", "/api/ladder/", query={"game": game, "page": page})
        return found

    def ladder_matches(self, program_id: int, /, *, page: int | None = None) -> LadderMatches:
        """Matches of a program on the ladder.

        Newest first. What went wrong is told in numbers to everybody, in words to the program's owner. For
        anybody; a token needs the scope `read`.
        """
        found: LadderMatches = self._ask("GET", f"/api/ladder/{_part(program_id)}/matches/", query={"page": page})
        return found

    def ratings_league(
        self,
        *,
        division: int | None = None,
        game: str | None = None,
        league: int | None = None,
        pace: Literal["live", "slow"] | None = None,
        season: str | None = None,
    ) -> League:
        """A division of a league of people.

        For anybody; a token needs the scope `read`.
        """
        found: League = self._ask(
            "GET",
            "/api/leagues/",
            query={"division": division, "game": game, "league": league, "pace": pace, "season": season},
        )
        return found

    def matches_list(
        self,
        *,
        clock: Literal["live", "slow", "none"] | None = None,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        mine: bool | None = None,
        status: Literal["running", "paused", "finished", "aborted"] | None = None,
    ) -> Page:
        """Matches.

        Public ones, newest first; with `mine=true` those in which I sit, and whether they wait for me. For
        anybody; a token needs the scope `read`.
        """
        found: Page = self._ask(
            "GET",
            "/api/matches/",
            query={"clock": clock, "cursor": cursor, "game": game, "limit": limit, "mine": mine, "status": status},
        )
        return found

    def matches_retrieve(self, match_id: str, /, *, as_: str | None = None) -> Match:
        """A match: who plays, who is awaited, how it ended.

        `info` and `status` as in the messages `match` and `status` of the socket. Once it is over, `you`,
        `yours` and `seat_seed` also tell of seats that programs of mine played. For anybody; a token needs
        the scope `read`.
        """
        found: Match = self._ask("GET", f"/api/matches/{_part(match_id)}/", query={"as": as_})
        return found

    def matches_achievements(self, match_id: str, /) -> Earned:
        """What you have achieved with a match.

        A match is looked through a moment after its end. For anybody; a token needs the scope `read`.
        """
        found: Earned = self._ask("GET", f"/api/matches/{_part(match_id)}/achievements/")
        return found

    def matches_claim_create(self, match_id: str, /, **body: Unpack[ClaimForm]) -> None:
        """Claim the win, or call a bot, against somebody who is gone.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/claim/", body=body)

    def matches_coach_retrieve(self, match_id: str, /, *, seat: int | None = None, step: int | None = None) -> Advice:
        """What a strong bot would have ordered in my place.

        Of my own match, when it is over, from what my seat saw at that step alone: the bot remembers no
        earlier steps. For a guest or a member; a token needs the scope `read`.
        """
        found: Advice = self._ask("GET", f"/api/matches/{_part(match_id)}/coach/", query={"seat": seat, "step": step})
        return found

    def matches_console(self, match_id: str, /) -> list[ConsoleLine]:
        """What my programs said in a match.

        The last lines of each program, oldest first, with the runs that did not count; empty without a
        program of one's own there. Who has a seat in a match that runs reads the program of that seat alone.
        For a guest or a member; a token needs the scope `read`.
        """
        found: list[ConsoleLine] = self._ask("GET", f"/api/matches/{_part(match_id)}/console/")
        return found

    def matches_events_retrieve(
        self, match_id: str, /, *, as_: str | None = None, first: int | None = None, last: int | None = None
    ) -> Events:
        """Events that an audience saw, by step.

        At most 200 steps at once. With an ETag. For anybody; a token needs the scope `read`.
        """
        found: Events = self._ask(
            "GET", f"/api/matches/{_part(match_id)}/events/", query={"as": as_, "first": first, "last": last}
        )
        return found

    def matches_forecast_create(self, match_id: str, /, **body: Unpack[ForecastForm]) -> Forecast:
        """Forecast of draft orders.

        From what my seat knows; nothing is stored. For a guest or a member; a token needs the scope `read`.
        """
        found: Forecast = self._ask("POST", f"/api/matches/{_part(match_id)}/forecast/", body=body)
        return found

    def matches_fork_create(self, match_id: str, /, **body: Unpack[ForkForm]) -> Match:
        """A sandbox, or a match against bots, that begins at a position of this match.

        Without `seat` a sandbox; of a match that goes on, what is hidden from me is as the game guesses it,
        where it can. With `seat` the match is played on against built-in bots, without a clock; both this
        match and those from which it was forked must be over. For a guest or a member; a token needs the
        scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/matches/{_part(match_id)}/fork/", body=body)
        return found

    def matches_frames_retrieve(
        self, match_id: str, /, *, as_: str | None = None, first: int | None = None, last: int | None = None
    ) -> Frames:
        """Frames of an audience, one after the other.

        At most 200 at once; `count` says how many there are. With an ETag. For anybody; a token needs the
        scope `read`.
        """
        found: Frames = self._ask(
            "GET", f"/api/matches/{_part(match_id)}/frames/", query={"as": as_, "first": first, "last": last}
        )
        return found

    def matches_go_on_retrieve(self, match_id: str, /, *, seat: int | None = None) -> GoingOn:
        """For what my seat goes on.

        For a guest or a member; a token needs the scope `read`.
        """
        found: GoingOn = self._ask("GET", f"/api/matches/{_part(match_id)}/go-on/", query={"seat": seat})
        return found

    def matches_go_on_update(self, match_id: str, /, **body: Unpack[GoOnForm]) -> None:
        """Go on for many steps until something happens.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("PUT", f"/api/matches/{_part(match_id)}/go-on/", body=body)

    def matches_mute_update(self, match_id: str, /) -> None:
        """Mute a match of mine.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("PUT", f"/api/matches/{_part(match_id)}/mute/")

    def matches_mute_destroy(self, match_id: str, /) -> None:
        """Hear of a match again.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/matches/{_part(match_id)}/mute/")

    def matches_note_retrieve(self, match_id: str, /) -> Note:
        """My note on a match.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Note = self._ask("GET", f"/api/matches/{_part(match_id)}/note/")
        return found

    def matches_note_update(self, match_id: str, /, **body: Unpack[Note]) -> Note:
        """Write my note on a match.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Note = self._ask("PUT", f"/api/matches/{_part(match_id)}/note/", body=body)
        return found

    def matches_orders_retrieve(self, match_id: str, /, *, seat: int | None = None) -> Stored:
        """My stored orders.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Stored = self._ask("GET", f"/api/matches/{_part(match_id)}/orders/", query={"seat": seat})
        return found

    def matches_orders_update(self, match_id: str, /, **body: Unpack[OrdersForm]) -> Stored:
        """Give orders.

        They replace earlier ones. The answer leaves when they are on disk, and has them in normal form. For a
        guest or a member; a token needs the scope `play`.
        """
        found: Stored = self._ask("PUT", f"/api/matches/{_part(match_id)}/orders/", body=body)
        return found

    def matches_preferences_partial_update(self, match_id: str, /, **body: Unpack[PatchedPreferencesForm]) -> None:
        """What the site may answer for my seat.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("PATCH", f"/api/matches/{_part(match_id)}/preferences/", body=body)

    def matches_ratings(self, match_id: str, /) -> Effects:
        """What a match has changed of ratings.

        A match is rated a moment after its end. For anybody; a token needs the scope `read`.
        """
        found: Effects = self._ask("GET", f"/api/matches/{_part(match_id)}/ratings/")
        return found

    def matches_ready_update(self, match_id: str, /, **body: Unpack[StepReadyForm]) -> Stored:
        """Mark my seat as ready, or not ready.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Stored = self._ask("PUT", f"/api/matches/{_part(match_id)}/ready/", body=body)
        return found

    def matches_rematch_create(self, match_id: str, /) -> Match:
        """Once more, with the same options.

        Whoever asks second sits down at the first one's table. When all have asked, it begins with swapped
        seats. For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/matches/{_part(match_id)}/rematch/")
        return found

    def matches_replay_retrieve(self, match_id: str, /) -> MatchRecord:
        """The record of a match that is over.

        Options, seed and all orders: enough to play it again to the byte. `yours` are the seats in which I
        sat or that programs of mine played. Closed until the end. With an ETag. For anybody; a token needs
        the scope `read`.
        """
        found: MatchRecord = self._ask("GET", f"/api/matches/{_part(match_id)}/replay/")
        return found

    def matches_resign_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Give up my seat.

        A match of two ends at once; where others play on, the seat ends with the step. For a guest or a
        member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/resign/", body=body)

    def matches_return_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Take my seat back from the bot that stands in.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/return/", body=body)

    def matches_statistics_retrieve(self, match_id: str, /) -> Statistics:
        """Points by source, luck and spending of a match that is over.

        With an ETag. For anybody; a token needs the scope `read`.
        """
        found: Statistics = self._ask("GET", f"/api/matches/{_part(match_id)}/statistics/")
        return found

    def matches_study(self, match_id: str, /, *, seat: int | None = None) -> Study:
        """How the study of my match stands, and what it has found.

        `status` is `none` if there is none; it is kept for an hour after its end, or until I begin a trial or
        another study. For a guest or a member; a token needs the scope `read`.
        """
        found: Study = self._ask("GET", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})
        return found

    def matches_study_begin(self, match_id: str, /, *, seat: int | None = None) -> Study:
        """Find where my match turned.

        The site plays on from positions that my seat could have been in, and compares how that ends. The
        answer comes at once. A person has one trial or study at a time. For a guest or a member; a token
        needs the scope `play`.
        """
        found: Study = self._ask("POST", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})
        return found

    def matches_study_cancel(self, match_id: str, /, *, seat: int | None = None) -> None:
        """Cancel the study of my match.

        What it has found can still be read. For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})

    def matches_substitute_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Ask for a substitute.

        In slow matches that are not rated: a bot plays my seat from now on, and somebody else may take it
        over, until I return. For a guest or a member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/substitute/", body=body)

    def matches_take_over_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Take over an open seat of a match that goes on.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/matches/{_part(match_id)}/take-over/", body=body)
        return found

    def matches_talk_retrieve(self, match_id: str, /) -> Talk:
        """Talk that I may read now.

        For anybody; a token needs the scope `read`.
        """
        found: Talk = self._ask("GET", f"/api/matches/{_part(match_id)}/talk/")
        return found

    def matches_talk_create(self, match_id: str, /, **body: Unpack[SayForm]) -> None:
        """Say something.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/talk/", body=body)

    def matches_vacation_create(self, match_id: str, /, **body: Unpack[VacationForm]) -> None:
        """Take some days of my vacation for this step.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/vacation/", body=body)

    def matches_view_retrieve(self, match_id: str, /, *, as_: str | None = None, step: int | None = None) -> FrameShown:
        """The view of an audience at a step.

        By default the newest that this audience may have. Constant keys are in `view` too. For anybody; a
        token needs the scope `read`.
        """
        found: FrameShown = self._ask("GET", f"/api/matches/{_part(match_id)}/view/", query={"as": as_, "step": step})
        return found

    def matches_vote_create(self, match_id: str, /, **body: Unpack[VoteForm]) -> None:
        """Vote for a proposal, withdraw the vote, or decline.

        False takes my own vote back; without one it declines what others have proposed. For a guest or a
        member; a token needs the scope `play`.
        """
        self._ask("POST", f"/api/matches/{_part(match_id)}/vote/", body=body)

    def matches_watchable_update(self, match_id: str, /, **body: Unpack[WatchableForm]) -> None:
        """Let spectators watch from my seat.

        For a guest or a member; a token needs the scope `play`.
        """
        self._ask("PUT", f"/api/matches/{_part(match_id)}/watchable/", body=body)

    def messages_list(self, *, before: int | None = None) -> Conversations:
        """My conversations.

        For a guest or a member; a token needs the scope `messages`.
        """
        found: Conversations = self._ask("GET", "/api/messages/", query={"before": before})
        return found

    def messages_retrieve(self, slug: str, /, *, after: int | None = None, before: int | None = None) -> Stretch:
        """Messages of a conversation.

        Reading them here does not mark them as read. For a guest or a member; a token needs the scope
        `messages`.
        """
        found: Stretch = self._ask("GET", f"/api/messages/{_part(slug)}/", query={"after": after, "before": before})
        return found

    def messages_create(self, slug: str, /, **body: Unpack[MessageForm]) -> Message:
        """Write to a person.

        For a guest or a member; a token needs the scope `messages`.
        """
        found: Message = self._ask("POST", f"/api/messages/{_part(slug)}/", body=body)
        return found

    def messages_destroy(self, slug: str, /) -> None:
        """Delete a conversation for me.

        For a guest or a member; a token needs the scope `messages`.
        """
        self._ask("DELETE", f"/api/messages/{_part(slug)}/")

    def messages_read_create(self, slug: str, /) -> None:
        """Mark a conversation as read.

        For a guest or a member; a token needs the scope `messages`.
        """
        self._ask("POST", f"/api/messages/{_part(slug)}/read/")

    def message_destroy(self, slug: str, message_id: int, /) -> None:
        """Delete a message for me.

        For a guest or a member; a token needs the scope `messages`.
        """
        self._ask("DELETE", f"/api/messages/{_part(slug)}/{_part(message_id)}/")

    def message_report(self, slug: str, message_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report a private message to staff.

        Staff get its text, and nothing else of the conversation. For a guest or a member; a token needs the
        scope `messages`.
        """
        self._ask("POST", f"/api/messages/{_part(slug)}/{_part(message_id)}/report/", body=body)

    def notices_list(self, *, unread: bool | None = None) -> NoticePage:
        """My notices.

        For a guest or a member; a token needs the scope `read`.
        """
        found: NoticePage = self._ask("GET", "/api/notices/", query={"unread": unread})
        return found

    def notices_read_create(self, **body: Unpack[ReadForm]) -> Unread:
        """Mark notices of mine as read.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Unread = self._ask("POST", "/api/notices/read/", body=body)
        return found

    def players_list(self, *, q: str | None = None) -> list[Found]:
        """Find people by their names.

        The likeliest first: who has that name, whose name begins with it, whose name contains it; of each the
        best rated. Not guests, nor who does not want to be found. For anybody; a token needs the scope
        `read`.
        """
        found: list[Found] = self._ask("GET", "/api/players/", query={"q": q})
        return found

    def players_retrieve(self, slug: str, /) -> Player:
        """A person.

        For anybody; a token needs the scope `read`.
        """
        found: Player = self._ask("GET", f"/api/players/{_part(slug)}/")
        return found

    def players_achievements(self, slug: str, /) -> list[Shelf]:
        """Achievements of a person.

        For anybody; a token needs the scope `read`.
        """
        found: list[Shelf] = self._ask("GET", f"/api/players/{_part(slug)}/achievements/")
        return found

    def players_matches_retrieve(self, slug: str, /, *, cursor: str | None = None, limit: int | None = None) -> Page:
        """Public matches of a person that are over.

        For anybody; a token needs the scope `read`.
        """
        found: Page = self._ask("GET", f"/api/players/{_part(slug)}/matches/", query={"cursor": cursor, "limit": limit})
        return found

    def players_ratings(self, slug: str, /) -> list[Standing]:
        """Ratings of a person.

        For anybody; a token needs the scope `read`.
        """
        found: list[Standing] = self._ask("GET", f"/api/players/{_part(slug)}/ratings/")
        return found

    def players_rating(self, slug: str, game_id: str, pace: str, /) -> Course:
        """A rating: how it came about, and where it lies among all.

        For anybody; a token needs the scope `read`.
        """
        found: Course = self._ask("GET", f"/api/players/{_part(slug)}/ratings/{_part(game_id)}/{_part(pace)}/")
        return found

    def programs_list(self) -> list[Program]:
        """My programs.

        Newest first. Their ids are what a seat of a table takes. For a guest or a member; a token needs the
        scope `read`.
        """
        found: list[Program] = self._ask("GET", "/api/programs/")
        return found

    def programs_create(self, **body: Unpack[NewProgramForm]) -> SavedProgram:
        """Save a program.

        A text that the sandbox cannot start is refused with `bad_program`; `data` has its line and column.
        For a guest or a member; a token needs the scope `play`.
        """
        found: SavedProgram = self._ask("POST", "/api/programs/", body=body)
        return found

    def programs_trial_begin(self, **body: Unpack[TrialForm]) -> Trial:
        """Try a program.

        A trial match against a built-in bot. The answer comes at once; the trial is played by the site in its
        turn, and read at its own address while it is played and for an hour after that. A person has one
        trial at a time. The account socket says how far it is. For a guest or a member; a token needs the
        scope `play`.
        """
        found: Trial = self._ask("POST", "/api/programs/trials/", body=body)
        return found

    def programs_trial(self, trial_id: str, /, *, since: int | None = None) -> Trial:
        """How a trial stands, and its positions.

        The positions as the program's seat sees them, and what each run knew, ordered, printed and cost: all
        that there are so far. `refusal` says what is wrong with a text that is no program. For a guest or a
        member; a token needs the scope `read`.
        """
        found: Trial = self._ask("GET", f"/api/programs/trials/{_part(trial_id)}/", query={"since": since})
        return found

    def programs_trial_cancel(self, trial_id: str, /) -> None:
        """Cancel a trial.

        It stops with the step that is played, and another one can begin at once. What was played can still be
        read. For a guest or a member; a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/programs/trials/{_part(trial_id)}/")

    def programs_retrieve(self, program_id: int, /) -> WholeProgram:
        """One of my programs.

        For a guest or a member; a token needs the scope `read`.
        """
        found: WholeProgram = self._ask("GET", f"/api/programs/{_part(program_id)}/")
        return found

    def programs_destroy(self, program_id: int, /) -> None:
        """Remove a program.

        It plays running matches to their end and leaves tables that have not begun. For a guest or a member;
        a token needs the scope `play`.
        """
        self._ask("DELETE", f"/api/programs/{_part(program_id)}/")

    def programs_differences(self, program_id: int, /, *, against: int | None = None) -> list[Difference]:
        """What is different in a program.

        The lines that differ from `against`, with three unchanged lines around them; none if it has no
        origin. For a guest or a member; a token needs the scope `read`.
        """
        found: list[Difference] = self._ask(
            "GET", f"/api/programs/{_part(program_id)}/differences/", query={"against": against}
        )
        return found

    def programs_enter_ladder(self, program_id: int, /) -> None:
        """Put a program of mine on the ladder.

        It plays rated matches with other programs whenever the site has time. Guests have no entry. For a
        guest or a member; a token needs the scope `play`.
        """
        self._ask("PUT", f"/api/programs/{_part(program_id)}/ladder/")

    def programs_leave_ladder(self, program_id: int, /) -> None:
        """Take a program of mine off the ladder.

        It plays its match to the end; its rating stays. For a guest or a member; a token needs the scope
        `play`.
        """
        self._ask("DELETE", f"/api/programs/{_part(program_id)}/ladder/")

    def programs_versions(self, program_id: int, /) -> list[Program]:
        """All versions of a program.

        Newest first: the programs from which this one was made, and those made from any of them. For a guest
        or a member; a token needs the scope `read`.
        """
        found: list[Program] = self._ask("GET", f"/api/programs/{_part(program_id)}/versions/")
        return found

    def programs_versions_create(self, program_id: int, /, **body: Unpack[VersionForm]) -> SavedProgram:
        """Save a new version of a program.

        A program is never changed: a version is a program of its own, with this one as its origin. For a
        guest or a member; a token needs the scope `play`.
        """
        found: SavedProgram = self._ask("POST", f"/api/programs/{_part(program_id)}/versions/", body=body)
        return found

    def protocol_retrieve(self) -> Protocol:
        """JSON Schemas of the socket's messages.

        `client` and `server` are what either side may send; `$defs` holds each message by name. For anybody.
        """
        found: Protocol = self._ask("GET", "/api/protocol/")
        return found

    def puzzles_today(self) -> Puzzles:
        """The puzzles of today, my streaks and ratings.

        The same puzzle for everybody; a new one at midnight UTC. For a guest or a member; a token needs the
        scope `read`.
        """
        found: Puzzles = self._ask("GET", "/api/puzzles/")
        return found

    def puzzles_begin(self, **body: Unpack[PuzzleForm]) -> Puzzle:
        """Begin a puzzle.

        Answers with the open match of the puzzle, if there is one. For a guest or a member; a token needs the
        scope `play`.
        """
        found: Puzzle = self._ask("POST", "/api/puzzles/", body=body)
        return found

    def puzzles_result(self, match_id: str, /) -> Puzzle:
        """How my puzzle stands.

        Judges the first try as soon as it is decided. The answer is there from then on. For a guest or a
        member; a token needs the scope `read`.
        """
        found: Puzzle = self._ask("GET", f"/api/puzzles/{_part(match_id)}/")
        return found

    def queue_read(self) -> Ticket:
        """Do I still wait, or is there a match?

        To ask says that one still waits: ask at least every 15 seconds. For a guest or a member; a token
        needs the scope `tables`.
        """
        found: Ticket = self._ask("GET", "/api/queue/")
        return found

    def queue_create(self, **body: Unpack[QueueForm]) -> Ticket:
        """Wait for somebody to play with.

        In place of whatever I waited for before. For a guest or a member; a token needs the scope `tables`.
        """
        found: Ticket = self._ask("POST", "/api/queue/", body=body)
        return found

    def queue_leave(self) -> None:
        """Stop waiting.

        For a guest or a member; a token needs the scope `tables`.
        """
        self._ask("DELETE", "/api/queue/")

    def ratings_leaderboard(
        self,
        *,
        board: Literal["people", "bots"] | None = None,
        game: str | None = None,
        pace: Literal["live", "slow"] | None = None,
        page: int | None = None,
        season: str | None = None,
    ) -> Leaderboard:
        """The best of a game at a pace.

        Provisional ratings are not listed. At most 1000 players. For anybody; a token needs the scope `read`.
        """
        found: Leaderboard = self._ask(
            "GET", "/api/ratings/", query={"board": board, "game": game, "pace": pace, "page": page, "season": season}
        )
        return found

    def tables_list(
        self,
        *,
        clock: Literal["live", "slow", "none"] | None = None,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        mine: bool | None = None,
    ) -> Page:
        """Open tables.

        Public ones, newest first; with `mine=true` those at which I sit. For anybody; a token needs the scope
        `read`.
        """
        found: Page = self._ask(
            "GET", "/api/tables/", query={"clock": clock, "cursor": cursor, "game": game, "limit": limit, "mine": mine}
        )
        return found

    def tables_create(self, **body: Unpack[TableForm]) -> Match:
        """Open a table.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", "/api/tables/", body=body)
        return found

    def tables_length_create(self, **body: Unpack[TableForm]) -> Length:
        """How long a match lasts at most.

        Takes the form of a new table and opens none. For a guest or a member; a token needs the scope
        `tables`.
        """
        found: Length = self._ask("POST", "/api/tables/length/", body=body)
        return found

    def tables_quick_create(self, **body: Unpack[QuickForm]) -> Match:
        """Play against a bot at once.

        In the fewest seats, with the game's quick preset, or as a stop of its path says. For a guest or a
        member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", "/api/tables/quick/", body=body)
        return found

    def tables_retrieve(self, match_id: str, /, *, as_: str | None = None) -> Match:
        """A table.

        For anybody; a token needs the scope `read`.
        """
        found: Match = self._ask("GET", f"/api/tables/{_part(match_id)}/", query={"as": as_})
        return found

    def tables_bot_create(self, match_id: str, /, **body: Unpack[BotForm]) -> Match:
        """Seat a bot (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/bot/", body=body)
        return found

    def tables_invitation_retrieve(self, match_id: str, /) -> Invitation:
        """What lets in without the password.

        For those who sit at the table, to give to others: `key` of `join`, and of the address of the page.
        For a guest or a member; a token needs the scope `tables`.
        """
        found: Invitation = self._ask("GET", f"/api/tables/{_part(match_id)}/invitation/")
        return found

    def tables_join_create(self, match_id: str, /, **body: Unpack[JoinForm]) -> Match:
        """Take the first free seat.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/join/", body=body)
        return found

    def tables_kick_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Ask somebody to leave (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/kick/", body=body)
        return found

    def tables_leave_create(self, match_id: str, /) -> Match | None:
        """Get up.

        The last person closes the table. For a guest or a member; a token needs the scope `tables`.
        """
        found: Match | None = self._ask("POST", f"/api/tables/{_part(match_id)}/leave/")
        return found

    def tables_program_create(self, match_id: str, /, **body: Unpack[ProgramForm]) -> Match:
        """Let my program play a seat.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/program/", body=body)
        return found

    def tables_ready_create(self, match_id: str, /, **body: Unpack[ReadyForm]) -> Match:
        """Be ready to start, or not ready.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/ready/", body=body)
        return found

    def tables_start_create(self, match_id: str, /) -> Match:
        """Start the match (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/start/")
        return found

    def tables_unbot_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Take a bot away (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = self._ask("POST", f"/api/tables/{_part(match_id)}/unbot/", body=body)
        return found


class AsyncSite(AsyncSiteTransport):
    """The same for asyncio."""

    async def account_retrieve(self) -> Account:
        """Who am I?

        For a guest or a member; a token needs the scope `read`.
        """
        found: Account = await self._ask("GET", "/api/account/")
        return found

    async def bot_accounts_list(self) -> list[BotAccount]:
        """My bot accounts.

        For a guest or a member; a token needs the scope `bots`.
        """
        found: list[BotAccount] = await self._ask("GET", "/api/account/bots/")
        return found

    async def account_bots_create(self, **body: Unpack[BotAccountForm]) -> BotAccount:
        """Make a bot account.

        Programs play with it. Everybody sees a badge, and whose it is. It has no password: make a token for
        it. For a guest or a member; a token needs the scope `bots`.
        """
        found: BotAccount = await self._ask("POST", "/api/account/bots/", body=body)
        return found

    async def account_bots_destroy(self, bot_id: int, /) -> None:
        """Close a bot account.

        Its tokens end, its seats go to bots. Matches that are over stay. For a guest or a member; a token
        needs the scope `bots`.
        """
        await self._ask("DELETE", f"/api/account/bots/{_part(bot_id)}/")

    async def bot_tokens_list(self, bot_id: int, /) -> list[Token]:
        """Tokens of a bot account.

        For a guest or a member; a token needs the scope `bots`.
        """
        found: list[Token] = await self._ask("GET", f"/api/account/bots/{_part(bot_id)}/tokens/")
        return found

    async def account_bots_tokens_create(self, bot_id: int, /, **body: Unpack[TokenForm]) -> NewToken:
        """Make a token for a bot account.

        The answer is the only place where the token itself is ever shown. For a guest or a member; a token
        needs the scope `bots`.
        """
        found: NewToken = await self._ask("POST", f"/api/account/bots/{_part(bot_id)}/tokens/", body=body)
        return found

    async def account_bots_tokens_destroy(self, bot_id: int, token_id: int, /) -> None:
        """Revoke a token of a bot account.

        For a guest or a member; a token needs the scope `bots`.
        """
        await self._ask("DELETE", f"/api/account/bots/{_part(bot_id)}/tokens/{_part(token_id)}/")

    async def account_notices_retrieve(self) -> Wishes:
        """How I hear of what.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Wishes = await self._ask("GET", "/api/account/notices/")
        return found

    async def account_profile_retrieve(self) -> Profile:
        """What I say about myself.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Profile = await self._ask("GET", "/api/account/profile/")
        return found

    async def achievements_list(self) -> list[Achievement]:
        """Achievements in all games.

        For anybody; a token needs the scope `read`.
        """
        found: list[Achievement] = await self._ask("GET", "/api/achievements/")
        return found

    async def builds_list(self, *, game: str | None = None) -> list[Build]:
        """My builds.

        Last changed first. For a guest or a member; a token needs the scope `read`.
        """
        found: list[Build] = await self._ask("GET", "/api/builds/", query={"game": game})
        return found

    async def builds_create(self, **body: Unpack[BuildForm]) -> Build:
        """Keep a build.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Build = await self._ask("POST", "/api/builds/", body=body)
        return found

    async def builds_check_create(self, **body: Unpack[JudgeMineForm]) -> list[JudgedMine]:
        """What is wrong with my builds.

        At a table with these options. Nothing is changed; those without faults may be brought to it. For a
        guest or a member; a token needs the scope `read`.
        """
        found: list[JudgedMine] = await self._ask("POST", "/api/builds/check/", body=body)
        return found

    async def builds_shared(self, code: str, /) -> Shared:
        """A build by its code.

        For anybody.
        """
        found: Shared = await self._ask("GET", f"/api/builds/shared/{_part(code)}/")
        return found

    async def builds_retrieve(self, build_id: int, /) -> Build:
        """One of my builds.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Build = await self._ask("GET", f"/api/builds/{_part(build_id)}/")
        return found

    async def builds_partial_update(self, build_id: int, /, **body: Unpack[PatchedBuildChange]) -> Build:
        """Change a build.

        What is shared and has faults afterwards is not shared any more. For a guest or a member; a token
        needs the scope `play`.
        """
        found: Build = await self._ask("PATCH", f"/api/builds/{_part(build_id)}/", body=body)
        return found

    async def builds_destroy(self, build_id: int, /) -> None:
        """Keep a build no longer.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/builds/{_part(build_id)}/")

    async def builds_fairness(self, build_id: int, /) -> Fairness:
        """How the check of my map stands, and what it has found.

        `status` is `none` if there is none; it is kept for an hour after its end, or until I begin another
        job. For a guest or a member; a token needs the scope `read`.
        """
        found: Fairness = await self._ask("GET", f"/api/builds/{_part(build_id)}/fairness/")
        return found

    async def builds_fairness_begin(self, build_id: int, /) -> Fairness:
        """Check whether the starts of my map are equally good.

        Equal bots play matches on it, one from each start. The answer comes at once. A person has one trial,
        study or check at a time. For a guest or a member; a token needs the scope `play`.
        """
        found: Fairness = await self._ask("POST", f"/api/builds/{_part(build_id)}/fairness/")
        return found

    async def builds_fairness_cancel(self, build_id: int, /) -> None:
        """Cancel the check of my map.

        What it has found can still be read. For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/builds/{_part(build_id)}/fairness/")

    async def builds_show(self, build_id: int, /) -> Build:
        """Show my map to everybody.

        In the gallery of its game; it is shared from then on. Not for guests, and only one without faults.
        For a guest or a member; a token needs the scope `play`.
        """
        found: Build = await self._ask("PUT", f"/api/builds/{_part(build_id)}/gallery/")
        return found

    async def builds_hide(self, build_id: int, /) -> None:
        """Take my map off the gallery.

        It stays shared. For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/builds/{_part(build_id)}/gallery/")

    async def builds_share_update(self, build_id: int, /) -> Build:
        """Share a build.

        Only one without faults. For a guest or a member; a token needs the scope `play`.
        """
        found: Build = await self._ask("PUT", f"/api/builds/{_part(build_id)}/share/")
        return found

    async def builds_share_destroy(self, build_id: int, /) -> None:
        """Take the code back.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/builds/{_part(build_id)}/share/")

    async def challenges_list(self) -> Challenges:
        """Challenges to me and by me.

        Open ones; of mine also those that were declined or have lapsed within a day. For a guest or a member;
        a token needs the scope `read`.
        """
        found: Challenges = await self._ask("GET", "/api/challenges/")
        return found

    async def challenges_create(self, **body: Unpack[ChallengeForm]) -> Challenge:
        """Challenge somebody.

        Opens a table at which only that player may sit down. The match begins when they accept. For a guest
        or a member; a token needs the scope `tables`.
        """
        found: Challenge = await self._ask("POST", "/api/challenges/", body=body)
        return found

    async def challenges_destroy(self, challenge_id: str, /) -> None:
        """Withdraw a challenge of mine.

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/challenges/{_part(challenge_id)}/")

    async def challenges_accept_create(self, challenge_id: str, /) -> Match:
        """Accept a challenge.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/challenges/{_part(challenge_id)}/accept/")
        return found

    async def challenges_decline_create(self, challenge_id: str, /, **body: Unpack[DeclineForm]) -> None:
        """Decline a challenge.

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("POST", f"/api/challenges/{_part(challenge_id)}/decline/", body=body)

    async def clubs_list(self, *, page: int | None = None, q: str | None = None) -> Clubs:
        """Clubs.

        For anybody; a token needs the scope `read`.
        """
        found: Clubs = await self._ask("GET", "/api/clubs/", query={"page": page, "q": q})
        return found

    async def clubs_create(self, **body: Unpack[ClubForm]) -> Club:
        """Found a club.

        I am its owner. Guests found none. For a guest or a member; a token needs the scope `tables`.
        """
        found: Club = await self._ask("POST", "/api/clubs/", body=body)
        return found

    async def clubs_retrieve(self, club_slug: str, /) -> Club:
        """A club.

        For anybody; a token needs the scope `read`.
        """
        found: Club = await self._ask("GET", f"/api/clubs/{_part(club_slug)}/")
        return found

    async def clubs_change(self, club_slug: str, /, **body: Unpack[PatchedClubChange]) -> Club:
        """Change a club (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Club = await self._ask("PATCH", f"/api/clubs/{_part(club_slug)}/", body=body)
        return found

    async def clubs_close(self, club_slug: str, /) -> None:
        """Close a club for good (owner).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/")

    async def clubs_askings(self, club_slug: str, /) -> list[ClubAsking]:
        """Who asks to join a club (officers).

        For a guest or a member; a token needs the scope `read`.
        """
        found: list[ClubAsking] = await self._ask("GET", f"/api/clubs/{_part(club_slug)}/askings/")
        return found

    async def clubs_invite(self, club_slug: str, asking: str, /) -> None:
        """Accept who asks, else invite (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("PUT", f"/api/clubs/{_part(club_slug)}/askings/{_part(asking)}/")

    async def clubs_refuse(self, club_slug: str, asking: str, /) -> None:
        """Refuse who asks (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/askings/{_part(asking)}/")

    async def clubs_members(self, club_slug: str, /, *, page: int | None = None) -> ClubMembers:
        """Members of a club.

        For anybody; a token needs the scope `read`.
        """
        found: ClubMembers = await self._ask("GET", f"/api/clubs/{_part(club_slug)}/members/", query={"page": page})
        return found

    async def clubs_role(self, club_slug: str, person: str, /, **body: Unpack[PatchedClubRoleForm]) -> None:
        """Change the role of a member (owner).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("PATCH", f"/api/clubs/{_part(club_slug)}/members/{_part(person)}/", body=body)

    async def clubs_remove(self, club_slug: str, person: str, /) -> None:
        """Remove a member (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/members/{_part(person)}/")

    async def clubs_join(self, club_slug: str, /, **body: Unpack[ClubJoinForm]) -> ClubPlace:
        """Join a club, or ask to.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: ClubPlace = await self._ask("PUT", f"/api/clubs/{_part(club_slug)}/membership/", body=body)
        return found

    async def clubs_leave(self, club_slug: str, /) -> None:
        """Leave a club.

        Of who is no member: take a request back, or decline an invitation. For a guest or a member; a token
        needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/membership/")

    async def clubs_posts(self, club_slug: str, /, *, page: int | None = None) -> ClubPosts:
        """News of a club.

        For anybody; a token needs the scope `read`.
        """
        found: ClubPosts = await self._ask("GET", f"/api/clubs/{_part(club_slug)}/posts/", query={"page": page})
        return found

    async def clubs_post(self, club_slug: str, /, **body: Unpack[ClubPostForm]) -> ClubPost:
        """Tell news (officers).

        Each member who wants it gets a notice; three times a day at most. For a guest or a member; a token
        needs the scope `tables`.
        """
        found: ClubPost = await self._ask("POST", f"/api/clubs/{_part(club_slug)}/posts/", body=body)
        return found

    async def clubs_post_remove(self, club_slug: str, post_id: int, /) -> None:
        """Remove news (officers).

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/clubs/{_part(club_slug)}/posts/{_part(post_id)}/")

    async def clubs_post_report(self, club_slug: str, post_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report news of a club to staff.

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("POST", f"/api/clubs/{_part(club_slug)}/posts/{_part(post_id)}/report/", body=body)

    async def clubs_ratings(
        self,
        club_slug: str,
        /,
        *,
        game: str | None = None,
        pace: Literal["live", "slow"] | None = None,
        page: int | None = None,
    ) -> list[Line]:
        """Members of a club by rating.

        Provisional ratings are not listed. Fifty a page. For anybody; a token needs the scope `read`.
        """
        found: list[Line] = await self._ask(
            "GET", f"/api/clubs/{_part(club_slug)}/ratings/", query={"game": game, "pace": pace, "page": page}
        )
        return found

    async def clubs_report(self, club_slug: str, /, **body: Unpack[ReportForm]) -> None:
        """Report a club to staff.

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("POST", f"/api/clubs/{_part(club_slug)}/report/", body=body)

    async def clubs_tables(self, club_slug: str, /) -> list[Card]:
        """Tables and matches of a club.

        Running matches, and for members open tables. Where names are hidden no seat is listed. For anybody; a
        token needs the scope `read`.
        """
        found: list[Card] = await self._ask("GET", f"/api/clubs/{_part(club_slug)}/tables/")
        return found

    async def contests_list(
        self,
        *,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        status: Literal["planned", "running", "finished", "cancelled"] | None = None,
    ) -> ContestPage:
        """Contests.

        The one that was announced last comes first. For anybody; a token needs the scope `read`.
        """
        found: ContestPage = await self._ask(
            "GET", "/api/contests/", query={"cursor": cursor, "game": game, "limit": limit, "status": status}
        )
        return found

    async def contests_create(self, **body: Unpack[ContestForm]) -> Contest:
        """Announce a contest.

        I am its host. Guests announce none. For a guest or a member; a token needs the scope `tables`.
        """
        found: Contest = await self._ask("POST", "/api/contests/", body=body)
        return found

    async def contests_retrieve(self, contest_id: int, /) -> WholeContest:
        """A contest and its entrants.

        For anybody; a token needs the scope `read`.
        """
        found: WholeContest = await self._ask("GET", f"/api/contests/{_part(contest_id)}/")
        return found

    async def contests_cancel(self, contest_id: int, /) -> None:
        """Cancel a contest.

        For its host. It ends without a result. For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", f"/api/contests/{_part(contest_id)}/")

    async def contests_acts(self, contest_id: int, /) -> ContestActs:
        """What was done to a contest.

        The log of those who steer it, the latest first. For anybody; a token needs the scope `read`.
        """
        found: ContestActs = await self._ask("GET", f"/api/contests/{_part(contest_id)}/acts/")
        return found

    async def contests_steer(self, contest_id: int, /, **body: Unpack[ContestActForm]) -> None:
        """Steer a contest.

        For its host and co-hosts: pause it and let it go on, move its dates, remove an entrant, play a table
        of the last round again or make it void, write to the entrants, make a code with which many sign up
        from one place; for its host alone: choose co-hosts. Everybody can read it afterwards. For a guest or
        a member; a token needs the scope `tables`.
        """
        await self._ask("POST", f"/api/contests/{_part(contest_id)}/acts/", body=body)

    async def contests_report(self, contest_id: int, act_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report a message of a contest to staff.

        A line of the log with `kind` `message`. Staff get its text. For a guest or a member; a token needs
        the scope `tables`.
        """
        await self._ask("POST", f"/api/contests/{_part(contest_id)}/acts/{_part(act_id)}/report/", body=body)

    async def contests_challenges(self, contest_id: int, /) -> OwnChallenges:
        """My last challenges in a contest.

        Matches against organisers' programs, the newest first. For a guest or a member; a token needs the
        scope `read`.
        """
        found: OwnChallenges = await self._ask("GET", f"/api/contests/{_part(contest_id)}/challenge/")
        return found

    async def contests_challenge(self, contest_id: int, /, **body: Unpack[ContestChallengeForm]) -> ContestMatch:
        """Challenge an organiser's program.

        The match begins at once and counts for nothing. For a guest or a member; a token needs the scope
        `tables`.
        """
        found: ContestMatch = await self._ask("POST", f"/api/contests/{_part(contest_id)}/challenge/", body=body)
        return found

    async def contests_check_in(self, contest_id: int, /) -> None:
        """Check in.

        With everything that I have entered, between `check_in_at` and `starts_at`. For a guest or a member; a
        token needs the scope `tables`.
        """
        await self._ask("POST", f"/api/contests/{_part(contest_id)}/check-in/")

    async def contests_enter(self, contest_id: int, /, **body: Unpack[EntryForm]) -> Entrant:
        """Enter a contest.

        Myself, or with a program of mine. Guests cannot enter. For a guest or a member; a token needs the
        scope `tables`.
        """
        found: Entrant = await self._ask("PUT", f"/api/contests/{_part(contest_id)}/entry/", body=body)
        return found

    async def contests_withdraw(self, contest_id: int, /, *, program: int | None = None) -> None:
        """Withdraw from a contest.

        Whoever withdraws while it runs forfeits what follows. For a guest or a member; a token needs the
        scope `tables`.
        """
        await self._ask("DELETE", f"/api/contests/{_part(contest_id)}/entry/", query={"program": program})

    async def contests_versions(self, contest_id: int, /) -> HandIns:
        """Versions of my programs in a contest.

        Of each program of mine that takes part, the newest first. For a guest or a member; a token needs the
        scope `read`.
        """
        found: HandIns = await self._ask("GET", f"/api/contests/{_part(contest_id)}/hand-ins/")
        return found

    async def contests_hand_in(self, contest_id: int, /, **body: Unpack[HandInForm]) -> VersionsOfEntrant:
        """Hand in a version.

        A program of mine is the newest version of an entrant of mine and counts from the next evening on,
        before the start at once, until `frozen_at`. The program of an earlier version goes back to that one.
        For a guest or a member; a token needs the scope `tables`.
        """
        found: VersionsOfEntrant = await self._ask("POST", f"/api/contests/{_part(contest_id)}/hand-ins/", body=body)
        return found

    async def contests_own(self, contest_id: int, /) -> OwnResults:
        """My own results in a contest.

        Of games that are over, with the matches to replay; also while the contest is secret. For a guest or a
        member; a token needs the scope `read`.
        """
        found: OwnResults = await self._ask("GET", f"/api/contests/{_part(contest_id)}/own/")
        return found

    async def contests_program(self, contest_id: int, entrant_id: int, /) -> OpenProgram:
        """The text of an organiser's program.

        Of one whose `shows_text` is true; every other one is not found. For anybody; a token needs the scope
        `read`.
        """
        found: OpenProgram = await self._ask("GET", f"/api/contests/{_part(contest_id)}/programs/{_part(entrant_id)}/")
        return found

    async def contests_progress(self, contest_id: int, /) -> ContestProgress:
        """How far a contest of mine is.

        For its host and co-hosts, while it is secret too: then without who sits where. For a guest or a
        member; a token needs the scope `read`.
        """
        found: ContestProgress = await self._ask("GET", f"/api/contests/{_part(contest_id)}/progress/")
        return found

    async def contests_results(self, contest_id: int, /) -> ContestResults:
        """All that may be known of a contest.

        Terms, entrants, standings, tables and the log of those who steer it as one document. For anybody; a
        token needs the scope `read`.
        """
        found: ContestResults = await self._ask("GET", f"/api/contests/{_part(contest_id)}/results/")
        return found

    async def contests_standings(self, contest_id: int, /) -> AllStandings:
        """Standings of a contest.

        Of every stage that has begun; nothing while they are secret. For anybody; a token needs the scope
        `read`.
        """
        found: AllStandings = await self._ask("GET", f"/api/contests/{_part(contest_id)}/standings/")
        return found

    async def contests_tables(self, contest_id: int, /) -> ContestTables:
        """Tables of a contest.

        All that were paired; nothing while they are secret. For anybody; a token needs the scope `read`.
        """
        found: ContestTables = await self._ask("GET", f"/api/contests/{_part(contest_id)}/tables/")
        return found

    async def contests_team(self, contest_id: int, /) -> OwnTeam:
        """My team in a contest.

        With its programs and who is asked, or the teams that ask me. For a guest or a member; a token needs
        the scope `read`.
        """
        found: OwnTeam = await self._ask("GET", f"/api/contests/{_part(contest_id)}/team/")
        return found

    async def contests_team_act(self, contest_id: int, /, **body: Unpack[TeamActForm]) -> OwnTeam:
        """Do something about my team.

        Everybody: found a team, accept or decline, hand in a program of theirs or take it back, leave. The
        captain: ask, remove, make somebody else captain, choose the program that plays, which enters the
        team. The answer is my team afterwards. For a guest or a member; a token needs the scope `tables`.
        """
        found: OwnTeam = await self._ask("POST", f"/api/contests/{_part(contest_id)}/team/", body=body)
        return found

    async def downloads_list(self) -> list[Month]:
        """Files with all public matches of a month.

        Newest first. A file has a line of JSON for each match, as `/api/matches/<id>/replay/` has it,
        compressed with xz. For anybody; a token needs the scope `read`.
        """
        found: list[Month] = await self._ask("GET", "/api/downloads/")
        return found

    async def games_list(self) -> list[Game]:
        """The games.

        For anybody.
        """
        found: list[Game] = await self._ask("GET", "/api/games/")
        return found

    async def games_retrieve(self, game_id: str, /) -> WholeGame:
        """A game with its options.

        For anybody.
        """
        found: WholeGame = await self._ask("GET", f"/api/games/{_part(game_id)}/")
        return found

    async def games_achievements(self, game_id: str, /) -> list[Achievement]:
        """Achievements of a game, with what you have of them.

        For anybody; a token needs the scope `read`.
        """
        found: list[Achievement] = await self._ask("GET", f"/api/games/{_part(game_id)}/achievements/")
        return found

    async def maps_list(self, game_id: str, /) -> Maps:
        """Maps that come with a game.

        Maps of one's own are at `/api/builds/?game=`, a shared one at `/api/builds/shared/<code>/`. For
        anybody.
        """
        found: Maps = await self._ask("GET", f"/api/games/{_part(game_id)}/maps/")
        return found

    async def maps_create(self, game_id: str, /, **body: Unpack[NewMapForm]) -> Build:
        """Keep a map on the account.

        As `POST /api/builds/`, from any layout that the game reads. It may have faults. For a guest or a
        member; a token needs the scope `play`.
        """
        found: Build = await self._ask("POST", f"/api/games/{_part(game_id)}/maps/", body=body)
        return found

    async def maps_gallery(
        self,
        game_id: str,
        /,
        *,
        favourites: bool | None = None,
        page: int | None = None,
        seats: int | None = None,
        sort: Literal["played", "liked", "new"] | None = None,
    ) -> Gallery:
        """Maps that people show to everybody.

        Thirty a page. Without maps of people whom I block, or who block me. For anybody.
        """
        found: Gallery = await self._ask(
            "GET",
            f"/api/games/{_part(game_id)}/maps/gallery/",
            query={"favourites": favourites, "page": page, "seats": seats, "sort": sort},
        )
        return found

    async def maps_like(self, game_id: str, code: str, /) -> ShownMap:
        """Like a map.

        For a guest or a member; a token needs the scope `play`.
        """
        found: ShownMap = await self._ask("PUT", f"/api/games/{_part(game_id)}/maps/gallery/{_part(code)}/heart/")
        return found

    async def maps_unlike(self, game_id: str, code: str, /) -> None:
        """Take the heart back.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/games/{_part(game_id)}/maps/gallery/{_part(code)}/heart/")

    async def maps_read(self, game_id: str, /, **body: Unpack[MapForm]) -> ReadMap:
        """Read a map.

        From JSON or YAML, in any layout that the game knows. Nothing is kept. For anybody.
        """
        found: ReadMap = await self._ask("POST", f"/api/games/{_part(game_id)}/maps/read/", body=body)
        return found

    async def maps_retrieve(
        self, game_id: str, map_id: str, /, *, file: Literal["json", "yaml"] | None = None
    ) -> WholeMap:
        """A map.

        By its id, by the code under which it is shared, or one of your own by `build-` with its number. For
        anybody.
        """
        found: WholeMap = await self._ask(
            "GET", f"/api/games/{_part(game_id)}/maps/{_part(map_id)}/", query={"file": file}
        )
        return found

    async def games_path(self, game_id: str, /) -> list[Stop]:
        """The path of a game: bots one after the other, with your stars.

        For anybody; a token needs the scope `read`.
        """
        found: list[Stop] = await self._ask("GET", f"/api/games/{_part(game_id)}/path/")
        return found

    async def games_rules_retrieve(
        self,
        game_id: str,
        /,
        *,
        language: Literal["en", "zh-hans"] | None = None,
        part: Literal["players", "engine"] | None = None,
    ) -> Rules:
        """The rules of a game.

        For players; the exact rules, with orders, views and events, by `part=engine`. English where nobody
        has written them in the language asked for. For anybody.
        """
        found: Rules = await self._ask(
            "GET", f"/api/games/{_part(game_id)}/rules/", query={"language": language, "part": part}
        )
        return found

    async def games_workshop_retrieve(self, game_id: str, /) -> Workshop:
        """What can be built for a game.

        For anybody.
        """
        found: Workshop = await self._ask("GET", f"/api/games/{_part(game_id)}/workshop/")
        return found

    async def games_workshop_check_create(self, game_id: str, /, **body: Unpack[JudgeForm]) -> Judged:
        """What is wrong with a build.

        Nothing is kept. Every fault has the path of its place in the build. For anybody.
        """
        found: Judged = await self._ask("POST", f"/api/games/{_part(game_id)}/workshop/check/", body=body)
        return found

    async def games_workshop_measure_create(self, game_id: str, /, **body: Unpack[MeasureForm]) -> Measured:
        """What a build does on average.

        Against one of the targets of the workshop; an unfinished build is measured as far as it goes. For
        anybody.
        """
        found: Measured = await self._ask("POST", f"/api/games/{_part(game_id)}/workshop/measure/", body=body)
        return found

    async def ladder_standings(self, *, game: str | None = None, page: int | None = None) -> Ladder:
        """The ladder of a game.

        Programs whose rating is provisional stand below all others. At most 1000. For anybody; a token needs
        the scope `read`.
        """
        found: Ladder = await self._ask("GET", "/api/ladder/", query={"game": game, "page": page})
        return found

    async def ladder_matches(self, program_id: int, /, *, page: int | None = None) -> LadderMatches:
        """Matches of a program on the ladder.

        Newest first. What went wrong is told in numbers to everybody, in words to the program's owner. For
        anybody; a token needs the scope `read`.
        """
        found: LadderMatches = await self._ask("GET", f"/api/ladder/{_part(program_id)}/matches/", query={"page": page})
        return found

    async def ratings_league(
        self,
        *,
        division: int | None = None,
        game: str | None = None,
        league: int | None = None,
        pace: Literal["live", "slow"] | None = None,
        season: str | None = None,
    ) -> League:
        """A division of a league of people.

        For anybody; a token needs the scope `read`.
        """
        found: League = await self._ask(
            "GET",
            "/api/leagues/",
            query={"division": division, "game": game, "league": league, "pace": pace, "season": season},
        )
        return found

    async def matches_list(
        self,
        *,
        clock: Literal["live", "slow", "none"] | None = None,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        mine: bool | None = None,
        status: Literal["running", "paused", "finished", "aborted"] | None = None,
    ) -> Page:
        """Matches.

        Public ones, newest first; with `mine=true` those in which I sit, and whether they wait for me. For
        anybody; a token needs the scope `read`.
        """
        found: Page = await self._ask(
            "GET",
            "/api/matches/",
            query={"clock": clock, "cursor": cursor, "game": game, "limit": limit, "mine": mine, "status": status},
        )
        return found

    async def matches_retrieve(self, match_id: str, /, *, as_: str | None = None) -> Match:
        """A match: who plays, who is awaited, how it ended.

        `info` and `status` as in the messages `match` and `status` of the socket. Once it is over, `you`,
        `yours` and `seat_seed` also tell of seats that programs of mine played. For anybody; a token needs
        the scope `read`.
        """
        found: Match = await self._ask("GET", f"/api/matches/{_part(match_id)}/", query={"as": as_})
        return found

    async def matches_achievements(self, match_id: str, /) -> Earned:
        """What you have achieved with a match.

        A match is looked through a moment after its end. For anybody; a token needs the scope `read`.
        """
        found: Earned = await self._ask("GET", f"/api/matches/{_part(match_id)}/achievements/")
        return found

    async def matches_claim_create(self, match_id: str, /, **body: Unpack[ClaimForm]) -> None:
        """Claim the win, or call a bot, against somebody who is gone.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/claim/", body=body)

    async def matches_coach_retrieve(
        self, match_id: str, /, *, seat: int | None = None, step: int | None = None
    ) -> Advice:
        """What a strong bot would have ordered in my place.

        Of my own match, when it is over, from what my seat saw at that step alone: the bot remembers no
        earlier steps. For a guest or a member; a token needs the scope `read`.
        """
        found: Advice = await self._ask(
            "GET", f"/api/matches/{_part(match_id)}/coach/", query={"seat": seat, "step": step}
        )
        return found

    async def matches_console(self, match_id: str, /) -> list[ConsoleLine]:
        """What my programs said in a match.

        The last lines of each program, oldest first, with the runs that did not count; empty without a
        program of one's own there. Who has a seat in a match that runs reads the program of that seat alone.
        For a guest or a member; a token needs the scope `read`.
        """
        found: list[ConsoleLine] = await self._ask("GET", f"/api/matches/{_part(match_id)}/console/")
        return found

    async def matches_events_retrieve(
        self, match_id: str, /, *, as_: str | None = None, first: int | None = None, last: int | None = None
    ) -> Events:
        """Events that an audience saw, by step.

        At most 200 steps at once. With an ETag. For anybody; a token needs the scope `read`.
        """
        found: Events = await self._ask(
            "GET", f"/api/matches/{_part(match_id)}/events/", query={"as": as_, "first": first, "last": last}
        )
        return found

    async def matches_forecast_create(self, match_id: str, /, **body: Unpack[ForecastForm]) -> Forecast:
        """Forecast of draft orders.

        From what my seat knows; nothing is stored. For a guest or a member; a token needs the scope `read`.
        """
        found: Forecast = await self._ask("POST", f"/api/matches/{_part(match_id)}/forecast/", body=body)
        return found

    async def matches_fork_create(self, match_id: str, /, **body: Unpack[ForkForm]) -> Match:
        """A sandbox, or a match against bots, that begins at a position of this match.

        Without `seat` a sandbox; of a match that goes on, what is hidden from me is as the game guesses it,
        where it can. With `seat` the match is played on against built-in bots, without a clock; both this
        match and those from which it was forked must be over. For a guest or a member; a token needs the
        scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/matches/{_part(match_id)}/fork/", body=body)
        return found

    async def matches_frames_retrieve(
        self, match_id: str, /, *, as_: str | None = None, first: int | None = None, last: int | None = None
    ) -> Frames:
        """Frames of an audience, one after the other.

        At most 200 at once; `count` says how many there are. With an ETag. For anybody; a token needs the
        scope `read`.
        """
        found: Frames = await self._ask(
            "GET", f"/api/matches/{_part(match_id)}/frames/", query={"as": as_, "first": first, "last": last}
        )
        return found

    async def matches_go_on_retrieve(self, match_id: str, /, *, seat: int | None = None) -> GoingOn:
        """For what my seat goes on.

        For a guest or a member; a token needs the scope `read`.
        """
        found: GoingOn = await self._ask("GET", f"/api/matches/{_part(match_id)}/go-on/", query={"seat": seat})
        return found

    async def matches_go_on_update(self, match_id: str, /, **body: Unpack[GoOnForm]) -> None:
        """Go on for many steps until something happens.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("PUT", f"/api/matches/{_part(match_id)}/go-on/", body=body)

    async def matches_mute_update(self, match_id: str, /) -> None:
        """Mute a match of mine.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("PUT", f"/api/matches/{_part(match_id)}/mute/")

    async def matches_mute_destroy(self, match_id: str, /) -> None:
        """Hear of a match again.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/matches/{_part(match_id)}/mute/")

    async def matches_note_retrieve(self, match_id: str, /) -> Note:
        """My note on a match.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Note = await self._ask("GET", f"/api/matches/{_part(match_id)}/note/")
        return found

    async def matches_note_update(self, match_id: str, /, **body: Unpack[Note]) -> Note:
        """Write my note on a match.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Note = await self._ask("PUT", f"/api/matches/{_part(match_id)}/note/", body=body)
        return found

    async def matches_orders_retrieve(self, match_id: str, /, *, seat: int | None = None) -> Stored:
        """My stored orders.

        For a guest or a member; a token needs the scope `read`.
        """
        found: Stored = await self._ask("GET", f"/api/matches/{_part(match_id)}/orders/", query={"seat": seat})
        return found

    async def matches_orders_update(self, match_id: str, /, **body: Unpack[OrdersForm]) -> Stored:
        """Give orders.

        They replace earlier ones. The answer leaves when they are on disk, and has them in normal form. For a
        guest or a member; a token needs the scope `play`.
        """
        found: Stored = await self._ask("PUT", f"/api/matches/{_part(match_id)}/orders/", body=body)
        return found

    async def matches_preferences_partial_update(
        self, match_id: str, /, **body: Unpack[PatchedPreferencesForm]
    ) -> None:
        """What the site may answer for my seat.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("PATCH", f"/api/matches/{_part(match_id)}/preferences/", body=body)

    async def matches_ratings(self, match_id: str, /) -> Effects:
        """What a match has changed of ratings.

        A match is rated a moment after its end. For anybody; a token needs the scope `read`.
        """
        found: Effects = await self._ask("GET", f"/api/matches/{_part(match_id)}/ratings/")
        return found

    async def matches_ready_update(self, match_id: str, /, **body: Unpack[StepReadyForm]) -> Stored:
        """Mark my seat as ready, or not ready.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Stored = await self._ask("PUT", f"/api/matches/{_part(match_id)}/ready/", body=body)
        return found

    async def matches_rematch_create(self, match_id: str, /) -> Match:
        """Once more, with the same options.

        Whoever asks second sits down at the first one's table. When all have asked, it begins with swapped
        seats. For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/matches/{_part(match_id)}/rematch/")
        return found

    async def matches_replay_retrieve(self, match_id: str, /) -> MatchRecord:
        """The record of a match that is over.

        Options, seed and all orders: enough to play it again to the byte. `yours` are the seats in which I
        sat or that programs of mine played. Closed until the end. With an ETag. For anybody; a token needs
        the scope `read`.
        """
        found: MatchRecord = await self._ask("GET", f"/api/matches/{_part(match_id)}/replay/")
        return found

    async def matches_resign_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Give up my seat.

        A match of two ends at once; where others play on, the seat ends with the step. For a guest or a
        member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/resign/", body=body)

    async def matches_return_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Take my seat back from the bot that stands in.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/return/", body=body)

    async def matches_statistics_retrieve(self, match_id: str, /) -> Statistics:
        """Points by source, luck and spending of a match that is over.

        With an ETag. For anybody; a token needs the scope `read`.
        """
        found: Statistics = await self._ask("GET", f"/api/matches/{_part(match_id)}/statistics/")
        return found

    async def matches_study(self, match_id: str, /, *, seat: int | None = None) -> Study:
        """How the study of my match stands, and what it has found.

        `status` is `none` if there is none; it is kept for an hour after its end, or until I begin a trial or
        another study. For a guest or a member; a token needs the scope `read`.
        """
        found: Study = await self._ask("GET", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})
        return found

    async def matches_study_begin(self, match_id: str, /, *, seat: int | None = None) -> Study:
        """Find where my match turned.

        The site plays on from positions that my seat could have been in, and compares how that ends. The
        answer comes at once. A person has one trial or study at a time. For a guest or a member; a token
        needs the scope `play`.
        """
        found: Study = await self._ask("POST", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})
        return found

    async def matches_study_cancel(self, match_id: str, /, *, seat: int | None = None) -> None:
        """Cancel the study of my match.

        What it has found can still be read. For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/matches/{_part(match_id)}/study/", query={"seat": seat})

    async def matches_substitute_create(self, match_id: str, /, **body: Unpack[OwnSeatForm]) -> None:
        """Ask for a substitute.

        In slow matches that are not rated: a bot plays my seat from now on, and somebody else may take it
        over, until I return. For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/substitute/", body=body)

    async def matches_take_over_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Take over an open seat of a match that goes on.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/matches/{_part(match_id)}/take-over/", body=body)
        return found

    async def matches_talk_retrieve(self, match_id: str, /) -> Talk:
        """Talk that I may read now.

        For anybody; a token needs the scope `read`.
        """
        found: Talk = await self._ask("GET", f"/api/matches/{_part(match_id)}/talk/")
        return found

    async def matches_talk_create(self, match_id: str, /, **body: Unpack[SayForm]) -> None:
        """Say something.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/talk/", body=body)

    async def matches_vacation_create(self, match_id: str, /, **body: Unpack[VacationForm]) -> None:
        """Take some days of my vacation for this step.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/vacation/", body=body)

    async def matches_view_retrieve(
        self, match_id: str, /, *, as_: str | None = None, step: int | None = None
    ) -> FrameShown:
        """The view of an audience at a step.

        By default the newest that this audience may have. Constant keys are in `view` too. For anybody; a
        token needs the scope `read`.
        """
        found: FrameShown = await self._ask(
            "GET", f"/api/matches/{_part(match_id)}/view/", query={"as": as_, "step": step}
        )
        return found

    async def matches_vote_create(self, match_id: str, /, **body: Unpack[VoteForm]) -> None:
        """Vote for a proposal, withdraw the vote, or decline.

        False takes my own vote back; without one it declines what others have proposed. For a guest or a
        member; a token needs the scope `play`.
        """
        await self._ask("POST", f"/api/matches/{_part(match_id)}/vote/", body=body)

    async def matches_watchable_update(self, match_id: str, /, **body: Unpack[WatchableForm]) -> None:
        """Let spectators watch from my seat.

        For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("PUT", f"/api/matches/{_part(match_id)}/watchable/", body=body)

    async def messages_list(self, *, before: int | None = None) -> Conversations:
        """My conversations.

        For a guest or a member; a token needs the scope `messages`.
        """
        found: Conversations = await self._ask("GET", "/api/messages/", query={"before": before})
        return found

    async def messages_retrieve(self, slug: str, /, *, after: int | None = None, before: int | None = None) -> Stretch:
        """Messages of a conversation.

        Reading them here does not mark them as read. For a guest or a member; a token needs the scope
        `messages`.
        """
        found: Stretch = await self._ask(
            "GET", f"/api/messages/{_part(slug)}/", query={"after": after, "before": before}
        )
        return found

    async def messages_create(self, slug: str, /, **body: Unpack[MessageForm]) -> Message:
        """Write to a person.

        For a guest or a member; a token needs the scope `messages`.
        """
        found: Message = await self._ask("POST", f"/api/messages/{_part(slug)}/", body=body)
        return found

    async def messages_destroy(self, slug: str, /) -> None:
        """Delete a conversation for me.

        For a guest or a member; a token needs the scope `messages`.
        """
        await self._ask("DELETE", f"/api/messages/{_part(slug)}/")

    async def messages_read_create(self, slug: str, /) -> None:
        """Mark a conversation as read.

        For a guest or a member; a token needs the scope `messages`.
        """
        await self._ask("POST", f"/api/messages/{_part(slug)}/read/")

    async def message_destroy(self, slug: str, message_id: int, /) -> None:
        """Delete a message for me.

        For a guest or a member; a token needs the scope `messages`.
        """
        await self._ask("DELETE", f"/api/messages/{_part(slug)}/{_part(message_id)}/")

    async def message_report(self, slug: str, message_id: int, /, **body: Unpack[ReportForm]) -> None:
        """Report a private message to staff.

        Staff get its text, and nothing else of the conversation. For a guest or a member; a token needs the
        scope `messages`.
        """
        await self._ask("POST", f"/api/messages/{_part(slug)}/{_part(message_id)}/report/", body=body)

    async def notices_list(self, *, unread: bool | None = None) -> NoticePage:
        """My notices.

        For a guest or a member; a token needs the scope `read`.
        """
        found: NoticePage = await self._ask("GET", "/api/notices/", query={"unread": unread})
        return found

    async def notices_read_create(self, **body: Unpack[ReadForm]) -> Unread:
        """Mark notices of mine as read.

        For a guest or a member; a token needs the scope `play`.
        """
        found: Unread = await self._ask("POST", "/api/notices/read/", body=body)
        return found

    async def players_list(self, *, q: str | None = None) -> list[Found]:
        """Find people by their names.

        The likeliest first: who has that name, whose name begins with it, whose name contains it; of each the
        best rated. Not guests, nor who does not want to be found. For anybody; a token needs the scope
        `read`.
        """
        found: list[Found] = await self._ask("GET", "/api/players/", query={"q": q})
        return found

    async def players_retrieve(self, slug: str, /) -> Player:
        """A person.

        For anybody; a token needs the scope `read`.
        """
        found: Player = await self._ask("GET", f"/api/players/{_part(slug)}/")
        return found

    async def players_achievements(self, slug: str, /) -> list[Shelf]:
        """Achievements of a person.

        For anybody; a token needs the scope `read`.
        """
        found: list[Shelf] = await self._ask("GET", f"/api/players/{_part(slug)}/achievements/")
        return found

    async def players_matches_retrieve(
        self, slug: str, /, *, cursor: str | None = None, limit: int | None = None
    ) -> Page:
        """Public matches of a person that are over.

        For anybody; a token needs the scope `read`.
        """
        found: Page = await self._ask(
            "GET", f"/api/players/{_part(slug)}/matches/", query={"cursor": cursor, "limit": limit}
        )
        return found

    async def players_ratings(self, slug: str, /) -> list[Standing]:
        """Ratings of a person.

        For anybody; a token needs the scope `read`.
        """
        found: list[Standing] = await self._ask("GET", f"/api/players/{_part(slug)}/ratings/")
        return found

    async def players_rating(self, slug: str, game_id: str, pace: str, /) -> Course:
        """A rating: how it came about, and where it lies among all.

        For anybody; a token needs the scope `read`.
        """
        found: Course = await self._ask("GET", f"/api/players/{_part(slug)}/ratings/{_part(game_id)}/{_part(pace)}/")
        return found

    async def programs_list(self) -> list[Program]:
        """My programs.

        Newest first. Their ids are what a seat of a table takes. For a guest or a member; a token needs the
        scope `read`.
        """
        found: list[Program] = await self._ask("GET", "/api/programs/")
        return found

    async def programs_create(self, **body: Unpack[NewProgramForm]) -> SavedProgram:
        """Save a program.

        A text that the sandbox cannot start is refused with `bad_program`; `data` has its line and column.
        For a guest or a member; a token needs the scope `play`.
        """
        found: SavedProgram = await self._ask("POST", "/api/programs/", body=body)
        return found

    async def programs_trial_begin(self, **body: Unpack[TrialForm]) -> Trial:
        """Try a program.

        A trial match against a built-in bot. The answer comes at once; the trial is played by the site in its
        turn, and read at its own address while it is played and for an hour after that. A person has one
        trial at a time. The account socket says how far it is. For a guest or a member; a token needs the
        scope `play`.
        """
        found: Trial = await self._ask("POST", "/api/programs/trials/", body=body)
        return found

    async def programs_trial(self, trial_id: str, /, *, since: int | None = None) -> Trial:
        """How a trial stands, and its positions.

        The positions as the program's seat sees them, and what each run knew, ordered, printed and cost: all
        that there are so far. `refusal` says what is wrong with a text that is no program. For a guest or a
        member; a token needs the scope `read`.
        """
        found: Trial = await self._ask("GET", f"/api/programs/trials/{_part(trial_id)}/", query={"since": since})
        return found

    async def programs_trial_cancel(self, trial_id: str, /) -> None:
        """Cancel a trial.

        It stops with the step that is played, and another one can begin at once. What was played can still be
        read. For a guest or a member; a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/programs/trials/{_part(trial_id)}/")

    async def programs_retrieve(self, program_id: int, /) -> WholeProgram:
        """One of my programs.

        For a guest or a member; a token needs the scope `read`.
        """
        found: WholeProgram = await self._ask("GET", f"/api/programs/{_part(program_id)}/")
        return found

    async def programs_destroy(self, program_id: int, /) -> None:
        """Remove a program.

        It plays running matches to their end and leaves tables that have not begun. For a guest or a member;
        a token needs the scope `play`.
        """
        await self._ask("DELETE", f"/api/programs/{_part(program_id)}/")

    async def programs_differences(self, program_id: int, /, *, against: int | None = None) -> list[Difference]:
        """What is different in a program.

        The lines that differ from `against`, with three unchanged lines around them; none if it has no
        origin. For a guest or a member; a token needs the scope `read`.
        """
        found: list[Difference] = await self._ask(
            "GET", f"/api/programs/{_part(program_id)}/differences/", query={"against": against}
        )
        return found

    async def programs_enter_ladder(self, program_id: int, /) -> None:
        """Put a program of mine on the ladder.

        It plays rated matches with other programs whenever the site has time. Guests have no entry. For a
        guest or a member; a token needs the scope `play`.
        """
        await self._ask("PUT", f"/api/programs/{_part(program_id)}/ladder/")

    async def programs_leave_ladder(self, program_id: int, /) -> None:
        """Take a program of mine off the ladder.

        It plays its match to the end; its rating stays. For a guest or a member; a token needs the scope
        `play`.
        """
        await self._ask("DELETE", f"/api/programs/{_part(program_id)}/ladder/")

    async def programs_versions(self, program_id: int, /) -> list[Program]:
        """All versions of a program.

        Newest first: the programs from which this one was made, and those made from any of them. For a guest
        or a member; a token needs the scope `read`.
        """
        found: list[Program] = await self._ask("GET", f"/api/programs/{_part(program_id)}/versions/")
        return found

    async def programs_versions_create(self, program_id: int, /, **body: Unpack[VersionForm]) -> SavedProgram:
        """Save a new version of a program.

        A program is never changed: a version is a program of its own, with this one as its origin. For a
        guest or a member; a token needs the scope `play`.
        """
        found: SavedProgram = await self._ask("POST", f"/api/programs/{_part(program_id)}/versions/", body=body)
        return found

    async def protocol_retrieve(self) -> Protocol:
        """JSON Schemas of the socket's messages.

        `client` and `server` are what either side may send; `$defs` holds each message by name. For anybody.
        """
        found: Protocol = await self._ask("GET", "/api/protocol/")
        return found

    async def puzzles_today(self) -> Puzzles:
        """The puzzles of today, my streaks and ratings.

        The same puzzle for everybody; a new one at midnight UTC. For a guest or a member; a token needs the
        scope `read`.
        """
        found: Puzzles = await self._ask("GET", "/api/puzzles/")
        return found

    async def puzzles_begin(self, **body: Unpack[PuzzleForm]) -> Puzzle:
        """Begin a puzzle.

        Answers with the open match of the puzzle, if there is one. For a guest or a member; a token needs the
        scope `play`.
        """
        found: Puzzle = await self._ask("POST", "/api/puzzles/", body=body)
        return found

    async def puzzles_result(self, match_id: str, /) -> Puzzle:
        """How my puzzle stands.

        Judges the first try as soon as it is decided. The answer is there from then on. For a guest or a
        member; a token needs the scope `read`.
        """
        found: Puzzle = await self._ask("GET", f"/api/puzzles/{_part(match_id)}/")
        return found

    async def queue_read(self) -> Ticket:
        """Do I still wait, or is there a match?

        To ask says that one still waits: ask at least every 15 seconds. For a guest or a member; a token
        needs the scope `tables`.
        """
        found: Ticket = await self._ask("GET", "/api/queue/")
        return found

    async def queue_create(self, **body: Unpack[QueueForm]) -> Ticket:
        """Wait for somebody to play with.

        In place of whatever I waited for before. For a guest or a member; a token needs the scope `tables`.
        """
        found: Ticket = await self._ask("POST", "/api/queue/", body=body)
        return found

    async def queue_leave(self) -> None:
        """Stop waiting.

        For a guest or a member; a token needs the scope `tables`.
        """
        await self._ask("DELETE", "/api/queue/")

    async def ratings_leaderboard(
        self,
        *,
        board: Literal["people", "bots"] | None = None,
        game: str | None = None,
        pace: Literal["live", "slow"] | None = None,
        page: int | None = None,
        season: str | None = None,
    ) -> Leaderboard:
        """The best of a game at a pace.

        Provisional ratings are not listed. At most 1000 players. For anybody; a token needs the scope `read`.
        """
        found: Leaderboard = await self._ask(
            "GET", "/api/ratings/", query={"board": board, "game": game, "pace": pace, "page": page, "season": season}
        )
        return found

    async def tables_list(
        self,
        *,
        clock: Literal["live", "slow", "none"] | None = None,
        cursor: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        mine: bool | None = None,
    ) -> Page:
        """Open tables.

        Public ones, newest first; with `mine=true` those at which I sit. For anybody; a token needs the scope
        `read`.
        """
        found: Page = await self._ask(
            "GET", "/api/tables/", query={"clock": clock, "cursor": cursor, "game": game, "limit": limit, "mine": mine}
        )
        return found

    async def tables_create(self, **body: Unpack[TableForm]) -> Match:
        """Open a table.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", "/api/tables/", body=body)
        return found

    async def tables_length_create(self, **body: Unpack[TableForm]) -> Length:
        """How long a match lasts at most.

        Takes the form of a new table and opens none. For a guest or a member; a token needs the scope
        `tables`.
        """
        found: Length = await self._ask("POST", "/api/tables/length/", body=body)
        return found

    async def tables_quick_create(self, **body: Unpack[QuickForm]) -> Match:
        """Play against a bot at once.

        In the fewest seats, with the game's quick preset, or as a stop of its path says. For a guest or a
        member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", "/api/tables/quick/", body=body)
        return found

    async def tables_retrieve(self, match_id: str, /, *, as_: str | None = None) -> Match:
        """A table.

        For anybody; a token needs the scope `read`.
        """
        found: Match = await self._ask("GET", f"/api/tables/{_part(match_id)}/", query={"as": as_})
        return found

    async def tables_bot_create(self, match_id: str, /, **body: Unpack[BotForm]) -> Match:
        """Seat a bot (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/bot/", body=body)
        return found

    async def tables_invitation_retrieve(self, match_id: str, /) -> Invitation:
        """What lets in without the password.

        For those who sit at the table, to give to others: `key` of `join`, and of the address of the page.
        For a guest or a member; a token needs the scope `tables`.
        """
        found: Invitation = await self._ask("GET", f"/api/tables/{_part(match_id)}/invitation/")
        return found

    async def tables_join_create(self, match_id: str, /, **body: Unpack[JoinForm]) -> Match:
        """Take the first free seat.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/join/", body=body)
        return found

    async def tables_kick_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Ask somebody to leave (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/kick/", body=body)
        return found

    async def tables_leave_create(self, match_id: str, /) -> Match | None:
        """Get up.

        The last person closes the table. For a guest or a member; a token needs the scope `tables`.
        """
        found: Match | None = await self._ask("POST", f"/api/tables/{_part(match_id)}/leave/")
        return found

    async def tables_program_create(self, match_id: str, /, **body: Unpack[ProgramForm]) -> Match:
        """Let my program play a seat.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/program/", body=body)
        return found

    async def tables_ready_create(self, match_id: str, /, **body: Unpack[ReadyForm]) -> Match:
        """Be ready to start, or not ready.

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/ready/", body=body)
        return found

    async def tables_start_create(self, match_id: str, /) -> Match:
        """Start the match (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/start/")
        return found

    async def tables_unbot_create(self, match_id: str, /, **body: Unpack[SeatForm]) -> Match:
        """Take a bot away (host).

        For a guest or a member; a token needs the scope `tables`.
        """
        found: Match = await self._ask("POST", f"/api/tables/{_part(match_id)}/unbot/", body=body)
        return found
