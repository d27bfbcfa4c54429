"""How strong is somebody at a game? Ratings of people and machines, where they come from and where they are listed."""
