"""Search in all games: compiled, over views only."""
