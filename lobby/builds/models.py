"""What is stored about a build? Behaviour is in `services`; the gallery is in `gallery`, whether rated tables take a map in `admission`."""

from django.conf import settings
from django.db import models


class Build(models.Model):
    """What a game's workshop makes, such as a fleet or a deck. Only its owner may read it, unless it is shared by a code."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="builds", db_index=False)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    content = models.JSONField()
    """JSON in the game's own format; it may be unfinished and have faults."""
    code = models.CharField(max_length=16, blank=True)
    """Everybody who knows the code may read the build. Empty: the build is not shared."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "game"])]
        constraints = [models.UniqueConstraint(fields=["code"], condition=~models.Q(code=""), name="build_code_once")]

    def __str__(self) -> str:
        return self.name


class Listing(models.Model):
    """A shared map in the gallery of its game, where everybody finds it. It stays, with its hearts, while its owner does not show it."""

    build = models.OneToOneField(Build, on_delete=models.CASCADE, related_name="listing")
    fingerprint = models.CharField(max_length=64)
    """Of the map as it is now (`admission.fingerprint_of`)."""
    seats_least = models.PositiveSmallIntegerField()
    seats_most = models.PositiveSmallIntegerField()
    played = models.PositiveIntegerField(default=0)
    """Matches between at least two people that have begun on it, whatever it was changed to since."""
    is_shown = models.BooleanField(default=True)
    is_barred = models.BooleanField(default=False)
    """Staff have taken it off; its owner cannot show it again, whatever it is changed to."""
    shown_at = models.DateTimeField()
    """When its owner showed it last."""

    class Meta:
        indexes = [models.Index(fields=["fingerprint"])]

    def __str__(self) -> str:
        return self.build.name


class BarredMap(models.Model):
    """Staff have taken this map off the gallery: nobody shows it again, also when whoever made it has deleted it."""

    game = models.CharField(max_length=40)
    fingerprint = models.CharField(max_length=64)
    """As `admission.fingerprint_of` makes it."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "fingerprint"], name="barred_map_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.fingerprint[:12]}"


class Heart(models.Model):
    """Somebody likes a map of the gallery, and finds it among the favourites."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    listing = models.ForeignKey(Listing, on_delete=models.CASCADE, related_name="hearts")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "listing"], name="heart_once")]

    def __str__(self) -> str:
        return f"{self.user_id} likes {self.listing_id}"


class MapVerdict(models.Model):
    """Whether rated tables take a map: what staff or a check of its starts have decided, of the map and not of its name or its owner."""

    class By(models.TextChoices):
        CHECK = "check"
        STAFF = "staff"

    game = models.CharField(max_length=40)
    fingerprint = models.CharField(max_length=64)
    """As `admission.fingerprint_of` makes it."""
    is_admitted = models.BooleanField()
    by = models.CharField(max_length=5, choices=By)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "fingerprint"], name="map_verdict_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.fingerprint[:12]}"
