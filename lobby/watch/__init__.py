"""What is told to whoever watches: the match socket, its news, and replays."""
