"""What do requests and answers about builds look like? The game's workshop describes and judges their content."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from lobby.api.serializers import ErrorSerializer
from lobby.api.text_fields import LabelField
from lobby.builds import gallery
from lobby.builds.services import LONGEST_NAME
from lobby.platform.characters import written
from lobby.platform.characters.written import LONGEST_TEXT


class WorkshopSerializer(serializers.Serializer):
    """What can be built for a game; `description` is the game's own, its messages in English (see the catalog of the site)."""

    word = serializers.CharField(help_text="Part of its page's address.")
    name = serializers.CharField()
    one = serializers.CharField(help_text="What one build is called.")
    help = serializers.CharField()
    most_bytes = serializers.IntegerField(help_text="Of the JSON text of a build.")
    description = serializers.JSONField()


class JudgeForm(serializers.Serializer):
    """A build, and the options of the table that it is meant for."""

    content = serializers.JSONField()
    options = serializers.DictField(required=False, help_text="Of a table; what is left out has its default.")


class MeasureForm(JudgeForm):
    """A build, and the target that it is measured against."""

    against = serializers.CharField(max_length=40, help_text="One of `targets` of the description.")


class JudgeMineForm(serializers.Serializer):
    """The game of the builds, and the options of the table that they are for."""

    game = serializers.CharField(max_length=40)
    options = serializers.DictField(required=False, help_text="Of a table; what is left out has its default.")


class JudgedMineSerializer(serializers.Serializer):
    """The faults of one of one's own builds."""

    id = serializers.IntegerField()
    faults = ErrorSerializer(many=True)


class JudgedSerializer(serializers.Serializer):
    """The build in normal form, or as it came with everything that is wrong."""

    content = serializers.JSONField()
    faults = ErrorSerializer(many=True)
    facts = serializers.ListField(
        child=serializers.CharField(), help_text="What people may want to know of a build without faults, in sentences."
    )


class MeasuredSerializer(serializers.Serializer):
    """Averages, as the game has them."""

    measured = serializers.JSONField()


class GameQuery(serializers.Serializer):
    """Selects a game."""

    game = serializers.CharField(max_length=40, required=False)


class BuildForm(serializers.Serializer):
    """A new build; it may be unfinished."""

    game = serializers.CharField(max_length=40)
    name = LabelField(longest=LONGEST_NAME)
    content = serializers.JSONField()


class BuildChange(serializers.Serializer):
    """A change of a build: its name, its content, or both."""

    name = LabelField(longest=LONGEST_NAME, required=False)
    content = serializers.JSONField(required=False)
    updated_at = serializers.DateTimeField(
        required=False, help_text="Of the build that the change began from; refused if it has been changed since then."
    )


class SharedSerializer(serializers.Serializer):
    """A shared build; it has no faults."""

    game = serializers.CharField()
    name = serializers.CharField()
    content = serializers.JSONField()
    code = serializers.CharField()


