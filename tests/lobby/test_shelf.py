"""What is kept in memory is as much as there is room for, and what was asked for longest ago goes first."""

from lobby.matches.shelf import Shelf


def there(shelf):
    return [key for key in "abcd" if key in shelf]


def test_what_was_asked_for_longest_ago_goes_first():
    shelf = Shelf(most_bytes=10, most=9)
    for key in "abc":
        shelf.put(key, key.upper(), 3)
    assert (shelf.get("a"), shelf.get("nothing")) == ("A", None)
    shelf.put("d", "D", 3)
    assert (there(shelf), shelf.weight) == (["a", "c", "d"], 9)
    assert shelf.get("b") is None


def test_what_is_put_again_weighs_as_much_as_it_does_now():
    shelf = Shelf(most_bytes=10, most=9)
    shelf.put("a", 1, 9)
    shelf.put("a", 2, 4)
    shelf.put("b", 3, 6)
    assert (there(shelf), shelf.weight, shelf.get("a")) == (["a", "b"], 10, 2)


def test_light_things_are_counted():
    shelf = Shelf(most_bytes=10, most=2)
    for key in "abc":
        shelf.put(key, key, 0)
    assert there(shelf) == ["b", "c"]


def test_one_that_is_heavier_than_all_together_may_be_stays_alone():
    shelf = Shelf(most_bytes=10, most=9)
    shelf.put("a", 1, 5)
    shelf.put("b", 2, 11)
    assert (there(shelf), shelf.weight) == (["b"], 11)
    shelf.clear()
    assert (there(shelf), shelf.weight) == ([], 0)


def test_what_is_dropped_makes_room():
    shelf = Shelf(most_bytes=10, most=9)
    shelf.put("a", 1, 5)
    shelf.put("b", 2, 5)
    for key in ("a", "nothing"):
        shelf.drop(key)
    assert (there(shelf), shelf.weight) == (["b"], 5)
