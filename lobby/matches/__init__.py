"""The ground of all packages about matches: rows, errors, clock, terms and words. It imports none of those packages."""
