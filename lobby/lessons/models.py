"""What is stored about lessons? Which match plays which scene, and which scenes each person has passed. Behaviour is in `services`."""

from django.conf import settings
from django.db import models

from lobby.matches.models import Match


class Run(models.Model):
    """A match in which a person plays a scene. It is deleted with its match."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="run")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="runs")
    lesson = models.CharField(max_length=40)
    scene = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.lesson}/{self.scene} in {self.match_id}"


class Passed(models.Model):
    """A scene that a person has passed. It is kept as long as the account."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passed_scenes", db_index=False
    )
    game = models.CharField(max_length=40)
    lesson = models.CharField(max_length=40)
    scene = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "lesson", "scene"], name="scene_passed_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.lesson}/{self.scene}"
