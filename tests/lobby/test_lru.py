"""What is kept in memory is as much as there is room for, and what was asked for longest ago goes first."""

from lobby.platform.storage.lru import ByteLRU


def there(kept):
    return [key for key in "abcd" if key in kept]


def test_what_was_asked_for_longest_ago_goes_first():
    kept = ByteLRU(most_bytes=10, most=9)
    for key in "abc":
        kept.put(key, key.upper(), 3)
    assert (kept.get("a"), kept.get("nothing")) == ("A", None)
    kept.put("d", "D", 3)
    assert (there(kept), kept.weight) == (["a", "c", "d"], 9)
    assert kept.get("b") is None


def test_what_is_put_again_weighs_as_much_as_it_does_now():
    kept = ByteLRU(most_bytes=10, most=9)
    kept.put("a", 1, 9)
    kept.put("a", 2, 4)
    kept.put("b", 3, 6)
    assert (there(kept), kept.weight, kept.get("a")) == (["a", "b"], 10, 2)


def test_light_things_are_counted():
    kept = ByteLRU(most_bytes=10, most=2)
    for key in "abc":
        kept.put(key, key, 0)
    assert there(kept) == ["b", "c"]


def test_one_that_is_heavier_than_all_together_may_be_stays_alone():
    kept = ByteLRU(most_bytes=10, most=9)
    kept.put("a", 1, 5)
    kept.put("b", 2, 11)
    assert (there(kept), kept.weight) == (["b"], 11)
    kept.clear()
    assert (there(kept), kept.weight) == ([], 0)


def test_what_is_dropped_makes_room():
    kept = ByteLRU(most_bytes=10, most=9)
    kept.put("a", 1, 5)
    kept.put("b", 2, 5)
    for key in ("a", "nothing"):
        kept.drop(key)
    assert (there(kept), kept.weight) == (["b"], 5)
