"""What engines share; knows no game."""
