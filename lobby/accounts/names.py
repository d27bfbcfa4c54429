"""Which names may people have? Two to 24 visible characters in normal form. No two accounts have names that look the same."""

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from lobby.accounts import impersonation
from lobby.accounts.models import User
from lobby.platform.characters import cleaning, looks

SHORTEST = 2
LONGEST = 24
MOST_ALIKE = 9
"""Accounts whose names look alike, from before that was refused, of which new names are kept apart (`User.name_look`)."""
_LOOK_ALIKE = {"LATIN", "CYRILLIC", "GREEK"}
"""Alphabets with letters that look alike."""
_RESERVED = {*settings.ACCOUNT_USERNAME_BLACKLIST, "somebody"}
"""Names that could be confused with unnamed guests or closed accounts."""
_GUEST_SLUG = re.compile("guest-[0-9a-f]{16}", re.IGNORECASE)
"""The form of a guest's slug in addresses."""


def clean_name(raw: str) -> str:
    """`raw` as a label, under the rules of people's names. Raises ValidationError."""
    name = cleaning.label(raw, shortest=SHORTEST, longest=LONGEST)
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    if "/" in name or "\\" in name:
        raise ValidationError(_("A name cannot have a slash."), code="slash")
    alphabets = {unicodedata.name(character, "").split(" ")[0] for character in name if character.isalpha()}
    if len(alphabets & _LOOK_ALIKE) > 1:
        raise ValidationError(_("A name cannot mix letters of alphabets that look alike."), code="mixed")
    if impersonation.is_impersonation(name):
        raise ValidationError(_("This name could pass for the site or its staff."), code="posing")
    if _GUEST_SLUG.fullmatch(name) or name.casefold() in _RESERVED:
        raise ValidationError(_("This name is taken."), code="taken")
    return name


def check_free(name: str, *, user_id: int | None = None) -> None:
    """Raise ValidationError if another account has that name, or one that looks like it."""
    look = looks.skeleton(name)
    alike = [look, *(f"{look}#{number}" for number in range(2, MOST_ALIKE + 1))]
    found = User.objects.filter(Q(name_key=name.casefold()) | Q(name_look__in=alike))
    taken = [key for pk, key in found.values_list("pk", "name_key") if pk != user_id]
    if name.casefold() in taken:
        raise ValidationError(_("This name is taken."), code="taken")
    if taken:
        raise ValidationError(_("This name looks like one that is taken."), code="taken")
