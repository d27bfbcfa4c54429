"""Who you are."""
