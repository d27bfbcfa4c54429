"""The ground of all rooms about matches: rows, errors, clock, terms and words. It imports none of those rooms."""
