"""Simple bots that must not beat the good ones: `<game>.py` has them as `BOTS`, name → `answer(view, choices, rng, memory)` → orders.

Each is one idea in at most 60 lines, as anybody would write it on the first evening. None has a memory of the rules.
"""
