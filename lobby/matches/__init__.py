"""From an open table to the last step."""
