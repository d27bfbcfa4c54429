"""A phrase is said with words and phrases in its places, in English or by whatever translates messages."""

from games.core.text import phrase, spoken

SAID = phrase("%(unit)s fires: %(chance)s % at %(target)s", unit=phrase("%(model)s %(number)s", model="Sword", number=2), chance=70,
              target="the ship")  # fmt: skip


def test_english():
    assert spoken(SAID) == "Sword 2 fires: 70 % at the ship"


def test_another_language_down_to_the_last_word():
    words = {SAID["text"]: "%(target)s <- %(unit)s (%(chance)s%)", "Sword": "Schwert", "the ship": "das Schiff"}
    assert spoken(SAID, lambda message: words.get(message, message)) == "das Schiff <- Schwert 2 (70%)"


def test_a_place_without_a_value_stays():
    assert spoken(phrase("%(who)s waits")) == "%(who)s waits"
