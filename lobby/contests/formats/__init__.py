"""The formats of contests. Each module is pure: from what was played to the next round, and to the standings."""
