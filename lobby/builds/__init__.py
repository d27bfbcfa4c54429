"""What people build for a game before a match: kept on their accounts, judged by the game, shared by a code."""
