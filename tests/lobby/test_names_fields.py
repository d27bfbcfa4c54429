"""Does every field and column for text clean it, or say why not? Those that nobody has thought of fail here."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator

import pytest
import regex
from django import forms
from django.apps import apps
from django.db import models
from rest_framework import serializers

import lobby
from lobby.api import text_fields
from lobby.platform.characters import fields
from tests.lobby.hostile_names import HOSTILE, kept, seen
from tests.sources import name_of, python_files

# --- Every field


def modules() -> Iterator[object]:
    for found in pkgutil.walk_packages(lobby.__path__, "lobby."):
        if "migrations" not in found.name and "skeleton" not in found.name:
            yield importlib.import_module(found.name)


def subclasses(of: type) -> Iterator[type]:
    for one in of.__subclasses__():
        yield one
        yield from subclasses(one)


NOT_SEEN = {
    "PersonForm.username": "superusers only; it is for logging in",
    "PersonForm.first_name": "superusers only; on no page of people",
    "PersonForm.last_name": "superusers only; on no page of people",
    "SignupForm.invitation": "compared only",
    "SignupForm.username": "its form refuses what cleaning changes; see below",
    "MapForm.text": "JSON or YAML; what it says is cleaned as the content of a build",
    "NewMapForm.text": "JSON or YAML; what it says is cleaned as the content of a build",
    "WebhookForm.match": "one of a list",
    "ProgramForm.text": "source text, for its owner alone",
    "ContestForm.time_zone": "one of a list",
    "ContestForm.filled": "compared only",
    "ContestForm.ready": "one of a list",
    "EntryForm.code": "compared only",
    "ContestActForm.person": "compared only",
    "ContestForm.listed": "compared only",
    "ListForm.listed": "compared only",
    "CohostForm.person": "compared only",
    "ContestActForm.listed": "compared only",
    "TeamActForm.code": "compared only",
    "TeamActForm.person": "compared only",
    "ChallengeForm.time_zone": "one of a list",
    "TableForm.password": "kept hashed",
    "TableForm.time_zone": "one of a list",
    "LoginForm.login": "compared only",
    "LoginForm.password": "kept hashed",
    "ComeBackForm.code": "compared only",
    "HookForm.address": "an address, for its owner alone",
    "RatesForm.rates": "must be rates",
    "MessageForm.text": "cleaned by `conversations.writing.clean_text`, the page's and the programs' alike",
    "WebhookForm.address": "an address, for its owner alone",
    # Requests of programs
    "SayForm.text": "cleaned by `chat.clean_text`, as at the socket",
    "NoteSerializer.text": "only its writer sees it",
    "NewProgramForm.text": "source text, for its owner alone",
    "VersionForm.text": "source text, for its owner alone",
    "TrialForm.text": "source text, for its owner alone",
    "TrialForm.seed": "of a trial that only its person sees",
    "ChallengeForm.password": "kept hashed",
    "JoinForm.password": "compared only",
    "JoinForm.key": "compared only",
    "FoundForm.q": "compared only",
    "ClubsQuery.q": "compared only",
    "InviteForm.person": "compared only",
    "ProfileChange.country": "one of a list",
    "QuickForm.stop": "must name a stop that is there",
}
"""Form and field → why its text needs no cleaning."""
FINDS = {"game", "bot", "bots", "level", "preset", "as", "player", "season", "against", "club"}
"""Fields that must name something which is there."""
NO_TEXT = (
    *(
        forms.EmailField,
        forms.JSONField,
        forms.ChoiceField,
        serializers.ChoiceField,
        serializers.EmailField,
        serializers.JSONField,
    ),
    *(serializers.UUIDField,),
)


def forms_of_pages() -> Iterator[tuple[str, forms.Field]]:
    list(modules())
    for one in subclasses(forms.BaseForm):
        if one.__module__.startswith("lobby."):
            for name, field in getattr(one, "base_fields", {}).items():
                if isinstance(field, forms.CharField) and not isinstance(field, NO_TEXT):
                    yield f"{one.__name__}.{name}", field


def forms_of_programs() -> Iterator[tuple[str, serializers.Field]]:
    """Fields of every serializer that a view of the interface reads a body or a query with."""
    list(modules())
    read = set()
    for path in python_files("lobby/api"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in {"sent", "asked"}
            ):
                read |= {ast.unparse(argument) for argument in node.args}
            elif isinstance(node, ast.keyword) and node.arg == "request":
                read.add(ast.unparse(node.value))
    for one in subclasses(serializers.Serializer):
        if one.__module__.startswith("lobby.") and one.__name__ in read:
            yield from _texts(one.__name__, one())


def _texts(path: str, serializer: serializers.BaseSerializer) -> Iterator[tuple[str, serializers.Field]]:
    for name, field in serializer.fields.items():
        inner = getattr(field, "child", field)
        if isinstance(inner, serializers.BaseSerializer):
            yield from _texts(f"{path}.{name}", inner)
        elif isinstance(inner, serializers.CharField) and not isinstance(inner, NO_TEXT):
            yield f"{path}.{name}", inner


def every_field() -> list[tuple[str, forms.Field | serializers.Field]]:
    return [*forms_of_pages(), *forms_of_programs()]


def cleans(field: object) -> bool:
    return isinstance(field, fields.CleanedField | text_fields.CleanedField)


def test_every_field_for_text_cleans_it_or_has_a_reason():
    found = every_field()
    assert len(found) > 30
    loose = {path for path, field in found if not cleans(field) and path.rsplit(".", 1)[1] not in FINDS}
    assert loose <= set(NOT_SEEN), loose - set(NOT_SEEN)
    known = {path for path, _field in found}
    assert {path for path in NOT_SEEN if path not in known} <= {"LoginForm.login"}, set(NOT_SEEN) - known


@pytest.mark.parametrize(("path", "field"), [(path, field) for path, field in every_field() if cleans(field)])
def test_every_cleaned_field_withstands_hostile_texts(path, field):
    is_label = isinstance(field, fields.LabelField | text_fields.LabelField)
    for raw in HOSTILE:
        text = kept(field.clean if isinstance(field, forms.Field) else field.run_validation, raw)
        if text:
            assert not regex.search(r"\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}", text), (path, ascii(raw))
            if is_label:
                seen(text)


def test_no_form_makes_a_plain_text_field_where_this_test_does_not_look():
    """Fields that are added while a form is made."""
    found = set()
    for path in python_files("lobby"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                calls = (inner for inner in ast.walk(node) if isinstance(inner, ast.Call))
                found |= {
                    name_of(path)
                    for call in calls
                    if ast.unparse(call.func) in {"forms.CharField", "serializers.CharField"}
                }
    assert not found


SEEN = {
    "User.name", "NameChange.old", "NameChange.new", "Report.name", "ApiToken.name", "Build.name", "Program.name", "ChatLine.name",
    "Contest.name", "Contest.code", "Invitation.what_for", "TablePreset.name", "Club.name", "Team.name", "Entrant.program_name", "HandIn.name",  # labels
    "Program.note", "ChatLine.text", "Report.text", "User.about", "Asking.line",  # lines
    "Contest.note", "Act.text", "Report.note", "User.suspension_reason", "StaffAct.why", "Message.text", "Club.about", "Post.text",  # paragraphs
}  # fmt: skip
"""Columns with words of people that others see: `SUBMITTED` below, the fields above, or copies of them."""
NOT_WRITTEN = {
    "User.password": "a hash", "User.username": "see `SignupForm.username`", "User.first_name": "superusers only", "User.last_name": "superusers only",
    "User.email": "an address", "User.name_key": "of the name", "User.name_look": "of the name", "User.language": "one of a list", "User.country": "one of a list", "User.picture": "one of a list",
    "Club.name_key": "of the name", "Club.look": "of the name", "Club.slug": "of the name",
    "StaffAct.staff_name": "of an account", "StaffAct.act": "the site's", "StaffAct.subject": "the site's, around cleaned names",
    "Switch.name": "of a list", "Switch.value": "rates", "ApiToken.prefix": "drawn", "ApiToken.digest": "a hash", "WayBack.digest": "a hash", "Build.code": "drawn", "MapVerdict.fingerprint": "a hash", "BarredMap.fingerprint": "a hash", "Listing.fingerprint": "a hash", "Invitation.code": "drawn", "Wishes.calendar": "drawn", "Match.password": "a hash", "Match.time_zone": "one of a list",
    "Match.fault": "the site's", "Match.archived_as": "the site's", "Program.text": "source text, byte for byte; for its owner, partners and readers of an open one",
    "Program.switched_off": "the site's", "Seat.autopilot": "one of a list", "ChatLine.members": "numbers", "Contest.time_zone": "one of a list",
    "Team.look": "of the name", "Result.fault": "the site's", "HandIn.digest": "a hash", "Note.text": "only its writer sees it", "Step.digest": "a hash",
    "PublishedMonth.sha256": "a hash", "PublishedMonth.file": "the site's", "PublishedMonth.month": "a month", "SeasonRating.season": "a season", "LeaguePlace.season": "a season",
    "Match.rules_version": "the game's", "Match.seed": "drawn", "Contest.seed": "drawn", "Stage.format": "one of a list", "Tally.clock": "one of a list",
    "Gain.key": "the game's", "Gain.value": "an id", "StopStars.stop": "of a list", "PuzzleTry.puzzle": "of a list", "PuzzleTry.match_id": "an id", "PuzzleStrength.puzzle": "of a list",
    "Run.lesson": "of a list", "Run.scene": "of a list", "Passed.lesson": "of a list", "Passed.scene": "of a list",
    "Trial.text": "source text, for its owner alone", "Trial.seed": "for its owner alone", "Trial.level": "one of a list",
    "Notice.key": "the site's", "Delivery.key": "the site's", "Delivery.sealed": "encrypted", "Wishes.time_zone": "one of a list",
    "Device.endpoint": "an address", "Device.digest": "a hash", "Device.p256dh": "a key", "Device.auth": "a key", "Device.session": "drawn",
    "Device.browser": "for its person alone", "Hook.address": "an address, for its owner alone", "Hook.secret": "drawn",
    "Trial.language": "one of a list", "Trial.ended": "one of a list", "Trial.holder": "the site's", "Trace.digest": "a hash",
}  # fmt: skip
"""Column → why no person's words are in it, or why nobody else sees them."""
IDS = {"id", "game", "bot"}


def test_every_column_for_text_is_known():
    """A new column goes through cleaning and into `SEEN`, or has a reason."""
    found = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("lobby").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField | models.TextField) and not field.choices and field.name not in IDS
    }
    assert found - SEEN - set(NOT_WRITTEN) == set()
    assert (SEEN | set(NOT_WRITTEN)) - found == set()
