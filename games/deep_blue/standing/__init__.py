"""Standing orders: what units do round after round until told otherwise (10.1).

`checks` says which may be given, `derive` what they come to in a round; `posts`, `runs` and `fire` are its parts.
"""
