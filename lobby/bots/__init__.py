"""What plays without a person."""