class BuildSerializer(serializers.Serializer):
    """A build of one's own."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    name = serializers.CharField()
    content = serializers.JSONField()
    code = serializers.CharField(allow_null=True, help_text="Whoever has it may read the build; null: nobody has.")
    is_shown = serializers.BooleanField(help_text="Everybody finds it in the gallery.")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class MapSerializer(serializers.Serializer):
    """A map that comes with the game."""

    id = serializers.CharField(help_text="The value of the option that takes maps.")
    name = serializers.CharField()
    facts = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of seats that can play it.")
    url = serializers.URLField(help_text="The whole map.")


class MapsSerializer(serializers.Serializer):
    """Maps of a game, and the option of a table that takes them."""

    option = serializers.CharField(
        help_text="Key of the option; it takes an id, or the content of any map without faults."
    )
    maps = MapSerializer(many=True)


class WholeMapSerializer(serializers.Serializer):
    """A map with its content."""

    id = serializers.CharField()
    name = serializers.CharField()
    facts = serializers.ListField(child=serializers.CharField())
    content = serializers.JSONField()


class GalleryQuery(serializers.Serializer):
    """What of the gallery, and in which order."""

    sort = serializers.ChoiceField(list(gallery.SORTS), default="played")
    seats = serializers.IntegerField(required=False, min_value=1, max_value=99, help_text="Maps for so many seats.")
    favourites = serializers.BooleanField(default=False, help_text="Those with a heart of mine.")
    page = serializers.IntegerField(default=1, min_value=1)


class ShownMapSerializer(serializers.Serializer):
    """A map of the gallery."""

    code = serializers.CharField(help_text="`/api/games/<id>/maps/<code>/` has its content.")
    name = serializers.CharField()
    author = serializers.CharField()
    author_slug = serializers.CharField(help_text="Of the author's address.")
    facts = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Numbers of seats that can play it.")
    is_rated = serializers.BooleanField(help_text="Rated matches can be played on it.")
    played = serializers.IntegerField(help_text="Matches of at least two people that have begun on it.")
    hearts = serializers.IntegerField()
    is_liked = serializers.BooleanField(help_text="One of the hearts is mine.")
    url = serializers.URLField(help_text="The whole map.")


class GallerySerializer(serializers.Serializer):
    """A page of the gallery."""

    pages = serializers.IntegerField()
    results = ShownMapSerializer(many=True)


class MapFileQuery(serializers.Serializer):
    """As a file to be kept."""

    file = serializers.ChoiceField(["json", "yaml"], required=False, help_text="The content alone, as a file.")


class MapForm(serializers.Serializer):
    """A map as a value, or as a text of JSON or YAML; in any layout that the game reads."""

    content = serializers.JSONField(required=False)
    text = serializers.CharField(required=False, max_length=LONGEST_TEXT, trim_whitespace=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        """One of both; a text is read here, so that an error in it is an error of `text`."""
        if ("content" in data) == ("text" in data):
            raise serializers.ValidationError({"content": _("Give either the map or its text.")})
        if "text" in data:
            try:
                data["content"] = written.value(data.pop("text"))
            except ValidationError as error:
                raise serializers.ValidationError({"text": error.messages}) from None
        return data


class NewMapForm(MapForm):
    """A map to be kept, and what to call it."""

    name = LabelField(longest=LONGEST_NAME)


class ReadMapSerializer(serializers.Serializer):
    """What came of a document: the map as far as it was read, what was taken over and what was not, what is wrong, and the map as YAML."""

    content = serializers.JSONField()
    read = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")
    left = serializers.ListField(child=serializers.CharField(), help_text="What was not taken over, in sentences.")
    faults = ErrorSerializer(many=True)
    yaml = serializers.CharField()


class StartSerializer(serializers.Serializer):
    """How often the seat of a start has won."""

    wins = serializers.FloatField(help_text="Matches; a shared first place counts in equal parts.")
    low = serializers.FloatField(
        help_text="Between this share of matches and `high` the true one lies in 19 of 20 cases."
    )
    high = serializers.FloatField()
    verdict = serializers.ChoiceField(["", "even", "better", "worse"], help_text="Empty: too few matches.")


class FairnessSerializer(serializers.Serializer):
    """The check of a map: how it stands, and what it has found so far."""

    status = serializers.ChoiceField(["none", "waiting", "running", "done", "failed", "cancelled"])
    matches = serializers.IntegerField(required=False)
    wanted = serializers.IntegerField(required=False, help_text="Matches at most.")
    played = serializers.IntegerField(required=False)
    seconds = serializers.FloatField(required=False, help_text="How long it may take.")
    elapsed = serializers.FloatField(required=False)
    starts = StartSerializer(many=True, required=False)
    steps = serializers.FloatField(required=False, allow_null=True, help_text="Of a match, on average.")
    minutes = serializers.IntegerField(required=False, allow_null=True, help_text="That people need for as many.")
    bot = serializers.CharField(required=False)
    name = serializers.CharField(required=False, help_text="Of the bot that plays all seats.")
    is_current = serializers.BooleanField(required=False, help_text="The map has not changed since the check began.")
    is_rated = serializers.BooleanField(help_text="Rated matches can be played on the map as it is now.")
    refusal = serializers.JSONField(required=False, allow_null=True)
