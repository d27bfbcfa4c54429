"""Who is a pilot, and who built a mech? What is printed on cards beside their numbers, in words; effects may ask for it (9.7, 9.8)."""

from __future__ import annotations

from games.core.text import Phrase, gettext_noop, phrase
from games.frames.cards import Card

SEXES = {"male": gettext_noop("male"), "female": gettext_noop("female")}
RACES = {
    "human": gettext_noop("Human"),
    "new_human": gettext_noop("New Human"),
    "forerunner": gettext_noop("Forerunner"),
}
MAKERS = {"Ukulele": gettext_noop("Ukulele"), "Ocarina": gettext_noop("Ocarina")}
GRADE = gettext_noop("grade %(grade)s")
BUILT = gettext_noop("%(maker)s, %(series)s series")


def about_of(card: Card) -> list[Phrase]:
    """Sex, race and grade of a pilot; maker and series of a mech; nothing of other cards."""
    if "series" in card:
        return [phrase(BUILT, maker=MAKERS[card["maker"]], series=card["series"])]
    if "grade" in card:
        return [phrase(SEXES[card["sex"]]), phrase(RACES[card["race"]]), phrase(GRADE, grade=card["grade"])]
    return []


WORDS = (*SEXES.values(), *RACES.values(), *MAKERS.values(), GRADE, BUILT)
