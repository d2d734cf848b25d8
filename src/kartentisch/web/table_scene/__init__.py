"""The parts of a scene around the game: people, clocks, controls, results, hints."""
