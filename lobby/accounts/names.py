"""Which names are valid? Two to 24 visible characters in normal form. No two accounts have the same name."""

import re
import unicodedata

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lobby.accounts import posing
from lobby.accounts.models import User

SHORTEST = 2
LONGEST = 24
_LOOK_ALIKE = {"LATIN", "CYRILLIC", "GREEK"}
"""Alphabets with letters that look alike."""
_RESERVED = {*settings.ACCOUNT_USERNAME_BLACKLIST, "somebody"}
"""Names that could be confused with unnamed guests or closed accounts."""
_GUEST_SLUG = re.compile("guest-[0-9a-f]{16}", re.IGNORECASE)
"""The form of a guest's slug in addresses."""


def clean_name(raw: str) -> str:
    """`raw` in normal form, without outer or double spaces. Raises ValidationError."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", raw)).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    # Control, format, private and unassigned characters can hide a name or reverse the text after it.
    if any(unicodedata.category(character).startswith("C") for character in name):
        raise ValidationError(_("A name cannot have invisible characters."), code="invisible")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    if "/" in name or "\\" in name:
        raise ValidationError(_("A name cannot have a slash."), code="slash")
    alphabets = {unicodedata.name(character, "").split(" ")[0] for character in name if character.isalpha()}
    if len(alphabets & _LOOK_ALIKE) > 1:
        raise ValidationError(_("A name cannot mix letters of alphabets that look alike."), code="mixed")
    if posing.is_posing(name):
        raise ValidationError(_("This name could pass for the site or its staff."), code="posing")
    if _GUEST_SLUG.fullmatch(name) or name.casefold() in _RESERVED:
        raise ValidationError(_("This name is taken."), code="taken")
    return name


def check_free(name: str, *, user_id: int | None = None) -> None:
    """Raise ValidationError if another account has that name, however it is capitalised."""
    owner = User.objects.filter(name_key=name.casefold()).values_list("pk", flat=True).first()
    if owner not in {None, user_id}:
        raise ValidationError(_("This name is taken."), code="taken")
