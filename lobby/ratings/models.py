"""What is stored about ratings? The rating of each player, the matches that counted, and what each match changed. No behaviour.

Everything here follows from stored matches and from the order in which they were rated, which is the order of `RatedMatch.id`
(`recomputation`). A player is a person, a program or a built-in bot of a game; each has one rating for a game at a pace.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.matches.models import Match, Program, Seat


class Board(models.TextChoices):
    """Players are compared within their board only: people, or machines (bots and programs)."""

    PEOPLE = "people"
    BOTS = "bots"


class Pace(models.TextChoices):
    """The pace of a match, from its clock. Live and slow matches need different skills and have separate ratings."""

    LIVE = "live"
    SLOW = "slow"


class Pool(models.Model):
    """All ratings in one game at one pace. A transaction that changes one of them locks this row."""

    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    revision = models.PositiveIntegerField(default=0)
    """Increases when a rated match is voided or counts again: ratings that were read before are out of date."""
    is_stale = models.BooleanField(default=False)
    """True while the stored ratings do not follow from the matches that count and must be computed again."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "pace"], name="pool_once")]

    def __str__(self) -> str:
        return f"{self.game}, {self.pace}"


class Rating(models.Model):
    """The rating of a player in one game at one pace."""

    board = models.CharField(max_length=10, choices=Board)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="ratings", db_index=False
    )
    """The person. Null for machines and for deleted people, whose rows stay because their opponents' ratings depend on them."""
    program = models.ForeignKey(Program, null=True, on_delete=models.SET_NULL, related_name="ratings", db_index=False)
    bot = models.CharField(max_length=20, blank=True)
    """The built-in bot of the game."""
    mean = models.FloatField()
    deviation = models.FloatField()
    points = models.IntegerField()
    """Points, computed from the mean, for pages and lists."""
    matches = models.PositiveIntegerField(default=0)
    is_settled = models.BooleanField(default=False)
    """True when the rating is no longer provisional. Lists show only settled ratings."""
    played_at = models.DateTimeField(null=True)
    """When the last match that counted was over."""

    class Meta:
        constraints = [
            # Their indexes find the ratings of a person, a program or a bot too.
            models.UniqueConstraint(
                fields=["user", "game", "pace"], condition=Q(user__isnull=False), name="rating_of_person_once"
            ),
            models.UniqueConstraint(
                fields=["program", "pace"], condition=Q(program__isnull=False), name="rating_of_program_once"
            ),
            models.UniqueConstraint(fields=["game", "pace", "bot"], condition=~Q(bot=""), name="rating_of_bot_once"),
        ]
        indexes = [
            models.Index(
                fields=["board", "game", "pace", "-points", "id"], condition=Q(is_settled=True), name="rating_standings"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user or self.program or self.bot or '?'}: {self.points} ({self.game}, {self.pace})"


class SeasonRating(models.Model):
    """The rating of a player after their last match of a season. Players without a match in the season have no row."""

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="seasons", db_index=False)
    season = models.CharField(max_length=7)
    board = models.CharField(max_length=10, choices=Board)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    points = models.IntegerField()
    matches = models.PositiveIntegerField(default=0)
    """In this season."""
    is_settled = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating", "season"], name="season_rating_once")]
        indexes = [
            models.Index(
                fields=["board", "game", "pace", "season", "-points", "id"],
                condition=Q(is_settled=True),
                name="season_standings",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rating_id} in {self.season}: {self.points}"


class LeaguePlace(models.Model):
    """A person plays in a division of a league in a season. Unlike ratings it is not computed again: a division stays as it was begun."""

    season = models.CharField(max_length=7)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="league_places")
    tier = models.PositiveSmallIntegerField()
    """1 is the highest league."""
    division = models.PositiveIntegerField()
    rank = models.PositiveSmallIntegerField(null=True)
    """In the division at the end of the season; null until then, and for whoever has not played in it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "pace", "season", "user"], name="league_place_once")]
        indexes = [models.Index(fields=["game", "pace", "season", "tier", "division"], name="league_divisions")]

    def __str__(self) -> str:
        return f"person {self.user_id}: {self.game}, {self.pace}, {self.season}: league {self.tier}, division {self.division}"


class Share(models.Model):
    """The number of settled ratings in a range of points. Updated with each rating, because counting would read all ratings."""

    WIDTH = 50
    """Points of a range."""

    board = models.CharField(max_length=10, choices=Board)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    low = models.IntegerField()
    """Where the range begins; it is `WIDTH` points wide."""
    players = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "game", "pace", "low"], name="share_once")]

    def __str__(self) -> str:
        return f"{self.players} from {self.low}"


class RatedMatch(models.Model):
    """A match that the rater has examined. A match has at most one row, so it counts at most once."""

    class Verdict(models.TextChoices):
        COUNTS = "counts"
        NOBODY = "nobody"
        """The match should be rated, and none of its players can be."""
        VOID = "void"
        """Staff have voided it."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="rated_match")
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=10, choices=Pace)
    verdict = models.CharField(max_length=10, choices=Verdict)
    finished_at = models.DateTimeField()
    """When the match ended; it belongs to the season of this moment."""
    rated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["game", "pace", "id"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.verdict}"


class Change(models.Model):
    """How a match changed the rating of the player in a seat."""

    rated = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes", db_index=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="rating_change")
    has_left = models.BooleanField(default=False)
    """True if the player left before the end and takes the loss."""
    points_before = models.IntegerField()
    mean = models.FloatField()
    """The mean after the match. The next fields are also values after the match."""
    deviation = models.FloatField()
    points = models.IntegerField()
    matches = models.PositiveIntegerField()
    """Number of matches that counted up to this one, which is included."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rating", "rated"], name="change_once")]

    def __str__(self) -> str:
        return f"{self.rating_id}: {self.points_before} → {self.points}"


class Pair(models.Model):
    """Two people who met in rated matches in a way that staff should look at. `pairs` writes the rows; they accuse nobody."""

    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The person with the higher id."""
    meetings = models.PositiveIntegerField()
    """Rated matches that both played."""
    expected = models.FloatField()
    """The meetings that the number of matches of each would give if opponents were drawn by lot."""
    one_gave_up = models.PositiveIntegerField()
    """Meetings that this person, and not the other, gave up early."""
    other_gave_up = models.PositiveIntegerField()
    one_gained = models.IntegerField()
    """Points that the meetings have added to this person's ratings."""
    other_gained = models.IntegerField()
    devices = models.PositiveIntegerField(_("on one device"))
    """Meetings in which both played on one device."""
    addresses = models.PositiveIntegerField(_("from one address"))
    """Meetings in which both came from one address."""
    strength = models.FloatField(_("strength"))
    """How unusual all that is together (`pairs`); the list is sorted by it."""
    computed_at = models.DateTimeField(_("counted at"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["one", "other"], name="pair_once")]
        indexes = [models.Index(fields=["-strength", "id"], name="pair_strongest")]
        verbose_name = _("pair to look at")
        verbose_name_plural = _("pairs to look at")

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"
