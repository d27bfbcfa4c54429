"""Which names may people carry? Two to 24 visible characters, written the same way by everybody."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 2
LONGEST = 24


def clean_name(raw: str) -> str:
    """`raw` in normal form, without spaces around or twice within; raises ValidationError."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", raw)).strip()
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)d to %(longest)d characters."),
            code="length",
            params={"shortest": SHORTEST, "longest": LONGEST},
        )
    # Control, format, private and unassigned characters can hide a name or turn the text after it around.
    if any(unicodedata.category(character).startswith("C") for character in name):
        raise ValidationError(_("A name cannot have invisible characters."), code="invisible")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("A name needs a letter or a digit."), code="no_letter")
    return name
