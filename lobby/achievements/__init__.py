"""What people have achieved in matches, and how far they are on the path of each game."""
